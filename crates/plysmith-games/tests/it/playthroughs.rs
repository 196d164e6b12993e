//! A random game of each kind, written down: whatever changes in rules, notation, evaluation, features or pictures shows.
//!
//! `INSTA_UPDATE=always cargo test -p plysmith-games --test it playthroughs` writes the games anew.

use std::fmt::Write;

use plysmith::Arena;
use plysmith::arena::Line;
use plysmith::game::picture::Square;
use plysmith_games::{GAMES, find};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A position in so many is told in full, and so are the first three and the last.
const FULL: usize = 12;

#[test]
fn random_games_are_as_written_down() {
    for entry in GAMES.iter().filter(|entry| !entry.name.starts_with("test-")) {
        let arena = find(entry.name).unwrap();
        insta::assert_snapshot!(entry.name, playthrough(&*arena));
    }
}

fn playthrough(arena: &dyn Arena) -> String {
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let mut text = String::new();
    let mut line = Line::start();
    loop {
        let ply = line.moves.len();
        let view = arena.view(&line).unwrap();
        writeln!(text, "{ply}. {}", view.position).unwrap();
        if ply < 3 || ply.is_multiple_of(FULL) || view.outcome.is_some() {
            in_full(arena, &line, &mut text);
        }
        if let Some(outcome) = view.outcome {
            writeln!(text, "   result {}, {outcome:?}", outcome.result()).unwrap();
            return text;
        }
        let mv = view.moves[rng.random_range(0..view.moves.len())].clone();
        writeln!(text, "   {} moves, evaluation {}, plays {mv}", view.moves.len(), view.evaluation).unwrap();
        line.moves.push(mv);
    }
}

fn in_full(arena: &dyn Arena, line: &Line, text: &mut String) {
    let (view, card) = (arena.view(line).unwrap(), arena.card());
    if let Some(picture) = view.picture {
        let sign = |square: &Square| match &*square.text {
            _ if square.gap => " ".to_string(),
            "" => ".".to_string(),
            piece => piece.to_string(),
        };
        for row in picture.squares.chunks(picture.files) {
            writeln!(text, "      {}", row.iter().map(sign).collect::<Vec<_>>().join(" ")).unwrap();
        }
        if !picture.note.is_empty() {
            writeln!(text, "      {}", picture.note).unwrap();
        }
    }
    writeln!(text, "   {:?} to move, hash {:016x}", view.side, view.hash).unwrap();
    let phase = arena.board(line).unwrap().phase();
    writeln!(text, "   phase {phase} of {}, {} of {} inputs", card.phases, arena.inputs(line).unwrap().len(), card.inputs).unwrap();
    let atoms = arena.board(line).unwrap().atoms(u64::MAX);
    for (mv, set) in view.moves.iter().zip(&atoms) {
        let names: Vec<&str> =
            card.atoms.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, atom)| &*atom.name).collect();
        writeln!(text, "   {mv} {}", names.join(" ")).unwrap();
    }
}
