//! Learning that knows nothing of decisions: what positions look like to a network, what can be told from that, and how a network is trained.
//!
//! A network of the core ([`plysmith::net`]) is taught [`Examples`] by [`Training`] or [`FullBatch`], which go along its gradient ([`Backward`]) of a [`Loss`] with steps of [`Adam`] or [`Rprop`].

mod adam;
mod examples;
mod free_games;
mod gradient;
mod loss;
mod predict;
mod rprop;
mod train;

pub use adam::{Adam, AdamState, cosine};
pub use examples::{Example, Examples};
pub use free_games::{FreeGame, FreePosition, Positions};
pub use gradient::Backward;
pub use loss::Loss;
pub use predict::{MOST_INPUTS, Prediction, PredictionPlan, predict};
pub use rprop::{Pace, Rprop};
pub use train::{Epoch, FullBatch, LearnError, Measure, Measured, Objective, Trained, Training, measure};
