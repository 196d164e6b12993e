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
const RANKS_OF: [u64; 4] = [bit("Rdb") | bit("RdBb"), bit("Rdb") | bit("RdBt"), bit("Rdt") | bit("RdTb"), bit("Rdt") | bit("RdTt")];
const EDG: u64 = bit("Edg");
const MR: u64 = bit("Mr");
const UDP: u64 = bit("Udp");
const BV2: u64 = bit("Bv2");

impl<const FILES: usize, const RANKS: usize, const ROWS: usize> Breakthrough<FILES, RANKS, ROWS> {
    /// The atoms of a move; what costs more than a comparison is looked at only if somebody wants it.
    #[inline]
    pub(super) fn atoms_of_move(board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        let (file, rank) = (usize::from(mv.to % 8), usize::from(mv.to / 8));
        let to = 1u64 << mv.to;
        let own = board.own & !(1 << mv.from);
        let holds = |atom: u64, is: bool| if is { atom } else { 0 };
        let mut atoms = RANKS_OF[rank * 4 / RANKS];
        let edge = (FILES / 4).max(1);
        atoms |= if file < edge || file >= FILES - edge { EDG } else { MR };
        let captures = board.enemy & to != 0;
        // The last move was seen from the other side.
        let last = previous.map(|mv| 8 * (RANKS - 1 - usize::from(mv.to / 8)) + usize::from(mv.to % 8));
        atoms |= holds(C, captures) | holds(RC, captures && last == Some(usize::from(mv.to)));
        let is_opposed = board.enemy & to << 8 & Self::BOARD != 0;
        if wanted & (UD | UDP) != 0 {
            let is_safe = Self::attacked(board) & to == 0;
            atoms |= holds(UD, is_safe) | holds(UDP, is_safe && is_opposed);
        }
        if wanted & PP != 0 {
            let ahead = bits::file_mask(file) & !(to | (to - 1));
            atoms |= holds(PP, (board.own | board.enemy) & ahead & Self::BOARD == 0);
        }
        if wanted & MS != 0 {
            let row = to | (to & !bits::file_mask(0)) >> 1 | (to & !bits::file_mask(FILES - 1)) << 1;
            let around = (row | row << 8 | row >> 8) & !to & Self::BOARD;
            atoms |= holds(MS, 2 * (own & around).count_ones() > around.count_ones());
        }
        atoms |= holds(BV2, is_opposed && own & to >> 8 != 0);
        atoms & wanted
    }
}
