//! What a command tells, and to whom: the terminal, boards, numbers, progress and ratings.

pub mod board;
pub mod hints;
pub mod numbers;
pub mod progress;
#[cfg(feature = "lab")]
pub mod ratings;
pub mod terminal;
