//! Evaluate: the weights of an evaluation's terms, fitted to how games end.
//!
//! The engine plays others like it; every quiet position of a game is a sample with the game's result, and logistic regression finds the weights that
//! predict results best. Origin: M. Buro, *Statistical feature combination for the evaluation of game positions* (1995); P. Österlund made it usual in
//! chess as Texel's tuning method (2014).
//!
//! It risks what every fit does: games of weak engines teach what wins among weak engines, and a term that only goes with winning is taken for a reason.
//! So the fall of the loss on games that were held out says that something was learned, and never that the engine is stronger: that is for a match.

mod games;
mod learner;
pub(crate) mod logistic;
pub mod network;
mod positions;
mod sections;
mod weights;
mod whole;

use plysmith::arena::Line;
use plysmith::evaluate::Evaluator;
use plysmith::game::{CardText, EvaluationCard, evaluation};
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};

pub use learner::{WeightsLearner, WeightsOptions};
pub(crate) use positions::Gather;
pub use sections::{nothing_to_fit, sections};

use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::play::Played;
use crate::statistics::{Bootstrap, Interval};
use crate::trial::SpecText;
use logistic::Sample;
use weights::{Fitted, Wanted};

/// A spec whose evaluation has terms.
#[derive(Clone, Debug)]
pub struct Subject {
    spec: Spec,
    index: usize,
    card: EvaluationCard<CardText>,
    weights: Vec<i32>,
}

impl Subject {
    /// The evaluation of a spec; `None` if it is no sum of terms, or the game has no such evaluation.
    pub fn of(arena: &dyn Arena, spec: &Spec) -> Option<Subject> {
        let cards = arena.card().hiding(spec.hidden()).evaluations;
        let named = spec.evaluation.as_deref();
        if spec.evaluator(&cards) != Evaluator::Game {
            return None;
        }
        let (index, weights) = evaluation::choose(&cards, named, &spec.weights).ok()?;
        let card = cards.get(index).filter(|card| !card.terms.is_empty())?.clone();
        Some(Subject { spec: spec.clone(), index, card, weights })
    }

    /// The name of the evaluation.
    pub fn evaluation(&self) -> &str {
        &self.card.name
    }

    /// The spec with other weights.
    fn with(&self, weights: &[i32]) -> Spec {
        let mut spec = self.spec.clone();
        spec.evaluate_by(&self.card.name);
        spec.weights = self.card.terms.iter().zip(weights).map(|(term, &weight)| (term.name.into(), weight.into())).collect();
        spec
    }

    fn ranges(&self) -> Vec<(i32, i32)> {
        self.card.terms.iter().map(|term| (term.low, term.high)).collect()
    }
}

/// How much to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FitPlan {
    /// Games; there may be fewer in a small game.
    pub games: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// The seed of everything.
    pub seed: u64,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluated {
    /// The evaluation.
    pub evaluation: String,
    /// Its terms.
    pub terms: Vec<Term>,
    /// The spec that was started from.
    pub start: SpecText,
    /// The spec with the new weights.
    pub spec: SpecText,
    /// Games that came to an end.
    pub games: usize,
    /// Different positions to learn from, to choose the pull, and held out.
    pub positions: [usize; 3],
    /// How strongly weights were pulled to those before; `None` if these stay.
    pub pull: Option<f64>,
    /// How the loss changed on what was held out; `None` if that is too little to say.
    pub held_out: Option<HeldOut>,
}

/// A term with its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// The weight before.
    pub before: i32,
    /// The weight after.
    pub after: i32,
    /// The weight after, before it was made a whole number.
    pub exact: f64,
    /// The standard error of that, from opening to opening; `None` if the term was never seen.
    pub error: Option<f64>,
}

/// The loss on what was held out: the mean cross entropy of result and chance, the curve from value to chance fitted to what was not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// With the weights before.
    pub before: f64,
    /// With the weights after.
    pub after: f64,
    /// The one after over the one before, with an interval over openings.
    pub ratio: Interval,
    /// The points that make odds of ten to one, before and after.
    pub ten_to_one: [f64; 2],
    /// Openings that were held out.
    pub openings: usize,
}

impl Evaluated {
    /// Something was learned that holds where nobody has looked.
    pub fn is_clear(&self) -> bool {
        self.start != self.spec && self.held_out.is_some_and(|held_out| held_out.ratio.high < 1.0)
    }

