//! What is good in Awari: captured seeds first of all; then room to move, and large houses to sow round with.
//!
//! In games to depth 6 from 100 openings of eight random plies, each played with both sides, `position` won 186, drew 4 and lost 10 against
//! `seeds`. Houses with one or two seeds, which can be captured, are no term: to avoid them cost more than it saved (45 won, 10 drawn, 145 lost).

use plysmith::game::{EvaluationCard, TermCard};

use super::{ONES, Row};

pub(super) const CARDS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "captured seeds, seeds on the own side, houses to move from, and large houses",
        scale: 1,
        terms: &[
            TermCard { name: "store", weight: 100, low: 1, high: 1_000 },
            // Every ending gives the seeds to the side that they lie on.
            TermCard { name: "side", weight: 5, low: -200, high: 200 },
            // Houses with seeds: who runs out of moves must give seeds away.
            TermCard { name: "mobility", weight: 15, low: -200, high: 200 },
            // Houses with twelve seeds or more, which sow all others and go on past their origin.
            TermCard { name: "hoard", weight: 20, low: -500, high: 500 },
        ],
    },
    EvaluationCard {
        name: "seeds",
        about: "captured seeds and nothing else",
        scale: 1,
        terms: &[TermCard { name: "store", weight: 100, low: 1, high: 1_000 }],
    },
];

/// The evaluation in use, with its weights.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evaluation {
    /// In the order of the terms.
    Position([i32; 4]),
    Seeds {
        store: i32,
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
            (1, &[store]) => Some(Evaluation::Seeds { store }),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn value(&self, own: Row, enemy: Row) -> i32 {
        match self {
            Evaluation::Position(weights) => position(own, enemy).iter().zip(weights).map(|(amount, weight)| amount * weight).sum(),
            Evaluation::Seeds { store } => store * stores(own, enemy),
        }
    }

    pub(super) fn terms(&self, own: Row, enemy: Row, amounts: &mut Vec<i32>) {
        match self {
            Evaluation::Position(_) => amounts.extend(position(own, enemy)),
            Evaluation::Seeds { .. } => amounts.push(stores(own, enemy)),
        }
    }
}

#[inline(always)]
fn stores(own: Row, enemy: Row) -> i32 {
    i32::from(own.store()) - i32::from(enemy.store())
}

/// The amounts of the terms of `position`.
#[inline(always)]
fn position(own: Row, enemy: Row) -> [i32; 4] {
    let count = |houses: fn(Row) -> u64| houses(own).count_ones() as i32 - houses(enemy).count_ones() as i32;
    [
        stores(own, enemy),
        i32::from(own.seeds()) - i32::from(enemy.seeds()),
        count(|row| row.at_least(ONES)),
        count(|row| row.at_least(12 * ONES)),
    ]
}
