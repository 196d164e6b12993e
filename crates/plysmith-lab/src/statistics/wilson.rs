//! The interval of a share, such as positions solved: Wilson's, which stays between 0 and 1 and is right for few positions too.

use super::interval::{Interval, Level};

/// The share of `hits` in `total` with its interval; none if there is nothing to share.
pub fn wilson(hits: u64, total: u64, level: Level) -> Option<Interval> {
    if total == 0 {
        return None;
    }
    let (number, share) = (total as f64, hits as f64 / total as f64);
    let reach = level.quantile();
    let prior = reach * reach / number;
    let centre = (share + prior / 2.0) / (1.0 + prior);
    let half = reach / (1.0 + prior) * (share * (1.0 - share) / number + prior / (4.0 * number)).sqrt();
    // None or all hit: the end is exact, and rounding should not move it.
    let low = if hits == 0 { 0.0 } else { centre - half };
    let high = if hits == total { 1.0 } else { centre + half };
    Some(Interval { value: share, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.binomtest(hits, total).proportion_ci(level, method='wilson')` of SciPy 1.17.1; 81 of 263 and 15 of 148 are the
    /// examples of Newcombe (1998), who has 0.2553 to 0.3662 and 0.0624 to 0.1605.
    #[test]
    fn intervals_agree_with_scipy() {
        for (hits, total, level, low, high) in [
            (0, 10, 0.95, 0.0, 0.27753279986288926),
            (10, 10, 0.95, 0.7224672001371109, 1.0),
            (5, 10, 0.95, 0.236593090512564, 0.7634069094874361),
            (5, 10, 0.99, 0.1842255182472355, 0.8157744817527646),
            (81, 263, 0.95, 0.2552885198782742, 0.36620957698280004),
            (15, 148, 0.95, 0.06238639953073629, 0.16048724172330803),
            (1, 1000, 0.99, 0.00011741635361832165, 0.008460566219981695),
        ] {
            let found = wilson(hits, total, Level::new(level).unwrap()).unwrap();
            assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{hits} of {total}: {found:?}");
            assert_eq!(found.value, hits as f64 / total as f64);
        }
    }

    #[test]
    fn nothing_has_no_share() {
        assert_eq!(wilson(0, 0, Level::default()), None);
    }
}
