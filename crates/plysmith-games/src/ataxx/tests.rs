use std::collections::BTreeMap;

use plysmith::Position;
use plysmith::game::{check, ending, perft};

use super::*;

fn ataxx(files: usize, ranks: usize) -> Ataxx {
    Ataxx::new(files, ranks).unwrap()
}

fn read(text: &str) -> Board {
    ataxx(7, 7).read_position(text).unwrap()
}

fn moves(text: &str) -> Vec<String> {
    let (game, board) = (ataxx(7, 7), read(text));
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    moves.into_iter().map(|mv| game.write_move(&board, mv)).collect()
}

/// `plysmith check ataxx --games 10000` is the longer version.
#[test]
fn the_rules_hold_in_random_games_on_every_size() {
    for (files, ranks, games) in [(7, 7, 200), (3, 3, 1_000), (4, 4, 1_000), (5, 5, 1_000), (8, 8, 20), (6, 4, 100), (3, 8, 100)] {
        let summary = check::rules(&ataxx(files, ranks), games, 1).unwrap();
        assert!(summary.results.iter().all(|&games| games > 0) || games < 1_000, "{summary:?}");
    }
}

/// kz04px/libataxx, also found by other programs.
#[test]
fn perft_from_the_start_equals_the_published_counts() {
    let game = ataxx(7, 7);
    for (depth, count) in [(1, 16), (2, 256), (3, 6_460), (4, 155_888), (5, 4_752_668)] {
        assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
    }
}

/// A plain implementation on a map of squares, in which a missing square is a gap, for sizes without published counts.
fn plain_count(squares: &BTreeMap<(i32, i32), Option<Side>>, side: Side, quiet: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let away = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs().max((a.1 - b.1).abs());
    let pieces = |side: Side| squares.iter().filter(move |(_, owner)| **owner == Some(side)).map(|(&square, _)| square);
    let empty: Vec<_> = squares.iter().filter(|(_, owner)| owner.is_none()).map(|(&square, _)| square).collect();
    let moves = |side: Side| {
        let clones = empty.iter().filter(|&&to| pieces(side).any(|from| away(from, to) == 1)).map(|&to| (None, to));
        let jumps =
            empty.iter().flat_map(|&to| pieces(side).filter(move |&from| away(from, to) == 2).map(move |from| (Some(from), to)));
        clones.chain(jumps).collect::<Vec<_>>()
    };
    let (own, other) = (moves(side), moves(side.other()));
    let lost = |side| pieces(side).next().is_none();
    if quiet >= 100 || lost(side) || lost(side.other()) || (own.is_empty() && other.is_empty()) {
        return 0;
    }
    if own.is_empty() {
        return plain_count(squares, side.other(), quiet + 1, depth - 1);
    }
    let after = |&(from, to): &(Option<(i32, i32)>, (i32, i32))| {
        let mut after = squares.clone();
        after.insert(to, Some(side));
        if let Some(from) = from {
            after.insert(from, None);
        }
        for (&square, owner) in &mut after {
            if away(square, to) == 1 && owner.is_some() {
                *owner = Some(side);
            }
        }
        plain_count(&after, side.other(), if from.is_some() { quiet + 1 } else { 0 }, depth - 1)
    };
    own.iter().map(after).sum()
}

#[test]
fn perft_equals_that_of_a_plain_implementation() {
    for (files, ranks, text, depth) in [
        (3, 3, "x1o/3/o1x x 0 1", 6),
        (4, 4, "x2o/4/4/o2x x 0 1", 4),
        (5, 4, "x3o/2-2/2-2/o3x x 0 1", 4),
        (8, 8, "x6o/8/8/3-4/8/8/8/o6x x 0 1", 3),
        (8, 3, "x6o/8/o6x o 98 7", 4),
        (3, 3, "xxx/xx1/ooo o 97 3", 5),
    ] {
        let game = ataxx(files, ranks);
        let board = game.read_position(text).unwrap();
        let mut squares = BTreeMap::new();
        for square in bits::squares(board.open) {
            let owner = [Side::First, Side::Second].into_iter().find(|side| board.of[side.index()] >> square & 1 != 0);
            squares.insert((i32::from(square % 8), i32::from(square / 8)), owner);
        }
        let plain = plain_count(&squares, board.side, board.quiet.into(), depth);
        assert_eq!(perft::count(&game, &board, depth), plain, "{text}");
    }
}

#[test]
fn a_clone_is_one_move_wherever_it_comes_from_and_a_jump_is_one_for_each_origin() {
    assert_eq!(moves("xx5/7/7/7/7/7/o5x x 0 1").iter().filter(|mv| *mv == "b6").count(), 1);
    let jumps: Vec<String> = moves("xx5/7/7/7/7/7/o5x x 0 1").into_iter().filter(|mv| mv.ends_with("c5")).collect();
    assert_eq!(jumps, ["a7c5", "b7c5"]);
}

