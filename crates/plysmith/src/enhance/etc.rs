//! Enhanced transposition cutoffs: before a node is searched, the table is asked about all its children; one that is bad enough for the opponent
//! ends the node.
//!
//! Origin: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Exploiting graph properties of game trees*, 1996. It costs a look at every child, so
//! it pays only well above the horizon.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    min_depth: i32 = 3, 2, 12, "nodes with fewer plies left are not looked at";
}

/// How often it helped.
#[derive(Debug, Default)]
pub struct EtcCounts {
    looks: u64,
    cuts: u64,
}

/// See the [module](self).
pub struct Etc;

impl Enhancement for Etc {
    type Params = Params;
    type Memory = EtcCounts;
    type Note = ();

    const CARD: Card = Card {
        name: "etc",
        about: "ask the table about all children before searching one",
        category: Category::Memory,
        preserves: Some("as far as the table does"),
        risks: "a look at every child, where none is known",
        needs: &["alpha_beta", "table"],
        excludes: &[],
        capabilities: &[],
        origin: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut EtcCounts) {
        *memory = EtcCounts::default();
    }

    fn counters(memory: &EtcCounts) -> Vec<(&'static str, u64)> {
        vec![("looks", memory.looks), ("cuts", memory.cuts)]
    }

    #[inline(always)]
    fn cut<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        if node.ply == 0 || !node.depth.has(params.min_depth) {
            return Ok(None);
        }
        Ok(look(search, frames, node))
    }
}

fn look<G: Game, S: Settings>(search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &Node) -> Option<crate::Score> {
    let table = search.settings.choices().table.as_ref()?;
    let [here, child, ..] = frames else { return None };
    let depth = node.depth - Depth::PLY;
    search.memory.etc.looks += 1;
    for index in 0..here.moves.len() {
        let same_side = search.advance(here, child, index, depth);
        let Some(entry) =
            search.memory.table.get(search.place(table, child, depth).key).filter(|entry| table.answers(entry, depth))
        else {
            continue;
        };
        let score = entry.score.from_root(child.ply);
        let (score, at_least) = if same_side { (score, entry.bound.is_lower()) } else { (-score, entry.bound.is_upper()) };
        if at_least && node.window.fails_high(score) {
            search.memory.etc.cuts += 1;
            return Some(score);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, with};

    #[test]
    fn a_child_that_the_table_knows_ends_the_node() {
        let (found, without) = with("[alpha_beta];[table];mode='exact'", "[etc]", 9);
        assert!(counted(&found, "etc", "cuts") > 0 && found.nodes < without);
    }
}
