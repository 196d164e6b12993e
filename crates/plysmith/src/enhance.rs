//! The enhancements: every technique of the search that a spec can switch on.
//!
//! One file each, and one line in the list below. The list is the only register: the spec's names, the help, the random tests and the golden
//! bench are made from it. To add an enhancement, write `enhance/my_idea.rs` with a type that implements [`Enhancement`], declare the module, and add its line;
//! a test tells if one of the three is missing.
//!
//! An enhancement takes part in the search at fixed stations (see [`search`](crate::search)), by overriding the methods of [`Enhancement`]
//! that it needs. At a station the enhancements take part in the order of the list. All its work happens behind its switch: with
//! [`Fixed`](crate::Fixed) settings an enhancement that is off is compiled away.

pub mod alpha_beta;
pub mod aspiration;
pub mod card;
pub mod categories;
pub mod countermove;
pub mod deepening;
pub mod enhanced_realization;
pub mod etc;
pub mod extended_futility;
mod features;
pub mod fractional;
pub mod futility;
pub mod history;
pub mod iid;
pub mod killers;
pub mod late_moves;
pub mod mate_threat;
pub mod mtdf;
pub mod multi_cut;
pub mod multi_probcut;
pub mod null_move;
pub mod presearch;
pub mod pv_first;
pub mod pvs;
pub mod quiescence;
pub mod rankcut;
pub mod razoring;
pub mod realization;
pub mod reverse_futility;
pub mod shuffle;
pub mod single_reply;
pub mod singular;
mod stations;
pub mod symmetry;
pub mod table;
pub mod tactical_first;
mod terms;
pub mod tt_order;
pub mod value;

use crate::evaluate::Evaluator;
use crate::game::{Capabilities, Game};
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::trace::What;
use crate::search::{Cut, Frame, Node, Search, Value};
pub use card::{Card, Category, Choosing, Learned, ParameterCard, Parameters, Question};
pub use features::{Feature, Features};
use stations::enhancements;
pub use terms::{Counter, Cutoff, Former, MovePlan, Shape, Turn, Uses};
pub use value::{Codes, Kind, List, Names, Value as ParameterValue};

enhancements! {
    alpha_beta => AlphaBeta,
    table => Table,
    symmetry => Symmetry,
    tt_order => TtOrder,
    etc => Etc,
    iid => Iid,
    pv_first => PvFirst,
    presearch => Presearch,
    tactical_first => TacticalFirst,
    killers => Killers,
    countermove => Countermove,
    history => History,
    shuffle => Shuffle,
    deepening => Deepening,
    aspiration => Aspiration,
    pvs => Pvs,
    mtdf => Mtdf,
    quiescence => Quiescence,
    reverse_futility => ReverseFutility,
    razoring => Razoring,
    null_move => NullMove,
    mate_threat => MateThreat,
    multi_probcut => MultiProbcut,
    multi_cut => MultiCut,
    singular => Singular,
    single_reply => SingleReply,
    futility => Futility,
    extended_futility => ExtendedFutility,
    rankcut => Rankcut,
    categories => Categories,
    fractional => Fractional,
    realization => Realization,
    enhanced_realization => EnhancedRealization,
    late_moves => LateMoves,
}

/// A technique of the search. Every station has a default that does nothing.
pub trait Enhancement {
    /// What can be set.
    type Params: Parameters;
    /// What it remembers from node to node.
    type Memory: Default;

    /// The card.
    const CARD: Card;
    /// How a selection deals with it.
    const CHOOSING: Choosing = Choosing::FREE;
    /// What its parameters were called in older specs.
    const FORMERLY: &'static [Former] = &[];
    /// What it wants the search to keep up to date.
    const USES: Uses = Uses::NOTHING;
    /// All that it does is to let moves cost what their categories say: with nothing else on that can change the value, the search does so without
    /// the selective stations.
    const BY_CATEGORY: bool = false;

    /// Sets up its memory; not called when it is off.
    fn memory(_params: &Self::Params, _shape: &Shape) -> Self::Memory {
        Self::Memory::default()
    }

    /// A search begins in which this memory of another thread works beside that of the main one: share what can be shared, and begin anew otherwise.
    fn join(params: &Self::Params, memory: &mut Self::Memory, _main: &Self::Memory) {
        Self::begin_search(params, memory);
    }

    /// A new game begins: forget everything.
    fn forget(_params: &Self::Params, _memory: &mut Self::Memory) {}

    /// A new search begins, perhaps of the next position of the same game.
    fn begin_search(_params: &Self::Params, _memory: &mut Self::Memory) {}

    /// A new iteration begins; `line` is the principal variation of the one before, each move by its index in generation order.
    fn begin_iteration(_params: &Self::Params, _memory: &mut Self::Memory, _line: &[u16]) {}

    /// What was counted since the search began.
    fn counters(_memory: &Self::Memory) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// The depth of the iteration after `done`, towards `target`.
    fn next_depth(_params: &Self::Params, _done: u32, _target: Option<u32>) -> Option<u32> {
        None
    }

