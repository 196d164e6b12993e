//! What a position looks like, in hundredths of a pawn: `hand` with the usual knowledge, and `material`.
//!
//! `hand` is tapered: each term has a weight for the middle game and one for the ending, and the position lies between the two by the pieces
//! that are left. Amounts are counted for each side as if it played up the board, own minus enemy. Where pieces stand is looked up in tables,
//! one term for each kind of piece. Tables and weights are fitted to games of masters by `examples/fit-chess.rs`.

mod fitted;
mod view;

use cozy_chess::{Board, Piece};
use plysmith::game::{EvaluationCard, TermCard};

pub use view::attacks;
use view::{AMOUNTS, View};

const PIECES: usize = 5;
/// Two weights for each amount, one for the table of each kind of piece, and the move.
const TERMS: usize = 2 * AMOUNTS.len() + Piece::NUM + 1;
/// Amounts are in parts of this: all pieces but pawns and kings at the start, as [`pieces_left`] counts them.
const PARTS: i32 = 24;
/// The weight that leaves the tables as they are.
const TABLE: i32 = 16;

const MATERIAL: [TermCard; PIECES] = [
    TermCard { name: "pawn", weight: 100, low: 1, high: 1_000 },
    TermCard { name: "knight", weight: 320, low: 1, high: 2_000 },
    TermCard { name: "bishop", weight: 330, low: 1, high: 2_000 },
    TermCard { name: "rook", weight: 500, low: 1, high: 3_000 },
    TermCard { name: "queen", weight: 950, low: 1, high: 5_000 },
];

const TABLES: [&str; Piece::NUM] = ["pawn_table", "knight_table", "bishop_table", "rook_table", "queen_table", "king_table"];

const HAND: [TermCard; TERMS] = {
    let nothing = TermCard { name: "to_move", weight: fitted::TO_MOVE, low: -100, high: 100 };
    let mut cards = [nothing; TERMS];
    let mut i = 0;
    while i < AMOUNTS.len() {
        let (middle, ending, range) = AMOUNTS[i];
        let [weight, later] = fitted::WEIGHTS[i];
        // Pieces are worth something.
        let low = if i < PIECES { 1 } else { -range };
        cards[2 * i] = TermCard { name: middle, weight, low, high: range };
        cards[2 * i + 1] = TermCard { name: ending, weight: later, low, high: range };
        i += 1;
    }
    let mut i = 0;
    while i < Piece::NUM {
        cards[2 * AMOUNTS.len() + i] = TermCard { name: TABLES[i], weight: TABLE, low: 0, high: 4 * TABLE };
        i += 1;
    }
    cards
};

/// The evaluations to choose from.
pub const CARDS: &[EvaluationCard] = &[
    EvaluationCard { name: "hand", about: "material, places, mobility, pawns, threats and kings", scale: PARTS, terms: &HAND },
    EvaluationCard { name: "material", about: "the values of the pieces", scale: 1, terms: &MATERIAL },
];

/// An evaluation with its weights.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// All the knowledge there is.
    Hand(Box<Weights>),
    /// Pieces.
    Material([i32; PIECES]),
}

/// The weights of `hand`, apart for middle game and ending.
#[derive(Clone, Debug)]
pub struct Weights {
    middle: [i32; AMOUNTS.len()],
    ending: [i32; AMOUNTS.len()],
    tables: [i32; Piece::NUM],
    to_move: i32,
}

impl Weights {
    fn new(weights: &[i32; TERMS]) -> Weights {
        Weights {
            middle: std::array::from_fn(|i| weights[2 * i]),
            ending: std::array::from_fn(|i| weights[2 * i + 1]),
            tables: std::array::from_fn(|i| weights[2 * AMOUNTS.len() + i]),
            to_move: weights[TERMS - 1],
        }
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::Hand(Box::new(Weights::new(&HAND.map(|card| card.weight))))
    }
}

impl Evaluation {
    /// The one of this index in [`CARDS`], if the number of weights is right.
    pub fn new(index: usize, weights: &[i32]) -> Option<Evaluation> {
        match index {
            0 => Some(Evaluation::Hand(Box::new(Weights::new(weights.try_into().ok()?)))),
            1 => Some(Evaluation::Material(weights.try_into().ok()?)),
            _ => None,
        }
    }

    /// The value for the side to move.
    #[inline]
    pub fn value(&self, board: &Board) -> i32 {
        match self {
            Evaluation::Hand(weights) => {
                let Amounts { left, counts, tables } = Amounts::of(board);
                let middle = dot(&weights.middle, &counts) * left;
                let ending = dot(&weights.ending, &counts) * (PARTS - left);
                (middle + ending + dot(&weights.tables, &tables) + weights.to_move * PARTS) / PARTS
            }
            Evaluation::Material(weights) => dot(weights, &material(board)),
        }
    }

    /// Adds the amount of each term.
    pub fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        match self {
            Evaluation::Hand(_) => {
                let Amounts { left, counts, tables } = Amounts::of(board);
                amounts.extend(counts.iter().flat_map(|count| [count * left, count * (PARTS - left)]));
                amounts.extend(tables);
                amounts.push(PARTS);
            }
            Evaluation::Material(_) => amounts.extend(material(board)),
        }
    }
}

