//! Parts by their digests, and who names them: a trial whose result is kept, or a run. What nobody names goes when the store is collected.

use plysmith::{Part, PartId};
use rusqlite::{OptionalExtension, Transaction, params};

use super::{Store, StoreError};

/// The version of the store that has parts.
const SINCE: u32 = 3;

impl Store {
    /// Keeps a part, and notes that a run names it. One that is there already stays as it is.
    pub fn keep_part(&mut self, run: Option<i64>, part: &Part) -> Result<(), StoreError> {
        if self.read_only {
            return Ok(());
        }
        let id = part.id();
        self.write(|transaction| {
            transaction
                .prepare_cached("INSERT OR IGNORE INTO parts (id, file) VALUES (?1, ?2)")?
                .execute(params![&id.0[..], part.to_bytes()])?;
            // A run that was deleted meanwhile names nothing.
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO run_parts (run, part) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM runs WHERE number = ?1)",
                )?
                .execute(params![run, &id.0[..]])?;
            Ok(())
        })
    }

    /// The part of this digest.
    pub fn part(&self, id: PartId) -> Result<Option<Part>, StoreError> {
        // A store that cannot be written is not brought up to date, and before this version there were none.
        if self.read_only && self.check_version()? < SINCE {
            return Ok(None);
        }
        let look = || {
            let mut statement = self.connection.prepare_cached("SELECT file FROM parts WHERE id = ?1")?;
            statement.query_row([&id.0[..]], |row| row.get::<_, Vec<u8>>(0)).optional()
        };
        let Some(file) = look().map_err(|error| self.explain(error))? else { return Ok(None) };
        let name = format!("{id} in {}", self.path.display());
        Ok(Some(Part::read(&name, &file).and_then(|part| part.demand_id(id))?))
    }

    /// The parts that a run names.
    pub fn parts_of(&self, run: i64) -> Result<Vec<PartId>, StoreError> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT part FROM run_parts WHERE run = ?1 ORDER BY part")?;
            let rows = statement.query_map([run], |row| row.get::<_, [u8; 16]>(0).map(PartId))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| self.explain(error))
    }

    /// How many parts there are.
    pub fn parts(&self) -> Result<u64, StoreError> {
        self.connection.query_row("SELECT count(*) FROM parts", [], super::number).map_err(|error| self.explain(error))
    }
}

/// Takes away the parts that neither a trial nor a run names; how many that were.
pub(super) fn drop_unnamed(transaction: &Transaction) -> rusqlite::Result<u64> {
    let dropped = transaction.execute(
        "DELETE FROM parts WHERE NOT EXISTS (SELECT 1 FROM trial_parts WHERE part = parts.id)
            AND NOT EXISTS (SELECT 1 FROM run_parts WHERE part = parts.id)",
        [],
    )?;
    Ok(dropped as u64)
}

#[cfg(test)]
mod tests {
    use plysmith::part::{PartCard, Provenance};
    use rusqlite::Connection;

    use super::*;
    use crate::store::{NewRun, StoredResult};
    use crate::testing::Folder;
    use crate::trial::TrialId;

    fn part(number: u8) -> Part {
        let card = PartCard {
            kind: "numbers".into(),
            game: "chess".into(),
            shape: Default::default(),
            provenance: Provenance { command: "learn".into(), ..Provenance::default() },
        };
        Part::new(card, vec![number; 1000]).unwrap()
    }

    fn trial(number: u8, parts: &[u8]) -> StoredResult {
        let parts = parts.iter().map(|&number| part(number).id()).collect();
        StoredResult { id: TrialId([number; 16]), kind: "search", result: "7".into(), parts }
    }

    fn begin(store: &mut Store, id: &str) -> i64 {
        let new = NewRun { id: id.into(), ..NewRun::default() };
        store.begin(&new).unwrap().0
    }

