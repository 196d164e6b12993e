//! The stage that finds moves that deserve more depth than others, or less.
//!
//! Gradual Focus finds conjunctions of atoms that solve positions; whether they win games is another question. So what it found races, together with every atom by itself at several costs and with
//! realization probabilities counted in the games of the run, and only what wins games is proposed.

use std::time::Duration;

use plysmith::arena::Line;
use plysmith::{Arena, Spec};

use super::super::{ForgeContext, Proposal, Shares, Stage};
use super::race::Racing;
use crate::compare::Factor;
use crate::extend::{
    Asked, AtomSet, ByGames, Reading, Rule, Rules, SuiteKind, Threshold, Value, Valuing, Wanted, choose_set, focus, join_features,
    plies, sections, suite,
};
use crate::lab::{Lab, LabError};
use crate::play::Played;
use crate::realization::{ENHANCED, candidates, realization};
use crate::report::{Outcome, Section};
use crate::suite::{Split, Suite};

/// Which moves cost more or less than a ply.
pub(super) struct Extend {
    /// Nodes a position.
    nodes: u64,
    /// The fewest positions to learn from, and the most.
    positions: [usize; 2],
}

impl Extend {
    /// Fewer nodes have the wrong sign. With fewer positions luck decides; more take time that games need more.
    pub(super) const USUAL: Extend = Extend { nodes: 20_000, positions: [40, 300] };
}

/// What moves of a feature may cost where positions are solved, and what those of an atom where games are played, in 1/64 ply.
const COSTS: [i64; 3] = [32, 48, 192];
const PLAYED: [i64; 3] = [32, 128, 192];
/// By how many positions in a hundred a combination has to be better than its better parent.
const MARGIN: f64 = 0.015;
/// No more than this share of the moves may have a feature that makes them cheaper.
const CAP: f64 = 0.2;
/// So many features that were found play.
const WIDTH: usize = 6;
/// So many positions are searched for each one of the suite, by valuations and in making it: it follows how large a suite can be.
const EFFORT: f64 = 500.0;
/// Positions between two looks whether a candidate can still pass.
const BATCH: usize = 20;
/// The part of the time that the discovery may take, and the part of that which the evolution may; the set has the rest.
const DISCOVERY: f64 = 0.4;
const EVOLVING: f64 = 0.7;
/// Realization probabilities are counted in at least so many games, and so many categories are kept, each seen so often.
const COUNTED: (usize, usize, u64) = (100, 20, 200);

/// A feature at its costs, in words and as a spec writes them.
type Category = Vec<(String, Vec<(String, i64)>)>;

impl Stage for Extend {
    fn name(&self) -> &'static str {
        "extend"
    }

    fn title(&self) -> &'static str {
        "Extension features"
    }

    fn shares(&self, _: Duration) -> Shares {
        Shares { work: 0.16, proof: 0.12 }
    }

    fn hindrance(&self, arena: &dyn Arena, _: Duration, current: &Spec) -> Option<String> {
        if current.has_phases() {
            return Some("the spec has phases, and features are found for one without".into());
        }
        if current.is_on(ENHANCED) {
            return Some("the spec goes by realization probabilities, beside which features cost nothing of their own".into());
        }
        AtomSet::new(&arena.card().atoms).err().map(|error| error.to_string())
    }

    fn propose(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec, proof: Duration) -> Result<Proposal, LabError> {
        let atoms = match AtomSet::new(&lab.arena().card().atoms) {
            Ok(atoms) => atoms,
            Err(error) => return Ok(Proposal::nothing(vec![said(format!("Nothing to find: {error}."))])),
        };
        let time = context.left(lab, "extend, its size")?;
        let discovered = context.guarded(lab, "extend, the discovery", time.mul_f64(DISCOVERY), |lab, context| {
            self.discover(lab, context, current, &atoms)
        })?;
        let cut_short = discovered.is_none();
        let (mut told, found) = match discovered {
            Some(discovered) => discovered,
            None => (vec![said("The discovery on positions was cut short; atoms play by themselves.".into())], Vec::new()),
        };
        let known = current.costs();
        let mut categories: Vec<Category> = Vec::new();
        for card in lab.arena().card().atoms.iter() {
            if !known.iter().any(|(name, _)| *name == card.name) {
                let one = |cost: i64| (format!("{} at {}", card.name, plies(cost)), vec![(card.name.to_string(), cost)]);
                categories.push(PLAYED.map(one).to_vec());
            }
        }
        categories.extend(found);
        let mut factors: Vec<Factor> = categories.into_iter().map(Factor::category).collect();
        factors.extend(self.counted(lab, context, current)?);
        let racing = Racing { stage: "extend", current, factors, settings: f64::INFINITY, purpose: 2 };
        let found = racing.run(lab, context, proof)?;
        context.games.extend(found.raced.games);
        told.insert(0, found.section);
        let no_spec = found.spec.is_none();
        Ok(Proposal { spec: found.spec, sections: told, cut_short: (cut_short && no_spec) || found.cut_short })
    }
}

