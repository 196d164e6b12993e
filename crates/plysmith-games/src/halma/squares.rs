//! Squares by how far they are from the corners, and where pieces can jump.

use crate::bits;

/// The directions, as files to the right and ranks up: three towards the corner at the top right, the same three back, and two sideways.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1), (-1, 1)];

/// The squares next to each square, on the largest board.
pub(super) static NEAR: [u64; 64] = {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        near[square] = around(1 << square);
        square += 1;
    }
    near
};

/// The squares for which this bit is set in file + rank: their place on the way between the corners.
const PLACE: [u64; 4] = squares_with_bits(true);
/// The squares for which this bit is set in the number of diagonals between them and the one that joins the corners.
const ASIDE: [u64; 4] = squares_with_bits(false);

const fn squares_with_bits(along: bool) -> [u64; 4] {
    let mut masks = [0; 4];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let number: u8 = if along { file + rank } else { file.abs_diff(rank) };
        let mut bit = 0;
        while bit < 4 {
            if number >> bit & 1 != 0 {
                masks[bit] |= 1 << square;
            }
            bit += 1;
        }
        square += 1;
    }
    masks
}

/// The sum of the numbers whose bits the masks tell.
#[inline(always)]
fn sum(pieces: u64, masks: &[u64]) -> i32 {
    (0..).zip(masks).map(|(bit, mask)| ((pieces & mask).count_ones() << bit) as i32).sum()
}

/// The sum of file + rank over the pieces.
#[inline(always)]
pub(super) fn places(pieces: u64) -> i32 {
    sum(pieces, &PLACE)
}

/// How many diagonals the pieces are away from the one that joins the corners, in all.
#[inline(always)]
pub(super) fn aside(pieces: u64) -> i32 {
    sum(pieces, &ASIDE[..3])
}

/// file + rank of one square.
#[inline(always)]
pub(super) const fn place(square: u8) -> i32 {
    (square % 8 + square / 8) as i32
}

/// The smallest file + rank of a piece, bit by bit from the highest: whoever can do without a bit does.
#[inline(always)]
pub(super) fn lowest(mut pieces: u64) -> i32 {
    let mut lowest = 0;
    for bit in (0..4).rev() {
        let without = pieces & !PLACE[bit];
        if without == 0 {
            lowest |= 1 << bit;
        } else {
            pieces = without;
        }
    }
    lowest
}

/// The largest file + rank of a piece.
#[inline(always)]
pub(super) fn highest(mut pieces: u64) -> i32 {
    let mut highest = 0;
    for bit in (0..4).rev() {
        let with = pieces & PLACE[bit];
        if with != 0 {
            highest |= 1 << bit;
            pieces = with;
        }
    }
    highest
}

/// The squares with at least this file + rank.
pub(super) const fn from_place(least: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        if place(square) >= least {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The squares that have one of `squares` beside them. On a small board some may lie outside.
#[inline(always)]
pub(super) const fn around(squares: u64) -> u64 {
    let beside = bits::shift(squares, -1, 0) | bits::shift(squares, 1, 0);
    let row = squares | beside;
    beside | row << 8 | row >> 8
}

/// From where a piece could jump in each direction.
pub(super) struct Jumps {
    /// The squares that have a piece beside them in this direction and an empty square behind it.
    take_off: [u64; 8],
}

impl Jumps {
    #[inline(always)]
    pub(super) fn of(occupied: u64, empty: u64) -> Jumps {
        Jumps {
            take_off: DIRECTIONS.map(|(right, up)| bits::shift(occupied, -right, -up) & bits::shift(empty, -2 * right, -2 * up)),
        }
    }

    /// Every square with a jump in some direction.
    #[inline(always)]
    pub(super) fn anywhere(&self) -> u64 {
        self.take_off.iter().fold(0, |all, squares| all | squares)
    }

    /// Where one jump leads from these squares.
    #[inline(always)]
    pub(super) fn once(&self, from: u64) -> u64 {
        let landed = |(&(right, up), take_off): (&(i32, i32), &u64)| bits::shift(from & take_off, 2 * right, 2 * up);
        DIRECTIONS.iter().zip(&self.take_off).map(landed).fold(0, |all, squares| all | squares)
    }

    /// Where a chain of jumps leads from one square. The piece need not be lifted off the board for that: all squares that it reaches lie an even
    /// number of files and of ranks away, and those beside its own do not, so it never comes to jump over the square where it began.
    #[inline(always)]
    pub(super) fn chain(&self, from: u64) -> u64 {
        let (mut reached, mut last) = (0, from);
        while last != 0 {
            last = self.once(last) & !reached;
            reached |= last;
        }
        reached
    }

    /// How many jumps towards the corner at the top right (or, if not `up`, at the bottom left) these pieces have, a chain counting as its first.
    #[inline(always)]
    pub(super) fn forward(&self, pieces: u64, up: bool) -> i32 {
        let directions = if up { &self.take_off[..3] } else { &self.take_off[3..6] };
        directions.iter().map(|take_off| (pieces & take_off).count_ones() as i32).sum()
    }
}
