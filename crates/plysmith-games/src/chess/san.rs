//! Moves in standard algebraic notation, as in PGN and EPD: `Nf3`, `exd5`, `R1a3`, `O-O`, `e8=Q+`, `Qxf7#`.
//!
//! The writer follows the PGN standard (S. Edwards, 1994). The reader takes a little more: check marks, exclamation and question marks, the
//! `x` and the `=` may be missing, castling may be written with zeros, and the piece may be named more exactly than it need be.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

/// Every legal move.
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves
}

/// The letter of a piece, in capitals; none for a pawn.
fn letter(piece: Piece) -> Option<char> {
    match piece {
        Piece::Pawn => None,
        Piece::Knight => Some('N'),
        Piece::Bishop => Some('B'),
        Piece::Rook => Some('R'),
        Piece::Queen => Some('Q'),
        Piece::King => Some('K'),
    }
}

fn piece(name: char) -> Option<Piece> {
    Piece::ALL.into_iter().find(|&piece| letter(piece) == Some(name))
}

/// The castling move is the king that takes its own rook.
fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

fn takes(board: &Board, mv: Move) -> bool {
    board.occupied().has(mv.to) || (board.pieces(Piece::Pawn).has(mv.from) && mv.from.file() != mv.to.file())
}

/// The legal move `mv` as text.
pub fn write(board: &Board, mv: Move) -> String {
    let mut text = String::new();
    let moved = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
    if is_castling(board, mv) {
        text.push_str(if mv.to.file() < mv.from.file() { "O-O-O" } else { "O-O" });
    } else {
        let takes = takes(board, mv);
        match letter(moved) {
            Some(letter) => {
                text.push(letter);
                text.push_str(&distinction(board, mv, moved));
            }
            None if takes => text.push_str(&mv.from.file().to_string()),
            None => {}
        }
        if takes {
            text.push('x');
        }
        text.push_str(&mv.to.to_string());
        if let Some(promoted) = mv.promotion.and_then(letter) {
            text.extend(['=', promoted]);
        }
    }
    let mut after = board.clone();
    after.play_unchecked(mv);
    if !after.checkers().is_empty() {
        text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
    }
    text
}

/// What tells the piece apart from others of its kind that could go to the same square.
fn distinction(board: &Board, mv: Move, moved: Piece) -> String {
    let rivals: Vec<Square> = legal_moves(board)
        .into_iter()
        .filter(|other| other.to == mv.to && other.from != mv.from && board.pieces(moved).has(other.from))
        .map(|other| other.from)
        .collect();
    let (file, rank) = (mv.from.file(), mv.from.rank());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != file) {
        file.to_string()
    } else if rivals.iter().all(|rival| rival.rank() != rank) {
        rank.to_string()
    } else {
        mv.from.to_string()
    }
}

/// What a text says about a move.
#[derive(Debug)]
struct Words {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    /// It says that something is taken.
    takes: bool,
    to: Square,
    promotion: Option<Piece>,
}

/// The one legal move that the text names; none if it names none or several.
pub fn read(board: &Board, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if let "O-O" | "0-0" | "O-O-O" | "0-0-0" = text {
        return read_castling(board, text.len() > 3);
    }
    let words = Words::read(text)?;
    let fits = |mv: &Move| {
        mv.to == words.to
            && mv.promotion == words.promotion
            && board.pieces(words.piece).has(mv.from)
            && words.file.is_none_or(|file| file == mv.from.file())
            && words.rank.is_none_or(|rank| rank == mv.from.rank())
            && !is_castling(board, *mv)
            && (!words.takes || takes(board, *mv))
    };
    let mut moves = legal_moves(board).into_iter().filter(fits);
    let found = moves.next()?;
    moves.next().is_none().then_some(found)
}

fn read_castling(board: &Board, long: bool) -> Option<Move> {
    let side: Color = board.side_to_move();
    let rights = board.castle_rights(side);
    let rook = if long { rights.long } else { rights.short }?;
    let from = board.king(side);
    let mv = Move { from, to: Square::new(rook, from.rank()), promotion: None };
    board.is_legal(mv).then_some(mv)
}

impl Words {
    fn read(text: &str) -> Option<Words> {
        let piece_name = text.chars().next().and_then(piece);
        let rest = if piece_name.is_some() { &text[1..] } else { text };
        let promotion = rest.chars().last().and_then(piece);
        let rest = if promotion.is_some() { &rest[..rest.len() - 1] } else { rest };
        let rest = if promotion.is_some() { rest.strip_suffix('=').unwrap_or(rest) } else { rest };
        let at = rest.len().checked_sub(2).filter(|&at| rest.is_char_boundary(at))?;
        let (origin, to) = rest.split_at(at);
        let takes = origin.ends_with('x');
        let mut origin = origin.strip_suffix(['x', '-']).unwrap_or(origin).chars().peekable();
        let file = origin.peek().and_then(|&letter| letter.try_into().ok());
        if file.is_some() {
            origin.next();
        }
        let rank = origin.peek().and_then(|&digit| digit.try_into().ok());
        if rank.is_some() {
            origin.next();
        }
        if origin.next().is_some() {
            return None;
        }
        Some(Words { piece: piece_name.unwrap_or(Piece::Pawn), file, rank, takes, to: to.parse().ok()?, promotion })
    }
}
