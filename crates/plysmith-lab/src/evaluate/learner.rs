//! The learner that fits the weights of an evaluation.

use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{FitPlan, Subject, evaluate, sections};
use crate::lab::{Lab, LabError};
use crate::learner::{Ask, Decision, InForge, Learned, Learner, LearnerCard, Patience, StartOption};

/// What is wrong with a game that cannot have its weights fitted, and what to do.
const NO_TERMS: &str = "no evaluation of the game has terms, and so there are no weights to fit; write `evaluations`, `with_evaluation` and `terms` \
    of `Game` and declare `Terms` (section 9 of docs/adding-a-game.md), or use `--method net`, which needs none of them";

/// The weights of the terms that the game's evaluation has.
pub struct WeightsLearner;

/// How much is played.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
#[group(skip)]
pub struct WeightsOptions {
    /// How many games of self-play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000), allow_negative_numbers = true)]
    pub games: u32,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(10..=100_000_000), allow_negative_numbers = true)]
    pub nodes: u64,
}

impl Learner for WeightsLearner {
    type Options = WeightsOptions;

    const CARD: LearnerCard = LearnerCard {
        name: "weights",
        aliases: &[],
        title: "Weights of the evaluation",
        about: "The weights of the terms that the game's evaluation has",
        help: "",
        decision: Decision::Positions,
        judge: "the loss on the results of games that were held out",
        start: StartOption { in_forge: "hand-made", ..StartOption::USUAL },
        method_of: Some("evaluate"),
        forge: InForge::Within("evaluate"),
        is_listed: true,
    };

    fn hindrance(arena: &dyn Arena, start: &Spec) -> Option<String> {
        if Subject::of(arena, start).is_some() {
            return None;
        }
        let cards = arena.card().evaluations;
        let with: Vec<&str> = cards.iter().filter(|card| !card.terms.is_empty()).map(|card| &*card.name).collect();
        Some(match with.is_empty() {
            true => NO_TERMS.into(),
            false if !start.network.is_none() => "a network evaluates, which has no terms; begin with `hand-made`".into(),
            false => {
                let remedy = format!("add `:evaluation={}` to the spec", with.join("` or `:evaluation="));
                format!("the evaluation of the spec has no terms, and so no weights to fit; {remedy}")
            }
        })
    }

    /// Where the default evaluates by a network, weights are those of the evaluation that it has taken the place of.
    fn usual_start(_: &WeightsOptions) -> &'static str {
        "hand-made"
    }

    fn learn(ask: &Ask, options: &WeightsOptions, lab: &mut Lab, patience: &mut Patience) -> Result<Learned, LabError> {
        let subject = Subject::of(lab.arena(), &ask.spec()?);
        let subject = subject.ok_or_else(|| LabError::Learning("the evaluation has no terms".into()))?;
        let plan = FitPlan { games: options.games as usize, nodes: ask.nodes(lab, options.nodes)?, seed: ask.seed };
        let mut in_time = |lab: &mut Lab, point: &str| Ok(patience(lab, point)?.is_none_or(|spent| spent < 1.0));
        let evaluated = evaluate(lab, &subject, &plan, Some(&mut in_time))?;
        let clear = evaluated.is_clear();
        Ok(Learned {
            is_proposed: clear,
            sections: sections(&evaluated, &plan),
            figures: json!({ "nodes": plan.nodes, "clear": clear, "evaluated": evaluated }),
            ..Learned::new(evaluated.spec.clone(), evaluated.sentence())
        })
    }
}
