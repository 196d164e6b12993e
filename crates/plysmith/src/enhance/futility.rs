//! Futility pruning: one ply above the horizon, a quiet move is left out if the position looks so bad that no quiet move can make up for it.
//!
//! Origin: J. Schaeffer, 1986; E. Heinz, *Extended futility pruning*, 1998. Captures and the like are always tried, and nothing is left out on the
//! principal variation or in check. What the moves left out are worth at most is how the position looks plus the margin.

use super::tactical_first::is_quiet;
use super::{Card, Category, Choosing, Enhancement, Orders, Parameters, Turn};
use crate::game::Game;
use crate::score::{Depth, Score};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    margin: i32 = 200, 0, 100_000, "no quiet move is thought to gain more points than this";
}

/// See the [module](self).
pub struct Futility;

impl Enhancement for Futility {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "futility",
        about: "leave out quiet moves just above the horizon where they cannot help",
        category: Category::Prune,
        preserves: None,
        risks: "quiet moves that gain more than the margin",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Schaeffer 1986; Heinz 1998",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::circle(3);

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("skips", *memory)]
    }

    #[inline(always)]
    fn estimate<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        if node.depth <= Depth::PLY && node.is_minor(&frames[0]) {
            search.estimate(&mut frames[0]);
        }
        Ok(None)
    }

    #[inline(always)]
    fn skip<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        here: &Frame<G>,
        node: &Node,
        turn: &Turn,
    ) -> Option<Score> {
        if node.depth > Depth::PLY {
            return None;
        }
        let bound = hopeless(params.margin, search, here, node, turn)?;
        search.memory.futility += 1;
        Some(bound)
    }
}

/// What a move is worth at most, if it is quiet and that is not enough.
#[inline(always)]
pub(super) fn hopeless<G: Game, S: Settings>(
    margin: i32,
    search: &Search<G, S>,
    here: &Frame<G>,
    node: &Node,
    turn: &Turn,
) -> Option<Score> {
    let bound = here.judged.estimate? + margin;
    (turn.window.fails_low(bound) && node.is_minor(here) && !bound.is_decided() && is_quiet(search, here, turn.index))
        .then_some(bound)
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn quiet_moves_that_cannot_help_are_left_out() {
        let base = "[alpha_beta];[deepening];[pvs];[killers]";
        let with = search(&format!("{base};[futility];margin=10"), 8);
        assert!(counted(&with, "futility", "skips") > 0 && with.nodes < search(base, 8).nodes);
    }
}
