//! Learners as commands: `plysmith NAME GAME` for every learner of the list, and what the commands with several methods share.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Error, Result, anyhow, bail};
use clap::parser::ValueSource;
use clap::{Arg, Args as _, FromArgMatches as _};
use plysmith_lab::learner::{self, AnyLearner, Ask, InForge, LEARNERS, Learned, StartOption, options_with, unhurried};
use plysmith_lab::report::{Report, Section, html, text};
use plysmith_lab::trial::SpecText;
use serde_json::{Value, json};

use crate::commands::forge::Forging;
use crate::input::players;
use crate::input::times::BudgetArgs;
use crate::jobs::session::{self, Finding, RunArgs, Session};
use crate::output::terminal::Terminal;

/// What every learner is told, beside the spec to begin with.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
struct LearnArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
}

/// What the spec to begin with is known by, however its option is called.
const START: &str = "start";

/// How long it may take, and how it is run.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
struct Beside {
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// The learners whose names are commands.
pub fn learners() -> impl Iterator<Item = &'static dyn AnyLearner> {
    LEARNERS.iter().copied().filter(|learner| learner.card().method_of.is_none())
}

/// The command of a learner.
pub fn command(learner: &dyn AnyLearner) -> clap::Command {
    let card = learner.card();
    let StartOption { name, alias, about, .. } = card.start;
    let start = Arg::new(START).long(name).visible_alias(alias).value_name("SPEC").help(about);
    let command = LearnArgs::augment_args(clap::Command::new(card.name)).arg(start);
    // What is said of the whole comes last: each of the others would have its own say.
    let command = Beside::augment_args(learner.with_options(command)).about(card.about).long_about(None);
    command.visible_aliases(card.aliases).after_help(card.help).hide(!card.is_listed)
}

/// Asks a learner as the command line says.
pub fn run(learner: &'static dyn AnyLearner, matches: &clap::ArgMatches, terminal: &mut Terminal) -> Result<()> {
    let LearnArgs { game } = LearnArgs::from_arg_matches(matches)?;
    let start = matches.get_one::<String>(START).cloned();
    let Beside { budget, run } = Beside::from_arg_matches(matches)?;
    let options = learner.read(matches)?;
    if budget.has_pace()
        && matches.try_contains_id("nodes").unwrap_or(false)
        && matches.value_source("nodes") == Some(ValueSource::CommandLine)
    {
        bail!("--nodes and --move both say how long a search is; leave one of them out");
    }
    Learning { command: learner.card().name, learner, game, start, options, budget, run }.run(terminal)
}

/// A learner that is asked by a command.
pub struct Learning {
    /// The command.
    pub command: &'static str,
    /// The learner.
    pub learner: &'static dyn AnyLearner,
    /// The game.
    pub game: String,
    /// The spec to begin with, if one was named.
    pub start: Option<String>,
    /// The learner's own options.
    pub options: Value,
    /// How long it may take.
    pub budget: BudgetArgs,
    /// How it is run.
    pub run: RunArgs,
}

