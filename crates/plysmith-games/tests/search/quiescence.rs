//! Beyond the horizon the search has the value of a quiescence search without a window, as plain as the reference.

use plysmith::game::{Capability, Game};
use plysmith::{Engine, Limits, Score, Spec};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::reference::settle;
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, rng};

/// The parameters, and what was met.
#[derive(Debug)]
struct Plain {
    plies: usize,
    moves: usize,
    fair: bool,
    checks: usize,
    /// Positions in check with several evasions, of which one that quiescence would not try elsewhere was the best.
    late_evasions: u64,
}

impl Plain {
    fn random(rng: &mut Pcg64Mcg) -> Plain {
        Plain {
            plies: rng.random_range(1..=3),
            moves: rng.random_range(1..=3),
            fair: rng.random_bool(0.5),
            checks: rng.random_range(0..=3),
            late_evasions: 0,
        }
    }

    fn spec(&self) -> Spec {
        let Plain { plies, moves, fair, checks, .. } = self;
        let text = format!("[alpha_beta]\n[quiescence]\nplies = {plies}\nmoves = {moves}\nfair = {fair}\nchecks = {checks}\n");
        Spec::parse(&text).expect("these are its parameters")
    }

    /// The value of a move for the side that plays it.
    fn after<G: Game>(&mut self, game: &G, line: &mut Line<G>, mv: G::Move, ply: usize) -> Score {
        let side = game.side(line.last());
        line.play(game, mv);
        let value = self.value(game, line, ply);
        let turned = if game.side(line.last()) == side { value } else { -value };
        line.take_back(1);
        turned
    }

    /// The value of a position for the side to move, `ply` moves after the root, whose children are the horizon.
    fn value<G: Game>(&mut self, game: &G, line: &mut Line<G>, ply: usize) -> Score {
        let (state, beyond) = (line.last().clone(), ply - 1);
        if let Some(outcome) = game.outcome(&state) {
            return settle(game, &state, outcome, ply);
        }
        if line.is_repeated() {
            return settle(game, &state, game.repeated(&state), ply);
        }
        let estimate = Score::evaluation(game.evaluate(&state));
        if beyond >= self.plies {
            return estimate;
        }
        let in_check = beyond < self.checks && game.in_check(&state);
        let may_stop = !in_check && !G::TACTICAL_FORCED;
        let mut moves = Vec::new();
        if in_check {
            game.evasions(&state, &mut moves)
        } else {
            game.tactical_moves(&state, &mut moves)
        }
        if in_check && moves.is_empty() {
            // The opponent wins whatever is played.
            game.moves(&state, &mut moves);
            moves.truncate(1);
            if moves.is_empty() {
                return settle(game, &state, game.no_moves(&state), ply);
            }
        }
        moves.sort_by_key(|&mv| std::cmp::Reverse(game.tactical(&state, mv)));
        let unfair = |mv: &G::Move| self.fair && game.tactical(&state, *mv) < G::FAIR && G::FAIR > 1;
        let few = moves.iter().position(unfair).unwrap_or(moves.len()).min(self.moves.saturating_sub(beyond).max(1));
        if may_stop {
            moves.truncate(few);
        }
        let values: Vec<Score> = moves.into_iter().map(|mv| self.after(game, line, mv, ply + 1)).collect();
        let best = values.iter().copied().max();
        self.late_evasions += u64::from(in_check && few > 0 && best > values[..few].iter().copied().max());
        if may_stop { best.map_or(estimate, |best| best.max(estimate)) } else { best.unwrap_or(estimate) }
    }
}

struct Horizons;

impl Visit for Horizons {
    type Answer = u64;

    fn visit<G: Game>(&self, game: G) -> u64 {
        if !Capability::Tactical.of::<G>() {
            return 0;
        }
        let mut late_evasions = 0;
        for number in 0..cases() / 10 {
            let seed = case_seed("quiescence", &game.name(), number);
            let mut rng = rng(seed);
            let game = Tested { game: game.clone(), evaluation: Evaluation::random(&mut rng) };
            let mut line = if rng.random_bool(0.5) { Line::late(&game, &mut rng) } else { Line::random(&game, &mut rng) };
            let mut plain = Plain::random(&mut rng);
            let moves = line.open_moves(&game);
            let Some(expected) = moves.into_iter().map(|mv| plain.after(&game, &mut line, mv, 1)).max() else { continue };
            let mut engine = Engine::new(game.clone(), &plain.spec()).expect("the game has tactical moves");
            let found = engine.search(&line.position(&game), &Limits::depth(1));
            assert_eq!(
                found.score,
                expected,
                "{} seed {seed}: {plain:?}, evaluation {:?}\nafter {}",
                game.name(),
                game.evaluation,
                line.text(&game)
            );
            late_evasions += plain.late_evasions;
        }
        late_evasions
    }
}

#[test]
fn quiescence_has_the_value_of_a_plain_one_and_tries_every_move_in_check() {
    let late = games::visit(&Horizons);
    println!("the best evasion comes late: {late:?}");
    let total: u64 = late.iter().map(|(_, count)| count).sum();
    assert!(std::env::var_os("PLYSMITH_GAME").is_some() || total * 25 > cases(), "checks are hardly met: {total} late evasions");
}
