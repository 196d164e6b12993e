//! Learned parts as a user meets them: beside a spec, in the store, in an export, and everything that can be wrong with them.
//! The enhancement that has one is there for tests alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::common::{Folder, failed, kill_again_and_again, told};
use plysmith::part::{Part, PartCard, PartId, Provenance};
use serde_json::Value;

const GAME: &str = "breakthrough-5x5";

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.env_remove("CARGO_MANIFEST_DIR").current_dir(folder).args(line.split_whitespace());
    command
}

fn plysmith(folder: &Path, line: &str) -> Output {
    command(folder, line).output().unwrap()
}

fn good(folder: &Path, line: &str) -> String {
    told(plysmith(folder, line), line)
}

fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&good(folder, line)).unwrap()
}

/// The command fails with this code, and a message that contains each of these.
fn refused(folder: &Path, line: &str, code: i32, expected: &[&str]) {
    failed(&plysmith(folder, line), line, code, expected);
}

fn card(game: &str, kind: &str, values: u32) -> PartCard {
    let provenance = Provenance { command: "plysmith learn".into(), seed: 7, build: "b".into(), data: "none".into() };
    PartCard { kind: kind.into(), game: game.into(), shape: [("values".to_string(), values)].into(), provenance }
}

fn part() -> Part {
    let values = (0..64i16).flat_map(|at| (at.wrapping_mul(7919)).to_le_bytes()).collect();
    Part::new(card(GAME, "numbers", 64), values).unwrap()
}

/// Where a part belongs, seen from the folder of the spec.
fn place(folder: &Path, id: PartId) -> PathBuf {
    folder.join("parts").join(id.file())
}

/// Writes `mine.toml`, which names a part, and these bytes as that part.
fn put(folder: &Path, id: PartId, bytes: Option<&[u8]>) {
    fs::create_dir_all(folder.join("parts")).unwrap();
    fs::write(folder.join("mine.toml"), format!("[alpha_beta]\n[table]\n[tt_order]\n[deepening]\n[dummy]\nnet = \"{id}\"\n"))
        .unwrap();
    let _ = fs::remove_file(place(folder, id));
    if let Some(bytes) = bytes {
        fs::write(place(folder, id), bytes).unwrap();
    }
}

fn nodes(folder: &Path, spec: &str) -> u64 {
    json(folder, &format!("search {GAME} --spec {spec} --depth 6 --json"))["nodes"].as_u64().unwrap()
}

#[test]
fn a_part_beside_the_spec_is_used_wherever_the_spec_is() {
    let folder = Folder::new();
    let below = folder.0.join("engines");
    fs::create_dir_all(&below).unwrap();
    put(&below, part().id(), Some(&part().to_bytes()));
    let with = nodes(&folder.0, "engines/mine.toml");
    assert_eq!(nodes(&below, "mine.toml"), with);
    let without = json(&folder.0, &format!("search {GAME} --spec engines/mine.toml --set dummy.net=none --depth 6 --json"));
    assert_ne!(without["nodes"].as_u64().unwrap(), with);
    assert!(good(&folder.0, &format!("spec {GAME} --spec engines/mine.toml")).contains(&format!("net = \"{}\"", part().id())));
}

