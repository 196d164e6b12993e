//! Instruction counts by callgrind: the generic search with everything off against one written by hand, and the presets of the game.

use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use plysmith::arena::Line;
use plysmith::search::Watch;
use plysmith::{Engine, Fixed, Game, Limits, Position, Spec};
use plysmith_games::breakthrough::Breakthrough;

use crate::baked::Negamax;
use crate::hand::Hand;
use crate::report::{Report, Target};

const DEPTH: u32 = 4;

/// The presets come this far with about as many nodes.
const DEEP: u32 = 8;

/// Presets of other games, each to a depth of some ten thousand nodes: what a change of the core costs where evaluation, moves and branching are of another kind.
const OTHERS: [(&str, &str, u32); 6] = [
    ("loa", "full-width", 5),
    ("loa", "default", 7),
    ("chess", "full-width", 6),
    ("chess", "default", 8),
    ("othello", "full-width", 10),
    ("othello", "default", 11),
];

/// The features of the study that extensions come from.
const FEATURES: [&str; 10] = ["Ud-RdTt", "PP-RdTt", "RdTt", "Ud-Rdt", "Ud-PP", "Ud-PP-Rdt", "PP-Rdt", "Rc-Rdb", "PP-Rdt-Edg", "Ud"];

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
    let (instructions, nodes) = count("full-width", DEEP)?;
    report.figure("full-width preset, instructions per node", "instr/node", vec![instructions / nodes as f64], Target::None);
    let (default, nodes) = count("default", DEEP)?;
    report.figure("default preset, instructions per node", "instr/node", vec![default / nodes as f64], Target::None);
    for (game, preset, depth) in OTHERS {
        let (instructions, nodes) = count(&format!("{game}:{preset}"), depth)?;
        let per_node = vec![instructions / nodes as f64];
        report.figure(&format!("{game}, {preset} preset, instructions per node"), "instr/node", per_node, Target::None);
    }
    let (none, nodes) = count("none", DEEP)?;
    for (name, most) in [("one", 1.03), ("ten", 1.08)] {
        let (features, same) = count(name, DEEP)?;
        ensure!(nodes == same, "features that cost a ply change nothing, and yet {same} nodes were visited instead of {nodes}");
        let name = format!("default preset that matches {name} feature{}", if name == "one" { "" } else { "s" });
        report.figure(&name, "× instructions", vec![features / none], Target::AtMost(most));
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
        "none" | "one" | "ten" => {
            let mut spec = Spec::preset(&game, "default")?;
            let names = match name {
                "none" => &[],
                "one" => &FEATURES[..1],
                _ => &FEATURES[..],
            };
            // What costs a ply is searched as if there were no feature: only looking for it is counted.
            spec.set_costs(names.iter().map(|name| (name.to_string(), 64)).collect())?;
            if names.is_empty() {
                spec.switch_off("fractional")?
            } else {
                spec.switch_on("fractional")?
            }
            let mut engine = Engine::new(game.clone(), &spec)?;
            engine.search(&Position::start(&game), &Limits::depth(depth)).nodes
        }
        "hand" => {
            let mut hand = Hand::new(u64::MAX);
            hand.search(&game.start(), depth);
            hand.nodes
        }
        name if name.starts_with("inputs:") => crate::inputs::work(name, depth)?,
        name if name.contains(':') => {
            let (game, preset) = name.split_once(':').context("a game and a preset")?;
            let arena = plysmith_games::find(game).with_context(|| format!("no game `{game}`"))?;
            let mut player = arena.player(&arena.preset(preset)?, &Watch::NOTHING)?;
            player.search(&Line::start(), &Limits::depth(depth), &mut |_| {})?.nodes
        }
        name => crate::lab::work(name, depth as usize)?,
    };
    println!("{nodes}");
    Ok(())
}