    /// Searches the root to a depth, `guess` being the value of the iteration before. `None` leaves it to the next, and in the end to one search
    /// with a full window.
    #[inline(always)]
    fn drive<G: Game, S: Settings>(
        _params: &Self::Params,
        _search: &mut Search<G, S>,
        _frames: &mut [Frame<G>],
        _depth: Depth,
        _guess: Option<Score>,
    ) -> Option<Value> {
        None
    }

    /// Station probe, before moves are generated: may end the node, or say which move to try first.
    #[inline(always)]
    fn probe<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut [Frame<G>], _: &mut Node) -> Cut {
        Ok(None)
    }

    /// Station cut, once the moves are known: may end the node.
    #[inline(always)]
    fn cut<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut [Frame<G>], _: &mut Node) -> Cut {
        Ok(None)
    }

    /// Whether the enhancement, if it orders moves at all, has something to say at this node: where none has, moves are tried as generated.
    #[inline(always)]
    fn orders(_params: &Self::Params, _node: &Node) -> bool {
        Self::CARD.rank_bits > 0
    }

    /// Station order, where [`Enhancement::orders`] says so: puts a rank below 2^`rank_bits` on moves, by [`Frame::rank`] and its like. Moves with a higher rank come first.
    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut Frame<G>, _: &Node, _shift: u32) {}

    /// Station child: ask first, with a null window, whether the move is better than the best so far; `turn` moves were tried before.
    #[inline(always)]
    fn scout(_params: &Self::Params, _node: &Node, _turn: usize) -> bool {
        false
    }

    /// Station estimate, before moves are generated: may end the node by how the position looks ([`Search::estimate`]), or lower its depth.
    ///
    /// This station and those below are there for the selective half of the search: they are passed only if an enhancement is on that can change
    /// the value. Whatever they do, a score that says won or lost must stay a proof: see [`search`](crate::search).
    #[inline(always)]
    fn estimate<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut [Frame<G>], _: &mut Node) -> Cut {
        Ok(None)
    }

    /// Station examine, once the moves are known: may end the node, or give it more depth ([`Judged::extension`](crate::search::Judged)).
    #[inline(always)]
    fn examine<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut [Frame<G>], _: &Node) -> Cut {
        Ok(None)
    }

    /// Station skip: a move is left out if this says what it is worth at most.
    #[inline(always)]
    fn skip<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &Frame<G>, _: &Node, _: &Turn) -> Option<Score> {
        None
    }

    /// Station depth: changes how deep a move is searched.
    #[inline(always)]
    fn plan<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut Frame<G>, _: &Node, _: &Turn, _: &mut MovePlan) {}

    /// Station weigh, once the moves are searched: how many were tried, and the last turn at which one improved on alpha.
    #[inline(always)]
    fn weigh<G: Game, S: Settings>(
        _: &Self::Params,
        _: &mut Search<G, S>,
        _: &Frame<G>,
        _: &Node,
        _tried: usize,
        _last: Option<usize>,
    ) {
    }

    /// Station leaf: the value of a position at the horizon that does not end the game.
    #[inline(always)]
    fn leaf<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut [Frame<G>], _: Window) -> Option<Value> {
        None
    }

    /// Station learn: a move has cut the node off.
    #[inline(always)]
    fn learn<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &Frame<G>, _: &Node, _: Cutoff) {}

    /// Station leave: the node has the value `best` by the move `index`.
    #[inline(always)]
    fn leave<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &Frame<G>, _: &Node, _best: Score, _index: usize) {}
}

impl Choices {
    /// Whether these are the same choices but for the size of the table, which decides nothing but how much is remembered.
    pub fn equal_but_for_size(&self, other: &Choices) -> bool {
        let mut same = *self;
        if let (Some(table), Some(others)) = (&mut same.table, &other.table) {
            table.bits = others.bits;
        }
        same == *other
    }

    /// The table's move comes before all others.
    #[inline(always)]
    pub(crate) fn hint_leads(&self) -> bool {
        self.tt_order.is_some() && u32::from(self.shifts[Place::tt_order as usize]) == crate::search::TOP - 1
    }

    /// The same choices with ranks laid out for this precedence: the enhancement at `order[0]` of the list decides first. Places that do not
    /// order moves are ignored. The bits of all that are named must fit into [`RANK_BITS`](crate::search::RANK_BITS).
    pub const fn ordered(mut self, order: &[usize]) -> Choices {
        self.shifts = [0; COUNT];
        let mut free = crate::search::TOP;
        let mut i = 0;
        while i < order.len() {
            free -= CARDS[order[i]].rank_bits;
            self.shifts[order[i]] = free as u8;
            i += 1;
        }
        assert!(free >= crate::search::TOP - crate::search::RANK_BITS);
        self
    }
}

/// How a selection deals with the enhancement of this name.
pub fn choosing(name: &str) -> Choosing {
    place(name).map_or(Choosing::NEVER, |at| CHOOSING[at])
}

/// The place in the list of the enhancement with this name.
pub const fn place(name: &str) -> Option<usize> {
    let mut i = 0;
    while i < COUNT {
        if same(CARDS[i].name.as_bytes(), name.as_bytes()) {
            return Some(i);
        }
        i += 1;
    }
    None
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests;
