//! Positions and moves as text, after the Portable Draughts Notation.

use std::ops::RangeInclusive;

use plysmith::game::{Side, TextError};

use super::board::{Board, Move, Shape, squares};

/// After so many plies without a capture or a man's move, 40 of each side, the game is drawn.
pub(super) const QUIET_LIMIT: u8 = 80;

pub(super) fn write_position(board: &Board) -> String {
    let list = |side: Side| {
        let name = |square| format!("{}{}", if board.is_king(square) { "K" } else { "" }, square + 1);
        squares(board.of[side.index()]).map(name).collect::<Vec<_>>().join(",")
    };
    let quiet = if board.quiet > 0 { format!(":H{}", board.quiet) } else { String::new() };
    format!("{}:W{}:B{}{quiet}", ["B", "W"][board.side.index()], list(Side::Second), list(Side::First))
}

pub(super) fn read_position<const N: usize>(text: &str) -> Result<Board, TextError> {
    let wrong = |expected: String| TextError::position(text, expected);
    let mut fields = text.strip_suffix('.').unwrap_or(text).split(':');
    let side = match fields.next() {
        Some("B") => Side::First,
        Some("W") => Side::Second,
        _ => return Err(wrong("the side to move, `B` or `W`, then both sides' pieces, such as `B:W21,K30:B1,2`".into())),
    };
    let mut of = [None; 2];
    let mut kings = 0;
    for _ in 0..2 {
        let list = fields.next().unwrap_or_default();
        let (owner, list) = match list.as_bytes().first() {
            Some(b'B') if of[0].is_none() => (0, &list[1..]),
            Some(b'W') if of[1].is_none() => (1, &list[1..]),
            _ => return Err(wrong("one list of pieces that begins with `W` and one that begins with `B`".into())),
        };
        let mut pieces = 0;
        for piece in list.split(',').filter(|_| !list.is_empty()) {
            let (digits, king) = piece.strip_prefix('K').map_or((piece, false), |digits| (digits, true));
            let range = range::<N>(digits).ok_or_else(|| {
                let (last, shown) = (Shape::<N>::SQUARES, shown(piece));
                wrong(format!("squares from 1 to {last}, or a range of them such as `21-24`, not `{shown}`"))
            })?;
            for square in range {
                if (pieces | of[1 - owner].unwrap_or(0)) >> square & 1 != 0 {
                    return Err(wrong(format!("each piece on a square of its own, not two on {}", square + 1)));
                }
                pieces |= 1 << square;
                kings |= u32::from(king) << square;
            }
        }
        of[owner] = Some(pieces);
    }
    let rest: Vec<&str> = fields.collect();
    let plies = |field: &str| field.strip_prefix('H').and_then(number).filter(|&plies| plies <= QUIET_LIMIT.into());
    // The number of the move, as some programs write it, counts for nothing.
    let is_number = |field: &str| field.strip_prefix('F').and_then(number).is_some();
    let quiet = match rest[..] {
        [] => Some(0),
        [last] if is_number(last) => Some(0),
        [quiet] => plies(quiet),
        [quiet, last] if is_number(last) => plies(quiet),
        _ => None,
    };
    let quiet = quiet
        .ok_or_else(|| wrong(format!("nothing behind the pieces, or plies without progress from `:H0` to `:H{QUIET_LIMIT}`")))?
        as u8;
    let board = Board { of: of.map(Option::unwrap_or_default), kings, side, quiet };
    match fault::<N>(&board) {
        Some(expected) => Err(wrong(expected)),
        None => Ok(board),
    }
}

/// What no position of a game has, said as what it should have.
fn fault<const N: usize>(board: &Board) -> Option<String> {
    let (own, enemy, most) = (board.own(), board.enemy(), Shape::<N>::MEN);
    let uncrowned = (board.of[0] & Shape::<N>::LAST[0] | board.of[1] & Shape::<N>::LAST[1]) & !board.kings;
    if own.count_ones().max(enemy.count_ones()) > most {
        Some(format!("at most {most} pieces a side"))
    } else if let Some(square) = squares(uncrowned).next() {
        Some(format!("a king on {0}, `K{0}`, because men are crowned there", square + 1))
    } else if enemy == 0 {
        Some("a piece of the side that has just moved".into())
    } else if board.quiet >= 1 && own == 0 {
        Some("`H0`, because the last piece was captured by the last move".into())
    } else if board.quiet >= 1 && enemy & board.kings == 0 {
        Some("a king of the side that has just moved without progress".into())
    } else if board.quiet >= 2 && own & board.kings == 0 {
        Some("a king of the side to move, which moved without progress before".into())
    } else {
        None
    }
}

