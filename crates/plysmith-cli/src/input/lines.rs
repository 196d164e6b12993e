//! Positions to search that anybody gets again with the same seed.

use plysmith::Arena;
use plysmith::arena::{Line, View};
use plysmith::game::TextError;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A position reached by random moves from the start, or as many of them as leave the game undecided.
pub fn random(arena: &dyn Arena, seed: u64, plies: usize) -> Result<Line, TextError> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut line = Line::start();
    for _ in 0..plies {
        let View { moves, .. } = arena.view(&line)?;
        if moves.is_empty() {
            break;
        }
        line.moves.push(moves[rng.random_range(0..moves.len())].clone());
    }
    while !line.moves.is_empty() && arena.view(&line)?.outcome.is_some() {
        line.moves.pop();
    }
    Ok(line)
}

/// A random opening: a set-up of the game's own where it has several, otherwise four random moves.
pub fn opening(arena: &dyn Arena, seed: u64) -> Result<Line, TextError> {
    if arena.card().capabilities.contains(plysmith::game::Capability::Openings) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        return Ok(arena.opening(&mut |below| rng.random_range(0..below)));
    }
    random(arena, seed, 4)
}

/// The positions of the bench: the start, and some after more and more random moves.
pub fn bench(arena: &dyn Arena) -> Result<Vec<Line>, TextError> {
    [0, 6, 12, 18].into_iter().map(|plies| random(arena, plies as u64, plies)).collect()
}
