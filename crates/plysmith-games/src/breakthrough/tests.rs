//! Tests of Breakthrough.

use plysmith::game::{check, ending, perft};
use rand::{RngExt, SeedableRng};

use super::*;

#[test]
fn the_rules_hold_in_random_games_on_every_size() {
    check::rules(&Breakthrough::<8, 8>::new(), 200, 1).unwrap();
    check::rules(&Breakthrough::<6, 6>::new(), 200, 2).unwrap();
    check::rules(&Breakthrough::<5, 5>::new(), 200, 3).unwrap();
    check::rules(&Breakthrough::<3, 7>::new(), 200, 4).unwrap();
}

/// Counts of independent programs, OpenSpiel 2.0.2 among them, which plays 5×5 with one row of pieces each.
#[test]
fn perft_from_the_start_equals_the_published_counts() {
    fn counts<const N: usize, const ROWS: usize>(published: &[u64]) {
        let game = Breakthrough::<N, N, ROWS>::new();
        for (i, &count) in published.iter().enumerate() {
            assert_eq!(perft::count(&game, &game.start(), i as u32 + 1), count, "{} depth {}", game.name(), i + 1);
        }
    }
    counts::<8, 2>(&[22, 484, 11_132, 256_036, 6_182_818]);
    counts::<6, 2>(&[16, 256, 4_308, 71_478, 1_248_290]);
    counts::<5, 1>(&[13, 169, 1_911, 21_514, 232_478, 2_467_006]);
}

/// A plain implementation on a map of squares, for sizes without published counts.
fn plain_count(pieces: &std::collections::BTreeMap<(i32, i32), Side>, side: Side, depth: u32, files: i32, ranks: i32) -> u64 {
    let goal = |side| if side == Side::First { ranks - 1 } else { 0 };
    if depth == 0 {
        return 1;
    }
    if pieces.iter().any(|(&(_, rank), &owner)| rank == goal(owner)) || !pieces.values().any(|&owner| owner == side) {
        return 0;
    }
    let forward = if side == Side::First { 1 } else { -1 };
    let mut count = 0;
    for (&(file, rank), _) in pieces.iter().filter(|&(_, &owner)| owner == side) {
        for aside in [-1, 0, 1] {
            let to = (file + aside, rank + forward);
            let met = pieces.get(&to);
            if (0..files).contains(&to.0) && met != Some(&side) && (met.is_none() || aside != 0) {
                let mut after = pieces.clone();
                after.remove(&(file, rank));
                after.insert(to, side);
                count += plain_count(&after, side.other(), depth - 1, files, ranks);
            }
        }
    }
    count
}

#[test]
fn perft_equals_that_of_a_plain_implementation() {
    fn compare<const FILES: usize, const RANKS: usize>(depth: u32) {
        let game = Breakthrough::<FILES, RANKS>::new();
        let rows = |first: usize| (0..FILES).flat_map(move |file| [(file as i32, first as i32), (file as i32, first as i32 + 1)]);
        let first = rows(0).map(|square| (square, Side::First));
        let pieces = first.chain(rows(RANKS - 2).map(|square| (square, Side::Second))).collect();
        let plain = plain_count(&pieces, Side::First, depth, FILES as i32, RANKS as i32);
        assert_eq!(perft::count(&game, &game.start(), depth), plain, "{FILES}×{RANKS}");
    }
    compare::<5, 5>(4);
    compare::<3, 5>(6);
    compare::<2, 7>(7);
    compare::<7, 6>(3);
}

#[test]
fn reaching_the_last_row_or_taking_everything_wins() {
    let game = Breakthrough::<8, 8>::new();
    let after = |text: &str, mv: &str| {
        let mut board = game.read_position(text).unwrap();
        let mv = game.read_move(&board, mv).unwrap();
        game.play(&mut board, mv);
        ending(&game, &board)
    };
    assert_eq!(after("8/P7/8/8/8/8/7p/8 w", "a7a8"), Some(Outcome::win(Side::First)));
    assert_eq!(after("8/P7/8/8/8/8/7p/8 b - - 3 9", "h2h1"), Some(Outcome::win(Side::Second)));
    assert_eq!(after("8/8/8/1p6/P7/8/8/8 w", "a4b5"), Some(Outcome::win(Side::First)));
    assert_eq!(after("8/8/8/1p6/P7/8/8/8 w", "a4a5"), None);
}

