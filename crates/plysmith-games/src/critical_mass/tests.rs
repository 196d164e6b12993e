use std::collections::{HashMap, VecDeque};

use plysmith::game::{check, ending, perft};
use plysmith::spec::Spec;
use plysmith::{Engine, Limits, Position, Score};

use super::*;

fn game(files: usize, ranks: usize) -> CriticalMass {
    CriticalMass::new(files, ranks).unwrap()
}

fn read(text: &str) -> Board {
    game(3, 3).read_position(text).unwrap()
}

/// The game a second time, as plainly as can be: atoms by square, above zero for the side to move and below for the other.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Plain {
    atoms: Vec<i8>,
    /// Both have moved.
    begun: bool,
}

struct Plane {
    files: usize,
    ranks: usize,
}

impl Plane {
    fn neighbours(&self, square: usize) -> Vec<usize> {
        let (file, rank) = (square % self.files, square / self.files);
        let near = |other: &usize| (other % self.files).abs_diff(file) + (other / self.files).abs_diff(rank) == 1;
        (0..self.files * self.ranks).filter(near).collect()
    }

    fn start(&self) -> Plain {
        Plain { atoms: vec![0; self.files * self.ranks], begun: false }
    }

    /// The position after a move, seen from the side that is then to move, and whether the game is won by it; `None` if it is not legal.
    fn after(&self, plain: &Plain, square: usize) -> Option<(Plain, bool)> {
        if plain.atoms[square] < 0 {
            return None;
        }
        let mut atoms = plain.atoms.clone();
        let begun = plain.begun || atoms.iter().any(|&atoms| atoms != 0);
        let won = |atoms: &[i8]| begun && atoms.iter().all(|&atoms| atoms >= 0);
        atoms[square] += 1;
        while !won(&atoms) {
            let full: Vec<usize> = (0..atoms.len())
                .filter(|&square| usize::from(atoms[square].unsigned_abs()) > self.neighbours(square).len())
                .collect();
            if full.is_empty() {
                break;
            }
            full.iter().for_each(|&square| atoms[square] = 0);
            for neighbour in full.iter().flat_map(|&square| self.neighbours(square)) {
                atoms[neighbour] = atoms[neighbour].abs() + 1;
            }
        }
        let won = won(&atoms);
        Some((Plain { atoms: atoms.iter().map(|atoms| -atoms).collect(), begun }, won))
    }

    fn perft(&self, plain: &Plain, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |(after, won): (Plain, bool)| if won { u64::from(depth == 1) } else { self.perft(&after, depth - 1) };
        (0..plain.atoms.len()).filter_map(|square| self.after(plain, square)).map(below).sum()
    }

    /// The smallest of the images of a position.
    fn image(&self, plain: Plain) -> Plain {
        let (files, ranks) = (self.files, self.ranks);
        let turned = |turn: &dyn Fn(usize, usize) -> usize| {
            let atoms = (0..files * ranks).map(|square| plain.atoms[turn(square % files, square / files)]).collect();
            Plain { atoms, begun: plain.begun }
        };
        let mut turns: Vec<Box<dyn Fn(usize, usize) -> usize>> = vec![
            Box::new(|file, rank| rank * files + file),
            Box::new(|file, rank| rank * files + files - 1 - file),
            Box::new(|file, rank| (ranks - 1 - rank) * files + file),
            Box::new(|file, rank| (ranks - 1 - rank) * files + files - 1 - file),
        ];
        if files == ranks {
            turns.push(Box::new(|file, rank| file * files + rank));
            turns.push(Box::new(|file, rank| file * files + files - 1 - rank));
            turns.push(Box::new(|file, rank| (files - 1 - file) * files + rank));
            turns.push(Box::new(|file, rank| (files - 1 - file) * files + files - 1 - rank));
        }
        turns.iter().map(|turn| turned(turn)).min().expect("there is the position itself")
    }

