//! How a game lists its atomic move features: one list, from which cards, places and predicates are made.
//!
//! A line is `"Name", "group" < "Parent", keep: "about"`, of which parent and `keep` may be missing. In front of it stands the name of a variant of the
//! enum `Atom`, whose value is the place in the list; or behind it a function that says of a `Look` whether the atom holds.

macro_rules! atoms {
    ($($atom:ident $name:literal, $group:literal $(< $parent:literal)? $(, $keep:ident)?: $about:literal;)*) => {
        /// The place of each atom in the list.
        #[derive(Clone, Copy)]
        enum Atom { $($atom,)* }

        atoms!(@cards $($name, $group $(< $parent)? $(, $keep)?: $about;)*);
    };
    ($($name:literal, $group:literal $(< $parent:literal)? $(, $keep:ident)?: $about:literal, $holds:expr;)*) => {
        atoms!(@cards $($name, $group $(< $parent)? $(, $keep)?: $about;)*);

        /// Whether each atom of the list holds, on a board of `N`×`N` squares.
        const fn predicates<const N: usize>() -> [fn(&Look) -> bool; CARDS.len()] {
            [$($holds,)*]
        }
    };
    (@cards $($name:literal, $group:literal $(< $parent:literal)? $(, $keep:ident)?: $about:literal;)*) => {
        pub(super) const CARDS: &[plysmith::game::AtomCard] = &[$(plysmith::game::AtomCard {
            name: $name,
            about: $about,
            group: $group,
            parent: atoms!(@parent $($parent)?),
            keep: atoms!(@keep $($keep)?),
        },)*];
    };
    (@parent) => { None };
    (@parent $parent:literal) => { Some($parent) };
    (@keep) => { false };
    (@keep keep) => { true };
}
