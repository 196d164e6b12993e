//! What the states of the bundled games give for free.

use plysmith::Arena;
use plysmith::arena::Line;
use plysmith::game::free_inputs::{FreeInputs, Reason};
use plysmith_games::{GAMES, find};

fn arena(name: &str) -> Box<dyn Arena> {
    find(name).unwrap_or_else(|| panic!("{name} is no game"))
}

fn left_out(name: &str) -> Vec<Reason> {
    arena(name).free_inputs().unwrap().report().left_out.iter().map(|left| left.reason).collect()
}

#[test]
fn hashes_counters_and_sums_are_found_in_every_game_that_writes_them() {
    use Reason::{Counter, Hash, Sum};
    let expected: [(&str, &[Reason]); 13] = [
        ("ataxx", &[Counter]),
        ("awari", &[]),
        ("breakthrough", &[Sum, Sum]),
        ("chess", &[Hash, Counter]),
        ("critical-mass", &[Counter]),
        ("draughts", &[Counter]),
        ("halma", &[Counter]),
        ("hexapawn", &[]),
        ("loa", &[]),
        ("lose-checkers", &[Counter]),
        ("othello", &[]),
        ("random", &[Hash, Counter]),
        ("tic-tac-toe", &[]),
    ];
    for (name, reasons) in expected {
        assert_eq!(left_out(name), reasons, "{name}");
    }
}

#[test]
fn every_game_but_those_that_write_only_a_hash_has_free_inputs() {
    for entry in GAMES {
        let count = arena(entry.name).free_inputs().unwrap().len();
        assert_eq!(count == 0, ["chess", "random"].contains(&entry.name), "{}: {count}", entry.name);
    }
}

#[test]
fn both_sets_of_squares_of_a_board_have_an_input_a_square() {
    // On the last row of Breakthrough the game is over, so that neither side to move nor the other is seen there.
    for (name, count) in [("breakthrough", 2 * 56 + 2), ("loa", 2 * 64 + 2), ("halma", 2 * 64 + 2), ("tic-tac-toe", 2 * 9 + 2)] {
        assert_eq!(arena(name).free_inputs().unwrap().len(), count, "{name}");
    }
}

#[test]
fn active_inputs_ascend_differ_from_move_to_move_and_survive_being_stored() {
    for entry in GAMES {
        let arena = arena(entry.name);
        let inputs = arena.free_inputs().unwrap();
        assert_eq!(&FreeInputs::from_bytes(&inputs.to_bytes()).unwrap(), inputs, "{}", entry.name);
        let mut line = Line::start();
        for turn in 0..12 {
            let moves = arena.view(&line).unwrap().moves;
            let Some(mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
            line.moves.push(mv.clone());
        }
        let along = arena.inputs_along(&line, true).unwrap();
        assert_eq!(along.len(), line.moves.len() + 1);
        for (at, next) in along.iter().zip(&along[1..]) {
            assert!(at.active.is_sorted_by(|one, next| one < next), "{}: {at:?}", entry.name);
            assert!(at.active.iter().all(|&input| usize::from(input) < inputs.len()), "{}: {at:?}", entry.name);
            assert!(inputs.is_empty() || at.active != next.active, "{}: {at:?}", entry.name);
        }
    }
}

#[test]
fn a_game_with_inputs_of_its_own_uses_these_and_another_the_free_ones() {
    let own = arena("othello");
    assert!(!own.inputs_card().free && own.inputs_card().count == own.card().inputs);
    let none = arena("random");
    assert!(none.inputs_card().free && none.inputs(&Line::start()).unwrap().is_empty());
}