fn dot<const N: usize>(weights: &[i32; N], amounts: &[i32; N]) -> i32 {
    weights.iter().zip(amounts).map(|(weight, amount)| weight * amount).sum()
}

/// What `hand` counts, own minus enemy.
struct Amounts {
    /// See [`pieces_left`].
    left: i32,
    counts: [i32; AMOUNTS.len()],
    /// In parts of a hundredth, for a weight of 1.
    tables: [i32; Piece::NUM],
}

impl Amounts {
    fn of(board: &Board) -> Amounts {
        let side = board.side_to_move();
        let left = pieces_left(board);
        let (own, enemy) = (View::new(board, side), View::new(board, !side));
        let [mine, theirs] = [own.counts(&enemy), enemy.counts(&own)];
        let places = |view: &View, piece: usize| {
            let [middle, ending] = view.places(piece, &fitted::TABLES[piece]);
            middle * left + ending * (PARTS - left)
        };
        Amounts {
            left,
            counts: std::array::from_fn(|i| mine[i] - theirs[i]),
            tables: std::array::from_fn(|piece| (places(&own, piece) - places(&enemy, piece)) / TABLE),
        }
    }
}

/// Knights and bishops count 1, rooks 2, queens 4; at most 24, however many pawns were promoted.
pub fn pieces_left(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let left = count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    left.min(PARTS)
}

fn material(board: &Board) -> [i32; PIECES] {
    let side = board.side_to_move();
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    std::array::from_fn(|piece| count(side, Piece::index(piece)) - count(!side, Piece::index(piece)))
}

#[cfg(test)]
mod tests {
    use plysmith::Game;

    use super::*;
    use crate::chess::Chess;

    fn count(name: &str, position: &str) -> i32 {
        let board = Chess::new().read_position(position).unwrap().board;
        let at = AMOUNTS.iter().position(|amount| amount.0 == name).unwrap();
        Amounts::of(&board).counts[at]
    }

    #[test]
    fn terms_count_what_their_names_say() {
        for (name, position, expected) in [
            ("pawn", "4k3/pp6/8/8/8/8/P7/4K3 w - -", -1),
            ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - -", 1),
            ("knight_mobility", "4k3/8/8/8/8/8/8/N3K3 w - -", 2),
            // A pawn on d4 guards c3 and e3.
            ("knight_mobility", "4k3/8/8/8/3p4/8/8/1N2K3 w - -", 2),
            ("doubled", "4k3/8/8/8/P7/P7/P7/4K3 w - -", 2),
            ("isolated", "4k3/8/8/8/8/8/PP1P4/4K3 w - -", 1),
            ("backward", "4k3/8/8/4p3/8/2PP4/8/4K3 w - -", 0),
            ("backward", "4k3/8/8/4p3/2P5/3P4/8/4K3 w - -", 1),
            ("supported", "4k3/8/8/8/3P4/2P5/8/4K3 w - -", 1),
            ("passed", "4k3/P7/8/8/8/8/8/4K3 w - -", 25),
            ("passed", "4k3/8/P7/1p6/8/8/8/4K3 w - -", 16 - 4),
            ("passed", "4k3/1p6/8/P7/8/8/8/4K3 w - -", 0),
            ("passed_free", "4k3/8/n7/P7/8/8/8/4K3 w - -", 0),
            ("passed_free", "4k3/8/8/P7/8/8/8/4K3 w - -", 9),
            // The enemy king is four steps from the square ahead, the own king three.
            ("passed_kings", "4k3/8/8/P7/1K6/8/8/8 w - -", 3 * (4 - 2)),
            ("rook_open", "r3k3/8/8/8/8/8/P7/R2RK3 w - -", 1),
            ("rook_half_open", "r3k3/8/8/8/8/8/P7/R2RK3 w - -", -1),
            ("rook_seventh", "4k3/R7/8/8/8/8/8/4K3 w - -", 1),
            ("outpost", "4k3/8/8/3N4/2P5/8/8/4K3 w - -", 1),
            ("outpost", "4k3/2p5/8/3N4/2P5/8/8/4K3 w - -", 0),
            ("pawn_threat", "4k3/8/8/1n1r4/2P5/8/8/4K3 w - -", 2),
            ("minor_threat", "4k3/8/8/1q6/8/2N5/8/4K3 w - -", 1),
            ("hanging", "4k3/8/8/1n6/8/8/1R6/4K3 w - -", 1),
            ("king_shield", "rnbq2k1/8/8/8/8/6P1/5P1P/RNBQ2K1 w - -", 5),
            ("king_files", "4k3/8/8/8/8/8/3P4/4K3 w - -", 2 - 3),
            ("king_attack", "6k1/8/8/8/8/8/5Q1R/4K3 w - -", 12),
        ] {
            assert_eq!(count(name, position), expected, "{name} of {position}");
        }
    }

    #[test]
    fn the_terms_have_names_of_their_own() {
        let mut names: Vec<&str> = HAND.iter().map(|card| card.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TERMS);
    }
}
