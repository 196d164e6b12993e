//! Of what was found, what wins games.
//!
//! What solves positions may lose games: its moves are too many elsewhere, or a node costs more. So the best features and the set play against the base at equal time, as the candidates
//! of a selection do, and what is likely to gain something is taken, again and again. Whether it gains anything games from other openings have to prove.

use plysmith::Spec;

use super::atoms::AtomSet;
use super::disjunction::{Joined, PLY};
use super::focus::Evolved;
use super::set::{Chosen, Members};
use super::valuing::{Valuing, plies, with_features};
use crate::lab::{Lab, LabError};
use crate::measure::Variant;
use crate::play::{Openings, openings};
use crate::select::{Ground, Method, Metric, Round, Selected, advance, text};
use crate::suite::Kind;
use crate::trial::Limit;

/// How they play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByGames {
    /// Pairs of games that a candidate plays at most.
    pub pairs: usize,
    /// Nodes a move of the base; who needs more time for a node has fewer.
    pub nodes: u64,
    /// So many of the best features play, at each cost, beside the set.
    pub width: usize,
    /// No more than this share of the moves may have a feature that makes them cheaper.
    pub cap: f64,
    /// The seed of the openings.
    pub seed: u64,
}

/// A set is put together of so many at most.
const STEPS: usize = 3;
/// The openings are other ones than those that somebody proves by with the same seed.
const SEED: u64 = 0x0f3a_7d51;

impl ByGames {
    /// Goes on from the base by what wins games.
    pub fn choose(
        &self,
        lab: &mut Lab,
        atoms: &AtomSet,
        valuing: &Valuing,
        evolved: &Evolved,
        joined: Option<&Joined>,
        set: Option<&Chosen>,
    ) -> Result<Selected, LabError> {
        let spec = text(lab, &valuing.base)?;
        let wanted = Openings { count: self.pairs, seed: self.seed.wrapping_add(SEED), plies: None, spec };
        let round = Round {
            name: "games",
            ground: Ground {
                metric: Metric::Match,
                kind: Kind::Positions,
                entries: valuing.entries.clone(),
                openings: openings(lab, &wanted)?,
                pairs: self.pairs,
                limit: Limit::nodes(self.nodes),
                instead: None,
                seed: self.seed,
            },
            choices: Vec::new(),
            method: Method::Floating,
            tune: false,
            judge: None,
            confirm: None,
            expected: Vec::new(),
        };
        let candidates = self.candidates(atoms, valuing, evolved, joined, set);
        advance(lab, &valuing.base, &round, STEPS, &|stands| {
            candidates.iter().filter_map(|members| added(atoms, stands, members)).collect()
        })
    }

    /// The best features and disjunctions by the positions that they solve, each at every cost, and the set.
    fn candidates(
        &self,
        atoms: &AtomSet,
        valuing: &Valuing,
        evolved: &Evolved,
        joined: Option<&Joined>,
        set: Option<&Chosen>,
    ) -> Vec<Members> {
        let kept = evolved.kept(atoms).into_iter().filter(|valued| valued.feature != 0);
        let single = kept.map(|valued| (vec![valued.feature], &valued.value));
        let several = joined.into_iter().flat_map(Joined::kept).map(|disjunction| (disjunction.features(), &disjunction.value));
        let mut found: Vec<_> = single.chain(several).collect();
        found.sort_by_key(|(_, value)| std::cmp::Reverse(value.solved()));
        let mut candidates: Vec<Members> = set.map(Chosen::members).filter(|members| !members.is_empty()).into_iter().collect();
        for (parts, value) in found.into_iter().take(self.width) {
            let costs = valuing.costs.iter().filter(|&&cost| cost >= PLY || value.frequency <= self.cap);
            candidates.extend(costs.map(|&cost| parts.iter().map(|&part| (part, cost)).collect()));
        }
        candidates.dedup();
        candidates
    }
}

/// The spec with these features beside its own; nothing if it has them already, at whatever cost.
fn added(atoms: &AtomSet, stands: &Spec, members: &Members) -> Option<Variant> {
    let named: Vec<(String, i64)> = members.iter().map(|(feature, cost)| (atoms.name(*feature), *cost)).collect();
    if named.iter().any(|(name, _)| stands.features.iter().any(|(other, _)| other == name)) {
        return None;
    }
    let change: Vec<String> = named.iter().map(|(name, cost)| format!("+{name} at {}", plies(*cost))).collect();
    Some(Variant { change: change.join(" "), spec: with_features(stands, named).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extend::{Reading, Rule, Rules, SuiteKind, Wanted, focus, suite};
    use crate::suite::{Part, Suite};
    use crate::testing::arena;

    const PLAN: ByGames = ByGames { pairs: 8, nodes: 100, width: 3, cap: 0.5, seed: 1 };

    #[test]
    fn what_wins_games_is_taken_and_nothing_twice() {
        let arena = arena("breakthrough-5x5");
        let mut lab = Lab::new(&*arena, "").threads(1);
        let atoms = AtomSet::new(arena.card().atoms).unwrap();
        let base = Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]").unwrap();
        let wanted = Wanted { kind: SuiteKind::Phases, count: 12, base: &base, nodes: 100, seed: 1 };
        let made = suite(&mut lab, &atoms, &wanted).unwrap();
        let learn = Suite { entries: made.part(Some(Part::Train)).into_iter().cloned().collect(), ..made.clone() };
        let valuing = Valuing::new(&*arena, &learn, base, 100, &[32, 96], Reading::Stable).unwrap();
        let rules = Rules { rule: Rule::Margin(2), tree_pruning: false, threshold: None, blacklist: Vec::new(), by_promise: false };
        let evolved = focus(&atoms, &rules, |asked| valuing.value(&mut lab, &atoms, asked)).unwrap();
        let candidates = PLAN.candidates(&atoms, &valuing, &evolved, None, None);
        let of = |cost| candidates.iter().filter(|members| members[0].1 == cost).count();
        assert_eq!((candidates.len(), of(96)), (3 + of(32), 3), "what makes moves dearer may be as frequent as it likes");
        let chosen = PLAN.choose(&mut lab, &atoms, &valuing, &evolved, None, None).unwrap();
        assert!(chosen.effort.games > 0 && !chosen.path.is_empty());
        let mut names: Vec<String> = chosen.spec.spec().unwrap().features.into_iter().map(|(name, _)| name).collect();
        let taken = chosen.path.iter().filter(|step| step.taken.is_some()).count();
        names.dedup();
        assert_eq!(names.len(), taken);
        let again = PLAN.choose(&mut Lab::new(&*arena, "").threads(2), &atoms, &valuing, &evolved, None, None).unwrap();
        assert_eq!(again.spec, chosen.spec, "whatever the number of threads");
    }
}
