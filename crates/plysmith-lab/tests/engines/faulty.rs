//! An engine that plays Breakthrough properly for some moves and then misbehaves, for the tests of those who drive engines.
//!
//! `faulty-engine MISDEED [MOVES]`: what it does, and after how many moves (at once by default). No process of it outlives two minutes of
//! silence.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio, abort, exit};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use plysmith::Clock;
use plysmith::protocol::{Host, UGI, serve};

/// When it misbehaves, and how.
#[derive(Clone, Copy)]
enum Misdeed {
    /// Before it reads anything.
    AtStart(fn()),
    /// Says this at every `position`, before it is asked for anything.
    Unasked(&'static [u8]),
    /// Instead of searching.
    AtMove(fn()),
    /// Says this instead of searching.
    Answers(&'static [u8]),
    /// Searches and answers, but reads nothing any more.
    StopsReading,
}

/// Every misdeed by its name.
const MISDEEDS: &[(&str, Misdeed)] = &[
    ("none", Misdeed::Unasked(b"")),
    ("dies", Misdeed::AtStart(|| panic!("there is no table to play on"))),
    ("mute", Misdeed::AtStart(hang)),
    ("slow", Misdeed::AtStart(|| thread::sleep(Duration::from_millis(300)))),
    ("chatter", Misdeed::AtStart(chatter)),
    ("eager", Misdeed::Unasked(b"bestmove h8a1\nreadyOK\nbestmove h8a1\n")),
    ("garbage", Misdeed::Unasked(b"\xff\xfe\x00 bestmove\n\xc3\x28\n\n   \nbestmove\xff h8a1\n")),
    ("panic", Misdeed::AtMove(|| panic!("the evaluation is on fire"))),
    ("exit", Misdeed::AtMove(|| exit(3))),
    ("abort", Misdeed::AtMove(|| abort())),
    ("hang", Misdeed::AtMove(hang)),
    ("flood", Misdeed::AtMove(|| flood(b"info string noise noise noise\n"))),
    ("info-flood", Misdeed::AtMove(|| flood(b"info depth 3 score cp 5 nodes 77 pv a2a3\n"))),
    ("endless-line", Misdeed::AtMove(|| flood(b"noise noise noise "))),
    ("unended-line", Misdeed::AtMove(unended_line)),
    ("closes-output", Misdeed::AtMove(closes_output)),
    ("closes-input", Misdeed::AtMove(closes_input)),
    ("illegal", Misdeed::Answers(b"bestmove h8a1\n")),
    ("no-move", Misdeed::Answers(b"bestmove (none)\n")),
    ("empty-move", Misdeed::Answers(b"bestmove\n")),
    ("dead-on-answer", Misdeed::AtMove(dead_on_answer)),
    ("deaf", Misdeed::StopsReading),
];

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let moves = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let misdeed = MISDEEDS.iter().find(|(known, _)| *known == name).map(|(_, misdeed)| *misdeed);
    let misdeed = misdeed.ok_or_else(|| io::Error::other(format!("unknown misdeed `{name}`")))?;
    if let Misdeed::AtStart(act) = misdeed {
        act();
    }
    let arena = plysmith_games::find("breakthrough-5x5").ok_or_else(|| io::Error::other("the game is missing"))?;
    let spec = arena.preset("default").map_err(io::Error::other)?;
    let host =
        Host { arena: &*arena, name: "faulty 1.0", author: "nobody", dialect: &UGI, clock: &|| Arc::new(Wall(Instant::now())) };
    let tap = Tap { input: io::stdin().lock(), misdeed, moves, is_deaf: false, line: VecDeque::new() };
    serve(&host, spec, BufReader::new(tap), io::stdout())
}

struct Wall(Instant);

impl Clock for Wall {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Commands on their way to a proper engine; some never reach it.
struct Tap<R> {
    input: R,
    misdeed: Misdeed,
    /// Moves that are still played properly.
    moves: usize,
    is_deaf: bool,
    line: VecDeque<u8>,
}

impl<R: BufRead> Tap<R> {
    fn lets_through(&mut self, line: &str) -> bool {
        match (line.split_whitespace().next(), self.misdeed) {
            (Some("position"), Misdeed::Unasked(text)) => say(text),
            (Some("go"), _) if self.moves > 0 => self.moves -= 1,
            (Some("go"), Misdeed::StopsReading) => self.is_deaf = true,
            (Some("go"), Misdeed::AtMove(act)) => {
                act();
                return false;
            }
            (Some("go"), Misdeed::Answers(text)) => {
                say(text);
                return false;
            }
            _ => {}
        }
        true
    }
}

impl<R: BufRead> Read for Tap<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() {
            if self.is_deaf {
                hang();
            }
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Ok(0);
            }
            if self.lets_through(&line) {
                self.line.extend(line.bytes());
            }
        }
        self.line.read(buffer)
    }
}

/// Ends the program when nobody listens.
fn say(text: &[u8]) {
    let mut output = io::stdout().lock();
    if output.write_all(text).and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}

fn hang() {
    thread::sleep(Duration::from_secs(120));
    exit(0);
}

fn flood(text: &[u8]) {
    let much = text.repeat(1_000);
    loop {
        say(&much);
    }
}

/// Floods while it plays properly.
fn chatter() {
    thread::spawn(|| {
        let much = b"info string noise noise noise\n".repeat(1_000);
        loop {
            say(&much);
            // Others want to say something too.
            thread::sleep(Duration::from_micros(100));
        }
    });
}

fn unended_line() {
    say(b"bestmove a2a3");
    hang();
}

fn dead_on_answer() {
    say(b"bestmove a2a3\n");
    exit(4);
}

/// Becomes a program that only waits, in the same process but without this pipe.
#[cfg(unix)]
fn wait_without(pipe: fn(&mut Command) -> &mut Command) {
    use std::os::unix::process::CommandExt;
    let program = std::env::current_exe().unwrap_or_default();
    panic!("{}", pipe(Command::new(program).arg("mute")).exec());
}

#[cfg(not(unix))]
fn wait_without(_: fn(&mut Command) -> &mut Command) {
    panic!("this misdeed needs a Unix");
}

fn closes_output() {
    wait_without(|command| command.stdout(Stdio::null()));
}

fn closes_input() {
    say(b"bestmove a2a3\n");
    wait_without(|command| command.stdin(Stdio::null()));
}
