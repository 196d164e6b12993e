//! The stage that finds moves that deserve more depth than others, or less.

use std::time::Duration;

use plysmith::Spec;

use super::super::{AMPLE, Proposal, Shares, Smithy, Stage};
use crate::extend::{
    Asked, AtomSet, HeldOut, Reading, Rule, Rules, SuiteKind, Threshold, Value, Valuing, Wanted, choose_set, focus, join_features,
    sections, suite,
};
use crate::lab::{Lab, LabError};
use crate::report::{Outcome, Section};
use crate::suite::{Part, Suite};

/// Which moves cost more or less than a ply.
pub(super) struct Extend {
    /// Nodes a position.
    nodes: u64,
    /// The fewest positions to learn from, and the most.
    positions: [usize; 2],
}

impl Extend {
    /// Fewer nodes have the wrong sign. With fewer positions luck decides; more take time that games need more.
    pub(super) const USUAL: Extend = Extend { nodes: 10_000, positions: [40, 300] };
}

/// What moves of a feature may cost, in 1/64 ply.
const COSTS: [i64; 3] = [32, 48, 192];
/// By how many positions in a hundred a combination has to be better than its better parent.
const MARGIN: f64 = 0.015;
/// No more than this share of the moves may have a feature.
const CAP: f64 = 0.2;
/// So many positions are searched for each one of the suite, by valuations and in making it: it follows how large a suite can be.
const EFFORT: u64 = 500;
/// Its positions come from other games than those of other stages.
const SEED: u64 = 0x0e87_e4d0;
/// Positions between two looks whether a candidate can still pass.
const BATCH: usize = 20;
/// The part of the time that the evolution may take; the set and what is held out have the rest.
const EVOLVING: f64 = 0.7;

impl Stage for Extend {
    fn name(&self) -> &'static str {
        "extend"
    }

    fn title(&self) -> &'static str {
        "Extension features"
    }

    fn shares(&self, budget: Duration) -> Shares {
        if budget < AMPLE { Shares { work: 0.08, proof: 0.08 } } else { Shares { work: 0.12, proof: 0.1 } }
    }

    fn propose(&self, lab: &mut Lab, smithy: &mut Smithy, stands: &Spec) -> Result<Proposal, LabError> {
        let Extend { nodes, positions: [fewest, most] } = *self;
        let nothing = |why: String| Ok(Proposal { spec: None, sections: vec![said(why)] });
        let atoms = match AtomSet::new(lab.arena().card().atoms) {
            Ok(atoms) => atoms,
            Err(error) => return nothing(format!("Nothing to find: {error}.")),
        };
        let time = smithy.left(lab, "extend, its size")?;
        let count = (smithy.nodes_in(lab, time) / nodes / EFFORT) as usize;
        if count < fewest {
            return nothing(format!(
                "There is time for about {count} positions, and fewer than {fewest} tell nothing: a larger budget helps."
            ));
        }
        let count = count.min(most);
        let seed = smithy.order.seed.wrapping_add(SEED);
        let made = suite(lab, &atoms, &Wanted { kind: SuiteKind::Phases, count, base: stands, nodes, seed })?;
        let part = |part| Suite { entries: made.part(Some(part)).into_iter().cloned().collect(), ..made.clone() };
        let (learn, other) = (part(Part::Train), part(Part::Heldout));
        let valuing = |suite| Valuing::new(lab.arena(), suite, stands.clone(), nodes, &COSTS, Reading::Stable);
        let (learning, held_out) = match (valuing(&learn), valuing(&other)) {
            (Ok(learning), Ok(held_out)) => (Valuing { batch: Some(BATCH), ..learning }, held_out),
            (Err(error), _) | (_, Err(error)) => return nothing(format!("Nothing to find: {error}.")),
        };
        let rule = Rule::Margin(((MARGIN * learning.entries.len() as f64).round() as i64).max(1));
        let rules =
            Rules { rule, tree_pruning: true, threshold: Some(Threshold::Neutral), blacklist: Vec::new(), by_promise: true };
        let until = smithy.deadline.saturating_sub(time.mul_f64(1.0 - EVOLVING));
        let evolved = focus(&atoms, &rules, |asked: &Asked| {
            let point = format!("extend, valuation {}", asked.number);
            if smithy.watch.elapsed(lab, &point)? < until {
                learning.value(lab, &atoms, asked)
            } else {
                // What there is no time for is taken for no better, and grows no further.
                Ok(Value { early: true, ..Value::default() })
            }
        })?;
        if evolved.neutral().is_none_or(|neutral| neutral.early) {
            return nothing("The positions took all of the time, and no feature was valued: a larger budget helps.".into());
        }
        let joined = join_features(lab, &atoms, &learning, &evolved, CAP, rule)?;
        let chosen = choose_set(lab, &atoms, &learning, &evolved, &joined, CAP, rule)?;
        let mut told = sections(&atoms, &evolved, Some(&joined), chosen.as_ref(), None);
        let Some(members) = chosen.map(|chosen| chosen.members()).filter(|members| !members.is_empty()) else {
            return Ok(Proposal { spec: None, sections: told });
        };
        let check = HeldOut::measure(lab, &atoms, &held_out, &members)?;
        told.push(Section::new("extend-held-out", "On positions held out").judged(Outcome::Informative, check.sentence()));
        let spec = check.is_better().then(|| learning.spec(&atoms, &members));
        Ok(Proposal { spec, sections: told })
    }
}

