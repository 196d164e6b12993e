//! What a command works with: the games, where it writes, where it reads, and how failures become exit codes.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use plysmith::Arena;
use plysmith::game::Capabilities;

use crate::input::games::Games;
#[cfg(feature = "lab")]
use crate::jobs::resume::Resumed;

/// Does what a command line says.
pub type Ask = fn(&mut Terminal, &[String]) -> anyhow::Result<()>;

/// A command's surroundings.
pub struct Terminal<'a> {
    /// The games there are.
    pub games: &'a Games,
    /// What the games do not show, whatever they declare.
    pub hidden: Capabilities,
    /// The words that the program was called with.
    #[cfg(feature = "lab")]
    pub command: Vec<String>,
    /// Does what a command line says, as if the program had been called with it.
    #[cfg_attr(not(feature = "lab"), allow(dead_code, reason = "only runs are asked again"))]
    pub ask: Ask,
    /// The run that is to go on, until the command has come to it.
    #[cfg(feature = "lab")]
    pub resumed: Option<Resumed>,
    /// Where results go.
    pub out: Box<dyn Write>,
    /// Where remarks go that are no result: progress, times.
    pub notes: Box<dyn Write>,
    /// Where a person or a program answers.
    pub input: Box<dyn BufRead>,
    /// Somebody looks at the output.
    pub watched: bool,
    /// Somebody types the input.
    pub typed: bool,
    /// Colours are welcome.
    pub colour: bool,
}

impl<'a> Terminal<'a> {
    /// The standard streams, games that hide something, and who does what a command line says.
    pub fn standard(games: &'a Games, hidden: Capabilities, ask: Ask) -> Terminal<'a> {
        let watched = io::stdout().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Terminal {
            games,
            hidden,
            #[cfg(feature = "lab")]
            command: std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect(),
            ask,
            #[cfg(feature = "lab")]
            resumed: None,
            out: Box::new(io::stdout()),
            notes: Box::new(io::stderr()),
            input: Box::new(io::BufReader::new(io::stdin())),
            watched,
            typed: io::stdin().is_terminal(),
            colour: watched && !set("NO_COLOR") && !dumb,
        }
    }

    /// The game of this name, without what is hidden.
    pub fn arena(&self, name: &str) -> anyhow::Result<Box<dyn Arena>> {
        let mut arena = self.games.find(name)?;
        arena.hide(self.hidden);
        Ok(arena)
    }

    /// Says something that is no result; if nobody can read it, that is no reason to stop.
    #[cfg(feature = "lab")]
    pub fn note(&mut self, text: &str) {
        let _ = writeln!(self.notes, "{text}");
    }

    /// Writes a result as JSON.
    pub fn json(&mut self, value: &serde_json::Value) -> anyhow::Result<()> {
        writeln!(self.out, "{value:#}")?;
        Ok(())
    }

    /// The exit code of a command, after its failure was told.
    pub fn close(mut self, result: anyhow::Result<()>) -> ExitCode {
        let result = result.and_then(|()| Ok(self.out.flush()?));
        let Err(error) = result else { return ExitCode::SUCCESS };
        if let Some(error) = error.downcast_ref::<io::Error>()
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            // Whoever read the output has seen enough.
            return ExitCode::SUCCESS;
        }
        // If this cannot be written either, the exit code has to say it.
        let _ = writeln!(self.notes, "error: {error:#}");
        #[cfg(feature = "lab")]
        if crate::jobs::session::is_stop(&error) {
            return ExitCode::from(130);
        }
        ExitCode::from(if error.is::<CheckFailed>() { 1 } else { 2 })
    }
}

/// A check that was carried out and failed, as opposed to input that made no sense.
#[derive(Debug)]
pub struct CheckFailed(pub String);

impl fmt::Display for CheckFailed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CheckFailed {}
