//! Connect Four (Howard Wexler and Ned Strongin, 1974) as a crate of its own.
//!
//! Seven columns with room for six discs each. The sides in turn drop a disc into a column that is not full; four discs of one side in a row, in
//! any direction, win; a full board without such a row is a draw. The first side has `x`, the second `o`.
//!
//! A position is written as its columns from `a` to `g`, each from the bottom, such as `//x/xo///`; who is to move follows from the number of
//! discs. A move is the letter of its column.
//!
//! Inside, a column is seven bits of a number: six squares from the bottom and one that stays empty, so that no row of four can run from the
//! top of one column into the next.

#[cfg(test)]
mod tests;

use plysmith::game::picture::{Picture, Square};
use plysmith::game::{Capability, EvaluationCard, Game, Outcome, Side, TermCard, TextError, hash};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// The bits of a column: its squares and the one above them.
const HEIGHT: usize = ROWS + 1;

/// The squares of the first column.
const COLUMN: u64 = (1 << ROWS) - 1;
/// The lowest square of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All squares.
const BOARD: u64 = BOTTOM * COLUMN;

/// From a square to the next one up, to the right, and along both diagonals.
const DIRECTIONS: [usize; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// The game: what stays the same from move to move, here the weights of the evaluation.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    threat: i32,
    centre: i32,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Board {
    /// The discs of each side.
    discs: [u64; 2],
    side: Side,
}

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour { threat: THREAT.weight, centre: CENTRE.weight }
    }
}

