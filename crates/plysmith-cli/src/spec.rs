//! Options that choose a spec.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use plysmith::enhance::CARDS;
use plysmith::{Arena, Level, Spec};

use plysmith::spec::remedy;

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
    /// Set a parameter, such as `killers.slots=3`, `evaluation=NAME`, `weights.TERM=5`, `features.ATOM-ATOM=32` or `level=3`; may be given several times
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
        arena.check_spec(&spec).with_context(|| format!("the spec `{}` does not work for {}", self.spec, arena.card().name))?;
        Ok(spec)
    }
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
    Spec::parse(&text).with_context(|| format!("in the spec `{name}`"))
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
        spec.evaluation = Some(value.into());
        return Ok(());
    }
    if key == "level" {
        spec.level = Some(level(value)?);
        return Ok(());
    }
    let (group, name) = key.split_once('.').ok_or_else(|| anyhow!("write NAME.PARAMETER=VALUE, such as killers.slots=3"))?;
    let table = match group {
        "weights" => Some(&mut spec.weights),
        "features" => Some(&mut spec.features),
        _ => None,
    };
    if let Some(table) = table {
        let number = value.parse().map_err(|_| anyhow!("`{value}` is no whole number"))?;
        table.retain(|(other, _)| other != name);
        table.push((name.into(), number));
        return Ok(());
    }
    let (group, name) = (group.replace('-', "_"), name.replace('-', "_"));
    let known = CARDS.iter().find(|card| card.name == group);
    let Some(card) = known else {
        bail!("unknown enhancement `{group}`; {}", remedy(&group, CARDS.iter().map(|card| card.name)));
    };
    let Some(parameter) = card.parameters.iter().find(|parameter| parameter.name == name) else {
        if card.parameters.is_empty() {
            bail!("`{group}` has no parameters; switch it with --on {group} or --off {group}");
        }
        bail!("`{group}` has no parameter `{name}`; {}", remedy(&name, card.parameters.iter().map(|parameter| parameter.name)));
    };
    let number = parameter.read(value).ok_or_else(|| anyhow!("`{value}` is out of range; use {}", parameter.range()))?;
    if !spec.is_on(&group) {
        bail!("`{group}` is off; add --on {group}");
    }
    Ok(spec.set(&group, &name, number)?)
}
