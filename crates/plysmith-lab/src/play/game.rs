//! A game as a trial: two contestants, an opening, and what came of it.
//!
//! With limits in nodes or depth, or with recorded time, a game between engines of ours is a pure function of its description. A game by the wall
//! clock, or with another program, is not: its description then names the occasion, so that it is kept but never taken for another.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plysmith::arena::{Board, Line};
use plysmith::game::{Outcome, Side};
use plysmith::search::Watch;
use plysmith::{Clock, GameClock, Limits, Score, TimeLimit};
use serde::{Deserialize, Serialize};

use super::adjudicate::Adjudication;
use super::clock::{NodeClock, Wall};
use super::contestant::{Contestant, Pace};
use super::external::{self, External, ExternalError, Fault, Points};
use crate::trial::{BorrowedPlayer, Limit, LineForm, Trial, TrialError, Workbench};

/// Play a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Who moves first in the starting position of the game, and who second.
    // Under this name it is part of the id of every stored game.
    #[serde(rename = "seats")]
    pub players: [PacedPlayer; 2],
    /// Where it begins.
    #[serde(with = "LineForm")]
    pub opening: Line,
    /// When it is ended before its rules do.
    pub adjudication: Adjudication,
    /// For a game that cannot be played again with the same moves: which one it is.
    pub occasion: Option<String>,
}

/// A contestant with its pace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacedPlayer {
    /// Who plays.
    pub who: Contestant,
    /// How long it thinks.
    pub pace: Pace,
}

impl PacedPlayer {
    /// Whether a game with this player can be played again with the same moves.
    pub fn is_replayable(&self) -> bool {
        matches!(self.who, Contestant::Spec(_)) && self.pace.is_replayable()
    }
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who won.
    pub winner: Winner,
    /// Why it ended.
    pub ending: Ending,
    /// The moves behind the opening.
    pub plies: Vec<Ply>,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody.
    Nobody,
}

impl Winner {
    /// By the rules.
    pub fn of(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Win { side, .. } => Some(side).into(),
            Outcome::Draw => Winner::Nobody,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self {
            Winner::First => "1-0",
            Winner::Second => "0-1",
            Winner::Nobody => "1/2-1/2",
        }
    }
}

impl From<Option<Side>> for Winner {
    fn from(side: Option<Side>) -> Winner {
        match side {
            Some(Side::First) => Winner::First,
            Some(Side::Second) => Winner::Second,
            None => Winner::Nobody,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// Both players agreed, or neither saw anything.
    Adjudication,
    /// It was too long.
    Length,
    /// A player used more time than it had.
    Time,
    /// A player played what is no legal move.
    IllegalMove(String),
    /// A program failed.
    Fault(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ending::Rules => f.write_str("by the rules"),
            Ending::Adjudication => f.write_str("adjudicated"),
            Ending::Length => f.write_str("too long, adjudicated as a draw"),
            Ending::Time => f.write_str("out of time"),
            Ending::IllegalMove(what) | Ending::Fault(what) => f.write_str(what),
        }
    }
}

/// A move with what its player said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    pub mv: String,
    /// The second side played it.
    pub second: bool,
    /// The value for the side that played it.
    pub score: Option<i32>,
    /// The depth of the last iteration.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

impl Ply {
    /// Who played it.
    pub fn side(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }
}

/// A program may be this late by the wall clock: the way between the processes takes time.
const LATE: Duration = Duration::from_millis(100);

impl Trial for Game {
    const KIND: &'static str = "game";
    const VERSION: u32 = 1;
    type Result = Played;

