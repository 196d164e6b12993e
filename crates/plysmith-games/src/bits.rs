//! Boards of up to 8×8 squares in the bits of a `u64`, and how a board is written.
//!
//! The square on file `f` and rank `r`, both from 0 at the bottom left, is bit 8 × `r` + `f`, whatever the size of the board: a step forward is
//! the same shift on every one of them. [`read_board`] and [`write_board`] know nothing of bits, so that games which keep their squares in
//! another way can use them as well. The text is that of chess (Forsyth-Edwards notation): ranks from the top, separated by `/`, with a letter
//! for a piece and one digit for a run of empty squares.
//!
//! ```
//! use plysmith_games::bits;
//!
//! let mut pawns = 0;
//! let rest = bits::read_board("3/1P1/P1P w", 3, 3, "P", |_, file, rank| pawns |= bits::bit(file, rank)).unwrap();
//! assert_eq!((rest, pawns.count_ones()), ("w", 3));
//! let text = bits::write_board(3, 3, |file, rank| (bits::shift(pawns, 0, 1) & bits::bit(file, rank) != 0).then_some('P'));
//! assert_eq!(text, "1P1/P1P/3");
//! ```

use plysmith::game::TextError;

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;

/// The bit of one square.
#[inline(always)]
pub const fn bit(file: usize, rank: usize) -> u64 {
    1 << (8 * rank + file)
}

/// Every square of a file, on the largest board.
#[inline(always)]
pub const fn file_mask(file: usize) -> u64 {
    FIRST_FILE << file
}

/// Every square of a rank, on the largest board.
#[inline(always)]
pub const fn rank_mask(rank: usize) -> u64 {
    0xff << (8 * rank)
}

/// Every square of a board with one to eight files and ranks.
pub const fn board_mask(files: usize, ranks: usize) -> u64 {
    (FIRST_FILE * (0xff >> (8 - files))) & (u64::MAX >> (8 * (8 - ranks)))
}

/// Every square moved by so many files to the right and ranks up, each within ±7. What leaves the largest board is gone; what leaves a smaller
/// one is for the caller to mask.
#[inline(always)]
pub const fn shift(board: u64, right: i32, up: i32) -> u64 {
    let row = if right < 0 { (0xff << -right) & 0xff } else { 0xff >> right };
    let staying = board & (FIRST_FILE * row);
    let by = 8 * up + right;
    if by < 0 { staying >> -by } else { staying << by }
}

/// The board with left and right exchanged.
pub const fn mirror(board: u64, files: usize) -> u64 {
    board.swap_bytes().reverse_bits() >> (8 - files)
}

/// The board with top and bottom exchanged.
pub const fn flip(board: u64, ranks: usize) -> u64 {
    board.swap_bytes() >> (8 * (8 - ranks))
}

/// The board with files and ranks exchanged: blocks of one, two and four squares change places across the diagonal.
pub const fn transpose(mut board: u64) -> u64 {
    const STEPS: [(u32, u64); 3] = [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)];
    let mut i = 0;
    while i < STEPS.len() {
        let (by, lower) = STEPS[i];
        let differing = (board ^ (board >> by)) & lower;
        board ^= differing | differing << by;
        i += 1;
    }
    board
}

/// The numbers of the squares that are set, from the bottom left.
#[inline(always)]
pub fn squares(mut board: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (board != 0).then(|| board.trailing_zeros() as u8);
        board &= board.wrapping_sub(1);
        square
    })
}

/// `a1` is the square at the bottom left.
pub fn square_name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// The name of a square by its number.
pub fn name_of(square: u8) -> String {
    square_name(usize::from(square % 8), usize::from(square / 8))
}

/// The numbers of the two squares in a text such as `a1c3`, or `a1-c3` with one of the `signs` between them.
pub fn read_squares(text: &str, signs: &[u8]) -> Option<[u8; 2]> {
    let square = |letters: &[u8]| match letters {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(8 * (rank - b'1') + file - b'a'),
        _ => None,
    };
    let (from, rest) = text.as_bytes().split_at_checked(2)?;
    let to = match rest {
        [sign, to @ ..] if signs.contains(sign) => to,
        to => to,
    };
    Some([square(from)?, square(to)?])
}

/// A number as it is written, of digits only and without zeros in front, no larger than `most`: so that a position has one text.
pub fn counter(word: &str, most: u16) -> Option<u16> {
    word.parse().ok().filter(|number: &u16| *number <= most && number.to_string() == word)
}

/// Reads the board that `text` begins with, tells `put` every piece with its file and rank, and returns what follows the space behind the
/// board. `pieces` are the letters allowed.
pub fn read_board<'a>(
    text: &'a str,
    files: usize,
    ranks: usize,
    pieces: &str,
    mut put: impl FnMut(char, usize, usize),
) -> Result<&'a str, TextError> {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    if board.split('/').count() != ranks {
        return Err(TextError::position(text, format!("{ranks} ranks separated by `/`")));
    }
    for (row, rank) in board.split('/').zip((0..ranks).rev()) {
        let wrong = |expected: String| TextError::position(text, format!("{expected} in rank {}", rank + 1));
        let mut file = 0;
        let mut after_digit = false;
        for letter in row.chars() {
            let digit = letter.to_digit(10);
            match digit {
                // Two digits side by side would give a position a second text.
                Some(run @ 1..) if !after_digit => file += run as usize,
                None if pieces.contains(letter) => {
                    if file < files {
                        put(letter, file, rank);
                    }
                    file += 1;
                }
                _ => {
                    let letter = letter.escape_debug();
                    return Err(wrong(format!("`{pieces}` or one digit for a run of empty squares, not `{letter}`,")));
                }
            }
            after_digit = digit.is_some();
        }
        if file != files {
            return Err(wrong(format!("{files} squares, not {file},")));
        }
    }
    Ok(rest)
}