#[test]
fn whatever_is_wrong_with_a_part_names_the_file_and_the_remedy_before_any_search() {
    let folder = Folder::new();
    let (good_bytes, id) = (part().to_bytes(), part().id());
    let file = format!("parts/{}", id.file());
    let search = format!("search {GAME} --spec mine.toml --depth 3");
    let versus = format!("match {GAME} mine.toml default --games 2 --nodes 50");
    let check = |id: PartId, bytes: Option<&[u8]>, expected: &[&str]| {
        put(&folder.0, id, bytes);
        for line in [&search, &versus] {
            refused(&folder.0, line, 2, expected);
        }
    };
    let mut altered = good_bytes.clone();
    *altered.last_mut().unwrap() ^= 1;
    check(id, None, &["dummy.net", &id.to_string(), "is missing", &file, "in the store in `plysmith-runs`", "copy it there"]);
    check(id, Some(&good_bytes[..good_bytes.len() - 9]), &["dummy.net", &file, "ends after", "copy it again"]);
    check(id, Some(&altered), &["dummy.net", &file, "was altered", "copy it again"]);
    check(id, Some(b"[alpha_beta]\n"), &["dummy.net", &file, "is no part"]);
    check(id, Some(b"plysmith-part 2 1 1 1 1\nnew"), &["dummy.net", &file, "has the format 2", "use a newer plysmith"]);
    let another = Part::new(card(GAME, "numbers", 1), vec![1, 1]).unwrap();
    check(id, Some(&another.to_bytes()), &["dummy.net", &file, "holds another part"]);
    put(&folder.0, id, Some(b""));
    fs::File::options().write(true).open(place(&folder.0, id)).unwrap().set_len(100_000_000).unwrap();
    refused(&folder.0, &search, 2, &["dummy.net", &file, "is 100000000 bytes long", "learn a smaller part"]);
    for (other, expected) in [
        (card("chess", "numbers", 1), "was learned for chess and not for breakthrough-5x5; name a part of breakthrough-5x5"),
        (card(GAME, "table", 1), "is of the kind `table` and not `numbers`; name a part of that kind"),
        (card(GAME, "numbers", 3), "`values` is 3 and not 1; learn it again"),
    ] {
        let other = Part::new(other, vec![1, 1]).unwrap();
        check(other.id(), Some(&other.to_bytes()), &["dummy", &format!("parts/{}", other.id().file()), expected]);
    }
}

#[test]
fn the_card_of_a_part_is_shown_and_damage_is_a_failed_check() {
    let folder = Folder::new();
    put(&folder.0, part().id(), Some(&part().to_bytes()));
    let line = format!("part parts/{}", part().id().file());
    let told = good(&folder.0, &line);
    for expected in [&part().id().to_string(), "numbers", GAME, "values = 64", "128 bytes", "plysmith learn", "intact"] {
        assert!(told.contains(expected), "{told}\n  wanted: {expected}");
    }
    let told = json(&folder.0, &format!("{line} --json"));
    assert_eq!((&told["intact"], &told["shape"]["values"], &told["provenance"]["seed"]), (&true.into(), &64.into(), &7.into()));
    put(&folder.0, part().id(), Some(&part().to_bytes()[..200]));
    refused(&folder.0, &line, 1, &[&part().id().file(), "ends after 200 bytes"]);
    let output = plysmith(&folder.0, &format!("{line} --json"));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["intact"], false);
    refused(&folder.0, "part nowhere.part", 2, &["cannot read the part `nowhere.part`"]);
}

#[test]
fn a_run_keeps_the_parts_of_its_specs_until_it_is_gone() {
    let folder = Folder::new();
    put(&folder.0, part().id(), Some(&part().to_bytes()));
    let with = nodes(&folder.0, "mine.toml");
    good(&folder.0, &format!("match {GAME} mine.toml default --games 2 --nodes 50 --threads 1"));
    // A learner writes what its spec names beside it.
    let told = json(&folder.0, &format!("evaluate {GAME} --spec mine.toml --games 20 --nodes 50 --out fits --json"));
    let file = told["file"].as_str().unwrap_or_default();
    assert!(file.starts_with("fits/") && place(&folder.0.join("fits"), part().id()).is_file(), "{told}");
    put(&folder.0, part().id(), None);
    assert_eq!(nodes(&folder.0, "mine.toml"), with, "it is in the store");
    good(&folder.0, "runs gc --unused 0");
    assert_eq!(nodes(&folder.0, "mine.toml"), with, "the run still names it");
    let runs = json(&folder.0, "runs list --json");
    let id = runs.as_array().or(runs["runs"].as_array()).unwrap()[0]["id"].as_str().unwrap().to_string();
    good(&folder.0, &format!("runs delete {id}"));
    refused(&folder.0, &format!("search {GAME} --spec mine.toml --depth 3"), 2, &["is missing"]);
}

