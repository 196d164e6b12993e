//! What the search keeps for each ply of the line that it is following.

use super::picker::{self, Picker};
use crate::enhance::Notes;
use crate::game::Game;
use crate::score::{Depth, MAX_PLY, Score};

/// Not the index of any move.
pub const NO_MOVE: u16 = u16::MAX;

/// What the selective search thinks of a node while it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The side to move must answer a threat at once.
    pub in_check: bool,
    /// How the position looks, once it was asked for.
    pub estimate: Option<Score>,
    /// Doing nothing would lose by force.
    pub threatened: bool,
    /// What is added to the depth of the node.
    pub extension: Depth,
    /// A move that stands out among the others, by index, or [`NO_MOVE`].
    pub outstanding: u16,
}

impl Judged {
    /// Nothing is known.
    pub const NOTHING: Judged =
        Judged { in_check: false, estimate: None, threatened: false, extension: Depth::ZERO, outstanding: NO_MOVE };
}

/// What is known of the position in a frame, each more than the one before. A node that is searched again keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Known {
    /// Nothing but the position.
    Nothing,
    /// Whether it is in check, and how it looks if that was asked for.
    Judged,
    /// The legal moves too.
    Moves,
    /// And their worth.
    Worth,
}

/// A ply of the current line: the position, its moves and what belongs to them. Frames are allocated once and reused.
pub struct Frame<G: Game> {
    /// Plies from the root.
    pub ply: usize,
    /// The position.
    pub state: G::State,
    /// The legal moves in generation order, once generated.
    pub moves: Vec<G::Move>,
    /// Their ids, if an enhancement uses them.
    pub ids: Vec<u32>,
    /// Their atoms, if features of moves are watched or an enhancement uses categories, once they were found out together.
    pub(super) atoms: Vec<u64>,
    /// What they cost by their categories, if an enhancement uses these here, once more than one was needed.
    pub(super) costs: Vec<Depth>,
    /// That of a single move was asked for.
    pub(super) glanced: bool,
    /// The ordering keys; see [`Frame::rank`].
    pub(super) keys: Vec<i64>,
    /// The keys of before while ranks of late tiers are found out.
    picked: Vec<i64>,
    /// What enhancements think the moves are worth, once that was asked for; see [`Frame::add_worth`].
    worth: Vec<i32>,
    /// What is known of the position.
    pub(super) known: Known,
    /// The node is about to be searched again: what is known of it counts.
    pub(super) again: bool,
    /// What the enhancements noted at the node.
    pub notes: Notes,
    /// The hash, if an enhancement uses it or positions can repeat.
    pub hash: u64,
    /// The id of the move that led here, if an enhancement uses it.
    pub previous: Option<u32>,
    /// The move itself, if features of moves are watched.
    pub(crate) led_here: Option<G::Move>,
    /// How many of the positions before could still be repeated.
    pub(super) reversible: usize,
    /// How often the position occurred among those.
    pub(super) occurrences: usize,
    /// A digest of those positions, whatever their order.
    pub(crate) digest: u64,
    /// What the selective search thinks of the node.
    pub judged: Judged,
    /// No pass is allowed here: the move before was one.
    pub(crate) passed: bool,
    /// The principal variation below.
    pub(crate) line: Vec<G::Move>,
}

impl<G: Game> Frame<G> {
    /// Room for the lines of a search.
    pub(crate) fn stack(game: &G) -> Vec<Frame<G>> {
        let state = game.start();
        (0..MAX_PLY).map(|ply| Frame::new(ply, state.clone())).collect()
    }

    fn new(ply: usize, state: G::State) -> Frame<G> {
        Frame {
            ply,
            state,
            moves: Vec::new(),
            ids: Vec::new(),
            atoms: Vec::new(),
            costs: Vec::new(),
            glanced: false,
            keys: Vec::new(),
            picked: Vec::new(),
            worth: Vec::new(),
            known: Known::Nothing,
            again: false,
            notes: Notes::default(),
            hash: 0,
            previous: None,
            led_here: None,
            reversible: 0,
            occurrences: 0,
            digest: 0,
            judged: Judged::NOTHING,
            passed: false,
            line: Vec::new(),
        }
    }

    /// Adds to the ordering key of every move the rank that `rank` gives it, by position and move.
    #[inline(always)]
    pub fn rank_moves(&mut self, shift: u32, rank: impl Fn(&G::State, G::Move) -> u32) {
        for (key, &mv) in self.keys.iter_mut().zip(&self.moves) {
            *key = picker::ranked(*key, rank(&self.state, mv), shift);
        }
    }

