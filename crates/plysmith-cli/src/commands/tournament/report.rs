//! What is told of a tournament: the table that tournament tools print, the cross table, and everything for programs.

use std::fmt::{self, Write};

use plysmith_lab::verify::Entrant;
use plysmith_lab::verify::tournament::{Format, Ladder, Prior, Results, Standing};
use serde_json::{Value, json};

use crate::commands::matching::spent;
use crate::files::game_log::{self, GameLog};
use crate::input::players;
use crate::output::numbers::plural;

/// A tournament that is over.
pub struct TournamentReport<'r> {
    pub game: &'r str,
    pub format: Format,
    pub players: &'r [Entrant],
    pub results: &'r Results,
    pub ladder: &'r Ladder,
    pub prior: Prior,
    pub book: &'r GameLog<'r>,
    pub openings: usize,
    pub pairs: usize,
    pub seed: u64,
}

/// Cross tables of more players are for programs.
const WIDEST: usize = 12;

/// What it is called.
pub fn title(format: Format, players: usize) -> String {
    match format {
        Format::RoundRobin => format!("Round robin of {players} players"),
        Format::Gauntlet => format!("Gauntlet of {players} players"),
        Format::Swiss { rounds } => format!("Swiss tournament of {players} players, {}", plural(rounds as u64, "round")),
    }
}

