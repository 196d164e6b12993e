//! The spec as options: a switch for each enhancement that the game can have, and one for each of its parameters. Before them come the few that
//! programs of the family expect by name.

use std::time::Duration;

use super::dialect::Dialect;
use crate::arena::{Arena, GameCard};
use crate::enhance::value::{Kind, Names, Value};
use crate::enhance::{CARDS, Card, ParameterCard, categories};
use crate::evaluate::{Evaluator, NOTHING};
use crate::game::{CardText, EvaluationCard, atoms};
use crate::level::Level;
use crate::part::PartId;
use crate::search::budget::GameClock;
use crate::spec::{Spec, SpecError};

/// How weak to play.
const LEVEL: &str = "level";
/// The size of the table in megabytes, for those who do not count in bits.
const HASH: &str = "Hash";
const CLEAR: &str = "Clear Hash";
/// Whether the other side lets us ponder. It says so in `go` too, which is all that counts.
const PONDER: &str = "Ponder";
/// What is kept back for the way between the programs, in milliseconds.
const OVERHEAD: &str = "Move Overhead";
const LONGEST_OVERHEAD: u64 = 5_000;
/// Whether every option is listed, and not only those that many want. All of them can be set either way.
pub const SHOW_ALL: &str = "Show All Options";
/// How many lines are told.
const LINES: &str = "MultiPV";
const MOST_LINES: u64 = 256;
/// How many threads search.
const THREADS: &str = "Threads";
const MOST_THREADS: u64 = 256;
/// A megabyte of table has 2^16 entries of 16 bytes.
const MEGABYTE_BITS: i64 = 16;

/// Which evaluation.
const EVALUATION: &str = "evaluation";
/// What the network of the spec that we were given is called among the evaluations.
const NETWORK: &str = "network";
/// Before the name of a term: its weight.
const WEIGHTS: &str = "weights.";
/// Categories of moves with their costs, such as `Ud-RdTt=32 C=48`.
const FEATURES: &str = "features";
/// What a text option without a value is written as.
const EMPTY: &str = "<empty>";

/// What an option that was set has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Perhaps the spec.
    Spec,
    /// What was learned is to be forgotten.
    Forget,
    /// Nothing about the engine.
    Nothing,
}

/// What the other side has chosen. Parameters of what is off are remembered too, because options come in any order.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The spec we were given: what is no option stays as it is there.
    base: Spec,
    /// The network that evaluates in it, if there is one.
    network: PartId,
    /// What the game shows to a spec that hides as much.
    game: GameCard,
    entries: Vec<OptionEntry>,
    overhead: Duration,
    lines: usize,
    threads: usize,
    /// Every option is listed.
    shows_all: bool,
    /// The name of the game under the option that the dialect has for it.
    variant: Option<(&'static str, String)>,
}

#[derive(Clone, Debug)]
struct OptionEntry {
    card: &'static Card,
    on: bool,
    /// The value of each parameter.
    values: Vec<Value>,
}

impl Options {
    pub(super) fn new(arena: &dyn Arena, dialect: &Dialect, base: Spec) -> Options {
        let game = arena.card().hiding(base.hidden());
        let offered = game.capabilities;
        let possible = CARDS.iter().filter(|card| card.capabilities.iter().all(|&needed| offered.contains(needed)));
        let entries = possible
            .map(|card| OptionEntry {
                card,
                on: base.is_on(card.name),
                values: card.parameters.iter().map(|p| base.value(card.name, p.name).unwrap_or_else(p.default)).collect(),
            })
            .collect();
        let variant = dialect.variant.map(|option| (option, game.variant.clone()));
        Options {
            network: base.network,
            base,
            game,
            entries,
            overhead: GameClock::OVERHEAD,
            lines: 1,
            threads: 1,
            shows_all: false,
            variant,
        }
    }

    /// How many lines are told.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// How many threads search.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// What is kept back for the way between the programs.
    pub(super) fn overhead(&self) -> Duration {
        self.overhead
    }

