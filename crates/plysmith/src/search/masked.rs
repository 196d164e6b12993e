//! What a search asks the game that may be hidden: stations ask here, and not the game.
//!
//! The game is asked first, and the mask only where the answer is one that is seldom given (a tactical move, a threat): that costs hardly anything, in a game that does not declare the
//! capability nothing, and with [`Fixed`](crate::Fixed) settings nothing at all (`cargo xtask bench --only instructions`).

use super::settings::Settings;
use super::{Frame, Search};
use crate::game::masked::hash_anew;
use crate::game::{Capabilities, Capability, Game};

/// What is hidden from a search, in the form in which it is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    hash: bool,
    atoms: bool,
    /// Whether the answer to [`Game::in_check`] counts.
    check: bool,
    /// Whether the answer to [`Game::tactical`] counts.
    tactical: bool,
}

impl Mask {
    pub(super) const fn new(hidden: Capabilities) -> Mask {
        Mask {
            hash: hidden.contains(Capability::Hash),
            atoms: hidden.contains(Capability::Atoms),
            check: !hidden.contains(Capability::Pass),
            tactical: !hidden.contains(Capability::Tactical),
        }
    }
}

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// What is hidden: known beforehand, or now.
    #[inline(always)]
    fn mask(&self) -> Mask {
        const { S::MASKED_BY }.map_or(self.mask, Mask::new)
    }

    /// The game has a capability, and the search may use it.
    #[inline(always)]
    pub fn has(&self, capability: Capability) -> bool {
        capability.of::<G>() && !self.settings.choices().hidden.contains(capability)
    }

    /// Whether the rank of a move among those that change much at once is as high as this, from 1 on; see [`Game::tactical`]. Where nobody can tell, none is.
    #[inline(always)]
    pub fn is_tactical(&self, here: &Frame<G>, index: usize, least: u32) -> bool {
        Capability::Tactical.of::<G>() && self.game.tactical(&here.state, here.moves[index]) >= least && self.mask().tactical
    }

    /// The side to move must answer a threat at once; see [`Game::in_check`].
    #[inline(always)]
    pub fn in_check(&self, state: &G::State) -> bool {
        self.game.in_check(state) && (!Capability::Pass.of::<G>() || self.mask().check)
    }

    /// The hash of a position.
    #[inline(always)]
    pub fn hash(&self, state: &G::State) -> u64 {
        if Capability::Hash.of::<G>() && self.mask().hash {
            return self.hash_without(state);
        }
        self.game.hash(state)
    }

    /// The hash of the position that a move leads to.
    #[inline(always)]
    pub(crate) fn hash_after(&self, here: &Frame<G>, mv: G::Move, after: &G::State) -> u64 {
        if Capability::Hash.of::<G>() && self.mask().hash {
            return self.hash_without(after);
        }
        self.game.hash_after(&here.state, here.hash, mv, after)
    }

    /// The same without the game's own. Not inlined: it would stand beside the other wherever a move is played.
    #[cold]
    #[inline(never)]
    fn hash_without(&self, state: &G::State) -> u64 {
        hash_anew(self.game, state)
    }

    /// The atoms to ask for, out of those that somebody wants.
    #[inline(always)]
    pub(super) fn atoms_shown(&self, wanted: u64) -> u64 {
        if Capability::Atoms.of::<G>() && self.mask().atoms { 0 } else { wanted }
    }
}
