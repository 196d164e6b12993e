//! The search: one recursive function with fixed stations, in which the enhancements take part.
//!
//! `Search::node` is the whole of it, read from top to bottom: enter, probe, cut, order, then for each move child and re-search, learn, leave.
//! It is generic over the game and over [`Settings`]: with [`Dynamic`](crate::Dynamic) the choices are read from a spec at run time, with
//! [`Fixed`](crate::Fixed) they are constants and what is off is compiled away. Both visit the same nodes.
//!
//! A node is one call of the search; every figure counts that way. A search cannot fail, it can only be [`Stopped`].

pub mod budget;
mod driver;
mod frame;
pub mod limits;
mod path;
mod picker;
pub mod settings;
mod statistics;

use crate::enhance::{Counter, Cutoff, Memory};
use crate::game::{Game, Outcome};
use crate::score::{Depth, Score, Window};
use limits::Meter;
use path::Path;
use picker::Picker;
use settings::Settings;

pub use frame::{Frame, NO_MOVE};
pub use picker::RANK_BITS;
pub(crate) use picker::TOP;
pub use statistics::{Statistics, Watch, WatchedFeatures};

/// The search was stopped from outside, or a limit was reached. What it was doing has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The value of a node, unless the search was stopped.
pub type Value = Result<Score, Stopped>;

/// The value of a node if a station could tell, unless the search was stopped.
pub type Cut = Result<Option<Score>, Stopped>;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<M>,
    /// The value of the position for the side to move.
    pub score: Score,
    /// The line that both sides are expected to follow, the best move first.
    pub line: Vec<M>,
    /// The depth of the last iteration that was completed, in plies.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// A limit or a stop ended the search before its depth.
    pub stopped: bool,
    /// How full the transposition table is, in thousandths; 0 without one.
    pub fullness: u32,
    /// What the enhancements counted.
    pub counters: Vec<Counter>,
    /// Statistics of the tree, if they were asked for.
    pub statistics: Option<Statistics>,
}

/// A node while it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// What is left to search.
    pub depth: Depth,
    /// The window in which the node was entered.
    pub window: Window,
    /// The move to try first by its index, if the table knows one; otherwise [`NO_MOVE`].
    pub hint: u16,
}

/// A search under way.
pub struct Search<'a, G: Game, S: Settings> {
    pub(crate) game: &'a G,
    pub(crate) settings: &'a S,
    pub(crate) memory: &'a mut Memory,
    path: Path,
    meter: Meter<'a>,
    root: Root,
    statistics: Statistics,
}

/// What is known at the root during an iteration.
#[derive(Clone, Copy, Debug, Default)]
struct Root {
    /// The best move of the iteration so far, and its value, if any move has raised alpha.
    best: Option<(u16, Score)>,
    /// The best move of the iteration before.
    previous: Option<u16>,
    /// The move of the iteration before has been searched in this one: from here on its best move can be trusted even when stopped.
    previous_done: bool,
}

impl<'a, G: Game, S: Settings> Search<'a, G, S> {
    /// Searches the position in the first frame; the others are room for the positions below. Fail-soft: a value outside the window is a
    /// bound on the true one.
    pub(crate) fn node(&mut self, frames: &mut [Frame<G>], depth: Depth, window: Window) -> Value {
        // Enter: count, stop, finished games and the horizon.
        self.meter.count()?;
        let ply = frames[0].ply;
        if let Some(score) = self.finished(&frames[0], ply) {
            frames[0].line.clear();
            return Ok(score);
        }
        if depth.is_horizon() || frames.len() == 1 {
            return Ok(self.leaf(&mut frames[0]));
        }
        let mut node = Node { ply, depth, window, hint: NO_MOVE };
        if self.settings.watching() {
            self.statistics.height = self.statistics.height.max(ply as u32 + 1);
        }

        // Probe: what the tables know.
        if let Some(score) = self.station_probe(frames, &mut node)? {
            frames[0].line.clear();
            return Ok(score);
        }

        let here = &mut frames[0];
        here.line.clear();
        here.moves.clear();
        self.game.moves(&here.state, &mut here.moves);
        if here.moves.is_empty() {
            return Ok(self.settle(&here.state, self.game.no_moves(&here.state), ply));
        }

        // Cut: what the moves alone can tell.
        if let Some(score) = self.station_cut(frames, &mut node)? {
            return Ok(score);
        }

        let [here, rest @ ..] = frames else { unreachable!("a node has a frame") };
        let (best, index) = match (depth <= Depth::PLY, self.settings.choices().order_moves(&node)) {
            (true, true) => self.children::<true, true>(here, rest, &node)?,
            (true, false) => self.children::<true, false>(here, rest, &node)?,
            (false, true) => self.children::<false, true>(here, rest, &node)?,
            (false, false) => self.children::<false, false>(here, rest, &node)?,
        };

        // Leave: what is worth remembering.
        self.station_leave(here, &node, best, index);
        Ok(best)
    }

