//! From a list of features to a set: chosen for what they add to each other, with their costs, under a cap on how often moves match.
//!
//! A list of good features is no good set: the best ones solve the same positions, and each takes nodes from all other moves. So features are added one by one,
//! those first that solve most of what the set does not, and measured together with the set, at each cost that is allowed; after each addition, what the set can do
//! without is taken away. What is added is a feature or a [disjunction](super::disjunction) of several, which come and go together and have one cost; a disjunction takes the
//! place of its parts.

use serde::{Deserialize, Serialize};

use super::atoms::AtomSet;
use super::disjunction::PLY;
use super::value::{Hurdle, Rule, Value};

/// Features with their costs in 1/64 ply.
pub type Members = Vec<(u64, i64)>;

/// What comes and goes together: a feature, or a disjunction of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The features.
    pub parts: Vec<u64>,
    /// What a move costs that has any of them, in 1/64 ply.
    pub cost: i64,
}

impl Unit {
    /// Its features with their cost.
    pub fn members(&self) -> impl Iterator<Item = (u64, i64)> + '_ {
        self.parts.iter().map(|&part| (part, self.cost))
    }

    /// Everything in it is in these.
    fn is_within(&self, parts: &[u64]) -> bool {
        self.parts.iter().all(|part| parts.contains(part))
    }
}

/// What may be added, with its value alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<'v> {
    /// A feature, or those of a disjunction.
    pub parts: Vec<u64>,
    /// What they are worth.
    pub value: &'v Value,
}

/// How a set is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct SetPlan {
    /// No more than this share of the moves searched may have any of the features.
    pub cap: f64,
    /// By how much an addition has to be better than the set before it.
    pub rule: Rule,
    /// So many of the most promising features are tried at each step.
    pub width: usize,
    /// What moves of each may cost.
    pub costs: Vec<i64>,
    /// A set has at most so many features.
    pub most: usize,
}

/// A set that was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    /// The features and disjunctions.
    pub units: Vec<Unit>,
    /// What they are worth together.
    pub value: Value,
    /// How it came about.
    pub steps: Vec<Step>,
    /// How many sets were valued.
    pub valuations: usize,
}

impl Chosen {
    /// All features with their costs.
    pub fn members(&self) -> Members {
        members(&self.units)
    }
}

fn members(units: &[Unit]) -> Members {
    units.iter().flat_map(Unit::members).collect()
}

/// A step on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// It was added, or else taken away.
    pub added: bool,
    /// What.
    pub unit: Unit,
    /// Parts of it that were in the set by themselves before.
    pub replaced: Vec<Unit>,
    /// Positions that the set then solves.
    pub solved: usize,
    /// The share of moves that then match.
    pub frequency: f64,
    /// How many sets were tried.
    pub tried: usize,
}

/// Chooses a set of these candidates; `value` says what a set is worth.
pub fn choose<E>(
    atoms: &AtomSet,
    plan: &SetPlan,
    neutral: &Value,
    found: &[Candidate],
    value: impl FnMut(&Members, Option<Hurdle>) -> Result<Value, E>,
) -> Result<Chosen, E> {
    let stands = Chosen { units: Vec::new(), value: neutral.clone(), steps: Vec::new(), valuations: 0 };
    let mut choice = Choice { atoms, plan, value, stands };
    while choice.add(found)? {
        while choice.remove()? {}
    }
    Ok(choice.stands)
}

struct Choice<'c, V> {
    atoms: &'c AtomSet,
    plan: &'c SetPlan,
    value: V,
    stands: Chosen,
}

