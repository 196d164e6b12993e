//! Gradual Focus: features that grow atom by atom as long as that makes them better.
//!
//! P. Skowronski, Y. Björnsson and M. Winands (*Automated discovery of search-extension features*, 2009). The neutral feature and every atom are valued; then, generation by generation,
//! each feature that was kept is combined with each atom, the better ones first, so that the first parent is the better one. A combination that is not
//! better than its first parent by the rule is blacklisted, and with it all that contains it. What it risks: a feature whose parents are all worthless is never seen.
//!
//! With linear tree pruning a combination that fails also bars those of its first parent with the children of its second one. In the papers that could bar the first
//! parent itself, if groups are off and the child is in it; here only what is more than the first parent is barred.

use serde::{Deserialize, Serialize};

use super::atoms::AtomSet;
use super::model::{Model, Outlook};
use super::value::{Hurdle, Rule, Value};

/// How features evolve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// By how much a combination has to be better than its first parent.
    pub rule: Rule,
    /// A combination that fails bars those with the children of its second parent.
    pub tree_pruning: bool,
    /// Atoms worth less are dropped, unless they are safe.
    pub threshold: Option<Threshold>,
    /// Combinations that are never tried, nor what contains them.
    pub blacklist: Vec<u64>,
    /// The most promising combinations of a generation come first, by a model of what was valued so far; otherwise those of the best parents do, as published.
    pub by_promise: bool,
}

/// The value below which atoms are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threshold {
    /// That of the neutral feature.
    Neutral,
    /// So many positions.
    At(usize),
}

/// A feature whose value is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The feature.
    pub feature: u64,
    /// How many were valued before.
    pub number: usize,
    /// What it has to pass, if it is a combination.
    pub hurdle: Option<Hurdle<'a>>,
    /// The value of its second parent, if it is a combination.
    pub second: Option<&'a Value>,
    /// All that were valued before.
    pub earlier: &'a [Valued],
}

impl<'a> Asked<'a> {
    /// A feature alone, with nothing to pass.
    pub fn alone(feature: u64, number: usize) -> Asked<'a> {
        Asked { feature, number, hurdle: None, second: None, earlier: &[] }
    }
}

/// A feature with its value and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    /// Its atoms.
    pub feature: u64,
    /// What it was combined from, the better one first.
    pub parents: Option<[u64; 2]>,
    /// Its value.
    pub value: Value,
    /// What became of it.
    pub verdict: Verdict,
}

/// What became of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is part of the output.
    Kept,
    /// It is an atom below the threshold, of so many positions.
    Dropped(usize),
    /// It is not better than its first parent by what the rule asks, so many positions if that is a number.
    Pruned(Option<i64>),
}

/// A combination that nobody valued because of the blacklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its atoms.
    pub feature: u64,
    /// What it would have been combined from.
    pub parents: [u64; 2],
    /// The combination on the blacklist that it contains.
    pub bars: u64,
    /// Why that is there.
    pub why: Why,
}

/// Why a combination is on the blacklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Somebody said so.
    Given,
    /// It was valued and is not better than its first parent.
    Worse,
    /// The same with the parent of one of its atoms was.
    Tree,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evolved {
    /// Every feature that was valued, in that order: the neutral one, the atoms, and the combinations.
    pub valued: Vec<Valued>,
    /// Combinations that were formed and not valued.
    pub skipped: Vec<Skipped>,
    /// The number of generations of which something was valued; atoms are the first.
    pub generations: usize,
}

impl Evolved {
    /// What was kept, the best first; the neutral feature is among it.
    pub fn kept(&self, atoms: &AtomSet) -> Vec<&Valued> {
        let mut kept: Vec<&Valued> = self.valued.iter().filter(|valued| valued.verdict == Verdict::Kept).collect();
        kept.sort_by_cached_key(|valued| rank(atoms, valued));
        kept
    }

    /// The value of the neutral feature.
    pub fn neutral(&self) -> Option<&Value> {
        self.valued.iter().find(|valued| valued.feature == 0).map(|valued| &valued.value)
    }
}

/// Better ones first, and of equals by name.
fn rank(atoms: &AtomSet, valued: &Valued) -> (std::cmp::Reverse<usize>, String) {
    (std::cmp::Reverse(valued.value.solved()), atoms.name(valued.feature))
}

/// Finds features; `value` says what each is worth.
pub fn focus<E>(atoms: &AtomSet, rules: &Rules, value: impl FnMut(&Asked) -> Result<Value, E>) -> Result<Evolved, E> {
    let blacklist = rules.blacklist.iter().map(|&feature| (feature, Why::Given)).collect();
    let mut evolution = Evolution { atoms, rules, value, blacklist, evolved: Evolved::default() };
    evolution.run()?;
    Ok(evolution.evolved)
}

/// Values every feature of one to so many atoms, and the neutral one: what a discovery can be measured by.
pub fn exhaustive<E>(atoms: &AtomSet, most: usize, mut value: impl FnMut(&Asked) -> Result<Value, E>) -> Result<Evolved, E> {
    let mut evolved = Evolved { generations: most, ..Evolved::default() };
    for feature in std::iter::once(0).chain(atoms.all(most)) {
        let value = value(&Asked::alone(feature, evolved.valued.len()))?;
        evolved.valued.push(Valued { feature, parents: None, value, verdict: Verdict::Kept });
    }
    Ok(evolved)
}

