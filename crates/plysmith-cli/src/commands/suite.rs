//! `suite`: positions to measure on, with what is known about them.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Subcommand, value_parser};
use plysmith::Arena;
use plysmith_lab::lab::{Lab, LabError};
use plysmith_lab::suite::make::{self, Difficulty, SuitePlan};
use plysmith_lab::suite::{Players, Suite, every_evaluation, import, is_suite, usual_length};
use plysmith_lab::trial::{Limit, SpecText};
use serde_json::{Value, json};

use crate::input::openings::has_setups;
use crate::input::players;
use crate::input::suites;
use crate::jobs::session::{self, Finding, RunArgs, Session};
use crate::output::numbers::{grouped, plural};
use crate::output::terminal::Terminal;

/// Make positions to measure on, with what is known about them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith suite breakthrough wins --plies 7 --count 300\n  \
    plysmith suite breakthrough sequences --count 20 --length 5\n  \
    plysmith suite breakthrough scores --count 100 --reference-depth 7\n  \
    plysmith suite breakthrough import positions.epd --file mine.suite\n\n\
    Games are played by the engine against itself, with every evaluation that the game has and at several temperatures. \
    Each position belongs to the part train, validation or heldout; no position and no game is in two of them.")]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Consecutive positions of games, to measure what a search costs
    Sequences {
        /// Positions in a sequence
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u16).range(1..=1000))]
        length: u16,
        #[command(flatten)]
        plan: Box<PlanArgs>,
    },
    /// Forced wins with all moves that keep them, to measure what a search solves
    Wins {
        /// The win comes in exactly so many plies
        #[arg(long, value_name = "N", default_value_t = 7, value_parser = value_parser!(u32).range(1..=63))]
        plies: u32,
        /// The share that the engine of --solver is to solve, such as 0.25
        #[arg(long, value_name = "SHARE", value_parser = share)]
        solved: Option<f64>,
        /// The engine that tells how hard a position is
        #[arg(long, value_name = "SPEC", default_value = "default", requires = "solved")]
        solver: String,
        /// How many nodes it searches
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..), requires = "solved")]
        solver_nodes: u64,
        #[command(flatten)]
        plan: Box<PlanArgs>,
    },
    /// Positions from all phases with the value of every legal move, to measure how much a search loses
    Scores {
        /// The engine that rates the moves
        #[arg(long, value_name = "SPEC", default_value = "default")]
        reference: String,
        /// How deep it searches behind each move
        #[arg(long, value_name = "PLIES", default_value_t = 7, value_parser = value_parser!(u32).range(1..=255))]
        reference_depth: u32,
        #[command(flatten)]
        plan: Box<PlanArgs>,
    },
    /// Take positions over from a file: EPD with bm or am, a position a line, or a table with tabs
    Import {
        /// The file
        #[arg(value_name = "FILE")]
        from: PathBuf,
        /// Where to write the suite; standard output if nothing is said
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Tell what is in a suite
    Show {
        /// The suite
        #[arg(value_name = "FILE")]
        from: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Which games are played.
#[derive(clap::Args, Clone, Debug)]
struct PlanArgs {
    /// How many positions, or sequences
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Where to write the suite; by default into the folder of the run
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// An engine that plays; may be given several times [default: the preset default with each evaluation of the game]
    #[arg(long, value_name = "SPEC", help_heading = "Games")]
    player: Vec<String>,
    /// How deep the players search
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = value_parser!(u32).range(1..=20), help_heading = "Games")]
    depth: u32,
    /// Temperatures, of which each game has one: 0 plays the best move, 1 often another
    #[arg(long, value_name = "T,…", default_value = "0,0.3", value_delimiter = ',', value_parser = temperature, help_heading = "Games")]
    temperatures: Vec<u32>,
    /// Random moves at the beginning of each game [default: 6, or fewer in a short game]
    #[arg(long, value_name = "N", help_heading = "Games")]
    random_plies: Option<u16>,
    /// Begin from the set-ups that the game draws (boards with walls, ballots …) instead of its standard start
    #[arg(long, help_heading = "Games")]
    setups: bool,
    /// Shares of the parts train, validation and heldout
    #[arg(long, value_name = "T,V,H", default_value = "60,20,20", value_delimiter = ',', num_args = 1)]
    parts: Vec<u32>,
    #[command(flatten)]
    run: RunArgs,
}

