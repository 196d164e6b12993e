//! Reading a spec.

use toml::Table;

use super::owner::{EVALUATION, EVALUATION_PARAMETERS};
use super::phase::{Phase, Switch, complete};
use super::{Owner, Spec, SpecError, defaults};
use crate::enhance::value::{Kind, Value};
use crate::enhance::{CARDS, FORMERLY, Orders, ParameterCard, WORTH, categories, entry, place};
use crate::game::{Capabilities, shorten};
use crate::level::Level;

/// What is said about a spec in an older form.
const FORMER: &str = "older form of a spec; `plysmith spec` writes the new one";

impl Spec {
    /// Reads a spec. Whether it suits a game is for [`Spec::check`] to say.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        Spec::parse_noting(text).map(|(spec, _)| spec)
    }

    /// The same with remarks, if it is written in an older form.
    pub fn parse_noting(text: &str) -> Result<(Spec, Vec<String>), SpecError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| SpecError::Toml(error.to_string().trim_end().into()))?;
        let (mut spec, mut notes) = (Spec::nothing(), Vec::new());
        let mut order = None;
        spec.level = level(&table)?;
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("order", _) => order = Some(precedence(key, value, &mut notes)?),
                ("hide", _) => spec.set_hidden(Capabilities::read(names(key, value)?)?),
                // A phase differs from the base, which is read first.
                ("level" | "level_seed" | "phase", _) => {}
                (EVALUATION, toml::Value::String(_)) => {
                    notes.push(format!("`{key}` as a name: write [{EVALUATION}] with `name`; {FORMER}"));
                    spec.set_evaluation(0, value)?;
                }
                (EVALUATION, toml::Value::Table(parameters)) => {
                    for (key, value) in parameters {
                        let (index, _) = Owner::named(EVALUATION).expect("it is in the list").parameter(&key.replace('-', "_"))?;
                        spec.set_evaluation(index, value)?;
                    }
                }
                (EVALUATION, _) => {
                    return Err(SpecError::Kind { key: key.clone(), expected: "a table with `name` and `weights`" });
                }
                ("weights", _) => {
                    notes.push(format!("[weights]: write [{EVALUATION}.weights]; {FORMER}"));
                    spec.set_evaluation(1, value)?;
                }
                ("features", _) => {
                    notes.push(format!("[features]: write [{}.costs]; {FORMER}", categories::NAME));
                    let (at, values) = costs(value)?;
                    spec.settings[at] = (!is_empty(&values)).then(|| completed(at, values));
                }
                _ => {
                    let (at, values) = enhancement(&key.replace('-', "_"), value, &Spec::nothing(), &mut notes)?;
                    spec.settings[at] = Some(completed(at, values));
                }
            }
        }
        spec.complete_order();
        if let Some(order) = order {
            spec.set_order(&order)?;
        }
        if let Some(phases) = table.get("phase") {
            spec.phases = spec.read_phases(phases, &mut notes)?;
        }
        spec.check_alone()?;
        Ok((spec, notes))
    }

    fn set_evaluation(&mut self, index: usize, value: &toml::Value) -> Result<(), SpecError> {
        let card = &EVALUATION_PARAMETERS[index];
        self.set(EVALUATION, card.name, read(EVALUATION, card, value)?)
    }

    fn read_phases(&self, value: &toml::Value, notes: &mut Vec<String>) -> Result<Vec<(usize, Phase)>, SpecError> {
        let wrong = || SpecError::Kind { key: "phase".into(), expected: "tables [phase.0], [phase.1] and so on" };
        let mut phases = Vec::new();
        for (key, value) in value.as_table().ok_or_else(wrong)? {
            let number = key.parse::<usize>().ok().filter(|number| number.to_string() == *key);
            let number = number.ok_or_else(|| SpecError::UnknownPhase { name: shorten(key) })?;
            let table = value.as_table().ok_or_else(wrong)?;
            phases.push((number, self.phase(table, notes).map_err(|error| error.in_phase(number))?));
        }
        phases.sort_unstable_by_key(|(number, _)| *number);
        Ok(phases)
    }

    fn phase(&self, table: &Table, notes: &mut Vec<String>) -> Result<Phase, SpecError> {
        let mut phase = Phase::default();
        let mut off = Vec::new();
        for (key, value) in table {
            match key.as_str() {
                "off" => off = places(&names(key, value)?)?,
                "order" => {
                    let names = precedence(key, value, notes)?;
                    let entry = |name: &String| entry(name).ok_or_else(|| SpecError::unknown_enhancement(name));
                    phase.order = Some(names.iter().map(entry).collect::<Result<_, _>>()?);
                }
                "features" => {
                    notes.push(format!("[phase.N.features]: write [phase.N.{}.costs]; {FORMER}", categories::NAME));
                    let (at, values) = costs(value)?;
                    // None there meant none in this phase.
                    let switch = if is_empty(&values) { Switch::Off } else { Switch::On(values) };
                    phase.switched.retain(|(other, _)| *other != at);
                    phase.switched.push((at, switch));
                }
                "evaluation" | "weights" | "level" | "level_seed" | "hide" | "phase" => {
                    return Err(SpecError::NotInPhase { key: key.clone() });
                }
                _ => {
                    let (at, mut values) = enhancement(&key.replace('-', "_"), value, self, notes)?;
                    if !self.is_on_at(at) {
                        complete(&mut values, at, None);
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

/// The values of parameters by their place on the card, as far as they are said.
type Said = Vec<(usize, Value)>;

/// An enhancement by its place, with the parameters that its table sets; what is not said is as in the base.
fn enhancement(name: &str, value: &toml::Value, base: &Spec, notes: &mut Vec<String>) -> Result<(usize, Said), SpecError> {
    let at = place(name).ok_or_else(|| SpecError::unknown_enhancement(name))?;
    let card = &CARDS[at];
    let owner = Owner { name: card.name, parameters: card.parameters };
    let toml::Value::Table(parameters) = value else { return Err(SpecError::NotATable { name: card.name }) };
    let mut values: Said = Vec::new();
    for (key, value) in parameters {
        let key = key.replace('-', "_");
        match owner.parameter(&key) {
            Ok((index, parameter)) => values.push((index, read(card.name, parameter, value)?)),
            Err(error) => {
                let former = former(at, &key, value).ok_or(error)?;
                let note = format!("{name}.{key}: write `{}`; {FORMER}", former.1.name);
                if !notes.contains(&note) {
                    notes.push(note);
                }
                take_former(&owner, &mut values, base, former)?;
            }
        }
    }
    values.sort_unstable_by_key(|(index, _)| *index);
    Ok((at, values))
}

/// An element of a vector that was a parameter of its own.
type FormerElement = (usize, &'static ParameterCard, usize, i64);

/// What an older name means: the vector, its card, the place in it, and the number.
fn former(at: usize, key: &str, value: &toml::Value) -> Option<FormerElement> {
    FORMERLY[at].iter().find_map(|former| {
        let rest = key.strip_prefix(former.prefix)?;
        let element = match former.first {
            None => rest.is_empty().then_some(0)?,
            Some(first) => rest.parse::<usize>().ok()?.checked_sub(first)?,
        };
        let index = CARDS[at].parameters.iter().position(|card| card.name == former.parameter)?;
        let card = &CARDS[at].parameters[index];
        let Kind::Vector { longest, .. } = card.kind else { return None };
        (element < longest).then_some((index, card, element, value.as_integer()?))
    })
}

/// Puts such an element into its vector, which begins as the base has it, or else by default.
fn take_former(
    owner: &Owner,
    values: &mut Said,
    base: &Spec,
    (index, card, element, number): FormerElement,
) -> Result<(), SpecError> {
    if values.iter().all(|(other, _)| *other != index) {
        values.push((index, base.value(owner.name, card.name).unwrap_or_else(card.default)));
    }
    let Some((_, Value::Vector(numbers))) = values.iter_mut().find(|(other, _)| *other == index) else { return Ok(()) };
    // A row that ends before is filled up.
    let usual = (card.default)().vector().map(<[_]>::to_vec).unwrap_or_default();
    numbers.extend(usual.into_iter().skip(numbers.len()).take((element + 1).saturating_sub(numbers.len())));
    if let Some(place) = numbers.get_mut(element) {
        *place = number;
    }
    let value = Value::Vector(numbers.clone());
    if card.kind.holds(&value) { Ok(()) } else { Err(SpecError::out_of_range(owner, card, number.to_string())) }
}

/// The costs of categories as they were written before there was an owner for them.
fn costs(value: &toml::Value) -> Result<(usize, Said), SpecError> {
    let at = place(categories::NAME).expect("it is in the list");
    let card = &CARDS[at].parameters[0];
    Ok((at, vec![(0, read(categories::NAME, card, value)?)]))
}

fn is_empty(values: &Said) -> bool {
    values.iter().all(|(_, value)| value.table().is_some_and(<[_]>::is_empty))
}

/// All values of an enhancement: those that are said, and the others by default.
fn completed(at: usize, said: Said) -> Vec<Value> {
    let mut values = defaults(at);
    said.into_iter().for_each(|(index, value)| values[index] = value);
    values
}

/// The value of a parameter, in its range.
fn read(owner: &'static str, card: &ParameterCard, value: &toml::Value) -> Result<Value, SpecError> {
    let found = match (value, card.kind) {
        (toml::Value::Integer(number), Kind::Number { .. }) => Some(Value::Number(*number)),
        (toml::Value::Boolean(on), Kind::Switch) => Some(Value::Number((*on).into())),
        (toml::Value::String(text), Kind::Choice(_) | Kind::Switch | Kind::Name(_) | Kind::Part(_)) => card.kind.read(text),
        (toml::Value::Array(elements), kind @ Kind::Vector { .. }) => {
            let element = |element: &toml::Value| match element {
                toml::Value::Integer(number) => Some(*number),
                toml::Value::String(name) => kind.element(name),
                _ => None,
            };
            elements.iter().map(element).collect::<Option<Vec<_>>>().map(Value::from)
        }
        (toml::Value::Table(table), Kind::Table { .. }) => {
            let entry = |(name, number): (&String, &toml::Value)| Some((name.clone(), number.as_integer()?));
            table.iter().map(entry).collect::<Option<Vec<_>>>().map(Value::from)
        }
        _ => None,
    };
    let owner = Owner { name: owner, parameters: &[] };
    found.filter(|found| card.kind.holds(found)).ok_or_else(|| SpecError::out_of_range(&owner, card, value.to_string()))
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

/// The names of a precedence. What adds to worth had an entry of its own in older specs.
fn precedence(key: &str, value: &toml::Value, notes: &mut Vec<String>) -> Result<Vec<String>, SpecError> {
    let mut names = names(key, value)?;
    for name in &mut names {
        if place(name).is_some_and(|at| CARDS[at].orders == Orders::Worth) {
            notes.push(format!("`{name}` in `order`: write `{WORTH}`; {FORMER}"));
            *name = WORTH.into();
        }
    }
    Ok(names)
}

fn names(key: &str, value: &toml::Value) -> Result<Vec<String>, SpecError> {
    let wrong = || SpecError::Kind { key: key.into(), expected: "a list of names" };
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|value| value.as_str().map(|name| name.replace('-', "_")).ok_or_else(wrong)).collect()
}
