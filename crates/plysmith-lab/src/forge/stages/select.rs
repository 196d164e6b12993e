//! The stage that selects enhancements and their parameters, by games between random combinations.

use std::time::Duration;

use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage, text};
use super::race::Racing;
use crate::calibrate::{values, within};
use crate::compare::{Choice, Factor};
use crate::lab::{Lab, LabError};
use crate::suite::Players;
use crate::suite::make::{self, SuitePlan};
use crate::trial::Limit;

/// Which enhancements, and with which parameters.
pub(super) struct Select;

/// Positions on which Multi-ProbCut is calibrated, the depth up to which, and the part of the time that it may take.
const CALIBRATION: (usize, u32, f64) = (80, 8, 0.08);

/// With less, parameters are left as they are in the first round.
const AMPLE: Duration = Duration::from_secs(1_200);

impl Stage for Select {
    fn name(&self) -> &'static str {
        "select"
    }

    fn title(&self) -> &'static str {
        "Selection of enhancements"
    }

    fn shares(&self, _: Duration) -> Shares {
        Shares { work: 0.44, proof: 0.26 }
    }

    fn hindrance(&self, _: &dyn Arena, _: Duration, current: &Spec) -> Option<String> {
        current.has_phases().then(|| "the spec has phases, and a selection starts from one without".into())
    }

    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, proof: Duration) -> Result<Proposal, LabError> {
        let mut factors = Factor::switches(lab.arena(), current);
        factors.extend(self.calibrated(lab, context, current)?);
        // A parameter is worth less than what it belongs to: in a short run there is no time for them.
        let ample = context.order.budget >= AMPLE;
        let settings = match (context.round, ample) {
            (1, true) => 0.6,
            (1, false) => f64::INFINITY,
            _ => 0.2,
        };
        let racing = Racing { stage: "select", current, factors, settings, purpose: 1 };
        let found = racing.run(lab, context, proof)?;
        context.games.extend(found.raced.games);
        Ok(Proposal { spec: found.spec, sections: vec![found.section], cut_short: found.cut_short })
    }
}

impl Select {
    /// Multi-ProbCut with figures of this game, where it is off and the game can have it.
    fn calibrated(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec) -> Result<Option<Factor>, LabError> {
        const NAME: &str = "multi_probcut";
        let can = Choice::all(lab.arena(), Some(true)).iter().any(|choice| choice.name == NAME);
        if !can || current.is_on(NAME) {
            return Ok(None);
        }
        let (count, depth, share) = CALIBRATION;
        let left = context.left(lab, "select, calibration")?;
        let nodes = (context.nodes_in(left.mul_f64(share)) / count as f64) as u64;
        let seed = context.seed(7);
        let spec = text(lab, current)?;
        let pairs = context.guarded(lab, "select, calibration", left.mul_f64(2.0 * share), |lab, _| {
            let players = Players::usual(lab.arena())?;
            let suite = make::sequences(lab, &SuitePlan { players, seed, count, shares: [1, 0, 0] }, 1)?;
            let lines: Vec<_> = suite.entries.into_iter().map(|entry| entry.line).collect();
            within(lab, &spec, &lines, Limit { nodes: Some(nodes.max(1_000)), ..Limit::depth(depth) })
        })?;
        let values = values(&pairs.unwrap_or_default());
        Ok((!values.is_empty()).then(|| Factor::calibrated(values)))
    }
}
