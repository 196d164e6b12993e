//! Measuring specs against a first one: what `measure`, `diff` and `ablate` share.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{ValueEnum, value_parser};
use plysmith::{Arena, Spec};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::{Compared, Contest, Criterion, Measured, Racing, Speed, Totals, compare, measure, speeds};
use plysmith_lab::statistics::Interval;
use plysmith_lab::suite::make::{self, SuitePlan};
use plysmith_lab::suite::{Kind, Players, Split, Suite, usual_length};
use plysmith_lab::trial::{Limit, SpecText};
use serde_json::{Value, json};

use crate::input::suites;
use crate::jobs::session::{self, Finding, RunArgs, Session};
use crate::output::numbers::{grouped, plural};
use crate::output::terminal::Terminal;

/// On what, how far, and by what specs are compared.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct MeasureArgs {
    /// The positions: a suite, or EPD or tab files; by default sequences out of self-play
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Only this part of the suite: train, validation or heldout
    #[arg(long, value_name = "PART")]
    part: Option<Split>,
    /// Search to this depth [default: 6 on sequences]
    #[arg(long, value_name = "PLIES", group = "limit", value_parser = value_parser!(u32).range(1..=255))]
    depth: Option<u32>,
    /// Search this many nodes [default: 10000 where right moves or scores are known]
    #[arg(long, value_name = "N", group = "limit", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for this long in recorded time: each spec has the nodes that its speed allows
    #[arg(long, value_name = "MS", group = "limit", value_parser = value_parser!(u64).range(1..=3_600_000))]
    time: Option<u64>,
    /// What decides [default: nodes at equal depth, otherwise what the suite knows]
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Look at all positions even where the answer is clear before
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Nodes
    Nodes,
    /// Time, by what a node of each costs
    Time,
    /// Solved positions
    Solved,
    /// Points lost
    Loss,
}

/// A spec with its name.
pub struct Named {
    /// What people call it.
    pub name: String,
    /// The spec.
    pub spec: Spec,
}

/// The suite when none is given.
const SEQUENCES: usize = 24;
const LENGTH: usize = 4;
/// Entries between two looks.
const BATCH: usize = 8;
/// A spec that needs this many times the nodes of the first is not waited for.
const HOPELESS: u64 = 40;

impl MeasureArgs {
    /// The folder of the store.
    pub fn store(&self) -> &Path {
        &self.run.out
    }

    /// Compares specs with the first one.
    pub fn compare(&self, terminal: &mut Terminal, arena: &dyn Arena, command: &str, specs: Vec<Named>) -> Result<()> {
        let texts = specs.iter().map(|named| Ok(SpecText::new(arena, &named.spec)?)).collect::<Result<Vec<_>>>()?;
        let suite = self.suite.as_ref().map(|path| suites::read(arena, path)).transpose()?;
        // Better now than after the games of a suite.
        let kind = suite.as_ref().map_or(Kind::Sequences, |suite| suite.kind);
        let criterion = self.criterion(kind)?;
        if let Some(suite) = &suite
            && suite.split(self.part).is_empty()
        {
            let [train, validation, heldout] = suite.sizes();
            bail!("this part of the suite is empty: train has {train} entries, validation {validation}, heldout {heldout}");
        }
        if suite.is_none() && self.part.is_some() {
            bail!("--part needs a suite with parts; name one with --suite");
        }
        let asked = json!({
            "names": specs.iter().map(|named| &named.name).collect::<Vec<_>>(),
            "specs": texts,
            "suite": suite.as_ref().map(|suite| plysmith_lab::digest(suite.to_string().as_bytes())),
            "part": self.part,
            "limit": [self.depth.map(u64::from), self.nodes, self.time],
            "by": self.by.map(|by| format!("{by:?}")),
            "all": self.all,
            "seed": self.run.seed,
        });
        session::run(terminal, &self.run, arena, command, &asked, |session| {
            let suite = match suite {
                Some(suite) => suite,
                None => self.sequences(&mut session.lab)?,
            };
            let table = self.table(session, &suite, criterion, &specs, &texts)?;
            Ok(Finding { json: table.json(), text: table.text() })
        })
    }

    fn sequences(&self, lab: &mut Lab) -> Result<Suite> {
        let usual = usual_length(lab.arena())?;
        let length = LENGTH.min(usual / 4).max(1);
        let players = Players::usual(lab.arena())?;
        let plan = SuitePlan { players, seed: self.run.seed, count: SEQUENCES, shares: [1, 0, 0] };
        let suite = make::sequences(lab, &plan, length)?;
        if suite.entries.is_empty() {
            bail!("self-play gave no sequences of {length} positions; name a suite with --suite");
        }
        Ok(suite)
    }