#[test]
fn a_pass_is_legal_only_without_moves() {
    assert_eq!(moves("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"), ["0000"]);
    assert!(!moves("7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1").contains(&"0000".to_string()));
}

#[test]
fn a_game_ends_when_a_side_has_nothing_nobody_moves_or_nobody_clones_and_is_counted() {
    let end = |text: &str| ending(&ataxx(7, 7), &read(text));
    assert_eq!(end("7/7/7/7/7/7/oo5 x 0 9"), Some(Outcome::count(-2)));
    assert_eq!(end("xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 9"), Some(Outcome::count(1)));
    assert_eq!(end("x-5/--5/7/7/7/5--/5-o x 0 9"), None);
    assert_eq!(end("x--4/---4/---4/7/4---/4---/4--o x 0 9"), Some(Outcome::Draw));
    assert_eq!(end("x5o/7/7/7/7/7/oo4x x 99 60"), None);
    assert_eq!(end("x5o/7/7/7/7/7/oo4x x 100 60"), Some(Outcome::count(-1)));
}

#[test]
fn the_third_occurrence_of_a_position_is_counted() {
    let game = ataxx(7, 7);
    let mut position = Position::from_state(&game, read("x5o/7/7/7/7/7/5xx x 0 1"));
    for (ply, mv) in ["a7a5", "g7g5", "a5a7", "g5g7"].into_iter().cycle().take(8).enumerate() {
        assert_eq!(position.outcome(&game), None, "after {ply} plies");
        position.play_text(&game, mv).unwrap();
    }
    assert_eq!(position.outcome(&game), Some(Outcome::count(2)));
}

#[test]
fn the_most_captures_come_first_and_clones_before_jumps() {
    let (game, board) = (ataxx(7, 7), read("7/7/2oo3/7/1x5/7/6x x 0 1"));
    let value = |text: &str| game.tactical(&board, game.read_move(&board, text).unwrap());
    assert_eq!(["b4", "c4", "b3d4", "b3b5", "b2", "g1g3"].map(value), [3, 5, 4, 2, 0, 0]);
}

/// The number of the move is for the text alone.
#[test]
fn positions_do_not_differ_by_the_number_of_the_move() {
    let game = ataxx(7, 7);
    let [early, late] = ["x5o/7/7/7/7/7/o5x x 4 3", "x5o/7/7/7/7/7/o5x x 4 30"].map(read);
    assert_eq!(early, late);
    assert_eq!(hash::of(&early), hash::of(&late));
    assert_eq!(game.write_position(&late), "x5o/7/7/7/7/7/o5x x 4 30");
    assert_eq!(game.hash(&early), game.hash(&read("x5o/7/7/7/7/7/o5x x 5 3")));
    assert_ne!(game.counters(&early), game.counters(&read("x5o/7/7/7/7/7/o5x x 5 3")));
}

#[test]
fn a_game_is_written_move_by_move() {
    let game = ataxx(7, 7);
    let mut position = Position::start(&game);
    for (mv, text) in [
        ("g2", "x5o/7/7/7/7/6x/o5x o 0 1"),
        ("g7g5", "x6/7/6o/7/7/6x/o5x x 1 2"),
        ("g2g4", "x6/7/6x/6x/7/7/o5x o 2 2"),
        ("b1", "x6/7/6x/6x/7/7/oo4x x 0 3"),
        ("a7a5", "7/7/x5x/6x/7/7/oo4x o 1 3"),
        ("a1a3", "7/7/x5x/6x/o6/7/1o4x x 2 4"),
        ("a4", "7/7/x5x/x5x/x6/7/1o4x o 0 4"),
        ("b1b3", "7/7/x5x/o5x/oo5/7/6x x 1 5"),
        ("b4", "7/7/x5x/xx4x/xx5/7/6x o 0 5"),
    ] {
        position.play_text(&game, mv).unwrap();
        assert_eq!(game.write_position(position.state()), text, "after {mv}");
    }
    assert_eq!(position.outcome(&game), Some(Outcome::count(8)));
}

