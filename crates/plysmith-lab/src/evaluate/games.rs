//! The games to learn from: the engine against weaker or other ones, in pairs with sides swapped.
//!
//! An engine that only plays itself shows little of what its weights are wrong about. So its opponents think less, or weigh the terms differently.

use plysmith::arena::Line;
use plysmith::game::TermCard;
use plysmith::{Score, Spec};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{FitPlan, Patience, Subject};
use crate::compare::text;
use crate::lab::{Lab, LabError};
use crate::play::{Adjudication, Agreed, Contestant, Ending, Game, Openings, Pace, PacedPlayer, Played, mixed, openings};
use crate::trial::{Limit, SpecText};

/// A game that came to an end.
pub(super) struct Finished {
    /// Its pair.
    pub pair: usize,
    /// Where it began.
    pub opening: Line,
    /// How it went.
    pub played: Played,
}

/// Pairs between two looks at the clock.
const PORTION: usize = 24;
/// A game that is longer says little about any position.
const LONGEST: usize = 600;
/// Shallow searches need no large table, and a small one stays in the cache.
const BITS: i64 = 14;

/// Plays as many pairs as were planned, or as there is time for.
pub(super) fn play(
    lab: &mut Lab,
    subject: &Subject,
    plan: &FitPlan,
    mut patience: Option<&mut Patience>,
) -> Result<Vec<Finished>, LabError> {
    let pairs = plan.games.div_ceil(2);
    let own = text(lab, &small(&subject.spec))?;
    let rivals = rivals(lab, subject, plan, &own)?;
    let wanted = Openings::usual(pairs, plan.seed, own.clone());
    let lines = openings(lab, &wanted)?;
    let me = player(&own, plan.nodes);
    let trial = |index: usize| {
        let pair = index / 2;
        let rival = rivals[pair % rivals.len()].clone();
        let players = if index.is_multiple_of(2) { [me.clone(), rival] } else { [rival, me.clone()] };
        Game { players, opening: lines[pair].clone(), adjudication: ending(), occasion: None }
    };
    let mut finished = Vec::new();
    let portion = if patience.is_some() { 2 * PORTION } else { 2 * lines.len().max(1) };
    for from in (0..2 * lines.len()).step_by(portion) {
        if let Some(patience) = &mut patience
            && !patience(lab, &format!("game {from}"))?
        {
            break;
        }
        let to = (from + portion).min(2 * lines.len());
        let trials: Vec<Game> = (from..to).map(trial).collect();
        for (index, played) in (from..).zip(lab.all("games to learn from", &trials)?) {
            if matches!(played.ending, Ending::Rules | Ending::Adjudication) {
                finished.push(Finished { pair: index / 2, opening: lines[index / 2].clone(), played });
            }
        }
    }
    Ok(finished)
}

/// Games that others have played, as far as they came to an end.
pub(super) fn finished(games: &[(Line, Played)]) -> Vec<Finished> {
    let ended = |(_, (_, played)): &(usize, &(Line, Played))| matches!(played.ending, Ending::Rules | Ending::Adjudication);
    let finished = |(at, (opening, played)): (usize, &(Line, Played))| Finished {
        pair: at / 2,
        opening: opening.clone(),
        played: played.clone(),
    };
    games.iter().enumerate().filter(ended).map(finished).collect()
}

/// A win that both sides have proven is not played to its end.
fn ending() -> Adjudication {
    let proven = Agreed { score: Score::EVALUATION_LIMIT + 1, moves: 1 };
    Adjudication { win: Some(proven), draw: None, longest: LONGEST }
}

fn player(spec: &SpecText, nodes: u64) -> PacedPlayer {
    PacedPlayer { who: Contestant::Spec(spec.clone()), pace: Pace::Search(Limit::nodes(nodes.max(1))) }
}

/// Who plays against the engine, in turn.
fn rivals(lab: &Lab, subject: &Subject, plan: &FitPlan, own: &SpecText) -> Result<Vec<PacedPlayer>, LabError> {
    let shaken = |number| text(lab, &small(&subject.with(&shaken(subject, mixed(plan.seed, number)))));
    Ok(vec![
        player(own, plan.nodes * 3 / 4),
        player(&shaken(1)?, plan.nodes),
        player(own, plan.nodes / 3),
        player(&shaken(2)?, plan.nodes),
    ])
}

/// The same with a small table.
pub(super) fn small(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    if spec.get("table", "bits").is_some_and(|bits| bits > BITS) {
        // It is on, and the number is in its range.
        let _ = spec.set("table", "bits", BITS);
    }
    spec
}

/// The weights, each between half and one and a half times what it is, and by one at least.
fn shaken(subject: &Subject, seed: u64) -> Vec<i32> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let shake = |(weight, term): (&i32, &TermCard)| {
        let reach = (weight.abs() / 2).max(1);
        (weight + rng.random_range(-reach..=reach)).clamp(term.low, term.high)
    };
    subject.weights.iter().zip(subject.card.terms).map(shake).collect()
}
