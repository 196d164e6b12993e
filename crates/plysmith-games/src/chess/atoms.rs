//! The atomic move features of the thesis that discovered extensions for chess (P. Skowronski, *Gradual Focus*, 2009, table 4.6).
//!
//! Groups: `Pc` the piece moved, `Ac` what it attacks from where it arrives, `Rc` recapture, `Rd` the rank it arrives on as the mover counts
//! them, `Cc` the piece captured, `Lc` the piece that the opponent moved last. A pawn that is promoted is a pawn that moved, and attacks as the
//! new piece. `AcK` is any check, discovered ones too. `Rc` takes a piece that has just taken one.

use cozy_chess::{BitBoard, Move, Piece, Square, get_pawn_attacks};
use plysmith::game::AtomCard;

use super::State;
use super::checks::Checks;
use super::evaluation::attacks;

const fn atom(name: &'static str, group: &'static str, about: &'static str) -> AtomCard {
    AtomCard { name, about, group, parent: None, keep: false }
}

const fn region(name: &'static str, about: &'static str, parent: Option<&'static str>) -> AtomCard {
    AtomCard { name, about, group: "Rd", parent, keep: false }
}

/// All of them; the constants below are their places.
pub const ATOMS: &[AtomCard] = &[
    atom("PcK", "Pc", "moves the king"),
    atom("PcQ", "Pc", "moves a queen"),
    atom("PcR", "Pc", "moves a rook"),
    atom("PcB", "Pc", "moves a bishop"),
    atom("PcN", "Pc", "moves a knight"),
    atom("PcP", "Pc", "moves a pawn"),
    atom("AcK", "Ac", "gives check"),
    atom("AcQ", "Ac", "attacks a queen"),
    atom("AcR", "Ac", "attacks a rook"),
    atom("AcB", "Ac", "attacks a bishop"),
    atom("AcN", "Ac", "attacks a knight"),
    atom("AcP", "Ac", "attacks a pawn"),
    atom("Rc", "Rc", "recaptures"),
    region("Rdb", "arrives in the own half", None),
    region("RdBb", "arrives on rank 1 or 2", Some("Rdb")),
    region("RdBt", "arrives on rank 3 or 4", Some("Rdb")),
    region("Rdt", "arrives in the far half", None),
    region("RdTb", "arrives on rank 5 or 6", Some("Rdt")),
    region("RdTt", "arrives on rank 7 or 8", Some("Rdt")),
    atom("CcQ", "Cc", "takes a queen"),
    atom("CcR", "Cc", "takes a rook"),
    atom("CcB", "Cc", "takes a bishop"),
    atom("CcN", "Cc", "takes a knight"),
    atom("CcP", "Cc", "takes a pawn"),
    atom("LcQ", "Lc", "answers a move of a queen"),
    atom("LcR", "Lc", "answers a move of a rook"),
    atom("LcB", "Lc", "answers a move of a bishop"),
    atom("LcN", "Lc", "answers a move of a knight"),
    atom("LcP", "Lc", "answers a move of a pawn"),
];

const MOVED: u32 = 0;
const ATTACKED: u32 = 6;
const RECAPTURE: u32 = 12;
const RANKS: u32 = 13;
const CAPTURED: u32 = 19;
const LAST: u32 = 24;

/// The bit of a piece in a group whose first place is the king's.
const fn bit(first: u32, piece: Piece) -> u64 {
    1 << (first + Piece::King as u32 - piece as u32)
}

/// The bit of a piece in a group without a king.
const fn bit_without_king(first: u32, piece: Piece) -> u64 {
    match piece {
        Piece::King => 0,
        _ => 1 << (first + Piece::Queen as u32 - piece as u32),
    }
}

const ATTACKS: u64 = 0b11_1111 << ATTACKED;
const CHECK: u64 = 1 << ATTACKED;

/// What the moves of a position have in common that their atoms follow from.
pub struct Look<'a> {
    state: &'a State,
    wanted: u64,
    /// The atom of the piece that moved last.
    last: u64,
    /// Where a capture takes back.
    taken: Option<Square>,
    /// What gives check, if that is wanted.
    checks: Option<Checks<'a>>,
}

