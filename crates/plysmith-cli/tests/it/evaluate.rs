//! `evaluate` as a user meets it.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::Folder;
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
    assert!(
        text.contains("loss on what was held out") && text.contains(&format!("match breakthrough-5x5 {file} hand-made")),
        "{text}"
    );
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
        ("tic-tac-toe --spec default:evaluation=nothing", "add `:evaluation="),
        ("random", "no evaluation of the game has terms"),
        ("random --method net", "declare `Inputs`"),
        ("breakthrough --method net --units 3", "--units"),
        ("breakthrough --method net --games 0", "name a file with some by --positions"),
        ("breakthrough --positions games.txt", "--positions is for --method net"),
        ("breakthrough --method net --positions other.toml", "does not begin with `plysmith games 1"),
    ] {
        let output = plysmith(&folder, &format!("evaluate {line}"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(expected), "{line}: {message}");
        assert!(!folder.0.join("plysmith-runs").exists(), "{line}: nothing was begun");
    }
}

/// A run that learns a network for a small board.
const NET: &str = "evaluate breakthrough-5x5 --method net --spec default:evaluation=none --games 700 --nodes 60 --threads 1";

/// The digests of the networks of the first two rounds: what comes later depends on how long nodes take.
fn networks(told: &Value) -> Vec<String> {
    let rounds = told["learned"]["rounds"].as_array().unwrap();
    rounds[..2].iter().map(|round| round["network"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_network_is_learned_written_beside_its_spec_and_plays() {
    let folder = Folder::new();
    let told: Value = serde_json::from_str(&good(&folder, &format!("{NET} --positions games.txt --json"))).unwrap();
    let file = told["file"].as_str().unwrap();
    let spec = fs::read_to_string(folder.0.join(file)).unwrap();
    assert!(spec.contains("[evaluation]\nnetwork = \""), "{spec}");
    let page = fs::read_to_string(folder.0.join(told["report"].as_str().unwrap())).unwrap();
    assert!(page.contains("The learning curve") && page.contains("What scores mean"));
    let text = good(&folder, NET);
    assert!(text.contains("against the one before") && text.contains(&format!("match breakthrough-5x5 {file}")), "{text}");
    // It plays, is told apart from what it began with, and is found beside its spec wherever that is.
    fs::create_dir_all(folder.0.join("mine")).unwrap();
    fs::rename(folder.0.join(file), folder.0.join("mine/net.toml")).unwrap();
    fs::rename(folder.0.join("plysmith-runs/parts"), folder.0.join("mine/parts")).unwrap();
    good(&folder, "match breakthrough-5x5 mine/net.toml default:evaluation=none --games 4 --nodes 100 --out elsewhere");
    let difference = good(&folder, "diff breakthrough-5x5 default mine/net.toml --depth 3 --out elsewhere");
    assert!(difference.contains("evaluation.network="), "{difference}");
    // The games that were kept teach another network without being played again.
    let line = "evaluate breakthrough-5x5 --method net --games 0 --positions games.txt --threads 2 --json";
    let again: Value = serde_json::from_str(&good(&folder, line)).unwrap();
    assert!(again["learned"]["rounds"][0]["games"].as_u64().unwrap() >= 700, "{again}");
    let kept = fs::read_to_string(folder.0.join("games.txt")).unwrap();
    fs::write(folder.0.join("games.txt"), kept.replace("1-0", "won")).unwrap();
    let refused = plysmith(&folder, line);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is no game"), "{refused:?}");
}

#[test]
fn a_run_that_was_killed_learns_the_same_network() {
    let (folder, quiet) = (Folder::new(), Folder::new());
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
        command.current_dir(&folder.0).args(NET.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    crate::common::kill_again_and_again(&folder, command, 6, Duration::from_secs(2), 5);
    let json = |folder: &Folder| serde_json::from_str::<Value>(&good(folder, &format!("{NET} --json"))).unwrap();
    let killed = json(&folder);
    assert_eq!(networks(&killed), networks(&json(&quiet)));
    assert_eq!(json(&folder), killed, "once it is done it is what it was");
}
