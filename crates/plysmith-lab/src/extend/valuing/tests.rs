use super::super::focus::focus;
use super::super::value::Rule;
use super::super::{Evolved, Rules};
use super::*;
use crate::suite::{Players, Split, make};
use crate::testing::arena;
use crate::trial::{Iteration, SpecText};
use plysmith::Score;
use plysmith::arena::Line;

const GAME: &str = "breakthrough-5x5";
const NODES: u64 = 1_500;

fn base() -> Spec {
    Spec::parse("[alpha_beta]\n[deepening]\n[pv_first]\n[shuffle]").unwrap()
}

fn wins(count: usize) -> Suite {
    let arena = arena(GAME);
    let specs = vec![SpecText::new(&*arena, &arena.preset("default").unwrap()).unwrap()];
    let players = Players { specs, depth: 2, temperatures: vec![300], random_plies: 4, longest: 100, setups: false };
    make::wins(&mut Lab::new(&*arena, ""), &make::SuitePlan { players, seed: 3, count, shares: [1, 0, 0] }, 5, None).unwrap()
}

fn discovered(suite: &Suite, rule: Rule, batch: Option<usize>, threads: usize) -> Evolved {
    let arena = arena(GAME);
    let atoms = AtomSet::new(&arena.card().atoms).unwrap();
    let valuing = Valuing { batch, ..Valuing::new(&*arena, suite, base(), NODES, &[32], Reading::Proof).unwrap() };
    let mut lab = Lab::new(&*arena, "").threads(threads);
    let rules = Rules { rule, tree_pruning: true, threshold: None, blacklist: Vec::new(), by_promise: false };
    focus(&atoms, &rules, |asked| valuing.value(&mut lab, &atoms, asked)).unwrap()
}

#[test]
fn a_discovery_does_not_depend_on_threads_and_racing_changes_no_verdict() {
    let suite = wins(24);
    let whole = discovered(&suite, Rule::Margin(1), None, 2);
    let solved: Vec<usize> = whole.valued.iter().map(|valued| valued.value.solved()).collect();
    assert!(solved.iter().any(|count| *count > solved[0]), "something helps: {solved:?}");
    assert!(whole.generations > 1);
    let raced = discovered(&suite, Rule::Margin(1), Some(4), 1);
    for threads in [2, 5] {
        assert_eq!(raced, discovered(&suite, Rule::Margin(1), Some(4), threads));
    }
    let verdicts = |evolved: &Evolved| evolved.valued.iter().map(|valued| (valued.feature, valued.verdict)).collect::<Vec<_>>();
    assert_eq!(verdicts(&whole), verdicts(&raced));
    let looked = |evolved: &Evolved| evolved.valued.iter().map(|valued| valued.value.looked()).sum::<usize>();
    assert!(looked(&raced) < looked(&whole), "some were given up");
}

#[test]
fn a_search_that_ends_at_the_win_solves_what_the_whole_search_solves() {
    let suite = wins(24);
    let arena = arena(GAME);
    let atoms = AtomSet::new(&arena.card().atoms).unwrap();
    let valuing = Valuing::new(&*arena, &suite, base(), NODES, &[32], Reading::Proof).unwrap();
    let mut lab = Lab::new(&*arena, "");
    for set in [vec![], vec![(atoms.read("RdTt").unwrap(), 32)], vec![(atoms.read("Ud").unwrap(), 96)]] {
        let value = valuing.joint(&mut lab, "", &atoms, &set, None).unwrap();
        let spec = text(&lab, &valuing.spec(&atoms, &set)).unwrap();
        let trial = |entry: &&SuiteEntry| Search {
            spec: spec.clone(),
            line: entry.line.clone(),
            limit: Limit::nodes(NODES),
            features: vec![],
        };
        let trials: Vec<Search> = valuing.entries.iter().map(trial).collect();
        let searched = lab.all("", &trials).unwrap();
        let proven = valuing.entries.iter().zip(&searched).map(|(entry, searched)| Solved::of(entry, searched).proven);
        assert_eq!(value.which, proven.collect::<Vec<_>>());
        assert!(value.nodes < searched.iter().map(|searched| searched.nodes).sum(), "but with fewer nodes");
    }
}

