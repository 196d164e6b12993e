//! `bench`: how fast the search and the rules are, and with `--golden` whether it still visits the same nodes.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::value_parser;
use plysmith::arena::Line;
use plysmith::enhance::{CARDS, Category};
use plysmith::search::Watch;
use plysmith::{Arena, Limits, Spec};
use serde_json::json;

use crate::commands::search::can_share;
use crate::input::games::Beneath;
use crate::input::lines;
use crate::input::spec::SpecArgs;
use crate::output::numbers::{grouped, per_second, seconds};
use crate::output::terminal::Terminal;

/// Search fixed positions and tell nodes per second; count move sequences and tell leaves per second
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  plysmith bench\n  plysmith bench breakthrough --depth 9\n  plysmith bench breakthrough --depth 9 --threads 2\n  plysmith bench --golden > golden.txt\n\n\
    The nodes are the same on every machine: they change only when the search does."
)]
pub struct Args {
    /// The game; all of them if none is named
    #[arg(value_name = "GAME", conflicts_with = "all")]
    game: Option<String>,
    /// Every game in its usual size
    #[arg(long)]
    all: bool,
    /// Search to this depth in plies instead of one that suits the game
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=255), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Search this many nodes in each position
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Compare the time to the depth with so many threads and with one, in turn, and tell the median ratio
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = value_parser!(u64).range(2..=256), allow_negative_numbers = true)]
    threads: Option<u64>,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print `<game> <setting> <nodes>` for each preset and each enhancement alone, and no time
    #[arg(long, conflicts_with_all = ["depth", "nodes", "threads", "spec", "on", "off", "set", "json"])]
    golden: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let names = match &self.game {
            Some(name) => vec![name.clone()],
            // Games for tests tell nothing of speed, and counts are to be the same whatever was built with.
            None => terminal.games.list().iter().map(|game| game.name.clone()).filter(|name| !name.starts_with("test-")).collect(),
        };
        if self.golden {
            return golden(terminal, &names);
        }
        let (mut rows, mut compared) = (Vec::new(), Vec::new());
        for name in &names {
            let arena = terminal.arena(name)?;
            let spec = self.spec.read(&*arena)?;
            let lines = lines::bench(&*arena)?;
            let limits = match (self.depth, self.nodes) {
                (Some(depth), _) => Limits::depth(depth),
                (_, Some(nodes)) => Limits::nodes(nodes),
                _ => Limits::depth(Depths::of(&*arena, &lines)?.bench(&spec)),
            };
            if let Some(threads) = self.threads {
                can_share(&spec)?;
                let together = Together::measure(&*arena, &spec, &lines, &limits, threads as usize)?;
                if !self.json {
                    together.write(&mut terminal.out, name, limits.depth)?;
                }
                compared.push(together.as_json(name, limits.depth));
                continue;
            }
            let started = Instant::now();
            let nodes = search(&*arena, &spec, &lines, &limits, 1)?;
            let time = started.elapsed();
            let counted = Counted::measure(&*arena, terminal.games.beneath(name))?;
            let row = BenchRow { game: name.clone(), nodes, time, depth: limits.depth, counted: Some(counted) };
            if !self.json {
                row.write(&mut terminal.out)?;
            }
            rows.push(row);
        }
        if self.threads.is_some() {
            return if self.json { terminal.json(&compared.into()) } else { Ok(()) };
        }
        if self.json {
            return terminal.json(&rows.iter().map(BenchRow::as_json).collect());
        }
        let total = BenchRow {
            game: "total".into(),
            nodes: sum(&rows, |row| row.nodes),
            time: rows.iter().map(|row| row.time).sum(),
            depth: None,
            counted: None,
        };
        if rows.len() > 1 { total.write(&mut terminal.out) } else { Ok(()) }
    }
}

fn sum(rows: &[BenchRow], of: impl Fn(&BenchRow) -> u64) -> u64 {
    rows.iter().map(of).sum()
}