    /// The best value among the children, and the index of the move. With `HORIZON` the children are all evaluated at once, with `ORDERED` somebody
    /// has a say in their order. Most nodes of a tree hang at the horizon, and a loop without what it does not need is faster there (`cargo xtask
    /// bench --only settings`).
    #[inline(always)]
    fn children<const HORIZON: bool, const ORDERED: bool>(
        &mut self,
        here: &mut Frame<G>,
        rest: &mut [Frame<G>],
        node: &Node,
    ) -> Result<(Score, usize), Stopped> {
        let choices = self.settings.choices();
        let watched = self.settings.watched_features();
        let child_depth = if HORIZON { Depth::ZERO } else { node.depth - Depth::PLY };
        let cutting = choices.alpha_beta.is_some();
        let first = if ORDERED { self.undisputed(here, node) } else { None };
        let mut picker = None;
        let mut window = node.window;
        let (mut best, mut best_index) = (-Score::INFINITE, 0);
        for turn in 0..here.moves.len() {
            // Order: the ranks by which the picker chooses.
            let index = if !ORDERED {
                turn
            } else if let (0, Some(first)) = (turn, first) {
                first
            } else {
                picker.get_or_insert_with(|| self.order(here, node, turn)).next(&mut here.keys, turn)
            };

            if let Some(watched) = watched {
                let atoms = self.game.atoms_of(&here.state, here.led_here, here.moves[index], watched.wanted);
                self.statistics.search(watched, atoms);
            }

            // Child: with a null window first where that is expected to be enough, then re-search.
            let same_side = self.advance(here, &mut rest[0], index, child_depth);
            let asked = if cutting { window } else { Window::FULL };
            let score = if HORIZON {
                let score = self.horizon(rest)?;
                if same_side { score } else { -score }
            } else if turn > 0 && !asked.is_null() && self.station_scout(node, turn) {
                let scouted = self.child(rest, same_side, child_depth, Window::above(asked.alpha))?;
                if asked.fails_low(scouted) || asked.fails_high(scouted) {
                    scouted
                } else {
                    self.child(rest, same_side, child_depth, asked)?
                }
            } else {
                self.child(rest, same_side, child_depth, asked)?
            };

            if score > best {
                (best, best_index) = (score, index);
                if score > window.alpha {
                    if node.ply == 0 {
                        self.root.best = Some((index as u16, score));
                    }
                    if cutting && window.fails_high(score) {
                        // Learn: the move that was good enough.
                        self.station_learn(here, node, Cutoff { index, tried: turn });
                        if self.settings.watching() {
                            self.statistics.cutoff(turn, here.moves.len());
                        }
                        break;
                    }
                    window = window.raise(score);
                    here.follow(index, &rest[0]);
                    if self.settings.watching() {
                        self.statistics.value_changes += 1;
                    }
                }
            }
            if node.ply == 0 && self.root.previous == Some(index as u16) {
                self.root.previous_done = true;
            }
        }
        Ok((best, best_index))
    }

