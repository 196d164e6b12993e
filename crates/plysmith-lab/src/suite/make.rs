//! Making suites by self-play.
//!
//! Games are numbered and played by seed and number; candidates count in the order of their games, so that the suite is the same however many threads
//! there are. A position that differs from an earlier one only by a symmetry of the board is not taken again.

use std::collections::HashSet;
use std::ops::ControlFlow;

use plysmith::arena::Line;
use plysmith::search::Watch;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::selfplay::{SelfPlay, SelfPlayed};
use super::{Kind, Known, Players, Split, Suite, SuiteEntry};
use crate::lab::{Lab, LabError, Remark, Stage};
use crate::play::mixed;
use crate::trial::{Limit, LineForm, Rate, SpecText, Trial, TrialError, Workbench};

/// What every suite needs to know.
#[derive(Clone, Debug)]
pub struct SuitePlan {
    /// Who plays the games.
    pub players: Players,
    /// The seed of the games.
    pub seed: u64,
    /// How many entries.
    pub count: usize,
    /// The shares of training, validation and held-out part, in any unit.
    pub shares: [u32; 3],
}

/// A suite is hard enough when a given engine solves this share of it.
#[derive(Clone, Debug)]
pub struct Difficulty {
    /// The engine.
    pub spec: SpecText,
    /// How far it searches.
    pub limit: Limit,
    /// The share that it is to solve, between 0 and 1.
    pub share: f64,
}

/// So many games are tried for each entry that is wanted, and some more.
const PATIENCE: usize = 200;
const MORE_PATIENCE: usize = 1_000;
/// No proof takes longer.
const PROOF_NODES: u64 = 20_000_000;

impl SuitePlan {
    fn game(&self, index: usize) -> SelfPlay {
        SelfPlay { players: self.players.clone(), seed: self.seed, index: index as u64 }
    }

    /// The part of a game, and of all positions out of it.
    fn split(&self, game: usize) -> Split {
        let all: u32 = self.shares.iter().sum::<u32>().max(1);
        let mut drawn = (mixed(!self.seed, game as u64) % u64::from(all)) as u32;
        for (part, &share) in Split::ALL.iter().zip(&self.shares) {
            if drawn < share {
                return *part;
            }
            drawn -= share;
        }
        Split::Train
    }

