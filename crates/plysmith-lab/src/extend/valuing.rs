//! The value of a feature by searches: a base engine with the feature's moves at another cost, on every position of a suite.
//!
//! Each search is a trial of its own, known by engine, position and limit, so that whatever other run asks for the same has it already. A search for a known
//! win ends when that win is proven: more nodes could not make the position any more solved.

use std::ops::ControlFlow;

use plysmith::spec::SpecError;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};

use super::atoms::AtomSet;
use super::focus::Asked;
use super::race::Race;
use super::value::{Hurdle, Value};
use crate::compare::text;
use crate::lab::{Lab, LabError, Remark, Stage};
use crate::suite::{Kind, Known, Suite, SuiteEntry};
use crate::trial::{Limit, Search, Searched};

/// When a position counts as solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// The right move with a score that proves the win.
    Proof,
    /// The right move over the last two iterations, or proven.
    Stable,
}

impl Reading {
    /// The stricter reading that a suite allows.
    pub fn of(kind: Kind) -> Reading {
        if kind == Kind::Wins { Reading::Proof } else { Reading::Stable }
    }
}

/// Why features cannot be valued.
#[derive(Debug, thiserror::Error)]
pub enum ValuingError {
    /// There are no positions.
    #[error("the suite has no positions")]
    Empty,
    /// Nothing is known to be right.
    #[error("a suite of {0} knows no right moves; use one of wins, scores or moves (`suite … wins` makes one)")]
    NothingRight(Kind),
    /// Nothing is proven.
    #[error("a suite of {0} has no proven wins: use --solved stable, or a suite of wins")]
    NoProof(Kind),
    /// It is for another game.
    #[error("the suite is for {found}, not for {wanted}")]
    Game {
        /// Its game.
        found: String,
        /// The game asked for.
        wanted: String,
    },
    /// The base cannot have features.
    #[error("the base engine cannot have moves at such costs")]
    Base(#[from] SpecError),
    /// There is no cost to try.
    #[error("there is no cost to try; give one, such as 0.5")]
    NoCost,
}

/// How features are valued.
#[derive(Clone, Debug)]
pub struct Valuing<'v> {
    /// The positions.
    pub entries: Vec<&'v SuiteEntry>,
    /// The engine without the feature.
    pub base: Spec,
    /// Nodes a position.
    pub nodes: u64,
    /// What moves of a feature may cost, in 1/64 ply; the best of several counts, and of equals the first.
    pub costs: Vec<i64>,
    /// What counts as solved.
    pub reading: Reading,
    /// Give up what will hardly pass its hurdle, looking after every so many positions.
    pub batch: Option<usize>,
}

