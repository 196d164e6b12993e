//! `forge-planted`: the default of a game without its most valuable selective or ordering enhancement, and whether a forge from there finds it or its like again.
//!
//! Which one that is, games tell: the default plays against itself without each of them, and the one is taken away without which it scores worst.

use anyhow::{Context, Result};
use plysmith::Spec;
use plysmith::enhance::{CARDS, Category};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::ablations;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::{Pentanomial, Rating};

use super::forging::{budget, forged, games, games_beside, judged, move_time, score, told};
use super::{Experiment, Field, Published, Scale, frozen};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "forge-planted",
    about: "a default without its most valuable part: does `forge` find it, or its like, again?",
    source: "our own proof of the forge",
    published: Published::Nothing("no other system forges engines"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: frozen::HIDING,
    run,
};

const GAMES: [&str; 6] = ["breakthrough", "othello", "loa", "lose-checkers", "ataxx", "chess"];
/// What an outcome should score at least.
const WANTED: f64 = 55.0;

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut found, mut all) = (0, 0);
    for game in field.wanted.clone() {
        let (group, good) = field.on(game, |lab| planted(lab, game, scale, seed))?;
        findings.groups.push(group);
        (found, all) = (found + u32::from(good), all + 1);
    }
    findings.verdict = format!(
        "In {found} of {all} games the outcome is accepted and scores at least {WANTED} % with a lower bound above 50 % in fresh games."
    );
    findings.condition("budget of a forge", format!("{} s", budget(scale).as_secs()));
    findings.condition("fresh games", format!("{} at {} ms a move, equal time", games(scale), move_time(scale).as_millis()));
    findings.condition("default", format!("as it was on {}", frozen::DAY));
    Ok(findings)
}

fn planted(lab: &mut Lab, game: &str, scale: Scale, seed: u64) -> Result<(Group, bool)> {
    let default = frozen::spec(lab.arena(), "default")?;
    let (change, start, worth) = most_valuable(lab, game, &default, scale, seed)?;
    let outcome = forged(lab, &format!("{game} {change}"), &start, scale, seed)?;
    let spec = outcome.spec.spec()?;
    let mut group = Group::new(game).unit("% of the points");
    let row = |label: String, pairs, remark: String| match Rating::of(pairs) {
        Some(rating) => Row::new(label).between(rating.score.map(|share| 100.0 * share)).remark(remark),
        None => Row::new(label).ours("no games").remark(remark),
    };
    group.rows.push(row(
        format!("{change} against the default"),
        worth,
        format!("{} games: what was taken away, the worst of all that were tried and so too low", worth.games()),
    ));
    let mut good = false;
    let rivals = [("where it began", &start, games(scale)), ("the default", &default, games_beside(scale))];
    for (label, other, games) in rivals {
        let pairs =
            judged(lab, &format!("{game} {change}, outcome against {label}"), [&spec, other], games, move_time(scale), seed)?;
        if label == "where it began" {
            let (score, low) = score(pairs);
            good = outcome.changed && score >= WANTED && low > 50.0;
        }
        group.rows.push(row(
            format!("outcome against {label}"),
            pairs,
            format!("{} games; proofs: {}", pairs.games(), told(&outcome.proofs)),
        ));
    }
    let (word, sentence) = match good {
        true => (Outcome::Proven, "What was taken away, or its like, has come back."),
        false => (Outcome::Rejected, "It has not come back."),
    };
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    Ok((group.judged(word, sentence).plotted(Axis::linear("score").unit("%"), Some(reference)), good))
}

/// The change that takes the most valuable selective or ordering enhancement away, the spec without it, and the games that told.
fn most_valuable(lab: &mut Lab, game: &str, default: &Spec, scale: Scale, seed: u64) -> Result<(String, Spec, Pentanomial)> {
    let mut worst: Option<(f64, String, Spec, Pentanomial)> = None;
    for variant in ablations(lab.arena(), default) {
        let gone = CARDS.iter().filter(|card| default.is_on(card.name) && !variant.spec.is_on(card.name));
        let alone: Vec<_> = gone.collect();
        let asked = |card: &&plysmith::enhance::Card| card.is_selective() || card.category == Category::Order;
        if alone.len() != 1 || !alone.iter().all(asked) {
            continue;
        }
        let mut without = variant.spec;
        if without.is_on("fractional") != default.is_on("fractional") {
            without.set_costs(Vec::new())?;
        }
        let name = format!("{game} {}", variant.change);
        let pairs = judged(lab, &name, [&without, default], scale.of(4, 60, 200), move_time(scale) / 4, seed)?;
        let share = pairs.points() / pairs.games().max(1) as f64;
        if worst.as_ref().is_none_or(|(least, ..)| share < *least) {
            worst = Some((share, variant.change.to_string(), without, pairs));
        }
    }
    let (_, change, spec, pairs) =
        worst.with_context(|| format!("the default of {game} has no selective or ordering enhancement"))?;
    Ok((change, spec, pairs))
}
