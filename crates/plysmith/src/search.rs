//! The search: one recursive function with fixed stations, in which the enhancements take part.
//!
//! `Search::node` is the whole of it, read from top to bottom: enter, probe, cut, order, then for each move child and re-search, learn, leave.
//! It is generic over the game and over [`Settings`]: with [`Dynamic`](crate::Dynamic) the choices are read from a spec at run time, with
//! [`Fixed`](crate::Fixed) they are constants and what is off is compiled away. Both visit the same nodes.
//!
//! The selective half has stations of its own: estimate, examine, then for each move skip and depth, weigh, and leaf. They are passed only if an
//! enhancement is on that can change the value by more than what a move costs; without one, not even their loop runs.
//!
//! A score that says won or lost is a proof in the selective half too, as far as the table is exact. What is cut off by how it looks has the value of an evaluation; a move that is
//! left out, or not searched to its depth, leaves the node no worse than that.
//!
//! A node is one call of the search or of quiescence; every figure counts that way. A search cannot fail, it can only be [`Stopped`].

pub mod budget;
mod driver;
mod frame;
pub mod limits;
mod masked;
mod path;
mod picker;
mod root;
pub mod settings;
mod side_search;
mod statistics;
mod survey;
pub mod trace;
pub(crate) mod walk;

use crate::enhance::tiers::{EARLY, LATE};
use crate::enhance::{Counter, Cutoff, Memory, MovePlan, Notes, Samples, Turn};
use crate::game::{Game, Outcome};
use crate::net::EvaluationNet;
use crate::score::{Depth, Score, Window};
use limits::Meter;
use path::Path;
use root::Root;
use settings::Settings;
use trace::{Deed, Trace, Tracer, What};

pub use driver::Run;
pub(crate) use frame::Known;
pub use frame::{Frame, Judged, NO_MOVE};
pub(crate) use picker::TOP;
pub use picker::{Picker, RANK_BITS};
pub(crate) use side_search::Probe;
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
    /// 1 for the best line, 2 for the best without the move of the first, and so on; see [`Limits::lines`](limits::Limits::lines).
    pub rank: usize,
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
    /// What the enhancements sampled.
    pub samples: Vec<Samples>,
    /// What was decided around a line, if that was asked for.
    pub trace: Option<Trace<M>>,
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

impl Node {
    /// Away from the root and the principal variation, out of check and with no proof at stake: here the look of the position may decide.
    #[inline(always)]
    pub fn is_minor<G: Game>(&self, here: &Frame<G>) -> bool {
        self.ply > 0
            && self.window.is_null()
            && !here.judged.in_check
            && !self.window.alpha.is_decided()
            && !self.window.beta.is_decided()
    }
}

/// A search under way.
pub struct Search<'a, G: Game, S: Settings> {
    pub(crate) game: &'a G,
    pub(crate) settings: &'a S,
    pub(crate) memory: &'a mut Memory,
    path: Path,
    meter: Meter<'a>,
    root: Root,
    /// The selective stations are passed: something is on that needs them, or not all moves of the root count.
    selective: bool,
    /// Nodes with no more depth than this have all their children at the horizon, unless something is on that extends nodes.
    cheapest: Depth,
    /// In nodes with no more depth than this the categories of moves decide nothing, unless a move stands out.
    ungraded: Depth,
    /// What a move costs that is in no category.
    otherwise: Depth,
    /// Nobody but the game evaluates.
    pub(crate) game_evaluates: bool,
    /// The network that evaluates, if one does.
    pub(crate) network: Option<&'a EvaluationNet>,
    /// What the game declares and the search does without.
    mask: masked::Mask,
    /// Moves are in random order wherever they are not in that of the principal variation.
    pub(crate) walks: bool,
    tracer: Option<Box<Tracer<G::Move>>>,
    /// The place in the list of the enhancement that acted last, for the trace.
    pub(crate) actor: usize,
    statistics: Statistics,
}

impl<'a, G: Game, S: Settings> Search<'a, G, S> {
    /// Searches the root in a window. An iteration may take several.
    pub(crate) fn open(&mut self, frames: &mut [Frame<G>], depth: Depth, window: Window) -> Value {
        self.root.reopen();
        self.enter(frames, depth, window)
    }