impl<E, V: FnMut(&Members, Option<Hurdle>) -> Result<Value, E>> Choice<'_, V> {
    /// Adds what is best together with the set, if anything is good enough.
    fn add(&mut self, found: &[Candidate]) -> Result<bool, E> {
        let mut tried: Vec<(Unit, Value)> = Vec::new();
        for parts in self.promising(found) {
            for &cost in &self.plan.costs {
                let unit = Unit { parts: parts.to_vec(), cost };
                let hurdle = Hurdle { parent: &self.stands.value, rule: self.plan.rule };
                let members = members(&self.with(&unit));
                let value = (self.value)(&members, Some(hurdle))?;
                tried.push((unit, value));
            }
        }
        self.stands.valuations += tried.len();
        let hurdle = Hurdle { parent: &self.stands.value, rule: self.plan.rule };
        // Where nothing is asked for beyond equality, more of the same is still no gain.
        let fits = |unit: &Unit, value: &Value| {
            let frequent = value.frequency > self.plan.cap && unit.cost < PLY;
            hurdle.passes(value) && value.solved() > self.stands.value.solved() && !frequent
        };
        let count = tried.len();
        let best = tried.into_iter().filter(|(unit, value)| fits(unit, value)).min_by(|(one, a), (other, b)| {
            let worth = b.solved().cmp(&a.solved()).then(a.frequency.total_cmp(&b.frequency));
            worth.then_with(|| self.atoms.any_of(&one.parts).cmp(&self.atoms.any_of(&other.parts)))
        });
        let Some((unit, value)) = best else { return Ok(false) };
        let replaced = self.stands.units.iter().filter(|old| old.is_within(&unit.parts)).cloned().collect();
        self.stands.units = self.with(&unit);
        self.enter(Step { added: true, unit, replaced, solved: value.solved(), frequency: value.frequency, tried: count }, value);
        Ok(true)
    }

    /// Takes away what the set can do without.
    fn remove(&mut self) -> Result<bool, E> {
        let mut best: Option<(usize, Value)> = None;
        let last = self.stands.units.len().saturating_sub(1);
        // The one that was just added made the set better.
        for at in 0..last {
            let mut units = self.stands.units.clone();
            units.remove(at);
            let hurdle = Hurdle { parent: &self.stands.value, rule: Rule::Margin(0) };
            let value = (self.value)(&members(&units), Some(hurdle))?;
            let better = best.as_ref().is_none_or(|(_, best)| value.solved() > best.solved());
            if hurdle.passes(&value) && better {
                best = Some((at, value));
            }
        }
        self.stands.valuations += last;
        let Some((at, value)) = best else { return Ok(false) };
        let unit = self.stands.units.remove(at);
        let step =
            Step { added: false, unit, replaced: Vec::new(), solved: value.solved(), frequency: value.frequency, tried: last };
        self.enter(step, value);
        Ok(true)
    }

    fn enter(&mut self, step: Step, value: Value) {
        self.stands.steps.push(step);
        self.stands.value = value;
    }

    /// The set with this one in it, in the place of its parts.
    fn with(&self, unit: &Unit) -> Vec<Unit> {
        let others = self.stands.units.iter().filter(|old| !old.is_within(&unit.parts));
        others.chain([unit]).cloned().collect()
    }

    /// Those that solve most of what the set does not; what is too frequent even alone is left out, and what there is no room for.
    fn promising<'f>(&self, found: &'f [Candidate]) -> Vec<&'f [u64]> {
        let room = |parts: &[u64]| members(&self.with(&Unit { parts: parts.to_vec(), cost: 0 })).len() <= self.plan.most;
        let there = |parts: &[u64]| self.stands.units.iter().any(|unit| parts.iter().all(|part| unit.parts.contains(part)));
        let mut left: Vec<(usize, &[u64])> = found
            .iter()
            .filter(|candidate| candidate.parts != [0] && candidate.value.fits(self.plan.cap))
            .filter(|candidate| !there(&candidate.parts) && room(&candidate.parts))
            .map(|candidate| (candidate.value.beyond(&self.stands.value), candidate.parts.as_slice()))
            .filter(|(beyond, _)| *beyond > 0)
            .collect();
        left.sort_by_cached_key(|(beyond, parts)| (std::cmp::Reverse(*beyond), self.atoms.any_of(parts)));
        left.truncate(self.plan.width);
        left.into_iter().map(|(_, parts)| parts).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::atoms::tests::set;
    use super::super::value::tests::value;
    use super::*;

    fn plan() -> SetPlan {
        SetPlan { cap: 0.5, rule: Rule::Margin(1), width: 3, costs: vec![32], most: 8 }
    }

    /// A set solves what any of its members solves, and its frequencies add up.
    fn union(alone: &[(u64, Value)], members: &Members) -> Value {
        let size = alone[0].1.which.len();
        let mut together = Value { which: vec![false; size], ..Value::default() };
        for (feature, _) in members {
            let Some((_, value)) = alone.iter().find(|(other, _)| other == feature) else { continue };
            together.which.iter_mut().zip(&value.which).for_each(|(all, one)| *all |= one);
            together.frequency += value.frequency;
        }
        together
    }

    fn chosen(alone: &[(u64, &str, f64)], plan: &SetPlan) -> Chosen {
        chosen_with(alone, &[], plan)
    }

    /// The same with disjunctions beside the features.
    fn chosen_with(alone: &[(u64, &str, f64)], disjunctions: &[&[u64]], plan: &SetPlan) -> Chosen {
        let atoms = set(&["a", "b", "c", "d"]);
        let alone: Vec<(u64, Value)> =
            alone.iter().map(|&(feature, which, frequency)| (feature, Value { frequency, ..value(which) })).collect();
        let joined: Vec<Value> =
            disjunctions.iter().map(|parts| union(&alone, &parts.iter().map(|&part| (part, 32)).collect())).collect();
        let single = alone.iter().map(|(feature, value)| Candidate { parts: vec![*feature], value });
        let several = disjunctions.iter().zip(&joined).map(|(parts, value)| Candidate { parts: parts.to_vec(), value });
        let found: Vec<Candidate> = single.chain(several).collect();
        let neutral = value(&"0".repeat(alone[0].1.which.len()));
        choose(&atoms, plan, &neutral, &found, |members, _| Ok::<_, Infallible>(union(&alone, members))).unwrap()
    }

    fn features(chosen: &Chosen) -> Vec<u64> {
        chosen.members().iter().map(|(feature, _)| *feature).collect()
    }

    #[test]
    fn features_are_chosen_for_what_they_add() {
        // The second best solves nothing that the best does not; the worst does.
        let chosen = chosen(&[(1, "11110000", 0.1), (2, "11100000", 0.1), (4, "00001000", 0.1)], &plan());
        assert_eq!((features(&chosen), chosen.value.solved()), (vec![1, 4], 5));
    }

    #[test]
    fn what_others_make_needless_is_taken_away() {
        // The first is chosen for its four, and then two others cover them and more.
        let alone = [(1, "0011110000", 0.1), (2, "1111000000", 0.1), (4, "0000110011", 0.1)];
        let chosen = chosen(&alone, &plan());
        assert_eq!((features(&chosen), chosen.value.solved()), (vec![2, 4], 8));
        assert!(chosen.steps.iter().any(|step| !step.added && step.unit.parts == [1]), "{chosen:?}");
    }

    #[test]
    fn the_cap_is_never_exceeded() {
        let alone = [(1, "11110000", 0.6), (2, "11100000", 0.3), (4, "00001100", 0.3), (8, "00000011", 0.1)];
        let chosen = chosen(&alone, &plan());
        assert_eq!(features(&chosen), [2, 8], "one is too frequent alone, another beside the first");
        assert!(chosen.value.frequency <= 0.5);
    }

    #[test]
    fn the_best_cost_comes_with_the_feature() {
        let atoms = set(&["a"]);
        let alone = value("1000");
        let found = Candidate { parts: vec![1], value: &alone };
        let plan = SetPlan { costs: vec![16, 32, 48], ..plan() };
        let worth = |members: &Members| value(if members.iter().any(|member| member.1 == 48) { "1100" } else { "1000" });
        let chosen = choose(&atoms, &plan, &value("0000"), &[found], |members, _| Ok::<_, Infallible>(worth(members))).unwrap();
        assert_eq!(chosen.members(), [(1, 48)]);
    }

    #[test]
    fn a_disjunction_is_one_candidate_and_counts_where_its_parts_do_not() {
        // Three positions more are asked for: no part has them, and two together have.
        let alone = [(1, "11000000", 0.1), (2, "00110000", 0.1), (4, "00001110", 0.1)];
        let plan = SetPlan { rule: Rule::Margin(3), ..plan() };
        assert_eq!(features(&chosen(&alone, &plan)), [4]);
        let chosen = chosen_with(&alone, &[&[1, 2]], &plan);
        assert_eq!((features(&chosen), chosen.value.solved()), (vec![1, 2, 4], 7));
        assert_eq!(chosen.units[0], Unit { parts: vec![1, 2], cost: 32 });
    }

    #[test]
    fn a_disjunction_takes_the_place_of_its_part() {
        // It is worth less than its better part alone, and more once something else is there.
        let worth = |members: &Members| {
            let mut features: Vec<u64> = members.iter().map(|(feature, _)| *feature).collect();
            features.sort_unstable();
            value(match features[..] {
                [1] => "1110000000",
                [1, 2] => "0000001100",
                [4] => "0001100000",
                [1, 4] => "1111100000",
                [1, 2, 4] => "1111101100",
                _ => "0000000000",
            })
        };
        let alone = [vec![1], vec![1, 2], vec![4]].map(|parts| (worth(&parts.iter().map(|&part| (part, 32)).collect()), parts));
        let found: Vec<Candidate> = alone.iter().map(|(value, parts)| Candidate { parts: parts.clone(), value }).collect();
        let atoms = set(&["a", "b", "c"]);
        let chosen =
            choose(&atoms, &plan(), &value("0000000000"), &found, |members, _| Ok::<_, Infallible>(worth(members))).unwrap();
        let units: Vec<&[u64]> = chosen.units.iter().map(|unit| unit.parts.as_slice()).collect();
        assert_eq!((units, chosen.value.solved()), (vec![&[4][..], &[1, 2]], 7));
        assert_eq!(chosen.steps[2].replaced, [Unit { parts: vec![1], cost: 32 }], "{chosen:?}");
    }

    #[test]
    fn a_disjunction_that_is_too_frequent_is_left_out() {
        let alone = [(1, "1111000000", 0.1), (2, "0000100000", 0.4), (4, "0000000111", 0.0)];
        let plan = SetPlan { cap: 0.45, ..plan() };
        assert_eq!(features(&chosen_with(&alone, &[&[1, 2]], &plan)), [1, 4]);
    }

    #[test]
    fn a_disjunction_is_taken_away_as_a_whole_and_fits_as_a_whole() {
        // The disjunction comes first with its six, and then two others cover them.
        let alone = [(1, "0011100000", 0.1), (2, "0000011100", 0.1), (4, "1111100000", 0.1), (8, "0000011111", 0.1)];
        let chosen = chosen_with(&alone, &[&[1, 2]], &plan());
        assert_eq!((features(&chosen), chosen.value.solved()), (vec![4, 8], 10));
        assert!(chosen.steps.iter().any(|step| !step.added && step.unit.parts == [1, 2]), "{chosen:?}");
        let narrow = chosen_with(&alone[..2], &[&[1, 2]], &SetPlan { most: 1, ..plan() });
        assert_eq!(features(&narrow), [1], "there is room for one feature");
    }
}