struct BenchRow {
    game: String,
    nodes: u64,
    time: Duration,
    depth: Option<u32>,
    counted: Option<Counted>,
}

impl BenchRow {
    fn write(&self, out: &mut dyn Write) -> Result<()> {
        let depth = self.depth.map(|depth| format!("  depth {depth}")).unwrap_or_default();
        let (nodes, rate) = (grouped(self.nodes), grouped(per_second(self.nodes, self.time)));
        writeln!(out, "{:20} {nodes:>14} nodes {:>9} {rate:>14} nodes/s{depth}", self.game, seconds(self.time))?;
        self.counted.as_ref().map_or(Ok(()), |counted| counted.write(out))
    }

    fn as_json(&self) -> serde_json::Value {
        json!({
            "game": self.game,
            "depth": self.depth,
            "nodes": self.nodes,
            "time_ms": self.time.as_millis() as u64,
            "nodes_per_second": per_second(self.nodes, self.time),
            "perft": self.counted.as_ref().map(Counted::as_json),
        })
    }
}

/// How fast the rules are: move sequences from the start, whose last moves are counted and not played.
struct Counted {
    depth: u32,
    leaves: u64,
    time: Duration,
    /// A library that the rules stand on, and our rate relative to its own: the median of some rounds in turn.
    beneath: Option<(&'static str, f64)>,
}

impl Counted {
    /// The first depth with this many leaves, unless the tree ends before.
    const LEAVES: u64 = 10_000_000;
    const ROUNDS: usize = 9;

    fn measure(arena: &dyn Arena, beneath: Option<Beneath>) -> Result<Counted> {
        let start = Line::start();
        let count = |depth| -> Result<(u64, Duration)> {
            let started = Instant::now();
            let leaves = arena.divide(&start, depth)?.iter().map(|(_, count)| count).sum();
            Ok((leaves, started.elapsed()))
        };
        let (mut depth, (mut leaves, mut time)) = (1, count(1)?);
        while leaves < Counted::LEAVES && depth < 24 {
            let (more, longer) = count(depth + 1)?;
            if more <= leaves {
                break;
            }
            (depth, leaves, time) = (depth + 1, more, longer);
        }
        let ratio = |(name, perft): Beneath| -> Result<(&'static str, f64)> {
            let mut ratios = Vec::new();
            for _ in 0..Counted::ROUNDS {
                let started = Instant::now();
                let theirs = black_box(perft(black_box(depth)));
                let taken = started.elapsed();
                ensure!(theirs == leaves, "{name} counts {theirs} sequences of {depth} moves, and our rules {leaves}");
                ratios.push(taken.as_secs_f64() / count(depth)?.1.as_secs_f64());
            }
            ratios.sort_by(f64::total_cmp);
            Ok((name, ratios[ratios.len() / 2]))
        };
        Ok(Counted { depth, leaves, time, beneath: beneath.map(ratio).transpose()? })
    }

