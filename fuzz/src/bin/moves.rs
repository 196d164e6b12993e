//! Any word is either refused as a move, or it leads where one of the legal moves leads.
//!
//! The input is the name of a game and moves, word by word. A word that is refused is replaced by the legal move that its first byte chooses, so
//! that the game goes on and the next word meets another position; in the same way any first word chooses a game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plysmith::Arena;
use plysmith::arena::Line;
use plysmith_fuzz::arenas;

/// Reading a line takes time with the square of its length.
const LONGEST: usize = 30;

fuzz_target!(|text: &str| {
    let (game, words) = text.split_once(' ').unwrap_or((text, ""));
    let named = arenas().find(|(name, _)| *name == game);
    let (name, arena) = named.unwrap_or_else(|| arenas().nth(number(game) % arenas().count()).expect("a number below the count"));
    play(name, arena, words);
});

/// The number that stands for a word when it chooses.
fn number(word: &str) -> usize {
    word.bytes().next().unwrap_or(0).into()
}

fn play(name: &str, arena: &dyn Arena, words: &str) {
    let mut line = Line::start();
    for word in words.split(' ').take(LONGEST) {
        let legal = arena.view(&line).expect("a line of legal moves is read").moves;
        let after = |mv: &str| {
            let mut longer = line.clone();
            longer.moves.push(mv.into());
            arena.view(&longer).map(|view| view.position)
        };
        let chosen = match after(word) {
            Ok(reached) => {
                let same = legal.iter().find(|mv| after(mv).is_ok_and(|position| position == reached));
                same.unwrap_or_else(|| panic!("{name}: after {:?} the move {word:?} was accepted, legal are {legal:?}", line.moves))
            }
            Err(_) if legal.is_empty() => return,
            Err(_) => {
                assert!(!legal.iter().any(|mv| mv == word), "{name}: after {:?} the legal move {word} was refused", line.moves);
                &legal[number(word) % legal.len()]
            }
        };
        line.moves.push(chosen.clone());
    }
}
