//! The most likely distribution of results under a hypothesis, and how much more likely one hypothesis is than another.
//!
//! The results of a match are a multinomial sample, and a hypothesis fixes one number of the distribution: its mean (logistic Elo)
//! or its t-value, the distance of the mean from one half in standard deviations (normalised Elo). Everything else is free and
//! takes its most likely values. Maximising the likelihood with a Lagrange multiplier gives every result a share of `share / (1 + x
//! d)`, where `d` is what the result contributes to the constraint and `x` solves `Σ share d / (1 + x d) = 0`. After Michel Van den
//! Bergh, "Comments on normalized Elo" (the theory behind fishtest): proposition 1.1 for the mean, section 4.1 for the t-value.

/// Stands for a count of zero, as in fishtest and fastchess: without it a result that has not happened yet could never happen.
const UNSEEN: f64 = 1e-3;

/// More steps than any solution takes; a handful is usual.
const ENOUGH: usize = 200;

/// A multinomial sample: result `i` of `N` is worth `i / (N - 1)` of all points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<const N: usize> {
    /// The number of results.
    pub size: f64,
    /// The share of each.
    pub shares: [f64; N],
}

impl<const N: usize> Sample<N> {
    /// The sample as it is. It should not be empty.
    pub fn new(counts: [u64; N]) -> Sample<N> {
        Sample::of(counts.map(|count| count as f64))
    }

    /// The sample with no result ruled out.
    pub fn regularised(counts: [u64; N]) -> Sample<N> {
        Sample::of(counts.map(|count| if count == 0 { UNSEEN } else { count as f64 }))
    }

    fn of(counts: [f64; N]) -> Sample<N> {
        let size = counts.iter().sum();
        Sample { size, shares: counts.map(|count| count / size) }
    }

    /// The mean of the points.
    pub fn mean(&self) -> f64 {
        moments(&self.shares).0
    }

    /// Their variance.
    pub fn variance(&self) -> f64 {
        moments(&self.shares).1
    }

    /// Drift and variance of the log-likelihood ratio that one more result brings if the sample is the truth.
    pub fn steps(&self, h0: Hypothesis, h1: Hypothesis) -> (f64, f64) {
        let (rarer0, rarer1) = (self.rarer(h0), self.rarer(h1));
        let step = |i: usize| rarer0[i].ln() - rarer1[i].ln();
        let drift: f64 = (0..N).map(|i| self.shares[i] * step(i)).sum();
        let variance = (0..N).map(|i| self.shares[i] * (step(i) - drift).powi(2)).sum();
        (drift, variance)
    }

    /// How many times rarer each result is under the hypothesis, at its most likely, than in the sample.
    fn rarer(&self, hypothesis: Hypothesis) -> [f64; N] {
        match hypothesis {
            Hypothesis::Mean(mean) => self.constrained(&std::array::from_fn(|i| worth::<N>(i) - mean), &mut 0.0),
            Hypothesis::T(t) => self.with_t(t),
        }
    }

    /// The t-value is not linear in the shares. Its linearisation at a guess is, and its solution is the next guess.
    fn with_t(&self, t: f64) -> [f64; N] {
        const CLOSE: f64 = 1e-10;
        let mut guess = start::<N>(t);
        let (mut rarer, mut multiplier) = ([1.0; N], 0.0);
        for _ in 0..ENOUGH {
            let (mean, variance) = moments(&guess);
            let deviation = variance.sqrt();
            let parts = std::array::from_fn(|i| {
                let distance = (worth::<N>(i) - mean) / deviation;
                worth::<N>(i) - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
            });
            rarer = self.constrained(&parts, &mut multiplier);
            let next = std::array::from_fn(|i| self.shares[i] / rarer[i]);
            let change = (0..N).map(|i| f64::abs(next[i] - guess[i])).fold(0.0, f64::max);
            guess = next;
            if change < CLOSE {
                break;
            }
        }
        rarer
    }

