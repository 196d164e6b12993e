//! Everything that measures: trials, the store that keeps them, suites of positions, measures and matches.
//!
//! The lab knows games only through [`plysmith::Arena`] and never names one.

pub mod lab;
pub mod play;
mod runner;
pub mod statistics;
pub mod store;
pub mod trial;
pub mod verify;

pub use lab::Lab;

#[cfg(test)]
mod testing;
