//! Whatever the selective half of the search leaves out, a score that says won or lost is a proof, and the line is one of legal moves.

use plysmith::game::Game;
use plysmith::{Engine, Limits, Score};
use rand::RngExt;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::reference;
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, number, rng, specs};

/// What plain negamax may cost to confirm a proof.
const BUDGET: u64 = 200_000;

/// What became of the cases of a game.
#[derive(Debug, Default)]
struct Summary {
    searches: u64,
    /// The search claimed a win or a loss.
    claims: u64,
    /// Plain negamax could afford to look.
    confirmed: u64,
}

struct Claims;

impl Visit for Claims {
    type Answer = Summary;

    fn visit<G: Game>(&self, game: G) -> Summary {
        let mut summary = Summary::default();
        let seeds = match number("PLYSMITH_CASE") {
            Some(seed) => vec![seed],
            None => (0..cases() / 8).map(|number| case_seed("selective", &game.name(), number)).collect(),
        };
        for seed in seeds {
            case(&game, seed, &mut summary);
        }
        summary
    }
}

fn case<G: Game>(game: &G, seed: u64, summary: &mut Summary) {
    let mut rng = rng(seed);
    let game = Tested { game: game.clone(), evaluation: Evaluation::random(&mut rng) };
    let mut line = if rng.random_bool(0.7) { Line::late(&game, &mut rng) } else { Line::random(&game, &mut rng) };
    let mut spec = specs::random(&game, |_| true, &mut rng);
    // In practical mode the table mixes up ways to a position, and repetition with them.
    specs::set_table(&mut spec, "mode", "exact");
    let mut engine = Engine::new(game.clone(), &spec).expect("a repaired spec is accepted");
    for _ in 0..3 {
        if line.open_moves(&game).is_empty() {
            return;
        }
        let limits = Limits { depth: Some(rng.random_range(1..7)), nodes: Some(20_000), ..Limits::default() };
        let found = engine.search(&line.position(&game), &limits);
        summary.searches += 1;
        let fault = |what: &str| -> ! {
            let name = game.name();
            panic!(
                "{name}: {what}\nfound {} at depth {} of {:?}, stopped {}\nafter {}\nevaluation {:?}\nspec:\n{spec}\n\
                 again: PLYSMITH_GAME={name} PLYSMITH_CASE={seed} cargo test -p plysmith-games --all-features --test search selective",
                found.score,
                found.depth,
                limits.depth,
                found.stopped,
                line.text(&game),
                game.evaluation,
            )
        };
        let mut after = line.clone();
        for &mv in &found.line {
            if !after.open_moves(&game).contains(&mv) {
                fault("the line has an illegal move");
            }
            after.play(&game, mv);
        }
        // A search that was stopped may not have tried the move that saves the game.
        let lost_in = found.score.lost_in().filter(|_| !found.stopped);
        if let Some((plies, margin)) = found.score.won_in().or(lost_in) {
            summary.claims += 1;
            let won = found.score.won_in().is_some();
            let wrong = |best: Score| (won && best < found.score) || (!won && best > found.score);
            if margin == 0 {
                // All that matters ends within so many plies; one more to see that a side has no move.
                if let Some(values) = reference::search(&game, &line, plies as u32 + 1, BUDGET) {
                    summary.confirmed += 1;
                    let best = values.best();
                    if wrong(best) {
                        fault(&format!("plain negamax says {best} at depth {plies}"));
                    }
                }
            } else if let Some(best) = to_the_end(&game, &line) {
                // A longer way may lead to a larger margin: only the whole tree tells.
                summary.confirmed += 1;
                if wrong(best) {
                    fault(&format!("plain negamax says {best} in the end"));
                }
            }
        }
        let Some(best) = found.best else { return };
        line.play(&game, best);
    }
}

/// The value of the whole tree, if plain negamax can afford it.
fn to_the_end<G: Game>(game: &G, line: &Line<G>) -> Option<Score> {
    let mut nodes = 0;
    for depth in 1..64 {
        let values = reference::search(game, line, depth, BUDGET)?;
        if values.nodes == nodes {
            return Some(values.best());
        }
        nodes = values.nodes;
    }
    None
}

#[test]
fn a_score_that_says_won_or_lost_is_a_proof_whatever_is_on() {
    let (mut claims, mut confirmed) = (0, 0);
    for (name, summary) in games::visit(&Claims) {
        println!("{name}: {summary:?}");
        claims += summary.claims;
        confirmed += summary.confirmed;
    }
    assert!(
        number("PLYSMITH_CASE").is_some() || confirmed * 4 > claims && confirmed > 100,
        "{confirmed} of {claims} claims were looked at"
    );
}
