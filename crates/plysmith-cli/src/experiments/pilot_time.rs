//! `pilot-time`: judged by time instead of nodes, with a generic hash, Awari does without its transposition table.
//!
//! The same positions are searched with the game's own hash and with the one that a game has which brings none, and the same enhancements are selected by time. Awari's own
//! hash is no incremental one, because a sowing changes up to twelve houses; it mixes two words.

use anyhow::Result;
use plysmith_lab::compare::{Method, Metric, Round, Selected, Tried, select};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::SpecChange;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Printed, Row};
use plysmith_lab::statistics::Interval;
use plysmith_lab::suite::Split;

use super::pilot::{Making, PAPER, choices};
use super::pilot_table_1::{REJECTED, taken};
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "pilot-time",
    about: "by time and with a generic hash the transposition table is rejected",
    source: PAPER,
    published: Published::Figures(printed),
    games: |_| &["awari", "awari-generic-hash"],
    apart: false,
    hiding: Hiding::Nothing("it compares the game with a twin that has no hash of its own, which is all that it hides"),
    run,
};

const OWN: &str = "Awari, the game's own hash";
const GENERIC: &str = "Awari, a generic hash";
const RANK: &str = "rank of TT by time";

fn printed() -> Vec<Printed> {
    vec![(GENERIC.into(), RANK.into(), REJECTED.into())]
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let making = making(scale);
    let mut findings = Findings::default();
    let mut verdicts = Vec::new();
    for (game, title) in (EXPERIMENT.games)(scale).iter().zip([OWN, GENERIC]) {
        let (group, rank, told) = field.on(game, |lab| repeat(lab, making, title, seed))?;
        verdicts.push(rank.map_or_else(|| REJECTED.to_string(), |rank| format!("taken as number {rank}")));
        findings.condition(title, told);
        findings.groups.push(group);
    }
    findings.verdict =
        format!("By time the table is {} with the game's own hash, and {} with a generic one.", verdicts[0], verdicts[1]);
    findings.condition("time", "nodes times the recorded cost of a node, measured in turns on the same positions");
    findings.condition(
        "likely reason of a difference",
        "our generic hash mixes a word at a time into the words that a state derives; the paper's is not described",
    );
    Ok(findings)
}

fn making(scale: Scale) -> Making {
    let sequences = scale.of(2, 30, 100);
    Making { evaluation: "seeds", made: scale.of(2, 5, 5), used: scale.of(3, 8, 10), sequences, length: 4 }
}

fn repeat(lab: &mut Lab, making: Making, title: &str, seed: u64) -> Result<(Group, Option<usize>, String)> {
    let suite = making.suite(lab, seed, Split::Train)?;
    let mut selection = |metric, name| -> Result<Selected> {
        let round = Round {
            name,
            comparison: making.comparison(&suite, metric, seed),
            choices: choices(&["TT", "ID1", "TTO", "HH", "KH"]),
            method: Method::Greedy,
            tune: false,
            clear: false,
            judge: None,
            confirm: None,
            expected: Vec::new(),
        };
        Ok(select(lab, &making.plain(lab)?, &[round], &mut |_, _, _| Ok(true))?)
    };
    let (nodes, time) = (selection(Metric::Nodes, "by nodes")?, selection(Metric::Time, "by time")?);
    let order = taken(&time);
    let rank = order.iter().position(|label| label == "TT").map(|at| at + 1);
    let row = Row::new(RANK).remark(format!("taken by time: {}", words(&order)));
    let mut group = Group::new(title).row(match rank {
        Some(rank) => row.ours(rank as f64),
        None => row.ours(REJECTED),
    });
    for (label, selected) in [("nodes that TT saves, alone", &nodes), ("time that TT saves, alone", &time)] {
        let gain = selected.path.first().and_then(|step| step.tried.iter().find(|tried| tried.change == SpecChange::on("TT")));
        group.rows.extend(gain.map(|tried| Row::new(label).between(percent(tried)).remark("% beside plain alpha-beta")));
    }
    let by_nodes = format!("By nodes {}; by time {}.", words(&taken(&nodes)), words(&order));
    let reference = Reference { value: 0.0, label: "no difference".into(), better: Better::Higher };
    let group = group.judged(Outcome::Informative, by_nodes).plotted(Axis::linear("saved").unit("%"), Some(reference));
    Ok((group, rank, making.told(&suite)))
}

fn words(order: &[String]) -> String {
    if order.is_empty() { "nothing".into() } else { order.join(", ") }
}

fn percent(tried: &Tried) -> Interval {
    tried.gain.map(|share| 100.0 * share)
}
