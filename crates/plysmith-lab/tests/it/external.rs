//! Engines that misbehave in every way we could think of, each a real process: none holds up a match, and none is left behind.

use std::time::{Duration, Instant};

use plysmith::arena::{Arena, Line};
use plysmith::game::Side;
use plysmith::protocol::UGI;
use plysmith_lab::play::external::{Answer, External, ExternalError, Fault, Launch, Limit, Patience, Points};

/// Long enough for a busy machine, short enough to wait for in a test.
const PATIENCE: Patience = Patience {
    start: Duration::from_secs(5),
    search: Duration::from_secs(3),
    margin: Duration::from_secs(2),
    quit: Duration::from_millis(500),
};

/// No test may take longer; a single wait that has no end takes two minutes.
const BOUND: Duration = Duration::from_secs(60);

/// An engine that plays this many moves before its misdeed.
fn faulty(misdeed: &str, moves: usize) -> Launch {
    Launch::program(env!("CARGO_BIN_EXE_faulty-engine")).argument(misdeed).argument(moves.to_string())
}

fn start(misdeed: &str, moves: usize) -> External {
    External::start(&faulty(misdeed, moves), &UGI, PATIENCE).unwrap()
}

fn arena() -> Box<dyn Arena> {
    plysmith_games::find("breakthrough-5x5").unwrap()
}

/// Why a game ended before its time.
#[derive(Debug)]
enum Trouble {
    Fault(ExternalError),
    Illegal(String),
}

/// Lets the engine play both sides of a new game for some moves.
fn play(engine: &mut External, moves: usize) -> Result<Vec<Answer>, Trouble> {
    let arena = arena();
    let mut line = Line::start();
    let mut answers = Vec::new();
    engine.new_game().map_err(Trouble::Fault)?;
    while answers.len() < moves {
        let answer = engine.search(&line, &Limit::Depth(1)).map_err(Trouble::Fault)?;
        if !arena.view(&line).unwrap().moves.contains(&answer.best) {
            return Err(Trouble::Illegal(answer.best));
        }
        line.moves.push(answer.best.clone());
        answers.push(answer);
    }
    Ok(answers)
}

fn fault(result: Result<Vec<Answer>, Trouble>) -> Fault {
    match result {
        Err(Trouble::Fault(error)) => error.fault,
        other => panic!("expected a fault, got {other:?}"),
    }
}

/// The process has ended and was reaped.
fn is_gone(process: u32) -> bool {
    !cfg!(target_os = "linux") || !std::path::Path::new(&format!("/proc/{process}")).exists()
}

/// The engine plays two moves, then comes this fault; its process is gone, and after a restart the next game goes on.
fn check(misdeed: &str, expected: impl Fn(&Fault) -> bool) {
    let began = Instant::now();
    let mut engine = start(misdeed, 2);
    let process = engine.process_id().unwrap();
    let found = fault(play(&mut engine, 3));
    assert!(expected(&found), "{misdeed}: {found:?}");
    assert_eq!(engine.process_id(), None);
    assert!(is_gone(process), "{misdeed}");
    assert_eq!(engine.new_game().unwrap_err().fault, Fault::NotRunning);
    engine.restart().unwrap();
    assert_eq!(play(&mut engine, 2).unwrap().len(), 2, "{misdeed}: the next game");
    let process = engine.process_id().unwrap();
    drop(engine);
    assert!(is_gone(process), "{misdeed}");
    assert!(began.elapsed() < BOUND, "{misdeed}");
}

fn hung(word: &str) -> impl Fn(&Fault) -> bool {
    move |fault| matches!(fault, Fault::Hung { awaited, .. } if awaited == word)
}

fn crashed(status: &str, words: &str) -> impl Fn(&Fault) -> bool {
    move |fault| match fault {
        Fault::Crashed { status: found, last_words } => {
            found.to_string().starts_with(status) && last_words.join(" ").contains(words)
        }
        _ => false,
    }
}

#[test]
fn a_proper_engine_introduces_itself_and_plays() {
    let mut engine = start("none", 0);
    assert_eq!(engine.name(), "faulty 1.0");
    assert!(engine.options().contains(&"alpha_beta".to_string()), "{:?}", engine.options());
    let answers = play(&mut engine, 6).unwrap();
    for Answer { info, .. } in &answers {
        assert_eq!(info.depth, Some(1));
        assert!(info.nodes > Some(1));
        assert!(matches!(info.score, Some(Points::Evaluation(_) | Points::Mate(_))));
    }
}

