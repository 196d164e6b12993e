//! Atomic features of a move, for both games. The names are ours; no list for these games has been published.

use plysmith::game::Side;

use super::board::{Board, Move, Shape};
use crate::bits;

/// What the atoms look at.
struct Look<'a> {
    before: &'a Board,
    after: Board,
    previous: Option<Move>,
    mv: Move,
}

atoms! {
    // What is captured. Where there is a capture all moves capture, so these tell forced positions from others.
    "Ca", "capture", keep: "captures", |look| look.mv.captured != 0;
    "Cm", "capture" < "Ca": "captures several pieces", |look| look.mv.captured.count_ones() > 1;
    "Rc", "capture" < "Ca": "captures the piece that moved last",
        |look| look.previous.is_some_and(|previous| look.mv.captured >> previous.to & 1 != 0);
    // What moves.
    "Mk", "piece": "moves a king", |look| look.before.is_king(look.mv.from);
    "Mm", "piece": "moves a man", |look| !look.before.is_king(look.mv.from);
    "Mc", "piece" < "Mm", keep: "crowns a man", |look| !look.before.is_king(look.mv.from) && look.after.is_king(look.mv.to);
    // How far from home it arrives.
    "Rh", "rows", keep: "arrives in the own half", |look| look.row::<N>() < N / 2;
    "Rf", "rows", keep: "arrives in the far half", |look| look.row::<N>() >= N / 2;
    "Rl", "rows" < "Rf": "arrives in the two last rows", |look| look.row::<N>() >= N - 2;
    // How far from the left and the right edge it arrives.
    "De", "files": "arrives on the left or right edge", |look| look.files_to_edge::<N>() == 0;
    "Dc", "files": "arrives two files or more from the edge", |look| look.files_to_edge::<N>() >= 2;
    // What it leaves.
    "Lh", "leave": "leaves the home row", |look| Shape::<N>::LAST[look.other()] >> look.mv.from & 1 != 0;
    // What the other side must do then.
    "Sf", "offer", keep: "leaves nothing to capture", |look| !look.is_offer::<N>();
    "Of", "offer", keep: "leaves a capture, which is forced", |look| look.is_offer::<N>();
    "Oo", "offer" < "Of": "leaves a single move, which is a capture",
        |look| look.is_offer::<N>() && look.after.count_moves::<N>(&mut Vec::new()) == 1;
    "Op", "offer" < "Of": "offers the piece that moved", |look| look.replies::<N>().iter().any(|reply| reply.captured >> look.mv.to & 1 != 0);
    "Ox", "offer" < "Of": "leaves a capture that can be answered by one, whichever it is", |look| look.is_exchange::<N>();
    // What would come if the other side did nothing.
    "At", "attack": "threatens to capture", |look| look.after.jumpers::<N>(look.before.side) != 0;
    // How much freedom is left to the other side.
    "Fw", "freedom": "leaves at most two moves", |look| look.after.count_moves::<N>(&mut Vec::new()) <= 2;
    "Fn", "freedom" < "Fw", keep: "leaves no move", |look| look.after.count_moves::<N>(&mut Vec::new()) == 0;
}

impl Look<'_> {
    fn other(&self) -> usize {
        self.before.side.other().index()
    }

    /// The row where the piece arrives, from 0 at home.
    fn row<const N: usize>(&self) -> usize {
        let (row, _) = Shape::<N>::row_and_file(self.mv.to.into());
        if self.before.side == Side::First { row } else { N - 1 - row }
    }

    /// Files between the square where the piece arrives and the left or right edge.
    fn files_to_edge<const N: usize>(&self) -> usize {
        let (_, file) = Shape::<N>::row_and_file(self.mv.to.into());
        file.min(N - 1 - file)
    }

    fn is_offer<const N: usize>(&self) -> bool {
        self.after.jumpers::<N>(self.after.side) != 0
    }

    /// The captures of the other side.
    fn replies<const N: usize>(&self) -> Vec<Move> {
        let mut replies = Vec::new();
        self.after.add_jumps::<N>(self.after.jumpers::<N>(self.after.side), &mut replies);
        replies
    }

    fn is_exchange<const N: usize>(&self) -> bool {
        let replies = self.replies::<N>();
        let answered = |&reply: &Move| self.after.after::<N>(reply).jumpers::<N>(self.before.side) != 0;
        !replies.is_empty() && replies.iter().all(answered)
    }
}

/// Which of the atoms in the mask `wanted` hold.
pub(super) fn of<const N: usize>(board: &Board, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
    let look = Look { before: board, after: board.after::<N>(mv), previous, mv };
    let wanted = wanted & ((1 << CARDS.len()) - 1);
    let predicates = const { predicates::<N>() };
    bits::squares(wanted).filter(|&atom| predicates[usize::from(atom)](&look)).fold(0, |found, atom| found | 1 << atom)
}
