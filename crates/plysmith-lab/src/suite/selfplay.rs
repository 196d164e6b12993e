//! Games for suites: engines of ours against each other, with random first moves and a temperature, so that no two are alike.

use plysmith::arena::{Line, Rated};
use plysmith::game::{Capability, TextError};
use plysmith::search::Watch;
use plysmith::spec::SpecError;
use plysmith::{Arena, Score};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::play::mixed;
use crate::trial::{Limit, SpecText, TrialError, Workbench};

/// Who plays the games of a suite, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Players {
    /// The engines; each game is between two of them, which may be the same.
    pub specs: Vec<SpecText>,
    /// How deep they search.
    pub depth: u32,
    /// Temperatures in thousandths; each game has one of them. At 0 the best move is played, at 1,000 a move that is worse by the spread of the values
    /// in its position is less likely by a factor of e.
    pub temperatures: Vec<u32>,
    /// Random moves at the beginning.
    pub random_plies: usize,
    /// A game that lasts longer is left at this ply.
    pub longest: usize,
    /// Begin from the set-ups that the game draws instead of its standard start.
    pub setups: bool,
}

impl Players {
    /// The default engine with each evaluation of the game, shallow and sometimes careless.
    pub fn usual(arena: &dyn Arena) -> Result<Players, TrialError> {
        let random_plies = 6.min(usual_length(arena)? / 4);
        Ok(Players {
            specs: every_evaluation(arena)?,
            depth: 3,
            temperatures: vec![0, 300],
            random_plies,
            longest: 1_000,
            setups: false,
        })
    }
}

/// The default engine with each evaluation that the game has.
pub fn every_evaluation(arena: &dyn Arena) -> Result<Vec<SpecText>, SpecError> {
    let mut specs = Vec::new();
    for evaluation in arena.card().evaluations.iter() {
        let mut spec = arena.preset("default")?;
        spec.weights.clear();
        spec.evaluate_by(&evaluation.name);
        if spec.is_on("table") {
            // Shallow searches need no large table, and a small one stays in the cache.
            spec.set("table", "bits", 14)?;
        }
        specs.push(SpecText::new(arena, &spec)?);
    }
    Ok(specs)
}

/// How many plies a random game lasts as a rule: the median of nine.
pub fn usual_length(arena: &dyn Arena) -> Result<usize, TextError> {
    let mut lengths = Vec::new();
    for seed in 0..9 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut board = arena.board(&Line::start())?;
        let mut plies = 0;
        while let moves = board.moves()
            && !moves.is_empty()
            && plies < 1_000
        {
            board.play(&moves[rng.random_range(0..moves.len())])?;
            plies += 1;
        }
        lengths.push(plies);
    }
    lengths.sort_unstable();
    Ok(lengths[lengths.len() / 2])
}

/// One of their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlay {
    /// Who plays.
    pub players: Players,
    /// The seed of all games.
    pub seed: u64,
    /// The number of the game.
    pub index: u64,
}

/// How it went.
pub(crate) struct SelfPlayed {
    /// Where it began, and its moves.
    pub(crate) line: Line,
    /// For further choices about this game.
    pub(super) rng: Pcg64Mcg,
}

