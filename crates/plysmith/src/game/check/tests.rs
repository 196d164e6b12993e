//! Games that say something wrong about themselves, and the faults that are found.

use super::*;
use crate::game::{AtomCard, MoveSquares, TextError};
use crate::testing::{Countdown, Heaps};

#[test]
fn a_missing_move_is_a_fault_where_there_should_always_be_one() {
    rules(&Countdown::<false>, 10, 1).unwrap();
    let fault = rules(&Countdown::<true>, 10, 1).unwrap_err();
    assert!(fault.problem.contains("ALWAYS_MOVES") && fault.position.starts_with('0'), "{fault}");
}

/// What [`Claims`] says beyond what [`Heaps`] are.
const NOTHING: u8 = 0;
const FORCED: u8 = 1;
const TRULY_FORCED: u8 = 2;
const PASSES_IN_CHECK: u8 = 3;
const CHECKED_BY_PLACE: u8 = 4;
const CHECKED_BY_MOOD: u8 = 5;
const UNFAIR: u8 = 6;
const TWICE: u8 = 7;
const FORGETFUL: u8 = 8;
const SWAPS: u8 = 9;
const SWAPS_NOTHING: u8 = 10;
const SWAPS_HEAPS: u8 = 11;
const SWAPS_AND_TAKES: u8 = 12;
const FAR_SQUARES: u8 = 13;
const HALF_A_PART: u8 = 14;

/// [`Heaps`], in which to take three is tactical, with a claim.
#[derive(Clone)]
struct Claims<const CLAIM: u8>;

type State = <Heaps as Game>::State;
type Move = <Heaps as Game>::Move;

impl<const CLAIM: u8> Game for Claims<CLAIM> {
    type State = State;
    type Move = Move;

    const FAIR: u32 = if CLAIM == UNFAIR { 4096 } else { 1 };
    const TACTICAL_FORCED: bool = CLAIM == FORCED || CLAIM == TRULY_FORCED;
    const CAPABILITIES: &'static [Capability] = match CLAIM {
        SWAPS..=SWAPS_AND_TAKES => &[Capability::Tactical, Capability::Atoms, Capability::Symmetries, Capability::Swap],
        FAR_SQUARES => &[Capability::Tactical, Capability::Atoms, Capability::Symmetries, Capability::Squares],
        _ => &[Capability::Pass, Capability::Tactical, Capability::Atoms, Capability::Symmetries],
    };

    fn name(&self) -> String {
        "claims".into()
    }
    fn start(&self) -> State {
        Heaps.start()
    }
    fn side(&self, state: &State) -> Side {
        Heaps.side(state)
    }
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        Heaps.moves(state, moves);
        if CLAIM == TRULY_FORCED && moves.iter().any(|&(_, taken)| taken == 3) {
            moves.retain(|&(_, taken)| taken == 3);
        }
    }
    fn play(&self, state: &mut State, mv: Move) {
        Heaps.play(state, mv);
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        Heaps.outcome(state)
    }
    fn evaluate(&self, _: &State) -> i32 {
        0
    }
    fn move_ids(&self) -> usize {
        Heaps.move_ids()
    }
    fn move_id(&self, mv: Move) -> usize {
        Heaps.move_id(mv)
    }
    fn write_position(&self, state: &State) -> String {
        Heaps.write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        Heaps.read_position(text)
    }
    fn write_move(&self, state: &State, mv: Move) -> String {
        Heaps.write_move(state, mv)
    }
    fn parts(&self) -> &'static [&'static [u8]] {
        if CLAIM == HALF_A_PART { &[b"plysmith-part 1 10"] } else { &[] }
    }
    fn pass(&self, state: &mut State) -> bool {
        let passes = CLAIM == PASSES_IN_CHECK;
        if passes {
            *state = Heaps.read_position(&turn(&Heaps.write_position(state))).unwrap();
        }
        passes
    }
    fn in_check(&self, state: &State) -> bool {
        use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
        static MOOD: AtomicBool = AtomicBool::new(false);
        match CLAIM {
            PASSES_IN_CHECK => Heaps.write_position(state).starts_with("1 1 1"),
            CHECKED_BY_PLACE => Heaps.write_position(state).starts_with('1'),
            CHECKED_BY_MOOD => MOOD.fetch_xor(true, Relaxed),
            _ => false,
        }
    }
    fn tactical(&self, state: &State, mv: Move) -> u32 {
        Heaps.tactical(state, mv)
    }
    fn tactical_moves(&self, state: &State, moves: &mut Vec<Move>) {
        Heaps.tactical_moves(state, moves);
        if CLAIM == TWICE {
            moves.extend(moves.first().copied());
        }
    }
    fn atoms(&self) -> &'static [AtomCard] {
        Heaps.atoms()
    }
    fn atoms_of(&self, state: &State, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        Heaps.atoms_of(state, previous, mv, wanted)
    }
    fn atoms_of_moves(&self, state: &State, previous: Option<Move>, moves: &[Move], wanted: u64, atoms: &mut Vec<u64>) {
        // The move before is forgotten.
        let previous = if CLAIM == FORGETFUL { None } else { previous };
        Heaps.atoms_of_moves(state, previous, moves, wanted, atoms);
    }
    fn square_sizes(&self) -> SquareSizes {
        if CLAIM == FAR_SQUARES { SquareSizes { squares: 2, pieces: 1 } } else { SquareSizes::default() }
    }
    fn move_squares(&self, _: &State, (heap, _): Move) -> MoveSquares {
        MoveSquares { from: Some(heap.into()), to: None, piece: 0 }
    }
    fn swap_sides(&self, state: &State) -> State {
        let text = Heaps.write_position(state);
        let turned = turn(&text);
        let text = match CLAIM {
            SWAPS => turned,
            SWAPS_HEAPS => {
                let words: Vec<&str> = turned.split(' ').collect();
                [words[1], words[2], words[0], words[3]].join(" ")
            }
            SWAPS_AND_TAKES if !text.starts_with("0") && text.ends_with('1') => format!("0{}", &turned[1..]),
            SWAPS_AND_TAKES => turned,
            _ => text,
        };
        Heaps.read_position(&text).unwrap()
    }
    fn symmetries(&self) -> usize {
        Heaps.symmetries()
    }
    fn turn(&self, state: &State, symmetry: usize) -> State {
        Heaps.turn(state, symmetry)
    }
    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        Heaps.turn_move(mv, symmetry)
    }
}

