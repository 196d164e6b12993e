use plysmith::game::{check, ending, perft};
use plysmith::{Engine, Limits, Position, Score, Spec};

use super::*;

fn read(text: &str) -> State {
    Chess::new().read_position(text).unwrap()
}

fn after(start: &str, moves: &[&str]) -> Position<Chess> {
    Position::read(&Chess::new(), Some(start), moves).unwrap()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_rules_hold_in_random_games_of_chess() {
    let summary = check::rules(&Chess::new(), 300, 1).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
}

/// Counts on which cozy-chess, shakmaty and others agree; more of them are in the shared oracles.
#[test]
fn perft_of_chess_equals_the_published_counts() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (position, counts) in [(START, &[20, 400, 8_902, 197_281][..]), (kiwipete, &[48, 2_039, 97_862])] {
        for (i, &count) in counts.iter().enumerate() {
            assert_eq!(perft::count(&Chess::new(), &read(position), i as u32 + 1), count, "{position} depth {}", i + 1);
        }
    }
}

#[test]
fn a_game_of_chess_ends_as_the_laws_say() {
    let game = Chess::new();
    let (white, black, draw) = (Some(Outcome::win(Side::First)), Some(Outcome::win(Side::Second)), Some(Outcome::Draw));
    for (what, position, expected) in [
        ("fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", black),
        ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw),
        ("not stalemate", "7k/8/6K1/8/8/8/5Q2/8 b - - 0 1", None),
        ("100 quiet plies", "7k/8/6K1/8/8/8/5Q2/8 b - - 100 90", draw),
        ("99 quiet plies", "7k/8/6K1/8/8/8/5Q2/8 b - - 99 90", None),
        ("mate by the hundredth quiet ply", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", white),
        ("check that can be parried", "7k/8/5K2/8/8/8/8/7R b - - 100 90", draw),
        ("bare kings", "7k/8/6K1/8/8/8/8/8 b - - 0 1", draw),
        ("a knight", "7k/8/6K1/8/8/8/8/6N1 b - - 0 1", draw),
        ("a knight each", "6nk/8/6K1/8/8/8/8/6N1 b - - 0 1", None),
        ("two knights", "7k/8/6K1/8/8/8/8/5NN1 b - - 0 1", None),
        ("bishops of one colour", "b6k/1b6/6K1/8/8/8/8/5B2 b - - 0 1", draw),
        ("bishops of two colours", "7k/8/6K1/8/8/8/8/4BB2 b - - 0 1", None),
        ("a bishop and a knight", "7k/8/6K1/8/8/8/8/4BN2 b - - 0 1", None),
        ("a pawn", "7k/8/6K1/8/8/8/P7/8 b - - 0 1", None),
    ] {
        assert_eq!(ending(&game, &read(position)), expected, "{what}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let once = after(START, &dance);
    assert_eq!(once.outcome(&Chess::new()), None);
    let twice = after(START, &[dance, dance].concat());
    assert_eq!(twice.outcome(&Chess::new()), Some(Outcome::Draw));
}

/// The pawn's two squares do not make a position of its own unless it can be taken.
#[test]
fn en_passant_counts_for_repetition_only_where_it_can_be_played() {
    let dance = ["g8f6", "g1f3", "f6g8", "f3g1"];
    let cannot = after(START, &[&["e2e4"][..], &dance, &dance].concat());
    assert_eq!(cannot.outcome(&Chess::new()), Some(Outcome::Draw));
    let start = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let can = after(start, &[&["e2e4"][..], &dance, &dance].concat());
    assert_eq!(can.outcome(&Chess::new()), None);
    // The pawn on d4 is pinned to its king, and the text says so.
    let pinned = after("8/8/8/8/R2p3k/8/4P3/K7 w - - 0 1", &["e2e4"]);
    assert_eq!(Chess::new().write_position(pinned.state()), "8/8/8/8/R2pP2k/8/8/K7 b - - 0 1");
}

#[test]
fn positions_read_and_write() {
    let game = Chess::new();
    for text in [
        START,
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "8/8/8/8/8/2k5/8/K6R w - - 99 65535",
    ] {
        assert_eq!(game.write_position(&read(text)), text);
    }
    // The four fields of an EPD line, and a square for en passant that nobody can use.
    assert_eq!(game.write_position(&read("8/8/8/8/8/2k5/8/K6R w - -")), "8/8/8/8/8/2k5/8/K6R w - - 0 1");
    let text = game.write_position(&read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
    assert_eq!(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn what_cannot_be_a_chess_position_is_refused_with_a_reason() {
    let game = Chess::new();
    for (text, reason) in [
        ("", "8 ranks"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "one king for White, not 0"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "one king for White"),
        ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "one king for White, not 2"),
        ("4k3/8/8/8/8/8/8/4K2x w - - 0 1", "not `x`, in rank 1"),
        ("4k3/8/8/8/8/8/8/4K3", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "`w` or `b`"),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "could take the king"),
        ("8/8/8/8/8/8/8/Kk6 w - - 0 1", "could take the king"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "at most 8 pawns for Black, not 9"),
        ("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "at most 0 promoted pieces for White"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "no pawn on the first"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn on the first"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "right to castle"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "right to castle"),
        ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "right to castle"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "each once"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "some of `KQkq`"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "for en passant"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - e3 0 1", "for en passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - x9 0 1", "for en passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 3 1", "allows en passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 101 1", "0 to 100 plies"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 0", "number of the move"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - -1 1", "0 to 100 plies"),
        ("4k3/3P1P2/8/8/4R3/8/8/4K3 b - - 0 1", "at most two pieces"),
    ] {
        let error = game.read_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn moves_read_in_both_notations() {
    let game = Chess::new();
    for (position, texts) in [
        (START, &["g1f3", "Nf3", "Ngf3", "N1f3", "Ng1f3", "Nf3!?"][..]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["e1g1", "O-O", "0-0"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", &["e8c8", "O-O-O", "0-0-0"]),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["c7d8q", "cxd8=Q+", "cxd8Q", "cd8=Q", "c7xd8=Q"]),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", &["e5d6", "exd6", "e5xd6"]),
        ("4k3/8/8/8/8/8/R6R/2K5 w - - 0 1", &["h2d2", "Rhd2"]),
    ] {
        let moves: Vec<Move> = texts.iter().map(|text| game.read_move(&read(position), text).unwrap()).collect();
        assert!(moves.iter().all(|mv| *mv == moves[0]), "{texts:?}: {moves:?}");
    }
}

#[test]
fn what_is_no_legal_move_of_chess_is_refused() {
    let game = Chess::new();
    for (position, texts) in [
        (
            START,
            &["", "e", "e5", "e2e5", "Nd2", "O-O", "Ke2", "Nf3=Q", "xe4", "e4e4e4", "Nxé3", "é", "0000", "e2e4q", "P", "+", "=Q"][..],
        ),
        ("4k3/8/8/8/8/8/R6R/2K5 w - - 0 1", &["Rd2"]),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["c8", "c7c8", "c8=K", "c8=P"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["Kg1", "Kh1", "Kxh1"]),
    ] {
        for text in texts {
            assert!(game.read_move(&read(position), text).is_err(), "{text} in {position}");
        }
    }
    let error = game.read_move(&read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "Kg8").unwrap_err();
    assert!(error.to_string().contains("over"), "{error}");
}

#[test]
fn mates_are_found_with_the_right_distance() {
    let game = Chess::new();
    for (position, plies, best) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, "d1d8"),
        ("8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 0 1", 3, "e3f5"),
    ] {
        for spec in [Spec::preset(&game, "plain"), Spec::preset(&game, "default")] {
            let mut engine = Engine::new(game.clone(), &spec.unwrap()).unwrap();
            let state = read(position);
            // Mate is a matter of missing moves, which are not looked for at the horizon.
            let found = engine.search(&Position::from_state(&game, state.clone()), &Limits::depth(plies as u32 + 1));
            assert_eq!(found.score, Score::win(0, plies));
            assert_eq!(found.best.map(|mv| game.write_move(&state, mv)).as_deref(), Some(best));
        }
    }
}

#[test]
fn tactical_moves_come_by_what_they_win_and_risk() {
    let game = Chess::new();
    let state = read("3r2k1/2P5/8/4q3/3P2n1/7B/8/3R2K1 w - - 0 1");
    let mut moves = Vec::new();
    game.tactical_moves(&state, &mut moves);
    moves.sort_by_key(|&mv| std::cmp::Reverse(game.tactical(&state, mv)));
    let names: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
    // The rook takes a queen on c8, so that comes after the knight; other promotions are last.
    assert_eq!(names[..5], ["c7d8q", "d4e5", "h3g4", "c7c8q", "c7d8n"], "{names:?}");
    assert_eq!(names.len(), 10, "{names:?}");
}

#[test]
fn nobody_passes_in_check() {
    let game = Chess::new();
    let mut checked = read("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1");
    assert!(game.in_check(&checked) && !game.pass(&mut checked));
    let mut free = read("4k1n1/8/8/8/8/8/8/3R2K1 b - - 0 1");
    assert!(!game.in_check(&free) && game.pass(&mut free));
    assert_eq!(game.write_position(&free), "4k1n1/8/8/8/8/8/8/3R2K1 w - - 1 2");
}

#[test]
fn phases_follow_the_pieces() {
    let game = Chess::new();
    for (position, phase) in
        [(START, 0), ("r2q1rk1/8/8/8/8/8/8/R2Q1RK1 w - - 0 1", 1), ("3r2k1/pppp4/8/8/8/8/PPPP4/3R2K1 w - - 0 1", 2)]
    {
        assert_eq!(game.phase(&read(position)), phase, "{position}");
    }
}

/// With king and pawns alone doing nothing is often the best of all moves, so that it tells nothing.
#[test]
fn nobody_passes_in_check_or_with_king_and_pawns_alone() {
    for (position, passes) in [
        (START, true),
        ("8/8/1p1k4/1P6/1K6/8/8/8 w - - 0 1", false),
        ("8/8/1p1k4/1P6/1K6/8/8/6n1 w - - 0 1", false),
        ("8/8/1p1k4/1P6/1K6/8/8/6N1 w - - 0 1", true),
        ("8/8/1p1k4/1P6/1K1r4/8/8/6N1 w - - 0 1", false),
    ] {
        assert_eq!(Chess::new().pass(&mut read(position)), passes, "{position}");
    }
}
