//! The sequential probability ratio test: play until one of two hypotheses is that much more likely.
//!
//! H0 says that the difference is `elo0`, H1 that it is `elo1`. After every pair the log-likelihood ratio of H1 to H0 is compared with
//! two bounds: at the upper one H1 is accepted, at the lower one H0. If H0 holds, H1 is accepted with a probability of about `alpha`; if
//! H1 holds, H0 with about `beta`; and no test with these errors needs fewer games on average (Wald 1945). It is the generalised form for
//! pairs (pentanomial GSPRT) that fishtest and fastchess use; see `likelihood.rs`. Stopping at a bound makes the rating of a finished
//! test too far from 0: the test proves which hypothesis is nearer, not the size.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::counts::{Counts, Pentanomial};
use super::elo::{NELO_PER_T, score_of_elo};
use super::likelihood::{Hypothesis, Sample};

/// Bounds beyond this are no question that a match answers.
const STRONGEST: f64 = 500.0;

/// The errors that fishtest and everybody after it allow.
const USUAL_ERROR: f64 = 0.05;

/// The share of the pairs that a test takes on average if the difference is what it looks for.
const LASTS: f64 = 0.55;
/// What a test looks for at least and at most, in normalised Elo.
const SOUGHT: (u32, u32) = (5, 150);

/// What the bounds of a test measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// Normalised Elo: the test takes about as many games whatever the share of draws.
    #[default]
    Normalised,
    /// Logistic Elo.
    Logistic,
}

impl Model {
    /// The unit of the bounds.
    pub const fn unit(self) -> &'static str {
        match self {
            Model::Normalised => "nElo",
            Model::Logistic => "Elo",
        }
    }

    /// What a difference claims about results that hold so many games each.
    fn hypothesis(self, elo: f64, games_each: f64) -> Hypothesis {
        match self {
            Model::Normalised => Hypothesis::T(t_value(elo, games_each)),
            Model::Logistic => Hypothesis::Mean(score_of_elo(elo)),
        }
    }
}

