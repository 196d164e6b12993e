//! Positions out of games, with what is in them and what became of them.
//!
//! Not the position of the game counts but the one that a short search of it ends in, where nothing hangs: that is what an evaluation is asked about.
//! Positions whose result the players knew, and those that came before, are left out.

use std::collections::HashSet;

use plysmith::arena::{Board, Line};
use plysmith::game::{Capability, Side};
use plysmith::search::Watch;
use plysmith::{Score, Spec};
use serde::{Deserialize, Serialize};

use super::Subject;
use super::games::Finished;
use super::logistic::Sample;
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::play::Winner;
use crate::suite::Split;
use crate::trial::{Limit, LineForm, SpecText, Trial, TrialError, Workbench};

/// Look for quiet positions in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Gather {
    /// The engine of the short searches.
    spec: SpecText,
    /// The evaluation whose terms are counted, its weights and its scale.
    evaluation: usize,
    weights: Vec<i32>,
    scale: i32,
    /// The game.
    #[serde(with = "LineForm")]
    line: Line,
    /// Where to look, by the number of moves before.
    turns: Vec<usize>,
}

/// A position in which nothing hangs.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Quiet {
    /// The same for all that differ by a symmetry only.
    class: String,
    /// The second side is to move.
    second: bool,
    /// How much of each term is in it, from the side to move.
    amounts: Vec<i32>,
}

/// How deep the short search is; behind its horizon come tactical moves, if the game has such.
const DEPTH: u32 = 1;

impl Trial for Gather {
    const KIND: &'static str = "quiet positions";
    const VERSION: u32 = 1;
    type Result = Vec<Quiet>;

    fn run(&self, bench: &mut Workbench) -> Result<Vec<Quiet>, TrialError> {
        let mut borrowed = bench.take_player(&self.spec, &Watch::NOTHING)?;
        let mut line = Line { start: self.line.start.clone(), moves: Vec::new() };
        let mut board = bench.board(&line)?;
        let mut found = Vec::new();
        for (turn, mv) in self.line.moves.iter().enumerate() {
            if self.turns.contains(&turn) {
                let report = borrowed.player.answer(&line, &Limit::depth(DEPTH).limits(bench.stop()))?;
                bench.unless_stopped()?;
                let leaf = bench.board(&Line { start: Some(board.text()), moves: report.line })?;
                found.extend(self.quiet(&*leaf, board.side(), report.score));
            }
            board.play(mv)?;
            line.moves.push(mv.clone());
        }
        bench.put_back(borrowed);
        Ok(found)
    }
}

impl Gather {
    /// What is in the position, if it is the one that the score comes from.
    fn quiet(&self, leaf: &dyn Board, side: Side, score: Score) -> Option<Quiet> {
        if leaf.outcome().is_some() {
            return None;
        }
        let amounts = leaf.terms(self.evaluation);
        let sum: i32 = amounts.iter().zip(&self.weights).map(|(amount, weight)| amount * weight).sum();
        let value = Score::evaluation(sum / self.scale);
        let seen = if leaf.side() == side { value } else { -value };
        let class = crate::digest(leaf.class().as_bytes())[..24].to_string();
        (seen == score).then(|| Quiet { class, second: leaf.side() == Side::Second, amounts })
    }
}

/// Samples of each part: games from the same opening are in the same one, and no position is in two.
pub(super) fn gather(lab: &mut Lab, subject: &Subject, games: &[Finished]) -> Result<[Vec<Sample>; 3], LabError> {
    let spec = quick(lab, subject)?;
    let trials: Vec<Gather> = games.iter().map(|game| trial(subject, &spec, game)).collect();
    let mut known = HashSet::new();
    let mut parts = [const { Vec::new() }; 3];
    for (game, found) in games.iter().zip(lab.all("quiet positions", &trials)?) {
        for quiet in found {
            if known.insert(quiet.class) {
                let result = result(game.played.winner, quiet.second);
                let scale = f64::from(subject.card.scale);
                let amounts = (0..).zip(&quiet.amounts).filter(|(_, amount)| **amount != 0);
                let amounts = amounts.map(|(at, &amount)| (at, f64::from(amount) / scale)).collect();
                parts[split(game.pair) as usize].push(Sample { amounts, result, group: game.pair as u32 });
            }
        }
    }
    Ok(parts)
}

/// Three of five pairs are to learn from, one to validate and one to prove.
fn split(pair: usize) -> Split {
    match pair % 5 {
        0..=2 => Split::Train,
        3 => Split::Validation,
        _ => Split::Heldout,
    }
}

/// What the game was worth to the side to move.
fn result(winner: Winner, second: bool) -> f64 {
    match (winner, second) {
        (Winner::Nobody, _) => 0.5,
        (Winner::First, false) | (Winner::Second, true) => 1.0,
        _ => 0.0,
    }
}

/// The engine of the short searches: it sees the evaluation as it is.
fn quick(lab: &Lab, subject: &Subject) -> Result<SpecText, LabError> {
    let told = subject.with(&subject.weights);
    let mut spec = Spec::nothing();
    (spec.evaluation, spec.weights) = (told.evaluation, told.weights);
    let settles = lab.arena().card().capabilities.contains(Capability::Tactical);
    for name in ["alpha_beta", "quiescence"].into_iter().take(if settles { 2 } else { 1 }) {
        // Both are in the list of enhancements.
        let _ = spec.switch_on(name);
    }
    text(lab, &spec)
}

fn trial(subject: &Subject, spec: &SpecText, game: &Finished) -> Gather {
    let mut line = game.opening.clone();
    let first = line.moves.len();
    let plies = &game.played.plies;
    line.moves.extend(plies.iter().map(|ply| ply.mv.clone()));
    let open = |score: i32| !Score::from_points(score).is_decided();
    let turns = (first..).zip(plies).filter(|(_, ply)| ply.score.is_some_and(open)).map(|(turn, _)| turn).collect();
    let (weights, scale) = (subject.weights.clone(), subject.card.scale);
    Gather { spec: spec.clone(), evaluation: subject.index, weights, scale, line, turns }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Gather {
    fn example() -> Gather {
        let (spec, line) = (crate::trial::kinds::plain(), crate::trial::kinds::line());
        Gather { spec, evaluation: 0, weights: vec![100, 1], scale: 1, line, turns: vec![0, 1, 2] }
    }
}
