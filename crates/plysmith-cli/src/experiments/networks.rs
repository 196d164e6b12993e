//! What experiments about networks share: learning from the rules alone for a while.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use cpu_time::ProcessTime;
use plysmith::Spec;
use plysmith::search::limits::Clock;
use plysmith_lab::evaluate::network::{Archive, LearnedNet, NetPlan, learn};
use plysmith_lab::forge::RecordedClock;
use plysmith_lab::lab::Lab;

use super::Scale;

/// Units of the networks, and nodes a move in the third round of their games.
pub const UNITS: usize = 16;
const NODES: u64 = 1_000;

/// How long a network learns, in time of the processor: what else the machine does changes nothing, and twenty minutes on one core are half of those on two.
pub fn learning(scale: Scale) -> Duration {
    Duration::from_secs(scale.of(3, 300, 1_200))
}

/// The time of the processor, of all threads together, since something began.
struct Worked(ProcessTime);

impl Clock for Worked {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Fresh games against each opponent.
pub fn games(scale: Scale) -> usize {
    scale.of(8, 100, 400)
}

/// The default engine with another evaluation of the game.
pub fn default_with(lab: &Lab, evaluation: &str) -> Result<Spec> {
    let mut spec = lab.arena().preset("default")?;
    spec.evaluate_by(evaluation);
    spec.weights.clear();
    Ok(spec)
}

/// A network, and what it took.
pub struct FromRules {
    /// The network.
    pub learned: LearnedNet,
    /// The engine with it.
    pub spec: Spec,
    /// How long it took.
    pub spent: Duration,
}

impl FromRules {
    /// Learns for as long as the scale says, from the default engine that sees nothing on; `name` tells several of a run apart.
    pub fn learn(lab: &mut Lab, name: &str, scale: Scale, seed: u64) -> Result<FromRules> {
        let none = default_with(lab, "none")?;
        let plan = NetPlan { units: UNITS, nodes: NODES, games: 1, seed };
        let mut clock = RecordedClock::new(Arc::new(Worked(ProcessTime::now())));
        let mut spent = Duration::ZERO;
        let learned = lab.within(name, |lab| {
            let mut course = |lab: &mut Lab, point: &str| {
                spent = clock.elapsed(lab, point)?;
                Ok(spent.as_secs_f64() / learning(scale).as_secs_f64())
            };
            learn(lab, &none, &plan, &mut Archive::default(), &mut course)
        })?;
        let spec = learned.spec.spec()?;
        Ok(FromRules { learned, spec, spent })
    }

    /// What it took, in words.
    pub fn told(&self) -> String {
        let played: usize = self.learned.rounds.iter().map(|round| round.games).sum();
        format!("learned from {played} games in {:.1} minutes of the processor", self.spent.as_secs_f64() / 60.0)
    }
}