impl Extend {
    /// What Gradual Focus finds on positions, each feature at its costs.
    fn discover(
        &self,
        lab: &mut Lab,
        context: &mut ForgeContext,
        current: &Spec,
        atoms: &AtomSet,
    ) -> Result<(Vec<Section>, Vec<Category>), LabError> {
        let Extend { nodes, positions: [fewest, most] } = *self;
        let nothing = |why: String| Ok((vec![said(why)], Vec::new()));
        let time = context.left(lab, "extend, positions")?.mul_f64(DISCOVERY);
        let count = (context.nodes_in(time) / nodes as f64 / EFFORT) as usize;
        if count < fewest {
            return nothing(format!(
                "There is time for about {count} positions, and fewer than {fewest} tell nothing: a larger budget helps. Atoms play by themselves."
            ));
        }
        let until = context.deadline.saturating_sub(time.div_f64(DISCOVERY)) + time.mul_f64(EVOLVING);
        let wanted = Wanted { kind: SuiteKind::Phases, count: count.min(most), base: current, nodes, seed: context.seed(6) };
        let made = suite(lab, atoms, &wanted)?;
        let learn = Suite { entries: made.split(Some(Split::Train)).into_iter().cloned().collect(), ..made.clone() };
        let learning = match Valuing::new(lab.arena(), &learn, current.clone(), nodes, &COSTS, Reading::Stable) {
            Ok(learning) => Valuing { batch: Some(BATCH), ..learning },
            Err(error) => return nothing(format!("Nothing to find on positions: {error}.")),
        };
        let rule = Rule::Margin(((MARGIN * learning.entries.len() as f64).round() as i64).max(1));
        let rules =
            Rules { rule, tree_pruning: true, threshold: Some(Threshold::Neutral), blacklist: Vec::new(), by_promise: true };
        let evolved = focus(atoms, &rules, |asked: &Asked| {
            if context.now(lab, &format!("extend, valuation {}", asked.number))? < until {
                learning.value(lab, atoms, asked)
            } else {
                // What there is no time for is taken for no better, and grows no further.
                Ok(Value { early: true, ..Value::default() })
            }
        })?;
        if evolved.neutral().is_none_or(|neutral| neutral.early) {
            return nothing("The positions took all of the time, and no feature was valued: a larger budget helps.".into());
        }
        let joined = join_features(lab, atoms, &learning, &evolved, CAP, rule)?;
        let chosen = choose_set(lab, atoms, &learning, &evolved, &joined, CAP, rule)?;
        let told = sections(atoms, &evolved, Some(&joined), chosen.as_ref(), None);
        let known = current.costs();
        let shortlist = ByGames { pairs: 0, nodes, width: WIDTH, cap: CAP, seed: 0 };
        let mut categories: Vec<Category> = Vec::new();
        for members in shortlist.candidates(atoms, &evolved, Some(&joined), chosen.as_ref()) {
            let named: Vec<(String, i64)> = members.iter().map(|(feature, cost)| (atoms.name(*feature), *cost)).collect();
            let simple = named.len() == 1 && !named[0].0.contains('-');
            if simple || named.iter().any(|(name, _)| known.iter().any(|(other, _)| other == name)) {
                continue;
            }
            let label = named.iter().map(|(name, cost)| format!("{name} at {}", plies(*cost))).collect::<Vec<_>>().join(" + ");
            let names = |features: &[(String, i64)]| features.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
            match categories.iter_mut().find(|category| names(&category[0].1) == names(&named)) {
                Some(category) => category.push((label, named)),
                None => categories.push(vec![(label, named)]),
            }
        }
        Ok((told, categories))
    }