/// What to do when there are too few.
const MORE: &str = "try other --temperatures, --depth, --random-plies or a shorter --length or --plies";

/// No game of a suite is longer.
const LONGEST: usize = 1_000;

fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| format!("`{text}` is no share; write a number from 0 to 1"))
}

/// In thousandths.
fn temperature(text: &str) -> Result<u32, String> {
    let number: Option<f64> = text.trim().parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number
        .map(|number| (1_000.0 * number).round() as u32)
        .ok_or_else(|| format!("`{text}` is no temperature; write a number from 0 to 100"))
}

impl PlanArgs {
    fn plan(&self, arena: &dyn Arena) -> Result<SuitePlan> {
        let specs = if self.player.is_empty() {
            every_evaluation(arena)?
        } else {
            let spec = |text: &String| Ok(SpecText::new(arena, &players::spec(arena, text, &self.run.out)?)?);
            self.player.iter().map(spec).collect::<Result<_>>()?
        };
        let Ok(shares) = <[u32; 3]>::try_from(self.parts.clone()) else {
            bail!("--parts wants three numbers, such as 60,20,20");
        };
        if shares.iter().all(|&share| share == 0) || shares.iter().any(|&share| share > 1_000_000) {
            bail!("--parts wants shares such as 60,20,20");
        }
        let random_plies = match self.random_plies {
            Some(plies) => plies.into(),
            None => 6.min(usual_length(arena)? / 4),
        };
        if self.setups {
            has_setups(arena)?;
        }
        let players = Players {
            specs,
            depth: self.depth,
            temperatures: self.temperatures.clone(),
            random_plies,
            longest: LONGEST,
            setups: self.setups,
        };
        Ok(SuitePlan { players, seed: self.run.seed, count: self.count as usize, shares })
    }
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let arena = terminal.arena(&self.game)?;
        match self.command {
            Command::Sequences { length, plan } => {
                let about = json!({ "kind": "sequences", "length": length });
                plan.make(terminal, &*arena, about, |lab, plan| make::sequences(lab, plan, length.into()))
            }
            Command::Wins { plies, solved, solver, solver_nodes, plan } => {
                let difficulty = match solved {
                    Some(share) => {
                        let spec = SpecText::new(&*arena, &players::spec(&*arena, &solver, &plan.run.out)?)?;
                        Some(Difficulty { spec, limit: Limit::nodes(solver_nodes), share })
                    }
                    None => None,
                };
                let solver = difficulty.as_ref().map(|difficulty| json!([difficulty.spec, difficulty.limit, difficulty.share]));
                let about = json!({ "kind": "wins", "plies": plies, "solver": solver });
                plan.make(terminal, &*arena, about, |lab, plan| make::wins(lab, plan, plies, difficulty.as_ref()))
            }
            Command::Scores { reference, reference_depth, plan } => {
                let spec = SpecText::new(&*arena, &players::spec(&*arena, &reference, &plan.run.out)?)?;
                let about = json!({ "kind": "scores", "reference": spec, "depth": reference_depth });
                plan.make(terminal, &*arena, about, |lab, plan| make::scores(lab, plan, &spec, Limit::depth(reference_depth)))
            }
            Command::Import { from, file, json } => {
                let name = from.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let text = suites::text(&from)?;
                if is_suite(&text) {
                    let show = terminal.games.line("suite", &self.game, &format!("show {}", from.display()));
                    bail!("`{}` is a suite already; `{show}` tells what is in it", from.display());
                }
                let suite = import::suite(&*arena, &text, &name).with_context(|| format!("in `{}`", from.display()))?;
                match &file {
                    Some(file) => {
                        session::write(file, suite.to_string())?;
                        tell(terminal, &suite, Some(file), json)
                    }
                    None if json => tell(terminal, &suite, None, true),
                    None => Ok(write!(terminal.out, "{suite}")?),
                }
            }
            Command::Show { from, json } => tell(terminal, &suites::read(&*arena, &from)?, None, json),
        }
    }
}

