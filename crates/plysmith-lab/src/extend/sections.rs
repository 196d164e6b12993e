//! A discovery as rows for programs and as sections of a report.

use serde::Serialize;

use super::atoms::AtomSet;
use super::disjunction::Joined;
use super::focus::{Evolved, Valued, Verdict, Why};
use super::kinds::kinds;
use super::set::{Chosen, Step};
use super::value::Value;
use super::valuing::plies;
use super::weights::Tuned;
use crate::report::{
    Axis, Block, Branch, Column, Details, Dot, Lines, Outcome, Plot, Point, Scatter, Section, Series, Table, Tree,
};
use crate::reproduce::kendall;
use crate::suite::SuiteEntry;

/// A feature that was valued, in words and numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeatureRow {
    /// Its name.
    pub feature: String,
    /// What it says about a move.
    pub about: String,
    /// The groups of its atoms.
    pub groups: Vec<String>,
    /// How many atoms it has.
    pub generation: u32,
    /// What a move costs that has it, in plies.
    pub cost: f64,
    /// Positions solved.
    pub solved: usize,
    /// Of so many that were looked at.
    pub looked: usize,
    /// Which, by their ids.
    pub which: Vec<String>,
    /// Solved with a proof.
    pub proven: usize,
    /// Solved with the same move in the last two iterations, or a proof.
    pub stable: usize,
    /// Mean depth of the last complete iteration.
    pub depth: f64,
    /// Mean length of the deepest line.
    pub height: f64,
    /// The share of moves searched that have it.
    pub frequency: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// What it was combined from.
    pub parents: Vec<String>,
    /// It is part of the output.
    pub kept: bool,
    /// What became of it.
    pub verdict: String,
}

/// Every feature that was valued, in that order.
pub fn rows(atoms: &AtomSet, evolved: &Evolved, entries: &[&SuiteEntry]) -> Vec<FeatureRow> {
    let row = |valued: &Valued| FeatureRow {
        feature: atoms.name(valued.feature),
        about: atoms.about(valued.feature),
        groups: atoms.group_names(valued.feature).into_iter().map(String::from).collect(),
        generation: valued.feature.count_ones(),
        cost: valued.value.cost as f64 / 64.0,
        solved: valued.value.solved(),
        looked: valued.value.looked(),
        which: entries.iter().zip(&valued.value.which).filter(|(_, solved)| **solved).map(|(entry, _)| entry.id.clone()).collect(),
        proven: valued.value.proven,
        stable: valued.value.stable,
        depth: valued.value.depth,
        height: valued.value.height,
        frequency: valued.value.frequency,
        nodes: valued.value.nodes,
        parents: valued.parents.iter().flatten().map(|&parent| atoms.name(parent)).collect(),
        kept: valued.verdict == Verdict::Kept,
        verdict: verdict(valued),
    };
    evolved.valued.iter().map(row).collect()
}

/// What became of a feature, in words.
fn verdict(valued: &Valued) -> String {
    let early = if valued.value.early { format!(", clear after {} positions", valued.value.looked()) } else { String::new() };
    match valued.verdict {
        Verdict::Kept => "kept".into(),
        Verdict::Dropped(threshold) => format!("dropped: below the threshold of {threshold}"),
        Verdict::Pruned(Some(needed)) => format!("pruned: below the {needed} that it needed beside its first parent{early}"),
        Verdict::Pruned(None) => format!("pruned: not clearly better than its first parent{early}"),
    }
}

/// The discovery, what was joined and chosen of it, and what was tuned.
pub fn sections(
    atoms: &AtomSet,
    evolved: &Evolved,
    joined: Option<&Joined>,
    set: Option<&Chosen>,
    tuned: Option<&Tuned>,
) -> Vec<Section> {
    let mut sections = vec![found(atoms, evolved), evolution(atoms, evolved)];
    sections.extend(joined.map(|joined| disjunctions(atoms, joined)));
    sections.extend(set.map(|chosen| chosen_set(atoms, chosen)));
    sections.extend(tuned.map(|tuned| weights(atoms, tuned)));
    sections
}

/// How many of the best are shown in tables.
const SHOWN: usize = 25;

