//! Where the search finds its choices: in a spec read at run time, or in constants.
//!
//! A spec with phases has several phase specs, the base and what holds in some phases. An engine chooses one for each search, and the search knows nothing of
//! the others: [`Settings::run`] hands it the settings of the phase spec alone.

use std::marker::PhantomData;

use super::statistics::{Watch, WatchedFeatures};
use super::{Found, Run, Search};
use crate::enhance::Choices;
use crate::game::{Capabilities, Game};

/// The choices that a search follows.
pub trait Settings: Send + Sync + Sized {
    /// It is known beforehand that nobody but the game evaluates.
    const GAME_EVALUATES: bool = false;
    /// The capabilities that are hidden, if that is known beforehand.
    const MASKED_BY: Option<Capabilities> = None;

    /// Which enhancements are on, with their parameters.
    fn choices(&self) -> &Choices;

    /// Something is on for which the selective stations are passed.
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

    /// The choices of a phase spec; number 0 is the base, and without phases there is no other.
    fn choices_of(&self, _part: usize) -> &Choices {
        self.choices()
    }

    /// Searches by the choices of a phase spec.
    fn run<G: Game>(&self, _part: usize, run: Run<G>) -> Found<G::Move> {
        Search::run(self, run)
    }
}

/// Choices that are known only at run time: for learning and for playing with a spec.
#[derive(Clone, Debug)]
pub struct Dynamic {
    choices: Choices,
    watching: bool,
    /// There only if features are watched, so that asking costs next to nothing.
    features: Option<Box<WatchedFeatures>>,
    /// The phase specs behind the base.
    further: Vec<Dynamic>,
}

impl Dynamic {
    /// These choices, with statistics of what is watched.
    pub fn new(choices: Choices, watch: &Watch) -> Dynamic {
        let features = WatchedFeatures::of(watch).map(Box::new);
        Dynamic { choices, watching: watch.tree || features.is_some(), features, further: Vec::new() }
    }

    /// The same with further specs for phases that have their own.
    #[must_use]
    pub fn with_phases(self, choices: &[Choices], watch: &Watch) -> Dynamic {
        Dynamic { further: choices.iter().map(|choices| Dynamic::new(*choices, watch)).collect(), ..self }
    }

    fn phase_spec(&self, phase_spec: usize) -> &Dynamic {
        phase_spec.checked_sub(1).and_then(|further| self.further.get(further)).unwrap_or(self)
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

    fn choices_of(&self, phase_spec: usize) -> &Choices {
        self.phase_spec(phase_spec).choices()
    }

    fn run<G: Game>(&self, phase_spec: usize, run: Run<G>) -> Found<G::Move> {
        Search::run(self.phase_spec(phase_spec), run)
    }
}

/// Choices that are constants: for an engine with its spec compiled in.
///
/// ```
/// use plysmith::enhance::{Choices, card::Parameters, alpha_beta, entry, killers};
///
/// struct Mine;
/// impl plysmith::Baked for Mine {
///     const CHOICES: Choices = Choices {
///         alpha_beta: Some(alpha_beta::Params::DEFAULT),
///         killers: Some(killers::Params { slots: 3, ..killers::Params::DEFAULT }),
///         ..Choices::NONE
///     }
///     .ordered(&[entry("killers").unwrap()]);
/// }
/// type MyEngine<G> = plysmith::Engine<G, plysmith::Fixed<Mine>>;
/// ```
pub trait Baked: Send + Sync + 'static {
    /// The choices.
    const CHOICES: Choices;
    /// The parts that they name, as whole files: `include_bytes!("….part")`. What comes with the game need not be here.
    const PARTS: &'static [&'static [u8]] = &[];
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
    const GAME_EVALUATES: bool = B::CHOICES.game_evaluates();
    const MASKED_BY: Option<Capabilities> = Some(B::CHOICES.hidden);

    #[inline(always)]
    fn choices(&self) -> &Choices {
        const { &B::CHOICES }
    }

    #[inline(always)]
    fn selective(&self) -> bool {
        const { B::CHOICES.is_selective() }
    }
}

/// Settings of which all is constant, in every phase spec.
pub trait Constant: Settings + Default + 'static {
    /// The choices of every phase spec, the base first.
    fn choices_of_all() -> Vec<Choices>;
    /// The parts of every phase spec, as whole files.
    fn parts_of_all() -> Vec<&'static [u8]>;
}

impl<B: Baked> Constant for Fixed<B> {
    fn choices_of_all() -> Vec<Choices> {
        vec![B::CHOICES]
    }

    fn parts_of_all() -> Vec<&'static [u8]> {
        B::PARTS.to_vec()
    }
}

/// The constants of one phase spec, and behind it the [`Constant`] settings of further ones: `Phased<Base, Phased<Second, Fixed<Third>>>`.
#[derive(Clone, Copy, Debug)]
pub struct Phased<B, Rest> {
    first: Fixed<B>,
    rest: Rest,
}

impl<B, Rest: Default> Default for Phased<B, Rest> {
    fn default() -> Phased<B, Rest> {
        Phased { first: Fixed::new(), rest: Rest::default() }
    }
}

impl<B: Baked, Rest: Constant> Settings for Phased<B, Rest> {
    fn choices(&self) -> &Choices {
        self.first.choices()
    }

    fn selective(&self) -> bool {
        self.first.selective()
    }

    fn choices_of(&self, phase_spec: usize) -> &Choices {
        match phase_spec.checked_sub(1) {
            Some(further) => self.rest.choices_of(further),
            None => self.choices(),
        }
    }

    fn run<G: Game>(&self, phase_spec: usize, run: Run<G>) -> Found<G::Move> {
        match phase_spec.checked_sub(1) {
            Some(further) => self.rest.run(further, run),
            None => Search::run(&self.first, run),
        }
    }
}

impl<B: Baked, Rest: Constant> Constant for Phased<B, Rest> {
    fn choices_of_all() -> Vec<Choices> {
        [vec![B::CHOICES], Rest::choices_of_all()].concat()
    }

    fn parts_of_all() -> Vec<&'static [u8]> {
        [B::PARTS, &Rest::parts_of_all()].concat()
    }
}
