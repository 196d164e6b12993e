//! What can be wrong with a spec. Every message names the thing and the remedy.

use super::Owner;
use crate::enhance::{CARDS, ParameterCard};
use crate::game::{Capability, UnknownCapability, WeightError, shorten};
use crate::part::PartError;

/// A spec that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The text is not TOML.
    #[error("the spec is not valid TOML: {0}")]
    Toml(String),
    /// A name that no enhancement has.
    #[error("unknown enhancement `{name}`; {remedy}")]
    UnknownEnhancement {
        /// The name.
        name: String,
        /// The nearest known one, or all.
        remedy: String,
    },
    /// A name that no parameter of the enhancement has.
    #[error("`{enhancement}` has no parameter `{name}`; {remedy}")]
    UnknownParameter {
        /// The enhancement.
        enhancement: &'static str,
        /// The name.
        name: String,
        /// The nearest known one, or all.
        remedy: String,
    },
    /// A value outside its range or of another kind.
    #[error("{enhancement}.{parameter} = {value} is out of range; use {range}")]
    OutOfRange {
        /// The enhancement.
        enhancement: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The value as it was written.
        value: String,
        /// What is allowed.
        range: String,
    },
    /// A key with a value of the wrong kind.
    #[error("`{key}` must be {expected}")]
    Kind {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
    },
    /// An enhancement that is not written as a table.
    #[error("`{name}` is an enhancement: to switch it on write [{name}], to switch it off leave it out")]
    NotATable {
        /// The enhancement.
        name: &'static str,
    },
    /// An engine with its choices compiled in was asked to follow other ones.
    #[error("the constants that were compiled in are not those of the spec; write both anew with `plysmith export`")]
    OtherConstants,
    /// A parameter of an enhancement that is off.
    #[error("`{name}` is off; switch it on before setting its parameters")]
    Off {
        /// The enhancement.
        name: &'static str,
    },
    /// A prerequisite is missing.
    #[error("`{name}` needs `{needed}`; add [{needed}] or leave [{name}] out")]
    Needs {
        /// The enhancement.
        name: &'static str,
        /// What it needs.
        needed: &'static str,
    },
    /// Two enhancements that cannot be on together.
    #[error("`{name}` and `{excluded}` exclude each other; leave one of them out")]
    Excludes {
        /// One.
        name: &'static str,
        /// The other.
        excluded: &'static str,
    },
    /// The game lacks what the enhancement needs.
    #[error(
        "`{name}` needs the capability `{capability}`, which {game} does not have; leave [{name}] out or add the capability to the game"
    )]
    Capability {
        /// The enhancement.
        name: &'static str,
        /// The game.
        game: String,
        /// What it lacks.
        capability: Capability,
    },
    /// What the enhancement needs is hidden.
    #[error("`{name}` needs the capability `{capability}`, which is hidden; leave [{name}] out or hide less (`hide`, --hide)")]
    HiddenCapability {
        /// The enhancement.
        name: &'static str,
        /// What is hidden.
        capability: Capability,
    },
    /// What else the spec uses is hidden.
    #[error("{what} needs the capability `{capability}`, which is hidden; leave it out or hide less (`hide`, --hide)")]
    Hidden {
        /// What the spec says.
        what: String,
        /// What it needs.
        capability: Capability,
    },
    /// A name in `hide` that no capability has.
    #[error("`hide`: {0}")]
    UnknownCapability(#[from] UnknownCapability),
    /// `order` names an enhancement of another kind.
    #[error("`{name}` does not order moves; take it out of `order`")]
    NotAnOrder {
        /// The enhancement.
        name: &'static str,
    },
    /// `order` names an enhancement that has no entry of its own.
    #[error("`{name}` orders moves by what it adds to their worth; write `worth` in `order`")]
    ByWorth {
        /// The enhancement.
        name: &'static str,
    },
    /// `order` names an enhancement that is off.
    #[error("`{name}` is in `order` but {}", if *name == crate::enhance::WORTH { "no enhancement is on that adds to it; switch one on, such as [history], or take it out".into() } else { format!("not switched on; add [{name}] or take it out of `order`") })]
    OrderOff {
        /// The enhancement.
        name: &'static str,
    },
    /// `order` names an enhancement twice.
    #[error("`{name}` stands twice in `order`; name it once")]
    OrderTwice {
        /// The enhancement.
        name: &'static str,
    },
    /// The ordering keys have no room for so many.
    #[error("the enhancements that order moves need {bits} bits of {room}; leave one of them out")]
    TooManyOrders {
        /// What they need.
        bits: u32,
        /// What there is.
        room: u32,
    },
    /// The game has no preset of this name.
    #[error("unknown preset `{name}`; {game} has {known}")]
    UnknownPreset {
        /// The name.
        name: String,
        /// The game.
        game: String,
        /// The names there are.
        known: String,
    },
    /// A category of moves with an atom that the game does not have.
    #[error("`{name}` is no category of moves in {game}; {remedy}")]
    UnknownFeature {
        /// The category.
        name: String,
        /// The game.
        game: String,
        /// The nearest known atom, or all.
        remedy: String,
    },
    /// What is wrong with what holds in a phase.
    #[error("in [phase.{phase}]: {error}")]
    InPhase {
        /// The phase.
        phase: usize,
        /// What is wrong.
        error: Box<SpecError>,
    },
    /// A table of phases is named otherwise than by its number.
    #[error("`phase.{name}` names no phase; write [phase.0], [phase.1] and so on, as the game counts its phases")]
    UnknownPhase {
        /// The name.
        name: String,
    },
    /// The game does not have the phase.
    #[error("[phase.{phase}]: {game} has {known}")]
    NoPhase {
        /// The phase.
        phase: usize,
        /// The game.
        game: String,
        /// What phases it has, and the remedy.
        known: String,
    },
    /// What cannot differ from phase to phase.
    #[error("`{key}` is the same in all phases; write it above the first table or leave it out")]
    NotInPhase {
        /// The key.
        key: String,
    },
    /// An enhancement that is both switched off and on.
    #[error("`{name}` is in `off` and has a table; leave one of them out")]
    OffAndOn {
        /// The enhancement.
        name: &'static str,
    },
    /// A part that the spec names is missing, or cannot be used.
    #[error("{parameter}: {error}")]
    Part {
        /// The parameter that names it, or the enhancement that reads it.
        parameter: String,
        /// What is wrong.
        error: Box<PartError>,
    },
    /// A network and something else evaluate.
    #[error("[evaluation] has `network`, which evaluates instead of the game; leave `name` and `weights` out, or the network")]
    TwoEvaluations,
    /// The evaluation or its weights do not fit the game.
    #[error(transparent)]
    Evaluation(#[from] WeightError),
}

impl SpecError {
    /// Something is wrong with the part that a parameter names.
    pub fn part(parameter: impl Into<String>, error: PartError) -> SpecError {
        SpecError::Part { parameter: parameter.into(), error: Box::new(error) }
    }

    pub(super) fn in_phase(self, phase: usize) -> SpecError {
        match self {
            SpecError::InPhase { .. } => self,
            error => SpecError::InPhase { phase, error: Box::new(error) },
        }
    }

    pub(super) fn unknown_enhancement(name: &str) -> SpecError {
        SpecError::UnknownEnhancement { name: shorten(name), remedy: remedy(name, CARDS.iter().map(|card| card.name)) }
    }

    pub(super) fn unknown_parameter(owner: &Owner, name: &str) -> SpecError {
        let known = owner.parameters.iter().map(|card| card.name);
        SpecError::UnknownParameter { enhancement: owner.name, name: shorten(name), remedy: remedy(name, known) }
    }

    pub(super) fn out_of_range(owner: &Owner, parameter: &ParameterCard, value: String) -> SpecError {
        SpecError::OutOfRange {
            enhancement: owner.name,
            parameter: parameter.name,
            value: shorten(&value),
            range: parameter.kind.range(),
        }
    }
}

/// The remedy for an unknown name: the nearest known name if there is one that is near, otherwise all of them.
pub fn remedy<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let near = known.iter().map(|&known| (strsim::normalized_damerau_levenshtein(name, known), known));
    match near.max_by(|a, b| a.0.total_cmp(&b.0)) {
        None => "it has none".into(),
        Some((likeness, nearest)) if likeness > 0.5 => format!("did you mean `{nearest}`?"),
        _ => format!("known are {}", known.join(", ")),
    }
}
