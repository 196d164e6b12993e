//! `engine`: speaks a protocol on standard input and output, for other programs.

use std::io::Read;
use std::sync::Arc;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use plysmith::protocol::{DIALECTS, Dialect, Host, SHOW_ALL, UGI, serve};

use crate::input::spec::SpecArgs;
use crate::output::numbers::Wall;
use crate::output::terminal::Terminal;

/// Speak a protocol with another program
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith engine breakthrough\n  plysmith engine chess --protocol uci\n  \
    printf 'position startpos\\ngo movetime 500\\n' | plysmith engine breakthrough\n\n\
    In a GUI for chess, add an engine with the command of the second example.\n\
    Each enhancement is an option: type the name of the protocol to see them. Its parameters are options too, and so are the weights of the evaluation: \
    they can always be set, and are listed after `setoption name Show All Options value true`, or with --all-options.\n\
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
    /// List every option from the beginning, for a program that takes no other
    #[arg(long)]
    all_options: bool,
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
        let first = if self.all_options { format!("setoption name {SHOW_ALL} value true\n") } else { String::new() };
        let input = first.as_bytes().chain(&mut terminal.input);
        // The search answers from a thread of its own, so that the terminal's writer will not do.
        serve(&host, spec, input, std::io::stdout())?;
        Ok(())
    }
}
