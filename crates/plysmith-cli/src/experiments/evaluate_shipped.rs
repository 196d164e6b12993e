//! `evaluate-shipped`: the networks that are shipped, learned again, and fresh games at 100 ms a move against the same engine with the evaluation that somebody wrote.
//!
//! The games, not a clock, say how much is learned, so that the same network comes out on every machine: its digest is compared with that of the default. Games without a network
//! of their own are here too, with what was tried and was not good enough.

use std::time::Duration;

use anyhow::Result;
use cpu_time::ProcessTime;
use plysmith::Spec;
use plysmith_lab::evaluate::network::{Archive, NetPlan, by_games, learn};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::Rating;

use super::forging::{judged, score};
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "evaluate-shipped",
    about: "the networks that are shipped, learned again, against the evaluations that somebody wrote",
    source: "our own",
    published: Published::Nothing("no other system learns evaluations for any game from its rules"),
    games: |scale| scale.of(&["breakthrough"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Nothing("what is shipped was learned from a game's own inputs"),
    run,
};

/// The games for which it was tried, as they were named before.
const GAMES: [&str; 6] = ["breakthrough", "ataxx", "loa", "othello", "draughts", "halma"];
/// Nodes a move in the third round of self-play, and the seed of what is shipped.
const NODES: u64 = 1_000;
const SEED: u64 = 1;

/// How many games of self-play and how many units a network has.
fn size(game: &str) -> (usize, usize) {
    match game {
        "othello" => (120_000, 32),
        "draughts" | "halma" => (120_000, 16),
        _ => (160_000, 16),
    }
}

fn run(field: &mut Field) -> Result<Findings> {
    let scale = field.scale;
    let mut findings = Findings::default();
    let mut group = Group::new("networks").unit("% of the points");
    let (mut better, mut same, mut shipped) = (0, 0, 0);
    for game in field.wanted.clone() {
        let one = field.on(game, |lab| one(lab, game, scale))?;
        better += u32::from(one.is_better);
        same += u32::from(one.is_shipped == Some(true));
        shipped += u32::from(one.is_shipped.is_some());
        group.rows.push(one.row);
    }
    let again = match shipped {
        0 => String::new(),
        _ => format!(" Of {shipped} that are shipped, {same} came out again to the last bit."),
    };
    findings.verdict = format!(
        "{better} of {} networks are above the evaluation that somebody wrote, with the lower bound of the interval.{again}",
        group.rows.len()
    );
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    findings.groups.push(group.judged(Outcome::Informative, "").plotted(Axis::linear("score").unit("%"), Some(reference)));
    findings.condition("learning", format!("from the preset hand-made, about {NODES} nodes a move, seed {SEED}"));
    findings.condition("fresh games", format!("{} each at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    Ok(findings)
}

fn games(scale: Scale) -> usize {
    scale.of(8, 60, 200)
}

fn move_time(scale: Scale) -> Duration {
    Duration::from_millis(scale.of(1, 20, 100))
}

/// What came of a game.
struct Again {
    row: Row,
    is_better: bool,
    /// The network is the one that is shipped; `None` if none is, or if it was learned from fewer games.
    is_shipped: Option<bool>,
}

fn one(lab: &mut Lab, game: &str, scale: Scale) -> Result<Again> {
    let (hand_made, default) = (lab.arena().preset("hand-made")?, lab.arena().preset("default")?);
    let (all, units) = size(game);
    let plan = NetPlan { units, nodes: NODES, games: scale.of(200, all / 10, all), seed: SEED };
    let began = ProcessTime::now();
    let learned = lab.within(game, |lab| learn(lab, &hand_made, &plan, &mut Archive::default(), &mut by_games(&plan)))?;
    let minutes = lab.recorded(&format!("{game}, minutes"), |_| Ok(began.elapsed().as_secs_f64() / 60.0))?;
    let spec: Spec = learned.spec.spec()?;
    // From fewer games another network is to be expected.
    let is_comparable = plan.games == all && !default.network.is_none();
    let is_shipped = is_comparable.then(|| spec.network == default.network);
    let pairs =
        judged(lab, &format!("{game}, network against hand-made"), [&spec, &hand_made], games(scale), move_time(scale), SEED)?;
    let network = match is_shipped {
        Some(true) => "the network that is shipped",
        Some(false) => "another network than the one that is shipped",
        None if default.network.is_none() => "a network that is not shipped",
        None => "a network of fewer games than the one that is shipped",
    };
    let remark = format!(
        "{} games; {network}, {units} units, from {} games in {minutes:.1} minutes of the processor",
        pairs.games(),
        plan.games
    );
    let row = match Rating::of(pairs) {
        Some(rating) => Row::new(game).between(rating.score.map(|share| 100.0 * share)).remark(remark),
        None => Row::new(game).ours("no games").remark(remark),
    };
    Ok(Again { row, is_better: score(pairs).1 > 50.0, is_shipped })
}
