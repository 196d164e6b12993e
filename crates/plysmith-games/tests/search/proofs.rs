//! Proofs of forced wins are those of a plain recursion, whatever the rules of the game.

use plysmith::arena::{self, Arena, GameArena, Solved};
use plysmith::game::{Game, Outcome, Side, ending};
use plysmith::prove::{Proof, Prover, Undecided};
use plysmith::{Limits, Position, Stop};
#[cfg(feature = "breakthrough")]
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::testing::draughts6::Draughts6;
use rand::RngExt;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::tested::Tested;
use crate::harness::{case_seed, cases, number, rng};

/// What the plain recursion may cost in one case.
const BUDGET: u64 = 10_000;

/// An independent reference: no table, no order, no deepening, no hash kept up to date; every position of the game so far counts for repetition.
struct Plain<'a, G> {
    game: &'a G,
    attacker: Side,
    seen: Vec<u64>,
    budget: u64,
}

impl<'a, G: Game> Plain<'a, G> {
    fn new(game: &'a G, line: &Line<G>, attacker: Side) -> Plain<'a, G> {
        let hashes = line.hashes();
        Plain { game, attacker, seen: hashes[..hashes.len() - 1].to_vec(), budget: BUDGET }
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        ending(self.game, state).or_else(|| {
            let occurrences = 1 + self.seen.iter().filter(|&&seen| seen == self.game.hash(state)).count();
            G::REPETITION.filter(|rule| occurrences >= rule.occurrences.into()).map(|_| self.game.repeated(state))
        })
    }

    /// The smallest number of plies within which the attacker wins; `Some(None)` if there is none, `None` if the budget is used up.
    fn wins_in(&mut self, state: &G::State, plies: u32) -> Option<Option<u32>> {
        self.budget = self.budget.checked_sub(1)?;
        if let Some(outcome) = self.outcome(state) {
            return Some(matches!(outcome, Outcome::Win { side, .. } if side == self.attacker).then_some(0));
        }
        if plies == 0 {
            return Some(None);
        }
        let after: Vec<Option<u32>> = self.moves(state, plies)?.into_iter().map(|(_, after)| after).collect();
        Some(if self.game.side(state) == self.attacker {
            after.into_iter().flatten().min()
        } else {
            after.into_iter().collect::<Option<Vec<u32>>>().and_then(|all| all.into_iter().max())
        })
    }

    /// The same for each move, counted from before it.
    fn moves(&mut self, state: &G::State, plies: u32) -> Option<Vec<(G::Move, Option<u32>)>> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        self.seen.push(self.game.hash(state));
        let mut values = Vec::new();
        for mv in moves {
            let mut child = state.clone();
            self.game.play(&mut child, mv);
            values.push((mv, self.wins_in(&child, plies - 1)?.map(|after| after + 1)));
        }
        self.seen.pop();
        Some(values)
    }
}

/// What the cases of one game were like.
#[derive(Debug, Default)]
struct Summary {
    cases: u64,
    wins: u64,
    losses: u64,
    /// The longest win and loss.
    longest: [u32; 2],
    /// Wins, or their absence, that are due to the positions before.
    history: u64,
}

struct Cases;

impl Visit for Cases {
    type Answer = Summary;

    fn visit<G: Game>(&self, game: G) -> Summary {
        let game = Tested::own(game);
        let mut summary = Summary::default();
        // One with little room, where entries give way, and one that remembers everything.
        let mut provers = [Prover::new(game.clone(), 4), Prover::new(game.clone(), 16)];
        let seeds: Vec<u64> = match number("PLYSMITH_CASE") {
            Some(seed) => vec![seed],
            None => (0..cases() / 2).map(|number| case_seed("proofs", &game.name(), number)).collect(),
        };
        for seed in seeds {
            check(&game, &mut provers, seed, &mut summary);
        }
        summary
    }
}

