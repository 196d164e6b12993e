//! The atoms of the moves of a node, where what a move costs follows from its category or somebody watches features.
//!
//! Most nodes are cut off by their first move, so that its atoms are found out alone. Whoever asks for those of a second one will probably ask for all: these are found out together.

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

    /// Nothing is known yet of the moves of a node.
    #[inline(always)]
    pub(super) fn begin_survey(&self, here: &mut Frame<G>) {
        here.atoms.clear();
        here.glanced = false;
    }

    /// The atoms of a move that somebody goes by.
    #[inline(always)]
    pub(crate) fn atoms_at(&self, here: &mut Frame<G>, index: usize) -> u64 {
        match here.atoms.get(index) {
            Some(&atoms) => atoms,
            None => self.find_atoms(here, index),
        }
    }

    /// The same where they are not known yet. Not inlined: most searches do without atoms, and in the others those of most moves are known.
    #[inline(never)]
    fn find_atoms(&self, here: &mut Frame<G>, index: usize) -> u64 {
        if !here.glanced {
            here.glanced = true;
            return self.game.atoms_of(&here.state, here.led_here, here.moves[index], self.wanted_atoms());
        }
        self.survey(here);
        here.atoms[index]
    }

    fn wanted_atoms(&self) -> u64 {
        let watched = self.settings.watched_features().map_or(0, |watched| watched.wanted);
        watched | self.settings.choices().features.wanted()
    }

    /// Finds out the atoms of all moves of a node that somebody goes by.
    #[inline(never)]
    pub(super) fn survey(&self, here: &mut Frame<G>) {
        let wanted = self.wanted_atoms();
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
