//! `runs resume` as a user meets it: a run that was killed goes on, and one whose command line asks for something else now is not begun as another.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::common::{Folder, failed, notes, told};
use serde_json::Value;

const MATCH: &str = "match breakthrough-6x6 mine.toml plain --games 120 --nodes 4000 --json";
const SPEC: &str = "[alpha_beta]\n[table]\n[tt_order]\n[deepening]\n";

fn plysmith(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &str) -> Output {
    plysmith(folder, line).output().unwrap()
}

fn good(folder: &Path, line: &str) -> String {
    told(run(folder, line), line)
}

/// The runs in the usual store.
fn runs(folder: &Path) -> Vec<Value> {
    serde_json::from_str(&good(folder, "runs --json")).unwrap()
}

/// A run that was killed when it had some results, and its id.
fn killed(folder: &Path, line: &str) -> String {
    let mut child = plysmith(folder, line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = || {
        let listed: Vec<Value> = serde_json::from_slice(&run(folder, "runs --json").stdout).unwrap_or_default();
        listed.into_iter().find(|run| run["results"].as_u64() > Some(0))
    };
    let found = loop {
        match begun() {
            Some(run) => break run,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(child.try_wait().unwrap().is_none(), "it came to its end before it was killed: {found}");
    // SIGKILL, on Unix.
    child.kill().unwrap();
    child.wait().unwrap();
    found["id"].as_str().unwrap().into()
}

fn refused(folder: &Path, id: &str, expected: &[&str]) {
    let output = run(folder, &format!("runs resume {id}"));
    failed(&output, id, 2, expected);
    failed(&output, id, 2, &[&format!("run {id} cannot go on")]);
    assert_eq!(runs(folder).len(), 1, "no other run was begun");
    assert_eq!(runs(folder)[0]["state"], "open");
}

/// What a command line tells that was killed when it had some results and then resumed, and its id.
fn resumed(folder: &Path, line: &str) -> (String, String) {
    let id = killed(folder, line);
    let output = run(folder, &format!("runs resume {id}"));
    let said = notes(&output);
    assert!(said.starts_with(line) && said.contains(&format!("run {id} in plysmith-runs goes on with ")), "{said}");
    assert!(!said.contains("goes on with 0 results"), "{said}");
    assert_eq!((runs(folder).len(), &runs(folder)[0]["state"]), (1, &"done".into()));
    (told(output, line), id)
}

#[test]
fn a_run_that_was_killed_goes_on_from_what_it_had_to_the_same_end() {
    let (calm, rough) = (Folder::new(), Folder::new());
    for folder in [&calm, &rough] {
        fs::write(folder.0.join("mine.toml"), SPEC).unwrap();
    }
    let expected = good(&calm.0, MATCH);
    assert_eq!(resumed(&rough.0, MATCH).0, expected);
}

/// The learner that exists in one file, for tests.
#[cfg(feature = "dummy")]
#[test]
fn a_learner_that_was_killed_and_resumed_learns_what_one_learns_that_was_not() {
    let (calm, rough) = (Folder::new(), Folder::new());
    let line = "dummy-learner breakthrough-6x6 --spec negamax --depth 6 --json";
    let expected = good(&calm.0, line);
    let (told, id) = resumed(&rough.0, line);
    assert_eq!(told, expected);
    for ending in ["toml", "json", "html"] {
        let [calm, rough] = [&calm, &rough]
            .map(|folder| fs::read_to_string(folder.0.join(format!("plysmith-runs/dummy-learner-{id}.{ending}"))).unwrap());
        assert_eq!(rough, calm, "{ending}");
    }
}

/// Once another run was begun without a word.
#[test]
fn a_run_whose_files_have_changed_or_gone_is_not_taken_for_another() {
    let folder = Folder::new();
    let (here, file) = (&folder.0, folder.0.join("mine.toml"));
    fs::write(&file, SPEC).unwrap();
    let line = MATCH.replace("mine.toml", "mine.toml:+killers");
    let id = killed(here, &line);
    let shown: Value = serde_json::from_str(&good(here, &format!("runs show {id} --json"))).unwrap();
    assert_eq!((shown["command_line"].as_str(), shown["folder"].as_str()), (Some(&line[..]), here.to_str()));
    fs::write(&file, format!("{SPEC}[history]\n")).unwrap();
    let type_again = format!("type `{line}` in `{}`", here.display());
    refused(here, &id, &["`mine.toml` has changed since it began", "restore what was there", &type_again]);
    fs::remove_file(&file).unwrap();
    refused(here, &id, &["`mine.toml` is neither a preset"]);
    // What it says counts, and not when it was written.
    fs::write(&file, SPEC).unwrap();
    good(here, &format!("runs resume {id}"));
    assert_eq!(runs(here)[0]["state"], "done");
}

#[test]
fn a_store_that_was_moved_is_not_left_for_another_one() {
    let folder = Folder::new();
    good(&folder.0, "match hexapawn default plain --games 20 --depth 3");
    fs::rename(folder.0.join("plysmith-runs"), folder.0.join("moved")).unwrap();
    let listed: Vec<Value> = serde_json::from_str(&good(&folder.0, "runs --out moved --json")).unwrap();
    let output = run(&folder.0, &format!("runs resume {} --out moved", listed[0]["id"].as_str().unwrap()));
    assert!(output.status.code() == Some(2) && notes(&output).contains("move the store there"), "{}", notes(&output));
    assert!(!folder.0.join("plysmith-runs").exists(), "nothing was begun");
}
