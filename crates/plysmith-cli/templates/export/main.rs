//! The program: speaks UGI, UCI or UAI with other programs; `bench` tells nodes and speed.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plysmith::arena::{Line, Player};
use plysmith::protocol::{Dialect, Host, UGI, serve};
use plysmith::search::Watch;
use plysmith::{Arena, Clock, Limits};

/// What the search of fixed positions took before the spec was compiled in: the depth, then nodes, start and moves of each.
const BENCH: &str = include_str!("../bench.txt");

const USAGE: &str = "usage: <name> [ugi|uci|uai|bench [ROUNDS]]\n\n\
    Without a word it speaks the protocol whose name comes first: UGI, UCI or UAI.\n\
    bench searches fixed positions; with ROUNDS it compares its speed, so often, with that of the same spec read at run time.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => speak(None),
        ["bench"] => bench(0),
        ["bench", rounds] if rounds.parse::<usize>().is_ok() => bench(rounds.parse().unwrap_or(0)),
        ["help" | "--help" | "-h"] => writeln!(io::stdout(), "{USAGE}").map(|()| true),
        [name] if Dialect::named(name).is_some() => speak(Dialect::named(name)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The clock on the wall.
struct Wall(Instant);

impl Clock for Wall {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Answers until the other side leaves.
fn speak(dialect: Option<&'static Dialect>) -> io::Result<bool> {
    let mut input = BufReader::new(io::stdin());
    let mut first = Vec::new();
    if dialect.is_none() {
        // Who does not say which protocol it is, says hello in it.
        input.by_ref().take(1 << 16).read_until(b'\n', &mut first)?;
    }
    let hello = String::from_utf8_lossy(&first).trim().to_string();
    let arena = <krate>::arena();
    let host = Host {
        arena: &arena,
        name: "<name> <version>",
        author: "the plysmith authors",
        dialect: dialect.or_else(|| Dialect::named(&hello)).unwrap_or(&UGI),
        clock: &|| Arc::new(Wall(Instant::now())),
    };
    serve(&host, <krate>::spec(), Cursor::new(first).chain(input), io::stdout())?;
    Ok(true)
}

/// A position of the bench.
struct Place {
    nodes: u64,
    line: Line,
}

/// The positions with the limits of their search.
fn places() -> (Limits, Vec<Place>) {
    let mut lines = BENCH.lines();
    let depth = lines.next().and_then(|depth| depth.parse().ok()).unwrap_or(1);
    let place = |line: &str| {
        let mut fields = line.split('\t');
        let nodes = fields.next()?.parse().ok()?;
        let start = fields.next().filter(|start| !start.is_empty()).map(String::from);
        Some(Place { nodes, line: Line { start, moves: fields.map(String::from).collect() } })
    };
    (Limits::depth(depth), lines.filter_map(place).collect())
}

/// Searches every position by itself; whether the nodes are those of the spec.
fn bench(rounds: usize) -> io::Result<bool> {
    let (limits, places) = places();
    let arena = <krate>::arena();
    let mut compiled = player(&arena);
    let mut out = io::stdout();
    let (mut nodes, mut taken, mut equal) = (0, Duration::ZERO, true);
    for (number, place) in places.iter().enumerate() {
        let (found, time) = search(&mut *compiled, place, &limits)?;
        let remark = if found == place.nodes { String::new() } else { format!(", but the spec {}", place.nodes) };
        writeln!(out, "position {}: {found} nodes in {:.6} s{remark}", number + 1, time.as_secs_f64())?;
        (nodes, taken, equal) = (nodes + found, taken + time, equal && found == place.nodes);
    }
    writeln!(out, "total: {nodes} nodes in {:.6} s, {:.0} nodes/s", taken.as_secs_f64(), nodes as f64 / taken.as_secs_f64().max(1e-9))?;
    // Short searches are repeated, so that a round takes long enough for a clock.
    let repeats = (0.2 / taken.as_secs_f64().max(1e-6)).ceil().max(1.0) as usize;
    let mut run_time = player(arena.at_run_time());
    for round in 1..=rounds {
        let [ours, theirs] = [&mut compiled, &mut run_time].map(|player| all(&mut **player, &places, &limits, repeats));
        writeln!(out, "round {round}: compiled {:.6} s, at run time {:.6} s", ours?.as_secs_f64(), theirs?.as_secs_f64())?;
    }
    if !equal {
        writeln!(out, "the nodes are not those of the spec")?;
    }
    Ok(equal)
}

fn player(arena: &dyn Arena) -> Box<dyn Player> {
    arena.player(&<krate>::spec(), &Watch::NOTHING).expect("the spec suits the game")
}

/// The time for all positions, several times.
fn all(player: &mut dyn Player, places: &[Place], limits: &Limits, repeats: usize) -> io::Result<Duration> {
    let mut taken = Duration::ZERO;
    for _ in 0..repeats {
        for place in places {
            taken += search(player, place, limits)?.1;
        }
    }
    Ok(taken)
}

/// Nodes and time of a search.
fn search(player: &mut dyn Player, place: &Place, limits: &Limits) -> io::Result<(u64, Duration)> {
    player.new_game();
    let started = Instant::now();
    let report = player.search(&place.line, limits, &mut |_| {}).map_err(io::Error::other)?;
    Ok((report.nodes, started.elapsed()))
}
