//! `free-inputs`: whether the inputs that a state gives for free tell who wins, in every bundled game.

use anyhow::Result;
use plysmith::Arena;
use plysmith::game::free_inputs::FreeInputs;
use plysmith_lab::lab::Lab;
use plysmith_lab::learn::{MOST_INPUTS, PredictionPlan, predict};
use plysmith_lab::report::{Axis, Better, Outcome, Reference};
use plysmith_lab::reproduce::{Findings, Group, Row};
use plysmith_lab::suite::{Players, usual_length};
use plysmith_lab::trial::SpecText;

use super::{Experiment, Field, Hiding, Published, Scale};

/// See the [module](self).
pub const EXPERIMENT: Experiment = Experiment {
    id: "free-inputs",
    about: "whether inputs taken from the hash stream of a state predict the results of held-out games",
    source: "our own",
    published: Published::Nothing("no other system takes inputs from what a state hashes"),
    games: |scale| scale.of(&["tic-tac-toe", "random"], &GAMES, &GAMES),
    apart: true,
    hiding: Hiding::Anything,
    run,
};

/// Every bundled game. In the last two the state writes nothing but a hash and a counter.
const GAMES: [&str; 13] = [
    "ataxx",
    "awari",
    "breakthrough",
    "critical-mass",
    "draughts",
    "halma",
    "hexapawn",
    "loa",
    "lose-checkers",
    "othello",
    "tic-tac-toe",
    "chess",
    "random",
];
/// How deep the players look, and how careless they are, in thousandths.
const DEPTH: u32 = 2;
const TEMPERATURES: [u32; 3] = [0, 300, 1_000];
/// Positions of a game.
const POSITIONS: usize = 16;
/// A longer game is left and does not count.
const LONGEST: usize = 1_000;

fn run(field: &mut Field) -> Result<Findings> {
    let (scale, seed) = (field.scale, field.seed);
    let mut group = Group::new("gain").unit("nats a game");
    let (mut better, mut all) = (0, 0);
    for game in field.wanted.clone() {
        let row = field.on(game, |lab| row(lab, game, scale, seed))?;
        if row.ends.is_some() {
            all += 1;
            better += u32::from(row.ends.is_some_and(|(low, _)| low > 0.0));
        }
        group.rows.push(row);
    }
    let verdict = format!(
        "In {better} of {all} games with free inputs a weighted sum of them predicts held-out results better than a constant does, with the lower bound of the interval."
    );
    let reference = Reference { value: 0.0, label: "the constant".into(), better: Better::Higher };
    let axis = Axis::linear("gain in log-loss");
    let mut findings = Findings::new(verdict);
    findings.groups.push(group.judged(Outcome::Informative, "").plotted(axis, Some(reference)));
    findings.condition(
        "games",
        "of self-play, as many as the rows say: three fifths to learn from, one to choose the pull, one held out",
    );
    findings.condition(
        "players",
        format!(
            "the default engine against itself, depth {DEPTH}, temperatures {TEMPERATURES:?} thousandths, up to 6 random plies"
        ),
    );
    findings.condition("positions", format!("{POSITIONS} of a game at most, behind the random plies"));
    findings.condition(
        "fit",
        "logistic, two weights an input (one for each side to move), the pull of four that suits the validation games best",
    );
    findings.condition("interval", "95 %, bootstrap over held-out games; a game counts once, by the mean over its positions");
    Ok(findings)
}

/// As many games as have so many plies, within bounds: short games tell less each.
fn games(arena: &dyn Arena, scale: Scale) -> Result<usize> {
    let (plies, fewest, most) = scale.of((1_000, 120, 120), (200_000, 1_000, 6_000), (1_000_000, 6_000, 20_000));
    Ok((plies / usual_length(arena)?.max(1)).clamp(fewest, most))
}

/// What a game gives for free, and what that tells.
fn row(lab: &mut Lab, game: &str, scale: Scale, seed: u64) -> Result<Row> {
    let (arena, own) = (lab.arena(), lab.arena().card().inputs);
    let free = match arena.free_inputs() {
        Ok(inputs) => inputs.len(),
        Err(error) => return Ok(Row::new(game).ours("no free inputs").remark(format!("{own} own inputs; {error}"))),
    };
    if free == 0 {
        let reasons = arena.free_inputs().map(left_out).unwrap_or_default();
        return Ok(Row::new(game).ours("no free inputs").remark(format!("{own} own inputs; all it writes: {reasons}")));
    }
    if free > MOST_INPUTS {
        return Ok(Row::new(game)
            .ours("too many inputs")
            .remark(format!("{free} free inputs, {own} own; the fit takes {MOST_INPUTS}")));
    }
    let mut spec = arena.preset("default")?;
    if spec.is_on("table") {
        // Shallow searches need no large table, and a small one stays in the cache.
        spec.set("table", "bits", 14)?;
    }
    // One engine plays both sides: between two the better one wins, whatever the position says.
    let specs = vec![SpecText::new(arena, &spec)?];
    let players = Players { specs, depth: DEPTH, temperatures: TEMPERATURES.to_vec(), longest: LONGEST, ..Players::usual(arena)? };
    let plan = PredictionPlan { players, games: games(arena, scale)?, positions: POSITIONS, seed };
    let found = predict(lab, &plan, free)?;
    let [train, validation, heldout] = found.games;
    let remark = format!(
        "{free} free inputs, {own} own; loss of the constant {:.3}, points of the first side {:.1} %; {train}+{validation}+{heldout} games",
        found.constant,
        100.0 * found.points
    );
    let row = Row::new(game).remark(remark);
    Ok(match found.gain {
        Some(gain) => row.between(gain),
        None => row.ours("too few games"),
    })
}

fn left_out(inputs: &FreeInputs) -> String {
    let report = inputs.report();
    report.left_out.iter().map(|left| format!("{} {}", left.place, left.reason.name())).collect::<Vec<_>>().join("; ")
}
