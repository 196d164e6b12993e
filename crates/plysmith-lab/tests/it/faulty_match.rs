//! Matches against programs that misbehave half way: the game is lost with its reason, and the match goes on.

use plysmith::arena::Line;
use plysmith::protocol::UGI;
use plysmith_lab::Lab;
use plysmith_lab::play::{Adjudication, Contestant, Ending, Openings, Pace, Program, openings};
use plysmith_lab::trial::{Limit, SpecText};
use plysmith_lab::verify::{Entrant, Match, MatchGame, OpeningSource, Tally};

const GAME: &str = "breakthrough-5x5";

/// Our engine against a program that plays this many moves before its misdeed, every time it is started.
fn play(misdeed: &str, moves: usize, pairs: usize, threads: usize) -> (Tally, Vec<MatchGame>) {
    let arena = plysmith_games::find(GAME).unwrap();
    let spec = SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap();
    let pace = Pace::Search(Limit::depth(2));
    let ours = Entrant { name: "ours".into(), who: Contestant::Spec(spec.clone()), pace };
    let command = format!("{} {misdeed} {moves}", env!("CARGO_BIN_EXE_faulty-engine"));
    let program = Program::find(&UGI, &command, 1_500).unwrap();
    let theirs = Entrant { name: "theirs".into(), who: Contestant::Program(program), pace };
    let mut lab = Lab::new(&*arena, "").threads(threads);
    let lines: Vec<Line> = openings(&mut lab, &Openings::usual(pairs, 1, spec)).unwrap();
    let mut games = Vec::new();
    let wanted = Match {
        players: [&ours, &theirs],
        openings: OpeningSource::Given(lines),
        pairs,
        adjudication: Adjudication::default(),
        sprt: None,
        occasion: "test",
    };
    let tally = wanted.play(&mut lab, "match", |game, _| games.push(game.clone())).unwrap();
    (tally, games)
}

/// All games are played; some are lost by the program for a reason with these words in it, and the others are played to their end.
fn check(misdeed: &str, words: &[&str]) {
    let (tally, games) = play(misdeed, 12, 4, 2);
    assert_eq!((tally.played, games.len()), (8, 8), "{misdeed}");
    let faults = games.iter().filter(|game| matches!(game.played.ending, Ending::Fault(_) | Ending::IllegalMove(_)));
    let (mut count, mut half_way) = (0, false);
    for game in faults {
        let reason = game.played.ending.to_string();
        assert!(words.iter().all(|word| reason.contains(word)), "{misdeed}: {reason}");
        let won = if game.swapped { "0-1" } else { "1-0" };
        assert_eq!(game.played.winner.result(), won, "{misdeed}");
        half_way |= !game.played.plies.is_empty();
        count += 1;
    }
    assert!(half_way, "{misdeed}: {games:?}");
    assert_eq!((tally.efforts[0].faults, tally.efforts[1].faults), (0, count), "{misdeed}");
}

#[test]
fn a_crash_is_a_lost_game() {
    check("panic", &["crashed", "the evaluation is on fire"]);
    check("exit", &["crashed", "exit status: 3"]);
}

#[test]
fn a_hang_is_a_lost_game() {
    check("hang", &["hung", "bestmove"]);
}

#[test]
fn an_illegal_move_is_a_lost_game() {
    check("illegal", &["illegal move", "h8a1"]);
}

#[test]
fn a_flood_without_an_answer_is_a_lost_game() {
    check("flood", &["hung"]);
    check("endless-line", &["hung"]);
}

#[test]
fn a_lost_pipe_is_a_lost_game() {
    check("closes-output", &["closed its standard output"]);
}

#[test]
fn a_program_that_behaves_loses_nothing_by_faults() {
    let (tally, games) = play("none", 0, 4, 2);
    assert_eq!(tally.efforts[1].faults, 0);
    assert!(games.iter().all(|game| game.played.ending == Ending::Rules));
    // It is the same engine, so that both sides play the same moves as in a game of ours against ours.
    let arena = plysmith_games::find(GAME).unwrap();
    let spec = SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap();
    let ours = Entrant { name: "ours".into(), who: Contestant::Spec(spec.clone()), pace: Pace::Search(Limit::depth(2)) };
    let mut lab = Lab::new(&*arena, "").threads(1);
    let lines = openings(&mut lab, &Openings::usual(4, 1, spec)).unwrap();
    let adjudication = Adjudication::default();
    let wanted =
        Match { players: [&ours, &ours], openings: OpeningSource::Given(lines), pairs: 4, adjudication, sprt: None, occasion: "" };
    let mut same = Vec::new();
    wanted.play(&mut lab, "match", |game, _| same.push(game.clone())).unwrap();
    let moves = |game: &MatchGame| game.played.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), same.iter().map(moves).collect::<Vec<_>>());
}
