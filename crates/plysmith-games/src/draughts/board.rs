//! The board in the bits of a `u32`, and all that moves on it.
//!
//! Bit 0 is square 1. With `HALF` squares in a row, every square has a neighbour `HALF` further down or up; the second neighbour is one more in
//! even rows, which begin with a light square, and one less in odd rows. A jump always leads 2 × `HALF` ± 1 squares away.

use plysmith::game::Side;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces of the first side, Black, and of the second, White.
    pub(super) of: [u32; 2],
    /// Which of all these are kings.
    pub(super) kings: u32,
    pub(super) side: Side,
    /// Plies without a capture or a man's move.
    pub(super) quiet: u8,
}

/// A step, or a whole chain of jumps. Squares count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it ends, which may be where it began.
    pub to: u8,
    /// The squares that it captures: bit 0 is square 1.
    pub captured: u32,
}

/// One jump out of a chain; `over` is empty where there is none.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub over: u32,
    pub to: u8,
}

/// The four diagonals. Black's men know the first two, White's the others.
#[derive(Clone, Copy)]
pub(super) enum Diagonal {
    DownLeft,
    DownRight,
    UpLeft,
    UpRight,
}

/// What depends on the size of the board, which is that of its type.
pub(super) struct Shape<const N: usize>;

impl<const N: usize> Shape<N> {
    /// Squares in a row.
    pub const HALF: u32 = {
        assert!(N == 6 || N == 8, "boards of 6×6 and 8×8");
        N as u32 / 2
    };
    pub const SQUARES: usize = N * N / 2;
    pub const BOARD: u32 = u32::MAX >> (32 - Self::SQUARES);
    /// Men of a side at the beginning: all but the two rows in the middle are full.
    pub const MEN: u32 = Self::HALF * (Self::HALF - 1);
    /// The row where each side's men are crowned.
    pub const LAST: [u32; 2] = [Self::row(N - 1), Self::row(0)];
    pub const EVEN_ROWS: u32 = Self::rows(0);
    pub const ODD_ROWS: u32 = Self::rows(1);
    /// The squares with a neighbour `HALF` + 1 further down and `HALF` - 1 further up.
    const WIDE: u32 = Self::EVEN_ROWS & !Self::file(N - 1);
    /// The squares with a neighbour `HALF` - 1 further down and `HALF` + 1 further up.
    const NARROW: u32 = Self::ODD_ROWS & !Self::file(0);
    pub const JUMPS: &'static [[Jump; 4]; 32] = &Self::all_jumps();

    pub const fn row(row: usize) -> u32 {
        ((1 << Self::HALF) - 1) << (row * N / 2)
    }

    const fn rows(first: usize) -> u32 {
        let (mut rows, mut row) = (0, first);
        while row < N {
            rows |= Self::row(row);
            row += 2;
        }
        rows
    }

    pub const fn file(file: usize) -> u32 {
        let (mut squares, mut square) = (0, 0);
        while square < Self::SQUARES {
            if Self::row_and_file(square).1 == file {
                squares |= 1 << square;
            }
            square += 1;
        }
        squares
    }

    /// Both from 0 at the top left.
    pub const fn row_and_file(square: usize) -> (usize, usize) {
        let (row, place) = (square / (N / 2), square % (N / 2));
        (row, 2 * place + 1 - row % 2)
    }

    const fn all_jumps() -> [[Jump; 4]; 32] {
        let diagonals = [Diagonal::DownLeft, Diagonal::DownRight, Diagonal::UpLeft, Diagonal::UpRight];
        let mut jumps = [[Jump { over: 0, to: 0 }; 4]; 32];
        let mut square = 0;
        while square < Self::SQUARES {
            let mut way = 0;
            while way < 4 {
                let over = Self::shift(1 << square, diagonals[way]);
                let to = Self::shift(over, diagonals[way]);
                if to != 0 {
                    jumps[square][way] = Jump { over, to: to.trailing_zeros() as u8 };
                }
                way += 1;
            }
            square += 1;
        }
        jumps
    }

