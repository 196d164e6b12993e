//! What has come in from another program. Of a flood only what is awaited is kept, so that there is no queue that could grow.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plysmith::protocol::{Dialect, Input, next_line};

use super::info::Info;

/// No engine has more options.
const MOST_OPTIONS: usize = 4_096;
/// So many lines of its standard error are kept.
const LAST_WORDS: usize = 5;
/// So many remarks are kept.
const MOST_REMARKS: usize = 16;
/// Of a name, a remark or a last word no more characters are kept.
const LONGEST_KEPT: usize = 200;

/// The answer that we wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaited {
    /// The end of its introduction.
    Hello,
    /// That it is ready.
    Ready,
    /// A move.
    Move,
}

impl Awaited {
    /// The word with which the answer begins.
    pub(super) fn word(self, dialect: &Dialect) -> &'static str {
        match self {
            Awaited::Hello => dialect.hello_done,
            Awaited::Ready => "readyok",
            Awaited::Move => "bestmove",
        }
    }
}

/// What waiting brought.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum News {
    /// The answer, without its first word and what follows the second.
    Answer(String),
    /// The program closed this.
    Lost(&'static str),
    /// Nothing yet.
    None,
}

/// Filled by the threads that read, emptied by the one that plays.
#[derive(Debug)]
pub(super) struct Inbox {
    dialect: Dialect,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    awaited: Option<Awaited>,
    answer: Option<String>,
    info: Info,
    name: Option<String>,
    options: Vec<String>,
    variants: Vec<String>,
    remarks: Vec<String>,
    last_words: VecDeque<String>,
    errors_ended: bool,
    lost: Option<&'static str>,
}

