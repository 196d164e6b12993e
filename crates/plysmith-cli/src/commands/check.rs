//! `check`: everything that a game promises, tried in random games; and what inputs its state gives for free.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::value_parser;
use plysmith::Arena;
use plysmith::game::check::Summary;
use plysmith::game::free_inputs::{FreeInputsReport, LeftOut};
use serde_json::json;

use crate::output::numbers::{grouped, plural, seconds};
use crate::output::progress::Progress;
use crate::output::terminal::{CheckFailed, Terminal};

/// Check the rules of a game in random games
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith check breakthrough\n  plysmith check breakthrough --games 100 --seed 7\n\n\
    Legal moves play, hashes agree, texts read back as what they say, evaluations and features stay in range.\n\
    It also tells which inputs for a network the state gives for free, and what was left out of them.\n\
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
            Ok(summary) => {
                let time = started.elapsed();
                self.passed(terminal, &*arena, &summary, time)
            }
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

    fn passed(&self, terminal: &mut Terminal, arena: &dyn Arena, summary: &Summary, time: Duration) -> Result<()> {
        let hidden = arena.card().hidden;
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
                "inputs": arena.card().inputs,
                "free_inputs": match arena.free_inputs() {
                    Ok(inputs) => free_inputs_as_json(&inputs.report()),
                    Err(error) => json!({"error": error.to_string()}),
                },
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
        match arena.card().inputs {
            0 => writeln!(out, "  inputs       none declared: the free ones take their place")?,
            declared => writeln!(out, "  inputs       {declared} declared: they are used, and not the free ones")?,
        }
        match arena.free_inputs() {
            Ok(inputs) => write_free_inputs(out, &inputs.report()),
            Err(error) => Ok(writeln!(out, "  free inputs  none: {error}")?),
        }
    }
}

/// What the state gives for free, place by place, and what was left out.
fn write_free_inputs(out: &mut dyn Write, report: &FreeInputsReport) -> Result<()> {
    let (places, still) = (plural(report.places as u64, "number"), report.constant_places);
    writeln!(
        out,
        "  free inputs  {} out of the {places} that the state writes into its hash; {still} never change",
        report.inputs
    )?;
    for line in &report.used {
        writeln!(out, "    {line}")?;
    }
    for left in &report.left_out {
        writeln!(out, "    {}: left out, {}; {}", left.place, left.reason.name(), left.reason.remedy())?;
    }
    if report.inputs == 0 {
        writeln!(out, "    nothing is left to learn from: declare `Inputs`, with inputs() and active_inputs()")?;
    }
    Ok(())
}

fn free_inputs_as_json(report: &FreeInputsReport) -> serde_json::Value {
    let left_out = |left: &LeftOut| json!({"place": left.place, "reason": left.reason.name(), "remedy": left.reason.remedy()});
    json!({
        "inputs": report.inputs,
        "places": report.places,
        "constant_places": report.constant_places,
        "constant_bits": report.constant_bits,
        "used": report.used,
        "left_out": report.left_out.iter().map(left_out).collect::<Vec<_>>(),
    })
}
