//! Othello, on 8×8, 6×6 and 4×4 boards.
//!
//! Black (`X`, the first side) and White (`O`) put one disc after the other on empty squares. A disc must enclose at least one straight line of enemy
//! discs between itself and another own disc; all discs that it encloses, in all eight directions, turn over. Who has no such move passes, which is a
//! move (`pass`) and a ply; who has one must play it. The game is over when neither side can move, and who has more discs wins. The rules are those
//! of the World Othello Federation, with the crossed start: White on d4 and e5, Black on d5 and e4.
//!
//! The margin of a win is what tournaments write down: squares that are left empty count for the winner. So a game of 13 discs to 0 is won by 64. The
//! records of tournament games (WTHOR) and the published solutions of endgames count in the same way. Equal numbers of discs are a draw. Positions
//! cannot repeat.
//!
//! A position is written as all squares from `a1`, row 1 first, with `X`, `O` and `-`, and the side to move: `…---OX------XO---… X`. Moves are
//! written by their square; `D3`, and `ps` or `--` for a pass, are read as well.

mod atoms;
mod evaluation;
mod squares;

use plysmith::Game;
use plysmith::game::picture::{Picture, Square};
use plysmith::game::{AtomCard, Capability, EvaluationCard, InputSet, MoveSquares, Outcome, Side, SquareSizes, TextError};

use self::evaluation::{EVALUATIONS, Evaluation};
use self::squares::Squares;
use crate::bits;

/// The game on a board of this size, 4, 6 or 8: `Othello::<8>::new()`.
#[derive(Clone, Debug)]
pub struct Othello<const N: usize> {
    evaluation: Evaluation,
}

/// A position: the discs of the side to move and of the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    own: u64,
    enemy: u64,
    /// Where the side to move may put a disc. Kept because everything asks for it: whether the game is over, the moves, the evaluation.
    moves: u64,
    side: Side,
}

/// A move: the number of a square, or 64 for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u8);

const PASS: Move = Move(64);

/// Quarters of the game, by discs.
const PHASES: usize = 4;

#[inline(always)]
fn phase<const N: usize>(board: &Board) -> usize {
    let played = ((board.own | board.enemy).count_ones() as usize).saturating_sub(4);
    (played * PHASES / (N * N - 4)).min(PHASES - 1)
}

impl<const N: usize> Othello<N> {
    /// The game, with the evaluation `position`.
    pub const fn new() -> Othello<N> {
        Othello { evaluation: Evaluation::standard() }
    }

    #[inline(always)]
    fn board(own: u64, enemy: u64, side: Side) -> Board {
        Board { own, enemy, moves: Squares::<N>::mobility(own, enemy), side }
    }

    /// The discs of the first and of the second side.
    fn absolute(board: &Board) -> [u64; 2] {
        if board.side == Side::First { [board.own, board.enemy] } else { [board.enemy, board.own] }
    }

    /// The board turned: bit 0 of `symmetry` exchanges left and right, bit 1 top and bottom, bit 2 columns and rows.
    fn turn_bits(mut board: u64, symmetry: usize) -> u64 {
        if symmetry & 1 != 0 {
            board = bits::mirror(board, N);
        }
        if symmetry & 2 != 0 {
            board = bits::flip(board, N);
        }
        if symmetry & 4 != 0 { bits::transpose(board) } else { board }
    }
}

impl<const N: usize> Default for Othello<N> {
    fn default() -> Othello<N> {
        Self::new()
    }
}

impl<const N: usize> Game for Othello<N> {
    type State = Board;
    type Move = Move;