impl Inbox {
    pub(super) fn new(dialect: Dialect) -> Inbox {
        Inbox { dialect, state: Mutex::default(), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on this is the answer to keep; what came before is forgotten.
    pub(super) fn expect(&self, awaited: Awaited) {
        let state = &mut *self.state();
        state.awaited = Some(awaited);
        state.answer = None;
        state.info = Info::default();
        state.remarks.clear();
    }

    /// Waits for the answer, but not longer than this.
    pub(super) fn wait(&self, until: Instant) -> News {
        let mut state = self.wait_while(until, |state| state.answer.is_none() && state.lost.is_none());
        match (state.answer.take(), state.lost) {
            (Some(answer), _) => News::Answer(answer),
            (None, Some(pipe)) => News::Lost(pipe),
            (None, None) => News::None,
        }
    }

    /// What the engine said during the last search.
    pub(super) fn info(&self) -> Info {
        self.state().info.clone()
    }

    /// The name of the engine, if it gave one, and the names of its options.
    pub(super) fn introduced(&self) -> (Option<String>, Vec<String>) {
        let state = self.state();
        (state.name.clone(), state.options.clone())
    }

    /// The games that the engine can play, as it names them; none if it plays only one.
    pub(super) fn variants(&self) -> Vec<String> {
        self.state().variants.clone()
    }

    /// What the engine said to people before it was ready.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.state().remarks.clone()
    }

    /// The last lines of the standard error; if it has not ended, as far as they have come after this time.
    pub(super) fn last_words(&self, patience: Duration) -> Vec<String> {
        let state = self.wait_while(Instant::now() + patience, |state| !state.errors_ended);
        state.last_words.iter().cloned().collect()
    }

    fn wait_while(&self, until: Instant, unchanged: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let patience = until.saturating_duration_since(Instant::now());
        self.changed.wait_timeout_while(self.state(), patience, unchanged).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Reads the standard output of the program until it ends.
    pub(super) fn read_output(&self, output: impl Read) {
        each_line(output, |line| self.hear(line));
        self.lose("standard output");
    }

    /// Reads the standard error of the program until it ends.
    pub(super) fn read_errors(&self, errors: impl Read) {
        let mut is_backtrace = false;
        each_line(errors, |line| {
            // The backtrace of a Rust program hides what it said before.
            is_backtrace = line == "stack backtrace:" || is_backtrace && !line.starts_with("note:");
            if !is_backtrace && !line.trim().is_empty() {
                let last_words = &mut self.state().last_words;
                if last_words.len() == LAST_WORDS {
                    last_words.pop_front();
                }
                last_words.push_back(clip(line.trim_end()));
            }
        });
        self.state().errors_ended = true;
        self.changed.notify_all();
    }

    /// Takes note that a pipe is closed.
    pub(super) fn lose(&self, pipe: &'static str) {
        self.state().lost.get_or_insert(pipe);
        self.changed.notify_all();
    }

    /// Takes in a line if it is one of those that are awaited.
    fn hear(&self, line: &str) {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return };
        let state = &mut *self.state();
        let Some(awaited) = state.awaited else { return };
        if first == awaited.word(&self.dialect) {
            state.answer = Some(words.next().unwrap_or_default().into());
            state.awaited = None;
            self.changed.notify_all();
            return;
        }
        match (awaited, first, words.clone().next()) {
            (Awaited::Move, "info", _) => state.info.update(words),
            (Awaited::Ready, "info", Some("string")) if state.remarks.len() < MOST_REMARKS => {
                state.remarks.push(clip(&join(words.skip(1))));
            }
            (Awaited::Hello, "id", Some("name")) => state.name = Some(clip(&join(words.skip(1)))),
            (Awaited::Hello, "option", Some("name")) if state.options.len() < MOST_OPTIONS => {
                let name = clip(&join(words.clone().skip(1).take_while(|&word| word != "type")));
                if self.dialect.variant.is_some_and(|variant| name.eq_ignore_ascii_case(variant)) {
                    let words: Vec<&str> = words.collect();
                    let names = words.windows(2).filter(|pair| pair[0] == "var").take(MOST_OPTIONS).map(|pair| clip(pair[1]));
                    state.variants = names.collect();
                }
                // Who is greeted twice lists some of them again.
                if !state.options.contains(&name) {
                    state.options.push(name);
                }
            }
            _ => {}
        }
    }
}

fn each_line(reader: impl Read, mut hear: impl FnMut(&str)) {
    let mut reader = BufReader::with_capacity(32 * 1024, reader);
    loop {
        match next_line(&mut reader) {
            Ok(Input::Line(line)) => hear(&line),
            Ok(Input::TooLong | Input::NotText) => {}
            Ok(Input::End) | Err(_) => return,
        }
    }
}

fn join<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn clip(text: &str) -> String {
    text.chars().take(LONGEST_KEPT).collect()
}

#[cfg(test)]
mod tests {
    use plysmith::protocol::{UCI, UGI};

    use super::super::info::Points;
    use super::*;

    fn inbox(awaited: Awaited, output: &[u8]) -> Inbox {
        let inbox = Inbox::new(UGI);
        inbox.expect(awaited);
        inbox.read_output(output);
        inbox
    }

    fn news(inbox: &Inbox) -> News {
        inbox.wait(Instant::now())
    }

    /// The bytes that it holds, about.
    fn held(inbox: &Inbox) -> usize {
        let state = inbox.state();
        let texts = state
            .options
            .iter()
            .chain(&state.variants)
            .chain(&state.remarks)
            .chain(&state.last_words)
            .chain(&state.name)
            .chain(&state.answer);
        texts.map(String::capacity).sum::<usize>()
            + (state.options.capacity() + state.last_words.capacity()) * size_of::<String>()
            + size_of::<Inbox>()
    }

    #[test]
    fn the_introduction_is_kept_up_to_its_end() {
        let inbox = inbox(
            Awaited::Hello,
            b"noise\nid name My  Engine 2\nid author me\n\
              option name Move Overhead type spin default 1\noption name Clear type button\nugiok\nid name too late\n",
        );
        assert_eq!(inbox.introduced(), (Some("My Engine 2".into()), vec!["Move Overhead".into(), "Clear".into()]));
        assert_eq!(news(&inbox), News::Answer(String::new()));
        assert_eq!(news(&inbox), News::Lost("standard output"));
    }

