//! Logistic regression by Newton's method: the chance of a result as a curve of a weighted sum.
//!
//! The loss is the cross entropy, which is convex, so that every way down ends in the same place. Every weight is pulled towards where it begins,
//! in proportion to how much its amounts vary, so that nothing depends on the units of a term. Sums are made in fixed chunks and added up in the
//! order of the chunks: the number of threads changes no bit of them.

use std::thread;

use crate::statistics::Matrix;

/// What is known of a position: how much of each weight is in it, and what became of it, both for the same side.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The weights that matter, with their amounts.
    pub amounts: Vec<(u16, f64)>,
    /// 1 for a win, one half for a draw, 0 for a loss.
    pub result: f64,
    /// Samples of a group, which stand side by side, share their result.
    pub group: u32,
}

impl Sample {
    /// The weighted sum.
    pub fn value(&self, weights: &[f64]) -> f64 {
        self.amounts.iter().map(|&(at, amount)| weights[usize::from(at)] * amount).sum()
    }

    /// The cross entropy between the result and the chance at these weights.
    pub fn loss(&self, weights: &[f64]) -> f64 {
        let value = self.value(weights);
        // ln(1 + e^value) - result × value, without an overflow.
        value.max(0.0) + (-value.abs()).exp().ln_1p() - self.result * value
    }
}

fn chance(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// So many samples are added up before the sum is handed over.
const CHUNK: usize = 2_048;

/// The sums of `part` over chunks of samples, in the order of the chunks.
fn chunks<T: Send>(samples: &[Sample], threads: usize, part: impl Fn(&[Sample]) -> T + Sync) -> Vec<T> {
    let all: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
    let share = all.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let part = &part;
        let workers: Vec<_> =
            all.chunks(share).map(|mine| scope.spawn(move || mine.iter().map(|chunk| part(chunk)).collect::<Vec<T>>())).collect();
        // A panic below is a fault of this file and not to be hidden.
        workers.into_iter().flat_map(|worker| worker.join().expect("sums do not panic")).collect()
    })
}

