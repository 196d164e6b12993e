//! Atomic features of a move. The names are ours, two letters each; no list for this game has been published.

use super::evaluation::{Mass, corners, inside};
use super::lines::{self, Lines};
use super::{Board, Move};
use crate::bits;

/// What the atoms look at.
struct Look<'a> {
    lines: &'a Lines,
    previous: Option<Move>,
    mv: Move,
    /// The pieces of the side that moves and of the other, before the move and after it.
    own: [u64; 2],
    enemy: [u64; 2],
}

atoms! {
    // What is captured.
    "Ca", "capture", keep: "captures", |look| look.captures();
    "Rc", "capture" < "Ca": "captures the piece that moved last",
        |look| look.captures() && look.previous.is_some_and(|mv| mv.to == look.mv.to);
    "Cl", "capture" < "Ca": "captures a piece that no other of its side touches",
        |look| look.captures() && lines::spread(look.to()) & look.enemy[1] == 0;
    "Cs", "capture" < "Ca": "captures a piece without which its side has more groups",
        |look| look.captures() && lines::groups(look.enemy[1]) > lines::groups(look.enemy[0]);
    // How far the piece goes.
    "L1", "length": "goes one square", |look| look.length() == 1;
    "Ll", "length": "goes three squares or more", |look| look.length() >= 3;
    // Where it goes.
    "De", "region", keep: "goes to the edge", |look| look.to() & inside::<N>(1) == 0;
    "Dk", "region" < "De": "goes to a corner", |look| look.to() & corners::<N>() != 0;
    "Di", "region", keep: "goes to a square off the edge", |look| look.to() & inside::<N>(1) != 0;
    "Dc", "region" < "Di": "goes to the centre, two squares or more off the edge", |look| look.to() & inside::<N>(2) != 0;
    // Where it comes from.
    "Fe", "origin": "comes from the edge", |look| look.from() & inside::<N>(1) == 0;
    // The centre of mass of the side that moves.
    "Mt", "mass", keep: "goes nearer to where the own pieces are on average", |look| look.nearer::<N>();
    // What the piece touches where it arrives.
    "Tn", "touch", keep: "arrives where it touches an own piece", |look| look.touched() != 0;
    "Tj", "touch" < "Tn": "arrives where it touches own pieces of several groups",
        |look| look.touched() != 0 && lines::groups(look.own[1]) < lines::groups(look.own[1] & !look.to());
    "Ti", "touch": "arrives where it touches no own piece", |look| look.touched() == 0;
    // What it leaves behind.
    "Vl", "leave": "leaves no own piece that it touched", |look| look.left() == 0;
    "Vg", "leave": "leaves own pieces that it touched", |look| look.left() != 0;
    "Vb", "leave" < "Vg": "leaves a group that falls apart",
        |look| lines::groups(look.own[0] & look.own[1]) > lines::groups(look.own[0]);
    // The groups of the side that moves.
    "Gf", "groups", keep: "leaves the own side with fewer groups",
        |look| lines::groups(look.own[1]) < lines::groups(look.own[0]);
    "Gw", "groups" < "Gf", keep: "connects all own pieces", |look| lines::is_connected(look.own[1]);
    // The ways of the other side.
    "Be", "block", keep: "blocks a way that an enemy piece had", |look| look.blocks(u64::MAX);
    "Bw", "block" < "Be": "blocks the way of an enemy piece on the edge", |look| look.blocks(!inside::<N>(1));
    // Who attacks whom.
    "Ud", "safety", keep: "arrives where no enemy piece can capture it", |look| !look.is_attacked();
    "At", "attack": "arrives where it attacks an enemy piece", |look| look.attacks();
    "Ju", "jump": "jumps over an own piece",
        |look| look.lines.between(look.mv.from, look.mv.to) & look.own[0] != 0;
}

impl Look<'_> {
    fn from(&self) -> u64 {
        1 << self.mv.from
    }

    fn to(&self) -> u64 {
        1 << self.mv.to
    }

    fn captures(&self) -> bool {
        self.enemy[0] & self.to() != 0
    }

    /// In squares.
    fn length(&self) -> u8 {
        let Move { from, to } = self.mv;
        (from % 8).abs_diff(to % 8).max((from / 8).abs_diff(to / 8))
    }

    /// The own pieces around the square where the piece arrives.
    fn touched(&self) -> u64 {
        lines::spread(self.to()) & self.own[0] & !self.from()
    }

    /// The own pieces around the square that it leaves.
    fn left(&self) -> u64 {
        lines::spread(self.from()) & self.own[0] & !self.from()
    }

    /// The move leads nearer to the centre of mass that the own pieces had before it.
    fn nearer<const N: usize>(&self) -> bool {
        let mass = Mass::of::<N>(self.own[0]);
        mass.to_square::<N>(self.mv.to) < mass.to_square::<N>(self.mv.from)
    }

    /// A move that an enemy piece on one of the squares `from` had led over the square where the piece arrives.
    fn blocks(&self, from: u64) -> bool {
        let mut blocked = false;
        self.lines.each_move_of(self.enemy[1] & from, self.enemy[0], self.own[0], u64::MAX, |from, to| {
            blocked |= self.lines.between(from, to) & self.to() != 0;
        });
        blocked
    }

    /// Once there, the piece could capture.
    fn attacks(&self) -> bool {
        let mut attacks = false;
        self.lines.each_move_of(self.to(), self.own[1], self.enemy[1], self.enemy[1], |_, _| attacks = true);
        attacks
    }

    /// An enemy piece could capture the one that has moved.
    fn is_attacked(&self) -> bool {
        let mut attacked = false;
        self.lines.each_move(self.enemy[1], self.own[1], self.to(), |_, _| attacked = true);
        attacked
    }
}

/// Which of the atoms in the mask `wanted` hold.
pub(super) fn of<const N: usize>(lines: &Lines, board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
    let (own, enemy) = board.seen();
    let after = own ^ (1 << mv.from | 1 << mv.to);
    let look = Look { lines, previous, mv, own: [own, after], enemy: [enemy, enemy & !(1 << mv.to)] };
    let wanted = wanted & ((1 << CARDS.len()) - 1);
    let predicates = const { predicates::<N>() };
    bits::squares(wanted).filter(|&atom| predicates[usize::from(atom)](&look)).fold(0, |found, atom| found | 1 << atom)
}
