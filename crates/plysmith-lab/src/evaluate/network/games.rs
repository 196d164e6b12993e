//! Self-play to learn from: short games of an engine against itself, each from some random moves, with what the engine thought of every position.

use plysmith::Score;
use plysmith::arena::Line;
use plysmith::search::Watch;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::play::{Winner, mixed};
use crate::trial::{Limit, SpecText, Trial, TrialError, Workbench};

/// Play some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayGames {
    /// The engine, on both sides.
    pub spec: SpecText,
    /// Nodes a move.
    pub nodes: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// Which games: the first of them is this number times `games`.
    pub index: u64,
    /// How many.
    pub games: u64,
    /// How many random moves a game begins with, at least and at most.
    pub random: [usize; 2],
    /// In a thousand moves behind those, so many are drawn at random too.
    pub noise: u32,
}

/// A game, as short as it can be said: positions follow from the moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningGame {
    /// The moves from the start of the game, with a blank between each two.
    pub moves: String,
    /// What the side to move thought of the position before each move, in points; `None` where the move was drawn at random.
    pub scores: Vec<Option<i32>>,
    /// Who won, by the rules or by a proof.
    pub winner: Winner,
}

impl LearningGame {
    /// The game as a line from the start.
    pub fn line(&self) -> Line {
        Line { start: None, moves: self.moves.split_whitespace().map(String::from).collect() }
    }
}

/// A game that is longer is a draw.
const LONGEST: usize = 400;

impl Trial for SelfPlayGames {
    const KIND: &'static str = "self-play to learn from";
    const VERSION: u32 = 1;
    type Result = Vec<LearningGame>;

    fn run(&self, bench: &mut Workbench) -> Result<Vec<LearningGame>, TrialError> {
        let mut borrowed = bench.take_player(&self.spec, &Watch::NOTHING)?;
        let mut games = Vec::new();
        for number in 0..self.games {
            borrowed.player.new_game();
            let mut rng = Pcg64Mcg::seed_from_u64(mixed(self.seed, self.index * self.games + number));
            let limits = Limit::nodes(self.nodes.max(1)).limits(bench.stop());
            let opening = rng.random_range(self.random[0]..=self.random[1]);
            let played = borrowed.player.play_itself(&limits, LONGEST, &mut |plies, moves| {
                let drawn = plies < opening || (self.noise > 0 && rng.random_range(0..1_000) < self.noise);
                drawn.then(|| rng.random_range(0..moves))
            });
            bench.unless_stopped()?;
            games.push(LearningGame {
                moves: played.moves.join(" "),
                scores: played.scores.iter().map(|score| score.map(Score::points)).collect(),
                winner: played.outcome.map_or(Winner::Nobody, Winner::of),
            });
        }
        bench.put_back(borrowed);
        Ok(games)
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for SelfPlayGames {
    fn example() -> SelfPlayGames {
        let spec = crate::trial::kinds::plain();
        SelfPlayGames { spec, nodes: 30, seed: 1, index: 2, games: 2, random: [1, 3], noise: 200 }
    }
}
