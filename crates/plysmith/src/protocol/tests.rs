//! Whole conversations.

mod random;

use std::io::{self, BufRead, Cursor, Read};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use super::*;
use crate::arena::GameArena;
use crate::game::{Game, Outcome, Side, TextError};

/// Nim with one heap: take one to three, the last one wins.
#[derive(Clone)]
struct Nim;

impl Game for Nim {
    type State = (u8, Side);
    type Move = u8;

    fn name(&self) -> String {
        "nim".into()
    }
    fn start(&self) -> (u8, Side) {
        (21, Side::First)
    }
    fn side(&self, heap: &(u8, Side)) -> Side {
        heap.1
    }
    fn moves(&self, heap: &(u8, Side), moves: &mut Vec<u8>) {
        moves.extend(1..=heap.0.min(3));
    }
    fn play(&self, heap: &mut (u8, Side), taken: u8) {
        *heap = (heap.0 - taken, heap.1.other());
    }
    fn outcome(&self, heap: &(u8, Side)) -> Option<Outcome> {
        (heap.0 == 0).then(|| Outcome::win(heap.1.other()))
    }
    fn evaluate(&self, heap: &(u8, Side)) -> i32 {
        assert!(heap.0 != 100, "a heap that this game cannot evaluate, to test what a panic does");
        heap.0.into()
    }
    fn move_ids(&self) -> usize {
        4
    }
    fn move_id(&self, taken: u8) -> usize {
        taken.into()
    }
    fn write_position(&self, heap: &(u8, Side)) -> String {
        format!("{} {}", heap.0, heap.1.number())
    }
    fn read_position(&self, text: &str) -> Result<(u8, Side), TextError> {
        let wrong = || TextError::position(text, "a heap and the side to move, such as `21 1`");
        let (left, side) = text.split_once(' ').ok_or_else(wrong)?;
        let side = if side == "1" { Side::First } else { Side::Second };
        Ok((left.parse().map_err(|_| wrong())?, side))
    }
    fn write_move(&self, _: &(u8, Side), taken: u8) -> String {
        taken.to_string()
    }
}

struct Frozen;

impl Clock for Frozen {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(5)
    }
}

/// Both ends of a conversation: what was answered, and who waits for it.
#[derive(Default)]
struct Wire {
    answers: Mutex<Vec<u8>>,
    heard: Condvar,
}

impl Write for &Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answers.lock().unwrap().extend(bytes);
        self.heard.notify_all();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a script. The line `(bestmove)` is not sent: it waits until as many moves were answered as there are such lines so far. Nor is `(pause)`, which gives a search that is over at once the time to say what it must
/// not say yet.
struct Script<'a> {
    wire: &'a Wire,
    lines: std::str::Lines<'a>,
    awaited: usize,
    current: Cursor<String>,
}

impl Read for Script<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("the session reads lines")
    }
}

impl BufRead for Script<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.current.fill_buf()?.is_empty() {
            match self.lines.next() {
                None => return Ok(&[]),
                Some("(bestmove)") => {
                    self.awaited += 1;
                    let moves = |answers: &[u8]| String::from_utf8_lossy(answers).matches("bestmove").count();
                    let answers = self.wire.answers.lock().unwrap();
                    drop(self.wire.heard.wait_while(answers, |answers| moves(answers) < self.awaited).unwrap());
                }
                Some("(pause)") => std::thread::sleep(Duration::from_millis(50)),
                Some(line) => self.current = Cursor::new(format!("{line}\n")),
            }
        }
        self.current.fill_buf()
    }
    fn consume(&mut self, amount: usize) {
        self.current.consume(amount);
    }
}

fn host<'a>(arena: &'a GameArena<Nim>, dialect: &'a Dialect) -> Host<'a> {
    Host { arena, name: "nim 1", author: "nobody", dialect, clock: &|| Arc::new(Frozen) }
}

fn converse(script: &str) -> String {
    converse_in(&UGI, script)
}

