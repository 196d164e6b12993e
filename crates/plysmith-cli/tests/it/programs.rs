//! Matches with other programs, by every protocol: our own engine as a process, and GNU Chess where it is installed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Folder;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plysmith");

/// Plays a match in a folder; what was told, or else the error.
fn play(folder: &Path, game: &str, [a, b]: [&str; 2], rest: &[&str]) -> Result<Value, String> {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(["match", game, a, b, "--json"]).args(rest).stdin(Stdio::null());
    let output = command.output().unwrap();
    match output.status.code() {
        Some(0) => Ok(serde_json::from_slice(&output.stdout).unwrap()),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The moves of each game, without numbers and remarks.
fn moves(folder: &Path, pgn: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(pgn)).unwrap();
    let games = text.split("\n\n").map(str::trim).filter(|part| !part.starts_with('['));
    let without_remarks = games.map(|game| {
        let (mut depth, mut kept) = (0, String::new());
        for letter in game.chars() {
            depth += i32::from(letter == '{');
            if depth == 0 {
                kept.push(letter);
            }
            depth -= i32::from(letter == '}');
        }
        kept.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    without_remarks.filter(|game| !game.is_empty()).collect()
}

/// The other program plays the same moves as the same engine of ours.
fn check_same(game: &str, protocol: &str, options: &str) {
    let folder = Folder::new();
    let theirs = format!("{protocol}{options}:{PROGRAM} engine {game} --protocol {protocol} --spec plain");
    let limit = ["--games", "4", "--nodes", "300"];
    let pgn = |name| [&limit[..], &["--pgn", name]].concat();
    play(&folder.0, game, ["default", "plain"], &pgn("ours.pgn")).unwrap();
    play(&folder.0, game, ["default", &theirs], &pgn("theirs.pgn")).unwrap();
    let (ours, theirs) = (moves(&folder.0, "ours.pgn"), moves(&folder.0, "theirs.pgn"));
    assert_eq!(ours.len(), 4, "{game} by {protocol}");
    assert_eq!(ours, theirs, "{game} by {protocol}");
}

#[test]
fn our_engine_plays_the_same_moves_by_every_protocol() {
    check_same("chess", "uci", "[Move Overhead=10,Hash=16,Clear Hash]");
    check_same("breakthrough", "uci", "");
    check_same("ataxx", "uai", "");
    check_same("othello-6x6", "ugi", "");
}

#[test]
fn a_program_that_plays_another_game_is_refused() {
    let folder = Folder::new();
    let theirs = format!("uci:{PROGRAM} engine othello --protocol uci");
    let error = play(&folder.0, "breakthrough", ["default", &theirs], &["--games", "2"]).unwrap_err();
    assert!(error.contains("does not play `breakthrough`; it plays flipello"), "{error}");
    let theirs = format!("uci[Contempt=3]:{PROGRAM} engine chess --protocol uci");
    let error = play(&folder.0, "chess", ["default", &theirs], &["--games", "2"]).unwrap_err();
    assert!(error.contains("has no option `Contempt`; it has Hash, Clear Hash"), "{error}");
}

#[test]
fn our_engine_keeps_the_clock_by_uci_and_at_our_own_board() {
    let folder = Folder::new();
    let theirs = format!("uci:{PROGRAM} engine breakthrough-6x6 --protocol uci");
    let told = play(&folder.0, "breakthrough-6x6", ["default", &theirs], &["--games", "2", "--tc", "0.3+0.01"]).unwrap();
    is_clean(&told);
}

/// Nobody lost by a fault, an illegal move or on time.
fn is_clean(told: &Value) {
    assert_eq!(told["faults"].as_array().map(Vec::len), Some(0), "{told:#}");
}

#[test]
#[allow(clippy::print_stdout)]
fn gnu_chess_plays_a_match_by_uci() {
    let found = ["gnuchess", "/usr/games/gnuchess"].into_iter().find(|program| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    });
    let Some(program) = found else {
        // Cargo shows this with --nocapture.
        println!("skipped: GNU Chess is not installed (Debian: `apt-get install gnuchess`)");
        return;
    };
    let folder = Folder::new();
    let theirs = format!("uci[OwnBook=false]:{program} --uci");
    let told = play(&folder.0, "chess", ["default", &theirs], &["--games", "2", "--tc", "1+0.01"]).unwrap();
    // GNU Chess 6.2.7 dies of an assertion of its own when it prints much in a moment, now and then on a busy machine; that is no fault of ours, and the match has to
    // go on. Every other fault counts.
    let faults = told["faults"].as_array().unwrap();
    let others: Vec<&Value> =
        faults.iter().filter(|fault| !fault.to_string().contains("Assertion `nread < BUF_SIZE-1' failed")).collect();
    assert!(others.is_empty(), "{others:?}");
    assert_eq!(told["result"]["games"], 2, "{told:#}");
}
