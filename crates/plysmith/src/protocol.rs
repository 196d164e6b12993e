//! How other programs talk to an engine: UCI, UGI (the Universal Game Interface) and UAI, over any reader and writer.
//!
//! [`serve`] is the one loop. What differs between protocols of the family (UGI, UCI, UAI) is the table [`Dialect`]. The loop reads commands
//! while a thread of its own searches, so that `stop`, `isready` and `quit` are heard at once. Nothing that comes in can end it but `quit` and
//! the end of the input: what is not understood is answered by an `info string` that says what would have been.
//!
//! The protocols do not say what follows a `position` that is none, or has an illegal move. Here it is answered by an `info string`, and every `go` after it by
//! the move of a side that has none (`bestmove (none)` in UCI, `bestmove 0000` elsewhere), until a legal position or a new game comes: a move in the position before
//! would be one in another game. A `query` is answered about the position before, with a remark.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use plysmith::protocol::{Host, UGI, serve};
//! use plysmith::{Arena, Clock};
//!
//! struct Frozen;
//! impl Clock for Frozen {
//!     fn elapsed(&self) -> Duration {
//!         Duration::ZERO
//!     }
//! }
//!
//! fn answers(arena: &dyn Arena, commands: &str) -> String {
//!     let host = Host { arena, name: "example 1.0", author: "me", dialect: &UGI, clock: &|| Arc::new(Frozen) };
//!     let mut output = Vec::new();
//!     serve(&host, arena.preset("default").unwrap(), commands.as_bytes(), &mut output).unwrap();
//!     String::from_utf8(output).unwrap()
//! }
//! ```

mod dialect;
mod go;
mod lines;
mod options;
mod output;
mod ponder;
mod session;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use crate::arena::Arena;
use crate::search::limits::Clock;
use crate::spec::Spec;

pub use dialect::{DIALECTS, Dialect, UAI, UCI, UGI};
pub use lines::{Input, LONGEST_LINE, next_line};
pub use options::SHOW_ALL;

/// Who answers: a game, a name, and where time comes from.
pub struct Host<'a> {
    /// The game.
    pub arena: &'a dyn Arena,
    /// The name and version of the program.
    pub name: &'a str,
    /// Who wrote it.
    pub author: &'a str,
    /// The protocol that is spoken.
    pub dialect: &'a Dialect,
    /// Makes the clock of a search that begins now.
    pub clock: &'a (dyn Fn() -> Arc<dyn Clock> + Sync),
}

/// Answers commands until `quit` or the end of the input, either of which also ends a search under way. A closed output ends it as well, which
/// is no error.
pub fn serve(host: &Host, spec: Spec, mut reader: impl BufRead, writer: impl Write + Send) -> io::Result<()> {
    let output = output::Output::new(writer);
    let result = std::thread::scope(|scope| session::Session::new(host, spec, scope, &output).run(&mut reader));
    match result.and(output.result()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
