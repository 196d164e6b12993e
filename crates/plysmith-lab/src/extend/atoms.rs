//! The atoms of a game as material for features: checked before any work, with their groups and trees.
//!
//! A feature is a conjunction of atoms, held as a mask by their places in the game's list. Two atoms of one group never combine, and a feature is of all groups
//! of its atoms.

use plysmith::game::{AtomCard, CardText, atoms};

/// Why a game's atoms are no material, or a name no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AtomError {
    /// The game has none.
    #[error("the game has no atoms of moves, and so no features; write `Game::atoms` and `Game::atoms_of` for it")]
    None,
    /// A mask has no room for them.
    #[error("the game has {0} atoms, and a feature has room for 64; leave some out")]
    TooMany(usize),
    /// A name cannot be told from others in a feature.
    #[error("`{0}` is no name of an atom: it must not be empty, `neutral`, or have a hyphen or a comma in it")]
    Name(String),
    /// No atom is of such a group.
    #[error("no atom is of the group `{name}`; known are {}", known.join(", "))]
    NoGroup {
        /// The group.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Two have the same name.
    #[error("two atoms are named `{0}`; rename one")]
    Twice(String),
    /// It belongs nowhere.
    #[error("the atom `{0}` has no group; give it one, of its own if it combines with all others")]
    Group(String),
    /// Its parent is not there.
    #[error("the atom `{name}` is a special case of `{parent}`, which is no atom of the game")]
    Parent {
        /// The atom.
        name: String,
        /// What it names.
        parent: String,
    },
    /// Its parent is of another group.
    #[error("the atoms `{name}` and `{parent}` are child and parent, but of different groups; a tree stays in its group")]
    Stranger {
        /// The atom.
        name: String,
        /// Its parent.
        parent: String,
    },
    /// It is its own ancestor.
    #[error("the atom `{0}` is a special case of itself; a tree has no cycles")]
    Cycle(String),
    /// A text is no feature.
    #[error("`{name}` is no feature of moves; {remedy}")]
    Unknown {
        /// The text.
        name: String,
        /// What would be right.
        remedy: String,
    },
}

/// The atoms of a game, found sound.
#[derive(Clone, Debug)]
pub struct AtomSet {
    cards: Vec<AtomCard<CardText>>,
    /// The group of each atom, as a bit.
    groups: Vec<u64>,
    /// The children of each atom.
    children: Vec<u64>,
    /// Those that threshold pruning must not drop.
    kept: u64,
    /// Those that features are made of.
    usable: u64,
}

impl AtomSet {
    /// The atoms of a game.
    pub fn new(cards: &[AtomCard<CardText>]) -> Result<AtomSet, AtomError> {
        if cards.is_empty() {
            return Err(AtomError::None);
        }
        if cards.len() > 64 {
            return Err(AtomError::TooMany(cards.len()));
        }
        let place = |name: &str| cards.iter().position(|card| card.name == name);
        let mut set = AtomSet { cards: cards.to_vec(), groups: Vec::new(), children: vec![0; cards.len()], kept: 0, usable: 0 };
        for (at, card) in cards.iter().enumerate() {
            if card.name.is_empty() || card.name == atoms::NEUTRAL || card.name.contains(['-', ',']) {
                return Err(AtomError::Name(card.name.to_string()));
            }
            if place(&card.name) != Some(at) {
                return Err(AtomError::Twice(card.name.to_string()));
            }
            if card.group.trim().is_empty() {
                return Err(AtomError::Group(card.name.to_string()));
            }
            let group = cards.iter().position(|other| other.group == card.group).unwrap_or(at);
            set.groups.push(1 << group);
            set.usable |= 1 << at;
            set.kept |= u64::from(card.keep) << at;
            let Some(parent) = &card.parent else { continue };
            let names = || (card.name.to_string(), parent.to_string());
            match place(parent).map(|parent| (parent, &cards[parent].group)) {
                None => return Err(AtomError::Parent { name: names().0, parent: names().1 }),
                Some((_, group)) if *group != card.group => return Err(AtomError::Stranger { name: names().0, parent: names().1 }),
                Some((parent, _)) => set.children[parent] |= 1 << at,
            }
        }
        match cards.iter().find(|card| ancestors(cards, card).count() > cards.len()) {
            Some(card) => Err(AtomError::Cycle(card.name.to_string())),
            None => Ok(set),
        }
    }

    /// The same with every atom in a group of its own.
    #[must_use]
    pub fn ungrouped(mut self) -> AtomSet {
        self.groups = (0..self.cards.len()).map(|at| 1 << at).collect();
        self
    }

    /// The same with these, and no others, safe from threshold pruning.
    pub fn keeping(mut self, names: &[String]) -> Result<AtomSet, AtomError> {
        self.kept = names.iter().try_fold(0, |kept, name| Ok(kept | self.read(name)?))?;
        Ok(self)
    }