impl TournamentReport<'_> {
    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let (title, openings) = (title(self.format, self.players.len()), plural(self.openings as u64, "opening"));
        writeln!(text, "{title}, {} an encounter, {openings}, seed {}", plural(2 * self.pairs as u64, "game"), self.seed)?;
        for standing in &self.results.table {
            let player = &self.players[standing.player];
            writeln!(text, "  {}: {}{}", player.name, player.pace, spent(&standing.effort))?;
        }
        if !self.is_replayable() {
            writeln!(text, "  not replayable: the wall clock or another program decides")?;
        }
        write!(text, "\n{}", self.standings().lines())?;
        writeln!(
            text,
            "\nElo: mean 0, 95 % intervals, with {} of everybody against a player of rating 0 as a prior.",
            plural(self.prior.draws as u64, "virtual draw")
        )?;
        writeln!(text, "LOS: the likelihood that a player is stronger than the next in the table.")?;
        if self.is_swiss() {
            writeln!(text, "A bye has the points of a won encounter. Buchholz: the points of all opponents.")?;
        }
        if self.ladder.groups() > 1 {
            let groups = self.ladder.groups();
            writeln!(text, "{groups} groups of players never met: the ratings of one say nothing about those of another.")?;
        }
        if self.players.len() <= WIDEST {
            write!(text, "\n{}", self.cross().lines())?;
        }
        writeln!(text)?;
        game_log::tell_repeated(text, self.results.played(), self.results.distinct())?;
        self.book.tell_faults(text)
    }

    fn is_swiss(&self) -> bool {
        matches!(self.format, Format::Swiss { .. })
    }

    fn is_replayable(&self) -> bool {
        self.players.iter().all(Entrant::is_replayable)
    }

    fn name(&self, standing: &Standing) -> String {
        self.players[standing.player].name.clone()
    }

    /// The likelihood that the player of a rank is stronger than the one below.
    fn los(&self, rank: usize) -> Option<f64> {
        let (player, next) = (&self.results.table[rank], self.results.table.get(rank + 1)?);
        Some(self.ladder.los(player.player, next.player))
    }

    fn standings(&self) -> Grid {
        let has = |what: fn(&Standing) -> bool| self.results.table.iter().any(what);
        let (swiss, byes, faults) =
            (self.is_swiss(), has(|standing| standing.byes > 0), has(|standing| standing.effort.faults > 0));
        let optional = |on: bool, cell: String| on.then_some(cell);
        let head = |on: bool, name: &str| optional(on, name.into());
        let mut grid = Grid::default();
        let names = ["#", "Player", "Elo", "±", "Points", "Games", "Share", "W", "D", "L", "LOS"].map(|name| Some(name.into()));
        grid.row(names.into_iter().chain([head(swiss, "Buchholz"), head(byes, "Byes"), head(faults, "Faults")]));
        for (rank, standing) in self.results.table.iter().enumerate() {
            let rating = self.ladder.rating(standing.player);
            let figures = [
                (rank + 1).to_string(),
                self.name(standing),
                elo(rating.value),
                rating.margin().map_or("nan".into(), |margin| format!("{margin:.1}")),
                format!("{:.1}", standing.points),
                standing.games.games().to_string(),
                standing.share().map_or("-".into(), |share| format!("{:.1} %", 100.0 * share)),
                standing.games.wins.to_string(),
                standing.games.draws.to_string(),
                standing.games.losses.to_string(),
                self.los(rank).map_or("-".into(), |los| format!("{:.1} %", 100.0 * los)),
            ];
            grid.row(figures.map(Some).into_iter().chain([
                optional(swiss, format!("{:.1}", standing.buchholz)),
                optional(byes, standing.byes.to_string()),
                optional(faults, standing.effort.faults.to_string()),
            ]));
        }
        grid
    }

    /// Who scored what against whom, in the order of ranks.
    fn cross(&self) -> Grid {
        let (table, cross) = (&self.results.table, self.results.cross_table());
        let mut grid = Grid::default();
        let ranks = (1..=table.len()).map(|rank| Some(rank.to_string()));
        grid.row([Some("#".into()), Some("Points against".into())].into_iter().chain(ranks));
        for (rank, standing) in table.iter().enumerate() {
            let points = table.iter().map(|other| cross[standing.player][other.player]);
            let cells = points.map(|points| Some(points.map_or("-".into(), |points| format!("{points:.1}"))));
            grid.row([Some((rank + 1).to_string()), Some(self.name(standing))].into_iter().chain(cells));
        }
        grid
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let row = |(rank, standing): (usize, &Standing)| {
            json!({
                "rank": rank + 1,
                "player": standing.player,
                "name": self.name(standing),
                "elo": self.ladder.rating(standing.player),
                "los": self.los(rank),
                "points": standing.points,
                "games": standing.games.games(),
                "share": standing.share(),
                "wins": standing.games.wins,
                "draws": standing.games.draws,
                "losses": standing.games.losses,
                "byes": standing.byes,
                "buchholz": standing.buchholz,
                "effort": standing.effort,
            })
        };
        json!({
            "game": self.game,
            "format": self.format,
            "players": self.players.iter().map(players::as_json).collect::<Vec<_>>(),
            "seed": self.seed,
            "openings": self.openings,
            "pairs": self.pairs,
            "replayable": self.is_replayable(),
            "prior": self.prior,
            "groups": self.ladder.groups(),
            "table": self.results.table.iter().enumerate().map(row).collect::<Vec<_>>(),
            "cross": self.results.cross_table(),
            "meetings": self.results.meetings,
            "rounds": self.results.rounds,
            "played": self.results.played(),
            "distinct": self.results.distinct(),
            "duplicates": self.results.played() - self.results.distinct(),
            "faults": self.book.faults(),
        })
    }
}

/// A rating with its sign, and never a negative zero.
fn elo(value: f64) -> String {
    let text = format!("{value:+.1}");
    if ["-0.0", "+0.0"].contains(&text.as_str()) { "0.0".into() } else { text }
}

/// Rows of cells in columns that are as wide as they need; the second column has names and is set to the left.
#[derive(Default)]
struct Grid(Vec<Vec<String>>);

impl Grid {
    /// Adds a row of the cells that are there.
    fn row(&mut self, cells: impl IntoIterator<Item = Option<String>>) {
        self.0.push(cells.into_iter().flatten().collect());
    }

    fn lines(&self) -> String {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width =
            |column: usize| self.0.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.0 {
            let cells = row.iter().zip(&widths).enumerate();
            let cells: Vec<String> = cells
                .map(|(column, (cell, &width))| if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
                .collect();
            text.push_str(&cells.join("  "));
            text.push('\n');
        }
        text
    }
}
