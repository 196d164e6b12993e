//! An enhancement for tests alone, behind the feature `dummy`: it has what an enhancement may have, and does nothing that anybody should want.
//!
//! Its part is a row of numbers. With one it orders moves by them, so that another part, or none, is a search with other nodes and the same value.

use std::sync::Arc;

use super::{Card, Category, Choosing, Enhancement, List, Parameters, Shape, Uses};
use crate::game::Game;
use crate::part::{Part, PartError, PartFault, PartKind, PartOf, Parts};
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    weights: List<4> = List::of(&[1]), -9, 9, "how much each of the numbers of a move counts";
    net: PartOf<Numbers> = PartOf::NONE, 0, 0, "the numbers; without them nothing is ordered";
}

const RANK_BITS: u32 = 4;

/// A row of numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Numbers(pub Vec<i16>);

impl PartKind for Numbers {
    const KIND: &'static str = "numbers";

    /// The shape says how many `values` there are; each has two bytes, the low one first.
    fn decode(part: &Part) -> Result<Numbers, PartFault> {
        let (pairs, rest) = part.body().as_chunks();
        let values: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        if values.is_empty() || !rest.is_empty() {
            return Err(PartFault::Body { reason: format!("{} bytes are no row of numbers of two bytes", part.body().len()) });
        }
        part.demand_shape(&[("values", values.len() as u32)])?;
        Ok(Numbers(values))
    }
}

/// The numbers, and the rank of each move id that follows from them.
#[derive(Debug, Default)]
pub struct Ranks {
    numbers: Option<Arc<Numbers>>,
    ranks: Vec<u32>,
}

/// See the [module](self).
pub struct Dummy;

impl Enhancement for Dummy {
    type Params = Params;
    type Memory = Ranks;

    const CARD: Card = Card {
        name: "dummy",
        about: "order moves by the numbers of a part; for tests",
        category: Category::Order,
        preserves: Some("always"),
        risks: "time, because the numbers mean nothing",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "for tests",
        parameters: Params::CARDS,
        rank_bits: RANK_BITS,
    };
    const CHOOSING: Choosing = Choosing::NEVER;
    const USES: Uses = Uses { ids: true, ..Uses::NOTHING };

    fn memory(params: &Params, shape: &Shape, parts: &Parts) -> Result<Ranks, PartError> {
        let numbers = parts.decoded(params.net)?;
        let ranks = numbers.iter().flat_map(|numbers| (0..shape.move_ids).map(|id| params.rank(&numbers.0, id))).collect();
        Ok(Ranks { numbers, ranks })
    }

    fn counters(memory: &Ranks) -> Vec<(&'static str, u64)> {
        vec![("numbers", memory.numbers.as_ref().map_or(0, |numbers| numbers.0.len() as u64))]
    }

    #[inline(always)]
    fn orders(params: &Params, _: &Node) -> bool {
        !params.net.id().is_none()
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node, shift: u32) {
        let ranks = &search.memory.dummy.ranks;
        here.rank_ids(shift, |id| ranks[id as usize]);
    }
}

impl Params {
    /// The weighted sum of the numbers of a move, cut down to the bits of a rank.
    fn rank(&self, values: &[i16], id: usize) -> u32 {
        let number = |place: usize| i32::from(values[(id * self.weights.as_slice().len() + place) % values.len()]);
        let sum: i32 = self.weights.as_slice().iter().enumerate().map(|(place, weight)| weight * number(place)).sum();
        (sum.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN)) as u32 >> (16 - RANK_BITS)
    }
}

#[cfg(test)]
mod tests;
