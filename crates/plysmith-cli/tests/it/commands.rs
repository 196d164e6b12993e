//! The program as a user meets it: its output, its errors and its exit codes.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

fn plysmith(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plysmith"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("COLUMNS", "100");
    command
}

fn run(arguments: &[&str]) -> Output {
    plysmith(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The command succeeds; its output.
fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

/// The command refuses its input with exit code 2 and a message that contains each of these.
fn refused(arguments: &[&str], expected: &[&str]) {
    let output = run(arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    for expected in expected {
        assert!(message.contains(expected), "{arguments:?}\n  says: {message}\n  wanted: {expected}");
    }
}

/// The command with this input.
fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = plysmith(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that has left does not read on.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn help_is_there_for_every_command() {
    // Without the lab there are fewer commands.
    if cfg!(feature = "lab") {
        insta::assert_snapshot!("help", good(&["--help"]));
    }
    for command in ["games", "enhancements", "check", "perft", "bench", "spec", "part", "search", "trace", "engine", "play"] {
        insta::assert_snapshot!(format!("help-{command}"), good(&[command, "--help"]));
    }
    assert_eq!(run(&[]).status.code(), Some(2));
    assert!(good(&["--version"]).starts_with("plysmith "));
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    refused(&["perft", "brakthrough", "2"], &["unknown game `brakthrough`; did you mean `breakthrough`?"]);
    refused(&["play", "go"], &["unknown game `go`; known are ataxx"]);
    refused(&["games", "hexapawn-4x"], &["did you mean `hexapawn-4x"]);
    refused(&["enhancements", "kilers"], &["unknown enhancement `kilers`; did you mean `killers`?"]);
    refused(
        &["search", "hexapawn", "--spec", "defualt"],
        &["`defualt` is neither a preset of hexapawn nor a file; did you mean `default`?"],
    );
    refused(&["prft", "breakthrough", "2"], &["unrecognized subcommand 'prft'", "perft"]);
}

/// Once a position of Othello was taken for an option.
#[test]
fn a_position_may_begin_with_hyphens() {
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(good(&["perft", "othello", "2", "--position", start]), "12\n");
    assert!(good(&["search", "othello", "--position", start, "--depth", "1"]).contains(start));
}

#[test]
fn a_malformed_position_and_an_illegal_move_are_refused() {
    refused(&["search", "breakthrough", "--position", "nonsense"], &["`nonsense` is no position"]);
    refused(&["perft", "breakthrough", "0", "--position", "8/8 w"], &["is no position"]);
    refused(&["play", "breakthrough", "--position", ""], &["is no position"]);
    refused(&["search", "breakthrough", "--moves", "a2a3", "a2a3"], &["`a2a3` is no legal move: expected one of"]);
}

#[test]
fn absurd_limits_are_refused() {
    for limit in [
        ["--depth", "0"],
        ["--depth", "1000000000"],
        ["--nodes", "0"],
        ["--nodes", "-5"],
        ["--time", "0"],
        ["--time", "99999999999999999999"],
    ] {
        for command in ["search", "play"] {
            refused(&[command, "hexapawn", limit[0], limit[1]], &["invalid value", limit[0]]);
        }
    }
    refused(&["perft", "hexapawn", "1000000000"], &["invalid value"]);
    refused(&["perft", "hexapawn", "-1"], &["invalid value"]);
    refused(&["check", "hexapawn", "--games", "0"], &["invalid value"]);
    refused(&["bench", "hexapawn", "--depth", "0"], &["invalid value"]);
    refused(&["search", "hexapawn", "--depth", "x"], &["invalid digit"]);
}

#[test]
fn a_bad_spec_is_refused() {
    let folder = std::env::temp_dir().join(format!("plysmith-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("spec.toml");
    let name = file.to_str().unwrap();
    for (text, expected) in [("[kilers]", "did you mean `killers`?"), ("[tt_order]", "needs `table`"), ("[table", "not valid TOML")]
    {
        std::fs::write(&file, text).unwrap();
        refused(&["spec", "breakthrough", "--spec", name], &[name, expected]);
    }
    std::fs::write(&file, "[alpha_beta]\n[tactical_first]\n").unwrap();
    refused(&["engine", "tic-tac-toe", "--spec", name], &["`tactical_first` needs the capability `tactical`"]);
    assert!(good(&["spec", "breakthrough", "--spec", name]).contains("[tactical_first]"));
    std::fs::write(&file, b"\xff").unwrap();
    refused(&["spec", "breakthrough", "--spec", name], &["cannot read the spec"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_spec_is_changed_by_options() {
    let text =
        good(&["spec", "breakthrough", "--off", "pvs", "--on", "mtdf", "--set", "killers.slots=3", "--set", "evaluation=material"]);
    for line in ["[mtdf]", "slots = 3", "name = \"material\""] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("[pvs]"), "{text}");
    assert_eq!(json(&good(&["spec", "breakthrough", "--set", "table.bits=14", "--json"]))["enhancements"]["table"]["bits"], 14);
    refused(&["spec", "breakthrough", "--set", "killers.slots=9"], &["--set killers.slots=9: `9` is out of range; use 1 to 4"]);
    refused(&["spec", "breakthrough", "--set", "killers.slot=2"], &["did you mean `slots`?"]);
    refused(&["spec", "breakthrough", "--set", "killers"], &["write KEY=VALUE"]);
    refused(&["spec", "breakthrough", "--spec", "plain", "--set", "killers.slots=2"], &["`killers` is off; add --on killers"]);
    refused(&["spec", "breakthrough", "--on", "mtdf"], &["exclude each other"]);
    refused(&["spec", "breakthrough", "--set", "weights.elephant=2"], &["no term `elephant`"]);
}

/// 22 moves each, and no piece can meet another before the third move of a side: 22 × 22 is known without the program.
#[test]
fn perft_ends_with_the_count_alone() {
    assert_eq!(good(&["perft", "breakthrough", "2"]), "484\n");
    assert_eq!(good(&["perft", "breakthrough", "0"]), "1\n");
    let divided = good(&["perft", "tic-tac-toe", "2", "--divide"]);
    assert_eq!(divided.lines().filter(|line| line.ends_with(" 8")).count(), 9, "{divided}");
    assert_eq!(divided.lines().last(), Some("72"));
    assert_eq!(json(&good(&["perft", "tic-tac-toe", "3", "--json"]))["count"], 504);
}

#[test]
fn games_and_enhancements_are_listed_for_people_and_programs() {
    assert!(good(&["games"]).lines().any(|line| line.starts_with("breakthrough ")));
    assert!(good(&["games", "breakthrough-6x6"]).contains("capabilities"));
    let games = json(&good(&["games", "--json"]));
    assert!(games.as_array().unwrap().iter().any(|game| game["name"] == "hexapawn"));
    assert_eq!(json(&good(&["games", "tic-tac-toe", "--json"]))["name"], "tic-tac-toe");
    assert!(good(&["enhancements", "alpha-beta"]).starts_with("alpha_beta: "));
    assert!(!json(&good(&["enhancements", "--json"])).as_array().unwrap().is_empty());
}

#[test]
fn capabilities_of_a_game_can_be_hidden() {
    insta::assert_snapshot!("hide-unknown", stderr(&run(&["search", "breakthrough", "--hide", "tactical,atom"])));
    insta::assert_snapshot!("hide-games", good(&["games", "tic-tac-toe", "--hide", "symmetries,picture,tactical"]));
    refused(&["search", "breakthrough", "--hide", ""], &["unknown capability ``; known are hash"]);
    let less = json(&good(&["games", "breakthrough", "--hide", "all", "--json"]));
    assert_eq!((less["capabilities"].as_array().unwrap().len(), less["atoms"].as_array().unwrap().len()), (0, 0));
    let checked = good(&["check", "tic-tac-toe", "--games", "20", "--hide", "hash"]);
    assert!(checked.contains("hidden       hash; the rules are checked with all that is declared"), "{checked}");
    // The spec says what is hidden, and so it hides it wherever it is read.
    let text = good(&["spec", "breakthrough", "--spec", "everything", "--hide", "tactical,hash"]);
    assert!(text.starts_with("hide = [\"hash\", \"tactical\"]\n") && !text.contains("[tactical_first]"), "{text}");
    let folder = std::env::temp_dir().join(format!("plysmith-hide-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("spec.toml");
    std::fs::write(&file, &text).unwrap();
    let nodes = |arguments: &[&str]| {
        json(&good(&[&["search", "breakthrough-5x5", "--depth", "6", "--json"], arguments].concat()))["nodes"].as_u64().unwrap()
    };
    let name = file.to_str().unwrap();
    assert_eq!(nodes(&["--spec", name]), nodes(&["--spec", "everything", "--hide", "hash,tactical"]));
    assert_ne!(nodes(&["--spec", name]), nodes(&["--spec", "everything"]));
    std::fs::remove_dir_all(&folder).unwrap();
    refused(
        &["search", "breakthrough", "--on", "quiescence", "--hide", "tactical"],
        &["`quiescence` needs the capability `tactical`, which is hidden; leave [quiescence] out or hide less"],
    );
}

#[test]
fn rules_are_checked() {
    let text = good(&["check", "tic-tac-toe", "--games", "50", "--seed", "3"]);
    assert!(text.starts_with("tic-tac-toe: the rules hold in 50 random games (seed 3)\n"), "{text}");
    assert_eq!(json(&good(&["check", "hexapawn", "--games", "9", "--json"]))["passed"], true);
}

#[test]
fn a_check_tells_what_inputs_the_state_gives_for_free() {
    let text = good(&["check", "breakthrough", "--games", "2"]);
    assert!(text.contains("inputs       128 declared") && text.contains("free inputs  114 out of the 5 numbers"), "{text}");
    assert!(text.contains("place 3, 16 bits: left out, is a sum of other inputs; nothing is lost"), "{text}");
    let chess = json(&good(&["check", "chess", "--games", "2", "--json"]));
    assert_eq!((&chess["inputs"], &chess["free_inputs"]["inputs"]), (&769.into(), &0.into()));
    assert_eq!(chess["free_inputs"]["left_out"][0]["reason"], "looks like a hash");
    assert!(good(&["check", "random", "--games", "2"]).contains("nothing is left to learn from: declare `Inputs`"));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let text = good(&["search", "tic-tac-toe", "--depth", "9"]);
    assert!(text.contains("best move ") && text.contains("score     +0\n"), "{text}");
    let found = json(&good(&["search", "tic-tac-toe", "--moves", "b2 a1", "--depth", "8", "--spec", "plain", "--json"]));
    assert_eq!(found["score"]["points"], 0);
    assert_eq!(found["iterations"].as_array().unwrap().len(), 1);
    assert!(good(&["search", "tic-tac-toe", "--moves", "a1", "a2", "b1", "b2", "c1"]).contains("The first player wins. 1-0"));
}

#[test]
fn the_bench_is_the_same_every_time() {
    let golden = || good(&["bench", "hexapawn", "--golden"]);
    let lines = golden();
    assert_eq!(lines, golden());
    assert!(lines.starts_with("hexapawn negamax ") && lines.contains("\nhexapawn killers "), "{lines}");
    assert!(
        lines.lines().all(|line| line.split(' ').count() == 3 && line.split(' ').next_back().unwrap().parse::<u64>().is_ok()),
        "{lines}"
    );
    assert_eq!(json(&good(&["bench", "tic-tac-toe", "--nodes", "100", "--json"]))[0]["game"], "tic-tac-toe");
    refused(&["bench", "hexapawn", "--all"], &["cannot be used with"]);
    refused(&["bench", "hexapawn", "--golden", "--depth", "3"], &["cannot be used with"]);
}

#[test]
fn the_engine_speaks_ugi() {
    let output = fed(&["engine", "tic-tac-toe"], b"ugi\nisready\nposition startpos moves a1 a2 b1 b2\ngo depth 3\nquit\n");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(text.starts_with("id name plysmith ") && text.contains("\nugiok\nreadyok\n") && text.contains("\nbestmove "), "{text}");
    assert!(!text.contains("option name killers.slots "), "{text}");
    let all = stdout(&fed(&["engine", "tic-tac-toe", "--all-options"], b"ugi\nquit\n"));
    assert!(all.contains("option name killers.slots "), "{all}");
    refused(&["engine", "tic-tac-toe", "--protocol", "gtp"], &["invalid value 'gtp'", "ugi"]);
}

#[test]
fn a_game_is_played_with_piped_input() {
    let moves = b"a9\nmoves b\nb2\nundo\nb2\nhint\nposition\nposition nonsense\nresign\nresign\nnew\nquit\n";
    let output = fed(&["play", "tic-tac-toe", "--depth", "2"], moves);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for expected in [
        "> a9\n`a9` is no legal move here; did you mean a",
        "> moves b\nb1 b2 b3\n",
        "The engine plays ",
        "The engine would play ",
        "`nonsense` is no position",
        "The engine wins. The second player wins. 0-1\n",
        "The game is over already.",
        "> quit\nGoodbye.\n",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains('\x1b'), "no colours outside a terminal");
}

#[test]
fn a_hint_is_of_full_strength_whatever_the_level_of_the_opponent() {
    let text = stdout(&fed(&["play", "tic-tac-toe", "--level", "1", "--depth", "9"], b"hint\nquit\n"));
    let hint =
        text.lines().find(|line| line.starts_with("At full strength the engine would play ")).unwrap_or_else(|| panic!("{text}"));
    assert!(hint.contains(", depth 9, "), "{hint}");
}

#[test]
fn the_end_of_the_input_ends_a_game_politely() {
    for input in [&b""[..], b"b2", b"\xff\xfe\n\n"] {
        let output = fed(&["play", "tic-tac-toe", "--nodes", "50"], input);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).ends_with("The input has ended: goodbye.\n"), "{}", stdout(&output));
    }
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let text = good(&["play", "tic-tac-toe", "--side", "none", "--depth", "9"]);
    assert!(text.ends_with("The game is drawn. 1/2-1/2\n"), "{text}");
    let text = good(&["play", "breakthrough-5x5", "--side", "none", "--nodes", "200", "--seed", "4"]);
    assert!(text.trim_end().ends_with("1-0") || text.trim_end().ends_with("0-1"), "{text}");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for arguments in [&["enhancements", "--json"][..], &["play", "breakthrough", "--side", "none", "--nodes", "10"], &["--help"]] {
        let mut child = plysmith(arguments).spawn().unwrap();
        let mut first = [0];
        let mut reader = child.stdout.take().unwrap();
        reader.read_exact(&mut first).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[test]
fn several_lines_are_ranked() {
    let arguments = ["search", "breakthrough-5x5", "--depth", "4", "--set", "table.mode=exact"];
    let with = |more: &[&str]| good(&[&arguments, more].concat());
    assert!(with(&["--lines", "3"]).contains("\ndepth rank          score"));
    assert!(!with(&[]).contains("rank"));
    let found = json(&with(&["--lines", "3", "--json"]));
    let last: Vec<_> = found["iterations"].as_array().unwrap().iter().filter(|iteration| iteration["depth"] == 4).collect();
    assert_eq!(last.iter().map(|iteration| iteration["rank"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    let points: Vec<i64> = last.iter().map(|iteration| iteration["score"]["points"].as_i64().unwrap()).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
    assert!(last[0]["line"][0] != last[1]["line"][0] && last[1]["line"][0] != last[2]["line"][0]);
    assert_eq!((&found["best"], &found["score"]), (&last[0]["line"][0], &last[0]["score"]));
    // More lines than moves: after 1. b2 there are eight.
    let all = json(&good(&["search", "tic-tac-toe", "--moves", "b2", "--depth", "2", "--lines", "200", "--json"]));
    let ranks = all["iterations"].as_array().unwrap().iter().filter(|iteration| iteration["depth"] == 2);
    assert_eq!(ranks.count(), 8);
    for wrong in ["0", "-1", "257", "many"] {
        refused(&["search", "hexapawn", "--lines", wrong], &["invalid value", "--lines"]);
    }
}

/// An exact table changes no value, and so neither do threads that share it.
#[test]
fn threads_find_the_same_value_and_need_a_table() {
    let score = |threads| {
        let arguments = ["search", "breakthrough-5x5", "--depth", "7", "--set", "table.mode=exact", "--json", "--threads", threads];
        json(&good(&arguments))["score"]["points"].as_i64().unwrap()
    };
    let alone = score("1");
    for threads in ["2", "3"] {
        assert_eq!(score(threads), alone, "{threads} threads");
    }
    for command in ["search", "bench"] {
        refused(&[command, "hexapawn", "--threads", "2", "--spec", "plain"], &["share the transposition table", "--on table"]);
        refused(&[command, "hexapawn", "--threads", "2", "--set", "level=3"], &["at a level only one thread searches"]);
        refused(&[command, "hexapawn", "--threads", "257"], &["invalid value", "--threads"]);
    }
    refused(&["search", "hexapawn", "--threads", "0"], &["invalid value"]);
    refused(&["bench", "hexapawn", "--threads", "1"], &["invalid value"]);
    refused(&["bench", "hexapawn", "--threads", "2", "--nodes", "100"], &["cannot be used with"]);
}

#[test]
fn the_bench_compares_threads_with_one() {
    let text = good(&["bench", "hexapawn", "--depth", "3", "--threads", "2"]);
    assert_eq!(text.lines().count(), 1, "{text}");
    for part in ["hexapawn", "to depth 3: 1 thread ", "; 2 threads ", "; time × ", "(median of 5 rounds in turn)"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let rows = json(&good(&["bench", "hexapawn", "--depth", "3", "--threads", "2", "--json"]));
    assert_eq!((&rows[0]["depth"], &rows[0]["threads"]), (&3.into(), &2.into()));
    let rounds = rows[0]["rounds"].as_array().unwrap();
    assert!(
        rounds.len() == 5 && rounds.iter().all(|round| round[0][1] == rounds[0][0][1]),
        "one thread visits equal nodes: {rows}"
    );
}

#[test]
fn a_trace_tells_who_did_what_to_a_move_and_why() {
    let line = ["trace", "breakthrough-5x5", "--move", "e2e3", "--depth", "6", "--spec", "full-width"];
    let with = |more: &[&str]| good(&[&line, more].concat());
    let text = with(&["--on", "null_move", "--on", "late_moves", "--on", "futility", "--plies", "2"]);
    for part in [
        ". e2e3  ",
        "the best so far",
        "searched to 5 plies behind it; ",
        "only whether it is better than ",
        "late_moves reduces the first look at it by ",
        "why: ",
        " left here, ",
        " with min_depth = ",
        "other moves (--all shows them)",
        "\nWho did something\n",
        "\n  late_moves ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(with(&["--all"]).lines().count() > with(&[]).lines().count());
    assert!(
        good(&["trace", "tic-tac-toe", "--move", "b2", "--depth", "1", "--spec", "plain"]).contains("looked at without a search")
    );
    assert!(
        good(&["trace", "tic-tac-toe", "--move", "b2", "--depth", "1", "--spec", "plain"]).contains("No enhancement did anything")
    );
}

#[test]
fn a_trace_is_there_for_programs_and_changes_nothing_about_the_search() {
    let folder = std::env::temp_dir().join(format!("plysmith-trace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [tree, data] = ["tree.txt", "tree.JSON"].map(|name| folder.join(name).to_str().unwrap().to_string());
    let reduced = ["--on", "fractional", "--set", "features.Rdb=192"];
    // Once moves at the horizon were looked at twice where a trace wanted to be told what they cost.
    for (spec, more) in [("default", &[][..]), ("everything", &[]), ("default", &reduced)] {
        let common = [&["breakthrough-5x5", "--depth", "5", "--spec", spec, "--json"][..], more].concat();
        let searched = json(&good(&[&["search"][..], &common].concat()));
        let traced = json(&good(&[&["trace", "--move", "a2a3", "--move", "e4e3", "--file", &data][..], &common].concat()));
        assert_eq!(
            (&traced["nodes"], &traced["best"], &traced["depth"]),
            (&searched["nodes"], &searched["best"], &searched["depth"])
        );
        assert_eq!(traced["score"], searched["score"]["text"]);
        let moves = traced["moves"].as_array().unwrap();
        assert!(moves.iter().any(|traced| traced["move"] == "a2a3"), "{spec}");
        assert!(moves.iter().any(|traced| traced["move"] == searched["best"] && traced["improves"] == true), "{spec}");
        assert_eq!(json(&std::fs::read_to_string(&data).unwrap()), traced);
    }
    let told = good(&["trace", "hexapawn", "--move", "a1a2", "--depth", "4", "--file", &tree]);
    assert!(told.ends_with(&format!("The whole tree is in {tree}.\n")), "{told}");
    assert!(std::fs::read_to_string(&tree).unwrap().contains(". a1a2  "));
    let nowhere = folder.join("none").join("tree.txt");
    refused(&["trace", "hexapawn", "--move", "a1a2", "--file", nowhere.to_str().unwrap()], &["cannot write"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_traced_is_refused() {
    refused(&["trace", "hexapawn", "--move", "a1a3"], &["`a1a3` is no legal move"]);
    refused(&["trace", "hexapawn", "--move", "a1a2", "--move", "a1a2"], &["`a1a2` is no legal move"]);
    refused(&["trace", "hexapawn", "--position", "elephant", "--move", "a1a2"], &["`elephant` is no position"]);
    refused(&["trace", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1", "--move", "c3"], &["the game is over"]);
    refused(&["trace", "hexapawn", "--move", "a1a2", "--depth", "0"], &["invalid value", "--depth"]);
    refused(&["trace", "hexapawn", "--move", "a1a2", "--plies", "7"], &["invalid value", "--plies"]);
    refused(&["trace", "hexapawn", "--move", "a1a2", "--set", "level=3"], &["at a level every move has a search of its own"]);
    refused(&["trace", "hexapawn"], &["required", "--move"]);
}
