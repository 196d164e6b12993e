//! Atomic move features: simple predicates of a move, from which extension features are built.

use super::CardText;

/// What is known about an atom besides whether it holds. A game writes its cards as constants; those that an arena shows may have been made at run time, with
/// `T` = [`CardText`].
#[derive(Clone, Copy, Debug)]
pub struct AtomCard<T = &'static str> {
    /// A short name, as in `Ud-RdTt`.
    pub name: T,
    /// What it says about a move.
    pub about: T,
    /// Two atoms of one group never combine.
    pub group: T,
    /// The atom that this one is a special case of, by name.
    pub parent: Option<T>,
    /// Threshold pruning must not drop it.
    pub keep: bool,
}

impl From<&AtomCard> for AtomCard<CardText> {
    fn from(card: &AtomCard) -> AtomCard<CardText> {
        let AtomCard { name, about, group, parent, keep } = *card;
        AtomCard { name: name.into(), about: about.into(), group: group.into(), parent: parent.map(Into::into), keep }
    }
}

/// The atoms that a feature such as `Ud-RdTt` names, as a mask; `neutral`, or no name at all, is the feature that every move has. The fault says which
/// name is unknown, and what would be right.
pub fn read<T: AsRef<str>>(cards: &[AtomCard<T>], feature: &str) -> Result<u64, String> {
    if feature.is_empty() || feature == NEUTRAL {
        return Ok(0);
    }
    feature.split('-').try_fold(0, |atoms, name| match cards.iter().position(|card| card.name.as_ref() == name) {
        Some(at) => Ok(atoms | 1 << at),
        None => Err(crate::spec::remedy(name, cards.iter().map(|card| card.name.as_ref()))),
    })
}

/// The feature that every move has.
pub const NEUTRAL: &str = "neutral";

/// The inverse of [`read`].
pub fn write<T: AsRef<str>>(cards: &[AtomCard<T>], atoms: u64) -> String {
    if atoms == 0 {
        return NEUTRAL.into();
    }
    let named = cards.iter().enumerate().filter(|&(at, _)| atoms >> at & 1 != 0).map(|(_, card)| card.name.as_ref());
    named.collect::<Vec<_>>().join("-")
}
