//! Extended futility pruning: two plies above the horizon, a quiet move is left out if the position looks so bad that not even two of them help.
//!
//! Origin: E. Heinz, *Extended futility pruning*, 1998. It is [futility] one ply further up, with a margin of its own.

use super::futility::{self, hopeless};
use super::{Card, Enhancement, Parameters, Turn};
use crate::game::Game;
use crate::score::{Depth, Score};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    margin: i32 = 500, 0, 100_000, "no two quiet moves are thought to gain more points than this";
}

/// See the [module](self).
pub struct ExtendedFutility;

impl Enhancement for ExtendedFutility {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "extended_futility",
        about: "leave out quiet moves two plies above the horizon where they cannot help",
        risks: "quiet moves that prepare more than the margin",
        origin: "Heinz 1998",
        parameters: Params::CARDS,
        ..futility::Futility::CARD
    };

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("skips", *memory)]
    }

    #[inline(always)]
    fn estimate<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        if is_place(node) && node.is_minor(&frames[0]) {
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
        if !is_place(node) {
            return None;
        }
        let bound = hopeless(params.margin, search, here, node, turn)?;
        search.memory.extended_futility += 1;
        Some(bound)
    }
}

/// Between one and two plies are left.
#[inline(always)]
fn is_place(node: &Node) -> bool {
    node.depth > Depth::PLY && node.depth <= Depth::plies(2)
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn quiet_moves_that_cannot_help_are_left_out_two_plies_above_the_horizon() {
        let base = "[alpha_beta];[deepening];[pvs];[killers]";
        let with = search(&format!("{base};[extended_futility];margin=10"), 8);
        assert!(counted(&with, "extended_futility", "skips") > 0 && with.nodes < search(base, 8).nodes);
    }
}
