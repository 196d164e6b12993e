//! The stage that fits the weights of the evaluation.

use std::time::Duration;

use plysmith::Spec;

use super::super::{AMPLE, Proposal, Shares, Smithy, Stage};
use crate::evaluate::{Plan, Subject, evaluate, nothing_to_fit, sections};
use crate::lab::{Lab, LabError};
use crate::suite::usual_length;
use crate::trial::{TrialError, TrialId};

/// How much each term of the evaluation counts.
pub(super) struct Evaluate;

/// With fewer games there is nothing to learn.
const FEWEST: usize = 120;
/// More games teach less than better ones.
const MOST: usize = 2_000;
/// Nodes a move, at least and at most.
const NODES: [u64; 2] = [1_000, 4_000];
/// The part of the time that games may take; openings, quiet positions and the fit have the rest.
const PLAYING: f64 = 0.75;

impl Stage for Evaluate {
    fn name(&self) -> &'static str {
        "evaluate"
    }

    fn title(&self) -> &'static str {
        "Weights of the evaluation"
    }

    fn shares(&self, budget: Duration) -> Shares {
        if budget < AMPLE { Shares { work: 0.05, proof: 0.07 } } else { Shares { work: 0.06, proof: 0.08 } }
    }

    fn propose(&self, lab: &mut Lab, smithy: &mut Smithy, stands: &Spec) -> Result<Proposal, LabError> {
        let nothing = |why: String| Ok(Proposal { spec: None, sections: vec![nothing_to_fit(why)] });
        let Some(subject) = Subject::of(lab.arena(), stands) else {
            return nothing("The evaluation has no terms, and so no weights to fit.".into());
        };
        let time = smithy.left(lab, "evaluate, its size")?;
        let failed = |error| LabError::Trial { kind: "games to learn from", id: TrialId([0; 16]), error: TrialError::Text(error) };
        let length = usual_length(lab.arena()).map_err(failed)?;
        let plan = plan(smithy.nodes_in(lab, time.mul_f64(PLAYING)), length, smithy.order.seed);
        if plan.games < FEWEST {
            return nothing(format!(
                "There is time for about {} games, and fewer than {FEWEST} teach nothing: a larger budget helps.",
                plan.games
            ));
        }
        let until = smithy.deadline.saturating_sub(time.mul_f64(1.0 - PLAYING));
        let mut patience = |lab: &mut Lab, point: &str| -> Result<bool, LabError> {
            Ok(smithy.watch.elapsed(lab, &format!("evaluate, {point}"))? < until)
        };
        let evaluated = evaluate(lab, &subject, &plan, Some(&mut patience))?;
        let spec = evaluated.is_clear().then(|| evaluated.spec.spec().ok()).flatten();
        Ok(Proposal { spec, sections: sections(&evaluated, &plan) })
    }
}

/// As many games as so many nodes allow; with more than enough for the games each move gets more.
fn plan(nodes: u64, length: usize, seed: u64) -> Plan {
    let games = |each: u64| (nodes / (each * length.max(1) as u64)) as usize;
    let mut each = NODES[0];
    while games(2 * each) >= MOST && 2 * each <= NODES[1] {
        each *= 2;
    }
    Plan { games: games(each).min(MOST), nodes: each, seed: seed.wrapping_add(0x0e7a_1000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_time_is_more_games_and_then_better_ones() {
        let size = |nodes| {
            let Plan { games, nodes, .. } = plan(nodes, 50, 1);
            (games, nodes)
        };
        assert_eq!(size(1_000_000), (20, 1_000));
        assert_eq!(size(20_000_000), (400, 1_000));
        assert_eq!(size(200_000_000), (2_000, 2_000));
        assert_eq!(size(100_000_000_000), (2_000, 4_000));
    }
}
