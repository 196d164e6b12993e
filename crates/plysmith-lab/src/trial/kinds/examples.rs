//! Every kind of trial with an example, so that a change of what a trial does is noticed and its version raised.

use std::collections::BTreeMap;
use std::path::Path;

use plysmith::arena::Line;
use plysmith::{Spec, Stop};

use crate::testing::arena;
use crate::trial::{KINDS, SpecText, Trial, TrialKind, Workbench};

/// A kind of trial with a small example, on [`GAME`].
pub(crate) trait Example: Trial {
    fn example() -> Self;
}

const GAME: &str = "breakthrough-5x5";

/// An engine without anything that the core may change for good reasons.
pub(crate) fn plain() -> SpecText {
    SpecText::new(&*arena(GAME), &Spec::parse("[alpha_beta]").unwrap()).unwrap()
}

/// The beginning of a game.
pub(crate) fn line() -> Line {
    Line { start: None, moves: vec!["b2b3".into()] }
}

/// Kind, version and a digest of what the example is written as and gives.
fn line_of<T: Example>() -> (String, u32, String) {
    let arena = arena(GAME);
    let trial = T::example();
    // As somebody runs it who has only its name and its writing.
    let kind = TrialKind::find(T::KIND).unwrap_or_else(|| panic!("{} is not in the list of kinds", T::KIND));
    let written = serde_json::to_string(&trial).unwrap();
    let result = kind.run(written.as_bytes(), &mut Workbench::new(&*arena, Stop::default()));
    let result = result.unwrap_or_else(|error| panic!("{}: {error}", T::KIND));
    let text = format!("{written}\n{}", String::from_utf8(result).unwrap());
    (T::KIND.into(), T::VERSION, crate::digest(text.as_bytes())[..16].into())
}

/// Every kind there is: what is missing is noticed below.
fn all() -> Vec<(String, u32, String)> {
    vec![
        line_of::<crate::trial::Search>(),
        line_of::<crate::trial::Sequence>(),
        line_of::<crate::trial::Rate>(),
        line_of::<crate::play::Game>(),
        line_of::<crate::play::Draw>(),
        line_of::<crate::suite::make::Cut>(),
        line_of::<crate::suite::make::FindWin>(),
        line_of::<crate::suite::make::Sample>(),
        line_of::<crate::realization::Played>(),
        line_of::<crate::evaluate::Gather>(),
        line_of::<crate::learn::Positions>(),
        line_of::<crate::evaluate::network::SelfPlayGames>(),
    ]
}

/// The kinds that the sources of the lab declare, tests apart.
fn declared(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            declared(&path, found);
        } else if !path.ends_with("runner/tests.rs") && !path.ends_with("kinds/examples.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let kinds = text.split("const KIND: &'static str = \"").skip(1).filter_map(|rest| rest.split('"').next());
            found.extend(kinds.map(String::from));
        }
    }
}

#[test]
fn every_kind_of_trial_has_an_example() {
    let mut found = Vec::new();
    declared(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let mut listed: Vec<String> = all().into_iter().map(|(kind, ..)| kind).collect();
    let mut kinds: Vec<String> = KINDS.iter().map(|kind| kind.name.to_string()).collect();
    found.sort();
    listed.sort();
    kinds.sort();
    assert_eq!(listed, found);
    assert_eq!(kinds, found, "the one list of kinds has every kind, and each once");
}

#[test]
fn a_trial_that_does_something_else_has_another_version() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/trials.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let written: BTreeMap<&str, &str> = rows.map(|row| row.split_once(" = ").expect("`kind = version digest`")).collect();
    let mut wrong = Vec::new();
    for (kind, version, digest) in all() {
        let now = format!("{version} {digest}");
        match written.get(kind.as_str()) {
            Some(row) if *row == now => {}
            Some(row) if row.split(' ').next() == Some(version.to_string().as_str()) => wrong.push(format!(
                "`{kind}` gives something else than before. If the lab did it, raise its VERSION; if the core or the game did, that needs none. Then write `{kind} = {now}`"
            )),
            _ => wrong.push(format!("write `{kind} = {now}`")),
        }
    }
    assert!(wrong.is_empty(), "in golden/trials.txt:\n{}", wrong.join("\n"));
    assert_eq!(written.len(), all().len(), "a kind that is gone is still in golden/trials.txt");
}
