//! Pre-searching at the root: a shallow search of every root move, with a full window each, puts them in order before the search begins.
//!
//! Origin: M. Hlynka and J. Schaeffer, *Pre-searching*, 2004. It risks the time of the shallow searches.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::{Depth, Window};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    depth: i32 = 1, 1, 4, "plies that each root move is searched beforehand, itself included";
}

/// The ranks of the root moves, once known.
#[derive(Debug, Default)]
pub struct Ranks(Vec<u32>);

/// See the [module](self).
pub struct Presearch;

impl Enhancement for Presearch {
    type Params = Params;
    type Memory = Ranks;
    type Note = ();

    const CARD: Card = Card {
        name: "presearch",
        about: "order the root moves by a shallow search of each",
        category: Category::Order,
        preserves: Some("as far as the table does"),
        risks: "the time of the shallow searches",
        needs: &[],
        excludes: &[],
        capabilities: &[],
        origin: "Hlynka and Schaeffer 2004",
        parameters: Params::CARDS,
        orders: Orders::Root,
    };

    fn begin_search(_: &Params, memory: &mut Ranks) {
        memory.0.clear();
    }

    #[inline(always)]
    fn cut<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        // Several roots may belong to one search: what is known is known of the one before.
        if node.ply == 0 && (search.memory.presearch.0.is_empty() || search.nodes() == 1) {
            let ranks = rank_all(params, search, frames)?;
            search.memory.presearch.0 = ranks;
        }
        Ok(None)
    }

    #[inline(always)]
    fn orders(_: &Params, node: &Node) -> bool {
        node.ply == 0
    }

    #[inline(always)]
    fn arrange<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, shift: u32) {
        let ranks = &search.memory.presearch.0;
        here.arrange(shift, |index| ranks.get(index).copied().unwrap_or(0));
    }
}

/// The best move gets the highest rank; equal ones keep their order.
fn rank_all<G: Game, S: Settings>(
    params: &Params,
    search: &mut Search<G, S>,
    frames: &mut [Frame<G>],
) -> Result<Vec<u32>, crate::search::Stopped> {
    let depth = Depth::plies(params.depth as u32 - 1);
    let [here, rest @ ..] = frames else { return Ok(Vec::new()) };
    let mut scores = Vec::new();
    for index in 0..here.moves.len() {
        let same_side = search.advance(here, &mut rest[0], index, depth);
        scores.push((search.side_search(|search| search.enter_child(rest, same_side, depth, Window::FULL))?, index));
    }
    scores.sort_by_key(|&(score, index)| (score, std::cmp::Reverse(index)));
    let mut ranks = vec![0; scores.len()];
    for (place, &(_, index)) in scores.iter().enumerate() {
        ranks[index] = place as u32;
    }
    Ok(ranks)
}

#[cfg(test)]
mod tests {
    use crate::testing::{search, with};

    #[test]
    fn a_root_in_order_needs_fewer_nodes_than_the_presearch_costs() {
        let (found, without) = with("[alpha_beta]", "[presearch];depth=3", 8);
        assert!(found.nodes < without);
    }

    #[test]
    fn a_presearch_as_deep_as_the_search_puts_the_best_move_first() {
        let (presearched, plain) = (search("[presearch];depth=4", 4), search("", 4));
        assert_eq!((presearched.best, presearched.score), (plain.best, plain.score));
    }
}
