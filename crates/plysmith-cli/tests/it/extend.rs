//! `extend` as a user meets it.

use std::fs;
use std::process::{Command, Output};

use crate::common::Folder;
use serde_json::Value;

fn plysmith(folder: &Folder, line: &str) -> Output {
    let words = line.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_plysmith")).current_dir(&folder.0).args(words).env("COLUMNS", "100").output().unwrap()
}

fn good(folder: &Folder, line: &str) -> String {
    let output = plysmith(folder, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Folder, line: &str) -> Value {
    serde_json::from_str(&good(folder, &format!("{line} --json"))).unwrap()
}

fn bad(folder: &Folder, line: &str, expected: &[&str]) {
    let output = plysmith(folder, line);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{line}: {message}");
    for expected in expected {
        assert!(message.contains(expected), "{line}\n  says: {message}\n  wanted: {expected}");
    }
}

#[test]
fn help() {
    let folder = Folder::new();
    insta::assert_snapshot!(good(&folder, "extend --help"));
}

#[test]
fn a_discovery_counts_its_valuations_and_writes_a_spec_that_plays() {
    let folder = Folder::new();
    good(&folder, "suite breakthrough-5x5 wins --plies 5 --count 20 --file wins.suite");
    let line = "extend breakthrough-5x5 --suite wins.suite --nodes 1500 --epsilon 1";
    let told = json(&folder, line);
    let features = told["features"].as_array().unwrap();
    assert_eq!(told["valuations"].as_u64().unwrap() as usize, features.len());
    assert_eq!(features[0]["feature"], "neutral");
    assert!(features.iter().any(|row| row["generation"] == 2 && row["parents"].as_array().unwrap().len() == 2), "{features:?}");
    assert!(features.iter().all(|row| row["which"].as_array().unwrap().len() == row["solved"].as_u64().unwrap() as usize));
    let disjunctions = told["disjunctions"].as_array().unwrap();
    let parts = |row: &Value| {
        row["parts"].as_array().unwrap().iter().map(|part| part["feature"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert!(disjunctions.iter().all(|row| row["feature"] == parts(row).join(" or ")), "{disjunctions:?}");
    assert!(told["set"]["units"].as_array().unwrap().len() <= told["set"]["members"].as_array().unwrap().len());
    let page = fs::read_to_string(folder.0.join(told["page"].as_str().unwrap())).unwrap();
    assert!(page.contains("Quality against frequency") && page.contains("How features evolved") && page.contains("Any of several"));
    let spec = told["file"].as_str().unwrap();
    let text = fs::read_to_string(folder.0.join(spec)).unwrap();
    assert!(text.contains("[categories.costs]") && text.contains("[fractional]"), "{text}");
    good(&folder, &format!("search breakthrough-5x5 --depth 4 --spec {spec}"));
    let raced = json(&folder, &format!("{line} --race --threads 1"));
    let verdicts = |told: &Value| {
        let row = |row: &Value| (row["feature"].clone(), row["kept"].clone());
        told["features"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&told), verdicts(&raced));
    assert_eq!((&told["kept"], &told["spec"]), (&raced["kept"], &raced["spec"]));
}

#[test]
fn without_a_suite_one_is_made_and_part_of_it_held_out() {
    let folder = Folder::new();
    let line = "extend breakthrough-5x5 --nodes 200 --count 10 --epsilon 1 --cost 0.5,1.5 --threshold --keep none --weights rspsa";
    let told = json(&folder, line);
    assert!(told["held_out"]["positions"].as_u64().unwrap() > 0, "{told:#}");
    let (spec, base) = (told["file"].as_str().unwrap(), told["conditions"]["base"].as_str().unwrap());
    assert_eq!(base, "plain:+deepening:+pv_first:+shuffle");
    let made = fs::read_to_string(folder.0.join(spec.replace(".toml", ".suite"))).unwrap();
    assert!(made.contains("difficulty"), "the suite is beside the spec: {made}");
    let costs: Vec<f64> = told["features"].as_array().unwrap().iter().map(|row| row["cost"].as_f64().unwrap()).collect();
    assert!(costs.iter().all(|cost| [0.5, 1.0, 1.5].contains(cost)), "{costs:?}");
}

#[test]
fn where_nothing_is_good_enough_the_spec_is_the_base() {
    let folder = Folder::new();
    let line = "extend breakthrough-5x5 --nodes 200 --count 8 --epsilon 100";
    let told = good(&folder, line);
    assert!(told.contains("No feature adds anything under the cap") && told.contains("the spec is the base"), "{told}");
    let told = json(&folder, line);
    assert!(!told["spec"].as_str().unwrap().contains("categories") && told["proposed"] == false, "{told:#}");
}

#[test]
fn realization_probabilities_are_another_way() {
    let folder = Folder::new();
    let told = good(&folder, "extend breakthrough-5x5 --method rps");
    assert!(told.contains("Categories for `enhanced_realization`"), "{told}");
    fs::write(folder.0.join("games.tsv"), "1-0\tb2b3 d4d3\n".repeat(60)).unwrap();
    let read = json(&folder, "extend breakthrough-5x5 --method rps --records games.tsv --base plain:+deepening");
    let spec = read["file"].as_str().unwrap();
    assert!(read["games"] == 60 && !read["spec"].as_str().unwrap().contains("[history]"), "{read:#}");
    good(&folder, &format!("search breakthrough-5x5 --depth 4 --spec {spec}"));
    bad(&folder, "extend breakthrough-5x5 --records games.tsv", &["--method rps"]);
    bad(&folder, "extend breakthrough-5x5 --method rps --move 20ms", &["no searches whose length", "leave --move out"]);
}

#[test]
fn categories_are_counted_in_records_of_games() {
    let folder = Folder::new();
    good(&folder, "match breakthrough-6x6 default plain --games 8 --depth 2 --pgn games.pgn");
    let counted = |rest: &str| json(&folder, &format!("realization breakthrough-6x6 --records games.pgn {rest}"));
    let read = counted("--category C");
    let numbered = fs::read_to_string(folder.0.join("games.pgn")).unwrap().matches(". ").count();
    assert!(read["games"] == 8 && read["categories"][0]["possible"].as_u64().unwrap() > numbered as u64 / 8, "{read}");
    assert_eq!(counted("--games 3 --category neutral")["games"], 3);
    fs::write(folder.0.join("wrong.tsv"), "a2a3 a2a3\n").unwrap();
    let game = "realization breakthrough-6x6 --records";
    bad(&folder, &format!("{game} wrong.tsv"), &["in `wrong.tsv`", "game 1, on line 1", "after 1 plies"]);
    bad(&folder, &format!("{game} nowhere.pgn"), &["cannot read `nowhere.pgn`"]);
}

#[test]
fn bad_input_is_refused_before_any_work() {
    let folder = Folder::new();
    good(&folder, "suite breakthrough-5x5 wins --plies 5 --count 8 --file wins.suite");
    good(&folder, "suite breakthrough-5x5 sequences --count 8 --length 2 --file sequences.suite");
    let wins = fs::read_to_string(folder.0.join("wins.suite")).unwrap();
    let header: Vec<&str> = wins.lines().take_while(|line| line.starts_with("# ") || line.starts_with("id\t")).collect();
    fs::write(folder.0.join("empty.suite"), header.join("\n")).unwrap();
    let extend = |rest: &str| format!("extend breakthrough-5x5 {rest}");
    for (line, expected) in [
        (extend("--blacklist Ud-RdTx"), &["--blacklist", "did you mean `RdTt`"][..]),
        (extend("--blacklist neutral"), &["every feature"]),
        (extend("--threshold --keep Uu"), &["--keep", "`Uu` is no feature"]),
        (extend("--cost half"), &["`half` is no cost"]),
        (extend("--cost 11"), &["0 to 10"]),
        (extend("--paired 2"), &["`2` is no level"]),
        (extend("--cap 2"), &["`2` is no share"]),
        (extend("--suite nowhere.suite"), &["cannot read `nowhere.suite`"]),
        (extend("--suite empty.suite"), &["in `empty.suite`", "there are no positions in it"]),
        (extend("--suite sequences.suite"), &["knows no right moves"]),
        (extend("--suite wins.suite --base plain:+realization"), &["exclude each other"]),
        (extend("--base nobody"), &["--base", "`nobody` is neither a preset"]),
        ("extend breakthrough --suite wins.suite".into(), &["for breakthrough-5x5, not for breakthrough"]),
        ("extend tic-tac-toe".into(), &["tic-tac-toe", "no atoms"]),
    ] {
        bad(&folder, &format!("{line} --out untouched"), expected);
    }
    assert!(!folder.0.join("untouched").exists(), "no run has begun");
}
