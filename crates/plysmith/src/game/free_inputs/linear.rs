//! Whether a number is a weighted sum of inputs: least squares by conjugate gradients (Hestenes and Stiefel 1952), which never needs a matrix.

/// Rounds after which what is not found is taken for not there.
const ROUNDS: usize = 300;
/// Of the held-out numbers that differ from the most frequent one, so many hundredths must come out right.
const RIGHT: usize = 90;
/// Fewer of them decide nothing.
const FEWEST: usize = 40;
/// This near is right: the numbers are whole.
const NEAR: f64 = 0.3;

/// A position: its active inputs, the number in question, and whether it is held out.
pub(super) struct Example {
    pub active: Vec<u16>,
    pub number: f64,
    pub held_out: bool,
}

/// Whether the number is a weighted sum of the inputs, in positions that the weights were not made from.
pub(super) fn is_sum(examples: &[Example], inputs: usize) -> bool {
    let (held_out, train): (Vec<&Example>, Vec<&Example>) = examples.iter().partition(|example| example.held_out);
    let usual = most_frequent(&train);
    let asked: Vec<&&Example> = held_out.iter().filter(|example| example.number != usual).collect();
    if asked.len() < FEWEST {
        return false;
    }
    let weights = fit(&train, inputs);
    let right = asked.iter().filter(|example| (value(example, &weights) - example.number).abs() < NEAR).count();
    right * 100 >= asked.len() * RIGHT
}

fn most_frequent(examples: &[&Example]) -> f64 {
    let mut numbers: Vec<f64> = examples.iter().map(|example| example.number).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.chunk_by(|one, next| one == next).max_by_key(|run| run.len()).map_or(0.0, |run| run[0])
}

/// The weighted sum; the last weight is always on.
fn value(example: &Example, weights: &[f64]) -> f64 {
    weights[weights.len() - 1] + example.active.iter().map(|&input| weights[usize::from(input)]).sum::<f64>()
}

fn fit(examples: &[&Example], inputs: usize) -> Vec<f64> {
    let mut weights = vec![0.0; inputs + 1];
    let mut residual: Vec<f64> = examples.iter().map(|example| example.number).collect();
    let mut slope = back(examples, &residual, inputs);
    let mut direction = slope.clone();
    let mut size = square(&slope);
    let enough = size * 1e-16;
    for _ in 0..ROUNDS {
        if size <= enough {
            break;
        }
        let image: Vec<f64> = examples.iter().map(|example| value(example, &direction)).collect();
        let step = size / square(&image);
        weights.iter_mut().zip(&direction).for_each(|(weight, along)| *weight += step * along);
        residual.iter_mut().zip(&image).for_each(|(left, along)| *left -= step * along);
        slope = back(examples, &residual, inputs);
        let next = square(&slope);
        direction.iter_mut().zip(&slope).for_each(|(along, slope)| *along = slope + next / size * *along);
        size = next;
    }
    weights
}

/// What each weight would like to change by.
fn back(examples: &[&Example], residual: &[f64], inputs: usize) -> Vec<f64> {
    let mut slope = vec![0.0; inputs + 1];
    for (example, left) in examples.iter().zip(residual) {
        example.active.iter().for_each(|&input| slope[usize::from(input)] += left);
        slope[inputs] += left;
    }
    slope
}

fn square(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hash::mix;

    fn examples(number: impl Fn(u64) -> f64) -> Vec<Example> {
        let example = |i: u64| {
            let bits = mix(i) & 0xffff;
            let active = (0..16).filter(|bit| bits >> bit & 1 == 1).collect();
            Example { active, number: number(bits), held_out: i % 2 == 1 }
        };
        (0..1_000).map(example).collect()
    }

    #[test]
    fn a_weighted_sum_is_told_from_what_is_none() {
        let material = |bits: u64| 5.0 * (bits & 0xff).count_ones() as f64 - 3.0 * (bits >> 8).count_ones() as f64 + 7.0;
        assert!(is_sum(&examples(material), 16));
        assert!(!is_sum(&examples(|bits| (mix(bits) % 9) as f64), 16));
        assert!(!is_sum(&examples(|bits| ((bits & 0xff).count_ones() * (bits >> 8).count_ones()) as f64), 16));
    }

    #[test]
    fn what_hardly_ever_changes_is_no_sum() {
        assert!(!is_sum(&examples(|bits| f64::from(u8::from(bits == 0xffff))), 16));
    }
}
