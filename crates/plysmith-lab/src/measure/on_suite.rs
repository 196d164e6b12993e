//! One spec on the entries of a suite.

use serde::{Deserialize, Serialize};

use crate::lab::{Lab, LabError};
use crate::suite::{Kind, SuiteEntry};
use crate::trial::{Limit, Searched, Sequence, SpecText};

/// What a spec did on an entry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Nodes visited; of a sequence, in all of its positions.
    pub nodes: u64,
    /// Positions searched.
    pub positions: u64,
    /// Depths completed, added up over the positions.
    pub depth: u64,
    /// Deepest lines, added up over the positions.
    pub height: u64,
    /// The limit in nodes ended a search that was to reach a depth.
    pub capped: bool,
    /// The move is right, where that is known.
    pub solved: Option<bool>,
    /// The nodes after which the right move was found and kept.
    pub nodes_to_solution: Option<u64>,
    /// By how much the move is worse than the best, where that is known.
    pub loss: Option<i64>,
}

/// What a spec did on many entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Entries.
    pub entries: u64,
    /// Positions searched.
    pub positions: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Mean depth of a position.
    pub depth: f64,
    /// Mean of the deepest lines.
    pub height: f64,
    /// Searches that a limit in nodes ended before their depth.
    pub capped: u64,
    /// Entries whose right moves are known.
    pub solvable: u64,
    /// Right moves among those.
    pub solved: u64,
    /// Mean loss in points, as far as losses count; `None` where values are not known.
    pub loss: Option<f64>,
}

/// Losses count up to this many points, so that one missed win does not outweigh everything else.
const LOSS_CAP: i64 = 1_000;

/// The trial of a spec on an entry.
pub(crate) fn trial(kind: Kind, entry: &SuiteEntry, spec: &SpecText, limit: Limit) -> Sequence {
    let first = if kind == Kind::Sequences { 0 } else { entry.line.moves.len() };
    Sequence { spec: spec.clone(), line: entry.line.clone(), first, limit, features: Vec::new() }
}

impl Measured {
    /// The loss as far as it counts.
    pub(crate) fn counted_loss(&self) -> Option<f64> {
        self.loss.map(|loss| loss.min(LOSS_CAP) as f64)
    }

    pub(crate) fn new(entry: &SuiteEntry, limit: Limit, searched: &[Searched]) -> Measured {
        let sum = |of: fn(&Searched) -> u64| searched.iter().map(of).sum();
        // Of a sequence nothing is known; of all others there is one position.
        let best = searched.first().and_then(|searched| searched.best.as_deref());
        let right = |mv: &str| entry.is_right(mv) == Some(true);
        let solved = best.and_then(|best| entry.is_right(best));
        Measured {
            nodes: sum(|searched| searched.nodes),
            positions: searched.len() as u64,
            depth: sum(|searched| searched.depth.into()),
            height: sum(|searched| searched.height.into()),
            capped: limit.depth.is_some() && searched.iter().any(|searched| searched.stopped),
            solved,
            nodes_to_solution: searched.first().filter(|_| solved == Some(true)).and_then(|searched| searched.nodes_to(right)),
            loss: best.and_then(|best| entry.loss(best)),
        }
    }
}

impl Totals {
    /// Of these measurements.
    pub fn of(measured: &[Measured]) -> Totals {
        let sum = |of: &dyn Fn(&Measured) -> u64| measured.iter().map(of).sum::<u64>();
        let positions = sum(&|measured| measured.positions);
        let losses: Vec<f64> = measured.iter().filter_map(Measured::counted_loss).collect();
        Totals {
            entries: measured.len() as u64,
            positions,
            nodes: sum(&|measured| measured.nodes),
            depth: sum(&|measured| measured.depth) as f64 / positions.max(1) as f64,
            height: sum(&|measured| measured.height) as f64 / positions.max(1) as f64,
            capped: sum(&|measured| measured.capped.into()),
            solvable: sum(&|measured| measured.solved.is_some().into()),
            solved: sum(&|measured| (measured.solved == Some(true)).into()),
            loss: (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64),
        }
    }
}

/// Measures a spec on every entry.
pub fn measure(
    lab: &mut Lab,
    name: &str,
    kind: Kind,
    entries: &[&SuiteEntry],
    spec: &SpecText,
    limit: Limit,
) -> Result<Vec<Measured>, LabError> {
    let trials: Vec<Sequence> = entries.iter().map(|entry| trial(kind, entry, spec, limit)).collect();
    let results = lab.all(name, &trials)?;
    Ok(entries.iter().zip(&results).map(|(entry, searched)| Measured::new(entry, limit, searched)).collect())
}
