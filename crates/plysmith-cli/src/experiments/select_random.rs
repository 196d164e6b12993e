//! `select-random`: in a game tree drawn from a hash there is nothing to remember and no move that is good elsewhere, so a selection must find nothing.
//!
//! There is one thing to know after all where positions have different numbers of moves: who leaves the opponent few stands well at every depth. So there is a second kind of
//! trees, in which all positions have equally many.
//!
//! Gains are measured on trees of other seeds than the selection has seen. What the paper has beside memory and ordering (deepening, windows, extension) is shown as well, but
//! the claim is not about it: a null window saves nodes in any tree.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::compare::{Choice, Method, Metric, Round, select};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::suite::Split;
use plysmith_lab::trial::Limit;

use super::cost::{nodes, ratio, saved};
use super::pilot::{Making, choices};
use super::pilot_table_1::taken;
use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "select-random",
    about: "in a random tree no memory and no ordering gains more than 2 %",
    source: "our own control of the selection, with the enhancements of PILOT",
    published: Published::Nothing("the paper has no random game: this is the control that its selection lacks"),
    games: |scale| match scale {
        Scale::Tiny => &["random", "random-1", "random-flat", "random-flat-1"],
        Scale::Quick => QUICK,
        Scale::Long | Scale::Full => FULL,
    },
    apart: false,
    hiding: Hiding::Nothing("its games are drawn from a hash, which is all that they declare"),
    run,
};

const QUICK: &[&str] = &[
    "random",
    "random-1",
    "random-2",
    "random-3",
    "random-4",
    "random-flat",
    "random-flat-1",
    "random-flat-2",
    "random-flat-3",
    "random-flat-4",
];
const FULL: &[&str] = &[
    "random",
    "random-1",
    "random-2",
    "random-3",
    "random-4",
    "random-5",
    "random-6",
    "random-7",
    "random-8",
    "random-flat",
    "random-flat-1",
    "random-flat-2",
    "random-flat-3",
    "random-flat-4",
    "random-flat-5",
    "random-flat-6",
    "random-flat-7",
    "random-flat-8",
];

/// More would be a gain, in per cent.
const MARGIN: f64 = 2.0;

/// What is switched on together, and whether the claim is about it.
const TRIED: [(&[&str], bool); 8] = [
    (&["TT"], true),
    (&["TT", "TTO"], true),
    (&["HH"], true),
    (&["KH"], true),
    (&["TT", "TTO", "ID1"], true),
    (&["TT", "TTO", "ID2"], true),
    (&["PVS"], false),
    (&["TT", "TTO", "HH", "KH", "ID1", "PVS"], false),
];

/// Trees of one kind: the game on which the selection is made, and those on which it is judged.
struct Trees {
    title: &'static str,
    home: &'static str,
    held_out: &'static [&'static str],
}

/// What the games of a scale are, kind by kind.
fn trees(scale: Scale) -> [Trees; 2] {
    let games = (EXPERIMENT.games)(scale);
    let (drawn, flat) = games.split_at(games.len() / 2);
    [
        Trees { title: "3 to 9 moves in a position", home: drawn[0], held_out: &drawn[1..] },
        Trees { title: "6 moves in every position", home: flat[0], held_out: &flat[1..] },
    ]
}

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let making = Making {
        evaluation: "standard",
        made: 2,
        used: scale.of(2, 7, 9),
        sequences: scale.of(2, 60, 120),
        length: scale.of(2, 4, 4),
    };
    let mut findings = Findings::default();
    let mut sentences = Vec::new();
    for trees in trees(scale) {
        let (group, sentence) = trees.group(field, making, seed)?;
        sentences.push(format!("With {}: {sentence}", trees.title));
        findings.condition(trees.title, format!("selected on {}, judged on {}", trees.home, trees.held_out.join(", ")));
        findings.groups.push(group);
    }
    findings.verdict = sentences.join(" ");
    findings.condition(
        "sequences",
        format!("{} on each tree, of {} positions, to depth {}", making.sequences, making.length, making.used),
    );
    findings.condition(
        "intervals",
        format!("95 % for all {} comparisons of a kind together, by bootstrap over sequences", TRIED.len()),
    );
    findings.condition("compared with", "plain alpha-beta");
    Ok(findings)
}

