//! From a list of features to a set: chosen for what they add to each other, with their costs, under a cap on how often moves match.
//!
//! A list of good features is no good set: the best ones solve the same positions, and each takes nodes from all other moves. So features are added one by one,
//! those first that solve most of what the set does not, and measured together with the set, at each cost that is allowed; after each addition, what the set can do
//! without is taken away. Several categories of one group, which never combine, stand beside each other here: that is their disjunction.

use serde::{Deserialize, Serialize};

use super::atoms::AtomSet;
use super::value::{Hurdle, Rule, Value};

/// Features with their costs in 1/64 ply.
pub type Members = Vec<(u64, i64)>;

/// How a set is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
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
    /// The features.
    pub members: Members,
    /// What they are worth together.
    pub value: Value,
    /// How it came about.
    pub steps: Vec<Step>,
    /// How many sets were valued.
    pub valuations: usize,
}

/// A step on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// It was added, or else taken away.
    pub added: bool,
    /// The feature and its cost.
    pub member: (u64, i64),
    /// Positions that the set then solves.
    pub solved: usize,
    /// The share of moves that then match.
    pub frequency: f64,
    /// How many sets were tried.
    pub tried: usize,
}

/// Chooses a set of these features, each with its value alone; `value` says what a set is worth.
pub fn choose<E>(
    atoms: &AtomSet,
    plan: &Plan,
    neutral: &Value,
    found: &[(u64, &Value)],
    value: impl FnMut(&Members, Option<Hurdle>) -> Result<Value, E>,
) -> Result<Chosen, E> {
    let stands = Chosen { members: Vec::new(), value: neutral.clone(), steps: Vec::new(), valuations: 0 };
    let mut choice = Choice { atoms, plan, value, stands };
    while choice.stands.members.len() < plan.most && choice.add(found)? {
        while choice.remove()? {}
    }
    Ok(choice.stands)
}

struct Choice<'c, V> {
    atoms: &'c AtomSet,
    plan: &'c Plan,
    value: V,
    stands: Chosen,
}

impl<E, V: FnMut(&Members, Option<Hurdle>) -> Result<Value, E>> Choice<'_, V> {
    /// Adds what is best together with the set, if anything is good enough.
    fn add(&mut self, found: &[(u64, &Value)]) -> Result<bool, E> {
        let mut tried: Vec<((u64, i64), Value)> = Vec::new();
        for feature in self.promising(found) {
            for &cost in &self.plan.costs {
                let mut members = self.stands.members.clone();
                members.push((feature, cost));
                let hurdle = Hurdle { parent: &self.stands.value, rule: self.plan.rule };
                let value = (self.value)(&members, Some(hurdle))?;
                tried.push(((feature, cost), value));
            }
        }
        self.stands.valuations += tried.len();
        let hurdle = Hurdle { parent: &self.stands.value, rule: self.plan.rule };
        // Where nothing is asked for beyond equality, more of the same is still no gain.
        let fits =
            |value: &Value| hurdle.passes(value) && value.solved() > self.stands.value.solved() && value.frequency <= self.plan.cap;
        let count = tried.len();
        let best = tried.into_iter().filter(|(_, value)| fits(value)).min_by(|(one, a), (other, b)| {
            let worth = b.solved().cmp(&a.solved()).then(a.frequency.total_cmp(&b.frequency));
            worth.then_with(|| self.atoms.name(one.0).cmp(&self.atoms.name(other.0)))
        });
        let Some((member, value)) = best else { return Ok(false) };
        self.stands.members.push(member);
        self.enter(true, member, value, count);
        Ok(true)
    }

    /// Takes away what the set can do without.
    fn remove(&mut self) -> Result<bool, E> {
        let mut best: Option<(usize, Value)> = None;
        let last = self.stands.members.len().saturating_sub(1);
        // The one that was just added made the set better.
        for at in 0..last {
            let mut members = self.stands.members.clone();
            members.remove(at);
            let hurdle = Hurdle { parent: &self.stands.value, rule: Rule::Margin(0) };
            let value = (self.value)(&members, Some(hurdle))?;
            let better = best.as_ref().is_none_or(|(_, best)| value.solved() > best.solved());
            if hurdle.passes(&value) && value.frequency <= self.plan.cap && better {
                best = Some((at, value));
            }
        }
        self.stands.valuations += last;
        let Some((at, value)) = best else { return Ok(false) };
        let member = self.stands.members.remove(at);
        self.enter(false, member, value, last);
        Ok(true)
    }

    fn enter(&mut self, added: bool, member: (u64, i64), value: Value, tried: usize) {
        self.stands.steps.push(Step { added, member, solved: value.solved(), frequency: value.frequency, tried });
        self.stands.value = value;
    }

    /// Those that solve most of what the set does not; what is too frequent even alone is left out.
    fn promising(&self, found: &[(u64, &Value)]) -> Vec<u64> {
        let member = |feature: u64| self.stands.members.iter().any(|(member, _)| *member == feature);
        let mut left: Vec<(usize, u64)> = found
            .iter()
            .filter(|(feature, value)| *feature != 0 && !member(*feature) && value.frequency <= self.plan.cap)
            .map(|(feature, value)| (value.beyond(&self.stands.value), *feature))
            .filter(|(beyond, _)| *beyond > 0)
            .collect();
        left.sort_by_cached_key(|&(beyond, feature)| (std::cmp::Reverse(beyond), self.atoms.name(feature)));
        left.truncate(self.plan.width);
        left.into_iter().map(|(_, feature)| feature).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::atoms::tests::set;
    use super::super::value::tests::value;
    use super::*;

    fn plan() -> Plan {
        Plan { cap: 0.5, rule: Rule::Margin(1), width: 3, costs: vec![32], most: 8 }
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

    fn chosen(alone: &[(u64, &str, f64)], plan: &Plan) -> Chosen {
        let atoms = set(&["a", "b", "c", "d"]);
        let alone: Vec<(u64, Value)> =
            alone.iter().map(|&(feature, which, frequency)| (feature, Value { frequency, ..value(which) })).collect();
        let found: Vec<(u64, &Value)> = alone.iter().map(|(feature, value)| (*feature, value)).collect();
        let neutral = value(&"0".repeat(alone[0].1.which.len()));
        choose(&atoms, plan, &neutral, &found, |members, _| Ok::<_, Infallible>(union(&alone, members))).unwrap()
    }

    fn features(chosen: &Chosen) -> Vec<u64> {
        chosen.members.iter().map(|(feature, _)| *feature).collect()
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
        assert!(chosen.steps.iter().any(|step| !step.added && step.member == (1, 32)), "{chosen:?}");
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
        let plan = Plan { costs: vec![16, 32, 48], ..plan() };
        let worth = |members: &Members| value(if members.iter().any(|member| member.1 == 48) { "1100" } else { "1000" });
        let chosen =
            choose(&atoms, &plan, &value("0000"), &[(1, &alone)], |members, _| Ok::<_, Infallible>(worth(members))).unwrap();
        assert_eq!(chosen.members, [(1, 48)]);
    }
}
