//! The command `tournament` as a user meets it. What its figures are worth is tested where they are made, in the lab.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::Folder;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.arg("tournament").args(arguments).env("COLUMNS", "100").current_dir(folder).output().unwrap()
}

/// The command succeeds; its output and its remarks.
fn good(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = run(folder, arguments);
    let remarks = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {remarks}");
    (String::from_utf8(output.stdout).unwrap(), remarks)
}

/// Four players that differ.
const FIELD: [&str; 5] = ["breakthrough-5x5", "full-width", "plain", "full-width:evaluation=material", "full-width:-pvs"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    FIELD.iter().chain(&["--nodes", "150", "--games", "6"]).chain(more).copied().collect()
}

fn json(folder: &Path, more: &[&str]) -> Value {
    serde_json::from_str(&good(folder, &with(&[more, &["--json"]].concat())).0).unwrap()
}

/// The games that the run has written.
fn pgn(folder: &Path) -> String {
    let files: Vec<PathBuf> = fs::read_dir(folder.join("plysmith-runs")).unwrap().map(|file| file.unwrap().path()).collect();
    let file = files.iter().find(|file| file.extension().is_some_and(|ending| ending == "pgn")).expect("a file with games");
    fs::read_to_string(file).unwrap()
}

#[test]
fn help_explains_the_formats() {
    insta::assert_snapshot!("help", good(&std::env::temp_dir(), &["--help"]).0);
}

#[test]
fn the_number_of_threads_changes_nothing_and_neither_does_the_store() {
    for format in ["round-robin", "gauntlet", "swiss"] {
        let outcomes = ["1", "2", "5"].map(|threads| {
            let (folder, options) = (Folder::new(), ["--format", format, "--threads", threads]);
            let (text, remarks) = good(&folder.0, &with(&options));
            assert!(remarks.contains(" begins\n"), "{remarks}");
            let (again, remarks) = good(&folder.0, &with(&options));
            assert!(remarks.contains("was done before"), "{remarks}");
            assert_eq!(text, again, "{format} from the store");
            (text, json(&folder.0, &options), pgn(&folder.0))
        });
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{format}");
    }
}

#[test]
fn each_format_plays_the_games_that_it_should() {
    for (format, games, meetings, rounds) in [("round-robin", 36, 6, 0), ("gauntlet", 18, 3, 0), ("swiss", 36, 6, 3)] {
        let folder = Folder::new();
        let found = json(&folder.0, &["--format", format]);
        assert_eq!(found["played"], games, "{format}");
        assert_eq!(found["meetings"].as_array().unwrap().len(), meetings, "{format}");
        assert_eq!(found["rounds"].as_array().unwrap().len(), rounds, "{format}");
        assert_eq!(pgn(&folder.0).matches("[Event ").count(), games, "{format}");
        let table = found["table"].as_array().unwrap();
        let sum = |key: &str| table.iter().map(|row| row[key].as_f64().unwrap()).sum::<f64>();
        assert_eq!((sum("points"), sum("games")), (games as f64, 2.0 * games as f64), "{format}");
        assert!(table.iter().map(|row| row["elo"]["value"].as_f64().unwrap()).sum::<f64>().abs() < 1e-6, "{format}");
        assert_eq!(table[3]["name"], "full-width:evaluation=material", "{format}: it sees less than the others");
    }
}

#[test]
fn people_get_a_table_a_cross_table_and_the_prior() {
    let folder = Folder::new();
    let (text, _) = good(&folder.0, &with(&["--pgn", "games.pgn"]));
    assert!(text.starts_with("Round robin of 4 players, 6 games an encounter, 3 openings, seed 1\n"), "{text}");
    for part in
        ["\n#  Player ", " Elo ", " LOS\n1  ", "1 virtual draw of everybody", "\n#  Points against ", "\nGames in games.pgn\n"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(fs::read_to_string(folder.0.join("games.pgn")).unwrap().contains("[Round \"3.6.2\"]"));
}

#[test]
fn an_odd_number_has_byes_and_groups_that_never_met_are_told() {
    let folder = Folder::new();
    let swiss = ["--format", "swiss", "--rounds", "1", "--nodes", "50", "--games", "2"];
    let three = [&["breakthrough-5x5", "default", "plain", "default:-pvs"][..], &swiss].concat();
    let (text, _) = good(&folder.0, &three);
    assert!(text.contains("Buchholz  Byes\n") && text.contains("2 groups of players never met"), "{text}");
}

#[test]
fn games_that_repeat_others_are_told_and_count_once() {
    let folder = Folder::new();
    let (text, _) = good(&folder.0, &["hexapawn", "default", "plain", "default", "--openings", "none", "--depth", "2"]);
    assert!(text.contains("Of 60 games only 6 are different"), "{text}");
    assert!(text.contains("default #2"), "{text}");
}

#[test]
fn wrong_input_is_refused_with_the_remedy() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (&["hexapawn", "default"][..], "2 values required"),
        (&["hexapawn", "default", "plain", "--rounds", "2"], "--rounds goes with --format swiss"),
        (&["hexapawn", "default", "plain", "--format", "swiss", "--rounds", "2"], "2 players have all met after 1; use --games"),
        (&["hexapawn", "default", "plain", "--format", "cup"], "round-robin, gauntlet, swiss"),
        (&["hexapawn", "default", "nobody"], "`nobody` is neither a preset of hexapawn nor a file"),
        (
            &["hexapawn", "default", "plain", "--openings", "none", "--games", "2", "--pgn", "."],
            "`.` is a folder; --pgn wants a file",
        ),
    ] {
        let output = run(&folder.0, arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty() && message.contains(expected), "{arguments:?}\n  says: {message}\n  wanted: {expected}");
    }
}
