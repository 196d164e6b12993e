//! Programs that the tests and benches use and that cargo does not bring.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{ask, run};
use crate::steps::Done;

/// Counts instructions, for what costs nothing when it is off and for the speed of games.
const VALGRIND: &str = "valgrind";

/// Makes sure that valgrind is there, installing it where that is possible.
pub fn valgrind() -> Result<Done> {
    if let Some(version) = ask(VALGRIND, &["--version"]) {
        println!("{version} is there");
        return Ok(Done::Passed);
    }
    let root = ask("id", &["-u"]).is_some_and(|user| user == "0");
    if root && ask("apt-get", &["--version"]).is_some() {
        let apt = |args: &[&str]| run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(args));
        match apt(&["update", "-qq"]).and_then(|()| apt(&["install", "-y", "-qq", "--no-install-recommends", VALGRIND])) {
            Ok(()) if ask(VALGRIND, &["--version"]).is_some() => return Ok(Done::Noted("valgrind installed".into())),
            Ok(()) => println!("valgrind was installed but does not start"),
            Err(error) => println!("{error:#}"),
        }
    }
    println!("Counting instructions needs valgrind, which is not here and cannot be installed by this user.");
    println!("Install it (Debian: `apt-get install valgrind`); until then the tests that count instructions are skipped.");
    Ok(Done::Skipped("install valgrind to count instructions".into()))
}
