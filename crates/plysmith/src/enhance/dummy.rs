//! An enhancement for tests alone, behind the feature `dummy`: it has what an enhancement may have, and does nothing that anybody should want.
//!
//! Its part is a row of numbers. With one it looks less deep at some moves, so that another part, or none, is a search with other nodes.

use std::sync::Arc;

use super::{Card, Category, Choosing, Enhancement, List, MovePlan, Parameters, Shape, Turn};
use crate::game::Game;
use crate::part::{Part, PartError, PartFault, PartKind, PartOf, Parts};
use crate::score::Depth;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    weights: List<4> = List::of(&[1]), -9, 9, "how much each of the numbers of a move counts";
    net: PartOf<Numbers> = PartOf::NONE, 0, 0, "the numbers; without them nothing is done";
}

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

/// The numbers, and which move ids they reduce.
#[derive(Debug, Default)]
pub struct Reduced {
    numbers: Option<Arc<Numbers>>,
    reduced: Vec<bool>,
}

/// See the [module](self).
pub struct Dummy;

impl Enhancement for Dummy {
    type Params = Params;
    type Memory = Reduced;

    const CARD: Card = Card {
        name: "dummy",
        about: "look a ply less deep at moves for which a part has negative numbers; for tests",
        category: Category::Depth,
        preserves: None,
        risks: "everything, because the numbers mean nothing; without a part it does nothing",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "for tests",
        parameters: Params::CARDS,
        rank_bits: 0,
    };
    const CHOOSING: Choosing = Choosing::NEVER;

    fn memory(params: &Params, shape: &Shape, parts: &Parts) -> Result<Reduced, PartError> {
        let numbers = parts.decoded(params.net)?;
        let reduced = numbers.iter().flat_map(|numbers| (0..shape.move_ids).map(|id| params.sum(&numbers.0, id) < 0)).collect();
        Ok(Reduced { numbers, reduced })
    }

    fn counters(memory: &Reduced) -> Vec<(&'static str, u64)> {
        vec![("numbers", memory.numbers.as_ref().map_or(0, |numbers| numbers.0.len() as u64))]
    }

    #[inline(always)]
    fn plan<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        here: &mut Frame<G>,
        node: &Node,
        turn: &Turn,
        plan: &mut MovePlan,
    ) {
        if params.net.id().is_none() || turn.number == 0 || !node.depth.has(2) || here.judged.in_check {
            return;
        }
        if search.memory.dummy.reduced[search.game.move_id(here.moves[turn.index])] {
            plan.reduction = plan.reduction + Depth::PLY;
        }
    }
}

impl Params {
    /// The weighted sum of the numbers of a move.
    fn sum(&self, values: &[i16], id: usize) -> i32 {
        let weights = self.weights.as_slice();
        let number = |place: usize| i32::from(values[(id * weights.len() + place) % values.len()]);
        weights.iter().enumerate().map(|(place, weight)| weight * number(place)).sum()
    }
}

#[cfg(test)]
mod tests;