    #[test]
    fn the_games_that_an_engine_plays_are_kept() {
        let inbox = Inbox::new(UCI);
        inbox.expect(Awaited::Hello);
        inbox.read_output(
            &b"option name Hash type spin default 1\noption name UCI_Variant type combo default chess var chess var ataxx\nuciok\n"
                [..],
        );
        assert_eq!(inbox.variants(), ["chess", "ataxx"]);
        assert_eq!(inbox.introduced().1, ["Hash", "UCI_Variant"]);
    }

    #[test]
    fn a_move_is_kept_only_when_it_is_awaited() {
        let found =
            inbox(Awaited::Move, b"readyok\ninfo depth 2 score cp 7\nbestmove a2a3 ponder b7b6\nbestmove c2c3\ninfo depth 9\n");
        assert_eq!(news(&found), News::Answer("a2a3".into()));
        assert_eq!(found.info(), Info { depth: Some(2), score: Some(Points::Evaluation(7)), nodes: None });
        assert_eq!(news(&inbox(Awaited::Ready, b"bestmove a2a3\n")), News::Lost("standard output"));
        assert_eq!(news(&inbox(Awaited::Move, b"bestmove\n")), News::Answer(String::new()));
    }

    #[test]
    fn what_is_no_text_or_too_long_is_dropped_and_the_answer_behind_it_is_heard() {
        let mut output = b"\xff\xfe\x00\n".to_vec();
        output.extend(std::iter::repeat_n(b'x', 1 << 20));
        output.extend(b"\r\nbestmove a2a3\r\n");
        assert_eq!(news(&inbox(Awaited::Move, &output)), News::Answer("a2a3".into()));
    }

    #[test]
    fn no_flood_is_kept() {
        let long = format!("option name {}\n", "x".repeat(60_000));
        for (awaited, line) in [
            (Awaited::Move, "info depth 1 score cp 1 nodes 1\n"),
            (Awaited::Move, "info string noise\n"),
            (Awaited::Move, "bestmove a2a3\n"),
            (Awaited::Ready, "bestmove a2a3\n"),
            (Awaited::Ready, "info string noise\n"),
            (Awaited::Hello, "option name Some Option type check\n"),
            (Awaited::Hello, &long),
            (Awaited::Hello, "id name An Engine\n"),
        ] {
            let flood = line.repeat(10_000_000 / line.len());
            let inbox = inbox(awaited, flood.as_bytes());
            inbox.read_errors(flood.as_bytes());
            assert!(held(&inbox) < 2_000_000, "{} bytes of {line:.20}", held(&inbox));
            assert!(inbox.last_words(Duration::ZERO).len() <= LAST_WORDS);
        }
    }

    #[test]
    fn the_last_words_are_the_last_lines_that_say_something() {
        let check = |errors: &str, words: &[&str]| {
            let inbox = Inbox::new(UGI);
            inbox.read_errors(errors.as_bytes());
            assert_eq!(inbox.last_words(Duration::ZERO), words, "{errors:?}");
        };
        check("1\n2\n3\n\n4\n5  \n6\n   \n7", &["3", "4", "5", "6", "7"]);
        check("panicked\nstack backtrace:\n 0: main\n   at main.rs\nnote: some\n", &["panicked", "note: some"]);
    }

    #[test]
    fn remarks_are_kept_until_the_next_question() {
        let inbox = inbox(Awaited::Ready, b"info string the option is  unknown\ninfo depth 1\nreadyok\ninfo string later\n");
        assert_eq!(inbox.remarks(), ["the option is unknown"]);
        inbox.expect(Awaited::Ready);
        assert!(inbox.remarks().is_empty());
    }
}
