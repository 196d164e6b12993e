//! What the search keeps for each ply of the line that it is following.

use super::picker::{self, Picker};
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
    pub singular: u16,
    /// Every move is searched, so that something can be learned from it.
    pub explored: bool,
}

impl Judged {
    /// Nothing is known.
    pub const NOTHING: Judged =
        Judged { in_check: false, estimate: None, threatened: false, extension: Depth::ZERO, singular: NO_MOVE, explored: false };
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

    /// Puts the moves in order of this rank alone, the highest first, to be picked one by one.
    #[inline(always)]
    pub(crate) fn order_by(&mut self, rank: impl Fn(&G::State, G::Move) -> u32) -> Picker {
        picker::begin(&mut self.keys, self.moves.len());
        self.rank_moves(picker::TOP - 32, rank);
        Picker::Selecting
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
