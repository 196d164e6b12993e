//! Critical Mass, on boards from 2×2 to 8×8, as described by the authors of PILOT: each square has as its *critical mass* the number of
//! squares beside it, two in a corner, three on the edge and four elsewhere.
//!
//! The board begins empty. A move places one atom on a square that is empty or the mover's own. A square that holds more than its critical
//! mass *explodes*: it becomes empty and gives exactly one atom to each square beside it, and these squares become the mover's. That may make
//! others explode. Who owns everything on the board once both have moved wins.
//!
//! What that leaves open, and what is played here:
//! - *The remainder.* A square explodes at one atom more than it gives away, or at several more if it got them at once. Both descriptions say
//!   that it becomes empty, so what is left over is lost.
//! - *The order.* Since atoms are lost the order of explosions would matter. They come in waves: all squares above their critical mass empty at
//!   once, then all give. So nothing depends on how squares are numbered, and turned boards play alike. A square that explodes can be given
//!   atoms in the same wave; it counts them from zero.
//! - *The chain.* It stops when no square is above its critical mass, or earlier as soon as the mover owns everything. It could not go on for
//!   ever in any case, because each explosion loses at least one atom.
//! - *The length.* For the same reason the number of atoms need not grow, and positions can repeat: on 2×3 a third of all positions that can be
//!   reached lie on a cycle or behind one. The sources say nothing about it. Here a game is a draw after 20 plies for each square, 600 on
//!   the usual board. To count plies rather than repetitions keeps the value of a position apart from those before it. The limit is far away:
//!   nothing that is forced on 3×3 takes more than 76 plies.
//!
//! The usual board has five files and six ranks. Positions are written with ranks from the top, a letter for a square that is not empty and
//! digits for empty squares, then the side to move and the plies played: `5/5/2B2/1a3/5/5 A 3`. `A` is one atom of the first side, `B` two,
//! `a` one of the second side and so on. A square can hold more than its critical mass, up to twice as much, only where the game is over. A
//! move is written as its square, `c3`.
//!
//! There is one set-up only, so the game has no openings of its own.

mod atoms;
mod evaluation;
#[cfg(test)]
mod tests;

use plysmith::game::picture::Square;
use plysmith::game::{AtomCard, Capability, EvaluationCard, Game, InputSet, Outcome, Picture, Side, TextError, hash};

use crate::bits;
use evaluation::{CARDS, Evaluation, atoms, position};

/// The game on a board of some size, with the evaluation in use.
#[derive(Clone, Debug)]
pub struct CriticalMass {
    files: usize,
    ranks: usize,
    map: Map,
    evaluation: Evaluation,
}

/// The squares of a board, by the number of squares beside them.
#[derive(Clone, Copy, Debug)]
struct Map {
    /// Two.
    corners: u64,
    /// Three.
    edges: u64,
    /// Four.
    inner: u64,
}

/// Who owns what, and how many plies were played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    of: [u64; 2],
    /// The number of atoms on each square in binary, the lowest digits of all squares first.
    digits: [u64; 4],
    ply: u16,
}

/// A square, 8 × rank + file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u8);

/// A draw after so many plies for each square.
const PLIES_PER_SQUARE: usize = 20;

/// One to eight atoms of the first side, and of the second.
const LETTERS: [&str; 2] = ["ABCDEFGH", "abcdefgh"];

/// Keys for owners and digits, for each square.
static KEYS: [[u64; 64]; 6] = [
    hash::keys(0x006d_6173_7331),
    hash::keys(0x006d_6173_7332),
    hash::keys(0x006d_6173_7333),
    hash::keys(0x006d_6173_7334),
    hash::keys(0x006d_6173_7335),
    hash::keys(0x006d_6173_7336),
];
const SECOND_TO_MOVE: u64 = hash::mix(0x006d_6173_7337);

impl Map {
    fn new(files: usize, ranks: usize) -> Map {
        let of = |beside: usize| {
            let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
            let fits = |&(file, rank): &(usize, usize)| {
                let along = |at: usize, size: usize| usize::from(at > 0) + usize::from(at + 1 < size);
                along(file, files) + along(rank, ranks) == beside
            };
            squares.filter(fits).fold(0, |mask, (file, rank)| mask | bits::bit(file, rank))
        };
        Map { corners: of(2), edges: of(3), inner: of(4) }
    }

    #[inline(always)]
    fn squares(&self) -> u64 {
        self.corners | self.edges | self.inner
    }

