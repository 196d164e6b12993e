//! Single-reply extension: where there is only one legal move, it costs no depth, or less of it.
//!
//! Origin: folklore of chess programs, as `EXT` one of the eight enhancements of Hlynka and Schaeffer's selection, 2006.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    amount: i32 = 64, 8, 128, "what is added to the depth, in 1/64 ply";
}

/// See the [module](self).
pub struct SingleReply;

impl Enhancement for SingleReply {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "single_reply",
        about: "search deeper where there is only one legal move",
        category: Category::Depth,
        preserves: None,
        risks: "long forced lines that lead nowhere",
        needs: &[],
        excludes: &[],
        capabilities: &[],
        origin: "folklore; Hlynka and Schaeffer 2006",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("extensions", *memory)]
    }

    #[inline(always)]
    fn examine<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &Node) -> Cut {
        let here = &mut frames[0];
        if here.moves.len() == 1 && node.ply > 0 {
            here.judged.extension = here.judged.extension + Depth::from_units(params.amount);
            search.memory.single_reply += 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn the_last_moves_of_a_game_are_forced() {
        let with = search("[alpha_beta];[table];[tt_order];[deepening];[single_reply]", 12);
        assert!(counted(&with, "single_reply", "extensions") > 0);
    }
}
