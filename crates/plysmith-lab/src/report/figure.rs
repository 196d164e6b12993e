//! Numbers with what is known about their precision, and how they are written.

use serde::{Deserialize, Serialize};

use crate::statistics::Interval;

/// A number, and between what it lies if that is known. An end that is missing beside one that is there is unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// The lower end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl Figure {
    /// A number that is known exactly.
    pub const fn exact(value: f64) -> Figure {
        Figure { value, low: None, high: None }
    }

    /// A number with its interval; an infinite end becomes an unbounded one.
    pub fn between(value: f64, low: f64, high: f64) -> Figure {
        let end = |end: f64| end.is_finite().then_some(end);
        Figure { value, low: end(low), high: end(high) }
    }

    /// The figure times a number, such as a share in percent.
    pub fn times(self, factor: f64) -> Figure {
        let ends = [self.low, self.high].map(|end| end.map(|end| end * factor));
        let [low, high] = if factor < 0.0 { [ends[1], ends[0]] } else { ends };
        Figure { value: self.value * factor, low, high }
    }

    /// All numbers in it.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
        [Some(self.value), self.low, self.high].into_iter().flatten()
    }

    pub(super) fn has_interval(&self) -> bool {
        self.low.is_some() || self.high.is_some()
    }

    /// Between what it lies, which without an interval is the number itself.
    pub(super) fn ends(&self) -> (f64, f64) {
        if self.has_interval() {
            (self.low.unwrap_or(f64::NEG_INFINITY), self.high.unwrap_or(f64::INFINITY))
        } else {
            (self.value, self.value)
        }
    }

    /// The ends in parentheses, `(0.58 to 0.67)`; none without an interval.
    pub(super) fn interval(&self, style: Style) -> Option<String> {
        let style = style.fitting(self);
        let infinite = |text: &str| text.to_string();
        self.has_interval().then(|| {
            let low = self.low.map_or_else(|| infinite("-∞"), |low| style.write(low));
            let high = self.high.map_or_else(|| infinite("∞"), |high| style.write(high));
            format!("({low} to {high})")
        })
    }

    /// The number alone, as precise as its interval allows.
    pub(super) fn number(&self, style: Style) -> String {
        style.fitting(self).write(self.value)
    }
}

impl From<f64> for Figure {
    fn from(value: f64) -> Figure {
        Figure::exact(value)
    }
}

impl From<Interval> for Figure {
    fn from(interval: Interval) -> Figure {
        Figure::between(interval.value, interval.low, interval.high)
    }
}

/// How numbers of one column or axis are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// Digits behind the point; `None` for as many as the number needs.
    pub decimals: Option<u8>,
    /// Positive numbers have a plus.
    pub signed: bool,
}

impl Style {
    pub fn signed(signed: bool) -> Style {
        Style { decimals: None, signed }
    }

    /// The style with the decimals that the interval of a figure justifies: two digits of its width.
    fn fitting(self, figure: &Figure) -> Style {
        let (Some(low), Some(high), None) = (figure.low, figure.high, self.decimals) else { return self };
        let width = high - low;
        let extreme = figure.value.abs().max(width) >= LARGEST || width < SMALLEST;
        if extreme || !width.is_finite() {
            return self;
        }
        let decimals = (1.0 - width.log10().floor()).clamp(0.0, 9.0) as u8;
        Style { decimals: Some(decimals), ..self }
    }

    /// One style for figures that stand below each other: as precise as the most precise of them, unless their sizes differ too much.
    pub fn common(self, figures: impl Iterator<Item = Figure> + Clone) -> Style {
        let sizes = || figures.clone().map(|figure| figure.value.abs()).filter(|size| *size > 0.0);
        let (least, most) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
        if self.decimals.is_some() || most / least > 1e4 || !(most < LARGEST && least >= SMALLEST) {
            return self;
        }
        let decimals = |figure: Figure| match self.fitting(&figure).decimals {
            Some(decimals) => decimals,
            None => free(figure.value).split_once('.').map_or(0, |(_, digits)| digits.len() as u8),
        };
        Style { decimals: figures.map(decimals).max(), ..self }
    }

