//! Comparing specs, and going on to better ones.
//!
//! A [`Comparison`] says where two specs are compared and what counts there: what they cost at equal depth, how good their moves are at equal cost, or games. [`Material`] is what it needs,
//! made by self-play. From there two ways lead to a better spec. [`select`] and `advance` take one change after the other, each time the best of all that may be added, removed, swapped or
//! set; a [`CombinationRace`] lets specs with many changes at once play each other. What may be changed is a [`Choice`] or a [`Factor`].
//!
//! Learners and the forge stand on this room; it knows none of them.

mod candidates;
mod combinations;
mod comparison;
mod deeper;
mod factors;
mod games;
mod material;
mod sections;
mod selection;
mod strengths;

use plysmith::Spec;
use serde::{Deserialize, Serialize};

pub use candidates::Choice;
pub use combinations::{CombinationRace, Generation, KnownMeeting, Predicted, Raced, Worth};
pub use comparison::{Comparison, Effort, Ledger, Metric, Tried};
pub(crate) use comparison::{Look, text};
pub use deeper::{Deeper, deeper};
pub(crate) use factors::ENHANCED;
pub use factors::{Alternative, Edit, Factor};
pub use material::{Material, Size};
pub use sections::sections;
pub(crate) use sections::{bar, figure, intervals, path, way};

use crate::lab::{Lab, LabError};
use crate::measure::{SpecChange, Variant};
use crate::statistics::Interval;
use crate::trial::{Limit, SpecText};

/// How choices are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Additions only, by the plain sum, from plain alpha-beta: as published.
    Greedy,
    /// Additions, removals and swaps, judged together on other positions or each by a test.
    Floating,
}

/// What is to be selected, on one comparison.
#[derive(Clone, Debug)]
pub struct Round<'r> {
    /// For people.
    pub name: &'r str,
    /// Where specs are compared.
    pub comparison: Comparison<'r>,
    /// What may be switched.
    pub choices: Vec<Choice>,
    /// How choices are made.
    pub method: Method,
    /// Tune the parameters of the choices that are on as well.
    pub tune: bool,
    /// Only what is clear by itself is taken, not what is merely likely to gain.
    pub clear: bool,
    /// Where cost counts: other entries, on which all that a floating selection took together must be a gain.
    pub judge: Option<Comparison<'r>>,
    /// Then look at every choice again at this limit, and take back what does harm there: shallow searches mislead.
    pub confirm: Option<Limit>,
    /// What each choice is expected to gain, if somebody knows from elsewhere: the most promising are tried first, and the others only if none of
    /// them helps.
    pub expected: Vec<(String, f64)>,
}

/// A step of a selection.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The round.
    pub round: String,
    /// What counted.
    pub metric: Metric,
    /// What was sought: something to add, to take away or to set.
    pub sought: Sought,
    /// What was taken, and what it gains.
    pub taken: Option<Taken>,
    /// All that was tried.
    pub tried: Vec<Tried>,
}

/// What a step looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sought {
    /// Additions and swaps.
    Addition,
    /// Removals.
    Removal,
    /// Other values of parameters.
    Setting,
    /// Choices to take back, deeper.
    Return,
}

/// What a step took.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Taken {
    /// The change.
    pub change: SpecChange,
    /// What it gains.
    pub gain: Interval,
    /// The spec with it.
    pub spec: SpecText,
}

/// What came out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// The spec that was started from.
    pub start: SpecText,
    /// The spec that was selected.
    pub spec: SpecText,
    /// How it came about.
    pub path: Vec<Step>,
    /// What that took.
    pub effort: Effort,
}

/// Asked before every step of a round, with the name of the round and of the step: whether there is time for it.
pub type Patience<'p> = dyn FnMut(&mut Lab, &str, &str) -> Result<bool, LabError> + 'p;

/// Selects: every round goes on from what the one before has chosen. A round for which there is no more time ends with what it has.
pub fn select(lab: &mut Lab, start: &Spec, rounds: &[Round], patience: &mut Patience) -> Result<Selected, LabError> {
    let mut ledger = Ledger::default();
    let mut selection = selection::Selection::new(start.clone());
    let mut means = selection::Means { lab, ledger: &mut ledger, patience };
    for round in rounds {
        selection.round(&mut means, round)?;
    }
    let lab = means.lab;
    Ok(Selected { start: text(lab, start)?, spec: text(lab, &selection.current)?, path: selection.path, effort: ledger.effort })
}

/// Goes on from a spec by changes of any kind that `changes` names, each time by the best of those that are likely to gain something on the comparison of the round, at most so many
/// times. What came of it has to be judged elsewhere.
pub(crate) fn advance(
    lab: &mut Lab,
    start: &Spec,
    round: &Round,
    most: usize,
    changes: &dyn Fn(&Spec) -> Vec<Variant>,
) -> Result<Selected, LabError> {
    let mut ledger = Ledger::default();
    let mut selection = selection::Selection::new(start.clone());
    let mut means = selection::Means { lab, ledger: &mut ledger, patience: &mut |_, _, _| Ok(true) };
    selection.advance(&mut means, round, most, changes)?;
    Ok(Selected { start: text(lab, start)?, spec: text(lab, &selection.current)?, path: selection.path, effort: ledger.effort })
}

#[cfg(test)]
mod tests;
