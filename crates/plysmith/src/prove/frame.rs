//! What the search keeps for each ply of the line that it is following.

use crate::game::Game;
use crate::search::NO_MOVE;

/// A ply of the current line. Frames are allocated once and reused.
pub(super) struct Frame<G: Game> {
    pub(super) state: G::State,
    /// The legal moves in generation order, once generated.
    pub(super) moves: Vec<G::Move>,
    /// The hash, where it is used.
    pub(super) hash: u64,
    /// How many of the positions before could still be repeated, and a digest of them, whatever their order.
    pub(super) reversible: usize,
    pub(super) digest: u64,
    /// Where its hash stands in the trail.
    pub(super) at: usize,
    /// The move that decided a position at this ply last, and the one before it. Killers, in other words; they stay when the position goes.
    killers: [Option<G::Move>; 2],
    /// Ordering keys of the moves not yet tried, with their indices.
    keys: Vec<u64>,
}

/// The index in a key is turned round, so that equal ranks keep the order of generation.
const INDEX_BITS: u32 = 16;
const LAST_INDEX: u64 = (1 << INDEX_BITS) - 1;

impl<G: Game> Frame<G> {
    pub(super) fn new(state: G::State) -> Frame<G> {
        Frame { state, moves: Vec::new(), hash: 0, reversible: 0, digest: 0, at: 0, killers: [None; 2], keys: Vec::new() }
    }

    /// Forgets what outlives a position.
    pub(super) fn forget(&mut self) {
        self.killers = [None; 2];
    }

    /// The move decided a position here.
    #[inline(always)]
    pub(super) fn decided(&mut self, mv: G::Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }

    /// The index of the move to try before the others are even ranked: the table's, or else the one that decided the last position here.
    #[inline(always)]
    pub(super) fn first(&self, hint: u16) -> Option<usize> {
        if hint != NO_MOVE && usize::from(hint) < self.moves.len() {
            return Some(hint.into());
        }
        self.killers.iter().flatten().find_map(|killer| self.moves.iter().position(|mv| mv == killer))
    }

    /// Prepares to pick all moves but `tried` in the order of their ranks, killers first.
    #[inline(always)]
    pub(super) fn rank(&mut self, tried: Option<usize>, rank: impl Fn(&G::State, G::Move) -> u32) {
        self.keys.clear();
        for (index, &mv) in self.moves.iter().enumerate().filter(|&(index, _)| Some(index) != tried) {
            let killer = if self.killers.contains(&Some(mv)) { 1 << 32 } else { 0 };
            self.keys.push((killer | u64::from(rank(&self.state, mv))) << INDEX_BITS | (LAST_INDEX - index as u64));
        }
    }

    /// The index of the best move left.
    #[inline(always)]
    pub(super) fn pick(&mut self) -> Option<usize> {
        let (at, &key) = self.keys.iter().enumerate().max_by_key(|&(_, key)| key)?;
        self.keys.swap_remove(at);
        Some((LAST_INDEX - (key & LAST_INDEX)) as usize)
    }
}
