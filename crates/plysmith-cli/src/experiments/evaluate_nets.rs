//! `evaluate-nets`: networks learned from the rules alone, in every bundled game: fresh games at equal time against no evaluation, against a plain one, and against the one that is shipped.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::evaluate::network::{Archive, NetPlan, hindrance, learn};
use plysmith_lab::forge::RecordedClock;
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::Rating;

use super::forging::{Since, judged, move_time, score};
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "evaluate-nets",
    about: "networks learned from the rules alone, against no evaluation, a plain one and the one that is shipped",
    source: "our own",
    published: Published::Nothing("no other system learns evaluations for any game from its rules"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Anything,
    run,
};

/// Every bundled game that has inputs.
const GAMES: [&str; 12] = [
    "breakthrough",
    "ataxx",
    "loa",
    "othello",
    "draughts",
    "halma",
    "awari",
    "critical-mass",
    "lose-checkers",
    "hexapawn",
    "tic-tac-toe",
    "chess",
];
/// Plain evaluations, the one that a game has first.
const PLAIN: [&str; 5] = ["material", "seeds", "discs", "distance", "mobility"];
/// Units of the networks, and nodes a move in the third round of their games.
const UNITS: usize = 16;
const NODES: u64 = 1_000;

/// How long a network learns.
fn learning(scale: Scale) -> Duration {
    Duration::from_secs(scale.of(3, 300, 1_200))
}

/// Fresh games against each.
fn games(scale: Scale) -> usize {
    scale.of(8, 100, 400)
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut better, mut all) = (0, 0);
    for game in field.wanted.clone() {
        let (group, above) = field.on(game, |lab| against_all(lab, game, scale, seed))?;
        findings.groups.push(group);
        better += u32::from(above == Some(true));
        all += u32::from(above.is_some());
    }
    findings.verdict = format!(
        "In {better} of {all} games the network is above the shipped evaluation with the lower bound of the interval, at {} ms a move.",
        move_time(scale).as_millis()
    );
    findings.condition(
        "learning",
        format!("{} s, from the default engine with the evaluation `none`, {UNITS} units", learning(scale).as_secs()),
    );
    findings.condition("fresh games", format!("{} each at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    Ok(findings)
}

/// The rows of a game, and whether the network is above what is shipped.
fn against_all(lab: &mut Lab, game: &'static str, scale: Scale, seed: u64) -> Result<(Group, Option<bool>)> {
    let mut group = Group::new(game).unit("% of the points");
    if let Some(why) = hindrance(lab.arena()) {
        return Ok((group.judged(Outcome::Informative, format!("No network: {why}.")), None));
    }
    let shipped = lab.arena().preset("default")?;
    let with = |name: &str| {
        let mut spec = shipped.clone();
        (spec.evaluation, spec.weights) = (Some(name.to_string()), Vec::new());
        spec
    };
    let none = with("none");
    let plan = NetPlan { units: UNITS, nodes: NODES, games: 1, seed };
    let mut clock = RecordedClock::new(Arc::new(Since(Instant::now())));
    let mut spent = Duration::ZERO;
    let learned = lab.within(game, |lab| {
        let mut course = |lab: &mut Lab, point: &str| {
            spent = clock.elapsed(lab, point)?;
            Ok(spent.as_secs_f64() / learning(scale).as_secs_f64())
        };
        learn(lab, &none, &plan, &mut Archive::default(), &mut course)
    })?;
    let network = learned.spec.spec()?;
    let played: usize = learned.rounds.iter().map(|round| round.games).sum();
    let cards = lab.arena().card().evaluations;
    let plain = PLAIN.iter().find(|name| cards.iter().skip(1).any(|card| card.name == **name)).map(|name| (*name, with(name)));
    let mut rivals: Vec<(String, &Spec)> = vec![("none".into(), &none)];
    rivals.extend(plain.iter().map(|(name, spec)| (name.to_string(), spec)));
    rivals.push((format!("{}, shipped", cards.first().map_or("the game's", |card| &card.name)), &shipped));
    let mut above = None;
    for (label, rival) in rivals {
        let pairs =
            judged(lab, &format!("{game}, network against {label}"), [&network, rival], games(scale), move_time(scale), seed)?;
        above = Some(score(pairs).1 > 50.0);
        let row = Row::new(format!("against {label}"));
        let remark = format!("{} games; learned from {played} games in {:.1} minutes", pairs.games(), spent.as_secs_f64() / 60.0);
        group.rows.push(match Rating::of(pairs) {
            Some(rating) => row.between(rating.score.map(|share| 100.0 * share)).remark(remark),
            None => row.ours("no games").remark(remark),
        });
    }
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    let said = format!("{} inputs{}, {} heads.", learned.size[0], if learned.free { ", free" } else { "" }, learned.size[2]);
    Ok((group.judged(Outcome::Informative, said).plotted(Axis::linear("score").unit("%"), Some(reference)), above))
}
