//! Equal input gives equal nodes, in a new engine and after a new game, whatever is switched on.

use std::fmt::Debug;

use plysmith::enhance::Counter;
use plysmith::game::Game;
use plysmith::search::Watch;
use plysmith::{Engine, Found, Limits, Score, Spec};
use rand::RngExt;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, rng, specs};

/// All that a search tells, but for the statistics of a watched one.
#[derive(Debug, PartialEq)]
struct Told<M> {
    nodes: u64,
    score: Score,
    best: Option<M>,
    line: Vec<M>,
    depth: u32,
    stopped: bool,
    counters: Vec<Counter>,
}

impl<M> From<Found<M>> for Told<M> {
    fn from(found: Found<M>) -> Told<M> {
        let Found { best, score, line, depth, nodes, stopped, counters, .. } = found;
        Told { nodes, score, best, line, depth, stopped, counters }
    }
}

/// A random engine of a game, of any enhancements there are, and three consecutive positions with limits.
struct Sequence<G: Game> {
    seed: u64,
    game: Tested<G>,
    spec: Spec,
    searches: Vec<(Line<Tested<G>>, Limits)>,
}

impl<G: Game> Sequence<G> {
    fn new(game: &G, seed: u64) -> Sequence<G> {
        let mut rng = rng(seed);
        let game = Tested { game: game.clone(), evaluation: Evaluation::random(&mut rng) };
        let spec = specs::random(&game, |_| true, &mut rng);
        let mut line = Line::random(&game, &mut rng);
        let mut searches = Vec::new();
        for _ in 0..3 {
            let moves = line.open_moves(&game);
            if moves.is_empty() {
                break;
            }
            let limits = Limits {
                depth: rng.random_bool(0.8).then(|| rng.random_range(1..5)),
                nodes: Some(if rng.random_bool(0.5) { 3_000 } else { rng.random_range(1..500) }),
                ..Limits::default()
            };
            searches.push((line.clone(), limits));
            line.play(&game, moves[rng.random_range(0..moves.len())]);
        }
        Sequence { seed, game, spec, searches }
    }

    fn engine(&self, watch: &Watch) -> Engine<Tested<G>> {
        Engine::watched(self.game.clone(), &self.spec, watch).unwrap()
    }

    fn run(&self, engine: &mut Engine<Tested<G>>) -> Vec<Told<G::Move>> {
        self.searches.iter().map(|(line, limits)| engine.search(&line.position(&self.game), limits).into()).collect()
    }

    fn compare<T: PartialEq + Debug>(&self, found: &[T], expected: &[T], what: &str) {
        let Sequence { seed, game, spec, searches } = self;
        let searched = searches.iter().map(|(line, limits)| format!("{limits:?} {}\n", line.text(game))).collect::<String>();
        assert!(
            found == expected,
            "{}: {what}\nfound {found:?}\nexpected {expected:?}\nseed {seed}\n{searched}{spec}",
            game.name()
        );
    }
}

struct Repeat;

impl Visit for Repeat {
    type Answer = ();

    fn visit<G: Game>(&self, game: G) {
        for number in 0..cases() / 5 {
            let sequence = Sequence::new(&game, case_seed("determinism", &game.name(), number));
            let mut engine = sequence.engine(&Watch::NOTHING);
            let expected = sequence.run(&mut engine);
            for (told, (line, limits)) in expected.iter().zip(&sequence.searches) {
                let legal = told.best.is_some_and(|best| line.open_moves(&sequence.game).contains(&best));
                sequence.compare(&[legal, told.nodes <= limits.nodes.unwrap()], &[true, true], "the move is legal, the limit kept");
            }
            sequence.compare(
                &sequence.run(&mut sequence.engine(&Watch::NOTHING)),
                &expected,
                "a new engine searches as the first did",
            );
            for watch in [Watch::TREE, Watch { tree: true, features: vec![0, 1] }] {
                sequence.compare(&sequence.run(&mut sequence.engine(&watch)), &expected, "watching changes nothing");
            }
            for _ in 0..3 {
                engine.new_game();
                sequence.compare(&sequence.run(&mut engine), &expected, "after a new game the engine is as new");
            }
        }
    }
}

#[test]
fn equal_input_gives_equal_nodes() {
    games::visit(&Repeat);
}