    const ALWAYS_MOVES: bool = true;
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Pass,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::Squares,
        Capability::Swap,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Symmetries,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        if N == 8 { "othello".into() } else { format!("othello-{N}x{N}") }
    }

    fn variant(&self) -> String {
        if N == 8 { "flipello".into() } else { self.name() }
    }

    fn start(&self) -> Board {
        let (low, high) = (N / 2 - 1, N / 2);
        let black = bits::bit(high, low) | bits::bit(low, high);
        Self::board(black, Squares::<N>::CENTRE & !black, Side::First)
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side
    }

    /// Corners first, the squares beside them last.
    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        if board.moves == 0 {
            moves.push(PASS);
            return;
        }
        let (corners, beside) = (Squares::<N>::CORNERS, Squares::<N>::C_SQUARES | Squares::<N>::X_SQUARES);
        for class in [corners, !(corners | beside), beside] {
            moves.extend(bits::squares(board.moves & class).map(Move));
        }
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, mv: Move) {
        let (mut own, mut enemy) = (board.own, board.enemy);
        if mv != PASS {
            let flips = Squares::<N>::flips(own, enemy, mv.0);
            own |= flips | 1 << mv.0;
            enemy ^= flips;
        }
        *board = Self::board(enemy, own, board.side.other());
    }

    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if board.moves != 0 || Squares::<N>::mobility(board.enemy, board.own) != 0 {
            return None;
        }
        let [first, second] = Self::absolute(board).map(|discs| discs.count_ones() as i32);
        let empty = (N * N) as i32 - first - second;
        Some(Outcome::count(first - second + empty * (first - second).signum()))
    }

    #[inline(always)]
    fn evaluate(&self, board: &Board) -> i32 {
        self.evaluation.value::<N>(board)
    }

    /// By the square, and one for passing.
    fn move_ids(&self) -> usize {
        65
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        mv.0.into()
    }

    fn write_position(&self, board: &Board) -> String {
        let [first, second] = Self::absolute(board);
        let letter = |square: u64| match (first & square != 0, second & square != 0) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        };
        let mut text: String = bits::squares(Squares::<N>::BOARD).map(|square| letter(1 << square)).collect();
        text.push_str(if board.side == Side::First { " X" } else { " O" });
        text
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: String| TextError::position(text, expected);
        let (squares, side) = text.split_once(' ').unwrap_or((text, ""));
        let count = squares.chars().count();
        if count != N * N {
            return Err(wrong(format!("{} squares from a1 on, row 1 first, not {count}", N * N)));
        }
        let [mut first, mut second] = [0u64; 2];
        for (square, letter) in bits::squares(Squares::<N>::BOARD).zip(squares.chars()) {
            match letter {
                'X' => first |= 1 << square,
                'O' => second |= 1 << square,
                '-' => {}
                _ => return Err(wrong(format!("`X`, `O` or `-` for each square, not `{}`", letter.escape_debug()))),
            }
        }
        let discs = first | second;
        if discs & Squares::<N>::CENTRE != Squares::<N>::CENTRE {
            return Err(wrong("discs on the four squares of the centre, which never become empty".into()));
        }
        if Squares::<N>::region(discs, Squares::<N>::CENTRE.trailing_zeros() as u8) != discs {
            return Err(wrong("discs that all hang together: each is put beside another".into()));
        }
        match side {
            "X" => Ok(Self::board(first, second, Side::First)),
            "O" => Ok(Self::board(second, first, Side::Second)),
            _ => Err(wrong("a space and the side to move, `X` or `O`, behind the squares".into())),
        }
    }

    fn write_move(&self, _: &Board, mv: Move) -> String {
        if mv == PASS { "pass".into() } else { bits::square_name(usize::from(mv.0 % 8), usize::from(mv.0 / 8)) }
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Move, TextError> {
        let mut moves = Vec::new();
        if self.outcome(board).is_none() {
            self.moves(board, &mut moves);
        }
        let means = |mv: Move| {
            text.eq_ignore_ascii_case(&self.write_move(board, mv))
                || (mv == PASS && (text == "--" || text.eq_ignore_ascii_case("ps")))
        };
        moves.iter().copied().find(|&mv| means(mv)).ok_or_else(|| {
            let names: Vec<String> = moves.iter().map(|&mv| self.write_move(board, mv)).collect();
            let expected =
                if names.is_empty() { "nothing, the game is over".into() } else { format!("one of {}", names.join(" ")) };
            TextError::mv(text, expected)
        })
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/othello.toml"))]
    }

    /// Mixed from all discs at once, by one multiplication to 128 bits and a second that spreads what it gave. That costs less than one step for each
    /// disc that turns over, and as much for every image of a position as for the position itself, so there is nothing to gain by going from one hash
    /// to the next.
    #[inline(always)]
    fn hash(&self, board: &Board) -> u64 {
        const SIDES: [u64; 2] = [0x6f74_6865_6c6c_6f31, 0x9e6f_7468_656c_6f32];
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        fold(fold(board.own ^ SIDES[board.side.index()], board.enemy ^ 0xd6e8_feb8_6659_fd93), 0x9e37_79b9_7f4a_7c15)
    }

    /// Only while both sides have moves and more than a quarter of the board is empty. Having to move can be a burden in Othello at any time; near the
    /// end, when the last safe squares decide, it mostly is one, and doing nothing is no experiment any more but a gain.
    #[inline]
    fn pass(&self, board: &mut Board) -> bool {
        let passed = Self::board(board.enemy, board.own, board.side.other());
        let empty = (Squares::<N>::BOARD & !(board.own | board.enemy)).count_ones() as usize;
        let sensible = board.moves != 0 && passed.moves != 0 && 4 * empty > N * N;
        if sensible {
            *board = passed;
        }
        sensible
    }

    /// Corners, which are never lost again.
    #[inline(always)]
    fn tactical(&self, _: &Board, mv: Move) -> u32 {
        (Squares::<N>::CORNERS.checked_shr(mv.0.into()).unwrap_or(0) & 1) as u32
    }

    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        moves.extend(bits::squares(board.moves & Squares::<N>::CORNERS).map(Move));
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::of::<N>(board, previous, mv, wanted)
    }

    /// Own discs, then enemy discs, each by square, then whether the number of empty squares is odd, which no sum over squares can say. The side is no
    /// input: the rules are the same for both.
    fn inputs(&self) -> usize {
        2 * 64 + 1
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        active.insert_all(0, board.own);
        active.insert_all(64, board.enemy);
        if (board.own | board.enemy).count_ones() % 2 == 1 {
            active.insert(128);
        }
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: 1 }
    }

    #[inline]
    fn move_squares(&self, _: &Board, mv: Move) -> MoveSquares {
        MoveSquares { from: None, to: (mv != PASS).then_some(mv.0.into()), piece: 0 }
    }

    fn swap_sides(&self, board: &Board) -> Board {
        Board { side: board.side.other(), ..board.clone() }
    }

    /// As `plysmith evaluate othello --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        280
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        EVALUATIONS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Self {
        Othello { evaluation: Evaluation::new(index, weights).unwrap_or(self.evaluation) }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        self.evaluation.amounts::<N>(board, amounts);
    }

    fn phases(&self) -> usize {
        PHASES
    }

    fn phase(&self, board: &Board) -> usize {
        phase::<N>(board)
    }

    /// Every rotation and reflection of the square: the rules know no direction.
    fn symmetries(&self) -> usize {
        8
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        let turn = |squares| Self::turn_bits(squares, symmetry);
        Board { own: turn(board.own), enemy: turn(board.enemy), moves: turn(board.moves), side: board.side }
    }

    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv == PASS { PASS } else { Move(Self::turn_bits(1 << mv.0, symmetry).trailing_zeros() as u8) }
    }

    /// With row 1 at the top, as Othello is printed.
    fn picture(&self, board: &Board) -> Option<Picture> {
        let [first, second] = Self::absolute(board);
        let square = |square: u8| match (first >> square & 1, second >> square & 1) {
            (1, _) => Square::piece(Side::First, "X"),
            (_, 1) => Square::piece(Side::Second, "O"),
            _ => Square::empty(),
        };
        Some(Picture {
            files: N,
            squares: bits::squares(Squares::<N>::BOARD).map(square).collect(),
            row_labels: (1..=N).map(|row| row.to_string()).collect(),
            file_labels: (0..N).map(|file| char::from(b'a' + file as u8).to_string()).collect(),
            note: format!("X {}, O {}", first.count_ones(), second.count_ones()),
        })
    }
}

#[cfg(test)]
mod tests;