    /// Solves every position that can be reached, up to symmetry, backwards from the won ones. Returns the result of the start for the side to
    /// move, a number of plies above 0 if it wins and below if it loses; 0 if play goes on for ever, which no limit of plies is asked for.
    /// Then how many positions there are, and the most plies in which one is won.
    fn solve(&self) -> (i32, usize, i32) {
        let (mut positions, mut index) = (vec![self.start()], HashMap::from([(self.start(), 0)]));
        let (mut before, mut open): (Vec<Vec<usize>>, Vec<usize>) = (vec![Vec::new()], Vec::new());
        let (mut values, mut decided) = (Vec::new(), VecDeque::new());
        let mut at = 0;
        while at < positions.len() {
            let afters: Vec<_> = (0..self.files * self.ranks).filter_map(|square| self.after(&positions[at], square)).collect();
            let wins = afters.iter().any(|&(_, won)| won);
            values.push(i32::from(wins));
            if wins {
                decided.push_back(at);
            }
            open.push(afters.len());
            for (after, _) in afters.into_iter().filter(|&(_, won)| !won) {
                let after = self.image(after);
                let next = *index.entry(after.clone()).or_insert(positions.len());
                if next == positions.len() {
                    positions.push(after);
                    before.push(Vec::new());
                }
                before[next].push(at);
            }
            at += 1;
        }
        while let Some(at) = decided.pop_front() {
            for &from in &before[at] {
                open[from] -= 1;
                if values[from] != 0 || (values[at] > 0 && open[from] > 0) {
                    continue;
                }
                values[from] = if values[at] > 0 { -values[at] - 1 } else { 1 - values[at] };
                decided.push_back(from);
            }
        }
        (values[0], values.len(), values.iter().copied().max().unwrap_or(0))
    }
}

#[test]
fn the_rules_hold_in_random_games_on_every_size() {
    for (files, ranks, games) in [(5, 6, 5), (2, 2, 300), (2, 3, 300), (3, 2, 50), (3, 3, 100), (8, 2, 5), (8, 8, 1)] {
        let summary = check::rules(&game(files, ranks), games, 1).unwrap();
        assert!(summary.results[0] > 0 && summary.results[2] > 0 || games < 50, "{summary:?}");
    }
}

#[test]
fn move_counts_are_those_of_a_plain_program() {
    for (files, ranks, depth) in [(2, 2, 12), (2, 3, 8), (3, 2, 8), (3, 3, 6), (4, 3, 5), (5, 6, 3), (8, 8, 2)] {
        let (game, plane) = (game(files, ranks), Plane { files, ranks });
        for depth in 1..=depth {
            let count = perft::count(&game, &game.start(), depth);
            assert_eq!(count, plane.perft(&plane.start(), depth), "{} depth {depth}", game.name());
        }
    }
}

/// Crowded boards, where chains are long.
#[test]
fn whole_random_games_are_those_of_a_plain_program() {
    let mut waves = 0;
    for (number, (files, ranks)) in (0..60).zip([(5, 6), (8, 8), (3, 3), (2, 7), (4, 4)].into_iter().cycle()) {
        let (game, plane) = (game(files, ranks), Plane { files, ranks });
        let (mut board, mut plain) = (game.start(), plane.start());
        for ply in 0..200u64 {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            let mv = moves[hash::mix(number << 16 | ply) as usize % moves.len()];
            let square = usize::from(mv.0 / 8) * files + usize::from(mv.0 % 8);
            waves += game.tactical(&board, mv).min(1);
            game.play(&mut board, mv);
            let (after, won) = plane.after(&plain, square).unwrap();
            plain = after;
            let count = |square: usize| {
                let bit = bits::bit(square % files, square / files);
                let atoms = board.count(bit) as i8;
                if board.own() & bit != 0 { atoms } else { -atoms }
            };
            let atoms: Vec<i8> = (0..files * ranks).map(count).collect();
            assert_eq!(atoms, plain.atoms, "{}", game.write_position(&board));
            assert_eq!(game.outcome(&board).is_some(), won || board.ply == game.longest());
            if game.outcome(&board).is_some() {
                break;
            }
        }
    }
    assert!(waves > 500, "{waves}");
}

/// The search to the end finds the value of the start, and in how many plies, of the plain solver.
fn check_solved(files: usize, ranks: usize, bits: i64) -> String {
    let started = std::time::Instant::now();
    let (value, positions, longest) = Plane { files, ranks }.solve();
    let solved = started.elapsed();
    let game = game(files, ranks);
    let plies = value.unsigned_abs();
    assert!(value != 0 && plies < game.longest().into(), "the limit of plies does not matter");
    let expected = if value > 0 { Score::win(0, plies as usize) } else { Score::loss(0, plies as usize) };
    let mut spec = Spec::preset(&game, "full-width").unwrap();
    spec.set("table", "bits", bits).unwrap();
    let started = std::time::Instant::now();
    let found = Engine::new(game.clone(), &spec).unwrap().search(&Position::start(&game), &Limits::depth(plies + 1));
    assert_eq!(found.score, expected, "{}", game.name());
    let searched = started.elapsed();
    format!(
        "{}: {expected}, {positions} positions, longest win {longest}, solved in {solved:.1?}; {} nodes in {searched:.1?}",
        game.name(),
        found.nodes
    )
}

