//! `evaluate-nets`: networks learned from the rules alone, in every bundled game: fresh games at equal time against no evaluation, against a plain one, and against the hand-made one.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::evaluate::network::hindrance;
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::Rating;

use super::forging::{judged, move_time, score};
use super::networks::{FromRules, UNITS, default_with, games, learning};
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "evaluate-nets",
    about: "networks learned from the rules alone, against no evaluation, a plain one and the hand-made one",
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
        "In {better} of {all} games the network is above the hand-made evaluation with the lower bound of the interval, at {} ms a move.",
        move_time(scale).as_millis()
    );
    findings.condition(
        "learning",
        format!(
            "{} s of the processor, from the default engine with the evaluation `none`, {UNITS} units",
            learning(scale).as_secs()
        ),
    );
    findings.condition("fresh games", format!("{} each at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    Ok(findings)
}

/// The rows of a game, and whether the network is above what is hand-made.
fn against_all(lab: &mut Lab, game: &'static str, scale: Scale, seed: u64) -> Result<(Group, Option<bool>)> {
    let mut group = Group::new(game).unit("% of the points");
    if let Some(why) = hindrance(lab.arena()) {
        return Ok((group.judged(Outcome::Informative, format!("No network: {why}.")), None));
    }
    let (hand_made, none) = (lab.arena().preset("hand-made")?, default_with(lab, "none")?);
    let network = FromRules::learn(lab, game, scale, seed)?;
    let cards = lab.arena().card().evaluations;
    let plain = PLAIN.iter().find(|name| cards.iter().skip(1).any(|card| card.name == **name));
    let plain = plain.map(|name| Ok::<_, anyhow::Error>((*name, default_with(lab, name)?))).transpose()?;
    let mut rivals: Vec<(String, &Spec)> = vec![("none".into(), &none)];
    rivals.extend(plain.iter().map(|(name, spec)| (name.to_string(), spec)));
    rivals.push((format!("{}, hand-made", cards.first().map_or("the game's", |card| &card.name)), &hand_made));
    let mut above = None;
    for (label, rival) in rivals {
        let pairs =
            judged(lab, &format!("{game}, network against {label}"), [&network.spec, rival], games(scale), move_time(scale), seed)?;
        above = Some(score(pairs).1 > 50.0);
        let row = Row::new(format!("against {label}"));
        let remark = format!("{} games; {}", pairs.games(), network.told());
        group.rows.push(match Rating::of(pairs) {
            Some(rating) => row.between(rating.score.map(|share| 100.0 * share)).remark(remark),
            None => row.ours("no games").remark(remark),
        });
    }
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    let learned = &network.learned;
    let said = format!("{} inputs{}, {} heads.", learned.size[0], if learned.free { ", free" } else { "" }, learned.size[2]);
    Ok((group.judged(Outcome::Informative, said).plotted(Axis::linear("score").unit("%"), Some(reference)), above))
}
