//! The stages of a forge. A stage that learns another decision is one more entry of the list.

mod evaluate;
mod extend;

use std::time::Duration;

use plysmith::Spec;

use super::{AMPLE, METRICS, Proposal, Shares, Smithy, Stage, size};
use crate::lab::{Lab, LabError};
use crate::select::{Ground, Material, Method, Metric, Selected, deeper, depths, sections, select};
use crate::suite::{Part, usual_length};
use crate::trial::{Limit, TrialError, TrialId};

/// The stages, in their order.
pub const STAGES: &[&dyn Stage] = &[&Select, &extend::Extend::USUAL, &evaluate::Evaluate];

/// Which enhancements, and with which parameters.
struct Select;

impl Stage for Select {
    fn name(&self) -> &'static str {
        "select"
    }

    fn title(&self) -> &'static str {
        "Selection of enhancements"
    }

    fn shares(&self, budget: Duration) -> Shares {
        if budget < AMPLE { Shares { work: 0.34, proof: 0.14 } } else { Shares { work: 0.28, proof: 0.12 } }
    }

    fn propose(&self, lab: &mut Lab, smithy: &mut Smithy, stands: &Spec) -> Result<Proposal, LabError> {
        let time = smithy.left(lab, "select, its size")?;
        let failed = |error| LabError::Trial { kind: "selection", id: TrialId([0; 16]), error: TrialError::Text(error) };
        let length = usual_length(lab.arena()).map_err(failed)?;
        let (size, seed) = (size(smithy.nodes_in(lab, time), length), smithy.order.seed);
        let material = Material::make(lab, stands, &METRICS, size, seed)?;
        // What preserves the value has two thirds of the time, and the rest what does not.
        let mut rounds = material.rounds(lab.arena(), &METRICS, Method::Floating, true);
        // Games that were likely to be better are judged by the proof of the stage.
        rounds.iter_mut().filter(|round| !round.ground.metric.is_cost()).for_each(|round| round.judge = None);
        let shares = [0.55, 0.92];
        let deadline = smithy.deadline;
        let began = deadline.saturating_sub(time);
        let mut ends = shares.iter().map(|share| began + time.mul_f64(*share)).collect::<Vec<_>>().into_iter();
        let mut end = ends.next().unwrap_or(deadline);
        let mut under_way = "cost";
        let selected = select(lab, stands, &rounds, &mut |lab, round, point| {
            if round != under_way {
                under_way = "quality";
                end = ends.next().unwrap_or(deadline);
            }
            Ok(smithy.watch.elapsed(lab, point)? < end)
        })?;
        let checks = self.checks(lab, smithy, &selected, &material)?;
        let mut sections = sections(&selected, &checks);
        if !smithy.left(lab, "select, cost by depth")?.is_zero() {
            sections.push(depths(lab, &selected, &material)?);
        }
        Ok(Proposal { spec: selected.spec.spec().ok(), sections })
    }
}

impl Select {
    /// The choices again on what was held out and deeper, as far as there is time.
    fn checks(
        &self,
        lab: &mut Lab,
        smithy: &mut Smithy,
        selected: &Selected,
        material: &Material,
    ) -> Result<Vec<(Metric, crate::select::Deeper)>, LabError> {
        let mut checks = Vec::new();
        for more in 0..=2 {
            if smithy.left(lab, &format!("select, {more} plies deeper"))?.is_zero() {
                break;
            }
            let ground = material.ground(Metric::Time, Part::Heldout);
            let ground = Ground { limit: Limit::depth(material.depth + more), ..ground };
            checks.push((Metric::Time, deeper(lab, &format!("held out, {}", ground.limit), selected, &ground)?));
        }
        Ok(checks)
    }
}
