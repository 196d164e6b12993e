//! Measuring specs against a first one: what `measure`, `diff` and `ablate` share.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{ValueEnum, value_parser};
use plysmith::{Arena, Spec};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::{Compared, Contest, Criterion, Measured, Racing, Speed, Totals, compare, measure, speeds};
use plysmith_lab::statistics::Interval;
use plysmith_lab::suite::make::{self, Plan};
use plysmith_lab::suite::{Kind, Part, Players, Suite};
use plysmith_lab::trial::{Limit, SpecText};
use serde_json::{Value, json};

use crate::commands::every_evaluation;
use crate::desk::Desk;
use crate::numbers::{grouped, plural};
use crate::session::{self, Finding, RunArgs, Session};
use crate::suites;

/// On what, how far, and by what specs are compared.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct MeasureArgs {
    /// The positions: a suite, or EPD or tab files; by default sequences out of self-play
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Only this part of the suite: train, validation or heldout
    #[arg(long, value_name = "PART")]
    part: Option<Part>,
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
    /// Compares specs with the first one.
    pub fn compare(&self, desk: &mut Desk, arena: &dyn Arena, command: &str, specs: Vec<Named>) -> Result<()> {
        let texts = specs.iter().map(|named| Ok(SpecText::new(arena, &named.spec)?)).collect::<Result<Vec<_>>>()?;
        let suite = self.suite.as_ref().map(|path| suites::read(arena, path)).transpose()?;
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
        session::run(desk, &self.run, arena, command, &asked, |session| {
            let suite = match suite {
                Some(suite) => suite,
                None => self.sequences(&mut session.lab)?,
            };
            let table = self.table(session, &suite, &specs, &texts)?;
            Ok(Finding { json: table.json(), text: table.text() })
        })
    }

    fn sequences(&self, lab: &mut Lab) -> Result<Suite> {
        let specs = every_evaluation(lab.arena())?;
        let players = Players { specs, depth: 3, temperatures: vec![0, 300], random_plies: 6, longest: 1_000 };
        let plan = Plan { players, seed: self.run.seed, count: SEQUENCES, shares: [1, 0, 0] };
        let suite = make::sequences(lab, &plan, LENGTH)?;
        if suite.entries.is_empty() {
            bail!("self-play gave no sequences of {LENGTH} positions; name a suite with --suite");
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

    fn limit(&self, criterion: Criterion, speed: Speed) -> Limit {
        match (self.depth, self.nodes, self.time) {
            (Some(depth), ..) => Limit::depth(depth),
            (_, Some(nodes), _) => Limit::nodes(nodes),
            (_, _, Some(time)) => Limit::nodes(speed.nodes(time)),
            _ if matches!(criterion, Criterion::Nodes | Criterion::Time) => Limit::depth(6),
            _ => Limit::nodes(10_000),
        }
    }

    fn table(&self, session: &mut Session, suite: &Suite, specs: &[Named], texts: &[SpecText]) -> Result<Table> {
        let criterion = self.criterion(suite.kind)?;
        let entries = suite.part(self.part);
        if entries.is_empty() {
            bail!("this part of the suite is empty");
        }
        let lab = &mut session.lab;
        let lines: Vec<_> = entries.iter().take(8).map(|entry| entry.line.clone()).collect();
        let costs = speeds(lab, "speed", texts, &lines)?;
        let first_limit = self.limit(criterion, costs[0]);
        let base = measure(lab, &specs[0].name, suite.kind, &entries, &texts[0], first_limit)?;
        let cap = base
            .iter()
            .map(|measured| measured.nodes / measured.positions.max(1))
            .max()
            .unwrap_or(0)
            .saturating_mul(HOPELESS)
            .max(100_000);
        let racing = Racing { batch: if self.all { 0 } else { BATCH }, seed: self.run.seed };
        let mut rows = Vec::new();
        for index in 1..specs.len() {
            let mut limit = self.limit(criterion, costs[index]);
            if limit.depth.is_some() {
                limit.nodes = Some(cap);
            }
            let contest = Contest {
                specs: [(&texts[0], first_limit), (&texts[index], limit)],
                costs: Some([costs[0].node, costs[index].node]),
                criterion,
            };
            rows.push(compare(lab, &specs[index].name, suite.kind, &entries, &contest, racing)?);
        }
        Ok(Table {
            game: suite.game.clone(),
            suite: format!("{} {}", grouped(entries.len() as u64), suite.kind),
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
    limit: String,
    seed: u64,
    names: Vec<String>,
    texts: Vec<String>,
    costs: Vec<Speed>,
    base: Vec<Measured>,
    rows: Vec<Compared>,
}

/// No loss counts for more.
const LOSS_CAP: i64 = 1_000;

impl Table {
    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let totals = Totals::of(&self.base, LOSS_CAP);
        writeln!(
            text,
            "{}: {} ({}), {}, seed {}",
            self.game,
            self.suite,
            plural(totals.positions, "position"),
            self.limit,
            self.seed
        )?;
        writeln!(text, "{}: {}", self.names[0], alone(&totals, self.costs[0]))?;
        if self.rows.is_empty() {
            return Ok(());
        }
        let room = self.names[1..].iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(text, "\nAgainst {}, with 95 % intervals:", self.names[0])?;
        writeln!(text, "{:room$}  {:24}  {:24}  verdict", "change", "nodes", "time")?;
        for (name, row) in self.names[1..].iter().zip(&self.rows) {
            let told = |ratio: Option<Interval>| match ratio {
                // What was given up would have cost more, nobody knows how much.
                Some(ratio) if row.other.capped > 0 => format!("more than × {:.1}", ratio.value),
                ratio => factor(ratio),
            };
            let (nodes, time) = (told(row.nodes), told(row.time));
            writeln!(text, "{name:room$}  {nodes:24}  {time:24}  {}", verdict(row))?;
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
            "base": { "name": self.names[0], "spec": self.texts[0], "picoseconds_a_node": self.costs[0], "totals": Totals::of(&self.base, LOSS_CAP) },
            "rows": rows.collect::<Vec<_>>(),
        })
    }
}

/// What a spec did, in one line.
fn alone(totals: &Totals, speed: Speed) -> String {
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
    let what = match row.criterion {
        Criterion::Nodes | Criterion::Time => {
            let [fewer, more] = row.fewer_more;
            format!("fewer nodes in {fewer}, more in {more}")
        }
        Criterion::Solved => {
            let [first, other] = row.only_solved;
            format!("solved {} instead of {} (only this {other}, only the first {first})", row.other.solved, row.base.solved)
        }
        Criterion::Loss => match row.loss {
            Some(loss) => format!("loses {:+.1} ({:+.1} to {:+.1}) points a position", loss.value, loss.low, loss.high),
            None => "no losses known".into(),
        },
    };
    let p = if row.p < 0.001 { "p < 0.001".into() } else { format!("p = {:.3}", row.p) };
    let early = if row.early { format!(", clear after {} of {}", row.base.entries, row.available) } else { String::new() };
    let capped = if row.other.capped > 0 { format!(", {} given up", row.other.capped) } else { String::new() };
    format!("{what}, {p}{early}{capped}")
}
