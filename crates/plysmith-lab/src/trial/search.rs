//! Searching one position, or the positions of a sequence with tables that persist from one to the next.

use plysmith::arena::{Line, Player, SearchReport};
use plysmith::search::Watch;
use plysmith::{Limits, Score};
use serde::{Deserialize, Serialize};

use super::{Limit, LineForm, SpecText, Trial, TrialError, Workbench, score_form};

/// Search a position with a new engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The engine.
    pub spec: SpecText,
    /// The position.
    #[serde(with = "LineForm")]
    pub line: Line,
    /// How far.
    pub limit: Limit,
    /// Features of moves to count, each the atoms that must all hold.
    pub features: Vec<u64>,
}

/// Search the positions of a game one after the other, keeping what was learned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequence {
    /// The engine.
    pub spec: SpecText,
    /// The game: every position after at least `first` of its moves is searched, the last one included.
    #[serde(with = "LineForm")]
    pub line: Line,
    /// The first position, by the number of moves before it.
    pub first: usize,
    /// How far, each.
    pub limit: Limit,
    /// Features of moves to count.
    pub features: Vec<u64>,
}

/// What a search found, and what the tree looked like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Searched {
    /// The move; `None` if the game is over.
    pub best: Option<String>,
    /// Its value for the side to move.
    #[serde(with = "score_form")]
    pub score: Score,
    /// The depth of the last complete iteration.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// A limit ended the search before its depth.
    pub stopped: bool,
    /// Every iteration that was completed.
    pub iterations: Vec<Iteration>,
    /// The deepest line, in plies.
    pub height: u32,
    /// Cutoffs by how many moves had been tried before.
    pub cutoffs: Vec<u64>,
    /// Legal moves at the nodes that were cut off, added up.
    pub moves_at_cutoffs: u64,
    /// How often a move became the best inside the window.
    pub value_changes: u64,
    /// Moves searched, if features were counted.
    pub moves: u64,
    /// How many of those have any of the features.
    pub matching: u64,
    /// How many of those have each feature.
    pub features: Vec<u64>,
    /// What enhancements sampled, each by its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<(String, Vec<f32>)>,
}

/// An iteration of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its depth.
    pub depth: u32,
    /// Nodes visited up to its end.
    pub nodes: u64,
    /// The best move.
    pub best: String,
    /// Its value.
    #[serde(with = "score_form")]
    pub score: Score,
}

impl Searched {
    /// The share of the moves searched that have each feature.
    pub fn frequencies(&self) -> Vec<f64> {
        self.features.iter().map(|&count| count as f64 / self.moves.max(1) as f64).collect()
    }

    /// The nodes after which the best move was one of these and stayed so to the end.
    pub fn nodes_to(&self, right: impl Fn(&str) -> bool) -> Option<u64> {
        if !self.best.as_deref().is_some_and(&right) {
            return None;
        }
        let wrong = self.iterations.iter().rposition(|iteration| !right(&iteration.best));
        let first = wrong.map_or(0, |at| at + 1);
        Some(self.iterations.get(first).map_or(self.nodes, |iteration| iteration.nodes))
    }
}

impl Trial for Search {
    const KIND: &'static str = "search";
    const VERSION: u32 = 1;
    type Result = Searched;

    fn run(&self, bench: &mut Workbench) -> Result<Searched, TrialError> {
        let limits = self.limit.limits(bench.stop());
        let watch = Watch { tree: true, features: self.features.clone() };
        let searched = search(bench.player(&self.spec, &watch)?, &self.line, &limits)?;
        bench.unless_stopped()?;
        Ok(searched)
    }
}

impl Trial for Sequence {
    const KIND: &'static str = "sequence";
    const VERSION: u32 = 1;
    type Result = Vec<Searched>;

    fn run(&self, bench: &mut Workbench) -> Result<Vec<Searched>, TrialError> {
        let limits = self.limit.limits(bench.stop());
        let watch = Watch { tree: true, features: self.features.clone() };
        let player = bench.player(&self.spec, &watch)?;
        let mut searched = Vec::new();
        let mut line = Line { start: self.line.start.clone(), moves: self.line.moves[..self.first].to_vec() };
        loop {
            searched.push(search(player, &line, &limits)?);
            let Some(next) = self.line.moves.get(line.moves.len()) else { break };
            line.moves.push(next.clone());
        }
        bench.unless_stopped()?;
        Ok(searched)
    }
}

fn search(player: &mut dyn Player, line: &Line, limits: &Limits) -> Result<Searched, TrialError> {
    let mut iterations = Vec::new();
    let report = player.search(line, limits, &mut |report: &SearchReport| {
        let best = report.best.clone().unwrap_or_default();
        iterations.push(Iteration { depth: report.depth, nodes: report.nodes, best, score: report.score });
    })?;
    let statistics = report.statistics.unwrap_or_default();
    Ok(Searched {
        best: report.best,
        score: report.score,
        depth: report.depth,
        nodes: report.nodes,
        stopped: report.stopped,
        iterations,
        height: statistics.height,
        cutoffs: statistics.cutoffs.to_vec(),
        moves_at_cutoffs: statistics.moves_at_cutoffs,
        value_changes: statistics.value_changes,
        moves: statistics.moves,
        matching: statistics.matching,
        features: statistics.features,
        samples: report.samples.into_iter().map(|samples| (samples.enhancement.into(), samples.values)).collect(),
    })
}

#[cfg(test)]
impl crate::trial::kinds::Example for Search {
    fn example() -> Search {
        let (spec, line) = (super::kinds::plain(), super::kinds::line());
        Search { spec, line, limit: Limit::depth(2), features: vec![1] }
    }
}

#[cfg(test)]
impl crate::trial::kinds::Example for Sequence {
    fn example() -> Sequence {
        let (spec, line) = (super::kinds::plain(), super::kinds::line());
        Sequence { spec, line, first: 1, limit: Limit::depth(1), features: Vec::new() }
    }
}
