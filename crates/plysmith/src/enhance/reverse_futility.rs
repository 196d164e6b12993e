//! Reverse futility pruning: a position that looks better than the opponent will allow, by more than a margin, is not searched.
//!
//! Also known as static null move pruning. Origin: folklore of chess programs. The margin grows with the depth left. It does not apply on the principal variation or in check.

use super::{Card, Category, Choosing, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    max_depth: i32 = 4, 1, 12, "nodes with more plies left are searched";
    margin: i32 = 100, 0, 100_000, "for each ply left the position must look better by so many points";
}

/// See the [module](self).
pub struct ReverseFutility;

impl Enhancement for ReverseFutility {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "reverse_futility",
        about: "leave a position that looks much better than the opponent will allow",
        category: Category::Prune,
        preserves: None,
        risks: "threats that the evaluation does not see",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "folklore of chess programs",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::circle(3);

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("cuts", *memory)]
    }

    #[inline(always)]
    fn estimate<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        if node.depth.has(params.max_depth + 1) || !node.is_minor(&frames[0]) {
            return Ok(None);
        }
        let estimate = search.estimate(&mut frames[0]);
        let margin = i64::from(params.margin) * i64::from(node.depth.units()) / i64::from(Depth::PLY.units());
        let cuts = i64::from(estimate.points()) - margin >= i64::from(node.window.beta.points());
        search.memory.reverse_futility += u64::from(cuts);
        Ok(cuts.then_some(estimate))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn what_looks_good_enough_is_not_searched() {
        let base = "[alpha_beta];[deepening];[pvs];[killers]";
        let with = search(&format!("{base};[reverse_futility];margin=10"), 8);
        assert!(counted(&with, "reverse_futility", "cuts") > 0 && with.nodes < search(base, 8).nodes);
        let wide = search(&format!("{base};[reverse_futility];margin=100000"), 8);
        assert_eq!((counted(&wide, "reverse_futility", "cuts"), wide.nodes), (0, search(base, 8).nodes));
    }
}
