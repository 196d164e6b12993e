//! RankCut: once the moves that are left have hardly ever changed the value of such a node, they are left out.
//!
//! How often a move at this turn or a later one has improved on alpha is counted during the search, by depth and turn, at nodes of which every move is
//! searched; those are chosen by turns, so that a search gives the same nodes every time. Origin: Y. Lim and W. Lee, *RankCut: a domain
//! independent forward pruning method for games*, 2006; there the probabilities are learned before the game.

use super::tactical_first::is_quiet;
use super::{Card, Category, Enhancement, Orders, Parameters, Shape, Turn};
use crate::game::Game;
use crate::part::{PartError, Parts};
use crate::score::{Depth, Score};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    threshold: i32 = 10, 1, 200, "moves are left out if fewer than so many in a thousand such nodes would change";
    seen: i32 = 100, 10, 10_000, "nothing is left out before so many such nodes were seen";
    explore: i32 = 16, 2, 256, "of so many nodes one has all its moves searched";
    first: i32 = 3, 1, 32, "so many moves are always searched";
    max_depth: i32 = 12, 1, 32, "nodes with more plies left are searched in full";
}

const DEPTHS: usize = 33;
const TURNS: usize = 64;

/// What was seen, by depth and turn.
#[derive(Debug, Default)]
pub struct RankcutCounts {
    seen: Vec<u32>,
    changed: Vec<u32>,
    nodes: u64,
    skips: u64,
}

/// See the [module](self).
pub struct Rankcut;

impl Enhancement for Rankcut {
    type Params = Params;
    type Memory = RankcutCounts;
    /// Every move of the node is searched, so that something can be learned from it.
    type Note = bool;

    const CARD: Card = Card {
        name: "rankcut",
        about: "leave out late moves where they have hardly ever changed anything",
        category: Category::Prune,
        preserves: None,
        risks: "rare moves that are good, in positions unlike those counted",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Lim and Lee 2006",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn memory(_: &Params, _: &Shape, _: &Parts) -> Result<RankcutCounts, PartError> {
        Ok(RankcutCounts { seen: vec![0; DEPTHS * TURNS], changed: vec![0; DEPTHS * TURNS], ..RankcutCounts::default() })
    }

    fn forget(_: &Params, memory: &mut RankcutCounts) {
        memory.seen.fill(0);
        memory.changed.fill(0);
        memory.nodes = 0;
    }

    fn begin_search(_: &Params, memory: &mut RankcutCounts) {
        memory.skips = 0;
    }

    fn counters(memory: &RankcutCounts) -> Vec<(&'static str, u64)> {
        vec![("skips", memory.skips)]
    }

    #[inline(always)]
    fn examine<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &Node) -> Cut {
        let memory = &mut search.memory.rankcut;
        let applies = params.applies(node, &frames[0]);
        memory.nodes += u64::from(applies);
        frames[0].notes.rankcut = applies && memory.nodes.is_multiple_of(params.explore as u64);
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
        if turn.number < params.first as usize || here.notes.rankcut || turn.best.is_decided() || !params.applies(node, here) {
            return None;
        }
        let memory = &search.memory.rankcut;
        let at = place(node.depth, turn.number);
        let (seen, changed) = (memory.seen[at], memory.changed[at]);
        if seen < params.seen as u32 || u64::from(changed) * 1_000 >= u64::from(seen) * params.threshold as u64 {
            return None;
        }
        if !is_quiet(search, here, turn.index) {
            return None;
        }
        search.memory.rankcut.skips += 1;
        Some(turn.best)
    }

    #[inline(always)]
    fn weigh<G: Game, S: Settings>(
        _: &Params,
        search: &mut Search<G, S>,
        here: &Frame<G>,
        node: &Node,
        tried: usize,
        last: Option<usize>,
    ) {
        if !here.notes.rankcut {
            return;
        }
        let memory = &mut search.memory.rankcut;
        for turn in 0..tried.min(TURNS) {
            let at = place(node.depth, turn);
            memory.seen[at] += 1;
            memory.changed[at] += u32::from(last.is_some_and(|last| last >= turn));
        }
    }
}

impl Params {
    #[inline(always)]
    fn applies<G: Game>(&self, node: &Node, here: &Frame<G>) -> bool {
        !node.depth.has(self.max_depth + 1) && node.is_minor(here)
    }
}

#[inline(always)]
fn place(depth: Depth, turn: usize) -> usize {
    (depth.ceiling().max(0) as usize).min(DEPTHS - 1) * TURNS + turn.min(TURNS - 1)
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn late_moves_are_left_out_once_they_have_proved_useless() {
        let base = "[alpha_beta];[deepening];[pvs];[killers];[history]";
        let with = search(&format!("{base};[rankcut];seen=10;threshold=200;explore=2;first=1"), 10);
        assert!(counted(&with, "rankcut", "skips") > 0 && with.nodes < search(base, 10).nodes);
        let never = search(&format!("{base};[rankcut];seen=10000"), 6);
        assert_eq!(counted(&never, "rankcut", "skips"), 0);
    }
}
