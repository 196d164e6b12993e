//! The evaluation that most games have two of: one weighs many terms, the other one alone.

use plysmith::game::EvaluationCard;

/// The evaluation in use, with its weights.
#[derive(Clone, Copy, Debug)]
pub enum Weighed<const N: usize> {
    /// The first of the cards: many terms, in their order.
    Many([i32; N]),
    /// The second: one alone.
    One(i32),
}

impl<const N: usize> Weighed<N> {
    /// The first of the cards, with the weights that it says.
    pub fn first(cards: &[EvaluationCard]) -> Weighed<N> {
        Weighed::new(0, &cards[0].weights()).expect("the card lists every weight")
    }

    /// The evaluation of this index; `None` if it has another number of weights.
    pub fn new(index: usize, weights: &[i32]) -> Option<Weighed<N>> {
        match (index, weights) {
            (0, _) => weights.try_into().ok().map(Weighed::Many),
            (1, &[weight]) => Some(Weighed::One(weight)),
            _ => None,
        }
    }

    /// The value of a position with these amounts, of which only those in use are counted.
    #[inline(always)]
    pub fn value(&self, many: impl FnOnce() -> [i32; N], one: impl FnOnce() -> i32) -> i32 {
        match self {
            Weighed::Many(weights) => many().iter().zip(weights).map(|(amount, weight)| amount * weight).sum(),
            Weighed::One(weight) => weight * one(),
        }
    }

    /// Adds the amounts that [`Weighed::value`] would weigh.
    pub fn terms(&self, many: impl FnOnce() -> [i32; N], one: impl FnOnce() -> i32, amounts: &mut Vec<i32>) {
        match self {
            Weighed::Many(_) => amounts.extend(many()),
            Weighed::One(_) => amounts.push(one()),
        }
    }
}
