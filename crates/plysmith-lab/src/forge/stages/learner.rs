//! The stage that asks a learner, whichever it is.

use std::time::Duration;

use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::learner::{AnyLearner, Ask, Learned, usual_options};
use crate::report::{Outcome, Section};

/// A learner, asked for what it finds out in the time of the stage.
pub(super) struct LearnerStage(pub(super) &'static dyn AnyLearner);

/// Seeds of learners begin here.
const SEEDS: u64 = 20_000;

impl Stage for LearnerStage {
    fn name(&self) -> &'static str {
        self.0.card().name
    }

    fn title(&self) -> &'static str {
        self.0.card().title
    }

    fn shares(&self, budget: Duration) -> Shares {
        let [work, proof] = if budget < self.0.least() { [0.0, 0.0] } else { self.0.shares(budget) };
        Shares { work, proof }
    }

    fn tries_again(&self) -> bool {
        self.0.tries_again()
    }

    fn hindrance(&self, arena: &dyn Arena, budget: Duration, current: &Spec) -> Option<String> {
        if budget < self.0.least() {
            return Some(format!("it wants a budget of {} minutes at least", self.0.least().as_secs().div_ceil(60)));
        }
        self.0.settled(current).or_else(|| self.0.hindrance(arena, current))
    }

    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, _: Duration) -> Result<Proposal, LabError> {
        let name = self.name();
        let left = context.left(lab, &format!("{name}, its time"))?;
        let began = context.deadline.saturating_sub(left);
        let purpose = name.bytes().fold(SEEDS, |sum, byte| (31 * sum + u64::from(byte)) % SEEDS + SEEDS);
        let ask = Ask {
            learner: name.into(),
            start: text(lab, current)?,
            seed: context.seed(purpose),
            pace: None,
            options: usual_options(self.0),
        };
        let asking = Asking { stage: name, learner: self.0, ask: &ask, began, time: left, most: left };
        let learned = asking.learn(lab, context)?;
        let Some(learned) = learned else {
            let section = Section::new(name, self.title())
                .judged(Outcome::Informative, "There was no time to learn it: a larger budget helps.");
            return Ok(Proposal { cut_short: true, ..Proposal::nothing(vec![section]) });
        };
        let spec = if learned.is_proposed { Some(learned.spec.spec()?) } else { None };
        Ok(Proposal { spec, sections: learned.sections, cut_short: false })
    }
}

/// A learner that is asked in a stage.
pub(super) struct Asking<'a> {
    /// The stage.
    pub(super) stage: &'a str,
    /// The learner.
    pub(super) learner: &'a dyn AnyLearner,
    /// What it is asked.
    pub(super) ask: &'a Ask,
    /// When it begins.
    pub(super) began: Duration,
    /// How long it may take, by what it is told when it looks at the clock.
    pub(super) time: Duration,
    /// When it is cut short.
    pub(super) most: Duration,
}

impl Asking<'_> {
    /// What it has learned; `None` if it was cut short.
    pub(super) fn learn(&self, lab: &mut Lab, context: &mut ForgeContext) -> Result<Option<Learned>, LabError> {
        let &Asking { stage, learner, ask, began, time, most } = self;
        context.guarded(lab, &format!("{stage}, its learning"), most, |lab, context| {
            let mut patience = |lab: &mut Lab, point: &str| {
                let now = context.now(lab, &format!("{stage}, {point}"))?;
                Ok(Some(now.saturating_sub(began).as_secs_f64() / time.as_secs_f64().max(1e-3)))
            };
            learner.learn(ask, lab, &mut patience)
        })
    }
}
