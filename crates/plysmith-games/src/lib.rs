//! The bundled games, each written as a user would write theirs: on the public contract alone.
//!
//! [`GAMES`] is the one list; `find` makes a game by its name.

#[macro_use]
#[allow(unused_macros, reason = "not every game has features of moves")]
mod atoms;

#[cfg(feature = "ataxx")]
pub mod ataxx;
#[cfg(feature = "awari")]
pub mod awari;
#[cfg(feature = "bare")]
pub mod bare;
pub mod bits;
#[cfg(feature = "breakthrough")]
pub mod breakthrough;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "critical-mass")]
pub mod critical_mass;
#[cfg(feature = "draughts")]
pub mod draughts;
#[cfg(feature = "halma")]
pub mod halma;
#[cfg(feature = "hexapawn")]
pub mod hexapawn;
#[cfg(feature = "loa")]
pub mod loa;
#[cfg(feature = "othello")]
pub mod othello;
#[cfg(feature = "random")]
pub mod random;
// Tests of single games are compiled without the search of all the others.
#[cfg(all(feature = "register", not(test)))]
mod register;
#[cfg(feature = "test-games")]
pub mod testing;
#[cfg(feature = "tic-tac-toe")]
pub mod tic_tac_toe;
pub mod weighed;

/// What the crate was built from: a digest of its sources.
pub const BUILD: &str = env!("PLYSMITH_BUILD");

#[cfg(all(feature = "register", not(test)))]
pub use register::{Beneath, Code, GAMES, GameEntry, beneath, code, find};

#[cfg(all(
    test,
    feature = "ataxx",
    feature = "awari",
    feature = "breakthrough",
    feature = "chess",
    feature = "critical-mass",
    feature = "draughts",
    feature = "halma",
    feature = "hexapawn",
    feature = "loa",
    feature = "othello"
))]
mod quiescence_tests;
