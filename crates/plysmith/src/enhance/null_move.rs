//! The null move: if the position is good enough for a cutoff even after doing nothing, it is not searched further.
//!
//! Origin: D. Beal, 1989; C. Donninger, *Null move and deep search*, 1993; adaptive reduction by Heinz, 1999; verification by O. David-Tabibi and
//! N. Netanyahu, 2002. It fails where doing nothing would be the best move (zugzwang); then the verification, a search of the node itself
//! that much less deep, finds a better answer. A threat that shows when nothing is done is remembered for others (see [`mate_threat`]).
//!
//! [`mate_threat`]: super::mate_threat

use super::{Card, Category, Choosing, Enhancement, Orders, Parameters};
use crate::game::{Capability, Game};
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search, Value};

crate::parameters! {
    min_depth: i32 = 2, 1, 8, "nodes with fewer plies left are not tried";
    reduction: i32 = 2, 1, 6, "how many plies shallower the search after doing nothing is";
    adapt: i32 = 4, 0, 12, "one ply more for each so many plies of depth; 0 for none";
    verify: i32 = 8, 0, 24, "from so many plies on the cutoff is verified by a search of the node; 0 for never";
    only_good: bool = true, 0, 1, "try it only where the position looks good enough already";
}

/// How often it was tried and helped.
#[derive(Debug, Default)]
pub struct NullMoveCounts {
    tries: u64,
    cuts: u64,
    refuted: u64,
}

/// See the [module](self).
pub struct NullMove;

impl Enhancement for NullMove {
    type Params = Params;
    type Memory = NullMoveCounts;
    type Note = ();

    const CARD: Card = Card {
        name: "null_move",
        about: "leave a position that is good enough even after doing nothing",
        category: Category::Prune,
        preserves: None,
        risks: "positions in which every move is bad (zugzwang), and quiet threats beyond the reduced depth",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[Capability::Pass],
        origin: "Beal 1989; Donninger 1993; Heinz 1999; David-Tabibi and Netanyahu 2002",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::circle(1);

    fn begin_search(_: &Params, memory: &mut NullMoveCounts) {
        *memory = NullMoveCounts::default();
    }

    fn counters(memory: &NullMoveCounts) -> Vec<(&'static str, u64)> {
        vec![("tries", memory.tries), ("cuts", memory.cuts), ("refuted", memory.refuted)]
    }

    #[inline(always)]
    fn estimate<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        let here = &mut frames[0];
        if !node.depth.has(params.min_depth) || here.passed || !node.is_minor(here) {
            return Ok(None);
        }
        if params.only_good && !node.window.fails_high(search.estimate(here)) {
            return Ok(None);
        }
        params.attempt(search, frames, node)
    }
}

impl Params {
    /// What is left after doing nothing.
    #[inline(always)]
    fn rest(&self, depth: Depth) -> Depth {
        let more = if self.adapt > 0 { depth.ceiling() / self.adapt } else { 0 };
        depth - Depth::plies((1 + self.reduction + more) as u32)
    }

    fn attempt<G: Game, S: Settings>(&self, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &Node) -> Cut {
        let [here, rest @ ..] = frames else { unreachable!("a node has a frame") };
        let Some(same_side) = search.pass(here, &mut rest[0]) else { return Ok(None) };
        search.memory.null_move.tries += 1;
        let depth = self.rest(node.depth);
        let window = Window::above(node.window.beta - 1);
        let score = without_passing(rest, |rest| search.side_search(|search| search.enter_child(rest, same_side, depth, window)))?;
        here.judged.threatened = score.lost_in().is_some();
        if !window.fails_high(score) {
            return Ok(None);
        }
        if self.verify > 0 && node.depth.has(self.verify) {
            let verified = without_passing(frames, |frames| search.again(frames, depth.at_least(Depth::PLY), window))?;
            if !window.fails_high(verified) {
                search.memory.null_move.refuted += 1;
                return Ok(None);
            }
        }
        search.memory.null_move.cuts += 1;
        // What was won without a move is no proof.
        Ok(Some(if score.is_decided() { node.window.beta } else { score }))
    }
}

/// Searches with the null move barred in the first frame.
fn without_passing<G: Game>(
    frames: &mut [Frame<G>],
    search: impl FnOnce(&mut [Frame<G>]) -> Value,
) -> Result<Score, crate::search::Stopped> {
    frames[0].passed = true;
    let value = search(frames);
    frames[0].passed = false;
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, search};

    #[test]
    fn a_position_that_needs_no_move_is_left() {
        let base = "[alpha_beta];[table];[tt_order];[deepening];[pvs]";
        let with = search(&format!("{base};[null_move];only_good=false;verify=0"), 9);
        assert!(counted(&with, "null_move", "cuts") > 0);
        let verified = search(&format!("{base};[null_move];only_good=false;verify=2"), 9);
        assert!(counted(&verified, "null_move", "refuted") > 0);
    }

    #[test]
    fn the_reduction_grows_with_the_depth() {
        let rest = |adapt, plies| Params { adapt, ..Params::DEFAULT }.rest(Depth::plies(plies)).whole();
        assert_eq!([rest(0, 12), rest(4, 12), rest(6, 12), rest(4, 3)], [9, 6, 7, 0]);
    }
}
