//! How often the table's practical mode gives another value than plain negamax: counted and printed, because only a legal move is promised.

use plysmith::game::Game;
use plysmith::{Engine, Limits};
use rand::RngExt;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, reference, rng, specs};

/// When an entry may answer: if it is at least as deep as is asked for, as in play, or only if it is as deep.
const ANSWERS: [&str; 2] = ["at_least", "equal"];

struct Rates;

/// Searches, how many of them gave another value, and how many did where only the position counts.
type Counts = [u64; 3];

impl Visit for Rates {
    /// For each of the answers; they are asked about the same cases, whose values are looked up once.
    type Answer = [Counts; 2];

    fn visit<G: Game>(&self, game: G) -> [Counts; 2] {
        let mut counts = [[0; 3]; 2];
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
            specs::set_table(&mut spec, "mode", "practical");
            let mut engines = ANSWERS.map(|answer| {
                specs::set_table(&mut spec, "answer", answer);
                Engine::new(game.clone(), &spec).unwrap()
            });
            // The reference has to evaluate as the spec says.
            let game = engines[0].game().clone();
            let known = reference::affordable(&game, &line, 6, 20_000);
            let (depth, values) = (known.len() as u32, &known[known.len() - 1]);
            for (engine, counts) in engines.iter_mut().zip(&mut counts) {
                let found = engine.search(&line.position(&game), &Limits::depth(depth));
                let legal = found.best.is_some_and(|best| values.of(best).is_some());
                assert!(legal, "{}: no legal move, seed {seed}\n{spec}", game.name());
                let differs = found.score != values.best();
                counts[0] += 1;
                counts[1] += u64::from(differs);
                counts[2] += u64::from(differs && line.is_plain(&game));
            }
        }
        counts
    }
}

#[test]
fn the_practical_table_gives_legal_moves_and_with_equal_depth_differs_only_where_repetition_or_counters_matter() {
    for (name, counts) in games::visit(&Rates) {
        for (answer, [searches, differ, _]) in ANSWERS.iter().zip(counts) {
            println!("{name}, practical table, answer {answer}: {differ} of {searches} values differ from plain negamax");
            assert!(searches > 0, "{name}: nothing was searched");
        }
        let [_, [.., differ]] = counts;
        assert!(differ == 0, "{name}: {differ} values differ with answers of equal depth where only the position counts");
    }
}
