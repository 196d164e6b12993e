//! Any text is either refused as a suite and as positions to import, or it makes a suite that reads back as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plysmith_fuzz::arenas;
use plysmith_lab::suite::{Suite, import};

fuzz_target!(|text: &str| {
    for (name, arena) in arenas() {
        for suite in [Suite::read(arena, text), import::suite(arena, text, "fuzz")].into_iter().flatten() {
            let written = suite.to_string();
            match Suite::read(arena, &written) {
                Ok(again) => assert_eq!(again, suite, "{name}: {written}"),
                Err(error) => panic!("{name}: a suite was written and is refused: {error}\n{written}"),
            }
        }
    }
});
