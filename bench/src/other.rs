//! Time to depth against the crate `minimax` 0.6, on the same bitboard game with the same evaluation.

use anyhow::{Result, ensure};
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use plysmith::game::Outcome;
use plysmith::{Engine, Game, Limits, Position, Spec};
use plysmith_games::breakthrough::{Board, Breakthrough, Move};

use crate::report::{Report, Target};
use crate::speed::timed;

const GAME: Breakthrough<8, 8> = Breakthrough::new();
const DEPTH: u8 = 10;

/// The rules for the other crate: our board with its hash kept up to date, as that crate asks.
struct Rules;

#[derive(Clone)]
struct Hashed {
    board: Board,
    hash: u64,
}

impl minimax::Game for Rules {
    type S = Hashed;
    type M = Move;

    fn generate_moves(state: &Hashed, moves: &mut Vec<Move>) -> Option<Winner> {
        let winner = Rules::get_winner(state);
        if winner.is_none() {
            GAME.moves(&state.board, moves);
        }
        winner
    }

    fn apply(state: &mut Hashed, mv: Move) -> Option<Hashed> {
        let mut board = state.board.clone();
        GAME.play(&mut board, mv);
        let hash = GAME.hash_after(&state.board, state.hash, mv, &board);
        Some(Hashed { board, hash })
    }

    fn get_winner(state: &Hashed) -> Option<Winner> {
        GAME.outcome(&state.board).map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win { side, .. } if side == GAME.side(&state.board) => Winner::PlayerToMove,
            Outcome::Win { .. } => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &Hashed) -> u64 {
        state.hash
    }

    fn table_index(mv: Move) -> u16 {
        GAME.move_id(mv) as u16
    }

    fn max_table_index() -> u16 {
        GAME.move_ids() as u16 - 1
    }
}

#[derive(Clone)]
struct Knowledge(Breakthrough<8, 8>);

impl Evaluator for Knowledge {
    type G = Rules;

    fn evaluate(&self, state: &Hashed) -> Evaluation {
        self.0.evaluate(&state.board) as Evaluation
    }
}

/// The other crate's iterative modes, each with the table that it comes with and with one as large as ours.
fn modes() -> Vec<(String, IterativeOptions)> {
    let new = IterativeOptions::new;
    let modes = [
        ("as it comes", new()),
        ("MTD(f)", new().with_mtdf()),
        ("null window off", new().with_null_window_search(false)),
        ("countermoves and history", new().with_countermoves().with_countermove_history()),
        ("aspiration", new().with_aspiration_window(40)),
    ];
    let sizes = |(name, options): (&str, IterativeOptions)| {
        [(format!("{name}, 1 MiB"), options), (format!("{name}, 64 MiB"), options.with_table_byte_size(64 << 20))]
    };
    modes.into_iter().flat_map(sizes).collect()
}

/// CPU time to complete the depth, and the value at the root.
fn theirs(options: IterativeOptions, evaluation: &Breakthrough<8, 8>) -> (f64, i32) {
    let mut search = IterativeSearch::new(Knowledge(evaluation.clone()), options);
    search.set_max_depth(DEPTH);
    let board = GAME.start();
    let state = Hashed { hash: GAME.hash(&board), board };
    let run = timed(|| {
        search.choose_move(&state);
        0
    });
    (run.seconds, search.root_value().into())
}

/// Compares with both evaluations; the target is for the one with ranks.
pub fn compare(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("CPU time to complete depth 10 from the start, against the crate minimax 0.6, the same game and evaluation");
    for (name, target) in [("advance", Target::AtLeast(8.0)), ("material", Target::None)] {
        // What can change the value of a position would make both incomparable.
        let mut spec = Spec::preset(&GAME, "full-width")?;
        spec.evaluate_by(name);
        let mut engine = Engine::new(GAME, &spec)?;
        let evaluation = engine.game().clone();
        // Their modes are tried once; the fastest one runs in every round.
        let mut best = (f64::MAX, 0);
        for (i, (mode, options)) in modes().into_iter().enumerate() {
            let (seconds, value) = theirs(options, &evaluation);
            report.say(&format!("  {name}: minimax, {mode}: {seconds:.2} s, value {value}"));
            if seconds < best.0 {
                best = (seconds, i);
            }
        }
        let (mut ratios, mut times) = (Vec::new(), Vec::new());
        for _ in 0..rounds.max(5) {
            engine.new_game();
            let mut score = 0;
            let ours = timed(|| {
                let found = engine.search(&Position::start(&GAME), &Limits::depth(DEPTH.into()));
                score = found.score.points();
                found.nodes
            });
            let (mode, options) = modes().swap_remove(best.1);
            let (seconds, value) = theirs(options, &evaluation);
            ensure!(score == value, "{name}: our value is {score}, that of minimax ({mode}) is {value}");
            ratios.push(seconds / ours.seconds);
            times.push(ours.seconds);
        }
        report.figure(&format!("{name}: time of minimax ({}) against ours", modes()[best.1].0), "×", ratios, target);
        report.figure(&format!("{name}: our time"), "s", times, Target::None);
    }
    Ok(())
}
