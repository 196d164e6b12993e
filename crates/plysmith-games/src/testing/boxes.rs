//! Dots and boxes on 2×3 boxes: a side that completes a box moves again.
//!
//! Seventeen lines can be drawn between twelve dots. Who draws the fourth side of a box has it, and must draw another line if there is one;
//! a line may complete two boxes and still gives only one more move. The game ends when all lines are drawn, and the difference in boxes is
//! the margin. The state does not keep who owns which box, only how many each has.
//!
//! A line is named by where it lies in this grid of dots, lines and boxes, in which dots are on odd ranks and every other file:
//!
//! ```text
//! 5  + b + d + f +
//! 4  a   c   e   g
//! 3  + b + d + f +
//! 2  a   c   e   g
//! 1  + b + d + f +
//!    a b c d e f g
//! ```
//!
//! So `b5` is the top of the first box and `c4` its right side. Positions are written as the ranks from the top, the boxes of each side and
//! the side to move: `-../||../-../..../... 0 1 2` has one box, which belongs to the second side, whose turn it is.

use plysmith::game::{Capability, Game, InputSet, Outcome, Side, TextError, hash};

/// Dots and boxes, see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Boxes;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The lines drawn: bit 0 is `b5`, and so on from left to right and from the top.
    lines: u32,
    /// The boxes that each side has.
    boxes: [u8; 2],
    side: Side,
}

/// Boxes in a row.
const FILES: usize = 3;
const RANKS: usize = 2;
/// Ranks of the grid, those with horizontal lines and those with vertical ones in turn.
const GRID: usize = 2 * RANKS + 1;
const LINES: usize = 17;
const ALL: u32 = (1 << LINES) - 1;
/// The four sides of each box.
const SIDES: [u32; FILES * RANKS] = sides();
/// For each symmetry, where each line goes.
const TURNS: [[u8; LINES]; 4] = turns();
/// A key for each line, for each difference in boxes and for the side to move.
const LINE_KEYS: [u64; LINES] = hash::keys(0x626f_7865_7301);
const DIFFERENCE_KEYS: [u64; 2 * FILES * RANKS + 1] = hash::keys(0x626f_7865_7302);
const SIDE_KEY: u64 = hash::mix(0x626f_7865_7303);

/// The number of the `nth` line on a rank of the grid, counted from the top.
const fn line(rank: usize, nth: usize) -> usize {
    rank / 2 * (2 * FILES + 1) + rank % 2 * FILES + nth
}

/// How many lines a rank of the grid has.
const fn width(rank: usize) -> usize {
    FILES + rank % 2
}

const fn sides() -> [u32; FILES * RANKS] {
    let mut sides = [0; FILES * RANKS];
    let mut i = 0;
    while i < sides.len() {
        let (rank, file) = (i / FILES * 2 + 1, i % FILES);
        sides[i] = 1 << line(rank - 1, file) | 1 << line(rank, file) | 1 << line(rank, file + 1) | 1 << line(rank + 1, file);
        i += 1;
    }
    sides
}

/// Symmetry 1 exchanges left and right, 2 top and bottom, 3 both.
const fn turns() -> [[u8; LINES]; 4] {
    let mut turns = [[0; LINES]; 4];
    let (mut rank, mut nth) = (0, 0);
    while rank < GRID {
        let (over, across) = (GRID - 1 - rank, width(rank) - 1 - nth);
        turns[0][line(rank, nth)] = line(rank, nth) as u8;
        turns[1][line(rank, nth)] = line(rank, across) as u8;
        turns[2][line(rank, nth)] = line(over, nth) as u8;
        turns[3][line(rank, nth)] = line(over, across) as u8;
        nth += 1;
        if nth == width(rank) {
            (rank, nth) = (rank + 1, 0);
        }
    }
    turns
}

/// How many boxes these lines complete.
fn complete(lines: u32) -> u8 {
    SIDES.iter().filter(|&&sides| lines & sides == sides).count() as u8
}

impl State {
    /// How many boxes this line would complete.
    fn gain(&self, line: u8) -> u8 {
        complete(self.lines | 1 << line) - complete(self.lines)
    }

    /// The first side's boxes minus the second's.
    fn difference(&self) -> i32 {
        i32::from(self.boxes[0]) - i32::from(self.boxes[1])
    }

    fn difference_key(&self) -> u64 {
        DIFFERENCE_KEYS[(self.difference() + (FILES * RANKS) as i32) as usize]
    }

    fn drawn(&self) -> impl Iterator<Item = u8> {
        (0..LINES as u8).filter(|line| self.lines & 1 << line != 0)
    }
}

impl Game for Boxes {
    type State = State;
    /// The line to draw.
    type Move = u8;

    const ALTERNATES: bool = false;
    const CAPABILITIES: &'static [Capability] =
        &[Capability::Hash, Capability::Tactical, Capability::Inputs, Capability::Symmetries];

