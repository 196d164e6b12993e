//! Dodgem: cars of the first side drive to the right and leave the board there, those of the second side upwards; whose cars are all off wins, and so does who cannot move.
//!
//! Invented by C. Vout; in *Winning Ways* (E. Berlekamp, J. Conway, R. Guy, 1982). On `N` by `N` squares each side has `N - 1` cars, the first in the left file and the second in the bottom rank, and the corner
//! between them is empty. A car goes to an empty neighbour, forwards or to either side of its way, never backwards; from the last square forwards is off the board. Whoever leaves the opponent no move has
//! lost. A position that occurs for the third time is a draw.
//!
//! A position is written as ranks from the top with `x` for cars of the first side, `o` for those of the second and digits for empty squares, then the side to move. A move is where the car stands and where it goes,
//! `a2b2`, or `e2off`.

use plysmith::game::{Game, Outcome, Repetition, Side, TextError};

use crate::bits;

/// The game on `N` by `N` squares, at most eight.
#[derive(Clone, Debug, Default)]
pub struct Dodgem<const N: usize>;

/// What stands where, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board<const N: usize> {
    /// By rank and file: 0 for empty, or the number of the side.
    cells: [[u8; N]; N],
    side: Side,
}

/// Where a car stands, by file and rank, and which way it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    file: u8,
    rank: u8,
    way: Way,
}

/// The ways a car can go, as its driver sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Forwards,
    Left,
    Right,
}

const WAYS: [Way; 3] = [Way::Forwards, Way::Left, Way::Right];

/// What lies beside a square.
enum Beside {
    Square(usize, usize),
    Off,
    Wall,
}

impl<const N: usize> Dodgem<N> {
    fn beside(side: Side, file: usize, rank: usize, way: Way) -> Beside {
        let (across, up) = match (side, way) {
            (Side::First, Way::Forwards) | (Side::Second, Way::Right) => (1, 0),
            (Side::Second, Way::Forwards) | (Side::First, Way::Left) => (0, 1),
            (Side::First, Way::Right) => (0, -1),
            (Side::Second, Way::Left) => (-1, 0),
        };
        match (file.checked_add_signed(across), rank.checked_add_signed(up)) {
            (Some(file), Some(rank)) if file < N && rank < N => Beside::Square(file, rank),
            _ if way == Way::Forwards => Beside::Off,
            _ => Beside::Wall,
        }
    }

    fn is_legal(board: &Board<N>, file: usize, rank: usize, way: Way) -> bool {
        match Self::beside(board.side, file, rank, way) {
            Beside::Square(file, rank) => board.cells[rank][file] == 0,
            Beside::Off => true,
            Beside::Wall => false,
        }
    }
}

impl<const N: usize> Board<N> {
    fn cars(&self, side: Side) -> usize {
        self.cells.iter().flatten().filter(|&&cell| cell == side.number()).count()
    }
}