    /// Plays games until there are enough entries; `take` makes one out of what a trial found.
    fn gather<T, C>(
        &self,
        lab: &mut Lab,
        name: &str,
        make: impl Fn(SelfPlay) -> T,
        mut take: impl FnMut(C) -> Option<Candidate>,
    ) -> Result<Vec<SuiteEntry>, LabError>
    where
        T: Trial<Result = Found<C>>,
    {
        let mut entries: Vec<SuiteEntry> = Vec::new();
        // The same game under two numbers could be in two parts.
        let mut games = HashSet::new();
        let stage = Stage::new(name, PATIENCE * self.count + MORE_PATIENCE);
        lab.each(
            stage,
            |index| make(self.game(index)),
            |index, found| {
                let candidate = found.inside.filter(|_| games.insert(found.game)).and_then(&mut take);
                if let Some((ply, line, known)) = candidate {
                    let (id, source) = (format!("{index}.{ply}"), format!("game {index}"));
                    entries.push(SuiteEntry { id, split: self.split(index), source, line, known });
                }
                if entries.len() >= self.count {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(Some(Remark::goal(entries.len(), self.count)))
            },
        )?;
        Ok(entries)
    }

    fn suite(&self, lab: &Lab, kind: Kind, entries: Vec<SuiteEntry>) -> Suite {
        let Players { specs, depth, temperatures, random_plies, .. } = &self.players;
        let evaluations: Vec<String> = specs.iter().filter_map(|spec| spec.spec().ok()?.evaluation).collect();
        let temperatures: Vec<String> = temperatures.iter().map(|&t| (f64::from(t) / 1_000.0).to_string()).collect();
        let provenance = vec![
            ("seed".into(), self.seed.to_string()),
            (
                "games".into(),
                format!(
                    "self-play at depth {depth} after {random_plies} random plies, evaluations {}, temperatures {}",
                    evaluations.join(" "),
                    temperatures.join(" ")
                ),
            ),
        ];
        Suite { game: lab.arena().card().name, kind, provenance, entries }
    }
}

/// The ply, the place and what is known of an entry.
type Candidate = (usize, Line, Known);

/// How a suite writes a position: alone, or with the game before it where that counts.
fn place(repeats: bool, line: Line, position: String) -> Line {
    if repeats { line } else { Line::at(position) }
}

/// Sequences of so many consecutive positions.
pub fn sequences(lab: &mut Lab, plan: &SuitePlan, length: usize) -> Result<Suite, LabError> {
    let mut known = HashSet::new();
    let entries = plan.gather(
        lab,
        "sequences",
        |play| Cut { play, length },
        |cut: CutOut| {
            // No two sequences share a position, whichever parts they are in.
            if cut.classes.iter().any(|class| known.contains(class)) {
                return None;
            }
            known.extend(cut.classes);
            Some((cut.ply, Line { start: Some(cut.start), moves: cut.moves }, Known::Nothing))
        },
    )?;
    Ok(plan.suite(lab, Kind::Sequences, entries))
}

/// Forced wins in exactly so many plies, with all moves that keep them and at least one that does not.
pub fn wins(lab: &mut Lab, plan: &SuitePlan, plies: u32, difficulty: Option<&Difficulty>) -> Result<Suite, LabError> {
    let repeats = lab.arena().card().repetition.is_some();
    let solver = difficulty.map(|difficulty| (difficulty.spec.clone(), difficulty.limit));
    let mut known = HashSet::new();
    // How many that the engine solves, and that it does not solve, are still wanted.
    let mut wanted = difficulty.map(|difficulty| {
        let solved = (difficulty.share * plan.count as f64).round() as usize;
        [plan.count.saturating_sub(solved), solved]
    });
    let entries = plan.gather(
        lab,
        "wins",
        |play| FindWin { play, plies, solver: solver.clone() },
        |win: Win| {
            if known.contains(&win.class) {
                return None;
            }
            if let (Some(wanted), Some(solved)) = (&mut wanted, win.solved) {
                let room = &mut wanted[usize::from(solved)];
                *room = room.checked_sub(1)?;
            }
            known.insert(win.class);
            Some((win.line.moves.len(), place(repeats, win.line, win.position), Known::Wins { plies, moves: win.winning }))
        },
    )?;
    let mut suite = plan.suite(lab, Kind::Wins, entries);
    suite.provenance.push((
        "known".into(),
        format!("the side to move wins in exactly {plies} plies by these moves and no others, proven by search"),
    ));
    if let Some(difficulty) = difficulty {
        let share = 100.0 * difficulty.share;
        suite.provenance.push(("difficulty".into(), format!("{share} % are solved with {}", difficulty.limit)));
    }
    Ok(suite)
}

/// Positions from all phases of the game, with the value of every legal move.
pub fn scores(lab: &mut Lab, plan: &SuitePlan, spec: &SpecText, limit: Limit) -> Result<Suite, LabError> {
    let repeats = lab.arena().card().repetition.is_some();
    let mut known = HashSet::new();
    let mut entries = plan.gather(
        lab,
        "positions",
        |play| Sample { play },
        |sampled: Sampled| {
            if !known.insert(sampled.class) {
                return None;
            }
            Some((sampled.line.moves.len(), place(repeats, sampled.line, sampled.position), Known::Nothing))
        },
    )?;
    let trials: Vec<Rate> = entries.iter().map(|entry| Rate { spec: spec.clone(), line: entry.line.clone(), limit }).collect();
    let ratings = lab.all("reference scores", &trials)?;
    for (entry, ratings) in entries.iter_mut().zip(ratings) {
        entry.known = Known::Scores(ratings.moves.into_iter().map(|rated| (rated.mv, rated.score.points())).collect());
    }
    let mut suite = plan.suite(lab, Kind::Scores, entries);
    suite.provenance.push(("known".into(), format!("every legal move with its value, from a search of {limit} behind it")));
    suite.provenance.push(("reference spec".into(), spec.as_str().replace('\n', "; ")));
    Ok(suite)
}

/// What was found in a game.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Found<C> {
    /// A digest of its moves.
    game: String,
    inside: Option<C>,
}

impl<C> Found<C> {
    fn new(line: &Line, inside: Option<C>) -> Found<C> {
        let text = format!("{:?} {}", line.start, line.moves.join(" "));
        Found { game: crate::digest(text.as_bytes())[..20].into(), inside }
    }
}

/// Cut a sequence out of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Cut {
    play: SelfPlay,
    length: usize,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CutOut {
    ply: usize,
    start: String,
    moves: Vec<String>,
    classes: Vec<String>,
}

impl Trial for Cut {
    const KIND: &'static str = "suite sequence";
    const VERSION: u32 = 1;
    type Result = Found<CutOut>;

    fn run(&self, bench: &mut Workbench) -> Result<Found<CutOut>, TrialError> {
        let mut played = self.play.play(bench)?;
        let inside = self.find(bench, &mut played)?;
        Ok(Found::new(&played.line, inside))
    }
}

impl Cut {
    fn find(&self, bench: &mut Workbench, played: &mut SelfPlayed) -> Result<Option<CutOut>, TrialError> {
        let moves = &played.line.moves;
        // The last position, in which the game is over, is not for searching.
        let first = self.play.players.random_plies;
        let Some(last) = moves.len().checked_sub(self.length).filter(|&last| last >= first) else { return Ok(None) };
        let ply = played.rng.random_range(first..=last);
        let mut board = bench.board(&Line { start: played.line.start.clone(), moves: moves[..ply].to_vec() })?;
        let start = board.text();
        let moves = moves[ply..ply + self.length - 1].to_vec();
        let mut classes = vec![board.class()];
        for mv in &moves {
            board.play(mv)?;
            classes.push(board.class());
        }
        Ok(Some(CutOut { ply, start, moves, classes }))
    }
}

