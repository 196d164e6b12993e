//! Programs that others wrote and that talk to our engine.

use std::path::PathBuf;
use std::process::Command as Process;

use anyhow::{Context, Result, bail};

use crate::Command;
use crate::cargo::{ask, program, root, run, target};
use crate::steps::Done;

pub const COMMAND: Command = Command {
    name: "clients",
    usage: "",
    about: "lets python-chess play and analyse with our engine; installs it into a virtual environment of its own",
    run: |args| {
        args.finish()?;
        python_chess(Absent::Fails).map(|_| ())
    },
};

/// What it means that a client cannot be had.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Then it is not tried.
    IsSkipped,
    /// Then something is wrong.
    Fails,
}

/// The version that is known to be a good client.
const CHESS: &str = "chess==1.11.2";

/// Runs the script for python-chess.
pub fn python_chess(absent: Absent) -> Result<Done> {
    let python = match environment() {
        Ok(python) => python,
        Err(error) if absent == Absent::IsSkipped => {
            println!("{error:#}");
            println!(
                "python-chess needs python3 with its module venv (Debian: `apt-get install python3-venv`) and the network once."
            );
            return Ok(Done::Skipped("python-chess cannot be installed here".into()));
        }
        Err(error) => return Err(error),
    };
    let script = root().join("crates/plysmith-cli/tests/clients/python_chess.py");
    run(Process::new(python).current_dir(root()).arg(script).arg(program()?))?;
    Ok(Done::Passed)
}

/// The Python of an environment in which python-chess is installed.
fn environment() -> Result<PathBuf> {
    let folder = target().join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let has_chess = || ask(&python, &["-c", "import chess.engine"]).is_some();
    if has_chess() {
        return Ok(python);
    }
    crate::tools::venv()?;
    run(Process::new("python3").args(["-m", "venv", "--clear"]).arg(&folder)).context("cannot make a virtual environment")?;
    run(Process::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", CHESS]))
        .context("cannot install python-chess")?;
    if !has_chess() {
        bail!("python-chess was installed but cannot be imported");
    }
    Ok(python)
}
