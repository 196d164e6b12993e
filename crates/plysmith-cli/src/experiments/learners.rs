//! `learners`: every learner of the list, from the default engine on, in the same time: what it says, and fresh games of what came of it.

use std::time::Instant;

use anyhow::Result;
use plysmith_lab::lab::Lab;
use plysmith_lab::learner::{AnyLearner, Ask, LEARNERS, options_with};
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::trial::SpecText;
use plysmith_lab::verify::Rating;
use serde_json::Value;

use super::forging::{judged, move_time};
use super::networks::games;
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "learners",
    about: "every learner by itself, in the same time, against the default engine that it began with",
    source: "our own",
    published: Published::Nothing("no other system has these learners side by side"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Anything,
    run,
};

const GAMES: [&str; 3] = ["breakthrough", "othello", "loa"];

/// How many seconds a learner that looks at the clock has.
fn seconds(scale: Scale) -> f64 {
    scale.of(1.0, 60.0, 600.0)
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut asked, mut better) = (0, 0);
    for game in field.wanted.clone() {
        let mut group = Group::new(game).unit("% of the points");
        for learner in LEARNERS {
            let row = field.on(game, |lab| lab.within(learner.card().name, |lab| one(lab, *learner, game, scale, seed)))?;
            asked += 1;
            better += u32::from(row.1);
            group.rows.push(row.0);
        }
        let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
        findings.groups.push(group.judged(Outcome::Informative, "").plotted(Axis::linear("score").unit("%"), Some(reference)));
    }
    findings.verdict =
        format!("{better} of {asked} learners, alone, make the default engine stronger with the lower bound of the interval.");
    findings.condition("engines", "the default");
    findings.condition(
        "learning",
        format!(
            "{} s for learners that look at the clock, the usual options otherwise, but fewer positions below full scale",
            seconds(scale)
        ),
    );
    findings.condition("fresh games", format!("{} at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    Ok(findings)
}

/// What learners that make positions of their own are told at the smaller scales, so that these do not take all of the time.
const SMALLER: [(&str, &str, [u64; 2]); 4] = [
    ("select", "sequences", [8, 20]),
    ("select", "nodes", [300, 10_000]),
    ("extend", "count", [8, 60]),
    ("extend", "nodes", [200, 5_000]),
];

/// The usual options, but for the size at the smaller scales.
fn options(learner: &dyn AnyLearner, scale: Scale) -> Value {
    let own = SMALLER.iter().filter(|(name, ..)| *name == learner.card().name);
    let said = own.filter_map(|(_, option, [tiny, quick])| Some((*option, scale.of(Some(*tiny), Some(*quick), None)?.into())));
    options_with(learner, said)
}

/// The row of a learner, and whether what it learned is above the default.
fn one(lab: &mut Lab, learner: &dyn AnyLearner, game: &str, scale: Scale, seed: u64) -> Result<(Row, bool)> {
    let card = learner.card();
    let row = Row::new(card.name);
    let judge = format!("decides on {}, judged by {}", card.decision.word(), card.judge);
    let start = lab.arena().preset("default")?;
    if let Some(why) = learner.hindrance(lab.arena(), &start) {
        return Ok((row.ours("–").remark(format!("{why}; {judge}")), false));
    }
    let start_text = SpecText::new(lab.arena(), &start)?;
    let ask = Ask { learner: card.name.into(), start: start_text, seed, pace: None, options: options(learner, scale) };
    let began = Instant::now();
    let mut patience = |lab: &mut Lab, point: &str| {
        let share = lab.recorded(point, |_| Ok(began.elapsed().as_secs_f64() / seconds(scale)))?;
        Ok(Some(share))
    };
    let learned = learner.learn(&ask, lab, &mut patience)?;
    let remark = format!("{} {judge}", learned.verdict);
    if learned.spec == ask.start {
        return Ok((row.ours("nothing").remark(remark), false));
    }
    let name = format!("{game}, {}", card.name);
    let pairs = judged(lab, &name, [&learned.spec.spec()?, &start], games(scale), move_time(scale), seed)?;
    Ok(match Rating::of(pairs) {
        Some(rating) => (row.between(rating.score.map(|share| 100.0 * share)).remark(remark), rating.score.low > 0.5),
        None => (row.ours("no games").remark(remark), false),
    })
}
