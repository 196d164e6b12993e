//! The clock rule: how much of a game clock a move may cost, and how that changes while the search goes on.
//!
//! A move gets a share of the time left and most of the increment. The share grows with the moves played, because fewer are to come. Of what is
//! left a reserve is never planned with, so that neither a slow way between the programs nor a long game without increments costs the game. An
//! iteration takes several times as long as the one before; how many times is known from those before, and none begins when it would on average
//! end after the share. One that has begun may take somewhat more, but never most of what is left (the hard limit). The share follows the search: a
//! best move that stays the same makes it shorter, one that has changed or a score that falls makes it longer, up to the hard limit.
//!
//! Nothing here looks at a clock: [`GameClock::limit`] is handed one.

use std::sync::Arc;
use std::time::Duration;

use super::limits::{Clock, TimeLimit};
use crate::score::Score;

/// A game clock when a side begins to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The time left to the side to move.
    pub left: Duration,
    /// What it gains with each move.
    pub increment: Duration,
    /// The moves until more time comes; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The moves that it has played; 0 if nobody knows.
    pub played: u32,
    /// The most that a move can cost beside the search: on its way between programs, and because a computer does other things too.
    pub overhead: Duration,
}

impl GameClock {
    /// The overhead where nobody says otherwise.
    pub const OVERHEAD: Duration = Duration::from_millis(20);
    /// The time is divided among so many moves when a game begins, and never among fewer than so many; first where increments go on paying for the
    /// moves, then where there are none. That is fewer than a usual game has: its last moves are proven and cost nothing, and a steady move takes
    /// less than its share. With 30 and 40 instead, more than half of a second was left (docs/results/2026-11-18-clock.md).
    const MOVES: [[f64; 2]; 2] = [[15.0, 7.0], [24.0, 18.0]];
    /// The moves of a long game.
    const LONG_GAME: u32 = 120;
    /// Beyond this many moves to go nobody plans.
    const MOST_MOVES: u32 = 50;
    /// No clock shows more than a year.
    const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);
    /// However little is left, a move has to be found.
    const SHORTEST: Duration = Duration::from_millis(1);

    /// A clock for the rest of the game, with the usual overhead.
    pub fn new(left: Duration, increment: Duration) -> GameClock {
        GameClock { left, increment, moves_to_go: None, played: 0, overhead: GameClock::OVERHEAD }
    }

    /// The clock in a position that so many moves of both sides have led to: the further a game is, the less is kept for the rest of it.
    pub fn after(self, plies: usize) -> GameClock {
        GameClock { played: u32::try_from(plies / 2).unwrap_or(u32::MAX), ..self }
    }

    /// The limit of a search whose time this clock shows.
    pub fn limit(&self, clock: Arc<dyn Clock>) -> TimeLimit {
        let (soft, hard) = self.share();
        TimeLimit { clock, soft, hard, flexible: true }
    }

    /// What is never planned with. Two overheads for this move and two for the next, because a bad moment seldom comes alone; where more time is sure to come, half as much. Where
    /// the increments do not pay for what moves cost beside the search, also the rest of what a long game will cost, but not most of what is left.
    fn reserve(&self, left: Duration, increment: Duration) -> Duration {
        let unpaid = match self.moves_to_go {
            None => (self.overhead / 8).saturating_sub(increment * 3 / 4),
            Some(_) => Duration::ZERO,
        };
        let sure = self.overhead.saturating_mul(if self.moves_to_go.is_some() { 2 } else { 4 });
        sure.saturating_add(unpaid.saturating_mul(GameClock::LONG_GAME).min(left.saturating_sub(sure) * 3 / 4))
    }

    /// How many moves the time is divided among. Every second move played takes one away; but a game that has lasted much longer than most will
    /// last longer still.
    fn moves_left(&self, usable: Duration, increment: Duration) -> u32 {
        // Where a hundred increments are as much as what is left, they carry a long game; the less they are, the more careful is the plan.
        let paid = (100.0 * increment.as_secs_f64() / usable.as_secs_f64()).min(1.0);
        let [first, least] = [0, 1].map(|end| {
            let [careless, careful] = GameClock::MOVES.map(|moves| moves[end]);
            (careful + paid * (careless - careful)).round() as u32
        });
        first.saturating_sub(self.played / 2).max(least).max(self.played / 4)
    }

    /// What the move should take on average, and what it may take at most.
    pub(crate) fn share(&self) -> (Duration, Duration) {
        let [left, increment] = [self.left, self.increment].map(|time| time.min(GameClock::LONGEST));
        let usable = left.saturating_sub(self.reserve(left, increment));
        let moves = self.moves_to_go.unwrap_or_else(|| self.moves_left(usable, increment)).clamp(1, GameClock::MOST_MOVES);
        let share = usable / moves + increment * 3 / 4;
        let most = if moves == 1 { usable * 4 / 5 } else { usable / 2 };
        let hard = (share * 3).min(most).max(GameClock::SHORTEST);
        (share.min(hard), hard)
    }
}

