//! When a search ends: at a depth, after a number of nodes, by a clock that is handed in, or when another thread says so.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Stopped;
use super::budget::Steadiness;
use super::trace::Wanted;
use crate::score::{MAX_PLY, Score};

/// Time since a search began. The search reads no clock of its own.
pub trait Clock: Send + Sync {
    /// How long the search has been going on.
    fn elapsed(&self) -> Duration;
}

/// A limit by the clock.
#[derive(Clone)]
pub struct TimeLimit {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// No iteration begins after this; if the limit is flexible, this is what the search should take on average.
    pub soft: Duration,
    /// The search stops at this.
    pub hard: Duration,
    /// The soft limit follows how steady the best move is, as it does by a game clock: see [`GameClock`](super::budget::GameClock).
    pub flexible: bool,
}

impl TimeLimit {
    /// All of this time, whatever the search finds.
    pub fn fixed(clock: Arc<dyn Clock>, time: Duration) -> TimeLimit {
        TimeLimit { clock, soft: time, hard: time, flexible: false }
    }
}

impl fmt::Debug for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "TimeLimit {{ soft: {:?}, hard: {:?} }}", self.soft, self.hard)
    }
}

/// Stops a search from another thread. Clones stop the same search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to stop; it does so within about a thousand nodes.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one search. The first one reached ends it; without any it goes on to the greatest depth there is.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes, kept exactly.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<TimeLimit>,
    /// A win in so many plies is enough: the search ends as soon as one is proven, and its score says no more than that.
    pub win: Option<u32>,
    /// The switch for other threads.
    pub stop: Option<Stop>,
    /// Only these moves of the position are searched, by their indices in generation order; all if there is none among them.
    pub only: Option<Vec<u16>>,
    /// So many lines are searched in each iteration, the second without the first one's move, and so on; 0 is as good as 1.
    pub lines: usize,
    /// What is decided around a line is kept; see [`trace`](super::trace).
    pub trace: Option<Wanted>,
}

impl Limits {
    /// To a depth in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// The moves that are not searched, of so many.
    pub(crate) fn barred(&self, moves: usize) -> Vec<u16> {
        let Some(only) = &self.only else { return Vec::new() };
        let barred: Vec<u16> = (0..moves as u16).filter(|index| !only.contains(index)).collect();
        if barred.len() == moves { Vec::new() } else { barred }
    }

    /// The score from which on the search has what it is for.
    pub(crate) fn enough(&self) -> Option<Score> {
        self.win.map(|plies| Score::win(0, (plies as usize).min(MAX_PLY)))
    }

    /// For a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}

/// How many nodes may pass between two looks at the clock.
const INTERVAL: u64 = 1_024;

/// Counts nodes and notices when a limit is reached.
pub(crate) struct Meter<'a> {
    nodes: u64,
    /// At this count the clock and the stop switch are looked at.
    look_at: u64,
    /// The time at which the search stops.
    hard: Duration,
    limits: &'a Limits,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Meter<'a> {
        let hard = limits.time.as_ref().map_or(Duration::MAX, |time| time.hard);
        let mut meter = Meter { nodes: 0, look_at: 0, hard, limits };
        meter.plan();
        if meter.is_over() {
            meter.look_at = 0;
        }
        meter
    }

    /// One node more, unless the search is to stop.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.look_at {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.is_over() {
            return Err(Stopped);
        }
        self.plan();
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.limits.stop.as_ref().is_some_and(Stop::is_stopped)
            || self.limits.time.as_ref().is_some_and(|time| time.clock.elapsed() >= self.hard)
    }

    /// Whether it is too late to begin another iteration. If it is not, that one ends in time as well.
    pub(super) fn is_late(&mut self, steadiness: &Steadiness) -> bool {
        if let Some(time) = &self.limits.time {
            self.hard = steadiness.latest(time);
        }
        self.is_over() || self.limits.time.as_ref().is_some_and(|time| time.clock.elapsed() >= steadiness.adapt(time))
    }

    fn plan(&mut self) {
        let watched = self.limits.stop.is_some() || self.limits.time.is_some();
        let next = if watched { self.nodes + INTERVAL } else { u64::MAX };
        self.look_at = next.min(self.limits.nodes.unwrap_or(u64::MAX));
    }
}
