//! `realization`: how likely moves of each category are played, for realization probability search.

use std::fmt::Write as _;

use anyhow::{Result, anyhow, bail};
use clap::value_parser;
use plysmith::game::atoms;
use plysmith_lab::measure::realization::{Realized, candidates, realization};
use plysmith_lab::suite::Players;
use plysmith_lab::suite::make::{self, Plan};
use serde_json::json;

use crate::commands::every_evaluation;
use crate::desk::Desk;
use crate::lines;
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
    /// The probability that costs a ply
    #[arg(long, value_name = "P", default_value_t = 0.25, value_parser = probability)]
    ply: f64,
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
            let specs = every_evaluation(&*arena)?;
            let usual = lines::usual_length(&*arena)?;
            let players = Players { specs, depth: 3, temperatures: vec![0, 300], random_plies: 6.min(usual / 4), longest: 1_000 };
            let plan = Plan { players, seed: self.run.seed, count: self.games as usize, shares: [1, 0, 0] };
            let suite = make::sequences(&mut session.lab, &plan, (usual / 2).max(1))?;
            let games: Vec<_> = suite.entries.into_iter().map(|entry| entry.line).collect();
            let realized = realization(&mut session.lab, &games, &names)?;
            let kept = self.keep(realized);
            if kept.is_empty() {
                bail!("no category was possible in {FEWEST} positions; use more --games");
            }
            let rows: Vec<_> = kept.iter().map(|realized| json!({
                "name": realized.name, "possible": realized.possible, "played": realized.played,
                "probability": realized.probability(), "cost": realized.cost(self.ply),
            })).collect();
            Ok(Finding { json: json!({ "games": games.len(), "categories": rows }), text: self.text(games.len(), &kept) })
        })
    }

    /// The categories whose probability differs most from that of a ply, weighed by how often they come up.
    fn keep(&self, mut realized: Vec<Realized>) -> Vec<Realized> {
        realized.retain(|realized| realized.possible >= FEWEST);
        let says = |realized: &Realized| realized.possible as f64 * (realized.probability().ln() / self.ply.ln() - 1.0).abs();
        if self.category.is_empty() {
            realized.sort_by(|a, b| says(b).total_cmp(&says(a)).then_with(|| a.name.cmp(&b.name)));
            realized.truncate(self.keep.into());
        }
        realized
    }

    fn text(&self, games: usize, kept: &[Realized]) -> String {
        let mut text = format!("# {}: {} games, a ply for a probability of {}\n\n[features]\n", self.game, grouped(games as u64), self.ply);
        for realized in kept {
            let (name, cost) = (&realized.name, realized.cost(self.ply));
            let share = 100.0 * realized.probability();
            let _ = writeln!(text, "{name} = {cost}  # played in {share:.1} % of {} positions", grouped(realized.possible));
        }
        text
    }
}
