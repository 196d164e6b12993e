//! Learning that knows nothing of decisions: what positions look like to a network, and what can be told from that.

mod free_games;
mod predict;

pub use free_games::{FreeGame, FreePosition, Positions};
pub use predict::{MOST_INPUTS, Prediction, PredictionPlan, predict};
