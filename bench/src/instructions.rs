//! Instruction counts by callgrind: the generic search with everything off against one written by hand, and the presets of the game.

use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use plysmith::{Engine, Fixed, Game, Limits, Position};
use plysmith_games::breakthrough::Breakthrough;

use crate::baked::Negamax;
use crate::hand::Hand;
use crate::report::{Report, Target};

const DEPTH: u32 = 4;

/// The presets come this far with about as many nodes.
const DEEP: u32 = 8;

/// Counts both at a depth, without what a search of depth 1 costs: setting up is not searching. Then the presets of the game, without and with what is
/// selective: the first shows what the selective half costs where it is switched off.
pub fn compare(_: usize, report: &mut Report) -> Result<()> {
    report.say("instructions by callgrind, Breakthrough from the start: plain negamax, then presets");
    let (generic, nodes) = count("generic", DEPTH)?;
    let (hand, hand_nodes) = count("hand", DEPTH)?;
    ensure!(nodes == hand_nodes, "the generic search visits {nodes} nodes, the hand-written one {hand_nodes}");
    report.figure(
        "generic search, everything off, instructions per node",
        "instr/node",
        vec![generic / nodes as f64],
        Target::None,
    );
    report.figure("hand-written negamax, instructions per node", "instr/node", vec![hand / nodes as f64], Target::None);
    let (run_time, _) = count("run-time", DEPTH)?;
    report.figure(
        "run-time spec, everything off, instructions per node",
        "instr/node",
        vec![run_time / nodes as f64],
        Target::None,
    );
    for (preset, name) in
        [("full-width", "full-width preset, instructions per node"), ("default", "default preset, instructions per node")]
    {
        let (instructions, nodes) = count(preset, DEEP)?;
        report.figure(name, "instr/node", vec![instructions / nodes as f64], Target::None);
    }
    report.figure("generic search against hand-written negamax", "× instructions", vec![generic / hand], Target::AtMost(1.03));
    Ok(())
}

/// The instructions and nodes between depth 1 and this one.
fn count(name: &str, depth: u32) -> Result<(f64, u64)> {
    let (deep, deep_nodes) = callgrind(name, depth)?;
    let (shallow, shallow_nodes) = callgrind(name, 1)?;
    Ok((deep - shallow, deep_nodes - shallow_nodes))
}

/// The instructions of a piece of work, and its nodes.
pub fn callgrind(name: &str, depth: u32) -> Result<(f64, u64)> {
    let found = Command::new("valgrind").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        bail!("valgrind is not installed; install the Debian package `valgrind`, or leave this part out with --only");
    }
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["work", name, &depth.to_string()])
        .output()
        .context("valgrind could not be started")?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind failed:\n{text}");
    let total = text.lines().find_map(|line| line.split_once("refs:")).context("valgrind printed no total")?.1;
    let nodes = String::from_utf8_lossy(&output.stdout).trim().parse()?;
    Ok((total.trim().replace(',', "").parse()?, nodes))
}

/// What is counted: one search, or several by the laboratory, whose nodes are printed.
pub fn work(name: &str, depth: u32) -> Result<()> {
    let game = Breakthrough::<8, 8>::new();
    let nodes = match name {
        "generic" => {
            let mut engine = Engine::<_, Fixed<Negamax>>::baked(game.clone());
            engine.search(&Position::start(&game), &Limits::depth(depth)).nodes
        }
        "run-time" | "full-width" | "default" => {
            let mut engine = Engine::preset(game.clone(), if name == "run-time" { "negamax" } else { name })?;
            engine.search(&Position::start(&game), &Limits::depth(depth)).nodes
        }
        "hand" => {
            let mut hand = Hand::new(u64::MAX);
            hand.search(&game.start(), depth);
            hand.nodes
        }
        name => crate::lab::work(name, depth as usize)?,
    };
    println!("{nodes}");
    Ok(())
}