    /// The same, by the move's id.
    #[inline(always)]
    pub fn rank_ids(&mut self, shift: u32, rank: impl Fn(u32) -> u32) {
        for (key, &id) in self.keys.iter_mut().zip(&self.ids) {
            *key = picker::ranked(*key, rank(id), shift);
        }
    }

    /// The same, by nothing but which call it is: the moves come in generation order.
    #[inline(always)]
    pub(crate) fn rank_all(&mut self, shift: u32, mut rank: impl FnMut() -> u32) {
        for key in &mut self.keys {
            *key = picker::ranked(*key, rank(), shift);
        }
    }

    /// Adds a rank to the ordering key of one move.
    #[inline(always)]
    pub fn rank(&mut self, index: usize, rank: u32, shift: u32) {
        self.keys[index] = picker::ranked(self.keys[index], rank, shift);
    }

    /// Begins to find out what the moves are worth: nothing so far.
    #[inline(always)]
    pub(super) fn begin_worth(&mut self) {
        self.worth.clear();
    }

    /// Adds to the worth of every move what `worth` says, by its index.
    #[inline(always)]
    pub fn add_worth(&mut self, worth: impl Fn(usize) -> i32) {
        add(&mut self.worth, (0..self.moves.len()).map(worth));
    }

    /// The same, by the move's id.
    #[inline(always)]
    pub fn add_worth_of_ids(&mut self, worth: impl Fn(u32) -> i32) {
        add(&mut self.worth, self.ids.iter().map(|&id| worth(id)));
    }

    /// Adds worth to the ordering keys, which stand in the order of the moves.
    #[inline(always)]
    pub(super) fn rank_worth(&mut self, shift: u32) {
        for (key, &worth) in self.keys.iter_mut().zip(&self.worth) {
            *key = picker::valued(*key, worth, shift);
        }
    }

    /// The same in any order, from this turn on.
    pub(super) fn rank_worth_left(&mut self, turn: usize, shift: u32) {
        for key in &mut self.keys[turn..] {
            *key = picker::valued(*key, self.worth[picker::index(*key)], shift);
        }
    }

    /// Begins keys for tiers that come late, with those of before put aside.
    pub(super) fn begin_late(&mut self) {
        std::mem::swap(&mut self.keys, &mut self.picked);
        picker::begin(&mut self.keys, self.moves.len());
    }

    /// Adds the ranks of tiers that came late to the keys from this turn on.
    pub(super) fn rank_late(&mut self, turn: usize) {
        for key in &mut self.picked[turn..] {
            *key |= self.keys[picker::index(*key)];
        }
        std::mem::swap(&mut self.keys, &mut self.picked);
    }

    /// Puts the moves in order: those with higher ranks above the bit `shift` first, and among equals those that `rank` puts higher, by index.
    pub(crate) fn arrange(&mut self, shift: u32, rank: impl Fn(usize) -> u32) {
        self.keys.sort_by_key(|&key| std::cmp::Reverse((key >> shift, rank(picker::index(key)), key)));
    }

    /// Puts the moves in order of this rank alone, the highest first, to be picked one by one.
    #[inline(always)]
    pub(crate) fn order_by(&mut self, rank: impl Fn(&G::State, G::Move) -> u32) -> Picker {
        picker::begin(&mut self.keys, self.moves.len());
        self.rank_moves(picker::TOP - 32, rank);
        Picker::COMPLETE
    }

    /// The index of the best move left, after so many.
    #[inline(always)]
    pub(crate) fn pick(&mut self, picker: &mut Picker, turn: usize) -> usize {
        picker.next(&mut self.keys, turn)
    }

    /// The moves that were searched before the one at this turn, by index. Only where moves are ordered.
    pub fn tried(&self, turn: usize) -> impl Iterator<Item = usize> + '_ {
        self.keys[..turn].iter().map(|&key| picker::index(key))
    }

    /// The principal variation is now this move and the child's.
    #[inline(always)]
    pub(crate) fn follow(&mut self, index: usize, child: &Frame<G>) {
        self.line.clear();
        self.line.push(self.moves[index]);
        self.line.extend_from_slice(&child.line);
    }
}

/// Adds one number after the other to a row, which begins with the first that come.
#[inline(always)]
fn add(sums: &mut Vec<i32>, numbers: impl Iterator<Item = i32>) {
    if sums.is_empty() {
        sums.extend(numbers);
    } else {
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum = sum.saturating_add(number));
    }
}
