use std::collections::HashMap;

use plysmith::game::{check, ending, perft};
use plysmith::{Engine, Limits, Position};

use super::*;

type English = Draughts<8>;

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

fn read(text: &str) -> Board {
    English::english().read_position(text).unwrap()
}

/// All legal moves, written.
fn moves(text: &str) -> Vec<String> {
    let (game, board) = (English::english(), read(text));
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    moves.into_iter().map(|mv| game.write_move(&board, mv)).collect()
}

#[test]
fn the_rules_of_draughts_hold_in_random_games() {
    let summary = check::rules(&Draughts::<8>::english(), 200, 1).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    let summary = check::rules(&Draughts::<6>::english(), 200, 2).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0) && summary.repetitions > 0, "{summary:?}");
}

#[test]
fn the_rules_of_lose_checkers_hold_in_random_games() {
    let summary = check::rules(&Draughts::<8>::lose_checkers(), 200, 3).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    check::rules(&Draughts::<6>::lose_checkers(), 200, 4).unwrap();
}

/// From `shared/oracles/checkers.csv`, where the sources are named; the last two have equal jumps on several paths.
#[test]
fn draughts_perft_equals_the_published_counts() {
    let game = English::english();
    assert_eq!(game.write_position(&game.start()), START);
    for (depth, count) in (1..).zip([7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931]) {
        assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
    }
    for (text, depth, count) in [
        ("B:WK3,18,20,25,26,27,28,30,31,32:B1,2,4,5,6,10,11", 7, 248_986),
        ("B:W17,21,22,25,27,32:B3,4,5,6,9,12,16,20", 8, 385_598),
        ("B:WK2,K3,16,22,24,28:BK30", 9, 567_300),
        ("B:WK10:B4,18,21,23,25,K26,K30,K32", 8, 590_909),
    ] {
        assert_eq!(perft::count(&game, &read(text), depth), count, "{text}");
    }
}

