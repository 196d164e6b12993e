//! What is good in Lines of Action: seven terms in the manner of MIA (M. Winands, J. van den Herik and J. Uiterwijk, "An evaluation function for Lines of
//! Action", 2004), with amounts and weights of our own.
//!
//! The weights are those of `plysmith evaluate loa`, fitted to games of self-play; against those before, which were set by hand, they score 69 and 76 % at 2 and 10 ms a move
//! (docs/results/2026-11-17-select.md). That the centre of mass had better not be in the centre is what the fit says, and the games agree.
//!
//! Every amount is exact in whole numbers and the same for all turns of the board: coordinates are half squares from the centre of the board, and the
//! centre of mass is kept as sum and number.

use plysmith::game::{EvaluationCard, TermCard};

use super::lines::{Lines, Way};
use crate::bits;

pub(super) const EVALUATIONS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "mia",
        about: "seven terms in the manner of MIA: how close the pieces are, where, and how free",
        scale: 1,
        terms: &[
            // How near to each other the pieces are: 256 / (1 + mean distance to the centre of mass beyond what their number makes necessary).
            TermCard { name: "concentration", weight: 4, low: 0, high: 100 },
            // How near the centre of mass is to the centre of the board: minus 32 a square.
            TermCard { name: "centre_of_mass", weight: -2, low: -20, high: 100 },
            // How far from the edge the pieces are on average, 16 a square; a corner is worse than the edge.
            TermCard { name: "centralisation", weight: 3, low: -20, high: 100 },
            // Squares of two by two with three or four pieces, within two squares of the centre of mass: they are hard to break.
            TermCard { name: "quads", weight: 23, low: 0, high: 500 },
            // Moves, at two each; a capture counts twice, a move to the edge half.
            TermCard { name: "mobility", weight: 5, low: 0, high: 100 },
            // Ways inwards of enemy pieces on the edge that a piece blocks.
            TermCard { name: "walls", weight: 3, low: 0, high: 500 },
            // It is worth something to be on the move.
            TermCard { name: "side_to_move", weight: 32, low: 0, high: 500 },
        ],
    },
    EvaluationCard {
        name: "mobility",
        about: "the difference in the number of moves, and nothing else",
        scale: 1,
        terms: &[TermCard { name: "move", weight: 10, low: 1, high: 1_000 }],
    },
];

/// Where the pieces of a side are on average, not yet divided.
pub(super) struct Mass {
    pieces: i32,
    /// Sums in half squares from the centre of the board.
    x: i32,
    y: i32,
}

impl Mass {
    #[inline(always)]
    pub fn of<const N: usize>(pieces: u64) -> Mass {
        /// The squares whose file, or rank, has this bit in its number.
        const FILES: [u64; 3] = [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];
        const RANKS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
        let number = pieces.count_ones() as i32;
        let sum = |masks: [u64; 3]| (0..3).map(|bit| ((pieces & masks[bit]).count_ones() as i32) << (bit + 1)).sum::<i32>();
        let middle = (N as i32 - 1) * number;
        Mass { pieces: number, x: sum(FILES) - middle, y: sum(RANKS) - middle }
    }

    /// How far it is, by king's steps, to a place in half squares from the centre of the board; in half squares times the number of pieces.
    #[inline(always)]
    fn distance(&self, x: i32, y: i32) -> i32 {
        (self.pieces * x - self.x).abs().max((self.pieces * y - self.y).abs())
    }

    /// The same for a square.
    #[inline(always)]
    pub fn to_square<const N: usize>(&self, square: u8) -> i32 {
        let middle = N as i32 - 1;
        self.distance(2 * i32::from(square % 8) - middle, 2 * i32::from(square / 8) - middle)
    }
}

/// The squares that lie at least so many squares from the edge.
pub(super) const fn inside<const N: usize>(from_edge: usize) -> u64 {
    if 2 * from_edge >= N {
        return 0;
    }
    bits::board_mask(N - 2 * from_edge, N - 2 * from_edge) << (9 * from_edge)
}

pub(super) const fn corners<const N: usize>() -> u64 {
    bits::bit(0, 0) | bits::bit(N - 1, 0) | bits::bit(0, N - 1) | bits::bit(N - 1, N - 1)
}

/// The amounts of the evaluation `mia`, for the side with the pieces `own`, which is to move.
#[inline]
pub(super) fn mia<const N: usize>(lines: &Lines, own: u64, enemy: u64) -> [i32; 7] {
    let [ours, theirs] = [one_side::<N>(lines, own, enemy), one_side::<N>(lines, enemy, own)];
    let mut amounts = [1; 7];
    for term in 0..6 {
        amounts[term] = ours[term] - theirs[term];
    }
    amounts
}

/// The difference in moves.
#[inline]
pub(super) fn moves(lines: &Lines, own: u64, enemy: u64) -> i32 {
    let count = |own, enemy| {
        let mut moves = 0;
        lines.each_move(own, enemy, u64::MAX, |_, _| moves += 1);
        moves
    };
    count(own, enemy) - count(enemy, own)
}

/// All terms but the last, as seen from one side.
#[inline(always)]
fn one_side<const N: usize>(lines: &Lines, own: u64, enemy: u64) -> [i32; 6] {
    let mass = Mass::of::<N>(own);
    let pieces = mass.pieces;
    let inner = inside::<N>(1);
    let (mut distance, mut mobility, mut walled) = (0, 0, 0);
    for from in bits::squares(own) {
        distance += mass.to_square::<N>(from);
        lines.ways(from, own, enemy, |direction, way| match way {
            Way::Open(to) => mobility += (2 << (enemy >> to & 1)) >> (!inner >> to & 1),
            Way::Blocked => walled += i32::from(inner >> from & 1 == 0 && lines.next(from, direction) & inner != 0),
            Way::Nowhere => {}
        });
    }
    // Eight pieces find room around one, and the others in the ring around these.
    let least = if pieces <= 9 { pieces - 1 } else { 8 + 2 * (pieces - 9) };
    let unit = 2 * pieces * pieces;
    let beyond = (distance - 2 * pieces * least).max(0);
    let from_edge = (1..N / 2 + N % 2).map(|ring| (own & inside::<N>(ring)).count_ones() as i32).sum::<i32>();
    let cornered = (own & corners::<N>()).count_ones() as i32;
    [
        256 * unit / (unit + beyond),
        -16 * mass.distance(0, 0) / pieces,
        16 * (from_edge - cornered) / pieces,
        quads::<N>(own, &mass),
        mobility,
        -walled,
    ]
}

/// The solid squares of two by two near the centre of mass.
#[inline(always)]
fn quads<const N: usize>(own: u64, mass: &Mass) -> i32 {
    let left = own & !bits::file_mask(7);
    let right = own >> 1 & !bits::file_mask(7);
    let (below, above) = ([left, right], [left >> 8, right >> 8]);
    let solid = (below[0] & below[1] & (above[0] | above[1])) | (above[0] & above[1] & (below[0] | below[1]));
    let middle = N as i32 - 2;
    bits::squares(solid)
        .filter(|square| {
            let near = mass.distance(2 * i32::from(square % 8) - middle, 2 * i32::from(square / 8) - middle);
            near <= 4 * mass.pieces
        })
        .count() as i32
}
