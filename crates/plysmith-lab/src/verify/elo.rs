//! How much stronger the first player of a match is: Elo, normalised Elo and the likelihood of superiority.
//!
//! Conventions are those of fastchess and fishtest. The error comes from the variance of the pairs, which is smaller than that of
//! as many single games because the two games of an opening balance each other. Normalised Elo measures the advantage in standard
//! deviations of a game, which makes it comparable between games and openings with few and with many draws.
//!
//! Where a match says little, match runners print `inf` and `nan`, and so do we in texts: all won is an infinite rating with an
//! unknown error. In JSON both are `null`. Two of their `nan` have a limit, which we give: all drawn is a normalised Elo of 0 and
//! an even likelihood of superiority, which is what fishtest's small prior makes of it.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::counts::{Counts, Pentanomial};
use super::likelihood::Sample;
use crate::statistics::{Interval, Level};

/// Normalised Elo of a player whose mean is one standard deviation of a game above one half.
pub const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// What a match says about the strength of its first player. Intervals are of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The share of the points.
    pub score: Interval,
    /// Logistic Elo.
    pub elo: Interval,
    /// Normalised Elo.
    pub nelo: Interval,
    /// Likelihood of superiority: the probability that the first player is the stronger one.
    pub los: f64,
    /// The share of pairs that ended even, or of drawn games.
    pub draw_ratio: f64,
    /// Pairs won for each lost; infinite if none was lost, unknown if all ended even or there are only single games.
    pub pairs_ratio: Option<f64>,
}

impl Rating {
    /// The rating that the counts show; none without games.
    pub fn of(counts: impl Into<Counts>) -> Option<Rating> {
        let counts = counts.into();
        if counts.games() == 0 {
            return None;
        }
        Some(match counts {
            Counts::Pairs(Pentanomial(pairs)) => {
                let [ll, ld, _, wd, ww] = pairs;
                let ratio = (ww + wd) as f64 / (ll + ld) as f64;
                Rating::from_sample(Sample::new(pairs), 2.0, (!ratio.is_nan()).then_some(ratio))
            }
            Counts::Games(games) => Rating::from_sample(Sample::new([games.losses, games.draws, games.wins]), 1.0, None),
        })
    }

    /// What the score is at least, with 95 %: the lower end of an interval that is open above.
    pub fn at_least(&self) -> f64 {
        // As many standard errors as leave 5 % below instead of 2.5 %.
        const REACH: f64 = 1.644_853_626_951_472_8 / 1.959_963_984_540_054;
        self.score.value - REACH * (self.score.value - self.score.low)
    }

    fn from_sample<const N: usize>(sample: Sample<N>, games_each: f64, pairs_ratio: Option<f64>) -> Rating {
        let (mean, variance) = (sample.mean(), sample.variance());
        let error = (variance / sample.size).sqrt();
        let reach = Level::default().quantile();
        let score = Interval { value: mean, low: mean - reach * error, high: mean + reach * error };
        let t = over(mean - 0.5, (games_each * variance).sqrt());
        // In units of its own standard deviation the mean is known as well as the number of games allows, whatever the variance.
        let t_reach = reach / (games_each * sample.size).sqrt();
        Rating {
            score,
            elo: score.map(elo_of_score),
            nelo: Interval { value: t, low: t - t_reach, high: t + t_reach }.map(|t| t * NELO_PER_T),
            los: Normal::standard().cdf(over(mean - 0.5, error)),
            draw_ratio: sample.shares[N / 2],
            pairs_ratio,
        }
    }
}

/// A quotient that is 0 when there is nothing to divide.
fn over(part: f64, whole: f64) -> f64 {
    if part == 0.0 { 0.0 } else { part / whole }
}

