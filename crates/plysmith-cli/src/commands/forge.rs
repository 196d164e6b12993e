//! `forge`: from a game to an engine that is proven to be better than its default, or the default.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use plysmith::search::limits::Clock;
use plysmith_lab::forge::{Order, forge};
use plysmith_lab::report::{html, text};
use plysmith_lab::trial::SpecText;
use serde_json::json;

use crate::desk::Desk;
use crate::entrants;
use crate::forged::{Forged, SPEC};
use crate::progress::span;
use crate::session::{self, Finding, RunArgs};

/// Forge an engine: select, prove, explain
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith forge breakthrough\n  plysmith forge othello --budget 30m --seed 7\n  \
    plysmith export forged/breakthrough --check\n\n\
    Stages propose changes of the spec, and each is kept only if games at equal time prove it; in the end what was forged plays a match against the default, \
    and is the outcome only if that match accepts it. Spec, report.html and report.json go into forged/GAME. Run the same command again to continue a \
    run that was stopped or killed.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How long it may take, such as 90s, 5m or 2h
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = budget, allow_hyphen_values = true)]
    budget: Duration,
    /// The spec to begin with and to beat: a preset or a file, either with changes behind colons
    #[arg(long, value_name = "SPEC", default_value = "default")]
    from: String,
    /// The folder to write; forged/GAME if none is given
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

/// With less nothing can be decided.
const LEAST: Duration = Duration::from_secs(20);
const MOST: Duration = Duration::from_secs(7 * 24 * 3_600);

fn budget(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(text.len()));
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        _ => return Err(format!("`{text}` is no time; write a number with s, m or h, such as 90s, 5m or 2h")),
    };
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is no time; write a number with s, m or h, such as 5m"))?;
    let time = Duration::try_from_secs_f64(number * seconds).unwrap_or(Duration::MAX);
    if time < LEAST {
        return Err(format!("in `{text}` nothing can be decided; give it at least {}", span(LEAST)));
    }
    if time > MOST {
        return Err(format!("`{text}` is longer than a week; several seeds tell more than one long run"));
    }
    Ok(time)
}

/// The time since the command began.
struct Since(Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Args {
    pub fn run(self, desk: &mut Desk) -> Result<()> {
        let clock = Arc::new(Since(Instant::now()));
        let arena = desk.games.find(&self.game)?;
        let build = desk.games.build()?;
        let default = entrants::spec(&*arena, &self.from)?;
        if default.level.is_some() {
            bail!("`{}` plays at a level; forge the spec without it, and set the level afterwards", self.from);
        }
        let folder = self.to.clone().unwrap_or_else(|| PathBuf::from("forged").join(&self.game));
        // Better to know now than after the whole budget.
        Forged::may_write(&folder)?;
        let threads = self.run.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()), usize::from);
        let asked = json!({
            "default": SpecText::new(&*arena, &default)?,
            "budget": self.budget.as_secs(),
            "threads": threads,
            "seed": self.run.seed,
        });
        session::run(desk, &self.run, &*arena, "forge", &asked, |session| {
            let order = Order { default, budget: self.budget, seed: self.run.seed };
            let outcome = forge(&mut session.lab, order, clock)?;
            let report = outcome.report;
            let files = BTreeMap::from([
                (SPEC.to_string(), outcome.spec.as_str().as_bytes().to_vec()),
                ("report.json".to_string(), report.json().context("the report")?.into_bytes()),
                ("report.html".to_string(), html(&report).into_bytes()),
            ]);
            let version = env!("CARGO_PKG_VERSION").to_string();
            Forged { game: arena.card().name, version, build, files }.write(&folder)?;
            let mut told = text(&report);
            let _ = writeln!(told, "\nWritten to {}: {SPEC}, report.html, report.json", folder.display());
            let _ = writeln!(told, "  plysmith play {} --spec {}", self.game, folder.join(SPEC).display());
            let _ = writeln!(told, "  plysmith export {} --check", folder.display());
            let json = json!({
                "game": self.game,
                "changed": outcome.changed,
                "verdict": report.verdict,
                "spec": outcome.spec,
                "folder": folder,
                "report": report,
            });
            Ok(Finding { json, text: told })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_a_time_in_which_something_can_be_decided() {
        for (text, seconds) in [("5m", 300), ("90s", 90), ("90", 90), ("1.5 h", 5_400), ("2min", 120)] {
            assert_eq!(budget(text).unwrap().as_secs(), seconds, "{text}");
        }
        for text in ["", "0", "0s", "1s", "-5m", "5x", "m", "1000000h", "1e9", "nan"] {
            assert!(budget(text).is_err(), "{text}");
        }
    }
}
