//! Engines that are other programs: started, asked for moves and, when they misbehave, ended.
//!
//! What differs between the protocols of the UCI family is the [`Dialect`]. Nothing that the other program does can hold up a match or exhaust
//! memory: every wait has an end, of its output only what is awaited is kept, and every failure is a [`Fault`]. After a fault the process is
//! gone, and [`External::restart`] makes a new one for the next game. Whether a move is legal is for the caller to say, who knows the rules.
//!
//! ```no_run
//! use plysmith::arena::Line;
//! use plysmith::protocol::UGI;
//! use plysmith_lab::play::external::{External, Launch, Limit, Patience};
//!
//! let launch = Launch::parse("plysmith engine breakthrough")?.option("table.bits", "22");
//! let mut engine = External::start(&launch, &UGI, Patience::default())?;
//! engine.new_game()?;
//! let answer = engine.search(&Line::start(), &Limit::Nodes(10_000))?;
//! println!("{} plays {}", engine.name(), answer.best);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fault;
mod inbox;
mod info;
mod launch;
mod limit;
mod process;

use std::time::{Duration, Instant};

use plysmith::Stop;
use plysmith::arena::Line;
use plysmith::protocol::{Dialect, SHOW_ALL};

pub use fault::{ExternalError, Fault};
pub use info::{Info, Points};
pub use launch::{Launch, LaunchError};
pub use limit::{Limit, Patience};

use inbox::Awaited;
use process::Process;

/// What an engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as it was written. It need not be legal.
    pub best: String,
    /// What the engine last said about its search.
    pub info: Info,
    /// From the command to the answer, by our clock.
    pub time: Duration,
}

/// An engine in a process of its own.
#[derive(Debug)]
pub struct External {
    launch: Launch,
    dialect: Dialect,
    patience: Patience,
    name: String,
    options: Vec<String>,
    remarks: Vec<String>,
    /// `None` after a fault.
    process: Option<Process>,
    stop: Stop,
}

impl External {
    /// Starts the program, greets it and sets its options. It is ready when this returns.
    pub fn start(launch: &Launch, dialect: &Dialect, patience: Patience) -> Result<External, ExternalError> {
        let mut engine = External {
            launch: launch.clone(),
            dialect: *dialect,
            patience,
            name: launch.to_string(),
            options: Vec::new(),
            remarks: Vec::new(),
            process: None,
            stop: Stop::default(),
        };
        engine.restart()?;
        Ok(engine)
    }

    /// Ends the process if there is one and starts the program anew, with the same options.
    pub fn restart(&mut self) -> Result<(), ExternalError> {
        self.quit();
        let (launch, dialect, patience) = (self.launch.clone(), self.dialect, self.patience);
        self.process = Some(Process::spawn(&launch, dialect, self.stop.clone()).map_err(|fault| self.error(fault))?);
        let (name, options, remarks) = self.attempt(|process| {
            process.ask(dialect.hello, Awaited::Hello, patience.start)?;
            let (name, mut options) = process.introduced();
            let is_listed = |options: &[String], wanted: &str| options.iter().any(|known| known.eq_ignore_ascii_case(wanted));
            let variants = process.variants();
            if let (Some(option), Some(variant)) = (dialect.variant, &launch.variant)
                && !variants.is_empty()
            {
                if !variants.contains(variant) {
                    return Err(Fault::NoVariant { variant: variant.clone(), known: variants });
                }
                process.tell(&format!("setoption name {option} value {variant}"));
            }
            // Our own programs list parameters only to those who ask.
            if is_listed(&options, SHOW_ALL) && !launch.options.iter().all(|(option, _)| is_listed(&options, option)) {
                process.tell(&format!("setoption name {SHOW_ALL} value true"));
                process.ask(dialect.hello, Awaited::Hello, patience.start)?;
                options = process.introduced().1;
            }
            for (option, value) in &launch.options {
                // Programs ignore an option that they do not have, and then something else would be measured.
                if !is_listed(&options, option) {
                    return Err(Fault::NoOption { option: option.clone(), known: options });
                }
                process.tell(&match value.as_str() {
                    "" => format!("setoption name {option}"),
                    value => format!("setoption name {option} value {value}"),
                });
            }
            process.ask("isready", Awaited::Ready, patience.start)?;
            Ok((name, options, process.remarks()))
        })?;
        if let Some(name) = name {
            self.name = name;
        }
        self.options = options;
        self.remarks = remarks;
        Ok(())
    }

    /// From now on this switch ends the waiting for an answer, and the process with it.
    pub fn obey(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        if let Some(process) = &mut self.process {
            process.stop = stop.clone();
        }
    }

    /// Tells the engine that the next position belongs to another game.
    pub fn new_game(&mut self) -> Result<(), ExternalError> {
        let (dialect, patience) = (self.dialect, self.patience);
        self.attempt(|process| {
            process.tell(dialect.new_game);
            process.ask("isready", Awaited::Ready, patience.start).map(|_| ())
        })
    }

    /// Asks for a move in a position in which the game is not over.
    pub fn search(&mut self, line: &Line, limit: &Limit) -> Result<Answer, ExternalError> {
        let (dialect, patience) = (self.dialect, self.patience);
        self.attempt(|process| {
            process.tell(&position(line));
            // Whatever the engine says before this answer is no answer to `go`.
            process.ask("isready", Awaited::Ready, patience.start)?;
            let asked = Instant::now();
            let best = process.ask(&limit.command(&dialect), Awaited::Move, limit.deadline(&patience))?;
            let time = asked.elapsed();
            // What else may mean no move is a pass in some games (`0000` in Ataxx): the caller, who knows the rules, sees whether it is legal.
            if best.is_empty() || best == "(none)" {
                return Err(Fault::NoMove { answer: best });
            }
            Ok(Answer { best, info: process.info(), time })
        })
    }

    /// How it was started.
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The name that the engine gave itself, or else its command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the options that the engine declared.
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// What the engine said to people (`info string`) while its options were set, such as that it refuses a value.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The number of its process; `None` after a fault.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Does something with the process, which does not outlive a fault.
    fn attempt<T>(&mut self, act: impl FnOnce(&mut Process) -> Result<T, Fault>) -> Result<T, ExternalError> {
        let result = match &mut self.process {
            Some(process) => act(process),
            None => Err(Fault::NotRunning),
        };
        result.map_err(|fault| {
            self.process = None;
            self.error(fault)
        })
    }

    fn error(&self, fault: Fault) -> ExternalError {
        ExternalError { engine: self.launch.to_string(), fault }
    }

    fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(self.patience.quit);
        }
    }
}

/// Asks the engine to quit; one that does not is killed.
impl Drop for External {
    fn drop(&mut self) {
        self.quit();
    }
}

/// The command that sets up a position.
fn position(line: &Line) -> String {
    let mut text = match &line.start {
        None => "position startpos".to_string(),
        Some(start) => format!("position fen {start}"),
    };
    if !line.moves.is_empty() {
        text.push_str(" moves ");
        text.push_str(&line.moves.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_a_start_and_the_moves_since() {
        let moves = vec!["a2a3".to_string(), "a7a6".to_string()];
        assert_eq!(position(&Line::start()), "position startpos");
        assert_eq!(position(&Line { start: None, moves: moves.clone() }), "position startpos moves a2a3 a7a6");
        assert_eq!(position(&Line::at("8/8 w")), "position fen 8/8 w");
        assert_eq!(position(&Line { start: Some("8/8 w".into()), moves }), "position fen 8/8 w moves a2a3 a7a6");
    }
}
