//! Transposition-table ordering: the move that was best when the position was last searched comes first.
//!
//! Origin: D. Slate and L. Atkin, *Chess 4.5*, 1977. It risks nothing but time where the table's move is stale.

use super::{Card, Category, Choosing, Enhancement, Orders, Parameters, Question};
use crate::game::Game;
use crate::search::settings::Settings;
use crate::search::{Frame, NO_MOVE, Node, Search};

crate::parameters! {}

/// See the [module](self).
pub struct TtOrder;

impl Enhancement for TtOrder {
    type Params = Params;
    type Memory = ();
    type Note = ();

    const CARD: Card = Card {
        name: "tt_order",
        about: "try the table's move first",
        category: Category::Order,
        preserves: Some("always"),
        risks: "nothing but the time to look",
        needs: &["table"],
        excludes: &[],
        capabilities: &[],
        origin: "Slate and Atkin 1977",
        parameters: Params::CARDS,
        orders: Orders::Tier { bits: 1 },
    };
    const HINTED: bool = true;
    const CHOOSING: Choosing = Choosing { question: Question::Kept, ..Choosing::FREE };

    #[inline(always)]
    fn orders(_: &Params, node: &Node) -> bool {
        node.hint != NO_MOVE
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Params, _: &mut Search<G, S>, here: &mut Frame<G>, node: &Node, shift: u32) {
        if usize::from(node.hint) < here.moves.len() {
            here.rank(node.hint.into(), 1, shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::with;

    #[test]
    fn the_move_of_the_last_iteration_saves_nodes() {
        let (found, without) = with("[alpha_beta];[table];mode='exact';[deepening]", "[tt_order]", 9);
        assert!(found.nodes < without);
    }
}
