//! Principal variation first: an iteration begins with the line that the one before thought best.
//!
//! The line is followed only while it is the leftmost one of the tree. Origin: Scott, 1969; part of every iterative search since *Chess 4.5*
//! (Slate and Atkin, 1977). It risks nothing.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {}

/// The line and how far it has been followed.
#[derive(Debug, Default)]
pub struct Line {
    indices: Vec<u16>,
    followed: usize,
}

impl Line {
    /// The node is on the line of the iteration before.
    #[inline(always)]
    pub(super) fn leads(&self, node: &Node) -> bool {
        node.ply == 0 || (node.ply == self.followed && node.ply < self.indices.len())
    }
}

/// See the [module](self).
pub struct PvFirst;

impl Enhancement for PvFirst {
    type Params = Params;
    type Memory = Line;
    type Note = ();

    const CARD: Card = Card {
        name: "pv_first",
        about: "begin an iteration with the principal variation of the one before",
        category: Category::Order,
        preserves: Some("always"),
        risks: "nothing",
        needs: &["deepening"],
        excludes: &[],
        capabilities: &[],
        origin: "Scott 1969; Slate and Atkin 1977",
        parameters: Params::CARDS,
        orders: Orders::First { bits: 1 },
    };

    fn begin_search(_: &Params, memory: &mut Line) {
        memory.indices.clear();
    }

    fn begin_iteration(_: &Params, memory: &mut Line, line: &[u16]) {
        memory.indices = line.to_vec();
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, node: &Node, shift: u32) {
        let line = &mut search.memory.pv_first;
        if node.ply == 0 {
            line.followed = 0;
        }
        if node.ply == line.followed && node.ply < line.indices.len() {
            let index = usize::from(line.indices[node.ply]);
            line.followed += 1;
            if index < here.moves.len() {
                here.rank(index, 1, shift);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::with;

    #[test]
    fn an_iteration_that_begins_with_the_last_line_needs_fewer_nodes() {
        let (found, without) = with("[alpha_beta];[deepening]", "[pv_first]", 8);
        assert!(found.nodes < without);
    }
}
