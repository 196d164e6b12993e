//! Breakthrough (Dan Troyka, 2000), on 8×8 and smaller boards.
//!
//! Each side has two rows of pieces. A piece moves one step forward, straight or diagonally, and captures diagonally only; capturing is not forced.
//! Who reaches the last row wins; who has no piece left loses. A side with a piece always has a move: its foremost piece can be stopped straight
//! ahead, but what blocks a diagonal can be captured, and its own pieces ahead of it would be further forward.
//!
//! Positions are written as in chess, with `P` for the first side, which moves up, and `p` for the second: `pp…/8/…/PPPPPPPP w`. What follows the
//! side to move (`- - 0 1`, as programs for chess variants write it) is read and ignored, and `w` and `b` are read as pieces too. Moves are written by their squares, `a2b3`.
//!
//! Inside, the board is turned at every move so that the side to move always plays up: one direction is enough for everything.

mod atoms;
mod evaluation;

use std::hint::cold_path;

use plysmith::Game;
use plysmith::game::picture::{Picture, Square};
use plysmith::game::{AtomCard, Capability, EvaluationCard, InputSet, MoveSquares, Outcome, Side, SquareSizes, TextError, hash};

use crate::bits;
use evaluation::{EVALUATIONS, Evaluation, View};

/// The game on a board of this size: `Breakthrough::<8, 8>::new()`. Each side begins with two rows of pieces unless `ROWS` says otherwise.
#[derive(Clone, Debug)]
pub struct Breakthrough<const FILES: usize, const RANKS: usize, const ROWS: usize = 2> {
    evaluation: Evaluation,
}

/// A position: what the side to move has, seen from its own side of the board.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Board {
    own: u64,
    enemy: u64,
    side: Side,
    /// Own pieces minus enemy pieces, kept up to date because most positions of a search are only evaluated.
    pieces: i16,
    /// The squares of the ranks of all pieces, each seen from its own side, own minus enemy.
    rank_squares: i16,
}

/// Field by field: a copy of the whole would be written in one piece and waited for when a move is played in it, which is done for every node.
impl Clone for Board {
    #[inline(always)]
    fn clone(&self) -> Board {
        Board { own: self.own, enemy: self.enemy, side: self.side, pieces: self.pieces, rank_squares: self.rank_squares }
    }

    #[inline(always)]
    fn clone_from(&mut self, other: &Board) {
        self.own = other.own;
        self.enemy = other.enemy;
        self.side = other.side;
        self.pieces = other.pieces;
        self.rank_squares = other.rank_squares;
    }
}

/// A move, seen from the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

/// A key for each side and square, as that side sees it.
const KEYS: [[u64; 64]; 2] = [hash::keys(0x6272_6561_6b31), hash::keys(0x6272_6561_6b32)];
const SECOND_TO_MOVE: u64 = hash::mix(0x6272_6561_6b33);

impl<const FILES: usize, const RANKS: usize, const ROWS: usize> Breakthrough<FILES, RANKS, ROWS> {
    const BOARD: u64 = {
        assert!(
            FILES >= 2 && FILES <= 8 && RANKS > 2 * ROWS && RANKS <= 8 && ROWS > 0,
            "boards up to 8×8 with a free row between the sides"
        );
        bits::board_mask(FILES, RANKS)
    };
    const GOAL: u64 = bits::rank_mask(RANKS - 1);
    /// The board that everybody plays on, for which a network was learned.
    const IS_USUAL: bool = FILES == 8 && RANKS == 8 && ROWS == 2;
    /// What a move to a rank adds to the squares of the ranks, and what it adds if it captures.
    const GAINS: [[i16; 8]; 2] = {
        let (mut gains, mut rank) = ([[0; 8]; 2], 0);
        while rank < RANKS {
            let seen = (RANKS - 1 - rank) as i16;
            gains[0][rank] = 2 * rank as i16 - 1;
            gains[1][rank] = gains[0][rank] + seen * seen;
            rank += 1;
        }
        gains
    };

    /// The game, with the evaluation `advance`.
    pub const fn new() -> Breakthrough<FILES, RANKS, ROWS> {
        Breakthrough { evaluation: Evaluation { view: View::Advance, piece: 100, rank_square: 1, counted: 0 } }
    }

    /// The squares that the pieces can reach to the left, straight ahead and to the right, and the shift that leads there.
    #[inline(always)]
    fn targets(board: &Board) -> [(u64, u8); 3] {
        [
            ((board.own & !bits::file_mask(0)) << 7 & !board.own & Self::BOARD, 7),
            (board.own << 8 & !(board.own | board.enemy) & Self::BOARD, 8),
            ((board.own & !bits::file_mask(FILES - 1)) << 9 & !board.own & Self::BOARD, 9),
        ]
    }

