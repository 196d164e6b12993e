//! What a position looks like, in hundredths of a pawn: `hand` with the usual knowledge, and `material`.
//!
//! Each term is an amount times a weight. Amounts are counted for each side as if it played up the board, own minus enemy. Instead of tables
//! of a value for each square there are small formulas, such as the ring around the centre on which a piece stands. Some terms count only in
//! the middle game or only in the ending: their amounts fade with the pieces that are left.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};
use plysmith::game::{EvaluationCard, TermCard};

use crate::bits::{self, shift};

/// When a term counts.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// In full with all pieces on the board, not at all without any.
    Middle,
    /// The reverse.
    Ending,
}

use When::{Always, Ending, Middle};

const fn term(name: &'static str, weight: i32, low: i32, high: i32) -> TermCard {
    TermCard { name, weight, low, high }
}

const PIECES: usize = 5;
const TERMS: usize = 27;

const MATERIAL: [TermCard; PIECES] = [
    term("pawn", 100, 1, 1_000),
    term("knight", 320, 1, 2_000),
    term("bishop", 330, 1, 2_000),
    term("rook", 500, 1, 3_000),
    term("queen", 950, 1, 5_000),
];

const HAND: [(TermCard, When); TERMS] = [
    (MATERIAL[0], Always),
    (MATERIAL[1], Always),
    (MATERIAL[2], Always),
    (MATERIAL[3], Always),
    (MATERIAL[4], Always),
    (term("bishop_pair", 35, -100, 200), Always),
    (term("pawn_centre", 7, -50, 50), Middle),
    (term("pawn_advance", 4, -50, 50), Ending),
    (term("knight_centre", 7, -50, 50), Always),
    (term("bishop_centre", 4, -50, 50), Always),
    (term("queen_centre", 3, -50, 50), Ending),
    (term("king_home", 9, -50, 50), Middle),
    (term("king_centre", 9, -50, 50), Ending),
    (term("knight_mobility", 4, -50, 50), Always),
    (term("bishop_mobility", 4, -50, 50), Always),
    (term("rook_mobility", 3, -50, 50), Always),
    (term("queen_mobility", 1, -50, 50), Always),
    (term("doubled", -12, -100, 50), Always),
    (term("isolated", -13, -100, 50), Always),
    (term("backward", -9, -100, 50), Always),
    (term("passed", 4, -20, 50), Always),
    (term("rook_open", 22, -50, 100), Always),
    (term("rook_half_open", 11, -50, 100), Always),
    (term("rook_seventh", 14, -50, 100), Always),
    (term("king_shield", 8, -50, 100), Middle),
    (term("king_attack", 9, -50, 100), Middle),
    (term("to_move", 12, -50, 100), Always),
];

const HAND_CARDS: [TermCard; TERMS] = {
    let mut cards = [HAND[0].0; TERMS];
    let mut i = 0;
    while i < TERMS {
        cards[i] = HAND[i].0;
        i += 1;
    }
    cards
};

/// The evaluations to choose from.
pub const CARDS: &[EvaluationCard] = &[
    EvaluationCard { name: "hand", about: "material, places, mobility, pawns and kings", terms: &HAND_CARDS },
    EvaluationCard { name: "material", about: "the values of the pieces", terms: &MATERIAL },
];

/// An evaluation with its weights.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// All the knowledge there is.
    Hand([i32; TERMS]),
    /// Pieces.
    Material([i32; PIECES]),
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::Hand(HAND_CARDS.map(|card| card.weight))
    }
}

impl Evaluation {
    /// The one of this index in [`CARDS`], if the number of weights is right.
    pub fn new(index: usize, weights: &[i32]) -> Option<Evaluation> {
        match index {
            0 => Some(Evaluation::Hand(weights.try_into().ok()?)),
            1 => Some(Evaluation::Material(weights.try_into().ok()?)),
            _ => None,
        }
    }

    /// The value for the side to move.
    #[inline]
    pub fn value(&self, board: &Board) -> i32 {
        let sum = |weights: &[i32], amounts: &[i32]| weights.iter().zip(amounts).map(|(weight, amount)| weight * amount).sum();
        match self {
            Evaluation::Hand(weights) => sum(weights, &hand(board)),
            Evaluation::Material(weights) => sum(weights, &material(board)),
        }
    }

    /// Adds the amount of each term.
    pub fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        match self {
            Evaluation::Hand(_) => amounts.extend(hand(board)),
            Evaluation::Material(_) => amounts.extend(material(board)),
        }
    }
}