/// The difference in Elo at which this share of the points is expected.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Subtracting from zero makes an even score +0 instead of -0.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The share of the points that a difference in Elo promises.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::super::counts::Trinomial;
    use super::*;

    fn pairs(ll: u64, ld: u64, even: u64, wd: u64, ww: u64) -> Counts {
        Pentanomial([ll, ld, even, wd, ww]).into()
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Counts {
        Trinomial { wins, draws, losses }.into()
    }

    /// Elo, its error, normalised Elo, its error and the likelihood of superiority in per cent, as printed with two digits.
    fn check(source: &str, counts: Counts, expected: [&str; 5]) {
        let rating = Rating::of(counts).unwrap();
        let margin = |interval: Interval| interval.margin().unwrap_or(f64::NAN);
        let found = [rating.elo.value, margin(rating.elo), rating.nelo.value, margin(rating.nelo), 100.0 * rating.los];
        assert_eq!(found.map(|number| format!("{number:.2}").to_lowercase()), expected, "{source}: {counts:?}");
    }

    /// The unit tests of fastchess (`app/tests/elo_test.cpp` at 2f5e888), completed with the digits that fastchess 60d7a7a
    /// computes, which a port of it keeps as its reference table.
    #[test]
    fn ratings_agree_with_the_tests_of_fastchess() {
        for (counts, expected) in [
            (games(76, 89, 123), ["-15.69", "30.46", "-20.76", "40.13", "15.53"]),
            (games(136, 96, 111), ["40.70", "30.43", "49.77", "36.77", "99.60"]),
            (games(34, 356, 0), ["-407.99", "63.16", "-508.44", "34.48", "0.00"]),
            (games(36433, 36027, 68692), ["1.00", "1.30", "1.39", "1.81", "93.43"]),
            (games(0, 7, 3), ["-301.33", "341.90", "-530.72", "215.34", "0.00"]),
            (games(10, 10, 10), ["0.00", "104.56", "0.00", "124.33", "50.00"]),
            (games(5, 0, 12), ["105.30", "84.43", "224.27", "165.16", "99.61"]),
            (pairs(34, 54, 31 + 32, 64, 75), ["55.58", "27.65", "57.94", "28.28", "100.00"]),
            (pairs(332, 433, 457 + 41, 333, 334), ["-8.64", "10.33", "-9.17", "10.96", "5.05"]),
            (pairs(7895, 8757, 5485 + 200, 568, 9999), ["-21.04", "2.95", "-19.01", "2.65", "0.00"]),
            (pairs(3, 0, 10 + 2, 0, 1), ["-43.66", "85.49", "-63.43", "120.38", "15.08"]),
            (pairs(0, 4, 9, 5, 0), ["9.65", "57.13", "19.36", "113.49", "63.09"]),
        ] {
            check("fastchess", counts, expected);
        }
    }

    /// What fastchess printed at the end of matches that others published, with the ratios.
    #[test]
    fn ratings_agree_with_published_matches() {
        for (source, counts, expected, draws, ratio) in [
            ("Zeno, 6,804 games", pairs(352, 579, 1264, 743, 464), ["19.83", "6.77", "24.25", "8.26", "100.00"], "37.15", "1.30"),
            (
                "Stockfish small net, 300 games",
                pairs(1, 10, 78, 48, 13),
                ["72.85", "22.33", "132.30", "39.32", "100.00"],
                "52.00",
                "5.55",
            ),
            ("20 games", pairs(0, 0, 1, 8, 1), ["190.85", "65.54", "549.34", "152.27", "100.00"], "10.00", "inf"),
            ("Clawfish, 200 games", pairs(0, 0, 4, 0, 96), ["676.08", "341.85", "1203.55", "48.15", "100.00"], "4.00", "inf"),
            ("4 games", pairs(0, 1, 0, 1, 0), ["0.00", "296.58", "0.00", "340.48", "50.00"], "0.00", "1.00"),
        ] {
            check(source, counts, expected);
            let rating = Rating::of(counts).unwrap();
            assert_eq!(format!("{:.2}", 100.0 * rating.draw_ratio), draws, "{source}");
            assert_eq!(format!("{:.2}", rating.pairs_ratio.unwrap()), ratio, "{source}");
        }
    }

    /// Published too: Artemis won 74 pairs of 74 (`inf +/- -nan`, 100 %), another lost 71 of 71 (`-inf +/- -nan`, 0 %).
    #[test]
    fn a_clean_sweep_is_infinite_with_an_unknown_error() {
        check("all won", pairs(0, 0, 0, 0, 74), ["inf", "nan", "inf", "nan", "100.00"]);
        check("all lost", pairs(71, 0, 0, 0, 0), ["-inf", "nan", "-inf", "nan", "0.00"]);
        check("all won", games(4250, 0, 0), ["inf", "nan", "inf", "nan", "100.00"]);
    }

    /// fastchess prints `0.00 +/- 0.00`, and `nan` for the rest. We give the limit of fewer and fewer decided pairs: there is no
    /// sign of a difference, and the error of normalised Elo depends on the number of games alone (1.96 × 347.44 / √16 = 170.24).
    #[test]
    fn all_drawn_is_even() {
        check("all drawn", pairs(0, 0, 8, 0, 0), ["0.00", "0.00", "0.00", "170.24", "50.00"]);
        let rating = Rating::of(pairs(0, 0, 8, 0, 0)).unwrap();
        assert_eq!((rating.draw_ratio, rating.pairs_ratio), (1.0, None));
    }

    #[test]
    fn no_games_are_no_rating() {
        assert_eq!(Rating::of(Pentanomial::default()), None);
        assert_eq!(Rating::of(Trinomial::default()), None);
    }

    /// fastchess prints `631.91 +/- nan` here (78 games, `[0, 0, 2, 0, 37]`), because the interval of the score goes beyond 1. That
    /// end is infinite, the other one is known and worth telling.
    #[test]
    fn an_interval_beyond_all_points_is_infinite_on_one_side() {
        check("78 games", pairs(0, 0, 2, 0, 37), ["631.91", "inf", "1056.68", "77.10", "100.00"]);
        let rating = Rating::of(pairs(0, 0, 2, 0, 37)).unwrap();
        assert!(rating.elo.low > 400.0 && rating.elo.high == f64::INFINITY, "{rating:?}");
    }

    #[test]
    fn json_has_null_for_what_is_not_finite() {
        for counts in [pairs(0, 0, 0, 0, 9), pairs(9, 0, 0, 0, 0), pairs(0, 0, 9, 0, 0), pairs(0, 0, 2, 0, 37)] {
            let text = serde_json::to_string(&Rating::of(counts).unwrap()).unwrap();
            assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
        }
        let json = serde_json::to_value(Rating::of(pairs(0, 0, 0, 0, 9))).unwrap();
        assert!(json["elo"]["value"].is_null() && json["pairs_ratio"].is_null(), "{json}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -10.0, 0.0, 3.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9, "{elo}");
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
