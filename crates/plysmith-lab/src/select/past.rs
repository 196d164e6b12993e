//! What earlier selections teach about a new game: games whose trees look alike want the same enhancements.
//!
//! Every selection leaves a [`PastSelection`]: what the trees of the game look like, and what each enhancement gained or cost there. The gains expected in a new
//! game are the means of those in the others, each with the more weight the more its trees are like the new ones. They decide nothing; they say what to try first.

use std::path::Path;

use plysmith::Spec;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::compare::{Comparison, Selected, text};
use crate::lab::{Lab, LabError};
use crate::learner::Attached;
use crate::measure::{Difference, trial};
use crate::store::{RunState, Store};
use crate::trial::Searched;

/// What the trees of a game look like, with plain alpha-beta that deepens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// Legal moves at nodes that were cut off, as a natural logarithm.
    pub branching: f64,
    /// The share of cutoffs by the first move.
    pub first_move: f64,
    /// How many moves were tried before a cutoff, on average.
    pub cutoff_rank: f64,
    /// The share of iterations that kept the best move of the one before.
    pub stability: f64,
    /// The share of nodes that a transposition table saves.
    pub transpositions: f64,
}

/// What a selection found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastSelection {
    /// The game.
    pub game: String,
    /// What its trees look like.
    pub profile: Profile,
    /// What each enhancement gains, by its label: the share of the cost that it saves.
    pub gains: Vec<(String, f64)>,
}

impl Profile {
    /// Of the game on this comparison.
    pub fn measure(lab: &mut Lab, comparison: &Comparison, evaluation: &Spec) -> Result<Profile, LabError> {
        let mut plain = Spec::nothing();
        plain.evaluate_like(evaluation);
        for name in ["alpha_beta", "deepening"] {
            // Names that every build has.
            let _ = plain.switch_on(name);
        }
        let mut remembering = plain.clone();
        let _ = remembering.switch_on("table");
        let mut search = |spec: &Spec| {
            let text = text(lab, spec)?;
            let trials: Vec<_> =
                comparison.entries.iter().map(|entry| trial(comparison.kind, entry, &text, comparison.limit)).collect();
            lab.all("what trees look like", &trials).map(|results| results.into_iter().flatten().collect::<Vec<Searched>>())
        };
        let (plain, remembering) = (search(&plain)?, search(&remembering)?);
        Ok(Profile::of(&plain, &remembering))
    }

    fn of(plain: &[Searched], remembering: &[Searched]) -> Profile {
        let sum = |searched: &[Searched], of: &dyn Fn(&Searched) -> u64| searched.iter().map(of).sum::<u64>() as f64;
        let cutoffs = sum(plain, &|searched| searched.cutoffs.iter().sum()).max(1.0);
        let ranks = sum(plain, &|searched| searched.cutoffs.iter().enumerate().map(|(rank, count)| rank as u64 * count).sum());
        let (mut kept, mut iterations) = (0.0, 0.0);
        for pair in plain.iter().flat_map(|searched| searched.iterations.windows(2)) {
            kept += f64::from(u8::from(pair[0].best == pair[1].best));
            iterations += 1.0;
        }
        let nodes = |searched: &[Searched]| sum(searched, &|searched| searched.nodes).max(1.0);
        Profile {
            branching: (sum(plain, &|searched| searched.moves_at_cutoffs) / cutoffs).max(1.0).ln(),
            first_move: sum(plain, &|searched| searched.cutoffs.first().copied().unwrap_or(0)) / cutoffs,
            cutoff_rank: ranks / cutoffs,
            stability: kept / f64::max(iterations, 1.0),
            transpositions: 1.0 - nodes(remembering) / nodes(plain),
        }
    }

    /// How unlike two games are: differences in units of what is much of each.
    fn distance(&self, other: &Profile) -> f64 {
        let square = |a: f64, b: f64, much: f64| ((a - b) / much).powi(2);
        (square(self.branching, other.branching, 1.0)
            + square(self.first_move, other.first_move, 0.2)
            + square(self.cutoff_rank, other.cutoff_rank, 2.0)
            + square(self.stability, other.stability, 0.2)
            + square(self.transpositions, other.transpositions, 0.3))
        .sqrt()
    }
}

