//! With all capabilities hidden every game still has sound engines: the search then knows no more of it than of a game that declares nothing.

use plysmith::arena::{GameArena, Line as Text};
use plysmith::enhance::CARDS;
use plysmith::game::{Capabilities, Capability, Game};
use plysmith::search::Watch;
use plysmith::{Arena, Engine, Limits};
use rand::RngExt;

use crate::harness::games::{self, Visit};
use crate::harness::line::Line;
use crate::harness::reference;
use crate::harness::tested::{Evaluation, Tested};
use crate::harness::{case_seed, cases, rng, specs};

/// What plain negamax may cost in one case.
const BUDGET: u64 = 5_000;
/// Of so many cases of a run one is for this test.
const SHARE: u64 = 4;

struct Values;

impl Visit for Values {
    type Answer = u64;

    fn visit<G: Game>(&self, game: G) -> u64 {
        let mut searched = 0;
        for number in 0..cases() / SHARE {
            let seed = case_seed("hidden", &game.name(), number);
            let mut rng = rng(seed);
            let game = Tested { game: game.clone(), evaluation: Evaluation::random(&mut rng) };
            // All of them in half of the cases, otherwise some.
            let some = Capability::ALL.into_iter().filter(|_| rng.random_bool(0.5)).fold(Capabilities::NONE, Capabilities::with);
            let hidden = if number % 2 == 0 { Capabilities::all() } else { some };
            let is_shown = |name: &str| {
                CARDS.iter().any(|card| card.name == name && !card.capabilities.iter().any(|&needed| hidden.contains(needed)))
            };
            let mut spec = specs::random(&game, |name| specs::preserving(name) && is_shown(name), &mut rng);
            spec.evaluation = None;
            spec.set_hidden(hidden);
            specs::set_table(&mut spec, "mode", "exact");
            let line = Line::random(&game, &mut rng);
            if line.open_moves(&game).is_empty() {
                continue;
            }
            let mut engine = Engine::new(game.clone(), &spec).unwrap_or_else(|error| panic!("{}: {error}\n{spec}", game.name()));
            let game = engine.game().clone();
            let known = reference::affordable(&game, &line, 6, BUDGET);
            let (depth, expected) = (known.len() as u32, &known[known.len() - 1]);
            let found = engine.search(&line.position(&game), &Limits::depth(depth));
            let text = || format!("{} seed {seed}, depth {depth} after {}\n{spec}", game.name(), line.text(&game));
            assert_eq!(found.score, expected.best(), "{}", text());
            assert_eq!(found.best.and_then(|best| expected.of(best)), Some(expected.best()), "{}", text());
            searched += 1;
        }
        searched
    }
}

#[test]
fn with_capabilities_hidden_the_value_is_still_that_of_plain_negamax() {
    for (name, searched) in games::visit(&Values) {
        assert!(searched * 2 > cases() / SHARE, "{name}: only {searched} cases could be searched");
    }
}

struct Games;

impl Visit for Games {
    type Answer = ();

    fn visit<G: Game>(&self, game: G) {
        let arena = GameArena::new(Tested::own(game)).hiding(Capabilities::all());
        let card = arena.card();
        assert_eq!((card.capabilities, card.hidden), (Capabilities::NONE, Capabilities::of::<G>()), "{}", card.name);
        for preset in &card.presets {
            let spec = arena.preset(preset).unwrap_or_else(|error| panic!("{}, {preset}: {error}", card.name));
            arena.check_spec(&spec).unwrap_or_else(|error| panic!("{}, {preset}: {error}", card.name));
            assert_eq!(spec.hidden(), card.hidden, "{}, {preset}", card.name);
        }
        for preset in ["generic", "default"] {
            let mut player = arena.player(&arena.preset(preset).unwrap(), &Watch::NOTHING).unwrap();
            let (mut board, mut line) = (arena.board(&Text::start()).unwrap(), Text::start());
            while board.outcome().is_none() && line.moves.len() < 60 {
                let found = player.search(&line, &Limits::nodes(300), &mut |_| {}).unwrap();
                let best = found.best.expect("the game is not over");
                board.play(&best).unwrap_or_else(|error| panic!("{}, {preset}: {error}", card.name));
                line.moves.push(best);
            }
            assert!(!line.moves.is_empty(), "{}", card.name);
        }
    }
}

#[test]
fn with_all_capabilities_hidden_every_preset_is_sound_and_the_default_plays_legal_games() {
    games::visit(&Games);
}
