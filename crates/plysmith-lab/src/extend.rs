//! Extension features: which moves deserve more depth than others, or less.
//!
//! [`focus`] finds conjunctions of a game's atoms that are worth something alone (Gradual Focus), on positions whose right moves are known; [`set`] chooses
//! of what was found a set that is worth most together, with [`disjunction`]s of features that never combine; [`weights`] finds out what moves of each should cost, and [`ByGames`] what of it wins games. What a feature is worth is always the same:
//! how many positions a search with a number of nodes solves when its moves cost something else than a ply ([`Valuing`]).

mod atoms;
mod discovery;
pub mod disjunction;
mod focus;
mod found;
mod games;
mod kinds;
mod learner;
mod material;
mod model;
mod race;
mod sections;
pub mod set;
mod value;
mod valuing;
pub mod weights;

pub use atoms::{AtomError, AtomSet};
pub use discovery::{HeldOut, choose_set, join_features};
pub use focus::{Asked, Evolved, Rules, Skipped, Threshold, Valued, Verdict, Why, exhaustive, focus};
pub use games::ByGames;
pub use kinds::kinds;
pub use learner::{FindMethod, FocusLearner, FocusOptions, MadeOf, Weights};
pub use material::{SuiteKind, Wanted, suite};
pub use sections::{FeatureRow, rows, sections};
pub use value::{Hurdle, Rule, Value};
pub use valuing::{Reading, Valuing, ValuingError, plies};
