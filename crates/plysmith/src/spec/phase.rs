//! A spec per phase of the game: what is different in it from the base, which is the spec without its phases.
//!
//! A table `[phase.N]` holds what differs in phase N, counted from 0 as [`Game::phase`](crate::Game::phase) counts: enhancements as the base has them,
//! with parameters that take the place of the base's; `off`, a list of those that are off; and `order`. Whatever it does not say is as in the
//! base, also when the base is changed afterwards. Evaluation, weights and level are those of the whole spec. An engine chooses by the phase of the position
//! that it is asked about, never inside a tree.
//!
//! ```
//! let spec = plysmith::Spec::parse(
//!     r#"
//!     [alpha_beta]
//!     [killers]
//!     [phase.2]
//!     off = ["killers"]
//!     [phase.2.history]
//!     "#,
//! )
//! .unwrap();
//! let late = spec.in_phase(2).unwrap();
//! assert!(late.is_on("history") && !late.is_on("killers"));
//! ```

use std::fmt;

use super::{Spec, SpecError, defaults, write_parameters};
use crate::enhance::value::Value;
use crate::enhance::{CARDS, Choices, WORTH_ENTRY, entry_name};
use crate::game::{Capability, Game, Masked};

/// What is different in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phase {
    /// Enhancements by their place in the list, in its order: off, or on with these parameters in the place of the base's.
    pub(super) switched: Vec<(usize, Switch)>,
    /// The precedence among those that order moves.
    pub(super) order: Option<Vec<usize>>,
}

/// How an enhancement is switched in a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    Off,
    /// Parameters by their place on the card, in its order, with their values; all of them if the base does not have the enhancement.
    On(Vec<(usize, Value)>),
}

/// The base or a spec of phases: the phases that share it, and the whole spec that holds in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseSpec {
    /// The phases with a table of their own that says this; none for the base.
    pub phases: Vec<usize>,
    /// The spec, without phases.
    pub spec: Spec,
}

/// The choices of every phase spec for a game.
#[derive(Clone, Debug)]
pub(crate) struct PhaseChoices {
    /// The base comes first.
    pub(crate) choices: Vec<Choices>,
    /// The phase spec of each phase; empty if there is only the base.
    pub(crate) of: Vec<usize>,
}

impl PhaseChoices {
    /// Whether every phase spec is that of these constants, but for the size of the table.
    pub(crate) fn equal_but_for_size(&self, constants: &[Choices]) -> bool {
        let mut pairs = self.choices.iter().zip(constants);
        self.choices.len() == constants.len() && pairs.all(|(choices, constants)| choices.equal_but_for_size(constants))
    }
}

impl Phase {
    fn of(base: &Spec, other: &Spec) -> Phase {
        let mut phase = Phase::default();
        for (at, (ours, others)) in base.settings.iter().zip(&other.settings).enumerate() {
            match (ours, others) {
                (Some(_), None) => phase.switched.push((at, Switch::Off)),
                (None, Some(others)) => phase.switched.push((at, Switch::On(others.iter().cloned().enumerate().collect()))),
                (Some(ours), Some(others)) => {
                    let differs = |(index, value): &(usize, Value)| ours[*index] != *value;
                    let others: Vec<_> = others.iter().cloned().enumerate().filter(differs).collect();
                    if !others.is_empty() {
                        phase.switched.push((at, Switch::On(others)));
                    }
                }
                (None, None) => {}
            }
        }
        let mut switched = base.without_phases();
        phase.switch(&mut switched);
        phase.order = (switched.order != other.order).then(|| other.order.clone());
        phase
    }

    /// Switches a spec as in this phase; the precedence follows.
    fn switch(&self, spec: &mut Spec) {
        for (at, switch) in &self.switched {
            match switch {
                Switch::Off => spec.settings[*at] = None,
                Switch::On(values) => {
                    let settings = spec.settings[*at].get_or_insert_with(|| defaults(*at));
                    values.iter().for_each(|(index, value)| settings[*index].clone_from(value));
                }
            }
        }
        spec.complete_order();
    }