    /// Searches the position in the first frame; the others are room for the positions below. Fail-soft: a value outside the window is a
    /// bound on the true one. With `SELECTIVE` the selective stations are passed here and in every node below; without it they are not even compiled,
    /// so that nobody pays for them who does not use them (`cargo xtask bench --only instructions`).
    fn node<const SELECTIVE: bool>(&mut self, frames: &mut [Frame<G>], depth: Depth, window: Window) -> Value {
        // Enter: count, stop, finished games and the horizon. Whatever becomes of the node, it is searched again only if that is said once more.
        if !std::mem::take(&mut frames[0].again) {
            frames[0].known = Known::Nothing;
            frames[0].notes = Notes::default();
        }
        self.meter.count()?;
        let ply = frames[0].ply;
        if let Some(score) = self.finished(&frames[0], ply) {
            frames[0].line.clear();
            return Ok(score);
        }
        if depth.is_horizon() || frames.len() == 1 {
            return self.leaf::<SELECTIVE>(frames, window);
        }
        let mut node = Node { ply, depth, window, hint: NO_MOVE };
        if self.settings.watching() {
            self.statistics.height = self.statistics.height.max(ply as u32 + 1);
        }

        // Probe: what the tables know.
        if let Some(score) = self.station_probe(frames, &mut node)? {
            frames[0].line.clear();
            if SELECTIVE && self.tracer.is_some() {
                // What is there was said about another position.
                frames[0].judged = Judged::NOTHING;
            }
            self.tell_cut::<SELECTIVE>(&frames[0], &node, score);
            return Ok(score);
        }

        // Estimate: what the look of the position tells.
        if SELECTIVE {
            self.judge(&mut frames[0]);
            if let Some(tracer) = &mut self.tracer {
                tracer.tell(|| Deed { by: None, what: What::Searched(depth, window), why: None });
            }
            if let Some(score) = self.station_estimate(frames, &mut node)? {
                frames[0].line.clear();
                self.tell_cut::<SELECTIVE>(&frames[0], &node, score);
                return Ok(score);
            }
        }

        let here = &mut frames[0];
        here.line.clear();
        if here.known < Known::Moves {
            here.known = Known::Moves;
            here.moves.clear();
            self.game.moves(&here.state, &mut here.moves);
        }
        if here.moves.is_empty() {
            return Ok(self.settle(&here.state, self.game.no_moves(&here.state), ply));
        }

        // Cut: what the moves alone can tell.
        if let Some(score) = self.station_cut(frames, &mut node)? {
            self.tell_cut::<SELECTIVE>(&frames[0], &node, score);
            return Ok(score);
        }

        // Examine: what shallow searches of the moves tell.
        if SELECTIVE && let Some(score) = self.station_examine(frames, &node)? {
            frames[0].line.clear();
            self.tell_cut::<SELECTIVE>(&frames[0], &node, score);
            return Ok(score);
        }

        let [here, rest @ ..] = frames else { unreachable!("a node has a frame") };
        let ordered = self.settings.choices().order_moves(&node);
        let (best, index) = match (SELECTIVE, depth <= self.cheapest, ordered) {
            (true, _, true) => self.children::<false, true, true, false>(here, rest, &node)?,
            (true, _, false) => self.children::<false, false, true, false>(here, rest, &node)?,
            (false, true, true) => self.children::<true, true, false, false>(here, rest, &node)?,
            (false, true, false) => self.children::<true, false, false, false>(here, rest, &node)?,
            (false, false, true) if self.is_graded() => self.children::<false, true, false, true>(here, rest, &node)?,
            (false, false, false) if self.is_graded() => self.children::<false, false, false, true>(here, rest, &node)?,
            (false, false, true) => self.children::<false, true, false, false>(here, rest, &node)?,
            (false, false, false) => self.children::<false, false, false, false>(here, rest, &node)?,
        };

        // Leave: what is worth remembering. Not that of a root without all its moves.
        if !SELECTIVE || ply > 0 || self.root.barred.is_empty() {
            self.station_leave(here, &node, best, index);
        }
        Ok(best)
    }

