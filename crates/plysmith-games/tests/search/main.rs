//! Whether the search is right: on every bundled game, against an independent reference, published counts and known results.
//!
//! One program, so that the search is compiled once for each game. Longer runs: `PLYSMITH_CASES=100000 cargo test --release --test search`;
//! other cases: `PLYSMITH_SEED`; one game: `PLYSMITH_GAME`; one case again, as its failure names it: `PLYSMITH_GAME` and `PLYSMITH_CASE`.

#![allow(clippy::print_stdout, reason = "tests print what they counted")]

mod harness;

mod baked;
mod determinism;
mod draughts;
mod hidden;
mod limits;
mod networks;
mod oracles;
mod othello;
mod practical;
mod proofs;
mod selective;
mod values;
