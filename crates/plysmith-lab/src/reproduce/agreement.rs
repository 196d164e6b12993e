//! How far two orders agree.

/// Kendall's tau-b of pairs of ranks (1945): pairs in the same order less those in the opposite one, divided by what would be possible with these
/// ties. 1 is the same order, -1 the opposite one; `None` if everything is tied in one of them, so that there is no order to agree with.
pub fn kendall(ranks: &[(f64, f64)]) -> Option<f64> {
    let (mut agreement, mut first, mut second) = (0.0, 0.0, 0.0);
    for (at, (a, b)) in ranks.iter().enumerate() {
        for (c, d) in &ranks[at + 1..] {
            let (one, other) = (sign(a - c), sign(b - d));
            agreement += one * other;
            first += one * one;
            second += other * other;
        }
    }
    (first > 0.0 && second > 0.0).then(|| agreement / f64::sqrt(first * second))
}

/// -1, 0 or 1.
fn sign(difference: f64) -> f64 {
    if difference == 0.0 { 0.0 } else { difference.signum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &[u32], second: &[u32], expected: f64) {
        let ranks: Vec<(f64, f64)> = first.iter().zip(second).map(|(&a, &b)| (a.into(), b.into())).collect();
        let found = kendall(&ranks).unwrap();
        assert!((found - expected).abs() < 1e-12, "{first:?} {second:?}: {found}, not {expected}");
    }

    #[test]
    fn equal_orders_agree_and_opposite_ones_do_not() {
        check(&[1, 2, 3, 4], &[1, 2, 3, 4], 1.0);
        check(&[1, 2, 3, 4], &[4, 3, 2, 1], -1.0);
    }

    /// By hand. Of the six pairs of 1 2 3 4 and 2 1 4 3 four agree and two do not: 2 / 6.
    #[test]
    fn a_swap_of_neighbours_costs_two_pairs() {
        check(&[1, 2, 3, 4], &[2, 1, 4, 3], 1.0 / 3.0);
    }

    /// By hand. Ranks 1 2 3 3 3 and 1 3 2 3 3: of ten pairs, 3 are tied in the first order and 3 in the second; (a, b), (a, c), (a, d), (a, e) agree,
    /// (b, c) does not, (c, d) and (c, e) are tied in the first, (b, d) and (b, e) in the second, and (d, e) in both. So 3 / √(7 · 7).
    #[test]
    fn ties_count_for_neither() {
        check(&[1, 2, 3, 3, 3], &[1, 3, 2, 3, 3], 3.0 / 7.0);
    }

    /// `scipy.stats.kendalltau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])`, the example of its documentation.
    #[test]
    fn it_agrees_with_the_example_of_scipy() {
        check(&[12, 2, 1, 12, 2], &[1, 4, 7, 1, 0], -0.471_404_520_791_031_7);
    }

    #[test]
    fn without_an_order_there_is_no_agreement() {
        assert_eq!(kendall(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(kendall(&[]), None);
    }
}
