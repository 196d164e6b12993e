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

/// All atoms that hold for a move.
pub(super) fn of(game: &Ataxx, board: &Board, previous: Option<Move>, mv: Move) -> u64 {
    let mut found = 0;
    let mut mark = |atom: Atom, holds: bool| found |= u64::from(holds) << atom as u32;
    let captured = board.captured(mv);
    mark(Atom::Quiet, captured == 0);
    mark(Atom::CapturesOne, captured != 0);
    mark(Atom::CapturesTwo, captured.count_ones() >= 2);
    mark(Atom::CapturesThree, captured.count_ones() >= 3);
    mark(Atom::CapturesFive, captured.count_ones() >= 5);
    mark(Atom::CapturesAll, captured == board.enemy());
    mark(Atom::Clones, mv.is_clone());
    mark(Atom::Jumps, mv.is_jump());
    mark(Atom::Passes, mv.is_pass());
    if mv.is_pass() {
        return found;
    }

    let (target, around) = (1u64 << mv.to, NEAR[usize::from(mv.to)]);
    let (file, rank) = (usize::from(mv.to % 8), usize::from(mv.to / 8));
    let (side, end) = (file == 0 || file + 1 == game.files, rank == 0 || rank + 1 == game.ranks);
    let middle = |at: usize, size: usize| (size / 3..size - size / 3).contains(&at);
    mark(Atom::Edge, side || end);
    mark(Atom::Corner, side && end);
    mark(Atom::Centre, middle(file, game.files) && middle(rank, game.ranks));

    // A piece that jumps is no longer where it came from, whatever it is asked about.
    let origin = if mv.is_jump() { 1u64 << mv.from } else { 0 };
    let own = board.own() & !origin;
    mark(Atom::FillsHole, surrounded(own | !board.open) & target != 0);
    mark(Atom::Invades, surrounded(board.enemy() | !board.open) & target != 0);
    let friends = (around & own).count_ones();
    mark(Atom::Supported, friends >= 3);
    mark(Atom::Crowded, friends >= 5);
    mark(Atom::Alone, friends == 0);

    let enemy = board.enemy() & !captured;
    let empty = (board.empty() & !target) | origin;
    let reach = grow(grow(enemy)) & empty;
    mark(Atom::Safe, around & reach == 0);
    if mv.is_jump() {
        let left = (NEAR[usize::from(mv.from)] & (own | captured | target)).count_ones();
        let open = reach & origin != 0;
        mark(Atom::LeavesHole, open && left >= 1);
        mark(Atom::LeavesBigHole, open && left >= 3);
        let threats = grow(grow(board.enemy())) & board.empty();
        mark(Atom::Escapes, NEAR[usize::from(mv.from)] & threats != 0);
    }
    if let Some(last) = previous.filter(|last| !last.is_pass()) {
        let last = 1u64 << last.to;
        mark(Atom::NearLast, grow(grow(last)) & target != 0);
        mark(Atom::Recaptures, captured & last != 0);
    }
    mark(Atom::Decides, empty == 0);
    found
}
