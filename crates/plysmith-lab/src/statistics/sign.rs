//! The exact sign test, and McNemar's test, which is the same for yes and no.
//!
//! If two engines are equally good, each position on which they differ is a fair coin. The p-value is the probability that so many
//! fair coins fall at least as unevenly. Positions on which they agree say nothing and are left out.

use statrs::distribution::{Binomial, DiscreteCDF};

/// The two-sided p-value of so many positions on which the first is better and so many on which it is worse.
pub fn sign_test(better: u64, worse: u64) -> f64 {
    let coins = better + worse;
    let fair = Binomial::new(0.5, coins).expect("one half is a probability");
    // Of an even split the middle would count twice.
    (2.0 * fair.cdf(better.min(worse))).min(1.0)
}

/// The exact two-sided p-value of McNemar's test: so many positions that only the first solves and so many that only the second
/// does.
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    sign_test(only_first, only_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.binomtest(min, sum, 0.5).pvalue` of SciPy 1.17.1. The first line is by convention: no difference is no
    /// evidence.
    #[test]
    fn p_values_agree_with_scipy() {
        for (one, other, p) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (0, 5, 0.0625),
            (5, 5, 1.0),
            (3, 4, 1.0),
            (2, 8, 0.109375),
            (10, 25, 0.016673847800120715),
            (59, 6, 4.964650327128616e-12),
            (121, 59, 4.4344492637551645e-06),
            (480, 520, 0.2174482932041415),
            (0, 1000, 1.8665272370064378e-301),
            (49_000, 51_000, 2.5887160383468943e-10),
            (500_000, 501_000, 0.3180365408403385),
        ] {
            for found in [sign_test(one, other), mcnemar(other, one)] {
                assert!((found / p - 1.0).abs() < 1e-8, "{one} {other}: {found}, not {p}");
            }
        }
    }
}
