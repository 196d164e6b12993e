//! Atomic features of a move in Othello: where the disc goes, what it turns over, and what it leaves to the opponent.

use plysmith::game::AtomCard;

use super::squares::{Squares, neighbours};
use super::{Board, Move, PASS};

/// Bits in the order of the list.
macro_rules! atoms {
    ($($constant:ident: $name:literal in $group:literal $(under $parent:literal)? $(, keep: $keep:literal)?; $about:literal;)*) => {
        /// The atoms, by bit.
        pub(super) const ATOMS: &[AtomCard] = &[$(AtomCard {
            name: $name,
            about: $about,
            group: $group,
            parent: atoms!(@or None $(, Some($parent))?),
            keep: atoms!(@or false $(, $keep)?),
        },)*];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the numbers of the bits")]
        enum Number { $($constant,)* }
        $(const $constant: u64 = 1 << Number::$constant as u64;)*
    };
    (@or $default:expr) => { $default };
    (@or $default:expr, $given:expr) => { $given };
}

atoms! {
    ONLY: "On" in "forced", keep: true; "is the only move";
    FORCED: "Ps" in "forced" under "On", keep: true; "passes, for want of a move";
    EDGE: "Ed" in "square"; "on the edge";
    CORNER: "Co" in "square" under "Ed", keep: true; "in a corner";
    C_SQUARE: "Cs" in "square" under "Ed"; "on the edge beside a corner";
    C_OPEN: "Ce" in "square" under "Cs"; "on the edge beside an empty corner";
    X_SQUARE: "Xs" in "square"; "diagonally inside a corner";
    X_OPEN: "Xe" in "square" under "Xs"; "diagonally inside an empty corner";
    FLIPS_ONE: "F1" in "flips"; "turns over one disc";
    FLIPS_TWO: "F2" in "flips"; "turns over two discs";
    FLIPS_MORE: "F3" in "flips"; "turns over three discs or more";
    FLIPS_MANY: "F6" in "flips" under "F3"; "turns over six discs or more";
    ONE_LINE: "L1" in "lines"; "turns discs over in one direction only";
    MANY_LINES: "L3" in "lines"; "turns discs over in three directions or more";
    QUIET: "Qu" in "frontier", keep: true; "turns over no disc that touches another empty square";
    LOUD: "Lo" in "frontier"; "all discs that it turns over touch another empty square";
    FEW_REPLIES: "R3" in "replies"; "leaves the opponent at most three moves";
    NO_REPLY: "R0" in "replies" under "R3", keep: true; "leaves the opponent no move";
    GIVES_CORNER: "Gc" in "corners", keep: true; "the opponent can take a corner after it that was out of reach before";
    DENIES_CORNER: "Dc" in "corners"; "the opponent can no longer take a corner that was within reach";
    ODD_REGION: "Od" in "parity"; "into a region with an odd number of empty squares";
    LAST_OF_REGION: "La" in "parity" under "Od"; "fills a single empty square";
    NEAR_LAST: "Nx" in "previous"; "touches the disc played last";
    TURNS_LAST: "Tl" in "turned"; "turns over the disc played last";
    SAFE_EDGE: "Sa" in "stable"; "on the edge, in a chain of own discs from a corner";
}

