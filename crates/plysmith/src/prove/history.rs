//! Which moves decided nodes elsewhere in the tree, by their ids: what won or refuted once is tried early again.
//!
//! The attacker's wins and the defender's refutations are counted apart, deeper ones for more.

/// Counts are halved before they exceed this.
pub(super) const LARGEST: u32 = (1 << 16) - 1;

/// Counts by role and move id.
pub(super) struct History {
    counts: Vec<u32>,
    ids: usize,
}

impl History {
    pub(super) fn new(ids: usize) -> History {
        History { counts: vec![0; 2 * ids], ids }
    }

    pub(super) fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// How often the move decided a node: at most [`LARGEST`].
    #[inline(always)]
    pub(super) fn of(&self, attacking: bool, id: usize) -> u32 {
        self.counts[usize::from(attacking) * self.ids + id]
    }

    /// The move decided a node with so many plies left.
    #[inline(always)]
    pub(super) fn decided(&mut self, attacking: bool, id: usize, plies: u32) {
        let count = &mut self.counts[usize::from(attacking) * self.ids + id];
        *count += (plies * plies).min(LARGEST / 2);
        if *count > LARGEST {
            self.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_kept_apart_and_bounded() {
        let mut history = History::new(3);
        history.decided(true, 1, 2);
        assert_eq!((history.of(true, 1), history.of(false, 1), history.of(true, 0)), (4, 0, 0));
        for _ in 0..1_000 {
            history.decided(false, 2, 500);
            assert!(history.of(false, 2) <= LARGEST);
        }
        assert!(history.of(false, 2) > LARGEST / 4 && history.of(true, 1) == 0, "all are halved alike");
        history.clear();
        assert_eq!(history.of(false, 2), 0);
    }
}
