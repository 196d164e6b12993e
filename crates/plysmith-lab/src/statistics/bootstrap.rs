//! Intervals of paired amounts by resampling the positions.
//!
//! Nodes and times have long tails, so no formula for their interval is trusted. The bootstrap asks how the figure would have
//! varied with other positions of the same kind: it draws as many positions as there are, with replacement and each with both its
//! amounts, again and again, and takes the middle share of the figures (percentile interval; Efron 1979). Every resample has a
//! generator of its own, seeded by the seed and its number, so the order in which resamples are made does not matter.
//!
//! It risks too narrow an interval on few positions: below about twenty, do not rely on it.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::interval::{Interval, Level};

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// The number of resamples.
    pub resamples: u32,
    /// Where the drawing starts.
    pub seed: u64,
    /// How sure the interval is.
    pub level: Level,
}

impl Bootstrap {
    /// 2,000 resamples and an interval of 95 %.
    pub fn new(seed: u64) -> Bootstrap {
        Bootstrap { resamples: 2_000, seed, level: Level::default() }
    }

    /// Σa / Σb: large positions weigh more. Amounts have to be positive.
    pub fn ratio_of_sums(&self, pairs: &[(f64, f64)]) -> Result<Interval, BootstrapError> {
        positive(pairs)?;
        Ok(self.interval(pairs, |(a, b)| a / b))
    }

    /// The geometric mean of a over that of b: every position weighs the same. Amounts have to be positive.
    pub fn ratio_of_geometric_means(&self, pairs: &[(f64, f64)]) -> Result<Interval, BootstrapError> {
        positive(pairs)?;
        let logarithms: Vec<_> = pairs.iter().map(|&(a, b)| (a.ln() - b.ln(), 0.0)).collect();
        let count = pairs.len() as f64;
        Ok(self.interval(&logarithms, |(sum, _)| (sum / count).exp()))
    }

    /// The mean of a - b.
    pub fn mean_difference(&self, pairs: &[(f64, f64)]) -> Result<Interval, BootstrapError> {
        finite(pairs)?;
        let differences: Vec<_> = pairs.iter().map(|&(a, b)| (a - b, 0.0)).collect();
        let count = pairs.len() as f64;
        Ok(self.interval(&differences, |(sum, _)| sum / count))
    }

    /// The interval of a figure that follows from the sums of both amounts.
    fn interval(&self, pairs: &[(f64, f64)], figure: impl Fn((f64, f64)) -> f64) -> Interval {
        let value = figure(sums(pairs.iter()));
        let mut figures: Vec<f64> = (0..self.resamples.max(1))
            .map(|number| {
                // A multiple of an odd number keeps the seeds of all resamples apart, whatever the seed.
                let seed = self.seed.wrapping_add(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                figure(sums((0..pairs.len()).map(|_| &pairs[rng.random_range(0..pairs.len())])))
            })
            .collect();
        figures.sort_by(f64::total_cmp);
        let tail = (1.0 - self.level.share()) / 2.0;
        Interval { value, low: quantile(&figures, tail), high: quantile(&figures, 1.0 - tail) }
    }
}

fn sums<'a>(pairs: impl Iterator<Item = &'a (f64, f64)>) -> (f64, f64) {
    pairs.fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1))
}

/// The quantile of sorted figures, between neighbours in proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

fn finite(pairs: &[(f64, f64)]) -> Result<(), BootstrapError> {
    if pairs.is_empty() {
        return Err(BootstrapError::Empty);
    }
    match pairs.iter().position(|(a, b)| !(a.is_finite() && b.is_finite())) {
        Some(index) => Err(BootstrapError::NotFinite { index, pair: pairs[index] }),
        None => Ok(()),
    }
}

fn positive(pairs: &[(f64, f64)]) -> Result<(), BootstrapError> {
    finite(pairs)?;
    match pairs.iter().position(|&(a, b)| a <= 0.0 || b <= 0.0) {
        Some(index) => Err(BootstrapError::NotPositive { index, pair: pairs[index] }),
        None => Ok(()),
    }
}

