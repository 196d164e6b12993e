use plysmith::game::{check, ending, perft};

use super::*;

/// Plays moves from the start; as in most records, passes need not be written.
fn after<const N: usize>(game: &Othello<N>, moves: &str) -> Board {
    moves.split_whitespace().fold(game.start(), |mut board, text| {
        if board.moves == 0 {
            game.play(&mut board, PASS);
        }
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

/// The counts that A. Bik published (www.aartbik.com/MISC/reversi.html); he and we count a forced pass as a ply. A game that is over sooner is a leaf
/// for him and nothing for us: the first games end with the ninth ply, 228 of them, and so the counts part at the tenth. In depths 11 and 12 ours are
/// 212,258,216 and 1,939,879,668, and his, with the 584 and 6,968 games that end sooner, 212,258,800 and 1,939,886,636.
#[test]
fn perft_from_the_start_equals_the_published_counts_but_for_games_that_end_sooner() {
    let game = Othello::<8>::new();
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
    for (i, count) in published.into_iter().enumerate() {
        let sooner = if i < 9 { 0 } else { 228 };
        assert_eq!(perft::count(&game, &game.start(), i as u32 + 1) + sooner, count, "depth {}", i + 1);
    }
    assert_eq!(ended_before(&game, &game.start(), 10), 228);
}

/// How many games are over in fewer plies.
fn ended_before<const N: usize>(game: &Othello<N>, board: &Board, plies: usize) -> u64 {
    if plies == 0 {
        return 0;
    }
    if game.outcome(board).is_some() {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let after = |mv| {
        let mut child = board.clone();
        game.play(&mut child, mv);
        ended_before(game, &child, plies - 1)
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn a_pass_is_legal_only_without_other_moves() {
    let game = Othello::<8>::new();
    assert!(game.read_move(&game.start(), "pass").is_err());
    // Black reaches nothing, White could still move.
    let mut board = after(&game, "f5 f6 d3 g5 h5 h4 f7 h6");
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    assert_eq!((moves, ending(&game, &board)), (vec![PASS], None));
    for text in ["pass", "Pass", "ps", "PS", "--"] {
        assert_eq!(game.read_move(&board, text), Ok(PASS), "{text}");
    }
    let discs = (board.own, board.enemy);
    game.play(&mut board, PASS);
    assert_eq!(((board.enemy, board.own), board.side), (discs, Side::Second));
}

#[test]
fn moves_are_read_in_either_case_and_errors_name_the_legal_ones() {
    let game = Othello::<8>::new();
    assert_eq!(game.read_move(&game.start(), "D3"), game.read_move(&game.start(), "d3"));
    let error = game.read_move(&game.start(), "a1").unwrap_err();
    assert_eq!(error.to_string(), "`a1` is no legal move: expected one of d3 c4 f5 e6");
}

#[test]
fn empty_squares_count_for_the_winner() {
    let game = Othello::<8>::new();
    // The shortest game: White has no disc left after nine plies.
    let board = after(&game, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!((board.own, board.enemy.count_ones()), (0, 13));
    assert_eq!(ending(&game, &board), Some(Outcome::Win { side: Side::First, margin: 64 }));
}

/// Perfect play as J. Feinstein's program found it in 1993 (www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html), with its squares moved by one
/// column and row: there the small board is the middle of the large one.
#[test]
fn the_published_perfect_game_on_6x6_ends_16_to_20() {
    let game = Othello::<6>::new();
    let board = after(&game, "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1");
    assert_eq!(ending(&game, &board), Some(Outcome::Win { side: Side::Second, margin: 4 }));
    assert_eq!(Othello::<6>::absolute(&board).map(u64::count_ones), [16, 20]);
}

/// The game of perfect play in H. Takizawa, Othello is solved, arXiv:2310.19387, figure 1.
#[test]
fn the_published_perfect_game_on_8x8_is_a_draw() {
    let game = Othello::<8>::new();
    let board = after(
        &game,
        "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7 d2 b5 a5 a6 a7 g5 e3 b4 c8 g6 g4 c2 e8 d1 \
         f7 e2 g3 h4 f1 e1 f2 g1 b1 f8 g8 b3 h3 b2 h5 b7 a3 a4 a1 a2 c1 h2 h1 g2 b8 a8 g7 h8 h7 h6",
    );
    assert_eq!(ending(&game, &board), Some(Outcome::Draw));
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
    let game = Othello::<8>::new();
    let board = after(&game, "f5 f6 d3 g5 h5 h4");
    let images: std::collections::BTreeSet<String> = (0..8).map(|i| game.write_position(&game.turn(&board, i))).collect();
    assert_eq!(images.len(), 8);
}
