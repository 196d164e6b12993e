//! Tests of the store as a whole.

use plysmith::game::Capabilities;

use super::*;
use crate::job::{CommandLine, Job};
use crate::testing::Folder;

fn id(number: u32) -> TrialId {
    let mut id = [0; 16];
    id[..4].copy_from_slice(&number.to_be_bytes());
    TrialId(id)
}

fn entry(number: u32, result: &str) -> StoredResult {
    StoredResult { id: id(number), kind: "search", result: result.into(), parts: Vec::new() }
}

fn run(name: &str) -> NewRun {
    NewRun {
        id: name.into(),
        job: Job::new("match", "chess", Capabilities::NONE, "b", 7.into()).asked_by(CommandLine {
            words: vec!["match".into(), "chess \"x\"".into()],
            folder: "here".into(),
            ..CommandLine::default()
        }),
        seed: u64::MAX,
        version: "1".into(),
    }
}

#[test]
fn what_was_put_is_there_after_opening_again_and_the_first_delivery_stays() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    store.put(None, &[entry(1, "one"), entry(2, "two")]).unwrap();
    store.put(None, &[entry(2, "other"), entry(3, "three")]).unwrap();
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    let found: Vec<_> = (1..=4).map(|number| store.get(id(number)).unwrap()).collect();
    assert_eq!(found, [Some("one".into()), Some("two".into()), Some("three".into()), None]);
}

#[test]
fn a_run_goes_on_where_it_was_and_keeps_its_result() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    let (number, before) = store.begin(&run("abc1")).unwrap();
    assert!(before.is_none());
    assert_eq!(store.event(number, "speed", "1").unwrap(), "1");
    assert_eq!(store.event(number, "speed", "2").unwrap(), "1", "the first of a kind counts");
    assert_eq!(store.event(number, "other", "3").unwrap(), "3");
    let (again, before) = store.begin(&run("abc1")).unwrap();
    assert_eq!((again, before.unwrap().state), (number, RunState::Running));
    store.end(number, RunState::Done, Some("{}")).unwrap();
    let (_, before) = store.begin(&run("abc1")).unwrap();
    let before = before.unwrap();
    assert_eq!((before.state, before.result.as_deref()), (RunState::Done, Some("{}")));
    assert_eq!((before.asked.seed, &before.asked.job), (u64::MAX, &run("abc1").job));
    let kinds: Vec<String> = store.events(number).unwrap().into_iter().map(|event| event.kind).collect();
    assert_eq!(kinds, ["speed", "other"]);
}

/// Once the number of a deleted run was given to the next one, which then got the result of the first.
#[test]
fn a_run_that_was_deleted_while_it_went_on_writes_into_no_other() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    let (first, _) = store.begin(&run("a")).unwrap();
    store.delete(first).unwrap();
    let (second, _) = store.begin(&run("b")).unwrap();
    assert!(matches!(store.end(first, RunState::Done, Some("{}")), Err(StoreError::Deleted { .. })));
    assert_ne!(first, second);
    assert_eq!(store.run("b").unwrap().state, RunState::Running);
}

/// Once a run that was done became `stopped` when it was run again and interrupted.
#[test]
fn a_run_that_is_done_stays_done() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    let (number, _) = store.begin(&run("a")).unwrap();
    store.end(number, RunState::Done, Some("{}")).unwrap();
    store.begin(&run("a")).unwrap();
    store.end(number, RunState::Stopped, None).unwrap();
    let kept = store.run("a").unwrap();
    assert_eq!((kept.state, kept.result.as_deref()), (RunState::Done, Some("{}")));
}

#[test]
fn a_run_is_found_by_the_beginning_of_its_id() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    store.begin(&run("abc1")).unwrap();
    store.begin(&run("abd2")).unwrap();
    assert_eq!(store.run("abc").unwrap().asked.id, "abc1");
    assert!(store.run("ab").unwrap_err().to_string().contains("abc1, abd2"));
    assert!(store.run("x").unwrap_err().to_string().contains("runs list"));
}

