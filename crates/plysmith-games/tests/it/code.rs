//! The Rust text that makes a game makes that game: what an exported engine is written with.

use std::collections::BTreeSet;

use plysmith::Game;
use plysmith_games::*;

/// Each name with the expression that makes its game, which the compiler reads here and the list has as text.
macro_rules! checked {
    ($($name:literal => $game:expr;)*) => {{
        let mut names = BTreeSet::new();
        $(
            assert_eq!($game.name(), $name);
            let (_, text) = code($name).expect($name);
            assert_eq!(without_space(&text), without_space(stringify!($game)), "{}", $name);
            names.insert($name);
        )*
        names
    }};
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn the_text_of_every_name_makes_the_game_of_that_name() {
    let checked = checked! {
        "ataxx" => ataxx::Ataxx::new(7, 7).unwrap();
        "ataxx-4x4" => ataxx::Ataxx::new(4, 4).unwrap();
        "ataxx-5x5" => ataxx::Ataxx::new(5, 5).unwrap();
        "ataxx-6x6" => ataxx::Ataxx::new(6, 6).unwrap();
        "awari" => awari::Awari::new();
        "breakthrough" => breakthrough::Breakthrough::<8, 8>::new();
        "breakthrough-5x5" => breakthrough::Breakthrough::<5, 5>::new();
        "breakthrough-5x5-rows-1" => breakthrough::Breakthrough::<5, 5, 1>::new();
        "breakthrough-6x6" => breakthrough::Breakthrough::<6, 6>::new();
        "chess" => chess::Chess::new();
        "critical-mass" => critical_mass::CriticalMass::new(5, 6).unwrap();
        "critical-mass-2x2" => critical_mass::CriticalMass::new(2, 2).unwrap();
        "critical-mass-2x3" => critical_mass::CriticalMass::new(2, 3).unwrap();
        "critical-mass-3x3" => critical_mass::CriticalMass::new(3, 3).unwrap();
        "draughts" => draughts::Draughts::<8>::english();
        "draughts-6x6" => draughts::Draughts::<6>::english();
        "halma" => halma::Halma::<8>::new();
        "halma-4x4" => halma::Halma::<4>::new();
        "halma-6x6" => halma::Halma::<6>::new();
        "hexapawn" => hexapawn::Hexapawn::new(3, 3).unwrap();
        "hexapawn-4x4" => hexapawn::Hexapawn::new(4, 4).unwrap();
        "hexapawn-4x5" => hexapawn::Hexapawn::new(4, 5).unwrap();
        "hexapawn-8x8" => hexapawn::Hexapawn::new(8, 8).unwrap();
        "loa" => loa::LinesOfAction::<8>::new();
        "loa-5x5" => loa::LinesOfAction::<5>::new();
        "lose-checkers" => draughts::Draughts::<8>::lose_checkers();
        "lose-checkers-6x6" => draughts::Draughts::<6>::lose_checkers();
        "othello" => othello::Othello::<8>::new();
        "othello-4x4" => othello::Othello::<4>::new();
        "othello-6x6" => othello::Othello::<6>::new();
        "random" => random::RandomGame::new(0);
        "random-7" => random::RandomGame::new(7);
        "tic-tac-toe" => tic_tac_toe::TicTacToe::new();
    };
    let listed: BTreeSet<&str> = GAMES.iter().flat_map(|entry| entry.variants.iter().chain([&entry.name])).copied().collect();
    let missing: Vec<&&str> = listed.difference(&checked).filter(|name| !name.starts_with("test-")).collect();
    assert!(missing.is_empty(), "add to the list of this test: {missing:?}");
}

#[test]
fn the_feature_is_one_of_the_crate() {
    let manifest = include_str!("../../Cargo.toml");
    for entry in GAMES {
        assert!(manifest.contains(&format!("\n{} = [", entry.code.feature)), "{}", entry.name);
        assert_eq!(code(entry.name).map(|(feature, _)| feature), Some(entry.code.feature));
    }
    assert_eq!(code("chess960"), None);
}
