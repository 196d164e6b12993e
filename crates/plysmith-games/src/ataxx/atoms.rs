//! Atomic features of a move in Ataxx.

use super::evaluation::surrounded;
use super::{Ataxx, Board, Move, NEAR, grow};

atoms! {
    Quiet "C0", "captures": "captures nothing";
    CapturesOne "C1", "captures", keep: "captures";
    CapturesTwo "C2", "captures" < "C1": "captures two or more";
    CapturesThree "C3", "captures" < "C2": "captures three or more";
    CapturesFive "C5", "captures" < "C3": "captures five or more";
    CapturesAll "Ca", "captures" < "C1", keep: "captures every enemy piece";
    Clones "Kc", "kind", keep: "clones";
    Jumps "Kj", "kind": "jumps";
    Passes "Kp", "kind": "passes for want of a move";
    Edge "Re", "region": "lands on the edge of the board";
    Corner "Rc", "region" < "Re": "lands in a corner";
    Centre "Rm", "region": "lands in the middle third of the board";
    FillsHole "Hf", "target": "lands on a square with own pieces, gaps or the edge on all four sides";
    Invades "Hi", "target": "lands on a square with enemy pieces, gaps or the edge on all four sides";
    Supported "Nm", "neighbours": "lands beside three or more own pieces";
    Crowded "Nc", "neighbours" < "Nm": "lands beside five or more own pieces";
    Alone "Na", "neighbours": "lands beside no own piece, not counting those that it captures";
    Safe "Sa", "safety", keep: "lands where the enemy cannot capture it in the next move";
    LeavesHole "Lh", "leaves": "jumps from a square that the enemy can reach, beside own pieces";
    LeavesBigHole "Lb", "leaves" < "Lh": "jumps from a square that the enemy can reach, beside three or more own pieces";
    Escapes "Le", "leaves": "jumps from where the enemy could have captured it";
    NearLast "Pn", "previous": "lands within two squares of the enemy's last move";
    Recaptures "Pr", "previous" < "Pn", keep: "captures the piece that moved last";
    Decides "Ef", "end", keep: "fills the last empty square";
}

/// The bits of these atoms.
const fn bits_of<const N: usize>(atoms: [Atom; N]) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while at < N {
        bits |= 1 << atoms[at] as u32;
        at += 1;
    }
    bits
}

const REGION: u64 = bits_of([Atom::Edge, Atom::Corner, Atom::Centre]);
const TARGET: u64 = bits_of([Atom::FillsHole, Atom::Invades]);
const NEIGHBOURS: u64 = bits_of([Atom::Supported, Atom::Crowded, Atom::Alone]);
const LEAVES: u64 = bits_of([Atom::LeavesHole, Atom::LeavesBigHole, Atom::Escapes]);
const REACH: u64 = bits_of([Atom::Safe, Atom::LeavesHole, Atom::LeavesBigHole]);
const PREVIOUS: u64 = bits_of([Atom::NearLast, Atom::Recaptures]);
const END: u64 = bits_of([Atom::Decides]);

/// What the moves of a position have in common that their atoms follow from. Only what is wanted is found out.
pub(super) struct Look<'a> {
    game: &'a Ataxx,
    board: &'a Board,
    wanted: u64,
    /// Where the enemy moved last.
    last: u64,
    /// Squares with own pieces, gaps or the edge on all four sides, and the same with enemy pieces.
    holes: [u64; 2],
    /// Where the enemy could move to now.
    threats: u64,
}

impl<'a> Look<'a> {
    #[inline]
    pub(super) fn new(game: &'a Ataxx, board: &'a Board, previous: Option<Move>, wanted: u64) -> Look<'a> {
        let last = previous.filter(|last| wanted & PREVIOUS != 0 && !last.is_pass()).map_or(0, |last| 1 << last.to);
        let holes =
            if wanted & TARGET != 0 { [board.own(), board.enemy()].map(|pieces| surrounded(pieces | !board.open)) } else { [0; 2] };
        let threats = if wanted & LEAVES != 0 { grow(grow(board.enemy())) & board.empty() } else { 0 };
        Look { game, board, wanted, last, holes, threats }
    }

    /// Which of the atoms that are wanted hold for the move. A piece that jumps comes from two squares away, so that nothing next to where it lands
    /// changes by its leaving.
    #[inline]
    pub(super) fn at(&self, mv: Move) -> u64 {
        let (game, board, wanted) = (self.game, self.board, self.wanted);
        let mut found = 0;
        let mut mark = |atom: Atom, holds: bool| found |= u64::from(holds) << atom as u32;
        let captured = board.captured(mv);
        let count = captured.count_ones();
        mark(Atom::Quiet, count == 0);
        mark(Atom::CapturesOne, count >= 1);
        mark(Atom::CapturesTwo, count >= 2);
        mark(Atom::CapturesThree, count >= 3);
        mark(Atom::CapturesFive, count >= 5);
        mark(Atom::CapturesAll, captured == board.enemy());
        mark(Atom::Clones, mv.is_clone());
        mark(Atom::Jumps, mv.is_jump());
        mark(Atom::Passes, mv.is_pass());
        if mv.is_pass() {
            return found & wanted;
        }

        let (target, around) = (1u64 << mv.to, NEAR[usize::from(mv.to)]);
        let origin = if mv.is_jump() { 1u64 << mv.from } else { 0 };
        if wanted & REGION != 0 {
            let (file, rank) = (usize::from(mv.to % 8), usize::from(mv.to / 8));
            let (side, end) = (file == 0 || file + 1 == game.files, rank == 0 || rank + 1 == game.ranks);
            let middle = |at: usize, size: usize| (size / 3..size - size / 3).contains(&at);
            mark(Atom::Edge, side || end);
            mark(Atom::Corner, side && end);
            mark(Atom::Centre, middle(file, game.files) && middle(rank, game.ranks));
        }
        mark(Atom::FillsHole, self.holes[0] & target != 0);
        mark(Atom::Invades, self.holes[1] & target != 0);
        if wanted & NEIGHBOURS != 0 {
            let friends = (around & board.own()).count_ones();
            mark(Atom::Supported, friends >= 3);
            mark(Atom::Crowded, friends >= 5);
            mark(Atom::Alone, friends == 0);
        }

        let empty = (board.empty() & !target) | origin;
        let reach = if wanted & REACH != 0 { grow(grow(board.enemy() & !captured)) & empty } else { 0 };
        mark(Atom::Safe, around & reach == 0);
        if wanted & LEAVES != 0 && mv.is_jump() {
            let beside = NEAR[usize::from(mv.from)];
            let left = (beside & (board.own() | captured | target)).count_ones();
            let open = reach & origin != 0;
            mark(Atom::LeavesHole, open && left >= 1);
            mark(Atom::LeavesBigHole, open && left >= 3);
            mark(Atom::Escapes, beside & self.threats != 0);
        }
        if self.last != 0 {
            mark(Atom::NearLast, grow(grow(self.last)) & target != 0);
            mark(Atom::Recaptures, captured & self.last != 0);
        }
        mark(Atom::Decides, wanted & END != 0 && empty == 0);
        found & wanted
    }
}
