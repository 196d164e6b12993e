//! `trace`: what the search decided about a move, and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::value_parser;
use plysmith::arena::Line;
use plysmith::enhance::CARDS;
use plysmith::search::Watch;
use plysmith::search::trace::{Deed, Trace, Traced, What, Why};
use plysmith::{Arena, Depth, Limits, Score, Window};
use serde_json::{Value, json};

use crate::input::spec::SpecArgs;
use crate::output::board;
use crate::output::numbers::{grouped, plural};
use crate::output::terminal::Terminal;

/// Tell what became of a move in a search: extended, reduced, left out or cut off, by which enhancement and why
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith trace breakthrough --move a2a3 --depth 8\n  \
    plysmith trace breakthrough --move a2a3 --move a7a6 --depth 7 --plies 2 --file tree.txt\n  \
    plysmith trace breakthrough --move a2a3 --depth 6 --spec everything --all --json > tree.json\n\n\
    The trace is that of the last iteration. Moves stand in the order in which they were tried, each with its score for the side that plays it and with \
    everything that was done to it. A move that is searched several times (first with less depth, or only for whether it is better than the best so \
    far) is shown with what the last of these searches saw behind it.")]
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
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = value_parser!(u32).range(1..=255), allow_negative_numbers = true)]
    depth: u32,
    /// Show so many plies below the line
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(0..=MOST_PLIES), allow_negative_numbers = true)]
    plies: u8,
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
const MOST_PLIES: i64 = 6;

impl Args {
    pub fn run(mut self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        let spec = self.spec.read(&*arena)?;
        ensure!(spec.level.is_none(), "at a level every move has a search of its own, which is not traced; leave the level out");
        let moves = self.moves.iter().flat_map(|words| words.split_whitespace()).map(Into::into).collect();
        let line = Line { start: self.position.clone(), moves };
        let view = arena.view(&line)?;
        self.line = as_written(&*arena, &line, &self.line)?;
        let mut player = arena.player(&spec, &Watch::NOTHING)?;
        let (report, trace) = player.trace(&line, &Limits::depth(self.depth), &self.line, self.plies.into())?;
        let value = json!({
            "game": arena.card().name,
            "position": view.position,
            "line": self.line,
            "depth": trace.depth,
            "best": report.best,
            "score": report.score.to_string(),
            "nodes": report.nodes,
            "deeds": trace.deeds.iter().map(|deed| deed_as_json(deed, true)).collect::<Vec<_>>(),
            "moves": trace.moves.iter().map(as_json).collect::<Vec<_>>(),
        });
        if let Some(file) = &self.file {
            let is_json = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
            let text = if is_json { serde_json::to_string_pretty(&value)? } else { self.text(&trace, true) + &legend(&trace) };
            fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
        }
        if self.json {
            return terminal.json(&value);
        }
        write!(terminal.out, "{}", board::draw(&view, None, terminal.colour))?;
        writeln!(terminal.out, "position  {}", view.position)?;
        let best = report.best.as_deref().unwrap_or("none");
        writeln!(terminal.out, "best      {best} ({}), depth {}, {} nodes\n", report.score, report.depth, grouped(report.nodes))?;
        write!(terminal.out, "{}{}", self.text(&trace, self.all), legend(&trace))?;
        if let Some(file) = &self.file {
            writeln!(terminal.out, "\nThe whole tree is in {}.", file.display())?;
        }
        Ok(())
    }

    /// The tree as text. Without `all` only what is on the line, what raised alpha and what an enhancement did something to, and how many others there are.
    fn text(&self, trace: &Trace<String>, all: bool) -> String {
        let mut text = String::new();
        for deed in trace.deeds.iter().filter(|deed| deed.by.is_some()) {
            tell(&mut text, "root  ", deed, true);
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
            let mark = if traced.improves { "  the best so far" } else { "" };
            let _ = writeln!(text, "{indent}{:>3}. {}  {score}{mark}", turn + 1, traced.mv);
            let margin = format!("{indent}       ");
            for deed in &traced.deeds {
                tell(text, &margin, deed, traced.same_side);
            }
            if traced.deeds.is_empty() {
                let _ = writeln!(text, "{margin}looked at without a search: no depth is left, or the game is over");
            }
            self.moves(text, &traced.below, ply + 1, follows, all);
        }
        if others > 0 {
            let _ = writeln!(text, "{indent}     and {} (--all shows them)", plural(others, "other move"));
        }
        if let Some(wanted) = self.line.get(ply).filter(|wanted| on_line && moves.iter().all(|traced| traced.mv != **wanted)) {
            let why = if moves.is_empty() { "the position before it was not searched" } else { "an earlier move was good enough" };
            let _ = writeln!(text, "{indent}     {wanted} was not looked at: {why}");
        }
    }
}

/// The moves as the game writes them.
fn as_written(arena: &dyn Arena, line: &Line, moves: &[String]) -> Result<Vec<String>> {
    let mut board = arena.board(line)?;
    let mut written = Vec::new();
    for text in moves {
        let mv = board.read_move(text)?;
        board.play(&mv)?;
        written.push(mv);
    }
    Ok(written)
}

