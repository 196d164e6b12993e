//! Multi-cut: if several of the first moves fail high in a shallower search, one of them will in the full search, and the node is left.
//!
//! Origin: Y. Björnsson and T. Marsland, *Multi-cut pruning in alpha-beta search*, 1999. It does not apply on the principal variation.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Probe, Search};

crate::parameters! {
    min_depth: i32 = 4, 2, 12, "nodes with fewer plies left are not tried";
    reduction: i32 = 2, 1, 6, "how many plies shallower the moves are searched";
    moves: i32 = 8, 2, 32, "how many moves are tried";
    cuts: i32 = 3, 1, 8, "how many of them must be good enough";
}

/// How often it was tried and helped.
#[derive(Debug, Default)]
pub struct MultiCutCounts {
    tries: u64,
    cuts: u64,
}

/// See the [module](self).
pub struct MultiCut;

impl Enhancement for MultiCut {
    type Params = Params;
    type Memory = MultiCutCounts;
    type Note = ();

    const CARD: Card = Card {
        name: "multi_cut",
        about: "leave a position in which several moves are good enough in a shallower search",
        category: Category::Prune,
        preserves: None,
        risks: "defences that show only at the full depth, and the time of shallow searches that decide nothing",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Björnsson and Marsland 1999",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut MultiCutCounts) {
        *memory = MultiCutCounts::default();
    }

    fn counters(memory: &MultiCutCounts) -> Vec<(&'static str, u64)> {
        vec![("tries", memory.tries), ("cuts", memory.cuts)]
    }

    #[inline(always)]
    fn examine<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &Node) -> Cut {
        let (wanted, moves) = (params.cuts as usize, params.moves as usize);
        let here = &frames[0];
        if !node.depth.has(params.min_depth) || !node.is_minor(here) || here.moves.len() < wanted {
            return Ok(None);
        }
        search.memory.multi_cut.tries += 1;
        let depth = node.depth - Depth::plies(1 + params.reduction as u32);
        let probe = Probe { depth, beta: node.window.beta, moves, wanted, without: None };
        if search.reaching(frames, node, &probe)? < wanted {
            return Ok(None);
        }
        search.memory.multi_cut.cuts += 1;
        Ok(Some(node.window.beta))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn several_good_moves_end_the_node() {
        let with = search("[alpha_beta];[table];[tt_order];[deepening];[pvs];[multi_cut];cuts=2", 9);
        assert!(counted(&with, "multi_cut", "cuts") > 0);
    }
}
