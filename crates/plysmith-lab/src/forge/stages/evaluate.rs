//! The stage that fits the weights of the evaluation to games that were played on the way, and margins with them.

use std::time::Duration;

use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage};
use super::race::Racing;
use crate::compare::Factor;
use crate::evaluate::{Evaluated, FitPlan, Subject, evaluate, evaluate_games, sections};
use crate::lab::{Lab, LabError};
use crate::report::{Outcome, Section};

/// How much each term of the evaluation counts.
pub(super) struct Evaluate;

/// With fewer games there is nothing to learn, and more teach little.
const GAMES: [usize; 2] = [150, 4_000];
/// So many games are played where nobody has played before.
const OWN: usize = 600;
/// The part of the time that games and the fit may take.
const FITTING: f64 = 0.4;

impl Stage for Evaluate {
    fn name(&self) -> &'static str {
        "evaluate"
    }

    fn title(&self) -> &'static str {
        "Weights of the evaluation"
    }

    fn shares(&self, _: Duration) -> Shares {
        Shares { work: 0.07, proof: 0.06 }
    }

    fn hindrance(&self, arena: &dyn Arena, _: Duration, current: &Spec) -> Option<String> {
        Subject::of(arena, current).is_none().then(|| "the evaluation has no terms, and so no weights to fit".into())
    }

    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, proof: Duration) -> Result<Proposal, LabError> {
        let Some(subject) = Subject::of(lab.arena(), current) else { return Ok(Proposal::nothing(Vec::new())) };
        let left = context.left(lab, "evaluate, its games")?;
        // The latest games are those of the best engines with the longest searches. Where nobody has played, games at a pace near the user's are played first.
        let first = context.games.len().saturating_sub(GAMES[1]);
        let (games, seed) = (context.games[first..].to_vec(), context.seed(3));
        let (playing, own) = (left.mul_f64(FITTING), games.len() < GAMES[0]);
        let plan = FitPlan {
            games: if own { OWN } else { games.len() },
            nodes: context.nodes_for(playing.mul_f64(0.7), OWN as f64),
            seed,
        };
        let until = context.deadline.saturating_sub(left) + playing.mul_f64(0.7);
        let fitted = context.guarded(lab, "evaluate, the fit", playing, |lab, context| match own {
            true => {
                let mut patience = |lab: &mut Lab, point: &str| Ok(context.now(lab, &format!("evaluate, {point}"))? < until);
                evaluate(lab, &subject, &plan, Some(&mut patience))
            }
            false => evaluate_games(lab, &subject, &games, seed),
        })?;
        let Some(evaluated) = fitted else {
            let why = "There was no time to fit the weights: a larger budget helps.";
            let section = Section::new("evaluate", "Weights of the evaluation").judged(Outcome::Informative, why);
            return Ok(Proposal { cut_short: true, ..Proposal::nothing(vec![section]) });
        };
        let mut told = sections(&evaluated, &plan);
        let Some(weights) = proposed(&evaluated) else { return Ok(Proposal::nothing(told)) };
        // Margins are in points of the evaluation: what suits the old weights need not suit the new ones.
        let mut factors = vec![Factor::weights("fitted weights", weights)];
        factors.extend(Factor::settings(lab.arena(), current).into_iter().filter(Factor::is_selective));
        let racing = Racing { stage: "evaluate", current, factors, settings: f64::INFINITY, purpose: 4 };
        let found = racing.run(lab, context, proof)?;
        told.push(found.section);
        Ok(Proposal { spec: found.spec, sections: told, cut_short: found.cut_short })
    }
}

/// The new weights, if something was learned that holds where nobody has looked.
fn proposed(evaluated: &Evaluated) -> Option<Vec<(String, i64)>> {
    let weights = evaluated.terms.iter().map(|term| (term.name.clone(), i64::from(term.after)));
    evaluated.is_clear().then(|| weights.collect())
}