impl<const N: usize> Game for Dodgem<N> {
    type State = Board<N>;
    type Move = Move;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });

    fn name(&self) -> String {
        format!("dodgem-{N}x{N}")
    }

    fn start(&self) -> Board<N> {
        let mut cells = [[0; N]; N];
        cells[1..].iter_mut().for_each(|rank: &mut [u8; N]| rank[0] = Side::First.number());
        cells[0][1..].fill(Side::Second.number());
        Board { cells, side: Side::First }
    }

    fn side(&self, board: &Board<N>) -> Side {
        board.side
    }

    fn moves(&self, board: &Board<N>, moves: &mut Vec<Move>) {
        for (rank, cells) in board.cells.iter().enumerate() {
            for (file, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == board.side.number()) {
                let legal = WAYS.into_iter().filter(|&way| Self::is_legal(board, file, rank, way));
                moves.extend(legal.map(|way| Move { file: file as u8, rank: rank as u8, way }));
            }
        }
    }

    fn play(&self, board: &mut Board<N>, mv: Move) {
        let (file, rank) = (usize::from(mv.file), usize::from(mv.rank));
        board.cells[rank][file] = 0;
        if let Beside::Square(file, rank) = Self::beside(board.side, file, rank, mv.way) {
            board.cells[rank][file] = board.side.number();
        }
        board.side = board.side.other();
    }

    fn outcome(&self, board: &Board<N>) -> Option<Outcome> {
        let moved = board.side.other();
        (board.cars(moved) == 0).then(|| Outcome::win(moved))
    }

    fn evaluate(&self, _: &Board<N>) -> i32 {
        0
    }

    fn move_ids(&self) -> usize {
        3 * N * N
    }

    fn move_id(&self, mv: Move) -> usize {
        N * N * mv.way as usize + N * usize::from(mv.rank) + usize::from(mv.file)
    }

    fn write_position(&self, board: &Board<N>) -> String {
        let letter = |file: usize, rank: usize| match board.cells[rank][file] {
            0 => None,
            number => Some(if number == Side::First.number() { 'x' } else { 'o' }),
        };
        format!("{} {}", bits::write_board(N, N, letter), ["x", "o"][board.side.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board<N>, TextError> {
        let mut cells = [[0; N]; N];
        let side =
            match bits::read_board(text, N, N, "xo", |letter, file, rank| cells[rank][file] = if letter == 'x' { 1 } else { 2 })? {
                "x" => Side::First,
                "o" => Side::Second,
                _ => return Err(TextError::position(text, "`x` or `o` to move after the board")),
            };
        let board = Board { cells, side };
        if [Side::First, Side::Second].into_iter().any(|side| board.cars(side) >= N) || board.cars(side) == 0 {
            return Err(TextError::position(text, format!("at most {} cars a side, and one of the side to move", N - 1)));
        }
        Ok(board)
    }

    fn write_move(&self, board: &Board<N>, mv: Move) -> String {
        let (file, rank) = (usize::from(mv.file), usize::from(mv.rank));
        let to = match Self::beside(board.side, file, rank, mv.way) {
            Beside::Square(file, rank) => bits::square_name(file, rank),
            _ => "off".into(),
        };
        bits::square_name(file, rank) + &to
    }

    fn no_moves(&self, board: &Board<N>) -> Outcome {
        Outcome::win(board.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plysmith::game::{check, perft};
    use plysmith::{Limits, Prover};

    /// Move sequences of a length, by another program: cars as lists, the second side's by turning the board about its diagonal.
    fn plain(size: i8, cars: [Vec<(i8, i8)>; 2], mover: usize, depth: u32) -> u64 {
        // `forwards` and `across` of a car, for either side from its own point of view.
        if depth == 0 {
            return 1;
        }
        if cars[1 - mover].is_empty() {
            return 0;
        }
        let seen = |&(forwards, across): &(i8, i8)| (across, forwards);
        let others: Vec<(i8, i8)> = cars[1 - mover].iter().map(seen).collect();
        let mut count = 0;
        for (at, &(forwards, across)) in cars[mover].iter().enumerate() {
            for (step, side) in [(1, 0), (0, 1), (0, -1)] {
                let to = (forwards + step, across + side);
                let mut next = cars.clone();
                if to.0 == size {
                    next[mover].remove(at);
                } else if to.1 < 0 || to.1 == size || cars[mover].contains(&to) || others.contains(&to) {
                    continue;
                } else {
                    next[mover][at] = to;
                }
                count += plain(size, next, 1 - mover, depth - 1);
            }
        }
        count
    }

    #[test]
    fn the_rules_hold_in_random_games() {
        check::rules(&Dodgem::<5>, 200, 1).unwrap();
        check::rules(&Dodgem::<3>, 200, 1).unwrap();
    }

    #[test]
    fn perft_equals_that_of_a_plain_implementation() {
        let start = |size: i8| -> Vec<(i8, i8)> { (1..size).map(|at| (0, at)).collect() };
        let game = Dodgem::<5>;
        for depth in 1..=6 {
            let wanted = plain(5, [start(5), start(5)], 0, depth);
            assert_eq!(perft::count(&game, &game.start(), depth), wanted, "depth {depth}");
        }
        let game = Dodgem::<3>;
        assert_eq!(perft::count(&game, &game.start(), 9), plain(3, [start(3), start(3)], 0, 9));
    }

    #[test]
    fn on_nine_squares_the_first_side_wins() {
        // Winning Ways, volume 2, where all positions of this size are listed.
        let game = Dodgem::<3>;
        let position = plysmith::Position::start(&game);
        let proof = Prover::new(game, 18).prove(&position, 31, &Limits::default()).unwrap();
        assert!(proof.plies.is_some(), "{proof:?}");
    }

    #[test]
    fn who_leaves_the_opponent_no_move_has_lost() {
        let game = Dodgem::<3>;
        let board = game.read_position("o2/x2/3 x").unwrap();
        let blocked = game.read_position("3/o2/xo1 x").unwrap();
        let mut moves = Vec::new();
        game.moves(&blocked, &mut moves);
        assert!(moves.is_empty(), "{moves:?}");
        game.moves(&board, &mut moves);
        assert_eq!(moves.iter().map(|mv| game.write_move(&board, *mv)).collect::<Vec<_>>(), ["a2b2", "a2a1"]);
        assert_eq!(game.no_moves(&blocked), Outcome::win(Side::First));
    }

    #[test]
    fn a_malformed_position_is_an_error() {
        for (text, expected) in [
            ("", "3 ranks"),
            ("3/3/xo1", "to move"),
            ("xx1/x2/o2 x", "at most 2"),
            ("3/3/o2 x", "one of the side"),
            ("3/3/q2 x", "not `q`"),
        ] {
            let error = Dodgem::<3>.read_position(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
