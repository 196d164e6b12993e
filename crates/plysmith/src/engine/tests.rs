use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::search::limits::{Clock, Stop};
use crate::testing::{Countdown, Heaps};

fn engine<G: Game>(game: G, level: i64, seed: u64) -> Engine<G> {
    let mut spec = Spec::preset(&game, "default").unwrap();
    spec.level = Level::new(level, seed);
    Engine::new(game, &spec).unwrap()
}

fn at_level<G: Game>(game: &G, position: &str, level: i64, seed: u64, limits: &Limits) -> Found<G::Move> {
    let position = Position::from_state(game, game.read_position(position).unwrap());
    engine(game.clone(), level, seed).search(&position, limits)
}

/// Each move has one node: they all had the score of a draw, and the first one was played.
#[test]
fn a_level_with_few_nodes_goes_by_how_the_positions_look() {
    for seed in 0..30 {
        // Nine moves; those that take two look good.
        let found = at_level(&Heaps, "7 8 9 1", 10, seed, &Limits::nodes(9));
        assert!(found.best.unwrap().1 == 2 && found.score.points() >= 41, "{found:?}");
        assert_eq!((found.nodes, found.depth, found.line.len(), found.stopped), (9, 1, 1, true));
    }
}

/// The last ones were never looked at.
#[test]
fn which_moves_are_left_out_for_want_of_nodes_is_drawn() {
    let played: HashSet<_> = (0..100).map(|seed| at_level(&Heaps, "8 8 8 1", 1, seed, &Limits::nodes(3)).best.unwrap()).collect();
    assert_eq!(played.len(), 9, "{played:?}");
}

