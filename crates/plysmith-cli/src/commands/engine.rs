//! `engine`: speaks a protocol on standard input and output, for other programs.

use std::sync::Arc;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use plysmith::protocol::{DIALECTS, Dialect, Host, UGI, serve};

use crate::input::spec::SpecArgs;
use crate::output::numbers::Wall;
use crate::output::terminal::Terminal;

/// Speak a protocol with another program
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith engine breakthrough\n  plysmith engine chess --protocol uci\n  \
    printf 'position startpos\\ngo movetime 500\\n' | plysmith engine breakthrough\n\n\
    In a GUI for chess, add an engine with the command of the second example.\n\
    Each enhancement is an option, and so is each of its parameters: type the name of the protocol to see them.\n\
    The end of the input stops a search under way, which then gives its move.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// The protocol: UGI for every game, UCI as programs for chess and its relatives speak it, UAI as those for Ataxx do
    #[arg(long, value_name = "NAME", default_value = "ugi", value_parser = PossibleValuesParser::new(DIALECTS.map(|dialect| dialect.hello)))]
    protocol: String,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = self.spec.read(&*arena)?;
        let name = format!("plysmith {} ({})", env!("CARGO_PKG_VERSION"), arena.card().name);
        let host = Host {
            arena: &*arena,
            name: &name,
            author: "the plysmith authors",
            dialect: Dialect::named(&self.protocol).unwrap_or(&UGI),
            clock: &|| Arc::new(Wall::start()),
        };
        // The search answers from a thread of its own, so that the terminal's writer will not do.
        serve(&host, spec, &mut terminal.input, std::io::stdout())?;
        Ok(())
    }
}
