//! A command that measures: its options, its run in the store, and how it begins, goes on, is stopped and ends.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use clap::value_parser;
use plysmith::{Arena, Spec, Stop};
use plysmith_lab::job::Job;
use plysmith_lab::lab::{Lab, LabError};
use plysmith_lab::store::{NewRun, RunState, Store, StoreError};
use serde_json::{Value, json};

use crate::files::parts;
use crate::jobs::resume::typed;
use crate::output::numbers::plural;
use crate::output::progress::Stages;
use crate::output::terminal::Terminal;

/// Options of every command that measures.
#[derive(clap::Args, Clone, Debug)]
pub struct RunArgs {
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Run")]
    pub seed: u64,
    /// The folder of the store and of files that are written
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER, help_heading = "Run")]
    pub out: PathBuf,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024), help_heading = "Run")]
    pub threads: Option<u16>,
    /// Forget what an earlier run of the same command has computed
    #[arg(long, help_heading = "Run")]
    pub fresh: bool,
    /// Print JSON
    #[arg(long, help_heading = "Run")]
    pub json: bool,
}

/// Where runs are kept when nothing else is said.
pub const DEFAULT_FOLDER: &str = parts::STORE;

/// What a command found, for programs and for people.
pub struct Finding {
    /// For programs; kept in the store as well.
    pub json: Value,
    /// For people.
    pub text: String,
}

/// A run that has begun.
pub struct Session<'l> {
    /// The laboratory.
    pub lab: Lab<'l>,
    /// The id of the run.
    pub id: String,
    /// Where files go.
    pub folder: PathBuf,
}

impl Session<'_> {
    /// Writes a file into the folder of the run, all of it or nothing. Answers where it is.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.folder.join(name);
        write(&path, text)?;
        Ok(path)
    }

    /// Writes a spec into the folder of the run, and beside it the parts that it names. Answers where it is.
    pub fn write_spec(&self, name: &str, text: &str) -> Result<PathBuf> {
        for (name, bytes) in parts::files(self.lab.arena(), &Spec::parse(text)?) {
            let path = self.folder.join(name);
            let folder = path.parent().unwrap_or(&self.folder);
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
            write(&path, bytes)?;
        }
        self.write(name, text)
    }
}

/// Writes a file, all of it or nothing.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let draft = path.with_added_extension(format!("{}.new", std::process::id()));
    let written = std::fs::write(&draft, content).and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written.with_context(|| format!("cannot write `{}`", path.display()))
}

/// Does the work of a command as a run. `asked` is everything that the result depends on beside the build: the same again is the same run, and goes
/// on where it was.
pub fn run(
    terminal: &mut Terminal,
    args: &RunArgs,
    arena: &dyn Arena,
    command: &str,
    asked: &Value,
    work: impl FnOnce(&mut Session) -> Result<Finding>,
) -> Result<()> {
    run_for(terminal, args, arena, &arena.card().name, command, asked, work)
}

/// The same for a run about several games, which begins at one of them. `games` is what the list of runs calls them.
pub fn run_for(
    terminal: &mut Terminal,
    args: &RunArgs,
    arena: &dyn Arena,
    games: &str,
    command: &str,
    asked: &Value,
    work: impl FnOnce(&mut Session) -> Result<Finding>,
) -> Result<()> {
    let build = terminal.games.build()?;
    let job = Job::new(command, games, arena.card().hidden, &build, asked.clone()).asked_by(typed(&terminal.command));
    let id = job.id();
    if let Some(resumed) = &terminal.resumed {
        resumed.check(&job, &args.out)?;
    }
    terminal.resumed = None;
    let mut store = Store::open(&args.out)?;
    if let Some(collected) = store.keep_below_cap()? {
        let taken = plural(collected.trials, "old result");
        terminal.note(&format!("The store had grown above its cap: {taken} taken away."));
    }
    if args.fresh {
        match store.number_of(&id) {
            Ok((number, _)) => store.delete(number).map(|_| ())?,
            Err(StoreError::NoRun { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let new = NewRun { id: id.clone(), job, seed: args.seed, version: env!("CARGO_PKG_VERSION").into() };
    let (number, before) = store.begin(&new)?;
    let known = store.trials_of(number)?;
    let state = match before {
        None => "begins".to_string(),
        Some(run) if run.state == RunState::Done => "was done before".to_string(),
        Some(_) => format!("goes on with {} in the store", plural(known, "result")),
    };
    terminal.note(&format!("run {id} in {} {state}", args.out.display()));
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()), usize::from);
    let mut lab =
        Lab::new(arena, &build).threads(threads).stopped_by(interrupt()).telling(Stages::default()).keep(store, Some(number));
    lab.recall_parts()?;
    let mut session = Session { lab, id: id.clone(), folder: args.out.clone() };
    let found = work(&mut session);
    let (state, result) = match &found {
        Ok(finding) => (RunState::Done, Some(json!({ "result": finding.json, "text": finding.text }))),
        Err(error) if is_stop(error) => (RunState::Stopped, None),
        Err(error) => (RunState::Failed, Some(json!({ "error": format!("{error:#}") }))),
    };
    if let Some(store) = session.lab.store() {
        // Of two failures the first says more.
        store
            .end(number, state, result.map(|result| result.to_string()).as_deref())
            .or_else(|error| if found.is_err() { Ok(()) } else { Err(error) })?;
    }
    drop(session);
    let finding = found?;
    if args.json {
        return terminal.json(&finding.json);
    }
    terminal.out.write_all(finding.text.as_bytes())?;
    Ok(())
}

/// Whether an error only says that somebody stopped the work.
pub fn is_stop(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<LabError>(), Some(LabError::Stopped))
}

/// Set by Ctrl-C or a request to terminate; the second one ends the program at once.
fn interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Stop::default();
        let switch = stop.clone();
        // If there is no handler the system's own ends the program, and the store loses nothing by that.
        let _ = ctrlc::set_handler(move || {
            if switch.is_stopped() {
                std::process::exit(130);
            }
            switch.stop();
        });
        stop
    });
    stop.clone()
}
