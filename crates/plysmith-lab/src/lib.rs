//! Everything that measures and learns: trials, the store that keeps them, suites of positions, measures, matches and selection.
//!
//! The lab knows games only through [`plysmith::Arena`] and never names one.

pub mod calibrate;
pub mod compare;
pub mod crew;
pub mod evaluate;
pub mod extend;
pub mod forge;
pub mod job;
pub mod lab;
pub mod learn;
pub mod learner;
pub mod measure;
pub mod play;
pub mod realization;
pub mod report;
pub mod reproduce;
mod runner;
pub mod select;
pub mod statistics;
pub mod store;
pub mod suite;
pub mod trial;
pub mod verify;

pub use lab::Lab;

/// What the crate was built from: a digest of its sources.
pub const BUILD: &str = env!("PLYSMITH_BUILD");

/// A digest of anything, as hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

#[cfg(test)]
mod testing;
