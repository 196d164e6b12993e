//! The command `new` as a user meets it: what it writes is built, passes its own tests and plays.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{Folder, failed, told};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.arg("new").args(arguments).current_dir(folder).env("COLUMNS", "100").output().unwrap()
}

/// The command succeeds; its output.
fn good(folder: &Path, arguments: &[&str]) -> String {
    told(run(folder, arguments), arguments)
}

/// The command refuses its input with exit code 2 and a message that contains each of these, and leaves nothing behind.
fn refused(folder: &Path, arguments: &[&str], expected: &[&str]) {
    let before = below(folder);
    failed(&run(folder, arguments), arguments, 2, expected);
    assert_eq!(below(folder), before, "{arguments:?}");
}

/// Everything in a folder, by name.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    for inner in paths.clone().iter().filter(|path| path.is_dir()) {
        paths.extend(below(inner));
    }
    paths.sort();
    paths
}

/// Runs cargo in a new crate. What it builds stays in this workspace, so that only the first time takes long.
fn ask(folder: &Path, arguments: &[&str]) -> Output {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../new-game");
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", target).env("COLUMNS", "100").output().unwrap()
}

/// Cargo succeeds without a warning; its output.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let output = ask(folder, arguments);
    let (text, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {notes}\n{text}");
    assert!(!notes.contains("warning"), "{arguments:?}: {notes}");
    text
}

