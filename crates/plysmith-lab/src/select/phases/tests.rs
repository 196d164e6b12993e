use super::*;
use crate::compare::{Choice, Method};
use crate::suite::{Known, Players, Split, Suite, make};
use crate::testing::{arena, spec};
use crate::trial::Limit;

const GAME: &str = "breakthrough-5x5";

fn suite() -> Suite {
    let players = Players {
        specs: vec![spec(GAME, "default")],
        depth: 2,
        temperatures: vec![300],
        random_plies: 2,
        longest: 200,
        setups: false,
    };
    let plan = make::SuitePlan { players, seed: 3, count: 120, shares: [1, 0, 1] };
    make::sequences(&mut Lab::new(&*arena(GAME), ""), &plan, 2).unwrap()
}

fn comparison(suite: &Suite, split: Split) -> Comparison<'_> {
    Comparison {
        metric: Metric::Nodes,
        kind: Kind::Sequences,
        entries: suite.split(Some(split)),
        openings: 0,
        pairs: 0,
        limit: Limit::depth(4),
        instead: None,
        seed: 1,
    }
}

fn proven<'s>(suite: &'s Suite, names: &[&str]) -> Proven<'s> {
    let round = Round {
        name: "cost",
        comparison: comparison(suite, Split::Train),
        choices: names.iter().map(|name| Choice::plain(name)).collect(),
        method: Method::Floating,
        tune: false,
        clear: false,
        judge: None,
        confirm: None,
        expected: Vec::new(),
    };
    Proven { round, held_out: comparison(suite, Split::Heldout) }
}

fn run(suite: &Suite, start: &str, names: &[&str], threads: usize) -> ByPhase {
    let arena = arena(GAME);
    let mut lab = Lab::new(&*arena, "").threads(threads);
    by_phase(&mut lab, &Spec::parse(start).unwrap(), &[proven(suite, names)], &mut |_, _, _| Ok(true)).unwrap()
}

#[test]
fn every_phase_with_entries_is_selected_for_and_keeps_what_is_clear_on_held_out_ones() {
    let suite = suite();
    let found = run(&suite, "[alpha_beta]", &["table", "tactical_first"], 2);
    let arena = arena(GAME);
    let spec = found.spec.spec().unwrap();
    assert!(arena.check_spec(&spec).is_ok());
    assert_eq!(found.phases.len(), arena.card().phases);
    let mut kept = Vec::new();
    for PhaseSelected { phase, rounds } in &found.phases {
        let [round] = &rounds[..] else { panic!("{rounds:?}") };
        assert_eq!(round.selected.is_some(), round.learned.min(round.held_out) >= FEWEST, "{round:?}");
        if round.is_kept() {
            let selected = round.selected.as_ref().unwrap().spec.spec().unwrap();
            assert_eq!(spec.in_phase(*phase).unwrap(), selected);
            kept.push(*phase);
        } else {
            assert_eq!(spec.in_phase(*phase).unwrap(), found.base.spec().unwrap());
        }
    }
    assert_eq!(spec.phases().collect::<Vec<_>>(), kept);
    // To remember what was searched pays, and captures first where there is no order at all.
    assert!(!kept.is_empty(), "{found:?}");
    let [whole] = &found.whole[..] else { panic!("{:?}", found.whole) };
    assert!(whole.tried.gain.low > 0.0 && whole.tried.entries == suite.split(Some(Split::Heldout)).len(), "{whole:?}");
    assert!(found.effort.searches > 0);
    let told: Vec<String> = phase_sections(&found).iter().map(|section| section.id.clone()).collect();
    assert_eq!(told, ["select-phase-0", "select-phase-1", "select-phase-2", "select-phases"]);
}

#[test]
fn phases_do_not_depend_on_the_number_of_threads() {
    let suite = suite();
    let way = |threads| serde_json::to_string(&run(&suite, "[alpha_beta]", &["killers"], threads)).unwrap();
    assert_eq!(way(1), way(3));
}

#[test]
fn where_nothing_is_clear_or_known_the_base_stays() {
    let mut suite = suite();
    // Nothing can be added to it, nor removed.
    let found = run(&suite, "[alpha_beta]\n[killers]\n[history]", &[], 2);
    assert!(found.spec == found.base && found.whole.is_empty(), "{found:?}");
    suite.entries.truncate(12);
    let found = run(&suite, "[alpha_beta]", &["history", "killers"], 2);
    assert!(found.spec == found.base && found.phases.iter().all(|phase| phase.rounds[0].selected.is_none()), "{found:?}");
    let told = found.phases[0].rounds[0].sentence();
    assert!(told.contains("are too few, 8 of each are needed; the base stays"), "{told}");
}

#[test]
fn a_sequence_that_goes_over_into_another_phase_belongs_to_none() {
    let suite = suite();
    let arena = arena(GAME);
    let phases: Vec<Option<usize>> = suite.entries.iter().map(|entry| phase_of(&*arena, Kind::Sequences, entry).unwrap()).collect();
    let (mut across, mut inside) = (0, 0);
    for (entry, phase) in suite.entries.iter().zip(&phases) {
        let at = |moves: &[String]| arena.board(&Line { start: entry.line.start.clone(), moves: moves.to_vec() }).unwrap().phase();
        let (first, last) = (at(&[]), at(&entry.line.moves));
        assert_eq!(*phase, (first == last).then_some(first));
        // As a single position, it is the last that counts.
        let single = SuiteEntry { known: Known::Nothing, ..entry.clone() };
        assert_eq!(phase_of(&*arena, Kind::Positions, &single).unwrap(), Some(last));
        across += usize::from(phase.is_none());
        inside += usize::from(phase.is_some());
    }
    assert!(across > 0 && inside > 0, "{across} {inside}: nothing was tested");
}

/// Games begin in the first phase, so that they cannot tell one phase from another.
#[test]
fn where_games_count_positions_decide_instead() {
    let suite = suite();
    let mut games = proven(&suite, &["killers"]);
    for comparison in [&mut games.round.comparison, &mut games.held_out] {
        let positions = Comparison { metric: Metric::Loss, ..comparison.clone() };
        *comparison = Comparison { metric: Metric::Match, instead: Some(Box::new(positions)), ..comparison.clone() };
    }
    let positions = on_positions(&games).unwrap();
    assert_eq!((positions.round.comparison.metric, positions.held_out.metric), (Metric::Loss, Metric::Loss));
    games.held_out.instead = None;
    assert!(on_positions(&games).is_none());
}
