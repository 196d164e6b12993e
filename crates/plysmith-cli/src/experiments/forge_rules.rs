//! `forge-rules`: how far the rules of a game alone go: a forge from the generic choice in games as they are, in games of which everything but the rules is hidden, and in games of which nothing else was ever
//! written.

use std::time::{Duration, Instant};

use anyhow::Result;
use plysmith::game::{Capabilities, Capability};
use plysmith::{Part, Spec};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::verify::{Pentanomial, Rating};

use super::forging::{forged_in, judged, score, told};
use super::{Experiment, Field, Hiding, Published, Scale, frozen};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "forge-rules",
    about: "what `forge` makes of the rules alone: fresh games against where it began, plain alpha-beta and a default made by hand",
    source: "our own proof of the forge",
    published: Published::Nothing("no other system forges engines"),
    games: |scale| scale.of(&["breakthrough-5x5"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Nothing("it hides everything itself, and compares with specs as they were on a day"),
    run,
};

/// Games as they are, two of them also with everything hidden, and two that are nothing but rules.
const GAMES: [&str; 7] = ["breakthrough", "othello", "ataxx", "lose-checkers", "loa", "domineering-8x8", "dodgem-5x5"];

/// What a game shows of itself to the forge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// What it declares.
    Everything,
    /// Nothing but its rules; of its evaluations it takes `none`.
    Rules,
}

/// In which ways a game takes part.
fn ways(game: &str) -> &'static [Shown] {
    match game {
        "breakthrough" | "breakthrough-5x5" => &[Shown::Everything, Shown::Rules],
        "loa" => &[Shown::Rules],
        _ => &[Shown::Everything],
    }
}

/// How long a forge may take.
fn budget(scale: Scale) -> Duration {
    Duration::from_secs(scale.of(20, 900, 3_600))
}

/// Fresh games of each opponent: how many, and how long a move takes.
fn fresh(scale: Scale) -> [(usize, Duration); 2] {
    let of = |games: [usize; 3], time: [u64; 3]| {
        let [tiny, quick, full] = games;
        let [short, usual, long] = time;
        (scale.of(tiny, quick, full), Duration::from_millis(scale.of(short, usual, long)))
    };
    [of([8, 200, 200], [1, 20, 20]), of([0, 0, 60], [1, 100, 100])]
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut better, mut all) = (0, 0);
    for game in field.wanted.clone() {
        for &shown in ways(game) {
            let (group, is_better) = one(field, game, shown, scale, seed)?;
            findings.groups.push(group);
            better += u32::from(is_better);
            all += 1;
        }
    }
    findings.verdict = format!("{better} of {all} forges are above where they began with the lower bound of the interval.");
    findings.condition("where it began", "the generic choice, with the evaluation of the game or `none`");
    findings.condition("budget of a forge", format!("{} s", budget(scale).as_secs()));
    let played = fresh(scale).into_iter().filter(|(games, _)| *games > 0);
    let told: Vec<String> = played.map(|(games, time)| format!("{games} each at {} ms a move", time.as_millis())).collect();
    findings.condition("fresh games", format!("{}, equal time", told.join(", ")));
    findings.condition("default made by hand", format!("as it was on {}", frozen::DAY));
    Ok(findings)
}

/// A forge, and whether its outcome is above where it began.
fn one(field: &mut Field, game: &'static str, shown: Shown, scale: Scale, seed: u64) -> Result<(Group, bool)> {
    // Of the evaluations of a game an engine that knows nothing takes `none`.
    let hidden = match shown {
        Shown::Everything => Capabilities::NONE,
        Shown::Rules => Capabilities::all().without(Capabilities::NONE.with(Capability::Evaluations)),
    };
    let label = if shown == Shown::Rules { format!("{game}, nothing but its rules") } else { game.to_string() };
    let forge = field.on_hiding(game, hidden, |lab| begin(lab, &label, shown, scale, seed))?;
    let mut group = Group::new(label.clone()).unit("% of the points");
    let mut is_better = false;
    for (games, time) in fresh(scale).into_iter().filter(|(games, _)| *games > 0) {
        let played = |pairs: Pentanomial, name: &str| {
            let row = Row::new(format!("against {name}, {} ms", time.as_millis()));
            let remark = format!("{} games; {}", pairs.games(), forge.told);
            match Rating::of(pairs) {
                Some(rating) => row.between(rating.score.map(|share| 100.0 * share)).remark(remark),
                None => row.ours("no games").remark(remark),
            }
        };
        let title = |name: &str| format!("{label} against {name}, {} ms", time.as_millis());
        for (name, other) in [("where it began", &forge.start), ("plain alpha-beta", &forge.plain)] {
            let pairs = field.on_hiding(game, hidden, |lab| {
                forge.keep(lab)?;
                judged(lab, &title(name), [&forge.outcome, other], games, time, seed)
            })?;
            is_better |= name == "where it began" && score(pairs).1 > 50.0;
            group.rows.push(played(pairs, name));
        }
        let by_hand = field.on(game, |lab| -> Result<Option<Pentanomial>> {
            let Some(default) = frozen::known(&lab.arena().card().name, "default")? else { return Ok(None) };
            forge.keep(lab)?;
            Ok(Some(judged(lab, &title("the default made by hand"), [&forge.outcome, &default], games, time, seed)?))
        })?;
        group.rows.extend(by_hand.map(|pairs| played(pairs, "the default made by hand")));
    }
    let reference = Reference { value: 50.0, label: "equal".into(), better: Better::Higher };
    let group = group.judged(Outcome::Informative, "Fresh games.").plotted(Axis::linear("score").unit("%"), Some(reference));
    Ok((group, is_better))
}

/// What a forge began with and came to.
struct Forge {
    start: Spec,
    plain: Spec,
    outcome: Spec,
    parts: Vec<Part>,
    told: String,
}

impl Forge {
    /// Lets the engines of a lab have what was learned.
    fn keep(&self, lab: &mut Lab) -> Result<()> {
        for part in &self.parts {
            lab.keep_part(part.clone())?;
        }
        Ok(())
    }
}

fn begin(lab: &mut Lab, name: &str, shown: Shown, scale: Scale, seed: u64) -> Result<Forge> {
    let mut start = lab.arena().preset("generic")?;
    if shown == Shown::Rules {
        start.evaluate_by("none");
        start.weights.clear();
    }
    let mut plain = lab.arena().preset("plain")?;
    // Without iterations it would have no move when its time is over.
    plain.switch_on("deepening")?;
    plain.evaluate_like(&start);
    let began = Instant::now();
    let forged = forged_in(lab, name, &start, budget(scale), seed)?;
    let minutes = lab.recorded(&format!("{name}, minutes"), |_| Ok(began.elapsed().as_secs_f64() / 60.0))?;
    let outcome = forged.spec.spec()?;
    let parts = outcome.part_ids().into_iter().filter_map(|id| lab.arena().part(id)).collect();
    let told = format!("{minutes:.0} minutes; proofs: {}", told(&forged.proofs));
    Ok(Forge { start, plain, outcome, parts, told })
}
