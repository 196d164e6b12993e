//! `reproduce` as a user meets it. What is run here is next to nothing: it shows that the machinery works, and its figures mean nothing.

use std::process::{Command, Output};

use crate::common::{Folder, told};
use serde_json::Value;

fn reproduce(folder: &Folder, line: &str) -> Output {
    let words = line.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_plysmith")).current_dir(&folder.0).arg("reproduce").args(words).output().unwrap()
}

fn good(folder: &Folder, line: &str) -> String {
    told(reproduce(folder, line), line)
}

fn json(folder: &Folder, line: &str) -> Value {
    serde_json::from_str(&good(folder, &format!("{line} --json"))).unwrap()
}

#[test]
fn help_is_as_it_was() {
    let words = ["reproduce", "--help"];
    let output = Command::new(env!("CARGO_BIN_EXE_plysmith")).args(words).env("COLUMNS", "100").output().unwrap();
    insta::assert_snapshot!("help", String::from_utf8(output.stdout).unwrap());
}

#[test]
fn without_a_name_there_is_a_list_with_sources_and_games() {
    let folder = Folder::new();
    let told = good(&folder, "");
    for words in
        ["pilot-table-1", "Hlynka and J. Schaeffer", "games: awari, critical-mass", "reproduce ID [--scale quick|long|full]"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    let list = json(&folder, "");
    assert!(list.as_array().unwrap().iter().any(|experiment| experiment["id"] == "pilot-table-1"), "{list}");
    assert!(!folder.0.join("plysmith-runs").exists(), "a list begins no run");
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest_and_the_list() {
    let folder = Folder::new();
    let output = reproduce(&folder, "pilot-table");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("did you mean `pilot-table-1`?") && message.contains("select-random"), "{message}");
    assert!(!folder.0.join("plysmith-runs").exists(), "nothing was begun");
}

#[test]
fn paper_and_ours_stand_side_by_side_with_the_conditions() {
    let folder = Folder::new();
    let told = json(&folder, "pilot-table-1 --scale tiny");
    assert_eq!(
        (&told["id"], &told["conditions"]["scale"], &told["conditions"]["seed"]),
        (&"pilot-table-1".into(), &"tiny".into(), &"1".into())
    );
    let rows = told["rows"].as_array().unwrap();
    let row = |label: &str| rows.iter().find(|row| row["group"] == "Awari" && row["label"] == label).unwrap();
    assert_eq!((&row("TT")["paper"], &row("HH")["paper"]), (&1.0.into(), &"rejected".into()));
    assert!(row("TT")["ours"].is_number() || row("TT")["ours"] == "rejected", "{}", row("TT"));
    // At this scale other games are left out, and their published figures are not.
    let deep = rows.iter().find(|row| row["group"] == "Ataxx, deep" && row["label"] == "KH").unwrap();
    assert!(deep["ours"].is_null() && deep["paper"] == 5.0, "{deep}");
    let page = folder.0.join(told["page"].as_str().unwrap());
    assert!(std::fs::read_to_string(page).unwrap().contains("pilot-table-1"));
    let text = good(&folder, "pilot-table-1 --scale tiny");
    assert!(text.contains("paper") && text.contains("Conditions") && text.contains("Report in "), "{text}");
}

#[test]
fn figures_with_an_interval_have_both_ends_and_do_not_depend_on_the_threads() {
    let (one, other) = (Folder::new(), Folder::new());
    let mut told = json(&one, "select-random --scale tiny --threads 1");
    let mut again = json(&other, "select-random --scale tiny --threads 2");
    let rows = told["rows"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["low"].as_f64() <= row["ours"].as_f64() && row["ours"].as_f64() <= row["high"].as_f64()));
    assert!(rows.iter().all(|row| row["paper"].is_null()) && told["nothing_published"].is_string());
    [&mut told, &mut again].into_iter().for_each(|told| drop(told["page"].take()));
    assert_eq!(told, again);
    assert_eq!(again["rows"], json(&other, "select-random --scale tiny")["rows"], "the same command is the same run");
}

