//! The command `export` as a user meets it: what it writes stands alone, is built, has the nodes of the spec and plays.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{Folder, failed, told};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    // As if no cargo had started the test.
    command.env_remove("CARGO_MANIFEST_DIR").env("COLUMNS", "100");
    command.arg("export").args(arguments).current_dir(folder).output().unwrap()
}

/// The command succeeds; its output.
fn good(folder: &Path, arguments: &[&str]) -> String {
    told(run(folder, arguments), arguments)
}

/// The command refuses its input with exit code 2 and a message that contains each of these, and changes nothing.
fn refused(folder: &Path, arguments: &[&str], expected: &[&str]) {
    let before = below(folder);
    failed(&run(folder, arguments), arguments, 2, expected);
    assert_eq!(below(folder), before, "{arguments:?}");
}

/// Every file in a folder, with its content.
fn below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(below(&path));
            files.push((path, Vec::new()));
        } else {
            let bytes = fs::read(&path).unwrap();
            files.push((path, bytes));
        }
    }
    files.sort();
    files
}

/// Where the tests build engines, so that only the first time takes long.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("../exported")
}

/// Cargo succeeds in a folder without a warning; its output.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", target());
    // The bench is short enough for a build that is quickly done.
    let output = command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").output().unwrap();
    let (text, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {notes}\n{text}");
    assert!(!notes.contains("warning"), "{arguments:?}: {notes}");
    text
}

/// What a program answers to some input.
fn answers(program: &Path, input: &str) -> String {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn best_move(program: &Path, moves: &str) -> String {
    let said = answers(program, &format!("ugi\nposition startpos{moves}\ngo nodes 2000\n"));
    let line = said.lines().find(|line| line.starts_with("bestmove ")).unwrap_or_else(|| panic!("{said}"));
    assert!(said.contains("ugiok"), "{said}");
    line.split_whitespace().nth(1).unwrap().into()
}

#[test]
fn help_says_what_is_written() {
    insta::assert_snapshot!("help", good(&std::env::temp_dir(), &["--help"]));
}

#[test]
fn an_exported_engine_stands_alone_has_the_nodes_of_the_spec_and_plays() {
    let folder = Folder::new();
    let told = good(&folder.0, &["breakthrough"]);
    assert!(told.starts_with("breakthrough-engine: an engine for breakthrough with "), "{told}");
    let engine = folder.0.join("breakthrough-engine");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    for (path, bytes) in below(&engine) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(workspace.to_str().unwrap()), "{} names the folder of plysmith", path.display());
        assert!(!path.ends_with("halma.rs"), "{}", path.display());
    }
    // Cargo may leave out what was exported for nothing, but adds nothing, and changes no version.
    let lock = || fs::read_to_string(engine.join("Cargo.lock")).unwrap();
    let exported = lock();
    cargo(&engine, &["build", "--offline"]);
    let added: Vec<String> = lock().lines().filter(|line| !exported.contains(line)).map(String::from).collect();
    assert!(added.is_empty() && lock().contains("checksum"), "{added:?}");
    let program = target().join("debug/breakthrough-engine");
    let bench = Command::new(&program).args(["bench", "1"]).output().unwrap();
    let text = String::from_utf8(bench.stdout).unwrap();
    assert!(bench.status.success() && text.contains("\nround 1: compiled "), "{text}");
    let expected: serde_json::Value = serde_json::from_slice(&fs::read(engine.join("plysmith-export.json")).unwrap()).unwrap();
    for (number, nodes) in expected["nodes"].as_array().unwrap().iter().enumerate() {
        assert!(text.contains(&format!("position {}: {nodes} nodes in ", number + 1)), "{text}");
    }
    let first = best_move(&program, "");
    let second = best_move(&program, &format!(" moves {first}"));
    assert!(first.ends_with(['3', '4']) && second.ends_with(['6', '5']), "{first} {second}");
    // Without a word the program takes the protocol that says hello, and an option that changes the spec works.
    let said =
        answers(&program, "uci\nsetoption name Hash value 1\nsetoption name killers value false\nposition startpos\ngo depth 2\n");
    assert!(said.contains("uciok") && said.contains("bestmove ") && !said.contains("unknown"), "{said}");
    assert!(Command::new(&program).arg("xboard").output().unwrap().status.code() == Some(2));
    let best = cargo(&engine, &["run", "--offline", "--quiet", "--example", "best-move"]);
    assert!(best.starts_with("Some("), "{best}");
    a_spec_with_features_weights_and_a_level_is_the_same_too(&folder.0);
    a_spec_with_phases_is_the_same_in_each(&folder.0);
}