impl PastSelection {
    /// What a selection teaches: each enhancement with its mean gain over all steps in which it was tried alone, by cost.
    pub fn of(game: &str, profile: Profile, selected: &Selected) -> PastSelection {
        let mut sums: Vec<(String, f64, f64)> = Vec::new();
        for (metric, tried) in selected.path.iter().flat_map(|step| step.tried.iter().map(|tried| (step.metric, tried))) {
            // A removal that costs something tells what the enhancement gains.
            let (name, gain) = match tried.change.only() {
                Some(Difference::On(name)) => (name, tried.gain.value),
                Some(Difference::Off(name)) => (name, -tried.gain.value),
                _ => continue,
            };
            if !metric.is_cost() || !gain.is_finite() {
                continue;
            }
            match sums.iter_mut().find(|(known, ..)| known == name) {
                Some((_, sum, count)) => {
                    *sum += gain;
                    *count += 1.0;
                }
                None => sums.push((name.clone(), gain, 1.0)),
            }
        }
        let gains = sums.into_iter().map(|(name, sum, count)| (name, sum / count)).collect();
        PastSelection { game: game.into(), profile, gains }
    }
}

/// What the finished selections in the store of this folder have taught, as a file: so it can go along with an ask.
pub(super) fn read_store(folder: &str) -> Result<Attached, String> {
    let runs = Store::look(Path::new(folder)).and_then(|store| store.runs()).map_err(|error| error.to_string())?;
    let taught = |result: &str| {
        let result: Value = serde_json::from_str(result).ok()?;
        let result = result.get("result")?;
        // Older runs call it a lesson.
        let past_selection = result.get("past_selection").or_else(|| result.get("lesson"))?;
        serde_json::from_value(past_selection.clone()).ok()
    };
    let done = runs.iter().filter(|run| run.state == RunState::Done);
    let past_selections = done.filter_map(|run| taught(run.result.as_deref()?)).collect();
    Ok(write(folder.as_ref(), past_selections))
}

/// Past selections as a file that is said to be here. In no particular order a store gives its runs; the same past selections are the same file.
pub(super) fn write(path: &Path, mut past_selections: Vec<PastSelection>) -> Attached {
    past_selections.sort_by(|a, b| a.game.cmp(&b.game));
    Attached { path: path.into(), text: serde_json::to_string(&past_selections).ok() }
}

/// The past selections in such a file.
pub(super) fn read(file: &Attached) -> Result<Vec<PastSelection>, String> {
    serde_json::from_str(file.content()?).map_err(|reason| format!("`{}` holds no past selections: {reason}", file.path.display()))
}

/// What each enhancement is expected to gain in a game with these trees, the largest first.
pub fn expected(profile: &Profile, past_selections: &[PastSelection]) -> Vec<(String, f64)> {
    let mut sums: Vec<(String, f64, f64)> = Vec::new();
    for past_selection in past_selections {
        let weight = (-profile.distance(&past_selection.profile)).exp();
        for (name, gain) in &past_selection.gains {
            match sums.iter_mut().find(|(known, ..)| known == name) {
                Some((_, sum, weights)) => {
                    *sum += weight * gain;
                    *weights += weight;
                }
                None => sums.push((name.clone(), weight * gain, weight)),
            }
        }
    }
    let mut gains: Vec<_> = sums.into_iter().map(|(name, sum, weights)| (name, sum / weights.max(f64::MIN_POSITIVE))).collect();
    gains.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    gains
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(branching: f64, transpositions: f64) -> Profile {
        Profile { branching, first_move: 0.7, cutoff_rank: 1.0, stability: 0.6, transpositions }
    }

    fn past_selection(game: &str, profile: Profile, gains: &[(&str, f64)]) -> PastSelection {
        PastSelection { game: game.into(), profile, gains: gains.iter().map(|(name, gain)| (name.to_string(), *gain)).collect() }
    }

    #[test]
    fn the_game_that_is_most_alike_has_the_most_to_say() {
        let past_selections = [
            past_selection("narrow", profile(1.0, 0.8), &[("table", 0.7), ("killers", 0.0)]),
            past_selection("wide", profile(4.0, 0.1), &[("table", 0.0), ("killers", 0.4)]),
        ];
        let names = |profile| expected(&profile, &past_selections).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(profile(1.2, 0.7)), ["table", "killers"]);
        assert_eq!(names(profile(3.8, 0.1)), ["killers", "table"]);
        assert!(expected(&profile(1.0, 0.0), &[]).is_empty());
    }
}
