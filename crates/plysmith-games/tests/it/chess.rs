//! Chess against what others know: another implementation of the rules, games of masters, and test suites.
//!
//! `PLYSMITH_GAMES=all` replays every record instead of the first five thousand of each file.

#![allow(clippy::print_stdout, reason = "tests print what they counted")]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use owlchess::moves::san::Style;
use plysmith::game::{Game, Outcome, Side, ending};
use plysmith::{Limits, Position, Prover};
use plysmith_games::chess::{Chess, State, san};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A file out of `shared`, which lies beside the repository. Without it a test has nothing to do, except in continuous integration.
fn shared(path: &str) -> Option<PathBuf> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path);
    let there = file.exists();
    assert!(there || std::env::var_os("CI").is_none(), "{} is missing", file.display());
    if !there {
        println!("skipped: {} is missing", file.display());
    }
    there.then_some(file)
}

/// Moves, their names in both notations, check, and the end of the game are those of owlchess in random games.
#[test]
fn chess_agrees_with_another_implementation_in_random_games() {
    let game = Chess::new();
    let mut positions = 0;
    for seed in 0..60 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut state = game.start();
        let mut other = owlchess::Board::initial();
        loop {
            let text = game.write_position(&state);
            let over = owlchess_outcome(&other);
            assert_eq!(ending(&game, &state), over, "{text}");
            if over.is_some() {
                break;
            }
            positions += 1;
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let mut names: Vec<String> = moves.iter().map(|&mv| both(&game, &state, mv)).collect();
            let mut expected: Vec<String> = owlchess::movegen::legal::gen_all(&other)
                .iter()
                .map(|mv| format!("{} {}", mv.uci(), mv.san(&other).unwrap().styled(Style::Algebraic)))
                .collect();
            names.sort();
            expected.sort();
            assert_eq!(names, expected, "{text}");
            for &mv in &moves {
                assert_eq!(san::read(state.board(), &san::write(state.board(), mv)), Some(mv), "{text}");
            }
            let mv = moves[rng.random_range(0..moves.len())];
            other = other.make_move(owlchess::moves::make::Uci(game.write_move(&state, mv))).unwrap();
            game.play(&mut state, mv);
        }
    }
    println!("{positions} positions");
    assert!(positions > 5_000);
}

fn both(game: &Chess, state: &State, mv: <Chess as Game>::Move) -> String {
    format!("{} {}", game.write_move(state, mv), san::write(state.board(), mv))
}

/// How owlchess says that the game ended, with 50 moves as the limit.
fn owlchess_outcome(board: &owlchess::Board) -> Option<Outcome> {
    use owlchess::types::OutcomeFilter;
    let outcome = board.calc_outcome().filter(|outcome| outcome.passes(OutcomeFilter::Relaxed))?;
    Some(match outcome.winner() {
        Some(owlchess::Color::White) => Outcome::win(Side::First),
        Some(owlchess::Color::Black) => Outcome::win(Side::Second),
        None => Outcome::Draw,
    })
}

fn replay(path: &str) {
    let Some(file) = shared(path) else { return };
    let limit = if std::env::var("PLYSMITH_GAMES").is_ok_and(|games| games == "all") { usize::MAX } else { 5_000 };
    let file = BufReader::new(std::fs::File::open(file).unwrap());
    let lines = BufReader::new(ruzstd::decoding::StreamingDecoder::new(file).unwrap()).lines();
    let game = Chess::new();
    let (mut games, mut plies, mut unclaimed) = (0, 0, 0);
    for line in lines.take(limit) {
        let line = line.unwrap();
        let mut position = Position::start(&game);
        let (_, moves) = line.rsplit_once('\t').unwrap();
        for text in moves.split(' ') {
            let state = position.state();
            let mv = match game.outcome(state) {
                None => game.read_move(state, text).unwrap_or_else(|error| panic!("{error} in {line}")),
                // Over the board 50 moves have to be claimed: some games go on.
                Some(_) => *san::legal_moves(state.board()).iter().find(|&&mv| game.write_move(state, mv) == text).expect(&line),
            };
            unclaimed += u32::from(game.outcome(state).is_some());
            assert_eq!(game.write_move(state, mv), text);
            position.play(&game, mv);
            plies += 1;
        }
        games += 1;
    }
    println!("{path}: {games} games, {plies} plies, {unclaimed} of them after a draw that nobody claimed");
    assert!(games > 1_000);
}

#[test]
fn chess_replays_the_records_of_masters() {
    replay("data/chess-games/train_a_60k.tsv.zst");
    replay("data/chess-games/train_eco4.tsv.zst");
}

/// The operands of an operation such as `bm Qd1+ Rf8;` in the operations behind a position.
fn operands<'a>(operations: &'a str, name: &str) -> Vec<&'a str> {
    let mut found = operations.split(';').filter_map(|operation| operation.trim().strip_prefix(name));
    found.find_map(|rest| rest.strip_prefix(' ')).map_or(Vec::new(), |rest| rest.split(' ').collect())
}

#[test]
fn chess_suites_have_legal_moves_in_algebraic_notation() {
    let game = Chess::new();
    let (mut positions, mut moves) = (0, 0);
    for folder in ["data/chess-suites", "data/ecm", "data/chess-games", "data/chess-openings"] {
        let Some(folder) = shared(folder) else { return };
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "epd")) {
            let text = std::fs::read_to_string(&file).unwrap();
            for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
                let fields: Vec<&str> = line.splitn(5, ' ').collect();
                let state =
                    game.read_position(&fields[..4].join(" ")).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                positions += 1;
                let rest = fields.get(4).copied().unwrap_or_default();
                for text in ["bm", "am"].iter().flat_map(|name| operands(rest, name)) {
                    let mv = game.read_move(&state, text).unwrap_or_else(|error| panic!("{}: {error}: {line}", file.display()));
                    assert_eq!(
                        san::write(state.board(), mv).trim_end_matches(['+', '#']),
                        text.trim_end_matches(['+', '#']),
                        "{line}"
                    );
                    moves += 1;
                }
            }
        }
    }
    println!("{positions} positions with {moves} moves");
    assert!(positions > 1_000 && moves > 1_000);
}

#[test]
fn chess_mates_of_the_suites_are_proven_in_their_number_of_moves() {
    let game = Chess::new();
    let mut prover = Prover::new(game.clone(), 16);
    for (path, plies) in [("data/chess-suites/mate1.epd", 1), ("data/chess-suites/mate2.epd", 3)] {
        let Some(file) = shared(path) else { return };
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let fields: Vec<&str> = line.splitn(5, ' ').collect();
            let state = game.read_position(&fields[..4].join(" ")).unwrap();
            let mates = game.read_move(&state, operands(fields[4], "bm")[0]).unwrap();
            let proof = prover.prove(&Position::from_state(&game, state), plies, &Limits::default()).unwrap();
            assert_eq!(proof.plies, Some(plies), "{line}");
            assert!(proof.moves.contains(&mates), "{line}");
        }
    }
}