/// What the enhancements are that did something, with their parameters.
fn legend(trace: &Trace<String>) -> String {
    fn collect<'t>(moves: &'t [Traced<String>], deeds: &mut Vec<&'t Deed>) {
        for traced in moves {
            deeds.extend(&traced.deeds);
            collect(&traced.below, deeds);
        }
    }
    let mut deeds: Vec<&Deed> = trace.deeds.iter().collect();
    collect(&trace.moves, &mut deeds);
    let mut lines = String::new();
    for card in CARDS {
        let Some(deed) = deeds.iter().find(|deed| deed.by == Some(card.name)) else { continue };
        let _ = writeln!(lines, "  {:20} {}", card.name, card.about);
        let parameters = deed.why.iter().flat_map(|why| &why.parameters);
        let parameters: Vec<String> = parameters.map(|(name, value)| format!("{name} = {value}")).collect();
        if !parameters.is_empty() {
            let _ = writeln!(lines, "  {:20} with {}", "", parameters.join(", "));
        }
    }
    if lines.is_empty() {
        "\nNo enhancement did anything to these moves.\n".into()
    } else {
        format!("\nWho did something\n{lines}")
    }
}

fn plies(depth: Depth) -> String {
    let count = f64::from(depth.units()) / f64::from(Depth::PLY.units());
    let text = format!("{count:.2}").trim_end_matches('0').trim_end_matches('.').to_string();
    if text == "1" { "1 ply".into() } else { format!("{text} plies") }
}

/// A window in words.
fn asks(window: Window) -> String {
    let Window { alpha, beta } = window;
    match (alpha <= -Score::INFINITE, beta >= Score::INFINITE) {
        (true, true) => "any value counts".into(),
        _ if window.is_null() => format!("only whether it is better than {alpha}"),
        (false, true) => format!("values above {alpha} count"),
        (true, false) => format!("values below {beta} count"),
        (false, false) => format!("values above {alpha} and below {beta} count"),
    }
}

/// A deed in words, for the side that plays the move; `same_side` if that moves again after it.
fn tell(text: &mut String, margin: &str, deed: &Deed, same_side: bool) {
    let _ = writeln!(text, "{margin}{}", what(deed, same_side));
    if let Some(why) = &deed.why {
        let _ = writeln!(text, "{margin}  why: {}", because(why, turned(deed, same_side)));
    }
}

/// Whether the scores of a deed are those of the opponent: it happened to the position behind the move.
fn turned(deed: &Deed, same_side: bool) -> bool {
    let behind = matches!(deed.what, What::Searched(..) | What::Cut(_) | What::Changed(_));
    behind && !same_side
}

fn what(deed: &Deed, same_side: bool) -> String {
    let by = deed.by.unwrap_or("the search");
    let score = |score: Score| if turned(deed, same_side) { -score } else { score };
    match deed.what {
        What::Skipped(bound) => format!("{by} leaves it out: it is worth at most {bound}"),
        What::Costs(more) if more.units() < 0 => format!("{by} extends it by {}", plies(Depth::ZERO - more)),
        What::Costs(more) => format!("{by} shortens it by {}", plies(more)),
        What::Reduced(less) => format!("{by} reduces the first look at it by {}", plies(less)),
        What::Searched(depth, window) => {
            let window = if turned(deed, same_side) { window.flip() } else { window };
            format!("searched to {} behind it; {}", plies(depth), asks(window))
        }
        What::Cut(value) => format!("{by} cuts it off: it is taken as worth {}", score(value)),
        What::Changed(more) if more.units() < 0 => format!("{by} shortens the search behind it by {}", plies(Depth::ZERO - more)),
        What::Changed(more) => format!("{by} extends the search behind it by {}", plies(more)),
    }
}

fn because(why: &Why, turned: bool) -> String {
    let score = |score: Score| if turned { -score } else { score };
    let window = if turned { why.window.flip() } else { why.window };
    let place = if turned { "behind it" } else { "here" };
    let mut reasons = vec![format!("{} left {place}", plies(why.left)), asks(window)];
    reasons.extend(why.looks.map(|looks| format!("the position {place} looks like {}", score(looks))));
    reasons.extend(why.in_check.then(|| format!("there is a check {place}")));
    reasons.join(", ")
}

fn as_json(traced: &Traced<String>) -> Value {
    json!({
        "move": traced.mv,
        "score": traced.score.map(|score| score.to_string()),
        "points": traced.score.map(Score::points),
        "improves": traced.improves,
        "deeds": traced.deeds.iter().map(|deed| deed_as_json(deed, traced.same_side)).collect::<Vec<_>>(),
        "below": traced.below.iter().map(as_json).collect::<Vec<_>>(),
    })
}

fn deed_as_json(deed: &Deed, same_side: bool) -> Value {
    let kind = match deed.what {
        What::Skipped(_) => "left out",
        What::Costs(more) | What::Changed(more) if (more.units() < 0) == matches!(deed.what, What::Costs(_)) => "extended",
        What::Costs(_) | What::Changed(_) => "shortened",
        What::Reduced(_) => "reduced",
        What::Searched(..) => "searched",
        What::Cut(_) => "cut",
    };
    let why = deed.why.as_ref().map(|why| because(why, turned(deed, same_side)));
    let parameters = deed.why.as_ref().map(|why| why.parameters.iter().cloned().collect::<BTreeMap<_, _>>());
    json!({ "by": deed.by, "kind": kind, "what": what(deed, same_side), "why": why, "parameters": parameters })
}