/// Amounts that have no interval.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BootstrapError {
    /// There are none.
    #[error("there are no pairs to compare; measure at least one position")]
    Empty,
    /// An amount is infinite or no number.
    #[error("pair {index} is {pair:?}; leave out what has no finite amount")]
    NotFinite {
        /// Where.
        index: usize,
        /// The amounts.
        pair: (f64, f64),
    },
    /// An amount that a ratio cannot be made of.
    #[error("pair {index} is {pair:?}; a ratio needs amounts above 0")]
    NotPositive {
        /// Where.
        index: usize,
        /// The amounts.
        pair: (f64, f64),
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made up to look like nodes: long-tailed, and mostly fewer in the first column.
    const NODES: [(f64, f64); 20] = [
        (120.0, 150.0),
        (340.0, 330.0),
        (95.0, 140.0),
        (1500.0, 1900.0),
        (220.0, 260.0),
        (410.0, 600.0),
        (75.0, 80.0),
        (980.0, 1200.0),
        (640.0, 700.0),
        (130.0, 180.0),
        (55.0, 70.0),
        (2100.0, 2050.0),
        (310.0, 450.0),
        (87.0, 95.0),
        (720.0, 900.0),
        (160.0, 150.0),
        (430.0, 520.0),
        (260.0, 300.0),
        (1150.0, 1600.0),
        (90.0, 125.0),
    ];

    type Figure = fn(&Bootstrap, &[(f64, f64)]) -> Result<Interval, BootstrapError>;

    /// The value is exact, the ends within a twentieth of the width: that is three standard errors of an end from 2,000 resamples.
    fn check(figure: Figure, value: f64, low: f64, high: f64) {
        for seed in [0, 1, u64::MAX] {
            let found = figure(&Bootstrap::new(seed), &NODES).unwrap();
            let close = (high - low) / 20.0;
            assert!((found.value - value).abs() < 1e-9, "{found:?}, not {value}");
            assert!(
                (found.low - low).abs() < close && (found.high - high).abs() < close,
                "seed {seed}: {found:?}, not {low} to {high}"
            );
        }
    }

    /// `scipy.stats.bootstrap(paired=True, method='percentile', n_resamples=400000)` of SciPy 1.17.1 on the same data.
    #[test]
    fn intervals_agree_with_scipy() {
        check(Bootstrap::ratio_of_sums, 0.8366101694915254, 0.76947, 0.91436);
        check(Bootstrap::ratio_of_geometric_means, 0.8238402569506912, 0.77693, 0.87521);
        check(Bootstrap::mean_difference, -96.4, -157.75, -44.5);
    }

    #[test]
    fn equal_seeds_give_equal_intervals() {
        let figure = |seed| Bootstrap::new(seed).ratio_of_sums(&NODES).unwrap();
        assert_eq!(figure(7), figure(7));
        assert_ne!(figure(7), figure(8));
    }

    #[test]
    fn positions_that_all_agree_leave_no_doubt() {
        let doubled: Vec<_> = NODES.iter().map(|&(a, _)| (2.0 * a, a)).collect();
        for found in [Bootstrap::new(1).ratio_of_sums(&doubled), Bootstrap::new(1).ratio_of_geometric_means(&doubled)] {
            let found = found.unwrap();
            assert!([found.value, found.low, found.high].iter().all(|end| (end - 2.0).abs() < 1e-12), "{found:?}");
        }
    }

    #[test]
    fn a_surer_interval_is_wider() {
        let width = |level| {
            let found = Bootstrap { level: Level::new(level).unwrap(), ..Bootstrap::new(1) }.mean_difference(&NODES).unwrap();
            found.high - found.low
        };
        assert!(width(0.5) < width(0.95) && width(0.95) < width(0.99));
    }

    #[test]
    fn an_error_names_the_pair() {
        let bootstrap = Bootstrap::new(1);
        let with = |pair| [NODES[0], pair];
        assert_eq!(bootstrap.mean_difference(&[]), Err(BootstrapError::Empty));
        assert!(matches!(bootstrap.mean_difference(&with((f64::NAN, 1.0))), Err(BootstrapError::NotFinite { index: 1, .. })));
        let error = bootstrap.ratio_of_sums(&with((0.0, 1.0))).unwrap_err();
        assert_eq!(error.to_string(), "pair 1 is (0.0, 1.0); a ratio needs amounts above 0");
        assert!(bootstrap.ratio_of_geometric_means(&with((1.0, -1.0))).is_err());
        assert!(bootstrap.mean_difference(&with((0.0, -1.0))).is_ok());
    }
}
