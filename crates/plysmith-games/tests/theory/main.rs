//! Games whose value is known: the search must find it, and a second program that shares nothing with the games or the search must agree.
//!
//! What takes long is ignored here and run by `cargo xtask theory`, which shows the figures.
#![allow(clippy::print_stdout, reason = "`cargo xtask theory` shows the figures")]

mod breakthrough;
mod othello;

use std::time::{Duration, Instant};

use plysmith::game::{Game, Side, ending, hash, perft};
use plysmith::{Engine, Limits, Position, Prover, Score, Spec};
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::othello::{Board, Othello};

use breakthrough::Solver;
use othello::Plain;

/// Shows what is known of a game and what was found.
fn show(game: &str, known: &str, ours: &str, nodes: u64, time: Duration, second: &str) {
    println!("{game}");
    println!("  known          {known}");
    println!("  our search     {ours}, {nodes} nodes, {:.1} s", time.as_secs_f64());
    println!("  second program {second}");
}

/// The result in discs for the side to move.
fn discs(score: Score) -> Option<i32> {
    match (score.won_in(), score.lost_in()) {
        (Some((_, margin)), _) => Some(i32::from(margin)),
        (_, Some((_, margin))) => Some(-i32::from(margin)),
        _ => (score == Score::DRAW).then_some(0),
    }
}

/// The second program's value of a position, with empty squares for the winner.
fn plain_value<const N: usize>(game: &Othello<N>, board: &Board) -> i32 {
    let disc = |letter| i8::from(letter == b'X') - i8::from(letter == b'O');
    let squares: Vec<i8> = game.write_position(board).bytes().take(N * N).map(disc).collect();
    let side = if game.side(board) == Side::First { 1 } else { -1 };
    Plain { size: N as i32, fill: true }.solve(&squares, side, false)
}

/// The winner is folklore; the score of 3 to 11, with two squares that stay empty, is that of the second program.
#[test]
fn othello_4x4_is_won_by_the_second_side() {
    let plain = Plain { size: 4, fill: false };
    assert_eq!(plain.solve(&plain.start(), 1, false), -8);
    let game = Othello::<4>::new();
    let second = plain_value(&game, &game.start());
    let since = Instant::now();
    let mut engine = Engine::preset(game.clone(), "full-width").unwrap();
    let found = engine.search(&Position::start(&game), &Limits::depth(24));
    let time = since.elapsed();
    show("othello-4x4", "won by the second side", &found.score.to_string(), found.nodes, time, &format!("{second} discs"));
    assert_eq!((discs(found.score), second), (Some(-10), -10));
}

#[test]
fn the_search_solves_every_position_of_its_best_line_on_4x4_as_the_second_program_does() {
    let game = Othello::<4>::new();
    let mut engine = Engine::preset(game.clone(), "full-width").unwrap();
    let mut board = game.start();
    while ending(&game, &board).is_none() {
        let found = engine.search(&Position::from_state(&game, board.clone()), &Limits::depth(24));
        assert_eq!(discs(found.score), Some(plain_value(&game, &board)), "{}", game.write_position(&board));
        game.play(&mut board, found.best.unwrap());
    }
}

#[test]
fn othello_has_the_counts_of_the_second_program_on_every_size() {
    fn compare<const N: usize>(deepest: u32) -> u64 {
        let (game, plain) = (Othello::<N>::new(), Plain { size: N as i32, fill: false });
        let mut sooner = 0;
        for plies in 1..=deepest {
            let (count, over) = plain.count(&plain.start(), 1, plies);
            assert_eq!(perft::count(&game, &game.start(), plies), count, "{N}×{N}, {plies} plies");
            sooner = over;
        }
        sooner
    }
    assert!(compare::<4>(9) > 0, "some games are over sooner");
    compare::<6>(7);
    compare::<8>(7);
}

/// Perfect play as J. Feinstein's program found it in 1993 (www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html): 16 to 20.
const PERFECT_6X6: &str = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1";

/// For solving: cutoffs by what the table knows of the children, a shallow look for a first move where it knows none, and mobility at the horizon, so
/// that positions with few replies come first.
const SOLVE_OTHELLO: &str = r#"
order = ["tt_order", "tactical_first", "worth", "killers"]
evaluation = "mobility"
[alpha_beta]
[table]
bits = 24
min_depth = 3
[tt_order]
[etc]
min_depth = 5
[iid]
[tactical_first]
[killers]
[history]
malus = true
[deepening]
step = 2
[pvs]
"#;

/// The position of the perfect game on 6×6 with so many squares empty; passes need not be written.
fn perfect_6x6(game: &Othello<6>, empty: usize) -> Board {
    let mut board = game.start();
    let pass = |board: &mut Board| {
        if let Ok(pass) = game.read_move(board, "pass") {
            game.play(board, pass);
        }
    };
    for text in PERFECT_6X6.split(' ').take(32 - empty) {
        pass(&mut board);
        let mv = game.read_move(&board, text).unwrap();
        game.play(&mut board, mv);
    }
    pass(&mut board);
    board
}

/// The value for the first side, and the nodes.
fn solve_6x6(game: &Othello<6>, board: Board, empty: usize) -> (i32, u64) {
    let side = game.side(&board);
    let mut engine = Engine::new(game.clone(), &Spec::parse(SOLVE_OTHELLO).unwrap()).unwrap();
    // Passes are plies too; no line has more than a few.
    let found = engine.search(&Position::from_state(game, board), &Limits::depth(empty as u32 + 8));
    let value = discs(found.score).expect("the search goes to the end");
    (if side == Side::First { value } else { -value }, found.nodes)
}