#[test]
fn what_is_measured_by_time_stays_as_it_was_recorded() {
    let folder = Folder::new();
    let first = json(&folder, "pilot-time --scale tiny");
    assert_eq!(first, json(&folder, "pilot-time --scale tiny"));
    let groups: Vec<&str> = first["rows"].as_array().unwrap().iter().filter_map(|row| row["group"].as_str()).collect();
    assert!(groups.contains(&"Awari, the game's own hash") && groups.contains(&"Awari, a generic hash"), "{groups:?}");
}

#[test]
fn free_inputs_have_a_gain_with_an_interval_or_say_why_there_are_none() {
    let told = json(&Folder::new(), "free-inputs --scale tiny");
    let row = |label: &str| told["rows"].as_array().unwrap().iter().find(|row| row["label"] == label).unwrap().clone();
    let gain = row("tic-tac-toe");
    assert!(gain["low"].as_f64() <= gain["ours"].as_f64() && gain["ours"].as_f64() <= gain["high"].as_f64(), "{gain}");
    assert!(gain["remark"].as_str().unwrap().contains("20 free inputs, 18 own"), "{gain}");
    let none = row("random");
    assert!(none["ours"] == "no free inputs" && none["remark"].as_str().unwrap().contains("looks like a hash"), "{none}");
}

#[test]
fn what_the_games_declare_can_be_hidden_where_an_experiment_makes_its_specs_from_what_is_left() {
    let (shown, hidden) = (Folder::new(), Folder::new());
    let line = "free-inputs --scale tiny --only tic-tac-toe";
    let told = json(&hidden, &format!("{line} --hide inputs,tactical"));
    assert_eq!(told["conditions"]["hidden of every game"], "tactical, inputs");
    let remark = |told: &Value| told["rows"][0]["remark"].as_str().unwrap().to_string();
    assert!(remark(&told).contains("20 free inputs, 0 own"), "{told}");
    let plain = json(&shown, line);
    assert!(plain["conditions"]["hidden of every game"].is_null() && remark(&plain).contains("20 free inputs, 18 own"), "{plain}");
    // With and without are two runs, even in one store.
    assert_ne!(json(&hidden, line)["page"], told["page"]);
}

#[test]
fn an_experiment_with_a_set_up_of_its_own_says_why_it_can_hide_nothing() {
    let folder = Folder::new();
    for (line, reason) in [
        ("pilot-time --hide hash", "`pilot-time` cannot hide hash: it compares the game with a twin that has no hash of its own"),
        ("forge-generic --hide tactical,pass", "`forge-generic` cannot hide pass, tactical: it compares with specs as they were"),
        ("gf-evaluations --hide all", "need what the game declares; leave --hide out"),
        ("select-random --hide hash", "which is all that they declare"),
        ("forge-power --hide hash", "it is a simulation"),
    ] {
        let output = reproduce(&folder, &format!("{line} --scale tiny"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
    }
    assert!(!folder.0.join("plysmith-runs").exists(), "nothing was begun");
}

#[test]
fn gradual_focus_has_rows_of_valuations_values_and_frequencies() {
    let folder = Folder::new();
    let told = json(&folder, "gf-evaluations --scale tiny");
    let rows = told["rows"].as_array().unwrap();
    let row = |group: &str, label: &str| {
        let found = rows.iter().find(|row| row["group"].as_str().unwrap().starts_with(group) && row["label"] == label);
        found.unwrap_or_else(|| panic!("{group}: {label}"))
    };
    let groups = row("valuations with", "groups");
    // The neutral feature and the 15 atoms are always valued.
    assert!(groups["paper"] == 112.0 && groups["ours"].as_f64().unwrap() >= 16.0, "{groups}");
    let best = row("solved with", "Ud-RdTt");
    assert!(best["paper"] == 77.8 && best["low"].as_f64() <= best["ours"].as_f64(), "{best}");
    let often = row("frequency with", "Ud");
    assert!(often["paper"] == 32.18 && (0.0..=100.0).contains(&often["ours"].as_f64().unwrap()), "{often}");
    assert_eq!(row("racing with", "same verdicts")["ours"], groups["ours"], "a race gives the same verdicts");
}