fn converse_in(dialect: &Dialect, script: &str) -> String {
    let arena = GameArena::new(Nim);
    let wire = Wire::default();
    let reader = Script { wire: &wire, lines: script.lines(), awaited: 0, current: Cursor::default() };
    serve(&host(&arena, dialect), arena.preset("plain").unwrap(), reader, &wire).unwrap();
    String::from_utf8(wire.answers.into_inner().unwrap()).unwrap()
}

fn check(script: &[&str], answers: &[&str]) {
    assert_eq!(converse(&script.join("\n")).lines().collect::<Vec<_>>(), answers);
}

#[test]
fn the_handshake_lists_the_options_that_the_game_can_have() {
    let answers = converse("setoption name Show All Options value true\nugi\nisready");
    for line in [
        "id name nim 1",
        "id author nobody",
        "option name level type spin default 0 min 0 max 10",
        "option name alpha_beta type check default true",
        "option name killers type check default false",
        "option name killers.slots type spin default 2 min 1 max 4",
        "option name table.mode type combo default",
        "ugiok\nreadyok",
    ] {
        assert!(answers.contains(line), "{line}\n{answers}");
    }
    assert!(!answers.contains("tactical_first"), "Nim has no tactical moves:\n{answers}");
}

/// Of chess there were 213, which no dialogue of a GUI can show.
#[test]
fn parameters_are_listed_when_all_is_asked_for_and_can_be_set_either_way() {
    let names = |answers: &str| -> Vec<String> {
        let listed = answers.lines().filter_map(|line| line.strip_prefix("option name "));
        listed.filter_map(|line| Some(line.split_once(" type ")?.0.to_string())).collect()
    };
    let short = names(&converse("ugi"));
    assert!(short.iter().any(|name| name == "killers") && short.iter().any(|name| name == SHOW_ALL), "{short:?}");
    assert!(!short.iter().any(|name| name.contains('.')), "{short:?}");
    let all = converse("setoption name killers.slots value 3\nsetoption name show all options value true\nugi");
    assert!(all.contains("option name killers.slots type spin default 3 ") && !all.contains("info string"), "{all}");
    assert!(short.iter().all(|name| names(&all).contains(name)), "{all}");
    let again = converse("setoption name Show All Options value true\nsetoption name Show All Options value false\nugi");
    assert_eq!(names(&again), short);
    let refused = converse("setoption name Show All Options value perhaps");
    assert_eq!(refused, "info string the option `Show All Options` cannot be `perhaps`; use true, false\n");
}

#[test]
fn a_search_reports_and_gives_its_move() {
    // Four nodes: the root and three heaps, of which the smallest looks worst for the opponent.
    check(
        &["position fen 6 1 moves 1", "go depth 1", "(bestmove)", "go nodes 0", "(bestmove)"],
        &["info depth 1 score cp -2 nodes 4 time 5 nps 800 pv 3", "bestmove 3", "bestmove 1"],
    );
    // Whoever leaves a multiple of four wins: three plies are two moves.
    let won = converse("position fen 5 1\ngo depth 5\n(bestmove)");
    assert!(won.starts_with("info depth 5 score mate 2 nodes ") && won.ends_with("\nbestmove 1\n"), "{won}");
    let lost = converse("position fen 4 1\ngo depth 5\n(bestmove)");
    assert!(lost.starts_with("info depth 5 score mate -1 nodes "), "{lost}");
}

#[test]
fn queries_answer_about_the_position() {
    check(
        &[
            "query p1turn",
            "query gameover",
            "query result",
            "position fen 3 1 moves 3",
            "query p1turn",
            "query gameover",
            "query result",
            "go depth 3",
            "query weather",
        ],
        &[
            "response true",
            "response false",
            "response none",
            "response false",
            "response true",
            "response p1win",
            "info string the game is over: 1-0",
            "bestmove 0000",
            "info string write `query gameover`, `query p1turn` or `query result`",
        ],
    );
}

#[test]
fn an_infinite_search_ends_when_it_is_told_to_and_is_ready_meanwhile() {
    let answers = converse("go infinite\nisready\nstop\n(bestmove)\nstop\ngo\nquit");
    assert!(answers.contains("readyok"));
    assert_eq!(answers.matches("bestmove").count(), 2, "{answers}");
    assert!(answers.find("readyok") < answers.find("bestmove"), "{answers}");
}

