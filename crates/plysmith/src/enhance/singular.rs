//! Singular extension: a move that is better than all others by a margin, as far as a shallower search tells, is searched deeper.
//!
//! Origin: T. Anantharaman, M. Campbell and F. Hsu, *Singular extensions*, 1988. The form here is the economical one: the table's move is
//! tested, where the table knows that it is good, by searching the others against a bound below its value. They are searched one by one,
//! so that the node's own place in the table is never touched.

use super::{Card, Category, Enhancement, Orders, Parameters, Turn};
use crate::enhance::MovePlan;
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, NO_MOVE, Node, Probe, Search};

crate::parameters! {
    min_depth: i32 = 6, 3, 16, "nodes with fewer plies left are not tested";
    margin: i32 = 8, 0, 10_000, "for each ply left the others must be worse by so many points";
    amount: i32 = 64, 8, 128, "what the move costs less, in 1/64 ply";
}

/// How often it was tested and found.
#[derive(Debug, Default)]
pub struct SingularCounts {
    tests: u64,
    extensions: u64,
}

/// See the [module](self).
pub struct Singular;

impl Enhancement for Singular {
    type Params = Params;
    type Memory = SingularCounts;
    type Note = ();

    const CARD: Card = Card {
        name: "singular",
        about: "search a move deeper that is much better than all others",
        category: Category::Depth,
        preserves: None,
        risks: "the time of the tests, and lines of captures and recaptures that grow long",
        needs: &["alpha_beta", "table"],
        excludes: &[],
        capabilities: &[],
        origin: "Anantharaman, Campbell and Hsu 1988",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut SingularCounts) {
        *memory = SingularCounts::default();
    }

    fn counters(memory: &SingularCounts) -> Vec<(&'static str, u64)> {
        vec![("tests", memory.tests), ("extensions", memory.extensions)]
    }

    #[inline(always)]
    fn examine<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &Node) -> Cut {
        let index = usize::from(node.hint);
        if !node.depth.has(params.min_depth) || node.ply == 0 || index >= frames[0].moves.len() {
            return Ok(None);
        }
        let Some(entry) = search.known(&frames[0], node.depth) else { return Ok(None) };
        let score = entry.score.from_root(node.ply);
        if !entry.bound.is_lower() || entry.depth + Depth::plies(3) < node.depth || score.is_decided() {
            return Ok(None);
        }
        search.memory.singular.tests += 1;
        let probe = Probe {
            depth: Depth::from_units((node.depth - Depth::PLY).units() / 2),
            beta: score - params.margin * node.depth.ceiling(),
            moves: usize::MAX,
            wanted: 1,
            without: Some(index),
        };
        if search.reaching(frames, node, &probe)? == 0 {
            search.memory.singular.extensions += 1;
            frames[0].judged.outstanding = node.hint;
        }
        Ok(None)
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
        if here.judged.outstanding != NO_MOVE && usize::from(here.judged.outstanding) == turn.index && search.may_extend(here) {
            plan.cost = plan.cost - Depth::from_units(params.amount);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn a_move_that_stands_out_is_searched_deeper() {
        let with = search("[alpha_beta];[table];[tt_order];[deepening];[pvs];[singular];min_depth=3;margin=1", 9);
        assert!(counted(&with, "singular", "tests") > counted(&with, "singular", "extensions"));
        assert!(counted(&with, "singular", "extensions") > 0);
    }
}
