//! Atomic features of a move in Othello: where the disc goes, what it turns over, and what it leaves to the opponent.

use super::squares::{Squares, neighbours};
use super::{Board, Move, PASS};

atoms! {
    Only "On", "forced", keep: "is the only move";
    Forced "Ps", "forced" < "On", keep: "passes, for want of a move";
    Edge "Ed", "square": "on the edge";
    Corner "Co", "square" < "Ed", keep: "in a corner";
    CSquare "Cs", "square" < "Ed": "on the edge beside a corner";
    COpen "Ce", "square" < "Cs": "on the edge beside an empty corner";
    XSquare "Xs", "square": "diagonally inside a corner";
    XOpen "Xe", "square" < "Xs": "diagonally inside an empty corner";
    FlipsOne "F1", "flips": "turns over one disc";
    FlipsTwo "F2", "flips": "turns over two discs";
    FlipsMore "F3", "flips": "turns over three discs or more";
    FlipsMany "F6", "flips" < "F3": "turns over six discs or more";
    OneLine "L1", "lines": "turns discs over in one direction only";
    ManyLines "L3", "lines": "turns discs over in three directions or more";
    Quiet "Qu", "frontier", keep: "turns over no disc that touches another empty square";
    Loud "Lo", "frontier": "all discs that it turns over touch another empty square";
    FewReplies "R3", "replies": "leaves the opponent at most three moves";
    NoReply "R0", "replies" < "R3", keep: "leaves the opponent no move";
    GivesCorner "Gc", "corners", keep: "the opponent can take a corner after it that was out of reach before";
    DeniesCorner "Dc", "corners": "the opponent can no longer take a corner that was within reach";
    OddRegion "Od", "parity": "into a region with an odd number of empty squares";
    LastOfRegion "La", "parity" < "Od": "fills a single empty square";
    NearLast "Nx", "previous": "touches the disc played last";
    TurnsLast "Tl", "turned": "turns over the disc played last";
    SafeEdge "Sa", "stable": "on the edge, in a chain of own discs from a corner";
}

/// Which of the wanted atoms hold for a legal move. What costs something is looked at only if an atom that needs it is wanted.
pub(super) fn of<const N: usize>(board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
    if mv == PASS {
        return (1 << Atom::Forced as u32 | 1 << Atom::Only as u32) & wanted;
    }
    let (own, enemy, disc) = (board.own, board.enemy, 1u64 << mv.0);
    let empty = Squares::<N>::BOARD & !(own | enemy);
    let flips = Squares::<N>::flips(own, enemy, mv.0);
    let mut found = 0;
    let mut mark = |atom: Atom, holds: bool| found |= u64::from(holds) << atom as u32;
    let wants = |atoms: &[Atom]| atoms.iter().any(|&atom| wanted >> atom as u32 & 1 != 0);

    let within = |squares: u64| squares & disc != 0;
    let open = neighbours(empty & Squares::<N>::CORNERS);
    mark(Atom::Only, board.moves == disc);
    mark(Atom::Edge, within(Squares::<N>::EDGES));
    mark(Atom::Corner, within(Squares::<N>::CORNERS));
    mark(Atom::CSquare, within(Squares::<N>::C_SQUARES));
    mark(Atom::COpen, within(Squares::<N>::C_SQUARES & open));
    mark(Atom::XSquare, within(Squares::<N>::X_SQUARES));
    mark(Atom::XOpen, within(Squares::<N>::X_SQUARES & open));

    let turned = flips.count_ones();
    mark(Atom::FlipsOne, turned == 1);
    mark(Atom::FlipsTwo, turned == 2);
    mark(Atom::FlipsMore, turned >= 3);
    mark(Atom::FlipsMany, turned >= 6);
    let frontier = flips & neighbours(empty ^ disc);
    mark(Atom::Quiet, frontier == 0);
    mark(Atom::Loud, frontier == flips);
    if let Some(last) = previous.filter(|&last| last != PASS) {
        mark(Atom::NearLast, within(neighbours(1 << last.0)));
        mark(Atom::TurnsLast, flips >> last.0 & 1 != 0);
    }

    if wants(&[Atom::OneLine, Atom::ManyLines]) {
        let lines = Squares::<N>::lines(own, enemy, mv.0);
        mark(Atom::OneLine, lines == 1);
        mark(Atom::ManyLines, lines >= 3);
    }
    if wants(&[Atom::FewReplies, Atom::NoReply, Atom::GivesCorner, Atom::DeniesCorner]) {
        let replies = Squares::<N>::mobility(enemy ^ flips, own | flips | disc);
        mark(Atom::FewReplies, replies.count_ones() <= 3);
        mark(Atom::NoReply, replies == 0);
        if wants(&[Atom::GivesCorner, Atom::DeniesCorner]) {
            let before = Squares::<N>::mobility(enemy, own) & Squares::<N>::CORNERS;
            let after = replies & Squares::<N>::CORNERS;
            mark(Atom::GivesCorner, after & !before != 0);
            mark(Atom::DeniesCorner, before & !after != 0);
        }
    }
    if wants(&[Atom::OddRegion, Atom::LastOfRegion]) {
        let region = Squares::<N>::region(empty, mv.0).count_ones();
        mark(Atom::OddRegion, region % 2 == 1);
        mark(Atom::LastOfRegion, region == 1);
    }
    if wants(&[Atom::SafeEdge]) {
        mark(Atom::SafeEdge, within(Squares::<N>::stable_edges(own | flips | disc)));
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
        bits::squares(found).map(|atom| CARDS[usize::from(atom)].name).collect()
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
        let bit = |name: &str| 1u64 << CARDS.iter().position(|atom| atom.name == name).unwrap();
        let mut seen = 0;
        for seed in 0..200 {
            let (mut board, mut previous) = (game.start(), None);
            while game.outcome(&board).is_none() {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                for &mv in &moves {
                    let found = game.atoms_of(&board, previous, mv, u64::MAX);
                    for atom in CARDS.iter().filter(|atom| found & bit(atom.name) != 0) {
                        assert!(atom.parent.is_none_or(|parent| found & bit(parent) != 0), "{} of {mv:?} in {board:?}", atom.name);
                    }
                    seen |= found;
                }
                let mv = moves[(hash::mix(game.hash(&board) ^ seed) % moves.len() as u64) as usize];
                game.play(&mut board, mv);
                previous = Some(mv);
            }
        }
        assert_eq!(seen.count_ones() as usize, CARDS.len(), "some atom never holds");
    }

    #[test]
    fn every_atom_has_a_short_name_of_its_own() {
        assert!((12..=25).contains(&CARDS.len()));
        for (i, atom) in CARDS.iter().enumerate() {
            assert_eq!(atom.name.len(), 2);
            assert!(CARDS[..i].iter().all(|other| other.name != atom.name), "{}", atom.name);
        }
    }
}
