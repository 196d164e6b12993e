//! Who takes part in a match: a preset, a spec file, either with changes, or another program; and how long it thinks.

use anyhow::{Context, Result, anyhow, bail};
use clap::value_parser;
use plysmith::arena::Line;
use plysmith::protocol::Dialect;
use plysmith::{Arena, Spec};
use plysmith_lab::lab::Lab;
use plysmith_lab::measure::speeds;
use plysmith_lab::play::external::External;
use plysmith_lab::play::{Contestant, Pace, Program};
use plysmith_lab::trial::{Limit, SpecText};
use plysmith_lab::verify::Entrant;
use serde_json::{Value, json};

use crate::spec;

/// How people write who takes part.
pub const HELP: &str = "\
A player is a preset (`default`), a spec file (`mine.toml`), either with changes behind colons (`default:-killers:+iid:table.bits=18`), or another \
program behind `ugi:` or `uai:` (`\"ugi:./engine --fast\"`).";

/// How long players think.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct PaceArgs {
    /// Nodes a move [default: 10000]
    #[arg(long, value_name = "N", group = "pace", value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true, help_heading = "Pace")]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "PLIES", group = "pace", value_parser = value_parser!(u32).range(1..=255), allow_negative_numbers = true, help_heading = "Pace")]
    depth: Option<u32>,
    /// Milliseconds a move, in recorded time: what a node of each player costs is measured once and time becomes nodes, so that games can be replayed
    #[arg(long, value_name = "MS", group = "pace", value_parser = value_parser!(u64).range(1..=3_600_000), allow_negative_numbers = true, help_heading = "Pace")]
    time: Option<u64>,
    /// Seconds a game and seconds gained with each move, such as 10+0.1, in recorded time
    #[arg(long, value_name = "BASE+INC", group = "pace", value_parser = clock, help_heading = "Pace")]
    tc: Option<(u64, u64)>,
    /// Take --time or --tc by the wall clock, as always with another program; such games cannot be replayed
    #[arg(long, requires = "pace", conflicts_with_all = ["nodes", "depth"], help_heading = "Pace")]
    wall: bool,
    /// Seconds that another program may take for a move without a limit in time, before it counts as hung
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400), help_heading = "Pace")]
    patience: u64,
}

/// `10+0.1`, in milliseconds.
fn clock(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is no clock: write seconds a game and seconds gained with each move, such as 10+0.1");
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |part: &str| {
        let seconds: f64 = part.trim().parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
        Some((seconds * 1_000.0).round() as u64)
    };
    match (milliseconds(base), milliseconds(increment)) {
        (Some(base), Some(increment)) if base > 0 => Ok((base, increment)),
        _ => Err(wrong()),
    }
}

impl PaceArgs {
    /// Who the texts name.
    pub fn contestants(&self, arena: &dyn Arena, texts: &[String]) -> Result<Vec<Contestant>> {
        texts.iter().map(|text| contestant(arena, text, self.patience)).collect()
    }

    /// What of it a result depends on.
    pub fn asked(&self) -> Value {
        json!({ "nodes": self.nodes, "depth": self.depth, "time": self.time, "tc": self.tc, "wall": self.wall })
    }

