//! The one seam for evaluations: whatever is asked how a position looks, is asked here.
//!
//! An engine uses the evaluation of the game that its spec names, or [`NOTHING`]: then every position looks even, and only what is won or lost counts. Other evaluations than the game's own belong to the
//! selective half of the search, which asks who evaluates; the full-width half is not even compiled with that question.

use crate::enhance::Choices;
use crate::game::{EvaluationCard, Game};
use crate::score::Score;
use crate::search::Search;
use crate::search::settings::Settings;

/// The name of the evaluation that every game has: all positions look even.
pub const NOTHING: &str = "none";

/// Who tells how a position looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluator {
    /// The game, by the evaluation that the spec names.
    Game,
    /// Nobody: every position looks even.
    Nobody,
}

impl Evaluator {
    /// The one that a name stands for, unless the game has an evaluation of that name itself.
    pub fn named<T: AsRef<str>>(name: Option<&str>, cards: &[EvaluationCard<T>]) -> Evaluator {
        match name {
            Some(NOTHING) if cards.iter().all(|card| card.name.as_ref() != NOTHING) => Evaluator::Nobody,
            _ => Evaluator::Game,
        }
    }

    /// How a position looks for the side to move.
    #[inline(always)]
    pub(crate) fn score<G: Game>(self, game: &G, state: &G::State) -> Score {
        match self {
            Evaluator::Game => Score::evaluation(game.evaluate(state)),
            Evaluator::Nobody => Score::DRAW,
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
    /// How a position looks for the side to move.
    #[inline(always)]
    pub(crate) fn evaluate<const SELECTIVE: bool>(&self, state: &G::State) -> Score {
        if !SELECTIVE || S::GAME_EVALUATES || self.game_evaluates {
            return Score::evaluation(self.game.evaluate(state));
        }
        self.evaluate_otherwise(state)
    }

    /// The same by another than the game. Not inlined: the game's own evaluation would stand in every place twice.
    #[cold]
    #[inline(never)]
    fn evaluate_otherwise(&self, state: &G::State) -> Score {
        self.settings.choices().evaluator.score(self.game, state)
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
