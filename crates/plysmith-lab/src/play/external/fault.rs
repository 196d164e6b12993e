//! What can go wrong with another program.

use std::process::ExitStatus;
use std::time::Duration;

use plysmith::protocol::DIALECTS;

/// What an engine did wrong. Its process is gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine `{engine}` {fault}")]
pub struct ExternalError {
    /// Its command line.
    pub engine: String,
    /// What it did.
    pub fault: Fault,
}

/// The ways in which another program fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no such program, or the system does not let it run.
    #[error("cannot be started: {reason}")]
    CannotStart {
        /// What the system said.
        reason: String,
    },
    /// Its process ended while we were talking to it.
    #[error("crashed with {status}{}", words(.last_words))]
    Crashed {
        /// How it ended.
        status: ExitStatus,
        /// The last lines of its standard error.
        last_words: Vec<String>,
    },
    /// It did not answer in time.
    #[error("hung: there was no `{awaited}` within {within:.1?}{}{}", hint(.awaited), words(.last_words))]
    Hung {
        /// The word that we waited for.
        awaited: String,
        /// How long we waited.
        within: Duration,
        /// The last lines of its standard error.
        last_words: Vec<String>,
    },
    /// It runs on, but nothing can be sent to it or read from it any more.
    #[error("closed its {pipe} and runs on{}", words(.last_words))]
    LostPipe {
        /// What it closed.
        pipe: &'static str,
        /// The last lines of its standard error.
        last_words: Vec<String>,
    },
    /// It has no move, although the game goes on.
    #[error("gave no move: it answered `bestmove {answer}` although the game goes on")]
    NoMove {
        /// What it gave instead.
        answer: String,
    },
    /// It was to set an option that it did not declare.
    #[error("has no option `{option}`; {}", options(.known))]
    NoOption {
        /// The option.
        option: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// It plays several games, and ours is none of them.
    #[error("does not play `{variant}`; it plays {}", known.join(", "))]
    NoVariant {
        /// The game, as the protocol names it.
        variant: String,
        /// Those that it plays.
        known: Vec<String>,
    },
    /// We were stopped while we waited for it: no fault of its own.
    #[error("was not waited for, because the work was stopped")]
    Interrupted,
    /// It was asked for something after a fault, without a restart.
    #[error("is not running: it has to be restarted after its last fault")]
    NotRunning,
}

fn hint(awaited: &str) -> &'static str {
    if DIALECTS.iter().any(|dialect| dialect.hello_done == awaited) { "; does it speak the protocol?" } else { "" }
}

fn words(last: &[String]) -> String {
    if last.is_empty() { String::new() } else { format!("; its last words: {}", last.join(" / ")) }
}

fn options(known: &[String]) -> String {
    if known.is_empty() { "it has none".into() } else { format!("it has {}", known.join(", ")) }
}
