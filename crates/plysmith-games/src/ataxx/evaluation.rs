//! What a position of Ataxx looks like: the number of pieces, and what is likely to become of it.
//!
//! Pieces change sides by the handful, so that a difference in pieces means little by itself while there are squares beside them onto which the
//! enemy can move. Only the squares that a side can reach, and the pieces that stand beside such squares, tell how much of it will last.
//!
//! The weights are hand-made. With -20 for `exposed`, `position` scored +72 ± 52 Elo against `material` (200 games), and -40 another +43 ± 37 against
//! -20 (300 games); -70 is too much. What `reach` and `hole` are worth those games do not tell. 1,000 nodes a move, random openings, seed 1:
//! `plysmith match ataxx default FILE --games 200 --nodes 1000`.

use plysmith::game::{EvaluationCard, TermCard};

use super::{Board, grow};
use crate::bits;
use crate::weighed::Weighed;

pub(super) const CARDS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "pieces, reachable squares, pieces that can be captured, holes, and the turn",
        scale: 1,
        terms: &[
            TermCard { name: "piece", weight: 100, low: 1, high: 1_000 },
            TermCard { name: "reach", weight: 5, low: -200, high: 200 },
            TermCard { name: "exposed", weight: -40, low: -500, high: 500 },
            TermCard { name: "hole", weight: -40, low: -500, high: 500 },
            TermCard { name: "turn", weight: 150, low: -1_000, high: 1_000 },
        ],
    },
    EvaluationCard {
        name: "material",
        about: "pieces",
        scale: 1,
        terms: &[TermCard { name: "piece", weight: 100, low: 1, high: 1_000 }],
    },
];

/// The evaluation in use.
pub(super) type Evaluation = Weighed<5>;

/// The amount of the term of `material`.
#[inline(always)]
pub(super) fn pieces(board: &Board) -> i32 {
    difference(board.own(), board.enemy())
}

#[inline(always)]
fn difference(own: u64, enemy: u64) -> i32 {
    own.count_ones() as i32 - enemy.count_ones() as i32
}

/// The amounts of the terms of `position`.
#[inline(always)]
pub(super) fn position(board: &Board) -> [i32; 5] {
    let (own, enemy, empty) = (board.own(), board.enemy(), board.empty());
    let (own_reach, enemy_reach) = (grow(grow(own)) & empty, grow(grow(enemy)) & empty);
    let (own_exposed, enemy_exposed) = (own & grow(enemy_reach), enemy & grow(own_reach));
    let solid = |pieces: u64| surrounded(pieces | !board.open);
    [
        difference(own, enemy),
        difference(own_reach, enemy_reach),
        difference(own_exposed, enemy_exposed),
        difference(enemy_reach & solid(own), own_reach & solid(enemy)),
        1,
    ]
}

/// The squares whose four neighbours by the side are all in `solid` or outside of the largest board.
#[inline(always)]
pub(super) fn surrounded(solid: u64) -> u64 {
    let open = !solid;
    !(bits::shift(open, 1, 0) | bits::shift(open, -1, 0) | bits::shift(open, 0, 1) | bits::shift(open, 0, -1))
}