/// All pieces but pawns and kings at the start, as [`pieces_left`] counts them.
const ALL_PIECES: i32 = 24;

/// Knights and bishops count 1, rooks 2, queens 4; at most 24, however many pawns were promoted.
pub fn pieces_left(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let left = count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    left.min(ALL_PIECES)
}

fn material(board: &Board) -> [i32; PIECES] {
    let side = board.side_to_move();
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    std::array::from_fn(|piece| count(side, Piece::index(piece)) - count(!side, Piece::index(piece)))
}

fn hand(board: &Board) -> [i32; TERMS] {
    let side = board.side_to_move();
    let own = View::new(board, side).amounts();
    let enemy = View::new(board, !side).amounts();
    let left = pieces_left(board);
    std::array::from_fn(|i| {
        let difference = own[i] - enemy[i];
        match HAND[i].1 {
            _ if i == TERMS - 1 => 1,
            Always => difference,
            Middle => difference * left / ALL_PIECES,
            Ending => difference * (ALL_PIECES - left) / ALL_PIECES,
        }
    })
}

/// The squares within so many rings of the centre: 16 squares, 4 squares; with the 36 that are not on the edge a piece in the centre counts 3.
const RINGS: [u64; 3] = [0x007e_7e7e_7e7e_7e00, 0x0000_3c3c_3c3c_0000, 0x0000_0018_1800_0000];

fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// How near to the centre pieces stand: 0 on the edge, 3 in the centre.
fn centre(pieces: u64) -> i32 {
    RINGS.iter().map(|ring| count(pieces & ring)).sum()
}