/// Once a run with a state that nobody knows was shown as failed, and a selection that learns from others left damaged ones out without a word.
#[test]
fn a_run_that_cannot_be_read_is_told_with_the_remedy_and_can_be_forgotten() {
    for (damage, expected) in [
        ("state = 'paused'", "its state `paused` is none of running, stopped, done, failed"),
        ("result = '{\"x\": 1'", "its result is damaged: EOF"),
        ("job = '[]'", "what was asked is damaged"),
        ("job = NULL", "what was asked is damaged"),
    ] {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        store.begin(&run("abc1")).unwrap();
        let (damaged, _) = store.begin(&run("abd2")).unwrap();
        store.put(Some(damaged), &[entry(1, "one")]).unwrap();
        store.connection.execute(&format!("UPDATE runs SET {damage} WHERE number = ?1"), [damaged]).unwrap();
        for error in [store.runs().err(), store.run("abd").err(), store.begin(&run("abd2")).err()] {
            let error = error.unwrap().to_string();
            let words = ["run `abd2`", expected, "newer plysmith", "runs delete abd2"];
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        }
        assert_eq!(store.run("abc").unwrap().asked.id, "abc1");
        let readable: Vec<bool> = store.each_run().unwrap().iter().map(Result::is_ok).collect();
        assert_eq!(readable, [true, false]);
        let (number, id) = store.number_of("abd").unwrap();
        assert_eq!((number, &id[..], store.delete(number).unwrap()), (damaged, "abd2", 1));
        assert_eq!(store.runs().unwrap().len(), 1);
    }
}

#[test]
fn deleting_a_run_takes_what_it_computed_and_nothing_else() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    let (first, _) = store.begin(&run("a")).unwrap();
    let (second, _) = store.begin(&run("b")).unwrap();
    store.put(Some(first), &[entry(1, "one"), entry(2, "two")]).unwrap();
    store.put(Some(second), &[entry(2, "two"), entry(3, "three")]).unwrap();
    store.event(first, "speed", "1").unwrap();
    assert_eq!(store.delete(first).unwrap(), 2);
    assert_eq!((store.trials().unwrap(), store.runs().unwrap().len()), (1, 1));
    assert!(store.get(id(3)).unwrap().is_some());
    assert!(store.events(first).unwrap().is_empty());
}

#[test]
fn collection_comes_below_the_cap_and_takes_the_longest_unused_first() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    let text = "x".repeat(1_000);
    store.put(None, &(0..8_000).map(|number| entry(number, &text)).collect::<Vec<_>>()).unwrap();
    store.connection.execute("UPDATE trials SET used = used - 10", []).unwrap();
    let used: Vec<TrialId> = (5_000..5_100).map(id).collect();
    store.touch(&used).unwrap();
    assert!(store.keep_below_cap().unwrap().is_none());
    store.set_cap(5_000_000).unwrap();
    let collected = store.keep_below_cap().unwrap().unwrap();
    assert!(collected.before > 8_000_000 && collected.after <= 4_500_000 && collected.trials >= 3_000, "{collected:?}");
    assert!(fs::metadata(store.path()).unwrap().len() < 6_000_000, "the disk gets the room back");
    assert!(used.iter().all(|&id| store.get(id).unwrap().is_some()));
    // By age: all but what was used today.
    store.collect(Some(5)).unwrap();
    assert_eq!(store.trials().unwrap(), 100);
}

#[test]
fn a_full_disk_is_told_and_what_was_stored_stays_readable() {
    let folder = Folder::new();
    let mut store = Store::open(folder.path()).unwrap();
    store.put(None, &[entry(1, "one")]).unwrap();
    // SQLite reports a file that may not grow as it reports a full disk.
    let pages: u32 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.pragma_update_and_check(None, "max_page_count", pages + 2, |_| Ok(())).unwrap();
    let many: Vec<StoredResult> = (2..1_000).map(|number| entry(number, &"y".repeat(500))).collect();
    let error = store.put(None, &many).unwrap_err();
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert_eq!(store.get(id(1)).unwrap().as_deref(), Some("one"));
    drop(store);
    let mut store = Store::open(folder.path()).unwrap();
    assert_eq!(store.trials().unwrap(), 1, "all of a batch or nothing");
    store.put(None, &many).unwrap();
    assert_eq!(store.trials().unwrap(), 999);
}

#[test]
fn several_connections_write_side_by_side() {
    let folder = Folder::new();
    drop(Store::open(folder.path()).unwrap());
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = folder.path();
            scope.spawn(move || {
                let mut store = Store::open(path).unwrap();
                for number in 0..100 {
                    // Half of the results are delivered by all, half by one alone.
                    store.put(None, &[entry(number, "same"), entry(1_000 * (writer + 1) + number, "own")]).unwrap();
                }
            });
        }
    });
    assert_eq!(Store::open(folder.path()).unwrap().trials().unwrap(), 500);
}

#[test]
fn a_missing_store_is_named_with_the_remedy() {
    let folder = Folder::new();
    let error = Store::look(folder.path()).err().unwrap().to_string();
    assert!(error.contains("--out"), "{error}");
}
