//! Whole weights within their ranges that lose the least beside the fitted ones.
//!
//! The nearest whole number of each weight by itself is not the best choice: what one loses another can make up for. So from there single steps of
//! one are taken, always the one that gains most, as long as one gains by the curvature of the loss.

use crate::statistics::Matrix;

/// More steps are never needed: each gains, and the first guess is near.
const STEPS: usize = 10_000;

/// Whole weights near the fitted ones; `ranges` are their bounds.
pub fn whole(fitted: &[f64], curvature: &Matrix, ranges: &[(i32, i32)]) -> Vec<i32> {
    let count = fitted.len();
    let near = |(weight, range): (&f64, &(i32, i32))| (weight.round() as i32).clamp(range.0, range.1);
    let mut weights: Vec<i32> = fitted.iter().zip(ranges).map(near).collect();
    for _ in 0..STEPS {
        let away: Vec<f64> = weights.iter().zip(fitted).map(|(weight, fitted)| f64::from(*weight) - fitted).collect();
        let mut best = (-1e-12, None);
        for at in 0..count {
            let slope: f64 = (0..count).map(|other| curvature.at(at, other) * away[other]).sum();
            for step in [-1, 1] {
                let next = weights[at] + step;
                let change = 2.0 * f64::from(step) * slope + curvature.at(at, at);
                if change < best.0 && (ranges[at].0..=ranges[at].1).contains(&next) {
                    best = (change, Some((at, next)));
                }
            }
        }
        let (_, Some((at, next))) = best else { break };
        weights[at] = next;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::super::logistic::{Fit, Sample};
    use super::*;

    /// The curvature of samples with these amounts, at even chances.
    fn curvature(rows: &[&[f64]]) -> Matrix {
        let sample = |row: &&[f64]| Sample { amounts: (0..).zip(row.iter().copied()).collect(), result: 0.5, group: 0 };
        let samples: Vec<Sample> = rows.iter().map(sample).collect();
        let begin = vec![0.0; rows[0].len()];
        Fit { samples: &samples, begin: &begin, pull: 1e-9, fixed: &[], threads: 1 }.curvature(&begin)
    }

    #[test]
    fn weights_that_have_nothing_to_do_with_each_other_are_rounded() {
        let apart = curvature(&[&[1.0, 0.0], &[0.0, 1.0]]);
        assert_eq!(whole(&[1.4, -2.6], &apart, &[(-9, 9); 2]), [1, -3]);
    }

    #[test]
    fn weights_stay_within_their_ranges() {
        let apart = curvature(&[&[1.0, 0.0], &[0.0, 1.0]]);
        assert_eq!(whole(&[12.0, -2.6], &apart, &[(-9, 9), (0, 5)]), [9, 0]);
    }

    /// Two terms that come together: their sum counts, and it is 3.
    #[test]
    fn what_one_weight_loses_another_makes_up_for() {
        let together = curvature(&[&[1.0, 1.0], &[1.0, 1.0], &[1.0, 0.9]]);
        let found = whole(&[1.5, 1.5], &together, &[(0, 9); 2]);
        assert_eq!(found[0] + found[1], 3, "{found:?}");
        let found = whole(&[1.4, 1.4], &together, &[(0, 9); 2]);
        assert_eq!(found[0] + found[1], 3, "rounding alone has 2: {found:?}");
    }
}