/// The text of a board; `piece` is asked with file and rank, both from 0.
pub fn write_board(files: usize, ranks: usize, mut piece: impl FnMut(usize, usize) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            match piece(file, rank) {
                None => empty += 1,
                Some(letter) => {
                    write_run(&mut text, empty);
                    empty = 0;
                    text.push(letter);
                }
            }
        }
        write_run(&mut text, empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn write_run(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// The squares of a board with so many files, rank behind rank without room between them.
#[inline]
pub const fn closed_up(board: u64, files: usize) -> u64 {
    // Pairs of ranks, then of pairs, then of fours.
    let board = (board & 0x00ff_00ff_00ff_00ff) | (board >> 8 & 0x00ff_00ff_00ff_00ff) << files;
    let board = (board & 0x0000_ffff_0000_ffff) | (board >> 16 & 0x0000_ffff_0000_ffff) << (2 * files);
    (board & 0xffff_ffff) | (board >> 32) << (4 * files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every square of the largest board, for comparing a trick with bits with what it means.
    fn every_square() -> impl Iterator<Item = (usize, usize)> {
        (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
    }

    #[test]
    fn a_shift_moves_each_square_or_drops_it_at_the_edge() {
        for (file, rank) in every_square() {
            for right in -7..=7 {
                for up in -7..=7 {
                    let (to_file, to_rank) = (file as i32 + right, rank as i32 + up);
                    let stays = (0..8).contains(&to_file) && (0..8).contains(&to_rank);
                    let expected = if stays { bit(to_file as usize, to_rank as usize) } else { 0 };
                    assert_eq!(shift(bit(file, rank), right, up), expected, "{} by {right}, {up}", square_name(file, rank));
                }
            }
        }
    }

    #[test]
    fn masks_and_turns_agree_with_files_and_ranks_on_every_size() {
        for (files, ranks) in every_square().map(|(files, ranks)| (files + 1, ranks + 1)) {
            for (file, rank) in every_square() {
                let here = bit(file, rank);
                assert_eq!(here & file_mask(file) & rank_mask(rank), here);
                assert_eq!(transpose(here), bit(rank, file));
                let inside = file < files && rank < ranks;
                assert_eq!(board_mask(files, ranks) & here != 0, inside, "{files}x{ranks}");
                if inside {
                    assert_eq!(mirror(here, files), bit(files - 1 - file, rank), "{files}x{ranks}");
                    assert_eq!(flip(here, ranks), bit(file, ranks - 1 - rank), "{files}x{ranks}");
                    assert_eq!(closed_up(here, files), 1 << (rank * files + file), "{files}x{ranks}");
                }
            }
        }
    }

    #[test]
    fn squares_come_from_the_bottom_left() {
        let few = bit(7, 7) | bit(0, 0) | bit(2, 1);
        assert_eq!(squares(few).collect::<Vec<_>>(), [0, 10, 63]);
        assert_eq!(squares(0).count(), 0);
    }

    #[test]
    fn a_board_is_written_as_it_was_read() {
        for text in ["8/8/8/8/8/8/8/8", "pppppppp/1p1p1p1p/2pp2PP/8/3P4/P6P/7p/PPPPPPPP"] {
            let mut boards = [0u64; 2];
            read_board(text, 8, 8, "Pp", |letter, file, rank| boards[usize::from(letter == 'p')] |= bit(file, rank)).unwrap();
            let piece =
                |file, rank| "Pp".chars().zip(boards).find(|(_, board)| board & bit(file, rank) != 0).map(|(letter, _)| letter);
            assert_eq!(write_board(8, 8, piece), text);
        }
    }

    #[test]
    fn a_counter_has_one_text() {
        assert_eq!(["0", "7", "200"].map(|word| counter(word, 200)), [Some(0), Some(7), Some(200)]);
        for word in ["", "007", "00", "+7", "-0", "201", "65536", "7 ", "٧"] {
            assert_eq!(counter(word, 200), None, "{word}");
        }
    }

    #[test]
    fn a_damaged_board_is_an_error_that_says_where() {
        for (text, expected) in [
            ("", "2 ranks"),
            ("3", "2 ranks"),
            ("3/3/3", "2 ranks"),
            ("3/", "3 squares, not 0, in rank 1"),
            ("4/3", "3 squares, not 4, in rank 2"),
            ("PPPP/3", "3 squares, not 4, in rank 2"),
            ("P1/3", "3 squares, not 2, in rank 2"),
            ("12/3", "not `2`, in rank 2"),
            ("0PPP/3", "not `0`, in rank 2"),
            ("3/PxP", "not `x`, in rank 1"),
            ("3/P\tP", "not `\\t`, in rank 1"),
            ("٣/3", "not `٣`, in rank 2"),
        ] {
            let error = read_board(text, 3, 2, "P", |_, file, rank| assert!(file < 3 && rank < 2)).unwrap_err();
            assert_eq!(error.input, text);
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
