//! The stage that saves cost: enhancements and parameters that preserve the value, judged by time at equal depth.
//!
//! What it finds is worth a few per cent of the time, which is a few Elo, and no proof of some hundred games can tell that from nothing. So it has nothing to propose before the budget affords many thousands of
//! games.

use std::time::Duration;

use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage};
use super::learner::Asking;
use crate::compare::{Size, text};
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, find, options_with};

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
        let Some(learner) = find("select") else { return Ok(Proposal::nothing(Vec::new())) };
        let time = context.left(lab, "tune, its size")?;
        let began = context.deadline.saturating_sub(time);
        let nodes = (context.pace_nodes() / 8).clamp(20_000, 400_000);
        let affordable = context.nodes_in(time) / CANDIDATES / (Size::default().length as f64 * nodes as f64 / 3.0);
        // Only what is clear by itself: many small steps inside the noise have cost more games than they saved time.
        let said = [
            ("metric", "time".into()),
            ("quality", "none".into()),
            ("clear", true.into()),
            ("nodes", nodes.into()),
            ("sequences", (affordable as u16).clamp(16, 200).into()),
        ];
        let (start, options) = (text(lab, current)?, options_with(learner, said));
        let ask = Ask { learner: "select".into(), start, seed: context.seed(5), pace: None, options };
        let asking = Asking { stage: "tune", learner, ask: &ask, began, time, most: time.mul_f64(1.2) };
        let Some(learned) = asking.learn(lab, context)? else {
            return Ok(Proposal { cut_short: true, ..Proposal::nothing(Vec::new()) });
        };
        let spec = if learned.is_proposed { Some(learned.spec.spec()?) } else { None };
        Ok(Proposal { spec, sections: learned.sections, cut_short: false })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::Order;
    use super::*;
    use crate::compare::Choice;
    use crate::report::Block;
    use crate::testing::{Still, arena};

    #[test]
    fn only_what_preserves_the_value_is_selected_by_what_is_asked() {
        let arena = arena("hexapawn-4x4");
        let start = Spec::parse("[alpha_beta]\n[deepening]").unwrap();
        let mut lab = Lab::new(&*arena, "");
        let order = Order { start: start.clone(), budget: AMPLE, pace: Duration::from_millis(1), seed: 1, only: None };
        let mut context = ForgeContext::new(&mut lab, order, Arc::new(Still)).unwrap();
        context.deadline = Duration::from_secs(60);
        let proposal = Tune.propose(&mut lab, &mut context, &start, Duration::ZERO).unwrap();
        let told = &proposal.sections.iter().find(|section| section.id == "select-cost").expect("a way of the selection").blocks;
        assert!(matches!(told.first(), Some(Block::Paragraph(words)) if words.contains("by the time that they save")), "{told:?}");
        assert!(!proposal.cut_short && proposal.sections.iter().all(|section| section.id != "select-quality"));
        let preserving = Choice::all(&*arena, Some(false));
        for name in proposal.spec.iter().flat_map(Spec::enhancements) {
            assert!(start.is_on(name) || preserving.iter().any(|choice| choice.name == name), "{name}");
        }
    }
}
