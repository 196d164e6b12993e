//! The games of a match or a tournament in writing, and what went wrong in them.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use plysmith::Arena;
use plysmith::arena::Line;
use plysmith_lab::play::record::Record;
use plysmith_lab::play::{Ending, Played};
use plysmith_lab::verify::Entrant;
use serde_json::{Value, json};

use crate::jobs::session::{self, Session};
use crate::output::numbers::{grouped, plural};

/// So many faults are shown.
const FAULTS: usize = 5;

/// The games so far.
pub struct GameLog<'a> {
    arena: &'a dyn Arena,
    event: String,
    records: String,
    faults: Vec<Fault>,
}

/// A game that was lost by a crash, a hang, an illegal move or by time.
struct Fault {
    number: usize,
    players: [String; 2],
    result: &'static str,
    reason: String,
}

impl<'a> GameLog<'a> {
    /// An empty book for games of an event.
    pub fn new(arena: &'a dyn Arena, event: String) -> GameLog<'a> {
        GameLog { arena, event, records: String::new(), faults: Vec::new() }
    }

    /// Enters the next game, with its number from 1, of a first and a second player.
    pub fn enter(&mut self, number: usize, round: String, players: [&Entrant; 2], opening: &Line, played: &Played) {
        let record = Record {
            arena: self.arena,
            event: &self.event,
            round,
            players: players.map(|player| player.name.as_str()),
            opening,
            pace: players.map(|player| player.pace.to_string()),
            played,
        };
        // Writing to a text cannot fail.
        let _ = writeln!(self.records, "{record}");
        if matches!(played.ending, Ending::Time | Ending::IllegalMove(_) | Ending::Fault(_)) {
            let players = players.map(|player| player.name.clone());
            self.faults.push(Fault { number, players, result: played.winner.result(), reason: played.ending.to_string() });
        }
    }

    /// Writes the games to a file, by default in the folder of the run and named after the command. Answers where they are.
    pub fn save(&self, session: &Session, file: Option<&Path>, command: &str) -> Result<PathBuf> {
        let Some(path) = file else { return session.write(&format!("{command}-{}.pgn", session.id), &self.records) };
        if path.is_dir() {
            bail!("`{}` is a folder; --pgn wants a file", path.display());
        }
        session::write(path, &self.records)
            .with_context(|| format!("the {command} is played; run the same command again with another --pgn"))?;
        Ok(path.into())
    }

    /// The first faults, each in a line.
    pub fn tell_faults(&self, text: &mut String) -> fmt::Result {
        for Fault { number, players: [first, second], result, reason } in self.faults.iter().take(FAULTS) {
            writeln!(text, "Game {number}, {result}: {reason} ({first} - {second})")?;
        }
        if self.faults.len() > FAULTS {
            writeln!(text, "… and {} more games that were lost by a fault", self.faults.len() - FAULTS)?;
        }
        Ok(())
    }

    /// All faults for programs.
    pub fn faults(&self) -> Value {
        let fault = |fault: &Fault| json!({ "game": fault.number, "players": fault.players, "result": fault.result, "reason": fault.reason });
        self.faults.iter().map(fault).collect()
    }
}

/// How many games repeated others, if any did.
pub fn tell_repeated(text: &mut String, played: u64, distinct: u64) -> fmt::Result {
    if played == distinct {
        return Ok(());
    }
    writeln!(
        text,
        "Of {} only {} different: pairs that repeat others were not counted. More openings make more of them.",
        plural(played, "game"),
        if distinct == 1 { "1 is".into() } else { format!("{} are", grouped(distinct)) }
    )
}
