use std::collections::BTreeMap;

use plysmith::Position;
use plysmith::game::{check, ending, perft};

use super::*;

type Loa = LinesOfAction<8>;

const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";

fn read(text: &str) -> Board {
    Loa::new().read_position(text).unwrap()
}

/// All legal moves, written.
fn moves(text: &str) -> Vec<String> {
    let (game, board) = (Loa::new(), read(text));
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    moves.into_iter().map(|mv| game.write_move(&board, mv)).collect()
}

#[test]
fn the_rules_of_loa_hold_in_random_games_on_every_size() {
    let summary = check::rules(&LinesOfAction::<8>::new(), 200, 1).unwrap();
    assert!(summary.results[0] > 0 && summary.results[2] > 0, "{summary:?}");
    check::rules(&LinesOfAction::<7>::new(), 20, 2).unwrap();
    check::rules(&LinesOfAction::<6>::new(), 50, 3).unwrap();
    check::rules(&LinesOfAction::<5>::new(), 100, 4).unwrap();
    check::rules(&LinesOfAction::<4>::new(), 100, 5).unwrap();
}

/// From `shared/oracles/loa.csv`: OpenSpiel 2.0.2 up to three plies, and a plain program.
#[test]
fn loa_perft_from_the_start_equals_the_published_counts() {
    let game = Loa::new();
    assert_eq!(game.write_position(&game.start()), START);
    for (depth, count) in (1..).zip([36, 1_244, 44_952, 1_563_208]) {
        assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
    }
}

type Pieces = BTreeMap<(i32, i32), Side>;

/// Whether all pieces of a side are reached from one of them, square by square.
fn plain_connected(pieces: &Pieces, side: Side) -> bool {
    let mut left: Vec<(i32, i32)> = pieces.iter().filter(|&(_, &owner)| owner == side).map(|(&square, _)| square).collect();
    let mut found: Vec<(i32, i32)> = left.pop().into_iter().collect();
    while let Some((file, rank)) = found.pop() {
        let (near, far) = left.into_iter().partition(|&(f, r): &(i32, i32)| (f - file).abs() <= 1 && (r - rank).abs() <= 1);
        found.extend::<Vec<_>>(near);
        left = far;
    }
    left.is_empty()
}

/// Counts move sequences on a map of squares, for sizes without published counts.
fn plain_count(pieces: &Pieces, side: Side, depth: u32, size: i32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if [Side::First, Side::Second].iter().any(|&side| plain_connected(pieces, side)) {
        return 0;
    }
    let mut count = 0;
    for (&(file, rank), _) in pieces.iter().filter(|&(_, &owner)| owner == side) {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)] {
            let on_line = |way: i32| pieces.contains_key(&(file + way * right, rank + way * up));
            let far = (-size..=size).filter(|&way| on_line(way)).count() as i32;
            let to = (file + far * right, rank + far * up);
            let blocked = (1..far).any(|way| pieces.get(&(file + way * right, rank + way * up)) == Some(&side.other()));
            let inside = (0..size).contains(&to.0) && (0..size).contains(&to.1);
            if inside && !blocked && pieces.get(&to) != Some(&side) {
                let mut after = pieces.clone();
                after.remove(&(file, rank));
                after.insert(to, side);
                count += plain_count(&after, side.other(), depth - 1, size);
            }
        }
    }
    count
}

#[test]
fn loa_perft_equals_that_of_a_plain_implementation() {
    fn compare<const N: usize>(depth: u32) {
        let game = LinesOfAction::<N>::new();
        for board in [game.start(), game.scrambled_eggs()] {
            let squares = (0..N).flat_map(|rank| (0..N).map(move |file| (file, rank)));
            let pieces = squares.filter_map(|(file, rank)| Some(((file as i32, rank as i32), board.owner(file, rank)?))).collect();
            let plain = plain_count(&pieces, Side::First, depth, N as i32);
            assert_eq!(perft::count(&game, &board, depth), plain, "{}", game.write_position(&board));
        }
    }
    compare::<4>(6);
    compare::<5>(4);
    compare::<6>(3);
    compare::<7>(3);
    compare::<8>(2);
}