    fn run(&self, bench: &mut Workbench) -> Result<Played, TrialError> {
        let mut board = bench.board(&self.opening)?;
        let mut players = Vec::new();
        for (paced, side) in self.players.iter().zip([Side::First, Side::Second]) {
            match PlayerInGame::take(paced, side, bench)? {
                Ok(player) => players.push(player),
                Err(reason) => {
                    // It was there when the match began, so that this game is lost and not the match.
                    return Ok(Played { winner: Some(side.other()).into(), ending: Ending::Fault(reason), plies: Vec::new() });
                }
            }
        }
        let mut line = self.opening.clone();
        let mut plies = Vec::new();
        let (winner, ending) = loop {
            if let Some(outcome) = board.outcome() {
                break (Winner::of(outcome), Ending::Rules);
            }
            if let Some(verdict) = self.adjudication.verdict(&plies) {
                break (verdict.into(), Ending::Adjudication);
            }
            if plies.len() >= self.adjudication.longest {
                break (Winner::Nobody, Ending::Length);
            }
            let side = board.side();
            let [mine, other] = both(&mut players, side);
            let thought = mine.think(&line, other, bench);
            bench.unless_stopped()?;
            match thought? {
                Ok(ply) => {
                    if let Err(ending) = play(&mut *board, &ply.mv) {
                        mine.is_broken = true;
                        break (Some(side.other()).into(), ending);
                    }
                    line.moves.push(ply.mv.clone());
                    plies.push(ply);
                }
                Err(ending) => {
                    mine.is_broken = true;
                    break (Some(side.other()).into(), ending);
                }
            }
        };
        players.into_iter().for_each(|player| player.leave(bench));
        Ok(Played { winner, ending, plies })
    }
}

/// Plays a move; one that is not legal ends the game.
fn play(board: &mut dyn Board, mv: &str) -> Result<(), Ending> {
    board.play(mv).map_err(|error| Ending::IllegalMove(format!("illegal move: {error}")))
}

/// The player of the side to move, and the other.
fn both(players: &mut [PlayerInGame], side: Side) -> [&mut PlayerInGame; 2] {
    let [first, second] = players else { unreachable!("a game has two sides") };
    match side {
        Side::First => [first, second],
        Side::Second => [second, first],
    }
}

/// A player at the board.
struct PlayerInGame {
    side: Side,
    engine: Engine,
    pace: Pace,
    clock: Option<NodeClock>,
    /// What is left on a clock on the wall.
    left: Duration,
    /// It failed: whatever it is, it is not kept.
    is_broken: bool,
}

enum Engine {
    Ours(BorrowedPlayer),
    Program(Box<External>),
}

impl PlayerInGame {
    /// A player, or the reason why there is none.
    fn take(paced: &PacedPlayer, side: Side, bench: &mut Workbench) -> Result<Result<PlayerInGame, String>, TrialError> {
        let engine = match &paced.who {
            Contestant::Spec(spec) => Engine::Ours(bench.take_player(spec, &Watch::NOTHING)?),
            Contestant::Program(program) => {
                let Some(launch) = program.launch() else {
                    return Ok(Err(format!("`{}` is no command line", program.command)));
                };
                match bench.take_program(&launch, program.dialect(), program.patience()) {
                    Ok(engine) => Engine::Program(Box::new(engine)),
                    Err(ExternalError { fault: Fault::Interrupted, .. }) => return Err(TrialError::Stopped),
                    Err(error) => return Ok(Err(error.to_string())),
                }
            }
        };
        let clock = match paced.pace {
            Pace::Clock { base, increment, node } => Some(NodeClock::new(base, increment, node)),
            _ => None,
        };
        let left = match paced.pace {
            Pace::WallClock { base, .. } => Duration::from_millis(base),
            _ => Duration::ZERO,
        };
        Ok(Ok(PlayerInGame { side, engine, pace: paced.pace, clock, left, is_broken: false }))
    }

    fn leave(self, bench: &mut Workbench) {
        match self.engine {
            _ if self.is_broken => {}
            Engine::Ours(borrowed) => bench.put_back(borrowed),
            Engine::Program(engine) => bench.put_back_program(*engine),
        }
    }

