//! Whatever comes in, the conversation ends in peace, every line that goes out is one of the protocol, and no search is answered twice.

#![no_main]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use plysmith::protocol::{DIALECTS, Host, UGI, serve};
use plysmith::{Arena, Clock};
use plysmith_fuzz::arenas;

/// Time passes by being asked for, so that searches end without a real clock.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// How every answer begins, beside the end of the introduction.
const WORDS: &[&str] = &["id", "option", "readyok", "response", "info", "bestmove"];

// The first byte chooses the game, the rest is the conversation, in the first protocol that says hello in it.
fuzz_target!(|input: &[u8]| {
    let Some((&choice, conversation)) = input.split_first() else { return };
    let (name, arena) = arenas().nth(usize::from(choice) % arenas().count()).expect("a number below the count");
    converse(name, arena, conversation);
});

fn converse(name: &str, arena: &dyn Arena, conversation: &[u8]) {
    let text = String::from_utf8_lossy(conversation);
    let dialect = DIALECTS.into_iter().find(|dialect| text.contains(dialect.hello)).unwrap_or(&UGI);
    // Who asks for a table of gigabytes gets one; that is no fault, but it takes too long here.
    let lower = text.to_ascii_lowercase();
    if lower.contains("table.bits") || lower.contains("hash") {
        return;
    }
    let host = Host { arena, name: "fuzz", author: "nobody", dialect, clock: &|| Arc::new(Ticks::default()) };
    let spec = arena.preset("plain").expect("every game has it");
    let mut output = Vec::new();
    serve(&host, spec, conversation, &mut output).expect("reading and writing memory cannot fail");
    let output = String::from_utf8(output).expect("answers are text");
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_string();
    for line in output.lines() {
        let first = first(line);
        assert!(
            WORDS.contains(&first.as_str()) || first == dialect.hello_done,
            "{name}: the answer {line:?} is none of the protocol"
        );
    }
    let asked = text.lines().filter(|line| line.split_whitespace().next() == Some("go")).count();
    let answered = output.lines().filter(|line| first(line) == "bestmove").count();
    assert!(answered <= asked, "{name}: {asked} searches were asked for, {answered} answered");
}
