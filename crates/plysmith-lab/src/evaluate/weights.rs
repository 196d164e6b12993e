//! The weights of terms out of samples: how strongly they are pulled back is chosen on other games, and the scale of the evaluation stays.
//!
//! Results tell weights only up to a factor, because nobody knows how steep the curve from value to chance is. Margins of selective enhancements are
//! in points of the evaluation, so the factor is chosen such that the evaluation is as large as before over the positions (root of the mean square).

use super::logistic::{Fit, Sample, loss, size};
use super::whole::whole;

/// What is to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// To learn from.
    pub train: &'w [Sample],
    /// To choose how strongly weights are pulled to the present ones.
    pub validation: &'w [Sample],
    /// The present weights.
    pub present: &'w [i32],
    /// Between what each may be.
    pub ranges: &'w [(i32, i32)],
    /// Threads to use.
    pub threads: usize,
}

/// What was fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights: the present ones if no others predict validation better.
    pub weights: Vec<i32>,
    /// Before they were made whole.
    pub exact: Vec<f64>,
    /// The standard error of each, as far as it is known; without a pull.
    pub errors: Vec<Option<f64>>,
    /// How strongly they were pulled to the present ones; `None` if those stay.
    pub pull: Option<f64>,
    /// How steep the curve is for the present weights: the logarithm of the odds for a point.
    pub steep_before: f64,
    /// The same for the new ones.
    pub steep_after: f64,
}

/// Pulls to choose from, the strongest first.
const PULLS: [f64; 9] = [1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.000_3, 0.000_1];
/// So many weaker pulls in a row that predict worse are enough to stop.
const WORSE: usize = 2;
/// Keeps a curve finite where every result is foreseen.
const HARDLY: f64 = 1e-6;

impl Wanted<'_> {
    /// Fits; `None` if there is nothing to learn from.
    pub fn fit(&self) -> Option<Fitted> {
        let present: Vec<f64> = self.present.iter().map(|&weight| weight.into()).collect();
        let both: Vec<Sample> = self.train.iter().chain(self.validation).cloned().collect();
        let before = size(&both, &present, self.threads);
        if self.train.is_empty() || self.validation.is_empty() || before == 0.0 {
            return None;
        }
        let pull = self.pull(&present);
        let steep_before = steepness(&both, &present, self.threads);
        let begin: Vec<f64> = present.iter().map(|weight| weight * steep_before).collect();
        let free = vec![false; present.len()];
        let loose = Fit { samples: &both, begin: &begin, pull: HARDLY, fixed: &free, threads: self.threads };
        let Some(pull) = pull else {
            let errors = loose.errors(&begin).into_iter().map(|error| error.map(|error| error / steep_before)).collect();
            let (weights, exact) = (self.present.to_vec(), present);
            return Some(Fitted { weights, exact, errors, pull: None, steep_before, steep_after: steep_before });
        };
        let (steep, factor) = self.within(Fit { pull, ..loose }, before);
        let exact: Vec<f64> = steep.iter().map(|weight| weight * factor).collect();
        let errors = loose.errors(&steep).into_iter().map(|error| error.map(|error| error * factor)).collect();
        let weights = whole(&exact, &loose.curvature(&steep), self.ranges);
        let steep_after = steepness(&both, &weights.iter().map(|&weight| weight.into()).collect::<Vec<f64>>(), self.threads);
        Some(Fitted { weights, exact, errors, pull: Some(pull), steep_before, steep_after })
    }

    /// The pull with the least loss on validation; `None` if the present weights have less.
    fn pull(&self, present: &[f64]) -> Option<f64> {
        let steep = steepness(self.train, present, self.threads);
        let begin: Vec<f64> = present.iter().map(|weight| weight * steep).collect();
        let mut best = (loss(self.validation, &begin, self.threads), None);
        let mut worse = 0;
        for pull in PULLS {
            let fit = Fit { samples: self.train, begin: &begin, pull, fixed: &[], threads: self.threads };
            let found = loss(self.validation, &fit.weights(), self.threads);
            worse = if found < best.0 { 0 } else { worse + 1 };
            if worse == 0 {
                best = (found, Some(pull));
            }
            if worse >= WORSE {
                break;
            }
        }
        best.1
    }

    /// The fitted weights on the curve, and the factor that makes points of them: those that would leave their range are held at its end, and the others
    /// fitted again.
    fn within(&self, fit: Fit, before: f64) -> (Vec<f64>, f64) {
        let mut fixed = vec![false; fit.begin.len()];
        let mut begin = fit.begin.to_vec();
        loop {
            let steep = Fit { begin: &begin, fixed: &fixed, ..fit }.weights();
            let factor = before / size(fit.samples, &steep, self.threads).max(f64::MIN_POSITIVE);
            let end = |at: usize| {
                let (low, high) = (f64::from(self.ranges[at].0), f64::from(self.ranges[at].1));
                let weight = steep[at] * factor;
                (weight < low || weight > high).then(|| weight.clamp(low, high) / factor)
            };
            let outside: Vec<(usize, f64)> =
                (0..begin.len()).filter(|&at| !fixed[at]).filter_map(|at| Some((at, end(at)?))).collect();
            if outside.is_empty() {
                return (steep, factor);
            }
            for (at, end) in outside {
                (fixed[at], begin[at]) = (true, end);
            }
        }
    }
}

/// How steep the curve from value to chance is: the logarithm of the odds for a point. Never negative, however little the value says.
pub fn steepness(samples: &[Sample], weights: &[f64], threads: usize) -> f64 {
    let one = |sample: &Sample| Sample { amounts: vec![(0, sample.value(weights))], ..*sample };
    let values: Vec<Sample> = samples.iter().map(one).collect();
    let size = size(&values, &[1.0], threads);
    if size == 0.0 {
        return 1.0;
    }
    let fit = Fit { samples: &values, begin: &[0.0], pull: HARDLY, fixed: &[], threads };
    fit.weights()[0].max(1e-6 / size)
}
