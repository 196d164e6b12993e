//! `sprt`: what the counts of a match prove, whoever played it.

use std::io::Write;

use anyhow::Result;
use clap::ArgGroup;
use plysmith_lab::verify::{Counts, Model, Pentanomial, Sprt, Trinomial};

use crate::output::ratings;
use crate::output::terminal::Terminal;

/// Say what the results of a match prove
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith sprt --ptnml 10,20,40,25,12 --elo0 0 --elo1 5\n  \
    plysmith sprt --wdl 100,50,80 --elo0 -3 --elo1 1 --logistic\n\n\
    Pairs are games of one opening from both sides, counted by the points of the first player: LL, LD, WL+DD, WD, WW, as match \
    runners print them behind `Ptnml(0-2):`. Only they know how much the opening decided: prefer them to single games.\n\
    The Elo of a test that has stopped by itself tends to be too far from 0: it proves which hypothesis is nearer, not the size.")]
#[command(group(ArgGroup::new("counts").required(true).args(["ptnml", "wdl"])))]
#[group(skip)]
pub struct Args {
    /// Pairs of games: 0, 1/2, 1, 3/2 and 2 points
    #[arg(long, value_name = "LL,LD,EVEN,WD,WW", allow_hyphen_values = true)]
    ptnml: Option<Pentanomial>,
    /// Single games: wins, draws, losses
    #[arg(long, value_name = "W,D,L", allow_hyphen_values = true)]
    wdl: Option<Trinomial>,
    /// What H0 claims
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// What H1 claims
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The probability to accept H1 if H0 holds
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    alpha: f64,
    /// The probability to accept H0 if H1 holds
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    beta: f64,
    /// The bounds are logistic Elo, not normalised Elo
    #[arg(long)]
    logistic: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let model = if self.logistic { Model::Logistic } else { Model::Normalised };
        let sprt = Sprt::new(model, self.elo0, self.elo1)?.with_errors(self.alpha, self.beta)?;
        let counts = match self.ptnml {
            Some(pairs) => Counts::Pairs(pairs),
            None => Counts::Games(self.wdl.unwrap_or_default()),
        };
        if self.json {
            return terminal.json(&ratings::json(counts, Some(&sprt)));
        }
        write!(terminal.out, "{}", ratings::block(counts, Some(&sprt)))?;
        Ok(())
    }
}
