//! Games of self-play with the free inputs of their positions.

use plysmith::game::Side;
use serde::{Deserialize, Serialize};

use crate::play::Winner;
use crate::suite::SelfPlay;
use crate::trial::{Trial, TrialError, Workbench};

/// Play a game and write down the free inputs of some of its positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Positions {
    /// The game.
    pub play: SelfPlay,
    /// So many positions at most, spread over the game.
    pub positions: usize,
}

/// A game with its positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FreeGame {
    /// Who won; nothing if the game was left before its end.
    pub winner: Option<Winner>,
    /// Positions in which the game goes on.
    pub positions: Vec<FreePosition>,
}

/// A position as a network sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreePosition {
    /// The second side is to move.
    pub second: bool,
    /// The active inputs.
    pub active: Vec<u16>,
}

impl Trial for Positions {
    const KIND: &'static str = "free inputs";
    const VERSION: u32 = 1;
    type Result = FreeGame;

    fn run(&self, bench: &mut Workbench) -> Result<FreeGame, TrialError> {
        let line = self.play.play(bench)?.line;
        let winner = bench.board(&line)?.outcome().map(Winner::of);
        let mut all = bench.arena().inputs_along(&line, true)?;
        // Nothing is to be learned from the end, nor from moves drawn at random before anybody plays.
        all.pop();
        let all = all.split_off(self.play.players.random_plies.min(all.len()));
        let wanted = self.positions.min(all.len());
        let positions = (0..wanted).map(|number| &all[number * all.len() / wanted]);
        let seen = positions.map(|at| FreePosition { second: at.side == Side::Second, active: at.active.clone() });
        Ok(FreeGame { winner, positions: seen.collect() })
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Positions {
    fn example() -> Positions {
        let players = crate::suite::Players {
            specs: vec![crate::trial::kinds::plain()],
            depth: 1,
            temperatures: vec![0],
            random_plies: 2,
            longest: 100,
            setups: false,
        };
        Positions { play: SelfPlay { players, seed: 1, index: 0 }, positions: 3 }
    }
}