#[test]
fn a_piece_goes_as_far_as_its_line_has_pieces_and_jumps_only_its_own() {
    let row = "8/8/8/8/8/8/8/b1w1w2b";
    let along = |side: &str| moves(&format!("{row} {side}")).into_iter().filter(|mv| mv.ends_with('1')).collect::<Vec<_>>();
    // The way of both black pieces is blocked, White's goes over the other white piece.
    assert_eq!(along("b"), Vec::<String>::new());
    assert_eq!(along("w"), ["c1-g1", "e1xa1"]);
    assert!(moves(START).contains(&"b1-h1".to_string()) && moves(START).contains(&"c1xa3".to_string()));
}

#[test]
fn who_is_connected_after_a_move_wins_whoever_made_it() {
    let game = Loa::new();
    for (text, mv, outcome) in [
        ("5w1w/8/8/8/8/8/8/b2b4 b", "a1-c1", Some(Outcome::win(Side::First))),
        ("5w1w/8/8/8/8/8/8/b2b4 b", "a1-a2", None),
        ("6ww/8/8/8/7b/8/8/b1w5 b", "a1xc1", Some(Outcome::win(Side::Second))),
        ("6ww/8/8/8/8/8/3b4/b1w5 b", "a1xc1", Some(Outcome::Draw)),
        ("7b/8/8/8/8/8/8/b1w4w w", "h1-e1", None),
        // A single piece is a group.
        ("7w/8/8/8/7b/8/8/b1w5 b", "a1xc1", Some(Outcome::win(Side::Second))),
    ] {
        let mut board = read(text);
        let played = game.read_move(&board, mv).unwrap();
        game.play(&mut board, played);
        assert_eq!(game.outcome(&board), outcome, "{text} {mv}");
    }
}

#[test]
fn a_side_without_a_move_loses() {
    let walled = "6wb/6ww/8/8/8/8/ww6/bw6";
    assert_eq!(moves(&format!("{walled} b")), Vec::<String>::new());
    assert_eq!(ending(&Loa::new(), &read(&format!("{walled} b"))), Some(Outcome::win(Side::Second)));
    for side in ["b", "w"] {
        let mut board = read(&format!("{walled} {side}"));
        assert!(!Loa::new().pass(&mut board), "a pass would save or lose the game");
    }
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let circle = ["b1-b3", "h2-f2", "b3-b1", "f2-h2"];
    let outcome = |moves: &[&str]| Position::read(&Loa::new(), None, moves).unwrap().outcome(&Loa::new());
    let twice = [circle, circle].concat();
    assert_eq!(outcome(&twice[..7]), None);
    assert_eq!(outcome(&twice), Some(Outcome::Draw));
}

/// The shortest game with captures in `shared/data/lines-of-action`, written out by hand.
#[test]
fn a_short_game_is_written_as_it_is_played() {
    let game = Loa::new();
    let moves = "d8-d6 a5-c3 b8-e5 a3-d3 c8-e6 h5-f5 g8-d5 h6xf8 e8-e4 a2xd5 e6-e2 h7-g8 g1-e3";
    let mut position = Position::start(&game);
    for text in moves.split(' ') {
        let mv = game.read_move(position.state(), text).unwrap();
        assert_eq!(game.write_move(position.state(), mv), text);
        position.play(&game, mv);
    }
    assert_eq!(game.write_position(position.state()), "5ww1/w7/w2b4/3wbw2/w3b2w/2wwb2w/4b2w/1bbbbb2 w");
    assert_eq!(position.outcome(&game), Some(Outcome::win(Side::First)));
}

/// The set-up as the records in `shared/data/lines-of-action` begin.
#[test]
fn scrambled_eggs_alternate_round_the_edge() {
    let game = Loa::new();
    assert_eq!(game.write_position(&game.scrambled_eggs()), "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b");
}

#[test]
fn groups_are_those_that_a_plain_search_finds() {
    for number in 0..2_000u64 {
        // Few pieces in some, many in others.
        let draw = |salt| hash::mix(number ^ salt);
        let pieces = draw(1 << 40) & draw(1 << 41) & if number % 2 == 0 { draw(1 << 42) } else { u64::MAX };
        let map = bits::squares(pieces).map(|square| ((i32::from(square % 8), i32::from(square / 8)), Side::First)).collect();
        assert_eq!(lines::is_connected(pieces), plain_connected(&map, Side::First), "{pieces:x}");
        assert_eq!(lines::is_connected(pieces), lines::groups(pieces) <= 1, "{pieces:x}");
    }
}

