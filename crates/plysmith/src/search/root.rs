//! What the search knows at its root, and when that is enough.

use crate::score::Score;

/// What is known at the root during an iteration.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    /// The depth of the iteration.
    pub(super) depth: u32,
    /// Moves that are left out, by index: none, unless several lines are searched.
    pub(super) barred: Vec<u16>,
    /// The best move of the iteration so far, and its value, if any move has raised alpha.
    pub(super) best: Option<(u16, Score)>,
    /// What is known to be no worse than the best move of the iteration before, because both were searched in the same window. It counts even if the
    /// search is stopped.
    pub(super) sure: Option<(u16, Score)>,
    /// The best move that is known when a window is opened.
    pub(super) previous: Option<u16>,
    /// That move has been searched in this window.
    pub(super) previous_done: bool,
    /// From this value on the search has what it is for, if it is for something.
    pub(super) enough: Option<Score>,
}

impl Root {
    /// Another window: what is searched in it says nothing beside what was searched in the last one.
    pub(super) fn reopen(&mut self) {
        self.previous = self.sure.map(|(index, _)| index).or(self.previous);
        self.previous_done = self.previous.is_none();
    }

    /// A move has raised alpha.
    #[inline(always)]
    pub(super) fn raise(&mut self, index: usize, score: Score) {
        self.best = Some((index as u16, score));
        if self.previous_done {
            self.sure = self.best;
        }
    }

    /// The search has what it is for.
    #[inline(always)]
    pub(super) fn is_enough(&self, score: Score) -> bool {
        self.enough.is_some_and(|enough| score >= enough)
    }

    /// A move is done.
    #[inline(always)]
    pub(super) fn done(&mut self, index: usize) {
        if self.previous == Some(index as u16) {
            self.previous_done = true;
            self.sure = self.best.or(self.sure);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Engine;
    use crate::position::Position;
    use crate::search::limits::Limits;
    use crate::spec::Spec;
    use crate::testing::Countdown;

    #[test]
    fn who_only_wants_a_win_does_not_look_for_another() {
        let game = Countdown::<false>;
        let start = Position::start(&game);
        let search = |win| {
            let spec = Spec::parse("[alpha_beta]\n[deepening]").unwrap();
            let found = Engine::new(game.clone(), &spec).unwrap().search(&start, &Limits { win, ..Limits::default() });
            (found.best, found.score.won_in(), found.nodes)
        };
        // Ten is one above a multiple of three: taking one wins, three pairs of moves later.
        let (best, won, nodes) = search(None);
        assert_eq!((best, won), (Some(1), Some((7, 0))));
        let (best, won, fewer) = search(Some(7));
        assert_eq!((best, won), (Some(1), Some((7, 0))));
        assert!(fewer < nodes, "{fewer} {nodes}");
        assert_eq!(search(Some(5)), search(None), "a shorter win is not there");
    }
}
