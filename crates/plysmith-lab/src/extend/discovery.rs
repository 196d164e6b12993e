//! From a discovery to a proposal: a set of what was found, and how it does on positions that nothing was learned from.

use plysmith::enhance::Features;

use super::atoms::AtomSet;
use super::disjunction::{self, Joined};
use super::focus::Evolved;
use super::set::{self, Candidate, Chosen, Members};
use super::value::{Rule, Value};
use super::valuing::Valuing;
use crate::lab::{Lab, LabError};
use crate::statistics::mcnemar;

/// So many features are tried at each step of a set.
const WIDTH: usize = 4;

/// Joins features of the same groups, those that were not kept included, no more frequent than the cap allows.
pub fn join_features(
    lab: &mut Lab,
    atoms: &AtomSet,
    valuing: &Valuing,
    evolved: &Evolved,
    cap: f64,
    rule: Rule,
) -> Result<Joined, LabError> {
    let Some(neutral) = evolved.neutral() else { return Ok(Joined::default()) };
    let valued: Vec<(u64, &Value)> = evolved.valued.iter().map(|valued| (valued.feature, &valued.value)).collect();
    let mut number = 0;
    disjunction::join(atoms, cap, rule, neutral, &valued, |members, hurdle| {
        number += 1;
        let features: Vec<u64> = members.iter().map(|(feature, _)| *feature).collect();
        valuing.joint(lab, &format!("disjunction {number}: {}", atoms.any_of(&features)), atoms, members, hurdle)
    })
}

/// Chooses a set of what was found and joined, no more frequent than the cap allows.
pub fn choose_set(
    lab: &mut Lab,
    atoms: &AtomSet,
    valuing: &Valuing,
    evolved: &Evolved,
    joined: &Joined,
    cap: f64,
    rule: Rule,
) -> Result<Option<Chosen>, LabError> {
    let Some(neutral) = evolved.neutral() else { return Ok(None) };
    let kept = evolved.kept(atoms);
    let single = kept.iter().map(|valued| Candidate { parts: vec![valued.feature], value: &valued.value });
    let several = joined.kept().map(|disjunction| Candidate { parts: disjunction.features(), value: &disjunction.value });
    let found: Vec<Candidate> = single.chain(several).collect();
    let most = Features::MOST.saturating_sub(valuing.base.costs().len());
    let plan = set::SetPlan { cap, rule, width: WIDTH, costs: valuing.costs.clone(), most };
    let mut number = 0;
    let chosen = set::choose(atoms, &plan, neutral, &found, |members, hurdle| {
        number += 1;
        let names: Vec<String> = members.iter().map(|(feature, _)| atoms.name(*feature)).collect();
        valuing.joint(lab, &format!("set {number}: {}", names.join(" + ")), atoms, members, hurdle)
    })?;
    Ok(Some(chosen))
}

/// How features do on positions that nothing was learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOut {
    /// What the base solves of them.
    pub neutral: Value,
    /// What it solves with the features.
    pub set: Value,
}

impl HeldOut {
    /// Finds out; the positions are those of `valuing`.
    pub fn measure(lab: &mut Lab, atoms: &AtomSet, valuing: &Valuing, members: &Members) -> Result<HeldOut, LabError> {
        let valuing = Valuing { batch: None, ..valuing.clone() };
        let neutral = valuing.joint(lab, "held out, base", atoms, &[], None)?;
        let set = valuing.joint(lab, "held out, features", atoms, members, None)?;
        Ok(HeldOut { neutral, set })
    }

    /// Positions that only the base solves, and only the features.
    pub fn only(&self) -> [usize; 2] {
        [self.neutral.beyond(&self.set), self.set.beyond(&self.neutral)]
    }

    /// More is solved with the features than without: no proof, but what is not even that needs none.
    pub fn is_better(&self) -> bool {
        self.set.solved() > self.neutral.solved()
    }

    /// The result in a sentence.
    pub fn sentence(&self) -> String {
        let [base, features] = self.only();
        let p = mcnemar(base as u64, features as u64);
        format!(
            "On {} positions held out, the features solve {} and the base {}; {features} are solved only with them and {base} only without (p = {p:.3}).",
            self.set.looked(),
            self.set.solved(),
            self.neutral.solved()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::tests::value;
    use super::*;

    #[test]
    fn held_out_positions_are_compared_one_by_one() {
        let held_out = HeldOut { neutral: value("11000000"), set: value("01111000") };
        assert!(held_out.is_better());
        let told = held_out.sentence();
        assert!(told.contains("solve 4 and the base 2; 3 are solved only with them and 1 only without"), "{told}");
        assert!(!HeldOut { neutral: value("11"), set: value("11") }.is_better());
    }
}
