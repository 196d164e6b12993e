//! Tic-tac-toe, also known as noughts and crosses: three in a row on a 3×3 board.
//!
//! X is first. The sides in turn put a mark on an empty square; three marks of one side in a row, column or diagonal win, a full board without
//! such a line is a draw. With best play it is a draw. The game is here because everything about it is known: it can be searched to the end in
//! every way and the answer compared.
//!
//! A position is written as ranks from the top with `x`, `o` and digits for empty squares, then the side to move: `3/3/3 x`. A move is the
//! square, `a1` (bottom left) to `c3`. Only positions that can occur in a game are read, and there are 5,478.
//!
//! The evaluation `lines` is the textbook one for this game (Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971): lines still
//! open for one side minus lines still open for the other.

use plysmith::game::picture::Square;
use plysmith::game::{Capability, EvaluationCard, Game, InputSet, Outcome, Picture, Side, TermCard, TextError, hash};

use crate::bits;

/// The game with the evaluation in use.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    /// The weight of an open line; `None` for the evaluation `nothing`.
    open: Option<i32>,
}

/// What stands on the board, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of each side, as bits 3 × rank + file.
    marks: [u16; 2],
    side: Side,
}

const OPEN: TermCard = TermCard { name: "open", weight: 10, low: 0, high: 1_000 };

const EVALUATIONS: &[EvaluationCard] = &[
    EvaluationCard { name: "lines", about: "lines still open for one side minus those for the other", scale: 1, terms: &[OPEN] },
    EvaluationCard { name: "nothing", about: "every position is even: only proven results count", scale: 1, terms: &[] },
];

const FULL: u16 = 0o777;

/// Rows, columns, diagonals. One octal digit is one rank.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Nine squares of the first side, nine of the second, then one key for each side to move.
static KEYS: [u64; 20] = hash::keys(0x7474);

impl TicTacToe {
    /// The game with its first evaluation.
    pub fn new() -> TicTacToe {
        TicTacToe { open: Some(OPEN.weight) }
    }
}

impl Default for TicTacToe {
    fn default() -> TicTacToe {
        TicTacToe::new()
    }
}

impl Board {
    fn owner(&self, square: usize) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| self.marks[side.index()] & (1 << square) != 0)
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.marks[side.index()] & line == *line)
    }

    /// Lines open for the side to move minus lines open for the other: those without a mark of the opponent.
    fn open_lines(&self) -> i32 {
        let closed_by = |side: Side| LINES.iter().filter(|&line| self.marks[side.index()] & line != 0).count() as i32;
        closed_by(self.side) - closed_by(self.side.other())
    }
}

/// A square turned by one of the eight symmetries: bit 2 exchanges file and rank, then bit 0 mirrors the files and bit 1 the ranks.
fn turned(square: usize, symmetry: usize) -> usize {
    let (file, rank) = if symmetry & 4 == 0 { (square % 3, square / 3) } else { (square / 3, square % 3) };
    let file = if symmetry & 1 == 0 { file } else { 2 - file };
    let rank = if symmetry & 2 == 0 { rank } else { 2 - rank };
    3 * rank + file
}

/// The squares of a set of marks, from the bottom left.
fn squares(marks: u16) -> impl Iterator<Item = u8> {
    bits::squares(marks.into())
}

impl Game for TicTacToe {
    type State = Board;
    /// The square, 3 × rank + file.
    type Move = u8;

