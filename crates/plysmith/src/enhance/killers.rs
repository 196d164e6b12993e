//! Killer moves: a move that refuted a sibling at the same ply is likely to refute this node too.
//!
//! Origin: B. Huberman, 1968; S. Akl and M. Newborn, *The principal continuation and the killer heuristic*, 1977. It risks nothing.

use super::tactical_first::is_quiet;
use super::{Card, Category, Cutoff, Enhancement, Orders, Parameters, Shape, Uses};
use crate::game::Game;
use crate::part::{PartError, Parts};
use crate::score::MAX_PLY;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::choice! {
    /// What happens to the others when a new killer comes.
    Replace {
        /// They move down a place, and the last is forgotten.
        Shift = "shift",
        /// Each place counts its successes; the new one takes the place with fewest.
        Count = "count",
    }
}

crate::parameters! {
    slots: i32 = 2, 1, MOST, "moves remembered at each ply";
    replace: Replace = Replace::Shift, 0, Replace::LAST, "what happens to the others when a new one comes";
    min_depth: i32 = 1, 1, 6, "nodes with fewer plies left are neither ordered by it nor learned from";
    quiet: bool = true, 0, 1, "remember quiet moves only, where the game tells them apart";
}

const MOST: usize = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Killer {
    /// The move's id plus one; 0 for none.
    id: u32,
    successes: u32,
}

/// The killers of every ply.
#[derive(Debug, Default)]
pub struct Plies {
    killers: Vec<[Killer; MOST]>,
    hits: u64,
}

/// See the [module](self).
pub struct Killers;

impl Enhancement for Killers {
    type Params = Params;
    type Memory = Plies;
    type Note = ();

    const CARD: Card = Card {
        name: "killers",
        about: "try first what refuted another move at the same ply",
        category: Category::Order,
        preserves: Some("always"),
        risks: "time where good moves do not carry over between siblings",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Huberman 1968; Akl and Newborn 1977",
        parameters: Params::CARDS,
        orders: Orders::Tier { bits: 3 },
    };
    const USES: Uses = Uses { ids: true, ..Uses::NOTHING };

    fn memory(_: &Params, _: &Shape, _: &Parts) -> Result<Plies, PartError> {
        Ok(Plies { killers: vec![Default::default(); MAX_PLY], hits: 0 })
    }

    fn forget(_: &Params, memory: &mut Plies) {
        memory.killers.fill(Default::default());
    }

    fn begin_search(params: &Params, memory: &mut Plies) {
        // Plies are counted from the root, so the killers of the last search are those of other plies.
        Killers::forget(params, memory);
        memory.hits = 0;
    }

    fn counters(memory: &Plies) -> Vec<(&'static str, u64)> {
        vec![("hits", memory.hits)]
    }

    #[inline(always)]
    fn orders(params: &Params, node: &Node) -> bool {
        node.depth.has(params.min_depth)
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, node: &Node, shift: u32) {
        let killers = &search.memory.killers.killers[node.ply];
        for (slot, killer) in killers.iter().enumerate().take(params.slots as usize).take_while(|(_, killer)| killer.id != 0) {
            here.rank_ids(shift, |id| if id + 1 == killer.id { (MOST - slot) as u32 } else { 0 });
        }
    }

    #[inline(always)]
    fn learn<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &Frame<G>, node: &Node, cutoff: Cutoff) {
        if !Self::orders(params, node) || (params.quiet && !is_quiet(search, here, cutoff.index)) {
            return;
        }
        let memory = &mut search.memory.killers;
        remember(params, memory, node.ply, search.game.move_id(here.moves[cutoff.index]) as u32 + 1);
    }
}

fn remember(params: &Params, memory: &mut Plies, ply: usize, id: u32) {
    let killers = &mut memory.killers[ply][..params.slots as usize];
    if let Some(at) = killers.iter().position(|killer| killer.id == id) {
        memory.hits += 1;
        killers[at].successes += 1;
        match params.replace {
            Replace::Shift => killers[..=at].rotate_right(1),
            Replace::Count if at > 0 && killers[at].successes > killers[at - 1].successes => killers.swap(at, at - 1),
            Replace::Count => {}
        }
        return;
    }
    let last = killers.len() - 1;
    let killer = Killer { id, successes: 1 };
    match params.replace {
        Replace::Shift => {
            killers.rotate_right(1);
            killers[0] = killer;
        }
        Replace::Count => {
            let free = killers.iter().position(|killer| killer.id == 0).unwrap_or(last);
            killers[free] = killer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(replace: Replace, slots: i32, ids: &[u32]) -> Vec<u32> {
        let params = Params { slots, replace, ..Params::DEFAULT };
        let mut memory = Killers::memory(&params, &Shape { move_ids: 10 }, &Parts::new("none")).unwrap();
        ids.iter().for_each(|&id| remember(&params, &mut memory, 3, id));
        memory.killers[3].iter().map(|killer| killer.id).collect()
    }

    #[test]
    fn shifting_keeps_the_latest() {
        assert_eq!(after(Replace::Shift, 2, &[5, 6, 7]), [7, 6, 0, 0]);
        assert_eq!(after(Replace::Shift, 3, &[5, 6, 7, 5]), [5, 7, 6, 0]);
    }

    #[test]
    fn counting_keeps_the_most_successful() {
        assert_eq!(after(Replace::Count, 2, &[5, 5, 6, 7, 8]), [5, 8, 0, 0]);
        assert_eq!(after(Replace::Count, 2, &[5, 6, 6]), [6, 5, 0, 0]);
    }
}
