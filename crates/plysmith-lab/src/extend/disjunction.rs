//! Any of several features: disjunctions of what never combines.
//!
//! P. Skowronski (*Gradual Focus*, 2009) found by hand that recaptures of bishops or rooks solve more positions than either alone, and more than recaptures of anything. Here features of
//! the same groups are a family, those that did not evolve included. Within a family parts join one by one, those first that solve most of what the others do not, and each
//! disjunction is searched as one, all parts at the cost of the best. It is kept if it is better than its best part by the rule, and if no more general feature does as
//! much: one half of the board or the other is no discovery. What it risks: more is tried on the same positions, so that luck has more to choose from.

use serde::{Deserialize, Serialize};

use super::atoms::AtomSet;
use super::set::Members;
use super::value::{Hurdle, Rule, Value};

/// So many families are tried, those first that could gain most.
const FAMILIES: usize = 3;
/// A disjunction has at most so many parts.
const PARTS: usize = 4;
/// So many of the most promising parts are tried at each step.
const WIDTH: usize = 2;
/// What a move costs without features, in 1/64 ply.
pub(super) const PLY: i64 = 64;

/// Several features as one: a move has it that has any of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disjunction {
    /// The features, by name.
    pub parts: Vec<Member>,
    /// What it is worth, and at which cost.
    pub value: Value,
    /// A feature that all moves of it have, and that solves as much and is no more frequent.
    pub simpler: Option<u64>,
    /// It is better than its best part by the rule, and nothing simpler does as much.
    pub kept: bool,
}

/// A part of a disjunction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// The feature.
    pub feature: u64,
    /// What it is worth alone.
    pub value: Value,
}

impl Disjunction {
    /// The features.
    pub fn features(&self) -> Vec<u64> {
        self.parts.iter().map(|part| part.feature).collect()
    }
}

/// What was joined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Joined {
    /// The best disjunction of each family in which something was gained, kept or not.
    pub disjunctions: Vec<Disjunction>,
    /// How many valuations that took.
    pub valuations: usize,
}

impl Joined {
    /// Those that are worth something.
    pub fn kept(&self) -> impl Iterator<Item = &Disjunction> {
        self.disjunctions.iter().filter(|disjunction| disjunction.kept)
    }
}

/// Joins features that were valued, no more frequent than the cap allows; `value` says what several are worth together.
pub fn join<E>(
    atoms: &AtomSet,
    cap: f64,
    rule: Rule,
    neutral: &Value,
    valued: &[(u64, &Value)],
    value: impl FnMut(&Members, Option<Hurdle>) -> Result<Value, E>,
) -> Result<Joined, E> {
    let mut joining = Joining { atoms, cap, rule, value, valuations: 0 };
    let mut disjunctions = Vec::new();
    for family in joining.families(neutral, valued) {
        let Some(mut disjunction) = joining.grow(family)? else { continue };
        disjunction.simpler = joining.simpler(&disjunction, valued);
        disjunction.kept &= disjunction.simpler.is_none();
        disjunctions.push(disjunction);
    }
    Ok(Joined { disjunctions, valuations: joining.valuations })
}

struct Joining<'j, V> {
    atoms: &'j AtomSet,
    cap: f64,
    rule: Rule,
    value: V,
    valuations: usize,
}

