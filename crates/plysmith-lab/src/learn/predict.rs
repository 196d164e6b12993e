//! How well a weighted sum of free inputs predicts results, in games that it was not fitted to.
//!
//! Nobody knows how the sides of a game correspond, so every input has two weights: one where the first side is to move, and one where the second is. What is predicted is whether the first side
//! wins. A prediction that knows no input, the share of the first side's points in the games to learn from, is the measure.

use super::{FreeGame, FreePosition, Positions};
use crate::evaluate::logistic::{Fit, Sample};
use crate::lab::{Lab, LabError};
use crate::play::Winner;
use crate::statistics::{Bootstrap, Interval};
use crate::suite::{Players, SelfPlay};

/// What to learn from.
#[derive(Clone, Debug)]
pub struct PredictionPlan {
    /// Who plays.
    pub players: Players,
    /// Games; a fifth of them is held out, and a fifth says how strongly weights are pulled to 0.
    pub games: usize,
    /// Positions of a game.
    pub positions: usize,
    /// The seed of the games and of the interval.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Games that came to an end: to learn from, to choose the pull, held out.
    pub games: [usize; 3],
    /// The points of the first side in the games to learn from.
    pub points: f64,
    /// The loss (cross entropy, in nats) of the share of points in the held-out games; every game counts once.
    pub constant: f64,
    /// By how much the fit is better, with an interval over the held-out games; `None` if there are too few.
    pub gain: Option<Interval>,
}

/// The fit keeps a table of all pairs of weights: it is not made for more inputs than this.
pub const MOST_INPUTS: usize = 2_000;
/// The pulls to choose from.
const PULLS: [f64; 4] = [0.003, 0.03, 0.3, 3.0];
/// Fewer held-out games have no interval.
const FEWEST: usize = 20;

/// A game: its samples, which share their result.
type Samples = Vec<Sample>;

/// Plays games and fits; `inputs` is how many free inputs there are, at most [`MOST_INPUTS`].
pub fn predict(lab: &mut Lab, plan: &PredictionPlan, inputs: usize) -> Result<Prediction, LabError> {
    let trial = |index: usize| Positions {
        play: SelfPlay { players: plan.players.clone(), seed: plan.seed, index: index as u64 },
        positions: plan.positions,
    };
    let trials: Vec<Positions> = (0..plan.games).map(trial).collect();
    let played = lab.all("self-play", &trials)?;
    Ok(fitted(&played, inputs, plan.seed))
}

fn fitted(played: &[FreeGame], inputs: usize, seed: u64) -> Prediction {
    let mut parts: [Vec<Samples>; 3] = Default::default();
    for (index, game) in played.iter().enumerate() {
        let split = [0, 0, 0, 1, 2][index % 5];
        parts[split].extend(samples(game, inputs, index as u32));
    }
    let [train, validation, heldout] = &parts;
    let flat: Samples = train.iter().flatten().cloned().collect();
    let points = train.iter().map(|game| game[0].result).sum::<f64>() / train.len().max(1) as f64;
    // The constant is fitted in the same way, and a result that was never seen is not thought impossible.
    let points = points.clamp(0.5 / (train.len() + 1) as f64, 1.0 - 0.5 / (train.len() + 1) as f64);
    let constant = |result: f64| -(result * points.ln() + (1.0 - result) * (1.0 - points).ln());
    let begin = begin(inputs, points);
    let fit = |pull: f64| Fit { samples: &flat, begin: &begin, pull, fixed: &[], threads: 1 }.weights();
    let found = PULLS.into_iter().map(fit).map(|weights| (mean(validation.iter().map(|game| loss(game, &weights))), weights));
    let best = found.min_by(|(one, _), (other, _)| one.total_cmp(other));
    let weights = best.map(|(_, weights)| weights).unwrap_or(begin.clone());
    let pairs: Vec<(f64, f64)> = heldout.iter().map(|game| (constant(game[0].result), loss(game, &weights))).collect();
    Prediction {
        games: [train.len(), validation.len(), heldout.len()],
        points,
        constant: mean(pairs.iter().map(|pair| pair.0)),
        gain: if pairs.len() < FEWEST { None } else { Bootstrap::new(seed).mean_difference(&pairs).ok() },
    }
}

/// Where weights begin: at the constant.
fn begin(inputs: usize, points: f64) -> Vec<f64> {
    let mut begin = vec![0.0; 2 * (inputs + 1)];
    let odds = (points / (1.0 - points)).ln();
    begin[inputs] = odds;
    begin[2 * inputs + 1] = odds;
    begin
}

/// The samples of a game that has a result and positions.
fn samples(game: &FreeGame, inputs: usize, group: u32) -> Option<Samples> {
    let result = match game.winner? {
        Winner::First => 1.0,
        Winner::Second => 0.0,
        Winner::Nobody => 0.5,
    };
    let sample = |at: &FreePosition| {
        let first = if at.second { inputs + 1 } else { 0 };
        let active = at.active.iter().map(|&input| usize::from(input)).chain([inputs]);
        Sample { amounts: active.map(|input| ((first + input) as u16, 1.0)).collect(), result, group }
    };
    (!game.positions.is_empty()).then(|| game.positions.iter().map(sample).collect())
}

/// The mean loss of a game.
fn loss(game: &Samples, weights: &[f64]) -> f64 {
    mean(game.iter().map(|sample| sample.loss(weights)))
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0usize), |(sum, count), number| (sum + number, count + 1));
    sum / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::mixed;

    /// Games whose positions show the winner by input 0 so often out of ten, and otherwise nothing.
    fn games(often: u64) -> Vec<FreeGame> {
        let game = |index: u64| {
            let drawn = |number: u64, below: u64| mixed(number, index) % below;
            let first = drawn(1, 3) != 0;
            let shown = if drawn(2, 10) < often { first } else { drawn(3, 2) == 0 };
            let active = if shown { vec![0, 1] } else { vec![1] };
            let winner = Some(if first { Winner::First } else { Winner::Second });
            FreeGame { winner, positions: vec![FreePosition { second: drawn(4, 2) == 0, active }; 3] }
        };
        (0..600).map(game).collect()
    }

    #[test]
    fn inputs_that_tell_the_result_gain_and_others_do_not() {
        let (told, silent) = (fitted(&games(8), 2, 1), fitted(&games(0), 2, 1));
        assert!(told.gain.unwrap().low > 0.1, "{told:?}");
        assert!(silent.gain.unwrap().low <= 0.0, "{silent:?}");
        assert_eq!(told.games, [360, 120, 120]);
        assert!((told.points - 2.0 / 3.0).abs() < 0.08, "{told:?}");
    }

    #[test]
    fn few_games_have_no_interval_and_unfinished_ones_do_not_count() {
        let mut few = games(8);
        few.iter_mut().skip(50).for_each(|game| game.winner = None);
        let found = fitted(&few, 2, 1);
        assert_eq!((found.games, found.gain), ([30, 10, 10], None));
    }
}
