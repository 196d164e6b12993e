//! Everything that measures: trials, the store that keeps them, suites of positions, measures and matches.
//!
//! The lab knows games only through [`plysmith::Arena`] and never names one.

pub mod play;
pub mod statistics;
pub mod store;
pub mod trial;
pub mod verify;

#[cfg(test)]
mod testing;