    /// The table's move, if its precedence is such that it comes first whatever the others say: then they need not be asked before it has failed.
    #[inline(always)]
    fn undisputed(&self, here: &Frame<G>, node: &Node) -> Option<usize> {
        let index = usize::from(node.hint);
        (self.settings.choices().hint_leads() && index < here.moves.len()).then_some(index)
    }

    /// Puts keys on the moves, of which `taken`, the first by these keys, is already searched.
    #[inline(always)]
    fn order(&mut self, here: &mut Frame<G>, node: &Node, taken: usize) -> Picker {
        if self.settings.choices().uses_ids(node) {
            here.ids.clear();
            here.ids.extend(here.moves.iter().map(|&mv| self.game.move_id(mv) as u32));
        }
        picker::begin(&mut here.keys, here.moves.len());
        self.station_order(here, node);
        let mut picker = Picker::new();
        for turn in 0..taken {
            picker.next(&mut here.keys, turn);
        }
        picker
    }

    /// The value of the position in the first frame for the side that moved there, `same_side` if that side is to move again.
    #[inline(always)]
    pub(crate) fn child(&mut self, rest: &mut [Frame<G>], same_side: bool, depth: Depth, window: Window) -> Value {
        let window = if same_side { window } else { window.flip() };
        let score = if depth.is_horizon() { self.horizon(rest)? } else { self.node(rest, depth, window)? };
        Ok(if same_side { score } else { -score })
    }

    /// A node at the horizon, which needs no more than this.
    #[inline(always)]
    fn horizon(&mut self, frames: &mut [Frame<G>]) -> Value {
        self.meter.count()?;
        if let Some(score) = self.finished(&frames[0], frames[0].ply) {
            frames[0].line.clear();
            return Ok(score);
        }
        Ok(self.leaf(&mut frames[0]))
    }

    #[inline(always)]
    fn leaf(&mut self, here: &mut Frame<G>) -> Score {
        here.line.clear();
        Score::evaluation(self.game.evaluate(&here.state))
    }

    /// Makes the child that a move leads to. Answers whether the same side is to move again.
    #[inline(always)]
    pub(crate) fn advance(&mut self, here: &Frame<G>, child: &mut Frame<G>, index: usize, child_depth: Depth) -> bool {
        let (game, mv) = (self.game, here.moves[index]);
        child.state.clone_from(&here.state);
        game.play(&mut child.state, mv);
        let choices = self.settings.choices();
        if G::REPETITION.is_some() || (!child_depth.is_horizon() && choices.uses_hash()) {
            child.hash = game.hash_after(&here.state, here.hash, mv, &child.state);
        }
        if G::REPETITION.is_some() {
            self.path.extend(game, here, child, mv);
        }
        if !child_depth.is_horizon() && choices.uses_previous() {
            child.previous = Some(game.move_id(mv) as u32);
        }
        if !child_depth.is_horizon() && self.settings.watched_features().is_some() {
            child.led_here = Some(mv);
        }
        !G::ALTERNATES && game.side(&child.state) == game.side(&here.state)
    }

    /// The value if the game is over here.
    #[inline(always)]
    fn finished(&mut self, here: &Frame<G>, ply: usize) -> Option<Score> {
        if let Some(outcome) = self.game.outcome(&here.state) {
            return Some(self.settle(&here.state, outcome, ply));
        }
        // The root itself is searched even if it was reached by repetition: somebody asked for a move.
        if let Some(rule) = G::REPETITION
            && ply > 0
            && here.occurrences + 1 >= rule.occurrences.into()
        {
            return Some(self.settle(&here.state, self.game.repeated(&here.state), ply));
        }
        None
    }

    /// The value of an outcome for the side to move.
    fn settle(&self, state: &G::State, outcome: Outcome, ply: usize) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win { side, margin } if side == self.game.side(state) => Score::win(margin, ply),
            Outcome::Win { margin, .. } => Score::loss(margin, ply),
        }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
