//! Domineering: the first side puts dominoes upright, the second side flat; who cannot put one loses.
//!
//! Invented by G. Andersson; in *Winning Ways* (E. Berlekamp, J. Conway, R. Guy, 1982). A position is written as ranks from the top with `x` for a square that is covered and digits for empty ones,
//! then the side to move: `8/8/8/8/8/8/8/8 v`, with `v` for upright and `h` for flat. A move is its lower left square, `a1`.

use plysmith::game::{Game, Outcome, Side, TextError};

use crate::bits;

/// The game on `N` by `N` squares, at most eight.
#[derive(Clone, Debug, Default)]
pub struct Domineering<const N: usize>;

/// What is covered, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares that are covered, as bits 8 × rank + file.
    covered: u64,
    side: Side,
}

impl<const N: usize> Domineering<N> {
    /// All squares.
    const BOARD: u64 = {
        let (mut board, mut rank) = (0, 0);
        while rank < N {
            board |= ((1 << N) - 1) << (8 * rank);
            rank += 1;
        }
        board
    };

    /// How much further the other square of a domino is.
    fn step(side: Side) -> u32 {
        if side == Side::First { 8 } else { 1 }
    }

    /// The lower left squares of all dominoes that fit.
    fn fitting(board: &Board) -> u64 {
        let empty = Self::BOARD & !board.covered;
        // Beside the last file there is nothing, and not the first file of the next rank.
        let beside = if board.side == Side::First { empty } else { empty & !bits::file_mask(0) };
        empty & beside >> Self::step(board.side)
    }
}

impl<const N: usize> Game for Domineering<N> {
    type State = Board;
    /// The lower left square.
    type Move = u8;

    fn name(&self) -> String {
        format!("domineering-{N}x{N}")
    }

    fn start(&self) -> Board {
        Board { covered: 0, side: Side::First }
    }

    fn side(&self, board: &Board) -> Side {
        board.side
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        moves.extend(bits::squares(Self::fitting(board)));
    }

    fn play(&self, board: &mut Board, square: u8) {
        board.covered |= 1 << square | 1 << (u32::from(square) + Self::step(board.side));
        board.side = board.side.other();
    }

    fn outcome(&self, _: &Board) -> Option<Outcome> {
        None
    }

    fn evaluate(&self, _: &Board) -> i32 {
        0
    }

    fn move_ids(&self) -> usize {
        64
    }

    fn move_id(&self, square: u8) -> usize {
        square.into()
    }

    fn write_position(&self, board: &Board) -> String {
        let letter = |file, rank| (board.covered >> (8 * rank + file) & 1 == 1).then_some('x');
        format!("{} {}", bits::write_board(N, N, letter), ["v", "h"][board.side.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let mut covered = 0u64;
        let side = match bits::read_board(text, N, N, "x", |_, file, rank| covered |= 1 << (8 * rank + file))? {
            "v" => Side::First,
            "h" => Side::Second,
            _ => return Err(TextError::position(text, "`v` or `h` to move after the board")),
        };
        Ok(Board { covered, side })
    }

    fn write_move(&self, _: &Board, square: u8) -> String {
        bits::name_of(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plysmith::game::{check, perft};
    use plysmith::{Limits, Prover};

    /// Move sequences of a length, by another program on an array of cells.
    fn plain(cells: &mut Vec<Vec<bool>>, upright: bool, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let size = cells.len();
        let mut count = 0;
        for row in 0..size {
            for column in 0..size {
                let (other_row, other_column) = if upright { (row + 1, column) } else { (row, column + 1) };
                if other_row < size && other_column < size && !cells[row][column] && !cells[other_row][other_column] {
                    (cells[row][column], cells[other_row][other_column]) = (true, true);
                    count += plain(cells, !upright, depth - 1);
                    (cells[row][column], cells[other_row][other_column]) = (false, false);
                }
            }
        }
        count
    }

    #[test]
    fn the_rules_hold_in_random_games() {
        check::rules(&Domineering::<8>, 200, 1).unwrap();
        check::rules(&Domineering::<3>, 200, 1).unwrap();
    }

    #[test]
    fn perft_equals_that_of_a_plain_implementation() {
        for depth in 1..=4 {
            let game = Domineering::<8>;
            assert_eq!(
                perft::count(&game, &game.start(), depth),
                plain(&mut vec![vec![false; 8]; 8], true, depth),
                "depth {depth}"
            );
        }
        let game = Domineering::<4>;
        assert_eq!(perft::count(&game, &game.start(), 8), plain(&mut vec![vec![false; 4]; 4], true, 8));
    }

    #[test]
    fn small_boards_are_won_by_whom_the_literature_says() {
        // D. Breuker, J. Uiterwijk, J. van den Herik, Solving 8×8 Domineering, 2000: the first side wins on 2×2, 3×3 and 4×4, the second on 5×5.
        fn first_wins<const N: usize>() -> bool {
            let game = Domineering::<N>;
            let position = plysmith::Position::start(&game);
            Prover::new(game, 18).prove(&position, 31, &Limits::default()).unwrap().plies.is_some()
        }
        assert_eq!([first_wins::<2>(), first_wins::<3>(), first_wins::<4>(), first_wins::<5>()], [true, true, true, false]);
    }

    #[test]
    fn a_malformed_position_is_an_error() {
        for (text, expected) in
            [("", "3 ranks"), ("3/3/3", "to move"), ("3/3/3 x", "to move"), ("3/3/4 v", "3 squares"), ("3/o2/3 v", "not `o`")]
        {
            let error = Domineering::<3>.read_position(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
