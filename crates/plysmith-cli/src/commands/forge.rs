//! `forge`: from a game to an engine that is proven to be better than what it began with, and what it is worth.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use plysmith::search::limits::Clock;
use plysmith_lab::forge::{Order, forge, hindrance};
use plysmith_lab::report::{html, text};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use crate::files::forged::{Forged, SPEC};
use crate::files::parts;
use crate::input::players;
use crate::input::times::{budget, pace};
use crate::jobs::session::{self, Finding, RunArgs};
use crate::output::terminal::Terminal;

/// Forge an engine: select, prove, explain
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith forge breakthrough\n  plysmith forge othello --budget 30m --seed 7\n  \
    plysmith forge loa --from generic --budget 10m --move 20ms\n  plysmith export forged/breakthrough --check\n\n\
    Stages propose changes of the spec, and each is kept only if games at equal time and at the pace of --move prove it, or as near to that pace as the budget allows. There are as many rounds \
    of them as there is time for. In the end the report tells what the engine is worth, beside plain alpha-beta and others. Spec, report.html and report.json go into forged/GAME, and so \
    do candidates that could not be decided. Run the same command again to continue a run that was stopped or killed.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How long it may take, such as 90s, 5m or 8h
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = budget, allow_hyphen_values = true)]
    budget: Duration,
    /// How long the engine will think about a move when it is used: proofs are made at this pace, or as near to it as the budget allows
    #[arg(long = "move", value_name = "TIME", default_value = "100ms", value_parser = pace, allow_hyphen_values = true)]
    pace: Duration,
    /// The spec to begin with and to beat: a preset or a file, either with changes behind colons
    #[arg(long, value_name = "SPEC", default_value = "default")]
    from: String,
    /// The folder to write; forged/GAME if none is given
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

/// Where forged engines go if nobody says otherwise.
const FOLDER: &str = "forged";

/// The time since the command began.
struct Since(Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let Args { game, budget, pace, from, to, run } = self;
        Forging { command: "forge", game, budget, pace, from, to, run, only: None }.run(terminal)
    }
}

/// A forge as a command asks for it: of all stages, or of one with its proof.
pub struct Forging {
    /// The command.
    pub command: &'static str,
    /// The game.
    pub game: String,
    /// How long it may take.
    pub budget: Duration,
    /// How long the engine will think about a move.
    pub pace: Duration,
    /// The spec to begin with.
    pub from: String,
    /// The folder to write.
    pub to: Option<PathBuf>,
    /// How it is run.
    pub run: RunArgs,
    /// Only the stage of this name.
    pub only: Option<&'static str>,
}

impl Forging {
    /// Forges, and writes what came of it.
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let clock = Arc::new(Since(Instant::now()));
        let arena = terminal.arena(&self.game)?;
        let build = terminal.games.build()?;
        let start = players::spec(&*arena, &self.from, &self.run.out)?;
        if start.level.is_some() {
            bail!("`{}` plays at a level; forge the spec without it, and set the level afterwards", self.from);
        }
        if let Some(stage) = self.only
            && let Some(why) = hindrance(stage, &*arena, self.budget, &start)
        {
            bail!("`{stage}` has nothing to propose for {} from `{}`: {why}", self.game, self.from);
        }
        let folder = self.to.clone().unwrap_or_else(|| PathBuf::from(FOLDER).join(&self.game));
        // Better to know now than after the whole budget.
        Forged::may_write(&folder)?;
        let threads =
            self.run.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()), usize::from);
        let asked = json!({
            "start": SpecText::new(&*arena, &start)?,
            "budget": self.budget.as_millis() as u64,
            "pace": self.pace.as_micros() as u64,
            "threads": threads,
            "seed": self.run.seed,
            "only": self.only,
        });
        let games = terminal.games;
        session::run(terminal, &self.run, &*arena, self.command, &asked, |session| {
            let order = Order { start, budget: self.budget, pace: self.pace, seed: self.run.seed, only: self.only };
            let outcome = forge(&mut session.lab, order, clock)?;
            let report = outcome.report;
            let mut files = BTreeMap::from([
                (SPEC.to_string(), outcome.spec.as_str().as_bytes().to_vec()),
                ("report.json".to_string(), report.json().context("the report")?.into_bytes()),
                ("report.html".to_string(), html(&report).into_bytes()),
            ]);
            files.extend(parts::files(&*arena, &outcome.spec.spec()?));
            let mut open = Vec::new();
            for undecided in &outcome.undecided {
                let name =
                    |role: &str| format!("undecided/{}-{role}.toml", undecided.name.replace([' ', ','], "-").replace("--", "-"));
                let [candidate, current] = [name("candidate"), name("current")];
                files.insert(candidate.clone(), undecided.spec.as_str().as_bytes().to_vec());
                files.insert(current.clone(), undecided.current.as_str().as_bytes().to_vec());
                for spec in [&undecided.spec, &undecided.current] {
                    let beside = parts::files(&*arena, &spec.spec()?).into_iter();
                    files.extend(beside.map(|(name, bytes)| (format!("undecided/{name}"), bytes)));
                }
                let match_args = format!(
                    "{} {} --time {} --elo0 0 --elo1 {} --alpha {:.4} --beta {} --games 20000 --seed {}",
                    folder.join(candidate).display(),
                    folder.join(current).display(),
                    undecided.milliseconds,
                    undecided.sought,
                    undecided.errors.0,
                    undecided.errors.1,
                    self.run.seed.wrapping_add(1)
                );
                open.push((undecided, games.line("match", &self.game, &match_args)));
            }
            let version = env!("CARGO_PKG_VERSION").to_string();
            Forged { game: arena.card().name, version, build, files }.write(&folder)?;
            let mut told = text(&report);
            let _ = writeln!(told, "\nWritten to {}: {SPEC}, report.html, report.json", folder.display());
            let play = games.line("play", &self.game, &format!("--spec {}", folder.join(SPEC).display()));
            let export = games.typed(&format!("export {} --check", folder.display()));
            let _ = writeln!(told, "  {play}\n  {export}");
            for (undecided, command) in &open {
                let _ = writeln!(told, "Not decided: {}. To go on proving it:\n  {command}", undecided.name);
            }
            let undecided: Vec<_> = open
                .iter()
                .map(|(undecided, command)| json!({ "name": undecided.name, "spec": undecided.spec, "says": undecided.sentence, "command": command }))
                .collect();
            let json = json!({
                "game": self.game,
                "changed": outcome.changed,
                "verdict": report.verdict,
                "spec": outcome.spec,
                "folder": folder,
                "undecided": undecided,
                "proofs": outcome.proofs.iter().map(|proved| json!({
                    "name": proved.name, "outcome": proved.outcome.word(), "score": proved.score, "games": proved.games,
                })).collect::<Vec<_>>(),
                "report": report,
            });
            Ok(Finding { json, text: told })
        })
    }
}
