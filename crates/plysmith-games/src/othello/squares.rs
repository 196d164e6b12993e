//! The squares of an Othello board of up to 8×8: lines, regions, flips and mobility, all on whole bitboards.
//!
//! The square in column `f` and row `r`, both from 0 at `a1`, is bit 8 × `r` + `f`. A smaller board is the corner at `a1` of the largest one,
//! so that a step is the same shift on every size.

use crate::bits;

/// The eight steps: the first four lead to higher squares, the others to lower ones.
const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// What depends on the size of the board alone.
pub(super) struct Squares<const N: usize>;

impl<const N: usize> Squares<N> {
    pub(super) const BOARD: u64 = {
        assert!(N >= 4 && N <= 8 && N.is_multiple_of(2), "boards of 4×4, 6×6 and 8×8");
        bits::board_mask(N, N)
    };
    pub(super) const CORNERS: u64 = bits::bit(0, 0) | bits::bit(N - 1, 0) | bits::bit(0, N - 1) | bits::bit(N - 1, N - 1);
    pub(super) const EDGES: u64 =
        (bits::file_mask(0) | bits::file_mask(N - 1) | bits::rank_mask(0) | bits::rank_mask(N - 1)) & Self::BOARD;
    /// The squares diagonally inside the corners.
    pub(super) const X_SQUARES: u64 = bits::bit(1, 1) | bits::bit(N - 2, 1) | bits::bit(1, N - 2) | bits::bit(N - 2, N - 2);
    /// The squares beside the corners on the edges.
    pub(super) const C_SQUARES: u64 = neighbours(Self::CORNERS) & Self::EDGES;
    /// The four squares that are taken from the start.
    pub(super) const CENTRE: u64 = {
        let low = N / 2 - 1;
        bits::bit(low, low) | bits::bit(low + 1, low) | bits::bit(low, low + 1) | bits::bit(low + 1, low + 1)
    };

    /// The squares on the way from each square to the edge, by the directions of [`STEPS`].
    const RAYS: &'static [[u64; 8]; 64] = &rays(N);
    /// What may be passed over sideways: a disc on the outer columns has nothing behind it.
    const INNER: u64 = Self::BOARD & !bits::file_mask(0) & !bits::file_mask(N - 1);

    /// The enemy discs that a disc on `square` would turn over.
    ///
    /// Upwards a carry runs along the ray through the enemy discs and stops at the first other square; downwards that square is the highest
    /// bit. If it is an own disc, all between turn.
    #[inline(always)]
    pub(super) fn flips(own: u64, enemy: u64, square: u8) -> u64 {
        let rays = &Self::RAYS[usize::from(square) % 64];
        let mut flips = 0;
        for ray in &rays[..4] {
            flips |= up(own, enemy, *ray);
        }
        for ray in &rays[4..] {
            flips |= down(own, enemy, *ray);
        }
        flips
    }

    /// In how many of the eight directions a disc on `square` would turn over something.
    pub(super) fn lines(own: u64, enemy: u64, square: u8) -> usize {
        let rays = &Self::RAYS[usize::from(square) % 64];
        let upwards = rays[..4].iter().filter(|ray| up(own, enemy, **ray) != 0).count();
        upwards + rays[4..].iter().filter(|ray| down(own, enemy, **ray) != 0).count()
    }

    /// The squares on which `own` may put a disc: empty ones at the end of a line of enemy discs that begins at an own one. The lines of all
    /// discs grow at once, by doubling (Kogge and Stone's adder, as chess programs use it for sliding pieces).
    ///
    /// Not inlined: by itself it is always compiled to vectors of four lines, which among other code is a matter of luck (a tenth of all instructions of a search).
    #[inline(never)]
    pub(super) fn mobility(own: u64, enemy: u64) -> u64 {
        let inner = enemy & Self::INNER;
        let found = lines::<1>(own, inner) | lines::<7>(own, inner) | lines::<8>(own, enemy) | lines::<9>(own, inner);
        found & Self::BOARD & !(own | enemy)
    }

