//! What a node costs, measured once.
//!
//! Time enters here and nowhere else: contestants are measured in turns on the same positions, by the time that the processor gave them, so that a busy
//! machine slows all of them alike and little. The figures are recorded with the run; later steps read the record, and limits in time become limits in
//! nodes that are exact for ever after.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use plysmith::Limits;
use plysmith::arena::Line;
use plysmith::search::Watch;
use serde::{Deserialize, Serialize};

use crate::lab::{Lab, LabError};
use crate::statistics::Interval;
use crate::trial::{SpecText, TrialError};

/// What a node costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speed {
    /// Picoseconds: the second fastest of the rounds. Whatever else the machine does can only add to the time, so that a median would tell
    /// more of the others than of the search, and the fastest alone would be a matter of luck.
    pub node: u64,
    /// Every round, in which all contestants had their turn one after the other.
    pub rounds: Vec<u64>,
}

impl Speed {
    /// The nodes that fit into so many milliseconds, at least one.
    pub fn nodes(&self, milliseconds: u64) -> u64 {
        (u128::from(milliseconds) * 1_000_000_000 / u128::from(self.node.max(1))).clamp(1, u64::MAX.into()) as u64
    }

    /// How many times as much a node of the other costs: the median of the rounds, with its 95 % interval by rank. A contestant is not compared with
    /// itself, and a machine that is busy makes the interval wide instead of the answer wrong.
    pub fn times(&self, other: &Speed) -> Interval {
        let mut ratios: Vec<f64> =
            self.rounds.iter().zip(&other.rounds).map(|(own, other)| *other as f64 / (*own).max(1) as f64).collect();
        ratios.sort_by(f64::total_cmp);
        let count = ratios.len();
        if count == 0 {
            return Interval { value: 1.0, low: 1.0, high: 1.0 };
        }
        // So many from either end enclose the median with a probability of about 95 %: of nine rounds the second and the eighth, of 25 the eighth and the
        // eighteenth.
        let tail = (count as f64 / 2.0 - 0.98 * (count as f64).sqrt()).max(0.0) as usize;
        Interval { value: ratios[count / 2], low: ratios[tail], high: ratios[count - 1 - tail] }
    }

    /// The slowest round as a multiple of the fastest: how busy the machine was.
    pub fn unrest(&self) -> f64 {
        let (fastest, slowest) = (self.rounds.iter().min(), self.rounds.iter().max());
        slowest.copied().unwrap_or(1) as f64 / fastest.copied().unwrap_or(1).max(1) as f64
    }

    /// Nanoseconds a node.
    pub fn nanoseconds(&self) -> f64 {
        self.node as f64 / 1_000.0
    }
}

/// How many nodes each of them searches in the same time, if the slowest searches so many. All are compared with the last.
pub fn equal_time(speeds: &[Speed], least: u64) -> Vec<u64> {
    let Some(last) = speeds.last() else { return Vec::new() };
    let nodes = |speed: &Speed| (least as f64 / last.times(speed).value.max(0.01)).round().max(1.0) as u64;
    let nodes: Vec<u64> = speeds.iter().map(nodes).collect();
    let slowest = nodes.iter().copied().min().unwrap_or(1);
    nodes.into_iter().map(|nodes| nodes * least / slowest).collect()
}

/// How contestants take turns.
#[derive(Clone, Copy)]
struct Turns {
    /// Rounds in which every contestant has its turn.
    rounds: usize,
    /// How long each turn lasts, at least.
    least: Duration,
    /// Nodes of one search.
    nodes: u64,
}

const FEW: Turns = Turns { rounds: 9, least: Duration::from_millis(30), nodes: NODES };
/// Many short ones cost less and tell as much about how two compare, but less about each of them.
const MANY: Turns = Turns { rounds: 25, least: Duration::from_millis(2), nodes: NODES };
const BRIEF: Turns = Turns { rounds: 9, least: Duration::from_millis(2), nodes: NODES / 4 };
/// Nodes of one search.
const NODES: u64 = 20_000;

/// What a node of each contestant costs on these positions. Recorded with the run under this name.
pub fn speeds(lab: &mut Lab, name: &str, specs: &[SpecText], lines: &[Line]) -> Result<Vec<Speed>, LabError> {
    lab.recorded(&named(name, specs), |lab| measure(lab, specs, lines, FEW))
}

/// A name for what is recorded about these engines: another engine under the same name is measured anew.
fn named(name: &str, specs: &[SpecText]) -> String {
    let texts = specs.iter().map(SpecText::as_str).collect::<Vec<_>>().join("\0");
    format!("{name} {}", &crate::digest(texts.as_bytes())[..12])
}

/// The same in still less time, for contestants that play only a few games each.
pub fn brief_speeds(lab: &mut Lab, name: &str, specs: &[SpecText], lines: &[Line]) -> Result<Vec<Speed>, LabError> {
    lab.recorded(&named(name, specs), |lab| measure(lab, specs, lines, BRIEF))
}