fn a_spec_with_phases_is_the_same_in_each(folder: &Path) {
    let phases = "[phase.0]\noff = [\"tt_order\"]\n[phase.1.killers]\nslots = 1\n[phase.2.history]\n";
    fs::write(folder.join("phased.toml"), format!("{SPEC}{phases}")).unwrap();
    good(folder, &["breakthrough", "--spec", "phased.toml", "--force"]);
    let text = cargo(&folder.join("breakthrough-engine"), &["run", "--offline", "--quiet", "--", "bench", "1"]);
    assert!(text.contains("position 4: ") && text.contains("round 1: compiled ") && !text.contains("but the spec"), "{text}");
    let best = cargo(&folder.join("breakthrough-engine"), &["run", "--offline", "--quiet", "--example", "best-move"]);
    assert!(best.starts_with("Some("), "{best}");
}

/// Features were once written in another order than they are read. No test by itself, because two builds would wait for each other.
fn a_spec_with_features_weights_and_a_level_is_the_same_too(folder: &Path) {
    let options = ["--on", "fractional", "--set", "features.Ud-RdTt=32", "--set", "features.C=48"];
    let more = ["--set", "evaluation=safe_advance", "--set", "weights.piece=120", "--set", "level=3", "--force"];
    good(folder, &[&["breakthrough"], &options[..], &more].concat());
    let text = cargo(&folder.join("breakthrough-engine"), &["run", "--offline", "--quiet", "--", "bench"]);
    assert!(text.contains("position 4: ") && !text.contains("but the spec"), "{text}");
}

/// Exported and built with all optimisations, which takes minutes: `cargo test -p plysmith-cli --test export -- --ignored`.
#[test]
#[ignore = "builds with all optimisations"]
fn a_check_tells_nodes_and_speed() {
    let folder = Folder::new();
    for game in ["tic-tac-toe", "breakthrough"] {
        let told: serde_json::Value = serde_json::from_str(&good(&folder.0, &[game, "--check", "--json"])).unwrap();
        assert_eq!(told["check"]["equal"], true, "{told}");
        assert!(told["check"]["speed"]["median"].as_f64().unwrap() > 0.5, "{told}");
    }
}

/// A folder as `forge` writes it.
fn forge(folder: &Path, game: &str, spec: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("spec.toml"), spec).unwrap();
    fs::write(folder.join("report.html"), "<p>").unwrap();
    let digest = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    let files = serde_json::json!({"spec.toml": digest(spec), "report.html": digest("<p>")});
    let list = serde_json::json!({"schema": 1, "game": game, "version": "0.1.0", "build": "x", "files": files});
    fs::write(folder.join("forged.json"), list.to_string()).unwrap();
}

const SPEC: &str = "[alpha_beta]\n[table]\n[tt_order]\n[deepening]\n";

