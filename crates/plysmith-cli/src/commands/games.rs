//! `games`: what there is to play, and what each game offers.

use std::io::Write;

use anyhow::Result;
use plysmith::arena::{GameCard, InputsCard};
use serde_json::json;

use crate::output::terminal::Terminal;

/// List the games, or show what one of them offers
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith games\n  plysmith games breakthrough\n  plysmith games breakthrough --json\n  plysmith games breakthrough --hide tactical,atoms"
)]
pub struct Args {
    /// The game to look at
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        match &self.game {
            None => self.list(terminal),
            Some(name) => {
                let arena = terminal.arena(name)?;
                self.show(terminal, &arena.card(), arena.inputs_card())
            }
        }
    }

    fn list(&self, terminal: &mut Terminal) -> Result<()> {
        let games = terminal.games.list();
        if self.json {
            let rows = games.iter().map(|game| json!({"name": game.name, "about": game.about, "sizes": game.sizes}));
            return terminal.json(&rows.collect());
        }
        let room = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
        for game in games {
            writeln!(terminal.out, "{:room$}  {}", game.name, game.about)?;
            if !game.sizes.is_empty() {
                writeln!(terminal.out, "{:room$}  also {}", "", game.sizes.join(", "))?;
            }
        }
        Ok(())
    }

    fn show(&self, terminal: &mut Terminal, card: &GameCard, inputs: InputsCard) -> Result<()> {
        if self.json {
            return terminal.json(&as_json(card, inputs));
        }
        let yes = |names: Vec<&str>| if names.is_empty() { "none".to_string() } else { names.join(", ") };
        let out = &mut terminal.out;
        writeln!(out, "{}", card.name)?;
        writeln!(out, "  capabilities  {}", yes(card.capabilities.names()))?;
        if !card.hidden.is_empty() {
            writeln!(out, "  hidden        {}", card.hidden)?;
        }
        writeln!(out, "  presets       {}", card.presets.join(", "))?;
        writeln!(out, "  turns         {}", if card.alternates { "always alternate" } else { "a side may move twice in a row" })?;
        let repetition = card
            .repetition
            .map_or("means nothing, or cannot happen".into(), |times| format!("ends the game at occurrence {times}"));
        writeln!(out, "  repetition    {repetition}")?;
        writeln!(out, "  move ids      {}", card.move_ids)?;
        writeln!(out, "  inputs        {}{}", inputs.count, if inputs.free { ", free from the state's hash" } else { "" })?;
        writeln!(out, "  atoms         {}", yes(card.atoms.iter().map(|atom| &*atom.name).collect()))?;
        writeln!(out, "  evaluations")?;
        for (index, evaluation) in card.evaluations.iter().enumerate() {
            let standard = if index == 0 { " (used unless the spec says otherwise)" } else { "" };
            writeln!(out, "    {}: {}{standard}", evaluation.name, evaluation.about)?;
            for term in evaluation.terms {
                writeln!(out, "      {} = {} ({} to {})", term.name, term.weight, term.low, term.high)?;
            }
        }
        Ok(())
    }
}

fn as_json(card: &GameCard, inputs: InputsCard) -> serde_json::Value {
    let term =
        |term: &plysmith::game::TermCard| json!({"name": term.name, "weight": term.weight, "low": term.low, "high": term.high});
    json!({
        "name": card.name,
        "capabilities": card.capabilities.names(),
        "hidden": card.hidden.names(),
        "presets": card.presets,
        "alternates": card.alternates,
        "repetition": card.repetition,
        "move_ids": card.move_ids,
        "inputs": inputs.count,
        "free_inputs": inputs.free,
        "atoms": card.atoms.iter().map(|atom| json!({"name": atom.name, "about": atom.about, "group": atom.group})).collect::<Vec<_>>(),
        "evaluations": card.evaluations.iter().map(|evaluation| json!({
            "name": evaluation.name,
            "about": evaluation.about,
            "terms": evaluation.terms.iter().map(term).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
