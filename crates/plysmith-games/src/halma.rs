//! Halma (George Howard Monks, about 1884) for two players, on 8×8, 6×6 and 4×4.
//!
//! The first side begins in the corner at the bottom left, the second in that at the top right: ten pieces each on 8×8, six on 6×6, three on
//! 4×4, in a triangle. Each wants to fill the other's corner, its *goal*. A piece *steps* onto any of the eight squares beside it, or *jumps* over
//! a piece of either side beside it onto the empty square straight behind, and from there on over others, as often as it likes. Nothing is captured.
//! Ways to the same square are the same move. A piece that has entered the goal stays there, and one that has left its own corner, its *home*, does not
//! come back; only the squares where a move begins and ends count for this, a chain may lead through.
//!
//! The rules that books leave open or give in many ways:
//!
//! - *Who wins.* Who has just moved, has no piece left at home, and sees his goal full, with more own pieces in it than enemy ones. So an enemy who
//!   keeps pieces at home to block fills the squares for the other side, and does not win by it himself, however full his own goal is. (The usual
//!   rule asks for one own piece in a full goal. That ends a game after a few moves: a single piece runs to the enemy's corner as soon as
//!   one has left it.)
//! - *Who keeps half or more at home* cannot be beaten in that way, but neither can he win, and the game comes to its end by the limit.
//! - *The limit.* A game is over after 20 plies for each piece of a side, 200 on 8×8, more than three times what programs with a plan need. Then the
//!   pieces are counted: whoever has come further wins, in files and ranks of all pieces together, and equal ways are a draw. A piece
//!   at home does not forbid that, for the enemy may have shut it in; it has come nowhere, and that counts against its side.
//! - *Repetition.* The third occurrence of a position with the same side to move is counted in the same way. A draw would let the side that is behind
//!   save itself by going to and fro, and a limit alone would make such games long.
//! - *No move.* The game is over and counted, because a loss would reward blocking. On 4×4 there is no such position, and none is known on the others: too
//!   many pieces are needed to shut all in.
//! - *Coming back* is not allowed, so that nobody fills the home again to block. Most rules forbid to leave the goal. Both make sure that
//!   whoever fills a goal has moved last, and that repetition need not look back beyond a piece that leaves home or enters the goal.
//!
//! A position is written as ranks from the top with `x` for the first side, `o` for the second and digits for empty squares, then the side to move and the
//! plies played so far, an even number if `x` is to move and an odd one if `o` is, which may be missing if there are none: `4oooo/5ooo/6oo/7o/x7/xx6/xxx5/xxxx4 x 0`. A move is `a1-c3`, from and to; `a1c3` is
//! read as well.
//!
//! The usual board of 16×16 is not among the sizes: a board of more than 64 squares would need another representation throughout, and its games are as
//! long as they are wide.

mod atoms;
mod evaluation;
mod squares;
#[cfg(test)]
mod tests;

use plysmith::game::picture::Square;
use plysmith::game::{
    AtomCard, Capability, EvaluationCard, Game, InputSet, MoveSquares, Outcome, Picture, Repetition, Side, SquareSizes, TextError,
    hash,
};

use crate::bits;
use evaluation::{CARDS, Evaluation, distance, position};
use squares::{Jumps, NEAR};

/// The game on a board of `N`×`N` squares, 8, 6 or 4: `Halma::<8>::new()`.
#[derive(Clone, Debug)]
pub struct Halma<const N: usize> {
    evaluation: Evaluation,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces of the first and of the second side.
    of: [u64; 2],
    side: Side,
    /// How many were played before.
    plies: u16,
}

/// A move between two squares, each 8 × rank + file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// A key for each side and square.
static KEYS: [[u64; 64]; 2] = [hash::keys(0x6861_6c6d_6131), hash::keys(0x6861_6c6d_6132)];
const SECOND_TO_MOVE: u64 = hash::mix(0x6861_6c6d_6133);

/// A move that comes so many files and ranks nearer to the far corner is tactical.
const LONG: i32 = 4;
/// For each side, where such a move can end that begins at this file + rank.
static FAR_AHEAD: [[u64; 15]; 2] = {
    let mut ahead = [[0; 15]; 2];
    let mut place = 0;
    while place < 15 {
        ahead[0][place] = squares::from_place(place as i32 + LONG);
        ahead[1][place] = !squares::from_place(place as i32 - LONG + 1);
        place += 1;
    }
    ahead
};

impl Move {
    /// How many files and ranks nearer to the far corner the piece comes.
    #[inline(always)]
    fn gain(self, side: Side) -> i32 {
        let up = squares::place(self.to) - squares::place(self.from);
        if side == Side::First { up } else { -up }
    }
}

