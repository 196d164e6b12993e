//! Mate-threat extension: where doing nothing would lose by force, the node is searched deeper.
//!
//! Origin: folklore of chess programs, such as Crafty. The null move finds the threat, so it applies only where that is tried.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::{Capability, Game};
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    amount: i32 = 64, 8, 128, "what is added to the depth, in 1/64 ply";
}

/// See the [module](self).
pub struct MateThreat;

impl Enhancement for MateThreat {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "mate_threat",
        about: "search deeper where doing nothing would lose by force",
        category: Category::Depth,
        preserves: None,
        risks: "a larger tree where threats are easily parried",
        needs: &["null_move"],
        excludes: &[],
        capabilities: &[Capability::Pass],
        origin: "folklore of chess programs",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("extensions", *memory)]
    }

    #[inline(always)]
    fn examine<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], _: &Node) -> Cut {
        let judged = &mut frames[0].judged;
        if judged.threatened {
            judged.extension = judged.extension + Depth::from_units(params.amount);
            search.memory.mate_threat += 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search_from};

    #[test]
    fn a_threat_found_by_doing_nothing_is_looked_at_more_deeply() {
        let spec = "[alpha_beta];[deepening];[pvs];[null_move];only_good=false;reduction=1;adapt=0;[mate_threat]";
        assert!(counted(&search_from("3 3 3 1", spec, 7), "mate_threat", "extensions") > 0);
    }
}