/// A combination of two that were valued, by their places.
struct Candidate {
    feature: u64,
    first: usize,
    second: usize,
}

struct Evolution<'e, V> {
    atoms: &'e AtomSet,
    rules: &'e Rules,
    value: V,
    blacklist: Vec<(u64, Why)>,
    evolved: Evolved,
}

impl<E, V: FnMut(&Asked) -> Result<Value, E>> Evolution<'_, V> {
    fn run(&mut self) -> Result<(), E> {
        let base = self.begin()?;
        let mut parents = base.clone();
        while !parents.is_empty() {
            self.sort(&mut parents);
            parents = self.generation(&parents, &base)?;
        }
        Ok(())
    }

    /// Values the neutral feature and the atoms; gives the atoms that may combine, the best first, by their places.
    fn begin(&mut self) -> Result<Vec<usize>, E> {
        self.enter(0, None)?;
        let neutral = self.evolved.valued[0].value.solved();
        let threshold = self.rules.threshold.map(|threshold| match threshold {
            Threshold::Neutral => neutral,
            Threshold::At(solved) => solved,
        });
        let mut base = Vec::new();
        for atom in self.atoms.each() {
            if self.bars(atom).is_some() {
                continue;
            }
            let at = self.enter(atom, None)?;
            let valued = &mut self.evolved.valued[at];
            match threshold.filter(|&threshold| valued.value.solved() < threshold && !self.atoms.is_kept(atom)) {
                Some(threshold) => valued.verdict = Verdict::Dropped(threshold),
                None => base.push(at),
            }
        }
        self.evolved.generations = 1;
        self.sort(&mut base);
        Ok(base)
    }

    /// Combines and values; gives those that are better than their first parents, by their places.
    fn generation(&mut self, parents: &[usize], base: &[usize]) -> Result<Vec<usize>, E> {
        let mut better = Vec::new();
        let mut valued = false;
        let mut candidates = self.combine(parents, base);
        if self.rules.by_promise {
            self.sort_by_promise(&mut candidates);
        }
        for Candidate { feature, first, second } in candidates {
            let both = [first, second].map(|at| self.evolved.valued[at].feature);
            // What failed a moment ago may bar this one too.
            if let Some((bars, why)) = self.bars(feature) {
                self.evolved.skipped.push(Skipped { feature, parents: both, bars, why });
                continue;
            }
            valued = true;
            let at = self.enter(feature, Some(([first, second], both)))?;
            if self.evolved.valued[at].verdict == Verdict::Kept {
                better.push(at);
                continue;
            }
            self.blacklist.push((feature, Why::Worse));
            if self.rules.tree_pruning {
                let barred = self.atoms.children(both[1]).map(|child| both[0] | child).filter(|&barred| barred != both[0]);
                self.blacklist.extend(barred.map(|barred| (barred, Why::Tree)));
            }
        }
        self.evolved.generations += usize::from(valued);
        Ok(better)
    }

    /// The combinations of these with the atoms, each once, in order.
    fn combine(&self, parents: &[usize], base: &[usize]) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for &first in parents {
            for &second in base {
                let [one, other] = [first, second].map(|at| self.evolved.valued[at].feature);
                let Some(feature) = self.atoms.combine(one, other) else { continue };
                if self.bars(feature).is_none() && candidates.iter().all(|candidate| candidate.feature != feature) {
                    candidates.push(Candidate { feature, first, second });
                }
            }
        }
        candidates
    }

    /// Those first of which the model expects most, once there is one.
    fn sort_by_promise(&self, candidates: &mut [Candidate]) {
        let valued = &self.evolved.valued;
        let (Some(model), Some(neutral)) = (Model::learn(valued), self.evolved.neutral()) else { return };
        let promise = |candidate: &Candidate| {
            model.expect(Outlook::new(neutral, &valued[candidate.first].value, &valued[candidate.second].value))
        };
        candidates.sort_by(|one, other| promise(other).total_cmp(&promise(one)));
    }

    /// Values a feature and judges it beside its first parent. Gives its place.
    fn enter(&mut self, feature: u64, from: Option<([usize; 2], [u64; 2])>) -> Result<usize, E> {
        let (earlier, number) = (&self.evolved.valued[..], self.evolved.valued.len());
        let hurdle = from.map(|([first, _], _)| Hurdle { parent: &earlier[first].value, rule: self.rules.rule });
        let second = from.map(|([_, second], _)| &earlier[second].value);
        let value = (self.value)(&Asked { feature, number, hurdle, second, earlier })?;
        let verdict = match hurdle {
            Some(hurdle) if !hurdle.passes(&value) => Verdict::Pruned(hurdle.needed()),
            _ => Verdict::Kept,
        };
        self.evolved.valued.push(Valued { feature, parents: from.map(|(_, parents)| parents), value, verdict });
        Ok(number)
    }

    /// The first combination on the blacklist that a feature contains.
    fn bars(&self, feature: u64) -> Option<(u64, Why)> {
        self.blacklist.iter().copied().find(|(barred, _)| feature & barred == *barred)
    }

    fn sort(&self, places: &mut [usize]) {
        places.sort_by_cached_key(|&at| rank(self.atoms, &self.evolved.valued[at]));
    }
}

#[cfg(test)]
mod tests;
