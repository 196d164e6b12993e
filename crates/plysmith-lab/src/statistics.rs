//! Tests of differences measured on the same positions.
//!
//! Two engines that search the same positions are compared position by position, because positions differ more than engines do. Yes
//! or no (solved, agreed) goes to [`mcnemar`], better or worse to [`sign_test`], amounts such as nodes to a [`Bootstrap`], and a
//! share alone to [`wilson`]; pairs of games, few or many, to [`no_better`].
//!
//! ```
//! use plysmith_lab::statistics::{Bootstrap, mcnemar};
//!
//! // One engine alone solved 2 positions, the other alone 8.
//! assert!((mcnemar(2, 8) - 0.109375).abs() < 1e-12);
//!
//! // Nodes with and without an enhancement, on three positions.
//! let saved = Bootstrap::new(1).ratio_of_sums(&[(80.0, 100.0), (450.0, 500.0), (30.0, 40.0)])?;
//! assert_eq!(saved.value, 0.875);
//! assert!(saved.low <= saved.value && saved.value <= saved.high);
//! # Ok::<(), plysmith_lab::statistics::BootstrapError>(())
//! ```

mod bootstrap;
mod exact;
mod interval;
mod matrix;
mod sign;
mod wilson;

pub use bootstrap::{Bootstrap, BootstrapError};
pub use exact::no_better;
pub use interval::{Interval, Level, LevelError};
pub(crate) use matrix::Matrix;
pub use sign::{mcnemar, sign_test};
pub use wilson::wilson;