    pub fn write(self, value: f64) -> String {
        let text = match self.decimals {
            _ if value.is_nan() => return "–".into(),
            _ if value.is_infinite() => return if value > 0.0 { "∞".into() } else { "-∞".into() },
            Some(decimals) if value.abs() < LARGEST => fixed(value, decimals.into()),
            _ => free(value),
        };
        if self.signed && value > 0.0 { format!("+{text}") } else { text }
    }
}

/// From here on numbers are written by their exponent.
const LARGEST: f64 = 1e15;
/// Below this too.
const SMALLEST: f64 = 1e-4;

/// So many digits behind the point, and the others in groups.
fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if value < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) { "-" } else { "" };
    format!("{sign}{}{rest}", grouped(whole))
}

/// Three digits at least, and all before the point.
fn free(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(SMALLEST..LARGEST).contains(&size) {
        return exponential(value);
    }
    let decimals = if size == 0.0 { 0.0 } else { (2.0 - size.log10().floor()).clamp(0.0, 6.0) };
    let text = fixed(value, decimals as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// `1.5×10⁻⁹`.
pub(super) fn exponential(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let raised: String = exponent.chars().map(raise).collect();
    match mantissa {
        "1" => format!("10{raised}"),
        "-1" => format!("-10{raised}"),
        _ => format!("{mantissa}×10{raised}"),
    }
}

fn raise(digit: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize])
}

/// On paper numbers have a real minus.
pub(super) fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// Digits in groups of three: `1,234,567`.
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_shows_the_digits_that_matter() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.5, "0.5"),
            (0.621_34, "0.621"),
            (-12.345, "-12.3"),
            (260.0, "260"),
            (1_234.56, "1,235"),
            (1_234_567.0, "1,234,567"),
            (1e15, "10¹⁵"),
            (-2.5e-9, "-2.5×10⁻⁹"),
            (f64::MAX, "1.8×10³⁰⁸"),
            (5e-324, "4.94×10⁻³²⁴"),
            (f64::NAN, "–"),
            (f64::NEG_INFINITY, "-∞"),
        ] {
            assert_eq!(Style::default().write(value), text, "{value}");
        }
    }

    #[test]
    fn decimals_and_signs_are_kept() {
        let style = Style { decimals: Some(1), signed: true };
        for (value, text) in [(12_345.67, "+12,345.7"), (-0.04, "0.0"), (-3.0, "-3.0"), (0.0, "0.0")] {
            assert_eq!(style.write(value), text, "{value}");
        }
    }

    #[test]
    fn an_interval_decides_how_precise_its_figure_is_written() {
        let check = |figure: Figure, number: &str, interval: &str| {
            let found = (figure.number(Style::default()), figure.interval(Style::default()).unwrap_or_default());
            assert_eq!(found, (number.to_string(), interval.to_string()));
        };
        check(Figure::between(57.4837, 54.12, 60.81), "57.5", "(54.1 to 60.8)");
        check(Figure::between(57_483.7, 51_000.0, 60_810.0), "57,484", "(51,000 to 60,810)");
        check(Figure::between(0.62, 0.58, f64::INFINITY), "0.62", "(0.58 to ∞)");
        check(Figure::exact(0.62), "0.62", "");
        check(Figure::between(0.1, 0.1, 0.1), "0.1", "(0.1 to 0.1)");
    }

    #[test]
    fn figures_below_each_other_have_equally_many_decimals() {
        let check = |values: &[f64], decimals| {
            let figures = values.iter().copied().map(Figure::exact);
            assert_eq!(Style::default().common(figures).decimals, decimals, "{values:?}");
        };
        check(&[0.816, 0.7, 0.38], Some(3));
        check(&[12.0, 1_400.0], Some(0));
        check(&[0.0, 2.5], Some(1));
        check(&[0.001_23, 1e6], None);
        check(&[f64::NAN, f64::INFINITY], None);
    }

    #[test]
    fn a_negative_factor_swaps_the_ends() {
        assert_eq!(Figure::between(1.0, 0.5, 2.0).times(-100.0), Figure::between(-100.0, -200.0, -50.0));
    }
}
