//! The atoms of the moves of a node: found out once for all of them, where what a move costs follows from its category or somebody watches features.

use super::settings::Settings;
use super::{Frame, NO_MOVE, Search};
use crate::game::Game;
use crate::score::Depth;

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// Moves cost what their categories say, and no selective station is needed for that.
    #[inline(always)]
    pub(super) fn is_graded(&self) -> bool {
        self.settings.choices().fractional.is_some()
    }

    /// The categories of the moves of a node with this depth decide how deep they are searched. Where every child is at the horizon they do not, unless
    /// somebody does more than to change what a move costs, or wants to be told.
    #[inline(always)]
    pub(super) fn is_graded_here(&self, here: &Frame<G>, depth: Depth) -> bool {
        self.settings.choices().uses_atoms()
            && (depth > self.cheapest || !self.is_graded() || here.judged.singular != NO_MOVE || self.tracer.is_some())
    }

    /// Finds out the atoms of the moves of a node that somebody goes by. Not inlined: most searches do without.
    #[inline(never)]
    pub(super) fn survey(&self, here: &mut Frame<G>) {
        let watched = self.settings.watched_features().map_or(0, |watched| watched.wanted);
        let wanted = watched | self.settings.choices().features.wanted();
        here.atoms.clear();
        self.game.atoms_of_moves(&here.state, here.led_here, &here.moves, wanted, &mut here.atoms);
    }

    /// Counts the features of the moves that were searched.
    #[inline(never)]
    pub(super) fn survey_searched(&mut self, here: &mut Frame<G>, searched: &[G::Move]) {
        let Some(watched) = self.settings.watched_features() else { return };
        here.atoms.clear();
        self.game.atoms_of_moves(&here.state, here.led_here, searched, watched.wanted, &mut here.atoms);
        self.statistics.search_all(watched, &here.atoms);
    }
}
