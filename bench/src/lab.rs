//! What the laboratory costs and gains: threads, bookkeeping, results out of the store, and suites.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use cpu_time::ProcessTime;
use plysmith::arena::Line;
use plysmith::search::Watch;
use plysmith::{Arena, Limits};
use plysmith_games::find;
use plysmith_lab::Lab;
use plysmith_lab::play::{Openings, openings};
use plysmith_lab::store::Store;
use plysmith_lab::suite::Players;
use plysmith_lab::suite::make::{self, SuitePlan};
use plysmith_lab::trial::{Limit, Search, SpecText};

use crate::instructions::callgrind;
use crate::report::{Report, Target};

/// Searches of one round.
const SEARCHES: usize = 400;
const NODES: u64 = 100_000;
/// Results to be found in the store.
const CACHED: usize = 100_000;

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("plysmith-bench-{}-{name}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Threads, bookkeeping, cached results, suites.
pub fn compare(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("the laboratory, Breakthrough 8×8, default spec");
    let arena = find("breakthrough").ok_or_else(|| anyhow::anyhow!("the game is missing"))?;
    let arena = &*arena;
    let spec = SpecText::new(arena, &arena.preset("default")?)?;
    let lines = openings(&mut Lab::new(arena, ""), &Openings { plies: Some(12), ..Openings::usual(SEARCHES, 1, spec.clone()) })?;
    let trials: Vec<Search> = lines
        .iter()
        .map(|line| Search { spec: spec.clone(), line: line.clone(), limit: Limit::nodes(NODES), features: Vec::new() })
        .collect();
    let mut threads = Vec::new();
    for round in 0..rounds {
        let (one, _) = kept(arena, &trials, 1, &format!("one-{round}"))?;
        let (two, _) = kept(arena, &trials, 2, &format!("two-{round}"))?;
        threads.push(one / two);
    }
    let name = format!("two threads against one, {} searches of {NODES} nodes", trials.len());
    report.figure(&name, "× searches/s", threads, Target::AtLeast(1.85));
    let more = 100.0 * (instructions("trials")? / instructions("searches")? - 1.0);
    report.figure("what trials and store add to bare searches", "% instructions", vec![more], Target::AtMost(1.0));
    report.figure("100,000 results out of the store", "s", cached(arena, &spec, &lines, rounds)?, Target::AtMost(2.0));
    report.figure(
        "suite of wins in exactly 7, one thread, self-play included",
        "positions/s",
        suite(arena, rounds)?,
        Target::AtLeast(15.0),
    );
    Ok(())
}

/// The searches as trials that are kept: seconds by the wall clock, and nodes.
fn kept(arena: &dyn Arena, trials: &[Search], threads: usize, name: &str) -> Result<(f64, u64)> {
    let folder = Folder::new(name);
    let mut lab = Lab::new(arena, "").threads(threads).keep(Store::open(&folder.0)?, None);
    let wall = Instant::now();
    let results = lab.all("searches", trials)?;
    Ok((wall.elapsed().as_secs_f64(), results.iter().map(|searched| searched.nodes).sum()))
}

/// The instructions of 40 searches without those of 8: opening a store is not running trials.
fn instructions(name: &str) -> Result<f64> {
    Ok(callgrind(name, 40)?.0 - callgrind(name, 8)?.0)
}

/// Searches of [`NODES`] nodes as trials that are kept, or bare; answers their nodes.
pub fn work(name: &str, count: usize) -> Result<u64> {
    let arena = find("breakthrough").ok_or_else(|| anyhow::anyhow!("the game is missing"))?;
    let spec = SpecText::new(&*arena, &arena.preset("default")?)?;
    // One position after the other along a game.
    let mut lines = vec![Line::start()];
    let mut player = arena.player(&spec.spec()?, &Watch::TREE)?;
    while lines.len() < count {
        let mut line = lines[lines.len() - 1].clone();
        line.moves.extend(player.search(&line, &Limits::depth(2), &mut |_| {})?.best);
        lines.push(line);
    }
    match name {
        "trials" => {
            let limit = Limit::nodes(NODES);
            let trial = |line: &Line| Search { spec: spec.clone(), line: line.clone(), limit, features: Vec::new() };
            Ok(kept(&*arena, &lines.iter().map(trial).collect::<Vec<_>>(), 1, "work")?.1)
        }
        "searches" => {
            let mut nodes = 0;
            for line in &lines {
                player.new_game();
                nodes += player.search(line, &Limits::nodes(NODES), &mut |_| {})?.nodes;
            }
            Ok(nodes)
        }
        _ => bail!("no such work: {name}"),
    }
}

/// Seconds for results that are in the store.
fn cached(arena: &dyn Arena, spec: &SpecText, lines: &[Line], rounds: usize) -> Result<Vec<f64>> {
    let folder = Folder::new("cached");
    // Different trials that are quick to run: one node more each time.
    let trial = |index: usize| Search {
        spec: spec.clone(),
        line: lines[index % lines.len()].clone(),
        limit: Limit { nodes: Some(1_000 + index as u64), ..Limit::depth(1) },
        features: Vec::new(),
    };
    let trials: Vec<Search> = (0..CACHED).map(trial).collect();
    Lab::new(arena, "").keep(Store::open(&folder.0)?, None).all("searches", &trials)?;
    let mut seconds = Vec::new();
    for _ in 0..rounds {
        let mut lab = Lab::new(arena, "").keep(Store::open(&folder.0)?, None);
        let wall = Instant::now();
        ensure!(lab.all("searches", &trials)?.len() == CACHED);
        seconds.push(wall.elapsed().as_secs_f64());
    }
    Ok(seconds)
}

/// Wins in seven a second of CPU time.
fn suite(arena: &dyn Arena, rounds: usize) -> Result<Vec<f64>> {
    let mut specs = Vec::new();
    for evaluation in arena.card().evaluations.iter() {
        let mut spec = arena.preset("default")?;
        spec.evaluate_by(&evaluation.name);
        spec.set("table", "bits", 14)?;
        specs.push(SpecText::new(arena, &spec)?);
    }
    let players = Players { specs, depth: 3, temperatures: vec![0, 300], random_plies: 6, longest: 1_000, setups: false };
    let mut rates = Vec::new();
    for round in 0..rounds {
        let plan = SuitePlan { players: players.clone(), seed: 1 + round as u64, count: 60, shares: [60, 20, 20] };
        let cpu = ProcessTime::now();
        let suite = make::wins(&mut Lab::new(arena, "").threads(1), &plan, 7, None)?;
        rates.push(suite.entries.len() as f64 / cpu.elapsed().as_secs_f64());
    }
    Ok(rates)
}
