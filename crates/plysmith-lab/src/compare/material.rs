//! What a selection is made on, when nobody brings anything: by self-play.

use plysmith::arena::Line;
use plysmith::{Arena, Spec};

use super::comparison::{Comparison, Metric, text};
use super::{Choice, Method, Round};
use crate::lab::{Lab, LabError};
use crate::measure::{Measured, measure};
use crate::suite::make::{self, SuitePlan};
use crate::suite::{Kind, Players, Split, Suite, usual_length};
use crate::trial::Limit;

/// How much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Sequences to learn from; as many again judge what was learned.
    pub sequences: usize,
    /// How many times as many are held out.
    pub held_out: u32,
    /// Positions in each.
    pub length: usize,
    /// Positions with the values of their moves to learn from; as many again are held out.
    pub positions: usize,
    /// Openings for games, each for a pair of them that a candidate plays at most; as many again judge what was learned.
    pub openings: usize,
    /// About so many nodes a position are what the spec that is started from searches.
    pub nodes: u64,
}

impl Default for Size {
    fn default() -> Size {
        Size { sequences: 40, held_out: 1, length: 4, positions: 150, openings: 150, nodes: 40_000 }
    }
}

/// Positions and openings.
#[derive(Clone, Debug)]
pub struct Material {
    /// For what a search costs.
    pub sequences: Suite,
    /// For how good its moves are.
    pub positions: Suite,
    /// Pairs of games that a candidate plays at most.
    pub pairs: usize,
    /// How deep the spec that is started from gets with the nodes of the size.
    pub depth: u32,
    /// Those nodes.
    pub nodes: u64,
    /// The seed of everything.
    pub seed: u64,
}

/// How many times the nodes of the size the values of moves are searched for, all moves of a position together.
const REFERENCE: u64 = 10;

/// The depth that half of the entries reach. A mean would be that of a few positions at the end of a game, which can be searched to any depth.
fn usual_depth(searched: &[Measured]) -> u32 {
    let depth = |measured: &Measured| measured.depth as f64 / measured.positions.max(1) as f64;
    let mut depths: Vec<f64> = searched.iter().map(depth).collect();
    depths.sort_by(f64::total_cmp);
    depths.get(depths.len() / 2).map_or(0, |depth| depth.round() as u32)
}

impl Material {
    /// Makes what the metrics need.
    pub fn make(lab: &mut Lab, start: &Spec, metrics: &[Metric], size: Size, seed: u64) -> Result<Material, LabError> {
        let players = Players::usual(lab.arena())?;
        let usual = usual_length(lab.arena())?;
        let shares = [1, 1, size.held_out];
        let plan = SuitePlan { players, seed, count: size.sequences * shares.iter().sum::<u32>() as usize, shares };
        let length = size.length.min(usual / 4).max(1);
        let sequences = make::sequences(lab, &plan, length)?;
        Material::on(lab, sequences, start, metrics, size, seed)
    }

    /// The same on positions that somebody brings for what a search costs: where these are not divided into parts, every third judges and every third is held out.
    pub fn brought(
        lab: &mut Lab,
        mut suite: Suite,
        start: &Spec,
        metrics: &[Metric],
        size: Size,
        seed: u64,
    ) -> Result<Material, LabError> {
        if Split::ALL.iter().any(|part| suite.split(Some(*part)).is_empty()) {
            suite.entries.iter_mut().zip(Split::ALL.into_iter().cycle()).for_each(|(entry, part)| entry.split = part);
        }
        Material::on(lab, suite, start, metrics, size, seed)
    }