#[test]
fn the_search_solves_small_boards_as_a_plain_solver_does() {
    let loss = check_solved(2, 2, 16);
    assert!(loss.contains("loss in 8"), "{loss}");
    let win = check_solved(2, 3, 20);
    assert!(win.contains("win in 25"), "{win}");
}

#[test]
#[ignore = "takes a minute: cargo xtask theory critical-mass-3x3"]
#[allow(clippy::print_stdout)]
fn the_search_solves_3x3_as_a_plain_solver_does() {
    let report = check_solved(3, 3, 24);
    println!("{report}");
    assert!(report.starts_with("critical-mass-3x3: win in 35, 1304707 positions, longest win 75"), "{report}");
}

fn check_play(files: usize, ranks: usize, start: &str, mv: &str, expected: &str) {
    let game = game(files, ranks);
    let position = Position::read(&game, Some(start), &[mv]).unwrap();
    assert_eq!(game.write_position(position.state()), expected, "{start} after {mv}");
}

#[test]
fn a_square_above_its_number_of_neighbours_empties_and_gives_one_to_each() {
    check_play(3, 3, "3/1a1/A2 A 2", "a1", "3/1a1/B2 a 3");
    check_play(3, 3, "3/1a1/B2 A 4", "a1", "3/Aa1/1A1 a 5");
    check_play(3, 3, "a2/C2/3 A 6", "a2", "B2/1A1/A2 a 7");
    check_play(3, 3, "b2/1D1/3 A 8", "b2", "bA1/A1A/1A1 a 9");
    check_play(3, 3, "1a1/1D1/3 A 8", "b2", "1B1/A1A/1A1 a 9");
}

#[test]
fn explosions_come_in_waves_and_what_is_left_over_is_lost() {
    // After b2, a2 and b1 explode at once and make four on a1, which gives two and loses two.
    check_play(3, 3, "2a/CD1/bC1 A 16", "b2", "AAa/ABA/1AA a 17");
}

#[test]
fn the_chain_stops_when_everything_is_owned() {
    let game = game(2, 2);
    let position = Position::read(&game, Some("ba/BB A 8"), &["a1"]).unwrap();
    assert_eq!(game.write_position(position.state()), "1C/B1 a 9");
    assert_eq!(position.outcome(&game), Some(Outcome::win(Side::First)));
}

#[test]
fn nobody_wins_before_both_have_moved_and_the_last_ply_draws() {
    let game = game(3, 3);
    let end = |text: &str| ending(&game, &read(text));
    assert_eq!(end("3/1A1/3 a 1"), None);
    assert_eq!(end("3/AaA/3 A 178"), None);
    assert_eq!(end("3/AaA/3 A 180"), Some(Outcome::Draw));
    assert_eq!(end("2B/1A1/3 a 9"), Some(Outcome::win(Side::First)));
}

#[test]
fn explosions_are_tactical_by_what_lies_around_them() {
    let (game, board) = (game(3, 3), read("2a/Bc1/Bb1 A 12"));
    let value = |text: &str| game.tactical(&board, game.read_move(&board, text).unwrap());
    assert_eq!(["a1", "a2", "c1"].map(value), [2, 0, 0]);
    let board = read("Ba1/Cd1/Bc1 A 20");
    let value = |text: &str| game.tactical(&board, game.read_move(&board, text).unwrap());
    assert_eq!(["a1", "a2"].map(value), [1 + 1 + 8, 1 + 1 + 12]);
    // An explosion among empty squares only loses an atom.
    let board = read("B1a/2a/3 A 4");
    assert!((1..CriticalMass::FAIR).contains(&game.tactical(&board, game.read_move(&board, "a3").unwrap())));
}

#[test]
fn a_pass_makes_sense_only_with_a_quiet_move_that_nobody_threatens() {
    for (text, passes) in [("3/1a1/A2 A 2", true), ("3/3/3 A 0", false), ("bab/1D1/bab A 14", false), ("3/1A1/3 a 1", false)] {
        let (before, mut after) = (read(text), read(text));
        assert_eq!(game(3, 3).pass(&mut after), passes, "{text}");
        assert_eq!(after.ply, before.ply + u16::from(passes));
    }
}

