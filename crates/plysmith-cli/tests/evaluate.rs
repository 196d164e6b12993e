//! `evaluate` as a user meets it.
#![cfg(all(feature = "bundled", feature = "lab"))]

mod common;

use std::fs;
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

fn plysmith(folder: &Folder, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plysmith")).current_dir(&folder.0).args(line.split_whitespace()).output().unwrap()
}

fn good(folder: &Folder, line: &str) -> String {
    let output = plysmith(folder, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_fit_tells_every_weight_and_writes_a_spec_that_plays() {
    let folder = Folder::new();
    let line = "evaluate breakthrough-5x5 --games 240 --nodes 100";
    let told: Value = serde_json::from_str(&good(&folder, &format!("{line} --json"))).unwrap();
    let terms = told["evaluated"]["terms"].as_array().unwrap();
    let file = told["file"].as_str().unwrap();
    let spec = fs::read_to_string(folder.0.join(file)).unwrap();
    for term in terms {
        assert!(spec.contains(&format!("{} = {}", term["name"].as_str().unwrap(), term["after"])), "{term}: {spec}");
    }
    assert!(told["evaluated"]["held_out"]["ratio"]["value"].is_number(), "{told}");
    // The same run again, for people.
    let text = good(&folder, line);
    assert!(text.contains("Held-out loss: ") && text.contains(&format!("match breakthrough-5x5 {file} default")), "{text}");
    good(&folder, &format!("match breakthrough-5x5 {file} default --games 4 --nodes 200"));
}

#[test]
fn a_pace_decides_how_long_searches_are_and_is_converted_once() {
    let folder = Folder::new();
    let nodes = |pace: &str| {
        let told = good(&folder, &format!("evaluate breakthrough-5x5 --games 20 --move {pace} --json"));
        serde_json::from_str::<Value>(&told).unwrap()["nodes"].as_u64().unwrap()
    };
    let (short, long) = (nodes("0.1ms"), nodes("1ms"));
    assert!(short >= 10 && long > 2 * short, "{short} and {long} nodes");
    // What a node costs is recorded with the run: the same command is the same result.
    assert_eq!((nodes("0.1ms"), nodes("1ms")), (short, long));
    let refused = plysmith(&folder, "evaluate breakthrough-5x5 --move 1ms --nodes 100");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--move"), "one of them says how long searches are");
    assert!(!refused.status.success());
}

#[test]
fn what_cannot_be_fitted_is_refused_before_any_work() {
    let folder = Folder::new();
    fs::write(folder.0.join("other.toml"), "[evaluation.weights]\nelephant = 3\n[alpha_beta]\n").unwrap();
    for (line, expected) in [
        ("chequers", "chequers"),
        ("breakthrough --games 0", "--games"),
        ("breakthrough --games -5", "--games"),
        ("breakthrough --nodes 0", "--nodes"),
        ("breakthrough --spec nowhere.toml", "nowhere.toml"),
        ("breakthrough --spec other.toml", "elephant"),
        ("breakthrough --spec default:level=3", "at a level"),
        ("tic-tac-toe --spec default:evaluation=nothing", "use --spec"),
        ("random", "no evaluation of random has terms"),
    ] {
        let output = plysmith(&folder, &format!("evaluate {line}"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(expected), "{line}: {message}");
        assert!(!folder.0.join("plysmith-runs").exists(), "{line}: nothing was begun");
    }
}
