//! What it costs to train a small network: positions a second, and what a second thread gains.

use std::time::Instant;

use anyhow::{Result, ensure};
use cpu_time::ProcessTime;
use plysmith::game::hash::mix;
use plysmith::net::{Layout, Network};
use plysmith_lab::learn::{Example, Examples, Loss, Objective, Training};

use crate::report::{Report, Target};

/// As many inputs as two kinds of pieces have on 64 squares, and as many of them on as there are pieces in the middle of a game.
const INPUTS: u64 = 128;
const ACTIVE: usize = 30;
/// Positions of an epoch, and epochs of a round.
const POSITIONS: usize = 200_000;
const EPOCHS: u64 = 3;

/// Random positions, one after the other: both views, then the next position.
struct Positions {
    inputs: Vec<u16>,
    targets: Vec<f32>,
}

impl Positions {
    fn new() -> Positions {
        let draw = |number: usize| mix(number as u64 ^ mix(1));
        let inputs: Vec<u16> = (0..POSITIONS * 2 * ACTIVE).map(|number| (draw(number) % INPUTS) as u16).collect();
        // Whether low inputs or high ones are on says a little about who wins.
        let target = |position: &[u16]| if position.iter().filter(|input| **input < 64).count() > ACTIVE { 1.0 } else { 0.0 };
        let targets = inputs.chunks_exact(2 * ACTIVE).map(target).collect();
        Positions { inputs, targets }
    }
}

impl Examples for Positions {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn example(&self, index: usize, _: u64, example: &mut Example) {
        example.clear();
        let inputs = &self.inputs[index * 2 * ACTIVE..][..2 * ACTIVE];
        for (view, inputs) in example.views.iter_mut().zip(inputs.chunks_exact(ACTIVE)) {
            view.extend_from_slice(inputs);
        }
        example.wanted.push(0);
        example.targets.push(self.targets[index]);
    }
}

/// Seconds by the wall clock and of CPU for some epochs, the weights that come out, and the last loss.
fn trained(positions: &Positions, units: usize, threads: usize) -> Result<(f64, f64, Network, f64)> {
    let mut network = Network::seeded(Layout { first: units, views: 2, ..Layout::of(INPUTS as usize, 1) }, 1)?;
    let training = Training { objective: Objective::of(Loss::CrossEntropy), epochs: EPOCHS, ..Training::default() };
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let trained = training.run(&mut network, positions, threads, &mut |_| true)?;
    Ok((wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64(), network, trained.loss))
}

/// Networks of 16 and of 128 units, on one thread and on two.
pub fn compare(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("training of a network, 128 inputs, 2 views of 30 active ones, clipped units, 1 output, Adam, batches of 512");
    let positions = Positions::new();
    let seen = POSITIONS as f64 * EPOCHS as f64 / 1e6;
    for (units, target, gain) in [(16, Target::AtLeast(1.5), Target::AtLeast(1.7)), (128, Target::None, Target::None)] {
        let (mut rates, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (wall, cpu, one, loss) = trained(&positions, units, 1)?;
            let (two_wall, _, two, _) = trained(&positions, units, 2)?;
            ensure!(one == two, "two threads learned other weights than one");
            ensure!(loss < 0.6, "nothing was learned: the loss is {loss}");
            rates.push(seen / cpu);
            ratios.push(wall / two_wall);
        }
        report.figure(&format!("{units} units, one thread"), "M positions/s", rates, target);
        report.figure(&format!("{units} units, two threads against one"), "× positions/s", ratios, gain);
    }
    Ok(())
}
