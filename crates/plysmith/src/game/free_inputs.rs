//! Inputs for free: what a network can be told of a position of any game, taken from what the derived `Hash` of its state writes.
//!
//! A state that derives `Hash` writes everything that its future depends on, number after number and always in the same places. Some random games tell what these places are: sets of bits
//! become an input a bit, cells and counts an input a value. Left out is what never changes, and what a network cannot use: hashes, counters of moves, sums that an evaluation keeps. Whose
//! turn it is becomes an input only if the state writes it so; whoever learns knows it from [`Game::side`].
//!
//! What the games do not show has no input: a value that was never seen activates nothing.
//!
//! ```
//! use plysmith::game::free_inputs::FreeInputs;
//! # fn learned<G: plysmith::Game>(game: &G) -> Result<(), plysmith::game::free_inputs::FreeInputsError> {
//! let inputs = FreeInputs::learn(game, 1)?;
//! let mut active = Vec::new();
//! inputs.active(&game.start(), &mut active);
//! assert!(active.iter().all(|&input| usize::from(input) < inputs.len()));
//! # Ok(())
//! # }
//! ```

mod codec;
mod judge;
mod linear;
mod observe;
mod plan;
mod report;
mod stream;
#[cfg(test)]
mod tests;

use std::hash::Hash;

use super::{Game, InputSet};
use plan::{Plan, Reader};
use stream::Tap;

pub use plan::Reason;
pub use report::{FreeInputsReport, LeftOut};

/// Why there are no free inputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FreeInputsError {
    /// The stream has other places in another position.
    #[error(
        "the state writes {start} numbers into its hash in the first position, and {places} in `{position}`, which differ from number {place} on: \
         let it have the same fields everywhere (an array instead of a `Vec`, a plain number instead of an `Option`), or declare `Inputs`"
    )]
    Shape {
        /// The first place that differs, counted from 0.
        place: usize,
        /// How many places there are in that position.
        places: usize,
        /// How many there are in the first position.
        start: usize,
        /// That position.
        position: String,
    },
    /// More than a number of 16 bits can tell apart.
    #[error("the state has {inputs} inputs, and a network takes 65,535 at most: declare `Inputs` and leave something out")]
    TooMany {
        /// How many there would be.
        inputs: usize,
    },
    /// A stored plan is of another time.
    #[error("the plan of the inputs has version {version}, and this program reads version 1: learn it anew")]
    Version {
        /// The version that it has.
        version: u8,
    },
    /// A stored plan is no plan.
    #[error("the plan of the inputs is damaged at byte {at}: learn it anew")]
    Damaged {
        /// Where reading ended.
        at: usize,
    },
}

/// A plan of inputs, made once for a game: which bit or value in the stream of a state is which input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeInputs {
    plan: Plan,
}

impl FreeInputs {
    /// Finds out what the state of a game writes, in some thousand positions of games drawn with this seed. The same seed gives the same plan. It takes as long as some ten thousand
    /// moves and evaluations do.
    pub fn learn<G: Game>(game: &G, seed: u64) -> Result<FreeInputs, FreeInputsError> {
        let seen = observe::Seen::games(game, seed)?;
        Ok(FreeInputs { plan: Plan::new(judge::judge(&seen))? })
    }

    /// How many inputs there are.
    pub fn len(&self) -> usize {
        self.plan.inputs()
    }

    /// There are no inputs: the state writes nothing that can be used.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the inputs that are active in a state of the game that the plan was learned from, in ascending order. It allocates nothing beyond the list.
    #[inline]
    pub fn active<T: Hash>(&self, state: &T, active: &mut Vec<u16>) {
        state.hash(&mut Tap::new(Reader { plan: &self.plan, at: 0, active }));
    }

    /// The same as a set.
    #[inline]
    pub fn mark<T: Hash>(&self, state: &T, active: &mut InputSet) {
        state.hash(&mut Tap::new(Reader { plan: &self.plan, at: 0, active }));
    }

    /// Whether a state writes what the plan was learned from: the same numbers in the same places.
    pub fn suits<T: Hash>(&self, state: &T) -> bool {
        let widths = stream::Record::of(state).widths;
        widths.len() == self.plan.places.len()
            && widths.iter().zip(&self.plan.places).all(|(width, place)| width.kind == place.width.kind)
    }

    /// What was found, place by place.
    pub fn report(&self) -> FreeInputsReport {
        report::of(&self.plan)
    }

    /// The plan as bytes, for what was learned with it.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::write(&self.plan)
    }

    /// The inverse of [`FreeInputs::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<FreeInputs, FreeInputsError> {
        Ok(FreeInputs { plan: codec::read(bytes)? })
    }
}
