//! The lines of the board and what they mean for a set of pieces: where pieces can go, and which of them hang together.

use crate::bits;

/// What there is to know about the lines of a board, made at compile time.
pub(super) struct Lines {
    /// For each direction and square the squares beyond it, up to the edge.
    rays: [[u64; 64]; 8],
    /// How many these are.
    reach: [[u8; 64]; 8],
    /// For each axis and square the whole line through it.
    lines: [[u64; 64]; 4],
}

/// Files and ranks by which a step moves. The directions 2a and 2a + 1 are the two ways along axis a.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// What a piece meets on the way that its line allows.
pub(super) enum Way {
    /// It may land on this square, which is empty or holds an enemy piece.
    Open(u8),
    /// An enemy piece stands between.
    Blocked,
    /// The way ends on an own piece or leaves the board.
    Nowhere,
}

impl Lines {
    pub const fn of(size: usize) -> Lines {
        let board = bits::board_mask(size, size);
        let mut lines = Lines { rays: [[0; 64]; 8], reach: [[0; 64]; 8], lines: [[0; 64]; 4] };
        let mut square = 0;
        while square < 64 {
            let mut direction = 0;
            while direction < 8 && board >> square & 1 != 0 {
                let (right, up) = DIRECTIONS[direction];
                let mut next = bits::shift(1 << square, right, up) & board;
                lines.lines[direction / 2][square] |= 1 << square;
                while next != 0 {
                    lines.rays[direction][square] |= next;
                    lines.reach[direction][square] += 1;
                    lines.lines[direction / 2][square] |= next;
                    next = bits::shift(next, right, up) & board;
                }
                direction += 1;
            }
            square += 1;
        }
        lines
    }

    /// The way of a piece in each of the eight directions.
    #[inline(always)]
    pub fn ways(&self, from: u8, own: u64, enemy: u64, mut meet: impl FnMut(usize, Way)) {
        let from = usize::from(from & 63);
        for axis in 0..4 {
            let pieces = (self.lines[axis][from] & (own | enemy)).count_ones() as u8;
            for direction in [2 * axis, 2 * axis + 1] {
                if pieces > self.reach[direction][from] {
                    meet(direction, Way::Nowhere);
                    continue;
                }
                let (right, up) = DIRECTIONS[direction];
                let to = (from as i32 + i32::from(pieces) * (8 * up + right)) as usize & 63;
                let between = self.rays[direction][from] & !self.rays[direction][to] & !(1 << to);
                meet(
                    direction,
                    match () {
                        () if between & enemy != 0 => Way::Blocked,
                        () if own >> to & 1 != 0 => Way::Nowhere,
                        () => Way::Open(to as u8),
                    },
                );
            }
        }
    }

    /// Every move of the pieces `own` that ends on one of the squares `onto`, as from and to.
    #[inline(always)]
    pub fn each_move(&self, own: u64, enemy: u64, onto: u64, play: impl FnMut(u8, u8)) {
        self.each_move_of(own, own, enemy, onto, play);
    }

    /// The same for some of the pieces only.
    #[inline(always)]
    pub fn each_move_of(&self, some: u64, own: u64, enemy: u64, onto: u64, mut play: impl FnMut(u8, u8)) {
        for from in bits::squares(some) {
            self.ways(from, own, enemy, |_, way| {
                if let Way::Open(to) = way
                    && onto >> to & 1 != 0
                {
                    play(from, to);
                }
            });
        }
    }

    /// Whether the pieces `own` have a move at all.
    pub fn can_move(&self, own: u64, enemy: u64) -> bool {
        bits::squares(own).any(|from| {
            let mut found = false;
            self.ways(from, own, enemy, |_, way| found |= matches!(way, Way::Open(_)));
            found
        })
    }

    /// The squares between two on one line.
    pub fn between(&self, from: u8, to: u8) -> u64 {
        let (from, to) = (usize::from(from & 63), usize::from(to & 63));
        let along = (0..8).find(|&direction| self.rays[direction][from] >> to & 1 != 0);
        along.map_or(0, |direction| self.rays[direction][from] & !self.rays[direction][to] & !(1 << to))
    }

    /// The squares next to `square` in this direction, if the board goes on there.
    #[inline(always)]
    pub fn next(&self, square: u8, direction: usize) -> u64 {
        let (right, up) = DIRECTIONS[direction];
        bits::shift(1 << square, right, up) & self.rays[direction][usize::from(square & 63)]
    }
}

/// The squares of `pieces` and all next to them, which on a small board may lie outside.
#[inline(always)]
pub(super) fn spread(pieces: u64) -> u64 {
    let row = pieces | (pieces & !bits::file_mask(7)) << 1 | (pieces & !bits::file_mask(0)) >> 1;
    row | row << 8 | row >> 8
}

/// The pieces that hang together with those in `group`, one of them or several.
#[inline(always)]
fn grow(mut group: u64, pieces: u64) -> u64 {
    loop {
        let grown = spread(group) & pieces;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Whether the pieces are one group. In most positions the first piece has few others with it, and filling its group ends after a step or two of some ten
/// instructions; so there is no check before it, such as the number of Euler that programs without bitboards keep.
#[inline(always)]
pub(super) fn is_connected(pieces: u64) -> bool {
    grow(pieces & pieces.wrapping_neg(), pieces) == pieces
}

/// How many groups the pieces form.
pub(super) fn groups(mut pieces: u64) -> u32 {
    let mut groups = 0;
    while pieces != 0 {
        pieces &= !grow(pieces & pieces.wrapping_neg(), pieces);
        groups += 1;
    }
    groups
}
