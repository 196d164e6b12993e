//! How good a position of Breakthrough looks: five views. Three are those of the thesis on extension features, the last of them by two readings: whether every piece that is
//! not attacked counts the more the further it has come, as it says, or only those beyond the middle.

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
    SafeMarch,
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
    EvaluationCard {
        name: "safe_march",
        about: "pieces, and how far those have come that are not attacked",
        scale: 1,
        terms: &[
            TermCard { name: "piece", weight: 100, low: 0, high: 1_000 },
            TermCard { name: "safe_rank", weight: 10, low: 0, high: 1_000 },
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
            View::SafeMarch => Self::safe_march(board),
        }
    }

    /// The ranks of all own pieces minus those of the enemy, each seen from its own side.
    pub(super) fn march(board: &Board) -> i32 {
        Self::come(board.own, board.enemy)
    }

    /// The same for pieces that nobody attacks.
    pub(super) fn safe_march(board: &Board) -> i32 {
        let (own, enemy) = Self::safe(board);
        Self::come(own, enemy)
    }

    /// How far own pieces have come, added up, minus the same of the enemy. What an enemy piece has come is what is missing to the last rank, so that all pieces can be counted together.
    #[inline(always)]
    fn come(own: u64, enemy: u64) -> i32 {
        const { Ladder::new(RANKS, 0) }.sum(own | enemy) - (RANKS as i32 - 1) * enemy.count_ones() as i32
    }

    /// The pieces that nobody attacks, own ones and those of the enemy.
    #[inline(always)]
    fn safe(board: &Board) -> (u64, u64) {
        (board.own & !Self::attacked(board), board.enemy & !Self::attacking(board))
    }

    /// The same for pieces beyond the middle that nobody attacks, counted from there.
    pub(super) fn safe_advance(board: &Board) -> i32 {
        let (own, enemy) = Self::safe(board);
        let ladder = const { Ladder::new(RANKS, RANKS / 2 - 1) };
        if const { Ladder::new(RANKS, RANKS / 2 - 1).is_apart() } {
            ladder.count_apart(own, enemy)
        } else {
            ladder.count(own, enemy)
        }
    }
}

/// How far a rank is beyond another one, in binary: the ranks with each of the three digits, as own pieces and as those of the enemy see them. A few
/// population counts add up what a look at every rank would.
struct Ladder {
    own: [u64; 3],
    enemy: [u64; 3],
}

impl Ladder {
    const fn new(ranks: usize, from: usize) -> Ladder {
        let mut ladder = Ladder { own: [0; 3], enemy: [0; 3] };
        let mut rank = from;
        while rank < ranks {
            let mut digit = 0;
            while digit < 3 {
                if (rank - from) >> digit & 1 != 0 {
                    ladder.own[digit] |= bits::rank_mask(rank);
                    ladder.enemy[digit] |= bits::rank_mask(ranks - 1 - rank);
                }
                digit += 1;
            }
            rank += 1;
        }
        ladder
    }

    /// How far pieces have come, seen from the own side, added up.
    #[inline(always)]
    fn sum(&self, pieces: u64) -> i32 {
        let digit = |at: usize| (pieces & self.own[at]).count_ones() as i32;
        digit(0) + 2 * digit(1) + 4 * digit(2)
    }

    /// How far own pieces have come, added up, minus the same of the enemy.
    #[inline(always)]
    fn count(&self, own: u64, enemy: u64) -> i32 {
        let digit = |at: usize| (own & self.own[at]).count_ones() as i32 - (enemy & self.enemy[at]).count_ones() as i32;
        digit(0) + 2 * digit(1) + 4 * digit(2)
    }

    /// No rank counts for both sides: what is beyond the middle for one is not for the other.
    const fn is_apart(&self) -> bool {
        let [one, two, three] = self.own;
        let [first, second, third] = self.enemy;
        (one | two | three) & (first | second | third) == 0
    }

    /// The same as [`Ladder::count`] where the sides are apart, with half the population counts: an enemy piece is a square that is missing among those without one.
    #[inline(always)]
    fn count_apart(&self, own: u64, enemy: u64) -> i32 {
        let ranks = self.own[0] | self.own[1] | self.own[2];
        let standing = own & ranks | !enemy & !ranks;
        let digit = |at: usize| {
            let missing = self.enemy[at].count_ones() as i32;
            (standing & (self.own[at] | self.enemy[at])).count_ones() as i32 - missing
        };
        digit(0) + 2 * digit(1) + 4 * digit(2)
    }
}