    fn critical_mass(&self, square: u64) -> u8 {
        2 + u8::from(self.corners & square == 0) + u8::from(self.inner & square != 0)
    }

    /// The squares with one of `squares` on this side of them: the right, the left, above, below.
    #[inline(always)]
    fn steps(&self, squares: u64) -> [u64; 4] {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(right, up)| bits::shift(squares, right, up) & self.squares())
    }

    /// The squares beside `squares`.
    #[inline(always)]
    fn beside(&self, squares: u64) -> u64 {
        let [right, left, above, below] = self.steps(squares);
        right | left | above | below
    }

    /// The squares above their critical mass.
    #[inline(always)]
    fn exploding(&self, board: &Board) -> u64 {
        let [ones, twos, fours, eights] = board.digits;
        let above_three = fours | eights;
        (self.corners & (above_three | (ones & twos)))
            | (self.edges & above_three)
            | (self.inner & (eights | (fours & (ones | twos))))
    }

    /// The squares at their critical mass, which one more atom makes explode, while the game goes on.
    #[inline(always)]
    fn critical(&self, board: &Board) -> u64 {
        let [ones, twos, fours, _] = board.digits;
        (self.corners & twos) | (self.edges & ones & twos) | (self.inner & fours)
    }
}

impl Board {
    #[inline(always)]
    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline(always)]
    fn own(&self) -> u64 {
        self.of[self.side().index()]
    }

    #[inline(always)]
    fn enemy(&self) -> u64 {
        self.of[self.side().other().index()]
    }

    /// Adds one atom to each of the squares.
    #[inline(always)]
    fn add(&mut self, squares: u64) {
        let mut carry = squares;
        for digit in &mut self.digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }

    /// The atoms on one square.
    fn count(&self, square: u64) -> u8 {
        (0..).zip(self.digits).map(|(digit, squares)| u8::from(squares & square != 0) << digit).sum()
    }

    /// The atoms on all of these squares.
    #[inline(always)]
    fn total(&self, squares: u64) -> u32 {
        (0..).zip(self.digits).map(|(digit, holding)| (holding & squares).count_ones() << digit).sum()
    }

    /// One wave: these squares of the side `own` empty and give one atom to each square beside them.
    #[inline(always)]
    fn explode(&mut self, map: &Map, own: usize, exploding: u64) {
        for digit in &mut self.digits {
            *digit &= !exploding;
        }
        let steps = map.steps(exploding);
        let mut reached = 0;
        for step in steps {
            self.add(step);
            reached |= step;
        }
        self.of[own] = (self.of[own] & !exploding) | reached;
        self.of[1 - own] &= !reached;
    }

    /// Owners and digits, in the order of their keys.
    #[inline(always)]
    fn planes(&self) -> [u64; 6] {
        let ([first, second], [ones, twos, fours, eights]) = (self.of, self.digits);
        [first, second, ones, twos, fours, eights]
    }
}

impl CriticalMass {
    /// The game on a board of two to eight files and ranks; `None` for other sizes.
    pub fn new(files: usize, ranks: usize) -> Option<CriticalMass> {
        let size = 2..=8;
        let fits = size.contains(&files) && size.contains(&ranks);
        fits.then(|| CriticalMass { files, ranks, map: Map::new(files, ranks), evaluation: Evaluation::first(CARDS) })
    }

    /// The number of plies after which the game is drawn.
    #[inline(always)]
    fn longest(&self) -> u16 {
        (PLIES_PER_SQUARE * self.files * self.ranks) as u16
    }

    /// Symmetries are numbered by three bits: left and right, top and bottom, and (on a square board) files and ranks are exchanged, in this order.
    #[inline]
    fn turn_squares(&self, mut squares: u64, symmetry: usize) -> u64 {
        if symmetry & 1 != 0 {
            squares = bits::mirror(squares, self.files);
        }
        if symmetry & 2 != 0 {
            squares = bits::flip(squares, self.ranks);
        }
        if symmetry & 4 != 0 { bits::transpose(squares) } else { squares }
    }

