//! Who meets whom in a round of a Swiss tournament.
//!
//! From the top of the table downwards everybody gets the nearest player below whom they have not met, as long as the players that remain can still be
//! paired without a repetition; otherwise the next nearest. Where no round without repetition is left, there are as few as possible. With an odd
//! number of players one has a bye: of those who had the fewest, the lowest who leaves a round with the fewest repetitions.
//!
//! Whether the players that remain can be paired is asked of the rank of a matrix of random numbers (Tutte 1947, Lovász 1979), which is twice the size
//! of the largest matching. The numbers are drawn from a fixed seed, so that the same table always gives the same round. An unlucky draw could make the
//! rank too small, with a probability of less than 10⁻¹⁵ a question: then a round repeats a pairing without need.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

/// A round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Round {
    /// Who meets whom, the earlier entry first.
    pub pairings: Vec<[usize; 2]>,
    /// Who has a bye.
    pub bye: Option<usize>,
}

/// Questions about earlier rounds.
pub(super) trait Past {
    /// How often two players have met.
    fn met(&self, one: usize, other: usize) -> usize;
    /// How many byes a player had.
    fn byes(&self, player: usize) -> usize;
}

impl Past for [Round] {
    fn met(&self, one: usize, other: usize) -> usize {
        let pairing = [one.min(other), one.max(other)];
        self.iter().filter(|round| round.pairings.contains(&pairing)).count()
    }

    fn byes(&self, player: usize) -> usize {
        self.iter().filter(|round| round.bye == Some(player)).count()
    }
}

/// The next round of players in the order of the table, the first on top.
pub(super) fn next_round(table: &[usize], past: &[Round]) -> Round {
    let mut left = table.to_vec();
    let mut round = Round { pairings: Vec::with_capacity(left.len() / 2), bye: bye(table, past) };
    left.retain(|player| round.bye != Some(*player));
    let mut allowed = repetitions(&left, past);
    while !left.is_empty() {
        let top = left.remove(0);
        let mut rivals = left.clone();
        // The sort is stable: among equals the nearest remains the first.
        rivals.sort_by_key(|&rival| past.met(top, rival));
        for rival in rivals {
            let repeats = usize::from(past.met(top, rival) > 0);
            let rest: Vec<usize> = left.iter().copied().filter(|&player| player != rival).collect();
            if repeats + repetitions(&rest, past) <= allowed {
                round.pairings.push([top.min(rival), top.max(rival)]);
                allowed -= repeats;
                left = rest;
                break;
            }
        }
    }
    round
}

fn bye(table: &[usize], past: &[Round]) -> Option<usize> {
    if table.len().is_multiple_of(2) {
        return None;
    }
    let fewest = table.iter().map(|&player| past.byes(player)).min()?;
    let candidates = table.iter().rev().copied().filter(|&player| past.byes(player) == fewest);
    candidates.min_by_key(|&candidate| {
        let rest: Vec<usize> = table.iter().copied().filter(|&player| player != candidate).collect();
        repetitions(&rest, past)
    })
}

/// How many pairings have to repeat others when these players, an even number, are paired.
fn repetitions(players: &[usize], past: &[Round]) -> usize {
    players.len() / 2 - matching(players.len(), |one, other| past.met(players[one], players[other]) == 0)
}

/// A prime whose multiples are easily seen: 2⁶¹ - 1.
const PRIME: u64 = (1 << 61) - 1;

fn times(one: u64, other: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(PRIME)) as u64
}

/// The inverse modulo the prime, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut power, mut square, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent /= 2;
    }
    power
}

/// The size of the largest matching of a graph.
fn matching(vertices: usize, edge: impl Fn(usize, usize) -> bool) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut rows = vec![vec![0; vertices]; vertices];
    let couples = (0..vertices).flat_map(|one| (0..one).map(move |other| (one, other)));
    for (one, other) in couples.filter(|&(one, other)| edge(one, other)) {
        let number = random.random_range(1..PRIME);
        rows[one][other] = number;
        rows[other][one] = PRIME - number;
    }
    rank(rows) / 2
}