/// The distance of the mean from one half, in standard deviations of a result that holds so many games.
fn t_value(nelo: f64, games_each: f64) -> f64 {
    games_each.sqrt() * nelo / NELO_PER_T
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Settings")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test of `elo0` against `elo1` with errors of 5 %.
    pub fn new(model: Model, elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        Sprt { elo0, elo1, alpha: USUAL_ERROR, beta: USUAL_ERROR, model }.checked()
    }

    /// The same test with other errors: `alpha` to accept H1 wrongly, `beta` to accept H0 wrongly.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        Sprt { alpha, beta, ..self }.checked()
    }

    /// The test of no difference against the smallest one that so many pairs can be expected to prove.
    pub fn affordable(pairs: f64, alpha: f64, beta: f64) -> Sprt {
        let test = |elo1: u32| {
            let test = Sprt::new(Model::Normalised, 0.0, elo1.into()).and_then(|sprt| sprt.with_errors(alpha, beta));
            test.expect("bounds and errors are in range")
        };
        let fits = |elo1: &u32| test(*elo1).expected_pairs((*elo1).into()).is_some_and(|expected| expected <= LASTS * pairs);
        test((SOUGHT.0..SOUGHT.1).find(fits).unwrap_or(SOUGHT.1))
    }

    fn checked(self) -> Result<Sprt, SprtError> {
        for (name, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if !(-STRONGEST..=STRONGEST).contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order { elo0: self.elo0, elo1: self.elo1 });
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Error { name, value });
            }
        }
        if self.alpha + self.beta >= 1.0 {
            return Err(SprtError::Sum { alpha: self.alpha, beta: self.beta });
        }
        Ok(self)
    }

    /// The difference that H0 claims.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference that H1 claims.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability to accept H1 if H0 holds.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability to accept H0 if H1 holds.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// What the differences are measured in.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratio at which H0 is accepted, and that at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0.
    pub fn llr(&self, counts: impl Into<Counts>) -> f64 {
        let counts = counts.into();
        if counts.games() == 0 {
            return 0.0;
        }
        let (size, drift, _) = self.steps(counts);
        size * drift
    }

    /// What the counts allow to say.
    pub fn verdict(&self, counts: impl Into<Counts>) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(counts) {
            llr if llr >= upper => Verdict::AcceptH1,
            llr if llr <= lower => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }

    /// How many pairs the test is expected to take if the true difference is `nelo`; none with logistic bounds, where it depends on
    /// the share of draws.
    ///
    /// The log-likelihood ratio is taken for a Brownian motion, which is good for bounds of a few dozen nElo.
    pub fn expected_pairs(&self, nelo: f64) -> Option<f64> {
        if self.model == Model::Logistic {
            return None;
        }
        let [t, t0, t1] = [nelo, self.elo0, self.elo1].map(|nelo| t_value(nelo, 2.0));
        let (lower, upper) = self.bounds();
        Some(time_to_leave(lower, upper, (t - (t0 + t1) / 2.0) * (t1 - t0), (t1 - t0).powi(2)))
    }

    /// How many more pairs (games, if only games are counted) are expected until a verdict if the truth is what the counts show;
    /// none without games.
    pub fn expected_more(&self, counts: impl Into<Counts>) -> Option<f64> {
        let counts = counts.into();
        if counts.games() == 0 {
            return None;
        }
        if self.verdict(counts) != Verdict::Continue {
            return Some(0.0);
        }
        let (size, drift, variance) = self.steps(counts);
        let (lower, upper) = self.bounds();
        let llr = size * drift;
        Some(time_to_leave(lower - llr, upper - llr, drift, variance))
    }

    /// The number of results, and drift and variance of what each adds to the log-likelihood ratio.
    fn steps(&self, counts: Counts) -> (f64, f64, f64) {
        match counts {
            Counts::Pairs(Pentanomial(pairs)) => self.steps_of(Sample::regularised(pairs), 2.0),
            Counts::Games(games) => self.steps_of(Sample::regularised([games.losses, games.draws, games.wins]), 1.0),
        }
    }

    fn steps_of<const N: usize>(&self, sample: Sample<N>, games_each: f64) -> (f64, f64, f64) {
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| self.model.hypothesis(elo, games_each));
        let (drift, variance) = sample.steps(h0, h1);
        (sample.size, drift, variance)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{:.2}, {:.2}] {}", self.elo0, self.elo1, self.model.unit())
    }
}

/// What a stored test says, before it is checked.
#[derive(Deserialize)]
struct Settings {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl TryFrom<Settings> for Sprt {
    type Error = SprtError;

    fn try_from(Settings { elo0, elo1, alpha, beta, model }: Settings) -> Result<Sprt, SprtError> {
        Sprt { elo0, elo1, alpha, beta, model }.checked()
    }
}

/// When a Brownian motion from 0 is expected to leave the interval from `low` below 0 to `high` above it.
fn time_to_leave(low: f64, high: f64, drift: f64, variance: f64) -> f64 {
    if drift < 0.0 {
        return time_to_leave(-high, -low, -drift, variance);
    }
    let pull = 2.0 * drift / variance;
    if pull * (high - low) < 1e-6 {
        return -low * high / variance;
    }
    let leaves_above = (pull * low).exp_m1() / (pull * (low - high)).exp_m1();
    (leaves_above * high + (1.0 - leaves_above) * low) / drift
}

/// The answer of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The difference is rather `elo1`.
    AcceptH1,
    /// The difference is rather `elo0`.
    AcceptH0,
    /// Too few games to say.
    Continue,
}

