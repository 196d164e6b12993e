//! Conversations that nobody would hold.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::{DIALECTS, Dialect, serve};
use super::{Nim, host};
use crate::arena::{Arena, GameArena};

/// No conversation may take longer.
const BOUND: Duration = Duration::from_secs(20);

/// Every line of every conversation is one of the protocol, every search is answered once, and each conversation ends.
fn survives(dialect: &'static Dialect, bytes: &[u8], seed: u64) {
    let (done, wait) = std::sync::mpsc::channel();
    let own = bytes.to_vec();
    let thread = std::thread::spawn(move || {
        let arena = GameArena::new(Nim);
        let mut answers = Vec::new();
        serve(&host(&arena, dialect), arena.preset("plain").unwrap(), own.as_slice(), &mut answers).unwrap();
        let _ = done.send(());
        answers
    });
    let text = String::from_utf8_lossy(bytes);
    let hung = wait.recv_timeout(BOUND) == Err(std::sync::mpsc::RecvTimeoutError::Timeout);
    assert!(!hung, "{} hangs with seed {seed}:\n{text}", dialect.hello);
    let answers = thread.join().unwrap_or_else(|_| panic!("{} panics with seed {seed}:\n{text}", dialect.hello));
    let answers = String::from_utf8(answers).unwrap();
    let known = ["info ", "id ", "option ", dialect.hello_done, "readyok", "response ", "bestmove "];
    assert!(answers.lines().all(|line| known.iter().any(|start| line.starts_with(start))), "seed {seed}:\n{text}\n{answers}");
    let asked = text.lines().filter(|line| line.split_whitespace().next() == Some("go")).count();
    let answered = answers.lines().filter(|line| line.starts_with("bestmove")).count();
    // A line that is no text is skipped, whatever it begins with.
    let is_text = std::str::from_utf8(bytes).is_ok();
    assert!(answered == asked || answered < asked && !is_text, "seed {seed}:\n{text}\n{answers}");
}

/// Words and bytes in any order.
fn garbage(dialect: &Dialect, rng: &mut Pcg64Mcg) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "isready",
        "setoption",
        "name",
        "value",
        "killers",
        "killers.slots",
        "table.bits",
        "true",
        "-1",
        "position",
        "startpos",
        "fen",
        "21 1",
        "0 2",
        "moves",
        "1",
        "2",
        "3",
        "go",
        "depth",
        "nodes",
        "movetime",
        "infinite",
        "ponder",
        "ponderhit",
        "mate",
        "searchmoves",
        "movestogo",
        "stop",
        "query",
        "gameover",
        "result",
        "99999999999999999999",
        "0",
        "Hash",
        "Clear Hash",
        "MultiPV",
        "Threads",
        "evaluation",
        "weights.x",
        "features",
        "\r",
        "\u{feff}",
        "é",
    ];
    let own = [dialect.hello, dialect.new_game, dialect.times[0], dialect.times[1], dialect.increments[0], dialect.increments[1]];
    let mut bytes = Vec::new();
    for _ in 0..rng.random_range(0..40) {
        match rng.random_range(0..10) {
            0 => bytes.extend((0..rng.random_range(1..20)).map(|_| rng.random_range(0..=255u8))),
            1..4 => bytes.push(b'\n'),
            _ => {
                let word = rng.random_range(0..WORDS.len() + own.len());
                bytes.extend(WORDS.get(word).unwrap_or_else(|| &own[word - WORDS.len()]).bytes());
                bytes.push(b' ');
            }
        }
    }
    bytes
}

/// Commands that make sense by themselves, in any order.
fn commands(dialect: &Dialect, rng: &mut Pcg64Mcg) -> Vec<u8> {
    let [time, other] = dialect.times;
    let [gain, _] = dialect.increments;
    let mut text = String::new();
    for _ in 0..rng.random_range(1..30) {
        let number = [-1, 0, 1, 3, 50, 1_000, 100_000][rng.random_range(0..7)];
        text += &match rng.random_range(0..20) {
            0 => dialect.hello.to_string(),
            1 => dialect.new_game.to_string(),
            2..4 => "isready".to_string(),
            4 => format!("setoption name table.bits value {}", number % 19),
            5 => format!("setoption name Hash value {}", number.min(8)),
            6 => ["setoption name killers value true", "setoption name Clear Hash", "setoption name level value 3"]
                [rng.random_range(0..3)]
            .to_string(),
            7 => format!("position fen {} 1 moves 1 2", rng.random_range(0..60)),
            8 => "position startpos".to_string(),
            9 => format!("go depth {}", number.min(6)),
            10 => format!("go {time} {number} {other} {number} {gain} {number} movestogo {number}"),
            11 => format!("go ponder nodes {number}"),
            12 => "go infinite".to_string(),
            13 => format!("go mate {number}"),
            14 => "ponderhit".to_string(),
            15 => format!("setoption name Threads value {}", rng.random_range(0..3)),
            16 => format!("setoption name MultiPV value {}", number.min(500)),
            17 => format!("go searchmoves {} {} nodes {number}", rng.random_range(0..5), rng.random_range(0..5)),
            18 => [
                "setoption name table value true",
                "setoption name table value false",
                "setoption name features value A=1",
                "setoption name Show All Options value true",
            ][rng.random_range(0..4)]
            .to_string(),
            _ => "stop".to_string(),
        };
        text.push('\n');
    }
    text.into_bytes()
}

/// As many as the environment says, so that a long run can try more.
fn cases() -> u64 {
    std::env::var("PLYSMITH_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000)
}

#[test]
fn a_thousand_random_conversations_in_each_dialect_end_without_a_panic() {
    for dialect in DIALECTS {
        for seed in 0..cases() {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let bytes = if seed % 2 == 0 { commands(dialect, &mut rng) } else { garbage(dialect, &mut rng) };
            survives(dialect, &bytes, seed);
        }
    }
}
