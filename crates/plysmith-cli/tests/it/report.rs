//! The command `report` as a user meets it. What a page looks like is tested where it is made, in the lab.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::Folder;
use plysmith_lab::report::{Block, Outcome, Report, Section};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plysmith"))
        .arg("report")
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", "100")
        .output()
        .unwrap()
}

/// The command succeeds; its output.
fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The command refuses its input with exit code 2 and this message.
fn refused(folder: &Path, arguments: &[&str], expected: &str) {
    let output = run(folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty() && message.contains(expected), "{arguments:?}\n  says: {message}\n  wanted: {expected}");
}

/// A folder with a small report.
fn folder() -> (Folder, Report) {
    let mut report = Report::new("Forged", "breakthrough", "The forged spec is stronger.");
    let section = Section::new("proof", "The proof").judged(Outcome::Proven, "H1 was accepted after 207 pairs.");
    report.sections.push(section.with(Block::paragraph("Openings were played from both sides.")));
    report.condition("seed", 1);
    let folder = Folder::new();
    fs::write(folder.0.join("report.json"), report.json().unwrap()).unwrap();
    (folder, report)
}

#[test]
fn help_says_what_it_writes() {
    let folder = Folder::new();
    insta::assert_snapshot!("help", good(&folder.0, &["--help"]));
}

#[test]
fn a_report_is_told_and_nothing_is_written_unless_asked() {
    let (folder, _) = folder();
    let told = "Forged (breakthrough)\nThe forged spec is stronger.\n\nThe proof\n─────────\n[proven] H1 was accepted after 207 pairs.\n\n\
        Openings were played from both sides.\n\nConditions\n──────────\nseed  1\n";
    assert_eq!(good(&folder.0, &["report.json"]), told);
    assert_eq!(good(&folder.0, &["."]), told, "a folder stands for its report");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn the_page_is_written_beside_it_or_where_it_is_asked_for() {
    let (folder, report) = folder();
    good(&folder.0, &["report.json", "--html"]);
    good(&folder.0, &["report.json", "--html", "other.html"]);
    for page in ["report.html", "other.html"] {
        let page = fs::read_to_string(folder.0.join(page)).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("H1 was accepted after 207 pairs."), "{page}");
    }
    let json = good(&folder.0, &["report.json", "--json"]);
    assert_eq!(Report::read(&json).unwrap(), report);
    assert_eq!(json, fs::read_to_string(folder.0.join("report.json")).unwrap());
}

#[test]
fn what_is_no_report_is_refused() {
    let (folder, _) = folder();
    let good = fs::read_to_string(folder.0.join("report.json")).unwrap();
    for (name, content) in [("cut.json", &good[..good.len() / 2]), ("other.json", "{\"games\": 3}"), ("empty.json", "")] {
        fs::write(folder.0.join(name), content).unwrap();
    }
    refused(&folder.0, &["missing.json"], "cannot read `missing.json`");
    refused(&folder.0, &["cut.json"], "in `cut.json`: it cannot be read as a report: EOF while parsing");
    refused(&folder.0, &["other.json"], "in `other.json`: it is no report of plysmith");
    refused(&folder.0, &["empty.json", "--html"], "in `empty.json`: it cannot be read as a report");
    assert!(!folder.0.join("empty.html").exists(), "nothing is written of what could not be read");
    refused(&folder.0, &["report.json", "--html", "report.json"], "is the report itself; give --html another name");
    refused(
        &folder.0,
        &["report.json", "--html", "no/such/place.html"],
        "cannot write `no/such/place.html`; give --html another name",
    );
    refused(&folder.0, &["report.json", "--open"], "unexpected argument '--open'");
}