/// The rank of a matrix modulo the prime, by elimination.
fn rank(mut rows: Vec<Vec<u64>>) -> usize {
    let mut rank = 0;
    for column in 0..rows.len() {
        let Some(found) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(rank, found);
        let pivot = rows[rank].clone();
        let scale = inverse(pivot[column]);
        for row in &mut rows[rank + 1..] {
            let factor = times(row[column], scale);
            if factor != 0 {
                row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry = (*entry + PRIME - times(factor, *above)) % PRIME);
            }
        }
        rank += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fewest repetitions, by trying everything.
    fn fewest(players: &[usize], past: &[Round]) -> usize {
        let Some((&top, rest)) = players.split_first() else { return 0 };
        let with = |rival: &usize| {
            let left: Vec<usize> = rest.iter().copied().filter(|player| player != rival).collect();
            usize::from(past.met(top, *rival) > 0) + fewest(&left, past)
        };
        rest.iter().map(with).min().unwrap_or(0)
    }

    fn without(players: &[usize], absent: usize) -> Vec<usize> {
        players.iter().copied().filter(|&player| player != absent).collect()
    }

    /// The rounds that follow from tables.
    fn rounds(tables: &[Vec<usize>]) -> Vec<Round> {
        let mut rounds = Vec::new();
        for table in tables {
            let round = next_round(table, &rounds[..]);
            rounds.push(round);
        }
        rounds
    }

    /// Tables in any order, for 2 to 9 players and as many rounds as there are players, at least.
    fn tables() -> impl Strategy<Value = Vec<Vec<usize>>> {
        (2..=9_usize, 1..=10_usize)
            .prop_flat_map(|(players, rounds)| prop::collection::vec(Just((0..players).collect::<Vec<_>>()).prop_shuffle(), rounds))
    }

    proptest! {
        #[test]
        fn everyone_plays_once_a_round_or_has_a_bye(tables in tables()) {
            for (round, table) in rounds(&tables).iter().zip(&tables) {
                let mut seen: Vec<usize> = round.pairings.iter().flatten().copied().chain(round.bye).collect();
                seen.sort();
                prop_assert_eq!(seen, (0..table.len()).collect::<Vec<_>>());
                prop_assert_eq!(round.bye.is_some(), table.len() % 2 == 1);
                prop_assert!(round.pairings.iter().all(|[one, other]| one < other));
            }
        }

        #[test]
        fn nobody_meets_twice_while_there_is_a_round_without_repetition(tables in tables()) {
            let rounds = rounds(&tables);
            for (number, (round, table)) in rounds.iter().zip(&tables).enumerate() {
                let past = &rounds[..number];
                let repeated = round.pairings.iter().filter(|[one, other]| past.met(*one, *other) > 0).count();
                let possible = if table.len() % 2 == 0 {
                    fewest(table, past)
                } else {
                    let least = table.iter().map(|&player| past.byes(player)).min().unwrap();
                    let free = table.iter().filter(|&&player| past.byes(player) == least);
                    free.map(|&player| fewest(&without(table, player), past)).min().unwrap()
                };
                prop_assert_eq!(repeated, possible, "round {} of {:?}", number, rounds);
            }
        }

        #[test]
        fn nobody_has_a_second_bye_before_everybody_had_one(tables in tables()) {
            let (rounds, players) = (rounds(&tables), tables[0].len());
            for number in 0..=rounds.len() {
                let byes = (0..players).map(|player| rounds[..number].byes(player));
                prop_assert!(byes.clone().max().unwrap() - byes.min().unwrap() <= 1);
            }
        }
    }

    #[test]
    fn the_first_round_pairs_neighbours_and_the_second_the_nearest_not_met() {
        let first = next_round(&[0, 1, 2, 3, 4], &[]);
        assert_eq!(first, Round { pairings: vec![[0, 1], [2, 3]], bye: Some(4) });
        let second = next_round(&[0, 2, 4, 3, 1], &[first][..]);
        assert_eq!(second, Round { pairings: vec![[0, 2], [3, 4]], bye: Some(1) });
    }

    /// Nearest first would leave 2 with 3, who have met.
    #[test]
    fn a_pairing_high_up_gives_way_to_one_below() {
        let past = [Round { pairings: vec![[0, 1], [2, 3]], bye: None }, Round { pairings: vec![[0, 2], [1, 3]], bye: None }];
        assert_eq!(next_round(&[0, 1, 2, 3], &past[..]).pairings, [[0, 3], [1, 2]]);
        let past = [Round { pairings: vec![[2, 3]], bye: None }];
        assert_eq!(next_round(&[0, 1, 2, 3], &past[..]).pairings, [[0, 2], [1, 3]]);
    }

    /// After three rounds of three against three nobody is left to meet but within a group of three.
    #[test]
    fn where_every_round_repeats_there_is_one_repetition_and_not_three() {
        let across = [[[0, 3], [1, 4], [2, 5]], [[0, 4], [1, 5], [2, 3]], [[0, 5], [1, 3], [2, 4]]];
        let past = across.map(|pairings| Round { pairings: pairings.to_vec(), bye: None });
        let round = next_round(&[0, 1, 2, 3, 4, 5], &past[..]);
        assert_eq!(round.pairings.iter().filter(|[one, other]| past[..].met(*one, *other) > 0).count(), 1, "{round:?}");
    }

    #[test]
    fn many_players_are_paired_until_everybody_met_almost_everybody() {
        let table: Vec<usize> = (0..40).collect();
        let rounds = rounds(&vec![table; 39]);
        let fresh = (0..rounds.len())
            .take_while(|&number| rounds[number].pairings.iter().all(|[one, other]| rounds[..number].met(*one, *other) == 0));
        // Dirac's theorem promises a complete matching while each player has at least half of the others to meet.
        assert!(fresh.count() >= 20);
    }
}
