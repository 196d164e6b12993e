//! The stage that saves cost: enhancements and parameters that preserve the value, judged by time at equal depth.
//!
//! What it finds is worth a few per cent of the time, which is a few Elo, and no proof of some hundred games can tell that from nothing. So it has nothing to propose before the budget affords many thousands of
//! games.

use std::time::Duration;

use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage};
use crate::compare::{Material, Method, Metric, Size, sections, select};
use crate::lab::{Lab, LabError};

/// What saves cost.
pub(super) struct Tune;

/// With less nothing of what it finds can be proven.
const AMPLE: Duration = Duration::from_secs(2 * 3_600);
/// A selection tries some hundred candidates, of which most are given up after a part.
const CANDIDATES: f64 = 150.0;

impl Stage for Tune {
    fn name(&self) -> &'static str {
        "tune"
    }

    fn title(&self) -> &'static str {
        "What saves cost"
    }

    fn shares(&self, budget: Duration) -> Shares {
        if budget < AMPLE { Shares { work: 0.0, proof: 0.0 } } else { Shares { work: 0.08, proof: 0.1 } }
    }

    fn hindrance(&self, _: &dyn Arena, budget: Duration, current: &Spec) -> Option<String> {
        if current.has_phases() {
            return Some("the spec has phases, and a selection starts from one without".into());
        }
        let short = budget < AMPLE;
        short.then(|| "savings of a few per cent cannot be proven by games in less than two hours".into())
    }

    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, _: Duration) -> Result<Proposal, LabError> {
        let time = context.left(lab, "tune, its size")?;
        let nodes = (context.pace_nodes() / 8).clamp(20_000, 400_000);
        let usual = Size::default();
        let affordable = context.nodes_in(time) / CANDIDATES / (usual.length as f64 * nodes as f64 / 3.0);
        let size = Size { nodes, sequences: (affordable as usize).clamp(16, 200), ..usual };
        let metrics = [Metric::Time];
        let seed = context.seed(5);
        let deadline = context.deadline;
        let done = context.guarded(lab, "tune", time.mul_f64(1.2), |lab, context| {
            let material = Material::make(lab, current, &metrics, size, seed)?;
            let mut rounds = material.rounds(lab.arena(), &metrics, Method::Floating, true);
            // Only what is clear by itself: many small steps inside the noise have cost more games than they saved time.
            rounds.iter_mut().for_each(|round| round.clear = true);
            select(lab, current, &rounds, &mut |lab, _, point| Ok(context.now(lab, &format!("tune, {point}"))? < deadline))
        })?;
        let Some(selected) = done else { return Ok(Proposal { cut_short: true, ..Proposal::nothing(Vec::new()) }) };
        let spec = selected.spec.spec()?;
        Ok(Proposal { spec: Some(spec), sections: sections(&selected, &[]), cut_short: false })
    }
}