fn found(atoms: &AtomSet, evolved: &Evolved) -> Section {
    let kept = evolved.kept(atoms);
    let neutral = evolved.neutral().map_or(0, |value| value.solved());
    let better = kept.iter().filter(|valued| valued.value.solved() > neutral).count();
    let sentence = match kept.first() {
        Some(best) if better > 0 => format!(
            "{better} features solve more than the {neutral} positions of the search without any; the best, {}, solves {}.",
            atoms.name(best.feature),
            best.value.solved()
        ),
        _ => format!("No feature solves more than the {neutral} positions of the search without any."),
    };
    let mut section = Section::new("extend-found", "What was found").judged(Outcome::Informative, sentence);
    let columns = [
        Column::words("feature"),
        Column::numbers("cost").unit("plies"),
        Column::numbers("solved"),
        Column::numbers("beside neutral").signed(),
        Column::numbers("depth").decimals(2),
        Column::numbers("height").decimals(2),
        Column::numbers("frequency").unit("%").decimals(2),
    ];
    let mut table = Table::new("the best features that were kept", columns);
    // The search without any is always there to compare with.
    for (_, valued) in kept.iter().enumerate().filter(|(at, valued)| *at < SHOWN || valued.feature == 0) {
        let value = &valued.value;
        table.row([
            format!("`{}`", atoms.name(valued.feature)).as_str().into(),
            (value.cost as f64 / 64.0).into(),
            (value.solved() as f64).into(),
            (value.solved() as f64 - neutral as f64).into(),
            value.depth.into(),
            value.height.into(),
            (100.0 * value.frequency).into(),
        ]);
    }
    section.blocks.push(table.into());
    let scatter = Scatter { x: Axis::linear("frequency").unit("%"), y: Axis::linear("positions solved"), dots: dots(atoms, &kept) };
    section.blocks.push(Block::paragraph(
        "A frequent feature leaves fewer nodes for all other moves: what solves much and is rare stands at the upper left.",
    ));
    section.blocks.push(Plot::new("Quality against frequency", scatter).into());
    section.blocks.extend(kinds_table(atoms, evolved, &kept));
    section.blocks.extend(what_goes_with_gain(evolved));
    section
}

/// Features by the positions that they solve.
fn kinds_table(atoms: &AtomSet, evolved: &Evolved, kept: &[&Valued]) -> Option<Block> {
    let neutral = evolved.neutral()?;
    let found: Vec<(u64, &Value)> =
        kept.iter().filter(|valued| valued.feature != 0).map(|valued| (valued.feature, &valued.value)).collect();
    let kinds = kinds(neutral, &found);
    if kinds.len() < 2 {
        return None;
    }
    let mut table = Table::new(
        "kinds of features: each solves much the same beyond the search without any",
        [Column::words("features, the best first"), Column::numbers("in all"), Column::numbers("the best solves")],
    );
    let solved = |feature: u64| found.iter().find(|(other, _)| *other == feature).map_or(0, |(_, value)| value.solved());
    for kind in &kinds {
        let names: Vec<String> = kind.iter().take(4).map(|&feature| format!("`{}`", atoms.name(feature))).collect();
        let more = if kind.len() > names.len() { ", …" } else { "" };
        table.row([
            format!("{}{more}", names.join(", ")).as_str().into(),
            (kind.len() as f64).into(),
            (solved(kind[0]) as f64).into(),
        ]);
    }
    Some(table.into())
}

/// Whether features gain more that are frequent, cost depth or reach far.
fn what_goes_with_gain(evolved: &Evolved) -> Option<Block> {
    let whole: Vec<&Valued> = evolved.valued.iter().filter(|valued| valued.feature != 0 && !valued.value.early).collect();
    let with = |of: fn(&Value) -> f64| {
        let pairs: Vec<(f64, f64)> = whole.iter().map(|valued| (valued.value.solved() as f64, of(&valued.value))).collect();
        kendall(&pairs)
    };
    let (frequency, depth, height) = (with(|value| value.frequency)?, with(|value| value.depth)?, with(|value| value.height)?);
    Some(Block::paragraph(format!(
        "What goes with solving more, over {} features: frequency {frequency:+.2}, depth {depth:+.2}, height {height:+.2} (Kendall's tau-b; 1 is the same order, 0 none).",
        whole.len()
    )))
}

