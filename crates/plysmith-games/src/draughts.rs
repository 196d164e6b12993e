//! English draughts, also known as checkers, and Lose Checkers, in which the aim is to get rid of all pieces. On 8×8 and 6×6.
//!
//! The dark squares are numbered from the top row. Black is the first side, has the squares 1-12 and moves down; White has 21-32.
//!
//! ```text
//!  .  1  .  2  .  3  .  4
//!  5  .  6  .  7  .  8  .
//!  .  9  . 10  . 11  . 12
//! 13  . 14  . 15  . 16  .
//!  . 17  . 18  . 19  . 20
//! 21  . 22  . 23  . 24  .
//!  . 25  . 26  . 27  . 28
//! 29  . 30  . 31  . 32  .
//! ```
//!
//! Men step and jump diagonally forward, kings also backward, one square at a time. Whoever can jump must, may choose which jump (no majority
//! rule), and must go on jumping while possible; the whole chain is one move. A man that reaches the last row is crowned and stops there,
//! even if a king could jump on. Two chains with the same start, end and captured pieces are one move. A king may end where it began.
//!
//! Who cannot move, whether blocked or without a piece, loses in draughts and wins in Lose Checkers. A position that occurs for the third time is
//! drawn; so is one after 80 plies, 40 of each side, without a capture or a man's move. The books let a referee decide when a game makes no
//! progress; a count is what programs use. The 80 plies come first: whoever is blocked by the eightieth has drawn, because
//! [`Game::outcome`] is asked before the moves.
//!
//! Positions are written as in PDN, the Portable Draughts Notation, `B:W21,22,K30:B1,2`: side to move, White's pieces, Black's pieces, `K` before a king; `:H5` follows
//! when five plies went by without progress. The lists are read in either order, with a range such as `21-24` or `K29-32` for squares in a row, with a full stop at the
//! end, and with the number of the move behind them (`:F12`), which other programs write and which counts for nothing. A step is written `11-15`, a capture with every square on which the piece lands,
//! `15x22x31`. Read is also the short form `15x31`, or any part of the path, if it fits one move only.
//!
//! `1-0` means that the first player, Black, has won. A PDN file follows chess and writes `1-0` when *White* has won, though White moves
//! second: exchange the two when a PDN file is read or written. The records in `shared/data/checkers` have been converted already.
//!
//! **What is missing.** There is no pass: captures are forced and zugzwang decides endings, so that doing nothing tells nothing. There are no symmetries:
//! a mirrored board has its dark squares elsewhere, and turning it exchanges the sides, which is [`Game::swap_sides`]. And a search of tactical moves must not stand pat: wherever
//! [`Game::tactical_moves`] adds a move, all legal moves are captures.

mod atoms;
mod board;
mod evaluation;
mod notation;

use plysmith::game::picture::{Picture, Square};
use plysmith::game::{
    AtomCard, Capability, EvaluationCard, Game, InputSet, MoveSquares, Outcome, Repetition, Side, SquareSizes, TextError, hash,
};

pub use board::{Board, Move};
use board::{Shape, squares};
use evaluation::Evaluation;
use notation::QUIET_LIMIT;

/// Draughts or Lose Checkers on a board of `N`×`N` squares: `Draughts::<8>::english()`, `Draughts::<6>::lose_checkers()`.
#[derive(Clone, Debug)]
pub struct Draughts<const N: usize> {
    aim: Aim,
    evaluation: Evaluation,
    /// Of the random evaluation.
    seed: u64,
}

/// What the side that cannot move has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// It has lost.
    Stay,
    /// It has won.
    Go,
}

/// A key for each side, man or king, and square.
static KEYS: [[[u64; 32]; 2]; 2] = [
    [hash::keys(0x6472_6175_6768_7431), hash::keys(0x6472_6175_6768_7432)],
    [hash::keys(0x6472_6175_6768_7433), hash::keys(0x6472_6175_6768_7434)],
];
const SECOND_TO_MOVE: u64 = hash::mix(0x6472_6175_6768_7435);

/// The seed of the random evaluation when nothing else is said.
const SEED: u64 = 1;
/// As many plies are drawn for an opening, as in tournaments.
const BALLOT: u32 = 3;

impl<const N: usize> Draughts<N> {
    /// English draughts, with the evaluation `position`.
    pub fn english() -> Draughts<N> {
        Self::with_aim(Aim::Stay)
    }

    /// Lose Checkers, with the evaluation `position`.
    pub fn lose_checkers() -> Draughts<N> {
        Self::with_aim(Aim::Go)
    }

