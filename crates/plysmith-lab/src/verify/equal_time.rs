//! A match at equal time between two specs, which goes on for as long as somebody wants it to.
//!
//! Openings are drawn as the match comes to them and have no end; results are counted as they come, so that a match that goes on repeats nothing. What a node of each costs is measured
//! once on positions from all parts of a game, interleaved, and recorded; the pace becomes nodes by it. Whoever stops a match stops between pairs. Forge, the features of `extend` and the experiments
//! all prove by this.

use plysmith::Score;
use plysmith::arena::Line;

use super::{Entrant, OpeningSource, Pentanomial, Portion, Series, Sprt, Tally};
use crate::lab::{Lab, LabError};
use crate::measure::speeds;
use crate::play::{Adjudication, Agreed, OpeningStream, Openings};
use crate::trial::SpecText;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct EqualTimeSettings<'s> {
    /// For people, and to tell what is recorded apart.
    pub name: &'s str,
    /// The spec whose score is told, and the other.
    pub specs: [&'s SpecText; 2],
    /// Nodes a move of the other; the first has as many as take the same time.
    pub nodes: u64,
    /// Positions on which nodes are timed.
    pub lines: &'s [Line],
    /// The seed of the openings.
    pub seed: u64,
}

/// A match that can go on.
pub struct EqualTimeMatch {
    name: String,
    nodes: [u64; 2],
    series: Series,
}

/// A game that both sides have proven to be won is not played to its end, and one that is longer than this is a draw.
pub(crate) const ENDING: Adjudication =
    Adjudication { win: Some(Agreed { score: Score::EVALUATION_LIMIT + 1, moves: 1 }), draw: None, longest: 400 };

impl EqualTimeMatch {
    /// Measures what a node of each costs, and plays nothing yet.
    pub fn new(lab: &mut Lab, settings: EqualTimeSettings) -> Result<EqualTimeMatch, LabError> {
        let EqualTimeSettings { name, specs, nodes, lines, seed } = settings;
        let texts = specs.map(Clone::clone);
        let costs = speeds(lab, &format!("speed for {name}"), &texts, lines)?;
        let times = costs[1].times(&costs[0]).value;
        let nodes = [(nodes as f64 / times.max(0.01)).round().max(1.0) as u64, nodes.max(1)];
        Ok(EqualTimeMatch::at(lab, name, specs, nodes, seed))
    }

    /// The same with nodes a move for each that somebody else has found to take equal time.
    pub fn at(lab: &Lab, name: &str, [first, other]: [&SpecText; 2], nodes: [u64; 2], seed: u64) -> EqualTimeMatch {
        let openings = OpeningSource::Drawn(OpeningStream::new(lab, Openings::usual(0, seed, other.clone())));
        let players = [Entrant::searching("candidate", first, nodes[0]), Entrant::searching("current", other, nodes[1])];
        EqualTimeMatch { name: name.into(), nodes, series: Series::new(players, openings, ENDING, "") }
    }

    /// From now on it is called this.
    pub(crate) fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// Plays so many pairs more, fewer if `is_enough` says so after a pair or if the game has no more openings.
    pub fn go_on(
        &mut self,
        lab: &mut Lab,
        pairs: usize,
        sprt: Option<Sprt>,
        is_enough: &mut dyn FnMut(Pentanomial) -> bool,
    ) -> Result<(), LabError> {
        let unplayed = self.series.unplayed(lab, pairs)?;
        // Little is computed ahead: whoever stops at a deadline waits for nothing that nobody wants.
        let portion = Portion { name: &self.name, pairs: unplayed, of: None, sprt, ahead: 2 };
        self.series.go_on(lab, portion, &mut |_, _| {}, is_enough)
    }

    /// Pairs played, those that repeat others included.
    pub fn played(&self) -> usize {
        self.series.played()
    }

    /// How it stands.
    pub fn tally(&self) -> &Tally {
        self.series.tally()
    }

    /// The different pairs so far.
    pub fn pairs(&self) -> Pentanomial {
        self.tally().pairs
    }

    /// The counts after each pair.
    pub fn course(&self) -> &[Pentanomial] {
        self.series.course()
    }

    /// Nodes a move of each.
    pub fn nodes(&self) -> [u64; 2] {
        self.nodes
    }

    /// The game has no more openings.
    pub fn is_exhausted(&self) -> bool {
        self.series.is_exhausted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{arena, spec};

    fn begin(lab: &mut Lab, specs: [&SpecText; 2]) -> EqualTimeMatch {
        let settings = EqualTimeSettings { name: "match", specs, nodes: 300, lines: &[Line::start()], seed: 7 };
        EqualTimeMatch::new(lab, settings).unwrap()
    }

    #[test]
    fn a_match_that_goes_on_is_the_same_as_one_that_was_never_interrupted() {
        let arena = arena("breakthrough-5x5");
        let (strong, weak) = (spec("breakthrough-5x5", "default"), spec("breakthrough-5x5", "plain"));
        let never = &mut |_: Pentanomial| false;
        let mut whole = Lab::new(&*arena, "").threads(2);
        // Fixed nodes: what a node costs differs from one measurement to the next.
        let fix = |mut game: EqualTimeMatch| {
            game.series.players = [("a", &strong), ("b", &weak)].map(|(name, spec)| Entrant::searching(name, spec, 300));
            game
        };
        let mut once = fix(begin(&mut whole, [&strong, &weak]));
        once.go_on(&mut whole, 40, None, never).unwrap();
        let mut parts = Lab::new(&*arena, "").threads(1);
        let mut often = fix(begin(&mut parts, [&strong, &weak]));
        for pairs in [1, 16, 3, 20] {
            often.go_on(&mut parts, pairs, None, never).unwrap();
        }
        assert_eq!((once.course(), once.tally()), (often.course(), often.tally()));
        assert_eq!(once.played(), 40);
        let mut stopped = fix(begin(&mut parts, [&strong, &weak]));
        stopped.go_on(&mut parts, 40, None, &mut |pairs| pairs.pairs() >= 5).unwrap();
        assert_eq!(stopped.course(), &once.course()[..5]);
    }

    #[test]
    fn a_small_game_ends_a_match_when_it_has_no_more_openings() {
        let arena = arena("tic-tac-toe");
        let plain = spec("tic-tac-toe", "plain");
        let mut lab = Lab::new(&*arena, "").threads(1);
        let mut game = begin(&mut lab, [&plain, &plain]);
        for _ in 0..3 {
            game.go_on(&mut lab, 2_000, None, &mut |_| false).unwrap();
        }
        assert!(game.is_exhausted() && game.played() < 6_000, "{}", game.played());
    }
}
