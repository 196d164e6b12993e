//! Moves in random order, where no other enhancement ranks them: for experiments that must not depend on how a game happens to generate its moves.
//!
//! Every node draws a new order from the seed and the number of orders drawn before, so that equal searches stay equal. With history on, which has an
//! opinion about every move and fills the key, there would be nothing left to shuffle. Origin: the plain engine in P. Skowronski's study of extension features,
//! 2009. It risks the nodes that a lucky generation order saves.
//!
//! The ranks are the multiples of a number, so that where no other enhancement ranks moves they need not be compared: by the three-distance theorem (V. Sós, 1958) the next one in
//! order follows from the one before.

use super::{Card, Category, Choices, Choosing, Enhancement, Parameters};
use crate::game::{Game, hash};
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Picker, Search};

crate::parameters! {
    seed: i32 = 1, 0, 1_000_000, "the seed of the orders";
}

const RANK_BITS: u32 = 16;

/// See the [module](self).
pub struct Shuffle;

impl Enhancement for Shuffle {
    type Params = Params;
    /// What the next order is drawn from.
    type Memory = u64;

    const CARD: Card = Card {
        name: "shuffle",
        about: "try moves in random order where nothing else decides, for experiments",
        category: Category::Order,
        preserves: Some("always"),
        risks: "the nodes that a lucky generation order saves",
        needs: &[],
        excludes: &["history"],
        capabilities: &[],
        origin: "Skowronski 2009",
        parameters: Params::CARDS,
        rank_bits: RANK_BITS,
    };
    // It is there for experiments: whatever it gains is luck.
    const CHOOSING: Choosing = Choosing::NEVER;

    fn begin_search(params: &Params, memory: &mut u64) {
        *memory = hash::mix(hash::mix(params.seed as u64));
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node, shift: u32) {
        let step = draw(&mut search.memory.shuffle);
        let mut product = 0_u64;
        here.rank_all(shift, || {
            product = product.wrapping_add(step);
            (product >> (64 - RANK_BITS)) as u32
        });
    }
}

/// The golden ratio of 64 bits, made odd.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The index times an odd number, which is another one at every node, is spread over the high bits. The one for the next node is mixed now, when nobody waits for it.
#[inline(always)]
fn draw(memory: &mut u64) -> u64 {
    let drawn = (*memory | 1).wrapping_mul(SPREAD);
    *memory = hash::mix(*memory);
    drawn
}

impl Choices {
    /// Moves are in random order wherever they are not in that of the principal variation.
    pub(crate) fn shuffles(&self) -> bool {
        let others = Choices { shuffle: None, pv_first: None, ..*self };
        self.shuffle.is_some() && !others.orders_anywhere()
    }
}

/// The moves of a node in the order that the ranks alone would give: the next one to try is known by the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    /// The numbers of the moves with the lowest and with the highest rank, counted from 1.
    ends: [u16; 2],
    count: u16,
    /// The number of the last move, 0 before the first.
    at: u16,
}

impl Walk {
    /// For so many moves; none if two of them could have the same rank.
    #[inline(always)]
    fn new(step: u64, count: usize) -> Option<Walk> {
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

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// Goes through the moves in random order, if no other enhancement ranks moves here and their ranks differ.
    #[inline(always)]
    pub(crate) fn shuffle_alone(&mut self, here: &Frame<G>, node: &Node) -> Option<Picker> {
        if !self.shuffles || self.memory.pv_first.leads(node) {
            return None;
        }
        let mut drawn = self.memory.shuffle;
        let walk = Walk::new(draw(&mut drawn), here.moves.len())?;
        self.memory.shuffle = drawn;
        Some(Picker::Walking(walk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{search, with};

    #[test]
    fn a_walk_is_in_the_order_of_the_ranks() {
        let (mut memory, mut walks) = (1, 0);
        for count in (1..40).chain([100, 1_000]) {
            for _ in 0..50 {
                let step = draw(&mut memory);
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

    #[test]
    fn the_tree_changes_with_the_seed_but_not_the_value() {
        let (found, without) = with("[alpha_beta]", "[shuffle]", 6);
        assert_ne!(found.nodes, without);
        let seeded = |seed: u32| search(&format!("[alpha_beta];[shuffle];seed={seed}"), 6);
        assert_eq!((seeded(1).nodes, seeded(1).score), (found.nodes, found.score));
        assert_ne!(seeded(2).nodes, found.nodes);
        assert_eq!(seeded(2).score, found.score);
    }
}
