//! Programs that the tests and benches use and that cargo does not bring.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{ask, run};
use crate::steps::Done;

/// Counts instructions, for what costs nothing when it is off and for the speed of games.
const VALGRIND: &str = "valgrind";

/// Plays against our engine by UCI. Debian puts it where only players look.
const GNUCHESS: &str = "gnuchess";
const GAMES: &str = "/usr/games/gnuchess";

/// Makes sure that valgrind is there, installing it where that is possible.
pub fn valgrind() -> Result<Done> {
    there_or_installed(VALGRIND, || ask(VALGRIND, &["--version"]), "the tests that count instructions")
}

/// Makes sure that GNU Chess is there, installing it where that is possible.
pub fn gnuchess() -> Result<Done> {
    there_or_installed(GNUCHESS, || ask(GNUCHESS, &["--version"]).or_else(|| ask(GAMES, &["--version"])), "the games against it")
}

/// Makes sure that Python can make virtual environments, installing what it needs where that is possible.
pub fn venv() -> Result<Done> {
    let found = || ask("python3", &["-c", "import ensurepip, sys, venv; print('python', sys.version.split()[0])"]);
    there_or_installed("python3-venv", found, "the tests with python-chess")
}

/// Looks for a program, and installs Debian's package of its name if it is not there; `uses` are skipped without it.
fn there_or_installed(name: &str, version: impl Fn() -> Option<String>, uses: &str) -> Result<Done> {
    if let Some(version) = version() {
        println!("{} is there", version.lines().next().unwrap_or(name));
        return Ok(Done::Passed);
    }
    let root = ask("id", &["-u"]).is_some_and(|user| user == "0");
    if root && ask("apt-get", &["--version"]).is_some() {
        let apt = |args: &[&str]| run(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args(args));
        match apt(&["update", "-qq"]).and_then(|()| apt(&["install", "-y", "-qq", "--no-install-recommends", name])) {
            Ok(()) if version().is_some() => return Ok(Done::Noted(format!("{name} installed"))),
            Ok(()) => println!("{name} was installed but does not start"),
            Err(error) => println!("{error:#}"),
        }
    }
    println!("{name} is not here and cannot be installed by this user.");
    println!("Install it (Debian: `apt-get install {name}`); until then {uses} are skipped.");
    Ok(Done::Skipped(format!("install {name} for {uses}")))
}
