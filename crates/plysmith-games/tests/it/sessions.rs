//! Whole conversations in each protocol, written down: what is said, and what is answered.
//!
//! A script in `sessions/` has one command a line. A line in brackets is for the test: `(wait TEXT)` waits for an answer that begins with the text
//! and came after the one waited for before; behind `(vague)` only the kind of answer counts, because a search that is stopped from outside ends
//! where it happens to be; `# …` is a heading. `INSTA_UPDATE=always cargo test -p plysmith-games --test it sessions` writes the answers anew.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use plysmith::Clock;
use plysmith::protocol::{Dialect, Host, UAI, UCI, UGI, serve};
use plysmith_games::find;

/// Time stands still, so that the same is written every time.
struct Frozen;

impl Clock for Frozen {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(5)
    }
}

/// Nobody waits longer for an answer.
const BOUND: Duration = Duration::from_secs(60);

/// What was said and answered, and who waits for it.
#[derive(Default)]
struct Wire {
    transcript: Mutex<String>,
    heard: Condvar,
}

impl Wire {
    fn transcript(&self) -> MutexGuard<'_, String> {
        self.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for an answer behind this place; the place behind it.
    fn wait(&self, text: &str, from: usize) -> usize {
        // Only a line that has come to its end counts.
        let find = |transcript: &str| {
            let at = from + transcript[from..].find(&format!("\n{text}"))? + 1;
            transcript[at..].find('\n').map(|length| at + length)
        };
        let (transcript, waited) =
            self.heard.wait_timeout_while(self.transcript(), BOUND, |transcript| find(transcript).is_none()).unwrap();
        assert!(!waited.timed_out(), "there was no `{text}`:\n{transcript}");
        find(&transcript).unwrap()
    }
}

impl Write for &Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.transcript().push_str(std::str::from_utf8(bytes).unwrap());
        self.heard.notify_all();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a script, and writes down what the session is given.
struct Script<'a> {
    wire: &'a Wire,
    lines: std::str::Lines<'a>,
    /// Up to here answers were waited for.
    place: usize,
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
            let Some(line) = self.lines.next() else { return Ok(&[]) };
            if let Some(text) = line.strip_prefix("(wait ").and_then(|line| line.strip_suffix(')')) {
                self.place = self.wire.wait(text, self.place);
                continue;
            }
            let is_heading = line.starts_with("# ") || line == "(vague)";
            self.wire.transcript().push_str(&if is_heading { format!("\n{line}\n") } else { format!("> {line}\n") });
            if !is_heading {
                self.current = Cursor::new(format!("{line}\n"));
            }
        }
        self.current.fill_buf()
    }
    fn consume(&mut self, amount: usize) {
        self.current.consume(amount);
    }
}

fn converse(game: &str, dialect: &Dialect, script: &str) -> String {
    let arena = find(game).unwrap();
    let wire = Wire::default();
    let reader = Script { wire: &wire, lines: script.lines(), place: 0, current: Cursor::default() };
    let host = Host { arena: &*arena, name: "plysmith", author: "nobody", dialect, clock: &|| Arc::new(Frozen) };
    serve(&host, arena.preset("plain").unwrap(), reader, &wire).unwrap();
    settled(&wire.transcript())
}

/// What is the same every time: of the options, to which every enhancement adds its own, those of no enhancement, and one weight; and of what comes behind
/// `(vague)` only the kind of answer.
fn settled(transcript: &str) -> String {
    let mut vague = false;
    let mut kept = String::new();
    for line in transcript.lines() {
        vague = (vague || line == "(vague)") && !line.starts_with("# ");
        let name = line.strip_prefix("option name ").unwrap_or("Option");
        let is_common = ["level ", "evaluation ", "weights.piece ", "features "].iter().any(|common| name.starts_with(common));
        let is_kept = !(vague && line.starts_with("info depth")) && (name.starts_with(char::is_uppercase) || is_common);
        if is_kept {
            kept.push_str(if vague && line.starts_with("bestmove ") { "bestmove …" } else { line });
            kept.push('\n');
        }
    }
    kept
}

#[test]
fn chess_is_played_by_uci() {
    insta::assert_snapshot!("uci", converse("chess", &UCI, include_str!("sessions/uci.txt")));
}

#[test]
fn breakthrough_is_played_by_ugi() {
    insta::assert_snapshot!("ugi", converse("breakthrough", &UGI, include_str!("sessions/ugi.txt")));
}

#[test]
fn ataxx_is_played_by_uai() {
    insta::assert_snapshot!("uai", converse("ataxx", &UAI, include_str!("sessions/uai.txt")));
}
