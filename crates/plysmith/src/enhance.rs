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
#[cfg(feature = "dummy")]
pub mod dummy;
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
use crate::net::NetMemory;
use crate::part::{PartError, Parts};
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::trace::What;
use crate::search::{Cut, Frame, Node, Picker, Search, Value};
pub use card::{Card, Category, Choosing, Learned, Orders, ParameterCard, Parameters, Question, WORTH, WORTH_BITS};
pub use features::{Feature, Features};
use stations::enhancements;
pub use terms::{Counter, Cutoff, Former, MovePlan, Samples, Shape, Turn, Uses};
pub use value::{Codes, Kind, List, Names, Value as ParameterValue};

/// The list; what comes behind it is there for tests alone.
macro_rules! list {
    ($($test:ident => $type:ident,)*) => {
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
            $($test => $type,)*
        }
    };
}

#[cfg(not(feature = "dummy"))]
list! {}

#[cfg(feature = "dummy")]
list! {
    dummy => Dummy,
}

/// A technique of the search. Every station has a default that does nothing.
pub trait Enhancement {
    /// What can be set.
    type Params: Parameters;
    /// What it remembers from node to node.
    type Memory: Default;
    /// What it notes at a node while that is searched, `()` for nothing. Every node begins with the default; a node that is searched again keeps its notes.
    type Note: Copy + Default;

    /// The card.
    const CARD: Card;
    /// How a selection deals with it.
    const CHOOSING: Choosing = Choosing::FREE;
    /// What its parameters were called in older specs.
    const FORMERLY: &'static [Former] = &[];
    /// What it wants the search to keep up to date.
    const USES: Uses = Uses::NOTHING;
    /// All that it does is to let moves cost what their categories say: with nothing else on that can change the value, the search does so without
    /// the selective stations. See [`Enhancement::grade`].
    const BY_CATEGORY: bool = false;
    /// A node is left as soon as a move is too good for the opponent to allow it.
    const CUTS: bool = false;
    /// It has a value of its own for positions at the horizon.
    const SETTLES: bool = false;
    /// Its tier holds the table's move and no other.
    const HINTED: bool = false;
    /// Its memory is shared by all threads of a search: [`Enhancement::join`] brings it, and only the main one is emptied.
    const SHARED: bool = false;

    /// Sets up its memory, with what its parts hold ([`Parts::decoded`]); not called when it is off.
    fn memory(_params: &Self::Params, _shape: &Shape, _parts: &Parts) -> Result<Self::Memory, PartError> {
        Ok(Self::Memory::default())
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

    /// These parameters with the size of others, if that decides nothing but how much is remembered.
    fn resized(params: &Self::Params, _like: &Self::Params) -> Self::Params {
        *params
    }

    /// How full its memory is, in thousandths, if it can fill up.
    fn fullness(_memory: &Self::Memory) -> Option<u32> {
        None
    }

    /// What a move costs that is in no category, if the enhancement goes by categories.
    fn otherwise(_params: &Self::Params) -> Option<Depth> {
        None
    }

    /// Adds what was sampled since the search began, as plain numbers, for a learner that knows what they mean; see [`Samples`].
    fn samples(_params: &Self::Params, _memory: &Self::Memory, _samples: &mut Vec<f32>) {}

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
        !matches!(Self::CARD.orders, Orders::No)
    }

