//! Reading a spec.

use toml::{Table, Value};

use super::{Spec, SpecError};
use crate::enhance::{CARDS, ParameterCard, place};
use crate::game::shorten;
use crate::level::Level;

impl Spec {
    /// Reads a spec. Whether it suits a game is for [`Spec::check`] to say.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| SpecError::Toml(error.to_string().trim_end().into()))?;
        let mut spec = Spec::nothing();
        let mut order = None;
        spec.level = level(&table)?;
        for (key, value) in &table {
            match key.as_str() {
                "evaluation" => spec.evaluation = Some(name(key, value)?),
                "order" => order = Some(names(key, value)?),
                "weights" => spec.weights = numbers(key, value, "a whole number")?,
                "features" => spec.features = numbers(key, value, Spec::COSTS_TEXT)?,
                "level" | "level_seed" => {}
                _ => spec.enhancement(&key.replace('-', "_"), value)?,
            }
        }
        spec.complete_order();
        if let Some(order) = order {
            spec.set_order(&order)?;
        }
        spec.check_alone()?;
        Ok(spec)
    }

    fn enhancement(&mut self, name: &str, value: &Value) -> Result<(), SpecError> {
        let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
        let card = &CARDS[at];
        let Value::Table(parameters) = value else { return Err(SpecError::NotATable { name: card.name }) };
        self.choices.switch(at, true);
        for (key, value) in parameters {
            let key = key.replace('-', "_");
            let index = card.parameters.iter().position(|parameter| parameter.name == key);
            let index = index.ok_or_else(|| SpecError::unknown_parameter(card, &key))?;
            let parameter = &card.parameters[index];
            let number = number(parameter, value).filter(|number| (parameter.low..=parameter.high).contains(number));
            let number = number.ok_or_else(|| SpecError::out_of_range(card, parameter, value.to_string()))?;
            self.choices.set(at, index, number);
        }
        Ok(())
    }
}

/// The level and its seed, which is 1 if nothing else is said.
fn level(table: &Table) -> Result<Option<Level>, SpecError> {
    let wrong = |key: &str, expected| SpecError::Kind { key: key.into(), expected };
    let seed = match (table.get("level_seed"), table.get("level")) {
        (Some(_), None) => return Err(wrong("level_seed", "left out without a level")),
        (Some(seed), _) => seed.as_integer().and_then(|seed| seed.try_into().ok()),
        (None, _) => Some(1),
    };
    let seed = seed.ok_or_else(|| wrong("level_seed", "a whole number from 0 on"))?;
    let Some(level) = table.get("level") else { return Ok(None) };
    let level = level.as_integer().and_then(|number| Level::new(number, seed));
    level.map(Some).ok_or_else(|| wrong("level", "a whole number from 1 to 10"))
}

/// The number of a parameter's value.
fn number(parameter: &ParameterCard, value: &Value) -> Option<i64> {
    match (value, parameter.names) {
        (Value::Integer(number), []) => Some(*number),
        (Value::Boolean(on), ["false", "true"]) => Some((*on).into()),
        (Value::String(text), names) => names.iter().position(|name| *name == text.replace('-', "_")).map(|at| at as i64),
        _ => None,
    }
}

fn name(key: &str, value: &Value) -> Result<String, SpecError> {
    let name = value.as_str().filter(|name| is_name(name));
    name.map(Into::into).ok_or(SpecError::Kind { key: key.into(), expected: "a name in quotes, of letters, digits, `_` and `-`" })
}

/// A name that can be written as it is.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
}

fn names(key: &str, value: &Value) -> Result<Vec<String>, SpecError> {
    let wrong = || SpecError::Kind { key: key.into(), expected: "a list of names" };
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|value| value.as_str().map(|name| name.replace('-', "_")).ok_or_else(wrong)).collect()
}

/// A table of names with a whole number each.
fn numbers(key: &str, value: &Value, expected: &'static str) -> Result<Vec<(String, i64)>, SpecError> {
    let Value::Table(table) = value else {
        return Err(SpecError::Kind { key: key.into(), expected: "a table of names with a number each" });
    };
    let number = |(name, value): (&String, &Value)| match value.as_integer() {
        _ if !is_name(name) => Err(SpecError::Kind { key: shorten(name), expected: "a name of letters, digits, `_` and `-`" }),
        Some(number) => Ok((name.clone(), number)),
        None => Err(SpecError::Kind { key: format!("{key}.{name}"), expected }),
    };
    table.iter().map(number).collect()
}
