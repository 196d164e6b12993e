//! `gf-three-wise`: all features of one to three atoms in Breakthrough, and how many of the good ones Gradual Focus finds.
//!
//! The thesis compares the top 25 of all 377 with the top ten of its method, and leaves out what is no better than a parent that was found. How that is meant is open, so
//! there are two readings of a parent beside the list as it is: any part of the feature; or the one that the thesis's column names, which is the feature without its last atom, or without
//! the one before that if the method did not find it, and so on.

use std::collections::{HashMap, HashSet};

use anyhow::Result;
use plysmith_lab::extend::{AtomSet, Evolved, Valued};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::Outcome;
use plysmith_lab::reproduce::{Findings, Group, Printed, Row};

use super::gradual_focus::{
    THEIRS, THESIS, everything, evolve, margin, names, printed_shares, rules, share, solved_group, solved_row, top, valuing, wins,
};
use super::{Experiment, Field, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "gf-three-wise",
    about: "all 377 features of one to three atoms, and which of the best Gradual Focus finds",
    source: THESIS,
    published: Published::Figures(printed),
    games: |_| &["breakthrough"],
    apart: false,
    hiding: super::gradual_focus::HIDING,
    run,
};

/// The thesis's table 4.4: positions solved, of 302. Atoms stand in the order of our list.
const TABLE: [(&str, f64); 25] = [
    ("Ud-RdTt", 235.0),
    ("Ud-PP-RdTt", 224.0),
    ("PP-RdTt", 211.0),
    ("RdTt", 202.0),
    ("Ud-PP-Rdt", 173.0),
    ("Ud-PP", 155.0),
    ("Ud-RdTt-Edg", 149.0),
    ("RdTt-Edg", 142.0),
    ("Ud-RdTt-Mr", 141.0),
    ("PP-RdTt-Mr", 140.0),
    ("RdTt-Mr", 138.0),
    ("Ud-Rdt", 125.0),
    ("Ud-PP-Edg", 122.0),
    ("PP-RdTt-Edg", 115.0),
    ("Ud-Ms-RdTt", 114.0),
    ("Ud-PP-RdTb", 111.0),
    ("Ms-RdTt", 110.0),
    ("Ud-PP-Mr", 109.0),
    ("PP-Rdt-Edg", 108.0),
    ("Ud-Rdt-Mr", 105.0),
    ("Ud", 102.0),
    ("Ud-Rdt-Edg", 102.0),
    ("PP-Rdt", 98.0),
    ("PP-Edg", 97.0),
    ("Rc-Rdb", 96.0),
];

const SOLVED: &str = "the thesis's top 25";
const FOUND: &str = "found by Gradual Focus";
const FEATURES: &str = "features of one to three atoms";
/// What of the list counts.
const READINGS: [&str; 3] =
    ["the list as it is", "without what is no better than a part", "without what is no better than the parent named"];
const TOP: usize = 10;

fn printed() -> Vec<Printed> {
    let mut all = printed_shares(SOLVED, TABLE, THEIRS);
    let figure = |label: &str, value: f64| (FOUND.to_string(), label.to_string(), value.into());
    all.push(figure(FEATURES, 377.0));
    for reading in &READINGS[1..] {
        all.extend(["precision", "recall"].map(|measure| figure(&format!("{measure}, {reading}"), 100.0)));
    }
    all
}

fn run(field: &mut Field) -> Result<Findings> {
    let scale = field.scale;
    field.on("breakthrough", |lab| compare(lab, scale))
}

fn compare(lab: &mut Lab, scale: Scale) -> Result<Findings> {
    let atoms = AtomSet::new(&lab.arena().card().atoms)?;
    let suite = wins(lab.arena(), scale.of(150, 5, 1))?;
    let nodes = scale.of(50, 200_000, 500_000);
    let valuing = valuing(lab.arena(), &suite, nodes)?;
    let list = everything(lab, &atoms, 3, &valuing)?;
    let found = evolve(lab, &atoms, &rules(suite.entries.len()), &valuing)?;
    let compared = Compared { atoms: &atoms, all: top(&list, &atoms, usize::MAX), found: top(&found, &atoms, usize::MAX) };
    let mut findings = Findings::default();
    let group = compared.measures(&found);
    findings.verdict = group.verdict.as_ref().map(|verdict| verdict.sentence.clone()).unwrap_or_default();
    findings.groups = vec![compared.table(), group];
    findings.condition("positions", suite.entries.len());
    findings.condition("nodes a position", nodes);
    findings.condition("solved", "a winning move with a score that proves the win");
    let neutral = list.neutral().map_or(0, |value| value.solved());
    findings.condition("the base alone", format!("solves {neutral}"));
    findings.condition("margin", margin(suite.entries.len()));
    findings.condition("precision", "of the top ten of Gradual Focus, those that are in the top ten of the list");
    findings.condition(
        "recall",
        "of the top ten of the list, those that are in the output of Gradual Focus; features of equal value by name",
    );
    Ok(findings)
}

/// The whole list and the output of the method, each the best first.
struct Compared<'c> {
    atoms: &'c AtomSet,
    all: Vec<&'c Valued>,
    found: Vec<&'c Valued>,
}