#[test]
fn a_second_go_ends_the_first() {
    let answers = converse("go infinite\ngo depth 3\n(bestmove)\n(bestmove)");
    assert_eq!(answers.matches("bestmove").count(), 2, "{answers}");
}

#[test]
fn what_is_wrong_is_explained_and_changes_nothing() {
    check(
        &[
            "position fen 4 2",
            "hello world",
            "position",
            "position fen",
            "position fen elephant 1",
            "position startpos moves 1 9",
            "query p1turn",
            "go depth 1",
            "(bestmove)",
            "position fen 4 2",
            "setoption killers",
            "setoption name kilers value true",
            "setoption name killers.slots value 9",
            "setoption name killers value perhaps",
            "setoption name level value 11",
            "go depth many",
            "(bestmove)",
            "",
            "   \t ",
        ],
        &[
            "info string unknown command `hello`; known are ugi isready setoption uginewgame position go stop ponderhit query quit",
            "info string write `position startpos` or `position fen TEXT`, then `moves` and the moves if there are any; until a legal position comes `go` has no move",
            "info string write `position startpos` or `position fen TEXT`, then `moves` and the moves if there are any; until a legal position comes `go` has no move",
            "info string `elephant 1` is no position: expected a heap and the side to move, such as `21 1`; until a legal position comes `go` has no move",
            "info string `9` is no legal move: expected one of 1 2 3; until a legal position comes `go` has no move",
            "info string the last position was refused: this is about the one before",
            "response false",
            "info string there is no position to search: the last one was refused",
            "bestmove 0000",
            "info string write `setoption name NAME value VALUE`",
            "info string there is no option `kilers`; the first command of the protocol lists them, and all of them after `Show All Options`",
            "info string the option `killers.slots` cannot be `9`; use 1 to 4",
            "info string the option `killers` cannot be `perhaps`; use true, false",
            "info string the option `level` cannot be `11`; use 1 to 10, or 0 for full strength",
            "info string `go depth many`: a whole number is needed; the search goes to depth 1",
            "info depth 1 score cp -1 nodes 4 time 5 nps 800 pv 3",
            "bestmove 3",
        ],
    );
}

/// A move for the position before was a move in another game than the other side plays.
#[test]
fn after_a_refused_position_go_has_no_move_until_a_legal_one_comes() {
    let long = format!("position startpos moves {}", "1 ".repeat(LONGEST_LINE));
    for refused in ["position fen elephant", "position startpos moves 1 9", "position", "position startpos 1", &long] {
        for (dialect, none) in [(&UGI, "0000"), (&UCI, "(none)"), (&UAI, "0000")] {
            let go = |between: &str| converse_in(dialect, &format!("position fen 6 1\n{refused}\n{between}go depth 3\n(bestmove)"));
            let answers = go("");
            assert!(answers.ends_with(&format!("bestmove {none}\n")) && !answers.contains("pv"), "{answers}");
            assert!(go("isready\n").ends_with(&format!("bestmove {none}\n")), "nothing else makes it good");
            assert!(go("position fen 6 1\n").contains("bestmove 2"), "{refused:.40}");
            assert!(go(&format!("{}\n", dialect.new_game)).contains(" pv "), "{refused:.40}");
        }
    }
}

