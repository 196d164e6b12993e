//! The rules keep what they promise.

use my_game::Rules;
use plysmith::game::{Game, check, perft};
use plysmith::{Engine, Limits, Position};

/// CHANGE: `Rules::default()` if your rules have fields.
fn game() -> Rules {
    Rules
}

/// Legal moves play, texts read back as what they say, the evaluation stays in range, and more. A
/// fault is shown with the moves that lead to it.
#[test]
fn the_rules_hold_in_random_games() {
    check::rules(&game(), 1_000, 1).unwrap();
}

/// CHANGE: the numbers of move sequences of one, two, three … plies, counted by hand or by another
/// program.
#[test]
fn the_move_sequences_are_counted_right() {
    let game = game();
    for (depth, count) in [(1, 3), (2, 9), (3, 27)] {
        assert_eq!(
            perft::count(&game, &game.start(), depth),
            count,
            "depth {depth}"
        );
    }
}

/// CHANGE: a position whose best move you know. Here one must leave a multiple of four.
#[test]
fn the_search_finds_the_winning_move() {
    let game = game();
    let mut engine = Engine::preset(game.clone(), "default").unwrap();
    let found = engine.search(&Position::start(&game), &Limits::depth(21));
    assert_eq!(found.best, Some(1));
}