    fn with_aim(aim: Aim) -> Draughts<N> {
        let game = Draughts { aim, evaluation: Evaluation::Material([0; 2]), seed: SEED };
        game.with_evaluation(0, &game.evaluations()[0].weights())
    }

    /// The same game, with other numbers in the evaluation `random` wherever it is chosen.
    pub fn with_random_seed(&self, seed: u64) -> Draughts<N> {
        let evaluation = match self.evaluation {
            Evaluation::Random { weights, .. } => Evaluation::Random { weights, seed },
            other => other,
        };
        Draughts { evaluation, seed, ..self.clone() }
    }

    /// The positions that three plies lead to and in which captures alone cost nobody a piece: the idea of the three-move ballot, though not the list of
    /// any federation, which leaves out more.
    fn ballots() -> Vec<Board> {
        let mut boards = vec![Board::start::<N>()];
        for _ in 0..BALLOT {
            let mut next: Vec<Board> = Vec::new();
            for board in &boards {
                let mut moves = Vec::new();
                board.add_moves::<N>(&mut moves);
                for after in moves.into_iter().map(|mv| board.after::<N>(mv)) {
                    if !next.contains(&after) {
                        next.push(after);
                    }
                }
            }
            boards = next;
        }
        boards.retain(|board| exchanged::<N>(board) == 0);
        boards
    }
}

/// The difference in pieces for the side to move after all captures that are forced, each side choosing the best for itself.
fn exchanged<const N: usize>(board: &Board) -> i32 {
    let mut jumps = Vec::new();
    board.add_jumps::<N>(board.jumpers::<N>(board.side), &mut jumps);
    let best = jumps.into_iter().map(|mv| -exchanged::<N>(&board.after::<N>(mv))).max();
    best.unwrap_or(board.own().count_ones() as i32 - board.enemy().count_ones() as i32)
}

#[inline(always)]
fn key(board: &Board, side: Side, square: u8) -> u64 {
    KEYS[side.index()][usize::from(board.is_king(square))][usize::from(square)]
}