    /// The edge discs of `own` that a chain of own discs connects with a corner: nobody can turn them any more.
    pub(super) fn stable_edges(own: u64) -> u64 {
        let edges = own & Self::EDGES;
        let mut stable = own & Self::CORNERS;
        loop {
            let more = stable | adjoining(stable) & edges;
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    /// The empty squares that hang together with an empty square, diagonals included.
    pub(super) fn region(empty: u64, square: u8) -> u64 {
        let mut region = 1 << square;
        loop {
            let more = region | neighbours(region) & empty;
            if more == region {
                return region;
            }
            region = more;
        }
    }
}

#[inline(always)]
fn up(own: u64, enemy: u64, ray: u64) -> u64 {
    let end = (enemy | !ray).wrapping_add(1) & own & ray;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

#[inline(always)]
fn down(own: u64, enemy: u64, ray: u64) -> u64 {
    let end = (1u64 << 63).checked_shr((ray & !enemy).leading_zeros()).unwrap_or(0) & own;
    end.wrapping_neg() << 1 & ray
}

/// What lies behind the lines of `enemy` discs that begin beside a disc of `own`, in the two directions of a shift.
#[inline(always)]
fn lines<const BY: u32>(own: u64, enemy: u64) -> u64 {
    let mut up = enemy & own << BY;
    let mut down = enemy & own >> BY;
    up |= enemy & up << BY;
    down |= enemy & down >> BY;
    let pairs_up = enemy & enemy << BY;
    let pairs_down = pairs_up >> BY;
    up |= pairs_up & up << (2 * BY);
    down |= pairs_down & down >> (2 * BY);
    up |= pairs_up & up << (2 * BY);
    down |= pairs_down & down >> (2 * BY);
    up << BY | down >> BY
}

/// The squares beside, above and below.
const fn adjoining(squares: u64) -> u64 {
    bits::shift(squares, 1, 0) | bits::shift(squares, -1, 0) | bits::shift(squares, 0, 1) | bits::shift(squares, 0, -1)
}

/// The squares that touch one of `squares`, on the largest board; some may be among them.
#[inline(always)]
pub(super) const fn neighbours(squares: u64) -> u64 {
    let row = bits::shift(squares, 1, 0) | bits::shift(squares, -1, 0);
    let three = row | squares;
    row | three << 8 | three >> 8
}

const fn rays(size: usize) -> [[u64; 8]; 64] {
    let board = bits::board_mask(size, size);
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (right, up) = STEPS[direction];
            let mut at = bits::shift((1 << square) & board, right, up) & board;
            while at != 0 {
                rays[square][direction] |= at;
                at = bits::shift(at, right, up) & board;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

#[cfg(test)]
mod tests {
    use plysmith::game::hash;

    use super::*;

    /// One step at a time, as one would on a real board.
    fn plain_flips(own: u64, enemy: u64, square: u8, size: i32) -> u64 {
        let mut flips = 0;
        for (right, up) in STEPS {
            let (mut file, mut rank, mut line) = (i32::from(square % 8), i32::from(square / 8), 0);
            loop {
                (file, rank) = (file + right, rank + up);
                if !(0..size).contains(&file) || !(0..size).contains(&rank) {
                    break;
                }
                let bit = bits::bit(file as usize, rank as usize);
                if enemy & bit == 0 {
                    flips |= if own & bit != 0 { line } else { 0 };
                    break;
                }
                line |= bit;
            }
        }
        flips
    }

    fn compare<const N: usize>() {
        for seed in 0..5_000u64 {
            let random = |n: u64| hash::mix(hash::mix(seed) ^ n);
            // From nearly empty to full boards, and both balanced and one-sided.
            let taken = if seed % 3 == 0 { random(1) } else { random(1) | random(2) } & Squares::<N>::BOARD;
            let first = if seed % 2 == 0 { random(3) } else { random(3) & random(4) };
            let (own, enemy) = (taken & first, taken & !first);
            let mobility = Squares::<N>::mobility(own, enemy);
            for square in bits::squares(Squares::<N>::BOARD & !taken) {
                let flips = plain_flips(own, enemy, square, N as i32);
                assert_eq!(Squares::<N>::flips(own, enemy, square), flips, "{N}: {own:x} {enemy:x} {square}");
                assert_eq!(mobility >> square & 1 != 0, flips != 0, "{N}: {own:x} {enemy:x} {square}");
            }
            assert_eq!(mobility & (taken | !Squares::<N>::BOARD), 0);
        }
    }

    #[test]
    fn flips_and_mobility_are_those_of_walking_along_each_line() {
        compare::<4>();
        compare::<6>();
        compare::<8>();
    }

    #[test]
    fn edge_discs_are_stable_only_when_a_chain_leads_to_a_corner() {
        let row = |discs: u64| Squares::<8>::stable_edges(discs).count_ones();
        assert_eq!(row(0b0000_0111), 3);
        assert_eq!(row(0b0111_1110), 0);
        assert_eq!(row(0b1101_1001), 3);
        // h1 and a2 are not neighbours, whatever their bits.
        assert_eq!(row(0b1_1000_0000), 1);
    }
}
