//! What a capture or a promotion is worth once everything that bears on its square has taken there: static exchange evaluation.
//!
//! Both sides take with the least valuable piece first and stop when to go on would cost them. Pieces that stand behind others on a line join in
//! as the line opens, whoever they belong to. A king takes only where nothing can take back. Pins and checks elsewhere are ignored: to look for
//! them costs more than the rank of a move is worth.
//!
//! Origin: as old as chess programs; a threshold instead of a value is what programs have used since about 2010, because a side that is
//! ahead of it need not be asked how far.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// In pawns. A bishop for a knight is an even exchange.
pub const WORTH: [i32; Piece::NUM] = [1, 3, 3, 5, 9, 100];

/// What a pawn gains in worth by becoming a queen.
pub const PROMOTED: i32 = WORTH[Piece::Queen as usize] - WORTH[Piece::Pawn as usize];

#[inline(always)]
fn worth(piece: Piece) -> i32 {
    WORTH[piece as usize]
}

/// Whether the side to move comes out at least `least` pawns ahead when `moved` plays `mv`, a legal move, and takes `captured`.
#[inline(always)]
pub fn gains(board: &Board, mv: Move, moved: Piece, captured: Option<Piece>, least: i32) -> bool {
    let arriving = mv.promotion.unwrap_or(moved);
    let ahead = captured.map_or(0, worth) + worth(arriving) - worth(moved) - least;
    // Most captures are decided by what takes and what is taken, and nothing can take a king back.
    if ahead < 0 || moved == Piece::King {
        return ahead >= 0;
    }
    let ahead = ahead - worth(arriving);
    let side = board.side_to_move();
    let risk = promoted(board, mv.to, !side, get_pawn_attacks(mv.to, side));
    ahead - risk >= 0 || !taken_back(board, mv, captured.is_some(), ahead)
}

/// What `side` gains beside the piece that it takes on `to` if one of its pawns among the attackers is promoted by that.
#[inline(always)]
fn promoted(board: &Board, to: Square, side: Color, attackers: BitBoard) -> i32 {
    let promotes = to.rank() == Rank::Eighth.relative_to(side) && !(attackers & board.colored_pieces(side, Piece::Pawn)).is_empty();
    if promotes { PROMOTED } else { 0 }
}

/// Whether the opponent does well to take back. `ahead` is what the side to move is ahead once its piece is lost.
///
/// A pawn that is promoted as it takes is worth a pawn afterwards: what its side gains by the queen and what it then has to lose cancel out.
fn taken_back(board: &Board, mv: Move, captures: bool, mut ahead: i32) -> bool {
    let to = mv.to;
    let mut occupied = (board.occupied() ^ mv.from.bitboard()) | to.bitboard();
    if captures && !board.occupied().has(to) {
        occupied ^= Square::new(to.file(), Rank::Fifth.relative_to(board.side_to_move())).bitboard();
    }
    let queens = board.pieces(Piece::Queen);
    let diagonal = board.pieces(Piece::Bishop) | queens;
    let straight = board.pieces(Piece::Rook) | queens;
    let mut attackers = attackers(board, to, occupied, diagonal, straight);
    let mut side = !board.side_to_move();
    // In every round `side` would be content with taking.
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        let Some((piece, pieces)) = least_valuable(board, own) else { break };
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        side = !side;
        ahead = -ahead - 1 - worth(piece);
        if ahead - promoted(board, to, side, attackers) >= 0 {
            break;
        }
        occupied ^= BitBoard(pieces.0 & pieces.0.wrapping_neg());
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(to, occupied) & straight;
        }
    }
    // The side whose turn it would be cannot take, or to take would not help it.
    side == board.side_to_move()
}

/// The least valuable kind of piece among these, and where such pieces stand.
#[inline(always)]
fn least_valuable(board: &Board, among: BitBoard) -> Option<(Piece, BitBoard)> {
    Piece::ALL.iter().map(|&piece| (piece, among & board.pieces(piece))).find(|(_, pieces)| !pieces.is_empty())
}

/// Everything that attacks a square, of both sides.
#[inline(always)]
fn attackers(board: &Board, to: Square, occupied: BitBoard, diagonal: BitBoard, straight: BitBoard) -> BitBoard {
    let pawns = |side: Color| get_pawn_attacks(to, !side) & board.colored_pieces(side, Piece::Pawn);
    pawns(board.side_to_move())
        | pawns(!board.side_to_move())
        | get_knight_moves(to) & board.pieces(Piece::Knight)
        | get_king_moves(to) & board.pieces(Piece::King)
        | get_bishop_moves(to, occupied) & diagonal
        | get_rook_moves(to, occupied) & straight
}

#[cfg(test)]
mod tests;