#[test]
fn every_limit_and_a_position_by_its_text_are_understood() {
    let mut engine = start("none", 0);
    let second = Duration::from_secs(1);
    let start = arena().view(&Line::start()).unwrap();
    let line = Line { start: Some(start.position), moves: vec![start.moves[0].clone()] };
    let replies = arena().view(&line).unwrap().moves;
    for limit in [
        Limit::Nodes(1_000),
        Limit::Depth(3),
        Limit::MoveTime(Duration::from_millis(20)),
        Limit::Clock { side: Side::Second, left: [second; 2], increment: [Duration::ZERO; 2] },
    ] {
        let answer = engine.search(&line, &limit).unwrap();
        assert!(replies.contains(&answer.best), "{limit:?}: {}", answer.best);
        assert!(answer.info.nodes.is_some(), "{limit:?}");
    }
    // Not a single node more than it was given.
    let answer = engine.search(&line, &Limit::Nodes(1_000)).unwrap();
    assert_eq!(answer.info.nodes, Some(1_000));
}

#[test]
fn options_are_set_and_unknown_ones_are_refused() {
    let start = |name: &str, value: &str| External::start(&faulty("none", 0).option(name, value), &UGI, PATIENCE);
    let nodes = |engine: &mut External| engine.search(&Line::start(), &Limit::Depth(3)).unwrap().info.nodes.unwrap();
    // Names of options have no case.
    let (mut deepening, mut direct) = (start("Deepening", "true").unwrap(), start("Deepening", "false").unwrap());
    assert_ne!(nodes(&mut deepening), nodes(&mut direct));
    assert!(direct.remarks().is_empty(), "{:?}", direct.remarks());
    direct.restart().unwrap();
    assert_ne!(nodes(&mut deepening), nodes(&mut direct), "after a restart");

    let error = start("alpha_bet", "false").unwrap_err();
    assert!(matches!(&error.fault, Fault::NoOption { option, .. } if option == "alpha_bet"), "{error:?}");
    assert!(
        error.to_string().contains(
            "has no option `alpha_bet`; it has Hash, Clear Hash, Ponder, MultiPV, Threads, Move Overhead, level, evaluation"
        ),
        "{error}"
    );
}

#[test]
fn a_value_that_the_engine_refuses_is_remarked_upon() {
    let engine = External::start(&faulty("none", 0).option("table.bits", "many"), &UGI, PATIENCE).unwrap();
    assert!(engine.remarks().iter().any(|remark| remark.contains("`table.bits` cannot be `many`")), "{:?}", engine.remarks());
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_at_our_terminal_does_not_reach_the_engine() {
    let engine = start("none", 0);
    let process = engine.process_id().unwrap();
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // Behind the name in brackets: state, parent, process group. The terminal signals the group.
    let group = status.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(2)).unwrap();
    assert_eq!(group, process.to_string());
}

#[test]
fn a_program_that_is_not_there_cannot_be_started() {
    for launch in [Launch::program("/nowhere/engine"), Launch { directory: Some("/nowhere".into()), ..faulty("none", 0) }] {
        let error = External::start(&launch, &UGI, PATIENCE).unwrap_err();
        assert!(matches!(error.fault, Fault::CannotStart { .. }), "{error:?}");
        assert!(error.to_string().contains("cannot be started: "), "{error}");
    }
}

#[test]
fn a_program_that_dies_at_once_has_crashed() {
    let error = External::start(&faulty("dies", 0), &UGI, PATIENCE).unwrap_err();
    assert!(crashed("exit status: 101", "no table to play on")(&error.fault), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("dies 0` crashed with exit status: 101; its last words: "), "{text}");
}

#[test]
fn a_program_that_never_says_hello_hangs_and_a_slow_one_does_not() {
    let patience = Patience { start: Duration::from_millis(200), ..PATIENCE };
    let error = External::start(&faulty("mute", 0), &UGI, patience).unwrap_err();
    assert!(hung("ugiok")(&error.fault), "{error:?}");
    assert!(error.to_string().ends_with("hung: there was no `ugiok` within 200.0ms; does it speak the protocol?"), "{error}");
    assert_eq!(play(&mut start("slow", 0), 2).unwrap().len(), 2);
}

#[test]
fn a_panic_is_a_crash_with_last_words() {
    check("panic", crashed("exit status: 101", "the evaluation is on fire"));
}

#[test]
fn an_exit_is_a_crash() {
    check("exit", crashed("exit status: 3", ""));
}

#[test]
#[cfg(unix)]
fn a_signal_is_a_crash() {
    check("abort", crashed("signal: 6", ""));
}

#[test]
#[cfg(unix)]
fn a_crash_is_seen_although_a_grandchild_holds_the_pipes() {
    let began = Instant::now();
    let launch = Launch::parse("sh -c 'sleep 20 & exit 5'").unwrap();
    let error = External::start(&launch, &UGI, Patience { start: BOUND, ..PATIENCE }).unwrap_err();
    assert!(crashed("exit status: 5", "")(&error.fault), "{error:?}");
    assert!(began.elapsed() < Duration::from_secs(15), "only when the grandchild had ended");
}

