//! `forge-power`: how likely the proof of a forge accepts a true gain, by simulation, for budgets from minutes to hours; and how likely it accepts nothing.

use std::time::Duration;

use anyhow::Result;
use plysmith_lab::forge::{first_error, first_proof, proof_games, simulated};
use plysmith_lab::report::{Axis, Outcome};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::statistics::{Level, wilson};
use plysmith_lab::verify::NELO_PER_T;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Experiment, Field, Hiding, Published};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "forge-power",
    about: "how likely the proof of a forge accepts true gains, and no gain, by its budget",
    source: "our own; by simulation",
    published: Published::Nothing("no other system forges engines"),
    games: |_| &["breakthrough"],
    apart: false,
    hiding: Hiding::Nothing("it is a simulation and plays no game"),
    run,
};

/// Games a second on two cores at the pace of the user, 100 ms a move and sixty plies; shorter budgets play faster until there are enough of them.
const RATE: f64 = 2.0 / 6.0;
/// True differences, in normalised Elo.
const GAINS: [f64; 4] = [0.0, 20.0, 40.0, 80.0];

fn run(field: &mut Field) -> Result<Findings> {
    let error = first_error();
    let simulations = field.scale.of(200, 4_000, 40_000);
    let mut rng = Pcg64Mcg::seed_from_u64(field.seed);
    let mut findings = Findings::default();
    let mut last = [0.0; GAINS.len()];
    let (mut grows, mut kept) = (true, true);
    for (name, seconds) in [("5 m", 300), ("1 h", 3_600), ("8 h", 28_800)] {
        let budget = Duration::from_secs(seconds);
        let pairs = (first_proof(budget).as_secs_f64() * RATE).max(proof_games(budget)) / 2.0;
        let mut group = Group::new(format!("{name}, {pairs:.0} pairs")).unit("% accepted");
        for (at, gain) in GAINS.into_iter().enumerate() {
            let shares = distribution(gain);
            let accepted = (0..simulations).filter(|_| simulated(pairs, error, || draw(&shares, &mut rng))).count();
            let Some(interval) = wilson(accepted as u64, simulations as u64, Level::default()) else { continue };
            let label = if gain == 0.0 { "no gain".to_string() } else { format!("{gain} nElo") };
            group
                .rows
                .push(Row::new(label).between(interval.map(|share| 100.0 * share)).remark(format!("{simulations} simulations")));
            if gain == 0.0 {
                kept &= interval.low <= error;
            } else {
                grows &= interval.value >= last[at] - 0.01;
                last[at] = interval.value;
            }
        }
        findings.groups.push(group.judged(Outcome::Informative, "").plotted(Axis::linear("accepted").unit("%"), None));
    }
    findings.verdict = format!(
        "A true gain is accepted {} with a larger budget; no gain is accepted {} than the {:.1} % that a first proof allows itself.",
        if grows { "more often" } else { "NOT more often" },
        if kept { "no more often" } else { "MORE often" },
        100.0 * error
    );
    findings
        .condition("games", "two cores, 100 ms a move, 60 plies; a budget that affords fewer than about 300 games plays faster");
    findings.condition("pairs", "27 % of them for either side at no difference, 46 % even; the look at four and sixteen times the nodes, which can only reject, is left out");
    Ok(findings)
}

/// Shares of the five results of a pair with this normalised Elo: those of usual matches, shifted until the difference fits.
fn distribution(nelo: f64) -> [f64; 5] {
    let shifted = |shift: f64| [0.05 - 0.2 * shift, 0.22 - shift, 0.46, 0.22 + shift, 0.05 + 0.2 * shift];
    let rating = |shares: [f64; 5]| {
        let mean: f64 = (0..5).map(|at| shares[at] * at as f64 / 4.0).sum();
        let variance: f64 = (0..5).map(|at| shares[at] * (at as f64 / 4.0 - mean).powi(2)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * NELO_PER_T
    };
    let (mut low, mut high) = (0.0, 0.21);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if rating(shifted(middle)) < nelo { low = middle } else { high = middle }
    }
    shifted(low)
}

fn draw(shares: &[f64; 5], rng: &mut Pcg64Mcg) -> usize {
    let mut drawn: f64 = rng.random();
    let found = shares.iter().position(|share| {
        drawn -= share;
        drawn < 0.0
    });
    found.unwrap_or(4)
}