#[test]
fn several_lines_are_told_by_their_rank_and_the_best_is_played() {
    let ranks = |answers: &str| answers.matches(" multipv ").count();
    let answers = converse("setoption name MultiPV value 2\nposition fen 6 1\ngo depth 3\n(bestmove)");
    assert_eq!(ranks(&answers), 2, "{answers}");
    assert!(answers.contains("info depth 3 multipv 1 score mate 2 ") && answers.ends_with("bestmove 2\n"), "{answers}");
    // More than there are moves, and more than anybody wants.
    let answers = converse("setoption name multipv value 500\nposition fen 6 1\ngo depth 3\n(bestmove)");
    assert!(answers.starts_with("info string the option `MultiPV` cannot be `500`; use 1 to 256; 256 is taken\n"), "{answers}");
    assert_eq!(ranks(&answers), 3, "{answers}");
    // The limits count for all lines together.
    let answers = converse("setoption name MultiPV value 3\nposition fen 20 1\ngo nodes 100\n(bestmove)\ngo nodes 0\n(bestmove)");
    let nodes = answers.lines().filter_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
    assert!(nodes.max() <= Some(100) && answers.matches("bestmove").count() == 2, "{answers}");
    let answers = converse("setoption name MultiPV value 3\nposition fen 6 1\ngo mate 2\n(bestmove)\ngo mate 1\n(bestmove)");
    assert_eq!(answers.matches("bestmove 2\n").count(), 2, "{answers}");
    // Changed under way it counts from the next search on.
    let answers =
        converse("go infinite\nsetoption name MultiPV value 2\nstop\nposition fen 6 1\ngo depth 2\n(bestmove)\n(bestmove)");
    assert_eq!(ranks(&answers), 2, "{answers}");
}

#[test]
fn only_the_moves_that_were_asked_for_are_searched() {
    let check = |moves: &str, expected: &str| {
        let answers = converse(&format!("position fen 6 1\ngo depth 3 searchmoves {moves}\n(bestmove)"));
        assert!(answers.ends_with(expected), "{moves}: {answers}");
        assert!(answers.matches("info string").count() <= 1, "{moves}: {answers}");
        answers.contains("info string")
    };
    assert!(!check("1", "bestmove 1\n"));
    assert!(!check("3 1 3", "bestmove 1\n"));
    assert!(!check("1 nodes 5", "bestmove 1\n"));
    assert!(check("9 1 x y", "bestmove 1\n"));
    assert!(check("9", "bestmove 2\n"));
    assert!(check("nodes 100000", "bestmove 2\n"));
    check_remark("go depth 1 searchmoves 9 1 x", "`go searchmoves`: no legal move is `9 x`; the others count");
    check_remark("go depth 1 searchmoves 9 x", "`go searchmoves`: no legal move is `9 x`; all legal moves count");
}

fn check_remark(go: &str, remark: &str) {
    let answers = converse(&format!("position fen 6 1\n{go}\n(bestmove)\n{go}\n(bestmove)"));
    assert_eq!(answers.matches(&format!("info string {remark}\n")).count(), 1, "{go}: {answers}");
    assert_eq!(answers.matches("info string").count(), 1, "{go}: {answers}");
}

/// A search for a win that is not there went on until somebody said `stop`, and one with a limit that is no number was not answered at all.
#[test]
fn every_go_has_its_move() {
    for limit in [
        "mate 1",
        "mate -1",
        "depth",
        "depth x",
        "depth 0",
        "nodes 0",
        "nodes many",
        "movetime -5",
        "wtime -100 btime 50",
        "quickly",
    ] {
        let answers = converse_in(&UCI, &format!("position fen 19 1\ngo {limit}\n(bestmove)"));
        assert_eq!(answers.matches("bestmove").count(), 1, "{limit}: {answers}");
    }
}

#[test]
fn threads_answer_to_stop_quit_and_the_hit() {
    let begin = "setoption name Threads value 3\nsetoption name table value true\nposition fen 60 1";
    for rest in [
        "go infinite\nisready\nstop\n(bestmove)",
        "go ponder nodes 5000\nponderhit\n(bestmove)",
        "go infinite\nsetoption name Threads value 1\nstop\n(bestmove)",
        "go nodes 3000\n(bestmove)",
        "go depth 6\n(bestmove)",
        "go infinite\nquit",
        "go infinite",
    ] {
        let answers = converse(&format!("{begin}\n{rest}"));
        assert_eq!(answers.matches("bestmove").count(), 1, "{rest}: {answers}");
        assert!(!answers.contains("info string"), "{rest}: {answers}");
    }
    let failed =
        converse("setoption name Threads value 2\nsetoption name table value true\nposition fen 102 1\ngo depth 2\n(bestmove)");
    assert!(failed.starts_with("info string the search failed"), "{failed}");
    let alone = converse("setoption name Threads value 2\ngo depth 2\n(bestmove)\ngo depth 2\n(bestmove)");
    assert_eq!(alone.matches("info string only one thread searches").count(), 1, "{alone}");
}

