//! What a unit makes of the sum of what comes in.
//!
//! Exponential and hyperbolic tangent are the polynomials of Cephes (S. Moshier, *Methods and Programs for Mathematical Functions*, 1989) for single precision. They risk nothing that a network would notice (about
//! 1e-7) and give the same bits on every machine, which the functions of the system's library do not.

/// The slope that training may pretend a clipped unit has where it is flat, so that a unit that is clipped for every position can come back.
pub const LEAK: f32 = 0.01;

/// What a unit makes of its sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    /// The sum itself.
    Linear,
    /// The hyperbolic tangent, between -1 and 1.
    Tanh,
    /// The logistic function, between 0 and 1.
    Sigmoid,
    /// The sum, but at least 0 and at most 1.
    Clipped,
}

impl Activation {
    /// All of them, each at the place of its [`Activation::code`].
    pub const ALL: [Activation; 4] = [Activation::Linear, Activation::Tanh, Activation::Sigmoid, Activation::Clipped];

    /// The number by which a part names it.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// What the unit makes of this sum.
    pub fn apply(self, sum: f32) -> f32 {
        match self {
            Activation::Linear => sum,
            Activation::Tanh => tanh(sum),
            Activation::Sigmoid => sigmoid(sum),
            Activation::Clipped => clip(sum),
        }
    }

    /// Makes of all these sums what the units make of them.
    pub fn apply_all(self, sums: &mut [f32]) {
        // One loop each, which the compiler turns into vector instructions.
        match self {
            Activation::Linear => {}
            Activation::Tanh => sums.iter_mut().for_each(|sum| *sum = tanh(*sum)),
            Activation::Sigmoid => sums.iter_mut().for_each(|sum| *sum = sigmoid(*sum)),
            Activation::Clipped => sums.iter_mut().for_each(|sum| *sum = clip(*sum)),
        }
    }

    /// How fast what the unit puts out rises with its sum, by what it puts out; for a clipped unit at its limits this is `leak`: 0, or [`LEAK`] in training.
    pub fn slope(self, output: f32, leak: f32) -> f32 {
        match self {
            Activation::Linear => 1.0,
            Activation::Tanh => 1.0 - output * output,
            Activation::Sigmoid => output * (1.0 - output),
            Activation::Clipped if output > 0.0 && output < 1.0 => 1.0,
            Activation::Clipped => leak,
        }
    }

    /// Multiplies each of these gradients by the slope of the unit that put this out.
    pub fn slope_all(self, outputs: &[f32], leak: f32, gradients: &mut [f32]) {
        let each = gradients.iter_mut().zip(outputs);
        match self {
            Activation::Linear => {}
            Activation::Tanh => each.for_each(|(gradient, output)| *gradient *= Activation::Tanh.slope(*output, leak)),
            Activation::Sigmoid => each.for_each(|(gradient, output)| *gradient *= Activation::Sigmoid.slope(*output, leak)),
            Activation::Clipped => each.for_each(|(gradient, output)| {
                // No short circuit: both comparisons at once are a vector instruction.
                let inside = (*output > 0.0) & (*output < 1.0);
                *gradient *= if inside { 1.0 } else { leak };
            }),
        }
    }
}

#[inline(always)]
fn clip(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

#[inline(always)]
fn sigmoid(sum: f32) -> f32 {
    1.0 / (1.0 + exponential(-sum))
}

#[inline(always)]
fn tanh(sum: f32) -> f32 {
    let size = sum.abs();
    let square = sum * sum;
    let small = [2.063_909e-2, -5.373_971_4e-2, 1.333_144_2e-1, -3.333_328e-1]
        .iter()
        .fold(-5.704_988_7e-3, |polynomial, next| polynomial * square + next);
    let large = 1.0 - 2.0 / (1.0 + exponential(2.0 * size));
    if size < 0.625 { small * square * sum + sum } else { large.copysign(sum) }
}

/// e to this power, within two units in the last place; what would be too large or too small for an `f32` becomes almost the largest and almost the smallest.
#[inline(always)]
pub fn exponential(power: f32) -> f32 {
    let power = power.clamp(-87.0, 88.0);
    let twos = (power * std::f32::consts::LOG2_E).round_ties_even();
    // The logarithm of 2 in two pieces, of which the first has few bits: its product is exact.
    let rest = power - twos * 0.693_359_4 + twos * 2.121_944_4e-4;
    let polynomial = [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5]
        .iter()
        .fold(1.987_569_1e-4, |polynomial, next| polynomial * rest + next);
    (polynomial * rest * rest + rest + 1.0) * f32::from_bits(((twos as i32 + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_what_they_are_called() {
        for step in -4_000..=4_000 {
            let sum = step as f32 / 150.0;
            let exact = f64::from(sum);
            let check = |name: &str, found: f32, wanted: f64, most: f64| {
                assert!((f64::from(found) - wanted).abs() <= most, "{name} of {sum} is {wanted} and not {found}");
            };
            check("tanh", Activation::Tanh.apply(sum), exact.tanh(), 2e-7);
            check("sigmoid", Activation::Sigmoid.apply(sum), 1.0 / (1.0 + (-exact).exp()), 2e-7);
            check("clip", Activation::Clipped.apply(sum), exact.clamp(0.0, 1.0), 0.0);
            check("exponential", exponential(sum), exact.exp(), 3e-7 * exact.exp());
        }
    }

    #[test]
    fn nothing_finite_gives_more_than_numbers() {
        for sum in [-f32::MAX, -1e9, -100.0, -0.0, 100.0, 1e9, f32::MAX] {
            for activation in Activation::ALL {
                assert!(activation.apply(sum).is_finite(), "{activation:?} of {sum}");
            }
        }
        assert_eq!(Activation::Tanh.apply(-50.0), -1.0);
        assert!(Activation::Sigmoid.apply(-200.0) < 1e-37);
    }

    #[test]
    fn slopes_are_differences_of_what_is_applied() {
        for activation in Activation::ALL {
            for sum in [-3.1, -0.8, 0.2, 0.55, 0.9, 1.7] {
                let output = activation.apply(sum);
                let difference = (activation.apply(sum + 1e-2) - activation.apply(sum - 1e-2)) / 2e-2;
                let slope = activation.slope(output, 0.0);
                assert!((slope - difference).abs() < 1e-4, "{activation:?} at {sum}: {slope}, {difference}");
            }
        }
    }

    #[test]
    fn many_at_once_are_each_by_itself() {
        let sums: Vec<f32> = (-20..20).map(|sum| sum as f32 / 7.0).collect();
        for activation in Activation::ALL {
            let mut all = sums.clone();
            activation.apply_all(&mut all);
            let mut slopes = vec![2.0; all.len()];
            activation.slope_all(&all, LEAK, &mut slopes);
            for ((sum, output), slope) in sums.iter().zip(&all).zip(&slopes) {
                assert_eq!((*output, *slope), (activation.apply(*sum), 2.0 * activation.slope(*output, LEAK)));
            }
            assert_eq!(Activation::ALL[activation.code() as usize], activation);
        }
    }
}
