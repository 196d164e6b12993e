//! What can be changed about a spec, as factors of which many are changed at once.
//!
//! A factor is one decision with alternatives: an enhancement that is off is switched on, one that is on is switched off, a parameter has another value, another technique comes first in
//! the ordering. A combination takes at most one alternative of each factor; what does not go together is mended, and whoever compares combinations asks the spec that came out
//! which changes it really has.

use plysmith::enhance::CARDS;
use plysmith::enhance::value::Value;
use plysmith::spec::SpecError;
use plysmith::{Arena, PartId, Spec};

use super::candidates::{Choice, is_kept, other_values, tunable};
use super::strengths::Belief;

/// What goes by realization probabilities in play.
pub(crate) const ENHANCED: &str = "enhanced_realization";

/// One thing that is done to a spec.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// An enhancement is on, with these values of its parameters.
    On(String, Vec<(String, Value)>),
    /// An enhancement is off.
    Off(String),
    /// A parameter of an enhancement that is on has this value.
    Set(String, String, i64),
    /// A technique comes first in the ordering.
    First(String),
    /// Moves of these categories cost so much, beside those that the spec names already.
    Features(Vec<(String, i64)>),
    /// Moves cost what these categories say, and no others; the enhanced realization search goes by them.
    Realization(Vec<(String, i64)>),
    /// The evaluation has these weights.
    Weights(Vec<(String, i64)>),
    /// This network evaluates.
    Network(PartId),
}

/// An alternative of a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// What people call it.
    pub label: String,
    /// What is done.
    pub edit: Edit,
    pub(super) belief: Belief,
}

/// Alternatives of which a combination takes at most one.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// They.
    pub alternatives: Vec<Alternative>,
}

/// Of an enhancement, of a feature, of a place in the ordering, of a parameter: most changes do a little harm, and few are worth more than a hundred Elo. On the natural logistic scale,
/// where 0.1 is 17 Elo.
const SWITCH: Belief = Belief { mean: -0.03, deviation: 0.3 };
const CATEGORY: Belief = Belief { mean: -0.03, deviation: 0.12 };
const PLACE: Belief = Belief { mean: -0.03, deviation: 0.15 };
const SETTING: Belief = Belief { mean: -0.01, deviation: 0.1 };

impl Factor {
    fn one(label: impl Into<String>, edit: Edit, belief: Belief) -> Factor {
        Factor { alternatives: vec![Alternative { label: label.into(), edit, belief }] }
    }

    /// It is about something that can change the value of a position.
    pub fn is_selective(&self) -> bool {
        self.alternatives.iter().any(|alternative| match &alternative.edit {
            Edit::On(name, _) | Edit::Off(name) | Edit::Set(name, ..) => {
                CARDS.iter().any(|card| card.name == name && card.is_selective())
            }
            Edit::First(_) => false,
            Edit::Features(_) | Edit::Realization(_) | Edit::Weights(_) | Edit::Network(_) => true,
        })
    }

    /// Every enhancement that the game can have, on or off, and who comes first in the ordering.
    pub fn switches(arena: &dyn Arena, base: &Spec) -> Vec<Factor> {
        let mut factors = Vec::new();
        for choice in Choice::all(arena, None) {
            if base.is_on(&choice.name) {
                if !is_kept(&choice.name) {
                    factors.push(Factor::one(format!("-{}", choice.name), Edit::Off(choice.name), SWITCH));
                }
            } else if choice.can_matter(base) {
                factors.push(Factor::one(format!("+{}", choice.name), Edit::On(choice.name, Vec::new()), SWITCH));
            }
        }
        factors.extend(Factor::precedence(base));
        factors.retain(|factor| factor.alternatives.iter().all(|alternative| alternative.fits(arena, base)));
        factors
    }

    /// Another technique first, if there are several.
    fn precedence(base: &Spec) -> Option<Factor> {
        let order = base.order();
        let first =
            |name: &&str| Alternative { label: format!("{name} first"), edit: Edit::First(name.to_string()), belief: PLACE };
        let alternatives: Vec<Alternative> = order.iter().skip(1).map(first).collect();
        (!alternatives.is_empty()).then_some(Factor { alternatives })
    }

    /// Other values of the parameters of what is on, the selective enhancements first.
    pub fn settings(arena: &dyn Arena, spec: &Spec) -> Vec<Factor> {
        let mut factors = Vec::new();
        for selective in [true, false] {
            for card in CARDS.iter().filter(|card| card.is_selective() == selective && spec.is_on(card.name)) {
                for parameter in card.parameters.iter().filter(|parameter| tunable(card.name, parameter.name)) {
                    let Some(now) = spec.get(card.name, parameter.name) else { continue };
                    let alternative = |value: i64| Alternative {
                        label: format!("{}.{}={}", card.name, parameter.name, parameter.kind.brief(&value.into())),
                        edit: Edit::Set(card.name.into(), parameter.name.into(), value),
                        belief: SETTING,
                    };
                    let alternatives: Vec<Alternative> = other_values(parameter, now).into_iter().map(alternative).collect();
                    let fitting = alternatives.into_iter().filter(|alternative| alternative.fits(arena, spec)).collect();
                    factors.push(Factor { alternatives: fitting });
                }
            }
        }
        factors.retain(|factor| !factor.alternatives.is_empty());
        factors
    }