/// The deepest question that the plain recursion can answer for a random line, asked of both provers in all three ways.
fn check<G: Game>(game: &G, provers: &mut [Prover<G>], seed: u64, summary: &mut Summary) {
    let mut rng = rng(seed);
    // Wins are rare far from the end of a game, and lines that wander about hardly come there.
    let late = rng.random_bool(0.3);
    let mut line = if late { Line::late(game, &mut rng) } else { Line::random(game, &mut rng) };
    if rng.random_bool(0.5) {
        line.take_back(rng.random_range(0..2));
    }
    if line.open_moves(game).is_empty() {
        return;
    }
    let (state, side) = (line.last(), game.side(line.last()));
    let most = rng.random_range(1..=9);
    let ask = |plies| {
        let moves = Plain::new(game, &line, side).moves(state, plies)?;
        let loss = Plain::new(game, &line, side.other()).wins_in(state, plies)?;
        Some((plies, moves, loss))
    };
    let Some((plies, values, loss)) = (1..=most).map_while(ask).last() else { return };
    let shortest = values.iter().filter_map(|&(_, value)| value).min();
    let fastest: Vec<G::Move> =
        values.iter().filter(|&&(_, value)| value.is_some() && value == shortest).map(|&(mv, _)| mv).collect();
    let mut every: Vec<(G::Move, u32)> = values.iter().filter_map(|&(mv, value)| Some((mv, value?))).collect();
    every.sort_by_key(|&(_, plies)| plies);

    let position = line.position(game);
    let limits = Limits::default();
    for prover in provers {
        if rng.random_bool(0.3) {
            prover.forget();
        }
        let context = format!("{} seed {seed}, {plies} plies: {}", game.name(), line.text(game));
        // In either order, so that each finds what the other left in the table.
        let loss_first = rng.random_bool(0.5);
        if loss_first {
            assert_eq!(prover.prove_loss(&position, plies, &limits), Ok(loss), "{context}");
        }
        if rng.random_bool(0.5) {
            assert_eq!(prover.winning_moves(&position, plies, &limits).unwrap().moves, every, "{context}");
        }
        let proof = prover.prove(&position, plies, &limits).unwrap();
        assert_eq!((proof.plies, &proof.moves), (shortest, &fastest), "{context}");
        assert_eq!(prover.winning_moves(&position, plies, &limits).unwrap().moves, every, "{context}");
        assert_eq!(prover.prove_loss(&position, plies, &limits), Ok(loss), "{context}");
    }

    summary.cases += 1;
    summary.wins += u64::from(shortest.is_some());
    summary.losses += u64::from(loss.is_some());
    summary.longest = [summary.longest[0].max(shortest.unwrap_or(0)), summary.longest[1].max(loss.unwrap_or(0))];
    if G::REPETITION.is_some() {
        let fresh = Line::from_state(game, state.clone());
        let without = Plain::new(game, &fresh, side).wins_in(state, plies);
        summary.history += u64::from(without.is_some_and(|without| without != shortest));
    }
}

#[test]
fn proofs_are_those_of_a_plain_recursion() {
    let whole = number("PLYSMITH_CASE").is_none();
    for (name, summary) in games::visit(&Cases) {
        println!("{name}: {summary:?}");
        // Random play hardly ever comes near a mate: tests/chess.rs proves those of the suites.
        let asked = whole && name != "chess";
        assert!(!asked || summary.wins > summary.cases / 100, "{name}: hardly a win was asked for");
        // Three plies of Halma are more than the recursion can afford; its smaller boards have them.
        let deep = asked && name != "halma";
        assert!(!deep || summary.longest[0] >= 3, "{name}: no win was longer than a few plies");
        assert!(!whole || name != "test-sowing" || summary.history > 0, "{name}: no case depended on the positions before");
    }
}

struct Again;

impl Visit for Again {
    type Answer = ();

    fn visit<G: Game>(&self, game: G) {
        let game = Tested::own(game);
        let lines: Vec<Line<Tested<G>>> =
            (0..20).map(|number| Line::random(&game, &mut rng(case_seed("proofs again", &game.name(), number)))).collect();
        let run = |prover: &mut Prover<Tested<G>>| -> Vec<_> {
            let limits = Limits::nodes(3_000);
            lines.iter().map(|line| prover.prove(&line.position(&game), 5, &limits)).collect()
        };
        let mut prover = Prover::new(game.clone(), 6);
        let told = run(&mut prover);
        assert_eq!(run(&mut Prover::new(game.clone(), 6)), told, "{}: a new prover does the same", game.name());
        for _ in 0..3 {
            prover.forget();
            assert_eq!(run(&mut prover), told, "{}: after forgetting the prover is as new", game.name());
        }
    }
}

#[test]
fn equal_input_gives_equal_nodes_and_proofs() {
    games::visit(&Again);
}

struct Kept;

impl Visit for Kept {
    type Answer = ();

    /// With every limit below what is needed the answer is that there is none, with every other the answer is the same.
    fn visit<G: Game>(&self, game: G) {
        let game = Tested::own(game);
        for case in 0..5 {
            let line = Line::random(&game, &mut rng(case_seed("proofs kept", &game.name(), case)));
            let position = line.position(&game);
            let mut prover = Prover::new(game.clone(), 8);
            let Ok(whole) = prover.prove(&position, 4, &Limits::nodes(2_000)) else { continue };
            let mut refuted = 0;
            for nodes in 0..whole.nodes + 3 {
                prover.forget();
                match prover.prove(&position, 4, &Limits::nodes(nodes)) {
                    Ok(proof) => {
                        assert!(nodes >= whole.nodes, "{}: {nodes} nodes cannot be enough", game.name());
                        assert_eq!(proof, whole, "{}", game.name());
                    }
                    Err(undecided) => {
                        assert!(nodes < whole.nodes, "{}: {nodes} nodes are enough", game.name());
                        assert_eq!(undecided.nodes, nodes, "{}: the limit is used up and not exceeded", game.name());
                        assert!(undecided.refuted >= refuted, "{}: more nodes tell more", game.name());
                        assert!(whole.plies.is_none_or(|plies| undecided.refuted < plies), "{}: refuted too much", game.name());
                        refuted = undecided.refuted;
                    }
                }
            }
            let long = whole.plies.is_none_or(|plies| plies > 2);
            assert!(!long || refuted == 2, "{}: one node short of the end two plies are refuted", game.name());
        }
    }
}