#[test]
fn check_is_a_piece_that_arrives_with_the_next_move_and_not_later_than_ones_own() {
    let game = Breakthrough::<8, 8>::new();
    for (text, checked, passes) in [
        ("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", false, true),
        ("8/8/8/8/P7/8/7p/8 w", true, false),
        ("8/8/8/8/P7/8/7p/6PP w", true, false), // Straight ahead is blocked, but there is something to capture.
        ("8/8/8/8/P7/8/7p/6P1 w", true, false), // The piece can be captured: that is an answer.
        ("8/8/8/8/P7/7p/8/8 w", false, true),
        ("8/P7/8/8/8/8/7p/8 w", false, false), // Both arrive, and the side to move is first.
        ("8/P7/8/8/8/7p/8/8 b", true, false),
    ] {
        let board = game.read_position(text).unwrap();
        assert_eq!((game.in_check(&board), game.pass(&mut board.clone())), (checked, passes), "{text}");
    }
}

/// The same in random games, against every move of the opponent.
#[test]
fn check_is_what_the_moves_of_the_opponent_say() {
    fn compare<const FILES: usize, const RANKS: usize>(seed: u64) {
        let game = Breakthrough::<FILES, RANKS>::new();
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let wins = |board: &Board| {
            let mut moves = Vec::new();
            game.moves(board, &mut moves);
            moves.iter().any(|mv| usize::from(mv.to / 8) == RANKS - 1)
        };
        let mut checks = 0;
        for _ in 0..200 {
            let mut board = game.start();
            while game.outcome(&board).is_none() {
                let turned = Breakthrough::<FILES, RANKS>::board(
                    bits::flip(board.enemy, RANKS),
                    bits::flip(board.own, RANKS),
                    board.side.other(),
                );
                let expected = wins(&turned) && !wins(&board);
                assert_eq!(game.in_check(&board), expected, "{}", game.write_position(&board));
                checks += u32::from(expected);
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                game.play(&mut board, moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(checks > 50, "{checks}");
    }
    compare::<8, 8>(1);
    compare::<2, 5>(2);
    compare::<5, 6>(3);
}

#[test]
fn what_cannot_be_a_position_is_refused() {
    let game = Breakthrough::<8, 8>::new();
    let rest = "/8/8/8/8/8/8/PPPPPPPP";
    for text in [
        "",
        "w",
        "pppppppp w",
        &format!("ppppppppp{rest} w"),
        &format!("ppppppp{rest} w"),
        &format!("pppppppx{rest} w"),
        &format!("pppppppp{rest}"),
        &format!("pppppppp{rest} x"),
        &format!("pppppppp{rest} w - -"),
        &format!("pppppppp{rest} w - - 0 one"),
        "pppppppp/pppppppp/pppppppp/8/8/8/8/PPPPPPPP w",
        "P7/8/8/8/8/8/8/7p w",
        "P7/8/8/8/8/8/p7/8 w",
        "8/8/8/8/8/8/P7/8 w",
        "8/8/8/8/8/8/P7/pp6 w",
        "😀/8/8/8/8/8/8/8 w",
    ] {
        assert!(game.read_position(text).is_err(), "{text}");
    }
}

/// What each evaluation says of a position in which White has two pieces, on b5 and e2, and Black one, on c6.
#[test]
fn the_evaluations_of_the_thesis_see_what_they_should() {
    let game = Breakthrough::<8, 8>::new();
    let value = |index: usize, weights: &[i32], text: &str| {
        let game = game.with_evaluation(index, weights);
        game.evaluate(&game.read_position(text).unwrap())
    };
    let text = "8/8/2p5/1P6/8/8/4P3/8 w";
    assert_eq!(value(1, &[100], text), 100);
    // Ranks from the own side, counted from 0: 4 and 1 against 2.
    assert_eq!(value(2, &[10], text), 10 * (4 + 1 - 2));
    // The piece on b5 is attacked by c6, and so is c6 by b5: nobody has an advanced piece that is safe.
    assert_eq!(value(3, &[100, 10], text), 100);
    assert_eq!(value(3, &[100, 10], "8/8/2p5/P7/8/8/4P3/8 w"), 100 + 10, "a5 is safe, on the first rank of the far half");
    assert_eq!(value(3, &[100, 10], "8/8/2p5/P7/8/8/4P3/8 b"), -100 - 10);
    // Of all that is safe there is e2 alone; then a5 and e2 against c6.
    assert_eq!(value(4, &[100, 10], text), 100 + 10);
    assert_eq!(value(4, &[100, 10], "8/8/2p5/P7/8/8/4P3/8 w"), 100 + 10 * (4 + 1 - 2));
}

/// Counted piece by piece, on boards of as many ranks as an octal digit has values and of fewer.
#[test]
fn views_count_what_a_look_at_every_piece_would() {
    fn agrees<const FILES: usize, const RANKS: usize>(seed: u64) {
        type Views = [i32; 3];
        let game = Breakthrough::<FILES, RANKS>::new();
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let piece_by_piece = |own: u64, enemy: u64| -> Views {
            let mut views = [0; 3];
            for square in bits::squares(own) {
                let (file, rank) = (i32::from(square) % 8, i32::from(square) / 8);
                let attacker = |aside: i32| {
                    let (x, y) = (file + aside, rank + 1);
                    (0..FILES as i32).contains(&x) && y < RANKS as i32 && enemy >> (8 * y + x) & 1 != 0
                };
                let safe = !attacker(-1) && !attacker(1);
                let beyond = (rank + 1 - RANKS as i32 / 2).max(0);
                views[0] += rank;
                views[1] += i32::from(safe) * beyond;
                views[2] += i32::from(safe) * rank;
            }
            views
        };
        for _ in 0..100 {
            let mut board = game.start();
            while game.outcome(&board).is_none() {
                let ours = piece_by_piece(board.own, board.enemy);
                let theirs = piece_by_piece(bits::flip(board.enemy, RANKS), bits::flip(board.own, RANKS));
                let expected: Views = std::array::from_fn(|at| ours[at] - theirs[at]);
                let found: Views =
                    [View::March, View::SafeAdvance, View::SafeMarch].map(|view| Breakthrough::<FILES, RANKS>::count(&board, view));
                assert_eq!(found, expected, "{}", game.write_position(&board));
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                game.play(&mut board, moves[rng.random_range(0..moves.len())]);
            }
        }
    }
    agrees::<8, 8>(1);
    agrees::<5, 6>(2);
    agrees::<3, 7>(3);
    agrees::<2, 5>(4);
}

/// The atoms of a move, by name.
fn atoms(text: &str, previous: Option<&str>, mv: &str) -> Vec<&'static str> {
    let game = Breakthrough::<8, 8>::new();
    let mut board = game.read_position(text).unwrap();
    let mut last = None;
    if let Some(previous) = previous {
        let mv = game.read_move(&board, previous).unwrap();
        game.play(&mut board, mv);
        last = Some(mv);
    }
    let mv = game.read_move(&board, mv).unwrap();
    let found = game.atoms_of(&board, last, mv, u64::MAX);
    let cards = game.atoms().iter().enumerate();
    cards.filter(|(index, _)| found >> index & 1 != 0).map(|(_, card)| card.name).collect()
}

#[test]
fn the_atoms_of_a_move_are_those_of_the_thesis() {
    // A quiet move in the own half, in the middle, which a piece could capture.
    assert_eq!(atoms("8/8/8/3p4/8/8/4P3/8 w", None, "e2e3"), ["Ud", "PP", "Rdb", "RdBt", "Mr"]);
    assert_eq!(atoms("8/8/8/8/3p4/8/4P3/8 w", None, "e2e3"), ["PP", "Rdb", "RdBt", "Mr"]);
    // Something stands on the file ahead.
    assert_eq!(atoms("4p3/8/8/8/8/8/P3P3/8 w", None, "e2e3"), ["Ud", "Rdb", "RdBt", "Mr"]);
    // A capture of the piece that moved last, and of another one.
    assert_eq!(atoms("8/7p/p7/8/1P6/8/8/8 b", Some("a6a5"), "b4a5"), ["Ud", "PP", "Rc", "C", "Rdt", "RdTb", "Edg"]);
    assert_eq!(atoms("8/7p/8/p7/1P6/8/8/8 b", Some("h7h6"), "b4a5"), ["Ud", "PP", "C", "Rdt", "RdTb", "Edg"]);
    // Into the last two rows.
    assert_eq!(atoms("8/8/1P6/8/8/7p/8/8 w", None, "b6b7"), ["Ud", "PP", "Rdt", "RdTt", "Edg"]);
    // Opposite an enemy piece that cannot capture: about to go around it.
    assert_eq!(atoms("8/8/8/4p3/8/4P3/8/8 w", None, "e3e4"), ["Ud", "Rdb", "RdBt", "Mr", "Udp"]);
    // The same with an own piece behind: it is blocked by two.
    assert_eq!(atoms("8/8/8/4p3/8/3PP3/8/8 w", None, "d3e4"), ["Ud", "Rdb", "RdBt", "Mr", "Udp", "Bv2"]);
    // Among own pieces: five of the eight squares around.
    assert_eq!(atoms("p7/8/8/8/8/3PPP2/3P1P2/4P3 w", None, "e1e2"), ["Ud", "Ms", "Rdb", "RdBb", "Mr"]);
}

/// Counted square by square, at the edges too, and for one move as for all.
#[test]
fn who_is_among_own_pieces_is_so_in_random_games() {
    fn agrees<const FILES: usize, const RANKS: usize>(seed: u64) -> usize {
        let game = Breakthrough::<FILES, RANKS>::new();
        let ms = 1 << game.atoms().iter().position(|atom| atom.name == "Ms").unwrap();
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let (mut found, mut moves, mut atoms) = (0, Vec::new(), Vec::new());
        for _ in 0..100 {
            let mut board = game.start();
            while game.outcome(&board).is_none() {
                moves.clear();
                atoms.clear();
                game.moves(&board, &mut moves);
                game.atoms_of_moves(&board, None, &moves, ms, &mut atoms);
                for (mv, atoms) in moves.iter().zip(&atoms) {
                    let (file, rank) = (i32::from(mv.to) % 8, i32::from(mv.to) / 8);
                    let around = (-1..=1).flat_map(|up| (-1..=1).map(move |aside| (file + aside, rank + up)));
                    let inside = |&(x, y): &(i32, i32)| (0..FILES as i32).contains(&x) && (0..RANKS as i32).contains(&y);
                    let around: Vec<_> = around.filter(|at| *at != (file, rank) && inside(at)).collect();
                    let own = board.own & !(1 << mv.from);
                    let beside = around.iter().filter(|(x, y)| own >> (8 * y + x) & 1 != 0).count();
                    assert_eq!(*atoms != 0, 2 * beside > around.len(), "{mv:?} in {board:?}");
                    assert_eq!(*atoms, game.atoms_of(&board, None, *mv, ms));
                    found += usize::from(*atoms != 0);
                }
                game.play(&mut board, moves[rng.random_range(0..moves.len())]);
            }
        }
        found
    }
    assert!(agrees::<8, 8>(1) > 1_000 && agrees::<6, 6>(2) > 100 && agrees::<2, 5>(3) > 10);
}

#[test]
fn atoms_have_the_groups_and_parents_of_the_thesis() {
    let game = Breakthrough::<8, 8>::new();
    assert_eq!(game.atoms().len(), 15);
    let groups: std::collections::BTreeSet<&str> = game.atoms().iter().map(|atom| atom.group).collect();
    assert_eq!(groups.len(), 8);
    // With these groups there are as many features of one to three atoms as the thesis counts.
    let cards = game.atoms();
    let apart = |i: usize, j: usize| cards[i].group != cards[j].group;
    let (mut pairs, mut triples) = (0, 0);
    for i in 0..cards.len() {
        for j in 0..i {
            pairs += usize::from(apart(i, j));
            triples += (0..j).filter(|&k| apart(i, j) && apart(i, k) && apart(j, k)).count();
        }
    }
    assert_eq!(cards.len() + pairs + triples, 377);
}
