//! How good a position of Breakthrough looks: four views, of which three are those of the thesis on extension features.

use plysmith::game::{EvaluationCard, TermCard};

use super::{Board, Breakthrough};
use crate::bits;

/// The evaluation in use, with its weights: of what is kept up to date move by move, and of what its view counts at every position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation {
    pub(super) view: View,
    pub(super) piece: i32,
    pub(super) rank_square: i32,
    pub(super) counted: i32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    Advance,
    Material,
    March,
    SafeAdvance,
}

pub(super) const EVALUATIONS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "advance",
        about: "pieces, and the square of the rank of each",
        scale: 1,
        terms: &[
            TermCard { name: "piece", weight: 100, low: 0, high: 1_000 },
            TermCard { name: "rank_square", weight: 1, low: 0, high: 100 },
        ],
    },
    EvaluationCard {
        name: "material",
        about: "pieces",
        scale: 1,
        terms: &[TermCard { name: "piece", weight: 100, low: 1, high: 1_000 }],
    },
    EvaluationCard {
        name: "march",
        about: "how far all pieces have come",
        scale: 1,
        terms: &[TermCard { name: "rank", weight: 10, low: 1, high: 1_000 }],
    },
    EvaluationCard {
        name: "safe_advance",
        about: "pieces, and how far those have come that are beyond the middle and not attacked",
        scale: 1,
        terms: &[
            TermCard { name: "piece", weight: 100, low: 0, high: 1_000 },
            TermCard { name: "safe_rank", weight: 20, low: 0, high: 1_000 },
        ],
    },
];

impl<const FILES: usize, const RANKS: usize, const ROWS: usize> Breakthrough<FILES, RANKS, ROWS> {
    /// The squares that enemy pieces could capture on.
    #[inline(always)]
    pub(super) fn attacked(board: &Board) -> u64 {
        let (left, right) = (board.enemy & !bits::file_mask(0), board.enemy & !bits::file_mask(FILES - 1));
        (left >> 9 | right >> 7) & Self::BOARD
    }

    /// The squares that own pieces could capture on.
    #[inline(always)]
    fn attacking(board: &Board) -> u64 {
        let (left, right) = (board.own & !bits::file_mask(0), board.own & !bits::file_mask(FILES - 1));
        (left << 7 | right << 9) & Self::BOARD
    }

    /// What a view counts beside what is kept up to date. Not inlined: a leaf takes a few instructions without it, and the loop there should not be
    /// longer for it (`cargo xtask bench --only instructions`).
    #[inline(never)]
    pub(super) fn count(board: &Board, view: View) -> i32 {
        match view {
            View::Advance | View::Material => 0,
            View::March => Self::march(board),
            View::SafeAdvance => Self::safe_advance(board),
        }
    }

    /// The ranks of all own pieces minus those of the enemy, each seen from its own side.
    pub(super) fn march(board: &Board) -> i32 {
        ranks::<RANKS>(board.own, 0) - ranks::<RANKS>(bits::flip(board.enemy, RANKS), 0)
    }

    /// The same for pieces beyond the middle that nobody attacks, counted from there.
    pub(super) fn safe_advance(board: &Board) -> i32 {
        let own = board.own & !Self::attacked(board);
        let enemy = bits::flip(board.enemy & !Self::attacking(board), RANKS);
        let from = RANKS as i32 / 2 - 1;
        ranks::<RANKS>(own, from) - ranks::<RANKS>(enemy, from)
    }
}

/// How far pieces have come beyond a rank, added up.
#[inline(always)]
fn ranks<const RANKS: usize>(pieces: u64, from: i32) -> i32 {
    let beyond = |rank: usize| (rank as i32 - from).max(0);
    (0..RANKS).map(|rank| beyond(rank) * (pieces & bits::rank_mask(rank)).count_ones() as i32).sum()
}
