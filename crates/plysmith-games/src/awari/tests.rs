use plysmith::Position;
use plysmith::game::{check, ending, perft};

use super::*;

fn read(text: &str) -> State {
    Awari::new().read_position(text).unwrap()
}

fn moves(text: &str) -> String {
    let (game, state) = (Awari::new(), read(text));
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    moves.into_iter().map(|mv| game.write_move(&state, mv)).collect()
}

fn check_play(start: &str, moves: &[&str], expected: &str) {
    let game = Awari::new();
    let position = Position::read(&game, Some(start), moves).unwrap();
    assert_eq!(game.write_position(position.state()), expected, "{start} after {moves:?}");
}

/// The game a second time, with arrays: rows and stores of the mover and of the other, exchanged after each move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plain {
    pub(super) rows: [[u32; 6]; 2],
    pub(super) stores: [u32; 2],
}

impl Plain {
    fn read(text: &str) -> Plain {
        let (numbers, side) = text.rsplit_once('-').unwrap();
        let numbers: Vec<u32> = numbers.split('-').map(|number| number.parse().unwrap()).collect();
        let row = |first: usize| numbers[first..first + 6].try_into().unwrap();
        let plain = Plain { rows: [row(0), row(6)], stores: [numbers[12], numbers[13]] };
        if side == "N" { plain.exchanged() } else { plain }
    }

    fn exchanged(&self) -> Plain {
        let ([own, enemy], [store, other]) = (self.rows, self.stores);
        Plain { rows: [enemy, own], stores: [other, store] }
    }

    /// The position after sowing from a house of the mover, if that is legal.
    pub(super) fn after(&self, from: usize) -> Option<Plain> {
        let mut plain = self.clone();
        let mut last = from;
        for _ in 0..std::mem::take(&mut plain.rows[0][from]) {
            last = (last + 1) % 12;
            if last == from {
                last += 1;
            }
            plain.rows[last / 6][last % 6] += 1;
        }
        let mut captured = plain.clone();
        while last >= 6 && [2, 3].contains(&captured.rows[1][last - 6]) {
            captured.stores[0] += std::mem::take(&mut captured.rows[1][last - 6]);
            last -= 1;
        }
        if captured.rows[1] != [0; 6] {
            plain = captured;
        }
        (self.rows[0][from] > 0 && plain.rows[1] != [0; 6]).then(|| plain.exchanged())
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.stores.iter().any(|&store| store > 24) || self.stores == [24; 2] => 0,
            _ => (0..6).filter_map(|house| self.after(house)).map(|after| after.perft(depth - 1)).sum(),
        }
    }
}

#[test]
fn the_rules_hold_in_random_games_and_they_end_in_every_way() {
    let summary = check::rules(&Awari::new(), 500, 1).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    assert!(summary.repetitions > 0 && summary.repetitions < summary.games, "{summary:?}");
}

/// From gperft and OpenSpiel 2.0.2; the search tests compare all that are in `shared/oracles/oware.csv`.
#[test]
fn move_counts_are_those_of_independent_programs() {
    for (text, counts) in [
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", [6, 36, 190, 1_014, 5_219, 27_332, 139_157]),
        ("7-7-0-6-1-1-8-7-1-0-1-7-2-0-N", [5, 28, 127, 672, 3_035, 15_640, 73_957]),
        ("1-0-2-1-3-7-1-4-1-8-0-0-13-7-N", [4, 21, 94, 434, 2_033, 8_776, 40_538]),
        ("1-11-2-5-1-0-2-1-1-1-0-0-7-16-N", [4, 20, 73, 333, 1_406, 5_839, 26_503]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft::count(&Awari::new(), &read(text), depth), count, "{text} depth {depth}");
        }
    }
}

/// Positions that random games rarely see: large houses, an empty side, slams, the verge of winning.
#[test]
fn move_counts_are_those_of_a_plain_program() {
    for text in [
        "0-0-0-0-0-48-0-0-0-0-0-0-0-0-S",
        "0-0-0-0-0-0-37-0-0-0-0-11-0-0-N",
        "12-0-0-23-0-1-0-0-0-0-0-0-10-2-S",
        "0-0-0-0-1-6-1-1-1-1-1-1-12-23-S",
        "1-2-1-2-1-2-0-0-0-0-0-9-15-15-N",
        "0-1-0-0-1-0-0-1-0-0-0-1-22-22-N",
    ] {
        for depth in 1..=9 {
            assert_eq!(perft::count(&Awari::new(), &read(text), depth), Plain::read(text).perft(depth), "{text} depth {depth}");
        }
    }
}

