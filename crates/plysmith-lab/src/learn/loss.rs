//! How wrong an answer is, and how that changes with the sum from which it was made.

use plysmith::net::{Activation, exponential};

/// How wrong an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Half the square of the distance from the target.
    Squared,
    /// The cross entropy, in nats, of the target and the logistic function of the sum, whatever the activation of the output. A network that should put out sums in play is trained with linear outputs and this.
    CrossEntropy,
}

impl Loss {
    /// The loss of an output whose sum became this answer.
    pub fn of(self, sum: f32, answer: f32, target: f32) -> f32 {
        match self {
            Loss::Squared => 0.5 * (answer - target) * (answer - target),
            // The logarithms of both shares without taking one of a share that is nearly 0.
            Loss::CrossEntropy => sum.max(0.0) - target * sum + (-sum.abs()).exp().ln_1p(),
        }
    }

    /// How the loss changes with the sum of an output of this activation; `leak` is that of [`Activation::slope`].
    pub fn slope(self, output: Activation, leak: f32, sum: f32, answer: f32, target: f32) -> f32 {
        match self {
            Loss::Squared => (answer - target) * output.slope(answer, leak),
            Loss::CrossEntropy => 1.0 / (1.0 + exponential(-sum)) - target,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_differences_of_losses() {
        for output in Activation::ALL {
            for loss in [Loss::Squared, Loss::CrossEntropy] {
                for (sum, target) in [(0.3, 1.0), (0.7, 0.25), (-0.4, 0.0), (1.5, 0.5)] {
                    let at = |sum: f32| loss.of(sum, output.apply(sum), target);
                    let difference = (at(sum + 1e-2) - at(sum - 1e-2)) / 2e-2;
                    let slope = loss.slope(output, 0.0, sum, output.apply(sum), target);
                    assert!((slope - difference).abs() < 1e-4, "{loss:?} of {output:?} at {sum}: {slope}, {difference}");
                }
            }
        }
    }

    #[test]
    fn cross_entropy_is_what_it_is_called() {
        let check = |sum: f32, target: f32| {
            let share = 1.0 / (1.0 + f64::from(-sum).exp());
            let target_share = f64::from(target);
            let wanted = -target_share * share.ln() - (1.0 - target_share) * (1.0 - share).ln();
            let found = f64::from(Loss::CrossEntropy.of(sum, 0.0, target));
            assert!((wanted - found).abs() < 1e-5, "{sum} for {target}: {found} and not {wanted}");
        };
        for (sum, target) in [(0.0, 0.5), (2.0, 1.0), (-3.0, 1.0), (4.0, 0.25), (-5.0, 0.0)] {
            check(sum, target);
        }
        assert!(Loss::CrossEntropy.of(-1e6, 0.0, 1.0).is_finite());
        assert_eq!(Loss::CrossEntropy.of(1e6, 0.0, 1.0), 0.0);
    }
}