impl Compared<'_> {
    fn table(&self) -> Group {
        let mut group = solved_group(SOLVED);
        let mut shared = 0;
        for (name, _) in TABLE {
            let Some(place) = self.all.iter().position(|valued| self.atoms.name(valued.feature) == name) else { continue };
            shared += usize::from(place < TABLE.len());
            let output = self.found.iter().any(|valued| valued.feature == self.all[place].feature);
            let remark = format!("number {}{}", place + 1, if output { ", in the output of Gradual Focus" } else { "" });
            group.rows.push(solved_row(name, &self.all[place].value, &remark));
        }
        let best = Row::new("top 25 here").ours(names(self.atoms, &self.all[..TABLE.len().min(self.all.len())]));
        let sentence = format!("{shared} of the thesis's top 25 are in the top 25 here.");
        group.row(best).judged(Outcome::Informative, sentence)
    }

    fn measures(&self, evolved: &Evolved) -> Group {
        let output: HashSet<u64> = self.found.iter().map(|valued| valued.feature).collect();
        let lists = [self.all.clone(), better_than_parts(&self.all), better_than_named(&self.all, &output)];
        let count = self.all.len() as f64;
        let mut group = Group::new(FOUND).unit("%");
        group.rows.push(Row::new(FEATURES).ours(count).remark("features, not per cent"));
        group.rows.push(Row::new("valued by Gradual Focus").ours(100.0 * evolved.valued.len() as f64 / (count + 1.0)));
        let mut told = Vec::new();
        for (reading, list) in READINGS.iter().zip(&lists) {
            let first = |list: &[&Valued]| list.iter().take(TOP).map(|valued| valued.feature).collect::<HashSet<u64>>();
            let (best, found) = (first(list), first(&self.found));
            let hits = [found.intersection(&best).count(), best.intersection(&output).count()];
            for ((measure, hits), of) in ["precision", "recall"].into_iter().zip(hits).zip([found.len(), best.len()]) {
                let row = Row::new(format!("{measure}, {reading}"));
                group.rows.push(row.between(share(hits, of)).remark(format!("{hits} of {of}")));
            }
            let missed: Vec<String> = list
                .iter()
                .take(TOP)
                .filter(|valued| !output.contains(&valued.feature))
                .map(|valued| self.atoms.name(valued.feature))
                .collect();
            if !missed.is_empty() {
                group.rows.push(Row::new(format!("missed, {reading}")).ours(missed.join(", ")));
            }
            told.push(format!("{reading} precision {} and recall {} of {}", hits[0], hits[1], best.len()));
        }
        let sentence = format!("By {}.", told.join("; "));
        group.judged(Outcome::Informative, sentence)
    }
}

/// Those that solve more than each of their parts.
fn better_than_parts<'v>(all: &[&'v Valued]) -> Vec<&'v Valued> {
    let values: HashMap<u64, usize> = all.iter().map(|valued| (valued.feature, valued.value.solved())).collect();
    let is_better = |valued: &&&Valued| {
        // All proper parts of the conjunction, from the largest down.
        let parts = std::iter::successors(Some((valued.feature - 1) & valued.feature), |&part| {
            (part != 0).then(|| (part - 1) & valued.feature)
        });
        parts.filter_map(|part| values.get(&part)).all(|&solved| solved < valued.value.solved())
    };
    all.iter().filter(is_better).copied().collect()
}

/// Those that solve more than the parent that is named for them, if there is one in the output.
fn better_than_named<'v>(all: &[&'v Valued], output: &HashSet<u64>) -> Vec<&'v Valued> {
    let values: HashMap<u64, usize> = all.iter().map(|valued| (valued.feature, valued.value.solved())).collect();
    let named = |feature: u64| {
        let last_first = (0..u64::BITS).rev().map(|place| 1 << place).filter(move |atom| feature & atom != 0);
        last_first.map(move |atom| feature & !atom).find(|part| output.contains(part))
    };
    let is_better = |valued: &&&Valued| {
        named(valued.feature).and_then(|parent| values.get(&parent)).is_none_or(|&solved| solved < valued.value.solved())
    };
    all.iter().filter(is_better).copied().collect()
}

#[cfg(test)]
mod tests {
    use plysmith_lab::extend::{Value, Verdict};

    use super::*;

    #[test]
    fn what_is_no_better_than_a_part_is_left_out() {
        let valued = |feature: u64, solved: usize| Valued {
            feature,
            parents: None,
            value: Value { which: vec![true; solved], ..Value::default() },
            verdict: Verdict::Kept,
        };
        let all = [valued(0b001, 5), valued(0b011, 6), valued(0b010, 2), valued(0b110, 2), valued(0b111, 5)];
        let left = better_than_parts(&all.iter().collect::<Vec<_>>());
        assert_eq!(left.iter().map(|valued| valued.feature).collect::<Vec<_>>(), [0b001, 0b011, 0b010]);
        // Of the last, neither the first two nor the first and the third were found, but the other two.
        let left = better_than_named(&all.iter().collect::<Vec<_>>(), &HashSet::from([0b001, 0b010, 0b110]));
        assert_eq!(left.iter().map(|valued| valued.feature).collect::<Vec<_>>(), [0b001, 0b011, 0b010, 0b111]);
    }
}
