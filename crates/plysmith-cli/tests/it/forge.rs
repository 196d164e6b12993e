//! `forge` as a user meets it: killed and run again, and with bad input.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::{Folder, told};
use serde_json::Value;

fn plysmith(folder: &Folder, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.current_dir(&folder.0).args(line.split_whitespace()).stdin(Stdio::null());
    command
}

fn run(folder: &Folder, line: &str) -> Output {
    plysmith(folder, line).output().unwrap()
}

fn good(folder: &Folder, line: &str) -> String {
    told(run(folder, line), line)
}

#[test]
fn a_killed_forge_goes_on_and_writes_everything_that_it_names() {
    let folder = Folder::new();
    let line = "forge breakthrough-5x5 --from plain --budget 20s --json";
    let mut child = plysmith(&folder, line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(6));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.0.join("forged").exists(), "nothing half-written is left behind");
    let told: Value = serde_json::from_str(&good(&folder, line)).unwrap();
    let forged = folder.0.join("forged/breakthrough-5x5");
    for name in ["spec.toml", "report.html", "report.json", "forged.json"] {
        assert!(forged.join(name).is_file(), "{name}");
    }
    assert_eq!(told["spec"].as_str().unwrap(), fs::read_to_string(forged.join("spec.toml")).unwrap());
    // The outcome is where it began, or something that a proof has accepted.
    let proven = told["proofs"].as_array().unwrap().iter().any(|proof| proof["outcome"] == "proven");
    assert_eq!(told["changed"], proven, "{}", told["proofs"]);
    // A ladder is always there, and what could not be decided is written down with a command.
    let summary = told["report"]["summary"].to_string();
    assert!(summary.contains("The ladder") && summary.contains("plain alpha-beta"), "{summary}");
    for open in told["undecided"].as_array().unwrap() {
        assert!(open["command"].as_str().unwrap().contains("forged/breakthrough-5x5/undecided/"), "{open}");
    }
    good(&folder, "report forged/breakthrough-5x5");
    good(&folder, "search breakthrough-5x5 --depth 4 --spec forged/breakthrough-5x5/spec.toml");
    // Once more is the same run, out of the store.
    let again: Value = serde_json::from_str(&good(&folder, line)).unwrap();
    assert_eq!(again, told);
}

#[test]
fn what_cannot_be_forged_is_refused_before_any_work() {
    let folder = Folder::new();
    fs::create_dir(folder.0.join("mine")).unwrap();
    fs::write(folder.0.join("mine/letter.txt"), "dear").unwrap();
    fs::write(folder.0.join("file"), "").unwrap();
    for (line, expected) in [
        ("forge chequers", "chequers"),
        ("forge breakthrough --budget 0", "at least 20 s"),
        ("forge breakthrough --budget 1s", "at least 20 s"),
        ("forge breakthrough --budget soon", "5m"),
        ("forge breakthrough --budget -5m", "no time"),
        ("forge breakthrough --move 0", "no pace"),
        ("forge breakthrough --move 1h", "no pace"),
        ("evaluate random --budget 20s", "`evaluate` has nothing to propose for random"),
        ("extend tic-tac-toe --budget 20s", "no atoms"),
        ("match breakthrough default plain --openings walls", "--openings takes random, setups, none or a file"),
        ("forge breakthrough --to mine", "was not forged"),
        ("forge breakthrough --to file/below", "another folder"),
        ("forge breakthrough --from nowhere.toml", "nowhere.toml"),
    ] {
        let output = run(&folder, line);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(expected), "{line}: {message}");
        assert!(!folder.0.join("plysmith-runs").exists() && !folder.0.join("forged").exists(), "{line}");
    }
    assert_eq!(fs::read_to_string(folder.0.join("mine/letter.txt")).unwrap(), "dear");
}
