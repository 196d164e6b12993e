//! Forced wins in Breakthrough: how fast they are proven, and how fast a position without one is refuted.
//!
//! The positions come from games that the default engine plays against itself at depth 3, after six random plies: seven plies before the end there is
//! often a win in exactly seven. Nothing is remembered from one position to the next.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use plysmith::game::hash;
use plysmith::{Engine, Game as _, Limits, Position, Prover};
use plysmith_games::breakthrough::{Board, Breakthrough};

use crate::report::{Report, Target};
use crate::speed::{Run, timed};

type Game = Breakthrough<8, 8>;

const PLIES: u32 = 7;
const TABLE_BITS: u32 = 16;
/// Games a round.
const GAMES: u64 = 100;
const RANDOM_PLIES: u64 = 6;

/// The positions of a game, which begins at random.
fn self_play(game: &Game, engine: &mut Engine<Game>, number: u64) -> Vec<Board> {
    let mut position = Position::start(game);
    let mut states = vec![position.state().clone()];
    while position.outcome(game).is_none() {
        let ply = position.plies() as u64;
        let moves = position.moves(game);
        let mv = if ply < RANDOM_PLIES {
            moves[(hash::mix(number << 8 | ply) % moves.len() as u64) as usize]
        } else {
            engine.search(&position, &Limits::depth(3)).best.unwrap_or(moves[0])
        };
        position.play(game, mv);
        states.push(position.state().clone());
    }
    states
}

/// What came of proving some positions.
#[derive(Default)]
struct Tally {
    positions: f64,
    nodes: f64,
    seconds: f64,
}

impl Tally {
    fn add(&mut self, run: Run) {
        self.positions += 1.0;
        self.nodes += run.nodes as f64;
        self.seconds += run.seconds;
    }

    /// Positions a second, milliseconds and nodes for each, in every round.
    fn report(rounds: &[Tally], name: &str, target: Target, report: &mut Report) {
        let all = |of: fn(&Tally) -> f64| rounds.iter().map(of).collect::<Vec<f64>>();
        report.figure(&format!("{name}: speed"), "positions/s", all(|tally| tally.positions / tally.seconds), target);
        report.figure(&format!("{name}: time"), "ms", all(|tally| 1e3 * tally.seconds / tally.positions), Target::None);
        report.figure(&format!("{name}: nodes"), "nodes", all(|tally| tally.nodes / tally.positions), Target::None);
    }
}

/// The plies of the shortest win within [`PLIES`], and what it took to know it.
fn prove(prover: &mut Prover<Game>, state: &Board) -> Result<(Option<u32>, Run)> {
    prover.forget();
    let position = Position::from_state(prover.game(), state.clone());
    let mut plies = None;
    let run = timed(|| {
        prover.prove(&position, PLIES, &Limits::default()).map_or(0, |proof| {
            plies = proof.plies;
            proof.nodes
        })
    });
    ensure!(run.nodes > 0, "a proof without limits is undecided");
    Ok((plies, run))
}

/// Proofs and refutations, and how many wins in seven are found in a second with the games that they are found in.
pub fn compare(rounds: usize, report: &mut Report) -> Result<()> {
    report.say("forced wins in exactly 7 plies, Breakthrough 8×8, out of self-play at depth 3; all winning moves are found");
    let game = Game::new();
    let mut engine = Engine::preset(game.clone(), "default")?;
    let mut prover = Prover::new(game.clone(), TABLE_BITS);
    let (mut won, mut open, mut suite, mut file) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds as u64 {
        let (mut wins, mut refuted, mut found) = (Tally::default(), Tally::default(), 0.0);
        let mut seconds = 0.0;
        for number in 0..GAMES {
            let mut states = Vec::new();
            engine.new_game();
            seconds += timed(|| {
                states = self_play(&game, &mut engine, round * GAMES + number);
                0
            })
            .seconds;
            let before = |plies: usize| states.len().checked_sub(plies + 1).map(|at| &states[at]);
            if let Some(state) = before(PLIES as usize) {
                let (plies, run) = prove(&mut prover, state)?;
                seconds += run.seconds;
                if plies == Some(PLIES) {
                    wins.add(run);
                    found += 1.0;
                }
            }
            if let Some(state) = before(15) {
                let (plies, run) = prove(&mut prover, state)?;
                if plies.is_none() {
                    refuted.add(run);
                }
            }
        }
        suite.push(found / seconds);
        won.push(wins);
        open.push(refuted);
        if let Some(tally) = published(&mut prover)? {
            file.push(tally);
        }
    }
    Tally::report(&won, "won in exactly 7", Target::AtLeast(50.0), report);
    Tally::report(&open, "not won within 7, 15 plies before the end", Target::None, report);
    report.figure("wins in exactly 7 with the games they come from", "positions/s", suite, Target::AtLeast(15.0));
    if !file.is_empty() {
        Tally::report(&file, "the 300 wins in 7 of the data file", Target::None, report);
    }
    Ok(())
}

/// The positions of a file beside the repository, if it is there.
fn published(prover: &mut Prover<Game>) -> Result<Option<Tally>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/breakthrough/breakthrough_win7_300.tsv");
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(None) };
    let mut tally = Tally::default();
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let (board, side) = row.split('\t').next().and_then(|field| field.split_once(' ')).context("a row without a side")?;
        let state = prover.game().read_position(&format!("{} {side}", board.replace('w', "P").replace('b', "p")))?;
        let (plies, run) = prove(prover, &state)?;
        ensure!(plies == Some(PLIES), "{row}: {plies:?}");
        tally.add(run);
    }
    Ok(Some(tally))
}
