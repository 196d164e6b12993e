//! `perft`: counts move sequences, the usual proof that rules are right.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::value_parser;
use plysmith::arena::Line;
use serde_json::json;

use crate::output::numbers::{grouped, per_second, seconds};
use crate::output::terminal::Terminal;

/// Count the move sequences of a length
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith perft breakthrough 4\n  plysmith perft breakthrough 3 --divide\n\n\
    The last line is the count alone; the time goes to standard error.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The number of moves in a sequence
    #[arg(value_name = "DEPTH", value_parser = value_parser!(u32).range(0..=60), allow_negative_numbers = true)]
    depth: u32,
    /// The position to count from, as `search` and `play` write it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let line = self.position.as_ref().map_or_else(Line::start, Line::at);
        // Whatever the depth, the position has to make sense.
        let view = arena.view(&line)?;
        let started = Instant::now();
        let counts = arena.divide(&line, self.depth)?;
        let time = started.elapsed();
        let total = if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
        if self.json {
            let moves: serde_json::Map<_, _> = counts.into_iter().map(|(mv, count)| (mv, count.into())).collect();
            let mut result = json!({
                "game": self.game,
                "position": view.position,
                "depth": self.depth,
                "count": total,
                "time_ms": time.as_millis() as u64,
            });
            if self.divide {
                result["moves"] = moves.into();
            }
            return terminal.json(&result);
        }
        if self.divide {
            for (mv, count) in &counts {
                writeln!(terminal.out, "{mv} {count}")?;
            }
        }
        let _ = writeln!(terminal.notes, "{}, {} leaves/s", seconds(time), grouped(per_second(total, time)));
        writeln!(terminal.out, "{total}")?;
        Ok(())
    }
}
