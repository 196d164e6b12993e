//! The games that the search is tested on. A new game or size is one line in the list, with its feature; a test fails while it is missing.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use plysmith::Game;
use plysmith_games::testing::boxes::Boxes;
use plysmith_games::testing::draughts6::Draughts6;
use plysmith_games::testing::sowing::Sowing;

/// Something to do with a game of any type.
pub trait Visit: Sync {
    /// What comes of it.
    type Answer: Send;
    /// Does it.
    fn visit<G: Game>(&self, game: G) -> Self::Answer;
}

macro_rules! games {
    ($($feature:literal: $game:expr,)*) => {
        /// The names of all games that are compiled, in the order of the list.
        pub fn names() -> Vec<String> {
            [$(#[cfg(feature = $feature)] $game.name(),)*].into()
        }

        fn visit_one<V: Visit>(visitor: &V, at: usize) -> V::Answer {
            let visits: &[fn(&V) -> V::Answer] = &[$(#[cfg(feature = $feature)] |visitor| visitor.visit($game),)*];
            visits[at](visitor)
        }
    };
}

games! {
    "ataxx": plysmith_games::ataxx::Ataxx::new(7, 7).unwrap(),
    "ataxx": plysmith_games::ataxx::Ataxx::new(4, 4).unwrap(),
    "ataxx": plysmith_games::ataxx::Ataxx::new(5, 5).unwrap(),
    "ataxx": plysmith_games::ataxx::Ataxx::new(6, 6).unwrap(),
    "awari": plysmith_games::awari::Awari::new(),
    "breakthrough": plysmith_games::breakthrough::Breakthrough::<8, 8>::new(),
    "breakthrough": plysmith_games::breakthrough::Breakthrough::<6, 6>::new(),
    "breakthrough": plysmith_games::breakthrough::Breakthrough::<5, 5>::new(),
    "breakthrough": plysmith_games::breakthrough::Breakthrough::<5, 5, 1>::new(),
    "chess": plysmith_games::chess::Chess::new(),
    "critical-mass": plysmith_games::critical_mass::CriticalMass::new(5, 6).unwrap(),
    "critical-mass": plysmith_games::critical_mass::CriticalMass::new(2, 2).unwrap(),
    "critical-mass": plysmith_games::critical_mass::CriticalMass::new(2, 3).unwrap(),
    "critical-mass": plysmith_games::critical_mass::CriticalMass::new(3, 3).unwrap(),
    "draughts": plysmith_games::draughts::Draughts::<8>::english(),
    "draughts": plysmith_games::draughts::Draughts::<6>::english(),
    "halma": plysmith_games::halma::Halma::<8>::new(),
    "halma": plysmith_games::halma::Halma::<6>::new(),
    "halma": plysmith_games::halma::Halma::<4>::new(),
    "hexapawn": plysmith_games::hexapawn::Hexapawn::new(3, 3).unwrap(),
    "hexapawn": plysmith_games::hexapawn::Hexapawn::new(4, 4).unwrap(),
    "hexapawn": plysmith_games::hexapawn::Hexapawn::new(4, 5).unwrap(),
    "hexapawn": plysmith_games::hexapawn::Hexapawn::new(8, 8).unwrap(),
    "loa": plysmith_games::loa::LinesOfAction::<8>::new(),
    "loa": plysmith_games::loa::LinesOfAction::<5>::new(),
    "draughts": plysmith_games::draughts::Draughts::<8>::lose_checkers(),
    "draughts": plysmith_games::draughts::Draughts::<6>::lose_checkers(),
    "othello": plysmith_games::othello::Othello::<8>::new(),
    "othello": plysmith_games::othello::Othello::<6>::new(),
    "othello": plysmith_games::othello::Othello::<4>::new(),
    "tic-tac-toe": plysmith_games::tic_tac_toe::TicTacToe::new(),
    "random": plysmith_games::random::RandomGame::new(0),
    "random": plysmith_games::random::RandomGame::new(7),
    "test-games": Draughts6,
    "test-games": Sowing,
    "test-games": Boxes,
}

/// Visits every game (or the one that `PLYSMITH_GAME` names), two at a time; answers with name and outcome in the order of the list.
pub fn visit<V: Visit>(visitor: &V) -> Vec<(String, V::Answer)> {
    let only = std::env::var("PLYSMITH_GAME").ok();
    let chosen: Vec<(usize, String)> =
        names().into_iter().enumerate().filter(|(_, name)| only.as_ref().is_none_or(|only| only == name)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((at, name)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let answer = catch_unwind(AssertUnwindSafe(|| visit_one(visitor, *at))).unwrap_or_else(|panic| {
                // One failure is enough: the other thread need not begin another game.
                next.store(chosen.len(), Ordering::Relaxed);
                resume_unwind(panic)
            });
            done.push((*at, name.clone(), answer));
        }
        done
    };
    let mut answers: Vec<_> = thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    answers.sort_by_key(|&(at, ..)| at);
    answers.into_iter().map(|(_, name, answer)| (name, answer)).collect()
}

#[test]
#[cfg(feature = "register")]
fn every_bundled_game_and_size_is_tested() {
    let tested = names();
    for entry in plysmith_games::GAMES {
        for name in entry.variants.iter().chain([&entry.name]) {
            assert!(tested.iter().any(|tested| tested == name), "{name} is missing from the list in harness/games.rs");
        }
    }
}
