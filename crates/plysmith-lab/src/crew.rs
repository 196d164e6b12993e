//! Crews: whoever runs trials. A crew takes them as bytes and gives results as bytes, in whatever order they are ready; who asked puts them in order.
//!
//! Threads of this machine are the first crew, and what a [`Lab`](crate::Lab) works with unless it is given another ([`Lab::run_by`](crate::Lab::run_by)).

mod threads;

use std::time::Duration;

use plysmith::PartId;

use crate::trial::{TrialError, TrialId, TrialKind};

pub(crate) use threads::Threads;

/// A trial to run, in writing.
#[derive(Clone, Debug)]
pub struct Task {
    /// What its result is known by.
    pub id: TrialId,
    /// The game, with its size and what it hides.
    pub game: String,
    /// What kind of trial it is, and how that is run.
    pub kind: TrialKind,
    /// The trial.
    pub trial: Vec<u8>,
    /// The parts that it names, which the game of this process has.
    pub parts: Vec<PartId>,
}

/// What became of a task.
#[derive(Debug)]
pub struct Delivery {
    /// The task.
    pub id: TrialId,
    /// Its result in writing, or why there is none.
    pub result: Result<Vec<u8>, TrialError>,
}

/// Runs trials.
pub trait Crew {
    /// Takes a task. What becomes of it comes out of [`Crew::poll`], sooner or later than other tasks.
    fn submit(&mut self, task: Task) -> Result<(), CrewError>;
    /// What was done since the last time; if nothing was, it waits so long at most.
    fn poll(&mut self, patience: Duration) -> Result<Vec<Delivery>, CrewError>;
    /// Nothing that was submitted is wanted any more.
    fn give_up(&mut self);
}

/// Why nobody works.
#[derive(Debug, thiserror::Error)]
#[error("nobody runs the trials any more: {0}")]
pub struct CrewError(pub String);

#[cfg(test)]
mod tests;
