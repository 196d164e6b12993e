//! What the experiments of Gradual Focus share: the thesis's engine, its suites as far as they are to be had, its ten features, and rows of values.
//!
//! The thesis says how many positions are solved, and we have other positions and not as many, so that shares are compared. Its margin of 3 of 302 positions
//! becomes the same share of ours, and at least 1.

use anyhow::Result;
use plysmith::{Arena, Spec};
use plysmith_lab::extend::{AtomSet, Evolved, Reading, Rule, Rules, Value, Valued, Valuing, exhaustive, focus};
use plysmith_lab::lab::Lab;
use plysmith_lab::report::Axis;
use plysmith_lab::reproduce::{Group, Printed, Row, kendall};
use plysmith_lab::statistics::{Interval, Level, wilson};
use plysmith_lab::suite::{Suite, import};

use super::Hiding;
use crate::files::parts;
use crate::input::players;

/// The thesis.
pub const THESIS: &str = "P. Skowronski, Gradual Focus: A Method for Automated Feature Discovery in Selective Search, 2009";

/// Features are made of what the game tells about moves.
pub const HIDING: Hiding = Hiding::Nothing("its engine and its features are those of the thesis, and need what the game declares");
/// The base engine in Breakthrough: nothing but iterations with the last principal variation first, and moves in no order. Its evaluation counts pieces, and every piece that is not
/// attacked the more the further it has come; how much, the thesis does not say. Counted beyond the middle only, wider features than those of the last two ranks lose games.
const BASE: &str = "plain:+deepening:+pv_first:+shuffle:evaluation=safe_march";
/// What a move costs that has the feature: half a ply.
pub const COST: i64 = 32;
/// Positions of the thesis's suite in Breakthrough.
pub const THEIRS: f64 = 302.0;
/// By how many of them a combination has to be better.
const MARGIN: f64 = 3.0;

/// A feature with what the thesis says about it.
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// Positions solved of 302.
    pub solved: f64,
    /// Per cent of the moves searched in the suite, and in games.
    pub frequency: [f64; 2],
    /// Per cent of the games won.
    pub won: f64,
}

const fn feature(name: &'static str, solved: f64, suite: f64, games: f64, won: f64) -> Feature {
    Feature { name, solved, frequency: [suite, games], won }
}

/// The thesis's ten, as its tables 4.4 and 4.5 have them, by games won.
pub const FEATURES: [Feature; 10] = [
    feature("Ud-Rdt", 125.0, 15.57, 4.71, 58.17),
    feature("PP-RdTt", 211.0, 2.87, 0.87, 57.04),
    feature("RdTt", 202.0, 8.75, 1.91, 56.54),
    feature("Ud-RdTt", 235.0, 7.76, 1.90, 55.96),
    feature("Ud-PP", 155.0, 8.44, 2.31, 53.92),
    feature("Ud-PP-Rdt", 173.0, 6.94, 1.99, 53.50),
    feature("PP-Rdt", 98.0, 12.33, 3.92, 52.03),
    feature("Rc-Rdb", 96.0, 1.55, 1.48, 49.29),
    feature("PP-Rdt-Edg", 108.0, 3.18, 1.18, 49.13),
    feature("Ud", 102.0, 32.18, 43.37, 46.46),
];

/// The base engine in Breakthrough.
pub fn base(arena: &dyn Arena) -> Result<Spec> {
    players::spec(arena, BASE, parts::STORE.as_ref())
}

/// Every so many of the wins in Breakthrough.
pub fn wins(arena: &dyn Arena, every: usize) -> Result<Suite> {
    every_of(import::suite(arena, include_str!("../../data/breakthrough-wins-in-7.tsv"), "breakthrough-wins-in-7.tsv")?, every)
}

/// Every so many of the whole collection in chess that the thesis took its positions from.
pub fn all_middlegames(arena: &dyn Arena, every: usize) -> Result<Suite> {
    every_of(import::suite(arena, include_str!("../../data/ecm-879.epd"), "ecm-879.epd")?, every)
}

/// Every so many of the positions in chess.
pub fn middlegames(arena: &dyn Arena, every: usize) -> Result<Suite> {
    every_of(import::suite(arena, include_str!("../../data/ecm-99.epd"), "ecm-99.epd")?, every)
}

fn every_of(suite: Suite, every: usize) -> Result<Suite> {
    let entries = suite.entries.iter().step_by(every.max(1)).cloned().collect();
    Ok(Suite { entries, ..suite })
}

/// The valuing of the thesis in Breakthrough: half a ply, and solved is what is proven.
pub fn valuing<'v>(arena: &dyn Arena, suite: &'v Suite, nodes: u64) -> Result<Valuing<'v>> {
    Ok(Valuing::new(arena, suite, base(arena)?, nodes, &[COST], Reading::Proof)?)
}

/// By how many of so many positions a combination has to be better.
pub fn margin(positions: usize) -> i64 {
    (MARGIN * positions as f64 / THEIRS).round().max(1.0) as i64
}

/// The rules of the thesis in Breakthrough, for so many positions.
pub fn rules(positions: usize) -> Rules {
    Rules { rule: Rule::Margin(margin(positions)), tree_pruning: false, threshold: None, blacklist: Vec::new(), by_promise: false }
}