impl Board {
    fn occupied(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// The discs of the side to move.
    fn own(&self) -> u64 {
        self.discs[self.side.index()]
    }

    /// The discs of the other side.
    fn theirs(&self) -> u64 {
        self.discs[self.side.other().index()]
    }

    /// Where a disc dropped into a column comes to lie: one above the highest disc, which is what adding the lowest square carries to.
    fn landing(&self, column: u8) -> u64 {
        let column = HEIGHT * usize::from(column);
        (self.occupied() + (1 << column)) & (COLUMN << column)
    }

    fn owner(&self, column: usize, row: usize) -> Option<Side> {
        let square = 1 << (HEIGHT * column + row);
        [Side::First, Side::Second].into_iter().find(|side| self.discs[side.index()] & square != 0)
    }
}

/// Four in a row.
fn has_four(discs: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The squares on which one more disc would make four in a row.
fn completing(discs: u64) -> u64 {
    let mut squares = 0;
    for step in DIRECTIONS {
        // A bit of `up` says that the next disc in this direction is there, of `down` that the previous one is.
        let (up, down) = (|far: usize| discs >> (far * step), |far: usize| discs << (far * step));
        let (two_up, two_down) = (up(1) & up(2), down(1) & down(2));
        squares |= two_up & (up(3) | down(1)) | two_down & (down(3) | up(1));
    }
    squares & BOARD
}

impl Game for ConnectFour {
    type State = Board;
    /// The column.
    type Move = u8;

    fn name(&self) -> String {
        "connect-four".into()
    }

    fn start(&self) -> Board {
        Board { discs: [0, 0], side: Side::First }
    }

    fn side(&self, board: &Board) -> Side {
        board.side
    }

    /// From the middle outwards: good moves early make a search short.
    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        moves.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| board.landing(column) != 0));
    }

    fn play(&self, board: &mut Board, column: u8) {
        board.discs[board.side.index()] |= board.landing(column);
        board.side = board.side.other();
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        // Only who has just moved can have won.
        if has_four(board.theirs()) {
            return Some(Outcome::win(board.side.other()));
        }
        (board.occupied() == BOARD).then_some(Outcome::Draw)
    }

    fn evaluate(&self, board: &Board) -> i32 {
        self.threat * threats(board) + self.centre * centre(board)
    }

    fn move_ids(&self) -> usize {
        COLUMNS
    }

    fn move_id(&self, column: u8) -> usize {
        column.into()
    }

    fn write_position(&self, board: &Board) -> String {
        let letter = |side: Side| ['x', 'o'][side.index()];
        let column = |column| (0..ROWS).map_while(|row| board.owner(column, row).map(letter)).collect::<String>();
        (0..COLUMNS).map(column).collect::<Vec<_>>().join("/")
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: &str| Err(TextError::position(text, expected));
        let columns: Vec<&str> = text.split('/').collect();
        if columns.len() != COLUMNS || columns.iter().any(|column| column.len() > ROWS) {
            return wrong("seven columns with `/` between them, each of at most six discs, such as `//x/xo///`");
        }
        let mut discs = [0u64; 2];
        for (column, letters) in columns.iter().enumerate() {
            for (row, letter) in letters.chars().enumerate() {
                let Some(side) = "xo".find(letter) else { return wrong("discs `x` and `o`") };
                discs[side] |= 1 << (HEIGHT * column + row);
            }
        }
        let side = match discs[0].count_ones().checked_sub(discs[1].count_ones()) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return wrong("as many `x` as `o`, or one more"),
        };
        let board = Board { discs, side };
        if has_four(board.own()) { wrong("no four in a row of the side to move") } else { Ok(board) }
    }

    fn write_move(&self, _: &Board, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    // What is required ends here. The rest makes the search better, or the board nicer to look at.

    const ALWAYS_MOVES: bool = true;
    const CAPABILITIES: &'static [Capability] =
        &[Capability::Hash, Capability::Tactical, Capability::Terms, Capability::Symmetries, Capability::Picture];

    /// The sum is different for each position: a column's own discs are added to a bit above its highest.
    fn hash(&self, board: &Board) -> u64 {
        hash::mix(board.discs[0] + board.occupied() + BOTTOM)
    }

    /// A disc that wins, or that keeps the other side from winning there.
    fn tactical(&self, board: &Board, column: u8) -> u32 {
        let square = board.landing(column);
        if completing(board.own()) & square != 0 { 2 } else { u32::from(completing(board.theirs()) & square != 0) }
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        EVALUATIONS
    }

    fn with_evaluation(&self, _: usize, weights: &[i32]) -> ConnectFour {
        ConnectFour { threat: weights[0], centre: weights[1] }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        amounts.extend([threats(board), centre(board)]);
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        if symmetry == 0 { board.clone() } else { Board { discs: board.discs.map(mirror), side: board.side } }
    }

    fn turn_move(&self, column: u8, symmetry: usize) -> u8 {
        if symmetry == 0 { column } else { COLUMNS as u8 - 1 - column }
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        Some(Picture::board(COLUMNS, ROWS, |column, row| match board.owner(column, row) {
            Some(side) => Square::piece(side, ["X", "O"][side.index()]),
            None => Square::empty(),
        }))
    }
}

const THREAT: TermCard = TermCard { name: "threat", weight: 30, low: 0, high: 1_000 };
const CENTRE: TermCard = TermCard { name: "centre", weight: 3, low: 0, high: 1_000 };

const EVALUATIONS: &[EvaluationCard] = &[EvaluationCard {
    name: "threats",
    about: "empty squares that complete a four, and discs near the middle",
    scale: 1,
    terms: &[THREAT, CENTRE],
}];

/// Empty squares that complete a four of the side to move, minus those of the other side.
fn threats(board: &Board) -> i32 {
    let count = |discs| (completing(discs) & !board.occupied()).count_ones() as i32;
    count(board.own()) - count(board.theirs())
}

/// How near the middle the discs are, three for the middle column down to none at the edge; own minus theirs.
fn centre(board: &Board) -> i32 {
    let columns = |outer: usize| (outer..COLUMNS - outer).map(|column| COLUMN << (HEIGHT * column)).sum::<u64>();
    let near = |discs: u64| (1..=3).map(|outer| (discs & columns(outer)).count_ones() as i32).sum::<i32>();
    near(board.own()) - near(board.theirs())
}

/// The discs with left and right exchanged.
fn mirror(discs: u64) -> u64 {
    (0..COLUMNS).fold(0, |mirrored, column| {
        let letters = discs >> (HEIGHT * column) & COLUMN;
        mirrored | letters << (HEIGHT * (COLUMNS - 1 - column))
    })
}