/// Find a win of a certain length in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FindWin {
    play: SelfPlay,
    plies: u32,
    /// An engine that tries to solve it.
    solver: Option<(SpecText, Limit)>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Win {
    #[serde(with = "LineForm")]
    line: Line,
    position: String,
    class: String,
    winning: Vec<String>,
    solved: Option<bool>,
}

impl Trial for FindWin {
    const KIND: &'static str = "suite win";
    const VERSION: u32 = 1;
    type Result = Found<Win>;

    fn run(&self, bench: &mut Workbench) -> Result<Found<Win>, TrialError> {
        let mut played = self.play.play(bench)?;
        let inside = self.find(bench, &mut played)?;
        Ok(Found::new(&played.line, inside))
    }
}

impl FindWin {
    fn find(&self, bench: &mut Workbench, played: &mut SelfPlayed) -> Result<Option<Win>, TrialError> {
        let moves = &played.line.moves;
        let Some(last) = moves.len().checked_sub(self.plies as usize) else { return Ok(None) };
        // With best play the winner was to move as many plies before the end as the win is long. But games are not played that well: the winner takes
        // its time, or the loser helps.
        for ply in [Some(last), last.checked_sub(2), Some(last + 2)].into_iter().flatten().filter(|&ply| ply < moves.len()) {
            let line = Line { start: played.line.start.clone(), moves: moves[..ply].to_vec() };
            let limits = Limit::nodes(PROOF_NODES).limits(bench.stop());
            let proof = bench.solver().prove(&line, self.plies, &limits)?;
            bench.unless_stopped()?;
            let board = bench.board(&line)?;
            // Where every move wins there is nothing to solve.
            if proof.plies != Some(self.plies) || proof.moves.len() == board.moves().len() {
                continue;
            }
            let solved = self.solves(bench, &line, &proof.moves)?;
            let (position, class) = (board.text(), board.class());
            return Ok(Some(Win { line, position, class, winning: proof.moves, solved }));
        }
        Ok(None)
    }

    fn solves(&self, bench: &mut Workbench, line: &Line, winning: &[String]) -> Result<Option<bool>, TrialError> {
        let Some((spec, limit)) = &self.solver else { return Ok(None) };
        let limits = limit.limits(bench.stop());
        let report = bench.player(spec, &Watch::NOTHING)?.search(line, &limits, &mut |_| {})?;
        bench.unless_stopped()?;
        Ok(Some(report.best.is_some_and(|best| winning.contains(&best))))
    }
}

/// Take a position out of a game: out of the first third, the second or the last, in turns, or out of one of its phases where it has them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sample {
    play: SelfPlay,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Sampled {
    #[serde(with = "LineForm")]
    line: Line,
    position: String,
    class: String,
}

impl Trial for Sample {
    const KIND: &'static str = "suite sample";
    const VERSION: u32 = 1;
    type Result = Found<Sampled>;

    fn run(&self, bench: &mut Workbench) -> Result<Found<Sampled>, TrialError> {
        let mut played = self.play.play(bench)?;
        let inside = self.find(bench, &mut played)?;
        Ok(Found::new(&played.line, inside))
    }
}

impl Sample {
    fn find(&self, bench: &mut Workbench, played: &mut SelfPlayed) -> Result<Option<Sampled>, TrialError> {
        let phases = bench.arena().card().phases;
        let first = self.play.players.random_plies;
        let moves = &played.line.moves;
        let line = |ply: usize| Line { start: played.line.start.clone(), moves: moves[..ply].to_vec() };
        let mut fitting = Vec::new();
        if phases > 1 {
            let mut board = bench.board(&line(0))?;
            for (ply, mv) in moves.iter().enumerate() {
                if ply >= first && board.phase() == self.play.index as usize % phases {
                    fitting.push(ply);
                }
                board.play(mv)?;
            }
        } else {
            let length = moves.len().saturating_sub(first);
            let third = self.play.index as usize % 3;
            fitting.extend(first + length * third / 3..first + length * (third + 1) / 3);
        }
        if fitting.is_empty() {
            return Ok(None);
        }
        let line = line(fitting[played.rng.random_range(0..fitting.len())]);
        let board = bench.board(&line)?;
        Ok(Some(Sampled { position: board.text(), class: board.class(), line }))
    }
}

#[cfg(test)]
fn example_play() -> SelfPlay {
    let players = Players {
        specs: vec![crate::trial::kinds::plain()],
        depth: 1,
        temperatures: vec![300],
        random_plies: 1,
        longest: 30,
        setups: false,
    };
    SelfPlay { players, seed: 1, index: 1 }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Cut {
    fn example() -> Cut {
        Cut { play: example_play(), length: 2 }
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for FindWin {
    fn example() -> FindWin {
        FindWin { play: example_play(), plies: 3, solver: None }
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Sample {
    fn example() -> Sample {
        Sample { play: example_play() }
    }
}

#[cfg(test)]
mod tests;
