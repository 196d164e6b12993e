//! `gf-chess`: whether Gradual Focus finds in chess what programs for chess extend by: checks and recaptures.
//!
//! The thesis did it with Fruit, everything off but quiescence, on the 102 positions that Fruit solved only with its own extensions; 99 of them are to be had. Its million nodes were about
//! seven plies, which no search without a table and without an order of moves has, so that "everything" must mean what extends, reduces or prunes; ours keeps what preserves the value.
//!
//! Ours is another engine with another evaluation, for which those positions were not picked, so that the order of the features is what can be compared, and not how many they solve. So
//! there is a third run, on the positions of the whole collection that ours solves only with the extensions that Fruit had: checks, recaptures, pawns close to promotion, single replies.
//!
//! Two of the four combinations that the thesis bars are misprinted and read as what cannot occur: pawns on the first two ranks, and kings on the last two.

use anyhow::Result;
use plysmith::Spec;
use plysmith_lab::extend::disjunction::Joined;
use plysmith_lab::extend::{AtomSet, Evolved, Reading, Rule, Rules, Value, Valuing, join_features};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::Outcome;
use plysmith_lab::reproduce::{Findings, Group, Printed, Row};
use plysmith_lab::suite::Suite;

use super::gradual_focus::{
    COST, THESIS, all_middlegames, effort, evolve, middlegames, names, order, printed_shares, solved_group, solved_row, top, values,
};
use super::{Experiment, Field, Published, Scale};
use crate::files::parts;
use crate::input::players;

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "gf-chess",
    about: "which features Gradual Focus finds in chess, and whether checks come first",
    source: THESIS,
    published: Published::Figures(printed),
    games: |_| &["chess"],
    apart: false,
    hiding: super::gradual_focus::HIDING,
    run,
};

/// One of the two runs of the thesis, or one of them on positions of our own.
struct Run {
    title: &'static str,
    /// On the thesis's positions, or on those that were picked for our engine as it picked its own.
    theirs: bool,
    /// The groups of atoms.
    groups: &'static [&'static str],
    /// Combinations that cannot occur.
    blacklist: &'static [&'static str],
    /// Positions solved, of 102.
    printed: &'static [(&'static str, f64)],
    /// Disjunctions that the thesis put together by hand, and what they solve of 102.
    disjunctions: &'static [(&'static [&'static str], f64)],
    /// What it is about.
    first: &'static [&'static str],
}

const PIECES: Run = Run {
    title: "pieces, attacks, recaptures and ranks",
    theirs: true,
    groups: &["Pc", "Ac", "Rc", "Rd"],
    blacklist: &["PcP-RdBb", "PcK-RdTt", "PcK-AcK", "PcK-AcQ"],
    printed: &[
        ("AcK", 44.0),
        ("PcK", 29.0),
        ("Rc-Rdb", 26.0),
        ("Rc", 24.0),
        ("RdTt", 17.0),
        ("PcQ-Rdt", 17.0),
        ("RdBb", 15.0),
        ("Rdt", 15.0),
        ("PcN-RdTb", 12.0),
        ("AcR", 11.0),
    ],
    disjunctions: &[],
    first: &["AcK"],
};

const RUNS: [Run; 3] = [
    Run { title: "pieces, attacks, recaptures and ranks, on positions picked for this engine", theirs: false, ..PIECES },
    PIECES,
    Run {
        title: "captures and what moved last",
        theirs: true,
        groups: &["Cc", "Lc"],
        blacklist: &[],
        printed: &[("Rc", 24.0), ("CcR-LcR", 15.0), ("CcB-LcB", 14.0), ("CcR", 13.0), ("CcB", 11.0), ("CcN-LcN", 11.0)],
        disjunctions: &[(&["CcB-LcB", "CcN-LcN", "CcR-LcR"], 21.0), (&["CcB-LcB", "CcR-LcR"], 26.0)],
        first: &["CcR-LcR", "CcB-LcB", "CcN-LcN"],
    },
];

/// Positions of the thesis's suite.
const THEIRS: f64 = 102.0;
const BASE: &str = "full-width:+quiescence";
/// What Fruit extended by a ply, as far as it is a feature of a move; and single replies, which are not.
const KNOWN: [&str; 3] = ["AcK", "Rc", "PcP-RdTt"];
const SINGLE: &str = "single_reply";
const NEUTRAL: &str = "neutral";
const TOP: usize = 10;

/// No more than this share of the moves may have a disjunction that is joined here.
const CAP: f64 = 0.2;

