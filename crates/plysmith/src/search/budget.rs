//! The clock rule: how much of a game clock a move may cost, and how that changes while the search goes on.
//!
//! A move gets a share of the time left and most of the increment. Of what is left a reserve is never planned with, so that a slow way between
//! the programs costs no game. An iteration takes several times as long as the one before; how many times is known from those before, and none
//! begins when it would on average end after the share. One that has begun may take somewhat more, but never most of what is left (the hard
//! limit). The share follows the search: a best move that stays the same makes it shorter, one that has changed or a score that falls makes it
//! longer, up to the hard limit.
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
    /// The most that a move can cost beside the search: on its way between programs, and because a computer does other things too.
    pub overhead: Duration,
}

impl GameClock {
    /// The overhead where nobody says otherwise.
    pub const OVERHEAD: Duration = Duration::from_millis(20);
    /// A game is taken to last this many moves more where each brings time, and this many where none does: a long one must not end by the flag.
    const MOVES: [u32; 2] = [30, 40];
    /// Beyond this many moves to go nobody plans.
    const MOST_MOVES: u32 = 50;
    /// No clock shows more than a year.
    const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);
    /// However little is left, a move has to be found.
    const SHORTEST: Duration = Duration::from_millis(1);

    /// A clock for the rest of the game, with the usual overhead.
    pub fn new(left: Duration, increment: Duration) -> GameClock {
        GameClock { left, increment, moves_to_go: None, overhead: GameClock::OVERHEAD }
    }

    /// The limit of a search whose time this clock shows.
    pub fn limit(&self, clock: Arc<dyn Clock>) -> TimeLimit {
        let (soft, hard) = self.share();
        TimeLimit { clock, soft, hard, flexible: true }
    }

    /// What the move should take on average, and what it may take at most.
    pub(crate) fn share(&self) -> (Duration, Duration) {
        let [left, increment] = [self.left, self.increment].map(|time| time.min(GameClock::LONGEST));
        // One overhead for this move and one for the next, because a bad moment seldom comes alone; more where no time will come any more.
        let ends = increment.is_zero() && self.moves_to_go.is_none();
        let usable = left.saturating_sub(self.overhead.saturating_mul(if ends { 4 } else { 2 }));
        let rest = GameClock::MOVES[usize::from(ends)];
        let moves = self.moves_to_go.map_or(rest, |moves| moves.clamp(1, GameClock::MOST_MOVES));
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