impl<'v> Valuing<'v> {
    /// With everything looked at that could be wrong.
    pub fn new(
        arena: &dyn Arena,
        suite: &'v Suite,
        base: Spec,
        nodes: u64,
        costs: &[i64],
        reading: Reading,
    ) -> Result<Valuing<'v>, ValuingError> {
        let wanted = arena.card().name;
        if suite.game != wanted {
            return Err(ValuingError::Game { found: suite.game.clone(), wanted });
        }
        if matches!(suite.kind, Kind::Sequences | Kind::Positions) {
            return Err(ValuingError::NothingRight(suite.kind));
        }
        if reading == Reading::Proof && suite.kind != Kind::Wins {
            return Err(ValuingError::NoProof(suite.kind));
        }
        if suite.entries.is_empty() {
            return Err(ValuingError::Empty);
        }
        let Some(&cost) = costs.first() else { return Err(ValuingError::NoCost) };
        // Which feature does not matter: if one can be had, all can.
        let some = arena.card().atoms.first().map(|atom| (atom.name.to_string(), cost));
        arena.check_spec(&with_features(&base, some.into_iter().collect())?)?;
        Ok(Valuing { entries: suite.split(None), base, nodes, costs: costs.to_vec(), reading, batch: None })
    }

    /// What a feature is worth, at the best of the costs.
    pub fn value(&self, lab: &mut Lab, atoms: &AtomSet, asked: &Asked) -> Result<Value, LabError> {
        let name = atoms.name(asked.feature);
        let stage = format!("{} {name}", asked.number + 1);
        if asked.feature == 0 {
            let value = self.joint(lab, &stage, atoms, &[], None)?;
            return Ok(Value { frequency: 1.0, ..value });
        }
        let race = self.batch.and(asked.hurdle).zip(asked.second);
        let race = race.and_then(|(hurdle, second)| Race::new(asked.feature, hurdle, second, asked.earlier));
        let mut best: Option<Value> = None;
        for &cost in &self.costs {
            let stage = if self.costs.len() > 1 { format!("{stage} at {}", plies(cost)) } else { stage.clone() };
            let set = [(asked.feature, cost)];
            let value = match &race {
                Some(race) => self.searched(lab, &stage, atoms, &set, race.order(), |so_far| race.is_lost(so_far))?,
                None => self.joint(lab, &stage, atoms, &set, asked.hurdle)?,
            };
            let value = Value { cost, ..value };
            // Whoever was looked at to the end comes before whoever was given up.
            let rank = |value: &Value| (!value.early, value.solved());
            if best.as_ref().is_none_or(|best| rank(&value) > rank(best)) {
                best = Some(value);
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// What several features are worth together, each at its cost.
    pub fn joint(
        &self,
        lab: &mut Lab,
        stage: &str,
        atoms: &AtomSet,
        set: &[(u64, i64)],
        hurdle: Option<Hurdle>,
    ) -> Result<Value, LabError> {
        let order: Vec<usize> = (0..self.entries.len()).collect();
        let is_lost = |so_far: &[bool]| hurdle.is_some_and(|hurdle| hurdle.is_hopeless(so_far) || hurdle.is_lost(so_far));
        self.searched(lab, stage, atoms, set, &order, is_lost)
    }

    /// The same on the positions in this order, until it is lost by whether each of them was solved so far.
    fn searched(
        &self,
        lab: &mut Lab,
        stage: &str,
        atoms: &AtomSet,
        set: &[(u64, i64)],
        order: &[usize],
        is_lost: impl Fn(&[bool]) -> bool,
    ) -> Result<Value, LabError> {
        let spec = text(lab, &self.spec(atoms, set))?;
        let features: Vec<u64> = set.iter().map(|(feature, _)| *feature).collect();
        let mut tally = Tally::default();
        // What is computed beyond a look is wasted where that ends the race.
        let ahead = if self.batch.is_some() { 2 * lab.threads } else { 0 };
        lab.each(
            Stage { ahead, ..Stage::new(stage, order.len()) },
            |index| {
                let entry = self.entries[order[index]];
                Search { spec: spec.clone(), line: entry.line.clone(), limit: self.limit(entry), features: features.clone() }
            },
            |index, searched| {
                tally.add(&Solved::of(self.entries[order[index]], &searched), &searched, self.reading);
                let looked = tally.which.len();
                let look = self.batch.is_some_and(|batch| looked.is_multiple_of(batch)) && looked < order.len();
                if look && is_lost(&tally.which) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(Some(Remark::text(format!("{} solved", tally.solved))))
            },
        )?;
        Ok(tally.value(order))
    }

    /// The base with these features.
    pub fn spec(&self, atoms: &AtomSet, set: &[(u64, i64)]) -> Spec {
        let features = set.iter().map(|&(feature, cost)| (atoms.name(feature), cost)).collect();
        // That it can have them was looked at first.
        with_features(&self.base, features).unwrap_or_else(|_| self.base.clone())
    }

    fn limit(&self, entry: &SuiteEntry) -> Limit {
        let limit = Limit::nodes(self.nodes);
        match entry.known {
            Known::Wins { plies, .. } => limit.or_win(plies),
            _ => limit,
        }
    }
}

/// A spec with features beside its own; without any it stays as it is.
pub(super) fn with_features(base: &Spec, features: Vec<(String, i64)>) -> Result<Spec, SpecError> {
    let mut spec = base.clone();
    if !features.is_empty() {
        spec.switch_on("fractional")?;
        // What comes last counts, and the same set is the same trial, in whichever order it was put together.
        spec.set_costs(spec.costs().into_iter().chain(features).collect())?;
    }
    Ok(spec)
}

/// A cost in plies, for people.
pub fn plies(cost: i64) -> String {
    format!("{}", cost as f64 / 64.0)
}

/// In which way a position was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Solved {
    proven: bool,
    stable: bool,
    /// The nodes after which it was.
    nodes: u64,
}

impl Solved {
    fn of(entry: &SuiteEntry, searched: &Searched) -> Solved {
        let right = |mv: &str| entry.is_right(mv) == Some(true);
        let best = searched.best.as_deref().is_some_and(right);
        let proven = best && searched.score.won_in().is_some();
        let last = searched.iterations.iter().rev().take(2).filter(|iteration| right(&iteration.best)).count();
        let stable = proven || (best && last == 2);
        Solved { proven, stable, nodes: searched.nodes_to(right).unwrap_or(searched.nodes) }
    }
}

/// What was seen so far.
#[derive(Default)]
struct Tally {
    /// Whether each position was solved, in the order in which they were looked at.
    which: Vec<bool>,
    solved: usize,
    proven: usize,
    stable: usize,
    depth: u64,
    height: u64,
    moves: u64,
    matching: u64,
    nodes: u64,
    nodes_to_solve: u64,
}

impl Tally {
    fn add(&mut self, solved: &Solved, searched: &Searched, reading: Reading) {
        let counts = if reading == Reading::Proof { solved.proven } else { solved.stable };
        self.which.push(counts);
        self.solved += usize::from(counts);
        self.proven += usize::from(solved.proven);
        self.stable += usize::from(solved.stable);
        self.depth += u64::from(searched.depth);
        self.height += u64::from(searched.height);
        self.moves += searched.moves;
        self.matching += searched.matching;
        self.nodes += searched.nodes;
        self.nodes_to_solve += if counts { solved.nodes } else { searched.nodes };
    }

    /// With the places of the positions in the order in which they were looked at.
    fn value(self, order: &[usize]) -> Value {
        let (looked, early) = (self.which.len(), self.which.len() < order.len());
        let mut which = vec![false; order.len()];
        let mut seen = vec![false; if early { order.len() } else { 0 }];
        for (&place, solved) in order.iter().zip(self.which) {
            which[place] = solved;
            if early {
                seen[place] = true;
            }
        }
        let mean = |sum: u64| sum as f64 / looked.max(1) as f64;
        Value {
            cost: 64,
            proven: self.proven,
            stable: self.stable,
            depth: mean(self.depth),
            height: mean(self.height),
            frequency: self.matching as f64 / self.moves.max(1) as f64,
            nodes: self.nodes,
            nodes_to_solve: self.nodes_to_solve,
            early,
            which,
            seen,
        }
    }
}

#[cfg(test)]
mod tests;
