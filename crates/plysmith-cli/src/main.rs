//! The program `plysmith`: every command for the bundled games.

use std::process::ExitCode;

fn main() -> ExitCode {
    plysmith_cli::run_bundled()
}
