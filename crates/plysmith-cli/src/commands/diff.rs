//! `diff`: how two specs differ, and what each difference is worth.

use anyhow::{Result, bail};
use plysmith_lab::measure::differences;

use crate::input::players;
use crate::jobs::comparisons::{MeasureArgs, Named};
use crate::output::terminal::Terminal;

/// Show how two specs differ, and measure what each difference is worth
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith diff breakthrough plain default\n  plysmith diff breakthrough default mine.toml --suite wins.suite --nodes 20000\n\n\
    Each difference is applied to the first spec by itself, with what it cannot do without; the last line is the second spec as a whole. \
    What is different in a phase counts as one."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The first spec: a preset or a file, either with changes behind colons
    #[arg(value_name = "FROM")]
    from: String,
    /// The second spec
    #[arg(value_name = "TO")]
    to: String,
    #[command(flatten)]
    measure: MeasureArgs,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = |text: &str| players::spec(&*arena, text, self.measure.store());
        let (from, to) = (spec(&self.from)?, spec(&self.to)?);
        let variants = differences(&*arena, &from, &to);
        if variants.is_empty() {
            bail!("`{}` and `{}` do not differ", self.from, self.to);
        }
        let single = variants.len() == 1;
        let mut specs = vec![Named { name: self.from.clone(), spec: from }];
        specs.extend(variants.into_iter().map(|variant| Named { name: variant.change.to_string(), spec: variant.spec }));
        if !single {
            specs.push(Named { name: self.to.clone(), spec: to });
        }
        self.measure.compare(terminal, &*arena, "diff", specs)
    }
}
