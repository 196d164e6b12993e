//! Where the search finds its choices: in a spec read at run time, or in constants.

use std::marker::PhantomData;

use super::statistics::{Watch, WatchedFeatures};
use crate::enhance::Choices;

/// The choices that a search follows.
pub trait Settings: Send + Sync {
    /// Which enhancements are on, with their parameters.
    fn choices(&self) -> &Choices;

    /// Something is on that can change the value.
    fn selective(&self) -> bool;

    /// Statistics of the tree are wanted.
    #[inline(always)]
    fn watching(&self) -> bool {
        false
    }

    /// The features of moves that are watched, if any.
    #[inline(always)]
    fn watched_features(&self) -> Option<&WatchedFeatures> {
        None
    }
}

/// Choices that are known only at run time: for learning and for playing with a spec.
#[derive(Clone, Debug)]
pub struct Dynamic {
    choices: Choices,
    watching: bool,
    /// There only if features are watched, so that asking costs next to nothing.
    features: Option<Box<WatchedFeatures>>,
}

impl Dynamic {
    /// These choices, with statistics of what is watched.
    pub fn new(choices: Choices, watch: &Watch) -> Dynamic {
        let features = WatchedFeatures::of(watch).map(Box::new);
        Dynamic { choices, watching: watch.tree || features.is_some(), features }
    }
}

impl Settings for Dynamic {
    #[inline(always)]
    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn selective(&self) -> bool {
        self.choices.is_selective()
    }

    #[inline(always)]
    fn watching(&self) -> bool {
        self.watching
    }

    #[inline(always)]
    fn watched_features(&self) -> Option<&WatchedFeatures> {
        self.features.as_deref()
    }
}

/// Choices that are constants: for an engine with its spec compiled in.
///
/// ```
/// use plysmith::enhance::{Choices, card::Parameters, alpha_beta, killers, place};
///
/// struct Mine;
/// impl plysmith::Baked for Mine {
///     const CHOICES: Choices = Choices {
///         alpha_beta: Some(alpha_beta::Params::DEFAULT),
///         killers: Some(killers::Params { slots: 3, ..killers::Params::DEFAULT }),
///         ..Choices::NONE
///     }
///     .ordered(&[place("killers").unwrap()]);
/// }
/// type MyEngine<G> = plysmith::Engine<G, plysmith::Fixed<Mine>>;
/// ```
pub trait Baked: Send + Sync + 'static {
    /// The choices.
    const CHOICES: Choices;
}

/// [`Settings`] made of constants.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<B>(PhantomData<B>);

impl<B> Fixed<B> {
    /// The settings; there is nothing to hold.
    pub const fn new() -> Fixed<B> {
        Fixed(PhantomData)
    }
}

impl<B> Default for Fixed<B> {
    fn default() -> Fixed<B> {
        Fixed::new()
    }
}

impl<B: Baked> Settings for Fixed<B> {
    #[inline(always)]
    fn choices(&self) -> &Choices {
        const { &B::CHOICES }
    }

    #[inline(always)]
    fn selective(&self) -> bool {
        const { B::CHOICES.is_selective() }
    }
}