#[test]
fn moves_are_read_with_and_without_a_sign() {
    let (game, board) = (Loa::new(), read(START));
    for text in ["b1-h1", "b1h1", "b1xh1"] {
        assert_eq!(game.read_move(&board, text), Ok(Move { from: 1, to: 7 }), "{text}");
    }
    for (text, expected) in [
        ("", "two squares"),
        ("b1", "two squares"),
        ("b1--h1", "two squares"),
        ("b1-i1", "two squares"),
        ("b1-h1 ", "two squares"),
        ("é1h1", "two squares"),
        ("b1-c1", "one of b1-h1 b1-b3 b1-d3"),
        ("b2-b3", "a piece of the side to move on b2"),
        ("a2-c2", "a piece of the side to move on a2"),
    ] {
        let error = game.read_move(&board, text).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    let error = game.read_move(&read("6ww/8/8/8/7b/8/8/2b5 w"), "h8-h7").unwrap_err();
    assert!(error.to_string().contains("the game is over"), "{error}");
}

#[test]
fn what_cannot_be_a_position_of_loa_is_refused() {
    for (text, expected) in [
        ("", "8 ranks"),
        ("8/8/8/8/8/8/8/8 b", "1 to 12 pieces"),
        ("8/8/8/8/8/8/8/b6b b", "1 to 12 pieces"),
        ("bbbbbbbb/bbb2b1b/8/8/8/8/8/w6w b", "1 to 12 pieces"),
        ("9/8/8/8/8/8/8/w6b b", "8 squares, not 9, in rank 8"),
        ("x7/8/8/8/8/8/8/w6b b", "not `x`, in rank 8"),
        (&START[..START.len() - 2], "`b` or `w`"),
        (&START.replace(" b", " x"), "`b` or `w`"),
        (&START.replace(" b", " b 1"), "`b` or `w`"),
        // Connected on the move: with all pieces, or with every enemy piece next to its own, nothing can have been captured.
        ("bbbbbbbb/bbbb4/8/8/8/8/8/w6w b", "not connected"),
        ("8/8/8/8/8/8/bw6/b7 b", "not connected"),
    ] {
        let error = Loa::new().read_position(text).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert_eq!(Loa::new().outcome(&read("6ww/8/8/8/7b/8/8/2b5 w")), Some(Outcome::win(Side::Second)));
}

#[test]
fn at_the_start_only_the_move_tells_the_sides_apart() {
    let game = Loa::new();
    let mut amounts = Vec::new();
    game.terms(&game.start(), &mut amounts);
    assert_eq!(amounts, [0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(game.with_evaluation(1, &[10]).evaluate(&game.start()), 0);
    assert_eq!(game.phase(&game.start()), 0);
}

/// Counted by hand.
#[test]
fn the_terms_of_mia_are_what_they_say() {
    let game = Loa::new();
    let terms = |text: &str| {
        let mut amounts = Vec::new();
        game.terms(&read(text), &mut amounts);
        amounts
    };
    // Black: three of four squares in the middle and one piece apart; White: the same in a corner.
    let close = terms("w7/8/8/3bb3/3b4/8/w5b1/ww6 b");
    assert!(close[1] > 0 && close[2] > 0, "{close:?}");
    assert_eq!(close[3], 0);
    // On the row, a1 is blocked by c1, and h1 by e1; those are not on their way inwards. Of the ways inwards, none is blocked.
    assert_eq!(terms("8/8/8/8/8/8/8/b1w1w2b b")[5], 0);
    // a1 cannot go past b2 to c3, nor can White's b2 be walled in, which is not on the edge.
    assert_eq!(terms("7b/8/8/8/8/8/1w6/b5w1 b")[5], -1);
    // Black has captured nothing and stands in the corners, in which pieces have three ways each: fewer than White.
    assert!(terms("7b/8/8/8/8/8/1w6/b5w1 b")[4] < 0);
}

#[test]
fn a_move_has_the_atoms_that_its_names_say() {
    let game = Loa::new();
    let names = |text: &str, mv: &str, previous: Option<Move>| {
        let board = read(text);
        let found = game.atoms_of(&board, previous, game.read_move(&board, mv).unwrap(), u64::MAX);
        bits::squares(found).map(|atom| game.atoms()[usize::from(atom)].name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(START, "c1xa3", None), "Ca Cs De Fe Ti Vg Vb Be Bw Ud");
    assert_eq!(names(START, "c1xa3", Some(Move { from: 18, to: 16 })), "Ca Rc Cs De Fe Ti Vg Vb Be Bw Ud");
    assert_eq!(names("5w1w/8/8/8/8/8/8/b2b4 b", "a1-c1", None), "De Fe Mt Tn Vl Gf Gw Ud");
}