fn printed() -> Vec<Printed> {
    let of = |run: &Run| {
        let mut printed = printed_shares(run.title, run.printed.iter().copied(), THEIRS);
        for (parts, solved) in run.disjunctions {
            printed.extend(printed_shares(run.title, [(any_of(parts).as_str(), *solved)], THEIRS));
        }
        printed
    };
    RUNS.iter().flat_map(of).collect()
}

fn any_of(parts: &[&str]) -> String {
    parts.join(" or ")
}

fn run(field: &mut Field) -> Result<Findings> {
    let scale = field.scale;
    field.on("chess", |lab| discover(lab, scale))
}

fn discover(lab: &mut Lab, scale: Scale) -> Result<Findings> {
    let nodes = scale.of_days(100, 50_000, 200_000, 1_000_000);
    let base = players::spec(lab.arena(), BASE, parts::STORE.as_ref())?;
    let theirs = middlegames(lab.arena(), scale.of(33, 1, 1))?;
    let all = all_middlegames(lab.arena(), scale.of(100, 1, 1))?;
    let ours = picked(lab, &all, &base, nodes)?;
    let mut findings = Findings::default();
    let mut sentences = Vec::new();
    for run in &RUNS {
        let suite = if run.theirs { &theirs } else { &ours };
        if suite.entries.is_empty() {
            findings.condition(run.title, "left out: the extensions solve no position that the base does not");
            continue;
        }
        let (group, told) = run.repeat(lab, suite, &base, nodes)?;
        findings.condition(run.title, format!("{} positions; {told}", suite.entries.len()));
        sentences.extend(group.verdict.as_ref().map(|verdict| verdict.sentence.clone()));
        findings.groups.push(group);
    }
    findings.verdict = sentences.join(" ");
    findings.condition(
        "positions picked for this engine",
        format!(
            "{} of {}: solved with {} and {SINGLE} at a whole ply, and not without",
            ours.entries.len(),
            all.entries.len(),
            KNOWN.join(", ")
        ),
    );
    findings.condition("nodes a position", nodes);
    findings.condition("engine", BASE);
    findings.condition("solved", "the best move in the last two iterations, or with a score that proves the win");
    findings.condition(
        "margin",
        "none: a combination stays if it solves as much as its better parent; a disjunction has to solve more than its best part",
    );
    Ok(findings)
}

/// The positions that the base solves only with the extensions of Fruit.
fn picked(lab: &mut Lab, all: &Suite, base: &Spec, nodes: u64) -> Result<Suite> {
    let atoms = AtomSet::new(&lab.arena().card().atoms)?;
    let known = KNOWN.iter().map(|name| Ok((atoms.read(name)?, 0))).collect::<Result<Vec<_>>>()?;
    let plain = Valuing::new(lab.arena(), all, base.clone(), nodes, &[0], Reading::Stable)?;
    let mut extended = plain.clone();
    extended.base.switch_on(SINGLE)?;
    let without = plain.joint(lab, "all positions without extensions", &atoms, &[], None)?;
    let with = extended.joint(lab, "all positions with the usual extensions", &atoms, &known, None)?;
    let solved = with.which.iter().zip(&without.which).map(|(with, without)| *with && !*without);
    let entries = all.entries.iter().zip(solved).filter(|(_, only)| *only).map(|(entry, _)| entry.clone()).collect();
    Ok(Suite { entries, ..all.clone() })
}

