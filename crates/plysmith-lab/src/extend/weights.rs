//! What moves of each feature of a set should cost, all at once.
//!
//! Two ways, both on the same positions throughout. *Descent* (Y. Björnsson and T. Marsland, *Learning extension parameters in game-tree search*, 2003) lowers the nodes that
//! the suite takes, subject to solving no fewer positions, along the gradient by finite differences. *RSPSA* (L. Kocsis, C. Szepesvári and M. Winands, 2005) perturbs all
//! costs at once, in antithetic pairs with common random numbers, and takes steps of RPROP: only the sign of the slope counts. It risks costs that suit the suite alone: a match has to tell.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::set::Members;
use super::value::Value;
use crate::learn::Rprop;

/// How costs are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Fewest nodes for as many positions, by finite differences.
    Descent,
    /// Simultaneous perturbation with steps of RPROP.
    Rspsa,
}

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightPlan {
    /// How costs are learned.
    pub method: Method,
    /// Rounds at most.
    pub rounds: usize,
    /// Fewer positions must not be solved.
    pub threshold: usize,
    /// The seed of the perturbations.
    pub seed: u64,
}

/// What was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuned {
    /// The features with the costs that were found.
    pub members: Members,
    /// What they are worth.
    pub value: Value,
    /// What they were worth before.
    pub before: Value,
    /// Nodes and solved positions after each round.
    pub course: Vec<(u64, usize)>,
    /// How many sets were valued.
    pub valuations: usize,
}

/// The least and the most that a move may cost, in 1/64 ply.
const COSTS: (f64, f64) = (8.0, 256.0);
/// By how much a cost is changed to find the slope: an eighth of a ply.
const DIFFERENCE: f64 = 8.0;
/// The first step down the gradient, a quarter of a ply.
const STEP: f64 = 16.0;
/// Steps between 1/64 and half a ply. Slopes that perturbations tell are noisy: after a change of sign one round is waited.
const RPROP: Rprop = Rprop { shrink: 0.5, grow: 1.2, first: STEP / 2.0, least: 1.0, most: 32.0, waits: true };
/// Antithetic pairs a round.
const PAIRS: usize = 2;
/// By what factor the nodes count more for each share of the threshold that is not reached.
const PENALTY: f64 = 10.0;

/// Learns what moves of each feature should cost; `value` says what a set is worth, and `before` is what this one is.
pub fn tune<E>(
    plan: &WeightPlan,
    members: &Members,
    before: &Value,
    value: impl FnMut(&Members) -> Result<Value, E>,
) -> Result<Tuned, E> {
    let tuned =
        Tuned { members: members.clone(), value: before.clone(), before: before.clone(), course: Vec::new(), valuations: 0 };
    let mut tuning = Tuning { plan, value, tuned };
    match plan.method {
        Method::Descent => tuning.descend()?,
        Method::Rspsa => tuning.perturb()?,
    }
    Ok(tuning.tuned)
}

struct Tuning<'t, V> {
    plan: &'t WeightPlan,
    value: V,
    tuned: Tuned,
}

