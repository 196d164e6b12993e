//! What the tests of the search share: the games, an independent reference, random positions and random specs.

pub mod games;
pub mod line;
pub mod reference;
pub mod specs;
pub mod tested;

use plysmith::game::hash;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// A number from the environment, for longer runs and for repeating a failure.
pub fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// Cases for each game: `PLYSMITH_CASES`, or what every run has.
pub fn cases() -> u64 {
    number("PLYSMITH_CASES").unwrap_or(500)
}

/// The seed of a case, different for every test, game and number. `PLYSMITH_SEED` gives other cases.
pub fn case_seed(test: &str, game: &str, number: u64) -> u64 {
    let base = self::number("PLYSMITH_SEED").unwrap_or(1);
    hash::of(&(base, test, game, number))
}

/// The only source of chance: everything about a case follows from its seed.
pub fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}
