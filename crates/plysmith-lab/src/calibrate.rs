//! What a shallow search says about a deep one: the figures that Multi-ProbCut goes by.
//!
//! Every position is searched once to the greatest depth, and the value of each iteration is kept. For each depth the value is fitted by a line in the
//! value of the shallow depth that belongs to it, by least squares; the standard deviation is that of what the line leaves over. Proven values tell
//! nothing about evaluations and are left out.

mod learner;

use plysmith::Score;
use plysmith::arena::Line;
use plysmith::enhance::multi_probcut::{DEPTHS, shallow};
use plysmith::enhance::value::Value;
use serde::Serialize;

pub use learner::CalibrateLearner;

use crate::lab::{Lab, LabError};
use crate::trial::{Limit, Search, Searched, SpecText};

/// What a shallow depth says about a deep one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The deep one.
    pub depth: u32,
    /// The shallow one.
    pub shallow: u32,
    /// Positions in which both values are evaluations.
    pub positions: usize,
    /// How much the deep value grows with the shallow one.
    pub slope: f64,
    /// By how much it differs besides.
    pub offset: f64,
    /// The standard deviation of what is left.
    pub deviation: f64,
    /// How well the line fits, between 0 and 1: the share of the variance that it explains.
    pub explained: f64,
}

/// A line through fewer points says nothing.
const FEWEST: usize = 20;

/// Searches the positions to a depth, and fits all pairs up to there for which there are enough positions.
pub fn calibrate(lab: &mut Lab, spec: &SpecText, lines: &[Line], depth: u32) -> Result<Vec<Pair>, LabError> {
    within(lab, spec, lines, Limit::depth(depth))
}

/// The same within a limit: positions count for the depths that they reach.
pub fn within(lab: &mut Lab, spec: &SpecText, lines: &[Line], limit: Limit) -> Result<Vec<Pair>, LabError> {
    let trials: Vec<Search> =
        lines.iter().map(|line| Search { spec: spec.clone(), line: line.clone(), limit, features: Vec::new() }).collect();
    let searched = lab.all("positions", &trials)?;
    let depth = limit.depth.unwrap_or(u32::MAX);
    Ok(DEPTHS.filter(|&deep| deep <= depth).filter_map(|deep| fit(deep, &searched)).collect())
}

fn fit(deep: u32, searched: &[Searched]) -> Option<Pair> {
    let value = |searched: &Searched, depth: u32| {
        let iteration = searched.iterations.iter().find(|iteration| iteration.depth == depth)?;
        Some(iteration.score).filter(|score| !score.is_decided()).map(|score: Score| f64::from(score.points()))
    };
    let points: Vec<(f64, f64)> =
        searched.iter().filter_map(|searched| Some((value(searched, shallow(deep))?, value(searched, deep)?))).collect();
    if points.len() < FEWEST {
        return None;
    }
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(px, py)| of(px - x, py - y)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|dx, _| dx * dx), sum(&|dx, dy| dx * dy), sum(&|_, dy| dy * dy));
    if xx <= 0.0 || xy <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let left = (yy - slope * xy).max(0.0);
    Some(Pair {
        depth: deep,
        shallow: shallow(deep),
        positions: points.len(),
        slope,
        offset: y - slope * x,
        deviation: (left / (count - 2.0)).sqrt(),
        explained: if yy > 0.0 { 1.0 - left / yy } else { 1.0 },
    })
}

/// The table of a spec that holds these figures.
pub fn as_toml(pairs: &[Pair]) -> String {
    let line = |(name, value): (String, Value)| format!("{name} = {:?}\n", value.vector().unwrap_or_default());
    std::iter::once("[multi_probcut]\n".to_string()).chain(values(pairs).into_iter().map(line)).collect()
}

/// The parameters of Multi-ProbCut that hold these figures.
pub fn values(pairs: &[Pair]) -> Vec<(String, Value)> {
    let Some(deepest) = pairs.iter().map(|pair| pair.depth).max() else { return Vec::new() };
    let number = |value: f64, low: f64, high: f64| value.round().clamp(low, high) as i64;
    // What was not measured has no deviation, and nothing is left out there.
    let row = |otherwise: i64, of: &dyn Fn(&Pair) -> i64| {
        let pair = |depth: u32| pairs.iter().find(|pair| pair.depth == depth);
        let row: Vec<i64> = (*DEPTHS.start()..=deepest).map(|depth| pair(depth).map_or(otherwise, of)).collect();
        Value::from(row)
    };
    vec![
        ("slope".into(), row(1_000, &|pair| number(1_000.0 * pair.slope, 100.0, 4_000.0))),
        ("offset".into(), row(0, &|pair| number(pair.offset, -100_000.0, 100_000.0))),
        // 0 would mean that nothing is known.
        ("deviation".into(), row(0, &|pair| number(pair.deviation, 1.0, 100_000.0))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::Iteration;

    fn searched(values: &[(u32, Score)]) -> Searched {
        let iterations = values.iter().map(|&(depth, score)| Iteration { depth, nodes: 0, best: String::new(), score }).collect();
        Searched {
            best: None,
            score: Score::DRAW,
            depth: 0,
            nodes: 0,
            stopped: false,
            iterations,
            height: 0,
            cutoffs: Vec::new(),
            moves_at_cutoffs: 0,
            value_changes: 0,
            moves: 0,
            matching: 0,
            features: Vec::new(),
            samples: Vec::new(),
        }
    }

    #[test]
    fn a_line_is_found_again_and_proofs_do_not_count() {
        let mut all: Vec<Searched> = (-50..50)
            .map(|x| searched(&[(2, Score::evaluation(x)), (4, Score::evaluation(2 * x + 7 + if x % 2 == 0 { 3 } else { -3 }))]))
            .collect();
        all.push(searched(&[(2, Score::evaluation(5)), (4, Score::win(0, 4))]));
        let pair = fit(4, &all).unwrap();
        assert_eq!((pair.depth, pair.shallow, pair.positions), (4, 2, 100));
        assert!((pair.slope - 2.0).abs() < 0.01 && (pair.offset - 7.0).abs() < 0.1, "{pair:?}");
        assert!((pair.deviation - 3.0).abs() < 0.1 && pair.explained > 0.99, "{pair:?}");
        assert!(fit(3, &all).is_none(), "there are no values for it");
    }

    #[test]
    fn the_table_is_one_that_a_spec_takes() {
        let pair = Pair { depth: 4, shallow: 2, positions: 100, slope: 0.98, offset: -3.4, deviation: 41.7, explained: 0.9 };
        let spec = plysmith::Spec::parse(&format!("[alpha_beta]\n{}", as_toml(&[pair]))).unwrap();
        let get = |name| spec.value("multi_probcut", name).unwrap();
        assert_eq!([get("slope"), get("offset"), get("deviation")], [vec![1_000, 980], vec![0, -3], vec![0, 42]].map(Value::from));
    }
}