impl PlanArgs {
    fn make(
        &self,
        terminal: &mut Terminal,
        arena: &dyn Arena,
        about: Value,
        work: impl FnOnce(&mut Lab, &SuitePlan) -> Result<Suite, LabError>,
    ) -> Result<()> {
        let plan = self.plan(arena)?;
        let asked = json!({
            "about": about,
            "players": plan.players,
            "seed": plan.seed,
            "count": plan.count,
            "shares": plan.shares,
        });
        session::run(terminal, &self.run, arena, "suite", &asked, |session| {
            let began = Instant::now();
            let mut suite = work(&mut session.lab, &plan)?;
            let time = began.elapsed();
            if suite.entries.is_empty() {
                let usual = usual_length(session.lab.arena())?;
                bail!(
                    "nothing was found: {MORE}. A random game lasts about {usual} plies, and the side to move mostly wins in an odd number"
                );
            }
            suite.provenance.insert(0, ("run".into(), format!("{}, build {}", session.id, plysmith::BUILD)));
            self.finding(session, &suite, plan.count, time)
        })
    }

    fn finding(&self, session: &Session, suite: &Suite, wanted: usize, time: Duration) -> Result<Finding> {
        let path = match &self.file {
            Some(path) => {
                session::write(path, suite.to_string())?;
                path.clone()
            }
            None => session.write(&format!("{}-{}.suite", suite.kind, session.id), &suite.to_string())?,
        };
        let mut text = summary(suite);
        if suite.entries.len() < wanted {
            let _ = writeln!(text, "More than these were not found: {MORE}.");
        }
        // What comes out of the store has no rate.
        if time.as_secs_f64() > 0.2 {
            let rate = suite.entries.len() as f64 / time.as_secs_f64();
            let _ = writeln!(text, "Made in {:.1} s, {rate:.1} a second", time.as_secs_f64());
        }
        let _ = writeln!(text, "Written to {}", path.display());
        Ok(Finding { json: as_json(suite, Some(&path)), text })
    }
}

fn summary(suite: &Suite) -> String {
    let [train, validation, heldout] = suite.sizes().map(|size| grouped(size as u64));
    let mut text =
        format!("{} for {}: {}", suite.kind, suite.game, plural(suite.entries.len() as u64, "entry").replace("entrys", "entries"));
    let _ = writeln!(text, " (train {train}, validation {validation}, heldout {heldout})");
    for (name, value) in &suite.provenance {
        let short: String = value.chars().take(150).collect();
        let more = if short.len() < value.len() { " …" } else { "" };
        let _ = writeln!(text, "  {name}: {short}{more}");
    }
    text
}

fn as_json(suite: &Suite, file: Option<&Path>) -> Value {
    let [train, validation, heldout] = suite.sizes();
    let provenance = suite.provenance.iter().map(|(name, value)| (name.clone(), value.clone().into()));
    json!({
        "game": suite.game,
        "kind": suite.kind,
        "entries": suite.entries.len(),
        "parts": { "train": train, "validation": validation, "heldout": heldout },
        "provenance": provenance.collect::<serde_json::Map<_, _>>(),
        "digest": plysmith_lab::digest(suite.to_string().as_bytes()),
        "file": file.map(|file| file.display().to_string()),
    })
}

fn tell(terminal: &mut Terminal, suite: &Suite, file: Option<&Path>, json: bool) -> Result<()> {
    if json {
        return terminal.json(&as_json(suite, file));
    }
    write!(terminal.out, "{}", summary(suite))?;
    if let Some(file) = file {
        writeln!(terminal.out, "Written to {}", file.display())?;
    }
    Ok(())
}
