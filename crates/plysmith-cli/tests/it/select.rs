//! `select` as a user meets it.

use std::process::{Command, Output};

use crate::common::Folder;
use serde_json::Value;

fn select(folder: &Folder, line: &str) -> Output {
    let words = line.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_plysmith")).current_dir(&folder.0).arg("select").args(words).output().unwrap()
}

fn good(folder: &Folder, line: &str) -> String {
    let output = select(folder, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const SMALL: &str = "--sequences 8 --nodes 1000";

#[test]
fn a_selection_says_what_it_took_and_writes_a_spec_that_plays() {
    let folder = Folder::new();
    let told: Value = serde_json::from_str(&good(&folder, &format!("breakthrough-5x5 --quality loss {SMALL} --json"))).unwrap();
    assert_eq!(told["game"], "breakthrough-5x5");
    let checks = told["checks"].as_array().unwrap();
    // The depth itself and one and two plies more; the nodes themselves and four times as many.
    assert_eq!(checks.len(), 5, "{checks:?}");
    let file = told["file"].as_str().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_plysmith"))
        .current_dir(&folder.0)
        .args(["search", "breakthrough-5x5", "--depth", "5", "--spec", file])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_published_way_starts_from_plain_alpha_beta_and_only_adds() {
    let folder = Folder::new();
    let line = format!(
        "breakthrough-5x5 --method greedy --metric nodes --quality none --only table,tt_order,history,killers {SMALL} --json"
    );
    let told: Value = serde_json::from_str(&good(&folder, &line)).unwrap();
    let taken = |step: &Value| step["taken"]["change"].as_str().map(String::from);
    let path: Vec<String> = told["selected"]["path"].as_array().unwrap().iter().filter_map(taken).collect();
    assert!(!path.is_empty() && path.iter().all(|change| change.starts_with('+')), "{path:?}");
    let start = told["selected"]["start"].as_str().unwrap();
    assert!(start.contains("[alpha_beta]") && !start.contains("[table]"), "{start}");
}

#[test]
fn with_phases_every_phase_is_told_and_the_spec_plays() {
    let folder = Folder::new();
    let line =
        "breakthrough-5x5 --phases --metric nodes --quality none --only killers,history --from plain --sequences 20 --nodes 500";
    let told: Value = serde_json::from_str(&good(&folder, &format!("{line} --json"))).unwrap();
    let phases = told["phases"]["phases"].as_array().unwrap();
    assert_eq!(phases.iter().map(|phase| phase["phase"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2]);
    let text = good(&folder, line);
    let phases: Vec<usize> =
        (0..3).map(|phase| text.find(&format!("\nPhase {phase}\n")).unwrap_or_else(|| panic!("{text}"))).collect();
    assert!(phases.is_sorted() && text[phases[2]..].contains("\nWhether phases pay\n"), "{text}");
    assert_eq!(text[phases[0]..].matches("\ncost: ").count(), 3, "every phase says what came of it: {text}");
    let page = std::fs::read_to_string(folder.0.join(told["page"].as_str().unwrap())).unwrap();
    assert!(page.contains("Phase 1") && page.contains("Whether phases pay"));
    let file = told["file"].as_str().unwrap();
    for command in [
        &["search", "breakthrough-5x5", "--depth", "3", "--spec", file][..],
        &["spec", "breakthrough-5x5", "--spec", file, "--json"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_plysmith")).current_dir(&folder.0).args(command).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_one_game_taught_is_tried_first_in_another() {
    let folder = Folder::new();
    let options = format!("--metric nodes --quality none --no-tuning {SMALL}");
    good(&folder, &format!("hexapawn-4x4 {options}"));
    let told = good(&folder, &format!("breakthrough-5x5 {options} --learn-from plysmith-runs"));
    let (_, expected) = told.split_once("Expected from other games").unwrap_or_else(|| panic!("{told}"));
    let (expected, _) = expected.split_once("Enhancements that preserve the value").unwrap_or_else(|| panic!("{told}"));
    assert!(expected.contains("table") || expected.contains("killers"), "{told}");
    // The same command is the same run, although its own selection is among those of the folder now.
    let again = select(&folder, &format!("breakthrough-5x5 {options} --learn-from plysmith-runs"));
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("was done before") && String::from_utf8_lossy(&again.stdout) == told, "{said}");
}

#[test]
fn the_ask_is_complete_wherever_files_were() {
    let folder = Folder::new();
    let positions = Command::new(env!("CARGO_BIN_EXE_plysmith"))
        .current_dir(&folder.0)
        .args("suite breakthrough-5x5 wins --plies 3 --count 24 --file wins.suite".split(' '))
        .output()
        .unwrap();
    assert!(positions.status.success(), "{}", String::from_utf8_lossy(&positions.stderr));
    let options = "breakthrough-5x5 --metric nodes --quality none --no-tuning --only killers,history --from plain --nodes 300";
    let told = good(&folder, &format!("{options} --suite wins.suite"));
    std::fs::create_dir(folder.0.join("below")).unwrap();
    std::fs::rename(folder.0.join("wins.suite"), folder.0.join("below/wins.suite")).unwrap();
    let again = select(&folder, &format!("{options} --suite below/wins.suite"));
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("was done before") && String::from_utf8_lossy(&again.stdout) == told, "{said}");
}

#[test]
fn both_names_of_the_command_and_of_the_start_are_good() {
    let folder = Folder::new();
    let options = "--metric nodes --quality none --no-tuning --only killers --sequences 8 --nodes 300";
    let told = good(&folder, &format!("hexapawn-4x4 --from plain {options}"));
    let pilot = format!("pilot hexapawn-4x4 --spec plain {options}");
    let output = Command::new(env!("CARGO_BIN_EXE_plysmith")).current_dir(&folder.0).args(pilot.split(' ')).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), told);
}

#[test]
fn what_cannot_be_selected_is_refused_with_a_remedy() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("phased.toml"), "[alpha_beta]\n[phase.1.killers]").unwrap();
    for (line, expected) in [
        ("chequers", "chequers"),
        ("breakthrough --only tabel", "table"),
        ("tic-tac-toe --only quiescence", "can have none"),
        ("breakthrough --from nowhere.toml", "nowhere.toml"),
        ("tic-tac-toe --phases", "tic-tac-toe has only one phase; leave --phases out"),
        ("breakthrough --from phased.toml", "select them with --phases"),
        ("breakthrough --learn-from nowhere", "nowhere"),
        ("breakthrough --sequences 0", "--sequences"),
        ("breakthrough --nodes -5", "--nodes"),
        ("breakthrough --nodes 500 --move 20ms", "--nodes and --move"),
        ("breakthrough --suite nowhere.suite", "cannot read `nowhere.suite`"),
        ("breakthrough --suite nowhere.suite --phases", "--phases"),
    ] {
        let output = select(&folder, line);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(expected), "{line}: {message}");
        assert!(!folder.0.join("plysmith-runs/store.sqlite").exists(), "{line}: nothing was begun");
    }
}
