//! Pairs of games between two players, which go on for as long as somebody wants them to.
//!
//! Openings are drawn as the games come to them, or are given and gone through in turn; results are counted as they come, in the order of the pairs, so that whoever goes on repeats nothing. Whoever stops,
//! stops between pairs.

use std::ops::ControlFlow;

use plysmith::arena::Line;

use super::matching::{Entrant, MatchGame, Scorer, Tally, note, pair_game};
use super::{Pentanomial, Sprt};
use crate::lab::{Lab, LabError, Remark, Stage};
use crate::play::{Adjudication, OpeningStream};

/// Where games begin.
pub enum OpeningSource {
    /// From these, in turn; there is at least one.
    Given(Vec<Line>),
    /// From positions that are drawn as they are needed. Where the game has no more of them, from the same ones again.
    Drawn(OpeningStream),
}

impl OpeningSource {
    /// Sees to it that pairs up to this one have an opening, and answers for how many there is a new one.
    fn reach(&mut self, lab: &mut Lab, pairs: usize) -> Result<usize, LabError> {
        match self {
            OpeningSource::Given(lines) => Ok(lines.len()),
            OpeningSource::Drawn(stream) => stream.reach(lab, pairs),
        }
    }

    /// The first openings, for those who want to know what positions look like.
    pub fn first(&mut self, lab: &mut Lab, count: usize) -> Result<&[Line], LabError> {
        self.reach(lab, count)?;
        let lines = self.lines();
        Ok(&lines[..lines.len().min(count)])
    }

    /// All that there are so far.
    pub fn lines(&self) -> &[Line] {
        match self {
            OpeningSource::Given(lines) => lines,
            OpeningSource::Drawn(stream) => stream.lines(),
        }
    }

    /// There are no more than these.
    fn is_over(&self) -> bool {
        match self {
            OpeningSource::Given(_) => true,
            OpeningSource::Drawn(stream) => stream.is_over(),
        }
    }
}

/// Pairs of games that can go on.
pub struct Series {
    /// The player whose score is told, and the other.
    pub(crate) players: [Entrant; 2],
    openings: OpeningSource,
    adjudication: Adjudication,
    occasion: String,
    scorer: Scorer,
    /// The counts after each pair.
    course: Vec<Pentanomial>,
}

/// How far to go on.
#[derive(Clone, Copy, Debug)]
pub struct Portion<'p> {
    /// What is being done, for people.
    pub name: &'p str,
    /// So many pairs more.
    pub pairs: usize,
    /// Of so many that are wanted in all, if that is known.
    pub of: Option<usize>,
    /// The test, for people: whoever asks for the games ends them.
    pub sprt: Option<Sprt>,
    /// Games that each thread may be ahead of the results.
    pub ahead: usize,
}

impl Series {
    /// Plays nothing yet. `occasion` tells games that cannot be repeated apart from those of others.
    pub fn new(players: [Entrant; 2], openings: OpeningSource, adjudication: Adjudication, occasion: &str) -> Series {
        Series { players, openings, adjudication, occasion: occasion.into(), scorer: Scorer::default(), course: Vec::new() }
    }

    /// Plays so many pairs more, fewer if `is_enough` says so after a pair. `heard` gets every game in order.
    pub fn go_on(
        &mut self,
        lab: &mut Lab,
        portion: Portion,
        heard: &mut dyn FnMut(&MatchGame, &Line),
        is_enough: &mut dyn FnMut(Pentanomial) -> bool,
    ) -> Result<(), LabError> {
        let first = self.played();
        if self.openings.reach(lab, first + portion.pairs)? == 0 || portion.pairs == 0 {
            return Ok(());
        }
        let (openings, players) = (self.openings.lines(), [&self.players[0], &self.players[1]]);
        let (scorer, course) = (&mut self.scorer, &mut self.course);
        let (adjudication, occasion) = (self.adjudication, &self.occasion);
        let stage = Stage {
            ahead: portion.ahead * lab.threads,
            part: portion.of.map(|pairs| (2 * first, 2 * pairs)),
            ..Stage::new(portion.name, 2 * portion.pairs)
        };
        lab.each(
            stage,
            |index| {
                let opening = &openings[(first + index / 2) % openings.len()];
                pair_game(players, index % 2 == 1, opening, adjudication, || format!("{occasion} game {}", 2 * first + index))
            },
            |index, played| {
                let (pair, swapped) = (first + index / 2, index % 2 == 1);
                let opening = pair % openings.len();
                let mut game = MatchGame { pair, swapped, opening, played, duplicate: false };
                game.duplicate = scorer.take(game.clone(), &openings[opening]);
                heard(&game, &openings[opening]);
                let tally = scorer.tally();
                let mut ended = false;
                if swapped {
                    course.push(tally.pairs);
                    ended = is_enough(tally.pairs);
                }
                if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(Some(Remark::text(note(tally, portion.sprt)))) }
            },
        )
    }

    /// How many of so many pairs more would begin where nobody has begun yet.
    pub(crate) fn unplayed(&mut self, lab: &mut Lab, pairs: usize) -> Result<usize, LabError> {
        let first = self.played();
        Ok(self.openings.reach(lab, first + pairs)?.min(first + pairs).saturating_sub(first))
    }

    /// Pairs played, those that repeat others included.
    pub fn played(&self) -> usize {
        self.course.len()
    }

    /// How it stands.
    pub fn tally(&self) -> &Tally {
        self.scorer.tally()
    }

    /// The counts after each pair.
    pub fn course(&self) -> &[Pentanomial] {
        &self.course
    }

    /// Where games begin.
    pub fn openings(&self) -> &[Line] {
        self.openings.lines()
    }

    /// Every opening was played: pairs from now on begin where others began.
    pub fn is_exhausted(&self) -> bool {
        self.openings.is_over() && self.played() >= self.openings.lines().len()
    }
}