#[test]
fn the_best_of_several_costs_counts() {
    let suite = wins(16);
    let arena = arena(GAME);
    let atoms = AtomSet::new(&arena.card().atoms).unwrap();
    let mut lab = Lab::new(&*arena, "");
    let costs = [96, 48, 32];
    let valuing = Valuing::new(&*arena, &suite, base(), NODES, &costs, Reading::Proof).unwrap();
    let feature = atoms.read("RdTt").unwrap();
    let best = valuing.value(&mut lab, &atoms, &Asked::alone(feature, 0)).unwrap();
    let each = costs.map(|cost| valuing.joint(&mut lab, "", &atoms, &[(feature, cost)], None).unwrap().solved());
    assert_eq!(best.solved(), each.into_iter().max().unwrap());
    assert_eq!(costs.iter().position(|cost| *cost == best.cost), (0..3).find(|&at| each[at] == best.solved()));
    assert!(best.frequency > 0.0 && best.frequency < 1.0 && best.height >= best.depth, "{best:?}");
}

#[test]
fn what_cannot_be_valued_is_refused_before_any_work() {
    let arena = arena(GAME);
    let entry = |known| SuiteEntry { id: "1".into(), split: Split::Train, source: "1".into(), line: Line::start(), known };
    let moves = Known::Moves { best: vec!["a2a3".into()], avoid: vec![] };
    let suite = |game: &str, kind, entries| Suite { game: game.into(), kind, provenance: vec![], entries };
    let refused = |suite: &Suite, base: Spec, costs: &[i64], reading| {
        let error = Valuing::new(&*arena, suite, base, 100, costs, reading).map(|_| ()).unwrap_err();
        std::error::Error::source(&error).map_or(error.to_string(), ToString::to_string)
    };
    let good = suite(GAME, Kind::Moves, vec![entry(moves.clone())]);
    assert!(refused(&good, base(), &[32], Reading::Proof).contains("--solved stable"));
    assert!(refused(&good, base(), &[], Reading::Stable).contains("no cost"));
    assert!(refused(&good, base(), &[1_000], Reading::Stable).contains("0 to 640"));
    let probable = Spec::parse("[alpha_beta]\n[realization]").unwrap();
    assert!(refused(&good, probable, &[32], Reading::Stable).contains("exclude each other"));
    assert!(refused(&suite("chess", Kind::Moves, vec![entry(moves)]), base(), &[32], Reading::Stable).contains("for chess"));
    assert!(refused(&suite(GAME, Kind::Wins, vec![]), base(), &[32], Reading::Proof).contains("no positions"));
    assert!(
        refused(&suite(GAME, Kind::Positions, vec![entry(Known::Nothing)]), base(), &[32], Reading::Stable)
            .contains("no right moves")
    );
}

#[test]
fn a_move_is_solved_by_proof_or_by_staying() {
    let known = Known::Moves { best: vec!["a".into()], avoid: vec![] };
    let entry = SuiteEntry { id: "1".into(), split: Split::Train, source: "1".into(), line: Line::start(), known };
    let solved = |best: &str, score: Score, iterations: &str| {
        let iteration = |(at, mv): (usize, char)| Iteration { depth: at as u32, nodes: at as u64, best: mv.to_string(), score };
        let iterations = iterations.chars().enumerate().map(iteration).collect();
        let searched = Searched {
            best: Some(best.into()),
            score,
            depth: 1,
            nodes: 10,
            stopped: true,
            iterations,
            height: 1,
            cutoffs: vec![],
            moves_at_cutoffs: 0,
            value_changes: 0,
            moves: 0,
            matching: 0,
            features: vec![],
            samples: vec![],
        };
        let Solved { proven, stable, .. } = Solved::of(&entry, &searched);
        (proven, stable)
    };
    let even = Score::evaluation(0);
    assert_eq!(solved("a", Score::win(0, 7), "bb"), (true, true));
    assert_eq!(solved("b", Score::win(0, 7), "bb"), (false, false));
    assert_eq!(solved("a", even, "baa"), (false, true));
    assert_eq!(solved("a", even, "aba"), (false, false), "one iteration is not enough");
    assert_eq!(solved("b", even, "baa"), (false, false), "the last word counts");
}
