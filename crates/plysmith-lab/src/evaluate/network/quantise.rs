//! From the weights that were learned to whole numbers.

use plysmith::net::evaluation::ONE;
use plysmith::net::{Network, Quantised};

/// The divisor of heads is no larger than two to this power.
const MOST_SHIFT: u32 = 20;

/// The weights of a network with one sparse layer in whole numbers; its output times `scale` are points.
pub fn quantised(network: &Network, scale: f64) -> Quantised {
    let (weights, ranges, layout) = (network.weights(), network.ranges(), network.layout());
    let on = |weight: &f32| (f64::from(*weight) * f64::from(ONE)).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let rows = weights[ranges.rows.clone()].iter().map(on).collect();
    let bias = weights[ranges.bias.clone()].iter().map(on).collect();
    let points = |weight: &f32, shift: u32| f64::from(*weight) * scale * f64::from(1 << shift);
    let (heads, begins) = (&weights[ranges.output.weights.clone()], &weights[ranges.output.bias.clone()]);
    // As fine as there is room for.
    let fits = |shift: &u32| {
        let each = heads.iter().all(|weight| (points(weight, *shift) / f64::from(ONE)).abs() <= f64::from(i16::MAX));
        let sum = |row: &[f32]| row.iter().map(|weight| points(weight, *shift).abs() + f64::from(ONE)).sum::<f64>();
        let all = heads
            .chunks(layout.first)
            .zip(begins)
            .all(|(row, begin)| sum(row) + points(begin, *shift).abs() + 1.0 < f64::from(i32::MAX));
        each && all
    };
    let shift = (0..=MOST_SHIFT).rev().find(fits).unwrap_or(0);
    let output = heads
        .iter()
        .map(|weight| (points(weight, shift) / f64::from(ONE)).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16)
        .collect();
    // Half of the divisor, so that the shift rounds instead of cutting off.
    let half = if shift > 0 { 1 << (shift - 1) } else { 0 };
    let limit = f64::from(i32::MAX / 2);
    let output_bias = begins.iter().map(|begin| points(begin, shift).round().clamp(-limit, limit) as i32 + half).collect();
    Quantised { rows, bias, output, output_bias, shift }
}
