//! Ataxx (Dave Crummack and Craig Galley, 1988), on boards from 3×3 to 8×8, with gaps.
//!
//! Each side begins with a piece in two opposite corners. A piece *clones* itself onto an empty square next to it, diagonals included, or
//! *jumps* onto an empty square two away, over whatever lies between. All enemy pieces next to where it lands change sides. Nobody can use
//! a gap. Who has no move passes, if the other has one; a pass is a move and a ply. Clones onto one square are one move, wherever they come
//! from.
//!
//! The game is over when a side has no piece left, when nobody can move, after 100 plies without a clone, or when a position occurs for the
//! third time with the same side to move. However it ends, whoever has more pieces wins by the difference, and equal numbers are a draw. The
//! limit of 100 plies is that of programs that speak UAI; they leave repetition open. It is counted like every other end, because a draw would
//! let the side that is behind save itself by jumping to and fro.
//!
//! Positions and moves are written as in UAI: `x5o/7/7/7/7/7/o5x x 0 1` has ranks from the top with `x` for the first side, `o` for the second, `-`
//! for a gap and digits for empty squares, then the side to move, the plies without a clone and the number of the move, which counts for
//! nothing else; the last two may be missing. `g2` is a clone, `g1g3` a jump, `0000` a pass.

mod atoms;
mod evaluation;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};

use plysmith::game::picture::Square;
use plysmith::game::{
    AtomCard, Capability, EvaluationCard, Game, InputSet, MoveSquares, Outcome, Picture, Repetition, Side, SquareSizes, TextError,
    hash,
};

use crate::bits;
use evaluation::{CARDS, Evaluation, pieces, position};

/// The game on a board of some size, with the evaluation in use.
#[derive(Clone, Debug)]
pub struct Ataxx {
    files: usize,
    ranks: usize,
    evaluation: Evaluation,
}

/// Where the pieces and the gaps are, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    of: [u64; 2],
    /// Every square that is no gap. It never changes in a game; with it here, nothing in the rules depends on the size of the board.
    open: u64,
    side: Side,
    /// Plies since the last clone.
    quiet: u8,
    number: MoveNumber,
}

/// Where a piece comes from and where it goes, each 8 × rank + file. A clone comes from where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

/// Which move of the game it is: only for the text, so that positions do not differ by it.
#[derive(Clone, Copy, Debug)]
struct MoveNumber(u16);

impl PartialEq for MoveNumber {
    fn eq(&self, _: &MoveNumber) -> bool {
        true
    }
}

impl Eq for MoveNumber {}

impl Hash for MoveNumber {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Doing nothing, for want of a move.
const PASS: Move = Move { from: 64, to: 64 };
/// After so many plies without a clone the game is over.
const QUIET_LIMIT: u8 = 100;

/// The squares next to a square.
static NEAR: [u64; 64] = ring(0);
/// The squares two away from a square.
static FAR: [u64; 64] = ring(1);

/// A key for each side and square.
static KEYS: [[u64; 64]; 2] = [hash::keys(0x6174_6178_7831), hash::keys(0x6174_6178_7832)];
const SECOND_TO_MOVE: u64 = hash::mix(0x6174_6178_7833);

/// The squares and all that are next to them. What leaves a board smaller than 8×8 is for the caller to mask.
#[inline(always)]
const fn grow(squares: u64) -> u64 {
    let row = squares | bits::shift(squares, -1, 0) | bits::shift(squares, 1, 0);
    row | row << 8 | row >> 8
}

/// The squares just beyond those within so many steps of each square.
const fn ring(steps: u32) -> [u64; 64] {
    let mut rings = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut within = 1 << square;
        let mut step = 0;
        while step < steps {
            within = grow(within);
            step += 1;
        }
        rings[square] = grow(within) & !within;
        square += 1;
    }
    rings
}

impl Move {
    #[inline(always)]
    fn is_pass(self) -> bool {
        self.to == PASS.to
    }

    #[inline(always)]
    fn is_clone(self) -> bool {
        self.from == self.to && !self.is_pass()
    }

    #[inline(always)]
    fn is_jump(self) -> bool {
        self.from != self.to
    }
}

impl Board {
    #[inline(always)]
    fn own(&self) -> u64 {
        self.of[self.side.index()]
    }