#[test]
fn a_part_is_found_in_the_usual_store_wherever_results_go() {
    let folder = Folder::new();
    let (game, id) = (format!("match {GAME} mine.toml default --games 2 --nodes 50 --threads 1"), part().id());
    put(&folder.0, id, Some(&part().to_bytes()));
    good(&folder.0, &game);
    put(&folder.0, id, None);
    let usual = folder.0.join("plysmith-runs/store.sqlite");
    let before = fs::read(&usual).unwrap();
    let told = good(&folder.0, &format!("{game} --out other --json"));
    assert!(fs::read(&usual).unwrap() == before, "it was only looked at");
    // The run keeps it in its own store, and needs the other no more.
    fs::remove_dir_all(folder.0.join("plysmith-runs")).unwrap();
    assert_eq!(good(&folder.0, &format!("{game} --out other --fresh --json")), told);
    refused(&folder.0, &format!("{game} --out third"), 2, &["is missing", "in the store in `third` or `plysmith-runs`"]);
    assert!(!usual.exists(), "nobody made one by looking");
    // Beside the spec comes first: what is wrong there is said, whatever a store has.
    put(&folder.0, id, Some(b"[alpha_beta]\n"));
    refused(&folder.0, &format!("{game} --out other"), 2, &["dummy.net", "is no part"]);
}

/// Another row of numbers.
fn other_part() -> Part {
    let values = (0..32i16).flat_map(|at| (at.wrapping_mul(-4099)).to_le_bytes()).collect();
    Part::new(card(GAME, "numbers", 32), values).unwrap()
}

#[test]
fn specs_that_differ_in_a_part_a_vector_and_a_table_are_told_apart_and_each_difference_is_measured() {
    let folder = Folder::new();
    let ids = [part(), other_part()].map(|part| {
        put(&folder.0, part.id(), Some(&part.to_bytes()));
        part.id()
    });
    let base = "[alpha_beta]\n[table]\n[tt_order]\n[deepening]\n[dummy]\n";
    let spec = |name: &str, rest: &str| fs::write(folder.0.join(name), format!("{base}{rest}")).unwrap();
    spec("one.toml", &format!("weights = [1]\nnet = \"{}\"\n[dummy.costs]\nUd = 64\n", ids[0]));
    spec("other.toml", &format!("weights = [-3, 2]\nnet = \"{}\"\n[dummy.costs]\nUd = 32\nRdTt = 8\n", ids[1]));
    spec("part.toml", &format!("weights = [1]\nnet = \"{}\"\n[dummy.costs]\nUd = 64\n", ids[1]));
    spec("none.toml", "weights = [1]\n[dummy.costs]\nUd = 64\n");
    let changes = |told: &Value| -> Vec<(String, u64, f64)> {
        let rows = told["rows"].as_array().unwrap().iter();
        let row = |row: &Value| {
            let compared = &row["compared"];
            (
                row["change"].as_str().unwrap().to_string(),
                compared["other"]["nodes"].as_u64().unwrap(),
                compared["nodes"]["value"].as_f64().unwrap(),
            )
        };
        rows.map(row).collect()
    };
    let told = json(&folder.0, &format!("diff {GAME} one.toml other.toml --depth 5 --all --threads 1 --json"));
    let found = changes(&told);
    let names: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
    let net = format!("dummy.net={}", ids[1]);
    assert_eq!(names, ["dummy.weights=-3,2", "dummy.costs.RdTt=8", "dummy.costs.Ud=32", &net, "other.toml"], "{told}");
    let nodes = told["base"]["totals"]["nodes"].as_u64().unwrap();
    for (name, count, ratio) in &found {
        // Costs are only sampled; the rest orders moves otherwise.
        assert_eq!(*count == nodes, name.starts_with("dummy.costs"), "{name}: {count} and {nodes}");
        assert_eq!(*ratio == 1.0, name.starts_with("dummy.costs"), "{name}: {ratio}");
    }
    // Each is measured as the spec that has only this difference.
    let alone = json(&folder.0, &format!("measure {GAME} one.toml part.toml --depth 5 --all --threads 1 --json"));
    assert_eq!(changes(&alone)[0].1, found[3].1);
    let only = json(&folder.0, &format!("diff {GAME} one.toml part.toml --depth 5 --all --threads 1 --json"));
    assert_eq!(changes(&only), [found[3].clone()].map(|(name, count, ratio)| (name, count, ratio)));
    let without = json(&folder.0, &format!("diff {GAME} one.toml none.toml --depth 5 --threads 1 --json"));
    assert_eq!(changes(&without)[0].0, "dummy.net=none");
    refused(&folder.0, &format!("diff {GAME} one.toml one.toml"), 2, &["do not differ"]);
}