/// The squares and all above them.
fn fill_up(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// The squares and all below them.
fn fill_down(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// The squares to the left and to the right.
fn beside(squares: u64) -> u64 {
    shift(squares, -1, 0) | shift(squares, 1, 0)
}

/// The board as one side sees it, which plays up.
struct View {
    own: [u64; Piece::NUM],
    all_own: u64,
    enemy_pawns: u64,
    enemy_king: u64,
    occupied: u64,
    /// What the enemy's pawns attack.
    guarded: u64,
}

impl View {
    fn new(board: &Board, side: Color) -> View {
        let turn = |squares: BitBoard| if side == Color::White { squares.0 } else { squares.0.swap_bytes() };
        let pieces = |color| Piece::ALL.map(|piece| turn(board.colored_pieces(color, piece)));
        let enemy = pieces(!side);
        let enemy_pawns = enemy[Piece::Pawn as usize];
        View {
            own: pieces(side),
            all_own: turn(board.colors(side)),
            enemy_pawns,
            enemy_king: enemy[Piece::King as usize],
            occupied: turn(board.occupied()),
            guarded: beside(enemy_pawns) >> 8,
        }
    }

    /// In the order of [`HAND`].
    fn amounts(&self) -> [i32; TERMS] {
        let [pawns, knights, bishops, rooks, queens, king] = self.own;
        let Activity { mobility, king_attack } = self.activity();
        let Pawns { doubled, isolated, backward, passed } = self.pawns();
        let half_open = rooks & !self.files_of(pawns);
        let open = half_open & !self.files_of(self.enemy_pawns);
        [
            count(pawns),
            count(knights),
            count(bishops),
            count(rooks),
            count(queens),
            i32::from(count(bishops) >= 2),
            centre(pawns),
            bits::squares(pawns).map(|square| i32::from(square / 8) - 1).sum(),
            centre(knights),
            centre(bishops),
            centre(queens),
            king_home(king),
            centre(king),
            mobility[0],
            mobility[1],
            mobility[2],
            mobility[3],
            count(doubled),
            count(isolated),
            count(backward),
            bits::squares(passed).map(|square| (i32::from(square / 8) - 1).pow(2)).sum(),
            count(open),
            count(half_open & !open),
            count(rooks & bits::rank_mask(6)),
            self.king_shield(),
            king_attack,
            0,
        ]
    }

    fn files_of(&self, pawns: u64) -> u64 {
        fill_up(fill_down(pawns))
    }

    /// Squares that each kind of piece attacks, without those of own pieces and those that a pawn guards; and the attack on the king.
    fn activity(&self) -> Activity {
        let free = !(self.all_own | self.guarded);
        let zone = get_king_moves(first(self.enemy_king)).0 | self.enemy_king;
        let (mut mobility, mut attackers, mut strength) = ([0; 4], 0, 0);
        for kind in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let at = kind as usize - 1;
            for square in BitBoard(self.own[kind as usize]) {
                let attacked = attacks(kind, square, BitBoard(self.occupied)).0;
                mobility[at] += count(attacked & free);
                if attacked & zone != 0 {
                    attackers += 1;
                    strength += [1, 1, 2, 4][at];
                }
            }
        }
        // One piece alone attacks nobody.
        Activity { mobility, king_attack: if attackers > 1 { strength } else { 0 } }
    }

    fn pawns(&self) -> Pawns {
        let own = self.own[Piece::Pawn as usize];
        let doubled = own & fill_down(own >> 8);
        let isolated = own & !beside(self.files_of(own));
        // No pawn can ever guard the square ahead, where an enemy pawn waits.
        let unsupported = !fill_up(beside(own) << 8);
        let backward = (own << 8 & self.guarded & unsupported) >> 8 & !isolated;
        let stopped = fill_down((self.enemy_pawns | beside(self.enemy_pawns)) >> 8);
        Pawns { doubled, isolated, backward, passed: own & !stopped & !doubled }
    }

    /// Pawns before the king: 2 for one on the next rank, 1 for one on the rank behind that.
    fn king_shield(&self) -> i32 {
        let king = self.own[Piece::King as usize];
        let front = (king | beside(king)) << 8;
        let pawns = self.own[Piece::Pawn as usize];
        2 * count(pawns & front) + count(pawns & front << 8)
    }
}

struct Activity {
    mobility: [i32; 4],
    king_attack: i32,
}

struct Pawns {
    doubled: u64,
    isolated: u64,
    backward: u64,
    passed: u64,
}

/// Towards a corner on the first rank, and never forward.
fn king_home(king: u64) -> i32 {
    let square = i32::from(bits::squares(king).next().unwrap_or(0));
    let (file, rank) = (square % 8, square / 8);
    (2 * file - 7).abs() / 2 - 3 * rank
}

fn first(squares: u64) -> Square {
    BitBoard(squares).next_square().unwrap_or(Square::A1)
}

/// The squares that a piece other than a pawn attacks.
pub fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

#[cfg(test)]
mod tests {
    use plysmith::Game;

    use super::*;
    use crate::chess::Chess;

    fn amount(name: &str, position: &str) -> i32 {
        let board = Chess::new().read_position(position).unwrap().board;
        let at = HAND_CARDS.iter().position(|card| card.name == name).unwrap();
        hand(&board)[at]
    }

    #[test]
    fn terms_count_what_their_names_say() {
        for (name, position, expected) in [
            ("pawn", "4k3/pp6/8/8/8/8/P7/4K3 w - -", -1),
            ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - -", 1),
            ("knight_centre", "4k3/8/8/8/4N3/8/8/4K2N b - -", -3),
            ("knight_mobility", "4k3/8/8/8/8/8/8/N3K3 w - -", 2),
            // A pawn on d4 guards c3 and e3.
            ("knight_mobility", "4k3/8/8/8/3p4/8/8/1N2K3 w - -", 2),
            ("doubled", "4k3/8/8/8/P7/P7/P7/4K3 w - -", 2),
            ("isolated", "4k3/8/8/8/8/8/PP1P4/4K3 w - -", 1),
            ("backward", "4k3/8/8/4p3/8/2PP4/8/4K3 w - -", 0),
            ("backward", "4k3/8/8/4p3/2P5/3P4/8/4K3 w - -", 1),
            ("passed", "4k3/P7/8/8/8/8/8/4K3 w - -", 25),
            ("passed", "4k3/8/P7/1p6/8/8/8/4K3 w - -", 16 - 4),
            ("passed", "4k3/1p6/8/P7/8/8/8/4K3 w - -", 0),
            ("rook_open", "r3k3/8/8/8/8/8/P7/R2RK3 w - -", 1),
            ("rook_half_open", "r3k3/8/8/8/8/8/P7/R2RK3 w - -", -1),
            ("rook_seventh", "4k3/R7/8/8/8/8/8/4K3 w - -", 1),
            ("king_shield", "rnbq2k1/8/8/8/8/6P1/5P1P/RNBQ2K1 w - -", 5 * 18 / 24),
            ("king_centre", "4k3/8/8/8/4K3/8/P7/8 w - -", 3),
            ("to_move", "4k3/8/8/8/4K3/8/P7/8 b - -", 1),
        ] {
            assert_eq!(amount(name, position), expected, "{name} of {position}");
        }
    }
}
