use std::collections::{BTreeMap, BTreeSet, HashSet};

use plysmith::Position;
use plysmith::game::{check, ending, perft};

use super::*;

const START: &str = "4oooo/5ooo/6oo/7o/x7/xx6/xxx5/xxxx4 x 0";

fn read(text: &str) -> Board {
    Halma::<8>::new().read_position(text).unwrap()
}

/// The legal moves that begin on this square, written without it.
fn targets(text: &str, from: &str) -> String {
    let (game, board) = (Halma::<8>::new(), read(text));
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    let written = moves.into_iter().map(|mv| game.write_move(&board, mv));
    let of_piece = written.filter_map(|mv| mv.strip_prefix(&format!("{from}-")).map(String::from));
    of_piece.collect::<Vec<_>>().join(" ")
}

/// `plysmith check halma --games 10000` is the longer version.
#[test]
fn the_rules_of_halma_hold_in_random_games_on_every_size() {
    fn check<const N: usize>(games: usize) {
        let summary = check::rules(&Halma::<N>::new(), games, 1).unwrap();
        assert_eq!(summary.games, games);
        assert!(summary.longest <= usize::from(Halma::<N>::LIMIT), "{summary:?}");
        assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    }
    check::<8>(100);
    check::<6>(100);
    check::<4>(500);
}

/// A plain implementation: a map of squares, chains by recursion, and the rules in the words of the module's text.
#[derive(Clone)]
struct Plain {
    size: i32,
    pieces: BTreeMap<(i32, i32), Side>,
    side: Side,
    plies: u32,
}

impl Plain {
    fn of<const N: usize>(board: &Board) -> Plain {
        let all = (0..N).flat_map(|rank| (0..N).map(move |file| (file, rank)));
        let pieces = all.filter_map(|(file, rank)| Some(((file as i32, rank as i32), board.owner(file, rank)?))).collect();
        Plain { size: N as i32, pieces, side: board.side, plies: board.plies.into() }
    }

    fn inside(&self, (file, rank): (i32, i32)) -> bool {
        (0..self.size).contains(&file) && (0..self.size).contains(&rank)
    }

    fn is_home(&self, (file, rank): (i32, i32), side: Side) -> bool {
        let far = self.size - 1;
        let from_corner = if side == Side::First { file + rank } else { (far - file) + (far - rank) };
        from_corner < self.size / 2
    }

    /// Jumps on from a square, with the piece lifted off the board.
    fn jump(&self, from: (i32, i32), lifted: &BTreeMap<(i32, i32), Side>, found: &mut BTreeSet<(i32, i32)>) {
        for right in -1..=1 {
            for up in -1..=1 {
                let over = (from.0 + right, from.1 + up);
                let to = (over.0 + right, over.1 + up);
                let can = lifted.contains_key(&over) && self.inside(to) && !lifted.contains_key(&to);
                if can && found.insert(to) {
                    self.jump(to, lifted, found);
                }
            }
        }
    }

    fn moves(&self) -> BTreeSet<((i32, i32), (i32, i32))> {
        let mut moves = BTreeSet::new();
        for (&from, _) in self.pieces.iter().filter(|&(_, &owner)| owner == self.side) {
            let mut lifted = self.pieces.clone();
            lifted.remove(&from);
            let mut found = BTreeSet::new();
            self.jump(from, &lifted, &mut found);
            let steps = (-1..=1).flat_map(|right| (-1..=1).map(move |up| (from.0 + right, from.1 + up)));
            found.extend(steps.filter(|&to| self.inside(to) && !lifted.contains_key(&to)));
            found.remove(&from);
            let leaves_goal = |to| self.is_home(from, self.side.other()) && !self.is_home(to, self.side.other());
            let comes_home = |to| !self.is_home(from, self.side) && self.is_home(to, self.side);
            moves.extend(found.into_iter().filter(|&to| !leaves_goal(to) && !comes_home(to)).map(|to| (from, to)));
        }
        moves
    }