#[test]
fn a_run_with_a_part_that_was_killed_gives_what_one_gives_that_was_not() {
    let folders = [Folder::new(), Folder::new()];
    for folder in &folders {
        put(&folder.0, part().id(), Some(&part().to_bytes()));
    }
    let [calm, rough] = &folders;
    let line = format!("match {GAME} mine.toml mine.toml:dummy.net=none --games 120 --nodes 3000 --json");
    let began = Instant::now();
    let expected = good(&calm.0, &line);
    let longest = began.elapsed() / 3;
    let quiet = || {
        let mut command = command(&rough.0, &line);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    kill_again_and_again(rough, quiet, 8, longest, 1);
    assert_eq!(good(&rough.0, &line), expected);
    // The part makes the games: without it they are others.
    assert_ne!(good(&calm.0, &line.replace("mine.toml mine", "mine.toml:dummy.net=none mine")), expected);
}

/// Where the tests build engines, so that only the first time takes long.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("../exported")
}

#[test]
fn an_export_with_parts_builds_offline_and_has_the_nodes_of_the_spec() {
    let folder = Folder::new();
    put(&folder.0, part().id(), Some(&part().to_bytes()));
    let late = Part::new(card(GAME, "numbers", 2), vec![255, 127, 0, 128]).unwrap();
    fs::write(place(&folder.0, late.id()), late.to_bytes()).unwrap();
    let spec = fs::read_to_string(folder.0.join("mine.toml")).unwrap();
    fs::write(folder.0.join("mine.toml"), format!("{spec}[phase.1.dummy]\nnet = \"{}\"\n", late.id())).unwrap();
    good(&folder.0, &format!("export {GAME} --spec mine.toml --to engine"));
    // Nothing of what it was made from is left.
    fs::remove_dir_all(folder.0.join("parts")).unwrap();
    let engine = folder.0.join("engine");
    for id in [part().id(), late.id()] {
        assert!(place(&engine, id).is_file());
    }
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--offline", "--quiet", "--", "bench", "1"]).current_dir(&engine).env("CARGO_TARGET_DIR", target());
    let output = command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").output().unwrap();
    let (text, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(output.status.success() && !notes.contains("warning"), "{notes}\n{text}");
    assert!(text.contains("position 4: ") && text.contains("round 1: compiled ") && !text.contains("but the spec"), "{text}");
    // A spec without the part would not have these nodes.
    fs::write(folder.0.join("plain.toml"), spec.split("[dummy]").next().unwrap()).unwrap();
    good(&folder.0, &format!("export {GAME} --spec plain.toml --to other"));
    let measured = |name: &str| serde_json::from_slice::<Value>(&fs::read(folder.0.join(name)).unwrap()).unwrap()["nodes"].clone();
    assert_ne!(measured("engine/plysmith-export.json"), measured("other/plysmith-export.json"));
}