#[test]
fn a_forged_folder_is_exported_with_its_report() {
    let folder = Folder::new();
    forge(&folder.0.join("forged/hexapawn"), "hexapawn", SPEC);
    let told: serde_json::Value = serde_json::from_str(&good(&folder.0, &["forged/hexapawn", "--json"])).unwrap();
    assert_eq!((&told["game"], &told["check"]), (&"hexapawn".into(), &serde_json::Value::Null));
    let engine = folder.0.join(told["folder"].as_str().unwrap());
    for file in told["files"].as_array().unwrap() {
        assert!(engine.join(file.as_str().unwrap()).is_file(), "{file}");
    }
    assert_eq!(fs::read_to_string(engine.join("forged/report.html")).unwrap(), "<p>");
    let code = fs::read_to_string(engine.join("src/lib.rs")).unwrap();
    assert!(
        code.contains("tt_order: Some(") && !code.contains("killers") && code.contains("Hexapawn::new(3, 3).unwrap()"),
        "{code}"
    );
    refused(&folder.0, &["forged/hexapawn"], &["exported before", "--force", "--to"]);
    fs::write(engine.join("mine.txt"), "mine").unwrap();
    good(&folder.0, &["forged/hexapawn", "--force"]);
    assert!(!engine.join("mine.txt").exists());
    refused(&folder.0, &["hexapawn-engine"], &["was exported already"]);
}

#[test]
fn damage_to_what_was_forged_is_named_and_nothing_is_written() {
    let folder = Folder::new();
    let place = folder.0.join("x");
    let arguments = ["x", "--to", "engine"];
    forge(&place, "hexapawn", SPEC);
    fs::write(place.join("spec.toml"), "[alpha_beta]\n").unwrap();
    refused(&folder.0, &arguments, &["`spec.toml` in x was changed since it was forged; forge again", "--spec x/spec.toml"]);
    fs::remove_file(place.join("spec.toml")).unwrap();
    refused(&folder.0, &arguments, &["`spec.toml` is missing from x; forge again, or restore it"]);
    fs::write(place.join("forged.json"), "{\"schema\": 1,").unwrap();
    refused(&folder.0, &arguments, &["forged.json is damaged; forge again, or restore it"]);
    fs::remove_file(place.join("forged.json")).unwrap();
    refused(&folder.0, &arguments, &["x is no forged folder: it has no forged.json"]);
    forge(&place, "go", SPEC);
    refused(&folder.0, &arguments, &["is not for a game of this program", "unknown game `go`"]);
    forge(&place, "hexapawn", "[kilers]");
    refused(&folder.0, &arguments, &["spec.toml", "did you mean `killers`?"]);
    forge(&place, "tic-tac-toe", "[alpha_beta]\n[tactical_first]");
    refused(&folder.0, &arguments, &["does not work for tic-tac-toe", "needs the capability `tactical`"]);
}

#[test]
fn bad_input_is_refused_with_the_remedy() {
    let folder = Folder::new();
    refused(&folder.0, &[], &["name a folder that `forge` has written", "or a game"]);
    refused(&folder.0, &["brakthrough"], &["`brakthrough` is neither a folder nor a game", "did you mean `breakthrough`?"]);
    refused(&folder.0, &["forged/none"], &["neither a folder nor a game"]);
    refused(&folder.0, &["hexapawn", "--spec", "defualt"], &["did you mean `default`?"]);
    refused(&folder.0, &["hexapawn", "--source", "."], &["--source and --make are for a game of one's own"]);
    forge(&folder.0.join("x"), "hexapawn", SPEC);
    refused(&folder.0, &["x", "--spec", "plain"], &["has its own spec", "name the game instead"]);
    refused(&folder.0, &["hexapawn", "--to", "x"], &["x is not empty, and is no exported engine", "--to"]);
    refused(&folder.0, &["hexapawn", "--to", "x", "--force"], &["x is not empty, and is no exported engine"]);
    refused(&folder.0, &["hexapawn", "--to", "x/spec.toml"], &["is a file; choose another folder"]);
    refused(&folder.0, &["hexapawn", "--to", "x/spec.toml/below/more"], &["choose another folder"]);
    refused(&folder.0, &["hexapawn", "--to", "/proc/engine"], &["cannot write to the folder /proc; choose another folder"]);
    refused(&folder.0, &["hexapawn", "--to", ".."], &["choose another folder"]);
}