/// Features by frequency and value; on the front is what no other is better than in both.
fn dots(atoms: &AtomSet, kept: &[&Valued]) -> Vec<Dot> {
    let features: Vec<&&Valued> = kept.iter().filter(|valued| valued.feature != 0).collect();
    let beats = |one: &Valued, other: &Valued| {
        let (one, other) = ((one.value.solved(), one.value.frequency), (other.value.solved(), other.value.frequency));
        one.0 >= other.0 && one.1 <= other.1 && one != other
    };
    let dot = |valued: &&&Valued| Dot {
        label: atoms.name(valued.feature),
        x: 100.0 * valued.value.frequency,
        y: valued.value.solved() as f64,
        front: features.iter().all(|other| !beats(other, valued)),
    };
    features.iter().map(dot).collect()
}

fn evolution(atoms: &AtomSet, evolved: &Evolved) -> Section {
    let kept = evolved.valued.iter().filter(|valued| valued.verdict == Verdict::Kept).count();
    let sentence = format!(
        "{} features were valued in {} generations, the one that every move has and the atoms included; {kept} were kept.",
        evolved.valued.len(),
        evolved.generations
    );
    let mut section = Section::new("extend-evolution", "How features evolved").judged(Outcome::Informative, sentence);
    section.blocks.push(Block::paragraph(
        "Each combination stands below its first parent, the better one. What was pruned grows no further, and no combination that contains it is tried.",
    ));
    let mut branches = Vec::new();
    for valued in evolved.valued.iter().filter(|valued| valued.parents.is_none()) {
        grow(atoms, evolved, valued, 0, &mut branches);
    }
    let tree = Tree { value: Axis::linear("solved"), branches };
    section.blocks.push(Plot::new("The tree of features", tree).note("What is filled was kept.").into());
    if !evolved.skipped.is_empty() {
        let columns = [Column::words("combination"), Column::words("contains"), Column::words("which")];
        let mut table = Table::new("combinations that were formed and not valued", columns);
        for skipped in &evolved.skipped {
            let [name, bars] = [skipped.feature, skipped.bars].map(|feature| format!("`{}`", atoms.name(feature)));
            let why = match skipped.why {
                Why::Given => "was never to be tried",
                Why::Worse => "is not better than its first parent",
                Why::Tree => "is a special case of what is not better than its first parent",
            };
            table.row([name.as_str().into(), bars.as_str().into(), why.into()]);
        }
        let summary = format!("{} combinations that were barred before their turn", evolved.skipped.len());
        section.blocks.push(Details { summary, blocks: vec![table.into()] }.into());
    }
    section
}

/// A feature and all that grew out of it.
fn grow(atoms: &AtomSet, evolved: &Evolved, valued: &Valued, level: usize, branches: &mut Vec<Branch>) {
    let alive = valued.verdict == Verdict::Kept;
    let note = if alive { String::new() } else { verdict(valued) };
    branches.push(Branch { label: atoms.name(valued.feature), level, value: valued.value.solved() as f64, alive, note });
    let children = evolved.valued.iter().filter(|child| child.parents.is_some_and(|[first, _]| first == valued.feature));
    for child in children {
        grow(atoms, evolved, child, level + 1, branches);
    }
}

fn disjunctions(atoms: &AtomSet, joined: &Joined) -> Section {
    let best = joined.kept().max_by_key(|disjunction| disjunction.value.solved());
    let sentence = match best {
        Some(best) => {
            let parts: Vec<String> = best.parts.iter().map(|part| part.value.solved().to_string()).collect();
            let name = atoms.any_of(&best.features());
            format!("{name} solves {} positions, its parts {} alone.", best.value.solved(), parts.join(" and "))
        }
        None => "No disjunction is better by what is asked than its best part, and than what is simpler.".to_string(),
    };
    let mut section = Section::new("extend-disjunctions", "Any of several").judged(Outcome::Informative, sentence);
    section.blocks.push(Block::paragraph(format!(
        "Features of the same groups never combine, but a move may have any of them. Those that solve different positions were joined and valued as one (valuations in all: {}).",
        joined.valuations
    )));
    if joined.disjunctions.is_empty() {
        return section;
    }
    let columns = [
        Column::words("disjunction"),
        Column::numbers("cost").unit("plies"),
        Column::numbers("solved"),
        Column::numbers("its best part"),
        Column::numbers("frequency").unit("%").decimals(2),
        Column::words("verdict"),
    ];
    let mut table = Table::new("features joined for what they add", columns);
    for disjunction in &joined.disjunctions {
        let names: Vec<String> = disjunction.parts.iter().map(|part| format!("`{}`", atoms.name(part.feature))).collect();
        let alone = disjunction.parts.iter().map(|part| part.value.solved()).max().unwrap_or(0);
        let verdict = match disjunction.simpler {
            Some(simpler) => format!("`{}` does as much and is simpler", atoms.name(simpler)),
            None if disjunction.kept => "kept".to_string(),
            None => "not better enough".to_string(),
        };
        table.row([
            names.join(" or ").as_str().into(),
            (disjunction.value.cost as f64 / 64.0).into(),
            (disjunction.value.solved() as f64).into(),
            (alone as f64).into(),
            (100.0 * disjunction.value.frequency).into(),
            verdict.as_str().into(),
        ]);
    }
    section.blocks.push(table.into());
    section
}

