//! Categories of moves, each by the atoms that must all hold, with what a move of the category costs: the weights of a fractional-ply search.

use super::value::{Codes, Field, FieldShape, Names, Value};
use crate::score::Depth;
use crate::spec::SpecError;

/// A category of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The atoms that must all hold, by their places in [`Game::atoms`](crate::Game::atoms).
    pub atoms: u64,
    /// What a move costs, in 1/64 ply.
    pub cost: i32,
}

/// The categories of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The cheapest first.
    list: [Feature; Features::MOST],
    count: usize,
    /// Every atom that some category names.
    wanted: u64,
}

impl Features {
    /// No more than this are kept.
    pub const MOST: usize = 32;
    /// There are none.
    pub const NONE: Features = Features { list: [Feature { atoms: 0, cost: 0 }; Features::MOST], count: 0, wanted: 0 };

    /// One category more; beyond [`Features::MOST`] it is left out.
    #[must_use]
    pub const fn with(mut self, feature: Feature) -> Features {
        if self.count < Features::MOST {
            let mut at = self.count;
            while at > 0 && self.list[at - 1].cost > feature.cost {
                self.list[at] = self.list[at - 1];
                at -= 1;
            }
            self.list[at] = feature;
            self.count += 1;
            self.wanted |= feature.atoms;
        }
        self
    }

    /// The atoms that have to be known of a move.
    #[inline(always)]
    pub const fn wanted(&self) -> u64 {
        self.wanted
    }

    /// What a move with these atoms costs: the least of what its categories say, if it is in any.
    #[inline(always)]
    pub fn cost(&self, atoms: u64) -> Option<Depth> {
        let mut list = self.list[..self.count].iter();
        list.find(|feature| atoms & feature.atoms == feature.atoms).map(|feature| Depth::from_units(feature.cost))
    }

    /// The same of moves with these atoms; `otherwise` is what the others cost.
    #[inline(always)]
    pub fn costs(&self, moves: &[u64], otherwise: Depth, costs: &mut Vec<Depth>) {
        // The dearest first, so that the cheapest has the last word.
        let mut list = self.list[..self.count].iter().rev().map(|feature| (feature.atoms, Depth::from_units(feature.cost)));
        let (wanted, price) = list.next().unwrap_or((0, otherwise));
        costs.clear();
        costs.extend(moves.iter().map(|atoms| if atoms & wanted == wanted { price } else { otherwise }));
        for (wanted, price) in list {
            for (cost, atoms) in costs.iter_mut().zip(moves) {
                *cost = if atoms & wanted == wanted { price } else { *cost };
            }
        }
    }

    /// The least that any of them says.
    pub(super) const fn cheapest(&self) -> Option<Depth> {
        if self.count == 0 { None } else { Some(Depth::from_units(self.list[0].cost)) }
    }

    /// Some of them say more than this.
    pub(super) const fn has_dearer_than(&self, cost: Depth) -> bool {
        self.count > 0 && self.list[self.count - 1].cost > cost.units()
    }
}

impl Field for Features {
    const SHAPE: FieldShape = FieldShape::Table { names: Names::Categories, most: Features::MOST };

    fn value(self) -> Value {
        Value::Table(Vec::new())
    }

    /// In an order that does not depend on how they were written: equal choices are then equal constants.
    fn from_value(value: &Value, codes: Codes) -> Result<Features, SpecError> {
        let entries = value.table().unwrap_or_default().iter();
        let feature = |(name, cost): &(String, i64)| Ok(Feature { atoms: codes(Names::Categories, name)?, cost: *cost as i32 });
        let mut features = entries.map(feature).collect::<Result<Vec<_>, SpecError>>()?;
        features.sort_unstable_by_key(|feature| (feature.atoms, feature.cost));
        Ok(features.into_iter().fold(Features::NONE, Features::with))
    }

    fn code(self) -> String {
        let with = |feature: &Feature| {
            format!("\n        .with(plysmith::enhance::Feature {{ atoms: {:#x}, cost: {} }})", feature.atoms, feature.cost)
        };
        let features: String = self.list[..self.count].iter().map(with).collect();
        format!("plysmith::enhance::Features::NONE{features}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_category_that_a_move_belongs_to_decides() {
        let features = Features::NONE
            .with(Feature { atoms: 0b01, cost: 48 })
            .with(Feature { atoms: 0b11, cost: 32 })
            .with(Feature { atoms: 0b100, cost: 96 });
        assert_eq!(features.wanted(), 0b111);
        let cost = |atoms| features.cost(atoms).map(Depth::units);
        assert_eq!([0b00, 0b01, 0b11, 0b100, 0b111].map(cost), [None, Some(48), Some(32), Some(96), Some(32)]);
        let mut costs = vec![Depth::ZERO];
        features.costs(&[0b00, 0b01, 0b11, 0b100, 0b111], Depth::PLY, &mut costs);
        assert_eq!(costs.iter().map(|cost| cost.units()).collect::<Vec<_>>(), [64, 48, 32, 96, 32]);
        assert_eq!((features.cheapest().map(Depth::units), Features::NONE.cheapest()), (Some(32), None));
        assert!(features.has_dearer_than(Depth::PLY) && !features.has_dearer_than(Depth::from_units(96)));
        assert!(!Features::NONE.has_dearer_than(Depth::ZERO));
    }
}
