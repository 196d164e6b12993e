//! The store: one SQLite file that keeps every result of a trial by its id, every run with its events, and the parts that they name.
//!
//! A killed process loses at most what it computed in the last moment: results are written in small transactions, in WAL mode. Several processes
//! may use one store; a result that is delivered twice is kept once. What the store holds is a cache that can be collected, and a record of runs.

mod collect;
mod error;
mod parts;
mod runs;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use plysmith::{Part, PartId};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};

pub use collect::Collected;
pub use error::StoreError;
pub use runs::{Event, NewRun, Run, RunState};

use crate::trial::TrialId;

/// The name of the file in the folder of runs.
const FILE: &str = "store.sqlite";

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(60);

/// An open store.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Nothing can be written.
    read_only: bool,
}

/// A result to keep.
pub struct StoredResult {
    /// Which trial.
    pub id: TrialId,
    /// Of which kind.
    pub kind: &'static str,
    /// The result as JSON.
    pub result: String,
    /// The parts that the trial names.
    pub parts: Vec<PartId>,
}

impl Store {
    /// Opens the store in a folder, and makes both if they are not there.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        fs::create_dir_all(folder).map_err(|reason| StoreError::folder(folder, reason))?;
        let path = folder.join(FILE);
        let connection = Connection::open(&path).map_err(|error| StoreError::new(&path, error))?;
        let mut store = Store { connection, path, read_only: false };
        store.prepare().map_err(|error| store.explain(error))?;
        store.migrate()?;
        Ok(store)
    }

    /// Opens an existing store to look at it; it may lie in a folder where nothing can be written.
    pub fn look(folder: &Path) -> Result<Store, StoreError> {
        let path = folder.join(FILE);
        if !path.is_file() {
            return Err(StoreError::Missing { folder: folder.into() });
        }
        match Store::open(folder) {
            // Beside a file in WAL mode SQLite wants to write even to read, unless it is told that nobody else does.
            Err(StoreError::ReadOnly { .. } | StoreError::Folder { .. }) => Store::reading(path, true),
            result => result,
        }
    }

    /// The part of this digest in the store of a folder, if there are both. Nothing is written there, and the store is not brought up to date.
    pub fn part_in(folder: &Path, id: PartId) -> Result<Option<Part>, StoreError> {
        let path = folder.join(FILE);
        if !path.is_file() {
            return Ok(None);
        }
        // Only where nothing can be written is it sure that nobody else writes.
        let looked = Store::reading(path.clone(), false).and_then(|store| store.part(id));
        looked.or_else(|error| match error {
            StoreError::ReadOnly { .. } | StoreError::Folder { .. } => Store::reading(path, true)?.part(id),
            error => Err(error),
        })
    }

    /// Opens a store to read alone; `immutable` says that nobody writes meanwhile.
    fn reading(path: PathBuf, immutable: bool) -> Result<Store, StoreError> {
        let name = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let uri = format!("file:{name}?immutable={}", u8::from(immutable));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(uri, flags).map_err(|error| StoreError::new(&path, error))?;
        let store = Store { connection, path, read_only: true };
        store.connection.busy_timeout(PATIENCE).map_err(|error| store.explain(error))?;
        store.check_version()?;
        Ok(store)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing can be written.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// The result of a trial as JSON.
    pub fn get(&self, id: TrialId) -> Result<Option<String>, StoreError> {
        Ok(self.find(id)?.map(|(result, _)| result))
    }

    /// The result of a trial as JSON, and whether it was not used today.
    pub(crate) fn find(&self, id: TrialId) -> Result<Option<(String, bool)>, StoreError> {
        let look = || {
            let mut statement = self.connection.prepare_cached("SELECT result, used FROM trials WHERE id = ?1")?;
            statement.query_row([&id.0[..]], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? < today()))).optional()
        };
        look().map_err(|error| self.explain(error))
    }

    /// Keeps results, all of them or none. One that is there already stays as it is.
    pub fn put(&mut self, run: Option<i64>, entries: &[StoredResult]) -> Result<(), StoreError> {
        let day = today();
        self.write(|transaction| {
            let mut statement = transaction
                .prepare_cached("INSERT OR IGNORE INTO trials (id, kind, run, used, result) VALUES (?1, ?2, ?3, ?4, ?5)")?;
            let mut naming = transaction.prepare_cached("INSERT OR IGNORE INTO trial_parts (trial, part) VALUES (?1, ?2)")?;
            for entry in entries {
                statement.execute(params![&entry.id.0[..], entry.kind, run, day, entry.result])?;
                for part in &entry.parts {
                    naming.execute(params![&entry.id.0[..], &part.0[..]])?;
                }
            }
            Ok(())
        })
    }

    /// Marks results as used today, so that collection takes others first.
    pub fn touch(&mut self, ids: &[TrialId]) -> Result<(), StoreError> {
        if self.read_only {
            return Ok(());
        }
        let day = today();
        self.write(|transaction| {
            let mut statement = transaction.prepare_cached("UPDATE trials SET used = ?2 WHERE id = ?1 AND used < ?2")?;
            for id in ids {
                statement.execute(params![&id.0[..], day])?;
            }
            Ok(())
        })
    }

    /// How many results there are.
    pub fn trials(&self) -> Result<u64, StoreError> {
        self.connection.query_row("SELECT count(*) FROM trials", [], number).map_err(|error| self.explain(error))
    }

    /// Does something in one transaction.
    fn write<T>(&mut self, work: impl FnOnce(&rusqlite::Transaction) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let result = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        });
        result.map_err(|error| StoreError::new(&self.path, error))
    }

    fn explain(&self, error: rusqlite::Error) -> StoreError {
        StoreError::new(&self.path, error)
    }
}

/// A count in the first column.
fn number(row: &Row) -> rusqlite::Result<u64> {
    row.get::<_, i64>(0).map(|number| number as u64)
}

/// Days since 1970.
fn today() -> i64 {
    now() / 86_400
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs() as i64)
}

#[cfg(test)]
mod tests;
