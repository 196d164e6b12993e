//! Principal variation search: once a move is in hand, the others are only asked whether they are better, with a null window; one that is gets
//! searched again.
//!
//! Origin: T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982; A. Reinefeld's NegaScout, 1983. It risks repeated
//! searches where the order is bad.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::search::Node;

crate::parameters! {
    min_depth: i32 = 1, 1, 4, "nodes with fewer plies left are searched with the open window at once";
}

/// See the [module](self).
pub struct Pvs;

impl Enhancement for Pvs {
    type Params = Params;
    type Memory = ();
    type Note = ();

    const CARD: Card = Card {
        name: "pvs",
        about: "ask with a null window whether a move is better before searching it in full",
        category: Category::Window,
        preserves: Some("as far as the table does"),
        risks: "searching again where the order is bad",
        needs: &["alpha_beta"],
        excludes: &["mtdf"],
        capabilities: &[],
        origin: "Marsland and Campbell 1982; Reinefeld 1983",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    #[inline(always)]
    fn scout(params: &Params, node: &Node, turn: usize) -> bool {
        turn > 0 && node.depth.has(params.min_depth)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::with;

    #[test]
    fn null_windows_save_nodes_where_the_order_is_good() {
        let (found, without) = with("[alpha_beta];[table];mode='exact';[tt_order];[deepening];[killers]", "[pvs]", 9);
        assert!(found.nodes < without);
    }
}
