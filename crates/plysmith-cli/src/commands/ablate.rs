//! `ablate`: what each enhancement of a spec is worth, by leaving it out.

use anyhow::{Result, bail};
use plysmith_lab::measure::ablations;

use crate::input::players;
use crate::jobs::comparisons::{MeasureArgs, Named};
use crate::output::terminal::Terminal;

/// Leave out each enhancement of a spec in turn, and measure what it was worth
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith ablate breakthrough default\n  plysmith ablate breakthrough everything --by time --depth 7\n\n\
    What needs an enhancement is left out with it, and the line says so. A spec that needs forty times the nodes is not waited for. \
    Of a spec with phases, enhancements of the base are left out and each phase as a whole."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The spec: a preset or a file, either with changes behind colons
    #[arg(value_name = "SPEC", default_value = "default")]
    spec: String,
    #[command(flatten)]
    measure: MeasureArgs,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = players::spec(&*arena, &self.spec, self.measure.store())?;
        let variants = ablations(&*arena, &spec);
        if variants.is_empty() {
            bail!("`{}` has no enhancement that could be left out", self.spec);
        }
        let mut specs = vec![Named { name: self.spec.clone(), spec }];
        specs.extend(variants.into_iter().map(|variant| Named { name: variant.change.to_string(), spec: variant.spec }));
        self.measure.compare(terminal, &*arena, "ablate", specs)
    }
}
