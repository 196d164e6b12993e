//! The value at a fixed depth is that of plain negamax, whatever is switched on, and the best move has that value.

use std::collections::BTreeMap;
use std::fmt::Write;

use plysmith::game::Game;
use plysmith::{Engine, Found, Limits, Spec};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::reference::{self, Values};
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, number, rng, specs};

/// What plain negamax may cost in one case.
const BUDGET: u64 = 20_000;

/// What the cases of one game were like.
#[derive(Debug, Default)]
struct Summary {
    cases: u64,
    searches: u64,
    plies: u64,
    /// Nodes of the reference and of the search.
    nodes: [u64; 2],
    /// Roots whose value is another without the positions before.
    history: u64,
    /// How often each enhancement was on, and what they counted.
    counts: BTreeMap<String, u64>,
}

struct ValueCases;

impl Visit for ValueCases {
    type Answer = Summary;

    fn visit<G: Game>(&self, game: G) -> Summary {
        let mut summary = Summary::default();
        if let Some(seed) = number("PLYSMITH_CASE") {
            Case::new(&game, seed).run(&mut summary);
            return summary;
        }
        for number in 0..cases() {
            Case::new(&game, case_seed("values", &game.name(), number)).run(&mut summary);
        }
        summary
    }
}

/// A random engine, and the positions that it searches one after the other.
struct Case<G: Game> {
    seed: u64,
    rng: Pcg64Mcg,
    game: Tested<G>,
    spec: Spec,
    line: Line<Tested<G>>,
    /// A position from before with the same hash as the last one, but perhaps other counters.
    twin: Option<G::State>,
    /// What was searched before, for the report.
    steps: String,
}

impl<G: Game> Case<G> {
    fn new(game: &G, seed: u64) -> Case<G> {
        let mut rng = rng(seed);
        let game = Tested { game: game.clone(), evaluation: Evaluation::random(&mut rng) };
        let mut line = Line::random(&game, &mut rng);
        let twin = line.twin().cloned();
        if twin.is_some() && rng.random_bool(0.3) {
            // Without the positions before them only the counters tell the two apart.
            line = Line::from_state(&game, line.last().clone());
        }
        let mut spec = specs::random(&game, specs::preserving, &mut rng);
        // The practical table keeps the value as well where only the position counts.
        if line.is_plain(&game) && rng.random_bool(0.5) {
            specs::set_table(&mut spec, "mode", "practical");
            specs::set_table(&mut spec, "answer", "equal");
        } else {
            specs::set_table(&mut spec, "mode", "exact");
        }
        Case { seed, rng, game, spec, line, twin, steps: String::new() }
    }

    fn run(mut self, summary: &mut Summary) {
        let mut engine = Engine::new(self.game.clone(), &self.spec).expect("a repaired spec is accepted");
        // The reference has to evaluate as the spec says.
        self.game = engine.game().clone();
        let (mut depth, mut expected) = affordable(&self.game, &self.line, deepest(&self.spec), &mut self.rng);
        let steps = self.rng.random_range(1..=3);
        for step in 0..steps {
            let found = engine.search(&self.line.position(&self.game), &Limits::depth(depth));
            self.check(depth, &expected, &found);
            self.record(depth, &expected, &found, summary);
            let _ = writeln!(self.steps, "  depth {depth}: {}", self.line.text(&self.game));
            if step + 1 < steps {
                let Some(next) = self.next(depth, &found) else { break };
                (depth, expected) = next;
            }
        }
        summary.cases += 1;
        for name in self.spec.enhancements() {
            *summary.counts.entry(name.into()).or_default() += 1;
        }
    }

    /// Goes on to another position for which the engine's memory may hold something: the right thing or a wrong one.
    fn next(&mut self, depth: u32, found: &Found<G::Move>) -> Option<(u32, Values<G::Move>)> {
        let (mut line, mut next_depth) = (self.line.clone(), depth);
        let kind = if line.plies() == 0 && self.twin.is_some() { 1 } else { self.rng.random_range(0..6) };
        match kind {
            // The same position with nothing before it, or one like it but for the counters.
            0 => line = Line::from_state(&self.game, line.last().clone()),
            1 => line = Line::from_state(&self.game, self.twin.take()?),
            // A position from before, as in analysis.
            2 => {
                line.take_back(self.rng.random_range(0..3));
                next_depth = self.rng.random_range(1..=depth);
            }
            // The game goes on; with one ply less the table has answers of the right depth.
            _ => {
                let moves = line.open_moves(&self.game);
                let mv = if kind == 3 { moves[self.rng.random_range(0..moves.len())] } else { found.best? };
                line.play(&self.game, mv);
                next_depth = if self.rng.random_bool(0.7) { depth - 1 } else { depth };
            }
        }
        if next_depth == 0 || line.open_moves(&self.game).is_empty() {
            return None;
        }
        let expected = reference::search(&self.game, &line, next_depth, 2 * BUDGET)?;
        self.line = line;
        Some((next_depth, expected))
    }

