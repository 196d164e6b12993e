//! Plans of a game whose state holds one thing of every kind.

use super::*;
use crate::game::hash::mix;
use crate::game::{Outcome, Side, TextError};
use crate::testing::Heaps;

/// What the state of [`Walk`] writes wrongly.
const NOTHING: u8 = 0;
const A_LIST: u8 = 1;
const TOO_MUCH: u8 = 2;

/// Twenty bits, of which a move sets or clears one; for 60 plies.
#[derive(Clone)]
struct Walk<const WRONG: u8>;

#[derive(Clone, Debug, PartialEq, Hash)]
struct State {
    board: u32,
    cells: [u8; 9],
    key: u64,
    plies: u16,
    quiet: u8,
    sum: i16,
    crooked: i32,
    size: u8,
    side: Side,
    list: Vec<u16>,
}

impl State {
    /// Everything that follows from the bits.
    fn of(board: u32, plies: u16, quiet: u8, wrong: u8) -> State {
        let cell = |at: u32| (board >> (2 * at) & 3) as u8;
        let sum = 3 * (board & 0x3ff).count_ones() as i16 - 2 * (board >> 10).count_ones() as i16;
        State {
            board,
            cells: std::array::from_fn(|at| cell(at as u32)),
            key: mix(board.into()),
            plies,
            quiet,
            sum,
            crooked: (mix((board & 0xfff).into()) % 2_001) as i32 - 1_000,
            size: 20,
            side: if plies.is_multiple_of(2) { Side::First } else { Side::Second },
            list: match wrong {
                A_LIST => vec![0; board.count_ones() as usize],
                TOO_MUCH => (0..10_000).map(|at| mix(u64::from(board) << 16 | at) as u16).collect(),
                _ => Vec::new(),
            },
        }
    }
}

impl<const WRONG: u8> Game for Walk<WRONG> {
    type State = State;
    type Move = u8;

    fn name(&self) -> String {
        "walk".into()
    }
    fn start(&self) -> State {
        State::of(0, 0, 0, WRONG)
    }
    fn side(&self, state: &State) -> Side {
        state.side
    }
    fn moves(&self, _: &State, moves: &mut Vec<u8>) {
        moves.extend(0..20);
    }
    fn play(&self, state: &mut State, bit: u8) {
        let quiet = if bit < 5 { 0 } else { state.quiet + 1 };
        *state = State::of(state.board ^ 1 << bit, state.plies + 1, quiet, WRONG);
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.plies >= 60).then_some(Outcome::Draw)
    }
    fn evaluate(&self, state: &State) -> i32 {
        state.crooked
    }
    fn move_ids(&self) -> usize {
        20
    }
    fn move_id(&self, bit: u8) -> usize {
        bit.into()
    }
    fn write_position(&self, state: &State) -> String {
        format!("{:x} {} {}", state.board, state.plies, state.quiet)
    }
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        Err(TextError::position(text, "nothing: no test reads one"))
    }
    fn write_move(&self, _: &State, bit: u8) -> String {
        bit.to_string()
    }
}

fn learned() -> FreeInputs {
    FreeInputs::learn(&Walk::<NOTHING>, 1).unwrap()
}

#[test]
fn hashes_counters_sums_and_evaluations_are_left_out() {
    let report = learned().report();
    let left_out: Vec<(&str, Reason)> = report.left_out.iter().map(|left| (left.place.as_str(), left.reason)).collect();
    let expected = [
        ("place 11, 64 bits", Reason::Hash),
        ("place 12, 16 bits", Reason::Counter),
        ("place 13, 8 bits", Reason::Counter),
        ("place 14, 16 bits", Reason::Sum),
        ("place 15, 32 bits", Reason::Evaluation),
    ];
    assert_eq!(left_out, expected, "{report:?}");
    // The length of the cells, the size of the board, and the length of the list.
    assert_eq!((report.constant_places, report.constant_bits), (3, 12));
}

#[test]
fn bits_and_values_become_inputs() {
    let inputs = learned();
    assert_eq!(inputs.len(), 20 + 9 * 4 + 2, "{:?}", inputs.report());
    let mut active = vec![7];
    inputs.active(&State::of(0b1011, 1, 0, NOTHING), &mut active);
    // The bits, cell 0 has the value 3, cell 1 the value 2, the others none, and the second side moves.
    assert_eq!(active, [7, 0, 1, 3, 23, 26, 28, 32, 36, 40, 44, 48, 52, 57]);
}

#[test]
fn what_was_never_seen_activates_nothing() {
    let inputs = learned();
    let mut strange = State::of(0, 0, 0, NOTHING);
    let mut usual = Vec::new();
    inputs.active(&strange, &mut usual);
    strange.board = 1 << 31;
    strange.cells[0] = 200;
    let mut active = Vec::new();
    inputs.active(&strange, &mut active);
    usual.retain(|&input| input != 20);
    assert_eq!(active, usual);
}

#[test]
fn a_stream_that_changes_its_length_is_an_error_with_a_remedy() {
    let error = FreeInputs::learn(&Walk::<A_LIST>, 1).unwrap_err();
    assert!(matches!(error, FreeInputsError::Shape { place: 19, .. }), "{error:?}");
    assert!(error.to_string().contains("an array instead of a `Vec`"), "{error}");
}

#[test]
fn more_inputs_than_have_a_number_are_an_error() {
    let error = FreeInputs::learn(&Walk::<TOO_MUCH>, 1).unwrap_err();
    assert!(matches!(error, FreeInputsError::TooMany { inputs } if inputs > 65_535), "{error}");
}

#[test]
fn the_same_seed_gives_the_same_plan_and_bytes_give_it_back() {
    let inputs = learned();
    assert_eq!(inputs, learned());
    let bytes = inputs.to_bytes();
    assert_eq!(FreeInputs::from_bytes(&bytes).unwrap(), inputs);
    for length in 0..bytes.len() {
        assert!(FreeInputs::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    assert!(matches!(FreeInputs::from_bytes(&[9]), Err(FreeInputsError::Version { version: 9 })));
}

#[test]
fn damaged_bytes_are_refused_or_read_as_another_plan_but_never_break() {
    let bytes = learned().to_bytes();
    for at in 0..bytes.len() {
        for flip in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << flip;
            if let Ok(inputs) = FreeInputs::from_bytes(&damaged) {
                let mut active = Vec::new();
                inputs.active(&State::of(0xa5a5, 3, 0, NOTHING), &mut active);
                assert!(active.iter().all(|&input| usize::from(input) < inputs.len()));
            }
        }
    }
}

#[test]
fn a_count_that_falls_is_no_counter() {
    let inputs = FreeInputs::learn(&Heaps, 1).unwrap();
    // Heaps of up to 7, 8 and 9, and the side.
    assert_eq!(inputs.len(), 8 + 9 + 10 + 2, "{:?}", inputs.report());
}