    /// Every square moved by one along a diagonal; what leaves the board is gone.
    #[inline(always)]
    pub const fn shift(squares: u32, way: Diagonal) -> u32 {
        let half = Self::HALF;
        let (even, odd) = (squares & Self::EVEN_ROWS, squares & Self::ODD_ROWS);
        let (wide, narrow) = (squares & Self::WIDE, squares & Self::NARROW);
        Self::BOARD
            & match way {
                Diagonal::DownLeft => even << half | narrow << (half - 1),
                Diagonal::DownRight => odd << half | wide << (half + 1),
                Diagonal::UpLeft => even >> half | narrow >> (half + 1),
                Diagonal::UpRight => odd >> half | wide >> (half - 1),
            }
    }

    /// The squares one step down.
    #[inline(always)]
    pub const fn down(squares: u32) -> u32 {
        let half = Self::HALF;
        Self::BOARD & (squares << half | (squares & Self::WIDE) << (half + 1) | (squares & Self::NARROW) << (half - 1))
    }

    /// The squares one step up.
    #[inline(always)]
    pub const fn up(squares: u32) -> u32 {
        let half = Self::HALF;
        squares >> half | (squares & Self::WIDE) >> (half - 1) | (squares & Self::NARROW) >> (half + 1)
    }

    /// The squares from which a jump down over one of `enemy` reaches one of `empty`.
    #[inline(always)]
    const fn jumpers_down(enemy: u32, empty: u32) -> u32 {
        let half = Self::HALF;
        let first = enemy & (Self::NARROW & empty >> (half - 1) | Self::WIDE & empty >> (half + 1));
        let second = enemy & empty >> half;
        first >> half | Self::NARROW & second >> (half - 1) | Self::WIDE & second >> (half + 1)
    }

    /// The squares from which a jump up over one of `enemy` reaches one of `empty`.
    #[inline(always)]
    const fn jumpers_up(enemy: u32, empty: u32) -> u32 {
        let half = Self::HALF;
        let first = enemy & (Self::NARROW & empty << (half + 1) | Self::WIDE & empty << (half - 1));
        let second = enemy & empty << half;
        first << half | Self::NARROW & second << (half + 1) | Self::WIDE & second << (half - 1)
    }
}

/// The numbers of the squares that are set, from the top left.
#[inline(always)]
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}

impl Board {
    /// All men where they begin, and Black, the first side, to move.
    pub(super) fn start<const N: usize>() -> Board {
        let men = (1 << Shape::<N>::MEN) - 1;
        Board { of: [men, men << (Shape::<N>::SQUARES as u32 - Shape::<N>::MEN)], kings: 0, side: Side::First, quiet: 0 }
    }

    #[inline(always)]
    pub(super) fn own(&self) -> u32 {
        self.of[self.side.index()]
    }

    #[inline(always)]
    pub(super) fn enemy(&self) -> u32 {
        self.of[self.side.other().index()]
    }

    #[inline(always)]
    pub(super) fn empty<const N: usize>(&self) -> u32 {
        Shape::<N>::BOARD & !(self.of[0] | self.of[1])
    }

    #[inline(always)]
    pub(super) fn is_king(&self, square: u8) -> bool {
        self.kings >> square & 1 != 0
    }

    /// The pieces of a side that can move down, and those that can move up.
    #[inline(always)]
    pub(super) fn down_and_up(&self, side: Side) -> (u32, u32) {
        let pieces = self.of[side.index()];
        match side {
            Side::First => (pieces, pieces & self.kings),
            Side::Second => (pieces & self.kings, pieces),
        }
    }

    /// The pieces of a side that can capture, whoever is to move.
    #[inline(always)]
    pub(super) fn jumpers<const N: usize>(&self, side: Side) -> u32 {
        let (down, up) = self.down_and_up(side);
        let (enemy, empty) = (self.of[side.other().index()], self.empty::<N>());
        down & Shape::<N>::jumpers_down(enemy, empty) | up & Shape::<N>::jumpers_up(enemy, empty)
    }

    /// The jumps that a piece knows.
    #[inline(always)]
    pub(super) fn ways(&self, square: u8) -> std::ops::Range<usize> {
        match self.side {
            _ if self.is_king(square) => 0..4,
            Side::First => 0..2,
            Side::Second => 2..4,
        }
    }

