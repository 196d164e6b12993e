//! How the loss of one example changes with every weight: back-propagation through a [`Network`].
//!
//! It touches the rows of active inputs and of wanted outputs alone, and adds up, so that a gradient of many examples costs what the examples cost.

use plysmith::net::kernel::add_scaled;
use plysmith::net::{Dense, Network, Scratch};

/// Goes back through a network; keeps room that is used again.
#[derive(Clone, Debug, Default)]
pub struct Backward {
    leak: f32,
    /// How the loss changes with what each unit puts out, later with its sum; in the order of [`Scratch::units`].
    units: Vec<f32>,
}

impl Backward {
    /// Clipped units that are at their limits pass on this share; 0 is the true gradient, [`plysmith::net::LEAK`] what is good for training.
    pub fn new(leak: f32) -> Backward {
        Backward { leak, units: Vec::new() }
    }

    /// Adds the gradient of an example to `gradient`, which is as long as the weights: `slopes` says how the loss changes with the sum of each of the `wanted` outputs, and `scratch` is what
    /// [`Network::forward`] left there for the same views and outputs.
    pub fn add(
        &mut self,
        network: &Network,
        views: &[&[u16]],
        wanted: &[u16],
        scratch: &Scratch,
        slopes: &[f32],
        gradient: &mut [f32],
    ) {
        let (layout, ranges, units) = (network.layout(), network.ranges(), scratch.units());
        self.units.clear();
        self.units.resize(units.len(), 0.0);
        let mut end = units.len();
        let mut start = end - ranges.output.before;
        for (&output, &slope) in wanted.iter().zip(slopes) {
            let row = usize::from(output);
            add_unit(network, &ranges.output, (row, slope), &units[start..], &mut self.units[start..], gradient);
            if layout.direct {
                let row = &mut gradient[ranges.direct.start + row * layout.inputs..][..layout.inputs];
                views[0].iter().for_each(|&input| row[usize::from(input)] += slope);
            }
        }
        for dense in ranges.hidden.iter().rev() {
            dense.activation.slope_all(&units[start..end], self.leak, &mut self.units[start..end]);
            end = start;
            start -= dense.before;
            let (before, here) = self.units.split_at_mut(end);
            for (unit, &slope) in here[..dense.units].iter().enumerate() {
                add_unit(network, dense, (unit, slope), &units[start..end], &mut before[start..], gradient);
            }
        }
        if layout.first == 0 {
            return;
        }
        layout.first_activation.slope_all(&units[..end], self.leak, &mut self.units[..end]);
        for (slopes, active) in self.units[..end].chunks_exact(layout.first).zip(views) {
            add_scaled(&mut gradient[ranges.bias.clone()], 1.0, slopes);
            add_to_rows(&mut gradient[ranges.rows.clone()], active, slopes);
        }
    }
}

/// Adds what a unit of a dense layer, whose loss changes by so much with its sum, does to its own weights and to what the units before it put out.
#[inline]
fn add_unit(
    network: &Network,
    dense: &Dense,
    (unit, slope): (usize, f32),
    before: &[f32],
    slopes: &mut [f32],
    gradient: &mut [f32],
) {
    let row = dense.weights.start + unit * dense.before..dense.weights.start + (unit + 1) * dense.before;
    add_scaled(slopes, slope, &network.weights()[row.clone()]);
    add_scaled(&mut gradient[row], slope, before);
    gradient[dense.bias.start + unit] += slope;
}

/// Adds these slopes to the rows of the active inputs.
fn add_to_rows(table: &mut [f32], active: &[u16], slopes: &[f32]) {
    match slopes.len() {
        8 => add_fixed::<8>(table, active, slopes),
        16 => add_fixed::<16>(table, active, slopes),
        32 => add_fixed::<32>(table, active, slopes),
        64 => add_fixed::<64>(table, active, slopes),
        128 => add_fixed::<128>(table, active, slopes),
        256 => add_fixed::<256>(table, active, slopes),
        units => active.iter().for_each(|&input| add_scaled(&mut table[usize::from(input) * units..][..units], 1.0, slopes)),
    }
}

