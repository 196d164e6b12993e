//! Who has parameters: every enhancement, and the evaluation.
//!
//! Whoever writes, reads, compares or offers parameters goes through all owners alike, by their names and the cards of their parameters.

use super::{Spec, SpecError};
use crate::enhance::value::{Kind, Names, Value};
use crate::enhance::{CARDS, ParameterCard, place};
use crate::evaluate::Evaluator;
use crate::game::EvaluationCard;
use crate::net::EvaluationNet;
use crate::part::{PartId, PartKind, PartOf};

/// The name of the owner that is no enhancement.
pub const EVALUATION: &str = "evaluation";

/// More weights no evaluation has.
const MOST_WEIGHTS: usize = 10_000;

/// The parameters of the evaluation.
pub const EVALUATION_PARAMETERS: &[ParameterCard] = &[
    ParameterCard {
        name: "name",
        about: "which evaluation of the game; its first one if none is named",
        kind: Kind::Name(Names::Evaluations),
        default: || Value::Name(None),
    },
    ParameterCard {
        name: "weights",
        about: "weights of its terms, where they differ from the default",
        kind: Kind::Table { names: Names::Terms, most: MOST_WEIGHTS, low: i32::MIN as i64, high: i32::MAX as i64 },
        default: || Value::Table(Vec::new()),
    },
    ParameterCard {
        name: "network",
        about: "a network that was learned and evaluates instead of the game; then neither name nor weights are said",
        kind: Kind::Part(EvaluationNet::KIND),
        default: || Value::Part(PartId::NONE),
    },
];

/// Who has parameters.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// The name used in specs.
    pub name: &'static str,
    /// What can be set.
    pub parameters: &'static [ParameterCard],
}

impl Owner {
    /// Everybody, the evaluation first and then the enhancements in the order of the list.
    pub fn all() -> impl Iterator<Item = Owner> {
        let evaluation = Owner { name: EVALUATION, parameters: EVALUATION_PARAMETERS };
        [evaluation].into_iter().chain(CARDS.iter().map(|card| Owner { name: card.name, parameters: card.parameters }))
    }

    /// The owner of this name.
    pub fn named(name: &str) -> Option<Owner> {
        Owner::all().find(|owner| owner.name == name)
    }

    /// The place of a parameter, with its card.
    pub fn parameter(&self, name: &str) -> Result<(usize, &'static ParameterCard), SpecError> {
        let found = self.parameters.iter().enumerate().find(|(_, card)| card.name == name);
        found.ok_or_else(|| SpecError::unknown_parameter(self, name))
    }
}

impl Spec {
    /// The value of a parameter of the evaluation, or of an enhancement that is on.
    pub fn value(&self, owner: &str, parameter: &str) -> Option<Value> {
        match (owner, parameter) {
            (EVALUATION, "name") => Some(Value::Name(self.evaluation.clone())),
            (EVALUATION, "weights") => Some(self.weights.clone().into()),
            (EVALUATION, "network") => Some(Value::Part(self.network)),
            _ => {
                let at = place(owner)?;
                let index = CARDS[at].parameters.iter().position(|card| card.name == parameter)?;
                self.settings[at].as_ref().map(|values| values[index].clone())
            }
        }
    }

    /// The values of [`EVALUATION_PARAMETERS`].
    pub(super) fn evaluation_values(&self) -> [Value; 3] {
        [Value::Name(self.evaluation.clone()), self.weights.clone().into(), Value::Part(self.network)]
    }

    /// A parameter of an enhancement that is on, if it is one number.
    pub fn get(&self, enhancement: &str, parameter: &str) -> Option<i64> {
        self.value(enhancement, parameter)?.number()
    }

    /// Sets a parameter of the evaluation, or of an enhancement that is on.
    pub fn set(&mut self, owner: &str, parameter: &str, value: impl Into<Value>) -> Result<(), SpecError> {
        let value = value.into();
        let known = Owner::named(owner).ok_or_else(|| SpecError::unknown_enhancement(owner))?;
        let (index, card) = known.parameter(parameter)?;
        if !card.kind.holds(&value) {
            return Err(SpecError::out_of_range(&known, card, card.kind.write_any(&value)));
        }
        match value {
            Value::Name(name) if known.name == EVALUATION => self.evaluation = name,
            Value::Table(weights) if known.name == EVALUATION => self.weights = weights,
            Value::Part(network) if known.name == EVALUATION => self.network = network,
            value => {
                let at = place(owner).ok_or_else(|| SpecError::unknown_enhancement(owner))?;
                let Some(values) = &mut self.settings[at] else { return Err(SpecError::Off { name: known.name }) };
                values[index] = value;
            }
        }
        Ok(())
    }

    /// Sets a parameter to the value that a plain text names; see [`Kind::read`].
    pub fn set_text(&mut self, owner: &str, parameter: &str, text: &str) -> Result<(), SpecError> {
        let known = Owner::named(owner).ok_or_else(|| SpecError::unknown_enhancement(owner))?;
        let (_, card) = known.parameter(parameter)?;
        let value = card.kind.read(text).ok_or_else(|| SpecError::out_of_range(&known, card, text.into()))?;
        self.set(owner, parameter, value)
    }

    /// Lets a network evaluate, in the place of what did before.
    pub fn evaluate_by_network(&mut self, network: PartId) {
        (self.evaluation, self.weights, self.network) = (None, Vec::new(), network);
    }

    /// Evaluates by an evaluation of the game, or by none, in the place of a network.
    pub fn evaluate_by(&mut self, name: &str) {
        (self.evaluation, self.network) = (Some(name.into()), PartId::NONE);
    }

    /// The same with the game's own evaluation in the place of a network.
    #[must_use]
    pub fn without_network(mut self) -> Spec {
        self.network = PartId::NONE;
        self
    }

    /// Evaluates as another spec does.
    pub fn evaluate_like(&mut self, other: &Spec) {
        self.evaluation.clone_from(&other.evaluation);
        self.weights.clone_from(&other.weights);
        self.network = other.network;
    }

    /// Whether another spec evaluates in the same way.
    pub fn evaluates_like(&self, other: &Spec) -> bool {
        (&self.evaluation, &self.weights, self.network) == (&other.evaluation, &other.weights, other.network)
    }

    /// Who evaluates, in a game with these evaluations.
    pub fn evaluator<T: AsRef<str>>(&self, cards: &[EvaluationCard<T>]) -> Evaluator {
        if !self.network.is_none() {
            return Evaluator::Network(PartOf::of(self.network));
        }
        Evaluator::named(self.evaluation.as_deref(), cards)
    }

    /// Categories of moves with what a move of each costs in 1/64 ply: `categories.costs`.
    pub fn costs(&self) -> Vec<(String, i64)> {
        self.value(CATEGORIES, "costs").and_then(|value| value.table().map(<[_]>::to_vec)).unwrap_or_default()
    }

    /// Sets the categories of moves; without any, `categories` is off.
    pub fn set_costs(&mut self, costs: Vec<(String, i64)>) -> Result<(), SpecError> {
        if costs.is_empty() {
            return self.switch_off(CATEGORIES);
        }
        self.switch_on(CATEGORIES)?;
        self.set(CATEGORIES, "costs", costs)
    }
}

/// The enhancement that holds the categories of moves.
const CATEGORIES: &str = crate::enhance::categories::NAME;
