//! Symmetry: positions that are mirror images or rotations of each other share a table entry.
//!
//! The key of a position is the smallest hash among its images, so that one search answers for all of them. That takes a hash from scratch for each
//! image, so it is done well above the horizon only. The table's move is used only where it was stored for the same image. Games in which positions
//! can be repeated are left alone: what was repeated would have to be turned as well.
//!
//! Origin: folklore of solvers and opening books. It pays where several images are within reach: in openings, and on small boards.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::{Capability, Game};
use crate::score::Depth;
use crate::search::Search;
use crate::search::settings::Settings;

crate::parameters! {
    min_depth: i32 = 4, 1, 12, "nodes with fewer plies left are remembered as they stand";
}

/// See the [module](self).
pub struct Symmetry;

impl Enhancement for Symmetry {
    type Params = Params;
    type Memory = ();
    type Note = ();

    const CARD: Card = Card {
        name: "symmetry",
        about: "let mirror images share their table entries",
        category: Category::Memory,
        preserves: Some("as far as the table does, and if images evaluate alike, which they nearly do with a network"),
        risks: "time to turn boards that turn out to be seen for the first time",
        needs: &["table"],
        excludes: &[],
        capabilities: &[Capability::Symmetries],
        origin: "folklore of solvers and opening books",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
}

impl Params {
    /// The smallest hash among the images of a position, and which image has it.
    #[inline]
    pub(super) fn image<G: Game, S: Settings>(
        &self,
        search: &Search<G, S>,
        state: &G::State,
        hash: u64,
        depth: Depth,
    ) -> (u64, u16) {
        if G::REPETITION.is_some() || !depth.has(self.min_depth) {
            return (hash, 0);
        }
        let game = search.game;
        let images = (1..game.symmetries()).map(|symmetry| (search.hash(&game.turn(state, symmetry)), symmetry as u16));
        images.fold((hash, 0), |best, image| if image.0 < best.0 { image } else { best })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::with;

    #[test]
    fn one_image_answers_for_the_others() {
        let (found, without) = with("[alpha_beta];[table];mode='exact'", "[symmetry];min_depth=2", 9);
        assert!(found.nodes < without);
    }
}