#[test]
fn a_node_limit_is_kept_exactly_and_never_taken_for_a_refutation() {
    games::visit(&Kept);
}

#[test]
#[cfg(feature = "breakthrough")]
fn a_stopped_proof_is_undecided() {
    let game = Tested::own(Breakthrough::<8, 8>::new());
    let stop = Stop::default();
    stop.stop();
    let limits = Limits { stop: Some(stop), ..Limits::default() };
    let mut prover = Prover::new(game.clone(), 10);
    let undecided = prover.prove(&Position::start(&game), 30, &limits).unwrap_err();
    assert_eq!(undecided, Undecided { refuted: 0, nodes: 0 });
}

#[test]
fn a_question_beyond_the_deepest_search_is_undecided_unless_it_is_answered_before() {
    // A king against a king can go on for as long as the rules let it, which is not long.
    let mut prover = Prover::new(Tested::own(Draughts6), 12);
    let position = |text: &str| Position::read(&Tested::own(Draughts6), Some(text), &[] as &[&str]).unwrap();
    let quiet = position("W:WK1:BK18");
    assert_eq!(prover.prove(&quiet, 256, &Limits::default()).map(|proof| proof.plies), Ok(None));
    let undecided = prover.prove(&quiet, 257, &Limits::default()).unwrap_err();
    assert_eq!(undecided.refuted, 256);
}

#[test]
#[cfg(feature = "breakthrough")]
fn a_finished_game_is_won_in_no_plies_or_never() {
    let game = Tested::own(Breakthrough::<8, 8>::new());
    let mut prover = Prover::new(game.clone(), 4);
    let position = Position::read(&game, Some("8/P7/8/8/8/8/7p/8 w"), &["a7a8"]).unwrap();
    let none = Proof { plies: None, moves: Vec::new(), nodes: 0 };
    assert_eq!(prover.prove(&position, 5, &Limits::default()), Ok(none));
    assert_eq!(prover.prove_loss(&position, 5, &Limits::default()), Ok(Some(0)));
    assert_eq!(prover.winning_moves(&position, 5, &Limits::default()).unwrap().moves, []);
}

#[test]
fn a_win_that_comes_too_late_by_a_rule_counter_is_none() {
    // With one king each, a win in three plies begins with two quiet moves, and after eighteen of them these draw.
    let mut prover = Prover::new(Tested::own(Draughts6), 12);
    let mut wins = 0;
    for (king, enemy) in (1..=18).flat_map(|king| (1..=18).map(move |enemy| (king, enemy))).filter(|(king, enemy)| king != enemy) {
        let mut prove = |quiet: &str| {
            let text = format!("W:WK{king}:BK{enemy}{quiet}");
            let position = Position::read(&Tested::own(Draughts6), Some(&text), &[] as &[&str]).unwrap();
            prover.prove(&position, 3, &Limits::default()).unwrap().plies
        };
        let plies = if king < enemy { [prove(""), prove(":H18")] } else { [prove(":H18"), prove("")] };
        let [long, short] = if king < enemy { plies } else { [plies[1], plies[0]] };
        if long == Some(3) {
            assert_eq!(short, None, "king {king}, enemy {enemy}");
            wins += 1;
        }
    }
    assert!(wins > 10, "{wins} wins in three plies");
}

#[test]
#[cfg(feature = "breakthrough")]
fn the_arena_answers_as_the_prover_does() {
    let game = Tested::own(Breakthrough::<6, 6>::new());
    let mut solver = GameArena::new(game.clone()).solver(8);
    let line = arena::Line::at("6/6/P5/5p/6/6 w");
    let position = Position::read(&game, line.start.as_deref(), &line.moves).unwrap();
    let nodes = Prover::new(game.clone(), 8).prove(&position, 5, &Limits::default()).unwrap().nodes;
    let won = Solved { decided: true, plies: Some(3), moves: vec!["a4a5".into(), "a4b5".into()], nodes };
    assert_eq!(solver.prove(&line, 5, &Limits::default()), Ok(won.clone()));
    solver.forget();
    assert_eq!(solver.prove(&line, 5, &Limits::default()), Ok(won), "after forgetting it takes as many nodes");
    solver.forget();
    let stopped = Solved { decided: false, plies: None, moves: Vec::new(), nodes: 3 };
    assert_eq!(solver.prove(&line, 5, &Limits::nodes(3)), Ok(stopped));
    // The enemy is a step from its goal, and the own piece two.
    let lost = solver.prove(&arena::Line::at("6/6/P5/6/5p/6 w"), 5, &Limits::default()).unwrap();
    assert_eq!((lost.decided, lost.plies, lost.moves), (true, None, Vec::new()));
    assert!(solver.prove(&arena::Line::at("no position"), 5, &Limits::default()).is_err());
}
