//! Atomic move features: simple predicates of a move, from which extension features are built.

/// What is known about an atom besides whether it holds.
#[derive(Clone, Copy, Debug)]
pub struct AtomCard {
    /// A short name, as in `Ud-RdTt`.
    pub name: &'static str,
    /// What it says about a move.
    pub about: &'static str,
    /// Two atoms of one group never combine.
    pub group: &'static str,
    /// The atom that this one is a special case of, by name.
    pub parent: Option<&'static str>,
    /// Threshold pruning must not drop it.
    pub keep: bool,
}

/// The atoms that a feature such as `Ud-RdTt` names, as a mask; `neutral`, or no name at all, is the feature that every move has. The fault says which
/// name is unknown, and what would be right.
pub fn read(cards: &[AtomCard], feature: &str) -> Result<u64, String> {
    if feature.is_empty() || feature == NEUTRAL {
        return Ok(0);
    }
    feature.split('-').try_fold(0, |atoms, name| match cards.iter().position(|card| card.name == name) {
        Some(at) => Ok(atoms | 1 << at),
        None => Err(crate::spec::remedy(name, cards.iter().map(|card| card.name))),
    })
}

/// The feature that every move has.
pub const NEUTRAL: &str = "neutral";

/// The inverse of [`read`].
pub fn write(cards: &[AtomCard], atoms: u64) -> String {
    if atoms == 0 {
        return NEUTRAL.into();
    }
    let named = cards.iter().enumerate().filter(|&(at, _)| atoms >> at & 1 != 0).map(|(_, card)| card.name);
    named.collect::<Vec<_>>().join("-")
}
