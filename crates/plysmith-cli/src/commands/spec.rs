//! `spec`: shows the engine as data.

use std::io::Write;

use anyhow::Result;
use plysmith::Spec;
use plysmith::enhance::CARDS;
use serde_json::json;

use crate::input::spec::{SpecArgs, value_json};
use crate::output::terminal::Terminal;

/// Print a spec as TOML after checking it against the game
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith spec breakthrough\n  plysmith spec breakthrough --spec everything --off iid --set killers.slots=3 > mine.toml\n  \
    plysmith spec breakthrough --spec mine.toml\n  plysmith spec breakthrough --hide tactical"
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = self.spec.read(&*arena)?;
        if self.json {
            let mut told = as_json(&spec);
            for phase in spec.phases() {
                told["phases"][phase.to_string()] = as_json(&spec.in_phase(phase)?);
            }
            return terminal.json(&told);
        }
        write!(terminal.out, "{spec}")?;
        Ok(())
    }
}

fn as_json(spec: &Spec) -> serde_json::Value {
    let mut enhancements = serde_json::Map::new();
    for card in CARDS.iter().filter(|card| spec.is_on(card.name)) {
        let mut parameters = serde_json::Map::new();
        for parameter in card.parameters {
            let value = spec.value(card.name, parameter.name).unwrap_or_else(parameter.default);
            parameters.insert(parameter.name.into(), value_json(parameter.kind, &value));
        }
        enhancements.insert(card.name.into(), parameters.into());
    }
    json!({
        "hide": spec.hidden().names(),
        "evaluation": spec.evaluation,
        "weights": spec.weights.iter().map(|(term, weight)| (term.clone(), (*weight).into())).collect::<serde_json::Map<_, _>>(),
        "order": spec.order(),
        "enhancements": enhancements,
    })
}