    fn write(&self, out: &mut dyn Write) -> Result<()> {
        let (leaves, rate) = (grouped(self.leaves), grouped(per_second(self.leaves, self.time)));
        write!(out, "{:20} {leaves:>14} leaves {:>8} {rate:>14} leaves/s depth {}", "  perft", seconds(self.time), self.depth)?;
        if let Some((name, ratio)) = self.beneath {
            write!(out, ", {ratio:.3} of {name} itself")?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn as_json(&self) -> serde_json::Value {
        json!({
            "depth": self.depth,
            "leaves": self.leaves,
            "time_ms": self.time.as_millis() as u64,
            "leaves_per_second": per_second(self.leaves, self.time),
            "beneath": self.beneath.map(|(name, ratio)| json!({ "crate": name, "ratio": ratio })),
        })
    }
}

/// The nodes of a search of each position by itself.
fn search(arena: &dyn Arena, spec: &Spec, lines: &[Line], limits: &Limits, threads: usize) -> Result<u64> {
    let mut player = arena.player(spec, &Watch::NOTHING)?;
    player.set_threads(threads);
    let mut nodes = 0;
    for line in lines {
        player.new_game();
        nodes += player.search(line, limits, &mut |_| {})?.nodes;
    }
    Ok(nodes)
}

/// The time to a depth with one thread and with several.
struct Together {
    threads: usize,
    /// Seconds and nodes of each round, with one thread and with several.
    rounds: Vec<[(f64, u64); 2]>,
}

impl Together {
    /// An odd number, for the median.
    const ROUNDS: usize = 5;

    fn measure(arena: &dyn Arena, spec: &Spec, lines: &[Line], limits: &Limits, threads: usize) -> Result<Together> {
        let mut rounds = Vec::new();
        for _ in 0..Together::ROUNDS {
            let mut round = [(0.0, 0); 2];
            for (place, threads) in round.iter_mut().zip([1, threads]) {
                let started = Instant::now();
                let nodes = search(arena, spec, lines, limits, threads)?;
                *place = (started.elapsed().as_secs_f64(), nodes);
            }
            rounds.push(round);
        }
        Ok(Together { threads, rounds })
    }

    fn median(&self, of: impl Fn(&[(f64, u64); 2]) -> f64) -> f64 {
        let mut values: Vec<f64> = self.rounds.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    }

    /// The time of several threads as a share of that of one.
    fn ratio(&self) -> f64 {
        self.median(|[one, several]| several.0 / one.0)
    }

    fn write(&self, out: &mut dyn Write, game: &str, depth: Option<u32>) -> Result<()> {
        let depth = depth.map(|depth| format!(" to depth {depth}")).unwrap_or_default();
        let [one, several] = [0, 1].map(|place| (self.median(|round| round[place].0), self.median(|round| round[place].1 as f64)));
        writeln!(
            out,
            "{game:24}{depth}: 1 thread {:.2} s, {} nodes; {} threads {:.2} s, {} nodes; time × {:.2} (median of {} rounds in turn)",
            one.0,
            grouped(one.1 as u64),
            self.threads,
            several.0,
            grouped(several.1 as u64),
            self.ratio(),
            self.rounds.len()
        )?;
        Ok(())
    }

    fn as_json(&self, game: &str, depth: Option<u32>) -> serde_json::Value {
        json!({ "game": game, "depth": depth, "threads": self.threads, "time_ratio": self.ratio(), "rounds": self.rounds })
    }
}

/// The counts of all games, each game on one thread and as many at a time as there are cores.
fn golden(terminal: &mut Terminal, names: &[String]) -> Result<()> {
    let arenas = names.iter().map(|name| terminal.arena(name)).collect::<Result<Vec<_>>>()?;
    let (next, counted) = (AtomicUsize::new(0), Mutex::new(vec![None; arenas.len()]));
    let work = || -> Result<()> {
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(arena) = arenas.get(at)
        {
            let text = golden_of(&**arena, &names[at])?;
            counted.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(text);
        }
        Ok(())
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    for text in counted.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten() {
        write!(terminal.out, "{text}")?;
    }
    Ok(())
}

fn golden_of(arena: &dyn Arena, name: &str) -> Result<String> {
    let lines = lines::bench(arena)?;
    let depths = Depths::of(arena, &lines)?;
    // The start, and a position in the middle of a game.
    let lines: Vec<Line> = lines.into_iter().step_by(2).collect();
    let mut text = String::new();
    for Setting { name: setting, spec, base } in settings(arena)? {
        let nodes = search(arena, &spec, &lines, &Limits::depth(depths.golden(&spec, base)), 1)?;
        writeln!(text, "{name} {setting} {nodes}")?;
    }
    Ok(text)
}

/// A line of the golden bench.
struct Setting {
    name: &'static str,
    spec: Spec,
    base: Base,
}

/// What the trees of a setting are like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// As big as those of alpha-beta alone, or bigger.
    Bare,
    /// As small as those of the default.
    Default,
}

/// The general presets, then each enhancement alone with what it needs, unless the game cannot have it. Those that preserve the value stand on
/// alpha-beta, without which the order of moves and much else would make no difference; the others on the default without them, because most
/// of them do something only away from the principal variation.
fn settings(arena: &dyn Arena) -> Result<Vec<Setting>> {
    let mut settings = Vec::new();
    for (name, base) in [
        ("negamax", Base::Bare),
        ("plain", Base::Bare),
        ("default", Base::Default),
        ("full-width", Base::Default),
        ("everything", Base::Default),
    ] {
        settings.push(Setting { name, spec: arena.preset(name)?, base });
    }
    // What others go by does nothing by itself.
    for card in CARDS.iter().filter(|card| card.category != Category::Data && card.name != "dummy") {
        let base = if card.is_selective() { Base::Default } else { Base::Bare };
        let mut spec = if base == Base::Default { arena.preset("full-width")? } else { Spec::nothing() };
        let mut wanted = vec![card.name, "alpha_beta"];
        while let Some(name) = wanted.pop() {
            spec.switch_on(name)?;
            let needs = CARDS.iter().filter(|card| card.name == name).flat_map(|card| card.needs);
            wanted.extend(needs.filter(|needed| !spec.is_on(needed)));
        }
        if arena.check_spec(&spec).is_ok() {
            settings.push(Setting { name: card.name, spec, base });
        }
    }
    Ok(settings)
}

/// How deep to search a game, from how many moves there are: the same for ever, whatever becomes of the search.
pub struct Depths {
    /// Legal moves on average, at least 2.
    branching: u128,
}

impl Depths {
    pub fn of(arena: &dyn Arena, lines: &[Line]) -> Result<Depths> {
        let mut moves = 0;
        for line in lines {
            moves += arena.view(line)?.moves.len();
        }
        Ok(Depths { branching: (moves / lines.len().max(1)).max(2) as u128 })
    }

    /// A good second a game.
    pub fn bench(&self, spec: &Spec) -> u32 {
        self.depth(spec, 300_000, 100_000_000)
    }

    /// A fraction of that, for many settings. Small trees are searched deeper: some techniques do nothing in shallow ones. So are games with many moves, where with less than
    /// five plies a table would do nothing.
    fn golden(&self, spec: &Spec, base: Base) -> u32 {
        let (usual, deep) = (self.depth(spec, 100_000, 250_000), self.depth(spec, 100_000, 4_000_000));
        match base {
            Base::Default => deep,
            Base::Bare => usual.max(deep.min(5)),
        }
    }

    /// The greatest depth whose full tree has at most `full` leaves or, with alpha-beta, whose tree of three quarters of the depth has `cut`.
    fn depth(&self, spec: &Spec, full: u128, cut: u128) -> u32 {
        let deepest = |step: u32, leaves: u128| {
            let fits = |depth: u32| self.branching.checked_pow(step * depth).is_some_and(|count| count <= leaves);
            (1..=24).take_while(|&depth| fits(depth)).last().unwrap_or(1)
        };
        if spec.is_on("alpha_beta") { deepest(3, cut.pow(4)) } else { deepest(1, full) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_follows_from_the_number_of_moves() {
        let (full, cut) = (Spec::nothing(), {
            let mut spec = Spec::nothing();
            spec.switch_on("alpha_beta").unwrap();
            spec
        });
        // 20^4 = 160,000; 20^(3/4 × 6) = 715,541.
        let depths = Depths { branching: 20 };
        assert_eq!((depths.golden(&full, Base::Bare), depths.golden(&cut, Base::Default)), (3, 6));
        // 20^(3/4 × 6) is more than 250,000. Games with more moves get their five plies all the same.
        assert_eq!(depths.golden(&cut, Base::Bare), 5);
        assert_eq!(Depths { branching: 50 }.golden(&cut, Base::Bare), 5);
        // However many moves there are, one ply is searched; however few, the depth has an end.
        assert_eq!(Depths { branching: 1_000_000 }.golden(&full, Base::Bare), 1);
        assert!(Depths { branching: 2 }.bench(&cut) <= 24);
    }
}
