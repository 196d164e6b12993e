//! Lines of Action (Claude Soucie, in Sid Sackson's "A Gamut of Games", 1969), on 8×8 and smaller square boards.
//!
//! The first side, Black, begins on the top and the bottom row, the second, White, on the left and the right file, all without the corners. A piece moves
//! along a row, file or diagonal, exactly as many squares as there are pieces of both sides on that whole line. It may jump over own pieces but not over
//! enemy pieces, and captures by landing on one. Who has all pieces in one group (squares touch by sides and corners) wins, whoever made the move; a
//! single piece is a group.
//!
//! Where programs differ: a move that connects both sides draws, a side without a move loses, and the third occurrence of a position draws. (OpenSpiel lets
//! the mover win who connects both, and draws at the second occurrence.)
//!
//! A position is written as ranks from the top with `b` for the first side, `w` for the second and digits for empty squares, then the side to move:
//! `1bbbbbb1/w6w/…/1bbbbbb1 b`. A move is `b1-h1`, a capture `c1xa3`; `b1h1` is read as well.
//!
//! The second set-up that [`Game::opening`] draws from is Scrambled Eggs: the same squares, with black and white pieces in turn round the edge.

mod atoms;
mod evaluation;
mod lines;

use plysmith::Game;
use plysmith::game::picture::{Picture, Square};
use plysmith::game::{
    AtomCard, Capability, EvaluationCard, InputSet, MoveSquares, Outcome, Repetition, Side, SquareSizes, TextError, hash,
};

use crate::bits;
use lines::Lines;

/// The game on a board of `N`×`N` squares, from 4×4 to 8×8: `LinesOfAction::<8>::new()`.
#[derive(Clone, Debug)]
pub struct LinesOfAction<const N: usize> {
    evaluation: Evaluation,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces of the first and of the second side.
    of: [u64; 2],
    side: Side,
    /// Whether the first, and the second side, has all pieces in one group. A move can change that only for the side that makes it and for one that
    /// loses a piece, so it is found out there and not at every question for the outcome.
    connected: [bool; 2],
}

/// A move between two squares, each 8 × rank + file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

#[derive(Clone, Copy, Debug)]
enum Evaluation {
    Mia([i32; 7]),
    Mobility(i32),
}

/// A key for each side and square.
static KEYS: [[u64; 64]; 2] = [hash::keys(0x6c6f_6131), hash::keys(0x6c6f_6132)];
const SECOND_TO_MOVE: u64 = hash::mix(0x6c6f_6133);

impl<const N: usize> LinesOfAction<N> {
    const BOARD: u64 = {
        assert!(N >= 4 && N <= 8, "boards from 4×4 to 8×8");
        bits::board_mask(N, N)
    };
    const LINES: &'static Lines = &Lines::of(N);
    const EDGE: u64 = Self::BOARD & !evaluation::inside::<N>(1);
    /// Pieces of a side at the beginning.
    const MOST: u32 = 2 * (N as u32 - 2);

    /// The game, with the evaluation `mia`.
    pub fn new() -> LinesOfAction<N> {
        let weights = evaluation::EVALUATIONS[0].weights();
        LinesOfAction { evaluation: Evaluation::Mobility(1) }.with_evaluation(0, &weights)
    }

    fn board(of: [u64; 2], side: Side) -> Board {
        Board { of, side, connected: of.map(lines::is_connected) }
    }

    /// Black and white pieces in turn, clockwise from the left end of the top row, which White has.
    pub fn scrambled_eggs(&self) -> Board {
        let last = N - 1;
        let round = (1..last).map(|step| bits::bit(step, last));
        let round = round.chain((1..last).map(|step| bits::bit(last, last - step)));
        let round = round.chain((1..last).map(|step| bits::bit(last - step, 0)));
        let round = round.chain((1..last).map(|step| bits::bit(0, step)));
        let mut of = [0; 2];
        for (number, square) in round.enumerate() {
            of[1 - number % 2] |= square;
        }
        Self::board(of, Side::First)
    }
}

impl<const N: usize> Default for LinesOfAction<N> {
    fn default() -> LinesOfAction<N> {
        Self::new()
    }
}

impl Board {
    /// The pieces of the side to move, and those of the other.
    #[inline(always)]
    fn seen(&self) -> (u64, u64) {
        (self.of[self.side.index()], self.of[self.side.other().index()])
    }

    fn owner(&self, file: usize, rank: usize) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| self.of[side.index()] & bits::bit(file, rank) != 0)
    }
}