impl<E, V: FnMut(&Members, Option<Hurdle>) -> Result<Value, E>> Joining<'_, V> {
    /// The families of which most is to be hoped, each with the parts that together solve most.
    fn families(&self, neutral: &Value, valued: &[(u64, &Value)]) -> Vec<Vec<Member>> {
        let useful = |(feature, value): &&(u64, &Value)| *feature != 0 && value.beyond(neutral) > 0 && value.fits(self.cap);
        let mut sorted: Vec<Member> =
            valued.iter().filter(useful).map(|&(feature, value)| Member { feature, value: value.clone() }).collect();
        self.sort(&mut sorted);
        // Whatever evolution makes of the groups, here they are the game's own.
        let groups = |part: &Member| {
            let mut names = self.atoms.group_names(part.feature);
            names.sort_unstable();
            names
        };
        let mut families: Vec<(Vec<&str>, Vec<Member>)> = Vec::new();
        for part in sorted {
            let groups = groups(&part);
            match families.iter_mut().find(|(others, _)| *others == groups) {
                Some((_, family)) => family.push(part),
                None => families.push((groups, vec![part])),
            }
        }
        let mut chosen: Vec<(usize, Vec<Member>)> =
            families.into_iter().map(|(_, family)| self.parts(family)).filter(|(gain, _)| *gain > 0).collect();
        // The sort is stable: of equals the family with the best part comes first.
        chosen.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        chosen.truncate(FAMILIES);
        chosen.into_iter().map(|(_, parts)| parts).collect()
    }

    /// The best of a family, and those that add most to it if each went on to solve what it solves alone; and how much that would be. What was given up early counts for
    /// what it had solved.
    fn parts(&self, mut family: Vec<Member>) -> (usize, Vec<Member>) {
        let mut parts = vec![family.remove(0)];
        let mut hoped = parts[0].value.clone();
        // Moves that deserve more depth are no family with those that deserve less.
        let deeper = hoped.cost < PLY;
        family.retain(|part| (part.value.cost < PLY) == deeper);
        while parts.len() < PARTS {
            let apart = |part: &&Member| parts.iter().all(|other| self.are_apart(part.feature, other.feature));
            let next = family.iter().filter(apart).max_by_key(|part| {
                let more = Value { which: missing(&hoped, part), ..Value::default() };
                (more.solved(), std::cmp::Reverse(self.atoms.name(part.feature)))
            });
            let Some(next) = next.filter(|part| missing(&hoped, part).contains(&true)).cloned() else { break };
            let more = missing(&hoped, &next);
            hoped.which.resize(hoped.which.len().max(more.len()), false);
            hoped.which.iter_mut().zip(more).for_each(|(solved, more)| *solved |= more);
            parts.push(next);
        }
        (hoped.solved() - parts[0].value.solved(), parts)
    }

    /// Neither is a special case of the other.
    fn are_apart(&self, one: u64, other: u64) -> bool {
        !self.atoms.implies(one, other) && !self.atoms.implies(other, one)
    }

    /// Joins the parts of a family as long as that solves more.
    fn grow(&mut self, mut family: Vec<Member>) -> Result<Option<Disjunction>, E> {
        for part in family.iter_mut().filter(|part| part.value.early) {
            // What a disjunction is compared with has to be known to the end.
            part.value = self.ask(&[part.feature], part.value.cost, None)?;
        }
        self.sort(&mut family);
        let best = family[0].value.clone();
        let (mut parts, mut stands) = (vec![family.remove(0)], best.clone());
        while let Some((at, value)) = self.step(&parts, &stands, &family)? {
            parts.push(family.remove(at));
            stands = value;
        }
        parts.sort_by_cached_key(|part| self.atoms.name(part.feature));
        let kept = Hurdle { parent: &best, rule: self.rule }.passes(&stands);
        Ok((parts.len() > 1).then_some(Disjunction { parts, value: stands, simpler: None, kept }))
    }

    /// A more general feature that does as much.
    fn simpler(&self, disjunction: &Disjunction, valued: &[(u64, &Value)]) -> Option<u64> {
        let all_have = |general: u64| disjunction.parts.iter().all(|part| self.atoms.implies(part.feature, general));
        let as_good = |value: &Value| {
            let this = &disjunction.value;
            !value.early && value.solved() >= this.solved() && value.frequency <= this.frequency
        };
        let simpler = valued.iter().find(|(general, value)| *general != 0 && all_have(*general) && as_good(value));
        simpler.map(|(general, _)| *general)
    }

    /// The part that is best to join, by its place, with what that is worth.
    fn step(&mut self, parts: &[Member], stands: &Value, family: &[Member]) -> Result<Option<(usize, Value)>, E> {
        let mut promising: Vec<(usize, usize)> =
            family.iter().enumerate().map(|(at, part)| (part.value.beyond(stands), at)).filter(|(beyond, _)| *beyond > 0).collect();
        promising.sort_by_key(|&(beyond, at)| (std::cmp::Reverse(beyond), at));
        promising.truncate(WIDTH);
        let hurdle = Hurdle { parent: stands, rule: Rule::Margin(1) };
        let mut best: Option<(usize, Value)> = None;
        for (_, at) in promising {
            let features: Vec<u64> = parts.iter().chain([&family[at]]).map(|part| part.feature).collect();
            let value = self.ask(&features, stands.cost, Some(hurdle))?;
            let better = best.as_ref().is_none_or(|(_, best)| value.solved() > best.solved());
            if hurdle.passes(&value) && value.fits(self.cap) && better {
                best = Some((at, value));
            }
        }
        Ok(best)
    }

    fn ask(&mut self, features: &[u64], cost: i64, hurdle: Option<Hurdle>) -> Result<Value, E> {
        self.valuations += 1;
        let members = features.iter().map(|&feature| (feature, cost)).collect();
        Ok(Value { cost, ..(self.value)(&members, hurdle)? })
    }

    /// The best first, and of equals by name.
    fn sort(&self, parts: &mut [Member]) {
        parts.sort_by_cached_key(|part| (std::cmp::Reverse(part.value.solved()), self.atoms.name(part.feature)));
    }
}

