//! Runs: what was asked, with which seed and versions, what happened, and what came out.

use std::fmt;
use std::str::FromStr;

use rusqlite::{OptionalExtension, Row, params};

use super::parts::drop_unnamed;
use super::{Store, StoreError, now, number};
use crate::job::Job;

/// A run that is to begin or to go on.
#[derive(Clone, Debug, Default)]
pub struct NewRun {
    /// A digest of everything that its result depends on: the same command again is the same run.
    pub id: String,
    /// What was asked; runs of earlier versions do not say it.
    pub job: Option<Job>,
    /// The command line.
    pub command: Vec<String>,
    /// The folder in which it was typed.
    pub folder: String,
    /// The game.
    pub game: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// What core and game were built from.
    pub build: String,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// It is going on, or it was killed.
    Running,
    /// Somebody stopped it.
    Stopped,
    /// It has its result.
    Done,
    /// It ended with an error.
    Failed,
}

impl RunState {
    const ALL: [RunState; 4] = [RunState::Running, RunState::Stopped, RunState::Done, RunState::Failed];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            RunState::Running => "running",
            RunState::Stopped => "stopped",
            RunState::Done => "done",
            RunState::Failed => "failed",
        }
    }
}

impl fmt::Display for RunState {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RunState {
    type Err = ();

    fn from_str(text: &str) -> Result<RunState, ()> {
        RunState::ALL.into_iter().find(|state| state.name() == text).ok_or(())
    }
}

/// A run in the store.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number in this store.
    pub number: i64,
    /// What was asked.
    pub asked: NewRun,
    /// When it began, in seconds since 1970.
    pub began: i64,
    /// When it was last heard of.
    pub touched: i64,
    /// How far it has come.
    pub state: RunState,
    /// Its result as JSON.
    pub result: Option<String>,
}

/// Something that happened in a run and that a later step, or a continued run, reads instead of doing it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// In the order in which they happened.
    pub number: i64,
    /// When, in seconds since 1970.
    pub at: i64,
    /// What kind of thing.
    pub kind: String,
    /// The thing, as JSON.
    pub data: String,
}

const COLUMNS: &str = "number, id, command, folder, game, seed, version, build, began, touched, state, result";
/// Since this version the store says what the job of a run is; one that cannot be written stays as old as it is.
const JOBS: u32 = 4;

impl Run {
    fn read(row: &Row) -> rusqlite::Result<Run> {
        let (command, state): (String, String) = (row.get(2)?, row.get(10)?);
        let job: Option<String> = row.get(12)?;
        Ok(Run {
            number: row.get(0)?,
            asked: NewRun {
                id: row.get(1)?,
                job: job.and_then(|job| serde_json::from_str(&job).ok()),
                command: serde_json::from_str(&command).unwrap_or_default(),
                folder: row.get(3)?,
                game: row.get(4)?,
                seed: row.get::<_, i64>(5)? as u64,
                version: row.get(6)?,
                build: row.get(7)?,
            },
            began: row.get(8)?,
            touched: row.get(9)?,
            state: state.parse().unwrap_or(RunState::Failed),
            result: row.get(11)?,
        })
    }
}

impl Store {
    /// Begins a run, or goes on with it if it is there; the answer tells what was known of it before.
    pub fn begin(&mut self, new: &NewRun) -> Result<(i64, Option<Run>), StoreError> {
        let before = self.exact(&new.id)?;
        let (command, now) = (serde_json::to_string(&new.command).unwrap_or_default(), now());
        let job = new.job.as_ref().and_then(|job| serde_json::to_string(job).ok());
        let number = self.write(|transaction| {
            transaction.execute(
                "INSERT INTO runs (id, command, folder, game, seed, version, build, began, touched, state, job)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10)
                 ON CONFLICT (id) DO UPDATE SET command = ?2, folder = ?3, job = ?10, touched = ?8, state = iif(state = 'done', state, ?9)",
                params![
                    new.id,
                    command,
                    new.folder,
                    new.game,
                    new.seed as i64,
                    new.version,
                    new.build,
                    now,
                    RunState::Running.name(),
                    job
                ],
            )?;
            transaction.query_row("SELECT number FROM runs WHERE id = ?1", [&new.id], |row| row.get(0))
        })?;
        Ok((number, before))
    }

