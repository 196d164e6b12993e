//! The stages of a forge. A stage that learns another decision is a file and one more entry of the list; a learner of the list of learners is a stage without any.

mod evaluate;
mod extend;
mod learner;
mod race;
mod select;
mod tune;

use std::sync::LazyLock;

use super::Stage;
use crate::learner::{InForge, LEARNERS};
use learner::LearnerStage;

/// The stages, in their order: the evaluation before what depends on it, and what changes the value of a search comes before what saves a per cent of its cost.
pub static STAGES: LazyLock<Vec<&'static dyn Stage>> = LazyLock::new(|| {
    let own: [&dyn Stage; 4] = [&select::Select, &extend::Extend::USUAL, &evaluate::Evaluate, &tune::Tune];
    [learners(InForge::First), own.to_vec(), learners(InForge::Last)].concat()
});

/// The learners that are asked at this time.
fn learners(when: InForge) -> Vec<&'static dyn Stage> {
    let asked = LEARNERS.iter().filter(|learner| learner.card().forge == when);
    asked.map(|learner| &*Box::leak(Box::new(LearnerStage(*learner))) as &dyn Stage).collect()
}
