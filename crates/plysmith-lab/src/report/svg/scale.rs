//! From numbers to places: an axis with ticks at round numbers that cover the data.

use super::super::figure::{Style, exponential, minus};
use super::super::{Axis, Spacing};

/// An axis that is laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    spacing: Spacing,
    /// Round numbers, rising, at least two; the data lies between the first and the last.
    pub ticks: Vec<f64>,
}

/// Beyond these the arithmetic of ticks would leave the numbers there are.
const HUGE: f64 = 1e300;
const TINY: f64 = 1e-290;

impl Scale {
    /// The scale of these values with about so many ticks. What is no number, or has no logarithm where one is needed, is left out.
    pub fn over(values: impl IntoIterator<Item = f64>, spacing: Spacing, wanted: usize) -> Scale {
        let logarithmic = spacing == Spacing::Logarithmic;
        let usable = |value: &f64| value.is_finite() && (!logarithmic || *value > 0.0);
        let values: Vec<f64> = values.into_iter().filter(usable).map(|value| value.clamp(-HUGE, HUGE)).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let wanted = wanted.max(2);
        let ticks = match (values.is_empty(), spacing) {
            (true, Spacing::Linear) => vec![0.0, 1.0],
            (true, Spacing::Logarithmic) => vec![1.0, 10.0],
            (false, Spacing::Linear) => linear(low, high, values.iter().all(|value| value.fract() == 0.0), wanted),
            (false, Spacing::Logarithmic) => logarithmic_ticks(low.max(TINY), high.max(TINY), wanted),
        };
        Scale { spacing, ticks }
    }

    fn ends(&self) -> (f64, f64) {
        (self.ticks[0], self.ticks[self.ticks.len() - 1])
    }

    /// Whether a value has a place.
    pub fn covers(&self, value: f64) -> bool {
        let (low, high) = self.ends();
        let slack = 1e-6 * (high - low);
        (low - slack..=high + slack).contains(&value)
    }

    /// Where a value is between two places; at the nearer end if it is outside of them.
    pub fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let (low, high) = self.ends();
        let share = match self.spacing {
            Spacing::Linear => (value - low) / (high - low),
            Spacing::Logarithmic if value > 0.0 => (value / low).ln() / (high / low).ln(),
            Spacing::Logarithmic => 0.0,
        };
        from + share.clamp(0.0, 1.0) * (to - from)
    }

    /// The text beside a tick.
    pub fn text(&self, tick: f64, signed: bool) -> String {
        let (low, high) = self.ends();
        let plain = low.abs().max(high.abs()) <= 1e7;
        if !plain && tick.abs() >= 1e3 {
            // Long rows of zeros are harder to read than an exponent.
            let plus = if signed && tick > 0.0 { "+" } else { "" };
            return format!("{plus}{}", minus(&exponential(tick)));
        }
        let decimals = match self.spacing {
            Spacing::Linear if plain => {
                let step = high / (self.ticks.len() - 1) as f64 - low / (self.ticks.len() - 1) as f64;
                // A step such as 2.5 has a digit more than its size says.
                let digits = (-step.log10().floor()).max(0.0);
                let scaled = step * 10f64.powf(digits);
                let digits = if (scaled - scaled.round()).abs() > 1e-6 { digits + 1.0 } else { digits };
                (digits <= 6.0).then_some(digits as u8)
            }
            _ => None,
        };
        minus(&Style { decimals, signed }.write(tick))
    }

    /// Every second or third tick, so that so many letters of text fit into a length.
    pub fn thinned(&self, length: f64, widest: f64) -> Vec<f64> {
        let fits = ((length / (widest + 14.0)).floor() as usize).max(1);
        let every = (self.ticks.len() - 1).div_ceil(fits).max(1);
        self.ticks.iter().copied().step_by(every).collect()
    }
}

fn linear(low: f64, high: f64, whole: bool, wanted: usize) -> Vec<f64> {
    let size = low.abs().max(high.abs());
    let (low, high) = if high - low > size * 1e-9 && high - low > TINY {
        (low, high)
    } else {
        // All are equal, or as good as.
        let reach = if size == 0.0 { 1.0 } else { (size * 0.1).max(TINY) };
        let reach = if whole { reach.max(1.0) } else { reach };
        (low - reach, high + reach)
    };
    let rough = high / wanted as f64 - low / wanted as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough * 0.999);
    let mut step = step.unwrap_or(10.0 * power);
    if whole && step < 1.0 {
        step = 1.0;
    }
    if whole && step == 2.5 {
        step = 5.0;
    }
    let first = (low / step + 1e-9).floor();
    let last = (high / step - 1e-9).ceil().max(first + 1.0);
    (0..=(last - first) as usize).map(|index| rounded((first + index as f64) * step, step)).collect()
}

/// Without the crumbs of binary fractions.
fn rounded(value: f64, step: f64) -> f64 {
    let digits = (2.0 - step.log10().floor()).max(0.0);
    if digits > 15.0 { value } else { format!("{value:.0$}", digits as usize).parse().unwrap_or(value) }
}

/// Powers of ten, or for less than two of them also twice and five times those.
fn logarithmic_ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let (low, high) = if high / low > 1.000_001 { (low, high) } else { (low / 1.9, high * 1.9) };
    let (first, last) = ((low.log10() + 1e-9).floor() as i32, (high.log10() - 1e-9).ceil() as i32);
    let decades = (last - first).max(1) as usize;
    if decades > 2 {
        let every = decades.div_ceil(wanted).max(1) as i32;
        let mut ticks: Vec<f64> =
            (0..).map(|index| first + index * every).take_while(|power| power - every < last).map(power).collect();
        ticks.dedup();
        return ticks;
    }
    let all: Vec<f64> = (first - 1..=last).flat_map(|exponent| [1.0, 2.0, 5.0].map(|factor| factor * power(exponent))).collect();
    let from = all.iter().rposition(|tick| *tick <= low * 1.000_000_1).unwrap_or(0);
    let to = all.iter().position(|tick| *tick >= high * 0.999_999_9).unwrap_or(all.len() - 1).max(from + 1);
    all[from..=to].to_vec()
}

