//! Atomic features of a move in Halma. The names are ours, two letters each; no list for this game has been published.

use plysmith::game::Side;

use super::squares::{self, Jumps, NEAR};
use super::{Board, Halma, Move};
use crate::bits;

/// What the atoms look at: the move, and the position before and after it.
struct Look<'a> {
    before: &'a Board,
    after: Board,
    previous: Option<Move>,
    mv: Move,
    home: u64,
    goal: u64,
    /// All squares of the board.
    board: u64,
}

atoms! {
    // How the piece moves.
    "St", "kind": "goes one step", |look| look.is_step();
    "Ju", "kind", keep: "jumps", |look| !look.is_step();
    "Jc", "kind" < "Ju": "needs a chain of jumps", |look| !look.is_step() && !look.is_single_jump();
    // How many files and ranks nearer to the far corner it comes.
    "Gf", "gain", keep: "comes nearer to the far corner", |look| look.gain() > 0;
    "G4", "gain" < "Gf": "comes nearer by four files and ranks or more", |look| look.gain() >= 4;
    "G6", "gain" < "G4", keep: "comes nearer by six files and ranks or more", |look| look.gain() >= 6;
    "Gs", "gain": "goes sideways", |look| look.gain() == 0;
    "Gb", "gain": "goes back", |look| look.gain() < 0;
    // Where it comes from.
    "Oh", "origin", keep: "leaves home", |look| look.from() & look.home != 0 && look.to() & look.home == 0;
    "Ol", "origin" < "Oh": "leaves home as the last one",
        |look| look.from() & look.home != 0 && look.after.of[look.mover()] & look.home == 0;
    "Sh", "straggler", keep: "moves a piece that no own one is behind",
        |look| look.progress::<N>(look.mv.from) == Halma::<N>::hindmost(look.own(), look.before.side);
    // Where it goes.
    "Te", "target", keep: "enters the far corner", |look| look.enters();
    "Tw", "target" < "Te", keep: "fills the far corner and wins",
        |look| look.enters() && Halma::<N>::has_filled(&look.after, look.before.side);
    "Ti", "target": "moves within the far corner", |look| look.from() & look.goal != 0;
    "Lc", "line": "arrives on the line between the corners or next to it", |look| squares::aside(look.to()) <= 1;
    // What is beside it where it arrives.
    "Nn", "neighbours", keep: "arrives beside an own piece",
        |look| NEAR[usize::from(look.mv.to)] & look.own() & !look.from() != 0;
    "Na", "neighbours": "arrives beside no piece",
        |look| NEAR[usize::from(look.mv.to)] & look.before.occupied() & !look.from() == 0;
    // What jumps forward there are afterwards.
    "Bo", "bridges", keep: "gives own pieces more jumps forward", |look| look.more_jumps(look.before.side) > 0;
    "Be", "blocks": "leaves enemy pieces fewer jumps forward", |look| look.more_jumps(look.before.side.other()) < 0;
    "Pn", "previous": "arrives beside the enemy piece that moved last",
        |look| look.previous.is_some_and(|last| NEAR[usize::from(last.to)] & look.to() != 0);
}

impl Look<'_> {
    fn from(&self) -> u64 {
        1 << self.mv.from
    }

    fn to(&self) -> u64 {
        1 << self.mv.to
    }

    fn mover(&self) -> usize {
        self.before.side.index()
    }

    /// The pieces of the side that moves, before it does.
    fn own(&self) -> u64 {
        self.before.of[self.mover()]
    }

    fn enters(&self) -> bool {
        self.to() & self.goal != 0 && self.from() & self.goal == 0
    }

    fn is_step(&self) -> bool {
        NEAR[usize::from(self.mv.from)] & self.to() != 0
    }

    fn is_single_jump(&self) -> bool {
        self.jumps(self.before).once(self.from()) & self.to() != 0
    }

    fn gain(&self) -> i32 {
        self.mv.gain(self.before.side)
    }

    /// How far a piece of the side that moves has come.
    fn progress<const N: usize>(&self, square: u8) -> i32 {
        Halma::<N>::hindmost(1 << square, self.before.side)
    }

    fn jumps(&self, board: &Board) -> Jumps {
        Jumps::of(board.occupied(), self.board & !board.occupied())
    }

    /// How many more jumps forward a side has after the move.
    fn more_jumps(&self, side: Side) -> i32 {
        let count = |board: &Board| self.jumps(board).forward(board.of[side.index()], side == Side::First);
        count(&self.after) - count(self.before)
    }
}

/// Which of the atoms in the mask `wanted` hold.
pub(super) fn of<const N: usize>(before: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
    let mut after = before.clone();
    after.make(mv);
    let [home, goal] = Halma::<N>::camps(before.side);
    let look = Look { before, after, previous, mv, home, goal, board: Halma::<N>::BOARD };
    let wanted = wanted & ((1 << CARDS.len()) - 1);
    let predicates = const { predicates::<N>() };
    bits::squares(wanted).filter(|&atom| predicates[usize::from(atom)](&look)).fold(0, |found, atom| found | 1 << atom)
}