/// The mean loss.
pub fn loss(samples: &[Sample], weights: &[f64], threads: usize) -> f64 {
    let sums = chunks(samples, threads, |chunk| chunk.iter().map(|sample| sample.loss(weights)).sum::<f64>());
    sums.into_iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The root of the mean square of each amount.
pub fn sizes(samples: &[Sample], count: usize, threads: usize) -> Vec<f64> {
    let sums = chunks(samples, threads, |chunk| {
        let mut squares = vec![0.0; count];
        chunk.iter().flat_map(|sample| &sample.amounts).for_each(|&(at, amount)| squares[usize::from(at)] += amount * amount);
        squares
    });
    let mut squares = vec![0.0; count];
    sums.iter().for_each(|sum| squares.iter_mut().zip(sum).for_each(|(square, more)| *square += more));
    squares.into_iter().map(|square: f64| (square / samples.len().max(1) as f64).sqrt()).collect()
}

/// The root of the mean square of the weighted sum.
pub fn size(samples: &[Sample], weights: &[f64], threads: usize) -> f64 {
    let sums = chunks(samples, threads, |chunk| chunk.iter().map(|sample| sample.value(weights).powi(2)).sum::<f64>());
    (sums.into_iter().sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// What is to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'f> {
    /// What is known.
    pub samples: &'f [Sample],
    /// Where the weights begin, and are pulled to.
    pub begin: &'f [f64],
    /// How strongly, beside the mean loss.
    pub pull: f64,
    /// Weights that may not move.
    pub fixed: &'f [bool],
    /// Threads to use.
    pub threads: usize,
}

/// After so many steps it is as good as it gets.
const STEPS: usize = 50;
/// A step that gains less is the last one.
const GAIN: f64 = 1e-12;

impl Fit<'_> {
    /// The weights with the least mean loss and pull together.
    pub fn weights(&self) -> Vec<f64> {
        let sizes = self.pulls();
        let mut weights = self.begin.to_vec();
        let mut stands = self.objective(&weights, &sizes);
        for _ in 0..STEPS {
            let (slope, curvature) = self.slope(&weights, &sizes);
            let Some(lower) = curvature.factor() else { break };
            let step = lower.solve(&slope);
            // The quadratic picture may promise too much far away: then half of the way, and so on.
            let tries = (0..20).map(|halvings| 0.5f64.powi(halvings));
            let moved = tries
                .map(|part| weights.iter().zip(&step).map(|(weight, step)| weight - part * step).collect::<Vec<f64>>())
                .map(|next| (self.objective(&next, &sizes), next))
                .find(|(objective, _)| *objective < stands);
            let Some((objective, next)) = moved else { break };
            let gain = stands - objective;
            (stands, weights) = (objective, next);
            if gain < GAIN {
                break;
            }
        }
        weights
    }

    /// The curvature of the objective at some weights: how sharply it tells them from others.
    pub fn curvature(&self, weights: &[f64]) -> Matrix {
        self.slope(weights, &self.pulls()).1
    }

    /// The standard error of each weight, as it varies from group to group; `None` where the samples say nothing.
    pub fn errors(&self, weights: &[f64]) -> Vec<Option<f64>> {
        let count = weights.len();
        let (sizes, total) = (sizes(self.samples, count, self.threads), self.samples.len() as f64);
        let Some(lower) = self.curvature(weights).factor() else { return vec![None; count] };
        let mut variances = vec![0.0; count];
        for group in self.samples.chunk_by(|one, next| one.group == next.group) {
            let mut slope = vec![0.0; count];
            for sample in group {
                let error = chance(sample.value(weights)) - sample.result;
                sample.amounts.iter().for_each(|&(at, amount)| slope[usize::from(at)] += error * amount / total);
            }
            let moved = lower.solve(&slope);
            variances.iter_mut().zip(moved).for_each(|(variance, moved)| *variance += moved * moved);
        }
        sizes.iter().zip(variances).map(|(size, variance)| (*size > 0.0).then(|| variance.sqrt())).collect()
    }

    /// How strongly each weight is pulled; where nothing is known it stays where it is.
    fn pulls(&self) -> Vec<f64> {
        let sizes = sizes(self.samples, self.begin.len(), self.threads);
        sizes.into_iter().map(|size| if size > 0.0 { self.pull * size * size } else { 1.0 }).collect()
    }

    fn objective(&self, weights: &[f64], pulls: &[f64]) -> f64 {
        let away = weights.iter().zip(self.begin).zip(pulls).map(|((weight, begin), pull)| pull * (weight - begin).powi(2));
        loss(self.samples, weights, self.threads) + 0.5 * away.sum::<f64>()
    }

    /// The first and the second derivative of the objective.
    fn slope(&self, weights: &[f64], pulls: &[f64]) -> (Vec<f64>, Matrix) {
        let count = weights.len();
        let sums = chunks(self.samples, self.threads, |chunk| {
            let (mut slope, mut curvature) = (vec![0.0; count], Matrix::zero(count));
            for sample in chunk {
                let chance = chance(sample.value(weights));
                let (error, spread) = (chance - sample.result, chance * (1.0 - chance));
                for (index, &(row, amount)) in sample.amounts.iter().enumerate() {
                    slope[usize::from(row)] += error * amount;
                    for &(column, other) in &sample.amounts[..=index] {
                        *curvature.cell(row.into(), column.into()) += spread * amount * other;
                    }
                }
            }
            (slope, curvature)
        });
        let total = self.samples.len().max(1) as f64;
        let (mut slope, mut curvature) = (vec![0.0; count], Matrix::zero(count));
        for (first, second) in sums {
            slope.iter_mut().zip(first).for_each(|(sum, more)| *sum += more / total);
            curvature.add(&second, 1.0 / total);
        }
        for row in 0..count {
            slope[row] += pulls[row] * (weights[row] - self.begin[row]);
            *curvature.cell(row, row) += pulls[row];
            for column in 0..row {
                *curvature.cell(column, row) = curvature.at(row, column);
            }
        }
        for row in (0..count).filter(|&row| self.fixed.get(row) == Some(&true)) {
            slope[row] = 0.0;
            for column in 0..count {
                let own = f64::from(u8::from(row == column));
                *curvature.cell(row, column) = own;
                *curvature.cell(column, row) = own;
            }
        }
        (slope, curvature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(amounts: &[f64], result: f64, group: u32) -> Sample {
        Sample { amounts: (0..).zip(amounts.iter().copied()).collect(), result, group }
    }

    /// Three of four are won with one more of the term: the logarithm of the odds is that of 3, whatever the method.
    #[test]
    fn one_term_is_worth_the_logarithm_of_its_odds() {
        let samples: Vec<Sample> = [1.0, 1.0, 1.0, 0.0].map(|result| sample(&[1.0], result, 0)).to_vec();
        let fit = Fit { samples: &samples, begin: &[0.0], pull: 1e-12, fixed: &[false], threads: 1 };
        assert!((fit.weights()[0] - 3f64.ln()).abs() < 1e-6, "{:?}", fit.weights());
        let half = [sample(&[1.0], 0.5, 0)];
        assert!(Fit { samples: &half, begin: &[2.0], ..fit }.weights()[0].abs() < 1e-6, "a draw is even");
    }

    #[test]
    fn what_is_fixed_or_unknown_stays() {
        let samples: Vec<Sample> = [1.0, 1.0, 0.0].map(|result| sample(&[1.0, 1.0, 0.0], result, 0)).to_vec();
        let fit = Fit { samples: &samples, begin: &[0.0, 0.25, 7.0], pull: 1e-12, fixed: &[false, true, false], threads: 1 };
        let found = fit.weights();
        assert_eq!(found[1..], [0.25, 7.0]);
        assert!((found[0] + 0.25 - 2f64.ln()).abs() < 1e-6, "the others make up for it: {found:?}");
        assert_eq!(fit.errors(&found)[2], None);
    }

    #[test]
    fn a_strong_pull_leaves_everything_where_it_is() {
        let samples: Vec<Sample> = [1.0, 1.0, 1.0, 0.0].map(|result| sample(&[1.0], result, 0)).to_vec();
        let moved = |pull| Fit { samples: &samples, begin: &[0.0], pull, fixed: &[false], threads: 1 }.weights()[0];
        assert!(moved(1e6) < 1e-5 && moved(0.1) > 0.5 && moved(0.1) < moved(0.01));
    }

    #[test]
    fn samples_that_share_a_result_tell_less() {
        let shared = |of: u32| {
            let samples: Vec<Sample> =
                (0..800).map(|i| sample(&[1.0], f64::from(u8::from(!(i / of).is_multiple_of(4))), i / of)).collect();
            let fit = Fit { samples: &samples, begin: &[0.0], pull: 1e-12, fixed: &[false], threads: 1 };
            fit.errors(&fit.weights())[0].unwrap()
        };
        // Of 800 independent ones with a chance of three quarters: 1 / √(800 × 3/16).
        assert!((shared(1) - (800.0f64 * 3.0 / 16.0).sqrt().recip()).abs() < 1e-3, "{}", shared(1));
        // Ten of a kind are worth one.
        assert!((shared(10) / shared(1) - 10f64.sqrt()).abs() < 1e-3, "{}", shared(10));
    }
}