#[test]
fn options_count_from_the_next_search_on() {
    let nodes = |options: &str| {
        let answers = converse(&format!("{options}\nposition fen 20 1\ngo depth 9\n(bestmove)"));
        let line = answers.lines().rfind(|line| line.contains(" nodes ")).unwrap_or(&answers).to_string();
        line.split(' ').skip_while(|&word| word != "nodes").nth(1).unwrap().parse::<u64>().unwrap()
    };
    let plain = nodes("isready");
    assert!(nodes("setoption name table value true") < plain);
    assert!(nodes("isready\nsetoption name Alpha_Beta value false") > plain);
    assert_eq!(nodes("setoption name killers.slots value 3"), plain, "what is off changes nothing");
    let refused = converse("setoption name tt_order value true\nisready\ngo depth 2\n(bestmove)");
    assert!(refused.starts_with("info string the options do not fit together: `tt_order` needs `table`"), "{refused}");
    assert_eq!(refused.matches("info string").count(), 1, "{refused}");
}

#[test]
fn a_panic_in_the_game_is_answered() {
    let answers = converse("position fen 102 1\ngo depth 2\n(bestmove)\nposition fen 5 1\ngo depth 2\n(bestmove)");
    assert!(answers.starts_with("info string the search failed"), "{answers}");
    assert!(answers.ends_with("bestmove 1\n"), "{answers}");
}

#[test]
fn a_closed_output_ends_the_conversation_quietly() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    /// Commands without end.
    struct Endless;
    impl Read for Endless {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            unreachable!("the session reads lines")
        }
    }
    impl BufRead for Endless {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            Ok(b"go infinite\n")
        }
        fn consume(&mut self, _: usize) {}
    }
    let arena = GameArena::new(Nim);
    serve(&host(&arena, &UGI), arena.preset("default").unwrap(), Endless, Closed).unwrap();
}

#[test]
fn a_ponder_search_answers_only_when_its_move_was_played() {
    // The search is over at once, and still nothing is answered before `ponderhit` or `stop`.
    for end in ["ponderhit", "stop"] {
        let answers = converse(&format!("position fen 5 1\ngo ponder depth 2\n(pause)\nisready\n{end}\n(bestmove)"));
        assert!(answers.find("readyok") < answers.find("bestmove 1\n"), "{answers}");
    }
    // Without a limit it goes on after `ponderhit` as an infinite one.
    let answers = converse("go ponder\nponderhit\nisready\nstop\n(bestmove)\nponderhit");
    assert!(answers.find("readyok") < answers.find("bestmove"), "{answers}");
    assert!(answers.ends_with("info string `ponderhit` is for a search that `go ponder` began\n"), "{answers}");
}

/// A clock that has run out as soon as it starts.
struct Late;

impl Clock for Late {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(1_000)
    }
}

#[test]
fn the_clock_of_a_ponder_search_begins_with_the_hit() {
    let arena = GameArena::new(Nim);
    let wire = Wire::default();
    let host = Host { clock: &|| Arc::new(Late), ..host(&arena, &UCI) };
    // Mate in many: without its clock this search would go on to the end of the game.
    let script =
        "position fen 200 1\ngo ponder wtime 1000 btime 1000\nisready\nponderhit\n(bestmove)\ngo wtime 1000 btime 1000\n(bestmove)";
    let reader = Script { wire: &wire, lines: script.lines(), awaited: 0, current: Cursor::default() };
    serve(&host, arena.preset("plain").unwrap(), reader, &wire).unwrap();
    let answers = String::from_utf8(wire.answers.into_inner().unwrap()).unwrap();
    assert_eq!(answers.matches("bestmove").count(), 2, "{answers}");
    assert!(answers.find("readyok") < answers.find("bestmove"), "{answers}");
}

