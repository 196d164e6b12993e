use super::*;
use crate::arena::{Arena, Compiled, GameArena};
use crate::enhance::Choices;
use crate::enhance::alpha_beta;
use crate::part::{PartCard, PartId, Provenance};
use crate::search::Watch;
use crate::search::settings::{Baked, Fixed};
use crate::testing::{BUNDLED, Heaps};
use crate::{Engine, Limits, Position, Spec};

/// A part for a game, with a shape that says so many values.
fn part(game: &str, values: &[i16], said: u32) -> Part {
    let card = PartCard {
        kind: Numbers::KIND.into(),
        game: game.into(),
        shape: [("values".to_string(), said)].into(),
        provenance: Provenance::default(),
    };
    Part::new(card, values.iter().flat_map(|value| value.to_le_bytes()).collect()).unwrap()
}

fn bundled() -> PartId {
    Part::read("bundled", BUNDLED).unwrap().id()
}

fn spec(id: PartId) -> Spec {
    Spec::parse(&format!("[alpha_beta]\n[dummy]\nnet = \"{id}\"")).unwrap()
}

/// Nodes of a search.
fn searched<S: Settings>(mut engine: Engine<Heaps, S>) -> u64 {
    engine.search(&Position::start(&Heaps), &Limits::depth(6)).nodes
}

#[test]
fn the_numbers_of_the_part_decide_about_the_nodes() {
    let parts = Parts::bundled(&Heaps);
    let one = parts.add(part("heaps", &[-30_000, 0, 30_000], 3)).unwrap();
    let other = parts.add(part("heaps", &[30_000, 0, -30_000], 3)).unwrap();
    let [none, one, other] = [PartId::NONE, one, other].map(|id| searched(Engine::with_parts(Heaps, &spec(id), &parts).unwrap()));
    assert!(none != one && one != other, "{none} {one} {other}");
}

#[test]
fn notes_and_tables_come_out_as_samples_of_all_threads() {
    let samples = |text: &str, threads: usize| {
        let mut engine = Engine::new(Heaps, &Spec::parse(text).unwrap()).unwrap();
        engine.set_threads(threads);
        engine.search(&Position::start(&Heaps), &Limits::depth(5)).samples
    };
    let one = samples("[alpha_beta]\n[table]\n[dummy.costs]\nThree = 32", 1);
    assert_eq!((one.len(), one[0].enhancement), (1, "dummy"));
    let (pairs, rest) = one[0].values.as_chunks::<2>();
    assert!(rest.is_empty() && pairs.len() > 20);
    // Some value is found at every node, and at some it changes; taking three is best at some and not at others.
    assert!(pairs.iter().all(|[changes, _]| *changes >= 1.0) && pairs.iter().any(|[changes, _]| *changes > 1.0), "{pairs:?}");
    assert!(pairs.iter().any(|[_, cost]| *cost == 32.0) && pairs.iter().any(|[_, cost]| *cost == 0.0), "{pairs:?}");
    let two = samples("[alpha_beta]\n[table]\n[dummy]", 2);
    // How far a helper comes before the main thread is done is a matter of time: that theirs come behind is tested where they are put together.
    assert!(two.len() == 1 && two[0].values.len() >= pairs.len());
    assert!(samples("[alpha_beta]\n[table]", 1).is_empty());
}

#[test]
fn its_parameters_are_options_differences_and_constants_like_those_of_others() {
    let text = format!("[alpha_beta]\n[dummy]\nweights = [1, -2]\nnet = \"{}\"\n[dummy.costs]\nThree = 32", bundled());
    let spec = Spec::parse(&text).unwrap();
    assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
    assert_eq!(spec.order(), ["worth"]);
    let constants = spec.constants(&GameArena::new(Heaps).card()).unwrap();
    for expected in ["List::of(&[1, -2])", "cost: 32 }", "entry(\"worth\").unwrap()", &bundled().to_string()] {
        let digits = expected.len() == 32 && constants.contains("PartOf::of(");
        assert!(constants.contains(expected) || digits, "{expected}: {constants}");
    }
    let mut set = Spec::parse("[alpha_beta]\n[dummy]").unwrap();
    for (parameter, value) in [("weights", "1,-2"), ("costs", "Three=32"), ("net", &bundled().to_string())] {
        set.set_text("dummy", parameter, value).unwrap();
    }
    assert_eq!(set, spec);
}

