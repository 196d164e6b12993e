//! What the steps of a forge share: the order, the recorded clock, what the machine does in a second, and how long games are.

use std::sync::Arc;
use std::time::Duration;

use plysmith::Spec;
use plysmith::arena::Line;
use plysmith::search::limits::Clock;

use super::RecordedClock;
use crate::compare::{KnownMeeting, Material, text};
use crate::lab::{Lab, LabError};
use crate::measure::{Speed, crew_rate, speeds};
use crate::play::{Contestant, Game, Openings, Pace, PacedPlayer, Played, openings};
use crate::trial::{Limit, SpecText};
use crate::verify::ENDING;

/// What is to be forged.
#[derive(Clone)]
pub struct Order {
    /// The spec to begin with, and to beat.
    pub start: Spec,
    /// How long it may take.
    pub budget: Duration,
    /// How long the engine will think about a move when it is used.
    pub pace: Duration,
    /// The seed of everything.
    pub seed: u64,
    /// Only the stage of this name.
    pub only: Option<&'static str>,
}

/// What the steps share.
pub struct ForgeContext {
    /// What was asked for.
    pub order: Order,
    /// The clock of the run.
    pub clock: RecordedClock,
    /// What a node of the start costs.
    pub speed: Speed,
    /// Nodes that all threads together search in a second.
    pub rate: f64,
    /// Plies of a game.
    pub length: f64,
    /// Positions from all parts of the game, on which nodes are timed.
    pub lines: Vec<Line>,
    /// When the step that is under way is to end.
    pub deadline: Duration,
    /// The round.
    pub round: usize,
    /// Games that were played on the way, with the spec's evaluation, to learn from.
    pub games: Vec<(Line, Played)>,
    /// What races have found out about changes, each with the spec that it began from.
    pub evidence: Vec<(Spec, Vec<KnownMeeting>)>,
}

/// Games with fewer nodes a move have the wrong sign too often.
pub(super) const FEWEST_NODES: u64 = 4_000;

impl ForgeContext {
    /// Measures what the rest goes by.
    pub fn new(lab: &mut Lab, order: Order, clock: Arc<dyn Clock>) -> Result<ForgeContext, LabError> {
        let clock = RecordedClock::new(clock);
        let start = text(lab, &order.start)?;
        let lines = Material::lines(lab, order.seed)?;
        let speed = speeds(lab, "speed of the start", std::slice::from_ref(&start), &lines)?.remove(0);
        let rate = crew_rate(lab, "rate of all threads", &start, &lines)?.max(1.0);
        let length = length(lab, &start, order.seed)?;
        let mut context = ForgeContext {
            order,
            clock,
            speed,
            rate,
            length,
            lines,
            deadline: Duration::ZERO,
            round: 1,
            games: Vec::new(),
            evidence: Vec::new(),
        };
        context.now(lab, "the beginning")?;
        Ok(context)
    }

    /// How long the run has lasted; asked once at every point, and recorded.
    pub fn now(&mut self, lab: &mut Lab, point: &str) -> Result<Duration, LabError> {
        let point = format!("round {}, {point}", self.round);
        self.clock.elapsed(lab, &point)
    }

    /// How long the step that is under way may still take.
    pub fn left(&mut self, lab: &mut Lab, point: &str) -> Result<Duration, LabError> {
        let now = self.now(lab, point)?;
        Ok(self.deadline.saturating_sub(now))
    }

    /// Nodes that all threads together search in so long a time.
    pub fn nodes_in(&self, time: Duration) -> f64 {
        time.as_secs_f64() * self.rate
    }

    /// Nodes a move at the pace of the user.
    pub fn pace_nodes(&self) -> u64 {
        ((self.order.pace.as_nanos() as f64 * 1_000.0 / self.speed.node.max(1) as f64) as u64).max(1)
    }

    /// Nodes a move at which so many games fit into a time: at most the pace of the user, and never so few that nothing is told.
    pub fn nodes_for(&self, time: Duration, games: f64) -> u64 {
        let nodes = self.nodes_in(time) / (games * self.length).max(1.0);
        (nodes as u64).min(self.pace_nodes()).max(FEWEST_NODES.min(self.pace_nodes()))
    }

    /// Pairs of games at so many nodes a move that fit into a time.
    pub fn pairs_in(&self, time: Duration, nodes: u64) -> f64 {
        self.nodes_in(time) / (2.0 * self.length * nodes.max(1) as f64)
    }

    /// How long so many nodes take a thread of its own.
    pub fn move_time(&self, nodes: u64) -> Duration {
        Duration::from_nanos((nodes as f64 * self.speed.nanoseconds()) as u64)
    }

    /// A seed for a purpose, other ones in other rounds.
    pub fn seed(&self, purpose: u64) -> u64 {
        crate::play::mixed(self.order.seed, purpose.wrapping_add(1_000 * self.round as u64))
    }

    /// Does some work that has to end in time: `None` if it was cut short, and then again when the run is taken up later.
    pub fn guarded<R>(
        &mut self,
        lab: &mut Lab,
        point: &str,
        most: Duration,
        mut work: impl FnMut(&mut Lab, &mut ForgeContext) -> Result<R, LabError>,
    ) -> Result<Option<R>, LabError> {
        let mut done = None;
        let point = format!("round {}, {point}, cut short", self.round);
        let cut: bool = lab.recorded(&point, |lab| match lab.at_most(most, |lab| work(lab, self)) {
            Ok(result) => {
                done = Some(result);
                Ok(false)
            }
            Err(LabError::OutOfTime) => Ok(true),
            Err(error) => Err(error),
        })?;
        match (cut, done) {
            (true, _) => Ok(None),
            (false, Some(done)) => Ok(Some(done)),
            // It was done in an earlier life of the run, and everything is in the store.
            (false, None) => work(lab, self).map(Some),
        }
    }
}

/// How many plies games last, from short ones of the start against itself.
fn length(lab: &mut Lab, start: &SpecText, seed: u64) -> Result<f64, LabError> {
    const GAMES: usize = 12;
    const NODES: u64 = 1_500;
    let lines = openings(lab, &Openings::usual(GAMES, seed.wrapping_add(0x1e79), start.clone()))?;
    let player = || PacedPlayer { who: Contestant::Spec(start.clone()), pace: Pace::Search(Limit::nodes(NODES)) };
    let game =
        |opening: &Line| Game { players: [player(), player()], opening: opening.clone(), adjudication: ENDING, occasion: None };
    let games: Vec<Game> = lines.iter().map(game).collect();
    let plies: Vec<usize> = lab.all("how long games are", &games)?.iter().map(|played| played.plies.len()).collect();
    Ok((plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64).max(1.0))
}