impl<const N: usize> Game for Draughts<N> {
    type State = Board;
    type Move = Move;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });
    /// Captures are compulsory.
    const TACTICAL_FORCED: bool = true;
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::Squares,
        Capability::Swap,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Openings,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        let name = if self.aim == Aim::Stay { "draughts" } else { "lose-checkers" };
        if N == 8 { name.into() } else { format!("{name}-{N}x{N}") }
    }

    fn start(&self) -> Board {
        Board::start::<N>()
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        board.add_moves::<N>(moves);
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, mv: Move) {
        board.play::<N>(mv);
    }

    /// A side without a piece is seen at once, so that nobody evaluates its position.
    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if board.own() == 0 {
            return Some(self.no_moves(board));
        }
        (board.quiet >= QUIET_LIMIT).then_some(Outcome::Draw)
    }

    #[inline(always)]
    fn evaluate(&self, board: &Board) -> i32 {
        self.evaluation.value::<N>(board)
    }

    /// By where the piece begins and ends.
    fn move_ids(&self) -> usize {
        32 * 32
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        usize::from(mv.from) * 32 + usize::from(mv.to)
    }

    fn write_position(&self, board: &Board) -> String {
        notation::write_position(board)
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        notation::read_position::<N>(text)
    }

    fn write_move(&self, board: &Board, mv: Move) -> String {
        notation::write_move::<N>(board, mv)
    }

    fn no_moves(&self, board: &Board) -> Outcome {
        Outcome::win(if self.aim == Aim::Stay { board.side.other() } else { board.side })
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Move, TextError> {
        let mut moves = Vec::new();
        if self.outcome(board).is_none() {
            board.add_moves::<N>(&mut moves);
        }
        notation::read_move::<N>(board, &moves, text)
    }

    #[inline]
    fn count_moves(&self, board: &Board, scratch: &mut Vec<Move>) -> usize {
        board.count_moves::<N>(scratch)
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        match self.aim {
            Aim::Stay => &[("default", include_str!("../presets/draughts.toml"))],
            Aim::Go => &[("default", include_str!("../presets/lose-checkers.toml"))],
        }
    }

    /// Captures and moves of men: nothing comes back.
    #[inline(always)]
    fn irreversible(&self, before: &Board, mv: Move) -> bool {
        mv.captured != 0 || !before.is_king(mv.from)
    }

    fn hash(&self, board: &Board) -> u64 {
        let side = if board.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        let of = |side: Side| squares(board.of[side.index()]).fold(0, |hash, square| hash ^ key(board, side, square));
        side ^ of(Side::First) ^ of(Side::Second)
    }

    #[inline(always)]
    fn hash_after(&self, before: &Board, hash: u64, mv: Move, after: &Board) -> u64 {
        let moved = key(before, before.side, mv.from) ^ key(after, before.side, mv.to) ^ SECOND_TO_MOVE;
        squares(mv.captured).fold(hash ^ moved, |hash, square| hash ^ key(before, after.side, square))
    }

    /// Plies without progress.
    #[inline(always)]
    fn counters(&self, board: &Board) -> u64 {
        board.quiet.into()
    }

    /// Captures: in draughts the more pieces the better, and kings before men; in Lose Checkers the other way round.
    #[inline(always)]
    fn tactical(&self, board: &Board, mv: Move) -> u32 {
        let captured = 2 * mv.captured.count_ones() + (mv.captured & board.kings).count_ones();
        match self.aim {
            _ if captured == 0 => 0,
            Aim::Stay => captured,
            Aim::Go => 64 - captured,
        }
    }

    #[inline]
    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        board.add_jumps::<N>(board.jumpers::<N>(board.side), moves);
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::of::<N>(board, previous, mv, wanted)
    }

    /// Every square for a man and then for a king of the side to move, the same for the other side, and last whether the second side is to move.
    fn inputs(&self) -> usize {
        4 * 32 + 1
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        for (first, side) in [(0, board.side), (64, board.side.other())] {
            let kind = |square| if board.is_king(square) { 32 } else { 0 };
            active.extend(squares(board.of[side.index()]).map(|square| first + kind(square) + u16::from(square)));
        }
        active.extend((board.side == Side::Second).then_some(128));
    }

    /// Men and kings are two kinds.
    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 32, pieces: 2 }
    }

    #[inline]
    fn move_squares(&self, board: &Board, mv: Move) -> MoveSquares {
        MoveSquares { from: Some(mv.from.into()), to: Some(mv.to.into()), piece: board.is_king(mv.from).into() }
    }

    fn swap_sides(&self, board: &Board) -> Board {
        let turned = |squares: u32| squares.reverse_bits() >> (32 - Shape::<N>::SQUARES);
        let [first, second] = board.of;
        Board { of: [turned(second), turned(first)], kings: turned(board.kings), side: board.side.other(), quiet: board.quiet }
    }

    /// As `plysmith evaluate draughts --games 600` and the same for Lose Checkers measure it.
    fn ten_to_one(&self) -> u32 {
        match self.aim {
            Aim::Stay => 360,
            Aim::Go => 170,
        }
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        if self.aim == Aim::Stay { evaluation::DRAUGHTS } else { evaluation::LOSE_CHECKERS }
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Draughts<N> {
        let card = self.evaluations().get(index);
        let evaluation = card.and_then(|card| Evaluation::new(card.name, weights, self.seed));
        Draughts { evaluation: evaluation.unwrap_or(self.evaluation), ..self.clone() }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        self.evaluation.terms::<N>(board, amounts);
    }

    /// By what is left on the board: more than three quarters of the pieces, more than a third, and less.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, board: &Board) -> usize {
        let (left, all) = ((board.of[0] | board.of[1]).count_ones(), 2 * Shape::<N>::MEN);
        usize::from(4 * left <= 3 * all) + usize::from(3 * left <= all)
    }

    /// One of the three-move ballots.
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Board {
        let mut ballots = Self::ballots();
        ballots.swap_remove(choose(ballots.len()))
    }

    /// Black's men are `x` and White's `o`; kings are capital letters.
    fn picture(&self, board: &Board) -> Option<Picture> {
        let square = |cell: usize| {
            let (row, file) = (cell / N, cell % N);
            let square = (row * N / 2 + file / 2) as u8;
            let texts = if board.is_king(square) { ["X", "O"] } else { ["x", "o"] };
            match [Side::First, Side::Second].into_iter().find(|side| board.of[side.index()] >> square & 1 != 0) {
                _ if (row + file).is_multiple_of(2) => Square { gap: true, ..Square::empty() },
                Some(side) => Square::piece(side, texts[side.index()]),
                None => Square::empty(),
            }
        };
        Some(Picture {
            files: N,
            squares: (0..N * N).map(square).collect(),
            row_labels: (0..N).map(|row| (row * N / 2 + 1).to_string()).collect(),
            file_labels: Vec::new(),
            note: if board.quiet > 0 { format!("{} plies without progress", board.quiet) } else { String::new() },
        })
    }
}

#[cfg(test)]
mod tests;
