//! Commands that measure, as a user meets them: killed, stopped, run side by side, with any number of threads, on a disk that is full or read-only.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, failed, kill_again_and_again, notes, told};

/// The program in a folder.
fn plysmith(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.current_dir(folder).args(words(line)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Words, of which some may stand in single quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(
            |(index, part)| if index % 2 == 1 { vec![part.to_string()] } else { part.split_whitespace().map(Into::into).collect() },
        )
        .collect()
}

fn run(folder: &Path, line: &str) -> Output {
    plysmith(folder, line).output().unwrap()
}

/// The command succeeds; its output.
fn good(folder: &Path, line: &str) -> String {
    told(run(folder, line), line)
}

/// The command fails with this code and says all of this.
fn bad(folder: &Path, line: &str, code: i32, expected: &[&str]) {
    failed(&run(folder, line), line, code, expected);
}

/// A command with the file that it writes. Each lasts about a second.
const COMMANDS: [(&str, Option<&str>); 5] = [
    ("match breakthrough-6x6 default plain --games 160 --nodes 4000 --pgn games.pgn --json", Some("games.pgn")),
    ("suite breakthrough-6x6 wins --plies 5 --count 60 --file made.suite --json", Some("made.suite")),
    ("suite breakthrough-6x6 scores --count 30 --reference-depth 7 --file made.suite --json", Some("made.suite")),
    ("select breakthrough-6x6 --metric nodes --quality none --no-tuning --sequences 8 --nodes 1000 --json", None),
    ("extend breakthrough-6x6 --nodes 400 --count 16 --epsilon 1 --json", None),
];

/// What a command tells and writes.
fn outcome(folder: &Path, line: &str, file: Option<&str>) -> (String, Option<String>) {
    let told = good(folder, line);
    (told, file.map(|file| fs::read_to_string(folder.join(file)).unwrap()))
}

/// A measurement tells times as well, which are never the same; everything else is.
fn without_times(told: &str) -> serde_json::Value {
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                fields.retain(|name, _| name != "picoseconds_a_node" && name != "time");
                fields.values_mut().for_each(strip);
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(told).unwrap();
    strip(&mut value);
    value
}

const MEASURE: &str = "measure breakthrough-6x6 default plain default:-killers --depth 7 --all --json";

/// What a command tells that is let come to its end after it was killed so often.
fn killed(folder: &Folder, line: &str, times: usize, longest: Duration, seed: u64) -> String {
    kill_again_and_again(folder, || plysmith(&folder.0, line), times, longest, seed);
    good(&folder.0, line)
}

#[test]
fn help_is_there_for_every_command_that_measures() {
    let folder = Folder::new();
    for line in [
        "suite",
        "suite breakthrough sequences",
        "suite breakthrough wins",
        "suite breakthrough scores",
        "suite breakthrough import",
        "measure",
        "diff",
        "ablate",
        "match",
        "runs",
        "runs gc",
        "calibrate",
        "evaluate",
        "realization",
        "select",
    ] {
        let output = plysmith(&folder.0, &format!("{line} --help")).env("COLUMNS", "100").output().unwrap();
        insta::assert_snapshot!(format!("help-{}", line.replace(' ', "-")), String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn twenty_kills_change_nothing_in_a_match_or_in_a_suite() {
    for (index, (line, file)) in COMMANDS.into_iter().enumerate() {
        let (calm, rough) = (Folder::new(), Folder::new());
        let began = Instant::now();
        let expected = outcome(&calm.0, line, file);
        let longest = began.elapsed() / 6;
        let told = killed(&rough, line, 20, longest, index as u64);
        let written = file.map(|file| fs::read_to_string(rough.0.join(file)).unwrap());
        assert_eq!((told, written), expected, "{line}");
    }
}

#[test]
fn twenty_kills_change_nothing_in_a_measurement_but_the_times() {
    let (calm, rough) = (Folder::new(), Folder::new());
    let began = Instant::now();
    let expected = good(&calm.0, MEASURE);
    let longest = began.elapsed() / 4;
    let told = killed(&rough, MEASURE, 20, longest, 7);
    assert_eq!(without_times(&told), without_times(&expected));
    // What was measured once stays: the same command again tells the same times.
    assert_eq!(good(&rough.0, MEASURE), told);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (line, file) in COMMANDS {
        let outcomes = [1, 2, 5].map(|threads| outcome(&Folder::new().0, &format!("{line} --threads {threads}"), file));
        assert!(outcomes[0] == outcomes[1] && outcomes[1] == outcomes[2], "{line}\n{outcomes:?}");
    }
    let race = MEASURE.replace(" --all", "");
    let measured = [1, 2, 5].map(|threads| without_times(&good(&Folder::new().0, &format!("{race} --threads {threads}"))));
    assert_eq!(measured[0], measured[1]);
    assert_eq!(measured[1], measured[2]);
}

#[test]
fn two_processes_on_one_store_do_no_harm() {
    let (alone, together) = (Folder::new(), Folder::new());
    let [(first, _), (second, _), ..] = COMMANDS;
    let lines = [first.to_string(), first.to_string(), second.to_string()];
    let expected: Vec<String> = lines.iter().map(|line| good(&alone.0, line)).collect();
    let children: Vec<_> = lines.iter().map(|line| plysmith(&together.0, line).spawn().unwrap()).collect();
    for (child, expected) in children.into_iter().zip(&expected) {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", notes(&output));
        assert_eq!(&String::from_utf8(output.stdout).unwrap(), expected);
    }
}

#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr)]
fn skipped() {
    eprintln!("skipped: this system lets nobody mount a small disk");
}

/// Runs a script in a mount namespace of its own where a small disk can be mounted; `None` where the system does not let us.
#[cfg(target_os = "linux")]
fn mounted(script: &str) -> Option<Output> {
    let usable = |arguments: &[&str]| {
        let mut command = Command::new("unshare");
        command
            .args(arguments)
            .args(["sh", "-c", "mount -t tmpfs -o size=1m tmpfs /mnt"])
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let ways: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
    let way = ways.into_iter().find(|way| usable(way))?;
    let mut command = Command::new("unshare");
    command.args(way).args(["sh", "-c", script]).env("PLYSMITH", env!("CARGO_BIN_EXE_plysmith")).stdin(Stdio::null());
    Some(command.output().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_what_was_stored_stays_readable_and_serves() {
    let folder = Folder::new();
    let place = folder.0.display();
    let line = "match breakthrough-6x6 default plain --games 400 --nodes 500 --json --out";
    // Three disks: one too small, then what was stored copied to one that is large enough.
    let script = format!(
        "mkdir -p {place}/small && mount -t tmpfs -o size=400k tmpfs {place}/small && cd {place} || exit 90
         $PLYSMITH {line} small >out.json 2>full.txt; echo $? >full.code
         $PLYSMITH runs --out small >runs.txt 2>runs.err; echo $? >runs.code
         mkdir large && cp small/store.sqlite* large/
         $PLYSMITH {line} large >again.json 2>again.txt; echo $? >again.code
         $PLYSMITH {line} fresh >fresh.json 2>/dev/null"
    );
    let Some(output) = mounted(&script) else {
        return skipped();
    };
    assert_ne!(output.status.code(), Some(90), "{}", notes(&output));
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    assert_eq!(read("full.code").trim(), "2", "{}", read("full.txt"));
    assert!(
        read("full.txt").contains("no room is left for the store") && read("full.txt").contains("run the same command again"),
        "{}",
        read("full.txt")
    );
    assert_eq!(read("runs.code").trim(), "0", "{}", read("runs.err"));
    assert!(read("runs.txt").contains("match breakthrough-6x6"), "{}", read("runs.txt"));
    assert_eq!(read("again.code").trim(), "0", "{}", read("again.txt"));
    assert!(
        read("again.txt").contains("goes on with") && !read("again.txt").contains("goes on with 0 results"),
        "{}",
        read("again.txt")
    );
    assert_eq!(read("again.json"), read("fresh.json"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_told_and_can_still_be_looked_at() {
    let folder = Folder::new();
    let place = folder.0.display();
    let line = "match tic-tac-toe default plain --games 10 --depth 2 --out";
    let script = format!(
        "mkdir -p {place}/disk && mount -t tmpfs -o size=4m tmpfs {place}/disk && cd {place} || exit 90
         $PLYSMITH {line} disk/runs >/dev/null 2>&1 || exit 91
         mount -o remount,ro {place}/disk || exit 92
         $PLYSMITH {line} disk/runs >out.txt 2>ro.txt; echo $? >ro.code
         $PLYSMITH {line} disk/other >out.txt 2>new.txt; echo $? >new.code
         $PLYSMITH runs --out disk/runs >runs.txt 2>runs.err; echo $? >runs.code"
    );
    let Some(output) = mounted(&script) else {
        return skipped();
    };
    assert!(!matches!(output.status.code(), Some(90..=92)), "{output:?}");
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    for name in ["ro", "new"] {
        let (code, message) = (read(&format!("{name}.code")), read(&format!("{name}.txt")));
        assert_eq!(code.trim(), "2", "{message}");
        assert!(message.contains("--out") && message.to_lowercase().contains("read-only"), "{message}");
    }
    assert_eq!(read("runs.code").trim(), "0", "{}", read("runs.err"));
    assert!(read("runs.txt").contains("match tic-tac-toe"), "{}", read("runs.txt"));
}

#[test]
fn engines_without_chance_and_without_openings_play_one_game_and_not_a_thousand() {
    let folder = Folder::new();
    let text = good(&folder.0, "match breakthrough-5x5 default default --openings none --games 1000 --depth 2");
    assert!(text.contains("Of 1,000 games only 2 are different"), "{text}");
    assert!(text.contains("Games: 2,"), "{text}");
    let pgn = fs::read_dir(folder.0.join("plysmith-runs"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .find(|path| path.extension().is_some_and(|name| name == "pgn"));
    let games = fs::read_to_string(pgn.unwrap()).unwrap();
    let distinct: HashSet<&str> = games.lines().filter(|line| line.starts_with("1. ")).collect();
    assert_eq!(distinct.len(), 1, "both sides are the same engine");
}

/// The moves of every game in a file.
fn moves(pgn: &str) -> Vec<String> {
    let text: String = pgn.lines().map(|line| if line.starts_with('[') { "|" } else { line }).collect::<Vec<_>>().join(" ");
    let games = text.split('|').map(|game| {
        let mut moves = String::new();
        let mut depth = 0;
        for letter in game.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                letter if depth == 0 => moves.push(letter),
                _ => {}
            }
        }
        moves.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    games.filter(|game| !game.is_empty()).collect()
}

#[test]
fn another_program_plays_the_same_moves_as_the_same_engine_of_ours() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_plysmith");
    good(&folder.0, "match breakthrough default plain --games 20 --nodes 1000 --pgn ours.pgn");
    let text = good(
        &folder.0,
        &format!(
            "match breakthrough default 'ugi:{program} engine breakthrough --spec plain' --games 20 --nodes 1000 --pgn theirs.pgn"
        ),
    );
    assert!(text.contains("not replayable"), "{text}");
    let read = |name: &str| moves(&fs::read_to_string(folder.0.join(name)).unwrap());
    let (ours, theirs) = (read("ours.pgn"), read("theirs.pgn"));
    assert_eq!((ours.len(), theirs.len()), (20, 20));
    assert_eq!(ours, theirs);
}

#[test]
fn runs_are_listed_shown_resumed_and_deleted() {
    let folder = Folder::new();
    bad(&folder.0, "runs", 2, &["there is no store", "--out"]);
    let line = "match hexapawn default plain --games 20 --depth 3 --json";
    let first = good(&folder.0, line);
    let runs: serde_json::Value = serde_json::from_str(&good(&folder.0, "runs --json")).unwrap();
    let id = runs[0]["id"].as_str().unwrap().to_string();
    assert_eq!(runs[0]["state"], "done");
    assert_eq!(runs[0]["result"], serde_json::from_str::<serde_json::Value>(&first).unwrap());
    assert!(good(&folder.0, &format!("runs show {}", &id[..4])).contains("hexapawn"));
    // From another folder: its files are found where they were.
    let elsewhere = Folder::new();
    let store = folder.0.join("plysmith-runs");
    assert_eq!(good(&elsewhere.0, &format!("runs resume {id} --out {}", store.display())), first);
    assert!(!elsewhere.0.join("plysmith-runs").exists());
    bad(&folder.0, "runs show zzz", 2, &["there is no run `zzz`", "runs list"]);
    assert!(good(&folder.0, &format!("runs delete {id}")).contains(&id));
    assert!(good(&folder.0, "runs").contains("0 runs, 0 results"));
    assert!(good(&folder.0, "runs gc --cap 1M --unused 0").contains("1.0 MB"));
    bad(&folder.0, "runs gc --cap many", 2, &["no size", "500M"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_cleanly_and_the_same_command_goes_on() {
    let (calm, rough) = (Folder::new(), Folder::new());
    let line = COMMANDS[0].0;
    let expected = good(&calm.0, line);
    let child = plysmith(&rough.0, line).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    // By its own number: nobody else is interrupted.
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    if output.status.code() == Some(0) {
        // A fast machine: it was over before.
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
        return;
    }
    assert_eq!(output.status.code(), Some(130), "{}", notes(&output));
    assert!(notes(&output).contains("run the same command again"), "{}", notes(&output));
    assert!(good(&rough.0, "runs").contains("stopped"));
    assert_eq!(good(&rough.0, line), expected);
}

#[test]
fn games_in_recorded_time_are_played_again_with_the_same_moves() {
    for pace in ["--time 1", "--tc 0.03+0.001"] {
        let folder = Folder::new();
        let line = format!("match breakthrough-5x5 default plain --games 6 {pace} --pgn games.pgn --json");
        let first = outcome(&folder.0, &line, Some("games.pgn"));
        assert!(first.0.contains("\"replayable\": true"), "{}", first.0);
        // The games are gone; what a node costs was recorded with the run.
        let collected = good(&folder.0, "runs gc --unused 0 --json");
        assert!(serde_json::from_str::<serde_json::Value>(&collected).unwrap()["results"].as_u64() > Some(6), "{collected}");
        assert_eq!(outcome(&folder.0, &line, Some("games.pgn")), first, "{pace}");
    }
}

#[test]
fn each_difference_and_each_enhancement_is_measured() {
    let folder = Folder::new();
    let changes = |line: &str| {
        let told: serde_json::Value = serde_json::from_str(&good(&folder.0, line)).unwrap();
        let rows = told["rows"].as_array().unwrap().clone();
        assert!(rows.iter().all(|row| row["compared"]["nodes"]["value"].as_f64() > Some(0.0)), "{told}");
        rows.iter().map(|row| row["change"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        changes("diff breakthrough-5x5 plain plain:+killers:+history --depth 4 --json"),
        ["+killers", "+history", "plain:+killers:+history"]
    );
    assert_eq!(changes("ablate breakthrough-5x5 plain:+killers --depth 3 --json"), ["-alpha_beta with -killers", "-killers"]);
}

/// Once a run that was begun with --fresh began anew when it was resumed.
#[test]
fn resuming_a_fresh_run_does_not_begin_anew() {
    let folder = Folder::new();
    let line = "match hexapawn-4x4 default plain --games 20 --depth 3 --json --fresh";
    good(&folder.0, line);
    let runs: serde_json::Value = serde_json::from_str(&good(&folder.0, "runs --json")).unwrap();
    assert!(runs[0]["command"].as_array().unwrap().iter().all(|word| word != "--fresh"), "{runs}");
    let output = run(&folder.0, &format!("runs resume {}", runs[0]["id"].as_str().unwrap()));
    assert!(notes(&output).contains("was done before"), "{}", notes(&output));
}

/// Once the games of an engine were taken for those of the next version under the same name.
#[cfg(unix)]
#[test]
fn another_program_under_the_same_name_plays_its_own_games() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let script = folder.0.join("engine.sh");
    let write = |spec: &str| {
        fs::write(&script, format!("#!/bin/sh\nexec {} engine breakthrough-5x5 --spec {spec}\n", env!("CARGO_BIN_EXE_plysmith")))
            .unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let line = "match breakthrough-5x5 default ugi:./engine.sh --games 4 --depth 2";
    write("default");
    good(&folder.0, line);
    assert!(notes(&run(&folder.0, line)).contains("was done before"));
    write("plain");
    assert!(notes(&run(&folder.0, line)).contains("begins"));
}

/// Once our engine had recorded time and the other program the wall clock, which gave ours several times as much.
#[test]
fn against_another_program_time_is_that_of_the_wall_clock_for_both() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_plysmith");
    let told = good(
        &folder.0,
        &format!("match breakthrough-5x5 default 'ugi:{program} engine breakthrough-5x5' --games 2 --time 5 --json"),
    );
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let paces: HashSet<&str> = told["players"].as_array().unwrap().iter().map(|player| player["pace"].as_str().unwrap()).collect();
    assert_eq!(paces, HashSet::from(["5 ms a move on the wall clock"]));
}

/// Once one figure for the cost of a node decided every position in the same way, and a spec was slower than itself.
#[test]
fn a_spec_takes_no_more_time_than_itself() {
    let folder = Folder::new();
    let told = good(&folder.0, "measure breakthrough-5x5 default default --by time --depth 4 --json");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let compared = &told["rows"][0]["compared"];
    assert_eq!((compared["p"].as_f64(), compared["early"].as_bool()), (Some(1.0), Some(false)), "{compared}");
}

#[test]
fn short_games_can_be_measured_as_they_come() {
    let folder = Folder::new();
    for game in ["hexapawn", "tic-tac-toe", "hexapawn-4x4"] {
        good(&folder.0, &format!("measure {game} default plain"));
        good(&folder.0, &format!("match {game} default plain --games 10"));
    }
}

#[test]
fn bad_input_is_refused_by_naming_the_remedy() {
    let folder = Folder::new();
    for (line, expected) in [
        ("match breakthrough default", &["<B>"][..]),
        ("match breakthrough default nobody", &["`nobody` is neither a preset", "file"]),
        ("match breakthrough default default:-kilers", &["kilers", "killers"]),
        ("match breakthrough default default:killers", &["+NAME, -NAME or KEY=VALUE"]),
        ("match breakthrough default default:-table", &["needs `table`"]),
        ("match breakthrough default ugi:no-such-program", &["cannot be started"]),
        ("match breakthrough default plain --tc x", &["10+0.1"]),
        ("match breakthrough default plain --tc 0+1", &["10+0.1"]),
        ("match breakthrough default plain --win 4294967295,1", &["at most 900000"]),
        ("measure breakthrough default --part train", &["--suite"]),
        ("runs gc --cap 1K", &["at least 1M"]),
        ("match breakthrough default plain --nodes 5 --wall", &["--wall"]),
        ("match breakthrough default plain --elo0 5 --elo1 5", &["elo"]),
        ("match breakthrough default plain --openings no-such-file", &["cannot read `no-such-file`"]),
        ("match chesss default plain", &["unknown game `chesss`", "did you mean `chess`?"]),
        ("suite breakthrough wins --parts 1,2", &["three numbers"]),
        ("suite breakthrough wins --solved 2", &["from 0 to 1"]),
        ("suite breakthrough wins --temperatures hot", &["temperature"]),
        ("suite breakthrough show no-such-file", &["cannot read"]),
        ("measure breakthrough default --part middle", &["train, validation or heldout"]),
        ("measure breakthrough default plain --by solved", &["no right moves"]),
        ("measure breakthrough default plain --nodes 100 --by nodes", &["equal depth"]),
        ("diff breakthrough default default", &["do not differ"]),
    ] {
        bad(&folder.0, line, 2, expected);
    }
}

#[test]
fn a_suite_is_made_shown_and_measured_and_its_parts_are_kept_apart() {
    let folder = Folder::new();
    good(
        &folder.0,
        "suite breakthrough-6x6 wins --plies 5 --count 40 --file wins.suite --solved 0.25 --solver plain --solver-nodes 500",
    );
    let shown: serde_json::Value = serde_json::from_str(&good(&folder.0, "suite breakthrough-6x6 show wins.suite --json")).unwrap();
    assert_eq!((shown["kind"].as_str(), shown["entries"].as_u64()), (Some("wins"), Some(40)));
    let measured: serde_json::Value =
        serde_json::from_str(&good(&folder.0, "measure breakthrough-6x6 plain --suite wins.suite --nodes 500 --json")).unwrap();
    assert_eq!(measured["base"]["totals"]["solved"], 10, "a quarter, as was asked for");
    let parts: Vec<u64> = ["train", "validation", "heldout"]
        .iter()
        .map(|part| {
            let line = format!("measure breakthrough-6x6 plain --suite wins.suite --nodes 500 --part {part} --json");
            let told: serde_json::Value = serde_json::from_str(&good(&folder.0, &line)).unwrap();
            told["base"]["totals"]["entries"].as_u64().unwrap()
        })
        .collect();
    assert_eq!(parts.iter().sum::<u64>(), 40);
    assert_eq!(parts[0], shown["parts"]["train"].as_u64().unwrap());
}

/// What a learner printed as JSON, and the spec that it says it has written, as `spec` shows it: that is, the file is accepted.
fn learned(folder: &Path, game: &str, line: &str) -> (serde_json::Value, String) {
    let value: serde_json::Value = serde_json::from_str(&good(folder, &format!("{line} --json"))).unwrap();
    let spec = good(folder, &format!("spec {game} --spec {}", value["file"].as_str().unwrap()));
    (value, spec)
}

#[test]
fn a_calibration_is_a_spec_with_what_was_measured() {
    let folder = Folder::new();
    let line = "calibrate breakthrough-6x6 --depth 4 --positions 60 --seed 2";
    let told = good(&folder.0, line);
    let (value, spec) = learned(&folder.0, "breakthrough-6x6", line);
    let row = spec.split("\ndeviation = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    let measured: Vec<u32> = row.split(", ").map(|number| number.parse().unwrap()).collect();
    assert!(spec.contains("[multi_probcut]") && measured.len() == 2 && measured[1] > 0, "{spec}");
    assert!(value["positions"] == 60 && value["decision"] == "trees", "{value}");
    assert!(told.contains("deviation") && told.contains("judged by"), "{told}");
    for pair in value["pairs"].as_array().unwrap() {
        assert!(pair["positions"].as_u64() >= Some(20) && pair["shallow"].as_u64() < pair["depth"].as_u64(), "{pair}");
        assert!(pair["slope"].as_f64() > Some(0.0) && (0.0..=1.0).contains(&pair["explained"].as_f64().unwrap()), "{pair}");
    }
    // What is there already does not measure itself.
    let (again, _) = learned(&folder.0, "breakthrough-6x6", &format!("{line} --spec default:+multi_probcut"));
    assert_eq!(again["pairs"], value["pairs"]);
    let game = "calibrate breakthrough-5x5";
    bad(&folder.0, &format!("{game} --spec plain"), 2, &["knows no shallow values", ":+deepening"]);
    bad(&folder.0, &format!("{game} --depth 2"), 2, &["invalid value", "--depth"]);
    bad(&folder.0, &format!("{game} --positions 5"), 2, &["invalid value", "--positions"]);
    bad(&folder.0, &format!("{game} --suite nothing.suite"), 2, &["cannot read `nothing.suite`"]);
    bad(&folder.0, &format!("{game} --move 20ms"), 2, &["no searches whose length", "leave --move out"]);
    bad(&folder.0, "calibrate brakthrough", 2, &["did you mean `breakthrough`?"]);
}

#[test]
fn a_learner_of_one_file_and_one_line_has_a_command_a_run_and_a_report() {
    let folder = Folder::new();
    let help = good(&folder.0, "dummy-learner --help");
    assert!(help.contains("--depth <PLIES>") && help.contains("--seed <N>") && help.contains("--hide"), "{help}");
    let line = "dummy-learner breakthrough-6x6 --spec negamax --depth 3";
    let told = good(&folder.0, line);
    assert!(told.contains("Whether bounds save nodes") && told.contains("judged by"), "{told}");
    let (value, spec) = learned(&folder.0, "breakthrough-6x6", line);
    assert!(value["proposed"] == true && spec.contains("[alpha_beta]"), "{value}");
    assert!(folder.0.join(value["report"].as_str().unwrap()).exists());
    let all = good(&folder.0, "runs");
    assert!(all.contains("dummy-learner"), "{all}");
    bad(&folder.0, "dummy-learner breakthrough-6x6", 2, &["alpha_beta is on already"]);
    bad(&folder.0, "dummy-learner breakthrough-6x6 --spec negamax --depth 50", 2, &["invalid value", "--depth"]);
}

#[test]
fn categories_of_moves_are_a_spec_that_goes_by_them() {
    let folder = Folder::new();
    let line = "realization breakthrough-6x6 --games 20 --keep 5 --seed 2";
    let (_, spec) = learned(&folder.0, "breakthrough-6x6", line);
    let categories = spec.split("[categories.costs]\n").nth(1).unwrap().lines().take_while(|line| line.contains(" = ")).count();
    assert_eq!(categories, 5, "{spec}");
    let named = good(&folder.0, "realization breakthrough-6x6 --games 20 --category C --category neutral --json");
    let value: serde_json::Value = serde_json::from_str(&named).unwrap();
    let [capture, every] = [0, 1].map(|index| &value["categories"][index]);
    assert!(capture["name"] == "C" && capture["played"].as_u64() <= capture["possible"].as_u64(), "{value}");
    assert_eq!(
        (&every["probability"], &every["cost"]),
        (&value["ply"], &64.into()),
        "every move is neutral, and costs a ply: {value}"
    );
    let game = "realization breakthrough-5x5";
    bad(&folder.0, &format!("{game} --category Elephant"), 2, &["`Elephant` is no category of moves"]);
    bad(&folder.0, &format!("{game} --ply 2"), 2, &["`2` is no such probability; use 0.001 to 0.9"]);
    bad(&folder.0, &format!("{game} --games 0"), 2, &["invalid value", "--games"]);
    bad(&folder.0, &format!("{game} --keep 33"), 2, &["invalid value", "--keep"]);
    bad(&folder.0, &format!("{game} --games 1 --category Bv2"), 2, &["use more --games"]);
    bad(&folder.0, "realization tic-tac-toe", 2, &["nothing can be learned for tic-tac-toe", "the game has no atoms of moves"]);
}
