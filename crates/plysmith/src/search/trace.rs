//! What the selective search decided around a line, for people who want to know why.
//!
//! A trace is kept only if the limits ask for it ([`Limits::trace`](super::limits::Limits)); it changes nothing about the search. Of the last iteration it holds the moves
//! of every node on the line asked for and of the nodes a few plies below its end: how deep each was searched, with which result, and what
//! each enhancement did to it.

use super::settings::Settings;
use super::{Frame, Node, Search};
use crate::game::Game;
use crate::score::{Depth, Score, Window};

/// Which part of the tree to trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The line from the root, each move by its index in generation order.
    pub line: Vec<u16>,
    /// How many plies below the end of the line.
    pub plies: usize,
}

/// A move that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced<M> {
    /// The move.
    pub mv: M,
    /// What happened to it, in order.
    pub deeds: Vec<Deed>,
    /// The value for the side that plays it, unless it was left out.
    pub score: Option<Score>,
    /// It raised alpha.
    pub improves: bool,
    /// The side that plays it moves again after it.
    pub same_side: bool,
    /// The moves behind it, as the last search of it saw them.
    pub below: Vec<Traced<M>>,
}

/// Something that happened to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The enhancement that did it; `None` for the search itself.
    pub by: Option<&'static str>,
    /// What it did.
    pub what: What,
    /// What it went by; `None` for the search itself.
    pub why: Option<Why>,
}

/// What an enhancement went by: the node in which it acted, seen by the side to move there. That is the one in which the move is played, or where something
/// happened to the position behind the move, that position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// How the position looks, if anybody wanted to know.
    pub looks: Option<Score>,
    /// The side to move is in check.
    pub in_check: bool,
    /// The window in which the node is searched.
    pub window: Window,
    /// The depth that is left.
    pub left: Depth,
    /// The parameters of the enhancement, as a spec writes them; of the many that a calibration has only the first.
    pub parameters: Vec<(&'static str, String)>,
}

/// What can happen to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It was left out, being worth at most this to the side that would play it.
    Skipped(Score),
    /// It costs so much more than a ply, or less.
    Costs(Depth),
    /// Its first look is so much shallower.
    Reduced(Depth),
    /// The position behind it was searched so deep, in this window of the side to move there.
    Searched(Depth, Window),
    /// The position behind it was left with this value for the side to move there.
    Cut(Score),
    /// The position behind it has so much more depth, or less.
    Changed(Depth),
}

/// A trace of the root's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// What was done to the root itself.
    pub deeds: Vec<Deed>,
    /// The moves in the order in which they were tried.
    pub moves: Vec<Traced<M>>,
}

impl<M> Default for Trace<M> {
    fn default() -> Trace<M> {
        Trace { depth: 0, deeds: Vec::new(), moves: Vec::new() }
    }
}

/// A trace while it is made.
#[derive(Debug)]
pub(crate) struct Tracer<M> {
    wanted: Wanted,
    /// The moves from the root to the current position, as far as they are traced, with their indices.
    open: Vec<(u16, Traced<M>)>,
    /// So many moves behind those are not traced, and while this is not 0 nothing is.
    muted: usize,
    growing: Trace<M>,
    /// That of the last iteration which was completed.
    complete: Trace<M>,
}

impl<M: Copy> Tracer<M> {
    pub(super) fn new(wanted: Wanted) -> Tracer<M> {
        Tracer { wanted, open: Vec::new(), muted: 0, growing: Trace::default(), complete: Trace::default() }
    }

    /// A search of the root begins: what an earlier one of the same iteration did is of no interest.
    pub(super) fn begin(&mut self, depth: u32) {
        self.open.clear();
        self.muted = 0;
        self.growing = Trace { depth, ..Trace::default() };
    }

    /// An iteration was completed.
    pub(super) fn complete(&mut self) {
        self.complete = self.growing.clone();
    }

    pub(super) fn finish(self) -> Trace<M> {
        self.complete
    }

    /// A move of the current position is looked at.
    pub(super) fn open(&mut self, index: usize, mv: M) {
        let ply = self.open.len();
        // At every node of the line all moves are told, but only the one on the line is followed.
        let on_line = self.open.iter().zip(&self.wanted.line).all(|((index, _), wanted)| index == wanted);
        if self.muted > 0 || !on_line || ply >= self.wanted.line.len() + self.wanted.plies {
            self.muted += 1;
            return;
        }
        let traced = Traced { mv, deeds: Vec::new(), score: None, improves: false, same_side: false, below: Vec::new() };
        self.open.push((index as u16, traced));
    }

    /// The move that was opened last is done.
    pub(super) fn close(&mut self, score: Option<Score>, improves: bool, same_side: bool) {
        if self.muted > 0 {
            self.muted -= 1;
            return;
        }
        let Some((_, traced)) = self.open.pop() else { return };
        let traced = Traced { score, improves, same_side, ..traced };
        match self.open.last_mut() {
            Some((_, parent)) => parent.below.push(traced),
            None => self.growing.moves.push(traced),
        }
    }

    /// Something happens to the move that was opened last, or to the position behind it.
    pub(super) fn tell(&mut self, deed: impl FnOnce() -> Deed) {
        if self.muted > 0 {
            return;
        }
        let deed = deed();
        let is_search = matches!(deed.what, What::Searched(..));
        match self.open.last_mut() {
            Some((_, traced)) => {
                if is_search {
                    traced.below.clear();
                }
                traced.deeds.push(deed);
            }
            None => {
                if is_search {
                    self.growing.moves.clear();
                    self.growing.deeds.clear();
                }
                self.growing.deeds.push(deed);
            }
        }
    }

    /// What is searched from here on until [`Tracer::resume`] is no part of the tree.
    pub(super) fn pause(&mut self) {
        self.muted += 1;
    }

    pub(super) fn resume(&mut self) {
        self.muted -= 1;
    }
}

/// A trace tells at most so many parameters of an enhancement.
const MOST_PARAMETERS: usize = 6;

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// The node is left with a value by the enhancement that acted last.
    #[inline(always)]
    pub(super) fn tell_cut<const SELECTIVE: bool>(&mut self, here: &Frame<G>, node: &Node, score: Score) {
        if SELECTIVE {
            self.tell(here, node, What::Cut(score));
        }
    }

    /// Tells the trace, if there is one, what the enhancement that acted last has done.
    #[inline(always)]
    pub(crate) fn tell(&mut self, here: &Frame<G>, node: &Node, what: What) {
        if self.tracer.is_some() {
            self.tell_deed(here, node, what);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_deed(&mut self, here: &Frame<G>, node: &Node, what: What) {
        let card = &crate::enhance::CARDS[self.actor];
        let choices = self.settings.choices();
        let parameters = card.parameters.iter().enumerate().filter_map(|(index, parameter)| {
            choices.value(self.actor, index).map(|value| (parameter.name, parameter.kind.write(&value)))
        });
        let why = Why {
            looks: here.judged.estimate,
            in_check: here.judged.in_check,
            window: node.window,
            left: node.depth,
            parameters: parameters.take(MOST_PARAMETERS).collect(),
        };
        if let Some(tracer) = &mut self.tracer {
            tracer.tell(|| Deed { by: Some(card.name), what, why: Some(why) });
        }
    }

    /// The move that is looked at is done.
    #[inline(always)]
    pub(super) fn tell_end(&mut self, score: Option<Score>, improves: bool, same_side: bool) {
        if let Some(tracer) = &mut self.tracer {
            tracer.close(score, improves, same_side);
        }
    }
}
