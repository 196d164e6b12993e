//! `search`: analyses one position.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::value_parser;
use plysmith::arena::{Line, SearchReport};
use plysmith::search::{Statistics, Watch};
use plysmith::{Arena, Limits, Score, Spec};
use serde_json::{Value, json};

use crate::input::limits::LimitArgs;
use crate::input::spec::SpecArgs;
use crate::output::board;
use crate::output::numbers::{grouped, per_second, plural, seconds};
use crate::output::terminal::Terminal;

/// Analyse a position: best move, score, expected line and what the search did
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith search breakthrough\n  plysmith search breakthrough --moves a2a3 a7a6 --depth 8 --spec plain\n  \
    plysmith search breakthrough --lines 3 --threads 2\n\n\
    The first limit reached ends the search; without any it lasts two seconds. Scores are meant for the side to move."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The position, as this command writes it; the start of the game if none is given
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play from there
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Show the best N moves, each with its line
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=256), allow_negative_numbers = true)]
    lines: u64,
    /// Search with N threads; with more than one, equal input does not give equal nodes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=256), allow_negative_numbers = true)]
    threads: u64,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const TIME: Duration = Duration::from_secs(2);

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = self.spec.read(&*arena)?;
        if self.threads > 1 {
            can_share(&spec)?;
        }
        let moves = self.moves.iter().flat_map(|words| words.split_whitespace()).map(Into::into).collect();
        let line = Line { start: self.position.clone(), moves };
        let view = arena.view(&line)?;
        if !self.json {
            write!(terminal.out, "{}", board::draw(&view, None, terminal.colour))?;
            writeln!(terminal.out, "position  {}", view.position)?;
            if let Some(outcome) = view.outcome {
                writeln!(terminal.out, "The game is over. {}", board::outcome(outcome))?;
                return Ok(());
            }
            let side = board::side(view.side, terminal.colour);
            writeln!(terminal.out, "to move   {side}, {}\n", plural(view.moves.len() as u64, "legal move"))?;
            let rank = if self.lines > 1 { " rank" } else { "" };
            writeln!(terminal.out, "depth{rank}          score          nodes       time  line")?;
        }
        let mut player = arena.player(&spec, &Watch::TREE)?;
        player.set_threads(self.threads as usize);
        let (limits, clock) = self.limits.start(TIME);
        let limits = Limits { lines: self.lines as usize, ..limits };
        let mut iterations = Vec::new();
        let mut written = Ok(());
        let report = player.search(&line, &limits, &mut |report| {
            let time = clock.elapsed();
            if self.json {
                iterations.push(iteration(report, time));
            } else if written.is_ok() {
                written = row(&mut terminal.out, report, self.lines > 1, time);
            }
        })?;
        let time = clock.elapsed();
        written?;
        if self.json {
            return terminal.json(&self.as_json(&*arena, &view.position, &report, time, iterations));
        }
        summary(&mut terminal.out, &report, time)
    }

    fn as_json(&self, arena: &dyn Arena, position: &str, report: &SearchReport, time: Duration, iterations: Vec<Value>) -> Value {
        json!({
            "game": arena.card().name,
            "position": position,
            "best": report.best,
            "score": score(report.score),
            "line": report.line,
            "depth": report.depth,
            "nodes": report.nodes,
            "time_ms": time.as_millis() as u64,
            "nodes_per_second": per_second(report.nodes, time),
            "stopped": report.stopped,
            "table_fullness_thousandths": report.fullness,
            "counters": report.counters.iter().map(|counter| json!({
                "enhancement": counter.enhancement,
                "name": counter.name,
                "count": counter.count,
            })).collect::<Vec<_>>(),
            "statistics": report.statistics.as_ref().map(|statistics| json!({
                "height": statistics.height,
                "cutoffs_by_rank": statistics.cutoffs,
                "first_move_share": statistics.first_move_share(),
                "moves_at_cutoffs": statistics.moves_at_cutoffs,
                "value_changes": statistics.value_changes,
            })),
            "iterations": iterations,
        })
    }
}

/// Several threads help each other by the transposition table alone, and not at a level.
pub fn can_share(spec: &Spec) -> Result<()> {
    ensure!(spec.is_on("table"), "several threads share the transposition table, which is off in this spec; add --on table");
    ensure!(spec.level.is_none(), "at a level only one thread searches; leave --threads or the level out");
    Ok(())
}

/// A score for programs: the number, and the plies to the end if it is proven.
fn score(score: Score) -> Value {
    json!({
        "points": score.points(),
        "text": score.to_string(),
        "won_in": score.won_in().map(|(plies, _)| plies),
        "lost_in": score.lost_in().map(|(plies, _)| plies),
    })
}

fn iteration(report: &SearchReport, time: Duration) -> Value {
    json!({
        "depth": report.depth,
        "rank": report.rank,
        "score": score(report.score),
        "nodes": report.nodes,
        "time_ms": time.as_millis() as u64,
        "line": report.line,
    })
}

fn row(out: &mut dyn Write, report: &SearchReport, several: bool, time: Duration) -> Result<()> {
    let (score, nodes) = (report.score.to_string(), grouped(report.nodes));
    let rank = if several { format!(" {:4}", report.rank) } else { String::new() };
    writeln!(out, "{:5}{rank} {score:>14} {nodes:>14} {:>10}  {}", report.depth, seconds(time), report.line.join(" "))?;
    Ok(())
}

fn summary(out: &mut dyn Write, report: &SearchReport, time: Duration) -> Result<()> {
    writeln!(out)?;
    writeln!(out, "best move {}", report.best.as_deref().unwrap_or("none"))?;
    writeln!(out, "score     {}", report.score)?;
    writeln!(out, "line      {}", report.line.join(" "))?;
    let rate = grouped(per_second(report.nodes, time));
    writeln!(out, "nodes     {} in {}, {rate} nodes/s", grouped(report.nodes), seconds(time))?;
    if report.fullness > 0 {
        writeln!(out, "table     {:.1} % full", f64::from(report.fullness) / 10.0)?;
    }
    if !report.counters.is_empty() {
        writeln!(out, "\nThe enhancements counted")?;
    }
    for counter in &report.counters {
        writeln!(out, "  {:32} {:>14}", format!("{}, {}", counter.enhancement, counter.name), grouped(counter.count))?;
    }
    report.statistics.as_ref().map_or(Ok(()), |statistics| tree(out, statistics))
}

fn tree(out: &mut dyn Write, statistics: &Statistics) -> Result<()> {
    let cutoffs: u64 = statistics.cutoffs.iter().sum();
    writeln!(out, "\nThe tree")?;
    writeln!(out, "  {:32} {:>14}", "deepest line, plies", statistics.height)?;
    writeln!(out, "  {:32} {:>14}", "cutoffs", grouped(cutoffs))?;
    if cutoffs > 0 {
        let share = 100.0 * statistics.first_move_share();
        let moves = statistics.moves_at_cutoffs as f64 / cutoffs as f64;
        writeln!(out, "  {:32} {:>14}", "cutoffs by the first move", format!("{share:.1} %"))?;
        writeln!(out, "  {:32} {:>14}", "legal moves where cut off, mean", format!("{moves:.1}"))?;
    }
    writeln!(out, "  {:32} {:>14}", "changes of the best move", grouped(statistics.value_changes))?;
    Ok(())
}