/// Settings that make no test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A difference that is out of range.
    #[error("{name} = {value} is out of range; use -{STRONGEST} to {STRONGEST}")]
    Elo {
        /// Which.
        name: &'static str,
        /// How much.
        value: f64,
    },
    /// H0 has to claim less than H1.
    #[error("elo0 = {elo0} is not below elo1 = {elo1}; give the smaller one as elo0")]
    Order {
        /// What H0 claims.
        elo0: f64,
        /// What H1 claims.
        elo1: f64,
    },
    /// An error that is no probability.
    #[error("{name} = {value} is no error rate; use a number above 0 and below 1, such as 0.05")]
    Error {
        /// Which.
        name: &'static str,
        /// How much.
        value: f64,
    },
    /// Guessing would do as well.
    #[error("alpha = {alpha} and beta = {beta} add up to 1 or more; use smaller ones, such as 0.05")]
    Sum {
        /// The error of accepting H1.
        alpha: f64,
        /// The error of accepting H0.
        beta: f64,
    },
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::counts::Trinomial;
    use super::*;

    fn pairs(counts: [u64; 5]) -> Counts {
        Pentanomial(counts).into()
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Counts {
        Trinomial { wins, draws, losses }.into()
    }

    /// The log-likelihood ratio equals the published one as far as that is exact.
    fn check(source: &str, model: Model, (elo0, elo1): (f64, f64), counts: Counts, expected: f64, exact: f64) {
        let llr = Sprt::new(model, elo0, elo1).unwrap().llr(counts);
        assert!((llr - expected).abs() <= exact, "{source}: {counts:?} in [{elo0}, {elo1}] is {llr}, not {expected}");
    }

    use Model::{Logistic, Normalised};

    /// `app/tests/sprt_test.cpp` at e633d95, two digits. The two clean sweeps are the values of the version that solves for the
    /// most likely distribution (60d7a7a), which stops its iteration at 1e-4 and so is right to a thousandth only.
    #[test]
    fn ratios_agree_with_the_tests_of_fastchess() {
        for (model, elos, counts, expected) in [
            (Normalised, (0.0, 2.0), games(36433, 36027, 68692), 0.92),
            (Normalised, (-1.75, 0.25), games(10871, 10650, 20431), 2.30),
            (Logistic, (0.5, 2.5), games(21404, 21184, 40708), -1.57),
            (Logistic, (0.0, 2.0), games(57433, 57030, 106593), -2.59),
            (Normalised, (0.0, 2.0), pairs([365, 16618, 36029 + 200, 16974, 390]), 2.25),
            (Normalised, (-1.75, 0.25), pairs([127, 4883, 10311 + 401, 5150, 104]), 3.01),
            (Logistic, (0.5, 2.5), pairs([223, 9863, 20279 + 1000, 10037, 246]), -3.07),
            (Logistic, (0.0, 2.0), pairs([871, 26175, 55003 + 980, 26678, 821]), -4.98),
        ] {
            check("fastchess", model, elos, counts, expected, 0.005);
        }
        check("fastchess, all won", Normalised, (0.0, 10.0), games(4250, 0, 0), 120.56, 0.12);
        check("fastchess, all won", Normalised, (0.0, 5.0), pairs([0, 0, 0, 0, 5550]), 111.82, 0.11);
    }

    /// What fastchess printed below matches that others published.
    #[test]
    fn ratios_agree_with_published_matches() {
        for (source, elos, counts, expected) in [
            ("Zeno, doubled passed pawns", (9.0, 16.0), [352, 579, 1264, 743, 464], 4.60),
            ("20 games, none lost", (0.0, 50.0), [0, 0, 1, 8, 1], 1.24),
            ("Eschec, move ordering", (0.0, 10.0), [0, 0, 3, 40, 7], 1.45),
            ("78 games, current against previous", (0.0, 20.0), [0, 0, 2, 0, 37], 2.96),
            ("Artemis, all won", (0.0, 10.0), [0, 0, 0, 0, 74], 2.95),
            ("all lost", (0.0, 10.0), [71, 0, 0, 0, 0], -2.95),
            ("Seaborg, all pairs even", (-5.0, 0.0), [0, 0, 8, 0, 0], 0.00),
        ] {
            check(source, Normalised, elos, pairs(counts), expected, 0.005);
        }
    }

    /// The most likely distributions found by another method: SciPy 1.17.1, `minimize(method='SLSQP', ftol=1e-16)` over the softmax
    /// of the shares, with the hypothesis as constraint and 1e-3 for counts of zero.
    #[test]
    fn ratios_agree_with_a_general_optimiser() {
        for (model, elos, counts, expected) in [
            (Normalised, (0.0, 2.0), pairs([365, 16618, 36229, 16974, 390]), 2.2503677),
            (Normalised, (9.0, 16.0), pairs([352, 579, 1264, 743, 464]), 4.5959807),
            (Normalised, (0.0, 2.0), pairs([1, 20, 300, 900, 779]), 12.6337911),
            (Normalised, (0.0, 5.0), pairs([10, 20, 40, 25, 12]), 0.1419348),
            (Logistic, (0.0, 5.0), pairs([10, 20, 40, 25, 12]), 0.1725060),
            (Normalised, (0.0, 5.0), games(100, 80, 50), 0.3015432),
            (Normalised, (0.0, 5.0), pairs([0, 0, 0, 0, 5550]), 111.7975496),
            (Normalised, (0.0, 5.0), pairs([20, 0, 0, 0, 0]), -0.4111674),
            (Logistic, (0.0, 5.0), pairs([0, 0, 0, 0, 20]), 0.2857805),
            (Normalised, (0.0, 5.0), pairs([0, 0, 20, 0, 0]), -0.0061249),
        ] {
            check("SciPy", model, elos, counts, expected, 2e-6 * expected.abs().max(1.0));
        }
    }

    /// fishtest adds its small prior here too and gets -1e-6. Nothing played is nothing known.
    #[test]
    fn no_games_say_nothing() {
        for model in [Normalised, Logistic] {
            for counts in [pairs([0; 5]), games(0, 0, 0)] {
                check("convention", model, (0.0, 5.0), counts, 0.0, 0.0);
            }
            let sprt = Sprt::new(model, 0.0, 5.0).unwrap();
            assert_eq!((sprt.verdict(pairs([0; 5])), sprt.expected_more(pairs([0; 5]))), (Verdict::Continue, None));
        }
    }

    #[test]
    fn the_verdict_follows_the_bounds() {
        let sprt = Sprt::new(Normalised, 0.0, 10.0).unwrap();
        for (counts, verdict) in [
            ([0, 0, 0, 0, 74], Verdict::AcceptH1),
            ([0, 0, 0, 0, 73], Verdict::Continue),
            ([71, 0, 0, 0, 0], Verdict::AcceptH0),
            ([70, 0, 0, 0, 0], Verdict::Continue),
        ] {
            assert_eq!(sprt.verdict(pairs(counts)), verdict, "{counts:?}");
        }
        let (lower, upper) = sprt.bounds();
        assert_eq!(format!("({lower:.2}, {upper:.2})"), "(-2.94, 2.94)");
        // Zeno's test above had errors of 1 % and bounds of 4.60.
        let (lower, upper) = sprt.with_errors(0.01, 0.01).unwrap().bounds();
        assert_eq!(format!("({lower:.2}, {upper:.2})"), "(-4.60, 4.60)");
        let (lower, upper) = sprt.with_errors(0.1, 0.05).unwrap().bounds();
        assert!((lower - (0.05f64 / 0.9).ln()).abs() < 1e-12 && (upper - (0.95f64 / 0.1).ln()).abs() < 1e-12);
    }

    #[test]
    fn an_error_names_the_value_and_the_remedy() {
        let new = |elo0, elo1| Sprt::new(Normalised, elo0, elo1).unwrap_err().to_string();
        let errors = |alpha, beta| Sprt::new(Normalised, 0.0, 5.0).unwrap().with_errors(alpha, beta).unwrap_err().to_string();
        for (error, expected) in [
            (new(5.0, 0.0), "elo0 = 5 is not below elo1 = 0; give the smaller one as elo0"),
            (new(5.0, 5.0), "elo0 = 5 is not below elo1 = 5; give the smaller one as elo0"),
            (new(f64::NAN, 5.0), "elo0 = NaN is out of range; use -500 to 500"),
            (new(0.0, 501.0), "elo1 = 501 is out of range; use -500 to 500"),
            (errors(0.0, 0.05), "alpha = 0 is no error rate; use a number above 0 and below 1, such as 0.05"),
            (errors(0.05, 1.0), "beta = 1 is no error rate; use a number above 0 and below 1, such as 0.05"),
            (errors(0.5, 0.5), "alpha = 0.5 and beta = 0.5 add up to 1 or more; use smaller ones, such as 0.05"),
        ] {
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn a_stored_test_is_checked_when_it_is_read() {
        let sprt = Sprt::new(Logistic, -1.0, 3.0).unwrap();
        let text = serde_json::to_string(&sprt).unwrap();
        assert_eq!(text, r#"{"elo0":-1.0,"elo1":3.0,"alpha":0.05,"beta":0.05,"model":"logistic"}"#);
        assert_eq!(serde_json::from_str::<Sprt>(&text).unwrap(), sprt);
        assert!(serde_json::from_str::<Sprt>(&text.replace("-1.0", "9.0")).is_err());
    }

    /// The widest bounds still have a solution for the strangest counts.
    #[test]
    fn every_test_has_a_finite_ratio() {
        for (elo0, elo1) in [(-500.0, 500.0), (0.0, 500.0), (-500.0, 0.0), (499.0, 500.0), (0.0, 0.001)] {
            for model in [Normalised, Logistic] {
                let sprt = Sprt::new(model, elo0, elo1).unwrap();
                for counts in [
                    [1, 0, 0, 0, 0],
                    [0, 0, 1, 0, 0],
                    [0, 0, 0, 0, 1_000_000],
                    [0, 9, 0, 0, 9],
                    [900, 0, 0, 0, 900],
                    [2, 3, 4, 5, 6],
                ] {
                    let llr = sprt.llr(pairs(counts));
                    assert!(llr.is_finite(), "{model:?} [{elo0}, {elo1}] {counts:?}");
                }
            }
        }
    }

    /// A distribution of pairs with this normalised Elo: that of usual matches, its ends shifted until the difference fits.
    fn distribution(nelo: f64) -> [f64; 5] {
        let shifted = |shift: f64| [0.05 - shift, 0.22 - shift, 0.46, 0.22 + shift, 0.05 + shift];
        let rating = |shares: [f64; 5]| {
            let mean: f64 = (0..5).map(|i| shares[i] * i as f64 / 4.0).sum();
            let variance: f64 = (0..5).map(|i| shares[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
            (mean - 0.5) / (2.0 * variance).sqrt() * NELO_PER_T
        };
        let (mut low, mut high) = (-0.05, 0.05);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if rating(shifted(middle)) < nelo { low = middle } else { high = middle }
        }
        shifted(low)
    }

    /// Plays a match with a verdict after every pair; the verdict and the number of pairs.
    fn simulate(sprt: &Sprt, shares: &[f64; 5], rng: &mut Pcg64Mcg) -> (Verdict, u64) {
        let mut pairs = Pentanomial::default();
        loop {
            let mut drawn: f64 = rng.random();
            let result = shares.iter().position(|share| {
                drawn -= share;
                drawn < 0.0
            });
            pairs.0[result.unwrap_or(4)] += 1;
            let verdict = sprt.verdict(pairs);
            if verdict != Verdict::Continue {
                return (verdict, pairs.pairs());
            }
        }
    }

    /// Simulates 2,000 matches of this true difference; how many ended with this verdict, and the mean number of pairs.
    fn share_of(verdict: Verdict, sprt: &Sprt, nelo: f64, seed: u64) -> (f64, f64) {
        let (shares, mut rng) = (distribution(nelo), Pcg64Mcg::seed_from_u64(seed));
        let (mut hits, mut total) = (0, 0);
        for _ in 0..MATCHES {
            let (found, pairs) = simulate(sprt, &shares, &mut rng);
            hits += u32::from(found == verdict);
            total += pairs;
        }
        (f64::from(hits) / f64::from(MATCHES), total as f64 / f64::from(MATCHES))
    }

    const MATCHES: u32 = 2_000;

    /// Within three standard errors of the simulation.
    #[test]
    #[allow(clippy::print_stdout)]
    fn a_wrong_verdict_is_as_rare_as_promised() {
        for (elo0, elo1, alpha, beta) in [(0.0, 30.0, 0.05, 0.05), (-20.0, 30.0, 0.1, 0.02)] {
            let sprt = Sprt::new(Normalised, elo0, elo1).unwrap().with_errors(alpha, beta).unwrap();
            for (wrong, truth, nominal, seed) in [(Verdict::AcceptH1, elo0, alpha, 1), (Verdict::AcceptH0, elo1, beta, 2)] {
                let (share, _) = share_of(wrong, &sprt, truth, seed);
                println!("{sprt}, true difference {truth}: {share} wrong verdicts in {MATCHES} matches, promised {nominal}");
                let most = nominal + 3.0 * (nominal * (1.0 - nominal) / f64::from(MATCHES)).sqrt();
                assert!(share <= most, "{sprt}, truth {truth}, seed {seed}: {share} wrong verdicts, promised {nominal}");
            }
        }
    }

    /// The design page, measured elsewhere: a true +60 passes [0, 30] in some 260 games. The simulation overshoots the bounds,
    /// which the Brownian motion does not, and so takes a few per cent longer.
    #[test]
    fn the_expected_length_is_that_of_simulated_matches() {
        let sprt = Sprt::new(Normalised, 0.0, 30.0).unwrap();
        assert!((2.0 * sprt.expected_pairs(60.0).unwrap() - 260.0).abs() < 10.0);
        for (nelo, seed) in [(-10.0, 3), (15.0, 4), (30.0, 5), (60.0, 6)] {
            let (_, simulated) = share_of(Verdict::AcceptH1, &sprt, nelo, seed);
            let expected = sprt.expected_pairs(nelo).unwrap();
            assert!((simulated / expected - 1.0).abs() < 0.1, "{nelo}: {simulated} pairs, expected {expected}");
        }
        assert_eq!(Sprt::new(Logistic, 0.0, 30.0).unwrap().expected_pairs(10.0), None);
    }

    /// As long as the results keep their shares the ratio grows in proportion to the pairs.
    #[test]
    fn what_is_missing_follows_from_what_is_there() {
        let sprt = Sprt::new(Normalised, 0.0, 5.0).unwrap();
        let some = pairs([88, 145, 316, 186, 115]);
        let llr = sprt.llr(some);
        let expected = 850.0 * (sprt.bounds().1 / llr - 1.0);
        let found = sprt.expected_more(some).unwrap();
        assert!((found / expected - 1.0).abs() < 0.1, "{found} more pairs, expected {expected} (ratio {llr})");
        assert_eq!(sprt.expected_more(pairs([352, 579, 1264, 743, 464])), Some(0.0));
    }

    #[test]
    fn more_pairs_afford_to_look_for_less() {
        let sought = |pairs| Sprt::affordable(pairs, 0.05, 0.05).elo1();
        assert!(sought(10.0) == 150.0 && sought(100.0) < 90.0 && sought(1_000.0) < 30.0 && sought(1e9) == 5.0);
        let test = Sprt::affordable(150.0, 0.025, 0.1);
        assert!(test.expected_pairs(test.elo1()).unwrap() <= 0.56 * 150.0);
        assert_eq!(test.verdict(pairs([0; 5])), Verdict::Continue);
    }
}