/// Gradual Focus.
pub fn evolve(lab: &mut Lab, atoms: &AtomSet, rules: &Rules, valuing: &Valuing) -> Result<Evolved> {
    Ok(focus(atoms, rules, |asked| valuing.value(lab, atoms, asked))?)
}

/// Everything of one to so many atoms.
pub fn everything(lab: &mut Lab, atoms: &AtomSet, most: usize, valuing: &Valuing) -> Result<Evolved> {
    Ok(exhaustive(atoms, most, |asked| valuing.value(lab, atoms, asked))?)
}

/// The best that was kept, without the neutral feature.
pub fn top<'e>(evolved: &'e Evolved, atoms: &AtomSet, count: usize) -> Vec<&'e Valued> {
    evolved.kept(atoms).into_iter().filter(|valued| valued.feature != 0).take(count).collect()
}

/// Their names.
pub fn names(atoms: &AtomSet, valued: &[&Valued]) -> String {
    let names = valued.iter().map(|valued| format!("{} {}", atoms.name(valued.feature), valued.value.solved()));
    names.collect::<Vec<_>>().join(", ")
}

/// The values of these features: those that were found, and others by searching.
pub fn values(lab: &mut Lab, atoms: &AtomSet, valuing: &Valuing, wanted: &[&str]) -> Result<Vec<Value>> {
    let valuing = Valuing { batch: None, ..valuing.clone() };
    let mut values = Vec::new();
    for name in wanted {
        let set = match atoms.read(name)? {
            0 => Vec::new(),
            feature => vec![(feature, COST)],
        };
        values.push(valuing.joint(lab, &format!("published: {name}"), atoms, &set, None)?);
    }
    Ok(values)
}

/// A share in per cent with its interval.
pub fn share(hits: usize, all: usize) -> Interval {
    let none = Interval { value: 0.0, low: 0.0, high: 1.0 };
    wilson(hits as u64, all as u64, Level::default()).unwrap_or(none).map(|share| 100.0 * share)
}

/// A row of the share that is solved.
pub fn solved_row(label: &str, value: &Value, remark: &str) -> Row {
    let (solved, all) = (value.solved(), value.looked());
    let behind = if remark.is_empty() { String::new() } else { format!("; {remark}") };
    Row::new(label).between(share(solved, all)).remark(format!("{solved} of {all}{behind}"))
}

/// A group of such rows.
pub fn solved_group(title: impl Into<String>) -> Group {
    Group::new(title).unit("% of the positions").plotted(Axis::linear("solved").unit("%"), None)
}

/// Published counts as shares in per cent, rounded to what can be read.
pub fn printed_shares<'p>(group: &str, counts: impl IntoIterator<Item = (&'p str, f64)>, all: f64) -> Vec<Printed> {
    let percent = |count: f64| (1_000.0 * count / all).round() / 10.0;
    counts.into_iter().map(|(name, count)| (group.to_string(), name.to_string(), percent(count).into())).collect()
}

/// How far two orders agree, in words.
pub fn order(pairs: &[(f64, f64)]) -> String {
    kendall(pairs).map_or_else(
        || "cannot be compared with the thesis's order, being all equal".into(),
        |tau| format!("agree with the thesis's order by {tau:.2} (Kendall's tau-b; 1 is the same, 0 is chance)"),
    )
}

/// What valuations took.
pub fn effort(evolved: &Evolved) -> (usize, u64) {
    let values = || evolved.valued.iter().map(|valued| &valued.value);
    (values().map(Value::looked).sum(), values().map(|value| value.nodes).sum())
}

#[cfg(all(test, feature = "bundled", feature = "all-games"))]
mod tests {
    use plysmith_lab::suite::Kind;

    use super::*;
    use crate::input::games::Games;

    #[test]
    fn the_suites_are_read_by_the_rules_and_complete() {
        let arena = Games::bundled().find("breakthrough").unwrap();
        let (all, third) = (wins(&*arena, 1).unwrap(), wins(&*arena, 3).unwrap());
        assert_eq!((all.kind, all.entries.len(), third.entries.len()), (Kind::Wins, 300, 100));
        assert_eq!((all.provenance.len(), &all.entries[3]), (1, &third.entries[1]), "nothing is left out");
        let arena = Games::bundled().find("chess").unwrap();
        let all = middlegames(&*arena, 1).unwrap();
        assert_eq!((all.kind, all.entries.len()), (Kind::Moves, 99));
        let whole = all_middlegames(&*arena, 1).unwrap();
        assert_eq!((whole.kind, whole.entries.len()), (Kind::Moves, 879));
    }

    #[test]
    fn the_margin_is_that_of_the_thesis_by_share() {
        for (positions, margin) in [(302, 3), (300, 3), (100, 1), (4, 1)] {
            assert_eq!(super::margin(positions), margin, "{positions}");
        }
    }

    #[test]
    fn the_features_of_the_thesis_are_features_of_the_game() {
        let atoms = AtomSet::new(&Games::bundled().find("breakthrough").unwrap().card().atoms).unwrap();
        for feature in FEATURES {
            assert_eq!(atoms.name(atoms.read(feature.name).unwrap()), feature.name, "as it is written here");
        }
    }
}