    /// The outcome in a sentence.
    pub fn sentence(&self) -> String {
        let Some(HeldOut { ratio, openings, .. }) = self.held_out else {
            return format!("{} games have too few quiet positions to learn from.", self.games);
        };
        if self.start == self.spec {
            return "The weights stay: no others predict the results of other games better.".into();
        }
        let Interval { value, low, high } = ratio.map(|ratio| 100.0 * (ratio - 1.0));
        let told = format!("the loss on held-out games changes by {value:+.2} % ({low:+.2} to {high:+.2}, {openings} openings)");
        match self.is_clear() {
            true => format!("New weights predict results better: {told}."),
            false => format!("New weights do not clearly predict results better: {told}."),
        }
    }
}

/// Asked between portions of games, with a name for the point: whether there is time for more.
pub type Patience<'p> = dyn FnMut(&mut Lab, &str) -> Result<bool, LabError> + 'p;

/// With fewer openings held out an interval over them means nothing.
const FEWEST: usize = 20;

/// Plays, and fits the weights.
pub fn evaluate(lab: &mut Lab, subject: &Subject, plan: &FitPlan, patience: Option<&mut Patience>) -> Result<Evaluated, LabError> {
    let finished = games::play(lab, subject, plan, patience)?;
    fit(lab, subject, finished, plan.seed)
}

/// Fits the weights to games that were played for something else, in pairs from the same opening.
pub fn evaluate_games(lab: &mut Lab, subject: &Subject, games: &[(Line, Played)], seed: u64) -> Result<Evaluated, LabError> {
    fit(lab, subject, games::finished(games), seed)
}

fn fit(lab: &mut Lab, subject: &Subject, finished: Vec<games::Finished>, seed: u64) -> Result<Evaluated, LabError> {
    let [train, validation, held_out] = positions::gather(lab, subject, &finished)?;
    let (ranges, threads) = (subject.ranges(), lab.threads);
    let wanted = Wanted { train: &train, validation: &validation, present: &subject.weights, ranges: &ranges, threads };
    let fitted = wanted.fit().filter(|_| openings(&held_out).count() >= FEWEST);
    let loss = fitted.as_ref().map(|fitted| compare(&held_out, &subject.weights, fitted, seed));
    let weights = fitted.as_ref().map_or(&subject.weights, |fitted| &fitted.weights);
    let term = |at: usize| Term {
        name: subject.card.terms[at].name.into(),
        before: subject.weights[at],
        after: weights[at],
        exact: fitted.as_ref().map_or(subject.weights[at].into(), |fitted| fitted.exact[at]),
        error: fitted.as_ref().and_then(|fitted| fitted.errors[at]),
    };
    Ok(Evaluated {
        evaluation: subject.card.name.to_string(),
        terms: (0..subject.weights.len()).map(term).collect(),
        start: text(lab, &subject.spec)?,
        spec: text(lab, &subject.with(weights))?,
        games: finished.len(),
        positions: [train.len(), validation.len(), held_out.len()],
        pull: fitted.as_ref().and_then(|fitted| fitted.pull),
        held_out: loss.flatten(),
    })
}

fn openings(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    samples.chunk_by(|one, next| one.group == next.group)
}

/// The loss before and after, opening by opening.
fn compare(held_out: &[Sample], present: &[i32], fitted: &Fitted, seed: u64) -> Option<HeldOut> {
    let on_curve = |weights: &[i32], steep: f64| weights.iter().map(|&weight| steep * f64::from(weight)).collect::<Vec<f64>>();
    let (before, after) = (on_curve(present, fitted.steep_before), on_curve(&fitted.weights, fitted.steep_after));
    let lost = |samples: &[Sample], weights: &[f64]| samples.iter().map(|sample| sample.loss(weights)).sum::<f64>();
    let pairs: Vec<(f64, f64)> = openings(held_out).map(|samples| (lost(samples, &after), lost(samples, &before))).collect();
    let ratio = Bootstrap::new(seed).ratio_of_sums(&pairs).ok()?;
    let mean = |weights: &[f64]| lost(held_out, weights) / held_out.len() as f64;
    let ten_to_one = [fitted.steep_before, fitted.steep_after].map(|steep| std::f64::consts::LN_10 / steep);
    Some(HeldOut { before: mean(&before), after: mean(&after), ratio, ten_to_one, openings: pairs.len() })
}

#[cfg(test)]
mod tests;