impl SelfPlay {
    /// Plays the game.
    pub(crate) fn play(&self, bench: &mut Workbench) -> Result<SelfPlayed, TrialError> {
        let Players { specs, depth, temperatures, random_plies, longest, setups } = &self.players;
        let mut rng = Pcg64Mcg::seed_from_u64(mixed(self.seed, self.index));
        let pick = |rng: &mut Pcg64Mcg| specs[rng.random_range(0..specs.len())].clone();
        let sides = [pick(&mut rng), pick(&mut rng)];
        let temperature = f64::from(temperatures[rng.random_range(0..temperatures.len())]) / 1_000.0;
        let arena = bench.arena();
        let own = *setups && arena.card().capabilities.contains(Capability::Openings);
        let mut line = if own { arena.opening(&mut |below| rng.random_range(0..below)) } else { Line::start() };
        let mut board = bench.board(&line)?;
        let mut seats = [bench.take_player(&sides[0], &Watch::NOTHING)?, bench.take_player(&sides[1], &Watch::NOTHING)?];
        while board.outcome().is_none() && line.moves.len() < *longest {
            let player = &mut seats[board.side().index()].player;
            let mv = if line.moves.len() < *random_plies {
                let moves = board.moves();
                moves[rng.random_range(0..moves.len())].clone()
            } else if temperature == 0.0 {
                let report = player.answer(&line, &Limit::depth(*depth).limits(bench.stop()))?;
                report.best.unwrap_or_default()
            } else {
                let limit = Limit::depth(depth.saturating_sub(1).max(1));
                let rated = player.rate(&line, &limit.limits(bench.stop()))?;
                draw(&rated.moves, temperature, &mut rng)
            };
            bench.unless_stopped()?;
            board.play(&mv)?;
            line.moves.push(mv);
        }
        seats.into_iter().for_each(|seat| bench.put_back(seat));
        Ok(SelfPlayed { line, rng })
    }
}

/// A move, the more likely the better it is. One that is known to win is played, one that is known to lose only if there is no other.
fn draw(moves: &[Rated], temperature: f64, rng: &mut Pcg64Mcg) -> String {
    let best = moves.iter().map(|rated| rated.score).max().unwrap_or(Score::DRAW);
    if best.won_in().is_some() || best.lost_in().is_some() {
        return moves.iter().find(|rated| rated.score == best).map(|rated| rated.mv.clone()).unwrap_or_default();
    }
    let open: Vec<&Rated> = moves.iter().filter(|rated| rated.score.lost_in().is_none()).collect();
    let points = |rated: &Rated| f64::from(rated.score.points());
    let mean = open.iter().map(|rated| points(rated)).sum::<f64>() / open.len() as f64;
    let spread = (open.iter().map(|rated| (points(rated) - mean).powi(2)).sum::<f64>() / open.len() as f64).sqrt().max(1.0);
    let weights: Vec<f64> =
        open.iter().map(|rated| ((points(rated) - f64::from(best.points())) / (temperature * spread)).exp()).collect();
    let mut rest = rng.random_range(0.0..weights.iter().sum());
    for (rated, weight) in open.iter().zip(&weights) {
        rest -= weight;
        if rest < 0.0 {
            return rated.mv.clone();
        }
    }
    open.last().map(|rated| rated.mv.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(scores: &[(&str, Score)]) -> Vec<Rated> {
        scores.iter().map(|(mv, score)| Rated { mv: mv.to_string(), score: *score }).collect()
    }

    #[test]
    fn a_known_win_is_played_and_a_known_loss_avoided() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let points = Score::evaluation;
        for _ in 0..100 {
            let won = rated(&[("a", points(500)), ("b", Score::win(0, 3)), ("c", Score::win(0, 5))]);
            assert_eq!(draw(&won, 1.0, &mut rng), "b");
            let lost = rated(&[("a", Score::loss(0, 2)), ("b", points(-500)), ("c", Score::loss(0, 4))]);
            assert_eq!(draw(&lost, 1.0, &mut rng), "b");
            let hopeless = rated(&[("a", Score::loss(0, 2)), ("c", Score::loss(0, 4))]);
            assert_eq!(draw(&hopeless, 1.0, &mut rng), "c");
        }
    }

    #[test]
    fn a_lower_temperature_plays_the_best_move_more_often() {
        let moves = rated(&[("a", Score::evaluation(0)), ("b", Score::evaluation(30)), ("c", Score::evaluation(60))]);
        let often = |temperature| {
            let mut rng = Pcg64Mcg::seed_from_u64(1);
            (0..1_000).filter(|_| draw(&moves, temperature, &mut rng) == "c").count()
        };
        let (cold, warm, hot) = (often(0.1), often(1.0), often(100.0));
        assert!(cold > 990 && (600..850).contains(&warm) && (280..390).contains(&hot), "{cold} {warm} {hot}");
    }
}
