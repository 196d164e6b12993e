//! A choice of evaluations, and terms whose weights can be tuned.

use super::CardText;
use crate::evaluate::{Evaluator, NOTHING};

/// One of a game's evaluations. A game writes its cards as constants; those that an arena shows may have been made at run time, with `T` = [`CardText`].
#[derive(Clone, Copy, Debug)]
pub struct EvaluationCard<T = &'static str> {
    /// The name used in specs.
    pub name: T,
    /// What it looks at.
    pub about: T,
    /// The terms whose weighted sum it is; empty if it is not such a sum.
    pub terms: &'static [TermCard],
    /// What the weighted sum is divided by (towards zero): more than 1 if the terms count in fractions.
    pub scale: i32,
}

impl From<&EvaluationCard> for EvaluationCard<CardText> {
    fn from(card: &EvaluationCard) -> EvaluationCard<CardText> {
        let EvaluationCard { name, about, terms, scale } = *card;
        EvaluationCard { name: name.into(), about: about.into(), terms, scale }
    }
}

impl<T> EvaluationCard<T> {
    /// The weight of each term when nothing else is said.
    pub fn weights(&self) -> Vec<i32> {
        self.terms.iter().map(|term| term.weight).collect()
    }
}

/// One term of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct TermCard {
    /// The name used in specs.
    pub name: &'static str,
    /// The weight when nothing else is said.
    pub weight: i32,
    /// The smallest weight allowed.
    pub low: i32,
    /// The largest weight allowed.
    pub high: i32,
}

/// The single evaluation of a game that offers no choice.
pub const ONE: &[EvaluationCard] =
    &[EvaluationCard { name: "standard", about: "the game's only evaluation", terms: &[], scale: 1 }];

/// A weight that does not fit the evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// The game has no evaluation of this name.
    #[error("unknown evaluation `{name}`; the game has {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The evaluation has no term of this name.
    #[error("the evaluation `{evaluation}` has no term `{term}`; it has {known}")]
    Term {
        /// The evaluation.
        evaluation: String,
        /// The name asked for.
        term: String,
        /// The names there are.
        known: String,
    },
    /// The weight is outside its range.
    #[error("the weight {weight} of `{term}` is out of range; use {low} to {high}")]
    Range {
        /// The term.
        term: String,
        /// The weight asked for.
        weight: i64,
        /// The smallest allowed.
        low: i32,
        /// The largest allowed.
        high: i32,
    },
}

/// The index of the named evaluation (the first if none is named) and the weight of each of its terms, with those in `weights` replaced.
pub fn choose<T: AsRef<str>>(
    cards: &[EvaluationCard<T>],
    name: Option<&str>,
    weights: &[(String, i64)],
) -> Result<(usize, Vec<i32>), WeightError> {
    let list = |names: Vec<&str>| if names.is_empty() { "none".to_string() } else { names.join(", ") };
    let none = Evaluator::named(name, cards) != Evaluator::Game;
    let index = match name {
        _ if none => 0,
        None => 0,
        Some(name) => cards.iter().position(|card| card.name.as_ref() == name).ok_or_else(|| WeightError::Unknown {
            name: name.into(),
            known: list(cards.iter().map(|card| card.name.as_ref()).chain([NOTHING]).collect()),
        })?,
    };
    let (evaluation, terms) = if none { (NOTHING, &[][..]) } else { (cards[index].name.as_ref(), cards[index].terms) };
    if none && weights.is_empty() {
        // Nobody asks the game, whose first evaluation stays as it is.
        return Ok((index, cards[index].weights()));
    }
    let mut chosen: Vec<i32> = terms.iter().map(|term| term.weight).collect();
    for (name, weight) in weights {
        let at = terms.iter().position(|term| term.name == name).ok_or_else(|| WeightError::Term {
            evaluation: evaluation.into(),
            term: name.clone(),
            known: list(terms.iter().map(|term| term.name).collect()),
        })?;
        let TermCard { low, high, .. } = terms[at];
        if *weight < low.into() || *weight > high.into() {
            return Err(WeightError::Range { term: name.clone(), weight: *weight, low, high });
        }
        chosen[at] = *weight as i32;
    }
    Ok((index, chosen))
}
