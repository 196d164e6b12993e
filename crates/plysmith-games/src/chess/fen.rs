//! Positions as text: Forsyth-Edwards notation.

use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves};
use plysmith::game::TextError;

use super::{QUIET_LIMIT, State};
use crate::bits;

/// In the order of [`Piece::ALL`], White's first.
const LETTERS: &str = "PNBRQKpnbrqk";

/// What each side begins with, in the order of [`Piece::ALL`].
const AT_FIRST: [usize; Piece::NUM] = [8, 2, 2, 2, 1, 1];

const CHECK: &str = "the side to move not to give check: it could take the king";
const CASTLING: &str = "king and rook on their first squares for every right to castle";

/// The letter of what stands on a square.
pub fn letter(board: &Board, file: usize, rank: usize) -> Option<char> {
    let square = Square::new(File::index(file), Rank::index(rank));
    let at = board.piece_on(square)? as usize + if board.colors(Color::White).has(square) { 0 } else { Piece::NUM };
    LETTERS.chars().nth(at)
}

/// The position with all six fields.
pub fn write(state: &State) -> String {
    let board = &state.board;
    let (white, black) = (board.castle_rights(Color::White), board.castle_rights(Color::Black));
    let rights = [(white.short, 'K'), (white.long, 'Q'), (black.short, 'k'), (black.long, 'q')];
    let mut castling: String = rights.iter().filter(|(right, _)| right.is_some()).map(|&(_, letter)| letter).collect();
    if castling.is_empty() {
        castling.push('-');
    }
    format!(
        "{} {} {castling} {} {} {}",
        bits::write_board(8, 8, |file, rank| letter(board, file, rank)),
        if board.side_to_move() == Color::White { 'w' } else { 'b' },
        state.en_passant().map_or("-".to_string(), |square| square.to_string()),
        board.halfmove_clock(),
        board.fullmove_number(),
    )
}

/// The inverse of [`write`]; without the last two fields the game has just begun.
pub fn read(text: &str) -> Result<State, TextError> {
    let wrong = |expected: &str| TextError::position(text, expected);
    let mut builder = BoardBuilder::empty();
    let rest = bits::read_board(text, 8, 8, LETTERS, |letter, file, rank| {
        let at = LETTERS.find(letter).unwrap_or(0);
        let color = if at < Piece::NUM { Color::White } else { Color::Black };
        *builder.square_mut(Square::new(File::index(file), Rank::index(rank))) = Some((Piece::index(at % Piece::NUM), color));
    })?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let (side, castling, passing, counts) = match fields[..] {
        [side, castling, passing] => (side, castling, passing, None),
        [side, castling, passing, quiet, number] => (side, castling, passing, Some((quiet, number))),
        _ => {
            return Err(wrong(
                "side to move, castling, en passant and perhaps two counts behind the board, such as `w KQkq - 0 1`",
            ));
        }
    };
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(wrong("`w` or `b` for the side to move")),
    };
    if let Some(fault) = Color::ALL.iter().find_map(|&color| fault_of_pieces(&builder, color)) {
        return Err(wrong(&fault));
    }
    read_castling(&mut builder, castling).ok_or_else(|| wrong("some of `KQkq`, each once, or `-`, for castling"))?;
    if passing != "-" {
        builder.en_passant = Some(passing.parse().map_err(|_| wrong("a square such as `e3`, or `-`, for en passant"))?);
    }
    if let Some((quiet, number)) = counts {
        let quiet = quiet.parse().ok().filter(|&quiet| quiet <= QUIET_LIMIT);
        builder.halfmove_clock = quiet.ok_or_else(|| wrong("0 to 100 plies without a capture or a pawn's move"))?;
        let number = number.parse().ok().filter(|&number| number > 0);
        builder.fullmove_number = number.ok_or_else(|| wrong("the number of the move, from 1 to 65535"))?;
    }
    let at_home = |&color: &Color| {
        let rights = builder.castle_rights(color);
        let king = Square::new(File::E, Rank::First.relative_to(color));
        (rights.short.is_none() && rights.long.is_none()) || builder.square(king) == Some((Piece::King, color))
    };
    if !Color::ALL.iter().all(at_home) {
        return Err(wrong(CASTLING));
    }
    let board = builder.build().map_err(|error| {
        wrong(match error {
            BoardBuilderError::InvalidBoard => CHECK,
            BoardBuilderError::InvalidCastlingRights => CASTLING,
            BoardBuilderError::InvalidEnPassant => "the square behind a pawn that has just gone two squares, for en passant",
            BoardBuilderError::InvalidHalfMoveClock | BoardBuilderError::InvalidFullmoveNumber => "counts within their range",
        })
    })?;
    // The crate does not mind kings side by side.
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(wrong(CHECK));
    }
    if board.checkers().len() > 2 {
        return Err(wrong("at most two pieces that give check"));
    }
    if board.en_passant().is_some() && board.halfmove_clock() > 0 {
        return Err(wrong("no plies since the pawn's move that allows en passant"));
    }
    Ok(State { board })
}

/// What is impossible about the numbers of pieces of one side.
fn fault_of_pieces(builder: &BoardBuilder, color: Color) -> Option<String> {
    let mut counts = [0usize; Piece::NUM];
    for (piece, _) in builder.board.iter().flatten().filter(|(_, owner)| *owner == color) {
        counts[*piece as usize] += 1;
    }
    let whose = if color == Color::White { "White" } else { "Black" };
    let [pawns, .., kings] = counts;
    let promoted: usize = counts.iter().zip(AT_FIRST).skip(1).map(|(&count, first)| count.saturating_sub(first)).sum();
    let at_ends = Square::ALL
        .iter()
        .any(|&square| matches!(square.rank(), Rank::First | Rank::Eighth) && builder.square(square) == Some((Piece::Pawn, color)));
    if kings != 1 {
        Some(format!("one king for {whose}, not {kings}"))
    } else if pawns > 8 {
        Some(format!("at most 8 pawns for {whose}, not {pawns}"))
    } else if pawns + promoted > 8 {
        Some(format!("at most {} promoted pieces for {whose}, who has {pawns} pawns, not {promoted}", 8 - pawns))
    } else if at_ends {
        Some("no pawn on the first or the last rank".into())
    } else {
        None
    }
}

/// Rights are those of the usual game: the king stands on the e-file.
fn read_castling(builder: &mut BoardBuilder, text: &str) -> Option<()> {
    for letter in text.chars().filter(|_| text != "-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rights = builder.castle_rights_mut(color);
        let (right, rook) = match letter.to_ascii_lowercase() {
            'k' => (&mut rights.short, File::H),
            'q' => (&mut rights.long, File::A),
            _ => return None,
        };
        if right.replace(rook).is_some() {
            return None;
        }
    }
    (!text.is_empty()).then_some(())
}
