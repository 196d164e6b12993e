//! `evaluate`: an evaluation learned from self-play: the weights of the game's own terms, or a network.

use anyhow::{Result, anyhow, bail};
use clap::{ValueEnum, value_parser};
use plysmith_lab::learner::{self, Attached, options_with, usual_options};
use serde_json::Value;

use crate::commands::learn::Learning;
use crate::input::times::BudgetArgs;
use crate::jobs::session::RunArgs;
use crate::output::terminal::Terminal;

/// Learn the evaluation from self-play: the weights of its terms, or a network
#[derive(clap::Args, Clone)]
#[command(
    after_help = "Examples:\n  plysmith evaluate breakthrough\n  plysmith evaluate breakthrough --games 2000 --nodes 2000 --seed 7\n  \
    plysmith evaluate breakthrough --spec mine.toml --json\n  plysmith evaluate breakthrough --method net --budget 20m --move 20ms\n  \
    plysmith evaluate loa --method net --spec default:evaluation=none --games 20000\n\n\
    By `weights` the engine plays weaker and other ones in pairs of games, and logistic regression finds the weights of the terms that predict the results best. By `net` the engine plays itself \
    in rounds, and a small network learns from the positions what the search thought of them and how the games ended; it needs no evaluation to begin with. The spec with what was learned is \
    written to evaluate-ID.toml; that it predicts better does not prove that it plays better: let it play a match, or say a --budget, which proves it."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The spec to begin with: a preset or a file, either with changes behind colons [default: hand-made for weights, default for a network]
    #[arg(long, value_name = "SPEC")]
    spec: Option<String>,
    /// What is learned
    #[arg(long, value_enum, default_value_t = Method::Weights)]
    method: Method,
    /// How many games of self-play [default: 1000 for weights, 20000 for a network]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=10_000_000), allow_negative_numbers = true)]
    games: Option<u32>,
    /// Nodes a move [default: 2000 for weights, 1500 for a network]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(10..=100_000_000), allow_negative_numbers = true, conflicts_with = "pace")]
    nodes: Option<u64>,
    /// Units of a network
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u16).range(8..=256), allow_negative_numbers = true)]
    units: u16,
    /// Keep the games for a network in this file. If it is there already, its games are learned from first; --games 0 plays no others
    #[arg(long, value_name = "FILE")]
    positions: Option<Attached>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// What is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The weights of the terms that the game's evaluation has
    Weights,
    /// A network that evaluates instead of the game
    #[value(alias = "network")]
    Net,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        if self.positions.is_some() && self.method != Method::Net {
            bail!("--positions is for --method net: weights are fitted to games of their own");
        }
        if self.games == Some(0) && self.method != Method::Net {
            bail!("--games 0 plays no games, and there is nothing to fit weights to");
        }
        let name = if self.method == Method::Net { "network" } else { "weights" };
        let learner = learner::find(name).ok_or_else(|| anyhow!("there is no learner `{name}`"))?;
        let said = [
            ("games", self.games.map(Value::from)),
            ("nodes", self.nodes.map(Value::from)),
            ("units", Some(self.units.into())),
            ("positions", self.positions.map(serde_json::to_value).transpose()?),
        ];
        // Weights have no units and keep no positions.
        let known = usual_options(learner);
        let said = said.into_iter().filter_map(|(option, value)| Some((option, value?)));
        let options = options_with(learner, said.filter(|(option, _)| known.get(option).is_some()));
        let Args { game, spec, budget, run, .. } = self;
        Learning { command: "evaluate", learner, game, start: spec, options, budget, run }.run(terminal)
    }
}