/// With these rules the crate does not compile, and the compiler says all of this.
fn objected(folder: &Path, rules: &str, expected: &[&str]) {
    fs::write(folder.join("src/lib.rs"), rules).unwrap();
    let output = ask(folder, &["build", "--offline", "--lib"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for expected in expected {
        assert!(message.contains(expected), "{message}\n  wanted: {expected}");
    }
}

#[test]
fn help_says_what_is_written() {
    insta::assert_snapshot!("help", good(&std::env::temp_dir(), &["--help"]));
}

#[test]
fn a_new_crate_is_built_passes_its_tests_and_plays() {
    let folder = Folder::new();
    let told = good(&folder.0, &["two-heaps"]);
    assert!(told.starts_with("two-heaps: a small complete game") && told.contains("cd two-heaps\n"), "{told}");
    let krate = folder.0.join("two-heaps");
    for path in below(&krate).iter().filter(|path| path.is_file() && !path.ends_with("Cargo.lock")) {
        let text = fs::read_to_string(path).unwrap();
        assert!(!text.contains("my-game") && !text.contains("my_game") && !text.contains("<plysmith"), "{}", path.display());
    }
    let tests = cargo(&krate, &["test", "--offline"]);
    assert!(tests.contains("3 passed"), "{tests}");
    let play = |arguments: &[&str]| cargo(&krate, &[&["run", "--offline", "--quiet", "--"], arguments].concat());
    assert!(play(&["check", "--games", "50"]).starts_with("two-heaps: the rules hold in 50 random games"));
    assert_eq!(play(&["perft", "3"]), "27\n");
    assert!(play(&["search", "--depth", "21"]).contains("best move 1\n"));
    assert!(play(&["play", "--side", "none", "--nodes", "1000"]).contains("wins"));
    assert!(play(&["games"]).starts_with("two-heaps"));
    assert!(!play(&["--help"]).contains("Write a crate"));
    the_game_is_exported(&krate);
    the_compiler_says_what_is_missing(&krate);
}

/// An engine for a game of one's own stands alone as well. No test by itself, because two builds would wait for each other.
fn the_game_is_exported(krate: &Path) {
    let told = cargo(krate, &["run", "--offline", "--quiet", "--", "export", "--to", "engine"]);
    assert!(told.starts_with("two-heaps-engine: an engine for two-heaps"), "{told}");
    let engine = krate.join("engine");
    assert!(engine.join("two-heaps/src/lib.rs").is_file() && !engine.join("two-heaps/src/main.rs").exists());
    let bench = cargo(&engine, &["run", "--offline", "--quiet", "--", "bench"]);
    assert!(bench.contains("position 4: ") && !bench.contains("but the spec"), "{bench}");
    // Again, from a game whose folder now holds an engine.
    let told = cargo(krate, &["run", "--offline", "--quiet", "--", "export", "--to", "engine", "--force", "--json"]);
    assert!(!told.contains("two-heaps/engine"), "{told}");
}

/// As docs/adding-a-game.md shows it. No test by itself, because two builds would wait for each other.
fn the_compiler_says_what_is_missing(krate: &Path) {
    let rules = fs::read_to_string(krate.join("src/lib.rs")).unwrap();
    let broken = |from: &str, to: &str| {
        assert!(rules.contains(from));
        rules.replacen(from, to, 1)
    };
    objected(
        krate,
        "#[derive(Clone)]\npub struct Rules;\nimpl plysmith::Game for Rules {}",
        &["missing: `State`, `Move`", "`write_move`"],
    );
    objected(
        krate,
        "pub struct Rules;\npub fn engine() { let _ = plysmith::Engine::preset(Rules, \"default\"); }",
        &[
            "`Rules` is not a game: its rules are missing",
            "begin with an empty `impl plysmith::Game for Rules {}`",
            "`plysmith new <name>`",
        ],
    );
    objected(
        krate,
        &broken("#[derive(Clone, Debug, PartialEq, Hash)]", "#[derive(Debug, PartialEq, Hash)]"),
        &["`State: Clone` is not satisfied", "// #[derive(Clone, Debug, PartialEq, Hash)]"],
    );
    objected(
        krate,
        &broken("pub type Move = u8;", "#[derive(Clone, Debug, PartialEq)]\npub struct Move(u8);"),
        &["`Move: Copy` is not satisfied", "// #[derive(Clone, Copy, Debug, PartialEq)]"],
    );
}

#[test]
fn an_empty_folder_will_do_and_programs_are_told_what_was_written() {
    let folder = Folder::new();
    let told: serde_json::Value = serde_json::from_str(&good(&folder.0, &["nim", "--dir", ".", "--json"])).unwrap();
    assert_eq!((&told["name"], &told["folder"]), (&"nim".into(), &".".into()));
    for file in told["files"].as_array().unwrap() {
        assert!(folder.0.join(file.as_str().unwrap()).is_file(), "{file}");
    }
    assert!(fs::read_to_string(folder.0.join("Cargo.toml")).unwrap().contains("name = \"nim\""));
    good(&folder.0, &["nim", "--dir", "far/below"]);
    assert!(folder.0.join("far/below/src/lib.rs").is_file());
}

#[test]
fn bad_names_are_refused() {
    let folder = Folder::new();
    refused(&folder.0, &["Connect Four"], &["`Connect Four` cannot be the name of a game", "such as `connect-four`"]);
    refused(&folder.0, &["4inarow"], &["a letter first"]);
    refused(&folder.0, &["../up"], &["such as `up`"]);
    refused(&folder.0, &[""], &["cannot be the name"]);
    for name in ["test", "match", "self", "plysmith"] {
        refused(&folder.0, &[name], &["Rust or cargo use it", &format!("`{name}-game` would do")]);
    }
}

#[test]
fn a_folder_without_a_name_is_refused() {
    let folder = Folder::new();
    refused(&folder.0, &["nim", "--dir", ""], &["--dir", "name a folder, or `.` for the one that you are in"]);
}

#[test]
fn what_is_there_is_not_touched() {
    let folder = Folder::new();
    fs::create_dir(folder.0.join("nim")).unwrap();
    fs::write(folder.0.join("nim/mine.txt"), "mine").unwrap();
    refused(&folder.0, &["nim"], &["the folder nim is not empty", "--dir"]);
    refused(&folder.0, &["nim", "--dir", "nim/mine.txt"], &["nim/mine.txt", "--dir"]);
    refused(&folder.0, &["nim", "--dir", "nim/mine.txt/below"], &["nim/mine.txt", "--dir"]);
}

#[test]
fn a_wrong_place_of_plysmith_is_answered_with_how_to_say_the_right_one() {
    let folder = Folder::new();
    refused(&folder.0, &["nim", "--plysmith", "nowhere"], &["there is no folder nowhere", "--plysmith PATH"]);
    refused(
        &folder.0,
        &["nim", "--plysmith", "."],
        &["is not the folder of plysmith: it has no crates/plysmith", "--plysmith PATH"],
    );
}
