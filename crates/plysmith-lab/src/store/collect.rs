//! Making room: results that were not used for longest go first, and parts with the last that names them. Runs, their events and their parts stay.

use rusqlite::{OptionalExtension, params};

use super::parts::drop_unnamed;
use super::{Store, StoreError, number, today};

/// What a collection did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Results taken away.
    pub trials: u64,
    /// Parts taken away.
    pub parts: u64,
    /// The size of the store before, in bytes.
    pub before: u64,
    /// The size of the store after.
    pub after: u64,
}

/// The name of the setting.
const CAP: &str = "cap";
/// Results are taken away in portions of this many.
const PORTION: u64 = 2_000;

impl Store {
    /// The size that the store is to keep below, in bytes.
    pub const DEFAULT_CAP: u64 = 4 << 30;

    /// The size that the store is to keep below, in bytes.
    pub fn cap(&self) -> Result<u64, StoreError> {
        let query = "SELECT value FROM settings WHERE name = ?1";
        let cap = self.connection.query_row(query, [CAP], |row| row.get::<_, i64>(0)).optional();
        Ok(cap.map_err(|error| self.explain(error))?.map_or(Store::DEFAULT_CAP, |cap| cap as u64))
    }

    /// Sets the size that the store is to keep below from now on.
    pub fn set_cap(&mut self, bytes: u64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("INSERT OR REPLACE INTO settings VALUES (?1, ?2)", params![CAP, bytes.min(i64::MAX as u64) as i64])
        })?;
        Ok(())
    }

    /// How much room the results, runs and events take, in bytes.
    pub fn size(&self) -> Result<u64, StoreError> {
        let query =
            "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
        self.connection.query_row(query, [], number).map_err(|error| self.explain(error))
    }

    /// Takes away results that were not used for so many days, if any number is given, and then as many as it takes to come below the cap.
    pub fn collect(&mut self, unused_days: Option<i64>) -> Result<Collected, StoreError> {
        let before = self.size()?;
        let mut trials = 0;
        if let Some(days) = unused_days {
            let last = today() - days;
            trials += self.write(|transaction| transaction.execute("DELETE FROM trials WHERE used <= ?1", [last]))? as u64;
        }
        let mut parts = self.write(drop_unnamed)?;
        // Well below the cap, or the next command would have to do it again.
        let (cap, size) = (self.cap()?, self.size()?);
        let goal = if size > cap { cap / 10 * 9 } else { cap };
        while self.size()? > goal {
            let (taken, unnamed) = self.write(|transaction| {
                let query = "DELETE FROM trials WHERE id IN (SELECT id FROM trials ORDER BY used, run LIMIT ?1)";
                Ok((transaction.execute(query, [PORTION as i64])?, drop_unnamed(transaction)?))
            })?;
            trials += taken as u64;
            parts += unnamed;
            if taken == 0 {
                break;
            }
        }
        if trials + parts > 0 {
            self.give_back()?;
        }
        Ok(Collected { trials, parts, before, after: self.size()? })
    }

    /// Collects if the store has grown above its cap.
    pub fn keep_below_cap(&mut self) -> Result<Option<Collected>, StoreError> {
        if self.size()? <= self.cap()? { Ok(None) } else { self.collect(None).map(Some) }
    }

    /// Gives room that is free in the file back to the disk.
    pub(super) fn give_back(&mut self) -> Result<(), StoreError> {
        let work = || {
            // Every step frees one page.
            let mut statement = self.connection.prepare("PRAGMA incremental_vacuum")?;
            let mut pages = statement.query([])?;
            while pages.next()?.is_some() {}
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        };
        work().map_err(|error| self.explain(error))
    }
}
