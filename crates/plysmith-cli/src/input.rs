//! What a command is given: games, specs, players, limits and positions, as people name them.

#[cfg(feature = "lab")]
pub mod contest;
pub mod games;
pub mod limits;
pub mod lines;
#[cfg(feature = "lab")]
pub mod openings;
#[cfg(feature = "lab")]
pub mod players;
pub mod spec;
#[cfg(feature = "lab")]
pub mod suites;
#[cfg(feature = "lab")]
pub mod times;