    /// Whether the opponent could reach the last row if it were to move. A piece that is one step away can always make it: no piece of its own is in
    /// the way there, and it may capture to either side.
    #[inline(always)]
    fn enemy_arrives(board: &Board) -> bool {
        board.enemy & bits::rank_mask(1) != 0
    }

    /// A position with what is kept up to date counted anew.
    fn board(own: u64, enemy: u64, side: Side) -> Board {
        let squares = |pieces: u64| bits::squares(pieces).map(|square| i16::from(square / 8).pow(2)).sum::<i16>();
        Board {
            own,
            enemy,
            side,
            pieces: own.count_ones() as i16 - enemy.count_ones() as i16,
            rank_squares: squares(own) - squares(bits::flip(enemy, RANKS)),
        }
    }

    fn square_name(square: u8, side: Side) -> String {
        let (file, rank) = (usize::from(square % 8), usize::from(square / 8));
        bits::square_name(file, if side == Side::First { rank } else { RANKS - 1 - rank })
    }

    /// The pieces of the first and of the second side, as the first sees them.
    fn absolute(board: &Board) -> [u64; 2] {
        match board.side {
            Side::First => [board.own, board.enemy],
            Side::Second => [bits::flip(board.enemy, RANKS), bits::flip(board.own, RANKS)],
        }
    }

    /// The inverse of [`Self::absolute`].
    fn relative([first, second]: [u64; 2], side: Side) -> Board {
        match side {
            Side::First => Self::board(first, second, side),
            Side::Second => Self::board(bits::flip(second, RANKS), bits::flip(first, RANKS), side),
        }
    }
}

impl<const FILES: usize, const RANKS: usize, const ROWS: usize> Default for Breakthrough<FILES, RANKS, ROWS> {
    fn default() -> Breakthrough<FILES, RANKS, ROWS> {
        Self::new()
    }
}

/// The number of moves is known beforehand, so that the list looks only once whether there is room for them.
#[inline(always)]
fn push(moves: &mut Vec<Move>, mut targets: u64, shift: u8) {
    moves.extend((0..targets.count_ones()).map(|_| {
        // The foremost first.
        let to = 63 - targets.leading_zeros() as u8;
        targets ^= 1 << to;
        Move { from: to - shift, to }
    }));
}

impl<const FILES: usize, const RANKS: usize, const ROWS: usize> Game for Breakthrough<FILES, RANKS, ROWS> {
    type State = Board;
    type Move = Move;

