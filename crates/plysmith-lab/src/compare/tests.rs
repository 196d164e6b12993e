use super::*;
use crate::suite::{Kind, Players, Suite, make};
use crate::testing::{arena, spec};
use crate::trial::Limit;

fn suite(game: &str, count: usize) -> Suite {
    let arena = arena(game);
    let players = Players {
        specs: vec![spec(game, "default")],
        depth: 2,
        temperatures: vec![300],
        random_plies: 4,
        longest: 200,
        setups: false,
    };
    let plan = make::SuitePlan { players, seed: 3, count, shares: [1, 0, 0] };
    make::sequences(&mut Lab::new(&*arena, ""), &plan, 2).unwrap()
}

fn comparison(suite: &Suite, depth: u32) -> Comparison<'_> {
    Comparison {
        metric: Metric::Nodes,
        kind: Kind::Sequences,
        entries: suite.split(None),
        openings: 0,
        pairs: 0,
        limit: Limit::depth(depth),
        instead: None,
        seed: 1,
    }
}

fn choices(names: &[&str]) -> Vec<Choice> {
    names.iter().map(|name| Choice::plain(name)).collect()
}

fn run(game: &str, method: Method, names: &[&str], tune: bool, threads: usize) -> (Selected, Deeper) {
    let (arena, suite) = (arena(game), suite(game, 24));
    let mut lab = Lab::new(&*arena, "").threads(threads);
    let expected = Vec::new();
    let round = Round {
        name: "cost",
        comparison: comparison(&suite, 4),
        choices: choices(names),
        method,
        tune,
        clear: false,
        judge: None,
        confirm: Some(Limit::depth(5)),
        expected,
    };
    // Deepening alone, without a memory, only costs; but it is not to be taken away.
    let start =
        if method == Method::Floating && names.contains(&"deepening") { "[alpha_beta]\n[deepening]" } else { "[alpha_beta]" };
    let selected = select(&mut lab, &Spec::parse(start).unwrap(), &[round], &mut |_, _, _| Ok(true)).unwrap();
    let deeper = deeper(&mut lab, "deeper", &selected, &comparison(&suite, 5)).unwrap();
    (selected, deeper)
}

fn taken(selected: &Selected) -> Vec<String> {
    selected.path.iter().filter_map(|step| step.taken.as_ref()).map(|taken| taken.change.to_string()).collect()
}

const NAMES: [&str; 6] = ["table", "tt_order", "killers", "history", "deepening", "pvs"];

#[test]
fn both_ways_lower_the_cost_and_say_how() {
    let arena = arena("breakthrough-6x6");
    for method in [Method::Greedy, Method::Floating] {
        let (selected, deeper) = run("breakthrough-6x6", method, &NAMES, false, 2);
        assert!(!taken(&selected).is_empty(), "{selected:?}");
        assert!(arena.check_spec(&selected.spec.spec().unwrap()).is_ok());
        let last = selected.path.last().unwrap();
        assert!(last.taken.is_none() || method == Method::Greedy, "it ends when nothing more helps");
        assert_eq!(deeper.steps.len(), taken(&selected).len());
        assert!(deeper.whole.unwrap().gain.low > 0.0, "what helps at depth 4 helps at depth 5");
        assert!(selected.effort.searches > 0 && selected.effort.games == 0);
    }
}

#[test]
fn what_gained_nothing_waits_and_is_looked_at_again_before_the_end() {
    let arena = arena("breakthrough-6x6");
    let (selected, _) = run("breakthrough-6x6", Method::Floating, &NAMES, false, 2);
    let steps: Vec<&Step> = selected.path.iter().filter(|step| step.sought != Sought::Return).collect();
    let mut stood = vec![selected.start.clone()];
    stood.extend(steps.iter().filter_map(|step| Some(step.taken.as_ref()?.spec.clone())));
    // What could be changed in a spec, and what was looked at in the steps before the next change.
    let open = |text: &SpecText| {
        let (spec, choices) = (text.spec().unwrap(), choices(&NAMES));
        let mut variants = candidates::additions(&*arena, &spec, &choices, true);
        variants.extend(candidates::removals(&*arena, &spec, &choices));
        variants.retain(|variant| !stood.contains(&SpecText::new(&*arena, &variant.spec).unwrap()));
        variants.into_iter().map(|variant| variant.change).collect::<Vec<_>>()
    };
    let mut unseen = vec![open(&selected.start)];
    for step in &steps {
        let now = unseen.last_mut().unwrap();
        now.retain(|change| step.tried.iter().all(|tried| tried.change != *change));
        unseen.extend(step.taken.as_ref().map(|taken| open(&taken.spec)));
    }
    assert_eq!(unseen.pop(), Some(Vec::new()), "nothing rests when it ends");
    assert!(unseen.iter().any(|changes| changes.iter().any(|change| !change.come().is_empty())), "and before something did");
}

#[test]
fn the_way_does_not_depend_on_the_number_of_threads() {
    let way = |threads| {
        let (selected, deeper) = run("breakthrough-6x6", Method::Floating, &["tactical_first", "killers"], true, threads);
        serde_json::to_string(&(selected, deeper)).unwrap()
    };
    assert_eq!(way(1), way(3));
}