#[test]
fn openings_are_fair_and_the_same_for_the_same_choices() {
    let mut seen = std::collections::HashSet::new();
    for (files, ranks) in [(3, 3), (4, 4), (5, 5), (7, 7), (8, 6)] {
        let game = ataxx(files, ranks);
        for number in 0..200u64 {
            let drawn = |mut state: u64| {
                game.opening(&mut |n| {
                    state = hash::mix(state);
                    (state % n as u64) as usize
                })
            };
            let board = drawn(number);
            assert_eq!(board, drawn(number));
            assert_eq!(ending(&game, &board), None);
            assert_eq!(bits::mirror(board.open, files), board.open);
            assert_eq!(bits::flip(board.open, ranks), board.open);
            assert_eq!((board.of[0] | board.of[1]) & !board.open, 0, "no gap under a piece");
            seen.insert((files, board.open));
        }
    }
    assert!(seen.len() > 100, "only {} openings", seen.len());
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let rest = "/7/7/7/7/7/o5x";
    for (text, expected) in [
        ("", "7 ranks"),
        ("x", "7 ranks"),
        ("x5o/7/7/7/7/o5x x 0 1", "7 ranks"),
        (&format!("x4o{rest} x 0 1"), "7 squares"),
        (&format!("x6o{rest} x 0 1"), "7 squares"),
        (&format!("x5z{rest} x 0 1"), "not `z`"),
        (&format!("x5o{rest}"), "side to move"),
        (&format!("x5o{rest} w 0 1"), "side to move"),
        (&format!("x5o{rest} x 0"), "two numbers"),
        (&format!("x5o{rest} x 0 1 1"), "two numbers"),
        (&format!("x5o{rest} x 101 1"), "0 to 100"),
        (&format!("x5o{rest} x +1 1"), "0 to 100"),
        (&format!("x5o{rest} x -1 1"), "0 to 100"),
        (&format!("x5o{rest} x 0 0"), "move number"),
        (&format!("x5o{rest} x 0 65536"), "move number"),
        ("7/7/7/7/7/7/7 x 0 1", "just moved"),
        ("x6/7/7/7/7/7/7 x 0 1", "just moved"),
        ("😀/7/7/7/7/7/7 x 0 1", "rank 7"),
    ] {
        let error = ataxx(7, 7).read_position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(Ataxx::new(2, 7).is_none() && Ataxx::new(7, 9).is_none());
}

#[test]
fn what_is_no_legal_move_is_refused() {
    let game = ataxx(7, 7);
    for text in ["", "0000", "g3", "a1", "g1g4", "g7g6", "g1g2", "h1", "😀"] {
        assert!(game.read_move(&game.start(), text).is_err(), "{text}");
    }
}

#[test]
fn atoms_say_what_a_move_does() {
    let game = ataxx(7, 7);
    let atoms = |text: &str, previous: Option<Move>, mv: &str| {
        let board = read(text);
        let mask = game.atoms_of(&board, previous, game.read_move(&board, mv).unwrap(), u64::MAX);
        let names: Vec<&str> = (0..).zip(game.atoms()).filter(|(i, _)| mask >> i & 1 != 0).map(|(_, card)| card.name).collect();
        names.join(" ")
    };
    assert_eq!(atoms("x5o/7/7/7/7/7/o5x x 0 1", None, "g2"), "C0 Kc Re Sa");
    assert_eq!(atoms("7/7/2oo3/7/1x5/7/6x x 0 1", None, "c4"), "C1 C2 Ca Kc Rm Sa");
    let last = Some(Move { from: 34, to: 34 });
    assert_eq!(atoms("o6/7/2o4/7/1x5/xxx4/xxx4 x 0 1", last, "b3b5"), "C1 Kj Na Le Pn Pr");
    assert_eq!(atoms("o6/7/2o4/3o3/1x5/xxx4/xxx4 x 0 1", last, "b3b5"), "C1 Kj Na Lh Lb Le Pn Pr");
    assert_eq!(atoms("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", None, "0000"), "C0 Kp");
}

/// The special case never holds without the general one.
#[test]
fn an_atom_implies_its_parent() {
    let game = ataxx(5, 5);
    let cards = game.atoms();
    let number = |name: &str| cards.iter().position(|card| card.name == name).unwrap();
    let mut position = Position::start(&game);
    let mut held = 0;
    for seed in 0..3_000u64 {
        let moves = position.moves(&game);
        if moves.is_empty() {
            position = Position::start(&game);
            continue;
        }
        for &mv in &moves {
            let atoms = game.atoms_of(position.state(), position.previous(), mv, u64::MAX);
            held |= atoms;
            for (i, card) in cards.iter().enumerate().filter(|(i, _)| atoms >> i & 1 != 0) {
                assert!(card.parent.is_none_or(|parent| atoms >> number(parent) & 1 != 0), "{} of {mv:?}", cards[i].name);
            }
        }
        position.play(&game, moves[hash::mix(seed) as usize % moves.len()]);
    }
    assert_eq!(held.count_ones() as usize, cards.len(), "some atom never holds");
}
