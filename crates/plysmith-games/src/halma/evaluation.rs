//! What is good in Halma: to be on the way, all together.
//!
//! Nothing is ever captured, so all that counts is who needs fewer moves. The plain measure is how far all pieces have come. It knows nothing of
//! what makes moves long: pieces to jump over, on the line between the corners, and no piece left behind that has to walk alone.
//!
//! The weights are hand-made, then tried one at a time in 400 games of 2,000 nodes a move from random openings, each played with both sides, at -10 for `home`
//! and 3 for `jumps`. Leaving `jumps` out cost 101 ± 37 Elo, `hindmost` 60 ± 35, `goal` 36 ± 34; -8 for `aside` is much too much; what `aside`, `cohesion` and
//! `turn` are worth those games do not tell. Then -20 for `home` and 8 for `jumps` together brought 100 ± 41 (300 games). Now `position` scores 200 ± 40 more
//! than `distance` (400 games).

use plysmith::game::{EvaluationCard, Side, TermCard};

use super::squares::{self, Jumps};
use super::{Board, Halma};
use crate::weighed::Weighed;

pub(super) const CARDS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "how far the pieces have come, who lags behind, how well they can jump, and the turn",
        scale: 1,
        terms: &[
            // Files and ranks that all pieces together have come.
            TermCard { name: "distance", weight: 10, low: 1, high: 1_000 },
            // Pieces in the far corner.
            TermCard { name: "goal", weight: 10, low: -500, high: 500 },
            // Pieces that have not left home.
            TermCard { name: "home", weight: -20, low: -500, high: 500 },
            // Files and ranks that the hindmost piece has come.
            TermCard { name: "hindmost", weight: 10, low: -500, high: 500 },
            // Diagonals between the pieces and the line that joins the corners.
            TermCard { name: "aside", weight: -3, low: -500, high: 500 },
            // Pieces with another one of their side beside them.
            TermCard { name: "cohesion", weight: 3, low: -500, high: 500 },
            // Jumps forward that the pieces have.
            TermCard { name: "jumps", weight: 8, low: -500, high: 500 },
            // It is worth something to be on the move.
            TermCard { name: "turn", weight: 10, low: -500, high: 500 },
        ],
    },
    EvaluationCard {
        name: "distance",
        about: "how far all pieces together have come, and nothing else",
        scale: 1,
        terms: &[TermCard { name: "distance", weight: 10, low: 1, high: 1_000 }],
    },
];

/// The evaluation in use.
pub(super) type Evaluation = Weighed<8>;

/// The amount of the term of `distance`.
#[inline(always)]
pub(super) fn distance<const N: usize>(board: &Board) -> i32 {
    seen(board, Halma::<N>::lead(board))
}

/// The first side's advantage as the side to move sees it.
#[inline(always)]
fn seen(board: &Board, advantage: i32) -> i32 {
    if board.side == Side::First { advantage } else { -advantage }
}

/// The amounts of the terms of `position`.
#[inline(always)]
pub(super) fn position<const N: usize>(board: &Board) -> [i32; 8] {
    let jumps = Jumps::of(board.occupied(), Halma::<N>::empty(board));
    let first = one_side::<N>(board, &jumps, Side::First);
    let second = one_side::<N>(board, &jumps, Side::Second);
    let mut amounts = [1; 8];
    amounts[0] = distance::<N>(board);
    for (amount, (first, second)) in amounts[1..7].iter_mut().zip(first.into_iter().zip(second)) {
        *amount = seen(board, first - second);
    }
    amounts
}

/// The terms between distance and turn, for one side.
#[inline(always)]
fn one_side<const N: usize>(board: &Board, jumps: &Jumps, side: Side) -> [i32; 6] {
    let own = board.of[side.index()];
    let [home, goal] = Halma::<N>::camps(side);
    [
        (own & goal).count_ones() as i32,
        (own & home).count_ones() as i32,
        Halma::<N>::hindmost(own, side),
        squares::aside(own),
        (own & squares::around(own)).count_ones() as i32,
        jumps.forward(own, side == Side::First),
    ]
}
