//! The atomic move features of Breakthrough: the set of the thesis on extension features, with its groups and trees.
//!
//! Where the thesis leaves the meaning open: the file ahead is free if no piece of either side stands on it beyond the destination; the squares around a
//! move are those around its destination, of which more than half of the board squares are to be own pieces. On smaller boards rank regions are
//! quarters, and the edge is the outer quarter of the files.

use plysmith::game::AtomCard;

use super::{Board, Breakthrough, Move};
use crate::bits;

const fn atom(name: &'static str, about: &'static str, group: &'static str, parent: Option<&'static str>, keep: bool) -> AtomCard {
    AtomCard { name, about, group, parent, keep }
}

/// The list; the bit of an atom is its place in it. The marks are those of the thesis's variant with knowledge.
pub(super) const ATOMS: &[AtomCard] = &[
    atom("Ud", "the destination is not attacked", "Ud", None, false),
    atom("PP", "the file ahead is free up to the last row", "PP", None, false),
    atom("Rc", "captures the piece that moved last", "capture", None, false),
    atom("C", "captures", "capture", None, false),
    atom("Ms", "most squares around are own pieces", "Ms", None, false),
    atom("Rdb", "to the own half", "rank", None, true),
    atom("RdBb", "to the first two rows", "rank", Some("Rdb"), false),
    atom("RdBt", "to the third or fourth row", "rank", Some("Rdb"), false),
    atom("Rdt", "to the far half", "rank", None, true),
    atom("RdTb", "to the fifth or sixth row", "rank", Some("Rdt"), false),
    atom("RdTt", "to the last two rows", "rank", Some("Rdt"), false),
    atom("Edg", "to one of the two outer files of either side", "file", None, true),
    atom("Mr", "to one of the files in the middle", "file", None, false),
    atom("Udp", "not attacked and opposite an enemy piece, about to go around it", "Udp", None, false),
    atom("Bv2", "blocks an enemy piece from the front, with an own piece behind", "Bv2", None, false),
];

