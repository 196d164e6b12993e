//! Late-move reductions: moves that come late in the order are first looked at with less depth, and searched in full only if they look good.
//!
//! Origin: folklore of chess programs since about 2005 (Fruit, Glaurung), after the history pruning of Fruit. It stands and falls with the order.
//! The reduction grows with the logarithms of depth and turn.

use super::tactical_first::{is_modest, is_quiet};
use super::{Card, Category, Choosing, Enhancement, MovePlan, Orders, Parameters, Shape, Turn};
use crate::game::Game;
use crate::part::{PartError, Parts};
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    min_depth: i32 = 3, 2, 12, "nodes with fewer plies left are searched in full";
    first: i32 = 3, 1, 32, "so many moves are searched in full";
    base: i32 = 48, 0, 192, "the least reduction, in 1/64 ply";
    slope: i32 = 28, 0, 128, "what the product of the logarithms of depth and turn adds, in 1/64 ply";
    quiet: bool = true, 0, 1, "only quiet moves and those that look like a loss, where the game tells them apart";
    main: i32 = 64, 0, 192, "what is taken back on the principal variation, in 1/64 ply";
    loss: i32 = 0, 0, 192, "what is taken back for a tactical move that looks like a loss, in 1/64 ply";
}

/// Depths and turns are told apart up to this.
const SIDE: usize = 64;

/// Reductions by depth and turn, and how often they were used.
#[derive(Debug, Default)]
pub struct Reductions {
    units: Vec<i32>,
    reductions: u64,
}

/// See the [module](self).
pub struct LateMoves;

impl Enhancement for LateMoves {
    type Params = Params;
    type Memory = Reductions;
    type Note = ();

    const CARD: Card = Card {
        name: "late_moves",
        about: "look at late moves with less depth first",
        category: Category::Depth,
        preserves: None,
        risks: "good moves that the order puts late and a shallow look does not see",
        needs: &["alpha_beta"],
        excludes: &["realization", "enhanced_realization"],
        capabilities: &[],
        origin: "folklore of chess programs, about 2005",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::circle(1);

    fn memory(params: &Params, _: &Shape, _: &Parts) -> Result<Reductions, PartError> {
        let units = (0..SIDE * SIDE).map(|at| params.reduction(at / SIDE, at % SIDE)).collect();
        Ok(Reductions { units, reductions: 0 })
    }

    fn begin_search(_: &Params, memory: &mut Reductions) {
        memory.reductions = 0;
    }

    fn counters(memory: &Reductions) -> Vec<(&'static str, u64)> {
        vec![("reductions", memory.reductions)]
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
        if turn.number < params.first as usize
            || !node.depth.has(params.min_depth)
            || here.judged.in_check
            || (params.quiet && !is_modest(search, here, turn.index))
        {
            return;
        }
        let mut back = if node.window.is_null() { 0 } else { params.main };
        if params.loss > 0 && !is_quiet(search, here, turn.index) {
            back += params.loss;
        }
        let memory = &mut search.memory.late_moves;
        let units = memory.units[(node.depth.ceiling() as usize).min(SIDE - 1) * SIDE + turn.number.min(SIDE - 1)];
        let reduction = Depth::from_units(units - back).rounded().at_least(Depth::ZERO);
        memory.reductions += u64::from(reduction > Depth::ZERO);
        plan.reduction = plan.reduction + reduction;
    }
}

impl Params {
    /// The reduction at a depth in plies, for the move after so many.
    fn reduction(&self, depth: usize, turn: usize) -> i32 {
        let product = (depth.max(1) as f64).ln() * (turn.max(1) as f64).ln();
        self.base + (f64::from(self.slope) * product) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::testing::{Heaps, counted, search, search_from};

    #[test]
    fn late_moves_cost_less() {
        let base = "[alpha_beta];[deepening];[pvs];[killers];[history]";
        let with = search(&format!("{base};[late_moves];base=128;slope=0"), 10);
        assert!(counted(&with, "late_moves", "reductions") > 0 && with.nodes < search(base, 10).nodes);
    }

    /// With reductions at the root alone, what is played has the value of a full search of what follows, and not that of the first look.
    #[test]
    fn a_late_move_that_looks_good_is_searched_in_full() {
        let mut different = 0;
        for position in ["7 8 9 1", "5 9 6 1", "9 4 7 1", "8 8 3 1", "6 5 9 1"] {
            for depth in 4..=6 {
                let spec = format!("[alpha_beta];[late_moves];first=1;base=64;slope=0;quiet=false;main=0;min_depth={depth}");
                let found = search_from(position, &spec, depth);
                assert!(counted(&found, "late_moves", "reductions") > 0);
                let mut after = Heaps.read_position(position).unwrap();
                Heaps.play(&mut after, found.best.unwrap());
                let value = |depth| -search_from(&Heaps.write_position(&after), "[alpha_beta]", depth).score.from_root(1);
                assert_eq!(found.score, value(depth - 1), "{position}, depth {depth}");
                different += u32::from(value(depth - 1) != value(depth - 2));
            }
        }
        assert!(different > 5, "{different} values would show it");
    }

    #[test]
    fn the_reduction_grows_with_depth_and_turn() {
        let reduction = |depth, turn| Params::DEFAULT.reduction(depth, turn);
        assert_eq!(reduction(3, 0), Params::DEFAULT.base);
        assert!(reduction(10, 4) < reduction(10, 20) && reduction(10, 20) < reduction(20, 20));
    }
}