fn said(why: String) -> Section {
    Section::new("extend-found", "Extension features").judged(Outcome::Informative, why)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;
    use std::sync::Arc;

    use plysmith::search::limits::Clock;

    use super::super::super::{Order, Watch};
    use super::*;
    use crate::extend::set::Members;
    use crate::lab::{Progress, Tick};
    use crate::measure::Speed;
    use crate::report::Report;
    use crate::store::{NewRun, Store};
    use crate::testing::{Folder, arena};

    const GAME: &str = "breakthrough-5x5";
    /// As the usual one, and small.
    const SMALL: Extend = Extend { nodes: 200, positions: [8, 12] };
    const WORK: Duration = Duration::from_secs(10);

    struct Still(Duration);
    impl Clock for Still {
        fn elapsed(&self) -> Duration {
            self.0
        }
    }

    /// Counts the searches that nobody had done before.
    struct Fresh(Rc<Cell<usize>>, usize);
    impl Progress for Fresh {
        fn tick(&mut self, tick: &Tick) {
            self.1 = tick.done - tick.cached;
        }

        fn end(&mut self) {
            self.0.set(self.0.get() + std::mem::take(&mut self.1));
        }
    }

    fn base() -> Spec {
        Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]\n[shuffle]").unwrap()
    }

    /// A smithy in which a node takes a microsecond and the stage began at zero.
    fn smithy(seed: u64, clock: Duration) -> Smithy {
        let order = Order { default: base(), budget: WORK, seed };
        let speed = Speed { node: 1_000_000, rounds: vec![1_000_000] };
        Smithy { order, watch: Watch::new(Arc::new(Still(clock))), speed, deadline: WORK }
    }

    fn propose(lab: &mut Lab, stage: &Extend, seed: u64, clock: Duration) -> Proposal {
        stage.propose(lab, &mut smithy(seed, clock), &base()).unwrap()
    }

    /// Everything that is said.
    fn told(proposal: &Proposal) -> String {
        let mut report = Report::new("", "", "");
        report.sections.clone_from(&proposal.sections);
        report.json().unwrap()
    }

    /// What base and features solve of the positions that were held out, found out once more.
    fn held_out(seed: u64, spec: &Spec) -> [usize; 2] {
        let arena = arena(GAME);
        let mut lab = Lab::new(&*arena, "");
        let atoms = AtomSet::new(arena.card().atoms).unwrap();
        let seed = seed.wrapping_add(SEED);
        let wanted = Wanted { kind: SuiteKind::Phases, count: 12, base: &base(), nodes: 200, seed };
        let mut made = suite(&mut lab, &atoms, &wanted).unwrap();
        made.entries.retain(|entry| entry.part == Part::Heldout);
        let valuing = Valuing::new(&*arena, &made, base(), 200, &COSTS, Reading::Stable).unwrap();
        let members: Members = spec.features.iter().map(|(name, cost)| (atoms.read(name).unwrap(), *cost)).collect();
        [vec![], members].map(|members| valuing.joint(&mut lab, "", &atoms, &members, None).unwrap().solved())
    }

    #[test]
    fn only_what_solves_more_of_the_held_out_positions_is_proposed() {
        let arena = arena(GAME);
        let mut proposed = [0; 2];
        for seed in 1..=6 {
            let proposal = propose(&mut Lab::new(&*arena, "").threads(1), &SMALL, seed, Duration::ZERO);
            let told = told(&proposal);
            match &proposal.spec {
                Some(spec) => {
                    let [without, with] = held_out(seed, spec);
                    assert!(with > without && !spec.features.is_empty(), "seed {seed}: {without} and {with}");
                    let sentence = format!("the features solve {with} and the base {without};");
                    assert!(told.contains(&sentence), "seed {seed}: {sentence} is not in {told}");
                    proposed[1] += 1;
                }
                None => proposed[0] += usize::from(told.contains("positions held out")),
            }
        }
        assert!(proposed.iter().all(|count| *count > 0), "some stand the check and others do not: {proposed:?}");
    }

    #[test]
    fn without_atoms_or_time_it_says_so_and_searches_nothing() {
        let searched = Rc::new(Cell::new(0));
        let said = |game: &str, stage: &Extend, clock| {
            let arena = arena(game);
            let mut lab = Lab::new(&*arena, "").threads(1).telling(Fresh(searched.clone(), 0));
            let proposal = propose(&mut lab, stage, 1, clock);
            assert!(proposal.spec.is_none() && proposal.sections.len() == 1);
            told(&proposal)
        };
        assert!(said("tic-tac-toe", &SMALL, Duration::ZERO).contains("Nothing to find: the game has no atoms"));
        // Ten million nodes are two positions of five hundred times ten thousand.
        let usual = said(GAME, &Extend::USUAL, Duration::ZERO);
        assert!(usual.contains("time for about 2 positions, and fewer than 40 tell nothing: a larger budget helps"), "{usual}");
        assert!(said(GAME, &SMALL, WORK).contains("time for about 0 positions"));
        assert_eq!(searched.get(), 0);
    }

    #[test]
    fn run_again_from_its_store_it_proposes_the_same_and_searches_nothing() {
        let (arena, folder) = (arena(GAME), Folder::new());
        let text = String::new;
        let new = || NewRun {
            id: "run".into(),
            command: Vec::new(),
            folder: text(),
            game: GAME.into(),
            seed: 1,
            version: text(),
            build: text(),
        };
        let life = |clock| {
            let mut store = Store::open(folder.path()).unwrap();
            let (run, _) = store.begin(&new()).unwrap();
            let searched = Rc::new(Cell::new(0));
            let mut lab = Lab::new(&*arena, "").threads(1).keep(store, Some(run)).telling(Fresh(searched.clone(), 0));
            let proposal = propose(&mut lab, &SMALL, 1, clock);
            (proposal.spec.clone().map(|spec| spec.to_string()), told(&proposal), searched.get())
        };
        let (spec, said, searched) = life(Duration::from_secs(1));
        assert!(searched > 0);
        // The second life begins when the time of the first would be over, and goes by what the first one saw.
        assert_eq!(life(WORK), (spec, said, 0));
    }
}
