//! The parts that a spec names.

use super::owner::{self, EVALUATION};
use super::phase::Switch;
use super::{Spec, SpecError};
use crate::enhance::value::{Kind, Value};
use crate::enhance::{CARDS, ParameterCard};
use crate::part::{PartId, Parts};

/// A part, as a spec names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPart {
    /// The parameter, such as `history.net` or `phase.1.history.net`.
    pub parameter: String,
    /// The kind of part that the parameter takes.
    pub kind: &'static str,
    /// The part.
    pub id: PartId,
}

impl Spec {
    /// Every part that the spec names, those of its phases included, in the order of the text.
    pub fn named_parts(&self) -> Vec<NamedPart> {
        let mut named = Vec::new();
        let mut add = |prefix: &str, owner: &str, card: &ParameterCard, value: &Value| {
            if let (Kind::Part(kind), Value::Part(id)) = (card.kind, value)
                && !id.is_none()
            {
                named.push(NamedPart { parameter: format!("{prefix}{owner}.{}", card.name), kind, id: *id });
            }
        };
        for (parameter, value) in owner::EVALUATION_PARAMETERS.iter().zip(&self.evaluation_values()) {
            add("", EVALUATION, parameter, value);
        }
        for (card, values) in CARDS.iter().zip(&self.settings) {
            card.parameters.iter().zip(values.iter().flatten()).for_each(|(parameter, value)| add("", card.name, parameter, value));
        }
        for (number, phase) in &self.phases {
            for (at, switch) in &phase.switched {
                let Switch::On(values) = switch else { continue };
                let card = &CARDS[*at];
                let prefix = format!("phase.{number}.");
                values.iter().for_each(|(index, value)| add(&prefix, card.name, &card.parameters[*index], value));
            }
        }
        named
    }

    /// The digests of the parts that the spec names, each once.
    pub fn part_ids(&self) -> Vec<PartId> {
        let mut ids: Vec<PartId> = self.named_parts().into_iter().map(|part| part.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Whether a library has every part that the spec names, of the kind that its parameter takes.
    pub fn check_parts(&self, parts: &Parts) -> Result<(), SpecError> {
        for NamedPart { parameter, kind, id } in self.named_parts() {
            parts.find(id, kind).map_err(|error| SpecError::part(parameter, error))?;
        }
        Ok(())
    }
}
