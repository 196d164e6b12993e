//! `runs`: what was measured, what came out, and how much room it takes.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use clap::{Subcommand, value_parser};
use plysmith_lab::store::{Run, RunState, Store, StoreError};
use serde_json::{Value, json};

use crate::jobs::resume::resume;
use crate::jobs::session::DEFAULT_FOLDER;
use crate::output::numbers::{grouped, plural};
use crate::output::progress::span;
use crate::output::terminal::Terminal;

/// List, show, resume and delete runs, and collect old results
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith runs\n  plysmith runs show 3fa2\n  plysmith runs resume 3fa2\n  plysmith runs delete 3fa2\n  \
    plysmith runs gc --cap 500M\n\n\
    A run is known by its id, or by as much of its beginning as no other has. What is stored are results of trials: taking them away loses \
    nothing but the time to compute them again. Only games by the wall clock or with other programs would then be other games.\n\n\
    A run goes on only if its command line still asks for the same: with a file that has changed, or another program, it would be another run."
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The folder of the store
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER, global = true)]
    out: PathBuf,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List the runs, the latest last
    List,
    /// Show a run: its command, what happened, its result
    Show {
        /// The beginning of its id
        id: String,
    },
    /// Go on with a run that was stopped or killed
    Resume {
        /// The beginning of its id
        id: String,
    },
    /// Forget a run and the results that it computed
    Delete {
        /// The beginning of its id
        id: String,
    },
    /// Take old results away
    Gc {
        /// Take away what was not used for so many days
        #[arg(long, value_name = "DAYS", value_parser = value_parser!(u32).range(..=100_000))]
        unused: Option<u32>,
        /// Keep the store below this size from now on, such as 500M or 2G
        #[arg(long, value_name = "SIZE", value_parser = size)]
        cap: Option<u64>,
    },
}