fn chosen_set(atoms: &AtomSet, chosen: &Chosen) -> Section {
    let names: Vec<String> =
        chosen.units.iter().map(|unit| format!("{} at {}", atoms.any_of(&unit.parts), plies(unit.cost))).collect();
    let sentence = if names.is_empty() {
        "No feature adds anything under the cap.".to_string()
    } else {
        let (solved, share) = (chosen.value.solved(), 100.0 * chosen.value.frequency);
        format!("Together, {} solve {solved} positions; {share:.1} % of the moves searched have one of them.", names.join(", "))
    };
    let mut section = Section::new("extend-set", "A set of them").judged(Outcome::Informative, sentence);
    let columns = [
        Column::words("step"),
        Column::numbers("cost").unit("plies"),
        Column::numbers("solved"),
        Column::numbers("frequency").unit("%").decimals(2),
        Column::numbers("sets tried"),
    ];
    let mut table = Table::new("features added for what they add, and taken away when they are not needed any more", columns);
    for step in &chosen.steps {
        let sign = if step.added { "+" } else { "−" };
        let names: Vec<String> = step.unit.parts.iter().map(|&part| format!("`{}`", atoms.name(part))).collect();
        table.row([
            format!("{sign} {}{}", names.join(" or "), instead_of(atoms, step)).as_str().into(),
            (step.unit.cost as f64 / 64.0).into(),
            (step.solved as f64).into(),
            (100.0 * step.frequency).into(),
            (step.tried as f64).into(),
        ]);
    }
    section.blocks.push(table.into());
    section
}

/// What a disjunction took the place of, in words.
fn instead_of(atoms: &AtomSet, step: &Step) -> String {
    let names: Vec<String> = step.replaced.iter().map(|unit| atoms.any_of(&unit.parts)).collect();
    if names.is_empty() { String::new() } else { format!(" instead of {}", names.join(", ")) }
}

fn weights(atoms: &AtomSet, tuned: &Tuned) -> Section {
    let (before, after) = (&tuned.before, &tuned.value);
    let sentence = format!(
        "Beside the costs before, the suite takes {:.1} % of the nodes and {} positions are solved instead of {}, after {} valuations.",
        100.0 * after.nodes_to_solve as f64 / before.nodes_to_solve.max(1) as f64,
        after.solved(),
        before.solved(),
        tuned.valuations
    );
    let mut section = Section::new("extend-weights", "What they should cost").judged(Outcome::Informative, sentence);
    let mut table = Table::new("costs that were learned", [Column::words("feature"), Column::numbers("cost").unit("plies")]);
    for (feature, cost) in &tuned.members {
        table.row([format!("`{}`", atoms.name(*feature)).as_str().into(), (*cost as f64 / 64.0).into()]);
    }
    section.blocks.push(table.into());
    if tuned.course.len() > 1 {
        let point = |(round, (nodes, _)): (usize, &(u64, usize))| Point { x: round as f64 + 1.0, y: (*nodes as f64).into() };
        let points = tuned.course.iter().enumerate().map(point).collect();
        let lines = Lines {
            x: Axis::linear("round"),
            y: Axis::linear("nodes"),
            series: vec![Series { name: "the best costs so far".into(), points }],
        };
        section.blocks.push(Plot::new("Nodes that the suite takes", lines).into());
    }
    section
}