impl<'a> Look<'a> {
    pub fn new(state: &'a State, previous: Option<Move>, wanted: u64) -> Look<'a> {
        let board = &state.board;
        let (mut last_atom, mut taken) = (0, None);
        if let Some(previous) = previous {
            let last = if previous.promotion.is_some() { Some(Piece::Pawn) } else { board.piece_on(previous.to) };
            last_atom = last.map_or(0, |piece| bit_without_king(LAST, piece));
            let took = match last {
                Some(Piece::Pawn) => previous.from.file() != previous.to.file(),
                // Any other move than a pawn's sets the clock to 0 only by taking.
                Some(_) => board.halfmove_clock() == 0,
                None => false,
            };
            taken = took.then_some(previous.to);
        }
        let checks = (wanted & CHECK != 0).then(|| Checks::new(state));
        Look { state, wanted, last: last_atom, taken, checks }
    }

    /// Which of the atoms that are wanted hold for the move.
    #[inline]
    pub fn at(&self, mv: Move) -> u64 {
        let board = &self.state.board;
        let Some(moved) = board.piece_on(mv.from) else { return 0 };
        let captured = self.state.captured(mv);
        let mut found = bit(MOVED, moved) | self.last;
        // Ranks 1 and 2 are the pair 0, and so on: first the half, then the quarter.
        let pair = mv.to.rank().relative_to(board.side_to_move()) as u32 / 2;
        let half = RANKS + pair / 2 * 3;
        found |= 1 << half | 1 << (half + 1 + pair % 2);
        found |= captured.map_or(0, |piece| bit_without_king(CAPTURED, piece));
        if captured.is_some() && self.taken == Some(mv.to) {
            found |= 1 << RECAPTURE;
        }
        if self.checks.as_ref().is_some_and(|checks| checks.has(mv, moved)) {
            found |= CHECK;
        }
        if self.wanted & ATTACKS & !CHECK != 0 {
            found |= attacked(self.state, mv, moved);
        }
        found & self.wanted
    }
}

/// The atoms of what the move attacks, kings apart.
fn attacked(state: &State, mv: Move, moved: Piece) -> u64 {
    let mut after = state.board.clone();
    after.play_unchecked(mv);
    let side = state.board.side_to_move();
    let to = if state.is_castling(mv) { after.king(side) } else { mv.to };
    let squares = match mv.promotion.unwrap_or(moved) {
        Piece::Pawn => get_pawn_attacks(to, side),
        piece => attacks(piece, to, after.occupied()),
    };
    let enemies: BitBoard = squares & after.colors(!side);
    let of = |piece| if (enemies & after.pieces(piece)).is_empty() { 0 } else { bit(ATTACKED, piece) };
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn].into_iter().map(of).fold(0, |found, one| found | one)
}

#[cfg(test)]
mod tests {
    use plysmith::{Game, Position};

    use super::*;
    use crate::chess::Chess;

    /// The names of the atoms of the last of the moves.
    fn names(start: &str, moves: &[&str]) -> String {
        let game = Chess::new();
        let (last, before) = moves.split_last().unwrap();
        let position = Position::read(&game, Some(start), before).unwrap();
        let mv = game.read_move(position.state(), last).unwrap();
        let found = game.atoms_of(position.state(), position.previous(), mv, u64::MAX);
        let names: Vec<&str> = ATOMS.iter().enumerate().filter(|(i, _)| found >> i & 1 != 0).map(|(_, atom)| atom.name).collect();
        names.join(" ")
    }

    #[test]
    fn each_atom_holds_where_its_description_says() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (start, moves, expected) in [
            (START, &["e2e4"][..], "PcP Rdb RdBt"),
            (START, &["e4", "d5", "exd5"], "PcP Rdt RdTb CcP LcP"),
            (START, &["e4", "d5", "exd5", "Qxd5"], "PcQ AcP Rc Rdb RdBt CcP LcP"),
            (START, &["e4", "Nf6", "e5"], "PcP AcN Rdt RdTb LcN"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["O-O"], "PcK Rdb RdBb"),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &["O-O"], "PcK AcK Rdb RdBb"),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["cxd8=N"], "PcP Rdt RdTt CcR"),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["cxd8=Q+", "Kxd8"], "PcK Rc Rdb RdBb CcQ LcP"),
            // The bishop stood aside: the rook behind it gives check.
            ("4k3/8/8/4B3/8/8/1q6/4R2K w - - 0 1", &["Bb8+"], "PcB AcK Rdt RdTt"),
            ("4k3/8/8/4B3/8/8/1q6/4R2K w - - 0 1", &["Bd4+"], "PcB AcK AcQ Rdb RdBt"),
            // The rook had taken nothing.
            ("r3k3/8/8/8/8/8/8/R3K3 b - - 0 1", &["Ra4", "Rxa4"], "PcR Rdb RdBt CcR LcR"),
        ] {
            assert_eq!(names(start, moves), expected, "{moves:?}");
        }
    }
}
