//! Picks the moves of a node in order of their keys.
//!
//! A key holds the ranks that the enhancements gave, the one with precedence in the highest bits, and at the bottom the index turned round, so
//! that keys are unique and equal ranks keep the order of generation. Most nodes are cut off early, so the first moves are selected one by one; the
//! rest is sorted once it is clear that it will be needed, or that no rank is left in it. Worth, and the tiers behind it, are found out only when no move is left that is in a tier before it:
//! see [`Search::pick`](super::Search::pick).

use super::Frame;
use super::walk::Walk;
use crate::enhance::WORTH_BITS;
use crate::game::Game;

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

/// A key with worth added, as far as that has room.
#[inline(always)]
pub(super) fn valued(key: i64, worth: i32, shift: u32) -> i64 {
    key | (i64::from(worth.clamp(-EVEN, EVEN - 1)) + i64::from(EVEN)) << shift
}

/// What stands in a key for a worth of 0.
const EVEN: i32 = 1 << (WORTH_BITS - 1);

/// The moves of a node being picked one by one.
pub enum Picker {
    /// By keys that have no worth yet, the best of those that are left each time.
    Tiers,
    /// By keys that have no worth yet and are in order from here on.
    SortedTiers,
    /// By keys, the best of those that are left each time; none of them has a rank that is not above this.
    Selecting(i64),
    /// By keys that are in order from here on.
    Sorted,
    /// In random order, without keys.
    Walking(Walk),
}

/// A node that was not cut off after this many moves will probably need them all.
const SELECTED: usize = 4;

impl Picker {
    /// By keys that are complete and have no worth.
    pub(super) const COMPLETE: Picker = Picker::Selecting(LAST_INDEX);

    /// By keys to which worth was added at this bit.
    #[inline(always)]
    pub(super) const fn with_worth(shift: u32) -> Picker {
        Picker::Selecting((EVEN as i64) << shift | LAST_INDEX)
    }

    /// The index of the best move left by keys that are complete; `turn` were taken before, and their keys stand in front.
    #[inline(always)]
    pub(crate) fn next(&mut self, keys: &mut [i64], turn: usize) -> usize {
        match self {
            Picker::Selecting(idle) if select(keys, turn, *idle) => *self = Picker::Sorted,
            Picker::Walking(walk) => return walk.step(),
            _ => {}
        }
        index(keys[turn])
    }
}

impl<G: Game> Frame<G> {
    /// The rank of the move that was picked at this turn, where moves are in order of one rank alone; see [`Frame::order_by`].
    #[inline(always)]
    pub(crate) fn rank_picked(&self, turn: usize) -> u32 {
        (self.keys[turn] >> (TOP - 32)) as u32
    }
}

/// Puts the best key left in its place, and perhaps all that follow: then it answers true.
#[inline(never)]
fn select(keys: &mut [i64], turn: usize, idle: i64) -> bool {
    let best = best(&keys[turn..]);
    put(keys, turn, best);
    let sorts = best <= idle || turn >= SELECTED;
    if sorts {
        sort(&mut keys[turn..]);
    }
    sorts
}

/// The same by tiers alone, if the best key left has a rank in one of them, that is reaches `floor`; otherwise nothing is changed, and it answers so.
#[inline(always)]
pub(super) fn select_tier(keys: &mut [i64], turn: usize, floor: i64) -> Option<Picker> {
    let best = best(&keys[turn..]);
    if best < floor {
        return None;
    }
    put(keys, turn, best);
    if turn < SELECTED {
        return Some(Picker::Tiers);
    }
    sort(&mut keys[turn..]);
    Some(Picker::SortedTiers)
}

#[inline(always)]
fn best(keys: &[i64]) -> i64 {
    keys.iter().fold(i64::MIN, |best, &key| best.max(key))
}

/// Swaps a key to its turn.
#[inline(always)]
fn put(keys: &mut [i64], turn: usize, key: i64) {
    // A key that nobody has moved stands at its index, and another one where the moves from place to place lead to.
    let mut at = index(key);
    while keys[at] != key {
        at = index(keys[at]);
    }
    keys.swap(turn, at);
}

/// Puts keys in order, the highest first.
pub(super) fn sort(keys: &mut [i64]) {
    keys.sort_unstable_by(|a, b| b.cmp(a));
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
        let mut picker = Picker::COMPLETE;
        let order: Vec<usize> = (0..8).map(|turn| picker.next(&mut keys, turn)).collect();
        assert_eq!(order, [3, 6, 1, 4, 7, 0, 2, 5]);
    }

    #[test]
    fn worth_can_be_negative_and_is_cut_to_its_room() {
        let worths = [5, i32::MIN, 0, -7, i32::MAX, 0, EVEN, -EVEN];
        let mut keys = Vec::new();
        begin(&mut keys, worths.len());
        keys.iter_mut().zip(worths).for_each(|(key, worth)| *key = valued(*key, worth, 20));
        assert!(keys.iter().all(|&key| (0..1 << (20 + WORTH_BITS)).contains(&key)));
        let mut picker = Picker::with_worth(20);
        let order: Vec<usize> = (0..worths.len()).map(|turn| picker.next(&mut keys, turn)).collect();
        assert_eq!(order, [4, 6, 0, 2, 5, 3, 1, 7]);
    }
}