    #[test]
    fn a_part_is_kept_once_and_found_by_its_digest() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let run = begin(&mut store, "a");
        store.keep_part(Some(run), &part(1)).unwrap();
        store.keep_part(Some(run), &part(1)).unwrap();
        store.keep_part(None, &part(2)).unwrap();
        drop(store);
        let store = Store::look(folder.path()).unwrap();
        let found = store.part(part(1).id()).unwrap().unwrap();
        assert_eq!((found.card(), found.body()), (part(1).card(), part(1).body()));
        assert_eq!((store.parts().unwrap(), store.parts_of(run).unwrap()), (2, vec![part(1).id()]));
        assert_eq!(store.part(part(3).id()).unwrap(), None);
    }

    #[test]
    fn a_part_is_looked_up_without_a_byte_being_written_while_another_writes_and_after() {
        let folder = Folder::new();
        assert_eq!(Store::part_in(folder.path(), part(1).id()).unwrap(), None, "there is no store");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "and none is made");
        let mut store = Store::open(folder.path()).unwrap();
        store.keep_part(None, &part(1)).unwrap();
        let found = || Store::part_in(folder.path(), part(1).id()).unwrap().map(|part| part.body().to_vec());
        assert_eq!(found(), Some(part(1).body().to_vec()), "another has it open, and it is in the log alone");
        drop(store);
        let bytes = || std::fs::read(folder.path().join(super::super::FILE)).unwrap();
        let before = bytes();
        assert_eq!((found(), Store::part_in(folder.path(), part(2).id()).unwrap()), (Some(part(1).body().to_vec()), None));
        assert_eq!(bytes(), before);
    }

    #[test]
    fn a_part_goes_with_the_last_trial_and_the_last_run_that_name_it() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let [first, second] = ["a", "b"].map(|id| begin(&mut store, id));
        for number in 1..=4 {
            store.keep_part(None, &part(number)).unwrap();
        }
        store.keep_part(Some(first), &part(3)).unwrap();
        store.put(Some(second), &[trial(1, &[1, 2]), trial(2, &[2])]).unwrap();
        let left = |store: &Store| (1..=4).filter(|&number| store.part(part(number).id()).unwrap().is_some()).collect::<Vec<_>>();
        assert_eq!(store.collect(None).unwrap().parts, 1);
        assert_eq!(left(&store), [1, 2, 3], "nobody has named the fourth");
        store.connection.execute("UPDATE trials SET used = 1 WHERE id = ?1", [&[1u8; 16][..]]).unwrap();
        assert_eq!(store.collect(Some(5)).unwrap().parts, 1);
        assert_eq!(left(&store), [2, 3], "one trial still names the second");
        store.delete(second).unwrap();
        assert_eq!(left(&store), [3], "the trial went with its run");
        store.delete(first).unwrap();
        assert_eq!(left(&store), [0; 0]);
    }

    #[test]
    fn a_run_that_was_deleted_meanwhile_is_no_failure() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let run = begin(&mut store, "a");
        store.delete(run).unwrap();
        store.keep_part(Some(run), &part(1)).unwrap();
        assert_eq!(store.parts_of(run).unwrap(), []);
    }

    #[test]
    fn an_older_store_that_cannot_be_written_has_no_parts() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        store.connection.execute_batch("DROP TABLE parts").unwrap();
        store.connection.pragma_update(None, "user_version", SINCE - 1).unwrap();
        store.read_only = true;
        assert_eq!(store.part(part(1).id()).unwrap(), None);
    }

    #[test]
    fn a_damaged_part_is_named_with_its_store() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        store.keep_part(None, &part(1)).unwrap();
        Connection::open(store.path()).unwrap().execute("UPDATE parts SET file = substr(file, 1, 500)", []).unwrap();
        let said = store.part(part(1).id()).unwrap_err().to_string();
        assert!(said.contains("store.sqlite` ends after 500 bytes") && said.contains(&part(1).id().to_string()), "{said}");
    }
}
