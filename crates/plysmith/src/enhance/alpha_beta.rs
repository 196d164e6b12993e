//! Alpha-beta: a move that is already too good for the opponent to allow ends its node.
//!
//! Without it the search is plain negamax. The skeleton asks for it directly, because every window begins here.
//!
//! Origin: described by several people from 1956 on; analysed by D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975. Fail-soft as in
//! J. Fishburn, 1983. It risks nothing.

use super::{Card, Category, Choosing, Enhancement, Orders, Parameters};

crate::parameters! {}

/// See the [module](self).
pub struct AlphaBeta;

impl Enhancement for AlphaBeta {
    type Params = Params;
    type Memory = ();
    type Note = ();

    const CARD: Card = Card {
        name: "alpha_beta",
        about: "leave a node as soon as it is too good to be allowed",
        category: Category::Window,
        preserves: Some("always"),
        risks: "nothing",
        needs: &[],
        excludes: &[],
        capabilities: &[],
        origin: "Knuth and Moore 1975; fail-soft: Fishburn 1983",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    // Without it there is no alpha-beta search to enhance.
    const CHOOSING: Choosing = Choosing::NEVER;
    const CUTS: bool = true;
}

#[cfg(test)]
mod tests {
    use crate::testing::with;

    #[test]
    fn it_gives_the_value_of_negamax_with_fewer_nodes() {
        let (found, without) = with("", "[alpha_beta]", 6);
        assert!(found.nodes * 4 < without);
    }
}
