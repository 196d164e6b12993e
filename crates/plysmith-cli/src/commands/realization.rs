//! `realization`: how likely moves of each category are played, for realization probability search.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::value_parser;
use plysmith::Arena;
use plysmith::arena::Line;
use plysmith::game::atoms;
use plysmith_lab::realization::{ENHANCED, Realized, candidates, realization, searching_by};
use plysmith_lab::play::games;
use plysmith_lab::suite::make::{self, SuitePlan};
use plysmith_lab::suite::{Players, usual_length};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use crate::numbers::grouped;
use crate::players;
use crate::session::{self, Finding, RunArgs, Session};
use crate::suites;
use crate::terminal::Terminal;

/// Measure how likely moves of each category are played, for realization and enhanced_realization
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith realization breakthrough\n  plysmith realization breakthrough --category C --category Rdt --games 500\n  \
    plysmith realization breakthrough --base default:-reverse_futility\n  \
    plysmith realization chess --records games.pgn\n\n\
    Games are played by the engine against itself, or read from records: PGN, or a game a line with its moves behind the last tab (a first line such as `#result<tab>moves` names the columns). \
    Prints the categories with their costs as a table for a spec. Categories are names of atoms joined by hyphens (`plysmith games breakthrough` lists \
    them); without --category every atom and every two of different groups are tried, and those that say most are kept. \
    In --out stands the --base with these categories and enhanced_realization, ready to play: `plysmith match GAME SPEC default`."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// A category to measure; may be given several times
    #[arg(long, value_name = "NAME")]
    category: Vec<String>,
    /// How many games of self-play, or how many of the records [default: 200, or all records]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    games: Option<u32>,
    /// Count in these records of games instead of self-play
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// The engine of the spec that is written: a preset or a file, either with changes behind colons
    #[arg(long, value_name = "SPEC", default_value = "default")]
    base: String,
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
/// Games of self-play if nothing else is said.
const SELF_PLAY: u32 = 200;

fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|p| (0.001..=0.9).contains(p))
        .ok_or_else(|| format!("`{text}` is no such probability; use 0.001 to 0.9"))
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let cards = arena.card().atoms;
        if cards.is_empty() {
            bail!("{} has no atoms of moves, and so no categories", self.game);
        }
        for name in &self.category {
            atoms::read(&cards, name).map_err(|remedy| anyhow!("`{name}` is no category of moves in {}; {remedy}", self.game))?;
        }
        let names = if self.category.is_empty() { candidates(&cards) } else { self.category.clone() };
        let base = players::spec(&*arena, &self.base, &self.run.out).context("--base")?;
        let records = self.records.as_ref().map(|path| self.read(&*arena, path)).transpose()?;
        let asked = json!({
            "names": names, "games": self.games, "records": plysmith_lab::digest(format!("{records:?}").as_bytes()), "base": SpecText::new(&*arena, &base)?,
            "ply": self.ply, "keep": self.keep, "seed": self.run.seed,
        });
        session::run(terminal, &self.run, &*arena, "realization", &asked, |session| {
            let games = match records {
                Some(games) => games,
                None => self.play(session)?,
            };
            let (any, realized) = realization(&mut session.lab, &games, &names)?;
            let ply = self.ply.unwrap_or(any.probability());
            let kept = self.keep(realized, any.probability());
            if kept.is_empty() {
                bail!("no category had {FEWEST} moves; use more {}", if self.records.is_some() { "records" } else { "--games" });
            }
            let spec = searching_by(&base, &kept, ply)?;
            arena.check_spec(&spec).with_context(|| format!("{} cannot have {ENHANCED}", self.base))?;
            let file = session.write_spec(&format!("realization-{}.toml", session.id), &spec.to_string())?;
            let rows: Vec<_> = kept
                .iter()
                .map(|realized| {
                    json!({
                        "name": realized.name, "possible": realized.possible, "played": realized.played,
                        "probability": realized.probability(), "cost": realized.cost(ply),
                    })
                })
                .collect();
            let json = json!({ "games": games.len(), "ply": ply, "categories": rows, "file": file.display().to_string(), "spec": spec.to_string() });
            Ok(Finding { json, text: self.text(games.len(), ply, &kept, &file) })
        })
    }

    /// Games of others.
    fn read(&self, arena: &dyn Arena, path: &Path) -> Result<Vec<Line>> {
        let mut games = games(arena, &suites::text(path)?).with_context(|| format!("in `{}`", path.display()))?;
        games.truncate(self.games.map_or(usize::MAX, |games| games as usize));
        Ok(games)
    }

    /// Games of the engine against itself.
    fn play(&self, session: &mut Session) -> Result<Vec<Line>> {
        let (arena, count) = (session.lab.arena(), self.games.unwrap_or(SELF_PLAY) as usize);
        let (usual, players) = (usual_length(arena)?, Players::usual(arena)?);
        let plan = SuitePlan { players, seed: self.run.seed, count, shares: [1, 0, 0] };
        let suite = make::sequences(&mut session.lab, &plan, (usual / 2).max(1))?;
        Ok(suite.entries.into_iter().map(|entry| entry.line).collect())
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

    fn text(&self, games: usize, ply: f64, kept: &[Realized], file: &Path) -> String {
        let mut text = format!("# {}: {} games, a ply for a probability of {ply:.4}\n", self.game, grouped(games as u64));
        let _ = writeln!(text, "# {} by these, with {ENHANCED}, is written to {}\n\n[categories.costs]", self.base, file.display());
        for realized in kept {
            let (name, cost) = (&realized.name, realized.cost(ply));
            let share = 100.0 * realized.probability();
            let _ = writeln!(text, "{name} = {cost}  # {share:.1} % of {} moves were played", grouped(realized.possible));
        }
        text
    }
}
