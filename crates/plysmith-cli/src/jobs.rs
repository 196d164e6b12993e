//! Work that is kept as a run: how it begins, goes on and ends, and what several commands do in it.

pub mod comparisons;
pub mod resume;
pub mod session;
