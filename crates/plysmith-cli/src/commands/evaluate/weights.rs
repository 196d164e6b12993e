//! The weights of a game's evaluation, fitted to how games of self-play end.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, anyhow};
use plysmith::{Arena, Spec};
use plysmith_lab::evaluate::{Evaluated, FitPlan, Subject, evaluate};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use super::Args;
use crate::numbers::{grouped, plural};
use crate::session::{self, Finding};
use crate::terminal::Terminal;

/// Games and nodes a move where nobody says others.
const GAMES: u32 = 1_000;
const NODES: u64 = 2_000;

/// Plays, fits, and writes the spec.
pub fn run(args: Args, terminal: &mut Terminal, arena: &dyn Arena, spec: &Spec) -> Result<()> {
    let (games, wanted) = (args.games.unwrap_or(GAMES), args.nodes.unwrap_or(NODES));
    let subject = Subject::of(arena, spec).ok_or_else(|| {
        let with: Vec<String> =
            arena.card().evaluations.iter().filter(|card| !card.terms.is_empty()).map(|card| card.name.to_string()).collect();
        match with.is_empty() {
            true => anyhow!("no evaluation of {} has terms, and so there are no weights to fit", args.game),
            false => anyhow!(
                "the evaluation of `{}` has no terms, and so no weights to fit; use --spec {}:evaluation={}",
                args.spec,
                args.spec,
                with.join(" or ")
            ),
        }
    })?;
    let nodes = args.budget.asked(wanted);
    let asked = json!({ "spec": SpecText::new(arena, spec)?, "games": games, "nodes": nodes, "seed": args.run.seed });
    session::run(terminal, &args.run.clone(), arena, "evaluate", &asked, |session| {
        let nodes = args.budget.nodes(&mut session.lab, spec, wanted, args.run.seed)?;
        let plan = FitPlan { games: games as usize, nodes, seed: args.run.seed };
        let evaluated = evaluate(&mut session.lab, &subject, &plan, None)?;
        let file = session.write_spec(&format!("evaluate-{}.toml", session.id), evaluated.spec.as_str())?;
        let json = json!({
            "game": args.game,
            "seed": args.run.seed,
            "nodes": nodes,
            "clear": evaluated.is_clear(),
            "evaluated": evaluated,
            "file": file,
        });
        Ok(Finding { json, text: text(&args, nodes, &evaluated, &file) })
    })
}

fn text(args: &Args, nodes: u64, evaluated: &Evaluated, file: &Path) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(args, nodes, &mut text, evaluated, file);
    text
}

fn write(args: &Args, nodes: u64, text: &mut String, evaluated: &Evaluated, file: &Path) -> std::fmt::Result {
    let [train, validation, held_out] = evaluated.positions.map(|count| grouped(count as u64));
    writeln!(
        text,
        "{}, evaluation {}: {} at {} nodes a move, seed {}",
        args.game,
        evaluated.evaluation,
        plural(evaluated.games as u64, "game"),
        grouped(nodes),
        args.run.seed
    )?;
    writeln!(text, "{train} positions to learn from, {validation} to choose the pull, {held_out} held out\n")?;
    let width = evaluated.terms.iter().map(|term| term.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(text, "{:width$}  {:>7}  {:>7}  {:>9}  {:>8}", "term", "before", "after", "fitted", "± error")?;
    for term in &evaluated.terms {
        let error = term.error.map_or_else(|| "–".into(), |error| format!("{error:.1}"));
        writeln!(text, "{:width$}  {:>7}  {:>7}  {:>9.1}  {error:>8}", term.name, term.before, term.after, term.exact)?;
    }
    writeln!(text)?;
    if let Some(loss) = evaluated.held_out {
        writeln!(text, "Held-out loss: {:.5} before, {:.5} after", loss.before, loss.after)?;
        let [before, after] = loss.ten_to_one;
        writeln!(text, "Odds of ten to one: {before:.0} points before, {after:.0} after")?;
    }
    writeln!(text, "{}", evaluated.sentence())?;
    writeln!(text, "\nWritten to {}. Whether it plays better is for a match:", file.display())?;
    writeln!(text, "  plysmith match {} {} {} --nodes 10000 --games 400", args.game, file.display(), args.spec)
}
