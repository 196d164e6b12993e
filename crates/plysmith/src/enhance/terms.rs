//! What the search and an enhancement tell each other at the stations.

use crate::score::{Depth, Score, Window};
use crate::search::{NO_MOVE, Node};

/// What an enhancement needs to know of the game to set up its memory.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Move ids are below this.
    pub move_ids: usize,
}

/// What an enhancement wants the search to keep up to date.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uses {
    /// The hash of every position above the horizon.
    pub hash: bool,
    /// The ids of the legal moves of a node.
    pub ids: bool,
    /// The id of the move that led to a node.
    pub previous: bool,
    /// The atoms of the legal moves of a node, where its depth allows for differences.
    pub atoms: bool,
    /// How many quiet moves were tried before a move: [`Turn::quiet`].
    pub quiet: bool,
}

impl Uses {
    /// Nothing.
    pub const NOTHING: Uses = Uses { hash: false, ids: false, previous: false, atoms: false, quiet: false };
}

/// A figure that an enhancement counted during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The enhancement.
    pub enhancement: &'static str,
    /// What was counted.
    pub name: &'static str,
    /// How often it happened.
    pub count: u64,
}

/// What an enhancement sampled during a search: plain numbers whose meaning it shares with the learner that asked for them. Those of further threads stand behind those of the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// The enhancement.
    pub enhancement: &'static str,
    /// The numbers.
    pub values: Vec<f32>,
}

/// How a node ended with a cutoff.
#[derive(Clone, Copy, Debug)]
pub struct Cutoff {
    /// The move that caused it, as an index into the node's moves.
    pub index: usize,
    /// How many moves were tried before it.
    pub tried: usize,
}

/// A move that the selective search is about to try.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// How many moves were tried before.
    pub number: usize,
    /// The move, as an index into the node's moves.
    pub index: usize,
    /// The window that is left.
    pub window: Window,
    /// The best value so far.
    pub best: Score,
    /// The move that has it, as an index; [`NO_MOVE`](crate::search::NO_MOVE) before the first was searched.
    pub leader: u16,
    /// How many moves have improved on alpha.
    pub changes: usize,
    /// How many quiet moves were tried before, if an enhancement uses that.
    pub quiet: usize,
    /// Categories of moves decide here how deep these are searched.
    pub graded: bool,
}

impl Turn {
    /// Whether the table's move is the best so far; `None` where the table knows none.
    #[inline(always)]
    pub fn hint_leads(&self, node: &Node) -> Option<bool> {
        (node.hint != NO_MOVE).then_some(self.leader == node.hint)
    }
}

/// How deep the selective search looks at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePlan {
    /// What the move takes off the depth: a ply, unless an enhancement changes it.
    pub cost: Depth,
    /// What a first look takes off in addition. If the move looks better than the best so far it is searched again, without.
    pub reduction: Depth,
    /// Searches again step by step, with half the reduction each time, instead of at once with none.
    pub stepwise: bool,
}

impl MovePlan {
    /// A ply, and no first look.
    pub const PLAIN: MovePlan = MovePlan { cost: Depth::PLY, reduction: Depth::ZERO, stepwise: false };

    /// The reduction with which to look again.
    #[inline(always)]
    pub(crate) fn next(&self, reduction: Depth) -> Depth {
        let half = Depth::from_units(reduction.units() / 2);
        if self.stepwise && half >= Depth::PLY { half } else { Depth::ZERO }
    }
}

/// What a parameter was called in older specs: one number was a parameter of its own where a vector has them all.
#[derive(Clone, Copy, Debug)]
pub struct Former {
    /// The name without the number behind it.
    pub prefix: &'static str,
    /// The number behind the name that is now the first of the vector; `None` if there was none, and the number is all of the vector.
    pub first: Option<usize>,
    /// The vector.
    pub parameter: &'static str,
}
