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
use crate::compare::{Comparison, Method, Metric, Round, Selected, advance};
use crate::lab::{Lab, LabError};
use crate::measure::{SpecChange, Variant};
use crate::suite::Kind;
use crate::trial::Limit;

/// How they play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByGames {
    /// Pairs of games that a candidate plays at most.
    pub pairs: usize,
    /// Nodes a move of the base; who needs more time for a node has fewer.
    pub nodes: u64,
    /// So many of the best features play, beside the set.
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
        let round = Round {
            name: "games",
            comparison: Comparison {
                metric: Metric::Match,
                kind: Kind::Positions,
                entries: valuing.entries.clone(),
                openings: self.seed.wrapping_add(SEED),
                pairs: self.pairs,
                limit: Limit::nodes(self.nodes),
                instead: None,
                seed: self.seed,
            },
            choices: Vec::new(),
            method: Method::Floating,
            tune: false,
            clear: false,
            judge: None,
            confirm: None,
            expected: Vec::new(),
        };
        let candidates = self.candidates(atoms, evolved, joined, set);
        advance(lab, &valuing.base, &round, STEPS, &|stands| {
            candidates.iter().filter_map(|members| added(atoms, stands, members)).collect()
        })
    }

    /// The features and disjunctions of which no other solves more positions for less depth, then those of which that is true among the rest, and so on; and the set. What makes
    /// moves cheaper takes the less depth the rarer it is, what makes them dearer the more frequent. Each plays at the cost at which it solved most and at one half as far
    /// from a ply: games have more moves that are like it than positions that need it.
    pub(crate) fn candidates(
        &self,
        atoms: &AtomSet,
        evolved: &Evolved,
        joined: Option<&Joined>,
        set: Option<&Chosen>,
    ) -> Vec<Members> {
        let kept = evolved.kept(atoms).into_iter().filter(|valued| valued.feature != 0);
        let single = kept.map(|valued| (vec![valued.feature], &valued.value));
        let several = joined.into_iter().flat_map(Joined::kept).map(|disjunction| (disjunction.features(), &disjunction.value));
        let mut found: Vec<_> = single.chain(several).filter(|(_, value)| value.fits(self.cap)).collect();
        found.sort_by(|(_, one), (_, other)| other.solved().cmp(&one.solved()).then(one.takes().total_cmp(&other.takes())));
        let mut candidates: Vec<Members> = set.map(Chosen::members).filter(|members| !members.is_empty()).into_iter().collect();
        let mut left = self.width;
        while left > 0 && !found.is_empty() {
            // Those that solve more come first, so that only they can be better in both.
            let (mut least, mut rest) = (f64::INFINITY, Vec::new());
            for (parts, value) in found {
                if left == 0 || value.takes() >= least {
                    rest.push((parts, value));
                    continue;
                }
                (least, left) = (value.takes(), left - 1);
                for cost in [value.cost, (value.cost + PLY) / 2] {
                    candidates.push(parts.iter().map(|&part| (part, cost)).collect());
                }
            }
            found = rest;
        }
        candidates.dedup();
        candidates
    }
}

/// The spec with these features beside its own; nothing if it has them already, at whatever cost.
fn added(atoms: &AtomSet, current: &Spec, members: &Members) -> Option<Variant> {
    let named: Vec<(String, i64)> = members.iter().map(|(feature, cost)| (atoms.name(*feature), *cost)).collect();
    let known = current.costs();
    if named.iter().any(|(name, _)| known.iter().any(|(other, _)| other == name)) {
        return None;
    }
    let each = named.iter().map(|(name, cost)| SpecChange::on(&format!("{name} at {}", plies(*cost))));
    Some(Variant { change: each.fold(SpecChange::default(), SpecChange::and), spec: with_features(current, named).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extend::{Reading, Rule, Rules, SuiteKind, Wanted, focus, suite};
    use crate::suite::{Split, Suite};
    use crate::testing::arena;

    const PLAN: ByGames = ByGames { pairs: 8, nodes: 100, width: 3, cap: 0.5, seed: 1 };

    #[test]
    fn what_wins_games_is_taken_and_nothing_twice() {
        let arena = arena("breakthrough-5x5");
        let mut lab = Lab::new(&*arena, "").threads(1);
        let atoms = AtomSet::new(&arena.card().atoms).unwrap();
        let base = Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]").unwrap();
        let wanted = Wanted { kind: SuiteKind::Phases, count: 12, base: &base, nodes: 100, seed: 1 };
        let made = suite(&mut lab, &atoms, &wanted).unwrap();
        let learn = Suite { entries: made.split(Some(Split::Train)).into_iter().cloned().collect(), ..made.clone() };
        let valuing = Valuing::new(&*arena, &learn, base, 100, &[32, 96], Reading::Stable).unwrap();
        let rules = Rules { rule: Rule::Margin(2), tree_pruning: false, threshold: None, blacklist: Vec::new(), by_promise: false };
        let evolved = focus(&atoms, &rules, |asked| valuing.value(&mut lab, &atoms, asked)).unwrap();
        let candidates = PLAN.candidates(&atoms, &evolved, None, None);
        assert_eq!(candidates.len(), 2 * PLAN.width);
        let value = |members: &Members| {
            let valued = evolved.valued.iter().find(|valued| valued.feature == members[0].0).unwrap();
            (valued.value.solved(), valued.value.frequency)
        };
        let (first, most) = (value(&candidates[0]), evolved.kept(&atoms).iter().map(|valued| valued.value.solved()).max());
        assert_eq!(Some(first.0), most, "what solves most plays");
        for pair in candidates.chunks(2) {
            let cost = pair[0][0].1;
            assert_eq!(pair[1], [(pair[0][0].0, (cost + PLY) / 2)], "each at its cost and half as far from a ply");
            assert!(cost > PLY || value(&pair[0]).1 <= PLAN.cap, "what makes moves dearer may be as frequent as it likes");
        }
        let chosen = PLAN.choose(&mut lab, &atoms, &valuing, &evolved, None, None).unwrap();
        assert!(chosen.effort.games > 0 && !chosen.path.is_empty());
        let mut names: Vec<String> = chosen.spec.spec().unwrap().costs().into_iter().map(|(name, _)| name).collect();
        let taken = chosen.path.iter().filter(|step| step.taken.is_some()).count();
        names.dedup();
        assert_eq!(names.len(), taken);
        let again = PLAN.choose(&mut Lab::new(&*arena, "").threads(2), &atoms, &valuing, &evolved, None, None).unwrap();
        assert_eq!(again.spec, chosen.spec, "whatever the number of threads");
    }
}