#[test]
fn othello_6x6_is_lost_by_four_discs_in_the_last_positions_of_the_perfect_game() {
    let game = Othello::<6>::new();
    for empty in 1..=14 {
        let board = perfect_6x6(&game, empty);
        if empty <= 7 {
            let value = plain_value(&game, &board);
            assert_eq!(if game.side(&board) == Side::First { value } else { -value }, -4, "{empty} empty squares");
        }
        assert_eq!(solve_6x6(&game, board, empty).0, -4, "{empty} empty squares");
    }
}

/// The whole game is out of reach: two empty squares more take seven to ten times the nodes. `PLYSMITH_EMPTY=24` goes further.
#[test]
#[ignore = "takes minutes: cargo xtask theory othello-6x6"]
fn othello_6x6_is_lost_by_four_discs_in_the_perfect_game() {
    let game = Othello::<6>::new();
    let most = std::env::var("PLYSMITH_EMPTY").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    for empty in (12..=most).step_by(2) {
        let since = Instant::now();
        let (value, nodes) = solve_6x6(&game, perfect_6x6(&game, empty), empty);
        let time = since.elapsed();
        show(
            &format!("othello-6x6, the perfect game with {empty} empty squares"),
            "16 to 20, so -4 (Feinstein 1993)",
            &format!("{value} discs"),
            nodes,
            time,
            "none: too slow from here",
        );
        assert_eq!(value, -4);
    }
}

/// No publication is known to us; the value is that of the second program.
#[test]
fn breakthrough_5x5_with_one_row_is_won_by_the_first_side() {
    let game = Breakthrough::<5, 5, 1>::new();
    let since = Instant::now();
    let proof = Prover::new(game.clone(), 22).prove(&Position::start(&game), 17, &Limits::default()).unwrap();
    let time = since.elapsed();
    let ours = format!("the first side wins in {} plies", proof.plies.unwrap());
    let second = Solver::start(1, 22);
    show("breakthrough-5x5-rows-1", "unpublished", &ours, proof.nodes, time, &second.to_string());
    assert!(second.wins);
    assert_eq!(proof.plies, Some(17));
}

/// Whether the side to move wins, by proofs that go deeper in turn: one of the sides must.
fn prover_says(prover: &mut Prover<Breakthrough<5, 5, 2>>, position: &Position<Breakthrough<5, 5, 2>>) -> bool {
    (2..60)
        .step_by(2)
        .find_map(|plies| {
            let won = prover.prove(position, plies - 1, &Limits::default()).unwrap().plies.is_some();
            let mut lost = || prover.prove_loss(position, plies, &Limits::default()).unwrap().is_some();
            if won { Some(true) } else { lost().then_some(false) }
        })
        .expect("every game ends")
}

/// Positions of random games, each solved by both.
#[test]
fn breakthrough_5x5_is_won_in_random_positions_by_whom_the_second_program_says() {
    let game = Breakthrough::<5, 5, 2>::new();
    let mut prover = Prover::new(game.clone(), 20);
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..150 {
        let mut position = Position::start(&game);
        for ply in 0..14u64 {
            let moves = position.moves(&game);
            let Some(choice) = hash::mix(hash::mix(seed) ^ ply).checked_rem(moves.len() as u64) else { break };
            position.play(&game, moves[choice as usize]);
        }
        if position.outcome(&game).is_some() {
            continue;
        }
        let text = game.write_position(position.state());
        let second = Solver::position(&text, 18);
        let ours = prover_says(&mut prover, &position);
        assert_eq!(ours, second.wins, "{text}");
        *(if ours { &mut wins } else { &mut losses }) += 1;
    }
    println!("{wins} positions won and {losses} lost for the side to move");
    assert!(wins >= 10 && losses >= 10);
}

/// Nothing but the end of the game counts, so that the search is one for wins; two plies deeper at a time, because only then something changes.
const SOLVE_BREAKTHROUGH: &str = r#"
order = ["tactical_first", "tt_order", "worth"]
weights = { piece = 0, rank_square = 0 }
[alpha_beta]
[table]
bits = 25
min_depth = 3
[symmetry]
[tt_order]
[tactical_first]
min_depth = 2
[history]
[deepening]
step = 2
[pvs]
"#;

/// Published by the player Tasmanian Devil, from a database of positions (littlegolem.net, forum of Breakthrough, topic `5x5 solved`, 2006-12-03): won
/// by the second side in 26 plies.
#[test]
#[ignore = "takes minutes: cargo xtask theory breakthrough-5x5"]
fn breakthrough_5x5_is_won_by_the_second_side_in_26_plies() {
    let game = Breakthrough::<5, 5, 2>::new();
    let since = Instant::now();
    let mut engine = Engine::new(game.clone(), &Spec::parse(SOLVE_BREAKTHROUGH).unwrap()).unwrap();
    let found = engine.search(&Position::start(&game), &Limits::depth(26));
    let time = since.elapsed();
    let second = Solver::start(2, 24);
    show(
        "breakthrough-5x5",
        "won by the second side in 26 plies (littlegolem.net, 2006)",
        &found.score.to_string(),
        found.nodes,
        time,
        &second.to_string(),
    );
    assert!(!second.wins);
    assert_eq!(found.score, Score::loss(0, 26));
}