impl Board {
    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.of[0] | self.of[1]
    }

    #[inline(always)]
    fn own(&self) -> u64 {
        self.of[self.side.index()]
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        self.of[self.side.index()] ^= 1 << mv.from | 1 << mv.to;
        self.side = self.side.other();
        self.plies += 1;
    }

    fn owner(&self, file: usize, rank: usize) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| self.of[side.index()] & bits::bit(file, rank) != 0)
    }
}

impl<const N: usize> Default for Halma<N> {
    fn default() -> Halma<N> {
        Halma { evaluation: Evaluation::first(CARDS) }
    }
}

impl<const N: usize> Halma<N> {
    const BOARD: u64 = {
        assert!(matches!(N, 4 | 6 | 8), "boards of 4×4, 6×6 and 8×8");
        bits::board_mask(N, N)
    };
    /// file + rank of the corner at the top right.
    const CORNER: i32 = 2 * (N as i32 - 1);
    /// Where the sides begin: triangles with half as many squares on a side as the board has.
    const HOMES: [u64; 2] = {
        let side = N as i32 / 2;
        [Self::BOARD & !squares::from_place(side), Self::BOARD & squares::from_place(Self::CORNER - side + 1)]
    };
    /// How many pieces a side has.
    const PIECES: u32 = Self::HOMES[0].count_ones();
    /// The game is over after so many plies.
    const LIMIT: u16 = 20 * Self::PIECES as u16;

    /// The game, with the evaluation `position`.
    pub fn new() -> Halma<N> {
        Halma::default()
    }

    /// The home and the goal of a side.
    #[inline(always)]
    fn camps(side: Side) -> [u64; 2] {
        [Self::HOMES[side.index()], Self::HOMES[side.other().index()]]
    }

    #[inline(always)]
    fn empty(board: &Board) -> u64 {
        Self::BOARD & !board.occupied()
    }

    /// How many files and ranks the first side's pieces have come further than the second's, all together. As both began equally far from
    /// their goals, that is what the sum of all places says.
    #[inline(always)]
    fn lead(board: &Board) -> i32 {
        squares::places(board.of[0]) + squares::places(board.of[1]) - Self::PIECES as i32 * Self::CORNER
    }

    /// How many files and ranks from the corner behind it the hindmost of these pieces is.
    #[inline(always)]
    fn hindmost(pieces: u64, side: Side) -> i32 {
        match side {
            Side::First => squares::lowest(pieces),
            Side::Second => Self::CORNER - squares::highest(pieces),
        }
    }

    /// Whether the goal of a side is full, most of the pieces in it are its own, and none is at home.
    #[inline(always)]
    fn has_filled(board: &Board, side: Side) -> bool {
        let ([home, goal], own) = (Self::camps(side), board.of[side.index()]);
        goal & !board.occupied() == 0 && own & home == 0 && 2 * (own & goal).count_ones() > Self::PIECES
    }

    /// What counting says.
    #[inline]
    fn count(board: &Board) -> Outcome {
        match Self::lead(board) {
            0 => Outcome::Draw,
            1.. => Outcome::win(Side::First),
            _ => Outcome::win(Side::Second),
        }
    }

    /// Tells each piece of the side to move, among those on the squares `some`, and all squares where it can go.
    #[inline(always)]
    fn each_piece(board: &Board, some: u64, mut tell: impl FnMut(u8, u64)) {
        let [home, goal] = Self::camps(board.side);
        let empty = Self::empty(board);
        let jumps = Jumps::of(board.occupied(), empty);
        let jumpers = jumps.anywhere();
        for from in bits::squares(board.own() & some) {
            let bit = 1u64 << from;
            let mut targets = NEAR[usize::from(from)] & empty;
            if jumpers & bit != 0 {
                targets |= jumps.chain(bit);
            }
            if bit & home == 0 {
                targets &= if bit & goal != 0 { goal } else { !home };
            }
            tell(from, targets);
        }
    }

    /// Adds the moves of some pieces.
    #[inline(always)]
    fn add_moves(board: &Board, some: u64, onto: impl Fn(u8) -> u64, moves: &mut Vec<Move>) {
        Self::each_piece(board, some, |from, targets| {
            moves.extend(bits::squares(targets & onto(from)).map(|to| Move { from, to }));
        });
    }

    /// The square on the other side of the centre of the board, where the other player sees what this one sees here.
    fn opposite(square: u8) -> u8 {
        let last = N as u8 - 1;
        8 * (last - square / 8) + last - square % 8
    }
}

