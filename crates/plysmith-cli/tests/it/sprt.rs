//! The command `sprt` as a user meets it. What its figures are worth is tested where they are made, in the lab.

use std::process::{Command, Output};

use crate::common::told;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plysmith")).arg("sprt").args(arguments).env("COLUMNS", "100").output().unwrap()
}

/// The command succeeds; its output.
fn good(arguments: &[&str]) -> String {
    told(run(arguments), arguments)
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&good(arguments)).unwrap()
}

/// The command prints these lines.
fn check(arguments: &[&str], lines: &[&str]) {
    assert_eq!(good(arguments).lines().collect::<Vec<_>>(), lines, "{arguments:?}");
}

/// The command refuses its input with exit code 2 and this message.
fn refused(arguments: &[&str], expected: &str) {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty() && message.contains(expected), "{arguments:?}\n  says: {message}\n  wanted: {expected}");
}

#[test]
fn help_explains_the_counts() {
    insta::assert_snapshot!("help", good(&["--help"]));
}

/// The figures are those that fastchess printed for Zeno's test of doubled passed pawns.
#[test]
fn pairs_are_rated_as_match_runners_do() {
    check(
        &["--ptnml", "[352, 579, 1264, 743, 464]", "--elo0", "9", "--elo1", "16"],
        &[
            "Elo: 19.83 ± 6.77 (95%)",
            "nElo: 24.25 ± 8.26 (95%)",
            "LOS: 100.00 %, DrawnPairs: 37.15 %, PairsRatio: 1.30",
            "Games: 6804, Points: 3596.0 (52.85 %), Ptnml(0-2): [352, 579, 1264, 743, 464]",
            "LLR: 4.60 (-2.94, 2.94) [9.00, 16.00] nElo",
            "H1 is accepted: the difference is rather 16.00 nElo than 9.00.",
        ],
    );
}

/// The figures are those of the unit tests of fastchess.
#[test]
fn games_are_rated_as_match_runners_do() {
    let text = good(&["--wdl", "21404,40708,21184", "--elo0", "0.5", "--elo1", "2.5", "--logistic"]);
    assert!(text.contains("\nGames: 83296, Wins: 21404, Losses: 21184, Draws: 40708, Points: 41758.0 (50.13 %)\n"), "{text}");
    assert!(text.contains("\nLLR: -1.57 (-2.94, 2.94) [0.50, 2.50] Elo\nUndecided: about "), "{text}");
    assert!(text.ends_with(" games more would decide if the difference is what it looks like.\n"), "{text}");
    assert!(good(&["--wdl", "76,123,89"]).contains("\nnElo: -20.76 ± 40.13 (95%)\nLOS: 15.53 %"));
}

#[test]
fn a_match_that_says_little_is_printed_without_nonsense() {
    let nothing = "Games: 0, Points: 0.0 (– %), Ptnml(0-2): [0, 0, 0, 0, 0]";
    for (counts, lines) in [
        (
            "0,0,0,0,74",
            ["Elo: inf ± – (95%)", "LOS: 100.00 %, DrawnPairs: 0.00 %, PairsRatio: inf", "H1 is accepted: the difference is"],
        ),
        (
            "71,0,0,0,0",
            ["Elo: -inf ± – (95%)", "LOS: 0.00 %, DrawnPairs: 0.00 %, PairsRatio: 0.00", "H0 is accepted: the difference is"],
        ),
        ("0,0,8,0,0", ["Elo: 0.00 ± – (95%)", "LOS: 50.00 %, DrawnPairs: 100.00 %, PairsRatio: –", "Undecided: about "]),
        ("0,0,0,0,0", ["Elo: – ± – (95%)", nothing, "Undecided: there are no games yet."]),
    ] {
        let text = good(&["--ptnml", counts, "--elo1", "10"]);
        for line in lines {
            assert!(text.lines().any(|found| found.starts_with(line)), "{counts}: {line}\n{text}");
        }
    }
}

#[test]
fn json_says_the_same_without_infinities() {
    let won = json(&["--ptnml", "0,0,0,0,74", "--elo1", "10", "--json"]);
    assert_eq!((&won["verdict"], &won["games"], &won["sprt"]["model"]), (&"accept_h1".into(), &148.into(), &"normalised".into()));
    assert!(won["rating"]["elo"]["value"].is_null() && won["rating"]["los"] == 1.0, "{won}");
    assert!(json(&["--wdl", "0,0,0", "--json"])["rating"].is_null());
    assert_eq!(json(&["--wdl", "3,2,1", "--json"])["counts"]["wins"], 3);
}

#[test]
fn what_makes_no_test_is_refused_with_the_remedy() {
    refused(&[], "--ptnml");
    refused(&["--ptnml", "1,2,3,4,5", "--wdl", "1,2,3"], "cannot be used with");
    refused(&["--ptnml", "1,2,3"], "`1,2,3` has 3 counts; write LL, LD, WL+DD, WD, WW");
    refused(&["--wdl", "1,2,3,4,5"], "`1,2,3,4,5` has 5 counts; write wins, draws, losses");
    refused(&["--wdl", "-1,2,3"], "`-1` is no number of games; use a whole number");
    refused(&["--wdl", "1,2,3", "--elo0", "5", "--elo1", "0"], "elo0 = 5 is not below elo1 = 0; give the smaller one as elo0");
    refused(&["--wdl", "1,2,3", "--elo0", "-9999"], "elo0 = -9999 is out of range; use -500 to 500");
    refused(&["--wdl", "1,2,3", "--alpha", "0"], "alpha = 0 is no error rate; use a number above 0 and below 1");
    refused(&["--wdl", "1,2,3", "--alpha", "0.5", "--beta", "0.6"], "add up to 1 or more");
    refused(&["--wdl", "1,2,3", "--elo1", "x"], "invalid float literal");
}