    fn play(&self, (from, to): ((i32, i32), (i32, i32))) -> Plain {
        let mut after = self.clone();
        let owner = after.pieces.remove(&from).unwrap();
        after.pieces.insert(to, owner);
        after.side = self.side.other();
        after.plies += 1;
        after
    }

    fn pieces(&self, side: Side) -> Vec<(i32, i32)> {
        self.pieces.iter().filter(|&(_, &owner)| owner == side).map(|(&square, _)| square).collect()
    }

    /// The sum of the ways that are left to the far corner.
    fn way(&self, side: Side) -> i32 {
        let far = self.size - 1;
        let left = |(file, rank): (i32, i32)| if side == Side::First { (far - file) + (far - rank) } else { file + rank };
        self.pieces(side).into_iter().map(left).sum()
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = self.size / 2;
        for player in [Side::First, Side::Second] {
            let inside = |owner: Side| self.pieces(owner).into_iter().filter(|&at| self.is_home(at, player.other())).count() as i32;
            let (own, enemy) = (inside(player), inside(player.other()));
            let left_home = self.pieces(player).into_iter().all(|at| !self.is_home(at, player));
            if own + enemy == side * (side + 1) / 2 && own > enemy && left_home {
                return Some(Outcome::win(player));
            }
        }
        if (self.plies as i32) < 20 * side * (side + 1) / 2 && !self.moves().is_empty() {
            return None;
        }
        Some(match self.way(Side::First).cmp(&self.way(Side::Second)) {
            std::cmp::Ordering::Less => Outcome::win(Side::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::win(Side::Second),
        })
    }

    fn count(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.outcome().is_some() => 0,
            _ => self.moves().into_iter().map(|mv| self.play(mv).count(depth - 1)).sum(),
        }
    }
}

#[test]
fn halma_perft_equals_that_of_a_plain_implementation() {
    fn compare<const N: usize>(text: &str, depth: u32) {
        let game = Halma::<N>::new();
        let board = if text.is_empty() { game.start() } else { game.read_position(text).unwrap() };
        let plain = Plain::of::<N>(&board).count(depth);
        assert_eq!(perft::count(&game, &board, depth), plain, "{N}x{N} {text}");
    }
    compare::<8>("", 3);
    compare::<6>("", 3);
    compare::<4>("", 5);
    // The sides pass through each other, with long chains.
    compare::<8>("6oo/4o1o1/2x1o2o/1o1x1x2/2o1o3/x1x1x1o1/1x1x4/xx6 x 30", 2);
    compare::<8>("6oo/4o1o1/2x1o2o/1o1x1x2/2o1o3/x1x1x1o1/1x1x4/xx6 o 31", 2);
    // Shortly before the limit, and before the goal is full.
    compare::<8>("4xxxx/5xxx/5xx1/7o/7x/o7/ooo5/ooo1oo2 x 198", 3);
    compare::<6>("3xxx/4xx/3x2/oo4/o5/ooo3 x 40", 4);
    compare::<4>("1xo1/3x/ox2/1o2 x 20", 5);
}