impl<const N: usize> Game for Halma<N> {
    type State = Board;
    type Move = Move;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });
    /// In a race nothing is taken back, and both sides always have some long move left: a quiescence search follows only those by eight or more, which
    /// add a tenth of a node to a leaf. From six on they would add four.
    const FAIR: u32 = 8;
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
        if N == 8 { "halma".into() } else { format!("halma-{N}x{N}") }
    }

    fn start(&self) -> Board {
        Board { of: Self::HOMES, side: Side::First, plies: 0 }
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side
    }

    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        Self::add_moves(board, u64::MAX, |_| u64::MAX, moves);
    }

    #[inline(always)]
    fn count_moves(&self, board: &Board, _: &mut Vec<Move>) -> usize {
        let mut count = 0;
        Self::each_piece(board, u64::MAX, |_, targets| count += targets.count_ones());
        count as usize
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, mv: Move) {
        board.make(mv);
    }

    /// Only the side that has moved can have filled its goal and left its home: the other's pieces are where they were.
    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let mover = board.side.other();
        if Self::has_filled(board, mover) {
            return Some(Outcome::win(mover));
        }
        if board.plies >= Self::LIMIT { Some(Self::count(board)) } else { None }
    }

    #[inline(always)]
    fn evaluate(&self, board: &Board) -> i32 {
        self.evaluation.value(|| position::<N>(board), || distance::<N>(board))
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
        let letter = |file, rank| board.owner(file, rank).map(|side| ['x', 'o'][side.index()]);
        format!("{} {} {}", bits::write_board(N, N, letter), ['x', 'o'][board.side.index()], board.plies)
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: String| Err(TextError::position(text, expected));
        let mut of = [0u64; 2];
        let rest = bits::read_board(text, N, N, "xo", |letter, file, rank| {
            of[usize::from(letter == 'o')] |= bits::bit(file, rank);
        })?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let side = match words.first() {
            Some(&"x") => Side::First,
            Some(&"o") => Side::Second,
            _ => return wrong("`x` or `o` for the side to move behind the board".into()),
        };
        let plies = match words[1..] {
            [] => Some(0),
            [plies] => bits::counter(plies, Self::LIMIT),
            _ => None,
        };
        let Some(plies) = plies else {
            return wrong(format!("nothing, or the plies played so far, 0 to {}, behind the side to move", Self::LIMIT));
        };
        if plies.is_multiple_of(2) != (side == Side::First) {
            return wrong("`x` to move after an even number of plies and `o` after an odd one".into());
        }
        for (letter, pieces) in "xo".chars().zip(of) {
            if pieces.count_ones() != Self::PIECES {
                return wrong(format!("{} pieces a side, not {} `{letter}`", Self::PIECES, pieces.count_ones()));
            }
        }
        let board = Board { of, side, plies };
        if Self::has_filled(&board, side) {
            return wrong(
                "a side to move that has not filled its goal and left its home: the game ended before the other moved".into(),
            );
        }
        Ok(board)
    }

    fn write_move(&self, _: &Board, mv: Move) -> String {
        format!("{}-{}", bits::name_of(mv.from), bits::name_of(mv.to))
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Move, TextError> {
        if self.outcome(board).is_some() {
            return Err(TextError::mv(text, "nothing, the game is over"));
        }
        let [from, to] = bits::read_squares(text, b"-").ok_or_else(|| TextError::mv(text, "two squares, such as `a1-c3`"))?;
        let mut found = Vec::new();
        Self::add_moves(board, 1 << from, |_| u64::MAX, &mut found);
        if found.contains(&Move { from, to }) {
            return Ok(Move { from, to });
        }
        let others: Vec<String> = found.iter().map(|&mv| self.write_move(board, mv)).collect();
        let expected = match (board.own() >> from & 1, others.as_slice()) {
            (0, _) => format!("a piece of the side to move on {}", bits::name_of(from)),
            (_, []) => format!("another piece: that on {} cannot move", bits::name_of(from)),
            (_, others) => format!("one of {}", others.join(" ")),
        };
        Err(TextError::mv(text, expected))
    }

    fn no_moves(&self, board: &Board) -> Outcome {
        Self::count(board)
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/halma.toml"))]
    }

    fn repeated(&self, board: &Board) -> Outcome {
        Self::count(board)
    }

    /// No piece comes back home, and none leaves the goal.
    #[inline(always)]
    fn irreversible(&self, before: &Board, mv: Move) -> bool {
        let [home, goal] = Self::camps(before.side);
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        (from & home != 0 && to & home == 0) || (from & goal == 0 && to & goal != 0)
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        let first = bits::squares(board.of[0]).fold(0, |hash, square| hash ^ KEYS[0][usize::from(square)]);
        let both = bits::squares(board.of[1]).fold(first, |hash, square| hash ^ KEYS[1][usize::from(square)]);
        both ^ if board.side == Side::Second { SECOND_TO_MOVE } else { 0 }
    }

    #[inline(always)]
    fn hash_after(&self, before: &Board, hash: u64, mv: Move, _: &Board) -> u64 {
        let own = &KEYS[before.side.index()];
        hash ^ own[usize::from(mv.from)] ^ own[usize::from(mv.to)] ^ SECOND_TO_MOVE
    }

    #[inline]
    fn counters(&self, board: &Board) -> u64 {
        board.plies.into()
    }

    /// It counts as a ply, so that it makes no sense as the last one of the game. Else there is nearly always a move that is better than none.
    #[inline]
    fn pass(&self, board: &mut Board) -> bool {
        let goes_on = board.plies + 1 < Self::LIMIT;
        if goes_on {
            board.side = board.side.other();
            board.plies += 1;
        }
        goes_on
    }

    /// Moves into the goal, and long ones towards it, by how far they go: a tenth of the moves in play. Without them first, a search to depth 4 has half
    /// as many nodes again.
    #[inline(always)]
    fn tactical(&self, board: &Board, mv: Move) -> u32 {
        let [_, goal] = Self::camps(board.side);
        let gain = mv.gain(board.side);
        let enters = goal >> mv.to & !(goal >> mv.from) & 1 != 0;
        if enters || gain >= LONG { gain as u32 } else { 0 }
    }

    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let [_, goal] = Self::camps(board.side);
        let ahead = &FAR_AHEAD[board.side.index()];
        Self::add_moves(board, !goal, |from| goal | ahead[squares::place(from) as usize], moves);
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::of::<N>(board, previous, mv, wanted)
    }

    /// Every square for a piece of the side to move, then every square for one of the other, as seen from the home of the side to move.
    fn inputs(&self) -> usize {
        2 * N * N
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        let index = |square: u8| {
            let square = if board.side == Side::First { square } else { Self::opposite(square) };
            u16::from(square / 8) * N as u16 + u16::from(square % 8)
        };
        active.extend(bits::squares(board.own()).map(index));
        active.extend(bits::squares(board.of[board.side.other().index()]).map(|square| (N * N) as u16 + index(square)));
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: 1 }
    }

    #[inline]
    fn move_squares(&self, _: &Board, mv: Move) -> MoveSquares {
        MoveSquares { from: Some(mv.from.into()), to: Some(mv.to.into()), piece: 0 }
    }

    fn swap_sides(&self, board: &Board) -> Board {
        let turned = |pieces: u64| bits::flip(bits::mirror(pieces, N), N);
        let [first, second] = board.of;
        Board { of: [turned(second), turned(first)], side: board.side.other(), plies: board.plies }
    }

    /// As `plysmith evaluate halma --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        125
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        CARDS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Halma<N> {
        Halma { evaluation: Evaluation::new(index, weights).unwrap_or(self.evaluation) }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        self.evaluation.terms(|| position::<N>(board), || distance::<N>(board), amounts);
    }

    /// Until the sides meet, while they pass through each other, and when all that is left is a race.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, board: &Board) -> usize {
        let [first, second] = board.of;
        if squares::highest(first) < squares::lowest(second) {
            0
        } else {
            1 + usize::from(squares::lowest(first) > squares::highest(second))
        }
    }

    /// Files and ranks can be exchanged.
    fn symmetries(&self) -> usize {
        2
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        if symmetry == 0 { board.clone() } else { Board { of: board.of.map(bits::transpose), ..*board } }
    }

    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        let turn = |square: u8| if symmetry == 0 { square } else { square % 8 * 8 + square / 8 };
        Move { from: turn(mv.from), to: turn(mv.to) }
    }

    /// Up to three moves of each side, where the second does in its corner what the first did: fair, apart from who is to move. A move that the second
    /// cannot answer so is left out.
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Board {
        let mut board = self.start();
        for _ in 0..=choose(3) {
            let mut after = board.clone();
            let mut moves = Vec::new();
            self.moves(&after, &mut moves);
            let mv = moves[choose(moves.len())];
            after.make(mv);
            let answer = Move { from: Self::opposite(mv.from), to: Self::opposite(mv.to) };
            moves.clear();
            self.moves(&after, &mut moves);
            // On a small board the first move may stand in the way of the second; if none is left it is the start.
            if self.outcome(&after).is_none() && moves.contains(&answer) {
                after.make(answer);
                board = after;
            }
        }
        board
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        Some(Picture::board(N, N, |file, rank| match board.owner(file, rank) {
            Some(side) => Square::piece(side, ["x", "o"][side.index()]),
            None => Square::empty(),
        }))
    }
}
