//! Statistics of a search tree, kept only when somebody watches.

/// How many ranks of the cutoff move are told apart.
pub const RANKS: usize = 16;

/// What the tree looked like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The deepest line, in plies.
    pub height: u32,
    /// Cutoffs by how many moves had been tried before; the last place holds all that came later.
    pub cutoffs: [u64; RANKS],
    /// Legal moves at the nodes that were cut off, added up: for the mean branching.
    pub moves_at_cutoffs: u64,
    /// How often a move became the best inside the window.
    pub value_changes: u64,
}

impl Statistics {
    #[inline]
    pub(super) fn cutoff(&mut self, tried: usize, moves: usize) {
        self.cutoffs[tried.min(RANKS - 1)] += 1;
        self.moves_at_cutoffs += moves as u64;
    }

    /// The share of cutoffs that came with the first move.
    pub fn first_move_share(&self) -> f64 {
        let all: u64 = self.cutoffs.iter().sum();
        self.cutoffs[0] as f64 / all.max(1) as f64
    }
}