/// A number of bytes: `500M`, `2G`.
fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no size of at least 1M; write a number with M or G behind it, such as 500M");
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).filter(|&bytes| bytes >= 1 << 20).ok_or_else(wrong)
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        match &self.command {
            None | Some(Command::List) => self.list(terminal),
            Some(Command::Show { id }) => self.show(terminal, id),
            Some(Command::Resume { id }) => resume(terminal, &self.out, id),
            Some(Command::Delete { id }) => self.delete(terminal, id),
            Some(Command::Gc { unused, cap }) => self.collect(terminal, *unused, *cap),
        }
    }

    fn list(&self, terminal: &mut Terminal) -> Result<()> {
        let store = Store::look(&self.out)?;
        let (mut runs, mut rows) = (Vec::new(), Vec::new());
        for run in store.each_run()? {
            match run {
                Ok(run) if self.json => rows.push(as_json(&store, &run)?),
                Ok(run) => runs.push(run),
                Err(error @ StoreError::Unreadable { .. }) if self.json => {
                    rows.push(json!({ "state": "unreadable", "error": error.to_string() }))
                }
                Err(error) => terminal.note(&error.to_string()),
            }
        }
        if self.json {
            return terminal.json(&rows.into());
        }
        if !runs.is_empty() {
            writeln!(terminal.out, "{:10}  {:7}  {:>15}  {:>8}  command", "run", "state", "began", "results")?;
        }
        for run in &runs {
            let (results, age) = (grouped(store.trials_of(run.number)?), ago(run.began));
            writeln!(
                terminal.out,
                "{:10}  {:7}  {age:>15}  {results:>8}  {}",
                run.asked.id,
                state(run),
                run.asked.job.command_line()
            )?;
        }
        let size = megabytes(store.size()?);
        writeln!(
            terminal.out,
            "{}, {}, {size} of {}",
            plural(runs.len() as u64, "run"),
            plural(store.trials()?, "result"),
            megabytes(store.cap()?)
        )?;
        Ok(())
    }

    fn show(&self, terminal: &mut Terminal, id: &str) -> Result<()> {
        let store = Store::look(&self.out)?;
        let run = store.run(id)?;
        if self.json {
            return terminal.json(&as_json(&store, &run)?);
        }
        let out = &mut terminal.out;
        writeln!(out, "run       {}", run.asked.id)?;
        let job = &run.asked.job;
        writeln!(out, "command   {}", job.command_line())?;
        writeln!(out, "in        {}", job.line.folder)?;
        writeln!(out, "game      {}, seed {}", job.game, run.asked.seed)?;
        writeln!(out, "version   {}, build {}", run.asked.version, job.build)?;
        writeln!(out, "state     {}, began {}, last heard of {}", state(&run), ago(run.began), ago(run.touched))?;
        writeln!(out, "results   {} computed", grouped(store.trials_of(run.number)?))?;
        for event in store.events(run.number)? {
            writeln!(out, "event     {}, {}: {}", event.kind, ago(event.at), event.data)?;
        }
        let ending = ending(&run);
        match (ending["text"].as_str(), ending["error"].as_str()) {
            (Some(text), _) => write!(out, "\n{text}")?,
            (_, Some(error)) => writeln!(out, "failed    {error}")?,
            _ => {
                let resume = terminal.games.typed(&format!("runs resume {}", run.asked.id));
                writeln!(out, "There is no result yet. To go on:\n  {resume}")?;
            }
        }
        Ok(())
    }

    fn delete(&self, terminal: &mut Terminal, id: &str) -> Result<()> {
        let mut store = Store::open(&self.out)?;
        let (number, id) = store.number_of(id)?;
        let trials = store.delete(number)?;
        if self.json {
            return terminal.json(&json!({ "deleted": id, "results": trials }));
        }
        writeln!(terminal.out, "run {id} is gone, and {} with it", plural(trials, "result"))?;
        Ok(())
    }

    fn collect(&self, terminal: &mut Terminal, unused: Option<u32>, cap: Option<u64>) -> Result<()> {
        let mut store = Store::look(&self.out)?;
        if store.is_read_only() {
            bail!("the store `{}` is read-only", store.path().display());
        }
        if let Some(cap) = cap {
            store.set_cap(cap)?;
        }
        let collected = store.collect(unused.map(i64::from))?;
        if self.json {
            return terminal.json(&json!({
                "results": collected.trials,
                "parts": collected.parts,
                "bytes_before": collected.before,
                "bytes_after": collected.after,
                "cap": store.cap()?,
            }));
        }
        let (before, after) = (megabytes(collected.before), megabytes(collected.after));
        let mut taken = plural(collected.trials, "result");
        if collected.parts > 0 {
            let _ = write!(taken, " and {}", plural(collected.parts, "learned part"));
        }
        writeln!(terminal.out, "{} taken away; the store has {after} (before {before}, cap {})", taken, megabytes(store.cap()?))?;
        Ok(())
    }
}

fn as_json(store: &Store, run: &Run) -> Result<Value> {
    let (events, job) = (store.events(run.number)?, &run.asked.job);
    let data = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    Ok(json!({
        "id": run.asked.id,
        "state": state(run),
        "command": job.line.words,
        "command_line": job.command_line(),
        "job": job,
        "folder": job.line.folder,
        "game": job.game,
        "seed": run.asked.seed,
        "version": run.asked.version,
        "build": job.build,
        "began": run.began,
        "last_heard_of": run.touched,
        "results": store.trials_of(run.number)?,
        "events": events.iter().map(|event| json!({ "kind": event.kind, "at": event.at, "data": data(&event.data) })).collect::<Vec<_>>(),
        "result": ending(run)["result"],
        "error": ending(run)["error"],
    }))
}

/// What a run ended with: `result` and `text`, or `error`.
fn ending(run: &Run) -> Value {
    run.result.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null)
}

/// A run that says it is going on may have been killed.
fn state(run: &Run) -> &'static str {
    match run.state {
        RunState::Running => "open",
        state => state.name(),
    }
}

fn ago(seconds: i64) -> String {
    let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs() as i64);
    format!("{} ago", span(Duration::from_secs((now - seconds).max(0) as u64)))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / (1 << 20) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!((size("500M"), size("2g"), size("2048K")), (Ok(500 << 20), Ok(2 << 30), Ok(2 << 20)));
        for text in ["", "M", "x", "-1M", "0", "1K", "1T", "99999999999999G"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
