//! An order of the examples that looks random and needs no table: which example comes at a place can be asked of every place by itself, by any thread.
//!
//! A Feistel network (M. Luby and C. Rackoff, *How to construct pseudorandom permutations from pseudorandom functions*, 1988) permutes the numbers below a power of four; what falls outside is permuted again
//! until it is inside (J. Black and P. Rogaway, *Ciphers with arbitrary finite domains*, 2002), which takes less than four tries on average.

use crate::play::mixed;

/// Rounds of the network.
const ROUNDS: usize = 4;

/// A permutation of the numbers below a length, in which some that follow each other may stay together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shuffle {
    /// How many stay together, and how many such groups there are. What is left behind the last group stays where it is.
    together: usize,
    groups: u64,
    /// Bits of each half.
    half: u32,
    keys: [u64; ROUNDS],
}

impl Shuffle {
    /// The order of so many examples in this epoch, in groups that stay together.
    pub fn new(length: usize, together: usize, seed: u64, epoch: u64) -> Shuffle {
        let together = together.max(1);
        let groups = (length / together) as u64;
        let bits = u64::BITS - groups.saturating_sub(1).leading_zeros();
        let epoch = mixed(seed, epoch);
        let mut round = 0;
        let keys = [0; ROUNDS].map(|_| {
            round += 1;
            mixed(epoch, round)
        });
        Shuffle { together, groups, half: bits.div_ceil(2).max(1), keys }
    }

    /// Which example comes at this place.
    pub fn at(&self, place: usize) -> usize {
        if self.together == 1 {
            return self.group(place as u64);
        }
        let (group, within) = (place / self.together, place % self.together);
        if group as u64 == self.groups { place } else { self.group(group as u64) * self.together + within }
    }

    /// Which group comes at a place.
    fn group(&self, place: u64) -> usize {
        let mask = (1 << self.half) - 1;
        let mut number = place;
        loop {
            let (mut left, mut right) = (number >> self.half, number & mask);
            for key in self.keys {
                let mixed = (right ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (left, right) = (right, left ^ ((mixed ^ (mixed >> 29)) >> 32) & mask);
            }
            number = (left << self.half) | right;
            if number < self.groups {
                return number as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(length: usize, seed: u64, epoch: u64) -> Vec<usize> {
        order_of_groups(length, 1, seed, epoch)
    }

    fn order_of_groups(length: usize, together: usize, seed: u64, epoch: u64) -> Vec<usize> {
        let shuffle = Shuffle::new(length, together, seed, epoch);
        (0..length).map(|place| shuffle.at(place)).collect()
    }

    #[test]
    fn every_example_comes_once() {
        for length in [1, 2, 3, 4, 5, 16, 17, 100, 1_000, 4_097] {
            for together in [1, 2, 16, 64] {
                let mut order = order_of_groups(length, together, 1, 0);
                order.sort_unstable();
                assert!(order.iter().enumerate().all(|(place, example)| place == *example), "{length}, {together} together");
            }
        }
    }

    #[test]
    fn groups_stay_together_and_move() {
        let order = order_of_groups(1_000, 8, 1, 0);
        assert!(order.chunks(8).all(|group| group[0] % 8 == 0 && group.windows(2).all(|pair| pair[0] + 1 == pair[1])));
        assert!(order.chunks(8).enumerate().filter(|(place, group)| group[0] == 8 * place).count() < 8);
    }

    #[test]
    fn other_seeds_and_epochs_have_other_orders() {
        assert_eq!(order(100, 1, 2), order(100, 1, 2));
        assert_ne!(order(100, 1, 2), order(100, 1, 3));
        assert_ne!(order(100, 1, 2), order(100, 2, 2));
    }

    #[test]
    fn places_and_examples_have_nothing_to_do_with_each_other() {
        // A hundred batches of a hundred: each should draw about evenly from the four quarters of the examples. Chi-square with 3 degrees of freedom, summed: 300 expected, standard deviation 24.
        let order = order(10_000, 7, 0);
        let chi: f64 = order
            .chunks(100)
            .map(|batch| {
                let mut quarters = [0.0; 4];
                batch.iter().for_each(|example| quarters[example / 2_500] += 1.0);
                quarters.iter().map(|count: &f64| (count - 25.0).powi(2) / 25.0).sum::<f64>()
            })
            .sum();
        assert!((200.0..400.0).contains(&chi), "{chi}");
        let next = order.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) == 1).count();
        assert!(next < 12, "{next} neighbours stayed neighbours where 2 are expected");
    }
}