    /// Multi-ProbCut with what was measured for it.
    pub fn calibrated(values: Vec<(String, Value)>) -> Factor {
        Factor::one("+multi_probcut, calibrated", Edit::On("multi_probcut".into(), values), SWITCH)
    }

    /// Realization probabilities with what was counted.
    pub fn realization(features: Vec<(String, i64)>) -> Factor {
        Factor::one(format!("+{ENHANCED}, counted"), Edit::Realization(features), SWITCH)
    }

    /// A category of moves at several costs, each with a name.
    pub fn category(costs: Vec<(String, Vec<(String, i64)>)>) -> Factor {
        let alternative = |(label, features): (String, Vec<(String, i64)>)| Alternative {
            label,
            edit: Edit::Features(features),
            belief: CATEGORY,
        };
        Factor { alternatives: costs.into_iter().map(alternative).collect() }
    }

    /// Other weights of the evaluation.
    pub fn weights(label: &str, weights: Vec<(String, i64)>) -> Factor {
        Factor::one(label, Edit::Weights(weights), SWITCH)
    }

    /// A network that evaluates or does not.
    pub fn network(label: &str, network: PartId) -> Factor {
        Factor::one(label, Edit::Network(network), SWITCH)
    }
}

impl Alternative {
    /// The spec with it alone is another sound one that really has it.
    fn fits(&self, arena: &dyn Arena, base: &Spec) -> bool {
        !self.holds(base) && combined(arena, base, &[self]).is_some_and(|spec| self.holds(&spec))
    }

    /// A spec has it.
    pub(super) fn holds(&self, spec: &Spec) -> bool {
        let costs = spec.costs();
        let has = |features: &[(String, i64)]| features.iter().all(|feature| costs.contains(feature));
        match &self.edit {
            Edit::On(name, values) => {
                spec.is_on(name) && values.iter().all(|(parameter, value)| spec.value(name, parameter).as_ref() == Some(value))
            }
            Edit::Off(name) => !spec.is_on(name),
            Edit::Set(name, parameter, value) => spec.get(name, parameter) == Some(*value),
            Edit::First(name) => spec.order().first() == Some(&name.as_str()),
            Edit::Features(features) => spec.is_on("fractional") && has(features),
            Edit::Realization(features) => spec.is_on(ENHANCED) && has(features),
            Edit::Weights(weights) => spec.weights == *weights,
            Edit::Network(network) => spec.network == *network,
        }
    }

    fn apply(&self, spec: &mut Spec) -> Result<(), SpecError> {
        match &self.edit {
            Edit::On(name, values) => {
                spec.switch_on(name)?;
                values.iter().try_for_each(|(parameter, value)| spec.set(name, parameter, value.clone()))?;
            }
            Edit::Off(name) => spec.switch_off(name)?,
            Edit::Set(name, parameter, value) if spec.is_on(name) => spec.set(name, parameter, *value)?,
            Edit::First(name) if spec.order().contains(&name.as_str()) => {
                let mut order = spec.order();
                order.retain(|other| other != name);
                order.insert(0, name);
                spec.set_order(&order)?;
            }
            Edit::Set(..) | Edit::First(_) => {}
            Edit::Features(features) => {
                spec.switch_on("fractional")?;
                spec.set_costs(spec.costs().into_iter().chain(features.iter().cloned()).collect())?;
            }
            Edit::Realization(features) => {
                for other in CARDS.iter().filter(|card| card.name == ENHANCED).flat_map(|card| card.excludes) {
                    spec.switch_off(other)?;
                }
                spec.switch_on(ENHANCED)?;
                spec.set_costs(features.clone())?;
            }
            Edit::Weights(weights) => spec.weights.clone_from(weights),
            Edit::Network(network) => spec.evaluate_by_network(*network),
        }
        Ok(())
    }

    /// It is another value of a parameter.
    pub(super) fn is_setting(&self) -> bool {
        matches!(self.edit, Edit::Set(..))
    }

    /// It is about what moves of a category cost.
    pub(super) fn is_category(&self) -> bool {
        matches!(self.edit, Edit::Features(_))
    }

    /// It switches this on.
    fn adds(&self, name: &str) -> bool {
        match &self.edit {
            Edit::On(own, _) => own == name,
            Edit::Features(_) => name == "fractional",
            Edit::Realization(_) => name == ENHANCED,
            _ => false,
        }
    }

    /// What takes away comes before what adds, and what sets or moves something last: only then is it there.
    fn turn(&self) -> u8 {
        match self.edit {
            Edit::Off(_) => 0,
            Edit::Realization(_) => 1,
            Edit::On(..) | Edit::Features(_) | Edit::Weights(_) | Edit::Network(_) => 2,
            Edit::Set(..) => 3,
            Edit::First(_) => 4,
        }
    }
}