    /// The same with features of these groups alone. Names mean what they did.
    pub fn only(mut self, groups: &[&str]) -> Result<AtomSet, AtomError> {
        if let Some(name) = groups.iter().find(|group| self.cards.iter().all(|card| card.group != **group)) {
            let known = self.group_names(u64::MAX).into_iter().map(String::from).collect();
            return Err(AtomError::NoGroup { name: (*name).into(), known });
        }
        let wanted = self.cards.iter().enumerate().filter(|(_, card)| groups.contains(&&*card.group));
        self.usable = wanted.fold(0, |usable, (at, _)| usable | 1 << at);
        Ok(self)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.usable.count_ones() as usize
    }

    /// The atoms, each as the feature of it alone.
    pub fn each(&self) -> impl Iterator<Item = u64> + use<> {
        let usable = self.usable;
        (0..self.cards.len()).map(|at| 1 << at).filter(move |atom| usable & atom != 0)
    }

    /// The name of a feature, its atoms in the order of the list.
    pub fn name(&self, feature: u64) -> String {
        atoms::write(&self.cards, feature)
    }

    /// The name of the disjunction of several features.
    pub fn any_of(&self, features: &[u64]) -> String {
        let names: Vec<String> = features.iter().map(|&feature| self.name(feature)).collect();
        names.join(" or ")
    }

    /// The feature of a name.
    pub fn read(&self, name: &str) -> Result<u64, AtomError> {
        atoms::read(&self.cards, name.trim()).map_err(|remedy| AtomError::Unknown { name: name.into(), remedy })
    }

    /// What each atom of a feature says.
    pub fn about(&self, feature: u64) -> String {
        let said = self.cards.iter().enumerate().filter(|(at, _)| feature >> at & 1 != 0).map(|(_, card)| &*card.about);
        said.collect::<Vec<_>>().join("; ")
    }

    /// The groups of a feature, each as a bit.
    pub fn groups(&self, feature: u64) -> u64 {
        let groups = self.groups.iter().enumerate().filter(|(at, _)| feature >> at & 1 != 0);
        groups.fold(0, |all, (_, group)| all | group)
    }

    /// Their names.
    pub fn group_names(&self, feature: u64) -> Vec<&str> {
        let mut names = Vec::new();
        for (_, card) in self.cards.iter().enumerate().filter(|(at, _)| feature >> at & 1 != 0) {
            if !names.contains(&&*card.group) {
                names.push(&*card.group);
            }
        }
        names
    }

    /// Threshold pruning must not drop this atom.
    pub fn is_kept(&self, atom: u64) -> bool {
        self.kept & atom != 0
    }

    /// The children of an atom in its tree, each as the feature of it alone.
    pub fn children(&self, atom: u64) -> impl Iterator<Item = u64> + use<> {
        let children = self.children.get(atom.trailing_zeros() as usize).copied().unwrap_or(0);
        (0..64).map(|at| 1 << at).filter(move |child| children & child != 0)
    }

    /// Every move that has the one has the other, as far as the trees tell.
    pub fn implies(&self, one: u64, other: u64) -> bool {
        let mut known = one;
        loop {
            let parents = self.children.iter().enumerate().filter(|(_, children)| *children & known != 0);
            let more = parents.fold(known, |all, (at, _)| all | 1 << at);
            if more == known {
                return known & other == other;
            }
            known = more;
        }
    }

    /// Two features of different groups make one.
    pub fn combine(&self, one: u64, other: u64) -> Option<u64> {
        (self.groups(one) & self.groups(other) == 0).then_some(one | other)
    }

    /// Every feature of one to so many atoms, the smaller ones first.
    pub fn all(&self, most: usize) -> Vec<u64> {
        let mut features: Vec<u64> = self.each().collect();
        let mut last = features.clone();
        for _ in 1..most {
            let mut next = Vec::new();
            for &feature in &last {
                // Atoms are added in the order of the list, so that each combination comes up once.
                let later = self.each().filter(|&atom| atom > feature);
                next.extend(later.filter_map(|atom| self.combine(feature, atom)));
            }
            features.extend(&next);
            last = next;
        }
        features
    }
}

