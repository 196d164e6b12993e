//! What others have published: numbers of move sequences, solved games and proven wins.

use std::io::Read;
use std::path::PathBuf;

use plysmith::game::{Game, check, perft};
use plysmith::{Engine, Limits, Position, Prover, Score};
use plysmith_games::ataxx::Ataxx;
use plysmith_games::awari::Awari;
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::chess::Chess;
use plysmith_games::hexapawn::Hexapawn;
use plysmith_games::loa::LinesOfAction;
use plysmith_games::tic_tac_toe::TicTacToe;
use ruzstd::decoding::StreamingDecoder;

use crate::harness::line::Line;
use crate::harness::tested::Tested;
use crate::harness::{cases, reference};

/// A file out of `shared`, which lies beside the repository; one that ends in `.zst` is unpacked. Without it a test has nothing to do, except in
/// continuous integration.
pub fn shared(path: &str) -> Option<String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    match std::fs::read(&file) {
        Ok(packed) if path.ends_with(".zst") => {
            let mut text = String::new();
            StreamingDecoder::new(packed.as_slice()).unwrap().read_to_string(&mut text).unwrap();
            Some(text)
        }
        Ok(bytes) => Some(String::from_utf8(bytes).unwrap_or_else(|error| panic!("{path}: {error}"))),
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{}: {error}", file.display());
            println!("skipped: {}: {error}", file.display());
            None
        }
    }
}

fn check_counts<G: Game>(game: &G, name: &str) {
    let Some(csv) = shared(&format!("oracles/{name}.csv")) else { return };
    let rows = check::counts(game, name, &csv, 10_000_000).unwrap();
    println!("{name}: {rows} rows of published counts");
}

#[test]
fn ataxx_has_the_published_counts() {
    check_counts(&Ataxx::new(7, 7).unwrap(), "ataxx");
}

/// The counts of libataxx. Its board without a piece is no position here.
#[test]
fn ataxx_has_the_counts_of_libataxx() {
    let Some(text) = shared("data/ataxx/perft.tsv") else { return };
    let game = Ataxx::new(7, 7).unwrap();
    let mut compared = 0;
    for row in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("7/7/7/7/7/7/7 ")) {
        let (position, counts) = row.split_once('\t').unwrap();
        let state = game.read_position(position).unwrap();
        for (depth, count) in counts.split(' ').enumerate() {
            assert_eq!(perft::count(&game, &state, depth as u32), count.parse::<u64>().unwrap(), "{position} depth {depth}");
            compared += 1;
        }
    }
    assert!(compared >= 100, "only {compared} counts");
}

#[test]
fn ataxx_openings_are_read_and_written_again() {
    for name in ["ply2", "ply3_fair", "tournament"] {
        let Some(text) = shared(&format!("data/ataxx/openings_{name}.fen")) else { continue };
        let game = Ataxx::new(7, 7).unwrap();
        for line in text.lines() {
            let state = game.read_position(line).unwrap();
            assert_eq!(game.write_position(&state), line);
            assert_eq!(game.outcome(&state), None, "{line}");
        }
    }
}

#[test]
fn awari_has_the_published_counts() {
    check_counts(&Awari::new(), "oware");
}

#[test]
fn breakthrough_has_the_published_counts() {
    check_counts(&Breakthrough::<8, 8>::new(), "breakthrough");
}

#[test]
fn chess_has_the_published_counts() {
    check_counts(&Chess::new(), "chess");
}

#[test]
fn loa_has_the_published_counts() {
    check_counts(&LinesOfAction::<8>::new(), "loa");
}

#[test]
fn tic_tac_toe_has_the_published_counts() {
    check_counts(&TicTacToe::new(), "tic_tac_toe");
}

/// The value of the start, searched to the end, with several engines and by the reference.
pub fn check_value<G: Game>(game: G, depth: u32, holds: impl Fn(Score) -> bool) {
    let game = Tested::own(game);
    let line = Line::from_state(&game, game.start());
    let expected = reference::search(&game, &line, depth, u64::MAX).unwrap().best();
    assert!(holds(expected), "{}: the reference says {expected}", game.name());
    for preset in ["plain", "full-width"] {
        let found = Engine::preset(game.clone(), preset).unwrap().search(&Position::start(&game), &Limits::depth(depth));
        assert_eq!(found.score, expected, "{} {preset}", game.name());
    }
}

#[test]
fn hexapawn_is_won_by_the_second_side_on_3x3() {
    // M. Gardner, Scientific American, March 1962. No game is longer than seven plies.
    check_value(Hexapawn::new(3, 3).unwrap(), 10, |score| score.lost_in().is_some_and(|(plies, _)| plies <= 7 && plies % 2 == 0));
}