    const ALWAYS_MOVES: bool = true;
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Inputs,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Symmetries,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        "tic-tac-toe".into()
    }

    fn variant(&self) -> String {
        "tictactoe".into()
    }

    fn start(&self) -> Board {
        Board { marks: [0, 0], side: Side::First }
    }

    fn side(&self, board: &Board) -> Side {
        board.side
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        moves.extend(squares(FULL & !(board.marks[0] | board.marks[1])));
    }

    fn play(&self, board: &mut Board, square: u8) {
        board.marks[board.side.index()] |= 1 << square;
        board.side = board.side.other();
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        // Only the side that has just moved can have completed a line.
        if board.has_line(board.side.other()) {
            Some(Outcome::win(board.side.other()))
        } else {
            (board.marks[0] | board.marks[1] == FULL).then_some(Outcome::Draw)
        }
    }

    fn evaluate(&self, board: &Board) -> i32 {
        self.open.map_or(0, |weight| weight * board.open_lines())
    }

    fn move_ids(&self) -> usize {
        9
    }

    fn move_id(&self, square: u8) -> usize {
        square.into()
    }

    fn write_position(&self, board: &Board) -> String {
        let letter = |file, rank| board.owner(3 * rank + file).map(|side| ['x', 'o'][side.index()]);
        format!("{} {}", bits::write_board(3, 3, letter), ["x", "o"][board.side.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board, TextError> {
        let wrong = |expected: &str| Err(TextError::position(text, expected));
        let mut marks = [0u16; 2];
        let side = match bits::read_board(text, 3, 3, "xo", |letter, file, rank| {
            marks[usize::from(letter == 'o')] |= 1 << (3 * rank + file);
        })? {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return wrong("`x` or `o` to move after the board, such as `3/3/3 x`"),
        };
        let ahead = marks[0].count_ones() as i32 - marks[1].count_ones() as i32;
        if ahead != side.index() as i32 {
            return wrong("as many `x` as `o` with `x` to move, one more `x` with `o` to move");
        }
        // A line of the side to move would have ended the game a move ago. That also rules out a line of each. Two lines of one side share a
        // square, because at most five marks are there: the last move can have completed both.
        let board = Board { marks, side };
        if board.has_line(side) { wrong("no line of the side to move") } else { Ok(board) }
    }

    fn write_move(&self, _: &Board, square: u8) -> String {
        bits::square_name(usize::from(square % 3), usize::from(square / 3))
    }

    fn hash(&self, board: &Board) -> u64 {
        let first = squares(board.marks[0]).fold(0, |hash, square| hash ^ KEYS[usize::from(square)]);
        let both = squares(board.marks[1]).fold(first, |hash, square| hash ^ KEYS[9 + usize::from(square)]);
        both ^ KEYS[18 + board.side.index()]
    }

    fn hash_after(&self, before: &Board, hash: u64, square: u8, _: &Board) -> u64 {
        hash ^ KEYS[9 * before.side.index() + usize::from(square)] ^ KEYS[18] ^ KEYS[19]
    }

    /// Nine squares of the side to move, then nine of the other.
    fn inputs(&self) -> usize {
        18
    }

    fn active_inputs(&self, board: &Board, active: &mut InputSet) {
        active.extend(squares(board.marks[board.side.index()]).map(u16::from));
        active.extend(squares(board.marks[board.side.other().index()]).map(|square| 9 + u16::from(square)));
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        EVALUATIONS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> TicTacToe {
        TicTacToe { open: (index == 0).then(|| weights[0]) }
    }

    fn terms(&self, board: &Board, amounts: &mut Vec<i32>) {
        amounts.extend(self.open.map(|_| board.open_lines()));
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn turn(&self, board: &Board, symmetry: usize) -> Board {
        let turn = |marks| squares(marks).fold(0, |turning, square| turning | 1 << turned(square.into(), symmetry));
        Board { marks: board.marks.map(turn), side: board.side }
    }

    fn turn_move(&self, square: u8, symmetry: usize) -> u8 {
        turned(square.into(), symmetry) as u8
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        Some(Picture::board(3, 3, |file, rank| match board.owner(3 * rank + file) {
            Some(side) => Square::piece(side, ["X", "O"][side.index()]),
            None => Square::empty(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use plysmith::game::{check, perft};

    /// Move sequences of one to nine plies from the start, from `shared/oracles/tic_tac_toe.csv` (OpenSpiel 2.0.2).
    const COUNTS: [u64; 9] = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];

    fn successors(game: &TicTacToe, board: &Board) -> Vec<Board> {
        let mut moves = Vec::new();
        if game.outcome(board).is_none() {
            game.moves(board, &mut moves);
        }
        let play = |square| {
            let mut child = board.clone();
            game.play(&mut child, square);
            child
        };
        moves.into_iter().map(play).collect()
    }

    /// Every position that can occur.
    fn reachable(game: &TicTacToe) -> HashSet<Board> {
        let (mut seen, mut open) = (HashSet::new(), vec![game.start()]);
        while let Some(board) = open.pop() {
            if seen.insert(board.clone()) {
                open.extend(successors(game, &board));
            }
        }
        seen
    }

    #[test]
    fn the_rules_hold_in_random_games() {
        let summary = check::rules(&TicTacToe::new(), 200, 1).unwrap();
        assert_eq!((summary.widest, summary.longest), (9, 9));
        assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    }

    #[test]
    fn move_counts_are_the_published_ones() {
        let game = TicTacToe::new();
        for (depth, count) in (1..).zip(COUNTS) {
            assert_eq!(perft::count(&game, &game.start(), depth), count, "depth {depth}");
        }
    }

    /// Wins of X, draws and wins of O over all games, and the value of the position for X.
    fn solve(game: &TicTacToe, board: &Board) -> ([u32; 3], i32) {
        match game.outcome(board) {
            Some(Outcome::Win { side: Side::First, .. }) => ([1, 0, 0], 1),
            Some(Outcome::Draw) => ([0, 1, 0], 0),
            Some(_) => ([0, 0, 1], -1),
            None => {
                let below: Vec<_> = successors(game, board).iter().map(|child| solve(game, child)).collect();
                let games = below.iter().fold([0; 3], |sum, (games, _)| [0, 1, 2].map(|result| sum[result] + games[result]));
                let values = below.iter().map(|(_, value)| *value);
                (games, if board.side == Side::First { values.max() } else { values.min() }.unwrap())
            }
        }
    }

    #[test]
    fn all_255_168_games_have_the_published_results_and_best_play_draws() {
        let game = TicTacToe::new();
        assert_eq!(solve(&game, &game.start()), ([131_184, 46_080, 77_904], 0));
    }

    #[test]
    fn a_text_is_read_if_and_only_if_the_position_can_occur() {
        let game = TicTacToe::new();
        let mut read = HashSet::new();
        for number in 0..3usize.pow(9) {
            for side in ["x", "o"] {
                let letter = |file, rank| [None, Some('x'), Some('o')][number / 3usize.pow((3 * rank + file) as u32) % 3];
                read.extend(game.read_position(&format!("{} {side}", bits::write_board(3, 3, letter))));
            }
        }
        assert_eq!(read, reachable(&game));
        // As published in many places, like the 765 that differ by more than a symmetry.
        assert_eq!(read.len(), 5_478);
    }

    #[test]
    fn the_symmetries_leave_765_positions_and_each_has_its_own_hash() {
        let game = TicTacToe::new();
        let all = reachable(&game);
        let smallest = |board: &Board| (0..8).map(|symmetry| game.turn(board, symmetry).marks).min();
        assert_eq!(all.iter().map(smallest).collect::<HashSet<_>>().len(), 765);
        assert_eq!(all.iter().map(|board| game.hash(board)).collect::<HashSet<_>>().len(), all.len());
    }

    #[test]
    fn a_malformed_position_is_an_error() {
        for (text, expected) in [
            ("", "3 ranks"),
            ("3/3 x", "3 ranks"),
            ("3/3/3/3 x", "3 ranks"),
            ("3/3/4 x", "3 squares"),
            ("3/3/2 x", "3 squares"),
            ("3/3/2X x", "not `X`"),
            ("3/12/3 x", "not `2`"),
            ("3/3/3", "to move"),
            ("3/3/3 ", "to move"),
            ("3/3/3 w", "to move"),
            ("3/3/3 x x", "to move"),
            ("3/3/3  x", "to move"),
            ("3/3/3 o", "as many"),
            ("3/1x1/3 x", "as many"),
            ("3/1o1/3 o", "as many"),
            ("xxx/oo1/3 x", "as many"),
            ("xxx/ooo/3 x", "no line"),
            ("xxx/ooo/x2 o", "no line"),
            ("xxx/oo1/o2 x", "no line"),
            ("ooo/xx1/xx1 o", "no line"),
        ] {
            let error = TicTacToe::new().read_position(text).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn the_middle_is_on_more_open_lines_than_a_corner_and_a_corner_than_an_edge() {
        let game = TicTacToe::new();
        // From the side of O, who is to move: all 8 lines less those that X closes are open to O, and all 8 to X.
        for (text, value) in [("3/1x1/3 o", -40), ("3/3/x2 o", -30), ("3/3/1x1 o", -20), ("o2/1x1/3 x", 10)] {
            let board = game.read_position(text).unwrap();
            assert_eq!(game.evaluate(&board), value, "{text}");
            assert_eq!(game.with_evaluation(1, &[]).evaluate(&board), 0);
        }
    }
}