    const ALWAYS_MOVES: bool = true;
    /// Pieces are all alike, so that a capture, even one that is answered, never loses: it is an even exchange at worst.
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
        Capability::Picture,
    ];

    fn name(&self) -> String {
        match (FILES, RANKS, ROWS) {
            (8, 8, 2) => "breakthrough".into(),
            (_, _, 2) => format!("breakthrough-{FILES}x{RANKS}"),
            (..) => format!("breakthrough-{FILES}x{RANKS}-rows-{ROWS}"),
        }
    }

    fn start(&self) -> Board {
        let own = bits::board_mask(FILES, ROWS);
        Self::board(own, bits::flip(own, RANKS), Side::First)
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side
    }

    /// Captures first.
    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let [(left, _), (ahead, _), (right, _)] = Self::targets(board);
        push(moves, left & board.enemy, 7);
        push(moves, right & board.enemy, 9);
        push(moves, ahead, 8);
        push(moves, left & !board.enemy, 7);
        push(moves, right & !board.enemy, 9);
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, mv: Move) {
        let Board { own, enemy, side, pieces, rank_squares } = *board;
        let captured = enemy >> mv.to & 1;
        *board = Board {
            own: bits::flip(enemy & !(1 << mv.to), RANKS),
            enemy: bits::flip((own ^ 1 << mv.from) | 1 << mv.to, RANKS),
            side: side.other(),
            pieces: -(pieces + captured as i16),
            rank_squares: -(rank_squares + Self::GAINS[captured as usize][usize::from(mv.to / 8) % 8]),
        };
    }

    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if board.enemy & bits::rank_mask(0) == 0 && board.own != 0 {
            return None;
        }
        cold_path();
        Some(Outcome::win(board.side.other()))
    }

    #[inline(always)]
    fn evaluate(&self, board: &Board) -> i32 {
        let Evaluation { view, piece, rank_square, counted } = self.evaluation;
        let kept = piece * i32::from(board.pieces) + rank_square * i32::from(board.rank_squares);
        if counted == 0 { kept } else { kept + counted * Self::count(board, view) }
    }

    /// By the square that a piece leaves and one of three directions.
    fn move_ids(&self) -> usize {
        64 * 3
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        usize::from(mv.from) * 3 + usize::from(mv.to - mv.from - 7)
    }

    fn write_position(&self, board: &Board) -> String {
        let sides = Self::absolute(board);
        let letter = |file, rank| {
            let bit = bits::bit(file, rank);
            (sides[0] & bit != 0).then_some('P').or((sides[1] & bit != 0).then_some('p'))
        };
        format!("{} {}", bits::write_board(FILES, RANKS, letter), if board.side == Side::First { 'w' } else { 'b' })
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: &str| TextError::position(text, expected);
        let mut sides = [0; 2];
        let rest = bits::read_board(text, FILES, RANKS, "Ppwb", |letter, file, rank| {
            sides[usize::from(matches!(letter, 'p' | 'b'))] |= bits::bit(file, rank);
        })?;
        let mut words = rest.split_whitespace();
        let side = match words.next() {
            Some("w") => Side::First,
            Some("b") => Side::Second,
            _ => return Err(wrong("`w` or `b` for the side to move behind the board")),
        };
        let tail: Vec<&str> = words.collect();
        let counters = |words: &[&str]| words.iter().all(|word| word.parse::<u32>().is_ok());
        if !(tail.is_empty() || (tail.len() == 4 && tail[..2] == ["-", "-"] && counters(&tail[2..]))) {
            return Err(wrong("nothing, or `- - 0 1`, behind the side to move"));
        }
        let board = Self::relative(sides, side);
        let most = (ROWS * FILES) as u32;
        if sides[0].count_ones() > most || sides[1].count_ones() > most {
            return Err(wrong(&format!("at most {most} pieces a side")));
        }
        if board.enemy == 0 || board.own & Self::GOAL != 0 {
            return Err(wrong(
                "a game that the side to move has not already won: the one who moved last is the one who can have won",
            ));
        }
        if (board.enemy & bits::rank_mask(0)).count_ones() > 1 {
            return Err(wrong("at most one piece on the last row: the first one there ends the game"));
        }
        Ok(board)
    }

    fn write_move(&self, board: &Board, mv: Move) -> String {
        Self::square_name(mv.from, board.side) + &Self::square_name(mv.to, board.side)
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        const SMALL: &str = include_str!("../presets/breakthrough.toml");
        const FULL: &str = concat!(
            include_str!("../presets/breakthrough.toml"),
            include_str!("../presets/breakthrough-8x8.toml"),
            include_str!("../presets/breakthrough-network.toml")
        );
        if Self::IS_USUAL { &[("default", FULL)] } else { &[("default", SMALL)] }
    }

    fn parts(&self) -> &'static [&'static [u8]] {
        if Self::IS_USUAL { &[include_bytes!("../parts/breakthrough.part")] } else { &[] }
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        let (own, enemy) = (&KEYS[board.side.index()], &KEYS[board.side.other().index()]);
        let pieces = bits::squares(board.own).map(|square| own[usize::from(square)]);
        let others = bits::squares(bits::flip(board.enemy, RANKS)).map(|square| enemy[usize::from(square)]);
        let to_move = if board.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        pieces.chain(others).fold(to_move, |hash, key| hash ^ key)
    }

    #[inline(always)]
    fn hash_after(&self, before: &Board, hash: u64, mv: Move, _: &Board) -> u64 {
        let (own, enemy) = (&KEYS[before.side.index()], &KEYS[before.side.other().index()]);
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let captured = enemy[(8 * (RANKS - 1) + 2 * (to % 8)).wrapping_sub(to) % 64];
        let capture = (before.enemy >> mv.to & 1).wrapping_neg();
        hash ^ own[from] ^ own[to] ^ (captured & capture) ^ SECOND_TO_MOVE
    }

    /// Doing nothing makes no sense where the opponent then wins.
    #[inline]
    fn pass(&self, board: &mut Board) -> bool {
        if Self::enemy_arrives(board) {
            return false;
        }
        *board = Board {
            own: bits::flip(board.enemy, RANKS),
            enemy: bits::flip(board.own, RANKS),
            side: board.side.other(),
            pieces: -board.pieces,
            rank_squares: -board.rank_squares,
        };
        true
    }

    /// The opponent reaches the last row with the next move, and the side to move does not with this one.
    #[inline(always)]
    fn in_check(&self, board: &Board) -> bool {
        Self::enemy_arrives(board) && board.own & bits::rank_mask(RANKS - 2) == 0
    }

    /// Captures of the piece that would arrive.
    fn evasions(&self, board: &Board, moves: &mut Vec<Move>) {
        let arriving = board.enemy & bits::rank_mask(1);
        if arriving.count_ones() == 1 {
            for (targets, shift) in Self::targets(board) {
                push(moves, targets & arriving, shift);
            }
        }
    }

    /// Reaching the last row, then captures, the furthest advanced victim first.
    #[inline(always)]
    fn tactical(&self, board: &Board, mv: Move) -> u32 {
        let rank = u32::from(mv.to / 8);
        if rank == RANKS as u32 - 1 {
            100
        } else if board.enemy >> mv.to & 1 != 0 {
            RANKS as u32 - rank
        } else {
            0
        }
    }

    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        for (targets, shift) in Self::targets(board) {
            push(moves, targets & (board.enemy | Self::GOAL), shift);
        }
    }

    /// Own pieces, then enemy pieces, each by square.
    fn inputs(&self) -> usize {
        2 * 64
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        active.insert_all(0, board.own);
        active.insert_all(64, board.enemy);
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: 1 }
    }

    #[inline]
    fn move_squares(&self, _: &Board, mv: Move) -> MoveSquares {
        MoveSquares { from: Some(mv.from.into()), to: Some(mv.to.into()), piece: 0 }
    }

    /// Each side sees the board from its own end already.
    fn swap_sides(&self, board: &Board) -> Board {
        Board { side: board.side.other(), ..board.clone() }
    }

    /// As `plysmith evaluate breakthrough --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        260
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        EVALUATIONS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Self {
        let evaluation = match (index, weights) {
            (0, &[piece, rank_square]) => Evaluation { view: View::Advance, piece, rank_square, counted: 0 },
            (1, &[piece]) => Evaluation { view: View::Material, piece, rank_square: 0, counted: 0 },
            (2, &[rank]) => Evaluation { view: View::March, piece: 0, rank_square: 0, counted: rank },
            (3, &[piece, safe_rank]) => Evaluation { view: View::SafeAdvance, piece, rank_square: 0, counted: safe_rank },
            (4, &[piece, safe_rank]) => Evaluation { view: View::SafeMarch, piece, rank_square: 0, counted: safe_rank },
            _ => self.evaluation,
        };
        Breakthrough { evaluation }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        let pieces = board.pieces.into();
        match self.evaluation.view {
            View::Advance => amounts.extend([pieces, board.rank_squares.into()]),
            View::Material => amounts.push(pieces),
            View::March => amounts.push(Self::march(board)),
            View::SafeAdvance => amounts.extend([pieces, Self::safe_advance(board)]),
            View::SafeMarch => amounts.extend([pieces, Self::safe_march(board)]),
        }
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::ATOMS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        Self::atoms_of_one(board, previous, mv, wanted)
    }

    fn atoms_of_moves(&self, board: &Board, previous: Option<Move>, moves: &[Move], wanted: u64, atoms: &mut Vec<u64>) {
        Self::add_atoms(board, previous, moves, wanted, atoms);
    }

    /// By how many pieces are left: three quarters, half, fewer.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, board: &Board) -> usize {
        let left = (board.own | board.enemy).count_ones() as usize;
        let all = 2 * ROWS * FILES;
        usize::from(4 * left < 3 * all) + usize::from(2 * left < all)
    }

    /// Left and right can be exchanged.
    fn symmetries(&self) -> usize {
        2
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        if symmetry == 0 {
            return board.clone();
        }
        Board { own: bits::mirror(board.own, FILES), enemy: bits::mirror(board.enemy, FILES), ..board.clone() }
    }

    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        let turn = |square: u8| square / 8 * 8 + (FILES as u8 - 1 - square % 8);
        if symmetry == 0 { mv } else { Move { from: turn(mv.from), to: turn(mv.to) } }
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        let sides = Self::absolute(board);
        Some(Picture::board(FILES, RANKS, |file, rank| {
            let bit = bits::bit(file, rank);
            match (sides[0] & bit != 0, sides[1] & bit != 0) {
                (true, _) => Square::piece(Side::First, "P"),
                (_, true) => Square::piece(Side::Second, "p"),
                _ => Square::empty(),
            }
        }))
    }
}

#[cfg(test)]
mod tests;
