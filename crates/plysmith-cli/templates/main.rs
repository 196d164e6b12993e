//! Every command of plysmith for this game: `cargo run -- --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    plysmith_cli::run::<my_game::Rules>()
}
