//! Which moves of a position give check, without playing them: from where each kind of piece would attack the king, and whose leaving uncovers an attack. Both are found out once for all
//! moves. Castling, promotions and pawns taken in passing are rare and clear more squares than they start from; these are played.

use cozy_chess::{
    BitBoard, Move, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_knight_moves, get_line_rays,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::State;

/// What gives check to the side that is not to move.
pub struct Checks<'a> {
    state: &'a State,
    king: Square,
    /// Where a piece of each kind attacks the king.
    direct: [BitBoard; Piece::NUM],
    /// Own pieces that alone stand between an own one and the king.
    covering: BitBoard,
}

impl<'a> Checks<'a> {
    pub fn new(state: &'a State) -> Checks<'a> {
        let board = &state.board;
        let side = board.side_to_move();
        let (king, occupied) = (board.king(!side), board.occupied());
        let (diagonals, lines) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let pawns = get_pawn_attacks(king, !side);
        let sliders = |piece| board.colored_pieces(side, piece) | board.colored_pieces(side, Piece::Queen);
        let distant = sliders(Piece::Bishop) & get_bishop_rays(king) | sliders(Piece::Rook) & get_rook_rays(king);
        let mut covering = BitBoard::EMPTY;
        for slider in distant {
            let between = get_between_rays(king, slider) & occupied;
            if between.len() == 1 {
                covering |= between & board.colors(side);
            }
        }
        let direct = [pawns, get_knight_moves(king), diagonals, lines, diagonals | lines, BitBoard::EMPTY];
        Checks { state, king, direct, covering }
    }

    /// Whether the move of this piece, a legal one, gives check.
    #[inline]
    pub fn has(&self, mv: Move, moved: Piece) -> bool {
        let board = &self.state.board;
        let in_passing = moved == Piece::Pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to);
        if in_passing || mv.promotion.is_some() || self.state.is_castling(mv) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            return !after.checkers().is_empty();
        }
        self.direct[moved as usize].has(mv.to) || (self.covering.has(mv.from) && !get_line_rays(self.king, mv.from).has(mv.to))
    }
}

#[cfg(test)]
mod tests {
    use plysmith::Game;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::chess::Chess;

    /// Every move of some thousand positions, with castling on open files, promotions and pawns in passing.
    #[test]
    fn it_is_check_where_playing_the_move_says_so() {
        let game = Chess::new();
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        ];
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        let (mut checks, mut looked) = (0, 0);
        for start in starts {
            for _ in 0..30 {
                let mut state = game.read_position(start).unwrap();
                for _ in 0..60 {
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    let known = Checks::new(&state);
                    for &mv in &moves {
                        let mut after = state.board.clone();
                        after.play_unchecked(mv);
                        let check = !after.checkers().is_empty();
                        let moved = state.board.piece_on(mv.from).unwrap();
                        assert_eq!(known.has(mv, moved), check, "{mv} in {}", state.board);
                        checks += usize::from(check);
                        looked += 1;
                    }
                    game.play(&mut state, moves[rng.random_range(0..moves.len())]);
                }
            }
        }
        assert!(checks > 5_000 && looked > 100_000, "{checks} checks of {looked} moves");
    }
}
