//! `evaluate`: the weights of a game's evaluation, fitted to how games of self-play end.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use clap::value_parser;
use plysmith_lab::evaluate::{Evaluated, FitPlan, Subject, evaluate};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use crate::commands::forge::Forging;
use crate::numbers::{grouped, plural};
use crate::players;
use crate::session::{self, Finding, RunArgs};
use crate::terminal::Terminal;
use crate::times::BudgetArgs;

/// Fit the weights of the evaluation to the results of self-play
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith evaluate breakthrough\n  plysmith evaluate breakthrough --games 2000 --nodes 2000 --seed 7\n  \
    plysmith evaluate breakthrough --spec mine.toml --json\n\n\
    The engine plays weaker and other ones in pairs of games, and logistic regression finds the weights of the terms that predict the results best. A \
    fifth of the openings is held out. The spec with the new weights is written to evaluate-ID.toml; that it predicts better does not prove that it plays \
    better: let it play a match."
)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The spec whose weights are fitted: a preset or a file, either with changes behind colons
    #[arg(long, value_name = "SPEC", default_value = "default")]
    spec: String,
    /// How many games of self-play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(2..=1_000_000), allow_negative_numbers = true)]
    games: u32,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = value_parser!(u64).range(10..=100_000_000), allow_negative_numbers = true)]
    nodes: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        if let Some(budget) = self.budget.budget {
            let from = self.spec.clone();
            let (pace, to) = (self.budget.pace(), self.budget.to.clone());
            let forging =
                Forging { command: "evaluate", game: self.game, budget, pace, from, to, run: self.run, only: Some("evaluate") };
            return forging.run(terminal);
        }
        let arena = terminal.arena(&self.game)?;
        let spec = players::spec(&*arena, &self.spec, &self.run.out)?;
        if spec.level.is_some() {
            bail!("`{}` plays at a level; fit the spec without it, and set the level afterwards", self.spec);
        }
        let subject = Subject::of(&*arena, &spec).ok_or_else(|| {
            let with: Vec<String> =
                arena.card().evaluations.iter().filter(|card| !card.terms.is_empty()).map(|card| card.name.to_string()).collect();
            match with.is_empty() {
                true => anyhow!("no evaluation of {} has terms, and so there are no weights to fit", self.game),
                false => anyhow!(
                    "the evaluation of `{}` has no terms, and so no weights to fit; use --spec {}:evaluation={}",
                    self.spec,
                    self.spec,
                    with.join(" or ")
                ),
            }
        })?;
        let nodes = self.budget.asked(self.nodes);
        let asked = json!({ "spec": SpecText::new(&*arena, &spec)?, "games": self.games, "nodes": nodes, "seed": self.run.seed });
        session::run(terminal, &self.run.clone(), &*arena, "evaluate", &asked, |session| {
            let nodes = self.budget.nodes(&mut session.lab, &spec, self.nodes, self.run.seed)?;
            let args = Args { nodes, ..self };
            let plan = FitPlan { games: args.games as usize, nodes, seed: args.run.seed };
            let evaluated = evaluate(&mut session.lab, &subject, &plan, None)?;
            let file = session.write_spec(&format!("evaluate-{}.toml", session.id), evaluated.spec.as_str())?;
            let json = json!({
                "game": args.game,
                "seed": args.run.seed,
                "nodes": args.nodes,
                "clear": evaluated.is_clear(),
                "evaluated": evaluated,
                "file": file,
            });
            Ok(Finding { json, text: args.text(&evaluated, &file) })
        })
    }

    fn text(&self, evaluated: &Evaluated, file: &Path) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text, evaluated, file);
        text
    }

    fn write(&self, text: &mut String, evaluated: &Evaluated, file: &Path) -> std::fmt::Result {
        let [train, validation, held_out] = evaluated.positions.map(|count| grouped(count as u64));
        writeln!(
            text,
            "{}, evaluation {}: {} at {} nodes a move, seed {}",
            self.game,
            evaluated.evaluation,
            plural(evaluated.games as u64, "game"),
            grouped(self.nodes),
            self.run.seed
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
        writeln!(text, "  plysmith match {} {} {} --nodes 10000 --games 400", self.game, file.display(), self.spec)
    }
}
