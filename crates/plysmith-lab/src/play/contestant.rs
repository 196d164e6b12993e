//! Who plays, and how long it may think.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plysmith::protocol::{Dialect, UGI};
use serde::{Deserialize, Serialize};

use super::external::{Launch, LaunchError, Patience};
use crate::trial::{Limit, SpecText};

/// An engine of ours, or another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contestant {
    /// One of ours.
    Spec(SpecText),
    /// Another program.
    Program(Program),
}

/// Another program, as it is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The protocol that it speaks, by name.
    pub protocol: String,
    /// The command line.
    pub command: String,
    /// A digest of the program: another one under the same name plays other games.
    pub digest: String,
    /// Options to set, by name and value.
    pub options: Vec<(String, String)>,
    /// The game, as protocols name it: said to a program that can play several.
    #[serde(default)]
    pub variant: Option<String>,
    /// How many milliseconds we wait for a move without a limit in time before the program counts as hung.
    pub patience: u64,
}

impl Program {
    /// The program of a command line, which speaks this protocol; `patience` in milliseconds. It is looked for as the system does.
    pub fn find(protocol: &Dialect, command: &str, patience: u64) -> Result<Program, LaunchError> {
        let launch = Launch::parse(command)?;
        let digest = located(&launch.program).and_then(|path| std::fs::read(path).ok()).map(|bytes| crate::digest(&bytes));
        Ok(Program {
            protocol: protocol.hello.into(),
            command: command.into(),
            digest: digest.unwrap_or_default(),
            options: Vec::new(),
            variant: None,
            patience,
        })
    }

    /// What it speaks.
    pub fn dialect(&self) -> &'static Dialect {
        Dialect::named(&self.protocol).unwrap_or(&UGI)
    }

    /// How long we wait for it.
    pub fn patience(&self) -> Patience {
        let search = Duration::from_millis(self.patience);
        Patience { search, start: search.min(Patience::default().start), ..Patience::default() }
    }

    /// How to start it; `None` if the command line makes no sense, which is to be found out before.
    pub fn launch(&self) -> Option<Launch> {
        let launch = Launch { variant: self.variant.clone(), ..Launch::parse(&self.command).ok()? };
        Some(self.options.iter().fold(launch, |launch, (name, value)| launch.option(name, value)))
    }
}

/// Where the system finds a program.
fn located(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.into());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// How long a side may think about each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// The same for every move, exact on every machine.
    Search(Limit),
    /// A clock that runs in nodes: recorded time, exact on every machine.
    Clock {
        /// Milliseconds at the start.
        base: u64,
        /// Milliseconds gained with each move.
        increment: u64,
        /// What a node costs, in picoseconds, as it was once measured.
        node: u64,
    },
    /// Milliseconds a move on the wall clock: never the same twice.
    Wall(u64),
    /// A game clock on the wall: never the same twice.
    WallClock {
        /// Milliseconds at the start.
        base: u64,
        /// Milliseconds gained with each move.
        increment: u64,
    },
}

impl Pace {
    /// Whether a game at this pace can be played again with the same moves.
    pub fn is_replayable(&self) -> bool {
        matches!(self, Pace::Search(_) | Pace::Clock { .. })
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let clock = |base: u64, increment: u64| format!("{}+{} s a game", base as f64 / 1_000.0, increment as f64 / 1_000.0);
        match *self {
            Pace::Search(limit) => write!(f, "{limit} a move"),
            Pace::Clock { base, increment, node } => {
                write!(f, "{} in recorded time, {:.1} ns a node", clock(base, increment), node as f64 / 1_000.0)
            }
            Pace::Wall(time) => write!(f, "{time} ms a move on the wall clock"),
            Pace::WallClock { base, increment } => write!(f, "{} on the wall clock", clock(base, increment)),
        }
    }
}