    /// Adds every legal move.
    #[inline]
    pub(super) fn add_moves<const N: usize>(&self, moves: &mut Vec<Move>) {
        let jumpers = self.jumpers::<N>(self.side);
        if jumpers != 0 {
            self.add_jumps::<N>(jumpers, moves);
        } else {
            self.each_step::<N>(|targets, back| {
                moves.extend(squares(targets).map(|to| Move { from: (i32::from(to) - back) as u8, to, captured: 0 }));
            });
        }
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count_moves<const N: usize>(&self, scratch: &mut Vec<Move>) -> usize {
        let jumpers = self.jumpers::<N>(self.side);
        if jumpers != 0 {
            scratch.clear();
            self.add_jumps::<N>(jumpers, scratch);
            return scratch.len();
        }
        let mut count = 0;
        self.each_step::<N>(|targets, _| count += targets.count_ones());
        count as usize
    }

    /// Tells the squares onto which own pieces can step, those that lie equally far from where they step together, with how far that is.
    #[inline(always)]
    fn each_step<const N: usize>(&self, mut tell: impl FnMut(u32, i32)) {
        let (half, empty) = (Shape::<N>::HALF, self.empty::<N>());
        let (down, up) = self.down_and_up(self.side);
        if down != 0 {
            tell(down << half & empty, half as i32);
            tell((down & Shape::<N>::WIDE) << (half + 1) & empty, half as i32 + 1);
            tell((down & Shape::<N>::NARROW) << (half - 1) & empty, half as i32 - 1);
        }
        if up != 0 {
            tell(up >> half & empty, -(half as i32));
            tell((up & Shape::<N>::WIDE) >> (half - 1) & empty, 1 - half as i32);
            tell((up & Shape::<N>::NARROW) >> (half + 1) & empty, -1 - half as i32);
        }
    }

    /// Adds every capture of the own pieces `jumpers`.
    #[inline]
    pub(super) fn add_jumps<const N: usize>(&self, jumpers: u32, moves: &mut Vec<Move>) {
        for from in squares(jumpers) {
            let chain = Chain {
                from,
                enemy: self.enemy(),
                // The square that the piece leaves is free for its own chain.
                empty: self.empty::<N>() | 1 << from,
                // Those of the piece as it was before the move: a man on the last row finds nothing before it and stops.
                ways: self.ways(from),
                first: moves.len(),
            };
            chain.extend::<N>(from, 0, moves);
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play<const N: usize>(&mut self, mv: Move) {
        let (own, enemy) = (self.side.index(), self.side.other().index());
        let king = self.is_king(mv.from);
        self.quiet = if king && mv.captured == 0 { self.quiet + 1 } else { 0 };
        self.of[enemy] &= !mv.captured;
        // In this order a piece that ends where it began stays on the board.
        self.of[own] = self.of[own] & !(1 << mv.from) | 1 << mv.to;
        self.kings &= !(mv.captured | 1 << mv.from);
        self.kings |= (u32::from(king) << mv.to) | (Shape::<N>::LAST[own] & 1 << mv.to);
        self.side = self.side.other();
    }

    /// The position after a legal move.
    pub(super) fn after<const N: usize>(&self, mv: Move) -> Board {
        let mut after = self.clone();
        after.play::<N>(mv);
        after
    }
}

/// What stays the same along the jumps of one piece.
struct Chain {
    from: u8,
    enemy: u32,
    empty: u32,
    ways: std::ops::Range<usize>,
    /// The moves of this piece begin here.
    first: usize,
}

impl Chain {
    /// Adds every complete chain that begins with the captures so far. Landing squares are two rows apart and captured pieces lie between, so
    /// it does not matter that captured pieces stay on the board until the end, only that none is jumped twice.
    fn extend<const N: usize>(&self, at: u8, captured: u32, moves: &mut Vec<Move>) {
        let mut ends = true;
        for jump in &Shape::<N>::JUMPS[usize::from(at)][self.ways.clone()] {
            if self.enemy & !captured & jump.over != 0 && self.empty >> jump.to & 1 != 0 {
                ends = false;
                self.extend::<N>(jump.to, captured | jump.over, moves);
            }
        }
        // Only a king can capture the same pieces on two ways.
        let mv = Move { from: self.from, to: at, captured };
        if ends && !(self.ways.len() == 4 && moves[self.first..].contains(&mv)) {
            moves.push(mv);
        }
    }
}