    /// Station order, where [`Enhancement::orders`] says so, for those with tiers: puts a rank below 2^`bits` on moves, by [`Frame::rank`] and its like. Moves with a higher rank
    /// come first. Tiers that come behind worth in the precedence are filled only where worth is.
    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut Frame<G>, _: &Node, _shift: u32) {}

    /// Station worth, where [`Enhancement::orders`] says so and no move is left that is in a tier before: adds to the worth of moves, by [`Frame::add_worth`] and its like.
    #[inline(always)]
    fn worth<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut Frame<G>, _: &Node) {}

    /// Station order at the root, for those that order nothing else: puts the moves in order by `Frame::arrange`, behind the tiers above the bit `shift`.
    #[inline(always)]
    fn arrange<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut Frame<G>, _shift: u32) {}

    /// Station order, before any other: a way through the moves that needs no ranks, if there is one here.
    #[inline(always)]
    fn walk<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &Frame<G>, _: &Node) -> Option<Picker> {
        None
    }

    /// What a move costs by its category, for those with [`Enhancement::BY_CATEGORY`] where the selective stations are not passed.
    #[inline(always)]
    fn grade<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &mut Frame<G>, _index: usize) -> Depth {
        Depth::PLY
    }

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

    /// Station changed: a move is better than all before it at this node, with the value `score`.
    #[inline(always)]
    fn changed<G: Game, S: Settings>(
        _: &Self::Params,
        _: &mut Search<G, S>,
        _: &mut Frame<G>,
        _: &Node,
        _index: usize,
        _score: Score,
    ) {
    }

    /// Station learn: a move has cut the node off.
    #[inline(always)]
    fn learn<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &Frame<G>, _: &Node, _: Cutoff) {}

    /// Station leave: the node has the value `best` by the move `index`.
    #[inline(always)]
    fn leave<G: Game, S: Settings>(_: &Self::Params, _: &mut Search<G, S>, _: &Frame<G>, _: &Node, _best: Score, _index: usize) {}
}

impl Choices {
    /// Whether these are the same choices but for sizes that decide nothing but how much is remembered.
    pub fn equal_but_for_size(&self, other: &Choices) -> bool {
        self.resized(other) == *other
    }

    /// The same choices with ranks laid out for this precedence: the entry at `order[0]` decides first, an enhancement by its place in the list or [`WORTH_ENTRY`]. Places that do not
    /// order moves are ignored. The bits of all that are named must fit into [`RANK_BITS`](crate::search::RANK_BITS).
    pub const fn ordered(mut self, order: &[usize]) -> Choices {
        self.shifts = [0; ENTRIES];
        self.above_worth = 0;
        let mut free = crate::search::TOP;
        let mut i = 0;
        while i < order.len() {
            if order[i] == WORTH_ENTRY {
                self.above_worth = free as u8;
            }
            free -= entry_bits(order[i]);
            self.shifts[order[i]] = free as u8;
            i += 1;
        }
        assert!(free >= crate::search::TOP - crate::search::RANK_BITS);
        self
    }

    /// Worth is written from this bit of a key on.
    #[inline(always)]
    pub(crate) fn worth_shift(&self) -> u32 {
        self.shifts[WORTH_ENTRY].into()
    }

    /// A key without a rank in the tiers before worth is below this: all keys where there is no worth.
    #[inline(always)]
    pub(crate) fn worth_floor(&self) -> i64 {
        // With no tier before worth every key is below.
        (1u64 << self.above_worth).min(i64::MAX as u64) as i64
    }
}

/// Which tiers a station fills.
pub(crate) mod tiers {
    /// Those before worth.
    pub(crate) const EARLY: u8 = 1;
    /// Those behind it.
    pub(crate) const LATE: u8 = 2;
}

/// The entries that a precedence can have: enhancements by their places in the list, and worth.
pub const ENTRIES: usize = COUNT + 1;
/// The entry of worth in a precedence.
pub const WORTH_ENTRY: usize = COUNT;

/// The name of an entry of a precedence.
pub(crate) const fn entry_name(entry: usize) -> &'static str {
    if entry == WORTH_ENTRY { WORTH } else { CARDS[entry].name }
}

/// The bits of an ordering key that an entry fills.
pub(crate) const fn entry_bits(entry: usize) -> u32 {
    if entry == WORTH_ENTRY { WORTH_BITS } else { CARDS[entry].orders.bits() }
}

/// The entry of a precedence with this name.
pub const fn entry(name: &str) -> Option<usize> {
    if same(name.as_bytes(), WORTH.as_bytes()) { Some(WORTH_ENTRY) } else { place(name) }
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
