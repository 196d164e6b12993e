//! Any text is either refused as a file of move counts, or its rows, written again, read back as the same rows.

#![no_main]

use std::fmt::Write;

use libfuzzer_sys::fuzz_target;
use plysmith::game::perft::read_rows;

fuzz_target!(|text: &str| {
    let Ok(rows) = read_rows(text) else { return };
    let mut again = String::from("game,position,depth,count\n");
    for row in &rows {
        writeln!(again, "{},\"{}\",{},{}", row.game, row.position, row.depth, row.count).expect("a string takes any text");
    }
    assert_eq!(read_rows(&again).as_ref(), Ok(&rows), "the rows, written again, are others:\n{again}");
});