    fn check(&self, depth: u32, expected: &Values<G::Move>, found: &Found<G::Move>) {
        let value = expected.best();
        let best = found.best.and_then(|best| expected.of(best));
        let faults = [
            (found.score != value, "the value is wrong"),
            (best != Some(value), "the best move is not the best"),
            (found.line.first().copied() != found.best, "the line does not begin with the best move"),
            (!self.is_legal(&found.line), "the line has an illegal move"),
            (found.depth != depth || found.stopped, "the depth was not reached"),
        ];
        let Some((_, fault)) = faults.iter().find(|(fault, _)| *fault) else { return };
        let name = self.game.name();
        let write = |mv: G::Move| self.game.write_move(self.line.last(), mv);
        let values: Vec<String> = expected.moves.iter().map(|&(mv, score)| format!("{} {}", write(mv), score.points())).collect();
        panic!(
            "{name}: {fault}\nexpected {value} ({})\nfound {} ({}) at depth {} by {:?} of value {best:?}\n\
             position {}\ndepth {depth} after {}\nsearched before by the same engine:\n{}evaluation {:?}\nvalues by the reference: {}\n\
             spec:\n{}\nagain: PLYSMITH_GAME={name} PLYSMITH_CASE={} cargo test -p plysmith-games --all-features --test search values",
            value.points(),
            found.score,
            found.score.points(),
            found.depth,
            found.best.map(write),
            self.game.write_position(self.line.last()),
            self.line.text(&self.game),
            self.steps,
            self.game.evaluation,
            values.join(", "),
            self.spec,
            self.seed,
        );
    }

    fn is_legal(&self, moves: &[G::Move]) -> bool {
        let mut line = self.line.clone();
        moves.iter().all(|&mv| {
            let legal = line.open_moves(&self.game).contains(&mv);
            if legal {
                line.play(&self.game, mv);
            }
            legal
        })
    }

    fn record(&self, depth: u32, expected: &Values<G::Move>, found: &Found<G::Move>, summary: &mut Summary) {
        summary.searches += 1;
        summary.plies += u64::from(depth);
        summary.nodes[0] += expected.nodes;
        summary.nodes[1] += found.nodes;
        for counter in &found.counters {
            *summary.counts.entry(format!("{}.{}", counter.enhancement, counter.name)).or_default() += counter.count;
        }
        if G::REPETITION.is_some() && self.line.plies() > 0 {
            let alone = Line::from_state(&self.game, self.line.last().clone());
            let value = reference::search(&self.game, &alone, depth, 10 * BUDGET).map(|values| values.best());
            summary.history += u64::from(value.is_some_and(|value| value != expected.best()));
        }
    }
}

/// Internal deepening with a small table can double the tree with every ply, which adds up in long lines.
fn deepest(spec: &Spec) -> usize {
    if spec.is_on("iid") { 7 } else { 24 }
}

/// A depth that the reference can search within a random part of the budget, with what it found. If the tree ends before the budget does, the
/// depth may go a little beyond its end.
fn affordable<G: Game>(game: &Tested<G>, line: &Line<Tested<G>>, deepest: usize, rng: &mut Pcg64Mcg) -> (u32, Values<G::Move>) {
    let budget = BUDGET >> [0, 0, 0, 1, 2, 4, 6][rng.random_range(0..7)];
    let mut known = reference::affordable(game, line, deepest, budget);
    let depth = if rng.random_bool(0.2) { rng.random_range(1..=known.len()) } else { known.len() };
    (depth as u32, known.swap_remove(depth - 1))
}

#[test]
fn every_combination_that_preserves_the_value_gives_that_of_plain_negamax() {
    let mut counts = BTreeMap::new();
    for (name, summary) in games::visit(&ValueCases) {
        let Summary { cases, searches, plies, nodes, history, .. } = summary;
        let mean = |total: u64| total as f64 / searches as f64;
        println!(
            "{name}: {cases} cases, {searches} searches of {:.1} plies, {:.0} nodes by the reference and {:.0} by the search, \
             {history} values depend on the positions before",
            mean(plies),
            mean(nodes[0]),
            mean(nodes[1]),
        );
        summary.counts.into_iter().for_each(|(what, count)| *counts.entry(what).or_insert(0) += count);
        let repeats = ["loa", "test-draughts-6x6", "test-sowing"].contains(&name.as_str());
        assert!(!repeats || history * 50 > searches, "{name}: hardly any case depends on repetition");
    }
    println!("{counts:?}");
    // A few games do not have everything.
    if cfg!(feature = "default") && number("PLYSMITH_CASE").is_none() {
        for card in plysmith::enhance::CARDS.iter().filter(|card| card.preserves.is_some()) {
            assert!(counts.get(card.name) > Some(&0), "{} was never on", card.name);
        }
        for cuts in ["table.cuts", "etc.cuts", "iid.searches", "aspiration.high", "aspiration.low"] {
            assert!(counts.get(cuts) > Some(&0), "{cuts}: nothing was tested");
        }
    }
}

struct SameTree;

impl Visit for SameTree {
    type Answer = ();

    fn visit<G: Game>(&self, game: G) {
        for number in 0..50 {
            let case = Case::new(&game, case_seed("tree", &game.name(), number));
            let (depth, expected) = affordable(&case.game, &case.line, 24, &mut rng(case.seed));
            let mut engine = Engine::new(case.game.clone(), &Spec::nothing()).unwrap();
            let found = engine.search(&case.line.position(&case.game), &Limits::depth(depth));
            assert_eq!(
                found.nodes,
                expected.nodes,
                "{} seed {}, depth {depth} after {}",
                game.name(),
                case.seed,
                case.line.text(&case.game)
            );
        }
    }
}

#[test]
fn with_nothing_on_the_search_visits_the_same_nodes_as_the_reference() {
    games::visit(&SameTree);
}
