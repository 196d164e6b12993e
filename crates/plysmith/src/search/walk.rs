//! Moves in random order without keys: where the ranks are multiples of one number, the next move follows from the one before.
//!
//! By the three-distance theorem (V. Sós, 1958).

/// The bits of the ranks in whose order a walk goes: the highest of the multiples.
pub(crate) const RANK_BITS: u32 = 16;

/// The moves of a node in the order that the ranks alone would give: the next one to try is known by the last.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// The numbers of the moves with the lowest and with the highest rank, counted from 1.
    ends: [u16; 2],
    count: u16,
    /// The number of the last move, 0 before the first.
    at: u16,
}

impl Walk {
    /// For so many moves; none if two of them could have the same rank.
    #[inline(always)]
    pub(crate) fn new(step: u64, count: usize) -> Option<Walk> {
        let mut ends = Ends::beginning(step, count);
        while ends.lowest + ends.highest <= count as u64 {
            ends.narrow();
        }
        // No two are nearer to each other than one of them is to zero: so there are fewer than ranks.
        let differ = ends.low.min(ends.high) >> (64 - RANK_BITS) > 0;
        differ.then_some(Walk { ends: [ends.lowest as u16, ends.highest as u16], count: count as u16, at: 0 })
    }

    /// The index of the move with the next lower rank.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> usize {
        let [lowest, highest] = self.ends.map(usize::from);
        let at = usize::from(self.at);
        let beyond = at + highest;
        let next = if beyond <= self.count.into() { beyond } else { (if at >= lowest { at } else { beyond }) - lowest };
        self.at = next as u16;
        next - 1
    }
}

/// By so many high bits of a number it is known which of its first multiples are the least and the greatest,
const KNOWN_BITS: u32 = 9;
/// and of no more multiples than this, so that it is of use to nodes with as many moves.
const KNOWN: u64 = 16;
static KNOWN_ENDS: [[u8; 2]; 1 << KNOWN_BITS] = Ends::known();

/// Of the first multiples of a number, the least and the greatest: which they are, and how far from zero on either side.
#[derive(Clone, Copy, Debug)]
struct Ends {
    lowest: u64,
    highest: u64,
    low: u64,
    high: u64,
}

impl Ends {
    /// Of the number itself, or of as many multiples as all numbers with the same high bits have in common, if there are so many moves.
    #[inline(always)]
    fn beginning(step: u64, count: usize) -> Ends {
        let [lowest, highest] = KNOWN_ENDS[(step >> (64 - KNOWN_BITS)) as usize].map(u64::from);
        // The larger is as many as were looked at before.
        let (lowest, highest) = if lowest.max(highest) <= count as u64 { (lowest, highest) } else { (1, 1) };
        Ends::of(step, lowest, highest)
    }

    const fn of(step: u64, lowest: u64, highest: u64) -> Ends {
        Ends { lowest, highest, low: step.wrapping_mul(lowest), high: step.wrapping_mul(highest).wrapping_neg() }
    }

    /// The next multiple that is nearer to zero is the sum of both.
    #[inline(always)]
    const fn narrow(&mut self) {
        // On which side is as good as random, so that to branch here would be most of the work.
        let lower = self.is_lower();
        (self.low, self.high) = (self.low - (self.high & lower), self.high - (self.low & !lower));
        (self.lowest, self.highest) = (self.lowest + (self.highest & lower), self.highest + (self.lowest & !lower));
    }

    /// All bits if the next one is the least.
    const fn is_lower(&self) -> u64 {
        ((self.low > self.high) as u64).wrapping_neg()
    }

    /// What the multiples of all numbers with the same high bits have in common, for each of these: as long as the first and the last of them agree.
    const fn known() -> [[u8; 2]; 1 << KNOWN_BITS] {
        let (mut known, mut at) = ([[1; 2]; 1 << KNOWN_BITS], 0);
        while at < known.len() {
            let first = (at as u64) << (64 - KNOWN_BITS) | 1;
            let last = first | (u64::MAX >> KNOWN_BITS);
            let (mut one, mut other) = (Ends::of(first, 1, 1), Ends::of(last, 1, 1));
            while one.lowest + one.highest <= KNOWN && one.is_lower() == other.is_lower() {
                one.narrow();
                other.narrow();
            }
            known[at] = [one.lowest as u8, one.highest as u8];
            at += 1;
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hash;

    #[test]
    fn a_walk_is_in_the_order_of_the_ranks() {
        let (mut drawn, mut walks) = (1, 0);
        for count in (1..40).chain([100, 1_000]) {
            for _ in 0..50 {
                drawn = hash::mix(drawn);
                let step = drawn | 1;
                let rank = |index: usize| (step.wrapping_mul(index as u64 + 1) >> (64 - RANK_BITS)) as u32;
                let mut sorted: Vec<usize> = (0..count).collect();
                sorted.sort_by_key(|&index| std::cmp::Reverse(rank(index)));
                let distinct = sorted.windows(2).all(|pair| rank(pair[0]) != rank(pair[1]));
                let Some(mut walk) = Walk::new(step, count) else { continue };
                assert!(distinct, "{count} multiples of {step}");
                walks += 1;
                let walked: Vec<usize> = (0..count).map(|_| walk.step()).collect();
                assert_eq!(walked, sorted, "{count} multiples of {step}");
            }
        }
        assert!(walks > 1_900, "{walks}");
        // A small number takes long to come round.
        assert!(Walk::new(1, 3).is_none() && Walk::new(u64::MAX, 3).is_none() && Walk::new(1 << 48 | 1, 3).is_some());
    }
}
