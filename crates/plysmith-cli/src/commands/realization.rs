//! `realization`: how likely moves of each category are played, for realization probability search.

use std::fmt::Write as _;

use anyhow::{Result, anyhow, bail};
use clap::value_parser;
use plysmith::game::atoms;
use plysmith_lab::measure::realization::{Realized, candidates, realization};
use plysmith_lab::suite::make::{self, Plan};
use plysmith_lab::suite::{Players, usual_length};
use serde_json::json;

use crate::desk::Desk;
use crate::numbers::grouped;
use crate::session::{self, Finding, RunArgs};

/// Measure how likely moves of each category are played, for realization and enhanced_realization
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith realization breakthrough\n  plysmith realization breakthrough --category C --category Rdt --games 500\n  \
    plysmith spec breakthrough > own.toml && plysmith realization breakthrough >> own.toml\n\n\
    Prints the categories with their costs as a table for a spec. Categories are names of atoms joined by hyphens (`plysmith games breakthrough` lists \
    them); without --category every atom and every two of different groups are tried, and those that say most are kept.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// A category to measure; may be given several times
    #[arg(long, value_name = "NAME")]
    category: Vec<String>,
    /// How many games of self-play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    games: u32,
    /// The probability that costs a ply; that of any move if none is given
    #[arg(long, value_name = "P", value_parser = probability)]
    ply: Option<f64>,
    /// Keep so many categories
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = value_parser!(u8).range(1..=32), allow_negative_numbers = true)]
    keep: u8,
    #[command(flatten)]
    run: RunArgs,
}

/// A category that came up less often says too little.
const FEWEST: u64 = 50;

fn probability(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|p| (0.001..=0.9).contains(p)).ok_or_else(|| format!("`{text}` is no such probability; use 0.001 to 0.9"))
}

impl Args {
    pub fn run(self, desk: &mut Desk) -> Result<()> {
        let arena = desk.games.find(&self.game)?;
        let cards = arena.card().atoms;
        if cards.is_empty() {
            bail!("{} has no atoms of moves, and so no categories", self.game);
        }
        for name in &self.category {
            atoms::read(cards, name).map_err(|remedy| anyhow!("`{name}` is no category of moves in {}; {remedy}", self.game))?;
        }
        let names = if self.category.is_empty() { candidates(cards) } else { self.category.clone() };
        let asked = json!({ "names": names, "games": self.games, "ply": self.ply, "keep": self.keep, "seed": self.run.seed });
        session::run(desk, &self.run, &*arena, "realization", &asked, |session| {
            let usual = usual_length(&*arena)?;
            let players = Players::usual(&*arena)?;
            let plan = Plan { players, seed: self.run.seed, count: self.games as usize, shares: [1, 0, 0] };
            let suite = make::sequences(&mut session.lab, &plan, (usual / 2).max(1))?;
            let games: Vec<_> = suite.entries.into_iter().map(|entry| entry.line).collect();
            let (any, realized) = realization(&mut session.lab, &games, &names)?;
            let ply = self.ply.unwrap_or(any.probability());
            let kept = self.keep(realized, any.probability());
            if kept.is_empty() {
                bail!("no category had {FEWEST} moves; use more --games");
            }
            let rows: Vec<_> = kept.iter().map(|realized| json!({
                "name": realized.name, "possible": realized.possible, "played": realized.played,
                "probability": realized.probability(), "cost": realized.cost(ply),
            })).collect();
            Ok(Finding { json: json!({ "games": games.len(), "ply": ply, "categories": rows }), text: self.text(games.len(), ply, &kept) })
        })
    }

    /// The categories that tell most.
    fn keep(&self, mut realized: Vec<Realized>, any: f64) -> Vec<Realized> {
        realized.retain(|realized| realized.possible >= FEWEST);
        if self.category.is_empty() {
            realized.sort_by(|a, b| b.tells(any).total_cmp(&a.tells(any)).then_with(|| a.name.cmp(&b.name)));
            realized.truncate(self.keep.into());
        }
        realized
    }

    fn text(&self, games: usize, ply: f64, kept: &[Realized]) -> String {
        let mut text = format!("# {}: {} games, a ply for a probability of {ply:.4}\n\n[features]\n", self.game, grouped(games as u64));
        for realized in kept {
            let (name, cost) = (&realized.name, realized.cost(ply));
            let share = 100.0 * realized.probability();
            let _ = writeln!(text, "{name} = {cost}  # {share:.1} % of {} moves were played", grouped(realized.possible));
        }
        text
    }
}
