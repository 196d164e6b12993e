//! What two specs cost on the same entries.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::measure;
use plysmith_lab::statistics::{Bootstrap, Interval, Level};
use plysmith_lab::suite::{Kind, SuiteEntry};
use plysmith_lab::trial::{Limit, SpecText};

/// Nodes of a spec on each of these entries at equal depth.
pub fn nodes(lab: &mut Lab, name: &str, spec: &Spec, entries: &[&SuiteEntry], limit: Limit) -> Result<Vec<f64>> {
    let text = SpecText::new(lab.arena(), spec)?;
    let measured = measure(lab, name, Kind::Sequences, entries, &text, limit)?;
    Ok(measured.into_iter().map(|measured| measured.nodes as f64).collect())
}

/// How many times the nodes of the other one needs, with an interval of 95 % for so many comparisons together.
pub fn ratio(own: &[f64], other: &[f64], comparisons: usize, seed: u64) -> Result<Interval> {
    let error = 0.05 / comparisons.max(1) as f64;
    // Every tail is to hold at least fifty resamples.
    let resamples = (100.0 / error).max(2_000.0) as u32;
    let bootstrap = Bootstrap { level: Level::new(1.0 - error)?, resamples, seed };
    let pairs: Vec<(f64, f64)> = own.iter().copied().zip(other.iter().copied()).collect();
    Ok(bootstrap.ratio_of_sums(&pairs)?)
}

/// The share that is saved, in per cent, where a ratio is what is still needed.
pub fn saved(ratio: Interval) -> Interval {
    let share = |ratio: f64| 100.0 * (1.0 - ratio);
    Interval { value: share(ratio.value), low: share(ratio.high), high: share(ratio.low) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_nodes_are_half_saved_and_more_comparisons_widen_the_interval() {
        let other: Vec<f64> = (0..40).map(|at| 1_000.0 + 37.0 * f64::from(at)).collect();
        let own: Vec<f64> = other.iter().enumerate().map(|(at, nodes)| nodes * if at % 2 == 0 { 0.4 } else { 0.6 }).collect();
        let one = saved(ratio(&own, &other, 1, 1).unwrap());
        assert!((one.value - 50.0).abs() < 1.0 && one.low < one.value && one.value < one.high, "{one:?}");
        let many = saved(ratio(&own, &other, 10, 1).unwrap());
        assert!(many.low < one.low && one.high < many.high, "{one:?} {many:?}");
    }
}