/// Its file, its list line and its `mod` line.
#[test]
fn its_name_occurs_nowhere_else() {
    let source = include_str!("../../enhance.rs");
    let named: Vec<&str> =
        source.lines().filter(|line| line.contains("dummy") && !line.contains("feature")).map(str::trim).collect();
    assert_eq!(named, ["pub mod dummy;", "dummy => Dummy,"]);
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_own = entry.starts_with(root.join("enhance/dummy")) || entry == root.join("enhance/dummy.rs");
            if entry.is_dir() {
                folders.push(entry);
            } else if !is_own && entry != root.join("enhance.rs") {
                let text = std::fs::read_to_string(&entry).unwrap();
                let named = text.lines().find(|line| line.contains("dummy") && !line.contains("feature = \"dummy\""));
                assert_eq!(named, None, "{}", entry.display());
            }
        }
    }
}

#[test]
fn every_fault_of_a_part_is_told_before_any_search() {
    let parts = Parts::bundled(&Heaps);
    let said = |spec: &Spec, parts: &Parts| Engine::with_parts(Heaps, spec, parts).err().expect("it is refused").to_string();
    let check = |id: PartId, expected: &[&str]| {
        let text = said(&spec(id), &parts);
        let in_phase = Spec::parse(&format!("[alpha_beta]\n[phase.1.dummy]\nnet = \"{id}\"")).unwrap();
        for text in [text, said(&in_phase, &parts)] {
            assert!(expected.iter().all(|expected| text.contains(expected)), "{text}\n  wanted: {expected:?}");
        }
    };
    check(PartId([7; 16]), &["dummy.net: the part `07070707", "is missing"]);
    let table = Part::new(PartCard { kind: "table".into(), ..part("heaps", &[1], 1).card().clone() }, vec![0, 0]).unwrap();
    check(parts.add(table).unwrap(), &["dummy.net: ", "is of the kind `table` and not `numbers`"]);
    check(parts.add(part("heaps", &[1, 2], 3)).unwrap(), &["dummy: ", "`values` is 3 and not 2"]);
    check(parts.add(part("heaps", &[], 0)).unwrap(), &["dummy: ", "0 bytes are no row of numbers"]);
    let elsewhere = Parts::new("chess");
    let id = elsewhere.add(part("chess", &[1], 1)).unwrap();
    assert!(said(&spec(id), &elsewhere).contains("was learned for chess and not for heaps"));
}

#[test]
fn what_comes_with_the_game_needs_no_library() {
    let expected = searched(Engine::with_parts(Heaps, &spec(bundled()), &Parts::bundled(&Heaps)).unwrap());
    assert_eq!(searched(Engine::new(Heaps, &spec(bundled())).unwrap()), expected);
    assert_eq!(GameArena::new(Heaps).part(bundled()).unwrap().id(), bundled());
    assert!(GameArena::new(Heaps).check_spec(&spec(bundled())).is_ok());
}

/// Constants with a part that does not come with the game.
struct Mine;

const OTHER: PartId = PartId([63, 249, 153, 219, 235, 102, 211, 115, 20, 43, 224, 238, 235, 202, 225, 92]);

impl Baked for Mine {
    const CHOICES: Choices = Choices {
        alpha_beta: Some(alpha_beta::Params::DEFAULT),
        dummy: Some(Params { net: PartOf::of(OTHER), ..Params::DEFAULT }),
        ..Choices::NONE
    }
    .ordered(&[crate::enhance::WORTH_ENTRY]);
    const PARTS: &'static [&'static [u8]] = &[OTHER_FILE];
}

