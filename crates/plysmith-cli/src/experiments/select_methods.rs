//! `select-methods`: the published way of selection against ours, on the same material and with the same choices.
//!
//! Greedy starts from plain alpha-beta with iterative deepening and only adds. Floating starts from the generic choice, takes things back and tunes parameters, as `plysmith select` does.
//! Both choose among what preserves the value, by nodes at equal depth. Then both results are searched on sequences that neither has seen. At full scale floating also confirms its choices two
//! plies deeper.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::compare::{Material, Method, Metric, Selected, Size, select};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::statistics::{Bootstrap, Interval, Level};
use plysmith_lab::suite::Split;
use plysmith_lab::trial::Limit;

use super::cost::nodes;
use super::engines::way;
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "select-methods",
    about: "greedy selection against floating selection: what each costs, and what it is worth on other positions",
    source: "our own comparison, with the method of PILOT",
    published: Published::Nothing("the paper has one method, and names a better exploration as future work"),
    games: |scale| match scale {
        Scale::Tiny => &["hexapawn-4x4"],
        Scale::Quick => &["breakthrough", "awari", "critical-mass", "lose-checkers", "ataxx", "loa", "othello"],
        Scale::Long | Scale::Full => &[
            "breakthrough",
            "awari",
            "critical-mass",
            "lose-checkers",
            "ataxx",
            "loa",
            "othello",
            "chess",
            "draughts",
            "halma",
            "hexapawn-8x8",
        ],
    },
    apart: true,
    hiding: Hiding::Anything,
    run,
};

/// What costs so much more is not worse.
const MARGIN: f64 = 1.02;
/// Two per cent of nodes are seen only in many sequences: in Awari, whose positions differ most, 300 tell the ratio to 2.5 % and 45 only to 6 %.
const HELD_OUT: u32 = 6;
/// How many times the searches floating may take.
const EFFORT: f64 = 2.0;

/// What came of a game.
struct Outcomes {
    ratio: Interval,
    effort: f64,
    group: Group,
    told: String,
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut findings = Findings::default();
    let (mut sound, mut better, mut cheap) = (0, 0, 0);
    let games = field.wanted.clone();
    for &game in &games {
        let outcome = field.on(game, |lab| compare(lab, game, scale, seed))?;
        sound += usize::from(outcome.ratio.high <= MARGIN);
        better += usize::from(outcome.ratio.high < 1.0);
        cheap += usize::from(outcome.effort <= EFFORT);
        findings.condition(game, outcome.told);
        findings.groups.push(outcome.group);
    }
    findings.verdict = format!(
        "Of {} games floating is no more than 2 % worse than greedy on held-out positions in {sound}, better in {better}, and takes at most twice the searches in {cheap}.",
        games.len()
    );
    findings.condition("bounds", "upper ends are one-sided 95 %, by bootstrap over held-out sequences; lower ends likewise");
    findings.condition("searches", "entries searched by the selection, each different spec, entry and limit once");
    Ok(findings)
}

fn compare(lab: &mut Lab, game: &str, scale: Scale, seed: u64) -> Result<Outcomes> {
    let usual = Size::default();
    let size = Size {
        sequences: scale.of(8, 40, 80),
        held_out: scale.of(1, HELD_OUT, HELD_OUT),
        nodes: scale.of(500, 10_000, usual.nodes),
        ..usual
    };
    let (mut plain, generic) = (lab.arena().preset("plain")?, lab.arena().preset("generic")?);
    // Iterations are no matter of choice for either: what they are worth is not seen at equal depth.
    plain.switch_on("deepening")?;
    let metrics = [Metric::Nodes];
    let material = Material::make(lab, &generic, &metrics, size, seed)?;
    let mut selection = |start: &Spec, method| -> Result<Selected> {
        let mut rounds = material.rounds(lab.arena(), &metrics, method, method == Method::Floating);
        if !matches!(scale, Scale::Long | Scale::Full) {
            rounds.iter_mut().for_each(|round| round.confirm = None);
        }
        Ok(select(lab, start, &rounds, &mut |_, _, _| Ok(true))?)
    };
    let greedy = selection(&plain, Method::Greedy)?;
    let floating = selection(&generic, Method::Floating)?;
    let entries = material.sequences.split(Some(Split::Heldout));
    let limit = Limit::depth(material.depth);
    let mut cost = |name: &str, selected: &Selected| nodes(lab, name, &selected.spec.spec()?, &entries, limit);
    let base = cost("greedy, held out", &greedy)?;
    let ratio = one_sided(&cost("floating, held out", &floating)?, &base, seed)?;
    let effort = |selected: &Selected| selected.effort.searches as f64;
    let times = effort(&floating) / effort(&greedy).max(1.0);
    let mut group = Group::new(game).row(Row::new("cost, floating / greedy").between(ratio).remark(judged(ratio))).row(
        Row::new("searches, floating / greedy").ours(times).remark(format!(
            "{} against {}: {}",
            floating.effort.searches,
            greedy.effort.searches,
            if times <= EFFORT { "at most twice" } else { "more than twice" }
        )),
    );
    let on = |selected: &Selected| -> Result<String> { Ok(selected.spec.spec()?.enhancements().collect::<Vec<_>>().join(", ")) };
    group.rows.push(Row::new("greedy has").ours("").remark(on(&greedy)?));
    group.rows.push(Row::new("floating has").ours("").remark(on(&floating)?));
    group.blocks = way(&floating, &greedy.spec, "the spec by floating, compared with that by greedy");
    let outcome = if ratio.high <= MARGIN { Outcome::Proven } else { Outcome::Undecided };
    let sentence = format!("Floating needs {:.3} times the nodes of greedy, at most {:.3}.", ratio.value, ratio.high);
    let reference = Reference { value: 1.0, label: "equal".into(), better: Better::Lower };
    let group = group.judged(outcome, sentence).plotted(Axis::linear("cost beside greedy"), Some(reference));
    let [learned, _, held_out] = material.sequences.sizes();
    let told = format!("{learned} sequences to learn from, {held_out} held out, depth {}", material.depth);
    Ok(Outcomes { ratio, effort: times, group, told })
}

fn judged(ratio: Interval) -> &'static str {
    match ratio.high {
        high if high < 1.0 => "better",
        high if high <= MARGIN => "not worse by more than 2 %",
        _ if ratio.low > 1.0 => "worse",
        _ => "undecided",
    }
}

/// The ratio of all nodes; each end is exceeded with a probability of 5 %.
fn one_sided(own: &[f64], other: &[f64], seed: u64) -> Result<Interval> {
    let pairs: Vec<(f64, f64)> = own.iter().copied().zip(other.iter().copied()).collect();
    let bootstrap = Bootstrap { level: Level::new(0.9)?, resamples: 5_000, seed };
    Ok(bootstrap.ratio_of_sums(&pairs)?)
}
