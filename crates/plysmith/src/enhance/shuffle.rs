//! Moves in random order, where nothing else has a say: for experiments that must not depend on how a game happens to generate its moves.
//!
//! Every node draws a new order from the seed and the number of orders drawn before, so that equal searches stay equal. With history on, which has an
//! opinion about every move and fills the key, there would be nothing left to shuffle. Origin: the plain engine in P. Skowronski's study of extension features,
//! 2009. It risks the nodes that a lucky generation order saves.

use super::{Card, Category, Enhancement, Parameters};
use crate::game::{Game, hash};
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

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

    fn begin_search(params: &Params, memory: &mut u64) {
        *memory = hash::mix(params.seed as u64);
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node, shift: u32) {
        let drawn = hash::mix(search.memory.shuffle);
        search.memory.shuffle = drawn;
        // The index times an odd number, which is another one at every node, is spread over the high bits.
        let step = (drawn | 1).wrapping_mul(SPREAD);
        let mut product = 0_u64;
        here.rank_all(shift, || {
            product = product.wrapping_add(step);
            (product >> (64 - RANK_BITS)) as u32
        });
    }
}

/// The golden ratio of 64 bits, made odd.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use crate::testing::{search, with};

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