    fn on(lab: &mut Lab, sequences: Suite, start: &Spec, metrics: &[Metric], size: Size, seed: u64) -> Result<Material, LabError> {
        let players = Players::usual(lab.arena())?;
        let plan = |count: usize, seed, shares: [u32; 3]| {
            let count = count * shares.iter().sum::<u32>() as usize;
            SuitePlan { players: players.clone(), seed, count, shares }
        };
        // Also where quality counts: nodes are timed on these.
        let start_text = text(lab, start)?;
        let train = sequences.split(Some(Split::Train));
        let searched = measure(lab, "how deep", sequences.kind, &train, &start_text, Limit::nodes(size.nodes))?;
        let depth = usual_depth(&searched).max(2);
        let mut positions = Suite { entries: Vec::new(), kind: Kind::Scores, ..sequences.clone() };
        if metrics.iter().any(|metric| matches!(metric, Metric::Loss | Metric::Solved)) {
            let mut reference = lab.arena().preset("default")?;
            reference.evaluate_like(start);
            let branching = lab.arena().view(&Line::start()).map_or(30, |view| view.moves.len().max(4)) as u64;
            let limit = Limit::nodes((REFERENCE * size.nodes / branching).max(2_000));
            let reference = text(lab, &reference)?;
            positions = make::scores(lab, &plan(size.positions, seed.wrapping_add(1), [1, 0, 1]), &reference, limit)?;
        }
        Ok(Material { sequences, positions, pairs: size.openings, depth, nodes: size.nodes, seed })
    }

    /// Some positions on which nodes can be timed.
    pub fn lines(lab: &mut Lab, seed: u64) -> Result<Vec<Line>, LabError> {
        let players = Players::usual(lab.arena())?;
        let suite = make::sequences(lab, &SuitePlan { players, seed, count: 8, shares: [1, 0, 0] }, 1)?;
        let lines: Vec<Line> = suite.entries.into_iter().map(|entry| entry.line).collect();
        // A game may be too short for any.
        Ok(if lines.is_empty() { vec![Line::start()] } else { lines })
    }

    /// The rounds of a whole selection: a metric of cost judges what preserves the value, one of quality everything else.
    pub fn rounds(&self, arena: &dyn Arena, metrics: &[Metric], method: Method, tune: bool) -> Vec<Round<'_>> {
        let round = |metric: &Metric| Round {
            name: if metric.is_cost() { "cost" } else { "quality" },
            comparison: self.comparison(*metric, Split::Train),
            choices: Choice::all(arena, Some(!metric.is_cost())),
            method,
            tune,
            clear: false,
            judge: (metric.takes_likely() && method == Method::Floating).then(|| self.comparison(*metric, Split::Validation)),
            confirm: (metric.is_cost() && method == Method::Floating).then(|| Limit::depth(self.depth + 2)),
            expected: Vec::new(),
        };
        metrics.iter().map(round).collect()
    }

    /// Where specs are compared by a metric, on this split.
    pub fn comparison(&self, metric: Metric, split: Split) -> Comparison<'_> {
        let (suite, limit) = match metric {
            Metric::Nodes | Metric::Time => (&self.sequences, Limit::depth(self.depth)),
            Metric::Loss | Metric::Solved => (&self.positions, Limit::nodes(self.nodes / 4)),
            Metric::Match => (&self.sequences, Limit::nodes(self.nodes / 4)),
        };
        let instead =
            (metric == Metric::Match && !self.positions.entries.is_empty()).then(|| Box::new(self.comparison(Metric::Loss, split)));
        // What was learned is judged from other openings.
        let openings = self.seed.wrapping_add(if split == Split::Train { 2 } else { 3 });
        Comparison {
            metric,
            kind: suite.kind,
            entries: suite.split(Some(split)),
            openings,
            pairs: self.pairs,
            limit,
            instead,
            seed: self.seed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In Othello plain alpha-beta was to search to a depth that only the last positions of a game reach, and did not come to an end.
    #[test]
    fn a_few_positions_at_the_end_of_the_game_do_not_decide_how_deep() {
        let at = |depth: u64| Measured {
            nodes: 1,
            positions: 2,
            depth: 2 * depth,
            height: 0,
            capped: false,
            solved: None,
            nodes_to_solution: None,
            loss: None,
        };
        assert_eq!(usual_depth(&[5, 120, 6, 7, 120].map(at)), 7);
        assert_eq!(usual_depth(&[at(4)]), 4);
        assert_eq!(usual_depth(&[]), 0);
    }
}
