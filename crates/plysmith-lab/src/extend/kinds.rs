//! Features grouped by the positions that they solve: attacking ones, defending ones, whatever the suite tells apart.
//!
//! Two features are as alike as the share of positions that both add to what the neutral search solves, of those that either adds (Jaccard). The most alike groups are joined, by the
//! mean over their members, as long as they have half in common.

use super::value::Value;

/// Groups that have less in common stay apart.
const ALIKE: f64 = 0.5;

/// The kinds of features among these, each the best first, the largest kind first; those that add nothing are left out.
pub fn kinds(neutral: &Value, found: &[(u64, &Value)]) -> Vec<Vec<u64>> {
    let adds = |value: &Value| value.which.iter().zip(&neutral.which).map(|(own, neutral)| *own && !neutral).collect::<Vec<bool>>();
    let mut all: Vec<(u64, Vec<bool>)> = found.iter().map(|(feature, value)| (*feature, adds(value))).collect();
    all.retain(|(_, added)| added.contains(&true));
    let added = &all;
    let mut groups: Vec<Vec<usize>> = (0..added.len()).map(|at| vec![at]).collect();
    let alike = |one: &[usize], other: &[usize]| {
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| jaccard(&added[*a].1, &added[*b].1)));
        pairs.sum::<f64>() / (one.len() * other.len()) as f64
    };
    loop {
        let mut closest: Option<(f64, usize, usize)> = None;
        for one in 0..groups.len() {
            for other in one + 1..groups.len() {
                let now = alike(&groups[one], &groups[other]);
                if now >= ALIKE && closest.is_none_or(|(best, ..)| now > best) {
                    closest = Some((now, one, other));
                }
            }
        }
        let Some((_, one, other)) = closest else { break };
        let joined = groups.remove(other);
        groups[one].extend(joined);
        groups[one].sort_unstable();
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.first().copied()));
    groups.into_iter().map(|group| group.into_iter().map(|at| added[at].0).collect()).collect()
}

fn jaccard(one: &[bool], other: &[bool]) -> f64 {
    let both = one.iter().zip(other).filter(|(one, other)| **one && **other).count();
    let any = one.iter().zip(other).filter(|(one, other)| **one || **other).count();
    both as f64 / any.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::super::value::tests::value;
    use super::*;

    #[test]
    fn features_that_solve_the_same_are_of_one_kind() {
        let neutral = value("1000000000");
        let found = [(1, value("1111000000")), (2, value("1000001111")), (4, value("0110000000")), (8, value("1000000000"))];
        let found: Vec<(u64, &Value)> = found.iter().map(|(feature, value)| (*feature, value)).collect();
        assert_eq!(kinds(&neutral, &found), [vec![1, 4], vec![2]], "the last one adds nothing");
        assert!(kinds(&neutral, &[]).is_empty());
    }
}
