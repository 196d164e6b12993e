//! What a node costs, measured once.
//!
//! Time enters here and nowhere else: contestants are measured in turns on the same positions, so that a busy machine slows all of them alike, and the
//! figures are recorded with the run. Later steps read the record, and limits in time become limits in nodes that are exact for ever after.

use std::time::{Duration, Instant};

use plysmith::Limits;
use plysmith::arena::Line;
use plysmith::search::Watch;
use serde::{Deserialize, Serialize};

use crate::lab::{Lab, LabError};
use crate::trial::{SpecText, TrialError, TrialId};

/// What a node costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speed {
    /// Picoseconds: the second fastest of the rounds. Whatever else the machine does can only add to the time, so that a median would tell
    /// more of the others than of the search, and the fastest alone would be a matter of luck.
    pub node: u64,
    /// The fastest round.
    pub fastest: u64,
    /// The slowest round.
    pub slowest: u64,
}

impl Speed {
    /// The nodes that fit into so many milliseconds, at least one.
    pub fn nodes(&self, milliseconds: u64) -> u64 {
        (u128::from(milliseconds) * 1_000_000_000 / u128::from(self.node.max(1))).clamp(1, u64::MAX.into()) as u64
    }

    /// Nanoseconds a node.
    pub fn nanoseconds(&self) -> f64 {
        self.node as f64 / 1_000.0
    }
}

/// Rounds in which every contestant has its turn.
const ROUNDS: usize = 9;
/// How long each turn lasts, at least.
const TURN: Duration = Duration::from_millis(30);
/// Nodes of one search.
const NODES: u64 = 20_000;

/// What a node of each contestant costs on these positions. Recorded with the run under this name.
pub fn speeds(lab: &mut Lab, name: &str, specs: &[SpecText], lines: &[Line]) -> Result<Vec<Speed>, LabError> {
    lab.recorded(name, |lab| measure(lab, specs, lines))
}

fn measure(lab: &Lab, specs: &[SpecText], lines: &[Line]) -> Result<Vec<Speed>, LabError> {
    let failed = |error: TrialError| LabError::Trial { kind: "speed", id: TrialId([0; 16]), error };
    let mut players = Vec::new();
    for spec in specs {
        let player = spec.spec().and_then(|spec| lab.arena().player(&spec, &Watch::NOTHING));
        players.push(player.map_err(|error| failed(error.into()))?);
    }
    let mut rounds = vec![Vec::new(); specs.len()];
    let limits = Limits::nodes(NODES);
    // The first round warms up and does not count.
    for round in 0..=ROUNDS {
        for (player, rounds) in players.iter_mut().zip(&mut rounds) {
            let (mut nodes, mut next) = (0, round);
            let mut time = Duration::ZERO;
            while time < TURN {
                let line = &lines[next % lines.len()];
                next += 1;
                player.new_game();
                let started = Instant::now();
                let report = player.search(line, &limits, &mut |_| {}).map_err(|error| failed(error.into()))?;
                time += started.elapsed();
                nodes += report.nodes;
            }
            if round > 0 {
                rounds.push((time.as_nanos() * 1_000 / u128::from(nodes.max(1))) as u64);
            }
            if lab.stop().is_stopped() {
                return Err(LabError::Stopped);
            }
        }
    }
    Ok(rounds
        .into_iter()
        .map(|mut rounds| {
            rounds.sort_unstable();
            Speed { node: rounds[1], fastest: rounds[0], slowest: rounds[ROUNDS - 1] }
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{arena, spec};

    #[test]
    fn time_becomes_nodes_by_the_recorded_cost() {
        let speed = Speed { node: 50_000, fastest: 40_000, slowest: 60_000 };
        assert_eq!(speed.nodes(100), 2_000_000);
        assert_eq!(speed.nodes(0), 1);
    }

    #[test]
    fn the_cost_of_a_node_lies_between_its_fastest_and_slowest_round() {
        let arena = arena("breakthrough-5x5");
        let specs = [spec("breakthrough-5x5", "plain"), spec("breakthrough-5x5", "default")];
        let speeds = speeds(&mut Lab::new(&*arena, ""), "speed", &specs, &[Line::start()]).unwrap();
        assert_eq!(speeds.len(), 2);
        assert!(
            speeds.iter().all(|speed| 0 < speed.fastest && speed.fastest <= speed.node && speed.node <= speed.slowest),
            "{speeds:?}"
        );
    }
}
