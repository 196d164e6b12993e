//! A network that evaluates, learned from self-play.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use plysmith::{Arena, Spec};
use plysmith_lab::evaluate::network::{self, Archive, LearnedNet, NetPlan, by_games, hindrance, learn, sections};
use plysmith_lab::report::{Report, html};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use super::Args;
use crate::numbers::grouped;
use crate::session::{self, Finding};
use crate::terminal::Terminal;

/// Games and nodes a move where nobody says others.
const GAMES: u32 = 20_000;
const NODES: u64 = 1_500;

/// Plays, learns, and writes the spec with the network beside it.
pub fn run(args: Args, terminal: &mut Terminal, arena: &dyn Arena, spec: &Spec) -> Result<()> {
    if let Some(why) = hindrance(arena) {
        bail!("no network can be learned for {}: {why}", args.game);
    }
    let (games, wanted) = (args.games.unwrap_or(GAMES), args.nodes.unwrap_or(NODES));
    let known = match &args.positions {
        Some(file) if file.exists() => {
            let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
            network::read(&args.game, &text).with_context(|| format!("cannot use `{}`", file.display()))?
        }
        _ => Vec::new(),
    };
    let asked = json!({
        "method": "net",
        "known": plysmith_lab::digest(network::write(&args.game, &known).as_bytes()),
        "spec": SpecText::new(arena, spec)?,
        "games": games,
        "nodes": args.budget.asked(wanted),
        "units": args.units,
        "seed": args.run.seed,
    });
    session::run(terminal, &args.run.clone(), arena, "evaluate", &asked, |session| {
        let nodes = args.budget.nodes(&mut session.lab, spec, wanted, args.run.seed)?;
        let plan = NetPlan { units: args.units.into(), nodes, games: games as usize, seed: args.run.seed };
        let mut archive = Archive { known, played: Vec::new() };
        let learned = learn(&mut session.lab, spec, &plan, &mut archive, &mut by_games(&plan))?;
        if let Some(file) = &args.positions {
            let all: Vec<_> = archive.known.into_iter().chain(archive.played).collect();
            session::write(file, network::write(&args.game, &all))?;
        }
        let name = format!("evaluate-{}", session.id);
        let file = session.write_spec(&format!("{name}.toml"), learned.spec.as_str())?;
        let mut report = Report::new("A network that evaluates", args.game.clone(), sections::sentence(&learned));
        report.sections = sections::sections(&learned, &plan);
        report.condition("seed", args.run.seed);
        report.condition("build", plysmith::BUILD);
        session.write(&format!("{name}.json"), &report.json()?)?;
        let page = session.write(&format!("{name}.html"), &html(&report))?;
        let json =
            json!({ "game": args.game, "seed": args.run.seed, "nodes": nodes, "learned": learned, "file": file, "report": page });
        Ok(Finding { json, text: text(&args, &learned, &file, &page) })
    })
}

fn text(args: &Args, learned: &LearnedNet, file: &Path, page: &Path) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(args, learned, file, page, &mut text);
    text
}

fn write(args: &Args, learned: &LearnedNet, file: &Path, page: &Path, text: &mut String) -> std::fmt::Result {
    writeln!(text, "{}\n", sections::sentence(learned))?;
    writeln!(text, "round    games  drawn   nodes  positions     loss  held out  against the one before")?;
    for (number, round) in learned.rounds.iter().enumerate() {
        let score = round.score.map_or_else(|| "–".to_string(), |(score, games)| format!("{:.1} % of {games}", 100.0 * score));
        let lost = if round.kept { "" } else { ", plays no games" };
        writeln!(
            text,
            "{:>5}  {:>7}  {:>5}  {:>6}  {:>9}  {:>7.4}  {:>8.4}  {score}{lost}",
            number + 1,
            grouped(round.games as u64),
            grouped(round.draws as u64),
            grouped(round.nodes),
            grouped(round.positions as u64),
            round.loss[0],
            round.loss[1],
        )?;
    }
    writeln!(
        text,
        "\nWritten to {} with the network beside it, and to {}. Whether it plays better is for a match:",
        file.display(),
        page.display()
    )?;
    writeln!(text, "  plysmith match {} {} {} --time 20 --games 400", args.game, file.display(), args.spec)
}
