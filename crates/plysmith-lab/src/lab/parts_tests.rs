//! Parts on their way between a game, the store and trials.

use plysmith::Spec;
use plysmith::arena::Line;
use plysmith::part::{Part, PartCard, PartId, Provenance};

use super::*;
use crate::store::NewRun;
use crate::testing::{Folder, arena};
use crate::trial::{Limit, Search, SpecText};

const GAME: &str = "breakthrough-5x5";

fn part(game: &str, values: [i16; 4]) -> Part {
    let card = PartCard {
        kind: "numbers".into(),
        game: game.into(),
        shape: [("values".to_string(), 4)].into(),
        provenance: Provenance::default(),
    };
    Part::new(card, values.iter().flat_map(|value| value.to_le_bytes()).collect()).unwrap()
}

/// A search by a spec that names a part, as somebody else has written it down.
fn search(id: PartId) -> Search {
    let spec = SpecText::from(Spec::parse(&format!("[alpha_beta]\n[dummy]\nnet = \"{id}\"")).unwrap().to_string());
    Search { spec, line: Line::start(), limit: Limit::depth(4), features: Vec::new() }
}

/// A lab with a new arena, as a new process has it, on behalf of a run.
fn with_lab<R>(folder: &Folder, run: &str, work: impl FnOnce(&mut Lab) -> R) -> R {
    let mut store = Store::open(folder.path()).unwrap();
    let new = NewRun { id: run.into(), ..NewRun::default() };
    let (number, _) = store.begin(&new).unwrap();
    let arena = arena(GAME);
    work(&mut Lab::new(&*arena, "").threads(2).keep(store, Some(number)))
}

#[test]
fn a_trial_finds_its_part_in_the_store_of_an_earlier_process() {
    let folder = Folder::new();
    let mine = part(GAME, [-30_000, 30_000, 0, 9]);
    let first = with_lab(&folder, "a", |lab| {
        lab.arena().add_part(mine.clone()).unwrap();
        lab.all("once", &[search(mine.id())]).unwrap().remove(0)
    });
    // Another depth is another trial: it is computed, and not looked up.
    let deeper = Search { limit: Limit::depth(3), ..search(mine.id()) };
    with_lab(&folder, "b", |lab| {
        assert!(lab.arena().part(mine.id()).is_none());
        let found = lab.all("again", &[deeper, search(mine.id())]).unwrap();
        assert_eq!(found[1], first);
        let (run, store) = (lab.run().unwrap(), lab.store().unwrap());
        assert_eq!(store.parts_of(run).unwrap(), [mine.id()], "this run names it too");
    });
}

#[test]
fn a_run_that_goes_on_has_the_parts_that_it_learned() {
    let folder = Folder::new();
    let mine = part(GAME, [1, 2, 3, 4]);
    with_lab(&folder, "a", |lab| assert_eq!(lab.keep_part(mine.clone()).unwrap(), mine.id()));
    let spec = search(mine.id()).spec.spec().unwrap();
    with_lab(&folder, "a", |lab| {
        assert!(SpecText::new(lab.arena(), &spec).unwrap_err().to_string().contains("is missing"));
        lab.recall_parts().unwrap();
        SpecText::new(lab.arena(), &spec).unwrap();
    });
    with_lab(&folder, "b", |lab| {
        lab.recall_parts().unwrap();
        assert!(lab.arena().part(mine.id()).is_none(), "another run has not");
        assert!(matches!(lab.keep_part(part("chess", [1; 4])), Err(LabError::Part(_))));
    });
}

#[test]
fn a_part_that_is_nowhere_fails_the_trial_by_its_name() {
    let folder = Folder::new();
    let nowhere = PartId([7; 16]);
    let error = with_lab(&folder, "a", |lab| lab.all("never", &[search(nowhere)]).unwrap_err().to_string());
    assert!(error.contains("dummy.net") && error.contains(&nowhere.to_string()) && error.contains("is missing"), "{error}");
}

#[test]
fn collection_takes_a_part_with_the_trial_and_the_run_that_named_it() {
    let folder = Folder::new();
    let mine = part(GAME, [5, 6, 7, 8]);
    with_lab(&folder, "a", |lab| {
        lab.keep_part(mine.clone()).unwrap();
        lab.all("once", &[search(mine.id())]).unwrap();
    });
    let mut store = Store::open(folder.path()).unwrap();
    assert_eq!((store.collect(None).unwrap().parts, store.parts().unwrap()), (0, 1));
    store.collect(Some(0)).unwrap();
    assert_eq!((store.trials().unwrap(), store.parts().unwrap()), (0, 1), "the run still names it");
    let run = store.run("a").unwrap().number;
    store.delete(run).unwrap();
    assert_eq!(store.parts().unwrap(), 0);
}
