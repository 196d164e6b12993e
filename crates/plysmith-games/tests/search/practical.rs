//! How often the table's practical mode gives another value than plain negamax: counted and printed, because only a legal move is promised.

use plysmith::game::Game;
use plysmith::{Engine, Limits};
use rand::RngExt;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, reference, rng, specs};

struct Rate {
    mode: &'static str,
    answer: &'static str,
}

impl Visit for Rate {
    /// Searches, how many of them gave another value, and how many did where only the position counts.
    type Answer = [u64; 3];

    fn visit<G: Game>(&self, game: G) -> [u64; 3] {
        let mut counts = [0; 3];
        for number in 0..cases() / 4 {
            let seed = case_seed("practical", &game.name(), number);
            let mut rng = rng(seed);
            // Half of the cases as in play, half with an evaluation that shows every difference.
            let evaluation = if rng.random_bool(0.5) { Evaluation::Own } else { Evaluation::Hashed { seed, limit: 1_000 } };
            let game = Tested { game: game.clone(), evaluation };
            let line = Line::random(&game, &mut rng);
            let mut spec = specs::random(&game, specs::preserving, &mut rng);
            spec.switch_on("table").unwrap();
            spec.set("table", "bits", 10).unwrap();
            specs::set_table(&mut spec, "mode", self.mode);
            specs::set_table(&mut spec, "answer", self.answer);
            let mut engine = Engine::new(game, &spec).unwrap();
            let game = engine.game().clone();
            let values = (1..=6).map_while(|depth| Some((depth, reference::search(&game, &line, depth, 20_000)?))).last();
            let Some((depth, values)) = values else { continue };
            let found = engine.search(&line.position(&game), &Limits::depth(depth));
            assert!(
                found.best.is_some_and(|best| values.of(best).is_some()),
                "{}: no legal move, seed {seed}\n{spec}",
                game.name()
            );
            counts[0] += 1;
            let differs = found.score != values.best();
            counts[1] += u64::from(differs);
            counts[2] += u64::from(differs && line.is_plain(&game));
        }
        counts
    }
}

fn rates(mode: &'static str, answer: &'static str) -> Vec<(String, [u64; 3])> {
    let rates = games::visit(&Rate { mode, answer });
    for (name, [searches, differ, _]) in &rates {
        println!("{name}, {mode} table, answer {answer}: {differ} of {searches} values differ from plain negamax");
        assert!(*searches > 0, "{name}: nothing was searched");
    }
    rates
}

#[test]
fn the_practical_table_gives_legal_moves_and_its_differences_are_counted() {
    rates("practical", "at_least");
}

#[test]
fn the_practical_table_with_equal_depth_differs_only_where_repetition_or_counters_matter() {
    for (name, [.., differ]) in rates("practical", "equal") {
        assert!(differ == 0, "{name}: {differ} values differ");
    }
}
