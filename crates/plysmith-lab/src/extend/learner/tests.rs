//! What is wrong with a game is said before there is a run, and a stopped discovery has something to tell.

use plysmith::Game;
use plysmith::arena::GameArena;
use plysmith::game::{AtomCard, Capability, Outcome, Side, TextError};

use super::*;
use crate::learner::{find, usual_options};
use crate::testing::arena;
use crate::trial::SpecText;

/// A game of somebody's own that is about its atoms alone.
#[derive(Clone)]
struct Own(&'static [AtomCard]);

impl Game for Own {
    type State = u8;
    type Move = u8;
    const CAPABILITIES: &'static [Capability] = &[Capability::Atoms];
    fn name(&self) -> String {
        "own".into()
    }
    fn start(&self) -> u8 {
        0
    }
    fn side(&self, _: &u8) -> Side {
        Side::First
    }
    fn moves(&self, _: &u8, _: &mut Vec<u8>) {}
    fn play(&self, _: &mut u8, _: u8) {}
    fn outcome(&self, _: &u8) -> Option<Outcome> {
        Some(Outcome::Draw)
    }
    fn evaluate(&self, _: &u8) -> i32 {
        0
    }
    fn move_ids(&self) -> usize {
        1
    }
    fn move_id(&self, _: u8) -> usize {
        0
    }
    fn write_position(&self, _: &u8) -> String {
        String::new()
    }
    fn read_position(&self, _: &str) -> Result<u8, TextError> {
        Ok(0)
    }
    fn write_move(&self, _: &u8, _: u8) -> String {
        String::new()
    }
    fn atoms(&self) -> &'static [AtomCard] {
        self.0
    }
}

const fn atom(name: &'static str, group: &'static str, parent: Option<&'static str>) -> AtomCard {
    AtomCard { name, about: "", group, parent, keep: false }
}

#[test]
fn atoms_that_are_unsound_hinder_it_before_there_is_a_run() {
    const GOOD: &[AtomCard] = &[atom("a", "g", None), atom("b", "g", Some("a"))];
    const NO_GROUP: &[AtomCard] = &[atom("a", "", None)];
    const NO_PARENT: &[AtomCard] = &[atom("a", "g", Some("z"))];
    const STRANGER: &[AtomCard] = &[atom("a", "g", Some("b")), atom("b", "h", None)];
    const CYCLE: &[AtomCard] = &[atom("a", "g", Some("b")), atom("b", "g", Some("a"))];
    const MANY: &[AtomCard] = &[atom("a", "g", None); 65];
    let hindrance = |atoms| {
        let arena = GameArena::new(Own(atoms));
        FocusLearner::hindrance(&arena, &arena.preset("plain").unwrap())
    };
    assert_eq!(hindrance(GOOD), None);
    for (atoms, expected) in [
        (&[][..], "the game has no atoms of moves"),
        (NO_GROUP, "the atom `a` has no group; give it one"),
        (NO_PARENT, "the atom `a` is a special case of `z`, which is no atom of the game"),
        (STRANGER, "`a` and `b` are child and parent, but of different groups"),
        (CYCLE, "the atom `a` is a special case of itself"),
        (MANY, "the game has 65 atoms, and a feature has room for 64"),
    ] {
        let said = hindrance(atoms).unwrap();
        assert!(said.contains(expected), "says: {said}\nwanted: {expected}");
    }
}

/// `--threshold` without a number is not the same as no threshold, also in an ask that was written down.
#[test]
fn a_threshold_without_a_number_outlives_the_ask() {
    let learner = find("extend").unwrap();
    let read = |words: &[&str]| {
        let command = learner.with_options(clap::Command::new("extend").no_binary_name(true));
        let options: FocusOptions = serde_json::from_value(learner.read(&command.get_matches_from(words)).unwrap()).unwrap();
        options.threshold
    };
    assert_eq!(read(&[]), None);
    assert_eq!(read(&["--threshold"]), Some(Threshold::Neutral));
    assert_eq!(read(&["--threshold", "7"]), Some(Threshold::At(7)));
}

#[test]
fn when_the_time_is_over_nothing_more_is_valued() {
    let arena = arena("breakthrough-5x5");
    let start = SpecText::new(&*arena, &Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]").unwrap()).unwrap();
    let learner = find("extend").unwrap();
    let mut options = usual_options(learner);
    (options["nodes"], options["count"], options["epsilon"]) = (200.into(), 10.into(), 1.into());
    let ask = Ask { learner: "extend".into(), start, seed: 1, pace: None, options };
    let valuations = |until: usize| {
        let mut looks = 0;
        let mut patience = |_: &mut Lab, _: &str| {
            looks += 1;
            Ok(Some(if looks > until { 1.0 } else { 0.0 }))
        };
        let learned = learner.learn(&ask, &mut Lab::new(&*arena, ""), &mut patience).unwrap();
        let looked = |row: &serde_json::Value| row["looked"].as_u64().unwrap() > 0;
        (learned.figures["features"].as_array().unwrap().iter().filter(|row| looked(row)).count(), learned.is_proposed)
    };
    assert_eq!(valuations(3).0, 3);
    assert_eq!(valuations(0), (0, false));
}
