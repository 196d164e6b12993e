//! Evaluations of an Othello position, as weighted sums of what the side to move has more of than its opponent.
//!
//! `position` counts what players look at: moves now and later, corners and the squares that give them away, edges that are safe, who will have
//! the last move, and discs with a weight that depends on how full the board is. The weights are those of `plysmith evaluate othello`, fitted to games of
//! self-play; against those before, which were set by hand, they score 82 and 76 % at 2 and 10 ms a move (docs/results/2026-11-17-select.md).

use plysmith::game::{EvaluationCard, TermCard};

use super::squares::{Squares, neighbours};
use super::{Board, PHASES, phase};

const fn term(name: &'static str, weight: i32, reach: i32) -> TermCard {
    TermCard { name, weight, low: -reach, high: reach }
}

/// How many terms the evaluation with the most has.
pub(super) const MOST_TERMS: usize = 12;

pub(super) const EVALUATIONS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "mobility, corners, edges, parity, and discs by phase",
        scale: 1,
        terms: &[
            term("mobility", 16, 200),
            term("potential_mobility", 7, 200),
            term("frontier", -16, 200),
            term("corner", 78, 2_000),
            term("x_square", -58, 1_000),
            term("c_square", -1, 1_000),
            term("stable_edge", 18, 1_000),
            term("parity", 7, 500),
            term("discs_opening", 10, 200),
            term("discs_middle", 6, 200),
            term("discs_late", 4, 200),
            term("discs_ending", 3, 200),
        ],
    },
    EvaluationCard {
        name: "mobility",
        about: "legal moves and corners",
        scale: 1,
        terms: &[term("mobility", 10, 200), term("corner", 60, 2_000)],
    },
    EvaluationCard {
        name: "discs",
        about: "discs",
        scale: 1,
        terms: &[TermCard { name: "disc", weight: 100, low: 1, high: 1_000 }],
    },
];

/// One of [`EVALUATIONS`], with its weights; what it has no term for is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation {
    index: usize,
    weights: [i32; MOST_TERMS],
}

impl Evaluation {
    /// The first of the list, with the weights of its card.
    pub(super) const fn standard() -> Evaluation {
        let terms = EVALUATIONS[0].terms;
        let mut weights = [0; MOST_TERMS];
        let mut i = 0;
        while i < terms.len() {
            weights[i] = terms[i].weight;
            i += 1;
        }
        Evaluation { index: 0, weights }
    }

    /// `None` if the list has no such evaluation with that many terms.
    pub(super) fn new(index: usize, given: &[i32]) -> Option<Evaluation> {
        let card = EVALUATIONS.get(index).filter(|card| card.terms.len() == given.len())?;
        let mut weights = [0; MOST_TERMS];
        weights[..card.terms.len()].copy_from_slice(given);
        Some(Evaluation { index, weights })
    }

    /// Calls `with` for each term with its number and how much of it the side to move has more than the other.
    #[inline(always)]
    fn each<const N: usize>(&self, board: &Board, mut with: impl FnMut(usize, i32)) {
        match self.index {
            0 => position::<N>(board).into_iter().enumerate().for_each(|(i, amount)| with(i, amount)),
            1 => {
                with(0, mobility::<N>(board));
                with(1, more(board, Squares::<N>::CORNERS));
            }
            _ => with(0, more(board, u64::MAX)),
        }
    }

    #[inline(always)]
    pub(super) fn value<const N: usize>(&self, board: &Board) -> i32 {
        if self.index == 0 {
            return position::<N>(board).iter().zip(&self.weights).map(|(amount, weight)| amount * weight).sum();
        }
        let mut sum = 0;
        self.each::<N>(board, |i, amount| sum += self.weights[i] * amount);
        sum
    }

    pub(super) fn amounts<const N: usize>(&self, board: &Board, amounts: &mut Vec<i32>) {
        self.each::<N>(board, |_, amount| amounts.push(amount));
    }
}

#[inline(always)]
fn minus(own: u64, enemy: u64) -> i32 {
    own.count_ones() as i32 - enemy.count_ones() as i32
}

/// Own discs minus enemy discs on these squares.
#[inline(always)]
fn more(board: &Board, squares: u64) -> i32 {
    minus(board.own & squares, board.enemy & squares)
}

#[inline(always)]
fn mobility<const N: usize>(board: &Board) -> i32 {
    minus(board.moves, Squares::<N>::mobility(board.enemy, board.own))
}

#[inline]
fn position<const N: usize>(board: &Board) -> [i32; MOST_TERMS] {
    let (own, enemy) = (board.own, board.enemy);
    let empty = Squares::<N>::BOARD & !(own | enemy);
    let beside_empty = neighbours(empty);
    // The squares beside an empty corner.
    let open = neighbours(empty & Squares::<N>::CORNERS);
    let edges = if (own | enemy) & Squares::<N>::CORNERS == 0 {
        0
    } else {
        minus(Squares::<N>::stable_edges(own), Squares::<N>::stable_edges(enemy))
    };
    let mut amounts = [
        mobility::<N>(board),
        minus(neighbours(enemy) & empty, neighbours(own) & empty),
        more(board, beside_empty),
        more(board, Squares::<N>::CORNERS),
        more(board, open & Squares::<N>::X_SQUARES),
        more(board, open & Squares::<N>::C_SQUARES),
        edges,
        if empty.count_ones() % 2 == 1 { 1 } else { -1 },
        0,
        0,
        0,
        0,
    ];
    amounts[MOST_TERMS - PHASES + phase::<N>(board)] = more(board, u64::MAX);
    amounts
}

#[cfg(test)]
mod tests {
    use plysmith::Game;

    use super::super::Othello;
    use super::*;

    #[test]
    fn a_term_is_worth_the_opposite_to_the_other_side() {
        let game = Othello::<8>::new();
        let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
        let mut amounts = [Vec::new(), Vec::new()];
        for (side, amounts) in ["X", "O"].iter().zip(&mut amounts) {
            game.terms(&game.read_position(&format!("{text} {side}")).unwrap(), amounts);
        }
        let parity = 7;
        assert_eq!(amounts[0][parity], -1, "with twenty empty squares the other side has the last one");
        for (i, (first, second)) in amounts[0].iter().zip(&amounts[1]).enumerate().filter(|&(i, _)| i != parity) {
            assert_eq!(*first, -second, "{}", EVALUATIONS[0].terms[i].name);
        }
        // Counted by hand: a corner each; X has the edge from h1 to h7 and h7 beside the empty corner h8, O has a1.
        assert_eq!(amounts[0][3..7], [0, 0, 1, 6]);
        // 40 of 60 discs are played: the third quarter.
        let count = |letter| text.matches(letter).count() as i32;
        assert_eq!(amounts[0][8..], [0, 0, count('X') - count('O'), 0]);
    }
}
