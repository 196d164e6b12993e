//! The commands of plysmith, for the bundled games or for a game of your own.
//!
//! A crate with a game of its own has every command with one line of `main`:
//!
//! ```no_run
//! # use plysmith::game::{Game, Outcome, Side, TextError};
//! # #[derive(Clone, Default)]
//! # struct MyGame;
//! # impl Game for MyGame {
//! #     type State = u8;
//! #     type Move = u8;
//! #     fn name(&self) -> String { "my-game".into() }
//! #     fn start(&self) -> u8 { 0 }
//! #     fn side(&self, _: &u8) -> Side { Side::First }
//! #     fn moves(&self, _: &u8, _: &mut Vec<u8>) {}
//! #     fn play(&self, _: &mut u8, _: u8) {}
//! #     fn outcome(&self, _: &u8) -> Option<Outcome> { Some(Outcome::Draw) }
//! #     fn evaluate(&self, _: &u8) -> i32 { 0 }
//! #     fn move_ids(&self) -> usize { 1 }
//! #     fn move_id(&self, _: u8) -> usize { 0 }
//! #     fn write_position(&self, _: &u8) -> String { String::new() }
//! #     fn read_position(&self, _: &str) -> Result<u8, TextError> { Ok(0) }
//! #     fn write_move(&self, _: &u8, _: u8) -> String { String::new() }
//! # }
//! fn main() -> std::process::ExitCode {
//!     plysmith_cli::run::<MyGame>()
//! }
//! ```
//!
//! The program `plysmith` is the same with the bundled games, whose name then stands behind each command. Commands are listed once, in
//! `commands.rs`, and have a file each; they write to a `Terminal` and never to the terminal directly, so that a closed pipe is
//! an ordinary error. Exit codes: 0 fine, 1 a check that failed, 2 bad input.

mod commands;
#[cfg(feature = "lab")]
mod experiments;
mod files;
mod input;
#[cfg(feature = "lab")]
mod jobs;
mod output;

use std::process::ExitCode;

use plysmith::Game;

use crate::input::games::Games;

/// Runs the command that the program was called with, for one game.
pub fn run<G: Game + Default>() -> ExitCode {
    commands::start(&Games::own_default::<G>())
}

/// The same for a game value, such as a board of a certain size.
pub fn run_with(game: impl Game) -> ExitCode {
    commands::start(&Games::own(game))
}

/// The same for the bundled games.
#[cfg(feature = "bundled")]
pub fn run_bundled() -> ExitCode {
    commands::start(&Games::bundled())
}
