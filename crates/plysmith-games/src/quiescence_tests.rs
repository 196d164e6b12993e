//! What a game calls tactical, fair and check decides how big a quiescence search gets. Here a plain one counts nodes at leaves such as a
//! search meets: after any move, with a window at the value before it.

use plysmith::Game;
use plysmith::game::Outcome;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const WIN: i32 = 1_000_000;

/// A search that is this big does not end in practice.
const ENDLESS: u64 = 20_000;

fn result<G: Game>(game: &G, state: &G::State, outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win { side, .. } if side == game.side(state) => WIN,
        Outcome::Win { .. } => -WIN,
    }
}

/// The value of a position to the side to move, by its tactical moves alone, or by all moves in check.
fn quiesce<G: Game>(game: &G, state: &G::State, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let Some(outcome) = game.outcome(state) {
        return result(game, state, outcome);
    }
    assert!(*nodes < ENDLESS, "{}: a quiescence search does not end near {}", game.name(), game.write_position(state));
    let (mut moves, mut best) = (Vec::new(), -WIN);
    if game.in_check(state) {
        game.moves(state, &mut moves);
        if moves.is_empty() {
            return result(game, state, game.no_moves(state));
        }
    } else {
        game.tactical_moves(state, &mut moves);
        if !G::TACTICAL_FORCED || moves.is_empty() {
            best = game.evaluate(state);
            alpha = alpha.max(best);
            moves.retain(|&mv| game.tactical(state, mv) >= G::FAIR);
        }
    }
    moves.sort_by_key(|&mv| std::cmp::Reverse(game.tactical(state, mv)));
    for mv in moves {
        if alpha >= beta {
            break;
        }
        let mut child = state.clone();
        game.play(&mut child, mv);
        best = best.max(-quiesce(game, &child, -beta, -alpha, nodes));
        alpha = alpha.max(best);
    }
    best
}

/// Nodes for a leaf on average, in games in which most moves are those that look best at once.
fn nodes_per_leaf<G: Game>(game: &G) -> f64 {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut leaves, mut nodes) = (0, 0);
    for _ in 0..20 {
        let mut state = game.start();
        for _ in 0..150 {
            let mut moves = Vec::new();
            if game.outcome(&state).is_none() {
                game.moves(&state, &mut moves);
            }
            if moves.is_empty() {
                break;
            }
            let value = game.evaluate(&state);
            let after = |mv| {
                let mut child = state.clone();
                game.play(&mut child, mv);
                let value = game.outcome(&child).map_or_else(|| game.evaluate(&child), |outcome| result(game, &child, outcome));
                (value, child)
            };
            let mut children: Vec<(i32, G::State)> = moves.into_iter().map(after).collect();
            for _ in 0..3 {
                let (_, child) = &children[rng.random_range(0..children.len())];
                let mut count = 0;
                quiesce(game, child, -value - 1, -value, &mut count);
                leaves += 1;
                nodes += count;
            }
            let random = rng.random_range(0..children.len());
            let best = (0..children.len()).min_by_key(|&index| children[index].0).unwrap_or(random);
            state = children.swap_remove(if rng.random_range(0..5) == 0 { random } else { best }).1;
        }
    }
    nodes as f64 / f64::from(leaves)
}

fn check<G: Game>(game: &G, most: f64) {
    let nodes = nodes_per_leaf(game);
    assert!((1.0..most).contains(&nodes), "{}: {nodes} nodes for a leaf", game.name());
}

/// The bounds are about half as much again as what was measured when the ranks were chosen. Ataxx with captures of four is at 150, Halma with moves
/// by six at 5.
#[test]
fn a_quiescence_search_stays_small_in_every_game_with_tactical_moves() {
    check(&crate::ataxx::Ataxx::new(7, 7).unwrap(), 2.0);
    check(&crate::awari::Awari::new(), 1.5);
    check(&crate::breakthrough::Breakthrough::<8, 8>::new(), 3.5);
    check(&crate::chess::Chess::new(), 2.0);
    check(&crate::critical_mass::CriticalMass::new(5, 6).unwrap(), 3.0);
    check(&crate::draughts::Draughts::<8>::english(), 2.5);
    check(&crate::draughts::Draughts::<8>::lose_checkers(), 2.0);
    check(&crate::halma::Halma::<8>::new(), 2.0);
    check(&crate::hexapawn::Hexapawn::new(8, 8).unwrap(), 2.0);
    check(&crate::loa::LinesOfAction::<8>::new(), 4.0);
    check(&crate::othello::Othello::<8>::new(), 1.5);
}
