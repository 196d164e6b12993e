//! A game of one's own as a whole program: `cargo run --example nim -- play`.

use std::process::ExitCode;

use plysmith::game::{Game, Outcome, Side, TextError};

/// Take one to three from the heap; who takes the last wins.
#[derive(Clone, Default)]
struct Nim;

/// What is left, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Hash)]
struct Heap {
    left: u8,
    side: Side,
}

impl Game for Nim {
    type State = Heap;
    type Move = u8;

    fn name(&self) -> String {
        "nim".into()
    }
    fn start(&self) -> Heap {
        Heap { left: 21, side: Side::First }
    }
    fn side(&self, heap: &Heap) -> Side {
        heap.side
    }
    fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.left.min(3));
    }
    fn play(&self, heap: &mut Heap, taken: u8) {
        heap.left -= taken;
        heap.side = heap.side.other();
    }
    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        (heap.left == 0).then(|| Outcome::win(heap.side.other()))
    }
    fn evaluate(&self, _: &Heap) -> i32 {
        0
    }
    fn move_ids(&self) -> usize {
        4
    }
    fn move_id(&self, taken: u8) -> usize {
        taken.into()
    }
    fn write_position(&self, heap: &Heap) -> String {
        format!("{} {}", heap.left, heap.side.number())
    }
    fn read_position(&self, text: &str) -> Result<Heap, TextError> {
        let wrong = || TextError::position(text, "a heap and the side to move, such as `21 1`");
        let (left, side) = text.split_once(' ').ok_or_else(wrong)?;
        let side = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(wrong()),
        };
        Ok(Heap { left: left.parse().map_err(|_| wrong())?, side })
    }
    fn write_move(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }
}

fn main() -> ExitCode {
    plysmith_cli::run::<Nim>()
}
