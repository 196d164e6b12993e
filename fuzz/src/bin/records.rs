//! Any text is either refused as records of games, or it makes games that can be played move by move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plysmith_fuzz::arenas;
use plysmith_lab::play::games;

fuzz_target!(|text: &str| {
    for (name, arena) in arenas() {
        for line in games(arena, text).into_iter().flatten() {
            if let Err(error) = arena.board(&line) {
                panic!("{name}: a game was read and cannot be played: {error}\n{line:?}");
            }
        }
    }
});
