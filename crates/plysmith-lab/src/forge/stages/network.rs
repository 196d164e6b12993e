//! The stage that learns a network as the evaluation, from self-play.

use std::time::Duration;

use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage};
use crate::evaluate::network::{self, Archive, NetPlan, sections};
use crate::lab::{Lab, LabError};
use crate::report::{Outcome, Section};

/// A network instead of the game's evaluation.
pub(super) struct Network;

/// With less time a network is no better than an evaluation that somebody has thought about.
const LEAST: Duration = Duration::from_secs(8 * 60);
/// The part of its time that the games of self-play may take; the rest goes to training and to the matches between rounds.
const PLAYING: f64 = 0.86;
/// Units of the network.
const UNITS: usize = 16;
/// Nodes a move of self-play: many games teach more than long thought.
const NODES: u64 = 1_500;

impl Stage for Network {
    fn name(&self) -> &'static str {
        "network"
    }

    fn title(&self) -> &'static str {
        sections::TITLE
    }

    fn shares(&self, budget: Duration) -> Shares {
        if budget < LEAST { Shares { work: 0.0, proof: 0.0 } } else { Shares { work: 0.5, proof: 0.08 } }
    }

    /// Another network from as much time is no better.
    fn tries_again(&self) -> bool {
        false
    }

    fn hindrance(&self, arena: &dyn Arena, budget: Duration, current: &Spec) -> Option<String> {
        if budget < LEAST {
            return Some(format!("a network wants a budget of {} minutes at least", LEAST.as_secs() / 60));
        }
        if !current.network.is_none() {
            return Some("a network evaluates already".into());
        }
        network::hindrance(arena)
    }

    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, _: Duration) -> Result<Proposal, LabError> {
        let left = context.left(lab, "network, its games")?;
        let began = context.deadline.saturating_sub(left);
        let playing = left.mul_f64(PLAYING);
        let plan = NetPlan { units: UNITS, nodes: NODES, games: 1, seed: context.seed(7) };
        let learned = context.guarded(lab, "network, its learning", left, |lab, context| {
            let mut course = |lab: &mut Lab, point: &str| {
                let now = context.now(lab, &format!("network, {point}"))?;
                Ok(now.saturating_sub(began).as_secs_f64() / playing.as_secs_f64().max(1e-3))
            };
            network::learn(lab, current, &plan, &mut Archive::default(), &mut course)
        })?;
        let Some(learned) = learned else {
            let why = "There was no time to learn a network: a larger budget helps.";
            let section = Section::new("network", sections::TITLE).judged(Outcome::Informative, why);
            return Ok(Proposal { cut_short: true, ..Proposal::nothing(vec![section]) });
        };
        let spec = learned.spec.spec().ok().filter(|spec| !spec.network.is_none());
        Ok(Proposal { spec, sections: sections::sections(&learned, &plan), cut_short: false })
    }
}
