//! Selection of enhancements and their parameters: PILOT, and what it left open.
//!
//! M. Hlynka and J. Schaeffer (*Automatic generation of search engines*, 2006) start from plain alpha-beta, switch on the enhancement that lowers the cost most, and
//! repeat until none helps; that is [`Method::Greedy`]. [`Method::Floating`] also takes choices back: after each addition it tries removals and swaps, gives up early
//! on those far behind, and then tunes the parameters of what is on in the same way. By cost and by games it takes what is likely to gain something, and in the end all of that together must
//! clearly do so on other entries or from other openings; where positions are solved or lost points counted, only what is clear by itself.
//!
//! What preserves the value of a position is judged by its cost at equal depth, everything else by quality at equal cost: so there are two
//! [`Comparison`]s, and a selection passes the first with the value-preserving choices and the second with the others. [`by_phase`] goes on from there for
//! every phase of the game.
//!
//! [`Comparison`]: crate::compare::Comparison
//! [`Method::Greedy`]: crate::compare::Method::Greedy
//! [`Method::Floating`]: crate::compare::Method::Floating

mod depths;
mod learner;
mod past;
mod phases;
mod sections;

pub use depths::depths;
pub use learner::{Cost, Quality, SelectLearner, SelectOptions};
pub use past::{PastSelection, Profile, expected};
pub use phases::{ByPhase, FEWEST, PhaseRound, PhaseSelected, Proven, Whole, by_phase, phase_sections};
