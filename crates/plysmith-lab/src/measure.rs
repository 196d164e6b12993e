//! What a spec is worth on a suite: what it costs, what it solves, how good its moves are; and whether two specs differ.
//!
//! Whatever preserves the value of a position is judged by what it costs at equal depth, in nodes and in time, because a smaller tree can be slower.
//! Everything else is judged by quality at equal cost: solved positions, or points lost against reference scores. Two specs are compared
//! position by position, and a comparison whose answer is clear ends early.

mod changes;
mod compare;
mod on_suite;
mod spec_change;
mod speed;

pub use changes::{Variant, ablations, differences};
pub use compare::{Compared, Contest, Criterion, Racing, compare};
pub(crate) use on_suite::trial;
pub use on_suite::{Measured, Totals, measure};
pub use spec_change::{Difference, SpecChange};
pub use speed::{Speed, brief_speeds, crew_rate, equal_time, quick_speeds, speeds};
