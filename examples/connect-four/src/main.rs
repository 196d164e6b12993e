//! Every command of plysmith for Connect Four: `cargo run --release -- play`.

use std::process::ExitCode;

fn main() -> ExitCode {
    plysmith_cli::run::<connect_four::ConnectFour>()
}