#[cfg(test)]
mod tests {
    use super::super::atoms::tests::set;
    use super::super::disjunction::{Disjunction, Member};
    use super::super::set::Unit;
    use super::super::value::{Rule, Value, tests::value};
    use super::super::{Rules, focus};
    use super::*;
    use crate::report::{Report, html};

    fn evolved(atoms: &AtomSet) -> Evolved {
        let rules = Rules { rule: Rule::Margin(1), tree_pruning: true, threshold: None, blacklist: Vec::new(), by_promise: false };
        let worth = |feature| match feature {
            0b01 => Value { frequency: 0.3, cost: 32, ..value("1100") },
            0b10 => Value { frequency: 0.2, cost: 32, ..value("1000") },
            0b11 => Value { frequency: 0.1, cost: 32, ..value("1110") },
            _ => value("0000"),
        };
        focus(atoms, &rules, |asked| Ok::<_, std::convert::Infallible>(worth(asked.feature))).unwrap()
    }

    #[test]
    fn the_front_is_what_no_other_is_better_than_in_both() {
        let atoms = set(&["a", "b"]);
        let evolved = evolved(&atoms);
        let front: Vec<(String, bool)> =
            dots(&atoms, &evolved.kept(&atoms)).into_iter().map(|dot| (dot.label, dot.front)).collect();
        assert_eq!(front, [("a-b".into(), true), ("a".into(), false), ("b".into(), false)]);
    }

    #[test]
    fn a_combination_stands_below_its_first_parent_with_its_verdict() {
        let atoms = set(&["a", "b", "c1:c", "c2:c<c1"]);
        let evolved = evolved(&atoms);
        let mut report = Report::new("A discovery", "a game", "Found.");
        report.sections = sections(&atoms, &evolved, None, None, None);
        let mut branches = Vec::new();
        evolved.valued[1..].iter().take(4).for_each(|valued| grow(&atoms, &evolved, valued, 0, &mut branches));
        let told: Vec<(usize, &str, bool)> =
            branches.iter().map(|branch| (branch.level, branch.label.as_str(), branch.alive)).collect();
        assert_eq!(told[..4], [(0, "a", true), (1, "a-b", true), (1, "a-c1", false), (0, "b", true)]);
        assert!(branches[2].note.contains("below the 3 that it needed"), "{branches:?}");
        let page = html(&report);
        assert!(page.contains("is a special case of what is not better") && page.contains("knot alive"));
        assert_eq!(Report::read(&report.json().unwrap()).unwrap(), report);
    }

    #[test]
    fn disjunctions_stand_in_the_report_by_all_their_names() {
        let atoms = set(&["a:g", "b:g"]);
        let part = |feature, which| Member { feature, value: value(which) };
        let together = Value { cost: 32, frequency: 0.25, ..value("1110") };
        let joined = |kept| Joined {
            disjunctions: vec![Disjunction {
                parts: vec![part(1, "1100"), part(2, "0010")],
                value: together.clone(),
                simpler: None,
                kept,
            }],
            valuations: 3,
        };
        let section = disjunctions(&atoms, &joined(true));
        let mut report = Report::new("A discovery", "a game", "Found.");
        report.sections.push(section);
        let page = html(&report);
        assert!(page.contains("a or b solves 3 positions, its parts 2 and 1 alone."), "{page}");
        assert!(page.contains("25.00") && page.contains("valuations in all: 3"), "{page}");
        report.sections = vec![disjunctions(&atoms, &joined(false))];
        assert!(html(&report).contains("not better enough"));
        let step = Step {
            added: true,
            unit: Unit { parts: vec![1, 2], cost: 32 },
            replaced: vec![Unit { parts: vec![2], cost: 32 }],
            solved: 3,
            frequency: 0.25,
            tried: 1,
        };
        let chosen = Chosen { units: vec![step.unit.clone()], value: together.clone(), steps: vec![step], valuations: 1 };
        report.sections = vec![chosen_set(&atoms, &chosen)];
        let page = html(&report);
        assert!(page.contains("Together, a or b at 0.5 solve 3 positions") && page.contains("instead of b"), "{page}");
    }
}