#[test]
fn the_seed_decides_between_moves_that_look_the_same() {
    for level in [1, 10] {
        let best = |seed| at_level(&Countdown::<false>, "10 1", level, seed, &Limits::nodes(2)).best.unwrap();
        assert_eq!((0..30).map(best).collect::<HashSet<_>>().len(), 2, "level {level}");
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

fn seconds(hard: u64) -> Limits {
    let time = TimeLimit::fixed(Arc::new(Looks::default()), Duration::from_secs(hard));
    Limits { time: Some(time), ..Limits::default() }
}

/// All moves of this position look bad, so that one without a search seemed better than any with one.
#[test]
fn a_move_that_nobody_had_time_for_is_not_played_before_one_that_was_searched() {
    for hard in [1, 2, 5, 9, 20, 59] {
        let found = at_level(&Heaps, "8 8 8 1", 10, 1, &seconds(hard));
        assert!(found.stopped && found.score.points() < 0, "{hard} seconds: {found:?}");
    }
    let stop = Stop::default();
    stop.stop();
    let found = at_level(&Heaps, "8 8 8 1", 10, 1, &Limits { stop: Some(stop), ..Limits::default() });
    assert!(found.stopped && found.nodes == 0 && found.score.points() < 0, "{found:?}");
}

#[test]
fn a_level_that_sees_the_end_is_not_stopped() {
    let found = at_level(&Heaps, "1 1 0 1", 10, 1, &Limits::default());
    assert_eq!((found.stopped, found.score.lost_in()), (false, Some((2, 0))));
}

#[test]
fn time_is_shared_out_evenly() {
    let limits = seconds(100);
    let hard = |left| share(&limits, left).time.unwrap().hard.as_secs();
    // At 0, 1, 2 seconds; whoever comes late has none left, but does not end before the others.
    assert_eq!([hard(10), hard(9), hard(1)], [10, 12, 100]);
    assert_eq!(share(&seconds(0), 5).time.unwrap().hard.as_secs(), 0);
}

fn usual() -> Engine<Heaps> {
    let spec =
        Spec::parse("[alpha_beta]\n[table]\nmode = \"exact\"\nbits = 10\n[tt_order]\n[killers]\n[deepening]\n[pvs]").unwrap();
    Engine::new(Heaps, &spec).unwrap()
}

fn start() -> Position<Heaps> {
    Position::start(&Heaps)
}

#[test]
fn several_lines_are_the_best_moves_in_order_with_their_values() {
    let mut told = Vec::new();
    let limits = Limits { lines: 4, ..Limits::depth(5) };
    usual().search_with(&start(), &limits, &mut |found| told.push((found.depth, found.rank, found.best.unwrap(), found.score)));
    let last: Vec<_> = told.iter().filter(|(depth, ..)| *depth == 5).collect();
    assert_eq!(last.iter().map(|(_, rank, ..)| *rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let mut values: Vec<Score> =
        start().moves(&Heaps).into_iter().map(|mv| usual().search_below(&start(), mv, &Limits::depth(4)).score).collect();
    values.sort_by(|a, b| b.cmp(a));
    assert_eq!(last.iter().map(|(.., score)| *score).collect::<Vec<_>>(), values[..4]);
    assert_eq!(last.iter().map(|(_, _, mv, _)| *mv).collect::<HashSet<_>>().len(), 4);
}

/// A selective search may find later that a move is better than the best: that one was played, but told as the second.
#[test]
fn the_move_that_is_played_is_that_of_the_first_line() {
    let text =
        "[alpha_beta]\n[table]\n[tt_order]\n[deepening]\n[pvs]\n[late_moves]\nfirst = 1\nmin_depth = 2\n[null_move]\nmin_depth = 1";
    let spec = Spec::parse(text).unwrap();
    let mut again = 0;
    for heap in 1..=60 {
        let start = format!("{} {} 9 1", heap % 10, 3 + heap / 10);
        let position = Position::from_state(&Heaps, Heaps.read_position(&start).unwrap());
        let mut told = [None; 9];
        let mut last = (0, 0);
        let mut engine = Engine::new(Heaps, &spec).unwrap();
        let found = engine.search_with(&position, &Limits { lines: 9, ..Limits::depth(5 + heap % 3) }, &mut |found| {
            again += usize::from((found.depth, found.rank) <= last);
            last = (found.depth, found.rank);
            told[found.rank - 1] = Some((found.depth, found.best, found.score));
        });
        assert_eq!(told[0].map(|(_, best, score)| (best, score)), Some((found.best, found.score)), "{heap}");
        let same: Vec<Score> = told.iter().flatten().filter(|told| told.0 == found.depth).map(|told| told.2).collect();
        assert!(same.is_sorted_by(|better, worse| better >= worse), "{heap}: {same:?}");
    }
    assert!(again > 0, "no line came out of order, and nothing was tested");
}

#[test]
fn only_the_moves_asked_for_are_searched_and_nothing_else_is_remembered_of_them() {
    let mut engine = usual();
    let moves = start().moves(&Heaps);
    for (index, &wanted) in moves.iter().enumerate() {
        let limits = Limits { only: Some(vec![index as u16]), ..Limits::depth(5) };
        let found = engine.search(&start(), &limits);
        assert_eq!((found.best, found.score), (Some(wanted), usual().search_below(&start(), wanted, &Limits::depth(4)).score));
    }
    let (after, fresh) = (engine.search(&start(), &Limits::depth(5)), usual().search(&start(), &Limits::depth(5)));
    assert_eq!(after.score, fresh.score);
    let nonsense = Limits { only: Some(vec![700]), ..Limits::depth(3) };
    assert_eq!(engine.search(&start(), &nonsense).score, usual().search(&start(), &Limits::depth(3)).score);
}

#[test]
fn several_threads_find_the_same_value() {
    let one = usual().search(&start(), &Limits::depth(8));
    for threads in [2, 3, 5] {
        let mut engine = usual();
        engine.set_threads(threads);
        for _ in 0..5 {
            engine.new_game();
            let found = engine.search(&start(), &Limits::depth(8));
            assert_eq!((found.score, found.depth, found.stopped), (one.score, 8, false));
            assert!(found.nodes > 0);
        }
        engine.set_threads(1);
        engine.new_game();
        assert_eq!(engine.search(&start(), &Limits::depth(8)).nodes, one.nodes, "one thread again");
    }
}

/// Where a window failed and the next one was stopped, the first move that was tried in it was played, whatever it was worth.
#[test]
fn a_search_that_is_stopped_between_windows_plays_nothing_worse_than_the_iteration_before() {
    let start = Position::from_state(&Heaps, Heaps.read_position("7 8 9 1").unwrap());
    for windows in ["[aspiration]\nwidth = 1\ngrowth = 2\ntries = 10", "[mtdf]"] {
        let spec = Spec::parse(&format!("[alpha_beta]\n[table]\nmode = \"exact\"\nbits = 10\n[tt_order]\n[deepening]\n{windows}"))
            .unwrap();
        let new = || Engine::new(Heaps, &spec).unwrap();
        for nodes in 20..1_000 {
            let found = new().search(&start, &Limits::nodes(nodes));
            let before = new().search(&start, &Limits::depth(found.depth)).best;
            if found.best == before {
                continue;
            }
            let worth = |mv: Option<_>| new().search_below(&start, mv.unwrap(), &Limits::depth(found.depth)).score;
            assert!(worth(found.best) >= worth(before), "after {nodes} nodes, {windows}");
        }
    }
}

const PHASED: &str = "[alpha_beta]\n[table]\nbits = 10\n[tt_order]\n[deepening]\n[pvs]\n[phase.1]\noff = [\"pvs\"]\n[phase.1.killers]\n[phase.1.null_move]";

fn at(heaps: &str) -> Position<Heaps> {
    Position::from_state(&Heaps, Heaps.read_position(heaps).unwrap())
}

/// Everything about a search that tells specs apart.
fn told(found: Found<<Heaps as Game>::Move>) -> String {
    format!("{:?}", (found.nodes, found.best, found.score, found.line, found.counters))
}

/// The second phase of this game begins with twelve.
const EARLY: [&str; 2] = ["7 8 9 1", "4 5 6 2"];
const LATE: [&str; 2] = ["4 4 4 1", "3 5 4 2"];

#[test]
fn an_engine_with_phases_searches_as_one_with_the_spec_of_the_root_does() {
    let spec = Spec::parse(PHASED).unwrap();
    for (phase, positions) in [EARLY, LATE].iter().enumerate() {
        let plain = spec.in_phase(phase).unwrap();
        let other = spec.in_phase(1 - phase).unwrap();
        for (text, position) in positions.map(|text| (text, at(text))) {
            for limits in [Limits::depth(7), Limits::nodes(500), Limits { lines: 3, ..Limits::depth(4) }] {
                let search = |spec: &Spec| told(Engine::new(Heaps, spec).unwrap().search(&position, &limits));
                assert_eq!(search(&spec), search(&plain), "{text}");
                assert_ne!(search(&spec), search(&other), "{text}: nothing was tested");
            }
        }
    }
}

#[test]
fn what_one_part_learned_is_not_there_for_another_and_a_new_game_forgets_in_every_phase() {
    let spec = Spec::parse(PHASED).unwrap();
    let mut phased = Engine::new(Heaps, &spec).unwrap();
    let limits = Limits::depth(7);
    let fresh = |position: &str| told(Engine::new(Heaps, &spec).unwrap().search(&at(position), &limits));
    for position in [EARLY[0], LATE[0], EARLY[1], LATE[1]] {
        assert_eq!(told(phased.search(&at(position), &limits)), fresh(position), "the phase has changed");
    }
    assert_ne!(told(phased.search(&at(LATE[1]), &limits)), fresh(LATE[1]), "what was learned serves the same phase");
    phased.new_game();
    assert_eq!(told(phased.search(&at(LATE[1]), &limits)), fresh(LATE[1]));
    phased.search(&at(EARLY[0]), &limits);
    phased.new_game();
    assert_eq!(told(phased.search(&at(EARLY[1]), &limits)), fresh(EARLY[1]));
}

#[test]
fn phases_keep_the_number_of_threads() {
    let mut engine = Engine::new(
        Heaps,
        &Spec::parse(&PHASED.replace("bits", "mode = \"exact\"\nbits").replace("\n[phase.1.null_move]", "")).unwrap(),
    )
    .unwrap();
    engine.set_threads(3);
    for position in [LATE[0], EARLY[0], LATE[1]] {
        let found = engine.search(&at(position), &Limits::depth(6));
        assert_eq!(engine.helpers.len(), 2);
        assert_eq!(found.score, usual().search(&at(position), &Limits::depth(6)).score, "{position}");
    }
    // In a phase without a table there is nothing to share.
    let mut engine = Engine::new(Heaps, &Spec::parse("[alpha_beta]\n[table]\n[phase.1]\noff = [\"table\"]").unwrap()).unwrap();
    engine.set_threads(2);
    for (position, helpers) in [(EARLY[0], 1), (LATE[0], 0), (EARLY[0], 1)] {
        engine.search(&at(position), &Limits::depth(3));
        assert_eq!(engine.helpers.len(), helpers, "{position}");
    }
}

/// At a level every move has a search of its own, some of them in the next phase.
#[test]
fn at_a_level_the_phase_is_that_of_the_root() {
    let mut spec = Spec::parse(PHASED).unwrap();
    spec.level = Level::new(6, 1);
    for (phase, position) in [(0, "4 5 4 1"), (1, "4 4 4 1")] {
        let search = |spec: &Spec| told(Engine::new(Heaps, spec).unwrap().search(&at(position), &Limits::default()));
        assert_eq!(search(&spec), search(&spec.in_phase(phase).unwrap()));
        assert_ne!(search(&spec), search(&spec.in_phase(1 - phase).unwrap()), "nothing was tested");
    }
}

#[test]
fn samples_of_further_threads_come_behind_those_of_the_first() {
    let of = |enhancement, values: &[f32]| Samples { enhancement, values: values.to_vec() };
    let mut samples = vec![of("history", &[1.0, 2.0])];
    add_samples(&mut samples, vec![of("killers", &[5.0]), of("history", &[3.0])]);
    add_samples(&mut samples, vec![of("history", &[4.0])]);
    assert_eq!(samples, [of("history", &[1.0, 2.0, 3.0, 4.0]), of("killers", &[5.0])]);
}