    fn name(&self) -> String {
        "test-boxes".into()
    }

    fn start(&self) -> State {
        State { lines: 0, boxes: [0; 2], side: Side::First }
    }

    fn side(&self, state: &State) -> Side {
        state.side
    }

    fn moves(&self, state: &State, moves: &mut Vec<u8>) {
        moves.extend((0..LINES as u8).filter(|line| state.lines & 1 << line == 0));
    }

    fn play(&self, state: &mut State, line: u8) {
        let gain = state.gain(line);
        state.lines |= 1 << line;
        state.boxes[state.side.index()] += gain;
        if gain == 0 {
            state.side = state.side.other();
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.lines == ALL).then(|| Outcome::count(state.difference()))
    }

    fn evaluate(&self, state: &State) -> i32 {
        let difference = if state.side == Side::First { state.difference() } else { -state.difference() };
        // A box with three sides is there for the taking.
        let ready = SIDES.iter().filter(|&&sides| (state.lines & sides).count_ones() == 3).count();
        100 * difference + 50 * ready as i32
    }

    fn move_ids(&self) -> usize {
        LINES
    }

    fn move_id(&self, line: u8) -> usize {
        line.into()
    }

    fn write_position(&self, state: &State) -> String {
        let mark = |rank, nth| match (state.lines & 1 << line(rank, nth) != 0, rank % 2) {
            (false, _) => '.',
            (true, 0) => '-',
            (true, _) => '|',
        };
        let ranks: Vec<String> = (0..GRID).map(|rank| (0..width(rank)).map(|nth| mark(rank, nth)).collect()).collect();
        format!("{} {} {} {}", ranks.join("/"), state.boxes[0], state.boxes[1], state.side.number())
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let wrong = || TextError::position(text, "lines, boxes and the side to move, such as `-../||../-../..../... 0 1 2`");
        let [board, first, second, side] = text.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != GRID || ranks.iter().enumerate().any(|(rank, marks)| marks.len() != width(rank)) {
            return Err(wrong());
        }
        let mut lines = 0;
        for (rank, marks) in ranks.iter().enumerate() {
            for (nth, mark) in marks.bytes().enumerate() {
                match (mark, rank % 2) {
                    (b'.', _) => {}
                    (b'-', 0) | (b'|', 1) => lines |= 1 << line(rank, nth),
                    _ => return Err(wrong()),
                }
            }
        }
        let digit = |field: &str| match field.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(digit - b'0'),
            _ => Err(wrong()),
        };
        let boxes = [digit(first)?, digit(second)?];
        let side = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(wrong()),
        };
        let total = complete(lines);
        if boxes[0] + boxes[1] != total {
            return Err(TextError::position(text, format!("{total} boxes in all, as there are complete ones")));
        }
        // One box comes from one move; more may have come in pairs, and then either side may be to move.
        if total <= 1 && (lines.count_ones() as usize - usize::from(total)) % 2 != side.index() {
            return Err(TextError::position(text, "the side to move to fit the number of lines"));
        }
        Ok(State { lines, boxes, side })
    }

    fn write_move(&self, _: &State, mv: u8) -> String {
        let row = usize::from(mv) % (2 * FILES + 1);
        let vertical = usize::from(row >= FILES);
        let rank = usize::from(mv) / (2 * FILES + 1) * 2 + vertical;
        let file = 2 * (row - vertical * FILES) + 1 - vertical;
        format!("{}{}", char::from(b'a' + file as u8), GRID - rank)
    }

    fn hash(&self, state: &State) -> u64 {
        let side = if state.side == Side::Second { SIDE_KEY } else { 0 };
        state.drawn().fold(side ^ state.difference_key(), |hash, line| hash ^ LINE_KEYS[usize::from(line)])
    }

    fn hash_after(&self, before: &State, hash: u64, mv: u8, after: &State) -> u64 {
        let hash = hash ^ LINE_KEYS[usize::from(mv)];
        if before.side == after.side { hash ^ before.difference_key() ^ after.difference_key() } else { hash ^ SIDE_KEY }
    }

    fn tactical(&self, state: &State, line: u8) -> u32 {
        state.gain(line).into()
    }

    fn inputs(&self) -> usize {
        LINES
    }

    fn active_inputs(&self, state: &State, active: &mut InputSet) {
        active.extend(state.drawn().map(u16::from));
    }

    fn symmetries(&self) -> usize {
        TURNS.len()
    }

    fn turn(&self, state: &State, symmetry: usize) -> State {
        let lines = state.drawn().fold(0, |lines, line| lines | 1 << self.turn_move(line, symmetry));
        State { lines, ..state.clone() }
    }

    fn turn_move(&self, line: u8, symmetry: usize) -> u8 {
        TURNS[symmetry][usize::from(line)]
    }
}

#[cfg(test)]
#[path = "boxes_tests.rs"]
mod tests;
