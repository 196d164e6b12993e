//! The exact test for pairs of games: how likely is so good a result if neither player is better?
//!
//! If neither is, a pair that one of them won by so much could as well have been won by the other. So the sign of every pair is tossed, all tosses being equally likely, and counted
//! how often the sum is at least what was seen. That needs no assumption about draws or variances and is right for four pairs as for four thousand, where tests by the normal
//! distribution call eight games a proof.

use statrs::function::factorial::ln_binomial;

use crate::verify::Pentanomial;

/// The probability that the first player has at least so many points if it is no better than the other.
pub fn no_better(pairs: Pentanomial) -> f64 {
    let [ll, ld, _, wd, ww] = pairs.0;
    let (single, double) = (ld + wd, ll + ww);
    // In half points of the pair above one: what was won, less what was lost.
    let seen = 2 * (ww as i64 - ll as i64) + wd as i64 - ld as i64;
    let share = |of: u64, wins: u64| (ln_binomial(of, wins) - of as f64 * std::f64::consts::LN_2).exp();
    // How likely the single ones bring at least this much, from the most they can bring down.
    let mut at_least = vec![0.0; single as usize + 2];
    for wins in (0..=single).rev() {
        at_least[wins as usize] = at_least[wins as usize + 1] + share(single, wins);
    }
    let mut total = 0.0;
    for wins in 0..=double {
        let missing = seen - 2 * (2 * wins as i64 - double as i64);
        // 2 × wins - single ≥ missing.
        let needed = (missing + single as i64 + 1).div_euclid(2).clamp(0, single as i64 + 1);
        total += share(double, wins) * at_least[needed as usize];
    }
    total.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: [u64; 5], expected: f64) {
        let found = no_better(Pentanomial(pairs));
        assert!((found - expected).abs() < 1e-9, "{pairs:?}: {found}, not {expected}");
    }

    #[test]
    fn probabilities_are_those_of_counting_by_hand() {
        check([0, 0, 0, 0, 0], 1.0);
        check([0, 0, 9, 0, 0], 1.0);
        // Four pairs won of four: one of sixteen.
        check([0, 0, 0, 0, 4], 1.0 / 16.0);
        check([4, 0, 0, 0, 0], 1.0);
        // One lost by two, one won by one: sums 3, 1, -1, -3, each a quarter; -1 was seen.
        check([1, 0, 0, 1, 0], 0.75);
        check([0, 1, 5, 0, 1], 0.5);
        // Ten of twelve single ones: (66 + 12 + 1) / 4096.
        check([0, 2, 7, 10, 0], 79.0 / 4_096.0);
    }

    /// Elo -190 ± 458 from eight games was once called weaker.
    #[test]
    fn eight_games_prove_nothing() {
        assert!(no_better(Pentanomial([2, 0, 1, 1, 0]).mirrored()) > 0.2);
        assert!(no_better(Pentanomial([2, 2, 0, 0, 0]).mirrored()) > 0.05);
    }

    #[test]
    fn many_pairs_agree_with_the_normal_distribution() {
        // Mean 0.5 + 0.02, variance as counted: z = 0.04 × √1000 / √(0.08 + 0.01), in units of the pair's score.
        let found = no_better(Pentanomial([50, 180, 460, 240, 70]));
        let (sum, squares) = (2.0 * 20.0 + 60.0, 4.0 * 120.0 + 420.0_f64);
        let normal = statrs::distribution::Normal::standard();
        let expected = 1.0 - statrs::distribution::ContinuousCDF::cdf(&normal, (sum - 0.5) / squares.sqrt());
        assert!((found - expected).abs() < 2e-4, "{found} and {expected}");
    }
}
