//! Categories of moves with what a move of each costs: what fractional plies and the realization search go by.
//!
//! A category is a conjunction of the game's atoms, such as `Ud-RdTt`; its cost is in 1/64 ply. A move that belongs to several costs the least of what they say. By themselves categories change nothing:
//! one of the enhancements that go by them has to be on. `plysmith extend` finds them, `plysmith realization` counts them.

use std::ops::RangeInclusive;

use super::{Card, Category, Choices, Choosing, Enhancement, Features, Orders, Parameters};
use crate::game::Capability;

/// What a move of a category may cost, in 1/64 ply.
pub const COSTS: RangeInclusive<i64> = 0..=640;

crate::parameters! {
    costs: Features = Features::NONE, *COSTS.start(), *COSTS.end(), "what a move of each category costs, in 1/64 ply";
}

/// Its name.
pub const NAME: &str = "categories";

/// See the [module](self).
pub struct Categories;

impl Enhancement for Categories {
    type Params = Params;
    type Memory = ();
    type Note = ();

    const CARD: Card = Card {
        name: NAME,
        about: "categories of moves with their costs, for the enhancements that go by them",
        category: Category::Data,
        preserves: Some("always: by itself it does nothing"),
        risks: "none by itself",
        needs: &[],
        excludes: &[],
        capabilities: &[Capability::Atoms],
        origin: "Levy, Broughton and Taylor 1989",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    // Others go by it.
    const CHOOSING: Choosing = Choosing::NEVER;
}

impl Choices {
    /// The categories of moves with their costs.
    #[inline(always)]
    pub(crate) const fn features(&self) -> &Features {
        match &self.categories {
            Some(params) => &params.costs,
            None => &Features::NONE,
        }
    }
}
