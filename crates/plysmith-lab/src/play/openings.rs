//! Distinct positions to begin from, for any game: drawn with a seed, and as even as a short search can tell. Only where there are not enough others are
//! decided ones among them, as in a small game that is solved at once.

use std::collections::HashSet;
use std::ops::ControlFlow;

use plysmith::arena::Line;
use plysmith::game::Capability;
use plysmith::search::Watch;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::lab::{GO_ON, Lab, LabError, Stage};
use crate::trial::{Limit, SpecText, Trial, TrialError, Workbench};

/// What openings are wanted.
#[derive(Clone, Debug)]
pub struct Openings {
    /// How many; there may be fewer in a small game.
    pub count: usize,
    /// The seed of the random moves.
    pub seed: u64,
    /// How many random moves; `None` for as many as it takes to have enough different positions.
    pub plies: Option<usize>,
    /// The engine that tells how even a position is.
    pub spec: SpecText,
}

/// So many are drawn for each that is wanted; the most uneven are left out.
const CHOICE: usize = 3;
/// After so many that are nothing new no more are drawn.
const IN_VAIN: usize = 2_000;
/// How long the short search is.
const NODES: u64 = 2_000;
/// At least this many different positions are to be possible for each that is wanted.
const VARIETY: f64 = 20.0;
/// No opening is longer unless somebody asks for it.
const LONGEST: usize = 12;

/// Draws a position and searches it for a moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Draw {
    spec: SpecText,
    seed: u64,
    index: u64,
    plies: usize,
    limit: Limit,
}

#[derive(Debug, Serialize, Deserialize)]
struct Drawn {
    start: Option<String>,
    moves: Vec<String>,
    /// What it has in common with its mirror images.
    class: String,
    /// The value for the side to move; `None` if the game is over.
    score: Option<i32>,
}

impl Trial for Draw {
    const KIND: &'static str = "opening";
    type Result = Drawn;

    fn run(&self, bench: &mut Workbench) -> Result<Drawn, TrialError> {
        let mut rng = Pcg64Mcg::seed_from_u64(mixed(self.seed, self.index));
        let arena = bench.arena();
        let own = arena.card().capabilities.contains(&Capability::Openings);
        let mut line = if own { arena.opening(&mut |below| rng.random_range(0..below)) } else { Line::start() };
        let mut board = bench.board(&line)?;
        for _ in 0..self.plies {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            let mv = &moves[rng.random_range(0..moves.len())];
            board.play(mv)?;
            line.moves.push(mv.clone());
        }
        let class = board.class();
        let score = match board.outcome() {
            Some(_) => None,
            None => {
                let limits = self.limit.limits(bench.stop());
                let report = bench.player(&self.spec, &Watch::NOTHING)?.search(&line, &limits, &mut |_| {})?;
                bench.unless_stopped()?;
                Some(report.score.points())
            }
        };
        Ok(Drawn { start: line.start, moves: line.moves, class, score })
    }
}

/// A seed for each index.
pub(crate) fn mixed(seed: u64, index: u64) -> u64 {
    plysmith::game::hash::mix(seed ^ plysmith::game::hash::mix(index))
}

/// Openings, in the order in which they were drawn.
pub fn openings(lab: &mut Lab, wanted: &Openings) -> Result<Vec<Line>, LabError> {
    let mut plies = wanted.plies.unwrap_or_else(|| enough_plies(lab, wanted.count));
    let mut drawn = draw(lab, wanted, plies)?;
    while drawn.is_empty() && wanted.plies.is_none() && plies > 1 {
        // A game so short that it is over by then.
        plies /= 2;
        drawn = draw(lab, wanted, plies)?;
    }
    // The most even ones, then again as drawn: otherwise the beginning of a match would differ from its end.
    let mut order: Vec<usize> = (0..drawn.len()).collect();
    order.sort_by_key(|&at| (drawn[at].0, at));
    order.truncate(wanted.count);
    order.sort_unstable();
    Ok(order.into_iter().map(|at| drawn[at].1.clone()).collect())
}

/// Different positions after so many random moves, with how uneven each is.
fn draw(lab: &mut Lab, wanted: &Openings, plies: usize) -> Result<Vec<(u32, Line)>, LabError> {
    let mut known = HashSet::new();
    let mut drawn = Vec::new();
    let limit = Limit::nodes(NODES);
    let stage = Stage::new("openings", wanted.count.max(1) * CHOICE);
    let make = |index| Draw { spec: wanted.spec.clone(), seed: wanted.seed, index: index as u64, plies, limit };
    let mut in_vain = 0;
    lab.each(stage, make, |_, result| {
        in_vain += 1;
        if known.insert(result.class)
            && let Some(score) = result.score
        {
            drawn.push((score.unsigned_abs(), Line { start: result.start, moves: result.moves }));
            in_vain = 0;
        }
        // A small game has no more.
        if in_vain < IN_VAIN { GO_ON } else { ControlFlow::Break(()) }
    })?;
    Ok(drawn)
}

/// How many random moves give enough different positions, by the number of moves at the start.
fn enough_plies(lab: &Lab, count: usize) -> usize {
    let Ok(view) = lab.arena().view(&Line::start()) else { return 0 };
    let branching = (view.moves.len() as f64).max(2.0);
    let plies = (VARIETY * count as f64).ln() / branching.ln();
    (plies.ceil() as usize).clamp(2, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn draw(game: &str, count: usize, seed: u64, threads: usize) -> Vec<Line> {
        let arena = arena(game);
        let spec = SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap();
        let mut lab = Lab::new(&*arena, "").threads(threads);
        openings(&mut lab, &Openings { count, seed, plies: None, spec }).unwrap()
    }

    #[test]
    fn openings_are_distinct_undecided_and_the_same_for_the_same_seed() {
        for game in ["breakthrough", "breakthrough-5x5", "test-draughts-6x6", "test-sowing", "test-boxes", "random"] {
            let lines = draw(game, 20, 1, 1);
            assert_eq!(lines.len(), 20, "{game}");
            assert_eq!(lines, draw(game, 20, 1, 3), "{game}");
            assert_ne!(lines, draw(game, 20, 2, 1), "{game}");
            let arena = arena(game);
            let texts: HashSet<String> = lines.iter().map(|line| arena.board(line).unwrap().class()).collect();
            assert_eq!(texts.len(), 20, "{game}");
            assert!(lines.iter().all(|line| arena.view(line).unwrap().outcome.is_none()));
        }
    }

    #[test]
    fn a_small_game_has_fewer_openings_than_one_may_want() {
        let lines = draw("hexapawn", 500, 1, 1);
        assert!(!lines.is_empty() && lines.len() < 500, "{}", lines.len());
    }
}
