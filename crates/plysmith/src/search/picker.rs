//! Picks the moves of a node in order of their keys.
//!
//! A key holds the ranks that the enhancements gave, the one with precedence in the highest bits, and at the bottom the index turned round, so
//! that keys are unique and equal ranks keep the order of generation.

/// The bits that ranks may fill together.
pub const RANK_BITS: u32 = 64 - INDEX_BITS;

const INDEX_BITS: u32 = 16;
const LAST_INDEX: u64 = (1 << INDEX_BITS) - 1;

/// Keys for `count` moves, without ranks.
#[inline(always)]
pub(super) fn begin(keys: &mut Vec<u64>, count: usize) {
    keys.clear();
    keys.extend((0..count as u64).map(|index| LAST_INDEX - index));
}

#[inline(always)]
pub(super) fn rank(keys: &mut [u64], index: usize, rank: u32, shift: u32) {
    keys[index] |= u64::from(rank) << shift;
}

/// The index of the best move not yet taken; `turn` were taken before.
#[inline(always)]
pub(super) fn next(keys: &mut [u64], turn: usize) -> usize {
    let mut best = turn;
    for i in turn + 1..keys.len() {
        if keys[i] > keys[best] {
            best = i;
        }
    }
    keys.swap(turn, best);
    index(keys[turn])
}

/// The index of the move that a key belongs to.
#[inline(always)]
pub(super) fn index(key: u64) -> usize {
    (LAST_INDEX - (key & LAST_INDEX)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_first_and_ties_keep_their_order() {
        let mut keys = Vec::new();
        begin(&mut keys, 5);
        rank(&mut keys, 3, 2, 40);
        rank(&mut keys, 1, 7, 20);
        rank(&mut keys, 4, 7, 20);
        let order: Vec<usize> = (0..5).map(|turn| next(&mut keys, turn)).collect();
        assert_eq!(order, [3, 1, 4, 0, 2]);
    }
}
