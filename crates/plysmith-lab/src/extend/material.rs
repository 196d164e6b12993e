//! A suite to value features on, when nobody brings one.
//!
//! The suite decides what is found: features that solve endgames may lose games. So the usual one has positions from all phases, each with its best moves by a deep
//! search, and is as hard as it should be: the base engine solves about a quarter, which leaves room above and below.

use std::collections::HashMap;

use plysmith::Spec;

use super::atoms::AtomSet;
use super::valuing::{Reading, Valuing};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::suite::make::{self, Difficulty, SuitePlan};
use crate::suite::{Known, Players, Split, Suite, SuiteEntry};
use crate::trial::Limit;

/// What a made suite consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteKind {
    /// Positions from all phases with their best moves by a deep search.
    Phases,
    /// Forced wins in exactly so many plies.
    Wins(u32),
}

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Wanted<'w> {
    /// What it consists of.
    pub kind: SuiteKind,
    /// How many positions to learn from; as many again are held out.
    pub count: usize,
    /// The engine that is to solve a quarter of it.
    pub base: &'w Spec,
    /// The nodes with which it does.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// The share that the base engine is to solve.
const SHARE: f64 = 0.25;
/// The best moves are searched for with so many times the nodes, all moves of a position together.
const REFERENCE: u64 = 20;
/// So many positions are looked at for each that is wanted.
const CHOICE: usize = 4;

/// Makes a suite.
pub fn suite(lab: &mut Lab, atoms: &AtomSet, wanted: &Wanted) -> Result<Suite, LabError> {
    let players = Players::usual(lab.arena())?;
    let plan = |count| SuitePlan { players: players.clone(), seed: wanted.seed, count, shares: [1, 0, 1] };
    let base = text(lab, wanted.base)?;
    match wanted.kind {
        SuiteKind::Wins(plies) => {
            let limit = Limit::nodes(wanted.nodes);
            make::wins(lab, &plan(2 * wanted.count), plies, Some(&Difficulty { spec: base, limit, share: SHARE }))
        }
        SuiteKind::Phases => {
            let mut reference = lab.arena().preset("default")?;
            reference.evaluate_like(wanted.base);
            let reference = text(lab, &reference)?;
            let branching = lab.arena().view(&Default::default()).map_or(30, |view| view.moves.len().max(4)) as u64;
            let limit = Limit::nodes((REFERENCE * wanted.nodes / branching).max(1_000));
            let rated = make::scores(lab, &plan(2 * CHOICE * wanted.count), &reference, limit)?;
            hard(lab, atoms, wanted, rated)
        }
    }
}

/// Of positions with the values of all moves, those that have something to solve, as hard as they should be.
fn hard(lab: &mut Lab, atoms: &AtomSet, wanted: &Wanted, mut suite: Suite) -> Result<Suite, LabError> {
    suite.entries.retain(has_something_to_solve);
    let solved: HashMap<String, bool> = {
        let valuing = Valuing {
            entries: suite.split(None),
            base: wanted.base.clone(),
            nodes: wanted.nodes,
            costs: Vec::new(),
            reading: Reading::Stable,
            batch: None,
        };
        let value = valuing.joint(lab, "how hard", atoms, &[], None)?;
        suite.entries.iter().map(|entry| entry.id.clone()).zip(value.which).collect()
    };
    let mut entries = Vec::new();
    for part in [Split::Train, Split::Heldout] {
        let of_part = suite.entries.iter().filter(|entry| entry.split == part);
        let (easy, tough): (Vec<&SuiteEntry>, Vec<&SuiteEntry>) = of_part.partition(|entry| solved.get(&entry.id) == Some(&true));
        let (easy_count, tough_count) = shares(easy.len(), tough.len(), wanted.count);
        entries.extend(easy.into_iter().take(easy_count).chain(tough.into_iter().take(tough_count)).cloned());
    }
    let order: HashMap<&str, usize> = suite.entries.iter().enumerate().map(|(at, entry)| (entry.id.as_str(), at)).collect();
    // Easy and hard ones mixed as they came, so that any first part of the suite is like the whole.
    entries.sort_by_key(|entry: &SuiteEntry| order.get(entry.id.as_str()).copied());
    suite.entries = entries;
    let share = 100.0 * SHARE;
    suite
        .provenance
        .push(("difficulty".into(), format!("about {share} % are solved by the base engine with {} nodes", wanted.nodes)));
    Ok(suite)
}

/// There is a best move that not many others share.
fn has_something_to_solve(entry: &SuiteEntry) -> bool {
    let Known::Scores(scores) = &entry.known else { return false };
    let right = scores.iter().filter(|(mv, _)| entry.is_right(mv) == Some(true)).count();
    scores.len() >= 4 && 4 * right <= scores.len()
}

/// How many easy and how many hard ones: as many as are wanted if there are enough, in the right proportion.
fn shares(easy: usize, tough: usize, wanted: usize) -> (usize, usize) {
    let all = wanted.min((easy as f64 / SHARE) as usize).min((tough as f64 / (1.0 - SHARE)) as usize);
    let easy_count = (SHARE * all as f64).round() as usize;
    (easy_count.min(easy), (all - easy_count.min(all)).min(tough))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    #[test]
    fn a_quarter_is_easy_as_far_as_there_are_enough() {
        assert_eq!(shares(100, 300, 80), (20, 60));
        assert_eq!(shares(100, 30, 80), (10, 30));
        assert_eq!(shares(5, 300, 80), (5, 15));
        assert_eq!(shares(0, 300, 80), (0, 0));
    }

    #[test]
    fn a_made_suite_is_as_hard_as_it_should_be() {
        let arena = arena("breakthrough-6x6");
        let atoms = AtomSet::new(&arena.card().atoms).unwrap();
        let base = Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]\n[shuffle]").unwrap();
        let wanted = Wanted { kind: SuiteKind::Phases, count: 12, base: &base, nodes: 300, seed: 1 };
        let mut lab = Lab::new(&*arena, "");
        let suite = suite(&mut lab, &atoms, &wanted).unwrap();
        let valuing = Valuing::new(&*arena, &suite, base.clone(), 300, &[32], Reading::Stable).unwrap();
        let value = valuing.joint(&mut lab, "", &atoms, &[], None).unwrap();
        assert!(value.looked() >= 12, "{value:?}");
        let share = value.solved() as f64 / value.looked() as f64;
        assert!((0.1..=0.4).contains(&share), "{value:?}");
    }
}