#[test]
fn only_uci_names_the_answer_to_its_move() {
    let script = "position fen 6 1\ngo depth 3\n(bestmove)";
    assert!(converse_in(&UCI, script).ends_with("bestmove 2 ponder 1\n"), "{}", converse_in(&UCI, script));
    for dialect in [&UGI, &UAI] {
        assert!(converse_in(dialect, script).ends_with("bestmove 2\n"), "{}", dialect.hello);
    }
    assert!(converse_in(&UCI, "position fen 1 1\ngo depth 3\n(bestmove)").ends_with("bestmove 1\n"), "there is no answer");
    assert!(converse_in(&UCI, "position fen 0 1\ngo depth 3\n(bestmove)").ends_with("bestmove (none)\n"));
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let answers = converse_in(&UCI, "position fen 6 1\ngo mate 2\n(bestmove)");
    assert!(answers.contains("score mate 2") && answers.contains("bestmove 2"), "{answers}");
}

#[test]
fn the_options_that_programs_expect_change_the_spec_or_the_clock() {
    let answers = converse_in(
        &UCI,
        "uci\nsetoption name Show All Options value true\nsetoption name hash value 4\nsetoption name MOVE overhead value 100\nuci",
    );
    for line in [
        "option name Hash type spin default 16 min 1 max 2048",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default 20 min 0 max 5000",
        "option name UCI_Variant type combo default nim var nim",
        "option name Hash type spin default 4 min",
        "option name table.bits type spin default 18 min",
        "option name Move Overhead type spin default 100 min",
    ] {
        assert!(answers.contains(line), "{line}\n{answers}");
    }
    assert!(!converse("ugi").contains("UCI_Variant"));
    let answers = converse_in(
        &UCI,
        "setoption name Clear Hash\nsetoption name Ponder value true\nsetoption name UCI_Variant value nim\n\
         setoption name Hash value 1000000\nsetoption name Hash value -1\nsetoption name Hash value much\nsetoption name Hash\n\
         setoption name Move Overhead value 5001\nsetoption name Ponder value 1\nsetoption name UCI_Variant value chess\nsetoption",
    );
    let expected = [
        "info string the option `Hash` cannot be `1000000`; use 1 to 2048; 2048 is taken",
        "info string the option `Hash` cannot be `-1`; use 1 to 2048; 1 is taken",
        "info string the option `Hash` cannot be `much`; use 1 to 2048",
        "info string write `setoption name Hash value VALUE`",
        "info string the option `Move Overhead` cannot be `5001`; use 0 to 5000; 5000 is taken",
        "info string the option `Ponder` cannot be `1`; use true, false",
        "info string the option `UCI_Variant` cannot be `chess`; use nim",
        "info string write `setoption name NAME value VALUE`",
    ];
    assert_eq!(answers.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn clearing_the_hash_makes_the_next_search_that_of_a_new_engine() {
    let script = |between: &str| {
        let answers = converse(&format!(
            "setoption name table value true\nposition fen 20 1\ngo depth 6\n(bestmove)\n{between}\ngo depth 6\n(bestmove)"
        ));
        let nodes = answers
            .lines()
            .filter(|line| line.contains(" nodes "))
            .map(|line| line.split(' ').skip_while(|&word| word != "nodes").nth(1).unwrap().parse::<u64>().unwrap());
        let nodes: Vec<u64> = nodes.collect();
        nodes[0].cmp(&nodes[1])
    };
    assert!(script("isready").is_gt());
    assert!(script("setoption name clear hash").is_eq());
}

#[test]
fn what_is_wrong_with_go_is_remarked_once_a_session() {
    let go = "go wtime -500 btime -500 winc 0 depth 2\n(bestmove)\n";
    let answers = converse_in(&UCI, &format!("position fen 6 1\n{}", go.repeat(3)));
    assert_eq!(answers.matches("`go wtime` cannot be less than 0, and is taken as that").count(), 1, "{answers}");
    assert_eq!(answers.matches("info string").count(), 2, "{answers}");
    assert_eq!(answers.matches("bestmove").count(), 3, "{answers}");
}