/// The test game is another implementation of the same rules, itself compared with a third; only its counter runs out earlier.
#[cfg(feature = "test-games")]
#[test]
fn on_6x6_the_moves_are_those_of_the_test_game() {
    use crate::testing::draughts6::Draughts6;
    let game = Draughts::<6>::lose_checkers();
    let mut compared = 0;
    for number in 0..3_000u64 {
        let draw = |salt: u64| hash::mix(number << 8 | salt) as u32 & Shape::<6>::BOARD;
        // Few pieces in some, many in others; many kings, because these have the long chains.
        let mut of = [draw(1) & draw(2), draw(3) & draw(4)];
        of[(number % 2) as usize] &= draw(5);
        of[1] &= !of[0];
        let kings = (of[0] | of[1]) & (draw(6) | draw(7) | of[0] & Shape::<6>::LAST[0] | of[1] & Shape::<6>::LAST[1]);
        let board = Board { of, kings, side: [Side::First, Side::Second][(draw(8) & 1) as usize], quiet: 0 };
        let text = game.write_position(&board);
        let Ok(other) = Draughts6.read_position(&text) else { continue };
        assert_eq!(game.read_position(&text).as_ref(), Ok(&board));
        for depth in 1..=4 {
            assert_eq!(perft::count(&game, &board, depth), perft::count(&Draughts6, &other, depth), "{text} depth {depth}");
        }
        compared += 1;
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_capture_is_forced_and_may_be_the_shorter_one() {
    // The man on 4 could step, and the capture of 9 takes less than that of 11.
    assert_eq!(moves("B:W14,16,24:B4,9,11"), ["9x18", "11x20x27"]);
}

#[test]
fn a_man_crowned_by_a_jump_stops_where_a_king_goes_on() {
    assert_eq!(moves("B:W26,27:B23"), ["23x30", "23x32"]);
    assert_eq!(moves("B:W25,26:B22"), ["22x29", "22x31"]);
    assert_eq!(moves("B:W26,18,25:B23"), ["23x30"]);
    assert_eq!(moves("B:W26,18,25:BK23"), ["23x30x21", "23x14"]);
    let game = English::english();
    let after = Position::read(&game, Some("B:W26,27:B23"), &["23x30"]).unwrap();
    assert_eq!(game.write_position(after.state()), "W:W27:BK30");
}

#[test]
fn two_paths_with_equal_captures_are_one_move_that_ends_where_it_began() {
    let (game, round) = (English::english(), "B:W14,15,22,23:BK10");
    let board = read(round);
    let written = moves(round);
    assert_eq!(written.len(), 1, "{written:?}");
    for text in ["10x17x26x19x10", "10x19x26x17x10", "10x10", "10x26x10", "10x17x10"] {
        let mv = game.read_move(&board, text).unwrap();
        assert_eq!((mv.from, mv.to, mv.captured.count_ones()), (9, 9, 4), "{text}");
        assert_eq!(game.write_move(&board, mv), written[0]);
        let after = board.after::<8>(mv);
        assert_eq!(game.hash_after(&board, game.hash(&board), mv, &after), game.hash(&after));
        assert_eq!(game.write_position(&after), "W:W:BK10");
        assert_eq!(ending(&game, &after), Some(Outcome::win(Side::First)));
        assert_eq!(ending(&Draughts::<8>::lose_checkers(), &after), Some(Outcome::win(Side::Second)));
    }
}

#[test]
fn short_forms_of_a_capture_are_read_while_they_fit_one_move() {
    let game = English::english();
    let reads = |position: &str, text: &str| {
        let board = read(position);
        game.read_move(&board, text).map(|mv| game.write_move(&board, mv))
    };
    for text in ["15x22x31", "15x31", "15-31"] {
        assert_eq!(reads("B:W18,26:B15", text).as_deref(), Ok("15x22x31"));
    }
    for text in ["15x22", "15x24x31", "15x22x31x31", "15x22x22x31"] {
        assert!(reads("B:W18,26:B15", text).unwrap_err().to_string().contains("compulsory: 15x22x31"), "{text}");
    }
    // Two ways round lead to the same square and capture other pieces.
    let two_ways = "B:W10,11,18,19:B7";
    assert_eq!(moves(two_ways), ["7x14x23", "7x16x23"]);
    let error = reads(two_ways, "7x23").unwrap_err().to_string();
    assert!(error.contains("the squares between, to tell 7x14x23 7x16x23 apart"), "{error}");
    // The king may capture the piece on 6 at once or after a round. Moves are one id, two texts.
    let round = "B:W6,14,15,22,23:BK10";
    let written = moves(round);
    assert!(written.len() == 2 && written.contains(&"10x1".to_string()), "{written:?}");
    assert_eq!(reads(round, "10x1").as_deref(), Ok("10x1"));
    let long = written.iter().find(|text| *text != "10x1");
    assert_eq!(reads(round, "10x26x1").as_ref().ok(), long);
}

#[test]
fn moves_that_are_none_are_refused_with_a_reason() {
    for (position, text, expected) in [
        (START, "", "squares from 1 to 32"),
        (START, "11", "squares from 1 to 32"),
        (START, "11-", "squares from 1 to 32"),
        (START, "11-33", "squares from 1 to 32"),
        (START, "0-15", "squares from 1 to 32"),
        (START, "011-15", "squares from 1 to 32"),
        (START, "11+15", "squares from 1 to 32"),
        (START, "é-15", "squares from 1 to 32"),
        (START, "11-15 ", "squares from 1 to 32"),
        (START, "11-99999999999999999999", "squares from 1 to 32"),
        (START, "11-14", "one of 11-15 11-16"),
        (START, "11-15-18", "one of 11-15 11-16"),
        (START, "1-5", "another piece: that on 1 cannot move"),
        (START, "22-18", "a piece of the side to move on 22"),
        (START, "15-18", "a piece of the side to move on 15"),
        ("B:W14:B4,9", "4-8", "a capture, which is compulsory: 9x18"),
        ("B:W14:B4,9", "9-13", "a capture, which is compulsory: 9x18"),
        ("B:W32:B28", "28-32", "nothing, the game is over"),
        ("B:WK32:BK1:H80", "1-5", "nothing, the game is over"),
    ] {
        let error = English::english().read_move(&read(position), text).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn positions_are_read_in_every_form_that_programs_write() {
    let game = English::english();
    for (text, written) in [
        ("W:B1,2:W21,K30", "W:W21,K30:B1,2"),
        ("W:W30,21:B2,K1.", "W:W21,30:BK1,2"),
        ("W:W21:BK1:H1", "W:W21:BK1:H1"),
        ("W:W21:BK1:H1:F40", "W:W21:BK1:H1"),
        ("W:W21:B1:F40", "W:W21:B1"),
        ("B:W21:B", "B:W21:B"),
        ("B:WK21:BK1:H80", "B:WK21:BK1:H80"),
        ("B:W21-32:B1-12", START),
        ("W:W21-24,K29-30,32:B1,5-5", "W:W21,22,23,24,K29,K30,32:B1,5"),
    ] {
        let board = game.read_position(text).unwrap();
        assert_eq!(game.write_position(&board), written, "{text}");
        assert_eq!(game.read_position(written), Ok(board), "{text}");
    }
}

#[test]
fn what_cannot_be_a_position_of_draughts_is_refused() {
    for (text, expected) in [
        ("", "the side to move"),
        ("X:W21:B1", "the side to move"),
        ("w:W21:B1", "the side to move"),
        ("B", "one list of pieces"),
        ("B:W21", "one list of pieces"),
        ("B:W21:W22", "one list of pieces"),
        ("B:B1:B2", "one list of pieces"),
        ("B:21:1", "one list of pieces"),
        ("B:é:B1", "one list of pieces"),
        ("B:W0:B1", "not `0`"),
        ("B:W33:B1", "not `33`"),
        ("B:W021:B1", "not `021`"),
        ("B:W+21:B1", "not `+21`"),
        ("B:W21,:B1", "not ``"),
        ("B:WKK21:B1", "not `KK21`"),
        ("B:WK:B1", "not `K`"),
        ("B:W2\n1234567890123456789:B1", "not `2\\n123456789`"),
        ("B:W24-21:B1", "squares from 1 to 32, or a range of them such as `21-24`, not `24-21`"),
        ("B:W21-33:B1", "not `21-33`"),
        ("B:W21-:B1", "not `21-`"),
        ("B:W-24:B1", "not `-24`"),
        ("B:W21-22-23:B1", "not `21-22-23`"),
        ("B:W21-K24:B1", "not `21-K24`"),
        ("B:W21-24,23:B1", "not two on 23"),
        ("B:W21-24:B20-22", "not two on 21"),
        ("B:W13-25:B1", "at most 12 pieces"),
        ("B:W٢:B1", "not `٢`"),
        ("B:W21,21:B1", "not two on 21"),
        ("B:W21:B1,K21", "not two on 21"),
        ("B:W4:B5", "a king on 4, `K4`"),
        ("B:W21:B30", "a king on 30, `K30`"),
        ("B:W13,14,15,16,17,18,19,20,21,22,23,24,25:B1", "at most 12 pieces"),
        ("B:W:B1", "a piece of the side that has just moved"),
        ("B:W:B", "a piece of the side that has just moved"),
        ("B:W21:B1:", "from `:H0` to `:H80`"),
        ("B:W21:B1:H", "from `:H0` to `:H80`"),
        ("B:W21:B1:5", "from `:H0` to `:H80`"),
        ("B:W21:B1:é5", "from `:H0` to `:H80`"),
        ("B:WK21:BK1:H81", "from `:H0` to `:H80`"),
        ("B:WK21:BK1:H1:H1", "from `:H0` to `:H80`"),
        ("B:WK21:BK1:F1:F1", "from `:H0` to `:H80`"),
        ("B:WK21:BK1:F1:H1", "from `:H0` to `:H80`"),
        ("B:WK21:BK1:H1:F1:F1", "from `:H0` to `:H80`"),
        ("B:WK21:B:H1", "the last piece was captured"),
        ("B:W21:BK1:H1", "a king of the side that has just moved"),
        ("B:WK21:B1:H2", "a king of the side to move"),
    ] {
        let error = English::english().read_position(text).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(Draughts::<6>::english().read_position("B:W19:B1").is_err());
}

#[test]
fn the_blocked_side_loses_draughts_and_wins_lose_checkers_unless_the_counter_has_run_out() {
    let (draughts, lose) = (Draughts::<8>::english(), Draughts::<8>::lose_checkers());
    for (text, winners) in [
        ("B:W32:B28", Some([Side::Second, Side::First])),
        ("W:W21:B14,17", Some([Side::First, Side::Second])),
        ("W:W29,K30:BK25,K26,21,K22:H1", None),
        ("B:W29:B", Some([Side::Second, Side::First])),
    ] {
        let expected = |at: usize| winners.map(|winners| Outcome::win(winners[at]));
        assert_eq!((ending(&draughts, &read(text)), ending(&lose, &read(text))), (expected(0), expected(1)), "{text}");
    }
    // A king in the corner, walled in by two rows.
    let text = "B:WK8,K11:BK4";
    assert_eq!(ending(&draughts, &read(&format!("{text}:H79"))), Some(Outcome::win(Side::Second)));
    assert_eq!(ending(&draughts, &read(&format!("{text}:H80"))), Some(Outcome::Draw));
}

/// Whoever has captured the last piece was told how good the rest looks: in Lose Checkers, where that loses, +108.
#[test]
fn a_side_without_a_piece_is_finished_before_it_is_evaluated() {
    let text = "W:W18,K30,K31,K32:B15";
    for (game, winner) in [(Draughts::<8>::english(), Side::Second), (Draughts::<8>::lose_checkers(), Side::First)] {
        let position = Position::read(&game, Some(text), &[] as &[&str]).unwrap();
        let after = Position::read(&game, Some(text), &["18x11"]).unwrap();
        assert_eq!(game.outcome(after.state()), Some(Outcome::win(winner)));
        for depth in 1..=3 {
            let found = Engine::preset(game.clone(), "default").unwrap().search(&position, &Limits::depth(depth));
            let (won, lost) = (found.score.won_in(), found.score.lost_in());
            assert_eq!(if winner == Side::Second { won } else { lost }, Some((1, 0)), "{} to depth {depth}", game.name());
        }
    }
}

#[test]
fn the_counter_is_outside_the_hash_and_begins_again_with_a_mans_move() {
    let game = English::english();
    let (fresh, late) = (read("B:WK32:B1,K4"), read("B:WK32:B1,K4:H79"));
    assert_eq!(game.hash(&fresh), game.hash(&late));
    assert_eq!((game.counters(&fresh), game.counters(&late)), (0, 79));
    let after = |mv| Position::read(&game, Some("B:WK32:B1,K4:H79"), &[mv]).unwrap();
    assert_eq!(after("4-8").outcome(&game), Some(Outcome::Draw));
    assert_eq!(game.write_position(after("1-5").state()), "W:WK32:BK4,5");
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let game = English::english();
    let shuffle = ["1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32"];
    let outcome = |plies| Position::read(&game, Some("B:WK32:BK1"), &shuffle[..plies]).unwrap().outcome(&game);
    assert_eq!((outcome(4), outcome(7), outcome(8)), (None, None, Some(Outcome::Draw)));
}

/// All positions with one piece each, solved backwards from those in which the game ends, through the rules of the game alone.
fn solve_one_against_one<const N: usize>() -> HashMap<String, (bool, u32)> {
    let game = Draughts::<N>::lose_checkers();
    let mut open: Vec<Board> = Vec::new();
    for number in 0..(Shape::<N>::SQUARES * Shape::<N>::SQUARES * 8) as u32 {
        let (first, second) = (1 << (number / 8 % Shape::<N>::SQUARES as u32), 1 << (number / 8 / Shape::<N>::SQUARES as u32));
        let kings = (first * (number & 1)) | (second * (number >> 1 & 1));
        let side = if number & 4 == 0 { Side::First } else { Side::Second };
        let board = Board { of: [first, second], kings, side, quiet: 0 };
        if first != second && game.read_position(&game.write_position(&board)).is_ok() {
            open.push(board);
        }
    }
    // Whether the side to move wins, and after how many plies.
    let mut solved: HashMap<String, (bool, u32)> = HashMap::new();
    for plies in 0.. {
        let mut found = Vec::new();
        open.retain(|board| {
            let mut moves = Vec::new();
            game.moves(board, &mut moves);
            let value = |after: Board| match ending(&game, &after) {
                Some(outcome) => Some(outcome == Outcome::win(after.side)),
                None => solved.get(&game.write_position(&Board { quiet: 0, ..after })).map(|&(wins, _)| wins),
            };
            let values: Vec<Option<bool>> = moves.iter().map(|&mv| value(board.after::<N>(mv))).collect();
            let wins = if values.is_empty() || values.contains(&Some(false)) {
                Some(true)
            } else {
                values.iter().all(|&value| value == Some(true)).then_some(false)
            };
            found.extend(wins.map(|wins| (game.write_position(board), (wins, plies))));
            wins.is_none()
        });
        if found.is_empty() {
            break;
        }
        solved.extend(found);
    }
    assert!(open.is_empty(), "{} positions are drawn", open.len());
    solved
}

#[test]
fn the_parity_rule_is_what_an_exhaustive_solution_says_of_one_piece_each() {
    fn compare<const N: usize>(positions: usize, most: u32) {
        let game = Draughts::<N>::lose_checkers().with_evaluation(1, &[1, 10_000]);
        let solved = solve_one_against_one::<N>();
        let mut longest = 0;
        for (text, &(wins, plies)) in &solved {
            let board = game.read_position(text).unwrap();
            assert_eq!(evaluation::one_against_one::<N>(&board), Some(wins), "{text}");
            assert_eq!(game.evaluate(&board), if wins { 10_000 } else { -10_000 }, "{text}");
            longest = longest.max(plies);
        }
        assert_eq!(solved.len(), positions);
        // The capture that decides comes one ply later.
        assert_eq!(longest + 1, most);
    }
    // Kings, a king and a man, a man and a king, men; and the side to move.
    compare::<6>(2 * (18 * 17 + 2 * (15 * 17) + (15 * 15 - 12)), 17);
    compare::<8>(2 * (32 * 31 + 2 * (28 * 31) + (28 * 28 - 24)), 25);
}

#[test]
fn random_values_are_spread_and_depend_on_seed_and_side_but_not_on_the_counter() {
    let game = Draughts::<8>::lose_checkers().with_evaluation(1, &[1, 10_000]);
    let other = game.with_random_seed(2);
    assert_eq!(other.with_evaluation(1, &[1, 10_000]).evaluate(&game.start()), other.evaluate(&game.start()));
    let mut values = Vec::new();
    let mut board = game.start();
    for number in 0..2_000u64 {
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        if moves.is_empty() {
            board = game.start();
            continue;
        }
        board.play::<8>(moves[(hash::mix(number) % moves.len() as u64) as usize]);
        if evaluation::one_against_one::<8>(&board).is_none() {
            values.push((game.evaluate(&board), other.evaluate(&board)));
            assert_eq!(game.evaluate(&Board { quiet: 7, ..board.clone() }), game.evaluate(&board));
            assert_ne!(game.evaluate(&Board { side: board.side.other(), ..board.clone() }), game.evaluate(&board));
        }
        board.quiet = 0;
    }
    let mean = values.iter().map(|value| value.0).sum::<i32>() / values.len() as i32;
    assert!(values.iter().all(|value| value.0.abs() <= 1_000) && mean.abs() < 60, "{mean}");
    assert!(values.iter().filter(|value| value.0 == value.1).count() < 20);
}

/// The amounts of `position` by name.
fn amounts(text: &str) -> HashMap<&'static str, i32> {
    let game = English::english();
    let mut amounts = Vec::new();
    game.terms(&read(text), &mut amounts);
    game.evaluations()[0].terms.iter().map(|term| term.name).zip(amounts).collect()
}

/// Counted by hand.
#[test]
fn the_terms_of_position_are_what_they_say() {
    let check = |text: &str, expected: &[(&str, i32)]| {
        let found = amounts(text);
        for (name, amount) in expected {
            assert_eq!(found[name], *amount, "{name} of {text}");
        }
    };
    let even = ["man", "king", "back_row", "advance", "centre", "edge", "mobility", "runaway", "trapped_king", "dog_hole"];
    check(START, &even.map(|name| (name, 0)));
    check(START, &[("capture", 0), ("threat", 0), ("the_move", 0), ("turn", 1)]);
    check("B:W21,25:B1,2,K14", &[("man", 0), ("king", 1), ("back_row", 2), ("advance", -3), ("centre", 1), ("edge", -1)]);
    check("B:W30:B1,19", &[("capture", 0), ("runaway", 0), ("advance", 4)]);
    check("B:W11:B1,24", &[("runaway", 1)]);
    // Black steps to 9 or 10, but on 10 it is captured; White to 10, where it is, or 11.
    check("B:W15:B6", &[("mobility", 0)]);
    // Of two kings in corners, only the one with an enemy king before it is trapped.
    check("B:WK29:BK4,K22", &[("trapped_king", -1)]);
    check("B:WK11:BK4,K5", &[("trapped_king", 1)]);
    check("W:W32:B28", &[("dog_hole", -1)]);
    check("B:W32:B28", &[("dog_hole", 1)]);
    check("W:W5:BK1", &[("dog_hole", 1)]);
    check("B:W14,15:B9,10", &[("capture", 2), ("threat", 2)]);
    check("B:W14,15:B6,10", &[("capture", 1), ("threat", 1)]);
    // Black is to move, and one piece of the two stands in an even row: Black has the move.
    check("B:WK21:BK3", &[("the_move", 1)]);
    check("W:WK21:BK3", &[("the_move", 1)]);
    check("B:WK17:BK3", &[("the_move", -1)]);
}

#[test]
fn a_move_has_the_atoms_that_its_names_say() {
    let game = English::english();
    let names = |text: &str, mv: &str, previous: Option<Move>| {
        let board = read(text);
        let found = game.atoms_of(&board, previous, game.read_move(&board, mv).unwrap(), u64::MAX);
        (0..game.atoms().len())
            .filter(|atom| found >> atom & 1 != 0)
            .map(|atom| game.atoms()[atom].name)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names(START, "11-15", None), "Mm Rh Dc Sf");
    assert_eq!(names("B:W18:B15,11", "15x22", Some(Move { from: 21, to: 17, captured: 0 })), "Ca Rc Mm Rf Dc Sf Fw Fn");
    assert_eq!(names("B:WK18,29:B14,1", "14x23", None), "Ca Mm Rf Dc Sf Fw");
    // The man gives itself up; the second time it is avenged.
    assert_eq!(names("B:W21:B1,14", "14-17", None), "Mm Rf Of Oo Op Fw");
    assert_eq!(names("B:W21:B5,9,14", "14-17", None), "Mm Rf Of Oo Op Ox Fw");
    assert_eq!(names("B:W5:B25", "25-29", None), "Mm Mc Rf Rl De Sf Fw");
    assert_eq!(names("B:W19,23,K12:BK2,26", "2-7", None), "Mk Rh Dc Lh Sf");
}

#[test]
fn openings_are_drawn_from_three_plies_that_lose_nothing_at_once() {
    let game = English::english();
    let ballots = English::ballots();
    for board in &ballots {
        assert_eq!((board.side, exchanged::<8>(board)), (Side::Second, 0));
    }
    let mut asked = 0;
    let opening = game.opening(&mut |below| {
        asked = below;
        below - 1
    });
    assert_eq!((asked, &opening), (ballots.len(), ballots.last().unwrap()));
    assert!(ballots.len() > 100, "{}", ballots.len());
}

#[test]
fn phases_follow_the_number_of_pieces() {
    let game = English::english();
    assert_eq!(game.phase(&game.start()), 0);
    assert_eq!(game.phase(&read("B:W21,22,23,24,25,26,27,28,29:B1,2,3,4,5,6,7,8,9")), 1);
    assert_eq!(game.phase(&read("B:W21,22,23,24:B1,2,3,4")), 2);
}

#[test]
fn the_picture_shows_pieces_on_dark_squares_only() {
    let picture = English::english().picture(&read("B:WK2:B5")).unwrap();
    assert_eq!(picture.squares[3], Square::piece(Side::Second, "O"));
    assert_eq!(picture.squares[8], Square::piece(Side::First, "x"));
    assert_eq!(picture.squares.iter().filter(|square| square.gap).count(), 32);
}