/// What a part solves of what is not solved yet.
fn missing(solved: &Value, part: &Member) -> Vec<bool> {
    let of = |at: usize| solved.which.get(at).copied().unwrap_or(false);
    part.value.which.iter().enumerate().map(|(at, own)| *own && !of(at)).collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::atoms::tests::set;
    use super::super::value::tests::value;
    use super::*;

    const ATOMS: [&str; 7] = ["Rc", "CcB:Cc", "CcN:Cc", "CcR:Cc", "LcB:Lc", "LcN:Lc", "LcR:Lc"];

    /// What joins of these, with frequency and cost, by a rule; several solve what any of them does. Also how often was asked.
    fn joined(atoms: &AtomSet, valued: &[(&str, &str, f64, i64)], rule: Rule, spoilt: &[&str]) -> Joined {
        let read = |name: &str| atoms.read(name).unwrap();
        let alone: Vec<(u64, Value)> = valued
            .iter()
            .map(|&(name, which, frequency, cost)| {
                let early = which.len() < valued[0].1.len();
                (read(name), Value { frequency, cost, early, ..value(which) })
            })
            .collect();
        let spoilt: Vec<u64> = spoilt.iter().map(|name| read(name)).collect();
        let worth = |members: &Members| {
            assert!(members.iter().all(|member| member.1 == members[0].1), "all parts have one cost");
            let mut all = Value { which: vec![false; valued[0].1.len()], ..Value::default() };
            for (feature, _) in members {
                let (_, one) = alone.iter().find(|(other, _)| other == feature).unwrap();
                all.which.iter_mut().zip(&one.which).for_each(|(all, one)| *all |= one);
                all.frequency += one.frequency;
            }
            // Some take so many nodes that nothing is left for others.
            if members.len() > 1 && members.iter().any(|(feature, _)| spoilt.contains(feature)) {
                all.which.fill(false);
            }
            Ok::<_, Infallible>(all)
        };
        let found: Vec<(u64, &Value)> = alone.iter().map(|(feature, value)| (*feature, value)).collect();
        let neutral = value(&"0".repeat(valued[0].1.len()));
        join(atoms, 0.5, rule, &neutral, &found, |members, _| worth(members)).unwrap()
    }

    fn told(atoms: &AtomSet, joined: &Joined) -> Vec<(String, usize, bool)> {
        let told = joined.disjunctions.iter();
        told.map(|one| (atoms.any_of(&one.features()), one.value.solved(), one.kept)).collect()
    }

    #[test]
    fn parts_that_solve_different_positions_join_and_others_do_not() {
        let atoms = set(&ATOMS);
        // Recaptures of rooks solve three, of bishops two others, of knights nothing new; the general feature is of another family.
        let valued = [
            ("Rc", "1111000000", 0.3, 32),
            ("CcR-LcR", "1110000000", 0.1, 32),
            ("CcB-LcB", "0001100000", 0.1, 32),
            ("CcN-LcN", "0100100000", 0.1, 32),
        ];
        let joined = joined(&atoms, &valued, Rule::Margin(2), &[]);
        assert_eq!(told(&atoms, &joined), [("CcB-LcB or CcR-LcR".into(), 5, true)]);
        let disjunction = &joined.disjunctions[0];
        assert_eq!(disjunction.parts.iter().map(|part| part.value.solved()).collect::<Vec<_>>(), [2, 3]);
        assert_eq!((disjunction.value.cost, disjunction.value.frequency), (32, 0.2));
        assert_eq!(joined.valuations, 1, "with both there is nothing left that the third would add");
    }

    #[test]
    fn a_disjunction_has_to_be_better_than_its_best_part_by_the_rule() {
        let atoms = set(&ATOMS);
        let valued = [("CcR-LcR", "1110000000", 0.1, 32), ("CcB-LcB", "0001100000", 0.1, 32)];
        for (margin, kept) in [(2, true), (3, false)] {
            let told = told(&atoms, &joined(&atoms, &valued, Rule::Margin(margin), &[]));
            assert_eq!(told, [("CcB-LcB or CcR-LcR".into(), 5, kept)], "{margin} more are asked for");
        }
        let joined = joined(&atoms, &valued, Rule::Margin(2), &["CcB-LcB"]);
        assert_eq!((joined.disjunctions, joined.valuations), (vec![], 1), "what solves less together is no disjunction");
    }

    #[test]
    fn a_part_that_spoils_the_others_is_passed_over() {
        let atoms = set(&ATOMS);
        let valued = [("CcR-LcR", "1110000000", 0.1, 32), ("CcB-LcB", "0001100000", 0.1, 32), ("CcN-LcN", "0000000100", 0.1, 32)];
        let joined = joined(&atoms, &valued, Rule::Margin(1), &["CcB-LcB"]);
        assert_eq!(told(&atoms, &joined), [("CcN-LcN or CcR-LcR".into(), 4, true)]);
        assert_eq!(joined.valuations, 3, "two with the best part, and the one that is left with both");
    }

    #[test]
    fn only_the_same_groups_and_the_same_side_of_a_ply_join() {
        let atoms = set(&ATOMS);
        for (other, frequency, cost) in [("CcB", 0.1, 32), ("CcB-LcB", 0.1, 96), ("CcB-LcB", 0.45, 32)] {
            let valued = [("CcR-LcR", "1110000000", 0.1, 48), (other, "0001100000", frequency, cost)];
            assert_eq!(told(&atoms, &joined(&atoms, &valued, Rule::Margin(1), &[])), [], "{other} at {cost}, {frequency}");
        }
    }

    #[test]
    fn a_special_case_is_no_part_beside_the_general_one() {
        let atoms = set(&["Rdt:Rd", "RdTb:Rd<Rdt", "RdTt:Rd<Rdt"]);
        let (general, special, other) =
            (("Rdt", "1110000000", 0.1, 32), ("RdTt", "0001000000", 0.1, 32), ("RdTb", "0000100000", 0.1, 32));
        assert_eq!(told(&atoms, &joined(&atoms, &[general, special], Rule::Margin(1), &[])), []);
        let told = told(&atoms, &joined(&atoms, &[special, other], Rule::Margin(1), &[]));
        assert_eq!(told, [("RdTb or RdTt".into(), 2, true)]);
    }

    #[test]
    fn halves_of_a_more_general_feature_are_no_discovery() {
        let atoms = set(&["RdTt:Rd", "Edg:Files", "Mr:Files"]);
        let halves = [("RdTt-Edg", "1110000000", 0.1, 32), ("RdTt-Mr", "0001100000", 0.1, 32)];
        for (which, frequency, kept) in [("1111100000", 0.2, false), ("1111000000", 0.2, true), ("1111100000", 0.3, true)] {
            let valued = [halves[0], halves[1], ("RdTt", which, frequency, 32)];
            let joined = joined(&atoms, &valued, Rule::Margin(1), &[]);
            assert_eq!(told(&atoms, &joined), [("RdTt-Edg or RdTt-Mr".into(), 5, kept)], "{which} {frequency}");
            let simpler = joined.disjunctions[0].simpler.map(|feature| atoms.name(feature));
            assert_eq!(simpler.as_deref(), (!kept).then_some("RdTt"));
        }
    }

    #[test]
    fn what_was_given_up_early_is_looked_at_to_the_end_first() {
        let atoms = set(&ATOMS);
        let valued = [("CcR-LcR", "1110000000", 0.1, 32), ("CcB-LcB", "00011", 0.1, 32)];
        let joined = joined(&atoms, &valued, Rule::Margin(1), &[]);
        assert_eq!(told(&atoms, &joined), [("CcB-LcB or CcR-LcR".into(), 5, true)]);
        assert_eq!(joined.disjunctions[0].parts[0].value.looked(), 10);
        assert_eq!(joined.valuations, 2);
    }

    #[test]
    fn the_effort_is_bounded() {
        // Four families of six features each, every one with a position of its own.
        let names: Vec<&'static str> =
            (0..24).map(|at| &*Box::leak(format!("{}{at}:{}", ["a", "b", "c", "d"][at % 4], at % 4).into_boxed_str())).collect();
        let atoms = set(&names);
        let which: Vec<String> = (0..24).map(|at| (0..24).map(|other| if at == other { '1' } else { '0' }).collect()).collect();
        let valued: Vec<(&str, &str, f64, i64)> =
            names.iter().zip(&which).map(|(name, which)| (name.split(':').next().unwrap(), which.as_str(), 0.01, 32)).collect();
        let joined = joined(&atoms, &valued, Rule::Margin(1), &[]);
        assert_eq!(joined.disjunctions.len(), FAMILIES);
        assert!(joined.disjunctions.iter().all(|one| one.parts.len() == PARTS), "{joined:?}");
        assert_eq!(joined.valuations, FAMILIES * (2 + 2 + 1));
    }
}
