use plysmith::Position;
use plysmith::game::{check, ending, perft};

use super::*;

type Loa = LinesOfAction<8>;

fn read(text: &str) -> Board {
    Loa::new().read_position(text).unwrap()
}

/// The position after a move.
fn after(text: &str, mv: &str) -> Board {
    let (game, mut board) = (Loa::new(), read(text));
    let mv = game.read_move(&board, mv).unwrap();
    game.play(&mut board, mv);
    board
}

#[test]
fn the_rules_of_loa_hold_in_random_games_on_every_size() {
    check::rules(&LinesOfAction::<8>::new(), 1_000, 1).unwrap();
    check::rules(&LinesOfAction::<7>::new(), 100, 2).unwrap();
    check::rules(&LinesOfAction::<6>::new(), 200, 3).unwrap();
    check::rules(&LinesOfAction::<5>::new(), 200, 4).unwrap();
    check::rules(&LinesOfAction::<4>::new(), 200, 5).unwrap();
}

/// From `shared/oracles/loa.csv`: OpenSpiel 2.0.2 up to three plies, and a plain program.
#[test]
fn loa_perft_from_the_start_equals_the_published_counts() {
    let game = Loa::new();
    for (depth, count) in (1..).zip([36, 1_244, 44_952, 1_563_208]) {
        assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
    }
}