    #[inline(always)]
    fn enemy(&self) -> u64 {
        self.of[self.side.other().index()]
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        self.open & !(self.of[0] | self.of[1])
    }

    /// The pieces that a move captures.
    #[inline(always)]
    fn captured(&self, mv: Move) -> u64 {
        if mv.is_pass() { 0 } else { NEAR[usize::from(mv.to)] & self.enemy() }
    }

    /// Adds the clones and jumps onto the squares `onto`, clones first.
    #[inline(always)]
    fn add_moves(&self, onto: u64, moves: &mut Vec<Move>) {
        let (own, empty) = (self.own(), self.empty() & onto);
        let near = grow(own);
        let mut targets = near & empty;
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            moves.push(Move { from: to, to });
        }
        targets = grow(near) & empty;
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let mut origins = FAR[usize::from(to)] & own;
            while origins != 0 {
                moves.push(Move { from: origins.trailing_zeros() as u8, to });
                origins &= origins - 1;
            }
        }
    }

    /// The first side's pieces minus the second's.
    #[inline(always)]
    fn difference(&self) -> i32 {
        self.of[0].count_ones() as i32 - self.of[1].count_ones() as i32
    }
}

impl Ataxx {
    /// The game on a board of three to eight files and ranks; `None` for other sizes.
    pub fn new(files: usize, ranks: usize) -> Option<Ataxx> {
        let size = 3..=8;
        (size.contains(&files) && size.contains(&ranks)).then(|| Ataxx { files, ranks, evaluation: Evaluation::first(CARDS) })
    }

    /// The squares that a square becomes when left and right, top and bottom, or both are exchanged, and itself.
    fn images(&self, square: u64) -> u64 {
        let both = square | bits::mirror(square, self.files);
        both | bits::flip(both, self.ranks)
    }

    /// Symmetries are numbered by three bits: left and right, top and bottom, and (on a square board) files and ranks are exchanged, in this order.
    fn turn_squares(&self, mut squares: u64, symmetry: usize) -> u64 {
        if symmetry & 1 != 0 {
            squares = bits::mirror(squares, self.files);
        }
        if symmetry & 2 != 0 {
            squares = bits::flip(squares, self.ranks);
        }
        if symmetry & 4 != 0 { bits::transpose(squares) } else { squares }
    }

    fn turn_square(&self, square: u8, symmetry: usize) -> u8 {
        self.turn_squares(1 << square, symmetry).trailing_zeros() as u8
    }
}

impl Game for Ataxx {
    type State = Board;
    type Move = Move;