fn add_fixed<const N: usize>(table: &mut [f32], active: &[u16], slopes: &[f32]) {
    let (rows, _) = table.as_chunks_mut::<N>();
    if let Ok(&slopes) = <&[f32; N]>::try_from(slopes) {
        for &input in active {
            rows[usize::from(input)].iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }
}

#[cfg(test)]
mod tests {
    use plysmith::net::{Activation, Hidden, LEAK, Layout};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// What units make of their sums, in double precision and by the library of the system.
    fn applied(activation: Activation, sum: f64) -> f64 {
        match activation {
            Activation::Linear => sum,
            Activation::Tanh => sum.tanh(),
            Activation::Sigmoid => 1.0 / (1.0 + (-sum).exp()),
            Activation::Clipped => sum.clamp(0.0, 1.0),
        }
    }

    /// A twin of `Network::forward` in double precision that shares nothing with it: the sums of the wanted outputs.
    fn twin(layout: &Layout, weights: &[f64], views: &[&[u16]], wanted: &[u16]) -> Vec<f64> {
        let mut rest = weights;
        let mut next = |length: usize| {
            let (taken, left) = rest.split_at(length);
            rest = left;
            taken
        };
        let (rows, bias) = (next(layout.inputs * layout.first), next(layout.first));
        let mut before = Vec::new();
        for view in &views[..layout.views] {
            for unit in 0..layout.first {
                let sum: f64 = view.iter().map(|&input| rows[usize::from(input) * layout.first + unit]).sum();
                before.push(applied(layout.first_activation, bias[unit] + sum));
            }
        }
        for hidden in &layout.hidden {
            let (table, bias) = (next(before.len() * hidden.units), next(hidden.units));
            let sum = |unit: usize| -> f64 { (0..before.len()).map(|from| table[unit * before.len() + from] * before[from]).sum() };
            before = (0..hidden.units).map(|unit| applied(hidden.activation, bias[unit] + sum(unit))).collect();
        }
        let (table, bias) = (next(before.len() * layout.outputs), next(layout.outputs));
        let direct = next(if layout.direct { layout.inputs * layout.outputs } else { 0 });
        assert!(rest.is_empty());
        let output = |output: usize| {
            let dense: f64 = (0..before.len()).map(|from| table[output * before.len() + from] * before[from]).sum();
            let direct = |input: u16| if layout.direct { direct[output * layout.inputs + usize::from(input)] } else { 0.0 };
            bias[output] + dense + views[0].iter().map(|&input| direct(input)).sum::<f64>()
        };
        wanted.iter().map(|&wanted| output(wanted.into())).collect()
    }

    /// The gradient, in single precision, against central differences of the twin in double precision.
    fn check(layout: Layout, seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let weights: Vec<f32> = (0..layout.weights()).map(|_| rng.random_range(-0.6..0.6)).collect();
        let network = Network::new(layout.clone(), weights).unwrap();
        let list = |rng: &mut Pcg64Mcg| -> Vec<u16> { (0..layout.inputs as u16).filter(|_| rng.random_ratio(1, 2)).collect() };
        let (first, second) = (list(&mut rng), list(&mut rng));
        let views = [&first[..], &second[..]];
        let wanted: Vec<u16> = (0..layout.outputs as u16).rev().step_by(2).collect();
        let slopes: Vec<f32> = wanted.iter().map(|_| rng.random_range(-1.0..1.0)).collect();

        let (mut scratch, mut out, mut gradient) = (Scratch::default(), Vec::new(), vec![0.0; layout.weights()]);
        network.forward(&views, &wanted, &mut scratch, &mut out);
        let mut exact: Vec<f64> = network.weights().iter().map(|&weight| weight.into()).collect();
        for ((sum, twin), output) in scratch.sums().iter().zip(twin(&layout, &exact, &views, &wanted)).zip(&out) {
            assert!((f64::from(*sum) - twin).abs() < 1e-5, "{layout:?}: a sum is {sum} and {twin}");
            assert!((f64::from(*output) - applied(layout.output, twin)).abs() < 1e-5);
        }
        Backward::new(0.0).add(&network, &views, &wanted, &scratch, &slopes, &mut gradient);
        let loss = |weights: &[f64]| -> f64 {
            twin(&layout, weights, &views, &wanted).iter().zip(&slopes).map(|(sum, &slope)| sum * f64::from(slope)).sum()
        };
        const DIFFERENCE: f64 = 1e-5;
        for at in 0..exact.len() {
            let here = exact[at];
            exact[at] = here + DIFFERENCE;
            let above = loss(&exact);
            exact[at] = here - DIFFERENCE;
            let below = loss(&exact);
            exact[at] = here;
            let (wanted, found) = ((above - below) / (2.0 * DIFFERENCE), f64::from(gradient[at]));
            assert!((wanted - found).abs() <= 1e-6 * (1.0 + wanted.abs()), "{layout:?}: weight {at} has {found} and not {wanted}");
        }
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        for (seed, activation) in Activation::ALL.into_iter().enumerate() {
            let hidden = |units: &[usize]| units.iter().map(|&units| Hidden { units, activation }).collect::<Vec<_>>();
            for (number, layout) in [
                Layout { direct: true, ..Layout::of(9, 5) },
                Layout { first: 8, ..Layout::of(10, 1) },
                Layout { first: 16, views: 2, ..Layout::of(10, 1) },
                Layout { first: 5, views: 2, hidden: hidden(&[4]), ..Layout::of(7, 2) },
                Layout { first: 6, hidden: hidden(&[5, 3]), direct: true, ..Layout::of(8, 7) },
                Layout { first: 32, views: 2, hidden: hidden(&[9, 8, 2]), direct: true, ..Layout::of(6, 3) },
            ]
            .into_iter()
            .enumerate()
            {
                let layout = Layout { first_activation: activation, output: activation, ..layout };
                check(layout, 10 * seed as u64 + number as u64);
            }
        }
    }

    #[test]
    fn long_rows_have_gradients_too() {
        for first in [64, 128, 256] {
            check(Layout { first, views: 2, first_activation: Activation::Clipped, ..Layout::of(5, 1) }, first as u64);
        }
    }

    #[test]
    fn gradients_of_examples_are_added_up() {
        let network = Network::seeded(Layout { first: 8, views: 2, ..Layout::of(12, 1) }, 2).unwrap();
        let (mut scratch, mut out, mut backward) = (Scratch::default(), Vec::new(), Backward::new(LEAK));
        let mut add = |views: &[&[u16]], gradient: &mut [f32]| {
            network.forward(views, &[0], &mut scratch, &mut out);
            backward.add(&network, views, &[0], &scratch, &[0.5], gradient);
        };
        let [mut both, mut one, mut other] = [const { Vec::new() }; 3].map(|_: Vec<f32>| vec![0.0; network.weights().len()]);
        add(&[&[1, 4], &[2]], &mut both);
        add(&[&[3], &[4, 5]], &mut both);
        add(&[&[1, 4], &[2]], &mut one);
        add(&[&[3], &[4, 5]], &mut other);
        for ((both, one), other) in both.iter().zip(&one).zip(&other) {
            assert!((both - one - other).abs() < 1e-6);
        }
        assert_eq!(one[3 * 8..4 * 8], [0.0; 8], "an input that is off has no gradient");
    }

    #[test]
    fn a_clipped_unit_leaks_at_its_limits_and_nowhere_else() {
        let layout = Layout { first: 1, ..Layout::of(2, 1) };
        // The sum is 0.5 without inputs, 2.5 with the first, -1.5 with the second.
        let network = Network::new(layout, vec![2.0, -2.0, 0.5, 3.0, 0.0]).unwrap();
        let bias = |active: &[u16], leak: f32| {
            let (mut scratch, mut gradient) = (Scratch::default(), vec![0.0; 5]);
            network.forward(&[active], &[0], &mut scratch, &mut Vec::new());
            Backward::new(leak).add(&network, &[active], &[0], &scratch, &[1.0], &mut gradient);
            gradient[2]
        };
        for (active, leak, wanted) in
            [(&[][..], LEAK, 3.0), (&[0], LEAK, 3.0 * LEAK), (&[1], LEAK, 3.0 * LEAK), (&[0], 0.0, 0.0), (&[], 0.0, 3.0)]
        {
            assert_eq!(bias(active, leak), wanted, "{active:?} with leak {leak}");
        }
    }
}
