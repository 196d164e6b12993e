//! Enhanced realization probability search: as [realization](super::realization), but the reduction is bounded and searching again goes step by step.
//!
//! A bad line is then not cut unseen, and a good one is not searched in full at once. Origin: M. Winands and Y. Björnsson, *Enhanced realization
//! probability search*, 2008.

use super::realization::{Realization, beyond_threshold};
use super::{Card, Choosing, Enhancement, MovePlan, Parameters, Turn, Uses};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    threshold: i32 = 64, 32, 192, "what a move costs at most when it is searched again, in 1/64 ply";
    otherwise: i32 = 64, 32, 384, "what a move costs that is in no category, in 1/64 ply";
    most: i32 = 128, 16, 384, "no first look takes off more than this, in 1/64 ply";
    min_depth: i32 = 3, 1, 12, "nodes with fewer plies left take no first look";
}

/// See the [module](self).
pub struct EnhancedRealization;

impl Enhancement for EnhancedRealization {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "enhanced_realization",
        about: "search moves the deeper the likelier they are played, with bounded reductions",
        excludes: &["fractional", "realization", "late_moves"],
        origin: "Winands and Björnsson 2008",
        parameters: Params::CARDS,
        ..Realization::CARD
    };
    const CHOOSING: Choosing = Realization::CHOOSING;
    const USES: Uses = Realization::USES;

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
        node: &Node,
        turn: &Turn,
        plan: &mut MovePlan,
    ) {
        let beyond = beyond_threshold(Depth::from_units(params.threshold), search, here, turn, plan);
        if let Some(beyond) = beyond
            && node.depth.has(params.min_depth)
            && !here.judged.in_check
        {
            search.memory.enhanced_realization += 1;
            plan.reduction = plan.reduction + Depth::from_units(beyond.units().min(params.most));
            plan.stepwise = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn the_first_look_is_never_shallower_than_allowed() {
        let base = "[categories.costs];Three=48;[alpha_beta];[table];[tt_order];[deepening];[pvs]";
        let bounded = search(&format!("{base};[enhanced_realization];most=16;otherwise=384"), 8);
        let free = search(&format!("{base};[enhanced_realization];most=384;otherwise=384"), 8);
        assert!(counted(&bounded, "enhanced_realization", "looks") > 0 && free.nodes < bounded.nodes);
    }
}