#[test]
fn sowing_skips_its_origin() {
    check_play("12-0-0-0-0-0-5-6-7-8-9-1-0-0-S", &["A"], "0-2-1-1-1-1-6-7-8-9-10-2-0-0-N");
    check_play("0-0-0-0-5-6-0-0-24-3-5-5-0-0-N", &["c"], "2-2-2-2-7-8-2-2-0-6-8-7-0-0-S");
}

#[test]
fn captures_run_back_through_twos_and_threes_on_the_enemy_side_only() {
    check_play("0-0-0-0-1-3-2-1-2-9-9-9-6-6-S", &["F"], "0-0-0-0-1-0-0-0-0-9-9-9-14-6-N");
    check_play("0-0-0-0-1-3-2-4-2-9-9-9-2-7-S", &["F"], "0-0-0-0-1-0-3-5-0-9-9-9-5-7-N");
    check_play("0-0-0-2-2-2-1-1-9-9-9-9-2-2-S", &["F"], "0-0-0-2-2-0-0-0-9-9-9-9-6-2-N");
    check_play("2-2-9-9-9-9-0-0-0-0-0-2-3-3-N", &["f"], "0-0-9-9-9-9-0-0-0-0-0-0-3-9-S");
}

#[test]
fn a_grand_slam_captures_nothing() {
    check_play("1-0-0-0-0-2-1-2-0-0-0-0-20-22-S", &["F"], "1-0-0-0-0-0-2-3-0-0-0-0-20-22-N");
    check_play("1-0-0-0-0-2-1-2-0-0-0-1-20-21-S", &["F"], "1-0-0-0-0-0-0-0-0-0-0-1-25-21-N");
}

#[test]
fn the_enemy_must_be_fed_and_without_a_move_each_takes_the_own_side() {
    assert_eq!(moves("5-5-3-3-1-1-0-0-0-0-0-0-15-15-S"), "BDF");
    assert_eq!(moves("0-0-0-0-0-0-6-4-4-2-2-0-15-15-N"), "ace");
    assert_eq!(moves("5-4-3-2-1-0-0-0-0-0-0-0-15-18-S"), "");
    let end = |text: &str| ending(&Awari::new(), &read(text));
    assert_eq!(end("5-4-3-2-1-0-0-0-0-0-0-0-15-18-S"), Some(Outcome::count(30 - 18)));
    assert_eq!(end("0-0-0-0-0-0-0-3-0-0-0-0-23-22-S"), Some(Outcome::count(23 - 25)));
}

#[test]
fn more_than_half_of_the_seeds_or_half_each_ends_the_game() {
    let outcome = |text: &str| Awari::new().outcome(&read(text));
    assert_eq!(outcome("1-0-0-0-0-2-0-0-0-0-0-0-24-21-S"), None);
    assert_eq!(outcome("1-0-0-0-0-0-2-0-0-0-0-1-25-19-N"), Some(Outcome::count(26 - 22)));
    assert_eq!(outcome("1-0-0-0-0-0-2-0-0-0-0-1-15-29-S"), Some(Outcome::count(16 - 32)));
    assert_eq!(outcome("0-0-0-0-0-0-0-0-0-0-0-0-24-24-S"), Some(Outcome::Draw));
}

#[test]
fn the_second_occurrence_splits_the_seeds_as_they_lie() {
    let game = Awari::new();
    let round = ["A", "a", "B", "b", "C", "c", "D", "d", "E", "e", "F", "f"];
    for (start, moves, difference) in [
        ("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", round, 0),
        ("1-0-0-0-0-0-1-0-0-0-0-0-24-22-S", round, 2),
        ("0-0-0-0-0-0-1-0-0-0-0-1-23-23-N", ["f", "A", "a", "B", "b", "C", "c", "D", "d", "E", "e", "F"], -2),
    ] {
        let outcome = |plies| Position::read(&game, Some(start), &moves[..plies]).unwrap().outcome(&game);
        assert_eq!((outcome(11), outcome(12)), (None, Some(Outcome::count(difference))), "{start}");
    }
}

#[test]
fn a_capture_and_nothing_else_forgets_the_positions_before_it() {
    let past = |moves: &[&str]| {
        let position = Position::read(&Awari::new(), Some("2-0-0-0-0-1-1-0-0-0-0-5-20-19-S"), moves).unwrap();
        position.past().len()
    };
    assert_eq!((past(&["A"]), past(&["A", "f"]), past(&["F"])), (1, 2, 0));
}