impl<const N: usize> Game for LinesOfAction<N> {
    type State = Board;
    type Move = Move;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });
    /// Pieces are all alike: a capture is an even exchange at worst, and three or four a position are few enough to follow. Whether the opponent
    /// connects with the next move takes all its moves to say, so nothing is called check.
    const FAIR: u32 = 1;
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
        Capability::Openings,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        if N == 8 { "loa".into() } else { format!("loa-{N}x{N}") }
    }

    fn start(&self) -> Board {
        let inner = Self::BOARD & !(bits::file_mask(0) | bits::file_mask(N - 1));
        let rows = inner & (bits::rank_mask(0) | bits::rank_mask(N - 1));
        Self::board([rows, bits::transpose(rows)], Side::First)
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let (own, enemy) = board.seen();
        Self::LINES.each_move(own, enemy, u64::MAX, |from, to| moves.push(Move { from, to }));
    }

    #[inline]
    fn play(&self, board: &mut Board, mv: Move) {
        let (mover, other) = (board.side.index(), board.side.other().index());
        let captures = board.of[other] >> mv.to & 1 != 0;
        board.of[mover] ^= 1 << mv.from | 1 << mv.to;
        board.of[other] &= !(1 << mv.to);
        board.side = board.side.other();
        board.connected[mover] = lines::is_connected(board.of[mover]);
        board.connected[other] = captures && lines::is_connected(board.of[other]);
    }

    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        match board.connected {
            [false, false] => None,
            [true, false] => Some(Outcome::win(Side::First)),
            [false, true] => Some(Outcome::win(Side::Second)),
            [true, true] => Some(Outcome::Draw),
        }
    }

    fn evaluate(&self, board: &Board) -> i32 {
        let (own, enemy) = board.seen();
        match self.evaluation {
            Evaluation::Mia(weights) => {
                let amounts = evaluation::mia::<N>(Self::LINES, own, enemy);
                weights.iter().zip(amounts).map(|(weight, amount)| weight * amount).sum()
            }
            Evaluation::Mobility(weight) => weight * evaluation::moves(Self::LINES, own, enemy),
        }
    }

    /// By both squares.
    fn move_ids(&self) -> usize {
        64 * 64
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        usize::from(mv.from) * 64 + usize::from(mv.to)
    }

    fn write_position(&self, board: &Board) -> String {
        let letter = |file, rank| board.owner(file, rank).map(|side| ['b', 'w'][side.index()]);
        format!("{} {}", bits::write_board(N, N, letter), ["b", "w"][board.side.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: &str| Err(TextError::position(text, expected));
        let mut of = [0u64; 2];
        let side = match bits::read_board(text, N, N, "bw", |letter, file, rank| {
            of[usize::from(letter == 'w')] |= bits::bit(file, rank);
        })? {
            "b" => Side::First,
            "w" => Side::Second,
            _ => return wrong("`b` or `w` for the side to move behind the board"),
        };
        if of.iter().any(|pieces| !(1..=Self::MOST).contains(&pieces.count_ones())) {
            return wrong(&format!("1 to {} pieces a side: a single one is connected and never captured", Self::MOST));
        }
        let board = Self::board(of, side);
        let (own, enemy) = board.seen();
        // Only a capture connects the other side, and what stood in the way then was not next to its pieces: the capturing piece is there now.
        if board.connected[side.index()] && (own.count_ones() == Self::MOST || enemy & !lines::spread(own) == 0) {
            return wrong("a side to move that is not connected, unless the last move captured the piece that it was waiting for");
        }
        Ok(board)
    }

    fn write_move(&self, board: &Board, mv: Move) -> String {
        let captures = board.seen().1 >> mv.to & 1 != 0;
        format!("{}{}{}", bits::name_of(mv.from), if captures { 'x' } else { '-' }, bits::name_of(mv.to))
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Move, TextError> {
        if self.outcome(board).is_some() {
            return Err(TextError::mv(text, "nothing, the game is over"));
        }
        let [from, to] =
            bits::read_squares(text, b"-x").ok_or_else(|| TextError::mv(text, "two squares, such as `b1-h1` or `c1xa3`"))?;
        let (own, enemy) = board.seen();
        let mut found = Vec::new();
        Self::LINES.each_move_of(own & (1 << from), own, enemy, u64::MAX, |from, to| found.push(Move { from, to }));
        if found.contains(&Move { from, to }) {
            return Ok(Move { from, to });
        }
        let others: Vec<String> = found.iter().map(|&mv| self.write_move(board, mv)).collect();
        let expected = match (own >> from & 1, others.as_slice()) {
            (0, _) => format!("a piece of the side to move on {}", bits::name_of(from)),
            (_, []) => format!("another piece: that on {} cannot move", bits::name_of(from)),
            (_, others) => format!("one of {}", others.join(" ")),
        };
        Err(TextError::mv(text, expected))
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/loa.toml"))]
    }

    /// Captures: nothing comes back.
    #[inline(always)]
    fn irreversible(&self, before: &Board, mv: Move) -> bool {
        before.seen().1 >> mv.to & 1 != 0
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        let first = bits::squares(board.of[0]).fold(0, |hash, square| hash ^ KEYS[0][usize::from(square)]);
        let both = bits::squares(board.of[1]).fold(first, |hash, square| hash ^ KEYS[1][usize::from(square)]);
        both ^ if board.side == Side::Second { SECOND_TO_MOVE } else { 0 }
    }

    #[inline(always)]
    fn hash_after(&self, before: &Board, hash: u64, mv: Move, _: &Board) -> u64 {
        let (own, enemy) = (&KEYS[before.side.index()], &KEYS[before.side.other().index()]);
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let capture = (before.seen().1 >> mv.to & 1).wrapping_neg();
        hash ^ own[from] ^ own[to] ^ (enemy[to] & capture) ^ SECOND_TO_MOVE
    }

    /// Passing makes no sense for a side without a move, which has lost, nor when it leaves the other without one.
    fn pass(&self, board: &mut Board) -> bool {
        let (own, enemy) = board.seen();
        let sensible = Self::LINES.can_move(own, enemy) && Self::LINES.can_move(enemy, own);
        if sensible {
            board.side = board.side.other();
        }
        sensible
    }

    /// Captures, the further from the edge the better: what stands in the middle holds more together.
    #[inline(always)]
    fn tactical(&self, board: &Board, mv: Move) -> u32 {
        let captures = board.seen().1 >> mv.to & 1;
        let last = N as u8 - 1;
        let [file, rank] = [mv.to % 8, mv.to / 8].map(|line| line.min(last.wrapping_sub(line)));
        captures as u32 * (1 + u32::from(file.min(rank)))
    }

    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let (own, enemy) = board.seen();
        Self::LINES.each_move(own, enemy, enemy, |from, to| moves.push(Move { from, to }));
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::of::<N>(Self::LINES, board, previous, mv, wanted)
    }

    /// Every square for a piece of the side to move, then every square for one of the other, and last whether the second side is to move.
    fn inputs(&self) -> usize {
        2 * 64 + 1
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        let (own, enemy) = board.seen();
        active.insert_all(0, own);
        active.insert_all(64, enemy);
        active.extend((board.side == Side::Second).then_some(128));
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: 1 }
    }

    #[inline]
    fn move_squares(&self, _: &Board, mv: Move) -> MoveSquares {
        MoveSquares { from: Some(mv.from.into()), to: Some(mv.to.into()), piece: 0 }
    }

    /// The pieces of one side begin where those of the other do on a board with files and ranks exchanged.
    fn swap_sides(&self, board: &Board) -> Board {
        let ([first, second], [one, two]) = (board.of, board.connected);
        Board { of: [bits::transpose(second), bits::transpose(first)], side: board.side.other(), connected: [two, one] }
    }

    /// As `plysmith evaluate loa --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        270
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        evaluation::EVALUATIONS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> LinesOfAction<N> {
        let evaluation = match (index, weights) {
            (0, &[a, b, c, d, e, f, g]) => Evaluation::Mia([a, b, c, d, e, f, g]),
            (1, &[weight]) => Evaluation::Mobility(weight),
            _ => self.evaluation,
        };
        LinesOfAction { evaluation }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        let (own, enemy) = board.seen();
        match self.evaluation {
            Evaluation::Mia(_) => amounts.extend(evaluation::mia::<N>(Self::LINES, own, enemy)),
            Evaluation::Mobility(_) => amounts.push(evaluation::moves(Self::LINES, own, enemy)),
        }
    }

    /// The opening while two thirds of the pieces are on the edge, the ending when a side has two groups, and what lies between.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, board: &Board) -> usize {
        let on_edge = ((board.of[0] | board.of[1]) & Self::EDGE).count_ones();
        if board.of.iter().any(|&pieces| lines::groups(pieces) <= 2) && on_edge < Self::MOST {
            2
        } else {
            usize::from(3 * on_edge < 2 * 2 * Self::MOST)
        }
    }

    /// All turns of a square: the rules know no direction, and the sides differ only in where they begin.
    fn symmetries(&self) -> usize {
        8
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        let turn = |pieces: u64| {
            let pieces = if symmetry & 1 == 0 { pieces } else { bits::mirror(pieces, N) };
            let pieces = if symmetry & 2 == 0 { pieces } else { bits::flip(pieces, N) };
            if symmetry & 4 == 0 { pieces } else { bits::transpose(pieces) }
        };
        Board { of: board.of.map(turn), ..board.clone() }
    }

    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        let last = N as u8 - 1;
        let turn = |square: u8| {
            let file = if symmetry & 1 == 0 { square % 8 } else { last - square % 8 };
            let rank = if symmetry & 2 == 0 { square / 8 } else { last - square / 8 };
            if symmetry & 4 == 0 { 8 * rank + file } else { 8 * file + rank }
        };
        Move { from: turn(mv.from), to: turn(mv.to) }
    }

    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Board {
        if choose(2) == 0 { self.start() } else { self.scrambled_eggs() }
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        Some(Picture::board(N, N, |file, rank| match board.owner(file, rank) {
            Some(side) => Square::piece(side, ["b", "w"][side.index()]),
            None => Square::empty(),
        }))
    }
}

#[cfg(test)]
mod tests;