impl Run {
    fn repeat(&self, lab: &mut Lab, suite: &Suite, base: &Spec, nodes: u64) -> Result<(Group, String)> {
        let all = AtomSet::new(&lab.arena().card().atoms)?;
        let atoms = all.clone().only(self.groups)?;
        let blacklist = self.blacklist.iter().map(|name| atoms.read(name)).collect::<Result<_, _>>()?;
        let rules = Rules { rule: Rule::Margin(0), tree_pruning: false, threshold: None, blacklist, by_promise: false };
        let valuing = Valuing::new(lab.arena(), suite, base.clone(), nodes, &[COST], Reading::Stable)?;
        // Most combinations fail, and giving them up early changes no verdict.
        let raced = Valuing { batch: Some(25), ..valuing.clone() };
        let evolved = evolve(lab, &atoms, &rules, &raced)?;
        let labels: Vec<&str> = self.printed.iter().map(|(name, _)| *name).chain([NEUTRAL]).collect();
        let values = values(lab, &all, &valuing, &labels)?;
        let mut group = solved_group(self.title);
        for (label, value) in labels.iter().zip(&values) {
            let remark = self.place(&atoms, &evolved, label).map(|place| format!("number {place} of the output"));
            let remark =
                remark.unwrap_or_else(|| if *label == NEUTRAL { "the base alone".into() } else { "not in the output".into() });
            group.rows.push(solved_row(label, value, &format!("mean depth {:.1}; {remark}", value.depth)));
        }
        for row in self.joined_by_hand(lab, &all, &valuing)? {
            group.rows.push(row);
        }
        let joined = join_features(lab, &atoms, &raced, &evolved, CAP, Rule::Margin(1))?;
        let best = top(&evolved, &atoms, TOP);
        let pairs: Vec<(f64, f64)> =
            self.printed.iter().zip(&values).map(|((_, solved), value)| (*solved, value.solved() as f64)).collect();
        let group = group.row(Row::new("top ten here").ours(names(&atoms, &best)));
        let group = group.row(Row::new("disjunctions here").ours(disjunctions(&atoms, &joined)));
        let places = self.first.iter().map(|name| match self.place(&atoms, &evolved, name) {
            Some(place) => format!("{name} is number {place}"),
            None => format!("{name} is no part"),
        });
        let sentence =
            format!("Of {} {} of the output; the values {}.", self.title, places.collect::<Vec<_>>().join(", "), order(&pairs));
        let (searches, total) = effort(&evolved);
        let told = format!(
            "groups {}; {} valuations in {} generations, {searches} searches, {:.2}e9 nodes",
            self.groups.join(", "),
            evolved.valued.len(),
            evolved.generations,
            total as f64 / 1e9
        );
        // The thesis found checks first; of the second run it says only which come out. What solves no more than the base has not come out.
        let neutral = evolved.neutral().map_or(0, Value::solved);
        let good = top(&evolved, &atoms, usize::MAX).iter().filter(|valued| valued.value.solved() > neutral).count();
        let came = self.first.iter().filter_map(|name| self.place(&atoms, &evolved, name)).filter(|&place| place <= good);
        let holds = if self.first.len() == 1 { came.min() == Some(1) } else { came.count() == self.first.len() };
        Ok((group.judged(Outcome::from(holds), sentence), told))
    }

    /// The thesis's disjunctions, all parts at the cost of one feature.
    fn joined_by_hand(&self, lab: &mut Lab, atoms: &AtomSet, valuing: &Valuing) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for (parts, _) in self.disjunctions {
            let members = parts.iter().map(|name| Ok((atoms.read(name)?, COST))).collect::<Result<Vec<_>>>()?;
            let label = any_of(parts);
            let value = valuing.joint(lab, &format!("published: {label}"), atoms, &members, None)?;
            rows.push(solved_row(&label, &value, &format!("mean depth {:.1}; a disjunction", value.depth)));
        }
        Ok(rows)
    }

    /// The place of a feature in the output, from 1.
    fn place(&self, atoms: &AtomSet, evolved: &Evolved, name: &str) -> Option<usize> {
        let kept = top(evolved, atoms, usize::MAX);
        kept.iter().position(|valued| atoms.name(valued.feature) == name).map(|at| at + 1)
    }
}

/// What was joined here and is better than its parts, with what it and they solve.
fn disjunctions(atoms: &AtomSet, joined: &Joined) -> String {
    let told = joined.kept().map(|disjunction| {
        let alone: Vec<String> = disjunction.parts.iter().map(|part| part.value.solved().to_string()).collect();
        let (name, solved) = (atoms.any_of(&disjunction.features()), disjunction.value.solved());
        format!("{name} {solved} (alone {})", alone.join(", "))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "none better than its best part".into() } else { told.join("; ") }
}

#[cfg(all(test, feature = "bundled", feature = "all-games"))]
mod tests {
    use super::*;
    use crate::input::games::Games;

    #[test]
    fn both_runs_are_about_atoms_of_the_game() {
        let all = AtomSet::new(&Games::bundled().find("chess").unwrap().card().atoms).unwrap();
        for run in &RUNS {
            let atoms = all.clone().only(run.groups).unwrap();
            let joined = run.disjunctions.iter().flat_map(|(parts, _)| *parts);
            let named = run.blacklist.iter().chain(run.first).chain(joined).chain(run.printed.iter().map(|(name, _)| name));
            for name in named {
                assert_eq!(atoms.name(atoms.read(name).unwrap()), *name);
            }
        }
        let counts = RUNS.each_ref().map(|run| all.clone().only(run.groups).unwrap().count());
        assert_eq!(counts, [19, 19, 10], "as in the thesis's table of atoms");
    }
}