#[test]
fn both_sides_see_the_board_alike() {
    let game = game(3, 3);
    let seen = ["2B/1a1/Ab1 A 8", "2b/1A1/aB1 a 9"].map(|text| {
        let (board, mut inputs, mut terms) = (read(text), InputSet::default(), Vec::new());
        game.active_inputs(&board, &mut inputs);
        game.terms(&board, &mut terms);
        (inputs, terms)
    });
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].1, [0, 0, 1, 0, 2, 1]);
}

#[test]
fn atoms_say_what_a_move_does() {
    let game = game(3, 3);
    let atoms = |text: &str, previous: Option<Move>, mv: &str| {
        let board = read(text);
        let mask = game.atoms_of(&board, previous, game.read_move(&board, mv).unwrap(), u64::MAX);
        let names: Vec<&str> = (0..).zip(game.atoms()).filter(|(i, _)| mask >> i & 1 != 0).map(|(_, card)| card.name).collect();
        names.join(" ")
    };
    assert_eq!(atoms("3/3/3 A 0", None, "a1"), "Te Rc Nn");
    assert_eq!(atoms("3/1a1/A2 A 2", Some(Move(9)), "a1"), "Tp Rc Nn");
    assert_eq!(atoms("3/a2/B2 A 4", Some(Move(8)), "a1"), "Ex Ec Ew Rc Pn");
    assert_eq!(atoms("3/3/bA1 A 4", None, "b1"), "Re Sx");
}

#[test]
fn a_game_is_written_move_by_move() {
    let game = game(2, 3);
    let mut position = Position::start(&game);
    for (mv, text) in [
        ("a1", "2/2/A1 a 1"),
        ("b3", "1a/2/A1 A 2"),
        ("a1", "1a/2/B1 a 3"),
        ("a2", "1a/a1/B1 A 4"),
        ("a1", "1a/B1/1A a 5"),
        ("b3", "1b/B1/1A A 6"),
        ("a2", "1b/C1/1A a 7"),
        ("b3", "a1/Ca/1A A 8"),
        ("a2", "B1/1B/AA a 9"),
    ] {
        position.play_text(&game, mv).unwrap();
        assert_eq!(game.write_position(position.state()), text, "after {mv}");
    }
    assert_eq!(position.outcome(&game), Some(Outcome::win(Side::First)));
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    for (text, expected) in [
        ("", "3 ranks"),
        ("3/3 A 0", "3 ranks"),
        ("5/5/5/5/5/5 A 0", "3 ranks"),
        ("4/3/3 A 0", "3 squares"),
        ("3/2/3 A 0", "3 squares"),
        ("3/2I/3 A 2", "not `I`"),
        ("3/x2/3 A 2", "not `x`"),
        ("3/3/3", "`A` or `a`"),
        ("3/3/3 A", "`A` or `a`"),
        ("3/3/3 w 0", "`A` or `a`"),
        ("3/3/3 A x", "number of plies"),
        ("3/3/3 A +0", "number of plies"),
        ("3/3/3 A 00", "number of plies"),
        ("3/3/3 A 0 1", "number of plies"),
        ("3/3/3 A 70000", "number of plies"),
        ("3/3/3 a 0", "even number"),
        ("A2/3/2a A 3", "even number"),
        ("A2/3/2a A 182", "at most 180"),
        ("A2/3/3 A 0", "empty board"),
        ("3/3/3 a 1", "just moved"),
        ("3/3/3 A 2", "just moved"),
        ("A2/3/3 A 2", "just moved"),
        ("a2/3/3 a 1", "just moved"),
        ("B2/3/3 a 1", "one atom"),
        ("A2/a2/3 a 1", "one atom"),
        ("A2/a2/A2 A 2", "not 3 after 2"),
        ("C2/a2/3 A 8", "at most 2 atoms on a3"),
        ("A2/d2/3 A 8", "at most 3 atoms on a2"),
        ("A2/1e1/3 A 8", "at most 4 atoms on b2"),
        ("E2/A2/3 a 9", "at most 2 atoms on a3"),
        ("A2/A2/3 a 3", "at least three"),
        ("😀/3/3 A 0", "rank 3"),
    ] {
        let error = game(3, 3).read_position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(CriticalMass::new(1, 3).is_none() && CriticalMass::new(5, 9).is_none());
}

#[test]
fn what_is_no_legal_move_is_refused() {
    let (game, board) = (game(3, 3), read("3/1a1/A2 A 2"));
    for text in ["", "b2", "d1", "a4", "a0", "A1", "a1a1", "😀"] {
        assert!(game.read_move(&board, text).is_err(), "{text}");
    }
}
