//! CHANGE: what the game is, its rules, and how positions and moves are written.
//!
//! As it stands: a heap of 21, from which the sides in turn take one to three; who takes the last
//! wins. A position is written as what is left and the number of the side to move, `21 1`; a move
//! as the number taken.
//!
//! Change it into your game in this order, then those expectations in `tests/rules.rs` that are of
//! this game alone:
//!
//! 1. `State`: what a position is.
//! 2. `Move`: what a move is.
//! 3. `start`, `side`, `moves`, `play`, `outcome`: the rules.
//! 4. `write_position`, `read_position`, `write_move`: the texts.
//! 5. `move_ids`, `move_id`: a number for each move.
//! 6. `evaluate`: how good a position looks.

use plysmith::game::{Game, Outcome, Side, TextError};

/// The game itself. Fields are for what stays the same for a whole game, such as the board's size.
#[derive(Clone, Default)]
pub struct Rules;

/// CHANGE (1): a position, with everything that its future depends on. It is copied at every move
/// of a search: keep it small.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct State {
    left: u8,
    side: Side,
}

/// CHANGE (2): a move, small too. A struct needs `#[derive(Clone, Copy, Debug, PartialEq)]`.
pub type Move = u8;

impl Game for Rules {
    type State = State;
    type Move = Move;

    /// The name in commands and files.
    fn name(&self) -> String {
        "my-game".into()
    }

    /// CHANGE (3): the position in which the game begins.
    fn start(&self) -> State {
        State {
            left: 21,
            side: Side::First,
        }
    }

    /// Whose turn it is.
    fn side(&self, state: &State) -> Side {
        state.side
    }

    /// CHANGE (3): adds every legal move, in the same order every time. Likely good moves first make
    /// the search faster.
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.extend(1..=state.left.min(3));
    }

    /// CHANGE (3): plays a legal move. Nobody will ask to take it back.
    fn play(&self, state: &mut State, taken: Move) {
        state.left -= taken;
        state.side = state.side.other();
    }

    /// CHANGE (3): the result if the game is over, `None` if it goes on. Without a legal move the
    /// side to move loses, unless you write `no_moves` too.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.left == 0).then(|| Outcome::win(state.side.other()))
    }

    /// CHANGE (4): the position as one line.
    fn write_position(&self, state: &State) -> String {
        format!("{} {}", state.left, state.side.number())
    }

    /// CHANGE (4): the same line read back. Anything may come: what is no position is an error that
    /// says what would be one.
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let wrong = || TextError::position(text, "a heap up to 21 and the side, as in `21 1`");
        let (left, side) = text.split_once(' ').ok_or_else(wrong)?;
        let side = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(wrong()),
        };
        match left.parse() {
            Ok(left @ 0..=21) => Ok(State { left, side }),
            _ => Err(wrong()),
        }
    }

    /// CHANGE (4): the move as one word, different for each legal move of the position.
    fn write_move(&self, _: &State, taken: Move) -> String {
        taken.to_string()
    }

    /// CHANGE (5): `move_id` is always below this. With moves from one of 64 squares to another it
    /// would be 64 × 64.
    fn move_ids(&self) -> usize {
        4
    }

    /// CHANGE (5): a number for the move, equal where moves mean the same. The search learns by it
    /// which moves are good.
    fn move_id(&self, taken: Move) -> usize {
        taken.into()
    }

    /// CHANGE (6): how good the position looks for the side to move, 0 if even. Counting pieces is a
    /// beginning.
    fn evaluate(&self, _: &State) -> i32 {
        0
    }
}
