//! Who takes part in a match: a preset, a spec file, either with changes, or another program; and how long it thinks.

use std::path::Path;

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

use crate::files::parts;
use crate::input::spec;

/// How people write who takes part.
pub const HELP: &str = "\
A player is a preset (`default`), a spec file (`mine.toml`), either with changes behind colons (`default:-killers:+iid:table.bits=18`), or another \
program behind `ugi:`, `uci:` or `uai:` (`\"ugi:./engine --fast\"`), with options in brackets if it needs any (`\"uci[OwnBook=false,Hash=64]:gnuchess --uci\"`).";

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
    /// Who the texts name. Parts of their specs may be in the store of this folder, beside those of the usual one.
    pub fn contestants(&self, arena: &dyn Arena, texts: &[String], store: &Path) -> Result<Vec<Contestant>> {
        texts.iter().map(|text| contestant(arena, text, store, self.patience)).collect()
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
fn contestant(arena: &dyn Arena, text: &str, store: &Path, patience: u64) -> Result<Contestant> {
    let Some((dialect, options, command)) = program(text)? else {
        return Ok(Contestant::Spec(SpecText::new(arena, &spec(arena, text, store)?)?));
    };
    let program = Program::find(dialect, command, 1_000 * patience).with_context(|| format!("in `{text}`"))?;
    let program = Program { options, variant: Some(arena.card().variant), ..program };
    let launch = program.launch().with_context(|| format!("`{command}` is no command line"))?;
    // Better to find out now than in the first game.
    External::start(&launch, dialect, program.patience())?;
    Ok(Contestant::Program(program))
}

/// A protocol, options to set, and the command line behind them.
type Written<'t> = (&'static Dialect, Vec<(String, String)>, &'t str);

/// What a text says about another program; `None` if it is not about one.
fn program(text: &str) -> Result<Option<Written<'_>>> {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (protocol, rest) = text.split_at(end);
    let Some(dialect) = Dialect::named(protocol) else { return Ok(None) };
    if let Some(command) = rest.strip_prefix(':') {
        return Ok(Some((dialect, Vec::new(), command)));
    }
    let Some((options, command)) = rest.strip_prefix('[').and_then(|rest| rest.split_once("]:")) else { return Ok(None) };
    let mut pairs = Vec::new();
    for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        if name.trim().is_empty() {
            bail!("`{option}` in `{text}` is no option: write NAME=VALUE, or NAME for a button");
        }
        pairs.push((name.trim().into(), value.trim().into()));
    }
    Ok(Some((dialect, pairs, command)))
}

/// The spec that a text names: a preset or a file, with changes behind colons. The parts that it names are beside the file, in the store of this folder or in the
/// usual one.
pub fn spec(arena: &dyn Arena, text: &str, store: &Path) -> Result<Spec> {
    let mut pieces = text.split(':');
    let name = pieces.next().unwrap_or_default();
    let mut spec = spec::named(arena, name)?;
    for change in pieces {
        let result = match (change.strip_prefix('+'), change.strip_prefix('-')) {
            (Some(name), _) => spec.switch_on(&name.replace('-', "_")).map_err(Into::into),
            (_, Some(name)) => spec.switch_off(&name.replace('-', "_")).map_err(Into::into),
            _ if change.contains('=') => spec::set(&mut spec, change),
            _ => Err(anyhow!("write +NAME, -NAME or KEY=VALUE behind a colon")),
        };
        result.with_context(|| format!("`{change}` in `{text}`"))?;
    }
    let loaded = parts::load(arena, &spec, spec::folder(arena, name), store);
    let checked = loaded.and_then(|()| Ok(arena.check_spec(&spec)?));
    checked.with_context(|| format!("`{text}` does not work for {}", arena.card().name))?;
    Ok(spec)
}

/// Players with different names, as they were written.
pub fn named(texts: &[String], who: Vec<Contestant>, paces: Vec<Pace>) -> Vec<Entrant> {
    let mut players: Vec<Entrant> = Vec::new();
    for ((text, who), pace) in texts.iter().zip(who).zip(paces) {
        let same = players.iter().filter(|other| other.name == *text || other.name.starts_with(&format!("{text} #"))).count();
        let name = if same == 0 { text.clone() } else { format!("{text} #{}", same + 1) };
        players.push(Entrant { name, who, pace });
    }
    players
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
    fn a_program_is_written_with_its_protocol_and_its_options() {
        let read = |text| program(text).unwrap().map(|(dialect, options, command)| (dialect.hello, options, command.to_string()));
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(read("ugi:./engine --fast"), Some(("ugi", vec![], "./engine --fast".into())));
        let options = vec![pair("OwnBook", "false"), pair("Move Overhead", "30"), pair("Clear Hash", "")];
        let text = "uci[OwnBook=false, Move Overhead=30,Clear Hash]:gnuchess --uci";
        assert_eq!(read(text), Some(("uci", options, "gnuchess --uci".into())));
        for text in ["default", "default:-killers", "mine.toml", "uci", "uci[a=b]", "xboard:engine"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(program("uci[=5]:engine").is_err());
    }

    #[test]
    fn a_clock_is_read_in_seconds() {
        assert_eq!(clock("10+0.1"), Ok((10_000, 100)));
        assert_eq!(clock("60"), Ok((60_000, 0)));
        for text in ["", "x", "-1+1", "0+0", "0+1", "1+x", "nan+1", "1e9"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
