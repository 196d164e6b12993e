//! The list of games: names make games, and what is no name makes none. These tests are not beside the list, because whatever is compiled with it has the search of every game.

use plysmith_games::{GAMES, code, find};

#[test]
fn every_name_in_the_list_makes_the_game_of_that_name() {
    for entry in GAMES {
        for name in entry.variants.iter().chain([&entry.name]) {
            assert_eq!(find(name).map(|arena| arena.card().name).as_deref(), Some(*name));
        }
    }
}

#[test]
fn a_game_for_measurements_is_found_but_has_no_text_to_export() {
    for name in ["awari-generic-hash", "random-flat", "random-flat-3"] {
        assert!(find(name).is_some() && code(name).is_none(), "{name}");
    }
    assert!(code("awari").is_some() && code("random-3").is_some());
}

#[test]
fn what_is_no_name_makes_no_game() {
    for name in [
        "",
        "chess960",
        "ataxx-9x9",
        "ataxx-7x7",
        "breakthrough-9x9",
        "critical-mass-1x3",
        "critical-mass-5x6",
        "critical-mass-9x8",
        "halma-8x8",
        "halma-16x16",
        "hexapawn-2x2",
        "hexapawn-04x4",
        "hexapawn-4x",
        "random-",
        "random-x",
        "random-flat-x",
        "random7",
        "awari-generic",
    ] {
        assert!(find(name).is_none(), "{name}");
    }
}
