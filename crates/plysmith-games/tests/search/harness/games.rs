//! The games that the search is tested on. A new game or size is one line in the list; a test fails while it is missing.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use plysmith::Game;
use plysmith_games::ataxx::Ataxx;
use plysmith_games::awari::Awari;
use plysmith_games::breakthrough::Breakthrough;
use plysmith_games::chess::Chess;
use plysmith_games::critical_mass::CriticalMass;
use plysmith_games::draughts::Draughts;
use plysmith_games::halma::Halma;
use plysmith_games::hexapawn::Hexapawn;
use plysmith_games::loa::LinesOfAction;
use plysmith_games::othello::Othello;
use plysmith_games::random::RandomGame;
use plysmith_games::testing::boxes::Boxes;
use plysmith_games::testing::draughts6::Draughts6;
use plysmith_games::testing::sowing::Sowing;
use plysmith_games::tic_tac_toe::TicTacToe;

/// Something to do with a game of any type.
pub trait Visit: Sync {
    /// What comes of it.
    type Answer: Send;
    /// Does it.
    fn visit<G: Game>(&self, game: G) -> Self::Answer;
}

macro_rules! games {
    ($($game:expr,)*) => {
        /// The names of all games, in the order of the list.
        pub fn names() -> Vec<String> {
            vec![$($game.name(),)*]
        }

        fn visit_one<V: Visit>(visitor: &V, at: usize) -> V::Answer {
            let visits: &[fn(&V) -> V::Answer] = &[$(|visitor| visitor.visit($game),)*];
            visits[at](visitor)
        }
    };
}

games! {
    Ataxx::new(7, 7).unwrap(),
    Ataxx::new(4, 4).unwrap(),
    Ataxx::new(5, 5).unwrap(),
    Ataxx::new(6, 6).unwrap(),
    Awari::new(),
    Breakthrough::<8, 8>::new(),
    Breakthrough::<6, 6>::new(),
    Breakthrough::<5, 5>::new(),
    Breakthrough::<5, 5, 1>::new(),
    Chess::new(),
    CriticalMass::new(5, 6).unwrap(),
    CriticalMass::new(2, 2).unwrap(),
    CriticalMass::new(2, 3).unwrap(),
    CriticalMass::new(3, 3).unwrap(),
    Draughts::<8>::english(),
    Draughts::<6>::english(),
    Halma::<8>::new(),
    Halma::<6>::new(),
    Halma::<4>::new(),
    Hexapawn::new(3, 3).unwrap(),
    Hexapawn::new(4, 4).unwrap(),
    Hexapawn::new(4, 5).unwrap(),
    Hexapawn::new(8, 8).unwrap(),
    LinesOfAction::<8>::new(),
    LinesOfAction::<5>::new(),
    Draughts::<8>::lose_checkers(),
    Draughts::<6>::lose_checkers(),
    Othello::<8>::new(),
    Othello::<6>::new(),
    Othello::<4>::new(),
    TicTacToe::new(),
    RandomGame::new(0),
    RandomGame::new(7),
    Draughts6,
    Sowing,
    Boxes,
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
fn every_bundled_game_and_size_is_tested() {
    let tested = names();
    for entry in plysmith_games::GAMES {
        for name in entry.variants.iter().chain([&entry.name]) {
            assert!(tested.iter().any(|tested| tested == name), "{name} is missing from the list in harness/games.rs");
        }
    }
}
