//! The learner that counts how likely moves are played, and makes a spec that searches by it.

use plysmith::arena::Line;
use plysmith::game::atoms;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{ENHANCED, Realized, candidates, realization, searching_by};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, Attached, Decision, InForge, Learned, Learner, LearnerCard, Patience, StartOption};
use crate::play::games;
use crate::report::{Cell, Column, Outcome, Section, Table, grouped};
use crate::suite::make::{self, SuitePlan};
use crate::suite::{Players, usual_length};

/// How likely moves of each category are played, for realization probability search.
pub struct RealizationLearner;

/// What is counted, and where.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub struct RealizationOptions {
    /// A category to measure; may be given several times
    #[arg(long, value_name = "NAME")]
    pub category: Vec<String>,
    /// How many games of self-play, or how many of the records [default: 200, or all records]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub games: Option<u32>,
    /// Count in these records of games instead of self-play
    #[arg(long, value_name = "FILE")]
    pub records: Option<Attached>,
    /// The probability that costs a ply; that of any move if none is given
    #[arg(long, value_name = "P", value_parser = probability)]
    pub ply: Option<f64>,
    /// Keep so many categories
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=32), allow_negative_numbers = true)]
    pub keep: u8,
}

/// A category that came up less often says too little.
const FEWEST: u64 = 50;
/// Games of self-play if nothing else is said.
const SELF_PLAY: u32 = 200;

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| (0.001..=0.9).contains(p));
    number.ok_or_else(|| format!("`{text}` is no such probability; use 0.001 to 0.9"))
}

impl Learner for RealizationLearner {
    type Options = RealizationOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "realization",
        aliases: &[],
        title: "How likely moves are played",
        about: "Measure how likely moves of each category are played, for realization and enhanced_realization",
        help: "Examples:\n  plysmith realization breakthrough\n  plysmith realization breakthrough --category C --category Rdt --games 500\n  \
            plysmith realization breakthrough --spec default:-reverse_futility\n  plysmith realization chess --records games.pgn\n\n\
            Games are played by the engine against itself, or read from records: PGN, or a game a line with its moves behind the last tab (a first line such as `#result<tab>moves` names the \
            columns). Categories are names of atoms joined by hyphens (`plysmith games breakthrough` lists them); without --category every atom and every two of different groups are tried, and \
            those that say most are kept. The spec with these categories and enhanced_realization is written to realization-ID.toml: `plysmith match GAME SPEC default`.",
        decision: Decision::Positions,
        judge: "how often moves of a category are played among those that could be, in games",
        start: StartOption::USUAL,
        method_of: None,
        forge: InForge::Within("extend"),
        is_listed: true,
    };

    fn hindrance(arena: &dyn Arena, _: &Spec) -> Option<String> {
        arena.card().atoms.is_empty().then(|| "the game has no atoms of moves, and so no categories".into())
    }

    fn check(arena: &dyn Arena, _: &Spec, options: &RealizationOptions) -> Result<(), String> {
        let (cards, game) = (arena.card().atoms, arena.card().name);
        for name in &options.category {
            atoms::read(&cards, name).map_err(|remedy| format!("`{name}` is no category of moves in {game}; {remedy}"))?;
        }
        options.records.as_ref().map_or(Ok(()), |file| recorded(arena, file, None).map(drop))
    }

    fn learn(ask: &Ask, options: &RealizationOptions, lab: &mut Lab, _: &mut Patience) -> Result<Learned, LabError> {
        let games = match &options.records {
            Some(file) => recorded(lab.arena(), file, options.games).map_err(LabError::Learning)?,
            None => self_play(lab, options.games.unwrap_or(SELF_PLAY) as usize, ask.seed)?,
        };
        let names = if options.category.is_empty() { candidates(&lab.arena().card().atoms) } else { options.category.clone() };
        let (any, realized) = realization(lab, &games, &names)?;
        let ply = options.ply.unwrap_or(any.probability());
        let kept = options.kept(realized, any.probability());
        if kept.is_empty() {
            let more = if options.records.is_some() { "records" } else { "--games" };
            return Err(LabError::Learning(format!("no category had {FEWEST} moves; use more {more}")));
        }
        let spec = text(lab, &searching_by(&ask.spec()?, &kept, ply)?)?;
        let verdict = format!(
            "{} categories of moves, counted in {} games; a ply is a probability of {ply:.4}.",
            kept.len(),
            grouped(games.len())
        );
        let section =
            Section::new("realization", Self::CARD.title).judged(Outcome::Informative, verdict.clone()).with(table(&kept, ply));
        let row = |realized: &Realized| {
            json!({
                "name": realized.name, "possible": realized.possible, "played": realized.played,
                "probability": realized.probability(), "cost": realized.cost(ply),
            })
        };
        let rows: Vec<_> = kept.iter().map(row).collect();
        let figures = json!({ "games": games.len(), "ply": ply, "categories": rows });
        Ok(Learned { sections: vec![section], figures, ..Learned::new(spec, verdict) })
    }
}

impl RealizationOptions {
    /// The categories that tell most.
    fn kept(&self, mut realized: Vec<Realized>, any: f64) -> Vec<Realized> {
        realized.retain(|realized| realized.possible >= FEWEST);
        if self.category.is_empty() {
            realized.sort_by(|a, b| b.tells(any).total_cmp(&a.tells(any)).then_with(|| a.name.cmp(&b.name)));
            realized.truncate(self.keep.into());
        }
        realized
    }
}

/// Games of others.
fn recorded(arena: &dyn Arena, file: &Attached, most: Option<u32>) -> Result<Vec<Line>, String> {
    let name = file.path.display();
    let mut games = games(arena, file.content()?).map_err(|error| format!("in `{name}`: {error}"))?;
    games.truncate(most.map_or(usize::MAX, |most| most as usize));
    Ok(games)
}

/// Games of the engine against itself.
fn self_play(lab: &mut Lab, count: usize, seed: u64) -> Result<Vec<Line>, LabError> {
    let (usual, players) = (usual_length(lab.arena())?, Players::usual(lab.arena())?);
    let plan = SuitePlan { players, seed, count, shares: [1, 0, 0] };
    let suite = make::sequences(lab, &plan, (usual / 2).max(1))?;
    Ok(suite.entries.into_iter().map(|entry| entry.line).collect())
}

fn table(kept: &[Realized], ply: f64) -> Table {
    let columns = [
        Column::words("category"),
        Column::numbers("cost").unit("1/64 ply"),
        Column::numbers("played").unit("%").decimals(1),
        Column::numbers("of moves"),
    ];
    let mut table = Table::new(format!("Categories for `{ENHANCED}`"), columns);
    for realized in kept {
        table.row([
            Cell::from(realized.name.clone()),
            Cell::from(realized.cost(ply) as f64),
            Cell::from(100.0 * realized.probability()),
            Cell::from(grouped(realized.possible)),
        ]);
    }
    table
}