/// A power of ten, as exact as it is written.
fn power(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// The heading of an axis.
pub fn heading(axis: &Axis) -> String {
    let unit = if axis.unit.is_empty() { String::new() } else { format!(", {}", axis.unit) };
    let spacing = if axis.spacing == Spacing::Logarithmic { " (log scale)" } else { "" };
    format!("{}{unit}{spacing}", axis.label)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Ticks rise, are round, and the data lies between them.
    fn check(values: &[f64], spacing: Spacing) {
        let scale = Scale::over(values.iter().copied(), spacing, 6);
        let ticks = &scale.ticks;
        assert!((2..=20).contains(&ticks.len()), "{values:?}: {ticks:?}");
        assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}: {ticks:?}");
        for tick in ticks {
            assert!(is_round(*tick, ticks), "{values:?}: {tick} of {ticks:?}");
            assert!(!scale.text(*tick, true).is_empty());
        }
        let slack = 1e-6 * (ticks[ticks.len() - 1] - ticks[0]);
        let covered = |value: &f64| ticks[0] - slack <= *value && *value <= ticks[ticks.len() - 1] + slack;
        let usable = values.iter().filter(|value| value.is_finite() && value.abs() < HUGE);
        for value in usable.filter(|value| spacing == Spacing::Linear || **value > TINY) {
            assert!(covered(value), "{value} is outside of {ticks:?}");
            let place = scale.place(*value, 0.0, 100.0);
            assert!((0.0..=100.0).contains(&place), "{value}: {place}");
        }
    }

    /// At most three digits that are not 0, relative to the largest tick.
    fn is_round(tick: f64, ticks: &[f64]) -> bool {
        let largest = ticks.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        let step = ticks[1] - ticks[0];
        if largest / step > 1e3 {
            // Digits are spent on where the data is; then the distance has to be round.
            return is_round(step, &[step, 2.0 * step]);
        }
        let digits = tick.abs() / 10f64.powf(largest.log10().floor() - 4.0);
        (digits - digits.round()).abs() < 1e-3
    }

    #[test]
    fn data_that_is_hardly_there_still_has_an_axis() {
        for spacing in [Spacing::Linear, Spacing::Logarithmic] {
            for values in [
                &[][..],
                &[0.0],
                &[5.0],
                &[-7.0, -7.0, -7.0],
                &[f64::NAN, f64::INFINITY],
                &[f64::NAN, 3.0],
                &[1e-300, 1e300],
                &[f64::MIN_POSITIVE, f64::MAX],
                &[-f64::MAX, f64::MAX],
                &[5e-324],
                &[1e15, 1e15 + 1.0],
                &[0.1, 0.1 + 1e-17],
                &[-1e-9, 1e-9],
                &[0.0, 1e9],
            ] {
                check(values, spacing);
            }
        }
    }

    #[test]
    fn ticks_are_those_that_a_person_would_choose() {
        let ticks = |values: &[f64], spacing| Scale::over(values.iter().copied(), spacing, 6).ticks;
        assert_eq!(ticks(&[3.0, 9.0], Spacing::Linear), [3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(ticks(&[0.42, 0.61], Spacing::Linear), [0.40, 0.45, 0.50, 0.55, 0.60, 0.65]);
        assert_eq!(ticks(&[-3.1, 2.94], Spacing::Linear), [-4.0, -2.0, 0.0, 2.0, 4.0]);
        assert_eq!(ticks(&[1.0, 2.0], Spacing::Linear), [1.0, 2.0], "halves of whole things are no ticks");
        assert_eq!(ticks(&[300.0, 2e6], Spacing::Logarithmic), [1e2, 1e3, 1e4, 1e5, 1e6, 1e7]);
        assert_eq!(ticks(&[30.0, 150.0], Spacing::Logarithmic), [20.0, 50.0, 100.0, 200.0]);
    }

    #[test]
    fn numbers_beside_ticks_have_as_many_digits_as_the_step_needs() {
        let texts = |values: &[f64]| {
            let scale = Scale::over(values.iter().copied(), Spacing::Linear, 4);
            scale.ticks.iter().map(|tick| scale.text(*tick, false)).collect::<Vec<_>>()
        };
        assert_eq!(texts(&[0.0, 10.0]), ["0", "5", "10"]);
        assert_eq!(texts(&[0.1, 9.5]), ["0.0", "2.5", "5.0", "7.5", "10.0"]);
        assert_eq!(texts(&[0.0, 4e6]), ["0", "1,000,000", "2,000,000", "3,000,000", "4,000,000"]);
        assert_eq!(texts(&[0.0, 4e9]), ["0", "10⁹", "2×10⁹", "3×10⁹", "4×10⁹"]);
    }

    proptest! {
        #[test]
        fn every_axis_covers_its_data_with_round_numbers(values in prop::collection::vec(-1e9..1e9, 1..20), power in -6i32..6) {
            let values: Vec<f64> = values.iter().map(|value: &f64| value * 10f64.powi(power)).collect();
            check(&values, Spacing::Linear);
            let positive: Vec<f64> = values.iter().map(|value| value.abs() + 1e-12).collect();
            check(&positive, Spacing::Logarithmic);
        }
    }
}