#[test]
fn captures_are_tactical_by_the_seeds_that_they_take() {
    let game = Awari::new();
    let state = read("0-0-0-0-3-3-2-1-2-9-9-9-6-4-S");
    let value = |text: &str| game.tactical(&state, game.read_move(&state, text).unwrap());
    assert_eq!(["E", "F"].map(value), [5, 8]);
    let mut moves = Vec::new();
    game.tactical_moves(&read("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"), &mut moves);
    assert_eq!(moves, []);
}

#[test]
fn both_sides_see_the_board_alike() {
    let game = Awari::new();
    let seen = ["1-0-2-0-12-7-0-4-1-5-0-3-8-5-S", "0-4-1-5-0-3-1-0-2-0-12-7-5-8-N"].map(|text| {
        let (state, mut inputs, mut terms) = (read(text), InputSet::default(), Vec::new());
        game.active_inputs(&state, &mut inputs);
        game.terms(&state, &mut terms);
        (inputs, terms)
    });
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].1, [3, 22 - 13, 0, 1]);
}

#[test]
fn atoms_say_what_a_move_does() {
    let game = Awari::new();
    let atoms = |text: &str, mv: &str| {
        let state = read(text);
        let mask = game.atoms_of(&state, None, game.read_move(&state, mv).unwrap(), u64::MAX);
        let names: Vec<&str> = (0..).zip(game.atoms()).filter(|(i, _)| mask >> i & 1 != 0).map(|(_, card)| card.name).collect();
        names.join(" ")
    };
    assert_eq!(atoms("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "A"), "C0 Si Hl");
    assert_eq!(atoms("0-0-0-0-1-3-2-1-2-9-9-9-6-6-S", "F"), "Ca C4 Hr");
    assert_eq!(atoms("1-0-0-0-0-2-1-2-0-0-0-0-20-22-S", "F"), "C0 Cg Hr");
    assert_eq!(atoms("5-5-3-3-1-1-0-0-0-0-0-0-15-15-S", "D"), "C0 Fe");
    assert_eq!(atoms("0-1-0-0-12-0-0-0-3-1-3-3-15-10-S", "E"), "C0 Sr Hr Th");
    assert_eq!(atoms("0-1-0-2-1-0-0-0-5-5-5-5-14-10-S", "B"), "C0 Si Hl Sv");
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0";
    for (text, expected) in [
        ("", "twelve houses"),
        ("S", "twelve houses"),
        (start, "twelve houses"),
        (&format!("{start}-0-S"), "twelve houses"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-S", "twelve houses"),
        (&format!("{start}-s"), "`S` or `N`"),
        (&format!("{start}-S "), "`S` or `N`"),
        (&format!("{start}-"), "`S` or `N`"),
        ("5-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not 49"),
        ("4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "not 47"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-1-0-S", "not 49"),
        ("+4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not `+4`"),
        ("04-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not `04`"),
        ("x-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not `x`"),
        ("-4-4-4-4-4-4-4-4-4-4-4-4-0-S", "not ``"),
        ("49-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not `49`"),
        ("300-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not `300`"),
        ("😀-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "not `😀`"),
    ] {
        let error = Awari::new().read_position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_is_no_legal_move_is_refused() {
    for text in ["", "a", "G", "1", "AA", "😀"] {
        assert!(Awari::new().read_move(&Awari::new().start(), text).is_err(), "{text}");
    }
    let state = read("5-5-3-3-1-1-0-0-0-0-0-0-15-15-S");
    let error = Awari::new().read_move(&state, "A").unwrap_err().to_string();
    assert!(error.contains("one of B D F"), "{error}");
}

#[test]
fn the_generic_hash_tells_the_same_positions_apart() {
    let (own, generic) = (Awari::new(), Awari::new().with_generic_hash());
    let mut hashes = [std::collections::HashSet::new(), std::collections::HashSet::new()];
    let mut state = own.start();
    let mut moves = Vec::new();
    for ply in 0.. {
        hashes[0].insert(own.hash(&state));
        hashes[1].insert(generic.hash(&state));
        assert_ne!(own.hash(&state), generic.hash(&state));
        moves.clear();
        own.moves(&state, &mut moves);
        if own.outcome(&state).is_some() || moves.is_empty() || ply == 60 {
            break;
        }
        own.play(&mut state, moves[ply % moves.len()]);
    }
    assert!(hashes[0].len() > 20 && hashes[0].len() == hashes[1].len());
}
