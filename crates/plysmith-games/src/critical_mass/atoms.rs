//! Atomic features of a move in Critical Mass. The names are ours; no list for this game has been published.

use plysmith::game::Game;

use super::{Board, CriticalMass, Move};

atoms! {
    Explodes "Ex", "explosion", keep: "makes its square explode";
    Captures "Ec", "explosion" < "Ex", keep: "explodes and takes an enemy square";
    Takes3 "E3", "explosion" < "Ec": "explodes and takes three enemy squares or more";
    Wins "Ew", "explosion" < "Ec", keep: "explodes and takes everything";
    Empty "Te", "target": "goes to an empty square";
    Primes "Tp", "target", keep: "brings its square to its critical mass";
    Corner "Rc", "region": "goes to a corner";
    Edge "Re", "region": "goes to the edge outside of the corners";
    Exposed "Sx", "safety": "leaves an own square beside an enemy square at its critical mass";
    Alone "Nn", "neighbours": "goes to a square with no atom beside it";
    Near "Pn", "previous": "goes to a square beside the enemy's last move";
}

/// All atoms that hold for a move.
pub(super) fn of(game: &CriticalMass, board: &Board, previous: Option<Move>, mv: Move) -> u64 {
    let mut found = 0;
    let mut mark = |atom: Atom, holds: bool| found |= u64::from(holds) << atom as u32;
    let (map, square) = (&game.map, 1u64 << mv.0);
    let explodes = map.critical(board) & square != 0;
    let mut after = board.clone();
    game.play(&mut after, mv);
    // The other side is to move now.
    let taken = (board.enemy() & after.enemy()).count_ones();
    mark(Atom::Explodes, explodes);
    mark(Atom::Captures, taken > 0);
    mark(Atom::Takes3, taken >= 3);
    mark(Atom::Wins, taken > 0 && after.own() == 0);
    mark(Atom::Empty, board.own() & square == 0);
    mark(Atom::Primes, !explodes && map.critical(&after) & square != 0);
    mark(Atom::Corner, map.corners & square != 0);
    mark(Atom::Edge, map.edges & square != 0);
    mark(Atom::Exposed, map.beside(after.own() & map.critical(&after)) & after.enemy() != 0);
    let around = map.beside(square);
    mark(Atom::Alone, around & (board.own() | board.enemy()) == 0);
    mark(Atom::Near, previous.is_some_and(|last| around & (1 << last.0) != 0));
    found
}
