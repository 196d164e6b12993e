//! Fractional plies: what a move costs follows from its category, so that lines of interesting moves are searched deeper than others.
//!
//! The categories and their costs are in `categories.costs`, each a conjunction of the game's atoms, such as `Ud-RdTt = 32` for half a ply. A
//! move that belongs to several costs the least of what they say. What costs more than a ply is a reduction, and without a second look it loses whatever a
//! shallow search does not see: so it is looked at for what it costs, and if it looks better than the best so far, searched again for a ply, as
//! late-move reductions are. Where even the least leaves every move at the horizon nobody looks, and `changes` does not count. Origin: D. Levy, D. Broughton and M. Taylor's SEX algorithm, 1989; weights by
//! learning, Y. Björnsson and T. Marsland, 2003; categories found by Gradual Focus, P. Skowronski, 2009.

use super::{Card, Category, Choices, Choosing, Enhancement, Learned, MovePlan, Orders, Parameters, Turn, Uses};
use crate::game::{Capability, Game};
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    otherwise: i32 = 64, 32, 192, "what a move costs that is in no category, in 1/64 ply";
    again: bool = true, 0, 1, "a move that costs more than a ply and looks good is searched again for a ply";
}

/// See the [module](self).
pub struct Fractional;

impl Enhancement for Fractional {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "fractional",
        about: "let moves cost more or less than a ply by their category",
        category: Category::Depth,
        preserves: None,
        risks: "a larger tree where the categories are frequent, and missed replies where a category costs more than a ply",
        needs: &[],
        excludes: &["realization", "enhanced_realization"],
        capabilities: &[Capability::Atoms],
        origin: "Levy, Broughton and Taylor 1989; Björnsson and Marsland 2003",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::after(Learned::Categories);
    const USES: Uses = Uses { atoms: true, ..Uses::NOTHING };
    const BY_CATEGORY: bool = true;

    fn otherwise(params: &Params) -> Option<Depth> {
        Some(Depth::from_units(params.otherwise))
    }

    #[inline(always)]
    fn grade<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, index: usize) -> Depth {
        params.cost(search, here, index)
    }

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("changes", *memory)]
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
        let more = params.cost(search, here, turn.index) - Depth::PLY;
        if params.again && more > Depth::ZERO {
            plan.reduction = plan.reduction + more;
        } else if more != Depth::ZERO {
            plan.cost = plan.cost + more;
        }
    }
}

impl Params {
    /// What a move costs.
    #[inline(always)]
    fn cost<G: Game, S: Settings>(&self, search: &mut Search<G, S>, here: &mut Frame<G>, index: usize) -> Depth {
        let cost = search.category_cost(here, index);
        if cost == Depth::PLY || (cost < Depth::PLY && !search.may_extend(here)) {
            return Depth::PLY;
        }
        search.memory.fractional += 1;
        cost
    }
}

impl Choices {
    /// Moves that cost more than a ply by their category get a first look, for which the selective stations are passed.
    pub(crate) const fn looks_by_category(&self) -> bool {
        match &self.fractional {
            Some(params) => params.again && (params.otherwise > Depth::PLY.units() || self.features().has_dearer_than(Depth::PLY)),
            None => false,
        }
    }

    /// No move costs less than this by its category. Where no more depth is left all children are at the horizon, whatever their categories, and
    /// nobody need find out.
    pub(crate) fn cheapest(&self) -> Depth {
        let Some(params) = &self.fractional else { return Depth::PLY };
        let least = Depth::PLY.min(Depth::from_units(params.otherwise));
        self.features().cheapest().map_or(least, |cheapest| least.min(cheapest))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn moves_of_a_category_cost_what_the_spec_says() {
        let base = "[alpha_beta];[table];[tt_order];[deepening]";
        let neutral = search(&format!("[categories.costs];Three=64;{base};[fractional]"), 8);
        assert_eq!((neutral.nodes, counted(&neutral, "fractional", "changes")), (search(base, 8).nodes, 0));
        let cheap = search(&format!("[categories.costs];Three=32;Three-Same=16;{base};[fractional]"), 8);
        assert!(counted(&cheap, "fractional", "changes") > 0 && cheap.nodes > neutral.nodes);
        let dear = search(&format!("[categories.costs];Three=128;{base};[fractional]"), 8);
        assert!(dear.nodes < neutral.nodes);
    }

    /// All moves cost three plies, and still the line is as long as that of the search without: what is better than the best so far is searched for a ply.
    #[test]
    fn a_dear_move_that_looks_good_is_searched_again() {
        let base = "[alpha_beta];[deepening];[pvs]";
        let dear = |again: bool| search(&format!("{base};[fractional];otherwise=192;again={again}"), 8);
        let (plain, again, never) = (search(base, 8), dear(true), dear(false));
        assert_eq!([&plain, &again, &never].map(|found| found.line.len()), [8, 8, 3]);
        assert!(never.nodes < again.nodes && again.nodes < plain.nodes);
    }

    /// With something else on that is selective the search passes other stations.
    #[test]
    fn the_tree_is_the_same_by_whichever_loop() {
        let features = "[categories.costs];Three=32;Three-Same=16;Same=80";
        let base = "[alpha_beta];[deepening];[pvs];[killers]";
        for otherwise in [48, 64, 150] {
            let alone = format!("{features};{base};[fractional];otherwise={otherwise};again=false");
            // A margin that nothing reaches.
            let among = format!("{alone};[reverse_futility];margin=100000");
            let (alone, among) = (search(&alone, 8), search(&among, 8));
            assert_eq!((alone.nodes, alone.score, &alone.line), (among.nodes, among.score, &among.line), "{otherwise}");
            assert_eq!(counted(&alone, "fractional", "changes"), counted(&among, "fractional", "changes"), "{otherwise}");
        }
    }
}
