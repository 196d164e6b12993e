//! Any text is either refused as a spec, or its canonical text reads back as the same spec; no game is upset by it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plysmith::Spec;
use plysmith_fuzz::arenas;

fuzz_target!(|text: &str| {
    let Ok(spec) = Spec::parse(text) else { return };
    let canonical = spec.to_string();
    match Spec::parse(&canonical) {
        Ok(again) => assert_eq!(again, spec, "the canonical text is another spec:\n{canonical}"),
        Err(error) => panic!("the canonical text is refused: {error}\n{canonical}"),
    }
    for (name, arena) in arenas() {
        // Whether it suits the game is the game's affair, but the refusal must be one that can be read.
        if let Err(error) = arena.check_spec(&spec) {
            assert!(!error.to_string().is_empty(), "{name} refuses without a word:\n{canonical}");
        }
    }
});
