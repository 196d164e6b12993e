//! Searching the position after every legal move: what each is really worth, as far as a deep search can tell.

use plysmith::Score;
use plysmith::arena::Line;
use plysmith::search::Watch;
use serde::{Deserialize, Serialize};

use super::{Limit, LineForm, SpecText, Trial, TrialError, Workbench, score_form};

/// Rate every legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// The engine that rates.
    pub spec: SpecText,
    /// The position.
    #[serde(with = "LineForm")]
    pub line: Line,
    /// How far behind each move.
    pub limit: Limit,
}

/// The moves with their values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// In generation order.
    pub moves: Vec<RatedMove>,
    /// Nodes visited for all of them.
    pub nodes: u64,
}

/// A move with its value for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedMove {
    /// The move.
    pub mv: String,
    /// Its value.
    #[serde(with = "score_form")]
    pub score: Score,
}

impl Trial for Rate {
    const KIND: &'static str = "rate";
    const VERSION: u32 = 1;
    type Result = Ratings;

    fn run(&self, bench: &mut Workbench) -> Result<Ratings, TrialError> {
        let limits = self.limit.limits(bench.stop());
        let rated = bench.player(&self.spec, &Watch::NOTHING)?.rate(&self.line, &limits)?;
        bench.unless_stopped()?;
        let moves = rated.moves.into_iter().map(|rated| RatedMove { mv: rated.mv, score: rated.score }).collect();
        Ok(Ratings { moves, nodes: rated.nodes })
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Rate {
    fn example() -> Rate {
        Rate { spec: super::kinds::plain(), line: super::kinds::line(), limit: Limit::depth(1) }
    }
}
