//! Playing levels: an engine that anybody can beat at some level, by fewer nodes and by noise.
//!
//! At a level the engine shares a few nodes out among all legal moves and adds noise to what it finds, in proportion to how much the moves differ: so
//! it errs in the same way in every game, whatever the evaluation counts. Noise comes from a seed and the position, so that a game can be
//! replayed. What wins or loses by force is seen without noise, as far as the few nodes show it.

use crate::game::hash;
use crate::score::Score;

/// How weak an engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    number: u8,
    /// Other seeds err elsewhere.
    pub seed: u64,
}

impl Level {
    /// Level 1 is the weakest; without a level an engine plays as well as it can.
    pub const HIGHEST: u8 = 10;

    /// The level of this number, if there is one.
    pub fn new(number: i64, seed: u64) -> Option<Level> {
        let number = u8::try_from(number).ok().filter(|number| (1..=Level::HIGHEST).contains(number))?;
        Some(Level { number, seed })
    }

    /// From 1 to [`Level::HIGHEST`].
    pub fn number(self) -> u8 {
        self.number
    }

    /// Nodes a move: 100 at the first level, and two and a half times as many at each further one.
    pub fn nodes(self) -> u64 {
        (1..self.number).fold(100, |nodes, _| nodes * 5 / 2)
    }

    /// The noise as a share of the mean difference between moves.
    fn share(self) -> f64 {
        0.2 * f64::from(Level::HIGHEST - self.number)
    }

    /// The moves of a position of this hash by their indices, in the order in which they are looked at.
    pub(crate) fn order(self, position: u64, moves: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..moves).collect();
        order.sort_by_cached_key(|&index| hash::of(&(position, index, self.seed)));
        order
    }

    /// The index of the move to play, from the scores of the moves in a position of this hash.
    pub(crate) fn choose(self, position: u64, scores: &[Score]) -> Option<usize> {
        let open: Vec<f64> = scores.iter().filter(|score| !is_decided(**score)).map(|score| f64::from(score.points())).collect();
        let count = open.len().max(1) as f64;
        let mean = open.iter().sum::<f64>() / count;
        let spread = open.iter().map(|points| (points - mean).abs()).sum::<f64>() / count;
        let rated = |(index, score): (usize, &Score)| {
            let noise =
                if is_decided(*score) { 0.0 } else { self.share() * spread * unit(hash::of(&(self.seed, position, index))) };
            (index, f64::from(score.points()) + noise)
        };
        // The first of equals: the order is drawn by the seed.
        scores
            .iter()
            .enumerate()
            .map(rated)
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
            .map(|(index, _)| index)
    }
}

fn is_decided(score: Score) -> bool {
    score.won_in().is_some() || score.lost_in().is_some()
}

/// A number that is normal enough, with mean 0 and deviation 1: the sum of twelve even ones.
fn unit(bits: u64) -> f64 {
    let even = |i: u64| hash::mix(bits.wrapping_add(i)) as f64 / u64::MAX as f64 - 0.5;
    (0..12).map(even).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_from_one_to_ten() {
        for number in [-1, 0, 11, 300] {
            assert_eq!(Level::new(number, 1), None);
        }
        let nodes: Vec<u64> = (1..=10).filter_map(|number| Level::new(number, 1)).map(Level::nodes).collect();
        assert_eq!(nodes[..3], [100, 250, 625]);
        assert!(nodes.is_sorted() && nodes[9] > 300_000, "{nodes:?}");
    }

    /// How often each of three moves is played: the best, one that is worse by twice the mean difference, and one that loses.
    fn shares(number: i64) -> [usize; 3] {
        let scores = [Score::evaluation(0), Score::evaluation(-20), Score::loss(0, 3)];
        let mut counts = [0; 3];
        for position in 0..2_000 {
            counts[Level::new(number, 1).unwrap().choose(hash::mix(position), &scores).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn low_levels_err_often_and_high_ones_never() {
        let errors: Vec<usize> = (1..=10).map(|number| shares(number)[1]).collect();
        assert!(errors.is_sorted_by(|weaker, stronger| weaker >= stronger), "{errors:?}");
        assert!(errors[0] > 300 && errors[9] == 0, "{errors:?}");
        assert!((1..=10).all(|number| shares(number)[2] == 0), "nobody plays into a loss that is seen");
    }

    #[test]
    fn noise_is_that_of_the_seed_and_of_the_position() {
        let scores: Vec<Score> = (0..30).map(|i| Score::evaluation(i % 7)).collect();
        let choose = |seed, position| Level::new(1, seed).unwrap().choose(position, &scores);
        assert_eq!(choose(1, 5), choose(1, 5));
        assert!((0..20).any(|position| choose(1, position) != choose(1, 5)));
        assert!((0..20).any(|seed| choose(seed, 5) != choose(1, 5)));
        assert_eq!(Level::new(1, 1).unwrap().choose(1, &[]), None);
    }
}
