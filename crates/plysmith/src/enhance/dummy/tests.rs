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
    .ordered(&[]);
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
