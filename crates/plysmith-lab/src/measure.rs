//! What a spec is worth on a suite: what it costs, what it solves, how good its moves are; and whether two specs differ.

mod speed;

pub use speed::{Speed, speeds};
