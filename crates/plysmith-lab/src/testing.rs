//! What the tests of the lab share.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use plysmith::Arena;

use crate::trial::SpecText;

/// A game by its name.
pub(crate) fn arena(name: &str) -> Box<dyn Arena> {
    plysmith_games::find(name).expect("a bundled game")
}

/// A preset of a game.
pub(crate) fn spec(game: &str, preset: &str) -> SpecText {
    let arena = arena(game);
    SpecText::new(&*arena, &arena.preset(preset).expect("a preset")).expect("a preset suits its game")
}

/// A new folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("plysmith-lab-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A clock on which no time passes.
pub(crate) struct Still;

impl plysmith::search::limits::Clock for Still {
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}
