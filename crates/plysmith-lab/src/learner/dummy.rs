//! The learner for tests: it exists in this file and in a line of the list, and everything else follows.

use plysmith::arena::Line;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Ask, Decision, InForge, Learned, Learner, LearnerCard, Patience, StartOption};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::report::{Block, Outcome, Section};
use crate::trial::{Limit, Search, SpecText};

/// Learns whether the bounds of alpha-beta save nodes, from a few searches of the start.
pub(super) struct DummyLearner;

#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub(super) struct DummyOptions {
    /// Search to all depths up to this
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

const NAME: &str = "alpha_beta";

impl Learner for DummyLearner {
    type Options = DummyOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "dummy-learner",
        aliases: &[],
        title: "Whether bounds save nodes",
        about: "Find out whether bounds save nodes, for tests",
        help: "Examples:\n  plysmith dummy-learner breakthrough --spec negamax",
        decision: Decision::Trees,
        judge: "nodes from the start",
        start: StartOption::USUAL,
        method_of: None,
        forge: InForge::Last,
        is_listed: false,
    };

    fn hindrance(_: &dyn Arena, start: &Spec) -> Option<String> {
        start.is_on(NAME).then(|| format!("{NAME} is on already"))
    }

    fn learn(ask: &Ask, options: &DummyOptions, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError> {
        let mut with = ask.spec()?;
        with.switch_on(NAME)?;
        let (with, mut nodes) = (text(lab, &with)?, [0, 0]);
        for depth in 1..=options.depth {
            let search = |spec: &SpecText| Search {
                spec: spec.clone(),
                line: Line::start(),
                limit: Limit::depth(depth),
                features: Vec::new(),
            };
            let searched = lab.all("searches with and without", &[search(&with), search(&ask.start)])?;
            nodes.iter_mut().zip(&searched).for_each(|(nodes, searched)| *nodes += searched.nodes);
            if patience(lab, &format!("depth {depth}"))?.is_some_and(|spent| spent >= 1.0) {
                break;
            }
        }
        let is_proposed = nodes[0] < nodes[1];
        let verdict = format!("With {NAME} {} nodes, without {}.", nodes[0], nodes[1]);
        let searched = format!("Searched were all depths up to {}, from the start.", options.depth);
        let section = Section::new("dummy", Self::CARD.title).with(Block::paragraph(searched));
        Ok(Learned {
            is_proposed,
            sections: vec![section.judged(Outcome::Informative, verdict.clone())],
            figures: json!({ "nodes": nodes }),
            ..Learned::new(if is_proposed { with } else { ask.start.clone() }, verdict)
        })
    }
}
