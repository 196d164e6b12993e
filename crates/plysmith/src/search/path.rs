//! Repetition along the line that the search follows.
//!
//! Only games with [`Game::REPETITION`] come here. The value of a position then depends on which positions came before, so the table's `exact`
//! mode needs a digest of them: the sum of their mixed hashes, since their order does not matter.

use super::Frame;
use crate::game::{Game, hash};
use crate::score::MAX_PLY;

/// The hashes of the positions from the last irreversible move before the root down to the current one.
pub(super) struct Path {
    hashes: Vec<u64>,
    /// How many of them are before the root.
    before: usize,
}

impl Path {
    pub(super) fn new<G: Game>(game: &G, past: &[u64], root: &mut Frame<G>) -> Path {
        if G::REPETITION.is_none() {
            return Path { hashes: Vec::new(), before: 0 };
        }
        root.hash = game.hash(&root.state);
        root.reversible = past.len();
        root.digest = past.iter().fold(0, |digest: u64, &hash| digest.wrapping_add(hash::mix(hash)));
        let mut hashes = past.to_vec();
        hashes.resize(past.len() + MAX_PLY, 0);
        hashes[past.len()] = root.hash;
        Path { hashes, before: past.len() }
    }

    /// Goes to a position that came about because a side did nothing: none before it counts.
    pub(super) fn pass<G: Game>(&mut self, child: &mut Frame<G>) {
        if G::REPETITION.is_some() {
            self.hashes[self.before + child.ply] = child.hash;
            (child.reversible, child.digest, child.occurrences) = (0, 0, 0);
        }
    }

    /// Goes from a position to the one that `mv` leads to, and fills in what the child's frame knows of the positions before it.
    #[inline(always)]
    pub(super) fn extend<G: Game>(&mut self, game: &G, here: &Frame<G>, child: &mut Frame<G>, mv: G::Move) {
        let at = self.before + child.ply;
        self.hashes[at] = child.hash;
        if game.irreversible(&here.state, mv) {
            (child.reversible, child.digest, child.occurrences) = (0, 0, 0);
        } else {
            child.reversible = here.reversible + 1;
            child.digest = here.digest.wrapping_add(hash::mix(here.hash));
            let earlier = &self.hashes[at - child.reversible..at];
            child.occurrences = earlier.iter().filter(|&&hash| hash == child.hash).count();
        }
    }
}
