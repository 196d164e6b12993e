//! Whether the search is right: on every bundled game, against an independent reference, published counts and known results.
//!
//! One program, so that the search is compiled once for each game. Longer runs: `PLYSMITH_CASES=100000 cargo test --release --test search`;
//! other cases: `PLYSMITH_SEED`; one game: `PLYSMITH_GAME`; one case again, as its failure names it: `PLYSMITH_GAME` and `PLYSMITH_CASE`.
//!
//! With fewer features it tests fewer games, and is compiled in a fraction of the time: `--no-default-features --features test-games,loa`.

#![allow(clippy::print_stdout, reason = "tests print what they counted")]
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports, reason = "what is for single games is left out"))]

mod harness;

#[cfg(feature = "breakthrough")]
mod baked;
mod determinism;
#[cfg(feature = "default")]
mod draughts;
mod hidden;
mod limits;
mod networks;
#[cfg(feature = "default")]
mod oracles;
#[cfg(feature = "default")]
mod othello;
mod practical;
mod proofs;
mod quiescence;
mod selective;
mod values;
