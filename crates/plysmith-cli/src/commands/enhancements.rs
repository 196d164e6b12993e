//! `enhancements`: the cards of everything that a spec can switch on.

use std::io::Write;

use anyhow::{Result, bail};
use plysmith::enhance::{CARDS, Card, Kind};
use serde_json::json;

use crate::input::spec::value_json;
use crate::output::terminal::Terminal;
use plysmith::spec::remedy;

/// List the enhancements of the search, or show the card of one
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith enhancements\n  plysmith enhancements killers\n  plysmith enhancements --json")]
pub struct Args {
    /// The enhancement to look at
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let Some(name) = &self.name else { return self.list(terminal) };
        let wanted = name.replace('-', "_");
        let Some(card) = CARDS.iter().find(|card| card.name == wanted) else {
            bail!("unknown enhancement `{name}`; {}", remedy(&wanted, CARDS.iter().map(|card| card.name)));
        };
        if self.json {
            return terminal.json(&as_json(card));
        }
        show(terminal, card)
    }

    fn list(&self, terminal: &mut Terminal) -> Result<()> {
        if self.json {
            return terminal.json(&CARDS.iter().map(as_json).collect());
        }
        for card in CARDS {
            writeln!(terminal.out, "{:20} {:10} {}", card.name, card.category.name(), card.about)?;
        }
        Ok(())
    }
}

fn show(terminal: &mut Terminal, card: &Card) -> Result<()> {
    let list = |names: Vec<&str>| if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
    let capabilities = card.capabilities.iter().map(|capability| capability.name()).collect::<Vec<_>>();
    let out = &mut terminal.out;
    writeln!(out, "{}: {}", card.name, card.about)?;
    writeln!(out, "  category         {}", card.category.name())?;
    writeln!(out, "  keeps the value  {}", card.preserves.unwrap_or("no"))?;
    writeln!(out, "  risks            {}", card.risks)?;
    writeln!(out, "  needs            {}", list(card.needs.to_vec()))?;
    if !capabilities.is_empty() {
        writeln!(out, "  needs of a game  {}", list(capabilities))?;
    }
    writeln!(out, "  excludes         {}", list(card.excludes.to_vec()))?;
    writeln!(out, "  origin           {}", card.origin)?;
    if card.parameters.is_empty() {
        writeln!(out, "  parameters       none")?;
    }
    for parameter in card.parameters {
        let (name, default) = (parameter.name, parameter.kind.write(&(parameter.default)()));
        writeln!(out, "  {}.{name} = {default}  ({})", card.name, parameter.kind.range())?;
        writeln!(out, "      {}", parameter.about)?;
    }
    Ok(())
}

fn kind_json(kind: Kind) -> serde_json::Value {
    match kind {
        Kind::Number { low, high } => json!({ "number": { "low": low, "high": high } }),
        Kind::Choice(names) => json!({ "choice": names }),
        Kind::Switch => json!("switch"),
        Kind::Vector { longest, low, high, names } => {
            let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            json!({ "vector": { "longest": longest, "low": low, "high": high, "names": names } })
        }
        Kind::Table { names, most, low, high } => {
            json!({ "table": { "names": names.word(), "most": most, "low": low, "high": high } })
        }
        Kind::Name(names) => json!({ "name": names.word() }),
        Kind::Part(kind) => json!({ "part": kind }),
    }
}

fn as_json(card: &Card) -> serde_json::Value {
    json!({
        "name": card.name,
        "about": card.about,
        "category": card.category.name(),
        "preserves": card.preserves,
        "risks": card.risks,
        "needs": card.needs,
        "excludes": card.excludes,
        "capabilities": card.capabilities.iter().map(|capability| capability.name()).collect::<Vec<_>>(),
        "origin": card.origin,
        "parameters": card.parameters.iter().map(|parameter| json!({
            "name": parameter.name,
            "about": parameter.about,
            "default": value_json(parameter.kind, &(parameter.default)()),
            "kind": kind_json(parameter.kind),
        })).collect::<Vec<_>>(),
    })
}
