//! Runs: what was asked, with which seed and versions, what happened, and what came out.

use std::fmt;
use std::str::FromStr;

use rusqlite::{OptionalExtension, Row, params};
use serde::de::IgnoredAny;

use super::parts::drop_unnamed;
use super::{Store, StoreError, now, number, schema};
use crate::job::Job;

/// A run that is to begin or to go on.
#[derive(Clone, Debug, Default)]
pub struct NewRun {
    /// A digest of everything that its result depends on: the same job again is the same run.
    pub id: String,
    /// What was asked, and how it is asked again. Of runs of the earliest versions only the latter is known, with game and build.
    pub job: Job,
    /// The seed of its random choices.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
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

impl Run {
    /// Reads a row as [`Store::select`] asks for it, or says why it cannot be read.
    fn read(row: &Row) -> rusqlite::Result<Result<Run, Unreadable>> {
        let (id, job, state): (String, Option<String>, String) = (row.get(1)?, row.get(2)?, row.get(7)?);
        let result: Option<String> = row.get(8)?;
        let unreadable = |what: String| Ok(Err(Unreadable { id: id.clone(), what }));
        let Ok(state) = state.parse() else {
            return unreadable(format!("its state `{state}` is none of {}", RunState::ALL.map(RunState::name).join(", ")));
        };
        let job: Job = match serde_json::from_str(job.as_deref().unwrap_or_default()) {
            Ok(job) => job,
            Err(reason) => return unreadable(format!("what was asked is damaged: {reason}")),
        };
        if let Some(Err(reason)) = result.as_deref().map(serde_json::from_str::<IgnoredAny>) {
            return unreadable(format!("its result is damaged: {reason}"));
        }
        Ok(Ok(Run {
            number: row.get(0)?,
            asked: NewRun { job, seed: row.get::<_, i64>(3)? as u64, version: row.get(4)?, id },
            began: row.get(5)?,
            touched: row.get(6)?,
            state,
            result,
        }))
    }
}

/// Why a row is no run.
struct Unreadable {
    id: String,
    what: String,
}

impl Store {
    /// Begins a run, or goes on with it if it is there; the answer tells what was known of it before.
    pub fn begin(&mut self, new: &NewRun) -> Result<(i64, Option<Run>), StoreError> {
        let before = self.exact(&new.id)?;
        let (job, now) = (serde_json::to_string(&new.job).expect("texts and values can be written as JSON"), now());
        let number = self.write(|transaction| {
            transaction.execute(
                "INSERT INTO runs (id, job, seed, version, began, touched, state) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)
                 ON CONFLICT (id) DO UPDATE SET job = ?2, touched = ?5, state = iif(state = 'done', state, ?6)",
                params![new.id, job, new.seed as i64, new.version, now, RunState::Running.name()],
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

    /// All runs, the latest last. One that cannot be read is an error, so that nobody takes the others for all.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.each_run()?.into_iter().collect()
    }

    /// All runs, the latest last, and why some of them cannot be read.
    pub fn each_run(&self) -> Result<Vec<Result<Run, StoreError>>, StoreError> {
        self.select("ORDER BY number", [])
    }

    /// The run whose id begins like this.
    pub fn run(&self, id: &str) -> Result<Run, StoreError> {
        let (number, _) = self.number_of(id)?;
        self.select("WHERE number = ?1", [number])?.pop().unwrap_or_else(|| Err(self.no_run(id)))
    }

    /// The number and the id of the run whose id begins like this; it need not be readable.
    pub fn number_of(&self, id: &str) -> Result<(i64, String), StoreError> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT number, id FROM runs ORDER BY number")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(i64, String)>>>()
        };
        let mut fitting = read().map_err(|error| self.explain(error))?;
        fitting.retain(|(_, full)| full.starts_with(id));
        match fitting.len() {
            0 => Err(self.no_run(id)),
            1 => Ok(fitting.remove(0)),
            _ => {
                let names: Vec<&str> = fitting.iter().take(5).map(|(_, full)| full.as_str()).collect();
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

    fn exact(&self, id: &str) -> Result<Option<Run>, StoreError> {
        self.select("WHERE id = ?1", [id])?.pop().transpose()
    }

    /// The runs that are named by the end of a query.
    fn select(&self, which: &str, given: impl rusqlite::Params) -> Result<Vec<Result<Run, StoreError>>, StoreError> {
        // One that cannot be written stays as old as it is.
        let job = schema::job_in(self.check_version()?);
        let read = || {
            let query = format!("SELECT number, id, {job}, seed, version, began, touched, state, result FROM runs {which}");
            let mut statement = self.connection.prepare(&query)?;
            let rows = statement.query_map(given, Run::read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            Ok(rows)
        };
        let rows = read().map_err(|error| self.explain(error))?;
        let explain = |Unreadable { id, what }| StoreError::Unreadable { path: self.path.clone(), id, what };
        Ok(rows.into_iter().map(|row| row.map_err(explain)).collect())
    }

    fn no_run(&self, id: &str) -> StoreError {
        StoreError::NoRun { path: self.path.clone(), id: id.into() }
    }
}
