//! The one seam for evaluations: whatever is asked how a position looks, is asked here.
//!
//! An evaluation may keep something with every position of the line that is searched (in the frame, `accumulated`), made for the root once and from then on from the position before: the search follows
//! every move that it tries, passes included, by `Search::follow`.
//!
//! An engine uses the evaluation of the game that its spec names, or [`NOTHING`]: then every position looks even, and only what is won or lost counts. Other evaluations than the game's own belong to the
//! selective half of the search, which asks who evaluates; the full-width half is not even compiled with that question.

use crate::enhance::Choices;
use crate::game::{EvaluationCard, Game};
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
    /// For tests: it keeps the number of plies from the root, and demands that it is right wherever a position is evaluated.
    #[cfg(test)]
    Plies,
}

impl Evaluator {
    /// The one that a name stands for, unless the game has an evaluation of that name itself.
    pub fn named<T: AsRef<str>>(name: Option<&str>, cards: &[EvaluationCard<T>]) -> Evaluator {
        match name {
            Some(NOTHING) if cards.iter().all(|card| card.name.as_ref() != NOTHING) => Evaluator::Nobody,
            #[cfg(test)]
            Some("plies") => Evaluator::Plies,
            _ => Evaluator::Game,
        }
    }

    /// How a position looks for the side to move.
    #[inline(always)]
    pub(crate) fn score<G: Game>(self, game: &G, state: &G::State) -> Score {
        match self {
            Evaluator::Game => Score::evaluation(game.evaluate(state)),
            Evaluator::Nobody => Score::DRAW,
            #[cfg(test)]
            Evaluator::Plies => Score::evaluation(game.evaluate(state)),
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
    pub(crate) fn evaluate<const SELECTIVE: bool>(&self, here: &Frame<G>) -> Score {
        if !SELECTIVE || S::GAME_EVALUATES || self.game_evaluates {
            return Score::evaluation(self.game.evaluate(&here.state));
        }
        self.evaluate_otherwise(here)
    }

    /// The same by another than the game. Not inlined: the game's own evaluation would stand in every place twice.
    #[cold]
    #[inline(never)]
    fn evaluate_otherwise(&self, here: &Frame<G>) -> Score {
        let evaluator = self.settings.choices().evaluator;
        #[cfg(test)]
        if evaluator == Evaluator::Plies {
            assert_eq!(here.accumulated, [here.ply as i32], "every move is followed, once");
        }
        evaluator.score(self.game, &here.state)
    }

    /// Makes what the evaluation keeps with the root.
    pub(crate) fn accumulate(&self, root: &mut Frame<G>) {
        root.accumulated.clear();
        match self.settings.choices().evaluator {
            Evaluator::Game | Evaluator::Nobody => {}
            #[cfg(test)]
            Evaluator::Plies => root.accumulated.push(0),
        }
    }

    /// Makes what the evaluation keeps with a child out of what it keeps with its parent.
    #[inline(always)]
    pub(crate) fn follow(&self, here: &Frame<G>, child: &mut Frame<G>) {
        if !S::GAME_EVALUATES && !self.game_evaluates {
            self.follow_otherwise(here, child);
        }
    }

    #[cold]
    #[inline(never)]
    fn follow_otherwise(&self, here: &Frame<G>, child: &mut Frame<G>) {
        child.accumulated.clone_from(&here.accumulated);
        #[cfg(test)]
        if self.settings.choices().evaluator == Evaluator::Plies {
            child.accumulated[0] += 1;
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

    /// With everything on that tries moves: quiescence, passes, side searches, re-searches.
    #[test]
    fn what_an_evaluation_keeps_with_a_position_follows_every_move() {
        let text = "[evaluation];name = \"plies\";[alpha_beta];[table];[tt_order];[deepening];[pvs];[presearch];[etc];[iid];[quiescence];[null_move];min_depth = 2;[mate_threat];\
            [multi_cut];[singular];[futility];[razoring];[late_moves];[categories.costs];Three = 32;[fractional]";
        let depths = |threads: usize| {
            let mut engine = Engine::new(Heaps, &Spec::parse(&text.replace(';', "\n")).unwrap()).unwrap();
            engine.set_threads(threads);
            engine.search(&Position::start(&Heaps), &Limits::depth(8)).depth
        };
        assert_eq!([depths(1), depths(2)], [8, 8]);
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