#[test]
fn random_games_go_as_in_a_plain_implementation() {
    fn follow<const N: usize>(games: u64) {
        let game = Halma::<N>::new();
        let mut ended = HashSet::new();
        for seed in 0..games {
            let mut board = game.start();
            let mut plain = Plain::of::<N>(&board);
            // Only forward moves in some games, so that they end in a full corner and not at the limit.
            let forward = seed % 2 == 0;
            for ply in 0.. {
                assert_eq!(ending(&game, &board), plain.outcome(), "{}", game.write_position(&board));
                if let Some(outcome) = plain.outcome() {
                    ended.insert((outcome.result(), board.plies < Halma::<N>::LIMIT));
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                let point = |square: u8| (i32::from(square % 8), i32::from(square / 8));
                let found: BTreeSet<_> = moves.iter().map(|mv| (point(mv.from), point(mv.to))).collect();
                assert_eq!(found.len(), moves.len(), "a move comes twice");
                assert_eq!(found, plain.moves(), "{}", game.write_position(&board));
                let ahead: Vec<Move> = moves.iter().copied().filter(|mv| mv.gain(board.side) > 0).collect();
                let among = if forward && !ahead.is_empty() { ahead } else { moves };
                let mv = among[hash::of(&(seed, ply)) as usize % among.len()];
                game.play(&mut board, mv);
                plain = plain.play((point(mv.from), point(mv.to)));
            }
        }
        assert!(ended.contains(&("1-0", true)) && ended.contains(&("0-1", true)), "{N}x{N}: {ended:?}");
        assert!(ended.iter().any(|&(_, early)| !early), "{N}x{N}: {ended:?}");
    }
    follow::<8>(40);
    follow::<6>(60);
    follow::<4>(100);
}

/// Counted by hand.
#[test]
fn a_piece_steps_or_jumps_in_chains_over_pieces_of_both_sides() {
    for (from, expected) in [("a1", "c3"), ("a2", "c4"), ("b2", "d2 c3 b4"), ("b3", "c3 b4 c4"), ("a4", "b4 a5 b5")] {
        assert_eq!(targets(START, from), expected, "{from}");
    }
    // c1 over d2 to e3, on over e4 to e5, over d5 to c5 and over c6 to c7; it may stop anywhere.
    assert_eq!(targets("5ooo/5ooo/2o4o/3o4/xx2o3/x7/xx1x4/xxx4x x 40", "c1"), "d1 c2 e3 c5 e5 c7");
}

#[test]
fn ways_to_the_same_square_are_one_move() {
    // From c3 to e5 there are two ways: over d4, and over c4 and d5.
    assert_eq!(targets("4oooo/5ooo/6oo/3x3o/2xx4/x1x5/xx6/xxx5 x 40", "c3"), "d2 d3 e3 b4 c5 e5");
}

#[test]
fn a_piece_stays_in_the_goal_and_does_not_come_back_home() {
    let text = "4o1oo/5o1o/5xx1/oo5o/o1x5/3o3x/3x2x1/x3xx1x x 50";
    // In the goal: not to f5, nor over f6 to e6.
    assert_eq!(targets(text, "g6"), "h6 g7");
    // Not at home: d1 and c2 are closed, but a chain leads through c1 if there is one.
    assert_eq!(targets(text, "d2"), "e2 c3 e3 b4 d4 b6");
    assert_eq!(targets(text, "e1"), "g1 e2 f2 c3 e3 g3 c5");
    // At home it may go where it likes.
    assert_eq!(targets(text, "a1"), "b1 a2 b2");
}

fn outcome_after(text: &str, mv: &str) -> Option<Outcome> {
    let (game, mut board) = (Halma::<8>::new(), read(text));
    assert_eq!(ending(&game, &board), None, "{text}");
    let mv = game.read_move(&board, mv).unwrap();
    game.play(&mut board, mv);
    ending(&game, &board)
}

#[test]
fn pieces_that_stay_at_home_fill_the_goal_for_the_other_side() {
    let won = Some(Outcome::win(Side::First));
    // All ten.
    assert_eq!(outcome_after("4xxxx/5xxx/6xx/8/6x1/o7/ooo5/ooo1ooo1 x 90", "g4-h5"), won);
    // One enemy, then four, and one too many.
    let one = "4xxxo/5xxx/6xx/3o4/6x1/o1x5/ooo5/oooo4 x 90";
    assert_eq!(outcome_after(one, "g4-h5"), won);
    assert_eq!(outcome_after(one, "g4-g5"), None);
    assert_eq!(outcome_after("4xxxo/5xxo/6oo/3ox3/2xx2x1/o1x5/ooo5/1o6 x 90", "g4-h5"), won);
    assert_eq!(outcome_after("4xxxo/5xoo/6oo/3ox3/2xx2x1/o1x1x3/1oo5/1o6 x 90", "g4-h5"), None);
    // The same for the other side.
    let lost = Some(Outcome::win(Side::Second));
    assert_eq!(outcome_after("4xxxx/5xxx/5x2/4x3/1o4o1/oo6/ooo5/xooo4 o 91", "b4-a4"), lost);
    assert_eq!(outcome_after("4xxxx/5xxx/5x2/4x3/1o4o1/o5o1/ooo5/xooo4 o 91", "b4-a4"), None);
}

/// Both keep a piece at home, and each would fill the goal for the other.
#[test]
fn who_keeps_a_piece_at_home_does_not_win() {
    let blocks = "4xxxo/5xxx/6xx/8/1ooo2x1/1ooo4/2ooo3/x7 x 90";
    assert_eq!(outcome_after(blocks, "g4-h5"), None);
    let won = Some(Outcome::win(Side::First));
    assert_eq!(outcome_after(&blocks.replace("2ooo3/x7", "x1ooo3/8"), "g4-h5"), None);
    assert_eq!(outcome_after(&blocks.replace("2ooo3/x7", "2ooo3/4x3"), "g4-h5"), won);
    // Once the goal is full it is enough to leave.
    let full = "4xxxo/5xxx/6xx/7x/1ooo4/1ooo4/2ooo3/2x5 x 92";
    assert_eq!(outcome_after(full, "c1-d1"), None);
    assert_eq!(outcome_after(full, "c1-b1"), None);
    assert_eq!(outcome_after(&full.replace("2x5", "3x4"), "d1-c1"), None);
    assert_eq!(outcome_after(&full.replace("2x5", "3x4"), "d1-e1"), won);
    // The same for the other side.
    let full = "8/4xxx1/4xxx1/4xxxo/o7/oo6/ooo5/xooo4 o 93";
    assert_eq!(outcome_after(full, "h5-h6"), None);
    assert_eq!(outcome_after(full, "h5-h4"), Some(Outcome::win(Side::Second)));
}

/// With the usual rule, one own piece in a full goal, h5 would win here at once.
#[test]
fn a_single_piece_that_runs_to_the_enemys_home_wins_nothing() {
    assert_eq!(outcome_after("4oooo/5ooo/6oo/8/4o1x1/xx6/xxx5/xxxx4 x 12", "g4-h5"), None);
}

#[test]
fn at_the_limit_whoever_has_come_further_wins() {
    // The first side has come one file or rank ahead, or two; the second has the last move.
    for (text, mv, result) in [
        ("4oooo/5ooo/6oo/x6o/8/xx6/xxx5/xxxx4 o 199", "h5-g5", "1/2-1/2"),
        ("4oooo/5ooo/6oo/x6o/8/xx6/xxx5/xxxx4 o 199", "h5-g4", "0-1"),
        ("4oooo/5ooo/6oo/x6o/8/xx6/xxx5/xxxx4 o 199", "h5-h4", "1/2-1/2"),
        ("4oooo/5ooo/6oo/1x5o/8/xx6/xxx5/xxxx4 o 199", "h5-g5", "1-0"),
        // A block of five at home: the goal is full, but that has come to nothing.
        ("4xxxo/5xoo/6oo/3ox2x/2xx4/o1x1x3/1oo5/1o6 o 199", "b1-c1", "1-0"),
    ] {
        assert_eq!(outcome_after(text, mv).map(Outcome::result), Some(result), "{text} {mv}");
        assert_eq!(outcome_after(&text.replace("199", "197"), mv), None);
    }
}

#[test]
fn a_side_without_a_move_is_counted_and_not_lost() {
    let game = Halma::<8>::new();
    assert_eq!(game.no_moves(&game.start()), Outcome::Draw);
    assert_eq!(game.no_moves(&read("4oooo/5ooo/6oo/7o/1x6/xx6/xxx5/xxxx4 o 1")), Outcome::win(Side::First));
}

#[test]
fn the_third_occurrence_of_a_position_is_counted() {
    let game = Halma::<8>::new();
    for (text, result) in
        [("4oooo/5ooo/6oo/6o1/1x6/xx6/xxx5/xxxx4 x 2", "1/2-1/2"), ("4oooo/5ooo/6oo/6o1/2x5/xx6/xxx5/xxxx4 x 2", "1-0")]
    {
        let mut position = Position::from_state(&game, read(text));
        let from = if text.contains("2x5") { "c4" } else { "b4" };
        let moves = [format!("{from}-d5"), "g5-f5".into(), format!("d5-{from}"), "f5-g5".into()];
        let moves = if from == "b4" { moves.map(|mv| mv.replace("d5", "c5")) } else { moves };
        for (ply, mv) in moves.iter().cycle().take(8).enumerate() {
            assert_eq!(position.outcome(&game), None, "after {ply} plies");
            position.play_text(&game, mv).unwrap();
        }
        assert_eq!(position.outcome(&game).map(Outcome::result), Some(result), "{text}");
    }
}

#[test]
fn the_plies_played_are_no_part_of_the_hash() {
    let game = Halma::<8>::new();
    let [early, late] = ["x 0", "x 6"].map(|rest| read(&START.replace("x 0", rest)));
    assert_eq!(game.hash(&early), game.hash(&late));
    assert_ne!(game.counters(&early), game.counters(&late));
    assert_eq!(read(START.strip_suffix(" 0").unwrap()), game.start());
    assert_eq!(game.write_position(&game.start()), START);
}

#[test]
fn tactical_are_moves_into_the_goal_and_long_ones_towards_it() {
    let game = Halma::<8>::new();
    for (text, mv, value) in [
        ("5ooo/5ooo/2o4o/3o4/xx2o3/x7/xx1x4/xxx4x x 40", "c1-c7", 6),
        ("5ooo/5ooo/2o4o/3o4/xx2o3/x7/xx1x4/xxx4x x 40", "c1-c5", 4),
        ("5ooo/5ooo/2o4o/3o4/xx2o3/x7/xx1x4/xxx4x x 40", "c1-c2", 0),
        ("4xxxo/5xxx/6xx/3o4/6x1/o1x5/ooo5/oooo4 x 90", "g4-h5", 2),
        ("4xxxo/5xxx/6xx/3o4/6x1/o1x5/ooo5/oooo4 x 90", "g4-f5", 0),
        ("4xxxo/5xxx/6xx/3o4/6x1/o1x5/ooo5/oooo4 x 90", "c3-d4", 0),
        ("4oooo/5ooo/6oo/7o/x7/xx6/xxx5/xxxx4 o 91", "h8-f6", 4),
        ("4oooo/5ooo/6oo/7o/x7/xx6/xxx5/xxxx4 o 91", "h5-g4", 0),
    ] {
        let board = read(text);
        assert_eq!(game.tactical(&board, game.read_move(&board, mv).unwrap()), value, "{mv}");
    }
}

#[test]
fn openings_are_fair_and_the_same_for_the_same_choices() {
    fn drawn<const N: usize>(mut state: u64) -> Board {
        Halma::<N>::new().opening(&mut |n| {
            state = hash::mix(state);
            (state % n as u64) as usize
        })
    }
    fn check<const N: usize>() -> usize {
        let game = Halma::<N>::new();
        let mut seen = HashSet::new();
        for number in 0..300 {
            let board = drawn::<N>(number);
            assert_eq!(board, drawn::<N>(number));
            assert_eq!(ending(&game, &board), None);
            assert_eq!(board.side, Side::First);
            let opposite = bits::squares(board.of[0]).map(Halma::<N>::opposite).fold(0, |all, square| all | 1 << square);
            assert_eq!(board.of[1], opposite, "{}", game.write_position(&board));
            seen.insert(board.of);
        }
        seen.len()
    }
    assert!(check::<8>() > 150);
    assert!(check::<6>() > 100);
    assert!(check::<4>() > 20);
}

#[test]
fn what_cannot_be_a_position_of_halma_is_refused() {
    let board = START.split(' ').next().unwrap();
    for (text, expected) in [
        ("", "8 ranks"),
        ("8/8/8/8/8/8/8/8 x 0", "10 pieces a side, not 0 `x`"),
        (&START.replace("6oo", "5ooo"), "10 pieces a side, not 11 `o`"),
        (&START.replace("xx6", "x7"), "10 pieces a side, not 9 `x`"),
        ("3ooo/4oo/5o/x5/xx4/xxx3 x 0", "8 ranks"),
        (&START.replace("7o", "8o"), "8 squares, not 9, in rank 5"),
        (&START.replace("7o", "7w"), "not `w`, in rank 5"),
        (board, "`x` or `o` for the side"),
        (&format!("{board} w 0"), "`x` or `o` for the side"),
        (&format!("{board} x -1"), "0 to 200"),
        (&format!("{board} x +1"), "0 to 200"),
        (&format!("{board} x 201"), "0 to 200"),
        (&format!("{board} x 99999999999"), "0 to 200"),
        (&format!("{board} x 0 1"), "0 to 200"),
        (&format!("{board} x 007"), "0 to 200"),
        (&format!("{board} x 00"), "0 to 200"),
        (&format!("{board} x 13"), "after an even number of plies"),
        (&format!("{board} o 12"), "after an even number of plies"),
        (&format!("{board} o"), "after an even number of plies"),
        // The side to move has won, alone or with the other.
        ("4xxxx/5xxx/6xx/7x/8/o7/ooo5/ooo1ooo1 x 90", "has not filled its goal"),
        ("4xxxo/5xxx/6xx/7x/8/o1x5/ooo5/ooooo3 x 90", "has not filled its goal"),
        ("4xxxx/5xxx/6xx/7x/o7/oo6/ooo5/oooo4 o 91", "has not filled its goal"),
    ] {
        let error = Halma::<8>::new().read_position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(Halma::<8>::new().outcome(&read("4xxxx/5xxx/6xx/7x/8/o7/ooo5/ooo1ooo1 o 91")), Some(Outcome::win(Side::First)));
    assert!(Halma::<6>::new().read_position(START).is_err());
}

#[test]
fn what_is_no_legal_move_of_halma_is_refused() {
    let (game, start) = (Halma::<8>::new(), read(START));
    assert_eq!(game.read_move(&start, "a4b5"), game.read_move(&start, "a4-b5"));
    for (text, expected) in [
        ("", "two squares"),
        ("a4", "two squares"),
        ("a4--b5", "two squares"),
        ("a4xb5", "two squares"),
        ("a4-i5", "two squares"),
        ("a4-b9", "two squares"),
        ("a4-b5 ", "two squares"),
        ("é4b5", "two squares"),
        ("a4-c6", "one of a4-b4 a4-a5 a4-b5"),
        ("a4-a4", "one of a4-b4 a4-a5 a4-b5"),
        ("b4-b5", "a piece of the side to move on b4"),
        ("h5-h4", "a piece of the side to move on h5"),
    ] {
        let error = game.read_move(&start, text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let shut = read("4xxxx/5xxx/5xx1/7o/7x/o7/ooo5/ooo1oo2 x 90");
    let error = game.read_move(&shut, "e8-d8").unwrap_err().to_string();
    assert!(error.contains("that on e8 cannot move"), "{error}");
    let over = game.read_move(&read(&START.replace("x 0", "x 200")), "a4-b5").unwrap_err().to_string();
    assert!(over.contains("the game is over"), "{over}");
}

/// Counted by hand.
#[test]
fn the_terms_are_what_they_say() {
    let game = Halma::<8>::new();
    let terms = |text: &str| {
        let mut amounts = Vec::new();
        game.terms(&read(text), &mut amounts);
        amounts
    };
    assert_eq!(terms(START), [0, 0, 0, 0, 0, 0, 0, 1]);
    // The first side has b4 instead of a4: one file further, one piece less at home, one diagonal nearer to the line. Of nine jumps forward it has lost
    // a3-a5 and b2-b4 and gained b3-b5, a3-c5 and a2-a4.
    let moved = terms("4oooo/5ooo/6oo/7o/1x6/xx6/xxx5/xxxx4 x 2");
    assert_eq!(moved, [1, 0, -1, 0, -1, 0, 1, 1]);
    let other = terms("4oooo/5ooo/6oo/7o/1x6/xx6/xxx5/xxxx4 o 1");
    assert!((0..7).all(|term| other[term] == -moved[term]));
    // Eight in the goal, and h4 and f6 hindmost; the other side has seven there, and h5 has hardly moved.
    let late = terms("4xxxx/5xxx/5xx1/7o/7x/o7/ooo5/ooo1oo2 x 90");
    assert_eq!(late[1], 8 - 7);
    assert_eq!(late[3], 10 - 3);
    assert_eq!(game.with_evaluation(1, &[10]).evaluate(&read("4oooo/5ooo/6oo/7o/1x6/xx6/xxx5/xxxx4 o 1")), -10);
}

#[test]
fn phases_begin_when_the_sides_meet_and_when_they_have_passed() {
    let game = Halma::<8>::new();
    let phases = [START, "6oo/4o1o1/2x1o2o/1o1x1x2/2o1o3/x1x1x1o1/1x1x4/xx6 x 30", "4xxxx/5xxx/5xx1/8/7x/o7/ooo5/oooooo2 x 90"];
    assert_eq!(phases.map(|text| game.phase(&read(text))), [0, 1, 2]);
}

#[test]
fn a_move_has_the_atoms_that_its_names_say() {
    let game = Halma::<8>::new();
    let names = |text: &str, mv: &str, previous: Option<Move>| {
        let board = read(text);
        let found = game.atoms_of(&board, previous, game.read_move(&board, mv).unwrap(), u64::MAX);
        bits::squares(found).map(|atom| game.atoms()[usize::from(atom)].name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(START, "a1-c3", None), "Ju Gf G4 Oh Sh Lc Nn");
    assert_eq!(names(START, "a4-b4", None), "St Gf Oh Nn Bo");
    let chain = "5ooo/5ooo/2o4o/3o4/xx2o3/x7/xx1x4/xxx4x x 40";
    assert_eq!(names(chain, "c1-c7", Some(Move { from: 58, to: 42 })), "Ju Jc Gf G4 G6 Oh Pn");
    let late = "4xxxo/5xxx/6xx/3o4/6x1/o1x5/ooo5/oooo4 x 90";
    assert_eq!(names(late, "g4-h5", None), "St Gf Te Tw Nn");
    assert_eq!(names(late, "c3-c4", None), "St Gf Sh Lc Bo");
    // It wins as well, but the far corner was full before.
    let leaves = "4xxxo/5xxx/6xx/7x/1ooo4/1ooo4/2ooo3/3x4 x 92";
    assert_eq!(names(leaves, "d1-e1", None), "St Gf Oh Ol Sh");
}

/// The special case never holds without the general one, and every atom holds somewhere.
#[test]
fn an_atom_implies_its_parent() {
    let game = Halma::<6>::new();
    let cards = game.atoms();
    let number = |name: &str| cards.iter().position(|card| card.name == name).unwrap();
    let mut held = 0;
    for seed in 0..40 {
        let mut position = Position::start(&game);
        for ply in 0.. {
            let moves = position.moves(&game);
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let atoms = game.atoms_of(position.state(), position.previous(), mv, u64::MAX);
                held |= atoms;
                for card in (0..).zip(cards).filter(|(i, _)| atoms >> i & 1 != 0).map(|(_, card)| card) {
                    assert!(card.parent.is_none_or(|parent| atoms >> number(parent) & 1 != 0), "{} of {mv:?}", card.name);
                }
            }
            let ahead: Vec<Move> = moves.iter().copied().filter(|mv| mv.gain(position.state().side) > 0).collect();
            let among = if ahead.is_empty() { moves } else { ahead };
            position.play(&game, among[hash::of(&(seed, ply)) as usize % among.len()]);
        }
    }
    assert_eq!(held.count_ones() as usize, cards.len(), "some atom never holds: {held:b}");
}
