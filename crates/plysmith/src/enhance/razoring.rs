//! Limited razoring: where a position looks hopeless three plies above the horizon, it is searched one ply less deep.
//!
//! Origin: E. Heinz, *Extended futility pruning*, 1998, after J. Birmingham and P. Kent, 1977. It does not apply on the principal variation or in
//! check.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    depth: i32 = 3, 2, 8, "nodes with so many plies left are looked at, and no others";
    margin: i32 = 900, 0, 100_000, "the position must look worse than wanted by so many points";
    reduction: i32 = 64, 16, 128, "what is taken off the depth, in 1/64 ply";
}

/// See the [module](self).
pub struct Razoring;

impl Enhancement for Razoring {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "razoring",
        about: "search a position that looks hopeless less deeply",
        category: Category::Depth,
        preserves: None,
        risks: "deep threats of the side that seems to be lost",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Heinz 1998",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("reductions", *memory)]
    }

    #[inline(always)]
    fn estimate<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        if node.depth.ceiling() != params.depth || !node.is_minor(&frames[0]) {
            return Ok(None);
        }
        if node.window.fails_low(search.estimate(&mut frames[0]) + params.margin) {
            search.memory.razoring += 1;
            node.depth = node.depth - Depth::from_units(params.reduction);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn what_looks_hopeless_is_searched_less_deeply() {
        let base = "[alpha_beta];[deepening];[pvs];[killers]";
        let with = search(&format!("{base};[razoring];margin=20"), 8);
        assert!(counted(&with, "razoring", "reductions") > 0 && with.nodes < search(base, 8).nodes);
    }
}