    /// Realization probabilities, counted in the games so far.
    fn counted(&self, lab: &mut Lab, context: &mut ForgeContext, current: &Spec) -> Result<Option<Factor>, LabError> {
        let (fewest, keep, seen) = COUNTED;
        if context.games.len() < fewest || !current.costs().is_empty() {
            return Ok(None);
        }
        let line = |(opening, played): &(Line, Played)| {
            let mut line = opening.clone();
            line.moves.extend(played.plies.iter().map(|ply| ply.mv.clone()));
            line
        };
        let games: Vec<Line> = context.games.iter().rev().take(600).map(line).collect();
        let left = context.left(lab, "extend, realization")?;
        let names = candidates(&lab.arena().card().atoms);
        let counts = context.guarded(lab, "extend, realization", left.mul_f64(0.1), |lab, _| realization(lab, &games, &names))?;
        let Some((any, mut realized)) = counts else { return Ok(None) };
        let any = any.probability();
        realized.retain(|realized| realized.possible >= seen);
        realized.sort_by(|a, b| b.tells(any).total_cmp(&a.tells(any)).then_with(|| a.name.cmp(&b.name)));
        realized.truncate(keep);
        let features: Vec<(String, i64)> = realized.iter().map(|realized| (realized.name.clone(), realized.cost(any))).collect();
        Ok((!features.is_empty()).then(|| Factor::realization(features)))
    }
}

fn said(why: String) -> Section {
    Section::new("extend-found", "Extension features").judged(Outcome::Informative, why)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::Order;
    use super::*;
    use crate::testing::{Still, arena};

    fn context(lab: &mut Lab, base: &Spec) -> ForgeContext {
        let order =
            Order { start: base.clone(), budget: Duration::from_secs(10), pace: Duration::from_millis(1), seed: 1, only: None };
        let mut context = ForgeContext::new(lab, order, Arc::new(Still)).unwrap();
        context.deadline = Duration::from_secs(10);
        context
    }

    #[test]
    fn what_solves_positions_is_on_the_list_of_those_that_play() {
        let arena = arena("breakthrough-5x5");
        let base = Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]\n[shuffle]").unwrap();
        let mut lab = Lab::new(&*arena, "").threads(1);
        let mut context = context(&mut lab, &base);
        context.rate = 1e6;
        let atoms = AtomSet::new(&arena.card().atoms).unwrap();
        let small = Extend { nodes: 200, positions: [8, 16] };
        let (told, categories) = small.discover(&mut lab, &mut context, &base, &atoms).unwrap();
        assert!(!told.is_empty());
        for category in &categories {
            assert!(category.iter().all(|(_, features)| features.iter().all(|(name, _)| atoms.read(name).is_ok())), "{category:?}");
        }
        // With less time it says so, and atoms play all the same.
        let (told, categories) = Extend::USUAL.discover(&mut lab, &mut context, &base, &atoms).unwrap();
        assert!(categories.is_empty() && format!("{told:?}").contains("tell nothing: a larger budget helps"));
    }

    #[test]
    fn without_atoms_it_takes_no_time_and_says_why() {
        let arena = arena("tic-tac-toe");
        let base = arena.preset("plain").unwrap();
        assert!(Extend::USUAL.hindrance(&*arena, Duration::from_secs(10), &base).unwrap().contains("no atoms"));
    }
}