/// The ancestors of an atom; in a cycle there is no end to them, and some more than there are atoms are enough to know that.
fn ancestors<'c>(cards: &'c [AtomCard<CardText>], card: &'c AtomCard<CardText>) -> impl Iterator<Item = &'c AtomCard<CardText>> {
    let parent = |card: &&AtomCard<CardText>| cards.iter().find(|other| Some(&other.name) == card.parent.as_ref());
    std::iter::successors(parent(&card), parent).take(cards.len() + 1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::testing::arena;

    /// An atom, its group, and its parent behind a `<`.
    pub fn card(text: &'static str) -> AtomCard<CardText> {
        let (text, parent) = text.split_once('<').map_or((text, None), |(text, parent)| (text, Some(parent)));
        let (name, group) = text.split_once(':').unwrap_or((text, text));
        (&AtomCard { name, about: "", group, parent, keep: false }).into()
    }

    /// Atoms by name, with group and parent as in `c2:c<c1`.
    pub fn set(texts: &[&'static str]) -> AtomSet {
        AtomSet::new(&texts.iter().map(|text| card(text)).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn unsound_atoms_are_refused_by_naming_the_fault() {
        let refused = |texts: &[&'static str]| AtomSet::new(&texts.iter().map(|text| card(text)).collect::<Vec<_>>()).unwrap_err();
        assert_eq!(refused(&[]), AtomError::None);
        assert_eq!(refused(&["x"; 65]), AtomError::TooMany(65));
        assert_eq!(refused(&["a", "a:b"]), AtomError::Twice("a".into()));
        assert_eq!(refused(&["a-b:c"]), AtomError::Name("a-b".into()));
        assert_eq!(refused(&["neutral"]), AtomError::Name("neutral".into()));
        assert_eq!(refused(&["a: "]), AtomError::Group("a".into()));
        assert_eq!(refused(&["a:g<z"]), AtomError::Parent { name: "a".into(), parent: "z".into() });
        assert_eq!(refused(&["a:g<b", "b:h"]), AtomError::Stranger { name: "a".into(), parent: "b".into() });
        assert_eq!(refused(&["a:g<a"]), AtomError::Cycle("a".into()));
        assert_eq!(refused(&["x:g<a", "a:g<b", "b:g<a"]), AtomError::Cycle("x".into()));
        assert!(refused(&["a: "]).to_string().contains("no group"));
        assert!(set(&["Ud", "RdTt"]).read("Ud-RdTb").unwrap_err().to_string().contains("did you mean `RdTt`"));
        assert!(set(&["Ud", "PP"]).read("Ud-x").unwrap_err().to_string().contains("known are Ud, PP"));
    }

    #[test]
    fn a_feature_is_named_in_the_order_of_the_list_and_of_all_groups() {
        let set = set(&["a", "b:g", "c:g"]);
        assert_eq!(set.name(set.read("c-a").unwrap()), "a-c");
        assert_eq!((set.name(0), set.read("neutral")), ("neutral".into(), Ok(0)));
        assert_eq!(set.group_names(0b101), ["a", "g"]);
        assert_eq!((set.combine(0b001, 0b010), set.combine(0b010, 0b100), set.combine(0b101, 0b010)), (Some(0b011), None, None));
        assert_eq!(set.ungrouped().combine(0b101, 0b010), Some(0b111));
    }

    #[test]
    fn a_feature_implies_what_is_more_general() {
        let set = set(&["a", "b:g", "c:g<b", "d:g<c"]);
        let implies = |one: &str, other: &str| set.implies(set.read(one).unwrap(), set.read(other).unwrap());
        for (one, other) in [("a", "a"), ("d", "b"), ("d", "c"), ("a-d", "a-b"), ("a-d", "c"), ("a", "neutral")] {
            assert!(implies(one, other), "{one} is a special case of {other}");
        }
        for (one, other) in [("b", "d"), ("d", "a"), ("d", "a-b"), ("a-b", "a-c")] {
            assert!(!implies(one, other), "{one} is no special case of {other}");
        }
    }

    #[test]
    fn features_can_be_of_some_groups_alone() {
        let set = set(&["a", "b:g", "c:g", "d"]);
        let some = set.clone().only(&["g", "d"]).unwrap();
        assert_eq!((some.count(), some.each().collect::<Vec<_>>()), (3, vec![0b0010, 0b0100, 0b1000]));
        assert_eq!(some.all(4), [0b0010, 0b0100, 0b1000, 0b1010, 0b1100]);
        assert_eq!(some.name(some.read("b-d").unwrap()), "b-d");
        let refused = set.only(&["h"]).unwrap_err();
        assert_eq!(refused.to_string(), "no atom is of the group `h`; known are a, g, d");
    }

    #[test]
    fn breakthrough_has_as_many_features_as_the_thesis_counts() {
        let set = AtomSet::new(&arena("breakthrough").card().atoms).unwrap();
        assert_eq!((set.all(1).len(), set.all(3).len()), (15, 377));
        assert_eq!(set.ungrouped().all(15).len() + 1, 32_768);
    }

    #[test]
    fn the_atoms_of_every_bundled_game_are_sound() {
        for game in plysmith_games::GAMES {
            let cards = arena(game.name).card().atoms;
            assert!(cards.is_empty() || AtomSet::new(&cards).is_ok(), "{}: {:?}", game.name, AtomSet::new(&cards).err());
        }
    }
}
