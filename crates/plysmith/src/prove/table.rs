//! What is known about positions, for all iterations and for all proofs until the table is emptied.
//!
//! An entry holds two bounds on the same question, how soon the attacker wins: a larger one never contradicts a smaller one, so a position that
//! was refuted within three plies and proven within seven keeps both. Emptying is a new generation, which costs nothing.

use crate::search::NO_MOVE;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    /// The attacker does not win within this many plies.
    pub(super) refuted: u16,
    /// The attacker wins within this many plies; [`Entry::NEVER`] if that is not known.
    pub(super) proven: u16,
    /// The move that won or refuted by its index in generation order, or [`NO_MOVE`].
    pub(super) index: u16,
}

impl ProofEntry {
    const NEVER: u16 = u16::MAX;
    pub(super) const UNKNOWN: ProofEntry = ProofEntry { refuted: 0, proven: ProofEntry::NEVER, index: NO_MOVE };

    /// Whether the attacker wins within so many plies, if that is known.
    #[inline(always)]
    pub(super) fn answer(self, plies: u32) -> Option<bool> {
        if u32::from(self.proven) <= plies {
            Some(true)
        } else if u32::from(self.refuted) >= plies {
            Some(false)
        } else {
            None
        }
    }

    /// The same with another answer. A move stays known when the answer comes without one.
    #[inline(always)]
    fn with(mut self, plies: u32, wins: bool, index: u16) -> ProofEntry {
        if wins {
            self.proven = self.proven.min(plies as u16);
        } else {
            self.refuted = self.refuted.max(plies as u16);
        }
        if index != NO_MOVE {
            self.index = index;
        }
        self
    }

    /// The work that went into it, roughly: entries with little give way.
    #[inline(always)]
    fn plies(self) -> u16 {
        if self.proven == ProofEntry::NEVER { self.refuted } else { self.refuted.max(self.proven) }
    }
}

/// Key, entry and generation.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    entry: ProofEntry,
    generation: u16,
}

/// Places that share a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; PLACES]);

const PLACES: usize = 4;

/// Generation 0 marks a place that was never used.
const EMPTY: Bucket = Bucket([Slot { key: 0, entry: ProofEntry::UNKNOWN, generation: 0 }; PLACES]);

/// A table of fixed size.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u16,
}

impl Table {
    /// Room for 2^`bits` entries of 16 bytes.
    pub(super) fn new(bits: u32) -> Table {
        Table { buckets: vec![EMPTY; (1 << bits) / PLACES], generation: 1 }
    }

    /// Forgets everything.
    pub(super) fn empty(&mut self) {
        if self.generation == u16::MAX {
            self.buckets.fill(EMPTY);
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline(always)]
    fn at(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// What is known about a position.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> ProofEntry {
        let slots = &self.buckets[self.at(key)].0;
        let found = slots.iter().find(|slot| slot.key == key && slot.generation == self.generation);
        found.map_or(ProofEntry::UNKNOWN, |slot| slot.entry)
    }

    /// Remembers whether the attacker wins within so many plies, and by which move that was seen.
    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, plies: u32, wins: bool, index: u16) {
        let (at, generation) = (self.at(key), self.generation);
        let slots = &mut self.buckets[at].0;
        let mut place = 0;
        for (i, slot) in slots.iter().enumerate() {
            if slot.generation != generation {
                place = i;
                // Places fill up from the front, so the position is not behind an empty one.
                break;
            }
            if slot.key == key {
                slots[i].entry = slot.entry.with(plies, wins, index);
                return;
            }
            if slot.entry.plies() < slots[place].entry.plies() {
                place = i;
            }
        }
        slots[place] = Slot { key, entry: ProofEntry::UNKNOWN.with(plies, wins, index), generation };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_answers_for_more_plies_than_proven_and_fewer_than_refuted() {
        let entry = ProofEntry::UNKNOWN.with(3, false, 5).with(7, true, 9);
        let answers: Vec<Option<bool>> = (1..=8).map(|plies| entry.answer(plies)).collect();
        assert_eq!(answers, [Some(false), Some(false), Some(false), None, None, None, Some(true), Some(true)]);
        assert_eq!(entry.index, 9);
    }

    #[test]
    fn a_weaker_answer_changes_nothing_but_the_move() {
        let entry = ProofEntry::UNKNOWN.with(3, false, 5).with(5, true, 9);
        assert_eq!(entry.with(2, false, 1).with(6, true, NO_MOVE), ProofEntry { index: 1, ..entry });
    }

    #[test]
    fn nothing_is_known_about_an_unknown_position() {
        assert_eq!(ProofEntry::UNKNOWN.answer(1), None);
        assert_eq!(ProofEntry::UNKNOWN.answer(u32::from(ProofEntry::NEVER) - 1), None);
    }

    #[test]
    fn the_entry_with_the_least_work_gives_way() {
        let mut table = Table::new(2);
        for (key, plies) in [(1, 4), (2, 3), (3, 5), (4, 6), (5, 1)] {
            table.put(key, plies, false, 0);
        }
        let known: Vec<u64> = (1..=5).filter(|&key| table.get(key) != ProofEntry::UNKNOWN).collect();
        assert_eq!(known, [1, 3, 4, 5]);
    }

    #[test]
    fn both_answers_about_a_position_share_a_place() {
        let mut table = Table::new(2);
        for key in 1..=4 {
            table.put(key, 3, false, 1);
            table.put(key, 7, true, 2);
        }
        assert!((1..=4).all(|key| table.get(key) == ProofEntry { refuted: 3, proven: 7, index: 2 }));
    }

    #[test]
    fn an_emptied_table_knows_nothing_however_often_it_was_emptied() {
        let mut table = Table::new(2);
        table.put(9, 1, true, 0);
        for _ in 0..=u32::from(u16::MAX) + 1 {
            table.empty();
            assert_eq!(table.get(9), ProofEntry::UNKNOWN);
        }
        table.put(9, 1, true, 0);
        assert_eq!(table.get(9).answer(1), Some(true));
    }
}
