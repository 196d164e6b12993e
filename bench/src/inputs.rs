//! What free inputs cost beside those that a game declares: instructions by callgrind, in positions of games drawn at random.

use anyhow::{Context, Result, bail, ensure};
use plysmith::Game;
use plysmith::game::InputSet;
use plysmith::game::free_inputs::FreeInputs;
use plysmith_games::ataxx::Ataxx;
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::loa::LinesOfAction;

use crate::instructions::callgrind;
use crate::report::{Report, Target};

/// Games with both.
const GAMES: [&str; 3] = ["breakthrough", "loa", "ataxx"];
/// How often every position is asked: what comes before is the same for all of these, and is taken off.
const ROUNDS: [u32; 2] = [1, 101];
const POSITIONS: usize = 200;
/// No game is followed further.
const LONGEST: usize = 40;

/// Both kinds of inputs in each game.
pub fn compare(_: usize, report: &mut Report) -> Result<()> {
    report.say("instructions by callgrind: the active inputs of a position, free and declared");
    for game in GAMES {
        let mut each = [0.0; 2];
        for (kind, each) in ["free", "own"].into_iter().zip(&mut each) {
            let [(few, some), (many, all)] =
                [callgrind(&format!("inputs:{game}:{kind}"), ROUNDS[0])?, callgrind(&format!("inputs:{game}:{kind}"), ROUNDS[1])?];
            ensure!(all > some, "no position of {game} has an active input");
            let positions = f64::from(ROUNDS[1] - ROUNDS[0]) * POSITIONS as f64;
            *each = (many - few) / positions;
            let name = format!("{game}, {kind} inputs, {:.1} active", (all - some) as f64 / positions);
            report.figure(&name, "instr/position", vec![*each], Target::None);
        }
        report.figure(&format!("{game}, free against its own"), "× instructions", vec![each[0] / each[1]], Target::None);
    }
    Ok(())
}

/// Asks for the inputs of every position so often; answers how many were active.
pub fn work(name: &str, rounds: u32) -> Result<u64> {
    match name.split(':').collect::<Vec<_>>()[..] {
        [_, "breakthrough", kind] => active(&Breakthrough::<8, 8>::new(), kind == "free", rounds),
        [_, "loa", kind] => active(&LinesOfAction::<8>::new(), kind == "free", rounds),
        [_, "ataxx", kind] => active(&Ataxx::new(7, 7).context("the usual size")?, kind == "free", rounds),
        _ => bail!("no inputs `{name}`"),
    }
}

fn active<G: Game>(game: &G, free: bool, rounds: u32) -> Result<u64> {
    let states = positions(game);
    // Learned for both, so that both begin alike.
    let inputs = FreeInputs::learn(game, 1)?;
    let mut active = InputSet::new(inputs.len().max(game.inputs()));
    let mut count = 0;
    for _ in 0..rounds {
        for state in &states {
            active.clear();
            if free {
                inputs.mark(state, &mut active);
            } else {
                game.active_inputs(state, &mut active);
            }
            count += active.len() as u64;
        }
    }
    Ok(count)
}

/// Positions of games whose moves a plain generator chooses: the same for every program.
fn positions<G: Game>(game: &G) -> Vec<G::State> {
    let (mut states, mut moves, mut number) = (Vec::new(), Vec::new(), 1u64);
    while states.len() < POSITIONS {
        let mut state = game.start();
        for _ in 0..LONGEST {
            moves.clear();
            game.moves(&state, &mut moves);
            if states.len() == POSITIONS || moves.is_empty() || game.outcome(&state).is_some() {
                break;
            }
            states.push(state.clone());
            // Knuth's constants.
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            game.play(&mut state, moves[(number >> 33) as usize % moves.len()]);
        }
    }
    states
}