#[test]
fn hexapawn_is_won_by_the_first_side_on_4x4() {
    check_value(Hexapawn::new(4, 4).unwrap(), 20, |score| score.won_in().is_some_and(|(plies, _)| plies % 2 == 1));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    check_value(TicTacToe::new(), 9, |score| score == Score::DRAW);
}

#[test]
fn breakthrough_positions_that_are_won_in_seven_are_won_in_seven() {
    let Some(text) = shared("data/breakthrough/breakthrough_win7_300.tsv") else { return };
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let game = Tested::own(Breakthrough::<8, 8>::new());
    let [mut full_width, mut default] = ["full-width", "default"].map(|preset| Engine::preset(game.clone(), preset).unwrap());
    for (number, row) in rows.iter().enumerate() {
        let fields: Vec<&str> = row.split('\t').collect();
        let (board, side) = fields[0].split_once(' ').unwrap();
        let position = format!("{} {side}", board.replace('w', "P").replace('b', "p"));
        let state = game.read_position(&position).unwrap();
        let position = Position::from_state(&game, state.clone());
        // What is selective may take longer to prove it, but not more than this.
        default.new_game();
        let found = default.search(&position, &Limits::nodes(2_000_000));
        let best = found.best.map(|best| game.write_move(&state, best)).unwrap();
        assert!(found.score.won_in().is_some(), "{}: {row}", found.score);
        assert!(fields[4].split(' ').any(|winning| winning == best), "{best} does not win: {row}");
        if number % 5 == 0 || cases() > 1_000 {
            full_width.new_game();
            assert_eq!(full_width.search(&position, &Limits::depth(7)).score, Score::win(0, 7), "{row}");
        }
    }
}

#[test]
fn breakthrough_positions_that_are_won_in_seven_have_the_published_winning_moves() {
    let Some(text) = shared("data/breakthrough/breakthrough_win7_300.tsv") else { return };
    let game = Tested::own(Breakthrough::<8, 8>::new());
    let mut prover = Prover::new(game.clone(), 16);
    let mut positions = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (board, side) = fields[0].split_once(' ').unwrap();
        let state = game.read_position(&format!("{} {side}", board.replace('w', "P").replace('b', "p"))).unwrap();
        let position = Position::from_state(&game, state.clone());
        let proof = prover.prove(&position, 7, &Limits::default()).unwrap();
        let mut moves: Vec<String> = proof.moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
        let mut published: Vec<&str> = fields[4].split(' ').collect();
        moves.sort();
        published.sort();
        assert_eq!((proof.plies, moves), (Some(7), published.iter().map(|mv| mv.to_string()).collect()), "{row}");
        prover.forget();
        assert_eq!(prover.prove(&position, 5, &Limits::default()).unwrap().plies, None, "{row}");
        positions += 1;
    }
    assert_eq!(positions, 300);
}

/// Games of programs that learned (see the README beside them): every move is legal, every game ends by the rules with its last move and not before, and
/// the result is the recorded one. No position occurs three times; the five draws connect both sides at once.
#[test]
fn loa_records_replay_with_the_recorded_result() {
    let Some(text) = shared("data/lines-of-action/loa_games.tsv.zst") else { return };
    let game = LinesOfAction::<8>::new();
    let (mut games, mut plies, mut draws) = ([0; 2], 0, 0);
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, set_up, result, length, moves] = fields[..] else { panic!("{row}") };
        let start = match set_up {
            "LOA" => game.start(),
            "Scrambled-Eggs" => game.scrambled_eggs(),
            _ => panic!("{row}"),
        };
        let mut position = Position::from_state(&game, start);
        for (ply, text) in moves.split(' ').enumerate() {
            assert_eq!(position.outcome(&game), None, "ply {ply} of {row}");
            let mv = game.read_move(position.state(), text).unwrap_or_else(|error| panic!("ply {ply} of {row}: {error}"));
            position.play(&game, mv);
        }
        assert_eq!(length.parse(), Ok(moves.split(' ').count()), "{row}");
        assert_eq!(game.outcome(position.state()).map(|outcome| outcome.result()), Some(result), "{row}");
        games[usize::from(set_up != "LOA")] += 1;
        plies += moves.split(' ').count();
        draws += usize::from(result == "1/2-1/2");
    }
    assert_eq!((games, plies, draws), ([4_392, 2_860], 564_497, 5));
}