    const ALWAYS_MOVES: bool = true;
    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });
    /// Nearly every position has captures (18 on average), and nearly every capture is answered by one about as big, so that a quiescence search
    /// of all of them does not end. A clone that captures five is rare enough: a leaf then costs a tenth of a node more, with four it
    /// costs a hundred nodes.
    const FAIR: u32 = 11;
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
        match (self.files, self.ranks) {
            (7, 7) => "ataxx".into(),
            (files, ranks) => format!("ataxx-{files}x{ranks}"),
        }
    }

    fn start(&self) -> Board {
        let first = bits::bit(0, self.ranks - 1) | bits::bit(self.files - 1, 0);
        let of = [first, bits::mirror(first, self.files)];
        Board { of, open: bits::board_mask(self.files, self.ranks), side: Side::First, quiet: 0, number: MoveNumber(1) }
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side
    }

    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let before = moves.len();
        board.add_moves(u64::MAX, moves);
        // The game would be over if nobody could move.
        if moves.len() == before {
            moves.push(PASS);
        }
    }

    #[inline(always)]
    fn count_moves(&self, board: &Board, _: &mut Vec<Move>) -> usize {
        let (own, empty) = (board.own(), board.empty());
        let near = grow(own);
        let targets = grow(near) & empty;
        // Jumps can be counted from either end: by the pieces at the beginning of a game, by the squares that are left towards its end.
        let (mut each, others) = if own.count_ones() < targets.count_ones() { (own, empty) } else { (targets, own) };
        let mut count = (near & empty).count_ones();
        while each != 0 {
            count += (FAR[each.trailing_zeros() as usize] & others).count_ones();
            each &= each - 1;
        }
        count.max(1) as usize
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, mv: Move) {
        let (own, enemy) = (board.side.index(), board.side.other().index());
        board.quiet += 1;
        if !mv.is_pass() {
            let captured = board.captured(mv);
            board.of[own] = (board.of[own] & !(1 << mv.from)) | 1 << mv.to | captured;
            board.of[enemy] ^= captured;
            board.quiet *= u8::from(mv.is_jump());
        }
        board.number.0 = board.number.0.saturating_add(own as u16);
        board.side = board.side.other();
    }

    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let reachable = grow(grow(board.of[0] | board.of[1])) & board.empty();
        let over = board.of[0] == 0 || board.of[1] == 0 || reachable == 0 || board.quiet >= QUIET_LIMIT;
        if over { Some(Outcome::count(board.difference())) } else { None }
    }

    #[inline(always)]
    fn evaluate(&self, board: &Board) -> i32 {
        self.evaluation.value(|| position(board), || pieces(board))
    }

    /// By the square where a piece lands and where it comes from, within five files and five ranks, and one for the pass.
    fn move_ids(&self) -> usize {
        64 * 25 + 1
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if mv.is_pass() { 64 * 25 } else { to * 25 + (from / 8 + 2 - to / 8) * 5 + from % 8 + 2 - to % 8 }
    }

    fn write_position(&self, board: &Board) -> String {
        let letter = |file, rank| {
            let bit = bits::bit(file, rank);
            let letters = [(board.of[0], 'x'), (board.of[1], 'o'), (!board.open, '-')];
            letters.into_iter().find(|(squares, _)| squares & bit != 0).map(|(_, letter)| letter)
        };
        let text = bits::write_board(self.files, self.ranks, letter);
        format!("{text} {} {} {}", ['x', 'o'][board.side.index()], board.quiet, board.number.0)
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: &str| TextError::position(text, expected);
        let (mut of, mut open) = ([0; 2], bits::board_mask(self.files, self.ranks));
        let rest = bits::read_board(text, self.files, self.ranks, "xo-", |letter, file, rank| match letter {
            'x' => of[0] |= bits::bit(file, rank),
            'o' => of[1] |= bits::bit(file, rank),
            _ => open &= !bits::bit(file, rank),
        })?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let side = match words.first() {
            Some(&"x") => Side::First,
            Some(&"o") => Side::Second,
            _ => return Err(wrong("`x` or `o` for the side to move behind the board")),
        };
        let (quiet, number) = match words[1..] {
            [] => ("0", "1"),
            [quiet, number] => (quiet, number),
            _ => return Err(wrong("nothing, or two numbers such as `0 1`, behind the side to move")),
        };
        let quiet = bits::counter(quiet, QUIET_LIMIT.into()).ok_or_else(|| wrong("0 to 100 plies without a clone"))?;
        let number =
            bits::counter(number, u16::MAX).filter(|&number| number > 0).ok_or_else(|| wrong("a move number from 1 to 65535"))?;
        if of[side.other().index()] == 0 {
            return Err(wrong("a piece of the side that is not to move: it has just moved one"));
        }
        Ok(Board { of, open, side, quiet: quiet as u8, number: MoveNumber(number) })
    }

    fn write_move(&self, _: &Board, mv: Move) -> String {
        let square = |square: u8| [b'a' + square % 8, b'1' + square / 8].map(char::from);
        match mv {
            PASS => "0000".into(),
            _ if mv.is_clone() => square(mv.to).iter().collect(),
            Move { from, to } => [square(from), square(to)].iter().flatten().collect(),
        }
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/ataxx.toml"))]
    }

    fn repeated(&self, board: &Board) -> Outcome {
        Outcome::count(board.difference())
    }

    /// Captures can be reversed, but the number of pieces never falls.
    #[inline(always)]
    fn irreversible(&self, _: &Board, mv: Move) -> bool {
        mv.is_clone()
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        let sides = board.of.into_iter().zip(&KEYS);
        let pieces = sides.flat_map(|(pieces, keys)| bits::squares(pieces).map(|square| keys[usize::from(square)]));
        let to_move = if board.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        pieces.fold(hash::mix(board.open) ^ to_move, |hash, key| hash ^ key)
    }

    #[inline(always)]
    fn hash_after(&self, before: &Board, hash: u64, mv: Move, _: &Board) -> u64 {
        let mut hash = hash ^ SECOND_TO_MOVE;
        if mv.is_pass() {
            return hash;
        }
        let own = &KEYS[before.side.index()];
        hash ^= own[usize::from(mv.to)];
        if mv.is_jump() {
            hash ^= own[usize::from(mv.from)];
        }
        for square in bits::squares(before.captured(mv)) {
            hash ^= KEYS[0][usize::from(square)] ^ KEYS[1][usize::from(square)];
        }
        hash
    }

    #[inline]
    fn counters(&self, board: &Board) -> u64 {
        board.quiet.into()
    }

    /// A clone that captures nothing is rarely worse than doing nothing; a side that can only jump may be glad to be spared.
    #[inline]
    fn pass(&self, board: &mut Board) -> bool {
        let clones = grow(board.own()) & board.empty() != 0;
        if clones {
            board.side = board.side.other();
        }
        clones
    }

    /// Captures, by what they change in the difference of pieces: a clone adds one.
    #[inline(always)]
    fn tactical(&self, board: &Board, mv: Move) -> u32 {
        match board.captured(mv).count_ones() {
            0 => 0,
            captured => 2 * captured + u32::from(mv.is_clone()),
        }
    }

    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        board.add_moves(grow(board.enemy()), moves);
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::Look::new(self, board, previous, wanted).at(mv)
    }

    fn atoms_of_moves(&self, board: &Board, previous: Option<Move>, moves: &[Move], wanted: u64, atoms: &mut Vec<u64>) {
        let look = atoms::Look::new(self, board, previous, wanted);
        atoms.extend(moves.iter().map(|&mv| look.at(mv)));
    }

    /// Own pieces, enemy pieces and gaps, each by square.
    fn inputs(&self) -> usize {
        3 * self.files * self.ranks
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        let gaps = bits::board_mask(self.files, self.ranks) & !board.open;
        for (kind, squares) in [board.own(), board.enemy(), gaps].into_iter().enumerate() {
            if squares != 0 {
                active.insert_all(kind * self.files * self.ranks, bits::closed_up(squares, self.files));
            }
        }
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: 1 }
    }

    #[inline]
    fn move_squares(&self, _: &Board, mv: Move) -> MoveSquares {
        let square = |square: u8| (!mv.is_pass()).then_some(square.into());
        MoveSquares { from: if mv.is_jump() { square(mv.from) } else { None }, to: square(mv.to), piece: 0 }
    }

    fn swap_sides(&self, board: &Board) -> Board {
        let [first, second] = board.of;
        Board { of: [second, first], side: board.side.other(), ..board.clone() }
    }

    /// As `plysmith evaluate ataxx --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        1_200
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        CARDS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Ataxx {
        Ataxx { evaluation: Evaluation::new(index, weights).unwrap_or(self.evaluation), ..*self }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        self.evaluation.terms(|| position(board), || pieces(board), amounts);
    }

    /// A third of the squares filled, two thirds, and the rest.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, board: &Board) -> usize {
        let (filled, all) = ((board.of[0] | board.of[1]).count_ones(), board.open.count_ones());
        ((3 * filled / all) as usize).min(2)
    }

    fn symmetries(&self) -> usize {
        if self.files == self.ranks { 8 } else { 4 }
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        let turn = |squares| self.turn_squares(squares, symmetry);
        Board { of: board.of.map(turn), open: turn(board.open), ..*board }
    }

    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv.is_pass() {
            return PASS;
        }
        Move { from: self.turn_square(mv.from, symmetry), to: self.turn_square(mv.to, symmetry) }
    }

    /// The start with up to three groups of gaps, each the images of a square: what one side finds, the other finds in the mirror. So few
    /// cannot shut a corner off.
    fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> Board {
        let mut board = self.start();
        let (files, ranks) = (self.files.div_ceil(2), self.ranks.div_ceil(2));
        let most = (files * ranks / 4).min(3);
        for _ in 0..choose(most + 1) {
            // Any square of the quarter but its corner.
            let square = 1 + choose(files * ranks - 1);
            board.open &= !self.images(bits::bit(square % files, square / files));
        }
        board
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        Some(Picture::board(self.files, self.ranks, |file, rank| {
            let bit = bits::bit(file, rank);
            match (board.of[0] & bit != 0, board.of[1] & bit != 0) {
                (true, _) => Square::piece(Side::First, "x"),
                (_, true) => Square::piece(Side::Second, "o"),
                _ => Square { gap: board.open & bit == 0, ..Square::empty() },
            }
        }))
    }
}
