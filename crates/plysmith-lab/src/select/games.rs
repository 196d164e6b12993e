//! Candidates of a selection that play against the spec that stands.
//!
//! Many play a few pairs of games each, and the best of them go on until a sequential test has decided; the error is shared by all of them. Games that were played once
//! are not played again: whoever goes on begins with the same openings.

use super::ground::{ERROR, Ground, Ledger, Runner, Tried};
use crate::lab::{Lab, LabError};
use crate::measure::Variant;
use crate::play::{Adjudication, Contestant, Pace};
use crate::statistics::Interval;
use crate::trial::{Limit, SpecText};
use crate::verify::{Entrant, Match, Model, Rating, Sprt, Tally, Verdict};

/// So many candidates play at most.
pub(super) const FIELD: usize = 8;
/// Pairs of games that everybody plays, and how many then go on.
const HEAT: usize = 8;
const FINALISTS: usize = 3;
/// Pairs of games that a candidate plays at most.
const PAIRS: usize = 150;
/// What a match of a selection tells apart, in normalised Elo.
const BOUNDS: (f64, f64) = (0.0, 60.0);

/// A candidate that is to play.
pub(super) struct Rival {
    pub(super) variant: Variant,
    pub(super) text: SpecText,
    /// How far it searches.
    pub(super) limit: Limit,
}

/// Where they play.
pub(super) struct Games<'g> {
    pub(super) ground: &'g Ground<'g>,
    pub(super) name: &'g str,
    pub(super) stands: &'g SpecText,
}

impl Games<'_> {
    /// Lets everybody play against the spec that stands.
    pub(super) fn play(&self, lab: &mut Lab, field: Vec<Rival>, ledger: &mut Ledger) -> Result<Vec<Runner>, LabError> {
        let count = field.len();
        let sprt =
            Sprt::new(Model::Normalised, BOUNDS.0, BOUNDS.1).and_then(|sprt| sprt.with_errors(ERROR / count as f64, ERROR)).ok();
        let (mut finalists, mut runners) = (Vec::new(), Vec::new());
        if count > FINALISTS {
            let mut heat = Vec::new();
            for (at, rival) in field.into_iter().enumerate() {
                let stage = format!("{}, first games, {} of {count}: {}", self.name, at + 1, rival.variant.change);
                let tally = self.meet(lab, &stage, &rival, HEAT, None)?;
                heat.push((tally, rival));
            }
            heat.sort_by(|(one, _), (other, _)| score(other).value.total_cmp(&score(one).value));
            for (at, (tally, rival)) in heat.into_iter().enumerate() {
                if at < FINALISTS {
                    finalists.push(rival);
                } else {
                    ledger.effort.games += tally.played;
                    runners.push(runner(rival, &tally, None, true));
                }
            }
        } else {
            finalists = field;
        }
        let count = finalists.len();
        for (at, rival) in finalists.into_iter().enumerate() {
            let stage = format!("{}, {} of {count}: {}", self.name, at + 1, rival.variant.change);
            let tally = self.meet(lab, &stage, &rival, PAIRS, sprt)?;
            ledger.effort.games += tally.played;
            runners.push(runner(rival, &tally, sprt, false));
        }
        Ok(runners)
    }

    fn meet(&self, lab: &mut Lab, stage: &str, rival: &Rival, pairs: usize, sprt: Option<Sprt>) -> Result<Tally, LabError> {
        let entrant = |name: &str, text: &SpecText, limit| Entrant {
            name: name.into(),
            who: Contestant::Spec(text.clone()),
            pace: Pace::Search(limit),
        };
        let own = entrant(&rival.variant.change, &rival.text, rival.limit);
        let base = entrant("what stands", self.stands, self.ground.limit);
        let wanted = Match {
            players: [&own, &base],
            openings: &self.ground.openings,
            pairs,
            adjudication: Adjudication::default(),
            sprt,
            occasion: "",
        };
        wanted.play(lab, stage, |_, _| {})
    }
}

fn score(tally: &Tally) -> Interval {
    Rating::of(tally.pairs).map_or(Interval { value: 0.5, low: 0.0, high: 1.0 }, |rating| rating.score)
}

fn runner(rival: Rival, tally: &Tally, sprt: Option<Sprt>, given_up: bool) -> Runner {
    let mut gain = score(tally).map(|share| share - 0.5);
    // A gain is what the sequential test accepts, not what an interval at the place where it ended says.
    let accepted = sprt.is_some_and(|sprt| sprt.verdict(tally.pairs) == Verdict::AcceptH1);
    gain.low = if accepted { gain.low.max(f64::MIN_POSITIVE) } else { gain.low.min(0.0) };
    let tried = Tried { change: rival.variant.change.clone(), gain, entries: tally.pairs.pairs() as usize, given_up };
    Runner { variant: rival.variant, tried }
}