/// The base with all of these, as far as they go together, those that come first before the others; `None` if nothing sound comes of it.
pub(super) fn combined(arena: &dyn Arena, base: &Spec, chosen: &[&Alternative]) -> Option<Spec> {
    // Both say what moves cost: the one that comes first.
    let first = chosen.iter().position(|alternative| alternative.is_category() || alternative.adds(ENHANCED));
    let by_category = first.is_some_and(|first| chosen[first].is_category());
    let goes = |alternative: &&&Alternative| {
        if by_category { !alternative.adds(ENHANCED) } else { first.is_none() || !alternative.is_category() }
    };
    let chosen: &[&Alternative] = &chosen.iter().filter(goes).copied().collect::<Vec<_>>();
    let place = |name: &str| chosen.iter().position(|alternative| alternative.adds(name)).unwrap_or(usize::MAX);
    let mut turns = chosen.to_vec();
    turns.sort_by_key(|alternative| alternative.turn());
    let mut spec = base.clone();
    for alternative in turns {
        alternative.apply(&mut spec).ok()?;
    }
    for _ in 0..=2 * CARDS.len() {
        match arena.check_spec(&spec) {
            Ok(()) => return Some(spec),
            Err(SpecError::Needs { name, needed }) => {
                // What the base had and somebody took away is missed by what depends on it; what is new brings along what it needs.
                if base.is_on(needed) { spec.switch_off(name).ok()? } else { spec.switch_on(needed).ok()? }
            }
            Err(SpecError::Excludes { name, excluded }) => {
                // What is chosen comes before what was there, and what was chosen first before the others.
                let gone = if place(name) > place(excluded) { name } else { excluded };
                spec.switch_off(gone).ok()?;
            }
            Err(SpecError::Capability { name, .. }) => spec.switch_off(name).ok()?,
            Err(_) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arena;

    fn labels(factors: &[Factor]) -> Vec<&str> {
        factors.iter().flat_map(|factor| &factor.alternatives).map(|alternative| alternative.label.as_str()).collect()
    }

    #[test]
    fn what_is_off_comes_on_what_is_on_goes_off_and_others_come_first() {
        let arena = arena("breakthrough");
        let base = arena.preset("generic").unwrap();
        let factors = Factor::switches(&*arena, &base);
        let labels = labels(&factors);
        for wanted in ["+null_move", "+late_moves", "+quiescence", "-killers", "-history", "killers first", "+aspiration"] {
            let possible = arena.card().capabilities.iter().any(|capability| capability.name() == "pass") || wanted != "+null_move";
            assert_eq!(labels.contains(&wanted), possible, "{wanted} in {labels:?}");
        }
        for never in
            ["-alpha_beta", "-table", "-tt_order", "+shuffle", "-deepening", "+multi_probcut", "+fractional", "tt_order first"]
        {
            assert!(!labels.contains(&never), "{never}");
        }
    }

    /// Whatever is put together is sound, and says truly what it has.
    #[test]
    fn every_combination_is_sound() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        for game in ["breakthrough", "othello", "chess", "lose-checkers", "awari"] {
            let arena = arena(game);
            for preset in ["generic", "default"] {
                let base = arena.preset(preset).unwrap();
                let mut factors = Factor::switches(&*arena, &base);
                factors.extend(Factor::settings(&*arena, &base));
                for _ in 0..200 {
                    let chosen: Vec<&Alternative> = factors
                        .iter()
                        .filter_map(|factor| {
                            let one = rng.random_range(0..factor.alternatives.len());
                            rng.random_bool(0.3).then(|| &factor.alternatives[one])
                        })
                        .collect();
                    let spec = combined(&*arena, &base, &chosen).expect("something sound");
                    arena.check_spec(&spec).unwrap();
                    let held = chosen.iter().filter(|alternative| alternative.holds(&spec)).count();
                    assert!(3 * held >= chosen.len(), "{game}: {held} of {}", chosen.len());
                }
            }
        }
    }

    #[test]
    fn a_table_is_missed_by_what_needs_it_and_a_new_thing_brings_what_it_needs() {
        let arena = arena("breakthrough");
        let base = Spec::parse("[alpha_beta]\n[deepening]\n[table]\n[tt_order]").unwrap();
        let alternative = |edit| Alternative { label: String::new(), edit, belief: SWITCH };
        let without = combined(&*arena, &base, &[&alternative(Edit::Off("table".into()))]).unwrap();
        assert!(!without.is_on("table") && !without.is_on("tt_order"));
        let plain = Spec::parse("[alpha_beta]\n[deepening]").unwrap();
        let with = combined(&*arena, &plain, &[&alternative(Edit::On("tt_order".into(), Vec::new()))]).unwrap();
        assert!(with.is_on("table") && with.is_on("tt_order"));
    }
}
