//! Networks: what was learned, ready to be used in a search. They are trained elsewhere.

pub mod evaluation;

pub use evaluation::{EvaluationNet, Follower, NetCard, Quantised, SharedNet};
