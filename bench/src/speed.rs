//! Nodes per second, as ratios of contestants that take turns.

use anyhow::{Result, ensure};
use cpu_time::ProcessTime;
use plysmith::{Engine, Fixed, Limits, Position, Spec};
use plysmith_games::breakthrough::Breakthrough;

use crate::baked::{FullWidth, Negamax, Plain};
use crate::breakthrough_plain;
use crate::report::{Report, Target};

type Game = Breakthrough<8, 8>;

/// What a contestant did: nodes and CPU seconds.
#[derive(Clone, Copy)]
pub struct Run {
    /// Nodes visited.
    pub nodes: u64,
    /// CPU time.
    pub seconds: f64,
}

impl Run {
    /// Millions of nodes a second.
    pub fn rate(self) -> f64 {
        self.nodes as f64 / self.seconds / 1e6
    }
}

/// CPU time of some work that counts nodes.
pub fn timed(work: impl FnOnce() -> u64) -> Run {
    let clock = ProcessTime::now();
    let nodes = work();
    Run { nodes, seconds: clock.elapsed().as_secs_f64() }
}

fn search<S: plysmith::Settings>(engine: &mut Engine<Game, S>, depth: u32) -> Run {
    engine.new_game();
    let position = Position::start(engine.game());
    timed(|| engine.search(&position, &Limits::depth(depth)).nodes)
}

/// A spec read at run time against the same choices as constants.
pub fn settings(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("spec at run time against baked constants, nodes per second, Breakthrough from the start");
    let game = Game::new();
    let mut negamax = Engine::<_, Fixed<Negamax>>::baked(game.clone());
    let mut plain = Engine::<_, Fixed<Plain>>::baked(game.clone());
    let mut full_width = Engine::<_, Fixed<FullWidth>>::baked(game.clone());
    ensure!(
        Spec::preset(&game, "full-width")?.choices() == <FullWidth as plysmith::Baked>::CHOICES,
        "the baked full-width engine is not the preset"
    );
    let mut ratios = [const { Vec::new() }; 3];
    let dynamic = |name: &str| Engine::preset(game.clone(), name);
    let mut engines = [dynamic("negamax")?, dynamic("plain")?, dynamic("full-width")?];
    for _ in 0..rounds {
        let baked = [search(&mut negamax, 5), search(&mut plain, 9), search(&mut full_width, 10)];
        let read = [search(&mut engines[0], 5), search(&mut engines[1], 9), search(&mut engines[2], 10)];
        for i in 0..3 {
            ensure!(baked[i].nodes == read[i].nodes, "run-time and baked settings visit different nodes");
            ratios[i].push(read[i].rate() / baked[i].rate());
        }
    }
    let [negamax, plain, full_width] = ratios;
    report.figure("negamax: run-time spec against baked", "× nodes/s", negamax, Target::AtLeast(0.85));
    report.figure("plain alpha-beta: run-time spec against baked", "× nodes/s", plain, Target::AtLeast(0.85));
    report.figure("full-width: run-time spec against baked", "× nodes/s", full_width, Target::AtLeast(0.85));
    Ok(())
}

/// The hand-made search for Breakthrough alone.
fn yardstick_run(depth: u32) -> Run {
    timed(|| {
        let mut nodes = 0;
        breakthrough_plain::alpha_beta(breakthrough_plain::Board::start(), -1_000_000, 1_000_000, depth, &mut nodes);
        nodes
    })
}

/// Plain alpha-beta against the special-purpose one.
pub fn yardstick(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("plain alpha-beta against a special-purpose program for Breakthrough, depth 8 from the start, the same nodes");
    let game = Game::new();
    let mut plain = Engine::<_, Fixed<Plain>>::baked(game.clone());
    let mut dynamic = Engine::preset(game.clone(), "plain")?;
    let (mut baked, mut read) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let theirs = yardstick_run(8);
        let ours = [search(&mut plain, 8), search(&mut dynamic, 8)];
        ensure!(
            ours.iter().all(|run| run.nodes == theirs.nodes),
            "ours visits {} nodes, the yardstick {}",
            ours[0].nodes,
            theirs.nodes
        );
        baked.push(ours[0].rate() / theirs.rate());
        read.push(ours[1].rate() / theirs.rate());
    }
    report.figure("plain alpha-beta, baked, against the yardstick", "× nodes/s", baked, Target::AtLeast(0.35));
    report.figure("plain alpha-beta, run-time spec, against the yardstick", "× nodes/s", read, Target::AtLeast(0.35));
    Ok(())
}

/// The default spec's nodes per second, beside the yardstick's.
pub fn rate(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("nodes per second of the default spec, depth 11 from the start, beside the yardstick at depth 8");
    let mut default = Engine::preset(Game::new(), "default")?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..rounds.min(5).max(rounds / 2) {
        ours.push(search(&mut default, 11).rate());
        theirs.push(yardstick_run(8).rate());
    }
    report.figure("default spec, run-time", "M nodes/s", ours, Target::AtLeast(10.0));
    report.figure("the yardstick, plain alpha-beta", "M nodes/s", theirs, Target::None);
    Ok(())
}