/// What the iterations so far say about how long to go on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steadiness {
    /// There is only one move.
    forced: bool,
    best: Option<u16>,
    score: i64,
    /// Iterations since the best move changed.
    unchanged: usize,
    iterations: i64,
    /// The sum of all changes of the score: games differ in what their points are worth.
    swings: i64,
    falling: bool,
    /// The nodes when the last iterations ended, the latest first; 0 for those that were none.
    nodes: [u64; 3],
}

impl Steadiness {
    /// The soft limit in hundredths, by the iterations for which the best move has been the same.
    const HUNDREDTHS: [u32; 7] = [160, 130, 110, 100, 90, 80, 70];
    /// How much longer an iteration takes than the one before, while nothing is known, and the least and the most that is believed.
    const GROWTH: [f64; 3] = [4.0, 1.5, 20.0];

    /// Before the first iteration, with so many moves to choose from.
    pub(crate) fn new(moves: usize) -> Steadiness {
        Steadiness { forced: moves == 1, ..Steadiness::default() }
    }

    /// An iteration was completed with this move, by its index, and this score, when so many nodes had been visited in all.
    pub(crate) fn hear(&mut self, best: u16, score: Score, nodes: u64) {
        self.nodes = [nodes, self.nodes[0], self.nodes[1]];
        let score = i64::from(score.points());
        if self.best.is_some() {
            let change = score - self.score;
            // Small ups and downs between odd and even depths mean nothing; what is small is known from the game itself.
            self.falling = self.iterations >= 3 && -change * self.iterations > 2 * self.swings;
            self.swings += change.abs();
            self.iterations += 1;
        }
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        self.score = score;
    }

    /// How much longer the next iteration takes than the last one. Even and odd depths differ much, so that two steps are taken together.
    fn growth(&self) -> f64 {
        let [unknown, least, most] = Steadiness::GROWTH;
        match self.nodes {
            [last, _, first] if first > 0 => (last as f64 / first as f64).sqrt().clamp(least, most),
            _ => unknown,
        }
    }

    /// What the search should take on average, as things are now.
    fn share(&self, time: &TimeLimit) -> Duration {
        let steady = Steadiness::HUNDREDTHS[self.unchanged.min(Steadiness::HUNDREDTHS.len() - 1)];
        let hundredths = if self.falling { steady * 3 / 2 } else { steady };
        time.soft.saturating_mul(hundredths) / 100
    }

    /// The search stops at this. An iteration that takes much longer than expected is as a rule not worth what is left to the end of it, unless
    /// there is doubt about the move.
    pub(crate) fn latest(&self, time: &TimeLimit) -> Duration {
        if time.flexible { (self.share(time) * 8 / 5).min(time.hard) } else { time.hard }
    }

    /// No iteration begins after this.
    pub(crate) fn adapt(&self, time: &TimeLimit) -> Duration {
        if !time.flexible {
            return time.soft;
        }
        if self.forced {
            return Duration::ZERO;
        }
        let share = self.share(time);
        // The last iteration that begins before a time t ends anywhere between t and t × growth, and short times are as likely as long ones in
        // proportion: on average at t × (growth - 1) / ln(growth), which is to be the share.
        let growth = self.growth();
        share.mul_f64(growth.ln() / (growth - 1.0)).min(time.hard)
    }
}

#[cfg(test)]
mod tests;