    /// Records how a run ended, with its result or why there is none. Once it is done, that stays.
    pub fn end(&mut self, run: i64, state: RunState, result: Option<&str>) -> Result<(), StoreError> {
        // A milestone: it should survive even a failure of the machine.
        self.connection.pragma_update(None, "synchronous", "FULL").map_err(|error| self.explain(error))?;
        let written = self.write(|transaction| {
            transaction.execute(
                "UPDATE runs SET result = iif(state = 'done', result, ?4), state = iif(state = 'done', state, ?2), touched = ?3
                 WHERE number = ?1",
                params![run, state.name(), now(), result],
            )
        });
        self.connection.pragma_update(None, "synchronous", "NORMAL").map_err(|error| self.explain(error))?;
        match written? {
            0 => Err(StoreError::Deleted { path: self.path.clone() }),
            _ => Ok(()),
        }
    }

    /// Records something that happened. The first of a kind counts: if another process was faster, its event is the one that is returned.
    pub fn event(&mut self, run: i64, kind: &str, data: &str) -> Result<String, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO events (run, number, at, kind, data)
                 SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 FROM events WHERE run = ?1
                 HAVING NOT EXISTS (SELECT 1 FROM events WHERE run = ?1 AND kind = ?3)",
                params![run, now(), kind, data],
            )?;
            transaction.query_row(
                "SELECT data FROM events WHERE run = ?1 AND kind = ?2 ORDER BY number",
                params![run, kind],
                |row| row.get(0),
            )
        })
    }

    /// What was recorded of a kind.
    pub fn recorded(&self, run: i64, kind: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT data FROM events WHERE run = ?1 AND kind = ?2 ORDER BY number";
        let found = self.connection.query_row(query, params![run, kind], |row| row.get(0)).optional();
        found.map_err(|error| self.explain(error))
    }

    /// Everything that happened in a run.
    pub fn events(&self, run: i64) -> Result<Vec<Event>, StoreError> {
        let read = || {
            let mut statement =
                self.connection.prepare("SELECT number, at, kind, data FROM events WHERE run = ?1 ORDER BY number")?;
            let rows = statement
                .query_map([run], |row| Ok(Event { number: row.get(0)?, at: row.get(1)?, kind: row.get(2)?, data: row.get(3)? }))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.explain(error))
    }

    /// All runs, the latest last.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        let columns = self.columns()?;
        let read = || {
            let mut statement = self.connection.prepare(&format!("SELECT {columns} FROM runs ORDER BY number"))?;
            statement.query_map([], Run::read)?.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.explain(error))
    }

    /// The run whose id begins like this.
    pub fn run(&self, id: &str) -> Result<Run, StoreError> {
        let mut fitting = self.runs()?;
        fitting.retain(|run| run.asked.id.starts_with(id));
        match fitting.len() {
            0 => Err(StoreError::NoRun { path: self.path.clone(), id: id.into() }),
            1 => Ok(fitting.remove(0)),
            _ => {
                let names: Vec<&str> = fitting.iter().take(5).map(|run| run.asked.id.as_str()).collect();
                let more = if fitting.len() > names.len() { ", …" } else { "" };
                Err(StoreError::SeveralRuns { id: id.into(), fitting: format!("{}{more}", names.join(", ")) })
            }
        }
    }

    /// How many results a run computed.
    pub fn trials_of(&self, run: i64) -> Result<u64, StoreError> {
        let count = self.connection.query_row("SELECT count(*) FROM trials WHERE run = ?1", [run], number);
        count.map_err(|error| self.explain(error))
    }

    /// Forgets a run, its events, the results that it computed, and the parts that nobody else names. Answers how many results that were.
    pub fn delete(&mut self, run: i64) -> Result<u64, StoreError> {
        let deleted = self.write(|transaction| {
            let trials = transaction.execute("DELETE FROM trials WHERE run = ?1", [run])?;
            transaction.execute("DELETE FROM runs WHERE number = ?1", [run])?;
            drop_unnamed(transaction)?;
            Ok(trials as u64)
        })?;
        self.give_back()?;
        Ok(deleted)
    }

    /// What a run is read from.
    fn columns(&self) -> Result<String, StoreError> {
        let job = if self.check_version()? < JOBS { "NULL" } else { "job" };
        Ok(format!("{COLUMNS}, {job}"))
    }

    fn exact(&self, id: &str) -> Result<Option<Run>, StoreError> {
        let query = format!("SELECT {} FROM runs WHERE id = ?1", self.columns()?);
        self.connection.query_row(&query, [id], Run::read).optional().map_err(|error| self.explain(error))
    }
}
