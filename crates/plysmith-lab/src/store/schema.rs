//! The tables, and how a store of an earlier version becomes one of this version.

use super::{PATIENCE, Store, StoreError};

/// The job of a run of a version before 5, which kept words and folder beside it; of one before 4 no more is known. What is damaged stays as it is, and is told when it is read.
macro_rules! job_before_5 {
    ($job:literal) => {
        concat!(
            "CASE WHEN NOT json_valid(command) THEN command WHEN NOT json_valid(coalesce(",
            $job,
            ", '{}')) THEN ",
            $job,
            " ELSE json_set(coalesce(",
            $job,
            ", json_object('command', coalesce(json_extract(command, '$[0]'), ''), 'game', game, 'hidden', json_array(), 'build', build, 'asked', NULL)),
            '$.line', json_object('words', json(command), 'folder', folder)) END"
        )
    };
}

/// What each version added; a store that has done the first n has version n. Never change one, add another.
const STEPS: &[&str] = &[
    // 1: results by the digest of what they depend on. `used` is a day, `run` the run that computed it.
    // Not WITHOUT ROWID: there a result of a thousand bytes would fill a page of its own.
    "CREATE TABLE trials (
        id BLOB PRIMARY KEY,
        kind TEXT NOT NULL,
        run INTEGER,
        used INTEGER NOT NULL,
        result TEXT NOT NULL
     );",
    // 2: runs with their events, and settings of the store itself. The number of a run is never used again: a process whose run was deleted must not
    // write into another.
    "CREATE TABLE runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        command TEXT NOT NULL,
        folder TEXT NOT NULL,
        game TEXT NOT NULL,
        seed INTEGER NOT NULL,
        version TEXT NOT NULL,
        build TEXT NOT NULL,
        began INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        state TEXT NOT NULL,
        result TEXT
     );
     CREATE TABLE events (
        run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (run, number)
     ) WITHOUT ROWID;
     CREATE INDEX trials_by_run ON trials (run);
     CREATE INDEX trials_by_use ON trials (used, run);
     CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;",
    // 3: parts by their digests, each the bytes of a whole file, and which trials and runs name them.
    "CREATE TABLE parts (id BLOB PRIMARY KEY, file BLOB NOT NULL);
     CREATE TABLE trial_parts (
        trial BLOB NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
        part BLOB NOT NULL,
        PRIMARY KEY (trial, part)
     ) WITHOUT ROWID;
     CREATE TABLE run_parts (
        run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
        part BLOB NOT NULL,
        PRIMARY KEY (run, part)
     ) WITHOUT ROWID;
     CREATE INDEX trial_parts_by_part ON trial_parts (part);",
    // 4: what was asked, as one value.
    "ALTER TABLE runs ADD COLUMN job TEXT;",
    // 5: how it is asked again is part of that value.
    concat!(
        "UPDATE runs SET job = ",
        job_before_5!("job"),
        ";
        ALTER TABLE runs DROP COLUMN command;
        ALTER TABLE runs DROP COLUMN folder;
        ALTER TABLE runs DROP COLUMN game;
        ALTER TABLE runs DROP COLUMN build;"
    ),
];

/// Since this version the store says what the job of a run is, and since the other how it is asked again as well.
const JOBS: u32 = 4;
const LINES: u32 = 5;

/// The job of a run, as a store of this version says it.
pub(super) fn job_in(version: u32) -> &'static str {
    match version {
        LINES.. => "job",
        JOBS.. => job_before_5!("job"),
        _ => job_before_5!("NULL"),
    }
}

/// `PLYS`, by which other programs recognise the file.
const APPLICATION: u32 = 0x504c_5953;