const OTHER_FILE: &[u8] = b"plysmith-part 1 124 6 ada785b20b0a4171edfdc5c1faec05b2\n\
    game = \"heaps\"\nkind = \"numbers\"\n\n[provenance]\nbuild = \"none\"\ncommand = \"by hand\"\ndata = \"none\"\nseed = 1\n\n[shape]\nvalues = 3\n~A ~ p";

#[test]
fn a_part_that_is_compiled_in_is_used() {
    let library = Parts::new("heaps");
    let id = library.add(Part::read("x", OTHER_FILE).unwrap()).unwrap();
    assert_eq!(id, OTHER);
    let expected = searched(Engine::with_parts(Heaps, &spec(id), &library).unwrap());
    assert_eq!(searched(Engine::<_, Fixed<Mine>>::baked(Heaps)), expected);
    assert_eq!(searched(Engine::<_, Fixed<Mine>>::compiled(Heaps, &spec(id)).unwrap()), expected);
    let compiled = Compiled::<_, Fixed<Mine>>::new(Heaps, spec(id)).unwrap();
    assert!(compiled.part(id).is_some() && compiled.player(&spec(bundled()), &Watch::NOTHING).is_ok());
    assert!(Engine::new(Heaps, &spec(id)).err().unwrap().to_string().contains("is missing"));
}

#[test]
fn threads_and_phases_share_what_was_decoded() {
    let parts = Parts::bundled(&Heaps);
    let text = format!("[alpha_beta]\n[table]\nbits = 10\n[dummy]\nnet = \"{0}\"\n[phase.1.dummy]\nweights = [2]", bundled());
    let mut engine = Engine::with_parts(Heaps, &Spec::parse(&text).unwrap(), &parts).unwrap();
    let decoded = parts.decoded(PartOf::<Numbers>::of(bundled())).unwrap().unwrap();
    // The library, this test, and the engine's memory.
    assert_eq!(Arc::strong_count(&decoded), 3);
    engine.set_threads(3);
    assert_eq!(Arc::strong_count(&decoded), 5, "two helpers more");
    let late = Position::read(&Heaps, Some("1 1 1 1"), &[""; 0]).unwrap();
    engine.search(&late, &Limits::depth(2));
    assert_eq!(Arc::strong_count(&decoded), 5, "those of the other phase instead");
}

#[test]
fn an_arena_takes_parts_of_its_game_alone() {
    let arena = GameArena::new(Heaps);
    let mine = part("heaps", &[1, 2, 3], 3);
    assert!(arena.check_spec(&spec(mine.id())).is_err() && arena.part(mine.id()).is_none());
    assert_eq!(arena.add_part(mine.clone()), Ok(mine.id()));
    assert!(arena.check_spec(&spec(mine.id())).is_ok() && arena.clone().player(&spec(mine.id()), &Watch::NOTHING).is_ok());
    assert!(arena.add_part(part("chess", &[1], 1)).unwrap_err().to_string().contains("for chess and not for heaps"));
}

#[test]
fn a_spec_lists_its_parts_with_those_of_its_phases() {
    let [first, second] = [PartId([1; 16]), PartId([2; 16])];
    let text =
        format!("[alpha_beta]\n[dummy]\nnet = \"{second}\"\n[phase.0.dummy]\nweights = [3]\n[phase.1.dummy]\nnet = \"{first}\"");
    let spec = Spec::parse(&text).unwrap();
    assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
    let named: Vec<(String, PartId)> = spec.named_parts().into_iter().map(|part| (part.parameter, part.id)).collect();
    assert_eq!(named, [("dummy.net".to_string(), second), ("phase.1.dummy.net".to_string(), first)]);
    assert_eq!(spec.part_ids(), [first, second]);
    assert_eq!(Spec::nothing().part_ids(), []);
    let error = Spec::parse("[alpha_beta]\n[dummy]\nnet = \"mine.part\"").unwrap_err().to_string();
    assert!(error.contains("dummy.net = \"mine.part\" is out of range; use the digest of a part of the kind `numbers`"), "{error}");
}