    /// The base switches an enhancement off: the phase that has it for itself keeps it as it was, and the others lose it too.
    pub(super) fn outlive(&mut self, base: Option<&[Value]>, at: usize) {
        match self.switched.iter_mut().find(|(other, _)| *other == at) {
            Some((_, Switch::On(values))) => complete(values, at, base),
            Some((_, Switch::Off)) => {}
            None => self.order.iter_mut().for_each(|order| order.retain(|&other| other != at)),
        }
    }
}

/// Adds the parameters that are missing as the base has them, or else by default.
pub(super) fn complete(values: &mut Vec<(usize, Value)>, at: usize, base: Option<&[Value]>) {
    for (index, card) in CARDS[at].parameters.iter().enumerate() {
        if values.iter().all(|(other, _)| *other != index) {
            values.push((index, base.map_or_else(card.default, |base| base[index].clone())));
        }
    }
    values.sort_unstable_by_key(|(index, _)| *index);
}

impl Spec {
    /// The phases with a table of their own, from the first.
    pub fn phases(&self) -> impl Iterator<Item = usize> + '_ {
        self.phases.iter().map(|(number, _)| *number)
    }

    /// Whether any phase has a table of its own.
    pub fn has_phases(&self) -> bool {
        !self.phases.is_empty()
    }

    /// The base: the same without its phases.
    #[must_use]
    pub fn without_phases(&self) -> Spec {
        let Spec { evaluation, network, weights, level, hidden, order, settings, phases: _ } = self;
        Spec {
            evaluation: evaluation.clone(),
            network: *network,
            weights: weights.clone(),
            level: *level,
            hidden: *hidden,
            order: order.clone(),
            settings: settings.clone(),
            phases: Vec::new(),
        }
    }

    /// The whole spec that holds in a phase.
    pub fn in_phase(&self, phase: usize) -> Result<Spec, SpecError> {
        let known = self.phases.iter().find(|(number, _)| *number == phase);
        known.map_or_else(|| Ok(self.without_phases()), |(_, phase)| self.with(phase)).map_err(|error| error.in_phase(phase))
    }

    fn with(&self, phase: &Phase) -> Result<Spec, SpecError> {
        let mut spec = self.without_phases();
        phase.switch(&mut spec);
        if let Some(order) = &phase.order {
            let names: Vec<&str> = order.iter().map(|&entry| entry_name(entry)).collect();
            spec.set_order(&names)?;
        }
        Ok(spec)
    }

    /// Takes worth out of the precedence of phases in which nothing adds to it any more.
    pub(super) fn drop_worth_in_phases(&mut self) {
        let base = self.without_phases();
        for (_, phase) in &mut self.phases {
            let mut spec = base.clone();
            phase.switch(&mut spec);
            if !spec.is_ranked(WORTH_ENTRY) {
                phase.order.iter_mut().for_each(|order| order.retain(|&entry| entry != WORTH_ENTRY));
            }
        }
    }

    /// Lets enhancements and precedence of another spec hold in a phase. Where they are those of the base, the phase has no table.
    pub fn set_phase(&mut self, phase: usize, other: &Spec) {
        self.remove_phase(phase);
        let different = Phase::of(self, other);
        if different != Phase::default() {
            let at = self.phases.partition_point(|(number, _)| *number < phase);
            self.phases.insert(at, (phase, different));
        }
    }

    /// Takes the table of a phase away: the base holds in it.
    pub fn remove_phase(&mut self, phase: usize) {
        self.phases.retain(|(number, _)| *number != phase);
    }

    /// Lets a phase differ from the base in what it differs in another spec, or in nothing if it does not there.
    pub fn take_phase(&mut self, phase: usize, other: &Spec) {
        self.remove_phase(phase);
        let at = self.phases.partition_point(|(number, _)| *number < phase);
        self.phases.splice(at..at, other.phases.iter().filter(|(number, _)| *number == phase).cloned());
    }

    /// The phase specs: the base first, then what the phases have for themselves. Phases with equal tables share one.
    pub fn phase_specs(&self) -> Result<Vec<PhaseSpec>, SpecError> {
        let mut specs = vec![PhaseSpec { phases: Vec::new(), spec: self.without_phases() }];
        for (which, number) in self.phase_spec_numbers() {
            if which == specs.len() {
                specs.push(PhaseSpec { phases: Vec::new(), spec: self.in_phase(number)? });
            }
            if which > 0 {
                specs[which].phases.push(number);
            }
        }
        Ok(specs)
    }

    /// The number of the phase spec of each phase that has a table. What is equal is so by what the tables say: the size of the base's transposition table
    /// changes nothing about it.
    fn phase_spec_numbers(&self) -> Vec<(usize, usize)> {
        let empty = Phase::default();
        let mut distinct = vec![&empty];
        let which = |(number, phase)| {
            let which = distinct.iter().position(|other| *other == phase).unwrap_or(distinct.len());
            if which == distinct.len() {
                distinct.push(phase);
            }
            (which, number)
        };
        self.phases.iter().map(|(number, phase)| (*number, phase)).map(which).collect()
    }

    pub(crate) fn phase_choices<G: Game>(&self, game: &G) -> Result<PhaseChoices, SpecError> {
        let choices = self.phase_specs()?.iter().map(|which| which.spec.choices_for(game)).collect::<Result<Vec<_>, _>>()?;
        let mut of = if choices.len() > 1 { vec![0; Masked::new(game, self.hidden()).phases()] } else { Vec::new() };
        for (which, number) in self.phase_spec_numbers() {
            if let Some(place) = of.get_mut(number) {
                *place = which;
            }
        }
        Ok(PhaseChoices { choices, of })
    }

    /// Whether the game has these phases, and what holds in each is sound for it.
    pub(super) fn check_phases<G: Game>(&self, game: &G) -> Result<(), SpecError> {
        let masked = Masked::new(game, self.hidden());
        for phase in self.phases() {
            // Where there is only one, it is the base.
            if phase >= masked.phases() || masked.phases() == 1 {
                if masked.hidden().contains(Capability::Phases) {
                    return Err(SpecError::Hidden { what: format!("[phase.{phase}]"), capability: Capability::Phases });
                }
                let known = match masked.phases() {
                    1 => "only one phase; leave the table out".into(),
                    phases => format!("the phases 0 to {}; take one of them or leave the table out", phases - 1),
                };
                return Err(SpecError::NoPhase { phase, game: game.name(), known });
            }
            self.in_phase(phase)?.check(game).map_err(|error| error.in_phase(phase))?;
        }
        Ok(())
    }

    /// Whether what holds in each phase is sound by itself.
    pub(super) fn check_phases_alone(&self) -> Result<(), SpecError> {
        self.phases().try_for_each(|phase| self.in_phase(phase)?.check_alone().map_err(|error| error.in_phase(phase)))
    }

    /// The tables of the phases, each with what it says.
    pub(super) fn write_phases(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, phase) in &self.phases {
            writeln!(f, "\n[phase.{number}]")?;
            let names = |entries: &[usize]| entries.iter().map(|&entry| entry_name(entry)).collect::<Vec<_>>();
            let off: Vec<usize> = phase.switched.iter().filter(|(_, switch)| *switch == Switch::Off).map(|(at, _)| *at).collect();
            if !off.is_empty() {
                writeln!(f, "off = {:?}", names(&off))?;
            }
            if let Some(order) = &phase.order {
                writeln!(f, "order = {:?}", names(order))?;
            }
            for (at, switch) in &phase.switched {
                let Switch::On(values) = switch else { continue };
                let parameters = CARDS[*at].parameters;
                let values = values.iter().map(|(index, value)| (&parameters[*index], value));
                write_parameters(f, &format!("phase.{number}.{}", CARDS[*at].name), values)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