impl Store {
    /// How this connection works.
    pub(super) fn prepare(&self) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.busy_timeout(PATIENCE)?;
        // Only before the first table is made can a file learn to give room back.
        connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.set_prepared_statement_cache_capacity(32);
        Ok(())
    }

    /// Brings the store to this version, or refuses it.
    pub(super) fn migrate(&mut self) -> Result<(), StoreError> {
        if self.check_version()? == STEPS.len() as u32 {
            return Ok(());
        }
        let path = self.path.clone();
        self.write(|transaction| {
            // Another process may have done it in between.
            let done: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
            for step in STEPS.iter().skip(done as usize) {
                transaction.execute_batch(step)?;
            }
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", STEPS.len() as u32)
        })
        .map_err(|error| match error {
            // Tables of these names without a version: somebody else's file.
            StoreError::Other { .. } => StoreError::Foreign { path },
            error => error,
        })
    }

    /// The version, if this program can work with it.
    pub(super) fn check_version(&self) -> Result<u32, StoreError> {
        let number = |name: &str| {
            self.connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0)).map_err(|error| self.explain(error))
        };
        let (found, application) = (number("user_version")?, number("application_id")?);
        let known = STEPS.len() as u32;
        let empty = found == 0 && application == 0 && number("page_count")? <= 1;
        if application != APPLICATION && !empty {
            return Err(StoreError::Foreign { path: self.path.clone() });
        }
        if found > known {
            return Err(StoreError::Newer { path: self.path.clone(), found, known });
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::Connection;
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_store_of_every_earlier_version_is_brought_up_to_date() {
        for version in 1..STEPS.len() {
            let folder = Folder::new();
            let old = Connection::open(folder.path().join("store.sqlite")).unwrap();
            STEPS[..version].iter().for_each(|step| old.execute_batch(step).unwrap());
            old.execute("INSERT INTO trials VALUES (zeroblob(16), 'search', NULL, 1, '7')", []).unwrap();
            old.pragma_update(None, "application_id", APPLICATION).unwrap();
            old.pragma_update(None, "user_version", version as u32).unwrap();
            if version >= 2 {
                let (columns, values) = if version < 4 {
                    ("", "")
                } else {
                    (", job", ", '{\"command\":\"match\",\"game\":\"chess\",\"hidden\":[],\"build\":\"b\",\"asked\":[1]}'")
                };
                let row = format!(
                    "INSERT INTO runs (id, command, folder, game, seed, version, build, began, touched, state{columns})
                     VALUES ('a', '[\"match\",\"my game\"]', 'here', 'chess', 3, '1', 'b', 1, 2, 'stopped'{values})"
                );
                old.execute_batch(&row).unwrap();
                old.execute_batch(&row.replace("'a'", "'damaged'").replace("'[", "'")).unwrap();
            }
            let check = |store: &Store| {
                let runs = store.each_run().unwrap();
                let Some(Ok(run)) = runs.first() else { panic!("version {version}") };
                let job = &run.asked.job;
                assert_eq!((&job.game[..], &job.build[..], &job.line.folder[..]), ("chess", "b", "here"), "version {version}");
                assert_eq!((&job.command[..], job.command_line()), ("match", "match 'my game'".into()), "version {version}");
                assert_eq!(job.asked, if version < 4 { Value::Null } else { json!([1]) });
                let error = runs[1].as_ref().unwrap_err().to_string();
                assert!(error.contains("run `damaged`") && error.contains("runs delete damaged"), "{error}");
            };
            if version >= 2 {
                // One that cannot be written is read as it is.
                check(&Store::reading(folder.path().join("store.sqlite"), true).unwrap());
            }
            drop(old);
            let store = Store::open(folder.path()).unwrap();
            assert_eq!(store.get(crate::trial::TrialId([0; 16])).unwrap().as_deref(), Some("7"), "version {version}");
            if version >= 2 {
                check(&store);
            }
        }
    }

    #[test]
    fn a_newer_store_is_refused_by_its_version() {
        let folder = Folder::new();
        drop(Store::open(folder.path()).unwrap());
        let connection = Connection::open(folder.path().join("store.sqlite")).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        drop(connection);
        let error = Store::open(folder.path()).err().unwrap().to_string();
        assert!(error.contains("version 99") && error.contains("newer plysmith"), "{error}");
    }

    #[test]
    fn a_store_that_was_cut_short_is_told_with_what_to_do() {
        let folder = Folder::new();
        drop(Store::open(folder.path()).unwrap());
        let path = folder.path().join("store.sqlite");
        let whole = fs::read(&path).unwrap();
        // Of next to nothing SQLite makes an empty store, with which the work begins anew.
        for length in [1_000, 4_096, 5_000, whole.len() / 2] {
            fs::write(&path, &whole[..length]).unwrap();
            let used = Store::open(folder.path()).and_then(|store| Ok((store.runs()?, store.trials()?, store.cap()?)));
            let error = used.err().unwrap_or_else(|| panic!("{length} of {} bytes will not do", whole.len()));
            assert!(matches!(error, StoreError::Damaged { .. } | StoreError::Foreign { .. }), "{length}: {error:?}");
            let text = error.to_string();
            assert!(text.contains("move it away") && text.contains("--out"), "{text}");
        }
    }

    #[test]
    fn what_is_no_store_is_refused_and_left_alone() {
        let folder = Folder::new();
        let path = folder.path().join("store.sqlite");
        fs::write(&path, "this is no database, but long enough to be read as the head of one, which it is not. ".repeat(20))
            .unwrap();
        let before = fs::read(&path).unwrap();
        assert!(matches!(Store::open(folder.path()).err().unwrap(), StoreError::Foreign { .. }));
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::remove_file(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE trials (x); CREATE TABLE more (y);").unwrap();
        drop(other);
        assert!(matches!(Store::open(folder.path()).err().unwrap(), StoreError::Foreign { .. }));
    }
}
