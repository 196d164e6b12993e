//! What the fuzz targets share. Each target is a file in `src/bin/` with one invariant, and a folder of first inputs in `seeds/`.

use std::sync::LazyLock;

use plysmith::Arena;
use plysmith_games::{GAMES, find};

/// Every bundled game in every listed size, the games for tests included.
pub fn arenas() -> impl Iterator<Item = (&'static str, &'static dyn Arena)> {
    static ARENAS: LazyLock<Vec<(&str, Box<dyn Arena>)>> = LazyLock::new(|| {
        let names = GAMES.iter().flat_map(|entry| entry.variants.iter().chain([&entry.name]));
        names.map(|&name| (name, find(name).expect("a listed game can be made"))).collect()
    });
    ARENAS.iter().map(|(name, arena)| (*name, arena.as_ref()))
}
