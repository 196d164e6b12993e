//! What is good in Critical Mass: atoms and squares, squares that are about to explode, and few that lie beside an enemy one that is.
//!
//! In games to depth 3 from 50 openings of six random plies, each played with both sides, `position` won 94, drew 5 and lost 1 against `material`.
//! The term `exposed` counts most: without it `position` won 12, drew 6 and lost 82 against itself.

use plysmith::game::{EvaluationCard, TermCard};

use super::{Board, Map};

pub(super) const CARDS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "atoms, squares, squares about to explode, squares that the enemy is about to take, corners, and the turn",
        scale: 1,
        terms: &[
            TermCard { name: "atom", weight: 20, low: 0, high: 1_000 },
            TermCard { name: "square", weight: 20, low: -200, high: 500 },
            // At their critical mass, so that one more atom makes them explode.
            TermCard { name: "critical", weight: 20, low: -500, high: 500 },
            // Beside an enemy square that is at its critical mass.
            TermCard { name: "exposed", weight: -40, low: -500, high: 500 },
            // Corners are filled soonest and attacked from the fewest sides.
            TermCard { name: "corner", weight: 15, low: -500, high: 500 },
            TermCard { name: "turn", weight: 10, low: -1_000, high: 1_000 },
        ],
    },
    EvaluationCard {
        name: "material",
        about: "atoms",
        scale: 1,
        terms: &[TermCard { name: "atom", weight: 100, low: 1, high: 1_000 }],
    },
];

/// The evaluation in use, with its weights.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evaluation {
    /// In the order of the terms.
    Position([i32; 6]),
    Material {
        atom: i32,
    },
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::new(0, &CARDS[0].weights()).expect("the card lists every weight")
    }
}

impl Evaluation {
    /// The evaluation of this index; `None` if it has another number of weights.
    pub(super) fn new(index: usize, weights: &[i32]) -> Option<Evaluation> {
        match (index, weights) {
            (0, _) => weights.try_into().ok().map(Evaluation::Position),
            (1, &[atom]) => Some(Evaluation::Material { atom }),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn value(&self, map: &Map, board: &Board) -> i32 {
        match self {
            Evaluation::Position(weights) => position(map, board).iter().zip(weights).map(|(amount, weight)| amount * weight).sum(),
            Evaluation::Material { atom } => atom * atoms(board),
        }
    }

    pub(super) fn terms(&self, map: &Map, board: &Board, amounts: &mut Vec<i32>) {
        match self {
            Evaluation::Position(_) => amounts.extend(position(map, board)),
            Evaluation::Material { .. } => amounts.push(atoms(board)),
        }
    }
}

#[inline(always)]
fn atoms(board: &Board) -> i32 {
    board.total(board.own()) as i32 - board.total(board.enemy()) as i32
}

/// The amounts of the terms of `position`.
#[inline(always)]
fn position(map: &Map, board: &Board) -> [i32; 6] {
    let (own, enemy, critical) = (board.own(), board.enemy(), map.critical(board));
    let difference = |squares: u64, others: u64| squares.count_ones() as i32 - others.count_ones() as i32;
    [
        atoms(board),
        difference(own, enemy),
        difference(own & critical, enemy & critical),
        difference(own & map.beside(enemy & critical), enemy & map.beside(own & critical)),
        difference(own & map.corners, enemy & map.corners),
        1,
    ]
}