/// Which of the wanted atoms hold for a legal move. What costs something is looked at only if an atom that needs it is wanted.
pub(super) fn of<const N: usize>(board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
    if mv == PASS {
        return (FORCED | ONLY) & wanted;
    }
    let (own, enemy, disc) = (board.own, board.enemy, 1u64 << mv.0);
    let empty = Squares::<N>::BOARD & !(own | enemy);
    let flips = Squares::<N>::flips(own, enemy, mv.0);
    let mut found = 0;
    let mut set = |atom: u64, holds: bool| found |= if holds { atom } else { 0 };

    let within = |squares: u64| squares & disc != 0;
    let open = neighbours(empty & Squares::<N>::CORNERS);
    set(ONLY, board.moves == disc);
    set(EDGE, within(Squares::<N>::EDGES));
    set(CORNER, within(Squares::<N>::CORNERS));
    set(C_SQUARE, within(Squares::<N>::C_SQUARES));
    set(C_OPEN, within(Squares::<N>::C_SQUARES & open));
    set(X_SQUARE, within(Squares::<N>::X_SQUARES));
    set(X_OPEN, within(Squares::<N>::X_SQUARES & open));

    let turned = flips.count_ones();
    set(FLIPS_ONE, turned == 1);
    set(FLIPS_TWO, turned == 2);
    set(FLIPS_MORE, turned >= 3);
    set(FLIPS_MANY, turned >= 6);
    let frontier = flips & neighbours(empty ^ disc);
    set(QUIET, frontier == 0);
    set(LOUD, frontier == flips);
    if let Some(last) = previous.filter(|&last| last != PASS) {
        set(NEAR_LAST, within(neighbours(1 << last.0)));
        set(TURNS_LAST, flips >> last.0 & 1 != 0);
    }

    if wanted & (ONE_LINE | MANY_LINES) != 0 {
        let lines = Squares::<N>::lines(own, enemy, mv.0);
        set(ONE_LINE, lines == 1);
        set(MANY_LINES, lines >= 3);
    }
    if wanted & (FEW_REPLIES | NO_REPLY | GIVES_CORNER | DENIES_CORNER) != 0 {
        let replies = Squares::<N>::mobility(enemy ^ flips, own | flips | disc);
        set(FEW_REPLIES, replies.count_ones() <= 3);
        set(NO_REPLY, replies == 0);
        if wanted & (GIVES_CORNER | DENIES_CORNER) != 0 {
            let before = Squares::<N>::mobility(enemy, own) & Squares::<N>::CORNERS;
            let after = replies & Squares::<N>::CORNERS;
            set(GIVES_CORNER, after & !before != 0);
            set(DENIES_CORNER, before & !after != 0);
        }
    }
    if wanted & (ODD_REGION | LAST_OF_REGION) != 0 {
        let region = Squares::<N>::region(empty, mv.0).count_ones();
        set(ODD_REGION, region % 2 == 1);
        set(LAST_OF_REGION, region == 1);
    }
    if wanted & SAFE_EDGE != 0 {
        set(SAFE_EDGE, within(Squares::<N>::stable_edges(own | flips | disc)));
    }
    found & wanted
}

#[cfg(test)]
mod tests {
    use plysmith::Game;
    use plysmith::game::hash;

    use super::super::Othello;
    use super::*;
    use crate::bits;

    fn names(position: &str, previous: Option<&str>, mv: &str) -> Vec<&'static str> {
        let game = Othello::<8>::new();
        let board = game.read_position(position).unwrap();
        let square = |name: &str| {
            let letters = name.as_bytes();
            Move((letters[1] - b'1') * 8 + letters[0] - b'a')
        };
        let mv = game.read_move(&board, mv).unwrap();
        let found = game.atoms_of(&board, previous.map(square), mv, u64::MAX);
        bits::squares(found).map(|atom| ATOMS[usize::from(atom)].name).collect()
    }

    #[test]
    fn atoms_of_moves_worked_out_by_hand() {
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(names(start, None, "d3"), ["F1", "L1", "Lo", "R3"]);
        let after_d3 = "-------------------X-------XX------XO--------------------------- O";
        // All 59 empty squares hang together.
        assert_eq!(names(after_d3, Some("d3"), "c3"), ["F1", "L1", "Lo", "Od", "Nx"]);
        assert_eq!(names(after_d3, Some("d3"), "e3"), ["F1", "L1", "Lo", "Od", "Nx"]);
        // The endgame FFO 40: a2 turns over b2 to g2; the corner a1 is taken.
        let ffo_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
        let a2 = names(ffo_40, None, "a2");
        for name in ["Ed", "Cs", "F6", "F3"] {
            assert!(a2.contains(&name), "{name}: {a2:?}");
        }
        assert!(!a2.contains(&"Ce") && !a2.contains(&"Co"), "{a2:?}");
    }

    #[test]
    fn a_special_case_never_holds_without_what_it_is_a_case_of() {
        let game = Othello::<6>::new();
        let bit = |name: &str| 1u64 << ATOMS.iter().position(|atom| atom.name == name).unwrap();
        let mut seen = 0;
        for seed in 0..200 {
            let (mut board, mut previous) = (game.start(), None);
            while game.outcome(&board).is_none() {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                for &mv in &moves {
                    let found = game.atoms_of(&board, previous, mv, u64::MAX);
                    for atom in ATOMS.iter().filter(|atom| found & bit(atom.name) != 0) {
                        assert!(atom.parent.is_none_or(|parent| found & bit(parent) != 0), "{} of {mv:?} in {board:?}", atom.name);
                    }
                    seen |= found;
                }
                let mv = moves[(hash::mix(game.hash(&board) ^ seed) % moves.len() as u64) as usize];
                game.play(&mut board, mv);
                previous = Some(mv);
            }
        }
        assert_eq!(seen.count_ones() as usize, ATOMS.len(), "some atom never holds");
    }

    #[test]
    fn every_atom_has_a_short_name_of_its_own() {
        assert!((12..=25).contains(&ATOMS.len()));
        for (i, atom) in ATOMS.iter().enumerate() {
            assert_eq!(atom.name.len(), 2);
            assert!(ATOMS[..i].iter().all(|other| other.name != atom.name), "{}", atom.name);
        }
    }
}