    /// What is wrong with a position that was read, if anything is.
    fn fault(&self, board: &Board) -> Option<String> {
        let all = self.map.squares();
        let (atoms, plies) = (board.total(all), u32::from(board.ply));
        let over = board.own() == 0;
        let heavy = bits::squares(all).find(|&square| {
            let most = self.map.critical_mass(1 << square);
            board.count(1 << square) > if over { 2 * most } else { most }
        });
        match plies {
            _ if board.ply > self.longest() => Some(format!("at most {} plies", self.longest())),
            0 if atoms > 0 => Some("an empty board before the first ply".into()),
            0 => None,
            _ if board.enemy() == 0 => Some("an atom of the side that is not to move: it has just moved".into()),
            1 if atoms != 1 => Some("one atom after one ply".into()),
            1 => None,
            _ if atoms > plies => Some(format!("no more atoms than plies, not {atoms} after {plies}")),
            _ if over && atoms < 3 => Some("at least three atoms where one side has lost everything".into()),
            _ => heavy.map(|square| {
                let most = self.map.critical_mass(1 << square);
                format!("at most {most} atoms on {}, which then explodes", bits::name_of(square))
            }),
        }
    }
}

impl Game for CriticalMass {
    type State = Board;
    type Move = Move;

    /// Who has nothing has lost, and who owns a square can place an atom there.
    const ALWAYS_MOVES: bool = true;
    /// An explosion with neither an enemy square nor one about to explode beside it loses an atom and gains nothing.
    ///
    /// An explosion of the opponent that leaves nothing is no check in the sense of [`Game::in_check`]: it threatens in one position of 150, it takes a
    /// chain for every square about to explode to find out, and to try every move there makes a quiescence search 80 times as big.
    const FAIR: u32 = 2;
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Pass,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Symmetries,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        match (self.files, self.ranks) {
            (5, 6) => "critical-mass".into(),
            (files, ranks) => format!("critical-mass-{files}x{ranks}"),
        }
    }

    fn start(&self) -> Board {
        Board { of: [0; 2], digits: [0; 4], ply: 0 }
    }

    #[inline(always)]
    fn side(&self, board: &Board) -> Side {
        board.side()
    }

    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let mut squares = self.map.squares() & !board.enemy();
        while squares != 0 {
            moves.push(Move(squares.trailing_zeros() as u8));
            squares &= squares - 1;
        }
    }

    #[inline(always)]
    fn count_moves(&self, board: &Board, _: &mut Vec<Move>) -> usize {
        (self.map.squares() & !board.enemy()).count_ones() as usize
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, mv: Move) {
        let own = board.side().index();
        board.ply += 1;
        board.of[own] |= 1 << mv.0;
        board.add(1 << mv.0);
        loop {
            let exploding = self.map.exploding(board);
            if exploding == 0 || board.of[1 - own] == 0 {
                break;
            }
            board.explode(&self.map, own, exploding);
        }
    }

    #[inline(always)]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if board.own() == 0 && board.ply >= 2 {
            return Some(Outcome::win(board.side().other()));
        }
        if board.ply >= self.longest() { Some(Outcome::Draw) } else { None }
    }

    #[inline(always)]
    fn evaluate(&self, board: &Board) -> i32 {
        self.evaluation.value(|| position(&self.map, board), || atoms(board))
    }

    fn move_ids(&self) -> usize {
        64
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        mv.0.into()
    }

    fn write_position(&self, board: &Board) -> String {
        let letter = |file, rank| {
            let bit = bits::bit(file, rank);
            let owner = board.of.iter().position(|squares| squares & bit != 0)?;
            LETTERS[owner].chars().nth(usize::from(board.count(bit)) - 1)
        };
        let text = bits::write_board(self.files, self.ranks, letter);
        format!("{text} {} {}", ['A', 'a'][board.side().index()], board.ply)
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: &str| TextError::position(text, expected);
        let mut board = self.start();
        let rest = bits::read_board(text, self.files, self.ranks, &LETTERS.concat(), |letter, file, rank| {
            let owner = usize::from(letter.is_ascii_lowercase());
            board.of[owner] |= bits::bit(file, rank);
            let atoms = LETTERS[owner].find(letter).map_or(0, |place| place + 1);
            (0..atoms).for_each(|_| board.add(bits::bit(file, rank)));
        })?;
        let Some((side, plies)) = rest.split_once(' ') else {
            return Err(wrong("`A` or `a` for the side to move and the plies played behind the board, such as `A 0`"));
        };
        let ply = plies.parse().ok().filter(|ply: &u16| ply.to_string() == plies);
        board.ply = ply.ok_or_else(|| wrong("a number of plies behind the side to move"))?;
        match (side, board.side()) {
            ("A", Side::First) | ("a", Side::Second) => {}
            ("A" | "a", _) => return Err(wrong("`A` to move after an even number of plies and `a` after an odd one")),
            _ => return Err(wrong("`A` or `a` for the side to move behind the board")),
        }
        self.fault(&board).map_or(Ok(board), |fault| Err(wrong(&fault)))
    }

    fn write_move(&self, _: &Board, mv: Move) -> String {
        bits::name_of(mv.0)
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/critical-mass.toml"))]
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        self.hash_after(&self.start(), 0, Move(0), board) ^ if board.side() == Side::First { SECOND_TO_MOVE } else { 0 }
    }

    #[inline(always)]
    fn hash_after(&self, before: &Board, hash: u64, _: Move, after: &Board) -> u64 {
        let mut hash = hash ^ SECOND_TO_MOVE;
        for (keys, (before, after)) in KEYS.iter().zip(before.planes().into_iter().zip(after.planes())) {
            let mut changed = before ^ after;
            while changed != 0 {
                hash ^= keys[changed.trailing_zeros() as usize];
                changed &= changed - 1;
            }
        }
        hash
    }

    #[inline]
    fn counters(&self, board: &Board) -> u64 {
        board.ply.into()
    }

    /// Doing nothing is worse than an atom on a square that stays quiet and that no enemy square is about to reach. Without such a square it may
    /// be welcome.
    #[inline]
    fn pass(&self, board: &mut Board) -> bool {
        let critical = self.map.critical(board);
        let quiet = self.map.squares() & !board.enemy() & !critical & !self.map.beside(critical & board.enemy());
        let sensible = quiet != 0 && board.own() != 0 && board.enemy() != 0 && board.ply + 1 < self.longest();
        if sensible {
            board.ply += 1;
        }
        sensible
    }

    /// Explosions, by what lies around: other squares about to explode first, then enemy squares.
    #[inline(always)]
    fn tactical(&self, board: &Board, mv: Move) -> u32 {
        let critical = self.map.critical(board);
        if critical & (1 << mv.0) == 0 {
            return 0;
        }
        let around = self.map.beside(1 << mv.0);
        1 + (around & board.enemy()).count_ones() + 4 * (around & critical).count_ones()
    }

    #[inline]
    fn tactical_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        moves.extend(bits::squares(self.map.critical(board) & board.own()).map(Move));
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::CARDS
    }

    fn atoms_of(&self, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::of(self, board, previous, mv) & wanted
    }

    /// One to four atoms of the side to move, then of the other, each by square.
    fn inputs(&self) -> usize {
        8 * self.files * self.ranks
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        let area = (self.files * self.ranks) as u16;
        for (of, squares) in (0..).zip([board.own(), board.enemy()]) {
            active.extend(bits::squares(squares).map(|square| {
                let index = u16::from(square / 8) * self.files as u16 + u16::from(square % 8);
                (4 * of + u16::from(board.count(1 << square).min(4)) - 1) * area + index
            }));
        }
    }

    /// As `plysmith evaluate critical-mass --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        1_900
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        CARDS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> CriticalMass {
        CriticalMass { evaluation: Evaluation::new(index, weights).unwrap_or(self.evaluation), ..*self }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        self.evaluation.terms(|| position(&self.map, board), || atoms(board), amounts);
    }

    /// Fewer atoms than squares, fewer than two for each square, and the rest.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, board: &Board) -> usize {
        let squares = self.map.squares();
        (board.total(squares) / squares.count_ones()).min(2) as usize
    }

    fn symmetries(&self) -> usize {
        if self.files == self.ranks { 8 } else { 4 }
    }

    #[inline]
    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        let turn = |squares| self.turn_squares(squares, symmetry);
        Board { of: board.of.map(turn), digits: board.digits.map(turn), ply: board.ply }
    }

    fn turn_move(&self, mv: Move, symmetry: usize) -> Move {
        Move(self.turn_squares(1 << mv.0, symmetry).trailing_zeros() as u8)
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        let picture = Picture::board(self.files, self.ranks, |file, rank| {
            let bit = bits::bit(file, rank);
            match (board.of[0] & bit != 0, board.of[1] & bit != 0) {
                (true, _) => Square::piece(Side::First, format!("x{}", board.count(bit))),
                (_, true) => Square::piece(Side::Second, format!("o{}", board.count(bit))),
                _ => Square::empty(),
            }
        });
        let [first, second] = board.of.map(|squares| board.total(squares));
        Some(Picture { note: format!("atoms: x {first}, o {second}; ply {} of {}", board.ply, self.longest()), ..picture })
    }
}
