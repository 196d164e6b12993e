//! A small model of what makes a feature good, learned from all valuations so far.
//!
//! What a combination gains beside the neutral feature is guessed from what is known before it is searched: what both parents gain, and how frequent it should be if the
//! parents were independent. Least squares with a slight pull to zero. It only orders candidates, so that what is promising comes first where time is short; it never decides.

use super::focus::Valued;
use super::value::Value;

/// One, the gains of both parents, and the expected frequency.
const INPUTS: usize = 4;
/// Fewer combinations teach nothing.
const FEWEST: usize = 8;
/// The pull to zero, beside sums over all samples.
const PULL: f64 = 0.001;

/// What is known of a combination before it is valued.
#[derive(Clone, Copy, Debug)]
pub struct Outlook([f64; INPUTS]);

impl Outlook {
    /// From the values of its parents, the better one first.
    pub fn new(neutral: &Value, first: &Value, second: &Value) -> Outlook {
        Outlook([1.0, gain(neutral, first), gain(neutral, second), 100.0 * first.frequency * second.frequency])
    }
}

/// What a value gains beside the neutral one, as a share of the positions that were looked at: some are given up early.
fn gain(neutral: &Value, value: &Value) -> f64 {
    let both = |place: usize| Some(f64::from(value.at(place)?) - f64::from(neutral.at(place)?));
    let differences: Vec<f64> = (0..value.which.len()).filter_map(both).collect();
    differences.iter().sum::<f64>() / differences.len().max(1) as f64
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    weights: [f64; INPUTS],
}

impl Model {
    /// Learns from every combination among these; `None` if there are too few.
    pub fn learn(valued: &[Valued]) -> Option<Model> {
        let find = |feature: u64| valued.iter().find(|valued| valued.feature == feature).map(|valued| &valued.value);
        let neutral = find(0)?;
        let samples: Vec<([f64; INPUTS], f64)> = valued
            .iter()
            .filter_map(|valued| {
                let [first, second] = valued.parents?;
                Some((Outlook::new(neutral, find(first)?, find(second)?).0, gain(neutral, &valued.value)))
            })
            .collect();
        (samples.len() >= FEWEST).then(|| Model { weights: least_squares(&samples) })
    }

    /// The gain that is to be expected.
    pub fn expect(&self, outlook: Outlook) -> f64 {
        self.weights.iter().zip(outlook.0).map(|(weight, input)| weight * input).sum()
    }
}

/// Solves the normal equations by elimination.
fn least_squares(samples: &[([f64; INPUTS], f64)]) -> [f64; INPUTS] {
    let mut rows = [[0.0; INPUTS + 1]; INPUTS];
    for (inputs, target) in samples {
        for (row, own) in rows.iter_mut().zip(inputs) {
            row.iter_mut().zip(inputs).for_each(|(sum, input)| *sum += own * input);
            row[INPUTS] += own * target;
        }
    }
    rows.iter_mut().enumerate().for_each(|(at, row)| row[at] += PULL);
    // With the pull the diagonal is positive throughout: no row has to change its place.
    for at in 0..INPUTS {
        let pivot = rows[at];
        for (other, row) in rows.iter_mut().enumerate() {
            let factor = row[at] / pivot[at];
            if other != at {
                row.iter_mut().zip(pivot).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    std::array::from_fn(|at| rows[at][INPUTS] / rows[at][at])
}

#[cfg(test)]
mod tests {
    use super::super::focus::Verdict;
    use super::*;

    fn value(solved: usize, frequency: f64) -> Value {
        Value { which: (0..100).map(|at| at < solved).collect(), frequency, ..Value::default() }
    }

    fn valued(feature: u64, parents: Option<[u64; 2]>, value: Value) -> Valued {
        Valued { feature, parents, value, verdict: Verdict::Kept }
    }

    /// Combinations gain the mean of what their parents gain.
    fn history(combinations: usize) -> Vec<Valued> {
        let solved = |at: usize| 10 + 7 * at;
        let mut all = vec![valued(0, None, value(10, 1.0))];
        all.extend((0..6).map(|at| valued(1 << at, None, value(solved(at), 0.1))));
        let pairs = (0..6).flat_map(|one| (0..one).map(move |other| (one, other)));
        all.extend(pairs.take(combinations).map(|(one, other)| {
            valued(1 << one | 1 << other, Some([1 << one, 1 << other]), value((solved(one) + solved(other)) / 2, 0.01))
        }));
        all
    }

    #[test]
    fn good_parents_promise_more() {
        let all = history(12);
        let model = Model::learn(&all).unwrap();
        let expect = |one: usize, other: usize| model.expect(Outlook::new(&all[0].value, &all[one].value, &all[other].value));
        assert!(expect(6, 5) > expect(4, 3) && expect(4, 3) > expect(2, 1), "{model:?}");
        assert!((expect(6, 5) - 0.315).abs() < 0.06, "{}", expect(6, 5));
    }

    #[test]
    fn few_combinations_teach_nothing() {
        assert!(Model::learn(&history(7)).is_none() && Model::learn(&history(8)).is_some() && Model::learn(&[]).is_none());
    }

    #[test]
    fn inputs_that_never_vary_do_no_harm() {
        let same = vec![([1.0, 0.5, 0.5, 0.0], 0.5); 9];
        assert!(least_squares(&same).iter().all(|weight| weight.is_finite()));
    }
}