    /// One line for each option, with its present value as the default. Hundreds are too many for a dialogue: weights and parameters are left out until
    /// somebody asks for all.
    pub(super) fn list(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((card, bits)) = self.bits() {
            let (low, high) = card.kind.numbers().unwrap_or((bits, bits));
            let [default, low, high] = [bits, low, high].map(megabytes);
            lines.push(format!("option name {HASH} type spin default {default} min {low} max {high}"));
            lines.push(format!("option name {CLEAR} type button"));
        }
        lines.push(format!("option name {PONDER} type check default false"));
        lines.push(format!("option name {LINES} type spin default {} min 1 max {MOST_LINES}", self.lines));
        lines.push(format!("option name {THREADS} type spin default {} min 1 max {MOST_THREADS}", self.threads));
        let overhead = self.overhead.as_millis();
        lines.push(format!("option name {OVERHEAD} type spin default {overhead} min 0 max {LONGEST_OVERHEAD}"));
        if let Some((option, game)) = &self.variant {
            lines.push(format!("option name {option} type combo default {game} var {game}"));
        }
        lines.push(format!("option name {LEVEL} type spin default {} min 0 max {}", self.level(), Level::HIGHEST));
        if self.has_choice() {
            let all = self.evaluation_names().iter().fold(String::new(), |all, name| all + " var " + name);
            lines.push(format!("option name {EVALUATION} type combo default {}{all}", self.evaluation_name()));
        }
        lines.push(format!("option name {SHOW_ALL} type check default {}", self.shows_all));
        for term in self.evaluation().filter(|_| self.shows_all).map_or(&[][..], |chosen| chosen.terms) {
            let set = self.base.weights.iter().find(|(name, _)| name == term.name);
            let weight = set.map_or(i64::from(term.weight), |(_, weight)| *weight);
            let (name, low, high) = (term.name, term.low, term.high);
            lines.push(format!("option name {WEIGHTS}{name} type spin default {weight} min {low} max {high}"));
        }
        for entry in &self.entries {
            let name = entry.card.name;
            lines.push(format!("option name {name} type check default {}", entry.on));
            for (parameter, value) in entry.card.parameters.iter().zip(&entry.values).filter(|_| self.shows_all) {
                lines.push(format!("option name {name}.{} {}", parameter.name, kind(parameter.kind, value)));
            }
        }
        lines
    }

    /// There is more than one evaluation.
    fn has_choice(&self) -> bool {
        self.game.evaluations.len() > 1 || !self.network.is_none()
    }

    /// The names of all evaluations to choose from.
    fn evaluation_names(&self) -> Vec<CardText> {
        let network = (!self.network.is_none()).then_some(NETWORK.into());
        let own = self.game.evaluations.iter().map(|card| card.name.clone()).filter(|name| name != NOTHING);
        network.into_iter().chain(own).chain([NOTHING.into()]).collect()
    }

    /// The name of the one in use.
    fn evaluation_name(&self) -> &str {
        match self.base.evaluator(&self.game.evaluations) {
            Evaluator::Network(_) => NETWORK,
            Evaluator::Game | Evaluator::Nobody => self.evaluation().map_or(NOTHING, |card| &card.name),
        }
    }

    /// The evaluation of the game in use; none if nobody evaluates, or a network.
    fn evaluation(&self) -> Option<&EvaluationCard<CardText>> {
        if self.base.evaluator(&self.game.evaluations) != Evaluator::Game {
            return None;
        }
        let named = self.game.evaluations.iter().find(|card| Some(&*card.name) == self.base.evaluation.as_deref());
        named.or(self.game.evaluations.first())
    }

    /// 0 without a level.
    fn level(&self) -> u8 {
        self.base.level.map_or(0, Level::number)
    }

    /// The bits of the table, with their card.
    fn bits(&self) -> Option<(&'static ParameterCard, i64)> {
        let table = self.entries.iter().find(|entry| entry.card.name == "table")?;
        let at = table.card.parameters.iter().position(|card| card.name == "bits")?;
        Some((&table.card.parameters[at], table.values[at].number()?))
    }