    fn criterion(&self, kind: Kind) -> Result<Criterion> {
        let deep = self.depth.is_some() || (kind == Kind::Sequences || kind == Kind::Positions);
        let criterion = match self.by {
            Some(By::Nodes) => Criterion::Nodes,
            Some(By::Time) => Criterion::Time,
            Some(By::Solved) => Criterion::Solved,
            Some(By::Loss) => Criterion::Loss,
            None if deep => Criterion::Nodes,
            None if kind == Kind::Scores => Criterion::Loss,
            None => Criterion::Solved,
        };
        match (criterion, kind) {
            (Criterion::Solved, Kind::Sequences | Kind::Positions) => {
                bail!("the suite knows no right moves; use --by nodes or another suite")
            }
            (Criterion::Loss, kind) if kind != Kind::Scores => {
                bail!("the suite knows no scores of moves; use another --by, or `suite … scores`")
            }
            (Criterion::Nodes | Criterion::Time, _) if !deep || self.nodes.is_some() || self.time.is_some() => {
                bail!("nodes and time are compared at equal depth; give --depth")
            }
            _ => Ok(criterion),
        }
    }

    fn limit(&self, criterion: Criterion, speed: &Speed) -> Limit {
        match (self.depth, self.nodes, self.time) {
            (Some(depth), ..) => Limit::depth(depth),
            (_, Some(nodes), _) => Limit::nodes(nodes),
            (_, _, Some(time)) => Limit::nodes(speed.nodes(time)),
            _ if matches!(criterion, Criterion::Nodes | Criterion::Time) => Limit::depth(6),
            _ => Limit::nodes(10_000),
        }
    }

    fn table(
        &self,
        session: &mut Session,
        suite: &Suite,
        criterion: Criterion,
        specs: &[Named],
        texts: &[SpecText],
    ) -> Result<Table> {
        let entries = suite.split(self.part);
        let lab = &mut session.lab;
        let lines: Vec<_> = entries.iter().take(8).map(|entry| entry.line.clone()).collect();
        let costs = speeds(lab, "speed", texts, &lines)?;
        let first_limit = self.limit(criterion, &costs[0]);
        let base = measure(lab, &format!("{}, searches", specs[0].name), suite.kind, &entries, &texts[0], first_limit)?;
        let cap = base
            .iter()
            .map(|measured| measured.nodes / measured.positions.max(1))
            .max()
            .unwrap_or(0)
            .saturating_mul(HOPELESS)
            .max(100_000);
        let racing = Racing { batch: if self.all { 0 } else { BATCH.max(entries.len() / 24) }, seed: self.run.seed };
        let mut rows = Vec::new();
        for index in 1..specs.len() {
            let mut limit = self.limit(criterion, &costs[index]);
            if limit.depth.is_some() {
                limit.nodes = Some(cap);
            }
            let contest = Contest {
                specs: [(&texts[0], first_limit), (&texts[index], limit)],
                cost: Some(costs[0].times(&costs[index])),
                criterion,
            };
            let name = format!("{index} of {}, {}, searches", specs.len() - 1, specs[index].name);
            rows.push(compare(lab, &name, suite.kind, &entries, &contest, racing)?);
        }
        Ok(Table {
            game: suite.game.clone(),
            suite: entries_of(suite.kind, entries.len() as u64),
            criterion,
            limit: match self.time {
                Some(time) => format!("{time} ms in recorded time"),
                None => first_limit.to_string(),
            },
            seed: self.run.seed,
            names: specs.iter().map(|named| named.name.clone()).collect(),
            texts: texts.iter().map(|text| text.as_str().to_string()).collect(),
            costs,
            base,
            rows,
        })
    }
}

/// What was measured.
struct Table {
    game: String,
    suite: String,
    criterion: Criterion,
    limit: String,
    seed: u64,
    names: Vec<String>,
    texts: Vec<String>,
    costs: Vec<Speed>,
    base: Vec<Measured>,
    rows: Vec<Compared>,
}

