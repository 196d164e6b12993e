//! Whether a choice holds where it was not made: on other positions, and one and two plies deeper.

use plysmith::Spec;
use serde::{Deserialize, Serialize};

use super::comparison::{Comparison, Ledger, Look, Tried};
use super::{Effort, Selected, Step};
use crate::lab::{Lab, LabError};
use crate::measure::{SpecChange, Variant};
use crate::trial::Limit;

/// What became of the choices at another limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deeper {
    /// How far.
    pub limit: Limit,
    /// What each choice gains beside the spec before it.
    pub steps: Vec<Tried>,
    /// What all of them together gain beside the spec that was started from.
    pub whole: Option<Tried>,
    /// What that took.
    pub effort: Effort,
}

impl Deeper {
    /// The choices that clearly cost more than they save here.
    pub fn broken(&self) -> impl Iterator<Item = &Tried> {
        self.steps.iter().filter(|tried| tried.gain.high < 0.0)
    }
}

/// Follows the choices that were made on this comparison's metric again, on this comparison.
pub fn deeper(lab: &mut Lab, name: &str, selected: &Selected, comparison: &Comparison) -> Result<Deeper, LabError> {
    let mut ledger = Ledger::default();
    let mut steps = Vec::new();
    let read = |text: &crate::trial::SpecText| text.spec().ok();
    let Some(start) = read(&selected.start) else {
        return Ok(Deeper { limit: comparison.limit, steps, whole: None, effort: ledger.effort });
    };
    let same = |step: &&Step| step.metric.is_cost() == comparison.metric.is_cost();
    let taken: Vec<(SpecChange, Spec)> = selected
        .path
        .iter()
        .filter(same)
        .filter_map(|step| step.taken.as_ref())
        .filter_map(|taken| Some((taken.change.clone(), read(&taken.spec)?)))
        .collect();
    let mut current = match selected.path.iter().position(|step| step.metric.is_cost() == comparison.metric.is_cost()) {
        // The rounds before ended with the spec that their last step took.
        Some(first) => selected.path[..first].iter().rev().find_map(|step| read(&step.taken.as_ref()?.spec)).unwrap_or(start),
        None => start,
    };
    let first = current.clone();
    for (change, spec) in &taken {
        let variant = Variant { change: change.clone(), spec: spec.clone() };
        let runners = comparison.tries(lab, &format!("{name}, {change}"), &current, vec![variant], Look::WHOLE, &mut ledger)?;
        steps.extend(runners.into_iter().map(|runner| runner.tried));
        current = spec.clone();
    }
    let mut whole = None;
    if taken.len() > 1 {
        let variant = Variant { change: SpecChange::words("all of it"), spec: current };
        whole = comparison
            .tries(lab, &format!("{name}, all of it"), &first, vec![variant], Look::WHOLE, &mut ledger)?
            .pop()
            .map(|runner| runner.tried);
    } else {
        whole = whole.or(steps.first().cloned());
    }
    Ok(Deeper { limit: comparison.limit, steps, whole, effort: ledger.effort })
}
