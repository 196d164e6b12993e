//! Moves in random order, where no other enhancement ranks them: for experiments that must not depend on how a game happens to generate its moves.
//!
//! Every node draws a new order from the seed and the number of orders drawn before, so that equal searches stay equal. With history on, which has an
//! opinion about every move and fills the key, there would be nothing left to shuffle. Origin: the plain engine in P. Skowronski's study of extension features,
//! 2009. It risks the nodes that a lucky generation order saves.
//!
//! The ranks are the multiples of a number, so that where no other enhancement ranks moves they need not be compared: by the three-distance theorem (V. Sós, 1958) the next one in
//! order follows from the one before.

use super::{Card, Category, Choices, Choosing, Enhancement, Orders, Parameters};
use crate::game::{Game, hash};
use crate::search::settings::Settings;
use crate::search::walk::{RANK_BITS, Walk};
use crate::search::{Frame, Node, Picker, Search};

crate::parameters! {
    seed: i32 = 1, 0, 1_000_000, "the seed of the orders";
}

/// See the [module](self).
pub struct Shuffle;

impl Enhancement for Shuffle {
    type Params = Params;
    /// What the next order is drawn from.
    type Memory = u64;
    type Note = ();

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
        orders: Orders::Tier { bits: RANK_BITS },
    };
    // It is there for experiments: whatever it gains is luck.
    const CHOOSING: Choosing = Choosing::NEVER;

    fn begin_search(params: &Params, memory: &mut u64) {
        *memory = hash::mix(hash::mix(params.seed as u64));
    }

    /// Goes through the moves in random order, if no other enhancement ranks moves here and their ranks differ.
    #[inline(always)]
    fn walk<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &Frame<G>, node: &Node) -> Option<Picker> {
        if !search.walks || search.memory.pv_first.leads(node) {
            return None;
        }
        let mut drawn = search.memory.shuffle;
        let walk = Walk::new(draw(&mut drawn), here.moves.len())?;
        search.memory.shuffle = drawn;
        Some(Picker::Walking(walk))
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
    pub(crate) fn walks(&self) -> bool {
        let others = Choices { shuffle: None, pv_first: None, ..*self };
        self.shuffle.is_some() && !others.orders_anywhere()
    }
}

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
