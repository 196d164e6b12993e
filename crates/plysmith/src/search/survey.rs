//! What the moves of a node cost by their categories, and their atoms where features are watched.
//!
//! Most nodes are cut off by their first move, so that its cost is found out alone. Where the cost of a second one is needed, that of all will probably be: these are found out together.

use super::settings::Settings;
use super::{Frame, NO_MOVE, Search};
use crate::game::Game;
use crate::score::Depth;

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// Moves cost what their categories say, and no selective station is needed for that.
    #[inline(always)]
    pub(super) fn is_graded(&self) -> bool {
        self.settings.choices().grades()
    }

    /// The categories of the moves of a node with this depth decide how deep they are searched.
    #[inline(always)]
    pub(super) fn is_graded_here(&self, here: &Frame<G>, depth: Depth) -> bool {
        self.settings.choices().uses_atoms() && (depth > self.ungraded || here.judged.outstanding != NO_MOVE)
    }

    /// Nothing is known yet of the moves of a node.
    #[inline(always)]
    pub(super) fn begin_survey(&self, here: &mut Frame<G>) {
        here.costs.clear();
        here.glanced = false;
    }

    /// What a move costs by its category.
    #[inline(always)]
    pub(crate) fn category_cost(&self, here: &mut Frame<G>, index: usize) -> Depth {
        match here.costs.get(index) {
            Some(&cost) => cost,
            None => self.find_cost(here, index),
        }
    }

    /// The same where it is not known yet. Not inlined: most searches do without categories, and in the others the costs of most moves are known.
    #[inline(never)]
    fn find_cost(&self, here: &mut Frame<G>, index: usize) -> Depth {
        if !here.glanced {
            here.glanced = true;
            let choices = self.settings.choices();
            let wanted = self.atoms_shown(choices.features().wanted());
            let atoms = self.game.atoms_of(&here.state, here.led_here, here.moves[index], wanted);
            return choices.features().cost(atoms).unwrap_or(self.otherwise);
        }
        self.survey(here);
        here.costs[index]
    }

    /// Finds out the atoms of all moves of a node that categories or watched features need, and what they cost.
    #[inline(never)]
    pub(super) fn survey(&self, here: &mut Frame<G>) {
        let choices = self.settings.choices();
        let watched = self.settings.watched_features().map_or(0, |watched| watched.wanted);
        here.atoms.clear();
        let wanted = self.atoms_shown(watched | choices.features().wanted());
        self.game.atoms_of_moves(&here.state, here.led_here, &here.moves, wanted, &mut here.atoms);
        choices.features().costs(&here.atoms, self.otherwise, &mut here.costs);
    }

    /// Counts the features of the moves that were searched.
    #[inline(never)]
    pub(super) fn survey_searched(&mut self, here: &mut Frame<G>, searched: &[G::Move]) {
        let Some(watched) = self.settings.watched_features() else { return };
        here.atoms.clear();
        self.game.atoms_of_moves(&here.state, here.led_here, searched, self.atoms_shown(watched.wanted), &mut here.atoms);
        self.statistics.search_all(watched, &here.atoms);
    }
}
