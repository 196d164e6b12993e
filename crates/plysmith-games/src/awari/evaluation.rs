//! What is good in Awari: captured seeds first of all; then room to move, and large houses to sow round with.
//!
//! In games to depth 6 from 100 openings of eight random plies, each played with both sides, `position` won 186, drew 4 and lost 10 against
//! `seeds`. Houses with one or two seeds, which can be captured, are no term: to avoid them cost more than it saved (45 won, 10 drawn, 145 lost).

use plysmith::game::{EvaluationCard, TermCard};

use super::{ONES, Row};
use crate::weighed::Weighed;

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

/// The evaluation in use.
pub(super) type Evaluation = Weighed<4>;

/// The amount of the term of `seeds`.
#[inline(always)]
pub(super) fn stores(own: Row, enemy: Row) -> i32 {
    i32::from(own.store()) - i32::from(enemy.store())
}

/// The amounts of the terms of `position`.
#[inline(always)]
pub(super) fn position(own: Row, enemy: Row) -> [i32; 4] {
    let count = |houses: fn(Row) -> u64| houses(own).count_ones() as i32 - houses(enemy).count_ones() as i32;
    [
        stores(own, enemy),
        i32::from(own.seeds()) - i32::from(enemy.seeds()),
        count(|row| row.at_least(ONES)),
        count(|row| row.at_least(12 * ONES)),
    ]
}