    /// `1 + x d` for every result, with the multiplier `x` that solves the constraint. A guess of it is improved.
    ///
    /// The sum falls from +∞ to -∞ between the two poles, so Newton's method is safe inside a bracket that shrinks. A result that
    /// is rare in the sample and common under the hypothesis brings `x` very near a pole: what is close is measured by the distance
    /// from it.
    fn constrained(&self, parts: &[f64; N], x: &mut f64) -> [f64; N] {
        const CLOSE: f64 = 1e-8;
        let least = parts.iter().copied().fold(f64::INFINITY, f64::min);
        let most = parts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        debug_assert!(least < 0.0 && most > 0.0, "{parts:?}");
        let poles = (-1.0 / most, -1.0 / least);
        let (mut low, mut high) = poles;
        if *x <= low || high <= *x {
            *x = 0.0;
        }
        for _ in 0..ENOUGH {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (share, part) in self.shares.iter().zip(parts) {
                let term = part / (1.0 + *x * part);
                sum += share * term;
                slope += share * term * term;
            }
            if sum > 0.0 {
                low = *x;
            } else {
                high = *x;
            }
            let newton = *x + sum / slope;
            let next = if low <= newton && newton <= high { newton } else { (low + high) / 2.0 };
            let step = f64::abs(next - *x);
            *x = next;
            // The error of Newton's method is the square of its step.
            if step <= CLOSE * f64::min(next - poles.0, poles.1 - next) {
                break;
            }
        }
        parts.map(|part| 1.0 + *x * part)
    }
}

/// What is claimed about the distribution of results.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hypothesis {
    /// Its mean.
    Mean(f64),
    /// Its mean less one half, in standard deviations.
    T(f64),
}

/// What result `i` is worth.
fn worth<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// Mean and variance of a distribution.
fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let mean: f64 = (0..N).map(|i| shares[i] * worth::<N>(i)).sum();
    let variance = (0..N).map(|i| shares[i] * (worth::<N>(i) - mean).powi(2)).sum();
    (mean, variance)
}

/// A first guess with this t-value: the uniform distribution, mixed with as much of the extreme result as it needs. With a guess
/// far from the constraint its linearisation can have no solution.
///
/// A share `m` of the extreme moves the mean by `m / 2` and makes the variance `(1 - m) (v + m / 4)`, where `v` is that of the
/// uniform distribution. So `m² / 4 = t² (1 - m) (v + m / 4)`, a quadratic equation.
fn start<const N: usize>(t: f64) -> [f64; N] {
    let (square, v) = (t * t, (N + 1) as f64 / (12 * (N - 1)) as f64);
    let middle = square * (0.25 - v);
    let extreme = 2.0 * (middle + (middle * middle + (1.0 + square) * square * v).sqrt()) / (1.0 + square);
    let mut shares = [(1.0 - extreme) / N as f64; N];
    shares[if t > 0.0 { N - 1 } else { 0 }] += extreme;
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn distribution<const N: usize>(sample: &Sample<N>, hypothesis: Hypothesis) -> [f64; N] {
        let rarer = sample.rarer(hypothesis);
        std::array::from_fn(|i| sample.shares[i] / rarer[i])
    }

    fn check<const N: usize>(counts: [u64; N], hypothesis: Hypothesis) -> Result<(), TestCaseError> {
        let shares = distribution(&Sample::regularised(counts), hypothesis);
        let (mean, variance) = moments(&shares);
        let total: f64 = shares.iter().sum();
        prop_assert!((total - 1.0).abs() < 1e-7, "{counts:?} {hypothesis:?}: {shares:?}");
        let (claimed, found) = match hypothesis {
            Hypothesis::Mean(claimed) => (claimed, mean),
            Hypothesis::T(claimed) => (claimed, (mean - 0.5) / variance.sqrt()),
        };
        prop_assert!((claimed - found).abs() < 1e-6, "{counts:?} {hypothesis:?}: {found}");
        Ok(())
    }

    /// Any count, often zero.
    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), 0..5u64, 0..100_000u64]
    }

    #[test]
    fn the_first_guess_has_the_t_value() {
        for t in [-2.0, -0.3, 0.0, 0.01, 1.0, 3.0] {
            for (mean, variance) in [moments(&start::<5>(t)), moments(&start::<3>(t))] {
                assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-12, "{t}: {mean} {variance}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_most_likely_distribution_keeps_its_hypothesis(
            five in proptest::array::uniform5(count()),
            three in proptest::array::uniform3(count()),
            mean in 0.01..0.99,
            t in -2.1..2.1,
        ) {
            for hypothesis in [Hypothesis::Mean(mean), Hypothesis::T(t)] {
                check(five, hypothesis)?;
                check(three, hypothesis)?;
            }
        }
    }
}
