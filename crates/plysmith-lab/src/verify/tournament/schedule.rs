//! In which order the games of a stage are played.
//!
//! The first pair of every pairing comes before the second of any, so that a tournament that is stopped has treated all alike.

use super::Format;

impl Format {
    /// Who meets whom, the earlier entry first; none for a Swiss tournament, which finds out as it goes.
    pub(super) fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let rows = match self {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
            Format::Swiss { .. } => 0,
        };
        (0..rows).flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect()
    }
}

/// The games of a stage.
#[derive(Debug)]
pub(super) struct Schedule {
    /// Who meets whom, and how many pairs of games they have played before.
    pub(super) tables: Vec<([usize; 2], usize)>,
    /// Pairs of games of each pairing.
    pub(super) pairs: usize,
}

/// A game of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Its pairing, as an index into the tables of the stage.
    pub(super) table: usize,
    /// Who plays.
    pub(super) players: [usize; 2],
    /// The number of its pair in the stage.
    pub(super) turn: usize,
    /// The number of its pair in all that the two play.
    pub(super) pair: usize,
    /// The second of the two moves first.
    pub(super) swapped: bool,
}

impl Schedule {
    pub(super) fn games(&self) -> usize {
        2 * self.pairs * self.tables.len()
    }

    pub(super) fn slot(&self, index: usize) -> Slot {
        let (turn, table) = (index / 2 / self.tables.len(), index / 2 % self.tables.len());
        let (players, before) = self.tables[table];
        Slot { table, players, turn, pair: before + turn, swapped: index % 2 == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_or_the_first_meets_all_others() {
        assert_eq!(Format::RoundRobin.pairings(4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(Format::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        for format in [Format::RoundRobin, Format::Gauntlet] {
            assert!(format.pairings(0).is_empty() && format.pairings(1).is_empty());
        }
    }

    #[test]
    fn all_pairings_have_played_alike_after_each_turn() {
        let schedule =
            Schedule { tables: Format::RoundRobin.pairings(4).into_iter().map(|players| (players, 0)).collect(), pairs: 3 };
        assert_eq!(schedule.games(), 36);
        let slots: Vec<Slot> = (0..36).map(|index| schedule.slot(index)).collect();
        for (turn, games) in slots.chunks(12).enumerate() {
            for (number, pair) in games.chunks(2).enumerate() {
                assert!(pair.iter().all(|slot| (slot.table, slot.turn, slot.pair) == (number, turn, turn)), "{pair:?}");
                assert_eq!([pair[0].swapped, pair[1].swapped], [false, true]);
            }
        }
    }

    #[test]
    fn who_meets_again_goes_on_with_new_openings() {
        let schedule = Schedule { tables: vec![([0, 2], 0), ([1, 3], 4)], pairs: 2 };
        assert_eq!((0..schedule.games()).map(|index| schedule.slot(index).pair).collect::<Vec<_>>(), [0, 0, 4, 4, 1, 1, 5, 5]);
    }
}