    /// The best value among the children, and the index of the move. With `HORIZON` the children are all evaluated at once, with `ORDERED` an
    /// enhancement ranks them, with `SELECTIVE` enhancements may leave them out or search them to another depth, with `GRADED` they cost what their
    /// categories say, and that is all. Most nodes of a tree hang at the horizon, and a loop without what it does not need is faster there
    /// (`cargo xtask bench --only settings`).
    #[inline(always)]
    fn children<const HORIZON: bool, const ORDERED: bool, const SELECTIVE: bool, const GRADED: bool>(
        &mut self,
        here: &mut Frame<G>,
        rest: &mut [Frame<G>],
        node: &Node,
    ) -> Result<(Score, usize), Stopped> {
        let full = if SELECTIVE { node.depth + self.extension(here) } else { node.depth };
        let graded = GRADED || (SELECTIVE && self.is_graded_here(here, full));
        let watched = self.settings.watched_features();
        if !HORIZON && watched.is_some() {
            self.survey(here);
        } else if graded {
            self.begin_survey(here);
        }
        // Nobody needs to know at the horizon before all moves are searched that will be. A child there has no moves of its own: these are kept in their place.
        let surveyed_late = HORIZON && watched.is_some();
        if surveyed_late {
            rest[0].moves.clear();
        }
        let first = if ORDERED { self.undisputed(here, node) } else { None };
        let choices = self.settings.choices();
        let cutting = choices.cuts();
        let mut picker = None;
        let mut window = node.window;
        let (mut best, mut best_index) = (-Score::INFINITE, 0);
        let (mut tried, mut last_change) = (0, None);
        let (mut quiet, mut changes) = (0, 0);
        for turn in 0..here.moves.len() {
            // Order: the ranks by which the picker chooses.
            let index = if !ORDERED {
                turn
            } else if let (0, Some(first)) = (turn, first) {
                first
            } else {
                let picker = picker.get_or_insert_with(|| self.order(here, node, turn, HORIZON));
                if HORIZON { picker.next(&mut here.keys, turn) } else { self.pick(picker, here, node, turn) }
            };

            // Skip and depth: whether the move is worth a search, and how deep a one.
            let mut plan = MovePlan::PLAIN;
            if SELECTIVE {
                if node.ply == 0 && self.root.barred.contains(&(index as u16)) {
                    continue;
                }
                if let Some(tracer) = &mut self.tracer {
                    tracer.open(index, here.moves[index]);
                }
                let leader = if tried == 0 { NO_MOVE } else { best_index as u16 };
                let next = Turn { number: tried, index, window, best, leader, changes, quiet, graded };
                if let Some(bound) = self.station_skip(here, node, &next) {
                    best = best.max(bound);
                    self.tell(here, node, What::Skipped(bound));
                    self.tell_end(None, false, false);
                    continue;
                }
                plan = self.station_plan(here, node, &next);
                tried += 1;
                if choices.uses_quiet() {
                    quiet += usize::from(self.is_quiet(here, index));
                }
            }
            if let Some(watched) = watched {
                if HORIZON {
                    rest[0].moves.push(here.moves[index]);
                } else {
                    self.statistics.search(watched, here.atoms[index]);
                }
            }

            // Child: with a null window first where that is expected to be enough, then re-search.
            if GRADED {
                plan.cost = self.station_grade(here, index);
            }
            let child_depth = if HORIZON { Depth::ZERO } else { full - plan.cost };
            let same_side = self.advance(here, &mut rest[0], index, child_depth);
            let asked = if cutting { window } else { Window::FULL };
            let number = if SELECTIVE { tried - 1 } else { turn };
            let mut looked = false;
            let score = if HORIZON {
                let score = self.horizon::<SELECTIVE>(rest, Window::FULL)?;
                if same_side { score } else { -score }
            } else if SELECTIVE
                && number > 0
                && plan.reduction > Depth::ZERO
                // At the horizon a first look would be as deep as any.
                && !child_depth.is_horizon()
                // A threat is worth a full look.
                && !self.in_check(&rest[0].state)
                && let Some(score) = self.look(rest, same_side, child_depth, asked, plan, &mut looked)?
            {
                score
            } else if number > 0
                && !asked.is_null()
                && (!(SELECTIVE || GRADED) || !child_depth.is_horizon() || choices.settles())
                && self.station_scout(node, number)
            {
                if SELECTIVE {
                    rest[0].again = looked;
                }
                let scouted = self.child::<SELECTIVE>(rest, same_side, child_depth, Window::above(asked.alpha))?;
                if asked.fails_low(scouted) || asked.fails_high(scouted) {
                    scouted
                } else {
                    rest[0].again = !child_depth.is_horizon();
                    self.child::<SELECTIVE>(rest, same_side, child_depth, asked)?
                }
            } else {
                if SELECTIVE {
                    rest[0].again = looked;
                }
                self.child::<SELECTIVE>(rest, same_side, child_depth, asked)?
            };

            if SELECTIVE {
                self.tell_end(Some(score), score > window.alpha, same_side);
            }
            if score > best {
                (best, best_index) = (score, index);
                self.station_changed(here, node, index, score);
                if score > window.alpha {
                    if node.ply == 0 {
                        self.root.raise(index, score);
                        if self.root.is_enough(score) {
                            here.follow(index, &rest[0]);
                            break;
                        }
                    }
                    if SELECTIVE {
                        last_change = Some(tried - 1);
                        changes += 1;
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
            if node.ply == 0 {
                self.root.done(index);
            }
        }
        if surveyed_late {
            self.survey_searched(here, &rest[0].moves);
        }
        if SELECTIVE {
            self.station_weigh(here, node, tried, last_change);
        }
        Ok((best, best_index))
    }

    /// What is added to the depth of a node. A line grows to no more than twice the depth of the iteration.
    #[inline(always)]
    fn extension(&self, here: &Frame<G>) -> Depth {
        if self.may_extend(here) { here.judged.extension } else { Depth::ZERO }
    }

    /// Whether moves of this node may cost less than a ply.
    #[inline(always)]
    pub(crate) fn may_extend(&self, here: &Frame<G>) -> bool {
        here.ply < 2 * self.root.depth as usize
    }

    /// Looks at a move with less depth than it has: the value if that is no better than the best so far, or a proof. `looked` says whether the node behind the move is known from that.
    #[inline(always)]
    fn look(
        &mut self,
        rest: &mut [Frame<G>],
        same_side: bool,
        depth: Depth,
        asked: Window,
        plan: MovePlan,
        looked: &mut bool,
    ) -> Cut {
        let mut reduction = plan.reduction;
        while reduction > Depth::ZERO {
            rest[0].again = *looked;
            *looked = !(depth - reduction).is_horizon();
            let score = self.child::<true>(rest, same_side, depth - reduction, Window::above(asked.alpha))?;
            if asked.fails_low(score) || (asked.fails_high(score) && score.is_decided()) {
                return Ok(Some(score));
            }
            reduction = plan.next(reduction);
        }
        Ok(None)
    }

    /// What the selective search thinks of a node before it is searched. What the position itself tells is found out once.
    #[inline(always)]
    fn judge(&self, here: &mut Frame<G>) {
        here.judged = if here.known >= Known::Judged {
            Judged { in_check: here.judged.in_check, estimate: here.judged.estimate, ..Judged::NOTHING }
        } else {
            here.known = Known::Judged;
            Judged { in_check: self.in_check(&here.state), ..Judged::NOTHING }
        };
    }

    /// How the position looks, found out once for each node.
    #[inline(always)]
    pub fn estimate(&mut self, here: &mut Frame<G>) -> Score {
        match here.judged.estimate {
            Some(estimate) => estimate,
            None => *here.judged.estimate.insert(self.evaluate::<true>(here)),
        }
    }

    /// The table's move, if its precedence is such that it comes first whatever the others say: then they need not be asked before it has failed.
    #[inline(always)]
    fn undisputed(&self, here: &Frame<G>, node: &Node) -> Option<usize> {
        let index = usize::from(node.hint);
        let choices = self.settings.choices();
        // Who puts the root in order may precede it without a rank.
        (choices.hint_leads() && index < here.moves.len() && !(node.ply == 0 && choices.arranges())).then_some(index)
    }

    /// Decides in which order the moves are searched, of which `taken`, the first in that order, already are. With `whole` nothing is left to be found out later: at the horizon the loop
    /// is faster without. Not inlined, as the picker: the vectors that both work with would have to be saved and loaded again at every child.
    #[inline(never)]
    fn order(&mut self, here: &mut Frame<G>, node: &Node, taken: usize, whole: bool) -> Picker {
        match self.station_walk(here, node) {
            Some(picker) => picker,
            None => self.order_by_keys(here, node, taken, whole),
        }
    }

    /// The same by keys in which enhancements put ranks. Not inlined: what needs no keys is quicker without what this needs.
    #[inline(never)]
    fn order_by_keys(&mut self, here: &mut Frame<G>, node: &Node, taken: usize, whole: bool) -> Picker {
        let choices = self.settings.choices();
        let valued = choices.value_moves(node);
        here.ids.clear();
        if if valued { choices.tiers_use_ids(node) } else { choices.uses_ids(node) } {
            self.find_ids(here);
        }
        picker::begin(&mut here.keys, here.moves.len());
        // Where there is no worth nothing stands between the tiers.
        self.station_order(here, node, if valued { EARLY } else { EARLY | LATE });
        let mut picker = if valued { Picker::Tiers } else { Picker::COMPLETE };
        let arranged = node.ply == 0 && choices.arranges();
        if valued && (whole || arranged) {
            picker = self.value(here, node, 0);
        }
        if arranged && self.station_arrange(here, node) {
            return Picker::Sorted;
        }
        if taken > 0 {
            // Its rank is the highest.
            here.keys.swap(0, node.hint.into());
        }
        picker
    }

    #[inline(always)]
    fn find_ids(&self, here: &mut Frame<G>) {
        here.ids.clear();
        here.ids.extend(here.moves.iter().map(|&mv| self.game.move_id(mv) as u32));
    }

    /// The index of the best move left; `turn` were taken before, and their keys stand in front.
    #[inline(always)]
    pub(crate) fn pick(&mut self, picker: &mut Picker, here: &mut Frame<G>, node: &Node, turn: usize) -> usize {
        match picker {
            Picker::Tiers | Picker::SortedTiers => *picker = self.pick_tier(picker, here, node, turn),
            _ => return picker.next(&mut here.keys, turn),
        }
        picker::index(here.keys[turn])
    }

    /// Puts the best key left in its place, by the tiers before worth as long as there is a move in one of them; then worth is found out, and the tiers behind it.
    #[inline(never)]
    fn pick_tier(&mut self, picker: &Picker, here: &mut Frame<G>, node: &Node, turn: usize) -> Picker {
        let choices = self.settings.choices();
        let floor = choices.worth_floor();
        match picker {
            Picker::SortedTiers if here.keys[turn] >= floor => return Picker::SortedTiers,
            Picker::SortedTiers => {}
            _ => {
                if let Some(picker) = picker::select_tier(&mut here.keys, turn, floor) {
                    return picker;
                }
            }
        }
        let mut picker = self.value(here, node, turn);
        picker.next(&mut here.keys, turn);
        picker
    }

    /// Finds out what the moves are worth, unless that is known from an earlier search of the node, and adds it to the keys from this turn on, with the tiers behind it.
    #[inline(always)]
    fn value(&mut self, here: &mut Frame<G>, node: &Node, turn: usize) -> Picker {
        let choices = self.settings.choices();
        let shift = choices.worth_shift();
        if here.ids.is_empty() && choices.uses_ids(node) {
            self.find_ids(here);
        }
        if here.known < Known::Worth {
            here.known = Known::Worth;
            here.begin_worth();
            self.station_worth(here, node);
        }
        if turn > 1 {
            here.rank_worth_left(turn, shift);
            if choices.order_late(node) {
                self.order_late(here, node, turn);
            }
            return Picker::with_worth(shift);
        }
        // Ranks are quicker where the keys stand in the order of the moves, and they do but for the first.
        let first = if turn == 1 { picker::index(here.keys[0]) } else { 0 };
        here.keys.swap(0, first);
        here.rank_worth(shift);
        if choices.order_late(node) {
            self.fill_late(here, node);
        }
        here.keys.swap(0, first);
        Picker::with_worth(shift)
    }

    /// Adds the ranks of tiers behind worth to the keys from this turn on, which stand at other places than their moves by now.
    fn order_late(&mut self, here: &mut Frame<G>, node: &Node, turn: usize) {
        here.begin_late();
        self.fill_late(here, node);
        here.rank_late(turn);
    }

    /// The tiers behind worth. Not inlined: all of them would stand wherever worth is found out.
    #[inline(never)]
    fn fill_late(&mut self, here: &mut Frame<G>, node: &Node) {
        self.station_order(here, node, LATE);
    }

    /// The value of the position in the first frame for the side that moved there, `same_side` if that side is to move again.
    #[inline(always)]
    fn child<const SELECTIVE: bool>(&mut self, rest: &mut [Frame<G>], same_side: bool, depth: Depth, window: Window) -> Value {
        let window = if same_side { window } else { window.flip() };
        let score = if depth.is_horizon() {
            self.horizon::<SELECTIVE>(rest, window)?
        } else {
            self.node::<SELECTIVE>(rest, depth, window)?
        };
        Ok(if same_side { score } else { -score })
    }

    /// A node at the horizon, which needs no more than this.
    #[inline(always)]
    fn horizon<const SELECTIVE: bool>(&mut self, frames: &mut [Frame<G>], window: Window) -> Value {
        self.meter.count()?;
        if let Some(score) = self.finished(&frames[0], frames[0].ply) {
            frames[0].line.clear();
            return Ok(score);
        }
        self.leaf::<SELECTIVE>(frames, window)
    }

    /// The value of a position that is not searched.
    #[inline(always)]
    fn leaf<const SELECTIVE: bool>(&mut self, frames: &mut [Frame<G>], window: Window) -> Value {
        frames[0].line.clear();
        if SELECTIVE && let Some(value) = self.station_leaf(frames, window) {
            return value;
        }
        Ok(self.evaluate::<SELECTIVE>(&frames[0]))
    }

    /// Makes the child that a move leads to. Answers whether the same side is to move again.
    #[inline(always)]
    pub(crate) fn advance(&mut self, here: &Frame<G>, child: &mut Frame<G>, index: usize, child_depth: Depth) -> bool {
        let (game, mv) = (self.game, here.moves[index]);
        child.state.clone_from(&here.state);
        game.play(&mut child.state, mv);
        let choices = self.settings.choices();
        if G::REPETITION.is_some() || (!child_depth.is_horizon() && choices.uses_hash()) {
            child.hash = self.hash_after(here, mv, &child.state);
        }
        if G::REPETITION.is_some() {
            self.path.extend(game, here, child, mv);
        }
        if !child_depth.is_horizon() && choices.uses_previous() {
            child.previous = Some(game.move_id(mv) as u32);
        }
        if !child_depth.is_horizon() && (self.settings.watched_features().is_some() || choices.uses_atoms()) {
            child.led_here = Some(mv);
        }
        !G::ALTERNATES && game.side(&child.state) == game.side(&here.state)
    }

    /// The value if the game is over here.
    #[inline(always)]
    pub(crate) fn finished(&mut self, here: &Frame<G>, ply: usize) -> Option<Score> {
        if let Some(outcome) = self.game.outcome(&here.state) {
            return Some(self.settle(&here.state, outcome, ply));
        }
        // The root itself is searched even if it was reached by repetition: the caller asked for a move.
        if let Some(rule) = G::REPETITION
            && ply > 0
            && here.occurrences + 1 >= rule.occurrences.into()
        {
            return Some(self.settle(&here.state, self.game.repeated(&here.state), ply));
        }
        None
    }

    /// The value of an outcome for the side to move.
    pub(crate) fn settle(&self, state: &G::State, outcome: Outcome, ply: usize) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win { side, margin } if side == self.game.side(state) => Score::win(margin, ply),
            Outcome::Win { margin, .. } => Score::loss(margin, ply),
        }
    }

    /// One node more, unless the search is to stop.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.meter.count()
    }

    /// The depth of the iteration, in plies.
    pub fn iteration(&self) -> u32 {
        self.root.depth
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }
}
