//! Tactical moves first: captures and the like, the most promising first.
//!
//! What is tactical, and how promising, the game says. Origin: as old as game programs (Shannon, 1950). It risks the time to ask the game about
//! every move.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::{Capability, Game};
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    min_depth: i32 = 1, 1, 6, "nodes with fewer plies left are not ordered by it";
    sort: bool = true, 0, 1, "the most promising first, instead of all alike";
    fair: bool = false, 0, 1, "moves that look like a loss, where the game can tell, come with the quiet ones";
}

const RANK_BITS: u32 = 12;

/// See the [module](self).
pub struct TacticalFirst;

impl Enhancement for TacticalFirst {
    type Params = Params;
    type Memory = ();
    type Note = ();

    const CARD: Card = Card {
        name: "tactical_first",
        about: "try captures and other tactical moves before quiet ones",
        category: Category::Order,
        preserves: Some("always"),
        risks: "the time to ask the game about every move",
        needs: &[],
        excludes: &[],
        capabilities: &[Capability::Tactical],
        origin: "Shannon 1950",
        parameters: Params::CARDS,
        orders: Orders::Tier { bits: RANK_BITS },
    };

    #[inline(always)]
    fn orders(params: &Params, node: &Node) -> bool {
        node.depth.has(params.min_depth)
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node, shift: u32) {
        let most = if params.sort { (1 << RANK_BITS) - 1 } else { 1 };
        let least = if params.fair { G::FAIR } else { 0 };
        rank_moves(search.game, here, shift, least, most);
    }
}

/// Puts the rank of each move on it. Not inlined: by itself it is compiled to vectors where the game allows for that, which among other code is a matter of luck.
#[inline(never)]
fn rank_moves<G: Game>(game: &G, here: &mut Frame<G>, shift: u32, least: u32, most: u32) {
    here.rank_moves(shift, |state, mv| {
        let rank = game.tactical(state, mv);
        if rank < least { 0 } else { rank.min(most) }
    });
}

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// Whether a move is quiet: in a game without tactical moves every move is.
    #[inline(always)]
    pub(crate) fn is_quiet(&self, here: &Frame<G>, index: usize) -> bool {
        is_quiet(self, here, index)
    }
}

/// Whether a move is quiet: in a game without tactical moves every move is.
#[inline(always)]
pub(super) fn is_quiet<G: Game, S: Settings>(search: &Search<G, S>, here: &Frame<G>, index: usize) -> bool {
    !search.is_tactical(here, index, 1)
}

/// Whether a move is quiet or looks like a loss.
#[inline(always)]
pub(super) fn is_modest<G: Game, S: Settings>(search: &Search<G, S>, here: &Frame<G>, index: usize) -> bool {
    !search.is_tactical(here, index, G::FAIR)
}

#[cfg(test)]
mod tests {
    use crate::testing::with;

    #[test]
    fn the_tree_changes_but_not_the_value() {
        let (found, without) = with("[alpha_beta]", "[tactical_first]", 6);
        assert_ne!(found.nodes, without);
    }
}
