//! What a game says about itself, for programs that do not know it.

use std::sync::Arc;

use crate::game::{AtomCard, Capabilities, Capability, CardText, EvaluationCard, Game};
use crate::spec::Spec;

/// What a game says about itself. Names may be made at run time: atoms that were derived for an arena are added here, behind those of the game, and so are
/// evaluations.
#[derive(Clone, Debug)]
pub struct GameCard {
    /// The name used in commands.
    pub name: String,
    /// What other programs call it.
    pub variant: String,
    /// What it offers beyond its rules.
    pub capabilities: Capabilities,
    /// What it would offer, and is hidden.
    pub hidden: Capabilities,
    /// The evaluations to choose from.
    pub evaluations: Arc<[EvaluationCard<CardText>]>,
    /// The atomic move features.
    pub atoms: Arc<[AtomCard<CardText>]>,
    /// The number of move ids.
    pub move_ids: usize,
    /// The number of network inputs.
    pub inputs: usize,
    /// How many points are odds of ten to one.
    pub ten_to_one: u32,
    /// How many phases a game has.
    pub phases: usize,
    /// Sides always take turns.
    pub alternates: bool,
    /// A repeated position ends the game at this occurrence.
    pub repetition: Option<u8>,
    /// The names of the presets.
    pub presets: Vec<&'static str>,
}

impl GameCard {
    /// The card of a game that hides nothing.
    pub fn of<G: Game>(game: &G) -> GameCard {
        GameCard {
            name: game.name(),
            variant: game.variant(),
            capabilities: Capabilities::of::<G>(),
            hidden: Capabilities::NONE,
            evaluations: game.evaluations().iter().map(Into::into).collect(),
            atoms: game.atoms().iter().map(Into::into).collect(),
            move_ids: game.move_ids(),
            inputs: game.inputs(),
            ten_to_one: game.ten_to_one(),
            phases: game.phases(),
            alternates: G::ALTERNATES,
            repetition: G::REPETITION.map(|rule| rule.occurrences),
            presets: Spec::presets(game),
        }
    }

    /// The card of the same game without these capabilities, as far as it has them: what a spec that hides them leaves of it.
    #[must_use]
    pub fn hiding(mut self, hidden: Capabilities) -> GameCard {
        let hidden = hidden.common(self.capabilities);
        if hidden.contains(Capability::Evaluations) {
            self.evaluations = self.evaluations.iter().take(1).cloned().collect();
        }
        if hidden.contains(Capability::Terms) {
            self.evaluations = self.evaluations.iter().map(|card| EvaluationCard { terms: &[], ..card.clone() }).collect();
        }
        if hidden.contains(Capability::Atoms) {
            self.atoms = Arc::new([]);
        }
        if hidden.contains(Capability::Inputs) {
            self.inputs = 0;
        }
        if hidden.contains(Capability::Phases) {
            self.phases = 1;
        }
        self.capabilities = self.capabilities.without(hidden);
        self.hidden = self.hidden.union(hidden);
        self
    }

    /// The name under which results are kept: that of the game, with what is hidden. Who hides something has other results.
    pub fn identity(&self) -> String {
        if self.hidden.is_empty() { self.name.clone() } else { format!("{} without {}", self.name, self.hidden) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Heaps;

    #[test]
    fn what_is_hidden_is_not_on_the_card_and_belongs_to_the_identity() {
        let card = GameCard::of(&Heaps);
        let hidden = Capabilities::NONE.with(Capability::Atoms).with(Capability::Hash);
        let less = card.clone().hiding(hidden);
        assert_eq!((card.atoms.len(), less.atoms.len(), less.phases), (2, 0, 2));
        // The game has no hash of its own to hide.
        assert_eq!(less.hidden, Capabilities::NONE.with(Capability::Atoms));
        assert_eq!(less.capabilities, card.capabilities.without(less.hidden));
        assert_eq!((card.identity(), less.identity()), ("heaps".into(), "heaps without atoms".into()));
        assert_eq!(less.hiding(Capabilities::all()).hidden, card.capabilities, "what is hidden stays hidden");
    }
}
