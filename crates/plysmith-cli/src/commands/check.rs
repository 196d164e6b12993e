//! `check`: everything that a game promises, tried in random games.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::value_parser;
use plysmith::game::Capabilities;
use plysmith::game::check::Summary;
use serde_json::json;

use crate::numbers::{grouped, plural, seconds};
use crate::progress::Progress;
use crate::terminal::{CheckFailed, Terminal};

/// Check the rules of a game in random games
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith check breakthrough\n  plysmith check breakthrough --games 100 --seed 7\n\n\
    Legal moves play, hashes agree, texts read back as what they say, evaluations and features stay in range.\n\
    A fault is shown with the position and the moves that lead to it; the exit code is then 1.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How many random games to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..), allow_negative_numbers = true)]
    games: u32,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let started = Instant::now();
        let mut progress = Progress::new("games");
        let checked = arena.check_rules(self.games as usize, self.seed, &mut |done| {
            progress.tell(done as u64, 0, u64::from(self.games), None, "");
            true
        });
        progress.finish();
        match checked {
            Ok(summary) => self.passed(terminal, &summary, arena.card().hidden, started.elapsed()),
            Err(fault) => {
                if self.json {
                    terminal.json(&json!({
                        "game": self.game,
                        "passed": false,
                        "problem": fault.problem,
                        "position": fault.position,
                        "moves": fault.moves,
                        "seed": fault.seed,
                        "number": fault.number,
                    }))?;
                }
                Err(CheckFailed(fault.to_string()).into())
            }
        }
    }

    fn passed(&self, terminal: &mut Terminal, summary: &Summary, hidden: Capabilities, time: Duration) -> Result<()> {
        let [first, drawn, second] = summary.results;
        let branching = summary.moves as f64 / summary.positions.max(1) as f64;
        if self.json {
            return terminal.json(&json!({
                "game": self.game,
                "passed": true,
                "seed": self.seed,
                "hidden": hidden.names(),
                "games": summary.games,
                "positions": summary.positions,
                "moves": summary.moves,
                "widest": summary.widest,
                "longest": summary.longest,
                "first_wins": first,
                "draws": drawn,
                "second_wins": second,
                "repetitions": summary.repetitions,
                "returns": summary.returns,
                "time_ms": time.as_millis() as u64,
            }));
        }
        let out = &mut terminal.out;
        writeln!(out, "{}: the rules hold in {} (seed {})", self.game, plural(summary.games as u64, "random game"), self.seed)?;
        writeln!(out, "  positions    {} in {}", grouped(summary.positions), seconds(time))?;
        writeln!(out, "  legal moves  {branching:.1} on average, at most {}", summary.widest)?;
        writeln!(out, "  longest game {} plies", summary.longest)?;
        writeln!(out, "  results      {first} first, {drawn} drawn, {second} second, {} by repetition", summary.repetitions)?;
        if !hidden.is_empty() {
            writeln!(out, "  hidden       {hidden}; the rules are checked with all that is declared")?;
        }
        match summary.returns {
            None => {}
            Some(0) => writeln!(
                out,
                "  repetition   no position came back: if a counter in the state keeps them apart, leave it out of hash() and give it in counters()"
            )?,
            Some(returns) => writeln!(out, "  repetition   {} came back", plural(returns, "position"))?,
        }
        Ok(())
    }
}