/// The bit of an atom.
const fn bit(name: &str) -> u64 {
    let mut index = 0;
    while index < ATOMS.len() {
        if same(ATOMS[index].name, name) {
            return 1 << index;
        }
        index += 1;
    }
    panic!("no such atom");
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

const UD: u64 = bit("Ud");
const PP: u64 = bit("PP");
const RC: u64 = bit("Rc");
const C: u64 = bit("C");
const MS: u64 = bit("Ms");
const RDB: u64 = bit("Rdb");
const RDBB: u64 = bit("RdBb");
const RDBT: u64 = bit("RdBt");
const RDT: u64 = bit("Rdt");
const RDTB: u64 = bit("RdTb");
const RDTT: u64 = bit("RdTt");
const EDG: u64 = bit("Edg");
const MR: u64 = bit("Mr");
const UDP: u64 = bit("Udp");
const BV2: u64 = bit("Bv2");

/// The atoms that hold for some destinations in one position and for others in the next.
const CHANGING: u64 = UD | PP | RC | C | MS | UDP | BV2;

impl<const FILES: usize, const RANKS: usize, const ROWS: usize> Breakthrough<FILES, RANKS, ROWS> {
    /// The squares of a quarter of the ranks, from the own side.
    const QUARTERS: [u64; 4] = {
        let (mut quarters, mut rank) = ([0; 4], 0);
        while rank < RANKS {
            quarters[rank * 4 / RANKS] |= bits::rank_mask(rank);
            rank += 1;
        }
        quarters
    };

    /// The outer files.
    const EDGE: u64 = {
        let (mut edge, mut file) = (0, 0);
        while file < FILES / 4 || file == 0 {
            edge |= bits::file_mask(file) | bits::file_mask(FILES - 1 - file);
            file += 1;
        }
        edge
    };

    /// The atoms that follow from the destination, whatever stands where.
    const STILL: [u16; 64] = {
        let [back, middle, far, last] = Self::QUARTERS;
        let edge = Self::EDGE;
        let regions = [
            (RDB, back | middle),
            (RDBB, back),
            (RDBT, middle),
            (RDT, far | last),
            (RDTB, far),
            (RDTT, last),
            (EDG, edge),
            (MR, !edge),
        ];
        let (mut still, mut square) = ([0; 64], 0);
        while square < 64 {
            let mut at = 0;
            while at < regions.len() {
                if regions[at].1 >> square & 1 != 0 {
                    still[square] |= regions[at].0 as u16;
                }
                at += 1;
            }
            square += 1;
        }
        still
    };

    /// The atoms of a move that follow from its destination alone, of those that are wanted.
    #[inline(always)]
    fn still(mv: Move, wanted: u64) -> u64 {
        u64::from(Self::STILL[usize::from(mv.to) % 64]) & wanted
    }

    /// Adds the atoms of each move that are wanted. All say something of the destination: the squares for which an atom holds are found out once for all
    /// moves, if they are not known before.
    #[inline]
    pub(super) fn add_atoms(board: &Board, previous: Option<Move>, moves: &[Move], wanted: u64, atoms: &mut Vec<u64>) {
        let (before, changing) = (atoms.len(), wanted & CHANGING);
        let one = changing.trailing_zeros() % 64;
        let squares = Self::squares_with(board, previous, changing & changing.wrapping_neg());
        atoms.extend(moves.iter().map(|&mv| Self::still(mv, wanted) | (squares >> mv.to & 1) << one));
        let rest = changing & changing.wrapping_sub(1);
        if rest != 0 || wanted & BV2 != 0 {
            Self::add_further(board, previous, moves, rest, &mut atoms[before..]);
        }
    }

    /// What [`Self::add_atoms`] leaves, two atoms at a time. What moves straight ahead leaves nobody behind.
    fn add_further(board: &Board, previous: Option<Move>, moves: &[Move], wanted: u64, atoms: &mut [u64]) {
        let mut places = bits::squares(wanted);
        while let Some(one) = places.next() {
            let other = places.next().unwrap_or(one);
            let squares = [one, other].map(|place| Self::squares_with(board, previous, 1 << place));
            for (atoms, mv) in atoms.iter_mut().zip(moves) {
                *atoms |= (squares[0] >> mv.to & 1) << one | (squares[1] >> mv.to & 1) << other;
            }
        }
        for (atoms, _) in atoms.iter_mut().zip(moves).filter(|(_, mv)| mv.to - mv.from == 8) {
            *atoms &= !BV2;
        }
    }

    /// The atoms of one move that are wanted.
    #[inline]
    pub(super) fn atoms_of_one(board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        let mut atoms = Self::still(mv, wanted);
        for place in bits::squares(wanted & CHANGING) {
            atoms |= (Self::squares_with_one(board, previous, 1 << place) >> mv.to & 1) << place;
        }
        if mv.to - mv.from == 8 {
            atoms &= !BV2;
        }
        atoms
    }

    /// The same as [`Self::squares_with`]. Not inlined: in a loop the squares of all atoms would be found out before it.
    #[inline(never)]
    fn squares_with_one(board: &Board, previous: Option<Move>, atom: u64) -> u64 {
        Self::squares_with(board, previous, atom)
    }

    /// The destinations for which an atom holds that changes with the position.
    #[inline(always)]
    fn squares_with(board: &Board, previous: Option<Move>, atom: u64) -> u64 {
        let opposed = (board.enemy & Self::BOARD) >> 8;
        match atom {
            UD => !Self::attacked(board),
            PP => {
                let mut beyond = (board.own | board.enemy) & Self::BOARD;
                beyond |= beyond >> 8;
                beyond |= beyond >> 16;
                beyond |= beyond >> 32;
                !(beyond >> 8)
            }
            C => board.enemy,
            MS => Self::among_own(board),
            // The last move was seen from the other side.
            RC => previous.map_or(0, |mv| board.enemy & bits::flip(1 << mv.to, RANKS)),
            UDP => opposed & !Self::attacked(board),
            BV2 => opposed & board.own << 8,
            _ => 0,
        }
    }

    /// The destinations with own pieces on most of the squares around, without the one that moves: it comes from one of them.
    #[inline(always)]
    fn among_own(board: &Board) -> u64 {
        let own = board.own & Self::BOARD;
        let (left, right) = ((own & !bits::file_mask(0)) >> 1, (own & !bits::file_mask(FILES - 1)) << 1);
        let row = [left, own, right];
        // How many there are around each square, a binary digit a board: the rows above and below have three squares, the own one two.
        let sum = |[a, b, c]: [u64; 3]| [a ^ b ^ c, a & b | c & (a ^ b)];
        let ([above, aboves], [below, belows]) = (sum(row.map(|row| row << 8)), sum(row.map(|row| row >> 8)));
        let [ones, carried] = sum([above, below, left ^ right]);
        let [some, fours] = sum([aboves, belows, left & right]);
        let (twos, fours, eights) = (some ^ carried, fours ^ (some & carried), fours & some & carried);
        let (three, four, six) = (eights | fours | twos & ones, eights | fours, eights | fours & twos);
        let (sides, ends) = (bits::file_mask(0) | bits::file_mask(FILES - 1), bits::rank_mask(0) | bits::rank_mask(RANKS - 1));
        // Of three squares around it takes two beside the one that moves, of five three and of eight five.
        sides & ends & three | (sides ^ ends) & four | !(sides | ends) & six
    }
}