impl Trees {
    /// What each combination saves on other trees, what a selection takes, and the claim in a sentence.
    fn group(&self, field: &mut Field, making: Making, seed: u64) -> Result<(Group, String)> {
        let mut plain = Vec::new();
        let mut own = vec![Vec::new(); TRIED.len()];
        for game in self.held_out {
            let (base, others) = field.on(game, |lab| measured(lab, making, seed))?;
            plain.extend(base);
            own.iter_mut().zip(others).for_each(|(own, nodes)| own.extend(nodes));
        }
        let mut group = Group::new(self.title).unit("% of the nodes");
        let (mut holds, mut breaks) = (0, 0);
        for ((labels, claimed), own) in TRIED.iter().zip(&own) {
            let gain = saved(ratio(own, &plain, TRIED.len(), seed)?);
            let verdict = match *claimed {
                false => "not a matter of memory or ordering alone",
                true if gain.high <= MARGIN => "no gain above 2 %",
                true if gain.low > MARGIN => "gains more than 2 %",
                true => "undecided",
            };
            holds += usize::from(*claimed && gain.high <= MARGIN);
            breaks += usize::from(*claimed && gain.low > MARGIN);
            group.rows.push(Row::new(labels.join(" + ")).between(gain).remark(verdict));
        }
        for (label, method) in
            [("greedy selection, as published", Method::Greedy), ("floating selection, judged together", Method::Floating)]
        {
            let order = field.on(self.home, |lab| selection(lab, making, method, seed))?;
            group.rows.push(Row::new(label).ours(if order.is_empty() { "nothing".to_string() } else { order.join(", ") }));
        }
        let claims = TRIED.iter().filter(|(_, claimed)| *claimed).count();
        let outcome = match (breaks, claims - holds) {
            (0, 0) => Outcome::Proven,
            (0, _) => Outcome::Undecided,
            _ => Outcome::Rejected,
        };
        let sentence = format!(
            "of {claims} combinations of memory and ordering {holds} clearly gain no more than {MARGIN} %, and {breaks} gain more."
        );
        let reference = Reference { value: MARGIN, label: "a gain".into(), better: Better::Higher };
        let judged = group.judged(outcome, format!("On other trees, {sentence}"));
        Ok((judged.plotted(Axis::linear("nodes saved").unit("%"), Some(reference)), sentence))
    }
}

fn selection(lab: &mut Lab, making: Making, method: Method, seed: u64) -> Result<Vec<String>> {
    let suite = making.suite(lab, seed, Split::Train)?;
    let round = Round {
        name: if method == Method::Greedy { "greedy" } else { "floating" },
        comparison: making.comparison(&suite, Metric::Nodes, seed),
        choices: choices(&["TT", "ID1", "ID2", "TTO", "HH", "KH", "EXT", "PVS"]),
        method,
        tune: false,
        clear: false,
        judge: None,
        confirm: None,
        expected: Vec::new(),
    };
    Ok(taken(&select(lab, &making.plain(lab)?, &[round], &mut |_, _, _| Ok(true))?))
}

/// The nodes of plain alpha-beta on each sequence, and those of each combination.
fn measured(lab: &mut Lab, making: Making, seed: u64) -> Result<(Vec<f64>, Vec<Vec<f64>>)> {
    let suite = making.suite(lab, seed, Split::Heldout)?;
    let (entries, limit) = (suite.split(None), Limit::depth(making.used));
    let plain = making.plain(lab)?;
    let base = nodes(lab, "plain", &plain, &entries, limit)?;
    let mut all = Vec::new();
    for (labels, _) in TRIED {
        let spec = with(&plain, &choices(labels))?;
        all.push(nodes(lab, &labels.join(" + "), &spec, &entries, limit)?);
    }
    Ok((base, all))
}

/// The spec with all of these.
fn with(plain: &Spec, choices: &[Choice]) -> Result<Spec> {
    let mut spec = plain.clone();
    for choice in choices {
        choice.switch_on(&mut spec)?;
    }
    Ok(spec)
}