    /// Sets an option, whose name has no case; a button has no value. The text is a remark, or else what is wrong.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(Change, Option<String>), String> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is(CLEAR) {
            return Ok((Change::Forget, None));
        }
        let value = value.ok_or_else(|| format!("write `setoption name {} value VALUE`", brief(name)))?;
        if is(HASH) {
            let Some((card, _)) = self.bits() else { return Err(format!("there is no table for the option `{HASH}`")) };
            let (least, most) = card.kind.numbers().unwrap_or_default();
            let (size, remark) = nearest(HASH, value, megabytes(least), megabytes(most))?;
            let bits = (MEGABYTE_BITS + i64::from(size.ilog2())).clamp(least, most);
            self.set_spec("table.bits", &bits.to_string())?;
            return Ok((Change::Spec, remark));
        }
        if is(OVERHEAD) {
            let (overhead, remark) = nearest(OVERHEAD, value, 0, LONGEST_OVERHEAD)?;
            self.overhead = Duration::from_millis(overhead);
            return Ok((Change::Nothing, remark));
        }
        if is(LINES) {
            let (lines, remark) = nearest(LINES, value, 1, MOST_LINES)?;
            self.lines = lines as usize;
            return Ok((Change::Nothing, remark));
        }
        if is(THREADS) {
            let (threads, remark) = nearest(THREADS, value, 1, MOST_THREADS)?;
            self.threads = threads as usize;
            return Ok((Change::Nothing, remark));
        }
        if is(PONDER) {
            return check(PONDER, value).map(|_| (Change::Nothing, None));
        }
        if is(SHOW_ALL) {
            self.shows_all = check(SHOW_ALL, value)?;
            return Ok((Change::Nothing, None));
        }
        if let Some((option, game)) = &self.variant
            && is(option)
        {
            let known = value.eq_ignore_ascii_case(game);
            return if known { Ok((Change::Nothing, None)) } else { Err(refused(option, value, game)) };
        }
        self.set_spec(name, value).map(|()| (Change::Spec, None))
    }

    /// Sets an option of the spec; the message says what is wrong with it.
    fn set_spec(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wanted = name.to_ascii_lowercase();
        let (enhancement, parameter) = wanted.split_once('.').map_or((wanted.as_str(), None), |(a, b)| (a, Some(b)));
        let refused = |range: &str| Err(refused(&wanted, value, range));
        if wanted == LEVEL {
            let seed = self.base.level.map_or(1, |level| level.seed);
            self.base.level = match value.parse() {
                Ok(0) => None,
                Ok(number) if Level::new(number, seed).is_some() => Level::new(number, seed),
                _ => return refused("1 to 10, or 0 for full strength"),
            };
            return Ok(());
        }
        if wanted == EVALUATION && self.has_choice() {
            let names = self.evaluation_names();
            let Some(name) = names.iter().find(|name| name.eq_ignore_ascii_case(value)) else {
                return refused(&names.join(", "));
            };
            // Weights belong to the evaluation.
            if self.evaluation_name() != &**name {
                self.base.weights.clear();
                match &**name == NETWORK && !self.network.is_none() {
                    true => self.base.evaluate_by_network(self.network),
                    false => self.base.evaluate_by(name),
                }
            }
            return Ok(());
        }
        if let Some(name) = wanted.strip_prefix(WEIGHTS)
            && let Some(term) =
                self.evaluation().and_then(|card| card.terms.iter().find(|term| term.name.eq_ignore_ascii_case(name)))
        {
            let range = i64::from(term.low)..=i64::from(term.high);
            let Some(weight) = value.parse().ok().filter(|weight| range.contains(weight)) else {
                return refused(&format!("{} to {}", term.low, term.high));
            };
            self.base.weights.retain(|(other, _)| other != term.name);
            self.base.weights.push((term.name.into(), weight));
            return Ok(());
        }
        // What `categories.costs` was called, with which they were on.
        if wanted == FEATURES && self.entries.iter().any(|entry| entry.card.name == categories::NAME) {
            self.set_spec(&format!("{}.costs", categories::NAME), value)?;
            let on = value != EMPTY && !value.trim().is_empty();
            return self.set_spec(categories::NAME, if on { "true" } else { "false" });
        }
        let entry = self.entries.iter_mut().find(|entry| entry.card.name == enhancement);
        let unknown = || {
            format!(
                "there is no option `{}`; the first command of the protocol lists them, and all of them after `{SHOW_ALL}`",
                brief(name)
            )
        };
        let Some(entry) = entry else { return Err(unknown()) };
        match parameter {
            None => match value.to_ascii_lowercase().as_str() {
                "true" => entry.on = true,
                "false" => entry.on = false,
                _ => return refused("true, false"),
            },
            Some(parameter) => {
                let at = entry.card.parameters.iter().position(|card| card.name == parameter).ok_or_else(unknown)?;
                let kind = entry.card.parameters[at].kind;
                let Some(value) = kind.read(if value == EMPTY { "" } else { value }) else { return refused(&kind.range()) };
                if matches!(kind, Kind::Table { names: Names::Categories, .. }) {
                    for (name, _) in value.table().unwrap_or_default() {
                        if let Err(remedy) = atoms::read(&self.game.atoms, name) {
                            return Err(format!("the option `{wanted}` has no category `{}`; {remedy}", brief(name)));
                        }
                    }
                }
                entry.values[at] = value;
            }
        }
        Ok(())
    }

    /// The spec that follows from the options.
    pub(super) fn spec(&self) -> Result<Spec, SpecError> {
        let mut spec = self.base.clone();
        for OptionEntry { card, on, values } in &self.entries {
            if !on {
                spec.switch_off(card.name)?;
                continue;
            }
            spec.switch_on(card.name)?;
            for (parameter, value) in card.parameters.iter().zip(values) {
                spec.set(card.name, parameter.name, value.clone())?;
            }
        }
        Ok(spec)
    }
}

