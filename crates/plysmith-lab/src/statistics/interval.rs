//! A figure with its interval, and how sure the interval is.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// A figure and between what it lies.
///
/// An end can be infinite. JSON has no word for that and says `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half the width, to be printed behind `±`; none if the whole interval is at infinity.
    pub fn margin(&self) -> Option<f64> {
        let margin = (self.high - self.low) / 2.0;
        (!margin.is_nan()).then_some(margin)
    }

    /// The interval of a rising function of the figure.
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Interval {
        Interval { value: rising(self.value), low: rising(self.low), high: rising(self.high) }
    }
}

/// How often intervals like this one hold the truth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Level(f64);

impl Level {
    /// A level between 0 and 1.
    pub fn new(level: f64) -> Result<Level, LevelError> {
        if level > 0.0 && level < 1.0 { Ok(Level(level)) } else { Err(LevelError(level)) }
    }

    /// The level as a share.
    pub fn share(self) -> f64 {
        self.0
    }

    /// How many standard deviations a normal distribution has to either side.
    pub fn quantile(self) -> f64 {
        Normal::standard().inverse_cdf(0.5 + self.0 / 2.0)
    }
}

impl Default for Level {
    /// 95 %.
    fn default() -> Level {
        Level(0.95)
    }
}

impl TryFrom<f64> for Level {
    type Error = LevelError;

    fn try_from(level: f64) -> Result<Level, LevelError> {
        Level::new(level)
    }
}

impl From<Level> for f64 {
    fn from(level: Level) -> f64 {
        level.0
    }
}

/// A level that no interval can have.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is no level of an interval; use a number above 0 and below 1, such as 0.95")]
pub struct LevelError(pub f64);

#[cfg(test)]
mod tests {
    use super::*;

    /// The quantiles stand in every table of the normal distribution.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (level, quantile) in [(0.95, 1.959_963_984_540_054), (0.99, 2.575_829_303_548_901), (0.5, 0.674_489_750_196_081_7)] {
            let found = Level::new(level).unwrap().quantile();
            assert!((found - quantile).abs() < 1e-9, "{level}: {found}");
        }
    }

    #[test]
    fn a_level_is_between_none_and_all() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN] {
            let error = Level::new(level).unwrap_err().to_string();
            assert!(error.contains("is no level of an interval; use"), "{error}");
        }
    }

    #[test]
    fn a_margin_at_infinity_is_unknown() {
        let infinite = f64::INFINITY;
        for (low, high, margin) in [(1.0, 3.0, Some(1.0)), (1.0, infinite, Some(infinite)), (infinite, infinite, None)] {
            assert_eq!(Interval { value: low, low, high }.margin(), margin);
        }
    }
}
