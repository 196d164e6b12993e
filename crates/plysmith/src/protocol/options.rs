//! The spec as options: a switch for each enhancement that the game can have, and one for each of its parameters.

use std::fmt::Write;

use crate::arena::Arena;
use crate::enhance::{CARDS, Card, ParameterCard};
use crate::level::Level;
use crate::spec::{Spec, SpecError};

/// How weak to play.
const LEVEL: &str = "level";

/// What the other side has chosen. Parameters of what is off are remembered too, because options come in any order.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The spec we were given: what is no option stays as it is there.
    base: Spec,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    card: &'static Card,
    on: bool,
    /// The value of each parameter.
    values: Vec<i64>,
}

impl Options {
    pub(super) fn new(arena: &dyn Arena, base: Spec) -> Options {
        let offered = arena.card().capabilities;
        let possible = CARDS.iter().filter(|card| card.capabilities.iter().all(|needed| offered.contains(needed)));
        let entries = possible
            .map(|card| Entry {
                card,
                on: base.is_on(card.name),
                values: card.parameters.iter().map(|p| base.get(card.name, p.name).unwrap_or(p.default)).collect(),
            })
            .collect();
        Options { base, entries }
    }

    /// One line for each option, with its present value as the default.
    pub(super) fn list(&self) -> Vec<String> {
        let mut lines = vec![format!("option name {LEVEL} type spin default {} min 0 max {}", self.level(), Level::HIGHEST)];
        for entry in &self.entries {
            let name = entry.card.name;
            lines.push(format!("option name {name} type check default {}", entry.on));
            for (parameter, &value) in entry.card.parameters.iter().zip(&entry.values) {
                lines.push(format!("option name {name}.{} {}", parameter.name, kind(parameter, value)));
            }
        }
        lines
    }

    /// 0 without a level.
    fn level(&self) -> u8 {
        self.base.level.map_or(0, Level::number)
    }

    /// Sets an option; the message says what is wrong with it.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wanted = name.to_ascii_lowercase();
        let (enhancement, parameter) = wanted.split_once('.').map_or((wanted.as_str(), None), |(a, b)| (a, Some(b)));
        let refused = |range: &str| Err(format!("the option `{wanted}` cannot be `{}`; use {range}", brief(value)));
        if wanted == LEVEL {
            let seed = self.base.level.map_or(1, |level| level.seed);
            self.base.level = match value.parse() {
                Ok(0) => None,
                Ok(number) if Level::new(number, seed).is_some() => Level::new(number, seed),
                _ => return refused("1 to 10, or 0 for full strength"),
            };
            return Ok(());
        }
        let entry = self.entries.iter_mut().find(|entry| entry.card.name == enhancement);
        let unknown =
            || format!("there is no option `{}`; ask for all of them with the first command of the protocol", brief(name));
        let Some(entry) = entry else { return Err(unknown()) };
        match parameter {
            None => match value.to_ascii_lowercase().as_str() {
                "true" => entry.on = true,
                "false" => entry.on = false,
                _ => return refused("true, false"),
            },
            Some(parameter) => {
                let at = entry.card.parameters.iter().position(|card| card.name == parameter).ok_or_else(unknown)?;
                let card = &entry.card.parameters[at];
                let Some(value) = card.read(value) else { return refused(&card.range()) };
                entry.values[at] = value;
            }
        }
        Ok(())
    }

    /// The spec that follows from the options.
    pub(super) fn spec(&self) -> Result<Spec, SpecError> {
        let mut spec = self.base.clone();
        for Entry { card, on, values } in &self.entries {
            if !on {
                spec.switch_off(card.name)?;
                continue;
            }
            spec.switch_on(card.name)?;
            for (parameter, &value) in card.parameters.iter().zip(values) {
                spec.set(card.name, parameter.name, value)?;
            }
        }
        Ok(spec)
    }
}

fn kind(parameter: &ParameterCard, value: i64) -> String {
    match parameter.names {
        [] => format!("type spin default {value} min {} max {}", parameter.low, parameter.high),
        ["false", "true"] => format!("type check default {}", value != 0),
        names => names.iter().fold(format!("type combo default {}", names[value as usize]), |mut line, name| {
            let _ = write!(line, " var {name}");
            line
        }),
    }
}

/// The beginning of a text for a message.
pub(super) fn brief(text: &str) -> String {
    crate::game::shorten(text)
}
