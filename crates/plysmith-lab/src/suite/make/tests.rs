//! Tests of the suites that are made.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::testing::{arena, spec};
use plysmith::Limits;

fn plan(game: &str, count: usize) -> SuitePlan {
    let arena = arena(game);
    let mut specs = Vec::new();
    for evaluation in arena.card().evaluations.iter() {
        let mut spec = arena.preset("default").unwrap();
        spec.evaluate_by(&evaluation.name);
        specs.push(SpecText::new(&*arena, &spec).unwrap());
    }
    let players = Players { specs, depth: 2, temperatures: vec![0, 500], random_plies: 4, longest: 300, setups: false };
    SuitePlan { players, seed: 1, count, shares: [60, 20, 20] }
}

/// Every class of positions of a suite by the parts that it is in.
fn parts(game: &str, suite: &Suite) -> HashMap<String, HashSet<Split>> {
    let arena = arena(game);
    let mut parts: HashMap<String, HashSet<Split>> = HashMap::new();
    for entry in &suite.entries {
        let mut board = arena.board(&Line { start: entry.line.start.clone(), moves: Vec::new() }).unwrap();
        parts.entry(board.class()).or_default().insert(entry.split);
        for mv in &entry.line.moves {
            board.play(mv).unwrap();
            parts.entry(board.class()).or_default().insert(entry.split);
        }
    }
    parts
}

#[test]
fn sequences_are_consecutive_and_no_position_or_game_is_in_two_parts() {
    for game in ["breakthrough-5x5", "breakthrough-6x6", "test-draughts-6x6"] {
        let arena = arena(game);
        let suite = sequences(&mut Lab::new(&*arena, ""), &plan(game, 30), 5).unwrap();
        assert_eq!(suite.entries.len(), 30, "{game}");
        assert!(suite.entries.iter().all(|entry| entry.line.moves.len() == 4), "{game}");
        assert!(suite.sizes().iter().all(|&size| size > 0), "{game}: {:?}", suite.sizes());
        let sources: HashSet<&String> = suite.entries.iter().map(|entry| &entry.source).collect();
        assert_eq!(sources.len(), 30, "{game}");
        assert!(parts(game, &suite).values().all(|parts| parts.len() == 1), "{game}");
        assert_eq!(Suite::read(&*arena, &suite.to_string()).unwrap(), suite, "{game}");
    }
}

#[test]
fn wins_are_wins_by_a_search_of_another_kind() {
    for (game, plies) in [("breakthrough-5x5", 5), ("hexapawn-4x5", 3), ("test-boxes", 3)] {
        let arena = arena(game);
        let suite = wins(&mut Lab::new(&*arena, ""), &plan(game, 12), plies, None).unwrap();
        assert!(suite.entries.len() >= 5, "{game}: {}", suite.entries.len());
        let mut player = arena.player(&arena.preset("plain").unwrap(), &Watch::NOTHING).unwrap();
        for entry in &suite.entries {
            let Known::Wins { plies: told, moves } = &entry.known else { panic!("{game}: {:?}", entry.known) };
            assert_eq!(*told, plies);
            let rated = player.rate(&entry.line, &Limits::depth(plies)).unwrap();
            let winning: Vec<String> = rated
                .moves
                .iter()
                .filter(|rated| rated.score.won_in().is_some_and(|(length, _)| length <= plies as usize))
                .map(|rated| rated.mv.clone())
                .collect();
            assert_eq!(&winning, moves, "{game} {:?}", entry.line);
            assert!(
                rated.moves.iter().all(|rated| rated.score.won_in().is_none_or(|(length, _)| length >= plies as usize)),
                "{game}"
            );
            assert!(moves.len() < rated.moves.len(), "{game}");
        }
        assert!(parts(game, &suite).values().all(|parts| parts.len() == 1), "{game}");
    }
}

#[test]
fn a_suite_is_as_hard_as_was_asked_for() {
    let game = "breakthrough-6x6";
    let arena = arena(game);
    let difficulty = Difficulty { spec: spec(game, "plain"), limit: Limit::nodes(300), share: 0.25 };
    let suite = wins(&mut Lab::new(&*arena, ""), &plan(game, 20), 5, Some(&difficulty)).unwrap();
    assert_eq!(suite.entries.len(), 20);
    let mut player = arena.player(&arena.preset("plain").unwrap(), &Watch::NOTHING).unwrap();
    let solved = suite.entries.iter().filter(|entry| {
        player.new_game();
        let best = player.search(&entry.line, &Limits::nodes(300), &mut |_| {}).unwrap().best.unwrap();
        entry.is_right(&best).unwrap()
    });
    assert_eq!(solved.count(), 5);
}

#[test]
fn scores_are_known_for_every_legal_move_and_come_from_all_thirds_of_the_games() {
    let game = "breakthrough-6x6";
    let arena = arena(game);
    let suite = scores(&mut Lab::new(&*arena, ""), &plan(game, 30), &spec(game, "default"), Limit::depth(4)).unwrap();
    let mut plies = Vec::new();
    for entry in &suite.entries {
        let Known::Scores(scores) = &entry.known else { panic!("{:?}", entry.known) };
        let legal = arena.view(&entry.line).unwrap().moves;
        assert_eq!(scores.iter().map(|(mv, _)| mv.clone()).collect::<Vec<_>>(), legal);
        plies.push(entry.id.split_once('.').unwrap().1.parse::<usize>().unwrap());
    }
    plies.sort_unstable();
    assert!(plies[5] < 12 && plies[24] > 20, "{plies:?}");
}

/// Once the same game under two numbers gave a position to two parts.
#[test]
fn a_game_that_is_played_twice_is_in_the_suite_once() {
    let game = "breakthrough-5x5";
    let arena = arena(game);
    let mut plan = plan(game, 20);
    // Without chance there are as many games as pairs of players.
    plan.players.specs.truncate(2);
    plan.players.temperatures = vec![0];
    plan.players.random_plies = 0;
    let suite = scores(&mut Lab::new(&*arena, ""), &plan, &spec(game, "default"), Limit::depth(2)).unwrap();
    assert!((1..=4).contains(&suite.entries.len()), "{}", suite.entries.len());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = "breakthrough-5x5";
    let arena = arena(game);
    let made = |threads| wins(&mut Lab::new(&*arena, "").threads(threads), &plan(game, 10), 5, None).unwrap();
    assert_eq!(made(1), made(2));
    assert_eq!(made(1), made(5));
}
