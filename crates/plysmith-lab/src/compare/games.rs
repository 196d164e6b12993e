//! Candidates of a selection that play against the spec that current.
//!
//! All of them play a few pairs of games, the better half twice as many, and so on, until two are left that play until a sequential test has decided or the pairs are over. Games that
//! were played once are not played again: whoever goes on begins with the same openings.
//!
//! What is sought need only be likely to gain something, so the test is lenient; what was taken is judged together, from other openings, by a strict one.

use super::comparison::{Comparison, Ledger, Look, Runner, Tried};
use crate::lab::{Lab, LabError};
use crate::measure::Variant;
use crate::statistics::Interval;
use crate::trial::{Limit, SpecText};
use crate::verify::{EqualTimeMatch, Model, Rating, Sprt, Tally, Verdict};

/// The first heat is this part of all pairs, and at least so many of them.
const HEATS: usize = 16;
const FEWEST: usize = 4;
/// So many play to the end.
const FINALISTS: usize = 2;
/// Whoever scores less in a heat is out, even in the better half.
const BEHIND: f64 = 0.46;
/// What a match tells apart that seeks something better, in normalised Elo: what is certainly no gain of this size ends early.
const SEEK: (f64, f64) = (-20.0, 40.0);
/// And one that judges.
const JUDGE: (f64, f64) = (0.0, 40.0);

/// A candidate that is to play.
pub(super) struct Rival {
    pub(super) variant: Variant,
    pub(super) text: SpecText,
    /// How far it searches.
    pub(super) limit: Limit,
}

/// Where they play.
pub(super) struct Games<'g> {
    pub(super) comparison: &'g Comparison<'g>,
    pub(super) name: &'g str,
    pub(super) current: &'g SpecText,
}

impl Games<'_> {
    /// Lets everybody play against the spec that current.
    pub(super) fn play(&self, lab: &mut Lab, field: Vec<Rival>, look: Look, ledger: &mut Ledger) -> Result<Vec<Runner>, LabError> {
        let (bounds, error) = if look.races { (SEEK, look.error) } else { (JUDGE, look.error / 2.0) };
        let sprt = Sprt::new(Model::Normalised, bounds.0, bounds.1).and_then(|sprt| sprt.with_errors(error, look.error)).ok();
        let most = self.comparison.pairs;
        let mut pairs = (most / HEATS).max(FEWEST);
        let mut runners = Vec::new();
        let mut field: Vec<(EqualTimeMatch, Rival)> = field.into_iter().map(|rival| (self.begin(lab, &rival), rival)).collect();
        while field.len() > FINALISTS && pairs < most {
            let count = field.len();
            for (at, (games, rival)) in field.iter_mut().enumerate() {
                games.rename(format!("{}, {pairs} pairs, {} of {count}: {}", self.name, at + 1, rival.variant.change));
                games.go_on(lab, pairs.saturating_sub(games.played()), None, &mut |_| false)?;
            }
            field.sort_by(|(one, _), (other, _)| score(other.tally()).value.total_cmp(&score(one.tally()).value));
            let better = count.div_ceil(2).max(FINALISTS);
            let ahead = field.iter().take(better).take_while(|(games, _)| score(games.tally()).value >= BEHIND).count();
            for (games, rival) in field.split_off(ahead) {
                ledger.effort.games += games.tally().played;
                runners.push(runner(rival, games.tally(), None));
            }
            pairs *= 2;
        }
        let count = field.len();
        for (at, (mut games, rival)) in field.into_iter().enumerate() {
            games.rename(format!("{}, {} of {count}: {}", self.name, at + 1, rival.variant.change));
            // What the heats have decided is decided.
            let decided = |pairs| sprt.is_some_and(|sprt| sprt.verdict(pairs) != Verdict::Continue);
            if !decided(games.pairs()) {
                games.go_on(lab, most.saturating_sub(games.played()), sprt, &mut |pairs| decided(pairs))?;
            }
            ledger.effort.games += games.tally().played;
            runners.push(runner(rival, games.tally(), sprt));
        }
        Ok(runners)
    }

    /// The match of a candidate, before its first game.
    fn begin(&self, lab: &Lab, rival: &Rival) -> EqualTimeMatch {
        let nodes = [rival.limit, self.comparison.limit].map(|limit| limit.nodes.unwrap_or(1));
        EqualTimeMatch::at(lab, self.name, [&rival.text, self.current], nodes, self.comparison.openings)
    }
}

fn score(tally: &Tally) -> Interval {
    Rating::of(tally.pairs).map_or(Interval { value: 0.5, low: 0.0, high: 1.0 }, |rating| rating.score)
}

/// What became of a candidate; one without a test did not come so far.
fn runner(rival: Rival, tally: &Tally, sprt: Option<Sprt>) -> Runner {
    let mut gain = score(tally).map(|share| share - 0.5);
    // A gain is what the sequential test accepts, not what an interval at the place where it ended says.
    let verdict = sprt.map(|sprt| sprt.verdict(tally.pairs));
    gain.low = if verdict == Some(Verdict::AcceptH1) { gain.low.max(f64::MIN_POSITIVE) } else { gain.low.min(0.0) };
    let given_up = matches!(verdict, None | Some(Verdict::AcceptH0));
    let tried = Tried { change: rival.variant.change.clone(), gain, entries: tally.pairs.pairs() as usize, given_up };
    Runner { variant: rival.variant, tried }
}
