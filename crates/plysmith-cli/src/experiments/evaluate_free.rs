//! `evaluate-free`: networks learned from free inputs, by engines that know nothing of their game but its rules, against networks learned in the same time from the inputs that the game declares.

use anyhow::Result;
use plysmith::Part;
use plysmith::game::{Capabilities, Capability};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::Rating;

use super::forging::{judged, move_time};
use super::networks::{FromRules, UNITS, games, learning};
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "evaluate-free",
    about: "networks on free inputs against networks on the inputs that a game declares, with everything else hidden",
    source: "our own",
    published: Published::Nothing("no other system takes inputs from what a state hashes"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Nothing("it hides everything itself"),
    run,
};

/// Two games on bit boards, one of which turns its board with every move, and one whose state is an array of cells.
const GAMES: [&str; 3] = ["breakthrough", "loa", "critical-mass"];
/// Of the evaluations of a game an engine that knows nothing takes `none`.
const SHOWN: Capabilities = Capabilities::NONE.with(Capability::Evaluations);

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let mut group = Group::new("free inputs").unit("% of the points");
    let mut worst = f64::INFINITY;
    for game in field.wanted.clone() {
        let hidden = Capabilities::all().without(SHOWN);
        let (free, free_part) = field.on_hiding(game, hidden, |lab| learned(lab, "free inputs", scale, seed))?;
        let inputs = Capabilities::NONE.with(Capability::Inputs);
        let (own, own_part) = field.on_hiding(game, hidden.without(inputs), |lab| learned(lab, "own inputs", scale, seed))?;
        let pairs = field.on(game, |lab| {
            for part in [free_part, own_part].into_iter().flatten() {
                lab.keep_part(part)?;
            }
            judged(lab, &format!("{game}, free inputs against own"), [&free.spec, &own.spec], games(scale), move_time(scale), seed)
        })?;
        let row = Row::new(game);
        let remark = format!(
            "{} games; {} free inputs {}; {} own {}",
            pairs.games(),
            free.learned.size[0],
            free.told(),
            own.learned.size[0],
            own.told()
        );
        group.rows.push(match Rating::of(pairs) {
            Some(rating) => {
                worst = worst.min(rating.score.low);
                row.between(rating.score.map(|share| 100.0 * share)).remark(remark)
            }
            None => row.ours("no games").remark(remark),
        });
    }
    if worst.is_finite() {
        findings.verdict = format!(
            "Free inputs give a network that has at least {:.1} % of the points against one on the game's own inputs, by the lowest of the lower bounds.",
            100.0 * worst
        );
    }
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    findings.groups.push(group.judged(Outcome::Informative, "").plotted(Axis::linear("score").unit("%"), Some(reference)));
    findings.condition(
        "engines",
        "the default without anything that a game declares, but for its evaluation `none`, and for the inputs of one side",
    );
    findings.condition("learning", format!("{} s of the processor each, {UNITS} units", learning(scale).as_secs()));
    findings.condition("fresh games", format!("{} at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    Ok(findings)
}

/// A network with the part that it is.
fn learned(lab: &mut Lab, name: &str, scale: Scale, seed: u64) -> Result<(FromRules, Option<Part>)> {
    let network = FromRules::learn(lab, name, scale, seed)?;
    let part = network.spec.part_ids().first().and_then(|id| lab.arena().part(*id));
    Ok((network, part))
}
