//! The one seam for evaluations: whatever is asked how a position looks, is asked here.
//!
//! An evaluation may keep something from one position to the next ([`NetMemory`](crate::net::NetMemory)). It is told of no moves: the positions alone must do.
//!
//! An engine uses the evaluation of the game that its spec names, a network that was learned ([`EvaluationNet`], `evaluation.network`), or [`NOTHING`]: then every position looks even, and only what is won
//! or lost counts. Other evaluations than the game's own belong to the selective half of the search, which asks who evaluates; the full-width half is not even compiled with that question.

use std::hint::cold_path;

use crate::enhance::Choices;
use crate::game::{EvaluationCard, Game};
use crate::net::EvaluationNet;
use crate::part::PartOf;
use crate::score::Score;
use crate::search::settings::Settings;
use crate::search::{Frame, Search};

/// The name of the evaluation that every game has: all positions look even.
pub const NOTHING: &str = "none";

/// Who tells how a position looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluator {
    /// The game, by the evaluation that the spec names.
    Game,
    /// Nobody: every position looks even.
    Nobody,
    /// A network.
    Network(PartOf<EvaluationNet>),
}

impl Evaluator {
    /// The one that a name stands for, unless the game has an evaluation of that name itself.
    pub fn named<T: AsRef<str>>(name: Option<&str>, cards: &[EvaluationCard<T>]) -> Evaluator {
        match name {
            Some(NOTHING) if cards.iter().all(|card| card.name.as_ref() != NOTHING) => Evaluator::Nobody,
            _ => Evaluator::Game,
        }
    }

    /// The network, or none.
    pub const fn network(self) -> PartOf<EvaluationNet> {
        match self {
            Evaluator::Network(part) => part,
            _ => PartOf::NONE,
        }
    }

    /// How a position looks for the side to move, found out by itself; `network` is that of the evaluator.
    pub(crate) fn score<G: Game>(self, network: Option<&EvaluationNet>, game: &G, state: &G::State) -> Score {
        match (self, network) {
            (Evaluator::Network(_), Some(network)) => Score::evaluation(network.evaluate(game, state)),
            (Evaluator::Network(_) | Evaluator::Nobody, _) => Score::DRAW,
            _ => Score::evaluation(game.evaluate(state)),
        }
    }

    /// The Rust expression that makes it.
    pub(crate) fn code(self) -> String {
        let name = "plysmith::evaluate::Evaluator";
        match self {
            Evaluator::Network(part) => format!("{name}::Network({})", crate::enhance::value::Field::code(part)),
            other => format!("{name}::{other:?}"),
        }
    }
}

impl Choices {
    /// Nobody but the game evaluates.
    pub(crate) const fn game_evaluates(&self) -> bool {
        matches!(self.evaluator, Evaluator::Game)
    }
}

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// How the position in a frame looks for the side to move.
    #[inline(always)]
    pub(crate) fn evaluate<const SELECTIVE: bool>(&mut self, here: &Frame<G>) -> Score {
        if !SELECTIVE || S::GAME_EVALUATES || self.game_evaluates {
            return Score::evaluation(self.game.evaluate(&here.state));
        }
        // For the sake of those whose game evaluates: it is a jump for the others.
        cold_path();
        self.evaluate_otherwise(here)
    }

    /// The same by another than the game.
    #[inline(never)]
    fn evaluate_otherwise(&mut self, here: &Frame<G>) -> Score {
        match self.network {
            Some(network) => Score::evaluation(network.points(self.game, &here.state, &mut self.memory.network, here.ply)),
            None => self.settings.choices().evaluator.score(None, self.game, &here.state),
        }
    }

    /// A search begins: what the evaluation keeps must be its own.
    pub(crate) fn begin_evaluation(&mut self) {
        if let Some(network) = self.network {
            self.memory.network.begin(network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Heaps, search};
    use crate::{Engine, Limits, Position, Spec};

    #[test]
    fn with_no_evaluation_only_won_and_lost_count() {
        let base = "[alpha_beta];[table];[tt_order];[deepening];[quiescence];[null_move];[futility];[reverse_futility]";
        let shallow = search(&format!("[evaluation];name = \"none\";{base}"), 3);
        assert_eq!(shallow.score, Score::DRAW);
        assert_ne!(search(base, 3).score, Score::DRAW, "the game's own sees something");
        // Deep enough it finds what plain negamax finds.
        let spec = |text: &str| Spec::parse(&text.replace(';', "\n")).unwrap();
        let position = Position::from_state(&Heaps, Heaps.read_position("2 2 1 1").unwrap());
        let value = |text: &str| Engine::new(Heaps, &spec(text)).unwrap().search(&position, &Limits::depth(12)).score;
        assert_eq!(value("[evaluation];name = \"none\";[alpha_beta]"), value(""));
        assert!(value("").is_decided());
    }

    #[test]
    fn it_has_no_weights_and_is_part_of_the_constants() {
        let with = Spec::parse("[evaluation]\nname = \"none\"\nweights = { piece = 3 }").unwrap();
        assert!(with.check(&Heaps).unwrap_err().to_string().contains("the evaluation `none` has no term `piece`"));
        let spec = Spec::parse("[evaluation]\nname = \"none\"\n[alpha_beta]").unwrap();
        assert_eq!(spec.choices_for(&Heaps).unwrap().evaluator, Evaluator::Nobody);
        let text = spec.constants(&crate::arena::Arena::card(&crate::arena::GameArena::new(Heaps))).unwrap();
        assert!(text.contains("evaluator: plysmith::evaluate::Evaluator::Nobody"), "{text}");
    }
}