/// The same heaps with the other side to move.
fn turn(text: &str) -> String {
    let (heaps, side) = text.rsplit_once(' ').unwrap();
    format!("{heaps} {}", if side == "1" { 2 } else { 1 })
}

/// What is found to be wrong in a hundred games.
fn problem<const CLAIM: u8>() -> String {
    rules(&Claims::<CLAIM>, 100, 1).unwrap_err().problem
}

#[test]
fn forced_tactical_moves_leave_no_other() {
    // What has a pass declared need not pass.
    rules(&Claims::<NOTHING>, 100, 1).unwrap();
    rules(&Claims::<TRULY_FORCED>, 100, 1).unwrap();
    assert!(problem::<FORCED>().contains("set TACTICAL_FORCED to false"));
}

#[test]
fn nobody_passes_in_check_and_check_is_a_matter_of_the_position() {
    assert!(problem::<PASSES_IN_CHECK>().contains("pass() passes in check"));
    assert!(problem::<CHECKED_BY_PLACE>().contains("whether the side to move is in check"));
    assert!(problem::<CHECKED_BY_MOOD>().contains("in_check()"));
}

#[test]
fn ranks_are_within_bounds_and_tactical_moves_come_once() {
    assert!(problem::<UNFAIR>().contains("FAIR"));
    assert!(problem::<TWICE>().contains("twice"));
}

#[test]
fn the_atoms_of_all_moves_are_those_of_each() {
    assert!(problem::<FORGETFUL>().contains("atoms_of_moves() and atoms_of() disagree"));
}

#[test]
fn bundled_parts_can_be_used() {
    let problem = problem::<HALF_A_PART>();
    assert!(problem.contains("number 0 of those bundled with claims` ends after 18 bytes"), "{problem}");
}

#[test]
fn exchanged_sides_come_back_and_leave_everything_else_as_it_was() {
    rules(&Claims::<SWAPS>, 100, 1).unwrap();
    assert!(problem::<SWAPS_NOTHING>().contains("leaves the same side to move"));
    assert!(problem::<SWAPS_HEAPS>().contains("twice does not give the position back"));
    assert!(problem::<SWAPS_AND_TAKES>().contains("swap_sides()"));
}

#[test]
fn squares_stay_within_their_sizes() {
    assert!(problem::<FAR_SQUARES>().contains("beyond SquareSizes"));
}
