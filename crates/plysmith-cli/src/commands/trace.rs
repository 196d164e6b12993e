//! `trace`: what the search decided about a move, and why.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use plysmith::arena::Line;
use plysmith::search::Watch;
use plysmith::search::trace::{Deed, Trace, Traced, What};
use plysmith::{Depth, Limits, Score};
use serde_json::{Value, json};

use crate::board;
use crate::desk::Desk;
use crate::numbers::{grouped, plural};
use crate::spec::SpecArgs;

/// Tell what became of a move in a search: extended, reduced, left out or cut off, by which enhancement and why
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith trace chess --move e2e4 --depth 8\n  \
    plysmith trace breakthrough --move a2a3 --move a7a6 --depth 7 --plies 2 --file tree.txt\n  \
    plysmith trace chess --move e2e4 --depth 6 --all --json > tree.json\n\n\
    The trace is that of the last iteration. A move whose position is searched several times (first with less depth or with a narrow window) is shown\n\
    with all its searches and with what the last of them saw behind it. Scores are meant for the side that plays the move.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The position, as `search` writes it; the start of the game if none is given
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play from there before the search
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// The move to look at; given several times, the line to follow
    #[arg(long = "move", value_name = "MOVE", required = true)]
    line: Vec<String>,
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    depth: u32,
    /// Show so many plies below the line
    #[arg(long, value_name = "N", default_value_t = 1)]
    plies: usize,
    /// Show every move of the nodes, also those to which nothing special happened
    #[arg(long)]
    all: bool,
    /// Write the whole tree to a file as well, as JSON if its name ends so, otherwise as text
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A tree of more plies fills a disk before it helps anybody.
const MOST_PLIES: usize = 6;

impl Args {
    pub fn run(self, desk: &mut Desk) -> Result<()> {
        let arena = desk.games.find(&self.game)?;
        let spec = self.spec.read(&*arena)?;
        ensure!(self.plies <= MOST_PLIES, "--plies {} is too much; use 0 to {MOST_PLIES}", self.plies);
        ensure!((1..=255).contains(&self.depth), "--depth {} is out of range; use 1 to 255", self.depth);
        let moves = self.moves.iter().flat_map(|words| words.split_whitespace()).map(Into::into).collect();
        let line = Line { start: self.position.clone(), moves };
        let view = arena.view(&line)?;
        let mut player = arena.player(&spec, &Watch::NOTHING)?;
        let (report, trace) = player.trace(&line, &Limits::depth(self.depth), &self.line, self.plies)?;
        let value = json!({
            "game": arena.card().name,
            "position": view.position,
            "line": self.line,
            "depth": trace.depth,
            "best": report.best,
            "score": report.score.to_string(),
            "nodes": report.nodes,
            "deeds": trace.deeds.iter().map(deed_as_json).collect::<Vec<_>>(),
            "moves": trace.moves.iter().map(as_json).collect::<Vec<_>>(),
        });
        if let Some(file) = &self.file {
            let is_json = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
            let text = if is_json { serde_json::to_string_pretty(&value)? } else { self.text(&trace, true) };
            fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
        }
        if self.json {
            return desk.json(&value);
        }
        write!(desk.out, "{}", board::draw(&view, None, desk.colour))?;
        writeln!(desk.out, "position  {}", view.position)?;
        let best = report.best.as_deref().unwrap_or("none");
        writeln!(desk.out, "best      {best} ({}), depth {}, {} nodes\n", report.score, report.depth, grouped(report.nodes))?;
        write!(desk.out, "{}", self.text(&trace, self.all))?;
        if let Some(file) = &self.file {
            writeln!(desk.out, "\nThe whole tree is in {}.", file.display())?;
        }
        Ok(())
    }

    /// The tree as text. Without `all` only what is on the line, what raised alpha and what an enhancement did something to, and how many others there are.
    fn text(&self, trace: &Trace<String>, all: bool) -> String {
        let mut text = String::new();
        for deed in trace.deeds.iter().filter(|deed| deed.by.is_some()) {
            let _ = writeln!(text, "root  {}", tell(deed));
        }
        self.moves(&mut text, &trace.moves, 0, true, all);
        text
    }

    fn moves(&self, text: &mut String, moves: &[Traced<String>], ply: usize, on_line: bool, all: bool) {
        let indent = "    ".repeat(ply);
        let mut others = 0;
        for (turn, traced) in moves.iter().enumerate() {
            let follows = on_line && self.line.get(ply) == Some(&traced.mv);
            let special = traced.improves || traced.deeds.iter().any(|deed| deed.by.is_some());
            if !all && !follows && (!special || (on_line && ply < self.line.len())) {
                others += 1;
                continue;
            }
            let score = traced.score.map_or("left out".to_string(), |score| score.to_string());
            let mark = if traced.improves { "  ↑" } else { "" };
            let _ = writeln!(text, "{indent}{:>3}. {}  {score}{mark}", turn + 1, traced.mv);
            for deed in &traced.deeds {
                let _ = writeln!(text, "{indent}       {}", tell(deed));
            }
            self.moves(text, &traced.below, ply + 1, follows, all);
        }
        if others > 0 {
            let _ = writeln!(text, "{indent}     and {} (--all shows them)", plural(others, "other move"));
        }
    }
}

fn plies(depth: Depth) -> String {
    let count = f64::from(depth.units()) / f64::from(Depth::PLY.units());
    format!("{count:.2}").trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A deed in words.
fn tell(deed: &Deed) -> String {
    let Deed { by, what, why } = deed;
    let by = by.unwrap_or("search");
    let what = match what {
        What::Skipped(bound) => format!("left out: worth at most {bound}"),
        What::Costs(more) if more.units() < 0 => format!("extended by {} of a ply", plies(Depth::ZERO - *more)),
        What::Costs(more) => format!("shortened by {} of a ply", plies(*more)),
        What::Reduced(less) => format!("first look reduced by {} plies", plies(*less)),
        What::Searched(depth, window) => {
            return format!("searched to {} plies for a value of the reply between {} and {}", plies(*depth), shown(window.alpha), shown(window.beta));
        }
        What::Cut(score) => format!("cut off: the reply is worth {score}"),
        What::Changed(more) if more.units() < 0 => format!("position shortened by {} plies", plies(Depth::ZERO - *more)),
        What::Changed(more) => format!("position extended by {} plies", plies(*more)),
    };
    format!("{by}: {what}  [{why}]")
}

fn shown(score: Score) -> String {
    if score >= Score::INFINITE {
        "anything".into()
    } else if score <= -Score::INFINITE {
        "nothing".into()
    } else {
        score.to_string()
    }
}

fn as_json(traced: &Traced<String>) -> Value {
    json!({
        "move": traced.mv,
        "score": traced.score.map(|score| score.to_string()),
        "points": traced.score.map(Score::points),
        "improves": traced.improves,
        "deeds": traced.deeds.iter().map(deed_as_json).collect::<Vec<_>>(),
        "below": traced.below.iter().map(as_json).collect::<Vec<_>>(),
    })
}

fn deed_as_json(deed: &Deed) -> Value {
    json!({ "by": deed.by, "what": tell(deed), "why": deed.why })
}
