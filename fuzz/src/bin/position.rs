//! Any text is either refused as a position, or it is a position that reads back as itself and whose legal moves can be played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plysmith::Arena;
use plysmith::arena::{Line, View};
use plysmith_fuzz::arenas;

fuzz_target!(|text: &str| {
    for (name, arena) in arenas() {
        let Ok(view) = arena.view(&Line::at(text)) else { continue };
        reads_back(name, arena, &view);
        assert_eq!(view.moves.is_empty(), view.outcome.is_some(), "{name}: {text:?} is over if and only if there is no move");
        let inputs = arena.inputs(&Line::at(text)).expect("what was read once is read again");
        assert!(
            inputs.iter().all(|&input| usize::from(input) < arena.inputs_card().count),
            "{name}: {text:?} has inputs {inputs:?}"
        );
        for mv in &view.moves {
            let line = Line { start: Some(text.into()), moves: vec![mv.clone()] };
            match arena.view(&line) {
                Ok(after) => reads_back(name, arena, &after),
                Err(error) => panic!("{name}: in {text:?} the legal move {mv} is refused: {error}"),
            }
        }
    }
});

/// The text of a position gives the same position. What earlier positions decide, a repetition, is not in the text.
fn reads_back(name: &str, arena: &dyn Arena, view: &View) {
    let text = &view.position;
    let again = arena.view(&Line::at(text)).unwrap_or_else(|error| panic!("{name}: {text:?} was written and is refused: {error}"));
    assert_eq!(&again.position, text, "{name}: the text");
    assert_eq!((again.side, again.hash), (view.side, view.hash), "{name}: side and hash of {text:?}");
    assert_eq!((&again.moves, again.outcome), (&view.moves, view.outcome), "{name}: moves and outcome of {text:?}");
}