    /// The pace of each player. Where time is to be recorded, what a node costs is measured on these positions, once in the life of a run.
    pub fn paces(&self, lab: &mut Lab, who: &[Contestant], lines: &[Line]) -> Result<Vec<Pace>> {
        let ours: Vec<SpecText> =
            who.iter().filter_map(|who| if let Contestant::Spec(spec) = who { Some(spec.clone()) } else { None }).collect();
        // Nobody can know what a node of another program costs, and then only the wall clock is fair to both.
        let wall = self.wall || ours.len() < who.len();
        let timed = (self.time.is_some() || self.tc.is_some()) && !wall;
        let mut costs = if timed { speeds(lab, "speed", &ours, lines)? } else { Vec::new() }.into_iter();
        let mut pace = |who: &Contestant| {
            let speed = matches!(who, Contestant::Spec(_)).then(|| costs.next()).flatten();
            match (self.depth, self.time, self.tc) {
                (Some(depth), ..) => Pace::Search(Limit::depth(depth)),
                (_, Some(time), _) if wall => Pace::Wall(time),
                (_, Some(time), _) => Pace::Search(Limit::nodes(speed.map_or(1, |speed| speed.nodes(time)))),
                (.., Some((base, increment))) if wall => Pace::WallClock { base, increment },
                (.., Some((base, increment))) => Pace::Clock { base, increment, node: speed.map_or(1, |speed| speed.node) },
                _ => Pace::Search(Limit::nodes(self.nodes.unwrap_or(10_000))),
            }
        };
        Ok(who.iter().map(&mut pace).collect())
    }
}

/// Who a text names.
fn contestant(arena: &dyn Arena, text: &str, patience: u64) -> Result<Contestant> {
    let program = text.split_once(':').and_then(|(protocol, command)| Some((Dialect::named(protocol)?, command)));
    let Some((dialect, command)) = program else {
        return Ok(Contestant::Spec(SpecText::new(arena, &spec(arena, text)?)?));
    };
    let program = Program::find(dialect, command, 1_000 * patience).with_context(|| format!("in `{text}`"))?;
    let launch = program.launch().with_context(|| format!("`{command}` is no command line"))?;
    // Better to find out now than in the first game.
    External::start(&launch, dialect, program.patience())?;
    Ok(Contestant::Program(program))
}

/// The spec that a text names: a preset or a file, with changes behind colons.
pub fn spec(arena: &dyn Arena, text: &str) -> Result<Spec> {
    let mut parts = text.split(':');
    let mut spec = spec::named(arena, parts.next().unwrap_or_default())?;
    for change in parts {
        let result = match (change.strip_prefix('+'), change.strip_prefix('-')) {
            (Some(name), _) => spec.switch_on(&name.replace('-', "_")).map_err(Into::into),
            (_, Some(name)) => spec.switch_off(&name.replace('-', "_")).map_err(Into::into),
            _ if change.contains('=') => spec::set(&mut spec, change),
            _ => Err(anyhow!("write +NAME, -NAME or KEY=VALUE behind a colon")),
        };
        result.with_context(|| format!("`{change}` in `{text}`"))?;
    }
    arena.check_spec(&spec).with_context(|| format!("`{text}` does not work for {}", arena.card().name))?;
    Ok(spec)
}

/// Players with different names, as they were written.
pub fn named(texts: &[String], who: Vec<Contestant>, paces: Vec<Pace>) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for ((text, who), pace) in texts.iter().zip(who).zip(paces) {
        let same = entrants.iter().filter(|other| other.name == *text || other.name.starts_with(&format!("{text} #"))).count();
        let name = if same == 0 { text.clone() } else { format!("{text} #{}", same + 1) };
        entrants.push(Entrant { name, who, pace });
    }
    entrants
}

/// A player for programs.
pub fn as_json(entrant: &Entrant) -> Value {
    let who = match &entrant.who {
        Contestant::Spec(spec) => json!({ "spec": spec.as_str() }),
        Contestant::Program(program) => json!({ "program": program.command }),
    };
    json!({ "name": entrant.name, "who": who, "pace": entrant.pace.to_string(), "replayable": entrant.is_replayable() })
}

/// What of a player a result depends on.
pub fn asked(who: &[Contestant]) -> Result<Value> {
    match serde_json::to_value(who) {
        Ok(value) => Ok(value),
        Err(error) => bail!("the players cannot be written: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_in_seconds() {
        assert_eq!(clock("10+0.1"), Ok((10_000, 100)));
        assert_eq!(clock("60"), Ok((60_000, 0)));
        for text in ["", "x", "-1+1", "0+0", "0+1", "1+x", "nan+1", "1e9"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