impl<E, V: FnMut(&Members) -> Result<Value, E>> Tuning<'_, V> {
    /// Goes downhill as long as fewer nodes solve enough; a step that fails is halved.
    fn descend(&mut self) -> Result<(), E> {
        let mut step = STEP;
        for _ in 0..self.plan.rounds {
            let at = self.costs();
            let slope = self.slope(&at)?;
            let steepest = slope.iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
            if steepest == 0.0 {
                break;
            }
            loop {
                let next: Vec<f64> = at.iter().zip(&slope).map(|(at, slope)| at - step * slope / steepest).collect();
                let moved = self.members(&next) != self.tuned.members;
                if moved && self.go(&next)? {
                    break;
                }
                step /= 2.0;
                if step < 1.0 {
                    return Ok(());
                }
            }
            self.tuned.course.push((self.tuned.value.nodes_to_solve, self.tuned.value.solved()));
        }
        Ok(())
    }

    /// By how much each cost raises the nodes, from one-sided differences.
    fn slope(&mut self, at: &[f64]) -> Result<Vec<f64>, E> {
        let here = self.loss(&self.tuned.value);
        let mut slopes = Vec::new();
        for index in 0..at.len() {
            let mut slope = 0.0;
            // Small changes often change nothing: then the other side is worth a look.
            for change in [DIFFERENCE, -DIFFERENCE].into_iter().filter(|change| (COSTS.0..=COSTS.1).contains(&(at[index] + change)))
            {
                let mut probe = at.to_vec();
                probe[index] += change;
                let value = self.ask(&probe)?;
                slope = (self.loss(&value) - here) / change;
                if slope != 0.0 {
                    break;
                }
            }
            slopes.push(slope);
        }
        Ok(slopes)
    }

    /// Follows the signs of slopes that random perturbations tell.
    fn perturb(&mut self) -> Result<(), E> {
        let mut rng = Pcg64Mcg::seed_from_u64(self.plan.seed);
        let mut at = self.costs();
        let mut paces = vec![RPROP.start(); at.len()];
        for _ in 0..self.plan.rounds {
            let mut slope = vec![0.0; at.len()];
            for _ in 0..PAIRS {
                let signs: Vec<f64> = at.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect();
                let moved = |by: f64| at.iter().zip(&signs).map(|(at, sign)| at + by * sign).collect::<Vec<_>>();
                let above = self.ask(&moved(DIFFERENCE))?;
                let below = self.ask(&moved(-DIFFERENCE))?;
                let difference = self.loss(&above) - self.loss(&below);
                slope.iter_mut().zip(&signs).for_each(|(slope, sign)| *slope += sign * difference);
            }
            for ((at, pace), slope) in at.iter_mut().zip(&mut paces).zip(slope) {
                *at = (*at + RPROP.change(pace, slope)).clamp(COSTS.0, COSTS.1);
            }
            self.go(&at)?;
            self.tuned.course.push((self.tuned.value.nodes_to_solve, self.tuned.value.solved()));
        }
        Ok(())
    }

    /// Values these costs, and takes them if they are the best so far.
    fn go(&mut self, costs: &[f64]) -> Result<bool, E> {
        let value = self.ask(costs)?;
        let better = value.solved() >= self.plan.threshold && self.loss(&value) < self.loss(&self.tuned.value);
        if better {
            self.tuned.members = self.members(costs);
            self.tuned.value = value;
        }
        Ok(better)
    }

    fn ask(&mut self, costs: &[f64]) -> Result<Value, E> {
        self.tuned.valuations += 1;
        let members = self.members(costs);
        (self.value)(&members)
    }

    /// Nodes, and more than that if too few positions are solved.
    fn loss(&self, value: &Value) -> f64 {
        let missing = self.plan.threshold.saturating_sub(value.solved()) as f64 / self.plan.threshold.max(1) as f64;
        value.nodes_to_solve as f64 * (1.0 + PENALTY * missing)
    }

    fn costs(&self) -> Vec<f64> {
        self.tuned.members.iter().map(|(_, cost)| *cost as f64).collect()
    }

    fn members(&self, costs: &[f64]) -> Members {
        let cost = |cost: f64| cost.clamp(COSTS.0, COSTS.1).round() as i64;
        self.tuned.members.iter().zip(costs).map(|((feature, _), &at)| (*feature, cost(at))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// A bowl with its bottom at these costs; everything within is solved, and less the farther from it.
    fn bowl(members: &Members) -> Value {
        let bottom = [24.0, 80.0];
        let distance: f64 = members.iter().zip(bottom).map(|((_, cost), bottom)| (*cost as f64 - bottom).powi(2)).sum();
        let solved = if distance < 4_000.0 { 10 } else { 8 };
        Value { which: (0..12).map(|at| at < solved).collect(), nodes_to_solve: 10_000 + distance as u64, ..Value::default() }
    }

    fn tuned(method: Method) -> Tuned {
        let start: Members = vec![(1, 32), (2, 32)];
        let plan = WeightPlan { method, rounds: 40, threshold: 10, seed: 1 };
        tune(&plan, &start, &bowl(&start), |members| Ok::<_, Infallible>(bowl(members))).unwrap()
    }

    #[test]
    fn both_ways_lead_down_into_the_bowl() {
        for method in [Method::Descent, Method::Rspsa] {
            let tuned = tuned(method);
            let distance = tuned.value.nodes_to_solve - 10_000;
            assert!(distance < 150 && tuned.before.nodes_to_solve > 12_000, "{method:?}: {tuned:?}");
            assert_eq!(tuned.value, bowl(&tuned.members), "the value is that of the costs");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_costs() {
        assert_eq!(tuned(Method::Rspsa), tuned(Method::Rspsa));
    }

    #[test]
    fn fewer_positions_are_never_accepted_for_fewer_nodes() {
        // The dearer the moves, the fewer the nodes and the positions.
        let slope = |members: &Members| {
            let solved = if members[0].1 > 40 { 9 } else { 10 };
            let nodes_to_solve = 10_000 - 10 * members[0].1 as u64;
            Value { which: (0..12).map(|at| at < solved).collect(), nodes_to_solve, ..Value::default() }
        };
        for method in [Method::Descent, Method::Rspsa] {
            let start: Members = vec![(1, 32)];
            let plan = WeightPlan { method, rounds: 20, threshold: 10, seed: 1 };
            let tuned = tune(&plan, &start, &slope(&start), |members| Ok::<_, Infallible>(slope(members))).unwrap();
            assert!(tuned.value.solved() >= 10 && tuned.members[0].1 <= 40, "{method:?}: {tuned:?}");
            assert!(tuned.value.nodes_to_solve < tuned.before.nodes_to_solve, "{method:?}: {tuned:?}");
        }
    }
}
