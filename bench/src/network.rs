//! What a network costs in the search: nodes a second with it against those with the hand-made evaluation, from the same positions.
//!
//! The networks are not learned. Their units share out what a sum of one weight for each input says, each a stretch of it, which costs what any weights cost. In Breakthrough that sum is the hand-made evaluation
//! itself, so that both engines search the very same tree; in the other games they search as many nodes of similar trees.

use anyhow::{Context, Result, ensure};
use plysmith::game::Game;
use plysmith::net::evaluation::ONE;
use plysmith::net::{EvaluationNet, NetCard, Quantised};
use plysmith::part::{PartCard, PartKind};
use plysmith::{Engine, Limits, Part, Parts, Position, Spec};
use plysmith_games::ataxx::Ataxx;
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::loa::LinesOfAction;

use crate::report::{Report, Target};
use crate::speed::timed;

/// Units of the networks.
const UNITS: usize = 16;
/// Positions searched in each round, and nodes for each.
const POSITIONS: usize = 20;
const NODES: u64 = 30_000;
/// A position more is so many moves further from the start.
const APART: usize = 2;

/// All games.
pub fn compare(rounds: usize, report: &mut Report) -> Result<()> {
    report.say(&format!(
        "a network of {UNITS} units against the hand-made evaluation, the default spec, {POSITIONS} positions of {NODES} nodes"
    ));
    // Own pieces count more the further they are, by the square of the rank.
    let advanced = |input: usize| {
        let rank = (input % 64 / 8) as i16;
        if input < 64 { 100 + rank * rank } else { -100 - (7 - rank) * (7 - rank) }
    };
    let of_two = |area: usize| move |input: usize| [100, -100, 0][(input / area).min(2)];
    game(&Breakthrough::<8, 8>::new(), advanced, true, rounds, report)?;
    game(&Ataxx::new(7, 7).context("the usual size")?, of_two(49), false, rounds, report)?;
    game(&LinesOfAction::<8>::new(), of_two(64), false, rounds, report)
}

fn game<G: Game>(game: &G, weight: impl Fn(usize) -> i16, same: bool, rounds: usize, report: &mut Report) -> Result<()> {
    let parts = Parts::bundled(game);
    let own = Spec::preset(game, "hand-made")?;
    let mut by_network = own.clone();
    by_network.evaluate_by_network(parts.add(network(game, weight)?)?);
    let mut engines = [Engine::with_parts(game.clone(), &by_network, &parts)?, Engine::with_parts(game.clone(), &own, &parts)?];
    let positions = positions(game);
    let mut ratios = Vec::new();
    for _ in 0..rounds {
        let mut scores = [const { Vec::new() }; 2];
        let mut search = |of: usize| {
            let engine = &mut engines[of];
            timed(|| {
                let each = positions.iter().map(|position| {
                    engine.new_game();
                    let found = engine.search(position, &Limits::nodes(NODES));
                    scores[of].push(found.score);
                    found.nodes
                });
                each.sum()
            })
        };
        let [network, own] = [search(0), search(1)];
        ensure!(
            !same || (network.nodes == own.nodes && scores[0] == scores[1]),
            "the network says something else of {}",
            game.name()
        );
        ratios.push(network.rate() / own.rate());
    }
    let name = format!("{}, network against hand-made{}", game.name(), if same { ", the same tree" } else { "" });
    report.figure(&name, "× nodes/s", ratios, if same { Target::AtLeast(0.7) } else { Target::None });
    Ok(())
}

/// A network that says the sum of these weights of the active inputs, as long as that is less than `ONE / 2` for each unit.
fn network<G: Game>(game: &G, weight: impl Fn(usize) -> i16) -> Result<Part> {
    let (inputs, shift, half) = (game.inputs(), 4, i32::from(ONE) / 2 * UNITS as i32);
    let card = NetCard { inputs, units: UNITS, heads: 1, turned: true, ten_to_one: 460 };
    let weights = Quantised {
        rows: (0..inputs).flat_map(|input| [weight(input); UNITS]).collect(),
        bias: (0..UNITS as i32).map(|unit| (half - i32::from(ONE) * unit) as i16).collect(),
        output: vec![1 << shift; UNITS],
        output_bias: vec![-(half << shift)],
        shift,
    };
    let (body, shape) = weights.write(&card, None);
    let (kind, shape) = (EvaluationNet::KIND.into(), shape.into_iter().collect());
    Ok(Part::new(PartCard { kind, game: game.name(), shape, provenance: Default::default() }, body)?)
}

/// Positions of games whose moves a plain generator chooses: the same for every program.
fn positions<G: Game>(game: &G) -> Vec<Position<G>> {
    let mut number = 1u64;
    let mut after = |moves: usize| {
        let mut position = Position::start(game);
        for _ in 0..moves {
            let legal = position.moves(game);
            // Knuth's constants.
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match legal.get((number >> 33) as usize % legal.len().max(1)) {
                Some(&mv) => position.play(game, mv),
                None => break,
            }
        }
        position
    };
    let all = (0..POSITIONS).map(|at| after(at * APART));
    all.filter(|position| !position.moves(game).is_empty()).collect()
}