#[test]
fn no_answer_is_a_hang() {
    check("hang", hung("bestmove"));
}

#[test]
fn an_answer_without_the_end_of_its_line_is_a_hang() {
    check("unended-line", hung("bestmove"));
}

#[test]
fn a_flood_without_an_answer_is_a_hang() {
    check("flood", hung("bestmove"));
}

#[test]
fn a_flood_of_infos_is_a_hang_and_is_not_kept() {
    let before = peak_memory();
    check("info-flood", hung("bestmove"));
    // Of the hundreds of megabytes that come in three seconds.
    assert!(peak_memory() - before < 64 << 20, "grown by {} bytes", peak_memory() - before);
}

#[test]
fn an_endless_line_is_a_hang_and_is_not_kept() {
    let before = peak_memory();
    check("endless-line", hung("bestmove"));
    assert!(peak_memory() - before < 64 << 20, "grown by {} bytes", peak_memory() - before);
}

/// The most memory that this process ever had, in bytes, where the system tells.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) * 1024
}

#[test]
fn one_that_floods_and_answers_plays_on() {
    assert_eq!(play(&mut start("chatter", 0), 6).unwrap().len(), 6);
}

#[test]
fn what_is_said_before_the_question_is_no_answer() {
    assert_eq!(play(&mut start("eager", 0), 6).unwrap().len(), 6);
}

#[test]
fn garbage_is_passed_over() {
    assert_eq!(play(&mut start("garbage", 0), 6).unwrap().len(), 6);
}

#[test]
#[cfg(unix)]
fn a_closed_output_is_a_lost_pipe() {
    check("closes-output", |fault| matches!(fault, Fault::LostPipe { pipe: "standard output", .. }));
}

/// More than fits into a pipe, so that it cannot be sent unless somebody reads.
fn long_line() -> Line {
    Line { start: None, moves: vec!["a2a3".into(); 200_000] }
}

#[test]
#[cfg(unix)]
fn a_closed_input_is_a_lost_pipe() {
    let mut engine = start("closes-input", 0);
    engine.search(&Line::start(), &Limit::Depth(1)).unwrap();
    let error = engine.search(&long_line(), &Limit::Depth(1)).unwrap_err();
    assert!(matches!(error.fault, Fault::LostPipe { pipe: "standard input", .. }), "{error:?}");
    engine.restart().unwrap();
}

#[test]
fn one_that_stops_reading_hangs_but_does_not_hold_us_up() {
    let began = Instant::now();
    let mut engine = start("deaf", 0);
    let process = engine.process_id().unwrap();
    engine.search(&Line::start(), &Limit::Depth(1)).unwrap();
    let error = engine.search(&long_line(), &Limit::Depth(1)).unwrap_err();
    assert!(hung("readyok")(&error.fault), "{error:?}");
    assert!(is_gone(process));
    engine.restart().unwrap();
    engine.search(&Line::start(), &Limit::Depth(1)).unwrap();
    let process = engine.process_id().unwrap();
    // It does not hear `quit` either.
    drop(engine);
    assert!(is_gone(process));
    assert!(began.elapsed() < BOUND);
}

#[test]
fn one_that_dies_after_its_answer_has_answered() {
    let mut engine = start("dead-on-answer", 0);
    assert_eq!(engine.search(&Line::start(), &Limit::Depth(1)).unwrap().best, "a2a3");
    let error = engine.search(&Line::start(), &Limit::Depth(1)).unwrap_err();
    assert!(crashed("exit status: 4", "")(&error.fault), "{error:?}");
}

#[test]
fn no_move_is_a_fault_of_its_own() {
    check("no-move", |fault| *fault == Fault::NoMove { answer: "(none)".into() });
    check("empty-move", |fault| *fault == Fault::NoMove { answer: String::new() });
}

#[test]
fn an_illegal_move_is_for_the_caller_to_see_and_the_engine_plays_on() {
    let mut engine = start("illegal", 2);
    assert!(matches!(play(&mut engine, 3), Err(Trouble::Illegal(best)) if best == "h8a1"));
    assert!(engine.process_id().is_some());
    engine.restart().unwrap();
    assert_eq!(play(&mut engine, 2).unwrap().len(), 2);
}

#[test]
fn the_limit_in_time_has_a_margin_and_an_end() {
    let patience = Patience { margin: Duration::from_millis(300), search: BOUND, ..PATIENCE };
    let left = Duration::from_millis(100);
    for limit in [Limit::MoveTime(left), Limit::Clock { side: Side::First, left: [left, BOUND], increment: [Duration::ZERO; 2] }] {
        let mut engine = External::start(&faulty("hang", 0), &UGI, patience).unwrap();
        let error = engine.search(&Line::start(), &limit).unwrap_err();
        assert!(matches!(error.fault, Fault::Hung { within, .. } if within == Duration::from_millis(400)), "{error:?}");
    }
}
