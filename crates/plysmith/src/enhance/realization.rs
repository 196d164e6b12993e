//! Realization probability search: a move costs the more depth the less likely moves of its category are played.
//!
//! `categories.costs` holds the costs, `log P / log C` for a category that is played with probability P (`plysmith realization` measures them). A
//! move that costs more than the threshold is first looked at with what it costs; if it looks better than the best so far, it is searched again for
//! the threshold. Origin: Y. Tsuruoka, D. Yokoyama and T. Chikayama, *Game-tree search algorithm based on realization probability*, 2002.

use super::{Card, Category, Choosing, Enhancement, Learned, MovePlan, Orders, Parameters, Turn, Uses};
use crate::game::{Capability, Game};
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    threshold: i32 = 64, 32, 192, "what a move costs at most when it is searched again, in 1/64 ply";
    otherwise: i32 = 64, 32, 384, "what a move costs that is in no category, in 1/64 ply";
}

/// See the [module](self).
pub struct Realization;

impl Enhancement for Realization {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "realization",
        about: "search moves the deeper the likelier they are played",
        category: Category::Depth,
        preserves: None,
        risks: "unlikely moves that are good, if a shallow look does not see it",
        needs: &["alpha_beta"],
        excludes: &["fractional", "enhanced_realization", "late_moves"],
        capabilities: &[Capability::Atoms],
        origin: "Tsuruoka, Yokoyama and Chikayama 2002",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::after(Learned::Categories);
    const USES: Uses = Uses { atoms: true, ..Uses::NOTHING };

    fn otherwise(params: &Params) -> Option<Depth> {
        Some(Depth::from_units(params.otherwise))
    }

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("looks", *memory)]
    }

    #[inline(always)]
    fn plan<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        here: &mut Frame<G>,
        _: &Node,
        turn: &Turn,
        plan: &mut MovePlan,
    ) {
        if let Some(beyond) = beyond_threshold(Depth::from_units(params.threshold), search, here, turn, plan) {
            search.memory.realization += 1;
            plan.reduction = plan.reduction + beyond;
        }
    }
}

/// Plans what a move costs up to the threshold, and answers with what it costs beyond.
#[inline(always)]
pub(super) fn beyond_threshold<G: Game, S: Settings>(
    threshold: Depth,
    search: &mut Search<G, S>,
    here: &mut Frame<G>,
    turn: &Turn,
    plan: &mut MovePlan,
) -> Option<Depth> {
    let cost = search.category_cost(here, turn.index);
    if cost > threshold {
        plan.cost = plan.cost + threshold - Depth::PLY;
        return Some(cost - threshold);
    }
    if cost >= Depth::PLY || search.may_extend(here) {
        plan.cost = plan.cost + cost - Depth::PLY;
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn unlikely_moves_get_a_shallow_look() {
        let base = "[alpha_beta];[deepening];[pvs];[killers]";
        let with = search(&format!("[categories.costs];Three=48;{base};[realization];otherwise=128"), 10);
        assert!(counted(&with, "realization", "looks") > 0 && with.nodes < search(base, 10).nodes);
    }
}
