//! Limits are kept, and a search that was stopped has a legal move all the same.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plysmith::game::Game;
use plysmith::{Clock, Engine, Level, Limits, Position, Spec, Stop, TimeLimit};
use plysmith_games::testing::draughts6::Draughts6;
#[cfg(feature = "default")]
use plysmith_games::{breakthrough::Breakthrough, chess::Chess};

use crate::harness::games::{self, Visit};
use crate::harness::tested::Tested;

const PRESETS: [&str; 5] = ["negamax", "plain", "full-width", "default", "everything"];

/// The search may go on for so many nodes between two looks at the clock or the switch.
const INTERVAL: u64 = 1_024;

struct NodeLimits;

impl Visit for NodeLimits {
    type Answer = ();

    fn visit<G: Game>(&self, game: G) {
        let game = Tested::own(game);
        let position = Position::start(&game);
        let moves = position.moves(&game);
        for preset in PRESETS {
            let mut engine = Engine::preset(game.clone(), preset).unwrap();
            for nodes in 0..=500 {
                let limits = Limits { depth: Some(9), nodes: Some(nodes), ..Limits::default() };
                engine.new_game();
                let found = engine.search(&position, &limits);
                let name = game.name();
                assert!(found.best.is_some_and(|best| moves.contains(&best)), "{name} {preset}: no legal move at {nodes} nodes");
                assert!(found.nodes <= nodes, "{name} {preset}: {} nodes of {nodes}", found.nodes);
                assert!(!found.stopped || found.nodes == nodes, "{name} {preset}: stopped after {} of {nodes} nodes", found.nodes);
                assert!(found.stopped || found.depth == 9, "{name} {preset}: not stopped, and yet only depth {}", found.depth);
                assert_eq!(found.line.first().copied(), found.best, "{name} {preset}");
            }
        }
        check_levels(&game);
    }
}

/// A level keeps to its nodes and to the limit, plays a legal move, and the same one again.
fn check_levels<G: Game>(game: &Tested<G>) {
    let position = Position::start(game);
    for number in [1, 4, 7] {
        let level = Level::new(number, 1).unwrap();
        let mut spec = Spec::preset(game, "default").unwrap();
        spec.level = Some(level);
        let mut engine = Engine::new(game.clone(), &spec).unwrap();
        for nodes in [0, 1, 9, 150, u64::MAX] {
            let mut search = || {
                engine.new_game();
                engine.search(&position, &Limits::nodes(nodes))
            };
            let (found, again) = (search(), search());
            assert!(position.moves(game).contains(&found.best.unwrap()), "{} at level {number}: no legal move", game.name());
            assert!(found.nodes <= nodes.min(level.nodes()), "{} at level {number}: {} nodes", game.name(), found.nodes);
            assert_eq!((found.best, found.score, found.nodes), (again.best, again.score, again.nodes), "{}", game.name());
        }
    }
}

/// More moves than the first level has nodes (218 in this problem of N. Petrović, 1964): all that such a level did was to play the first one.
#[test]
#[cfg(feature = "default")]
fn a_level_chooses_among_all_moves_where_there_are_more_of_them_than_nodes() {
    let game = Tested::own(Chess::new());
    let position = Position::read(&game, Some("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), &[] as &[&str]).unwrap();
    let moves = position.moves(&game);
    assert_eq!(moves.len(), 218);
    let mut played = Vec::new();
    for seed in 0..30 {
        let mut spec = Spec::preset(&game, "default").unwrap();
        spec.level = Level::new(1, seed);
        let mut engine = Engine::new(game.clone(), &spec).unwrap();
        let mut search = || {
            engine.new_game();
            engine.search(&position, &Limits::default())
        };
        let (found, again) = (search(), search());
        assert_eq!((found.best, found.score, found.nodes), (again.best, again.score, again.nodes));
        // Eight queens too many, and a move that mates counts as more.
        assert!(found.nodes <= 100 && found.score.points() > 3_000, "{found:?}");
        played.push(moves.iter().position(|mv| Some(*mv) == found.best).unwrap());
    }
    assert!(played.iter().any(|&index| index < 100) && played.iter().any(|&index| index >= 118), "{played:?}");
    let distinct: HashSet<_> = played.iter().collect();
    assert!(distinct.len() > 5, "{played:?}");
}

#[test]
fn a_node_limit_is_used_up_but_never_exceeded_and_gives_a_legal_move() {
    games::visit(&NodeLimits);
}

fn check_stopped<G: Game>(game: &G, limits: &Limits, most: u64) {
    let position = Position::start(game);
    for preset in PRESETS {
        let mut engine = Engine::preset(game.clone(), preset).unwrap();
        let found = engine.search(&position, limits);
        let legal = found.best.is_some_and(|best| position.moves(game).contains(&best));
        assert!(found.stopped && legal, "{} {preset}: {found:?}", game.name());
        assert!(found.nodes <= most, "{} {preset}: {} nodes", game.name(), found.nodes);
    }
}

#[test]
#[cfg(feature = "default")]
fn a_search_that_is_stopped_beforehand_stops_at_the_first_look() {
    let stop = Stop::default();
    stop.stop();
    for depth in [Some(20), None] {
        let limits = Limits { depth, stop: Some(stop.clone()), ..Limits::default() };
        check_stopped(&Tested::own(Breakthrough::<8, 8>::new()), &limits, INTERVAL);
        check_stopped(&Tested::own(Draughts6), &limits, INTERVAL);
    }
}

/// A clock by which a second passes each time that somebody looks.
#[derive(Default)]
struct Looks(AtomicU64);

impl Clock for Looks {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn time(soft: u64, hard: u64) -> Limits {
    let (soft, hard) = (Duration::from_secs(soft), Duration::from_secs(hard));
    let time = TimeLimit { clock: Arc::new(Looks::default()), soft, hard, flexible: false };
    Limits { time: Some(time), depth: Some(30), ..Limits::default() }
}

#[test]
#[cfg(feature = "default")]
fn the_search_stops_when_the_clock_has_run_out() {
    for hard in [0, 1, 5, 20] {
        // Looks between iterations count as well, so this is the most.
        let most = (hard + 1) * INTERVAL;
        for preset in PRESETS {
            let game = Tested::own(Breakthrough::<8, 8>::new());
            let mut engine = Engine::preset(game.clone(), preset).unwrap();
            let found = engine.search(&Position::start(&game), &time(1_000, hard));
            assert!(found.stopped && found.best.is_some() && found.nodes <= most, "{preset} {hard}: {} nodes", found.nodes);
        }
    }
}

#[test]
#[cfg(feature = "default")]
fn no_iteration_begins_after_the_soft_limit() {
    let game = Tested::own(Breakthrough::<8, 8>::new());
    let mut engine = Engine::preset(game.clone(), "default").unwrap();
    let mut depths = Vec::new();
    let found = engine.search_with(&Position::start(&game), &time(0, 1_000_000), &mut |found| depths.push(found.depth));
    assert_eq!((depths, found.depth, found.stopped), (vec![1], 1, true));
}
