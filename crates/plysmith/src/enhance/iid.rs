//! Internal iterative deepening: where the table knows no move to try first, a shallower search finds one.
//!
//! Origin: J. Scott, 1969; described by T. Anantharaman, 1991. It risks time where the table would have been filled soon anyway. The root is left
//! out: iterations from the root serve it.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, NO_MOVE, Node, Search};

crate::parameters! {
    min_depth: i32 = 4, 2, 12, "nodes with fewer plies left are not worth it";
    reduction: i32 = 2, 1, 6, "how many plies shallower the search for a first move is";
}

/// See the [module](self).
pub struct Iid;

impl Enhancement for Iid {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "iid",
        about: "find a first move by a shallower search where the table has none",
        category: Category::Order,
        preserves: Some("as far as the table does"),
        risks: "time where the table would have been filled soon anyway",
        needs: &["tt_order"],
        excludes: &[],
        capabilities: &[],
        origin: "Scott 1969; Anantharaman 1991",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("searches", *memory)]
    }

    #[inline(always)]
    fn probe<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        let depth = node.depth - Depth::plies(params.reduction as u32);
        if node.hint != NO_MOVE || node.ply == 0 || !node.depth.has(params.min_depth) || depth.is_horizon() {
            return Ok(None);
        }
        search.memory.iid += 1;
        search.side_search(|search| search.enter(frames, depth, node.window))?;
        node.hint = search.hint(&frames[0], depth);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, with};

    #[test]
    fn it_searches_where_the_table_knows_no_move() {
        let (found, _) = with("[alpha_beta];[table];mode='exact';[tt_order]", "[iid]", 8);
        assert!(counted(&found, "iid", "searches") > 0);
        let (shallow, without) = with("[alpha_beta];[table];mode='exact';[tt_order]", "[iid];min_depth=12", 8);
        assert_eq!((counted(&shallow, "iid", "searches"), shallow.nodes), (0, without));
    }
}
