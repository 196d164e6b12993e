//! Write the rules of a two-player game; plysmith searches it.
//!
//! - [`game`]: the contract that a game fulfils, with checks and perft for any game.
//! - [`spec`]: everything that decides how an engine searches, as data.
//! - [`enhance`]: the techniques that a spec can switch on, one file each.
//! - [`search`]: the alpha-beta skeleton in which they take part.
//! - [`evaluate`]: the one seam for evaluations.
//! - [`Engine`]: a game with a spec, ready to search a [`Position`] within [`Limits`].
//! - [`net`]: small networks with sparse inputs, which answer; learning is elsewhere.
//! - [`part`]: what was learned and is kept as bytes; a spec names it by its digest.
//! - [`prove`]: forced wins, proven or refuted within a number of plies.
//! - [`arena`]: the one object-safe view of a game with its engines, for programs that do not know the game.
//! - [`protocol`]: how other programs talk to an engine, over any reader and writer.
//!
//! The crate reads no clock, no file and no random source that it was not handed.

pub mod arena;
pub mod engine;
pub mod enhance;
pub mod evaluate;
pub mod game;
mod level;
pub mod net;
pub mod part;
mod position;
pub mod protocol;
pub mod prove;
mod score;
pub mod search;
pub mod spec;
#[cfg(test)]
mod testing;

/// What the crate was built from: a digest of its sources. Results are comparable only within one build.
pub const BUILD: &str = env!("PLYSMITH_BUILD");

pub use arena::Arena;
pub use engine::Engine;
pub use game::Game;
pub use level::Level;
pub use part::{Part, PartId, Parts};
pub use position::Position;
pub use prove::Prover;
pub use score::{Bound, Depth, MAX_PLY, Score, Window};
pub use search::budget::GameClock;
pub use search::limits::{Clock, Limits, Stop, TimeLimit};
pub use search::settings::{Baked, Constant, Dynamic, Fixed, Phased, Settings};
pub use search::{Found, Search};
pub use spec::Spec;