impl Table {
    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let totals = Totals::of(&self.base);
        writeln!(text, "{}: {}, {}, seed {}", self.game, self.suite, self.limit, self.seed)?;
        writeln!(text, "{}: {}", self.names[0], alone(&totals, &self.costs[0]))?;
        let unrest = self.costs.iter().map(Speed::unrest).fold(1.0, f64::max);
        if unrest > 1.5 {
            writeln!(
                text,
                "The machine was busy: the time of a node varied by a factor of {unrest:.1}, and what is said of time is vague."
            )?;
        }
        if self.rows.is_empty() {
            return Ok(());
        }
        let room = self.names[1..].iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        // At equal nodes they say nothing.
        let costs = matches!(self.criterion, Criterion::Nodes | Criterion::Time);
        let test = if self.criterion == Criterion::Solved { "McNemar's test" } else { "the sign test" };
        writeln!(text, "\nAgainst {}, with 95 % intervals; p by {test}, for all looks together:", self.names[0])?;
        let columns = |nodes: &str, time: &str| if costs { format!("{nodes:26}  {time:26}  ") } else { String::new() };
        writeln!(text, "{:room$}  {}verdict", "change", columns("nodes", "time"))?;
        for (name, row) in self.names[1..].iter().zip(&self.rows) {
            let told = |ratio: Option<Interval>| match ratio {
                // What was given up would have cost more, nobody knows how much.
                Some(ratio) if row.other.capped > 0 => format!("more than × {:.1}", ratio.value),
                ratio => factor(ratio),
            };
            writeln!(text, "{name:room$}  {}{}", columns(&told(row.nodes), &told(row.time)), verdict(row))?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let rows = (1..self.names.len()).zip(&self.rows).map(|(index, row)| {
            json!({ "change": self.names[index], "spec": self.texts[index], "picoseconds_a_node": self.costs[index], "compared": row })
        });
        json!({
            "game": self.game,
            "suite": self.suite,
            "limit": self.limit,
            "seed": self.seed,
            "base": { "name": self.names[0], "spec": self.texts[0], "picoseconds_a_node": self.costs[0], "totals": Totals::of(&self.base) },
            "rows": rows.collect::<Vec<_>>(),
        })
    }
}

/// What a spec did, in one line.
fn alone(totals: &Totals, speed: &Speed) -> String {
    let mut text = format!("{} nodes, {:.1} ns each", grouped(totals.nodes), speed.nanoseconds());
    let milliseconds = totals.nodes as f64 * speed.nanoseconds() / 1e6;
    let _ = write!(text, " ({milliseconds:.0} ms), depth {:.1}, deepest line {:.1}", totals.depth, totals.height);
    if totals.solvable > 0 {
        let share = 100.0 * totals.solved as f64 / totals.solvable as f64;
        let _ = write!(text, ", solved {} of {} ({share:.1} %)", totals.solved, totals.solvable);
    }
    if let Some(loss) = totals.loss {
        let _ = write!(text, ", loses {loss:.1} points a position");
    }
    text
}

fn factor(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "–".into(), |ratio| format!("× {:.3} ({:.3} to {:.3})", ratio.value, ratio.low, ratio.high))
}

fn verdict(row: &Compared) -> String {
    // Whether the other is better, as far as the criterion tells.
    let (better, what) = match row.criterion {
        Criterion::Nodes | Criterion::Time => {
            let [less, more] = row.less_more;
            let unit = if row.criterion == Criterion::Time { "time" } else { "nodes" };
            (less > more, format!("less {unit} in {less}, more in {more}").replace("less nodes", "fewer nodes"))
        }
        Criterion::Solved => {
            let [first, other] = row.only_solved;
            let what =
                format!("solved {} instead of {} (only this {other}, only the first {first})", row.other.solved, row.base.solved);
            (other > first, what)
        }
        Criterion::Loss => match row.loss {
            Some(loss) => {
                (loss.value < 0.0, format!("loses {:+.1} ({:+.1} to {:+.1}) points a position", loss.value, loss.low, loss.high))
            }
            None => (false, "no losses known".into()),
        },
    };
    let word = match (row.p < 0.05, better) {
        (false, _) => "not clear",
        (true, true) => "better",
        (true, false) => "worse",
    };
    let p = if row.p < 0.001 { "p < 0.001".into() } else { format!("p = {:.3}", row.p) };
    let early = if row.early { format!(", clear after {} of {}", row.base.entries, row.available) } else { String::new() };
    let capped = if row.other.capped > 0 { format!(", {} given up", row.other.capped) } else { String::new() };
    format!("{word}: {what}, {p}{early}{capped}")
}

/// How many entries, in words.
fn entries_of(kind: Kind, count: u64) -> String {
    match kind {
        Kind::Sequences => plural(count, "sequence"),
        Kind::Wins => format!("{} with forced wins", plural(count, "position")),
        Kind::Scores => format!("{} with scores of all moves", plural(count, "position")),
        Kind::Moves => format!("{} with best moves", plural(count, "position")),
        Kind::Positions => plural(count, "position"),
    }
}