/// An option of this kind, with its present value.
fn kind(kind: Kind, value: &Value) -> String {
    let default = kind.brief(value);
    match kind {
        Kind::Number { low, high } => format!("type spin default {default} min {low} max {high}"),
        Kind::Switch => format!("type check default {default}"),
        Kind::Choice(names) => {
            names.iter().fold(format!("type combo default {default}"), |line, name| format!("{line} var {name}"))
        }
        Kind::Vector { .. } | Kind::Table { .. } | Kind::Name(_) if default.is_empty() => format!("type string default {EMPTY}"),
        Kind::Vector { .. } | Kind::Table { .. } | Kind::Name(_) | Kind::Part(_) => format!("type string default {default}"),
    }
}

/// The size of a table, at least one megabyte.
fn megabytes(bits: i64) -> u64 {
    1 << (bits - MEGABYTE_BITS).clamp(0, 32)
}

/// The value of a switch.
fn check(option: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(refused(option, value, "true, false")),
    }
}

/// The number of the range that is nearest to the one wanted, with a remark if that is another.
fn nearest(option: &str, value: &str, low: u64, high: u64) -> Result<(u64, Option<String>), String> {
    let (negative, digits) = value.strip_prefix('-').map_or((false, value), |digits| (true, digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refused(option, value, &format!("{low} to {high}")));
    }
    let number = if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    let taken = number.clamp(low, high);
    let is_other = taken != number || negative && digits.bytes().any(|digit| digit != b'0');
    let remark = is_other.then(|| format!("{}; {taken} is taken", refused(option, value, &format!("{low} to {high}"))));
    Ok((taken, remark))
}

fn refused(option: &str, value: &str, range: &str) -> String {
    format!("the option `{option}` cannot be `{}`; use {range}", brief(value))
}

/// The beginning of a text for a message.
pub(super) fn brief(text: &str) -> String {
    crate::game::shorten(text)
}

#[cfg(test)]
mod tests {
    use super::super::UCI;
    use super::*;
    use crate::arena::GameArena;
    use crate::testing::Heaps;

    #[test]
    fn options_act_on_the_base_and_phases_differ_from_it_as_before() {
        let text = "[alpha_beta]\n[table]\n[killers]\n[phase.1]\noff = [\"table\"]\n[phase.1.killers]\nslots = 4";
        let base = Spec::parse(text).unwrap();
        let mut options = Options::new(&GameArena::new(Heaps), &UCI, base.clone());
        assert_eq!(options.spec().unwrap(), base);
        for (name, value) in [("Hash", "1"), ("killers.quiet", "false"), ("history", "true"), ("level", "3")] {
            options.set(name, Some(value)).unwrap();
        }
        let late = options.spec().unwrap().in_phase(1).unwrap();
        let expected = "level = 3\n[alpha_beta]\n[killers]\nslots = 4\nquiet = false\n[history]";
        assert_eq!(late, Spec::parse(expected).unwrap());
        assert_eq!(options.spec().unwrap().get("table", "bits"), Some(MEGABYTE_BITS));
    }
}
