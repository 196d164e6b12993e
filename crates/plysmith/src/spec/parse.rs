//! Reading a spec.

use toml::{Table, Value};

use super::phase::{Phase, Switch, complete};
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
                // A phase differs from the base, which is read first.
                "level" | "level_seed" | "phase" => {}
                _ => spec.enhancement(&key.replace('-', "_"), value)?,
            }
        }
        spec.complete_order();
        if let Some(order) = order {
            spec.set_order(&order)?;
        }
        if let Some(phases) = table.get("phase") {
            spec.phases = spec.read_phases(phases)?;
        }
        spec.check_alone()?;
        Ok(spec)
    }

    fn enhancement(&mut self, name: &str, value: &Value) -> Result<(), SpecError> {
        let (at, values) = enhancement(name, value)?;
        self.choices.switch(at, true);
        values.into_iter().for_each(|(index, value)| self.choices.set(at, index, value));
        Ok(())
    }

    fn read_phases(&self, value: &Value) -> Result<Vec<(usize, Phase)>, SpecError> {
        let wrong = || SpecError::Kind { key: "phase".into(), expected: "tables [phase.0], [phase.1] and so on" };
        let mut phases = Vec::new();
        for (key, value) in value.as_table().ok_or_else(wrong)? {
            let number = key.parse::<usize>().ok().filter(|number| number.to_string() == *key);
            let number = number.ok_or_else(|| SpecError::UnknownPhase { name: shorten(key) })?;
            let table = value.as_table().ok_or_else(wrong)?;
            phases.push((number, self.phase(table).map_err(|error| error.in_phase(number))?));
        }
        phases.sort_unstable_by_key(|(number, _)| *number);
        Ok(phases)
    }

    fn phase(&self, table: &Table) -> Result<Phase, SpecError> {
        let mut phase = Phase::default();
        let mut off = Vec::new();
        for (key, value) in table {
            match key.as_str() {
                "off" => off = places(&names(key, value)?)?,
                "order" => phase.order = Some(places(&names(key, value)?)?),
                "features" => phase.features = Some(numbers(key, value, Spec::COSTS_TEXT)?),
                "evaluation" | "weights" | "level" | "level_seed" | "phase" => {
                    return Err(SpecError::NotInPhase { key: key.clone() });
                }
                _ => {
                    let (at, mut values) = enhancement(&key.replace('-', "_"), value)?;
                    if !self.choices.is_on(at) {
                        complete(&mut values, at, &self.choices);
                    }
                    // `tt-order` and `tt_order` are the same: the last one counts, as in the base.
                    phase.switched.retain(|(other, _)| *other != at);
                    phase.switched.push((at, Switch::On(values)));
                }
            }
        }
        for at in off {
            match phase.switched.iter().find(|(other, _)| *other == at) {
                Some((_, Switch::On(_))) => return Err(SpecError::OffAndOn { name: CARDS[at].name }),
                Some((_, Switch::Off)) => {}
                None => phase.switched.push((at, Switch::Off)),
            }
        }
        phase.switched.sort_unstable_by_key(|(at, _)| *at);
        Ok(phase)
    }
}

fn places(names: &[String]) -> Result<Vec<usize>, SpecError> {
    names.iter().map(|name| place(name).ok_or_else(|| SpecError::unknown_enhancement(name))).collect()
}

/// An enhancement by its place, with the parameters that its table sets.
fn enhancement(name: &str, value: &Value) -> Result<(usize, Vec<(usize, i64)>), SpecError> {
    let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
    let card = &CARDS[at];
    let Value::Table(parameters) = value else { return Err(SpecError::NotATable { name: card.name }) };
    let mut values = Vec::new();
    for (key, value) in parameters {
        let key = key.replace('-', "_");
        let index = card.parameters.iter().position(|parameter| parameter.name == key);
        let index = index.ok_or_else(|| SpecError::unknown_parameter(card, &key))?;
        let parameter = &card.parameters[index];
        let number = number(parameter, value).filter(|number| (parameter.low..=parameter.high).contains(number));
        let number = number.ok_or_else(|| SpecError::out_of_range(card, parameter, value.to_string()))?;
        values.push((index, number));
    }
    values.sort_unstable();
    Ok((at, values))
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
