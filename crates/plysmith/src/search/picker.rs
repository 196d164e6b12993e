//! Picks the moves of a node in order of their keys.
//!
//! A key holds the ranks that the enhancements gave, the one with precedence in the highest bits, and at the bottom the index turned round, so
//! that keys are unique and equal ranks keep the order of generation. Most nodes are cut off early, so the first moves are selected one by one; the
//! rest is sorted once it is clear that it will be needed, or that no rank is left in it.

use crate::enhance::shuffle::Walk;

/// The bits that ranks may fill together.
pub const RANK_BITS: u32 = 63 - INDEX_BITS;

/// Ranks begin below this bit.
pub(crate) const TOP: u32 = 63;

const INDEX_BITS: u32 = 16;
const LAST_INDEX: i64 = (1 << INDEX_BITS) - 1;

/// Keys for `count` moves, without ranks.
#[inline(always)]
pub(super) fn begin(keys: &mut Vec<i64>, count: usize) {
    keys.clear();
    keys.extend((0..count as i64).map(|index| LAST_INDEX - index));
}

/// A key with a rank added.
#[inline(always)]
pub(super) fn ranked(key: i64, rank: u32, shift: u32) -> i64 {
    key | i64::from(rank) << shift
}

/// The moves of a node being picked one by one.
pub(crate) enum Picker {
    /// By keys, the best of those that are left each time.
    Selecting,
    /// By keys that are in order from here on.
    Sorted,
    /// In random order, without keys.
    Walking(Walk),
}

/// A node that was not cut off after this many moves will probably need them all.
const SELECTED: usize = 4;

impl Picker {
    /// The index of the best move left; `turn` were taken before, and their keys stand in front.
    #[inline(always)]
    pub(crate) fn next(&mut self, keys: &mut [i64], turn: usize) -> usize {
        match self {
            Picker::Sorted => {}
            Picker::Selecting if select(keys, turn) => *self = Picker::Sorted,
            Picker::Selecting => {}
            Picker::Walking(walk) => return walk.step(),
        }
        index(keys[turn])
    }
}

/// Puts the best key left in its place, and perhaps all that follow: then it answers true.
#[inline(never)]
fn select(keys: &mut [i64], turn: usize) -> bool {
    let best = keys[turn..].iter().fold(i64::MIN, |best, &key| best.max(key));
    // A key that nobody has moved stands at its index, and another one where the moves from place to place lead to.
    let mut at = index(best);
    while keys[at] != best {
        at = index(keys[at]);
    }
    keys.swap(turn, at);
    let sorts = best <= LAST_INDEX || turn >= SELECTED;
    if sorts {
        keys[turn..].sort_unstable_by(|a, b| b.cmp(a));
    }
    sorts
}

/// The index of the move that a key belongs to.
#[inline(always)]
pub(super) fn index(key: i64) -> usize {
    (LAST_INDEX - (key & LAST_INDEX)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_first_and_ties_keep_their_order() {
        let mut keys = Vec::new();
        begin(&mut keys, 8);
        for (index, rank, shift) in [(3, 2, 40), (1, 7, 20), (4, 7, 20), (6, 9, 20), (7, 3, 20)] {
            keys[index] = ranked(keys[index], rank, shift);
        }
        let mut picker = Picker::Selecting;
        let order: Vec<usize> = (0..8).map(|turn| picker.next(&mut keys, turn)).collect();
        assert_eq!(order, [3, 6, 1, 4, 7, 0, 2, 5]);
    }
}
