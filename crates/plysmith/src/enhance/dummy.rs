//! An enhancement for tests alone, behind the feature `dummy`: it has all that an enhancement may have, and does nothing that anybody should want.
//!
//! Its part is a row of numbers. With one it adds to the worth of moves, so that another part, or none, is a search with other nodes and the same value. Its note counts how often the best value of a
//! node changed, and it samples that with what the categories of its table say the best move costs.

use std::sync::Arc;

use super::{Card, Category, Choosing, Enhancement, Features, List, Orders, Parameters, Shape, Uses};
use crate::game::{Capability, Game};
use crate::part::{Part, PartError, PartFault, PartKind, PartOf, Parts};
use crate::score::Score;
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    weights: List<4> = List::of(&[1]), -9, 9, "how much each of the numbers of a move counts";
    costs: Features = Features::NONE, 0, 640, "what is sampled of moves of each category";
    net: PartOf<Numbers> = PartOf::NONE, 0, 0, "the numbers; without them nothing is ordered";
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

/// No more nodes than this are sampled.
const MOST: usize = 1_000;

/// The numbers, what each move id is worth by them, and what was sampled.
#[derive(Debug, Default)]
pub struct Worths {
    numbers: Option<Arc<Numbers>>,
    worths: Vec<i32>,
    samples: Vec<f32>,
}

/// See the [module](self).
pub struct Dummy;

impl Enhancement for Dummy {
    type Params = Params;
    type Memory = Worths;
    /// How often the best value changed.
    type Note = u8;

    const CARD: Card = Card {
        name: "dummy",
        about: "order moves by the numbers of a part; for tests",
        category: Category::Order,
        preserves: Some("always"),
        risks: "time, because the numbers mean nothing; without a part it orders nothing",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "for tests",
        parameters: Params::CARDS,
        orders: Orders::Worth,
    };
    const CHOOSING: Choosing = Choosing::NEVER;
    const USES: Uses = Uses { ids: true, ..Uses::NOTHING };

    fn memory(params: &Params, shape: &Shape, parts: &Parts) -> Result<Worths, PartError> {
        let numbers = parts.decoded(params.net)?;
        let worths = numbers.iter().flat_map(|numbers| (0..shape.move_ids).map(|id| params.sum(&numbers.0, id))).collect();
        Ok(Worths { numbers, worths, samples: Vec::new() })
    }

    fn begin_search(_: &Params, memory: &mut Worths) {
        memory.samples.clear();
    }

    fn counters(memory: &Worths) -> Vec<(&'static str, u64)> {
        vec![("numbers", memory.numbers.as_ref().map_or(0, |numbers| numbers.0.len() as u64))]
    }

    fn samples(_: &Params, memory: &Worths, samples: &mut Vec<f32>) {
        samples.extend(&memory.samples);
    }

    #[inline(always)]
    fn orders(params: &Params, _: &Node) -> bool {
        !params.net.id().is_none()
    }

    #[inline(always)]
    fn worth<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node) {
        let worths = &search.memory.dummy.worths;
        here.add_worth_of_ids(|id| worths[id as usize]);
    }

    #[inline(always)]
    fn changed<G: Game, S: Settings>(_: &Params, _: &mut Search<G, S>, here: &mut Frame<G>, _: &Node, _: usize, _: Score) {
        here.notes.dummy = here.notes.dummy.saturating_add(1);
    }

    #[inline(always)]
    fn leave<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &Frame<G>, _: &Node, _: Score, index: usize) {
        if search.memory.dummy.samples.len() >= 2 * MOST {
            return;
        }
        let wanted = if search.has(Capability::Atoms) { params.costs.wanted() } else { 0 };
        let atoms = search.game.atoms_of(&here.state, here.led_here, here.moves[index], wanted);
        let cost = params.costs.cost(atoms).map_or(0, |cost| cost.units());
        search.memory.dummy.samples.extend([f32::from(here.notes.dummy), cost as f32]);
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
