//! The optional capabilities by name, and sets of them. What each asks of a game is said at its methods in [`Game`].
//!
//! What a game declares can be hidden at run time, by a spec (`hide = ["tactical"]`) or for a whole arena: it then counts as not declared.

use std::fmt;

use super::{Game, shorten};

/// Something that a game may offer beyond its rules and an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    /// An incremental hash: the transposition table costs little.
    Hash,
    /// Doing nothing makes sense as an experiment: the null move.
    Pass,
    /// Tactical moves are known: they can be tried first, and a quiescence search can follow them.
    Tactical,
    /// Atomic move features: extensions by category can be discovered.
    Atoms,
    /// Network inputs: ordering and evaluation can be learned.
    Inputs,
    /// Moves have squares and pieces: what is learned of one move helps others.
    Squares,
    /// The sides can be exchanged: what is learned for one side holds for the other.
    Swap,
    /// There is a choice of evaluations.
    Evaluations,
    /// The evaluation is a weighted sum of terms: it can be tuned.
    Terms,
    /// The game has phases.
    Phases,
    /// The board has symmetries.
    Symmetries,
    /// The game has set-ups of its own to begin from.
    Openings,
    /// The board can be drawn.
    Picture,
}

impl Capability {
    /// Every capability, in the order in which they are shown.
    pub const ALL: [Capability; 13] = [
        Capability::Hash,
        Capability::Pass,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::Squares,
        Capability::Swap,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Symmetries,
        Capability::Openings,
        Capability::Picture,
    ];

    /// The name shown in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::Hash => "hash",
            Capability::Pass => "pass",
            Capability::Tactical => "tactical",
            Capability::Atoms => "atoms",
            Capability::Inputs => "inputs",
            Capability::Squares => "squares",
            Capability::Swap => "swap",
            Capability::Evaluations => "evaluations",
            Capability::Terms => "terms",
            Capability::Phases => "phases",
            Capability::Symmetries => "symmetries",
            Capability::Openings => "openings",
            Capability::Picture => "picture",
        }
    }

    /// Whether the game `G` declares it.
    #[inline(always)]
    pub const fn of<G: Game>(self) -> bool {
        Capabilities::of::<G>().contains(self)
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of capabilities, in the order in which they are shown.
///
/// ```
/// use plysmith::game::{Capabilities, Capability};
///
/// const HIDDEN: Capabilities = Capabilities::NONE.with(Capability::Tactical).with(Capability::Atoms);
/// assert_eq!(HIDDEN.to_string(), "tactical, atoms");
/// assert_eq!(Capabilities::read(["atoms", "tactical"]).unwrap(), HIDDEN);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Capabilities(u32);

impl Capabilities {
    /// None.
    pub const NONE: Capabilities = Capabilities(0);

    /// Those in a list.
    pub const fn listed(list: &[Capability]) -> Capabilities {
        let mut all = Capabilities::NONE;
        let mut i = 0;
        while i < list.len() {
            all = all.with(list[i]);
            i += 1;
        }
        all
    }

    /// Every one there is.
    pub const fn all() -> Capabilities {
        Capabilities::listed(&Capability::ALL)
    }

    /// Those that the game `G` declares.
    #[inline(always)]
    pub const fn of<G: Game>() -> Capabilities {
        const { Capabilities::listed(G::CAPABILITIES) }
    }

    /// Whether this one is among them.
    #[inline(always)]
    pub const fn contains(self, capability: Capability) -> bool {
        self.0 & 1 << capability as u32 != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, capability: Capability) -> Capabilities {
        Capabilities(self.0 | 1 << capability as u32)
    }

    /// These without those of another set.
    #[must_use]
    pub const fn without(self, others: Capabilities) -> Capabilities {
        Capabilities(self.0 & !others.0)
    }

    /// Those of both sets together.
    #[must_use]
    pub const fn union(self, others: Capabilities) -> Capabilities {
        Capabilities(self.0 | others.0)
    }

    /// Those that are in both sets.
    #[must_use]
    pub const fn common(self, others: Capabilities) -> Capabilities {
        Capabilities(self.0 & others.0)
    }

    /// There are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = Capability> {
        Capability::ALL.into_iter().filter(move |&capability| self.contains(capability))
    }

    /// Their names.
    pub fn names(self) -> Vec<&'static str> {
        self.iter().map(Capability::name).collect()
    }

    /// Those with these names, of which [`EVERY`] stands for all; an underscore is as good as a hyphen.
    pub fn read<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Result<Capabilities, UnknownCapability> {
        names.into_iter().try_fold(Capabilities::NONE, |known, name| {
            let name = name.as_ref();
            let hyphens = name.replace('_', "-");
            match Capability::ALL.into_iter().find(|capability| capability.name() == hyphens) {
                Some(capability) => Ok(known.with(capability)),
                None if name == EVERY => Ok(Capabilities::all()),
                None => Err(UnknownCapability { name: shorten(name) }),
            }
        })
    }
}

/// The name that stands for every capability.
pub const EVERY: &str = "all";

impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.names().join(", "))
    }
}

impl fmt::Debug for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A name that no capability has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown capability `{name}`; known are {}, and `{EVERY}` for every one", Capabilities::all())]
pub struct UnknownCapability {
    /// The name.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_has_its_place_in_the_set() {
        for (at, capability) in Capability::ALL.into_iter().enumerate() {
            assert_eq!(capability as usize, at, "{capability} is not in its place in the list of all");
            let alone = Capabilities::NONE.with(capability);
            assert_eq!(alone.iter().collect::<Vec<_>>(), [capability]);
            assert!(!Capabilities::all().without(alone).contains(capability) && Capabilities::all().contains(capability));
            assert_eq!(Capabilities::read([capability.name()]), Ok(alone));
        }
        assert_eq!(Capabilities::all().iter().count(), Capability::ALL.len());
    }

    #[test]
    fn sets_are_joined_taken_apart_and_written() {
        let [hash, pass] = [Capability::Hash, Capability::Pass].map(|capability| Capabilities::NONE.with(capability));
        let both = hash.union(pass);
        assert_eq!((both.without(hash), both.common(hash), hash.common(pass)), (pass, hash, Capabilities::NONE));
        assert_eq!((both.to_string(), Capabilities::NONE.to_string()), ("hash, pass".into(), String::new()));
        assert_eq!(Capabilities::read(both.names()), Ok(both));
        assert_eq!(Capabilities::read(["pass", EVERY]), Ok(Capabilities::all()));
    }

    #[test]
    fn an_unknown_name_is_refused_with_all_that_are_known() {
        let error = Capabilities::read(["hash", "tactcal"]).unwrap_err().to_string();
        assert_eq!(error, format!("unknown capability `tactcal`; known are {}, and `all` for every one", Capabilities::all()));
    }
}
