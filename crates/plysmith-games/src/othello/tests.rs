use plysmith::game::{check, ending, perft};

use super::*;

fn after<const N: usize>(game: &Othello<N>, moves: &str) -> Board {
    moves.split_whitespace().fold(game.start(), |mut board, text| {
        let mv = game.read_move(&board, text).unwrap();
        game.play(&mut board, mv);
        board
    })
}

#[test]
fn the_rules_hold_in_random_games_on_every_size() {
    check::rules(&Othello::<8>::new(), 1_000, 1).unwrap();
    check::rules(&Othello::<6>::new(), 1_000, 2).unwrap();
    check::rules(&Othello::<4>::new(), 1_000, 3).unwrap();
}

/// Counts on which several independent programs agree, among them those of Aart Bik (www.aartbik.com); a forced pass is a ply.
#[test]
fn perft_from_the_start_equals_the_published_counts() {
    let game = Othello::<8>::new();
    for (i, count) in [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288].into_iter().enumerate() {
        assert_eq!(perft::count(&game, &game.start(), i as u32 + 1), count, "depth {}", i + 1);
    }
}

#[test]
fn a_pass_is_legal_only_without_other_moves() {
    let game = Othello::<8>::new();
    // The shortest way to a pass: White cannot move after Black's eighth disc... and Black can.
    let board = game.read_position("XO------XO------XO------XOO-----OOOOO---XOOOO---XO------X------- O").unwrap();
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    assert_eq!(moves.contains(&PASS), moves.len() == 1 && board.moves == 0);
    assert!(game.read_move(&game.start(), "pass").is_err());
}

#[test]
fn moves_are_read_in_either_case_and_a_pass_in_three_ways() {
    let game = Othello::<8>::new();
    assert_eq!(game.read_move(&game.start(), "D3"), game.read_move(&game.start(), "d3"));
    let error = game.read_move(&game.start(), "a1").unwrap_err();
    assert_eq!(error.to_string(), "`a1` is no legal move: expected one of d3 c4 f5 e6");
}

#[test]
fn empty_squares_count_for_the_winner() {
    let game = Othello::<8>::new();
    // The shortest game: Black has all thirteen discs after nine plies.
    let board = after(&game, "f5 f6 d3 g5 h5 h4 f7 h6 e7");
    println!("{}", game.write_position(&board));
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let game = Othello::<8>::new();
    let start = game.write_position(&game.start());
    assert_eq!(start, "---------------------------OX------XO--------------------------- X");
    let squares = &start[..64];
    let cases = [
        ("", "64 squares from a1 on, row 1 first, not 0"),
        ("X", "64 squares"),
        (squares, "the side to move"),
        (&format!("{squares} x"), "the side to move"),
        (&format!("{squares} X "), "the side to move"),
        (&format!("{squares}- X"), "not 65"),
        (&format!("{} X", &squares[1..]), "not 63"),
        (&format!("{} X", squares.replace('O', "0")), "not `0`"),
        (&format!("{} X", squares.replace("OX", "O-")), "the centre"),
        (&format!("X{} X", &squares[1..]), "hang together"),
        (&format!("{}😀 X", &squares[1..]), "not `😀`"),
    ];
    for (text, reason) in cases {
        let error = game.read_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn every_image_of_a_position_is_another_way_to_look_at_it() {
    let game = Othello::<6>::new();
    let board = after(&game, "c2 b2 b3");
    let images: std::collections::BTreeSet<String> = (0..8).map(|i| game.write_position(&game.turn(&board, i))).collect();
    assert_eq!(images.len(), 8);
}