/// How many nodes of this engine all threads search in a second of real time, with whatever else the machine does. Recorded with the run under this name.
pub fn crew_rate(lab: &mut Lab, name: &str, spec: &SpecText, lines: &[Line]) -> Result<f64, LabError> {
    const TIME: Duration = Duration::from_millis(400);
    lab.recorded(name, |lab| {
        let (arena, threads) = (lab.arena(), lab.threads);
        let spec = spec.spec()?;
        let started = Instant::now();
        let search = |first: usize| -> Result<u64, TrialError> {
            let mut player = arena.player(&spec, &Watch::NOTHING)?;
            let (mut nodes, mut next) = (0, first);
            while started.elapsed() < TIME {
                player.new_game();
                nodes += player.search(&lines[next % lines.len()], &Limits::nodes(NODES), &mut |_| {})?.nodes;
                next += 1;
            }
            Ok(nodes)
        };
        let searched: Vec<Result<u64, TrialError>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || search(first))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or(Err(TrialError::Stopped))).collect()
        });
        let nodes = searched.into_iter().sum::<Result<u64, TrialError>>()?;
        Ok(nodes as f64 / started.elapsed().as_secs_f64())
    })
}

/// The same as [`speeds`] in less time, for many contestants that are to be compared with each other.
pub fn quick_speeds(lab: &mut Lab, name: &str, specs: &[SpecText], lines: &[Line]) -> Result<Vec<Speed>, LabError> {
    lab.recorded(&named(name, specs), |lab| measure(lab, specs, lines, MANY))
}

fn measure(lab: &Lab, specs: &[SpecText], lines: &[Line], turns: Turns) -> Result<Vec<Speed>, LabError> {
    // The same engine under two names is measured once.
    let mut different: Vec<&SpecText> = Vec::new();
    for spec in specs {
        if !different.contains(&spec) {
            different.push(spec);
        }
    }
    let mut players = Vec::new();
    for spec in &different {
        let spec = spec.spec()?;
        let player = lab.arena().player(&spec, &Watch::NOTHING)?;
        players.push((player, spec.has_phases()));
    }
    let mut rounds = vec![Vec::new(); different.len()];
    let limits = Limits::nodes(turns.nodes);
    // The first round warms up and does not count.
    for round in 0..=turns.rounds {
        for ((player, has_phases), rounds) in players.iter_mut().zip(&mut rounds) {
            let (mut nodes, mut next) = (0, round);
            let mut time = Duration::ZERO;
            while time < turns.least {
                let line = &lines[next % lines.len()];
                next += 1;
                if *has_phases {
                    // To go over to another part takes as long as many nodes and happens a few times in a game: that is done before the clock runs.
                    player.search(line, &Limits::nodes(1), &mut |_| {})?;
                }
                player.new_game();
                let started = ThreadTime::now();
                let report = player.search(line, &limits, &mut |_| {})?;
                time += started.elapsed();
                nodes += report.nodes;
            }
            if round > 0 {
                rounds.push((time.as_nanos() * 1_000 / u128::from(nodes.max(1))) as u64);
            }
            if lab.stop().is_stopped() {
                return Err(LabError::Stopped);
            }
            if lab.is_late() {
                return Err(LabError::OutOfTime);
            }
        }
    }
    let speed = |spec: &SpecText| {
        let rounds = different.iter().position(|other| *other == spec).map(|at| rounds[at].clone()).unwrap_or_default();
        let mut sorted = rounds.clone();
        sorted.sort_unstable();
        Speed { node: sorted[1], rounds }
    };
    Ok(specs.iter().map(speed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{arena, spec};

    #[test]
    fn time_becomes_nodes_by_the_recorded_cost() {
        let speed = Speed { node: 50_000, rounds: vec![50_000] };
        assert_eq!(speed.nodes(100), 2_000_000);
        assert_eq!(speed.nodes(0), 1);
    }

    #[test]
    fn in_equal_time_who_has_cheaper_nodes_searches_more_and_the_slowest_what_was_asked() {
        let speed = |cost| Speed { node: cost, rounds: vec![cost; 9] };
        assert_eq!(equal_time(&[speed(50), speed(100)], 10_000), [20_000, 10_000]);
        assert_eq!(equal_time(&[speed(200), speed(100)], 10_000), [10_000, 20_000]);
        assert_eq!(equal_time(&[speed(100), speed(400), speed(200)], 1_000), [4_000, 1_000, 2_000]);
    }

    #[test]
    fn a_busy_machine_widens_the_interval_and_the_same_engine_costs_the_same() {
        let speed = |rounds: [u64; 9]| Speed { node: 1, rounds: rounds.to_vec() };
        let (calm, busy) = (speed([100; 9]), speed([100, 100, 100, 100, 110, 120, 150, 200, 300]));
        assert_eq!(calm.times(&calm), Interval { value: 1.0, low: 1.0, high: 1.0 });
        assert_eq!(calm.times(&busy), Interval { value: 1.1, low: 1.0, high: 2.0 });
        assert_eq!(busy.unrest(), 3.0);
    }

    #[test]
    fn the_cost_of_a_node_lies_between_its_fastest_and_slowest_round() {
        let arena = arena("breakthrough-5x5");
        let specs = ["plain", "default", "plain"].map(|preset| spec("breakthrough-5x5", preset));
        let speeds = speeds(&mut Lab::new(&*arena, ""), "speed", &specs, &[Line::start()]).unwrap();
        assert_eq!(speeds.len(), 3);
        for speed in &speeds {
            assert!(0 < speed.rounds[0] && speed.rounds.len() == FEW.rounds, "{speeds:?}");
            assert!(speed.rounds.iter().min() <= Some(&speed.node) && Some(&speed.node) <= speed.rounds.iter().max(), "{speeds:?}");
        }
        assert_eq!(speeds[0], speeds[2]);
    }
}