    /// The next move, or why there is none.
    fn think(&mut self, line: &Line, other: &PlayerInGame, bench: &Workbench) -> Result<Result<Ply, Ending>, TrialError> {
        let began = Instant::now();
        let allowed = match self.pace {
            Pace::Wall(time) => Some(Duration::from_millis(time)),
            Pace::WallClock { .. } => Some(self.left),
            _ => None,
        };
        let thought = match &mut self.engine {
            Engine::Ours(borrowed) => {
                let limits = limits(self.pace, self.clock, self.left, line, bench);
                let report = borrowed.player.answer(line, &limits)?;
                let mv = report.best.unwrap_or_default();
                let (score, depth, nodes) = (Some(report.score.points()), report.depth, report.nodes);
                Ok(Ply { mv, second: self.side == Side::Second, score, depth, nodes })
            }
            Engine::Program(engine) => match engine.search(line, &asked(self.pace, self.clock, self.side, self.left, other)) {
                Ok(answer) => Ok(Ply {
                    mv: answer.best,
                    second: self.side == Side::Second,
                    score: answer.info.score.map(points),
                    depth: answer.info.depth.unwrap_or(0),
                    nodes: answer.info.nodes.unwrap_or(0),
                }),
                Err(ExternalError { fault: Fault::Interrupted, .. }) => return Err(TrialError::Stopped),
                Err(error) => Err(Ending::Fault(error.to_string())),
            },
        };
        let Ok(ply) = thought else { return Ok(thought) };
        if let Some(clock) = &mut self.clock
            && !clock.spend(ply.nodes)
        {
            return Ok(Err(Ending::Time));
        }
        if let Some(allowed) = allowed {
            let used = began.elapsed();
            if used > allowed + LATE {
                return Ok(Err(Ending::Time));
            }
            if let Pace::WallClock { increment, .. } = self.pace {
                self.left = self.left.saturating_sub(used) + Duration::from_millis(increment);
            }
        }
        Ok(Ok(ply))
    }
}

/// What limits a search of ours.
fn limits(pace: Pace, clock: Option<NodeClock>, left: Duration, line: &Line, bench: &Workbench) -> Limits {
    let start = || Arc::new(Wall::start()) as Arc<dyn Clock>;
    let wall = |time: TimeLimit| Limits { time: Some(time), stop: Some(bench.stop().clone()), ..Limits::default() };
    match pace {
        Pace::Search(limit) => limit.limits(bench.stop()),
        Pace::Clock { .. } => Limit::nodes(clock.map_or(1, |clock| clock.nodes())).limits(bench.stop()),
        Pace::Wall(time) => wall(TimeLimit::fixed(start(), Duration::from_millis(time))),
        // The same rule by which our engine plays for other programs.
        Pace::WallClock { increment, .. } => {
            wall(GameClock::new(left, Duration::from_millis(increment)).after(line.moves.len()).limit(start()))
        }
    }
}

/// What limits a search of another program.
fn asked(pace: Pace, clock: Option<NodeClock>, side: Side, left: Duration, other: &PlayerInGame) -> external::Limit {
    match pace {
        Pace::Search(Limit { depth: Some(depth), .. }) => external::Limit::Depth(depth),
        Pace::Search(Limit { nodes, .. }) => external::Limit::Nodes(nodes.unwrap_or(1)),
        Pace::Clock { .. } => external::Limit::Nodes(clock.map_or(1, |clock| clock.nodes())),
        Pace::Wall(time) => external::Limit::MoveTime(Duration::from_millis(time)),
        Pace::WallClock { increment, .. } => {
            let theirs = match other.pace {
                Pace::WallClock { increment, .. } => (other.left, Duration::from_millis(increment)),
                _ => (left, Duration::from_millis(increment)),
            };
            let mine = (left, Duration::from_millis(increment));
            let (first, second) = if side == Side::First { (mine, theirs) } else { (theirs, mine) };
            external::Limit::Clock { side, left: [first.0, second.0], increment: [first.1, second.1] }
        }
    }
}

/// The number behind a score that a program told; a mate is worth more than any evaluation.
fn points(points: Points) -> i32 {
    match points {
        Points::Evaluation(points) => points.clamp(-i64::from(Score::EVALUATION_LIMIT), Score::EVALUATION_LIMIT.into()) as i32,
        Points::Mate(moves) if moves > 0 => Score::win(0, 2 * moves.min(120) as usize).points(),
        Points::Mate(moves) => Score::loss(0, 2 * moves.unsigned_abs().min(120) as usize).points(),
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Game {
    fn example() -> Game {
        let player =
            |depth| PacedPlayer { who: Contestant::Spec(crate::trial::kinds::plain()), pace: Pace::Search(Limit::depth(depth)) };
        let adjudication = Adjudication { longest: 6, ..Adjudication::default() };
        Game { players: [player(2), player(1)], opening: crate::trial::kinds::line(), adjudication, occasion: None }
    }
}
