//! The stages of a forge. A stage that learns another decision is a file and one more entry of the list.

mod evaluate;
mod extend;
mod network;
mod race;
mod select;
mod tune;

use super::Stage;

/// The stages, in their order: the evaluation before what depends on it, and what changes the value of a search comes before what saves a per cent of its cost.
pub const STAGES: &[&dyn Stage] = &[&network::Network, &select::Select, &extend::Extend::USUAL, &evaluate::Evaluate, &tune::Tune];
