//! What changes are worth, all of them estimated together from games between specs that each have many of them.
//!
//! The chance that one spec beats another is logistic in the sum of what its changes are worth less that of the other's (Bradley and Terry 1952, with the changes as covariates). Every
//! game tells something about every change that only one side has, so that a few hundred games say about twenty changes what by one change at a time would take thousands. Each worth
//! is normal before the first game, and what is likely after them follows by Laplace's approximation: little evidence leaves an estimate near nothing, which is what keeps the largest of
//! many estimates from being luck.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::statistics::{Interval, Level, Matrix};

/// Elo of a unit of the natural logistic scale.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A pair of games between two specs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meeting {
    /// The changes that one side has and the other not: 1 for the first side's, -1 for the other's.
    pub(super) difference: Vec<(usize, f64)>,
    /// The share of the points that the first side took.
    pub(super) share: f64,
    /// So many games it counts for.
    pub(super) weight: f64,
}

/// What is known before the first game of what a change is worth, on the natural logistic scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Belief {
    pub(super) mean: f64,
    pub(super) deviation: f64,
}

/// What is likely after the games.
pub(super) struct Strengths {
    mean: Vec<f64>,
    /// The factor of the curvature, of which the inverse is the covariance.
    lower: Matrix,
}

/// After so many steps it is as good as it gets.
const STEPS: usize = 30;

impl Strengths {
    /// What the games say.
    pub(super) fn of(beliefs: &[Belief], meetings: &[Meeting]) -> Strengths {
        let mut mean: Vec<f64> = beliefs.iter().map(|belief| belief.mean).collect();
        let mut lower = Matrix::zero(0);
        for _ in 0..STEPS {
            let (slope, curvature) = derivatives(beliefs, meetings, &mean);
            // Beliefs alone make it positive definite.
            let Some(factor) = curvature.factor() else { break };
            let step = factor.solve(&slope);
            // Far from the summit a whole step may go beyond it; the logistic curve is flat there, and a unit is a lot.
            let longest = step.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
            let part = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            mean.iter_mut().zip(&step).for_each(|(mean, step)| *mean -= part * step);
            lower = factor;
            if longest < 1e-9 {
                break;
            }
        }
        Strengths { mean, lower }
    }

    /// The worth of one change.
    pub(super) fn worth(&self, change: usize) -> f64 {
        self.mean[change]
    }

    /// The worth of changes together, and its standard deviation.
    pub(super) fn together(&self, changes: &[(usize, f64)]) -> (f64, f64) {
        let mut row = vec![0.0; self.mean.len()];
        changes.iter().for_each(|&(change, amount)| row[change] += amount);
        let worth = row.iter().zip(&self.mean).map(|(amount, mean)| amount * mean).sum();
        let variance: f64 = self.lower.solve(&row).iter().zip(&row).map(|(solved, amount)| solved * amount).sum();
        (worth, variance.max(0.0).sqrt())
    }

    /// The worth of one change in Elo, with an interval of 95 %.
    pub(super) fn elo(&self, change: usize) -> Interval {
        let (worth, deviation) = self.together(&[(change, 1.0)]);
        let reach = Level::default().quantile() * deviation;
        Interval { value: ELO * worth, low: ELO * (worth - reach), high: ELO * (worth + reach) }
    }

    /// How likely a change gains anything.
    pub(super) fn likely(&self, change: usize) -> f64 {
        let (worth, deviation) = self.together(&[(change, 1.0)]);
        if deviation > 0.0 { Normal::standard().cdf(worth / deviation) } else { 0.5 }
    }

    /// Worths as they could be: drawn from what is likely.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> Vec<f64> {
        let normal = Normal::standard();
        let independent: Vec<f64> = self.mean.iter().map(|_| normal.inverse_cdf(rng.random_range(1e-9..1.0 - 1e-9))).collect();
        self.lower.solve_upper(&independent).iter().zip(&self.mean).map(|(away, mean)| mean + away).collect()
    }
}