impl Learning {
    /// Asks, and writes what was learned.
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let card = self.learner.card();
        if let Some(budget) = self.budget.budget {
            // A learner whose findings are one of several changes is asked by the stage that has them all.
            let stage = if let InForge::Within(stage) = card.forge { stage } else { card.name };
            let from = self.start.unwrap_or_else(|| card.start.in_forge.into());
            let Learning { command, game, budget: BudgetArgs { ref to, .. }, run, .. } = self;
            let (pace, to) = (self.budget.pace(), to.clone());
            return Forging { command, game, budget, pace, from, to, run, only: Some(stage) }.run(terminal);
        }
        if let Some((name, said)) = self.learner.instead(&self.options).map_err(Error::msg)? {
            let learner = learner::find(name).ok_or_else(|| anyhow!("there is no learner `{name}`"))?;
            return Learning { command: name, learner, options: options_with(learner, said), ..self }.run(terminal);
        }
        if self.budget.has_pace() && self.options.get("nodes").is_none() {
            bail!("`{}` has no searches whose length could be told; leave --move out", self.command);
        }
        let arena = terminal.arena(&self.game)?;
        let from = match &self.start {
            Some(named) => named,
            None => self.learner.usual_start(&self.options).map_err(Error::msg)?,
        };
        let spec = players::spec(&*arena, from, &self.run.out);
        let spec = if self.start.is_some() { spec.with_context(|| format!("--{}", card.start.name))? } else { spec? };
        if spec.level.is_some() {
            bail!("`{from}` plays at a level; learn without it, and set the level afterwards");
        }
        if let Some(why) = self.learner.hindrance(&*arena, &spec) {
            bail!("nothing can be learned for {} from `{from}` by `{}`: {why}", self.game, card.name);
        }
        let options = self.learner.for_game(&*arena, self.options.clone()).map_err(Error::msg)?;
        self.learner.check(&*arena, &spec, &options).map_err(Error::msg)?;
        let ask = Ask {
            learner: card.name.into(),
            start: SpecText::new(&*arena, &spec)?,
            seed: self.run.seed,
            pace: self.budget.named_pace().map(|pace| pace.as_micros() as u64),
            options,
        };
        let asked = ask.without_places();
        let games = terminal.games;
        session::run(terminal, &self.run, &*arena, self.command, &asked, |session| {
            let learned = self.learner.learn(&ask, &mut session.lab, &mut unhurried)?;
            self.write(session, learned, from, &|rest| games.line("match", &self.game, rest))
        })
    }

    /// Writes the spec with its parts and the report, and tells what they say.
    fn write(&self, session: &Session, learned: Learned, from: &str, match_line: &dyn Fn(&str) -> String) -> Result<Finding> {
        let card = self.learner.card();
        for file in &learned.files {
            session::write(&file.path, file.text.as_deref().unwrap_or_default())?;
        }
        let name = format!("{}-{}", self.command, session.id);
        for (ending, text) in &learned.beside {
            session.write(&format!("{name}.{ending}"), text)?;
        }
        let file = session.write_spec(&format!("{name}.toml"), learned.spec.as_str())?;
        let mut report = Report::new(card.about, self.game.clone(), learned.verdict.clone());
        report.sections = learned.sections;
        // What is said above is not said again below.
        let said = |section: &Section| section.verdict.as_ref().is_some_and(|verdict| verdict.sentence == learned.verdict);
        report.sections.iter_mut().filter(|section| said(section)).for_each(|section| section.verdict = None);
        report.condition("learner", format!("`{}`, which decides on {}", card.name, card.decision.word()));
        report.condition("judged by", card.judge);
        report.condition(card.start.name, from);
        learned.conditions.into_iter().for_each(|(name, value)| report.condition(name, value));
        report.condition("seed", self.run.seed);
        report.condition("version", env!("CARGO_PKG_VERSION"));
        report.condition("build", plysmith::BUILD);
        session.write(&format!("{name}.json"), &report.json()?)?;
        let page = session.write(&format!("{name}.html"), &html(&report))?;
        let mut json = json!({
            "game": self.game,
            "seed": self.run.seed,
            "learner": card.name,
            "decision": card.decision,
            "proposed": learned.is_proposed,
            "verdict": learned.verdict,
            "spec": learned.spec,
            "file": file,
            "report": page,
            "page": page,
            "conditions": report.conditions.iter().cloned().collect::<BTreeMap<_, _>>(),
        });
        if let (Some(all), Value::Object(figures)) = (json.as_object_mut(), learned.figures) {
            all.extend(figures);
        }
        let mut told = text(&report);
        let _ = writeln!(
            told,
            "\nWritten to {}, with the report {}. Whether it plays better is for a match:",
            file.display(),
            page.display()
        );
        let _ = writeln!(told, "  {}", match_line(&format!("{} {from} --time 20 --games 400", file.display())));
        Ok(Finding { json, text: told })
    }
}