#[test]
fn in_the_random_game_there_is_nothing_to_remember_and_nothing_to_order() {
    let (selected, _) = run("random", Method::Floating, &["table", "tt_order", "killers", "history"], false, 2);
    assert_eq!(selected.spec, selected.start, "{:?}", taken(&selected));
}

#[test]
fn what_was_lucky_is_taken_back_by_other_entries() {
    let arena = arena("breakthrough-6x6");
    let suite = suite("breakthrough-6x6", 24);
    let start = Spec::parse("[alpha_beta]").unwrap();
    let judged = |limit: u32| {
        // Where nothing is searched, nothing can be saved: a judge that is never convinced.
        let judge = Comparison { limit: Limit::depth(limit), ..comparison(&suite, limit) };
        let round = Round {
            name: "cost",
            comparison: comparison(&suite, 4),
            choices: choices(&["table", "tt_order", "killers"]),
            method: Method::Floating,
            tune: false,
            clear: false,
            judge: Some(judge),
            confirm: None,
            expected: Vec::new(),
        };
        select(&mut Lab::new(&*arena, ""), &start, &[round], &mut |_, _, _| Ok(true)).unwrap()
    };
    let convinced = judged(4);
    assert_ne!(convinced.spec, convinced.start);
    let doubted = judged(1);
    assert_eq!(doubted.spec, doubted.start);
    assert!(taken(&doubted).last().unwrap().starts_with("back by"), "{:?}", taken(&doubted));
}

#[test]
fn iterations_are_neither_taken_away_nor_set() {
    let names = ["deepening", "killers"];
    let (selected, _) = run("breakthrough-6x6", Method::Floating, &names, true, 2);
    let changes = selected.path.iter().flat_map(|step| &step.tried).map(|tried| tried.change.to_string());
    assert!(changes.clone().count() > 0);
    for change in changes {
        assert!(!change.contains("-deepening") && !change.starts_with("deepening."), "{change}");
    }
}

#[test]
fn what_is_known_from_elsewhere_is_tried_first() {
    let promising = [("history", 0.3), ("killers", 0.2), ("pvs", 0.1), ("table", 0.1)];
    let expected = promising.iter().map(|(name, gain)| (name.to_string(), *gain)).collect();
    let suite = suite("breakthrough-6x6", 1);
    let round = Round {
        name: "",
        comparison: comparison(&suite, 1),
        choices: Vec::new(),
        method: Method::Floating,
        tune: false,
        clear: false,
        judge: None,
        confirm: None,
        expected,
    };
    let variants =
        candidates::additions(&*arena("breakthrough-6x6"), &Spec::parse("[alpha_beta]").unwrap(), &choices(&NAMES), true);
    let portions = selection::by_promise(&round, variants);
    let changes: Vec<Vec<String>> =
        portions.iter().map(|portion| portion.iter().map(|variant| variant.change.to_string()).collect()).collect();
    assert_eq!(changes, [vec!["+history", "+killers", "+table", "+pvs"], vec!["+tt_order +table", "+deepening"]]);
}

/// Where games count: the seed of its openings, and so many pairs.
fn arena_of_games(suite: &Suite, openings: u64, pairs: usize) -> Comparison<'_> {
    Comparison { metric: Metric::Match, openings, pairs, limit: Limit::nodes(300), ..comparison(suite, 1) }
}

/// Six candidates by 32 pairs of games, judged by so many from other openings, or by nobody.
fn by_games(judge: Option<usize>) -> Selected {
    let game = "breakthrough-5x5";
    let (arena, suite) = (arena(game), suite(game, 8));
    let judge = judge.map(|pairs| arena_of_games(&suite, 6, pairs));
    let names = ["quiescence", "null_move", "late_moves", "futility", "razoring", "multi_cut"];
    let round = Round {
        name: "quality",
        comparison: arena_of_games(&suite, 5, 32),
        choices: choices(&names),
        method: Method::Floating,
        tune: false,
        clear: false,
        judge,
        confirm: None,
        expected: Vec::new(),
    };
    let start = Spec::parse("[alpha_beta]\n[tactical_first]\n[deepening]").unwrap();
    select(&mut Lab::new(&*arena, "").threads(2), &start, &[round], &mut |_, _, _| Ok(true)).unwrap()
}

#[test]
fn all_candidates_play_and_the_better_ones_play_more() {
    let selected = by_games(None);
    let first = &selected.path[0];
    assert!(first.tried.len() > 4 && first.tried.iter().all(|tried| tried.entries > 0), "nobody is left out: {first:?}");
    let most = first.tried.iter().map(|tried| tried.entries).max().unwrap();
    let least = first.tried.iter().map(|tried| tried.entries).min().unwrap();
    assert!(most >= 3 * least, "{first:?}");
    let (on, out): (Vec<_>, Vec<_>) = first.tried.iter().partition(|tried| !tried.given_up);
    assert!(on.len() <= 2 && !out.is_empty(), "two play to the end: {first:?}");
    assert!(selected.effort.games > 0);
}

#[test]
fn what_games_took_is_judged_by_other_games() {
    let free = by_games(None);
    assert_ne!(free.spec, free.start, "quiescence alone wins most games: {:?}", taken(&free));
    // A single pair of games convinces nobody.
    let doubted = by_games(Some(1));
    assert_eq!(doubted.spec, doubted.start);
    assert!(taken(&doubted).last().unwrap().starts_with("back by"), "{:?}", taken(&doubted));
}