/// The beginning of a text that may be long, with control characters made visible.
fn shown(text: &str) -> String {
    text.escape_debug().take(12).collect()
}

/// A number in plain digits, without zeros to begin with.
fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok())?
}

/// A square, counted from 0, by its number.
fn square<const N: usize>(text: &str) -> Option<u8> {
    let number = number(text)?;
    (1..=Shape::<N>::SQUARES as u16).contains(&number).then(|| number as u8 - 1)
}

/// One square, or all from one to another: `21-24`.
fn range<const N: usize>(text: &str) -> Option<RangeInclusive<u8>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = square::<N>(first)?..=square::<N>(last)?;
    (!range.is_empty()).then_some(range)
}

/// A step with its two squares, a jump with every square on which the piece lands, so that one text never means two moves.
pub(super) fn write_move<const N: usize>(board: &Board, mv: Move) -> String {
    let path: Vec<String> = paths::<N>(board, mv)[0].iter().map(|square| (square + 1).to_string()).collect();
    path.join(if mv.captured == 0 { "-" } else { "x" })
}

/// The legal move out of `moves` that a text names: all squares of the path, or as many as tell it from the others, with any sign between them.
pub(super) fn read_move<const N: usize>(board: &Board, moves: &[Move], text: &str) -> Result<Move, TextError> {
    let wrong = |expected: String| TextError::mv(text, expected);
    let list = |moves: &[Move]| moves.iter().take(8).map(|&mv| write_move::<N>(board, mv)).collect::<Vec<_>>().join(" ");
    let read: Option<Vec<u8>> = text.split(['-', 'x']).map(square::<N>).collect();
    let squares = read.filter(|squares| squares.len() >= 2);
    let squares =
        squares.ok_or_else(|| wrong(format!("squares from 1 to {}, as in `11-15`, `15x22` or `15x22x31`", Shape::<N>::SQUARES)))?;
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let along = |mv: &&Move| (mv.from, mv.to) == (from, to) && paths::<N>(board, **mv).iter().any(|path| is_part(&squares, path));
    let found: Vec<Move> = moves.iter().filter(along).copied().collect();
    if let [mv] = found[..] {
        return Ok(mv);
    }
    // A text may be all of one path and a part of another.
    let exact = found.iter().find(|&&mv| paths::<N>(board, mv).contains(&squares));
    if let Some(&mv) = exact {
        return Ok(mv);
    }
    let same: Vec<Move> = moves.iter().filter(|mv| mv.from == from).copied().collect();
    Err(wrong(match (found.len(), moves.first()) {
        (2.., _) => format!("the squares between, to tell {} apart", list(&found)),
        (_, None) => "nothing, the game is over".into(),
        _ if board.own() >> from & 1 == 0 => format!("a piece of the side to move on {}", from + 1),
        (_, Some(first)) if first.captured != 0 => format!("a capture, which is compulsory: {}", list(moves)),
        _ if same.is_empty() => format!("another piece: that on {} cannot move", from + 1),
        _ => format!("one of {}", list(&same)),
    }))
}

/// Whether `part` is what remains of `path` when squares between the first and the last are left out.
fn is_part(part: &[u8], path: &[u8]) -> bool {
    let mut rest = path.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}

/// The ways in which a piece can make this legal move, each with all squares on which it stands: at least one, and several only for a king.
fn paths<const N: usize>(board: &Board, mv: Move) -> Vec<Vec<u8>> {
    if mv.captured == 0 {
        return vec![vec![mv.from, mv.to]];
    }
    let mut complete = Vec::new();
    let mut begun = vec![(vec![mv.from], 0)];
    while let Some((path, captured)) = begun.pop() {
        let at = path[path.len() - 1];
        if captured == mv.captured {
            complete.push(path);
            continue;
        }
        for jump in &Shape::<N>::JUMPS[usize::from(at)][board.ways(mv.from)] {
            let free = board.empty::<N>() >> jump.to & 1 != 0 || jump.to == mv.from;
            if mv.captured & !captured & jump.over != 0 && free {
                begun.push(([&path[..], &[jump.to]].concat(), captured | jump.over));
            }
        }
    }
    complete
}
