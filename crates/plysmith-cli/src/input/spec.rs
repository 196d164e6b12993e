//! Options that choose a spec.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use plysmith::enhance::value::{Kind, Value};
use plysmith::enhance::{CARDS, categories};
use plysmith::spec::{EVALUATION, Owner, remedy};
use plysmith::{Arena, Level, Spec};

use crate::files::parts;

/// Which spec, and what is changed in it.
#[derive(clap::Args, Clone, Debug)]
pub struct SpecArgs {
    /// A preset of the game (`negamax`, `plain`, `default`, `full-width`, `everything`, …) or a TOML file
    #[arg(long, value_name = "PRESET|FILE", default_value = "default")]
    pub spec: String,
    /// Switch an enhancement on; may be given several times
    #[arg(long, value_name = "NAME")]
    pub on: Vec<String>,
    /// Switch an enhancement off; may be given several times
    #[arg(long, value_name = "NAME")]
    pub off: Vec<String>,
    /// Set a parameter, such as `killers.slots=3`, `multi_probcut.deviation=40,50`, `evaluation=NAME`, `weights.TERM=5`, `categories.costs.ATOM-ATOM=32` or `level=3`; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl SpecArgs {
    /// The spec, checked against the game.
    pub fn read(&self, arena: &dyn Arena) -> Result<Spec> {
        let mut spec = named(arena, &self.spec)?;
        for name in &self.on {
            spec.switch_on(&name.replace('-', "_"))?;
        }
        for name in &self.off {
            spec.switch_off(&name.replace('-', "_"))?;
        }
        for setting in &self.set {
            set(&mut spec, setting).with_context(|| format!("--set {setting}"))?;
        }
        let loaded = parts::load(arena, &spec, folder(arena, &self.spec), Path::new(parts::STORE));
        let checked = loaded.and_then(|()| Ok(arena.check_spec(&spec)?));
        checked.with_context(|| format!("the spec `{}` does not work for {}", self.spec, arena.card().name))?;
        Ok(spec)
    }
}

/// The folder beside which the parts of a spec are looked for: that of its file, or the one we are in.
pub fn folder<'n>(arena: &dyn Arena, name: &'n str) -> &'n Path {
    let parent = if arena.card().presets.contains(&name) { None } else { Path::new(name).parent() };
    parent.unwrap_or(Path::new(""))
}

/// The spec of a preset, or in a file.
pub fn named(arena: &dyn Arena, name: &str) -> Result<Spec> {
    let card = arena.card();
    if card.presets.contains(&name) {
        return Ok(arena.preset(name)?);
    }
    let path = Path::new(name);
    if !path.exists() {
        let remedy = remedy(name, card.presets.iter().copied());
        bail!("`{name}` is neither a preset of {} nor a file; {remedy}", card.name);
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the spec `{name}`"))?;
    let (spec, notes) = Spec::parse_noting(&text).with_context(|| format!("in the spec `{name}`"))?;
    for note in notes {
        // Whoever cannot read the note can use the spec all the same.
        let _ = writeln!(std::io::stderr(), "note: `{name}`: {note}");
    }
    Ok(spec.hiding(card.hidden))
}

/// A level as its number, with the seed of its errors behind a slash if it is another than 1: `3`, `3/7`.
pub fn level(text: &str) -> Result<Level> {
    let (number, seed) = text.split_once('/').unwrap_or((text, "1"));
    let level = number.parse().ok().zip(seed.parse().ok()).and_then(|(number, seed)| Level::new(number, seed));
    level.ok_or_else(|| anyhow!("`{text}` is no level; use 1 to {}, or such as 3/7 for other errors", Level::HIGHEST))
}

pub fn set(spec: &mut Spec, setting: &str) -> Result<()> {
    let (key, value) = setting.split_once('=').ok_or_else(|| anyhow!("write KEY=VALUE, such as killers.slots=3"))?;
    let (key, value) = (key.trim(), value.trim());
    if key == "evaluation" {
        spec.evaluate_by(value);
        return Ok(());
    }
    if key == "level" {
        spec.level = Some(level(value)?);
        return Ok(());
    }
    let (group, name) = key.split_once('.').ok_or_else(|| anyhow!("write NAME.PARAMETER=VALUE, such as killers.slots=3"))?;
    // What has names of the game for parameters may be called by the short names that specs once had.
    let (owner, name) = match group {
        "weights" => (EVALUATION.to_string(), format!("weights.{name}")),
        "features" => (categories::NAME.to_string(), format!("costs.{name}")),
        _ => (group.replace('-', "_"), name.to_string()),
    };
    let Some(known) = Owner::named(&owner) else {
        bail!("unknown enhancement `{owner}`; {}", remedy(&owner, CARDS.iter().map(|card| card.name)));
    };
    let (name, entry) = name.split_once('.').map_or((name.as_str(), None), |(name, entry)| (name, Some(entry)));
    let name = name.replace('-', "_");
    if known.parameters.is_empty() {
        bail!("`{owner}` has no parameters; switch it with --on {owner} or --off {owner}");
    }
    let (_, parameter) = known.parameter(&name)?;
    // Whoever names a category wants it to count.
    if owner == categories::NAME {
        spec.switch_on(categories::NAME)?;
    }
    // And whoever names a weight wants what has it to evaluate, in the place of a network.
    if owner == EVALUATION && name == "weights" {
        *spec = std::mem::replace(spec, Spec::nothing()).without_network();
    }
    let Some(present) = spec.value(&owner, &name) else { bail!("`{owner}` is off; add --on {owner}") };
    let value = match (entry, present.table()) {
        (None, _) => {
            let read = parameter.kind.read(value);
            read.with_context(|| format!("`{value}` is out of range; use {}", parameter.kind.range()))?
        }
        (Some(entry), Some(table)) => {
            let number = value.parse().map_err(|_| anyhow!("`{value}` is no whole number"))?;
            table.iter().cloned().chain([(entry.to_string(), number)]).collect::<Vec<_>>().into()
        }
        (Some(entry), None) => bail!("`{owner}.{name}` has no `{entry}`; write {owner}.{name}=VALUE"),
    };
    Ok(spec.set(&owner, &name, value)?)
}

/// A value of a parameter for programs.
pub fn value_json(kind: Kind, value: &Value) -> serde_json::Value {
    match (kind, value) {
        (Kind::Switch, Value::Number(number)) => (*number != 0).into(),
        (Kind::Choice(names), Value::Number(number)) => names[*number as usize].into(),
        (_, Value::Number(number)) => (*number).into(),
        (_, Value::Vector(numbers)) => numbers.clone().into(),
        (_, Value::Table(entries)) => {
            entries.iter().map(|(name, number)| (name.clone(), (*number).into())).collect::<serde_json::Map<_, _>>().into()
        }
        (_, Value::Name(name)) => name.clone().into(),
        (_, Value::Part(id)) => (!id.is_none()).then(|| id.to_string()).into(),
    }
}
