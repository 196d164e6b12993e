//! Networks in every game: what is kept between evaluations is what is made from scratch, and a search with a network has the value that plain negamax has with it.

use plysmith::game::Game;
use plysmith::game::free_inputs::FreeInputs;
use plysmith::net::{EvaluationNet, NetCard, NetMemory, Quantised};
use plysmith::part::{PartCard, PartKind};
use plysmith::{Engine, Limits, Part, Parts, Spec};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::tested::Tested;
use crate::harness::{case_seed, cases, rng, specs};

/// The inputs of a game: its own, if it has any, and the free ones, if there are any.
fn sources<G: Game>(game: &G) -> Vec<(usize, Option<FreeInputs>)> {
    let own = (game.inputs() > 0).then(|| (game.inputs(), None));
    let free = FreeInputs::learn(game, 1).ok().filter(|free| !free.is_empty()).map(|free| (free.len(), Some(free)));
    own.into_iter().chain(free).collect()
}

/// A network with weights at random.
fn random(inputs: usize, rng: &mut Pcg64Mcg) -> (NetCard, Quantised) {
    let units = [8, 16, 24, 32, 64][rng.random_range(0..5)];
    let card = NetCard { inputs, units, heads: rng.random_range(1..=2), turned: rng.random(), ten_to_one: 460 };
    let mut numbers = |count: usize, most: i16| (0..count).map(|_| rng.random_range(-most..=most)).collect::<Vec<i16>>();
    let weights = Quantised {
        rows: numbers(inputs * units, 400),
        bias: numbers(units, 400),
        output: numbers(card.heads * units, 4_000),
        output_bias: vec![0; card.heads],
        shift: 10,
    };
    (card, weights)
}

/// Of so many cases of a run one is for these tests.
const SHARE: u64 = 10;

struct Kept;

impl Visit for Kept {
    type Answer = u64;

    fn visit<G: Game>(&self, game: G) -> u64 {
        let (mut compared, mut memory) = (0, NetMemory::default());
        for (inputs, plan) in sources(&game) {
            for number in 0..cases() / SHARE {
                let mut rng = rng(case_seed("followed", &game.name(), number));
                let (card, weights) = random(inputs, &mut rng);
                let net = EvaluationNet::new(card, plan.clone(), &weights).unwrap();
                let (mut state, mut ply) = (game.start(), 0);
                // What is kept of one network and game is no harm to the next.
                memory.begin(&net);
                while ply < 60 && game.outcome(&state).is_none() {
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    // All that a search does: it tries some moves or a pass, comes back each time, and goes on behind the last.
                    let mut child = state.clone();
                    for _ in 0..rng.random_range(1..5) {
                        child.clone_from(&state);
                        if rng.random_range(0..8) > 0 || !game.pass(&mut child) {
                            game.play(&mut child, moves[rng.random_range(0..moves.len())]);
                        }
                        let (found, expected) = (net.points(&game, &child, &mut memory, ply + 1), net.evaluate(&game, &child));
                        assert_eq!(found, expected, "{}, game {number}, {card:?}: {}", game.name(), game.write_position(&child));
                        compared += 1;
                    }
                    (state, ply) = (child, ply + 1);
                }
            }
        }
        compared
    }
}

#[test]
fn what_a_network_says_by_its_memory_is_what_it_says_from_scratch() {
    for (name, compared) in games::visit(&Kept) {
        assert!(compared > 0 || name.starts_with("random"), "{name} has no inputs at all");
    }
}

struct Values;

impl Visit for Values {
    type Answer = u64;

    fn visit<G: Game>(&self, game: G) -> u64 {
        let game = Tested::own(game);
        let mut searched = 0;
        let sources = sources(&game);
        if sources.is_empty() {
            return 0;
        }
        for number in 0..cases() / SHARE {
            let seed = case_seed("networks", &game.name(), number);
            let mut rng = rng(seed);
            let (inputs, plan) = &sources[number as usize % sources.len()];
            let (card, weights) = random(*inputs, &mut rng);
            let (body, shape) = weights.write(&card, plan.as_ref());
            let kind = EvaluationNet::KIND.into();
            let part = PartCard { kind, game: game.name(), shape: shape.into_iter().collect(), provenance: Default::default() };
            let parts = Parts::bundled(&game);
            let id = parts.add(Part::new(part, body).unwrap()).unwrap();
            // A network does not say the same of a turned board, so that `symmetry` would change its values.
            let mut spec = specs::random(&game, |name| specs::preserving(name) && name != "symmetry", &mut rng);
            specs::set_table(&mut spec, "mode", "exact");
            spec.evaluate_by_network(id);
            let mut plain = Spec::nothing();
            plain.evaluate_by_network(id);
            let line = Line::random(&game, &mut rng);
            if line.open_moves(&game).is_empty() {
                continue;
            }
            let position = line.position(&game);
            let [mut engine, mut plain] = [&spec, &plain].map(|spec| {
                Engine::with_parts(game.clone(), spec, &parts).unwrap_or_else(|error| panic!("{}: {error}\n{spec}", game.name()))
            });
            let known = |depth: u32| {
                let found = plain.search(&position, &Limits { nodes: Some(BUDGET), ..Limits::depth(depth) });
                (!found.stopped).then_some((depth, found.score))
            };
            let Some((depth, expected)) = (1..6).map_while(known).last() else { continue };
            let found = engine.search(&position, &Limits::depth(depth));
            assert_eq!(found.score, expected, "{} seed {seed}, depth {depth} after {}\n{spec}", game.name(), line.text(&game));
            searched += 1;
        }
        searched
    }
}

/// What plain negamax may cost in one case.
const BUDGET: u64 = 5_000;

#[test]
fn a_search_with_a_network_has_the_value_that_plain_negamax_has_with_it() {
    for (name, searched) in games::visit(&Values) {
        assert!(searched * 2 > cases() / SHARE || name.starts_with("random"), "{name}: only {searched} cases could be searched");
    }
}
