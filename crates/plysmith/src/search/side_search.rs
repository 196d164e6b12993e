//! What a station may search or try beside the moves of a node: the node itself to another depth, a child, a pass, or how many moves are good enough.
//!
//! A station does not know whether the search under way is selective: [`Search::enter`] and [`Search::enter_child`] take the function that is compiled
//! for it.

use super::settings::Settings;
use super::{Frame, Known, Node, Search, Stopped, Value};
use crate::game::Game;
use crate::score::{Depth, Score, Window};

/// A question about the moves of a node; see [`Search::reaching`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    pub(crate) depth: Depth,
    pub(crate) beta: Score,
    pub(crate) moves: usize,
    pub(crate) wanted: usize,
    pub(crate) without: Option<usize>,
}

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// The selective stations are passed: for reasons known now, or by settings that the compiler may know.
    #[inline(always)]
    fn is_selective(&self) -> bool {
        self.selective || self.settings.selective()
    }

    /// Searches the position in the first frame.
    #[inline(always)]
    pub(crate) fn enter(&mut self, frames: &mut [Frame<G>], depth: Depth, window: Window) -> Value {
        if self.is_selective() { self.node::<true>(frames, depth, window) } else { self.node::<false>(frames, depth, window) }
    }

    /// The value of the position in the first frame for the side that moved there, `same_side` if that side is to move again.
    #[inline(always)]
    pub(crate) fn enter_child(&mut self, rest: &mut [Frame<G>], same_side: bool, depth: Depth, window: Window) -> Value {
        if self.is_selective() {
            self.child::<true>(rest, same_side, depth, window)
        } else {
            self.child::<false>(rest, same_side, depth, window)
        }
    }

    /// How many of a node's moves reach `beta` when each is searched to `depth` below it: at most `moves` are tried in their order, without
    /// `without`, until as many as `wanted` have.
    pub(crate) fn reaching(&mut self, frames: &mut [Frame<G>], node: &Node, probe: &Probe) -> Result<usize, Stopped> {
        self.side_search(|search| search.count_reaching(frames, node, probe))
    }

    fn count_reaching(&mut self, frames: &mut [Frame<G>], node: &Node, probe: &Probe) -> Result<usize, Stopped> {
        let [here, rest @ ..] = frames else { unreachable!("a node has a frame") };
        let mut picker = self.order(here, node, 0, false);
        let window = Window::above(probe.beta - 1);
        let (mut reached, mut tried) = (0, 0);
        for turn in 0..here.moves.len() {
            let index = self.pick(&mut picker, here, node, turn);
            if probe.without == Some(index) {
                continue;
            }
            if tried == probe.moves {
                break;
            }
            tried += 1;
            let same_side = self.advance(here, &mut rest[0], index, probe.depth);
            if window.fails_high(self.enter_child(rest, same_side, probe.depth, window)?) {
                reached += 1;
                if reached == probe.wanted {
                    break;
                }
            }
        }
        Ok(reached)
    }

    /// Searches a node once more while it is being searched, to another depth and with another window.
    pub(crate) fn again(&mut self, frames: &mut [Frame<G>], depth: Depth, window: Window) -> Value {
        let (judged, notes, known) = (frames[0].judged, frames[0].notes, frames[0].known);
        let value = self.side_search(|search| search.enter(frames, depth, window));
        let here = &mut frames[0];
        if known >= Known::Moves && here.known < Known::Moves {
            // Beyond the horizon other moves have taken their place.
            self.generate(here);
        }
        (here.judged, here.notes, here.known) = (judged, notes, known.max(here.known));
        value
    }

    /// Searches something that is no part of the tree that is traced.
    #[inline(always)]
    pub(crate) fn side_search<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(tracer) = &mut self.tracer {
            tracer.pause();
        }
        let found = search(self);
        if let Some(tracer) = &mut self.tracer {
            tracer.resume();
        }
        found
    }

    /// Makes the child in which the side to move did nothing, if that makes sense here. Answers whether it is to move again.
    pub(crate) fn pass(&mut self, here: &Frame<G>, child: &mut Frame<G>) -> Option<bool> {
        let game = self.game;
        child.state.clone_from(&here.state);
        if !game.pass(&mut child.state) {
            return None;
        }
        if G::REPETITION.is_some() || self.settings.choices().uses_hash() {
            child.hash = self.hash(&child.state);
        }
        self.path.pass(child);
        (child.previous, child.led_here) = (None, None);
        Some(!G::ALTERNATES && game.side(&child.state) == game.side(&here.state))
    }
}
