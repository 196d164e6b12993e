//! `measure`: what specs cost, solve and lose on a suite.

use anyhow::Result;

use crate::input::players;
use crate::jobs::comparisons::{MeasureArgs, Named};
use crate::output::terminal::Terminal;

/// Measure specs on a suite: nodes, time, solved positions, points lost
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith measure breakthrough default\n  plysmith measure breakthrough default plain default:-killers --depth 6\n  \
    plysmith measure breakthrough default plain --suite wins.suite --nodes 20000 --part heldout\n\n\
    The first spec is the one that the others are compared with, position by position. A comparison ends early when its answer is clear. \
    A spec is a preset or a file, either with changes behind colons: default:-killers:+iid:table.bits=18."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The specs
    #[arg(value_name = "SPEC", required = true)]
    specs: Vec<String>,
    #[command(flatten)]
    measure: MeasureArgs,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let named = |text: &String| Ok(Named { name: text.clone(), spec: players::spec(&*arena, text, self.measure.store())? });
        let specs = self.specs.iter().map(named).collect::<Result<Vec<_>>>()?;
        self.measure.compare(terminal, &*arena, "measure", specs)
    }
}
