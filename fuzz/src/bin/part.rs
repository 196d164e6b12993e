//! Any bytes are either refused as a part, by its name, or are a part that is read again as it was written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plysmith::Part;

fuzz_target!(|bytes: &[u8]| {
    match Part::read("some.part", bytes) {
        Ok(part) => {
            let again = Part::read("again.part", &part.to_bytes()).expect("what was written is read");
            assert_eq!((again.id(), again.card(), again.body()), (part.id(), part.card(), part.body()));
        }
        Err(error) => assert!(error.to_string().contains("`some.part`"), "{error}"),
    }
});
