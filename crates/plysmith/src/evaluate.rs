//! The one seam for evaluations: whatever is asked how a position looks, is asked here.
//!
//! An evaluation may keep something with every position of the line that is searched (`Followed`), made for the root once and from then on from the positions before: the search follows every move that it
//! tries, passes included, by `Search::follow`.
//!
//! An engine uses the evaluation of the game that its spec names, a network that was learned ([`EvaluationNet`], `evaluation.network`), or [`NOTHING`]: then every position looks even, and only what is won
//! or lost counts. Other evaluations than the game's own belong to the selective half of the search, which asks who evaluates; the full-width half is not even compiled with that question.

use crate::enhance::Choices;
use crate::game::{EvaluationCard, Game};
use crate::net::{EvaluationNet, Follower};
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
    pub(crate) fn evaluate<const SELECTIVE: bool>(&self, here: &Frame<G>) -> Score {
        if !SELECTIVE || S::GAME_EVALUATES || self.game_evaluates {
            return Score::evaluation(self.game.evaluate(&here.state));
        }
        self.evaluate_otherwise(here)
    }

    /// The same by another than the game. Cold for the sake of those whose game evaluates: it is a jump for the others.
    #[cold]
    #[inline(never)]
    fn evaluate_otherwise(&self, here: &Frame<G>) -> Score {
        match self.network {
            Some(network) => self.evaluate_by_network(network, here),
            None => self.evaluate_without(here),
        }
    }

    #[inline(never)]
    fn evaluate_by_network(&self, network: &EvaluationNet, here: &Frame<G>) -> Score {
        Score::evaluation(network.points(&self.memory.followed.network, here.ply))
    }

    fn evaluate_without(&self, here: &Frame<G>) -> Score {
        let evaluator = self.settings.choices().evaluator;
        #[cfg(test)]
        if evaluator == Evaluator::Plies {
            assert_eq!(self.memory.followed.plies[here.ply], here.ply, "every move is followed, once");
        }
        evaluator.score(None, self.game, &here.state)
    }

    /// Makes what the evaluation keeps with the root.
    pub(crate) fn accumulate(&mut self, root: &Frame<G>) {
        if let Some(network) = self.network {
            network.begin(self.game, &root.state, &mut self.memory.followed.network);
        }
        #[cfg(test)]
        self.memory.followed.count(0);
    }

    /// Makes what the evaluation keeps with a child out of what it keeps with the positions before it.
    #[inline(always)]
    pub(crate) fn follow(&mut self, here: &Frame<G>, child: &Frame<G>) {
        if !S::GAME_EVALUATES && !self.game_evaluates {
            self.follow_otherwise(here, child);
        }
    }

    #[cold]
    #[inline(never)]
    fn follow_otherwise(&mut self, here: &Frame<G>, child: &Frame<G>) {
        #[cfg(test)]
        self.memory.followed.count(here.ply + 1);
        if let Some(network) = self.network {
            self.follow_by_network(network, here, child);
        }
    }

    #[inline(never)]
    fn follow_by_network(&mut self, network: &EvaluationNet, here: &Frame<G>, child: &Frame<G>) {
        network.follow(self.game, &mut self.memory.followed.network, here.ply, &child.state);
    }
}

/// What the evaluation keeps along the line that is searched, ply by ply.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// Of a network: what its units add up.
    network: Follower,
    /// Of the evaluation for tests: plies from the root.
    #[cfg(test)]
    plies: Vec<usize>,
}

#[cfg(test)]
impl Followed {
    fn count(&mut self, ply: usize) {
        self.plies.truncate(ply);
        self.plies.resize(ply + 1, ply);
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