/// The first and second derivative of what is to be made small: the surprise of the games and of the worths.
fn derivatives(beliefs: &[Belief], meetings: &[Meeting], worths: &[f64]) -> (Vec<f64>, Matrix) {
    let count = beliefs.len();
    let (mut slope, mut curvature) = (vec![0.0; count], Matrix::zero(count));
    for (at, (belief, worth)) in beliefs.iter().zip(worths).enumerate() {
        let precision = belief.deviation.powi(-2);
        slope[at] = precision * (worth - belief.mean);
        *curvature.cell(at, at) = precision;
    }
    for Meeting { difference, share, weight } in meetings {
        let value: f64 = difference.iter().map(|&(change, amount)| amount * worths[change]).sum();
        let chance = 1.0 / (1.0 + (-value).exp());
        let (error, spread) = (weight * (chance - share), weight * chance * (1.0 - chance));
        for &(row, amount) in difference {
            slope[row] += error * amount;
            for &(column, other) in difference {
                *curvature.cell(row, column) += spread * amount * other;
            }
        }
    }
    (slope, curvature)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    const VAGUE: Belief = Belief { mean: 0.0, deviation: 10.0 };

    fn meeting(difference: &[(usize, f64)], share: f64, weight: f64) -> Meeting {
        Meeting { difference: difference.to_vec(), share, weight }
    }

    /// Three points of four are odds of three to one, and the error is 1 / √(games × 3/16).
    #[test]
    fn one_change_is_worth_the_logarithm_of_its_odds() {
        let found = Strengths::of(&[VAGUE], &[meeting(&[(0, 1.0)], 0.75, 4_000.0)]);
        let (worth, deviation) = found.together(&[(0, 1.0)]);
        assert!((worth - 3f64.ln()).abs() < 1e-3 && (deviation - (750f64).sqrt().recip()).abs() < 1e-4, "{worth} ± {deviation}");
        assert!((found.elo(0).value - 190.8).abs() < 0.2, "{:?}", found.elo(0));
    }

    #[test]
    fn little_evidence_leaves_an_estimate_near_what_was_believed() {
        let belief = Belief { mean: -0.1, deviation: 0.2 };
        let few = Strengths::of(&[belief], &[meeting(&[(0, 1.0)], 1.0, 2.0)]);
        let many = Strengths::of(&[belief], &[meeting(&[(0, 1.0)], 0.7, 2_000.0)]);
        assert!(few.worth(0) < 0.0 && few.likely(0) < 0.5, "{}", few.worth(0));
        assert!((many.worth(0) - (7.0f64 / 3.0).ln()).abs() < 0.08 && many.likely(0) > 0.999);
        assert_eq!(Strengths::of(&[belief], &[]).worth(0), -0.1);
    }

    /// Twelve changes with known worths, games between random combinations: all of them come back within their intervals, or nearly so.
    #[test]
    fn changes_that_were_tried_together_are_told_apart() {
        let truth = [0.6, -0.5, 0.3, 0.0, 0.0, -0.2, 0.15, 0.0, -0.8, 0.1, 0.4, 0.0];
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut meetings = Vec::new();
        for _ in 0..1_500 {
            let mut side = || truth.map(|_| rng.random_bool(0.3));
            let (one, other) = (side(), side());
            let difference: Vec<(usize, f64)> =
                (0..truth.len()).filter(|&at| one[at] != other[at]).map(|at| (at, if one[at] { 1.0 } else { -1.0 })).collect();
            let value: f64 = difference.iter().map(|&(at, sign)| sign * truth[at]).sum();
            let chance = 1.0 / (1.0 + (-value).exp());
            let points = (0..2).filter(|_| rng.random_bool(chance)).count();
            meetings.push(Meeting { difference, share: points as f64 / 2.0, weight: 2.0 });
        }
        let found = Strengths::of(&[Belief { mean: 0.0, deviation: 0.3 }; 12], &meetings);
        let inside = (0..12).filter(|&at| (found.elo(at).low..=found.elo(at).high).contains(&(ELO * truth[at]))).count();
        assert!(inside >= 11, "{inside} of 12");
        assert!((0..12).filter(|&at| truth[at].abs() >= 0.3).all(|at| (found.likely(at) > 0.97) == (truth[at] > 0.0)));
        // What is drawn varies by as much as is not known.
        let draws: Vec<f64> = (0..4_000).map(|_| found.draw(&mut rng)[0]).collect();
        let mean = draws.iter().sum::<f64>() / 4_000.0;
        let spread = (draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / 4_000.0).sqrt();
        let (worth, deviation) = found.together(&[(0, 1.0)]);
        assert!((mean - worth).abs() < 0.01 && (spread / deviation - 1.0).abs() < 0.05, "{mean} {spread}, {worth} {deviation}");
    }
}
