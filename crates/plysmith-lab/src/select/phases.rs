//! A spec per game phase: the same selection again from what was selected, on the entries of one phase alone.
//!
//! What is taken in a phase is kept only if it is also clear on the held-out entries of that phase; in the end the spec with its phases is compared with the one without on all that was held out. A
//! sequence belongs to a phase if all of its positions do: one that goes over into another phase counts only in the end, where the engine changes its
//! spec on the way, and forgets what it learned. Games begin in the first phase, so that where games count points lost in positions decide.

mod sections;

use plysmith::arena::Line;
use plysmith::{Arena, Spec};
use serde::{Deserialize, Serialize};

use crate::compare::{Comparison, Effort, Ledger, Look, Metric, Patience, Round, Selected, Tried, select, text};
use crate::lab::{Lab, LabError};
use crate::measure::{SpecChange, Variant};
use crate::suite::{Kind, SuiteEntry};
use crate::trial::SpecText;

pub use sections::phase_sections;

/// A phase with fewer entries, to learn from or held out, keeps the base.
pub const FEWEST: usize = 8;

/// A round of a selection, with entries of the same kind that were held out.
#[derive(Clone, Debug)]
pub struct Proven<'r> {
    /// The round.
    pub round: Round<'r>,
    /// What was held out.
    pub held_out: Comparison<'r>,
}

/// What came out, phase by phase.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ByPhase {
    /// The spec that was selected for the whole game.
    pub base: SpecText,
    /// The same with what was kept for phases.
    pub spec: SpecText,
    /// Every phase of the game.
    pub phases: Vec<PhaseSelected>,
    /// What the phases gain on all that was held out; nothing where none has a spec of its own.
    pub whole: Vec<Whole>,
    /// What all of it took.
    pub effort: Effort,
}

/// What the phases gain together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Whole {
    /// What counted.
    pub metric: Metric,
    /// How far was searched.
    pub limit: String,
    /// What they gain.
    pub tried: Tried,
}

/// What was found for a phase.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PhaseSelected {
    /// The phase.
    pub phase: usize,
    /// Its rounds.
    pub rounds: Vec<PhaseRound>,
}

/// A round in a phase.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PhaseRound {
    /// The round.
    pub name: String,
    /// What counted.
    pub metric: Metric,
    /// Entries of the phase to learn from.
    pub learned: usize,
    /// Entries of the phase that were held out.
    pub held_out: usize,
    /// What was tried and taken; `None` if there were too few entries.
    pub selected: Option<Selected>,
    /// What all that was taken gains on what was held out; `None` if nothing was taken.
    pub proof: Option<Tried>,
}

impl PhaseRound {
    /// Whether what was taken is kept.
    pub fn is_kept(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.gain.low > 0.0)
    }
}

/// Selects for every phase of the game, from the spec that was selected for all of it.
pub fn by_phase(lab: &mut Lab, base: &Spec, rounds: &[Proven], patience: &mut Patience) -> Result<ByPhase, LabError> {
    let base = base.without_phases();
    let mut spec = base.clone();
    let mut ledger = Ledger::default();
    let mut effort = Effort::default();
    // Games have no phase; positions have.
    let rounds: Vec<Proven> = rounds.iter().filter_map(on_positions).collect();
    let mut phases = Vec::new();
    for phase in 0..lab.arena().card().phases {
        let mut current = base.clone();
        let mut found = PhaseSelected { phase, rounds: Vec::new() };
        for Proven { round, held_out } in &rounds {
            let name = format!("phase {phase}, {}", round.name);
            let comparison = in_phase(lab.arena(), &round.comparison, phase)?;
            let held_out = in_phase(lab.arena(), held_out, phase)?;
            let mut this = PhaseRound {
                name: round.name.into(),
                metric: comparison.metric,
                learned: comparison.entries.len(),
                held_out: held_out.entries.len(),
                selected: None,
                proof: None,
            };
            if this.learned.min(this.held_out) >= FEWEST {
                let judge = round.judge.as_ref().map(|judge| in_phase(lab.arena(), judge, phase)).transpose()?;
                let judge = judge.filter(|judge| judge.entries.len() >= FEWEST);
                let round = Round { name: &name, comparison, judge, ..round.clone() };
                let selected = select(lab, &current, &[round], patience)?;
                effort = effort + selected.effort;
                let taken = read(&selected.spec)?;
                if selected.spec != selected.start {
                    let variant = vec![Variant { change: SpecChange::words("all of it"), spec: taken.clone() }];
                    let stage = format!("{name}, held out");
                    let tried = held_out.tries(lab, &stage, &current, variant, Look::WHOLE, &mut ledger)?;
                    this.proof = tried.into_iter().next().map(|runner| runner.tried);
                }
                if this.is_kept() {
                    current = taken;
                }
                this.selected = Some(selected);
            }
            found.rounds.push(this);
        }
        spec.set_phase(phase, &current);
        phases.push(found);
    }
    let mut whole = Vec::new();
    for Proven { held_out, .. } in rounds.iter().filter(|_| spec.has_phases()) {
        let variant = vec![Variant { change: SpecChange::words("phases"), spec: spec.clone() }];
        let tried = held_out.tries(lab, "with phases, held out", &base, variant, Look::WHOLE, &mut ledger)?;
        let (metric, limit) = (held_out.metric, held_out.limit.to_string());
        whole.extend(tried.into_iter().map(|runner| Whole { metric, limit: limit.clone(), tried: runner.tried }));
    }
    let effort = effort + ledger.effort;
    Ok(ByPhase { base: text(lab, &base)?, spec: text(lab, &spec)?, phases, whole, effort })
}

/// The same where positions count, if there are any.
fn on_positions<'r>(proven: &Proven<'r>) -> Option<Proven<'r>> {
    let Proven { round, held_out } = proven;
    if round.comparison.metric != Metric::Match {
        return Some(proven.clone());
    }
    let (comparison, held_out) = (*round.comparison.instead.clone()?, *held_out.instead.clone()?);
    Some(Proven { round: Round { comparison, judge: None, ..round.clone() }, held_out })
}

/// The comparison with the entries of one phase alone.
fn in_phase<'g>(arena: &dyn Arena, comparison: &Comparison<'g>, phase: usize) -> Result<Comparison<'g>, LabError> {
    let mut entries = Vec::new();
    for &entry in &comparison.entries {
        if phase_of(arena, comparison.kind, entry)? == Some(phase) {
            entries.push(entry);
        }
    }
    Ok(Comparison { entries, instead: None, ..comparison.clone() })
}

/// The phase of an entry: of its position, or of all positions of a sequence.
fn phase_of(arena: &dyn Arena, kind: Kind, entry: &SuiteEntry) -> Result<Option<usize>, LabError> {
    let Line { start, moves } = entry.line.clone();
    let (before, inside) = if kind == Kind::Sequences { (Vec::new(), moves) } else { (moves, Vec::new()) };
    let mut board = arena.board(&Line { start, moves: before })?;
    let phase = board.phase();
    for mv in &inside {
        board.play(mv)?;
        if board.phase() != phase {
            return Ok(None);
        }
    }
    Ok(Some(phase))
}

fn read(text: &SpecText) -> Result<Spec, LabError> {
    Ok(text.spec()?)
}

#[cfg(test)]
mod tests;
