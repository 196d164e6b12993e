//! A game of which some capabilities are hidden: what it shows then is what a game shows that never declared them.
//!
//! Whoever asks a game about its capabilities outside the search asks here: specs, engines and arenas. Inside, [`Search`](crate::Search) answers the same questions
//! by its settings. Which positions are the same is a rule where repetition ends games, and no capability: there the game's own hash counts, only that
//! it is computed anew for every position.

use std::borrow::Cow;

use super::{AtomCard, Capabilities, Capability, EvaluationCard, Game, InputSet, Picture, WeightError, evaluation, hash};

/// A game behind a mask.
#[derive(Clone, Copy, Debug)]
pub struct Masked<'g, G> {
    /// The game.
    pub game: &'g G,
    /// What it declares and does not show.
    hidden: Capabilities,
}

impl<'g, G: Game> Masked<'g, G> {
    /// A game without these of its capabilities. What it does not declare cannot be hidden.
    pub fn new(game: &'g G, hidden: Capabilities) -> Masked<'g, G> {
        Masked { game, hidden: hidden.common(Capabilities::of::<G>()) }
    }

    /// What it declares and does not show.
    pub fn hidden(&self) -> Capabilities {
        self.hidden
    }

    /// What it shows.
    pub fn capabilities(&self) -> Capabilities {
        Capabilities::of::<G>().without(self.hidden)
    }

    fn hides(&self, capability: Capability) -> bool {
        self.hidden.contains(capability)
    }

    /// The hash of a position: without [`Capability::Hash`] the generic one of the state, unless repetition ends games; see the [module](self).
    pub fn hash(&self, state: &G::State) -> u64 {
        if self.hides(Capability::Hash) { hash_anew(self.game, state) } else { self.game.hash(state) }
    }

    /// The atomic move features.
    pub fn atoms(&self) -> &'static [AtomCard] {
        if self.hides(Capability::Atoms) { &[] } else { self.game.atoms() }
    }

    /// How many inputs a network has.
    pub fn inputs(&self) -> usize {
        if self.hides(Capability::Inputs) { 0 } else { self.game.inputs() }
    }

    /// Adds the inputs that are active in a position.
    pub fn active_inputs(&self, state: &G::State, active: &mut InputSet) {
        if !self.hides(Capability::Inputs) {
            self.game.active_inputs(state, active);
        }
    }

    /// The evaluations to choose from: only the first if the choice is hidden, and without terms if these are.
    pub fn evaluations(&self) -> Cow<'static, [EvaluationCard]> {
        let all = self.game.evaluations();
        let shown = if self.hides(Capability::Evaluations) { &all[..1] } else { all };
        if !self.hides(Capability::Terms) {
            return shown.into();
        }
        shown.iter().map(|card| EvaluationCard { terms: &[], ..*card }).collect()
    }

    /// The index of the named evaluation and the weight of each of its terms; see [`evaluation::choose`].
    pub fn choose(&self, name: Option<&str>, weights: &[(String, i64)]) -> Result<(usize, Vec<i32>), WeightError> {
        let (index, chosen) = evaluation::choose(&self.evaluations(), name, weights)?;
        // Terms that nobody sees have their weights all the same.
        let chosen = if self.hides(Capability::Terms) { self.game.evaluations()[index].weights() } else { chosen };
        Ok((index, chosen))
    }

    /// How many phases there are.
    pub fn phases(&self) -> usize {
        if self.hides(Capability::Phases) { 1 } else { self.game.phases() }
    }

    /// The phase of a position.
    pub fn phase(&self, state: &G::State) -> usize {
        if self.hides(Capability::Phases) { 0 } else { self.game.phase(state) }
    }

    /// How many ways there are to turn the board.
    pub fn symmetries(&self) -> usize {
        if self.hides(Capability::Symmetries) { 1 } else { self.game.symmetries() }
    }

    /// A set-up to begin from: the start if the others are hidden.
    pub fn opening(&self, choose: &mut dyn FnMut(usize) -> usize) -> G::State {
        if self.hides(Capability::Openings) { self.game.start() } else { self.game.opening(choose) }
    }

    /// The board for a person to look at.
    pub fn picture(&self, state: &G::State) -> Option<Picture> {
        if self.hides(Capability::Picture) { None } else { self.game.picture(state) }
    }
}

/// The hash of a position without [`Capability::Hash`]: the generic one of the state, or, where repetition ends games, the one by which the rules tell
/// positions apart, made anew.
pub(crate) fn hash_anew<G: Game>(game: &G, state: &G::State) -> u64 {
    if G::REPETITION.is_some() { game.hash(state) } else { hash::of(state) }
}

#[cfg(test)]
mod tests;
