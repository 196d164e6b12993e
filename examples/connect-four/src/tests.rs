//! Tests of Connect Four.

use plysmith::game::{check, ending, perft};
use plysmith::{Engine, Limits, Position};

use super::*;

#[test]
fn the_rules_hold_in_random_games() {
    let summary = check::rules(&ConnectFour::default(), 1_000, 1).unwrap();
    assert_eq!(summary.widest, 7);
    assert!(summary.longest <= 42, "{summary:?}");
}

/// The numbers of games of one to eight moves, as published by several programs. From the eighth on some columns are full and some games over.
#[test]
fn perft_from_the_start_equals_the_published_counts() {
    let game = ConnectFour::default();
    for (depth, count) in (1..).zip([7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]) {
        assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
    }
}

#[test]
fn four_in_a_row_wins_in_every_direction_and_only_there() {
    let game = ConnectFour::default();
    let ends = |text: &str| ending(&game, &game.read_position(text).unwrap());
    for text in ["xxxx/ooo/////", "xo/xo/xo/x///", "x/ox/oox/xoox/x//", "ooox/oxx/xx/x/o//"] {
        assert_eq!(ends(text), Some(Outcome::win(Side::First)), "{text}");
    }
    assert_eq!(ends("xxxo/oo/x////"), None);
    // Three at the top of a column and one at the bottom of the next are no row.
    assert_eq!(ends("oooxxx/xo/////"), None);
    assert_eq!(ends("xxooxx/ooxxoo/xxooxx/ooxxoo/xxooxx/ooxxoo/oxoxox"), Some(Outcome::Draw));
}

/// The squares that complete a four, against dropping the disc everywhere.
#[test]
fn what_completes_a_four_is_what_makes_one() {
    let mut discs = 1u64;
    for _ in 0..10_000 {
        discs = hash::mix(discs);
        let own = discs & hash::mix(discs ^ 1) & BOARD;
        for square in (0..49).map(|bit| 1u64 << bit).filter(|square| BOARD & !own & square != 0) {
            if !has_four(own) {
                assert_eq!(completing(own) & square != 0, has_four(own | square), "{own:#x} {square:#x}");
            }
        }
    }
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    for text in ["", "//////////", "/////", "xoxoxox//////", "x?//////", "xx//////", "o//////", "xxxx/oooo/////", "é//////"] {
        assert!(ConnectFour::default().read_position(text).is_err(), "{text}");
    }
}

/// The best move within a depth, and the score.
fn best(text: &str, depth: u32) -> (String, plysmith::Score) {
    let game = ConnectFour::default();
    let board = game.read_position(text).unwrap();
    let mut engine = Engine::preset(game.clone(), "default").unwrap();
    let found = engine.search(&Position::from_state(&game, board.clone()), &Limits::depth(depth));
    (game.write_move(&board, found.best.unwrap()), found.score)
}

#[test]
fn a_win_in_one_is_found_and_one_of_the_other_side_prevented() {
    let (mv, score) = best("xxx/oo/o////", 4);
    assert_eq!((mv.as_str(), score.won_in().map(|(plies, _)| plies)), ("a", Some(1)));
    let (mv, score) = best("xxx/oo/////", 4);
    assert_eq!((mv.as_str(), score.lost_in()), ("a", None));
}

/// Two in the middle of an empty bottom row become three with both ends open.
#[test]
fn an_open_row_of_three_is_seen_in_time() {
    let (mv, score) = best("o//x/x///o", 5);
    assert_eq!((mv.as_str(), score.won_in().map(|(plies, _)| plies)), ("e", Some(3)));
}
