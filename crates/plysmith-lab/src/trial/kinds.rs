//! The one list of kinds of trials: each is run from bytes to bytes, for whoever knows its name and not its type.

#[cfg(test)]
pub(crate) mod examples;

use std::fmt;

#[cfg(test)]
pub(crate) use examples::{Example, line, plain};

use super::{Trial, TrialError, Workbench};

/// A kind of trial.
#[derive(Clone, Copy)]
pub struct TrialKind {
    /// Its name in the store.
    pub name: &'static str,
    /// Its version.
    pub version: u32,
    run: fn(&[u8], &mut Workbench) -> Result<Vec<u8>, TrialError>,
}

/// Every kind of trial that the laboratory has.
pub static KINDS: &[TrialKind] = &[
    TrialKind::of::<super::Search>(),
    TrialKind::of::<super::Sequence>(),
    TrialKind::of::<super::Rate>(),
    TrialKind::of::<crate::play::Game>(),
    TrialKind::of::<crate::play::Draw>(),
    TrialKind::of::<crate::suite::make::Cut>(),
    TrialKind::of::<crate::suite::make::FindWin>(),
    TrialKind::of::<crate::suite::make::Sample>(),
    TrialKind::of::<crate::realization::Played>(),
    TrialKind::of::<crate::evaluate::Gather>(),
    TrialKind::of::<crate::learn::Positions>(),
    TrialKind::of::<crate::evaluate::network::SelfPlayGames>(),
];

impl TrialKind {
    /// The kind of a type.
    pub const fn of<T: Trial>() -> TrialKind {
        TrialKind { name: T::KIND, version: T::VERSION, run: run::<T> }
    }

    /// The kind of this name in the list.
    pub fn find(name: &str) -> Option<TrialKind> {
        KINDS.iter().find(|kind| kind.name == name).copied()
    }

    /// Runs a trial of this kind that is written as JSON, and writes the result so.
    pub fn run(&self, trial: &[u8], bench: &mut Workbench) -> Result<Vec<u8>, TrialError> {
        (self.run)(trial, bench)
    }
}

impl fmt::Debug for TrialKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

fn run<T: Trial>(trial: &[u8], bench: &mut Workbench) -> Result<Vec<u8>, TrialError> {
    let trial: T = serde_json::from_slice(trial).map_err(TrialError::unreadable)?;
    serde_json::to_vec(&trial.run(bench)?).map_err(TrialError::unreadable)
}
