//! The stage that finds moves that deserve more depth than others, or less.

use std::time::Duration;

use plysmith::Spec;

use super::super::{AMPLE, Proposal, Shares, Smithy, Stage};
use crate::extend::{
    Asked, AtomSet, HeldOut, Reading, Rule, Rules, SuiteKind, Threshold, Value, Valuing, Wanted, choose_set, focus, join_features,
    sections, suite,
};
use crate::lab::{Lab, LabError};
use crate::report::{Outcome, Section};
use crate::suite::{Part, Suite};

/// Which moves cost more or less than a ply.
pub(super) struct Extend;

/// Nodes a position; fewer have the wrong sign.
const NODES: u64 = 10_000;
/// What moves of a feature may cost, in 1/64 ply.
const COSTS: [i64; 3] = [32, 48, 96];
/// With fewer positions luck decides; more take time that games need more.
const POSITIONS: [usize; 2] = [40, 300];
/// By how many positions in a hundred a combination has to be better than its better parent.
const MARGIN: f64 = 0.015;
/// No more than this share of the moves may have a feature.
const CAP: f64 = 0.2;
/// So many positions are searched for each one of the suite, by valuations and in making it: it follows how large a suite can be.
const EFFORT: u64 = 500;
/// Positions between two looks whether a candidate can still pass.
const BATCH: usize = 20;
/// The part of the time that the evolution may take; the set and what is held out have the rest.
const EVOLVING: f64 = 0.7;

impl Stage for Extend {
    fn name(&self) -> &'static str {
        "extend"
    }

    fn title(&self) -> &'static str {
        "Extension features"
    }

    fn shares(&self, budget: Duration) -> Shares {
        if budget < AMPLE { Shares { work: 0.08, proof: 0.08 } } else { Shares { work: 0.12, proof: 0.1 } }
    }

    fn propose(&self, lab: &mut Lab, smithy: &mut Smithy, stands: &Spec) -> Result<Proposal, LabError> {
        let nothing = |why: String| Ok(Proposal { spec: None, sections: vec![said(why)] });
        let atoms = match AtomSet::new(lab.arena().card().atoms) {
            Ok(atoms) => atoms,
            Err(error) => return nothing(format!("Nothing to find: {error}.")),
        };
        let time = smithy.left(lab, "extend, its size")?;
        let count = (smithy.nodes_in(lab, time) / NODES / EFFORT) as usize;
        if count < POSITIONS[0] {
            return nothing(format!(
                "There is time for about {count} positions, and fewer than {} tell nothing: a larger budget helps.",
                POSITIONS[0]
            ));
        }
        let count = count.min(POSITIONS[1]);
        let seed = smithy.order.seed.wrapping_add(0x0e87_e4d0);
        let made = suite(lab, &atoms, &Wanted { kind: SuiteKind::Phases, count, base: stands, nodes: NODES, seed })?;
        let part = |part| Suite { entries: made.part(Some(part)).into_iter().cloned().collect(), ..made.clone() };
        let (learn, other) = (part(Part::Train), part(Part::Heldout));
        let valuing = |suite| Valuing::new(lab.arena(), suite, stands.clone(), NODES, &COSTS, Reading::Stable);
        let (learning, held_out) = match (valuing(&learn), valuing(&other)) {
            (Ok(learning), Ok(held_out)) => (Valuing { batch: Some(BATCH), ..learning }, held_out),
            (Err(error), _) | (_, Err(error)) => return nothing(format!("Nothing to find: {error}.")),
        };
        let rule = Rule::Margin(((MARGIN * learning.entries.len() as f64).round() as i64).max(1));
        let rules =
            Rules { rule, tree_pruning: true, threshold: Some(Threshold::Neutral), blacklist: Vec::new(), by_promise: true };
        let until = smithy.deadline.saturating_sub(time.mul_f64(1.0 - EVOLVING));
        let evolved = focus(&atoms, &rules, |asked: &Asked| {
            let point = format!("extend, valuation {}", asked.number);
            if smithy.watch.elapsed(lab, &point)? < until {
                learning.value(lab, &atoms, asked)
            } else {
                // What there is no time for is taken for no better, and grows no further.
                Ok(Value { early: true, ..Value::default() })
            }
        })?;
        let joined = join_features(lab, &atoms, &learning, &evolved, CAP, rule)?;
        let chosen = choose_set(lab, &atoms, &learning, &evolved, &joined, CAP, rule)?;
        let mut told = sections(&atoms, &evolved, Some(&joined), chosen.as_ref(), None);
        let Some(members) = chosen.map(|chosen| chosen.members()).filter(|members| !members.is_empty()) else {
            return Ok(Proposal { spec: None, sections: told });
        };
        let check = HeldOut::measure(lab, &atoms, &held_out, &members)?;
        told.push(Section::new("extend-held-out", "On positions held out").judged(Outcome::Informative, check.sentence()));
        let spec = check.is_better().then(|| learning.spec(&atoms, &members));
        Ok(Proposal { spec, sections: told })
    }
}

fn said(why: String) -> Section {
    Section::new("extend-found", "Extension features").judged(Outcome::Informative, why)
}
