//! The sums of a network that are kept from one evaluation to the next.

use super::{EvaluationNet, Lane, clipped};
use crate::game::{Game, InputSet};

/// What a network keeps between evaluations: for each ply of the search, the inputs of the position that was evaluated there last, with the sums that they make.
///
/// Positions that are evaluated at the same ply one after the other are mostly siblings or cousins, and differ in little: the sums of the next one are those of the last one, changed by the inputs in which the
/// two differ. Nothing has to be known of what inputs mean, of moves, or of who is to move, and positions that nobody evaluates cost nothing. However far a position is from what is kept, its sums are right.
/// To keep what several positions have in common takes fewer additions and more time: whether something is to be kept is one more question that no processor foresees.
#[derive(Clone, Debug, Default)]
pub struct NetMemory {
    /// The network that all this is of.
    network: u64,
    /// The active inputs of the position that is looked at.
    active: InputSet,
    /// For each ply, the words of the inputs.
    words: Vec<u64>,
    /// For each ply, the sums that these inputs make.
    sums: Vec<Lane>,
}

/// Plies that room is made for at once.
const PLIES: usize = 16;

impl NetMemory {
    /// Sees to it that all that is kept is of this network.
    pub fn begin(&mut self, network: &EvaluationNet) {
        if self.network != network.digest {
            *self = NetMemory { network: network.digest, active: InputSet::new(network.card.inputs), ..NetMemory::default() };
        }
    }

    /// Makes room for a ply.
    #[cold]
    #[inline(never)]
    fn reach(&mut self, network: &EvaluationNet, ply: usize) {
        self.begin(network);
        let plies = ply + PLIES;
        self.words.resize(plies * self.active.words().len(), 0);
        // Without any input the sums are what units begin with.
        let fresh = network.bias.iter().copied().cycle();
        let missing = (plies * network.lanes).saturating_sub(self.sums.len());
        self.sums.extend(fresh.take(missing));
    }
}

impl EvaluationNet {
    /// How a position at this ply of a search looks for the side to move, in points: by what `memory` keeps, which must be of no other network.
    #[inline(always)]
    pub fn points<G: Game>(&self, game: &G, state: &G::State, memory: &mut NetMemory, ply: usize) -> i32 {
        if (ply + 1) * self.lanes > memory.sums.len() {
            memory.reach(self, ply);
        }
        self.look(game, state, &mut memory.active);
        let head = if self.card.heads == 2 { game.side(state).index() } else { 0 };
        // Few lanes are kept in registers, and the loops over few words are unrolled.
        match (self.lanes, memory.active.words().len()) {
            (1, 2) => self.points_by::<1, 2>(memory, ply, head),
            (2, 2) => self.points_by::<2, 2>(memory, ply, head),
            (2, 3) => self.points_by::<2, 3>(memory, ply, head),
            (4, 2) => self.points_by::<4, 2>(memory, ply, head),
            (4, 3) => self.points_by::<4, 3>(memory, ply, head),
            _ => self.points_by_any(memory, ply, head),
        }
    }

    /// By `N` lanes of units and `W` words of inputs.
    #[inline(always)]
    fn points_by<const N: usize, const W: usize>(&self, memory: &mut NetMemory, ply: usize, head: usize) -> i32 {
        let kept = (memory.words.as_chunks_mut::<W>().0.get_mut(ply), memory.sums.as_chunks_mut::<N>().0.get_mut(ply));
        let (Some(active), (Some(words), Some(kept))) = (memory.active.exactly::<W>(), kept) else { return 0 };
        let rows = self.rows.as_chunks::<N>().0;
        let mut sums = *kept;
        for at in 0..W {
            sums = changed(sums, rows, at, words[at], active[at]);
        }
        (*words, *kept) = (*active, sums);
        let (Some(output), Some(bias)) = (self.output.as_chunks::<N>().0.get(head), self.output_bias.get(head)) else { return 0 };
        (weighted(&sums, output) + bias) >> self.shift
    }

    /// By any number of lanes and words.
    #[inline(never)]
    fn points_by_any(&self, memory: &mut NetMemory, ply: usize, head: usize) -> i32 {
        let active = memory.active.words();
        let words = &mut memory.words[ply * active.len()..][..active.len()];
        let sums = &mut memory.sums[ply * self.lanes..][..self.lanes];
        for (at, (&active, word)) in active.iter().zip(words).enumerate() {
            Changes::of(at, *word, active).for_each(|row| add(sums, &self.rows[row * self.lanes..][..self.lanes]));
            *word = active;
        }
        self.head(sums, head)
    }
}

/// The rows that are to be added for each input that becomes active or inactive: without a branch between the two, which nobody could foresee.
struct Changes {
    word: usize,
    new: u64,
    left: u64,
}

impl Changes {
    #[inline(always)]
    fn of(word: usize, old: u64, new: u64) -> Changes {
        Changes { word, new, left: old ^ new }
    }
}

impl Iterator for Changes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(2 * (64 * self.word + bit) + (self.new >> bit & 1) as usize)
    }
}

/// What sums become when the inputs of a word do.
#[inline(always)]
fn changed<const N: usize>(mut sums: [Lane; N], rows: &[[Lane; N]], word: usize, old: u64, new: u64) -> [Lane; N] {
    for row in Changes::of(word, old, new) {
        let row = &rows[row];
        for lane in 0..N {
            sums[lane] = added(&sums[lane], &row[lane]);
        }
    }
    sums
}

#[inline(always)]
pub(super) fn add(sums: &mut [Lane], row: &[Lane]) {
    sums.iter_mut().zip(row).for_each(|(sums, row)| *sums = added(sums, row));
}

#[inline(always)]
fn added(sums: &Lane, row: &Lane) -> Lane {
    Lane(std::array::from_fn(|at| sums.0[at].wrapping_add(row.0[at])))
}

/// The weighted sum of so many lanes of units.
#[inline(always)]
fn weighted<const N: usize>(sums: &[Lane; N], weights: &[Lane; N]) -> i32 {
    let mut total = 0;
    for lane in 0..N {
        total += clipped(&sums[lane], &weights[lane]);
    }
    total
}
