//! `select-random`: in a game tree drawn from a hash there is nothing to remember and no move that is good elsewhere, so a selection must find nothing.
//!
//! Gains are measured on trees of other seeds than the selection has seen. What the paper has beside memory and ordering (deepening, windows, extension) is shown as well, but
//! the claim is not about it: a null window saves nodes in any tree.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::lab::Lab;
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::select::{Choice, Method, Metric, Round, select};
use plysmith_lab::suite::Part;
use plysmith_lab::trial::Limit;

use super::cost::{nodes, ratio, saved};
use super::pilot::{Making, choices};
use super::pilot_table_1::taken;
use super::{Experiment, Field, Published};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "select-random",
    about: "in a random tree no memory and no ordering gains more than 2 %",
    source: "our own control of the selection, with the enhancements of PILOT",
    published: Published::Nothing("the paper has no random game: this is the control that its selection lacks"),
    games: |scale| {
        let all = &["random", "random-1", "random-2", "random-3", "random-4", "random-5", "random-6", "random-7", "random-8"];
        &all[..scale.of(2, 5, 9)]
    },
    run,
};

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

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let making = Making {
        evaluation: "standard",
        made: 2,
        used: scale.of(2, 7, 9),
        sequences: scale.of(2, 60, 120),
        length: scale.of(2, 4, 4),
    };
    let games = (EXPERIMENT.games)(scale);
    let (home, held_out) = (games[0], &games[1..]);
    let mut selections = Group::new("What a selection takes").judged(Outcome::Informative, "On the tree that it was made on.");
    for (label, method) in [("greedy, as published", Method::Greedy), ("floating, only what is clear", Method::Floating)] {
        let order = field.on(home, |lab| selection(lab, making, method, seed))?;
        let words = if order.is_empty() { "nothing".to_string() } else { order.join(", ") };
        selections.rows.push(Row::new(label).ours(words));
    }
    let mut plain = Vec::new();
    let mut own = vec![Vec::new(); TRIED.len()];
    for game in held_out {
        let (base, others) = field.on(game, |lab| measured(lab, making, seed))?;
        plain.extend(base);
        own.iter_mut().zip(others).for_each(|(own, nodes)| own.extend(nodes));
    }
    let mut gains = Group::new("What each saves on other trees").unit("% of the nodes");
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
        gains.rows.push(Row::new(labels.join(" + ")).between(gain).remark(verdict));
    }
    let claims = TRIED.iter().filter(|(_, claimed)| *claimed).count();
    let outcome = match (breaks, claims - holds) {
        (0, 0) => Outcome::Proven,
        (0, _) => Outcome::Undecided,
        _ => Outcome::Rejected,
    };
    let sentence = format!(
        "Of {claims} combinations of memory and ordering {holds} clearly gain no more than {MARGIN} %, and {breaks} gain more."
    );
    let reference = Reference { value: MARGIN, label: "a gain".into(), better: Better::Higher };
    let gains = gains.judged(outcome, sentence.clone()).plotted(Axis::linear("nodes saved").unit("%"), Some(reference));
    let mut findings = Findings { groups: vec![gains, selections], ..Findings::new(sentence) };
    findings.condition("trees", format!("{} others than that of the selection: {}", held_out.len(), held_out.join(", ")));
    findings.condition(
        "sequences",
        format!("{} on other trees, of {} positions, to depth {}", plain.len(), making.length, making.used),
    );
    findings.condition("intervals", format!("95 % for all {} comparisons together, by bootstrap over sequences", TRIED.len()));
    findings.condition("compared with", "plain alpha-beta");
    Ok(findings)
}

fn selection(lab: &mut Lab, making: Making, method: Method, seed: u64) -> Result<Vec<String>> {
    let suite = making.suite(lab, seed, Part::Train)?;
    let round = Round {
        name: if method == Method::Greedy { "greedy" } else { "floating" },
        ground: making.ground(&suite, Metric::Nodes, seed),
        choices: choices(&["TT", "ID1", "ID2", "TTO", "HH", "KH", "EXT", "PVS"]),
        method,
        tune: false,
        confirm: None,
        expected: Vec::new(),
    };
    Ok(taken(&select(lab, &making.plain(lab)?, &[round], &mut |_, _, _| Ok(true))?))
}

/// The nodes of plain alpha-beta on each sequence, and those of each combination.
fn measured(lab: &mut Lab, making: Making, seed: u64) -> Result<(Vec<f64>, Vec<Vec<f64>>)> {
    let suite = making.suite(lab, seed, Part::Heldout)?;
    let (entries, limit) = (suite.part(None), Limit::depth(making.used));
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
        spec.switch_on(&choice.name)?;
        for (parameter, value) in &choice.values {
            spec.set(&choice.name, parameter, *value)?;
        }
    }
    Ok(spec)
}
