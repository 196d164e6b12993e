//! Hexapawn: a row of pawns against a row of pawns, on boards from 3×3 to 8×8.
//!
//! A pawn steps straight forward onto an empty square or captures diagonally forward; there is no double step. A side wins by reaching the last
//! row, or by leaving the opponent without a legal move, which losing every pawn is a case of. Captures are not forced. The first side plays
//! upwards. Martin Gardner made the 3×3 game for a learning machine of matchboxes (Scientific American, March 1962); the rules for other sizes
//! are the same, with one pawn on each file. Every move brings a pawn forward, so a game ends. On 3×3 the second side wins, on 4×4 the first.
//!
//! A position is written as ranks from the top with `P` for the first side's pawns, `p` for the second's and digits for empty squares, then `w`
//! or `b` to move: `ppp/3/PPP w`. A move is its two squares: `a1a2`, `b1c2`. A position is read if both sides could stand like that; whether
//! the pawns could have got there together is not asked.

use plysmith::game::picture::Square;
use plysmith::game::{
    Capability, EvaluationCard, Game, InputSet, MoveSquares, Outcome, Picture, Side, SquareSizes, TermCard, TextError, hash,
};

use crate::bits;

/// The game on a board of some size, with the evaluation in use.
#[derive(Clone, Debug)]
pub struct Hexapawn {
    files: usize,
    ranks: usize,
    /// Every square, in bits 8 × rank + file.
    board: u64,
    pawn: i32,
    /// `None` for the evaluation `material`.
    advance: Option<i32>,
}

/// Where the pawns are, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pawns {
    of: [u64; 2],
    side: Side,
}

/// A pawn's move between two squares, each 8 × rank + file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnMove {
    /// Where the pawn stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

const PAWN: TermCard = TermCard { name: "pawn", weight: 100, low: 0, high: 1_000 };
const ADVANCE: TermCard = TermCard { name: "advance", weight: 5, low: -100, high: 100 };

const EVALUATIONS: &[EvaluationCard] = &[
    EvaluationCard { name: "material", about: "the difference in pawns", scale: 1, terms: &[PAWN] },
    EvaluationCard {
        name: "advance",
        about: "the difference in pawns and in the rows they have advanced",
        scale: 1,
        terms: &[PAWN, ADVANCE],
    },
];

/// What [`Game::tactical`] says of a move that wins at once, and of a capture before counting how far the captured pawn had come.
const WINS: u32 = 1_000;
const CAPTURES: u32 = 100;

/// 64 squares of the first side, 64 of the second, then one key for each side to move.
static KEYS: [u64; 130] = hash::keys(0x6865_7861);

impl Hexapawn {
    /// The game on a board of three to eight files and ranks; `None` for other sizes.
    pub fn new(files: usize, ranks: usize) -> Option<Hexapawn> {
        let size = 3..=8;
        (size.contains(&files) && size.contains(&ranks)).then(|| Hexapawn {
            files,
            ranks,
            board: bits::board_mask(files, ranks),
            pawn: PAWN.weight,
            advance: None,
        })
    }

    /// The row that a side wants to reach.
    fn goal(&self, side: Side) -> u64 {
        bits::rank_mask(match side {
            Side::First => self.ranks - 1,
            Side::Second => 0,
        })
    }

    /// Where the pawns of a side can go by one file to the left, straight on, and by one file to the right.
    fn targets(&self, pawns: &Pawns, side: Side) -> [u64; 3] {
        let (own, enemy, up) = (pawns.of[side.index()], pawns.of[side.other().index()], up(side));
        let empty = self.board & !(own | enemy);
        [bits::shift(own, -1, up) & enemy, bits::shift(own, 0, up) & empty, bits::shift(own, 1, up) & enemy]
    }

    /// Whether a side could reach the last row if it were to move.
    fn arrives(&self, pawns: &Pawns, side: Side) -> bool {
        self.targets(pawns, side).iter().any(|targets| targets & self.goal(side) != 0)
    }

    /// Adds every capture, and every step that ends on the squares `onto`.
    fn add_moves(&self, pawns: &Pawns, onto: u64, moves: &mut Vec<PawnMove>) {
        let [left, ahead, right] = self.targets(pawns, pawns.side);
        for (sideways, targets) in [(-1, left), (0, ahead & onto), (1, right)] {
            let by = 8 * up(pawns.side) + sideways;
            moves.extend(bits::squares(targets).map(|to| PawnMove { from: (i32::from(to) - by) as u8, to }));
        }
    }

    /// How many rows the pawns of the side to move have advanced, minus those of the other.
    fn advance(&self, pawns: &Pawns) -> i32 {
        let rows = |side: Side| {
            let upwards = if side == Side::First { pawns.of[0] } else { bits::flip(pawns.of[1], self.ranks) };
            (1..self.ranks).map(|rank| rank as i32 * (upwards & bits::rank_mask(rank)).count_ones() as i32).sum::<i32>()
        };
        rows(pawns.side) - rows(pawns.side.other())
    }

    /// The number of a square when every one on the board is counted, row by row.
    fn index(&self, square: u8) -> usize {
        usize::from(square / 8) * self.files + usize::from(square % 8)
    }
}

impl Pawns {
    fn owner(&self, file: usize, rank: usize) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| self.of[side.index()] & bits::bit(file, rank) != 0)
    }

    /// Pawns of the side to move minus pawns of the other.
    fn material(&self) -> i32 {
        let count = |side: Side| self.of[side.index()].count_ones() as i32;
        count(self.side) - count(self.side.other())
    }
}

/// The direction in which a side plays.
const fn up(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

impl Game for Hexapawn {
    type State = Pawns;
    type Move = PawnMove;

    /// Pawns are all alike, so that a capture is an even exchange at worst.
    const FAIR: u32 = 1;
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Pass,
        Capability::Tactical,
        Capability::Inputs,
        Capability::Squares,
        Capability::Swap,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Symmetries,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        match (self.files, self.ranks) {
            (3, 3) => "hexapawn".into(),
            (files, ranks) => format!("hexapawn-{files}x{ranks}"),
        }
    }

    fn start(&self) -> Pawns {
        Pawns { of: [Side::Second, Side::First].map(|opponent| self.goal(opponent) & self.board), side: Side::First }
    }

    fn side(&self, pawns: &Pawns) -> Side {
        pawns.side
    }

    fn moves(&self, pawns: &Pawns, moves: &mut Vec<PawnMove>) {
        self.add_moves(pawns, self.board, moves);
    }

    fn play(&self, pawns: &mut Pawns, mv: PawnMove) {
        let (mover, opponent) = (pawns.side.index(), pawns.side.other().index());
        pawns.of[mover] ^= 1 << mv.from | 1 << mv.to;
        pawns.of[opponent] &= !(1 << mv.to);
        pawns.side = pawns.side.other();
    }

    /// A missing move, which loses, is left to [`Game::no_moves`].
    fn outcome(&self, pawns: &Pawns) -> Option<Outcome> {
        // Only the side that has just moved can have reached its last row.
        let moved = pawns.side.other();
        (pawns.of[moved.index()] & self.goal(moved) != 0).then(|| Outcome::win(moved))
    }

    fn evaluate(&self, pawns: &Pawns) -> i32 {
        self.pawn * pawns.material() + self.advance.map_or(0, |weight| weight * self.advance(pawns))
    }

    /// From every square three ways up and three down.
    fn move_ids(&self) -> usize {
        6 * self.files * self.ranks
    }

    fn move_id(&self, mv: PawnMove) -> usize {
        let sideways = usize::from(mv.to % 8 + 1 - mv.from % 8);
        6 * self.index(mv.from) + 3 * usize::from(mv.to < mv.from) + sideways
    }

    fn write_position(&self, pawns: &Pawns) -> String {
        let letter = |file, rank| pawns.owner(file, rank).map(|side| ['P', 'p'][side.index()]);
        format!("{} {}", bits::write_board(self.files, self.ranks, letter), ["w", "b"][pawns.side.index()])
    }

    fn read_position(&self, text: &str) -> Result<Pawns, TextError> {
        let wrong = |expected: &str| Err(TextError::position(text, expected));
        let mut of = [0; 2];
        let side = match bits::read_board(text, self.files, self.ranks, "Pp", |letter, file, rank| {
            of[usize::from(letter == 'p')] |= bits::bit(file, rank);
        })? {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return wrong("`w` or `b` to move after the board, such as `ppp/3/PPP w`"),
        };
        let moved = side.other();
        if of.iter().any(|pawns: &u64| pawns.count_ones() as usize > self.files) {
            return wrong("no more pawns of a side than there are files");
        }
        if of[moved.index()] == 0 {
            return wrong("a pawn of the side that has just moved");
        }
        // The game ends with the first pawn that gets there.
        if of[side.index()] & self.goal(side) != 0 || (of[moved.index()] & self.goal(moved)).count_ones() > 1 {
            return wrong("at most one pawn on its last row, of the side that has just moved");
        }
        Ok(Pawns { of, side })
    }

    fn write_move(&self, _: &Pawns, mv: PawnMove) -> String {
        [mv.from, mv.to].map(bits::name_of).concat()
    }

    fn hash(&self, pawns: &Pawns) -> u64 {
        let first = bits::squares(pawns.of[0]).fold(0, |hash, square| hash ^ KEYS[usize::from(square)]);
        let both = bits::squares(pawns.of[1]).fold(first, |hash, square| hash ^ KEYS[64 + usize::from(square)]);
        both ^ KEYS[128 + pawns.side.index()]
    }

    fn hash_after(&self, before: &Pawns, hash: u64, mv: PawnMove, _: &Pawns) -> u64 {
        let key = |side: Side, square: u8| KEYS[64 * side.index() + usize::from(square)];
        let (mover, opponent) = (before.side, before.side.other());
        let captured = if before.of[opponent.index()] & (1 << mv.to) == 0 { 0 } else { key(opponent, mv.to) };
        hash ^ key(mover, mv.from) ^ key(mover, mv.to) ^ captured ^ KEYS[128] ^ KEYS[129]
    }

    /// Passing makes no sense without a move (the game is lost), when it leaves the opponent without one (passing would win, though the rules do
    /// not have it) or when the opponent then reaches the last row at once.
    fn pass(&self, pawns: &mut Pawns) -> bool {
        let opponent = pawns.side.other();
        let [own, theirs] = [pawns.side, opponent].map(|side| self.targets(pawns, side).iter().fold(0, |all, some| all | some));
        let sensible = own != 0 && theirs != 0 && !self.arrives(pawns, opponent);
        if sensible {
            pawns.side = opponent;
        }
        sensible
    }

    /// The opponent reaches the last row with the next move, and the side to move does not with this one.
    fn in_check(&self, pawns: &Pawns) -> bool {
        self.arrives(pawns, pawns.side.other()) && !self.arrives(pawns, pawns.side)
    }

    /// Reaching the last row comes first, then capturing, the pawn that has come furthest above all.
    fn tactical(&self, pawns: &Pawns, mv: PawnMove) -> u32 {
        if self.goal(pawns.side) & (1 << mv.to) != 0 {
            return WINS;
        }
        let rank = usize::from(mv.to / 8);
        let come = if pawns.side == Side::First { self.ranks - 1 - rank } else { rank };
        if mv.from % 8 == mv.to % 8 { 0 } else { CAPTURES + come as u32 }
    }

    fn tactical_moves(&self, pawns: &Pawns, moves: &mut Vec<PawnMove>) {
        self.add_moves(pawns, self.goal(pawns.side), moves);
    }

    /// Every square for a pawn of the side to move, then every square for one of the other, seen so that the side to move plays upwards.
    fn inputs(&self) -> usize {
        2 * self.files * self.ranks
    }

    fn active_inputs(&self, pawns: &Pawns, active: &mut InputSet) {
        for (number, side) in [pawns.side, pawns.side.other()].into_iter().enumerate() {
            let own = pawns.of[side.index()];
            let seen = if pawns.side == Side::First { own } else { bits::flip(own, self.ranks) };
            active.extend(bits::squares(seen).map(|square| (number * self.files * self.ranks + self.index(square)) as u16));
        }
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: 1 }
    }

    #[inline]
    fn move_squares(&self, _: &Pawns, mv: PawnMove) -> MoveSquares {
        MoveSquares { from: Some(mv.from.into()), to: Some(mv.to.into()), piece: 0 }
    }

    fn swap_sides(&self, pawns: &Pawns) -> Pawns {
        let [first, second] = pawns.of;
        Pawns { of: [bits::flip(second, self.ranks), bits::flip(first, self.ranks)], side: pawns.side.other() }
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        EVALUATIONS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Hexapawn {
        Hexapawn { pawn: weights[0], advance: (index == 1).then(|| weights[1]), ..self.clone() }
    }

    fn terms(&self, pawns: &Pawns, amounts: &mut Vec<i32>) {
        amounts.push(pawns.material());
        amounts.extend(self.advance.map(|_| self.advance(pawns)));
    }

    /// The board, and its mirror image.
    fn symmetries(&self) -> usize {
        2
    }

    fn turn(&self, pawns: &Pawns, symmetry: usize) -> Pawns {
        let turn = |own| if symmetry == 0 { own } else { bits::mirror(own, self.files) };
        Pawns { of: pawns.of.map(turn), side: pawns.side }
    }

    fn turn_move(&self, mv: PawnMove, symmetry: usize) -> PawnMove {
        let turn = |square: u8| if symmetry == 0 { square } else { square / 8 * 8 + (self.files as u8 - 1 - square % 8) };
        PawnMove { from: turn(mv.from), to: turn(mv.to) }
    }

    fn picture(&self, pawns: &Pawns) -> Option<Picture> {
        Some(Picture::board(self.files, self.ranks, |file, rank| match pawns.owner(file, rank) {
            Some(side) => Square::piece(side, ["P", "p"][side.index()]),
            None => Square::empty(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plysmith::Position;
    use plysmith::game::{check, ending, perft};

    fn game(files: usize, ranks: usize) -> Hexapawn {
        Hexapawn::new(files, ranks).unwrap()
    }

    fn read(text: &str) -> Pawns {
        game(3, 3).read_position(text).unwrap()
    }

    fn successors(game: &Hexapawn, pawns: &Pawns) -> Vec<Pawns> {
        let mut moves = Vec::new();
        if game.outcome(pawns).is_none() {
            game.moves(pawns, &mut moves);
        }
        let play = |mv| {
            let mut child = pawns.clone();
            game.play(&mut child, mv);
            child
        };
        moves.into_iter().map(play).collect()
    }

    #[test]
    fn the_rules_hold_in_random_games_of_many_sizes() {
        for (files, ranks) in [(3, 3), (3, 4), (4, 4), (5, 6), (7, 5), (3, 8), (8, 3), (8, 8)] {
            let summary = check::rules(&game(files, ranks), 200, 1).unwrap();
            assert!(summary.results[0] > 0 && summary.results[1] == 0 && summary.results[2] > 0, "{summary:?}");
        }
    }

    #[test]
    fn a_size_outside_3_to_8_is_refused_and_others_are_named() {
        for (files, ranks) in [(2, 3), (3, 2), (9, 3), (3, 9), (0, 0), (usize::MAX, 8)] {
            assert!(Hexapawn::new(files, ranks).is_none(), "{files}x{ranks}");
        }
        assert_eq!([game(3, 3), game(4, 5)].map(|game| game.name()), ["hexapawn", "hexapawn-4x5"]);
        assert_eq!(game(4, 5).write_position(&game(4, 5).start()), "pppp/4/4/4/PPPP w");
    }

    /// Counts move sequences square by square, on rows of letters from the bottom, with the opponent's side turned round after every move.
    fn plain_count(rows: &[Vec<char>], depth: u32) -> u64 {
        let (ranks, files) = (rows.len(), rows[0].len());
        if depth == 0 || rows[0].contains(&'p') {
            return u64::from(depth == 0);
        }
        let mut count = 0;
        for (rank, file) in (0..ranks - 1).flat_map(|rank| (0..files).map(move |file| (rank, file))) {
            for to in file.saturating_sub(1)..(file + 2).min(files) {
                let wanted = if to == file { ' ' } else { 'p' };
                if rows[rank][file] == 'P' && rows[rank + 1][to] == wanted {
                    let mut after = rows.to_vec();
                    after[rank][file] = ' ';
                    after[rank + 1][to] = 'P';
                    let other = |&letter: &char| if letter == 'P' { 'p' } else { letter.to_ascii_uppercase() };
                    after.reverse();
                    let turned: Vec<_> = after.iter().map(|row| row.iter().map(other).collect()).collect();
                    count += plain_count(&turned, depth - 1);
                }
            }
        }
        count
    }

    #[test]
    fn move_counts_are_those_of_a_plain_program() {
        for (files, ranks, deepest) in [(3, 3, 8), (4, 4, 8), (4, 5, 7), (5, 3, 7), (8, 8, 4), (8, 3, 5)] {
            let game = game(files, ranks);
            let mut rows = vec![vec![' '; files]; ranks];
            rows[0].fill('P');
            rows[ranks - 1].fill('p');
            for depth in 1..=deepest {
                let count = perft::count(&game, &game.start(), depth);
                assert_eq!(count, plain_count(&rows, depth), "{} depth {depth}", game.name());
            }
        }
    }

    /// For the side to move, 100 minus the plies to a win, or the negative of that for a loss. Whoever is to move at the end has lost.
    fn solve(game: &Hexapawn, pawns: &Pawns) -> i32 {
        let further = |value: i32| -(value - value.signum());
        successors(game, pawns).iter().map(|child| further(solve(game, child))).max().unwrap_or(-100)
    }

    /// The 3×3 result with its length, and the 4×4 one, are those of the Wikipedia article on hexapawn (2024).
    #[test]
    fn the_second_side_wins_3x3_in_three_moves_and_the_first_wins_4x4() {
        assert_eq!(solve(&game(3, 3), &game(3, 3).start()), -100 + 6);
        assert!(solve(&game(4, 4), &game(4, 4).start()) > 0);
    }

    #[test]
    fn the_published_best_line_ends_with_a_pawn_on_the_last_row() {
        let position = Position::read(&game(3, 3), None, &["b1b2", "a3b2", "c1b2", "c3c2", "a1a2", "c2c1"]).unwrap();
        assert_eq!(position.outcome(&game(3, 3)), Some(Outcome::win(Side::Second)));
    }

    #[test]
    fn a_side_without_a_move_loses() {
        for (text, winner) in
            [("p2/P2/3 w", Side::Second), ("3/p2/P2 b", Side::First), ("3/p2/3 w", Side::Second), ("3/P2/3 b", Side::First)]
        {
            assert_eq!(ending(&game(3, 3), &read(text)), Some(Outcome::win(winner)), "{text}");
        }
    }

    #[test]
    fn a_winning_step_is_above_a_capture_and_other_steps_are_quiet() {
        let game = game(3, 3);
        let pawns = read("1p1/P1p/1PP w");
        for (text, expected) in [("a2a3", WINS), ("a2b3", WINS), ("b1c2", CAPTURES + 1), ("b1b2", 0)] {
            assert_eq!(game.tactical(&pawns, game.read_move(&pawns, text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn the_further_a_pawn_has_come_the_better_its_capture() {
        let game = game(3, 5);
        for (text, mv, come) in [("3/3/3/p2/1P1 w", "b1a2", 3), ("3/p2/1P1/3/3 w", "b3a4", 1), ("1p1/P2/3/3/3 b", "b5a4", 3)] {
            let pawns = game.read_position(text).unwrap();
            assert_eq!(game.tactical(&pawns, game.read_move(&pawns, mv).unwrap()), CAPTURES + come, "{text}");
        }
    }

    #[test]
    fn no_two_moves_share_an_id() {
        let game = game(4, 5);
        let (mut of_id, mut level) = (vec![None; game.move_ids()], vec![game.start()]);
        for _ in 0..7 {
            for pawns in level.iter().filter(|pawns| game.outcome(pawns).is_none()) {
                let mut moves = Vec::new();
                game.moves(pawns, &mut moves);
                for mv in moves {
                    assert_eq!(*of_id[game.move_id(mv)].get_or_insert(mv), mv);
                }
            }
            level = level.iter().flat_map(|pawns| successors(&game, pawns)).collect();
        }
        assert!(of_id.iter().flatten().count() > 40);
    }

    #[test]
    fn a_pass_leaves_a_position_or_is_refused() {
        for (text, passes) in [
            ("ppp/3/PPP w", true),
            ("pp1/2p/PPP w", false), // The other then captures and is through.
            ("1pp/p2/1PP w", false), // The other then steps through.
            ("p2/P2/2P w", false),   // The other then has no move.
            ("p1p/P2/3 w", false),   // The game is over.
        ] {
            let (before, mut after) = (read(text), read(text));
            assert_eq!(game(3, 3).pass(&mut after), passes, "{text}");
            let expected = if passes { read(&text.replace('w', "b")) } else { before };
            assert_eq!(after, expected, "{text}");
        }
    }

    #[test]
    fn check_is_a_pawn_that_arrives_with_the_next_move_and_not_later_than_ones_own() {
        for (text, checked) in [
            ("ppp/3/PPP w", false),
            ("1pp/p2/1PP w", true),   // It steps straight on.
            ("pp1/2p/PPP w", true),   // It captures on b1.
            ("1p1/p2/P1P w", false),  // It is blocked, and beside its way there is nothing to capture.
            ("1p1/p1P/1P1 w", false), // The side to move is there first.
            ("1pp/p1P/1P1 w", false), // The same by a capture.
            ("p1p/p1P/1P1 w", true),  // Not this time: c2 is blocked.
            ("1pp/P2/1PP b", true),   // Seen from the other side.
            ("p1p/P2/1PP b", false),  // And blocked there.
        ] {
            assert_eq!(game(3, 3).in_check(&read(text)), checked, "{text}");
        }
    }

    #[test]
    fn both_sides_see_the_board_alike() {
        let game = game(3, 3).with_evaluation(1, &[100, 5]);
        for (first, second) in [("p1p/P2/1PP w", "1pp/p2/P1P b"), ("ppp/3/PPP w", "ppp/3/PPP b"), ("p2/1P1/P1P w", "p1p/1p1/P2 b")]
        {
            let seen = [first, second].map(|text| {
                let mut inputs = InputSet::default();
                game.active_inputs(&read(text), &mut inputs);
                (inputs, game.evaluate(&read(text)))
            });
            assert_eq!(seen[0], seen[1], "{first}");
        }
        assert_eq!(game.evaluate(&read("p2/1P1/P1P w")), 2 * 100 + 5);
    }

    #[test]
    fn a_malformed_position_is_an_error() {
        for (text, expected) in [
            ("", "3 ranks"),
            ("ppp/PPP w", "3 ranks"),
            ("ppp/3/3/PPP w", "3 ranks"),
            ("ppp/4/PPP w", "3 squares"),
            ("ppp/2/PPP w", "3 squares"),
            ("ppp/2x/PPP w", "not `x`"),
            ("ppp/11P/PP1 w", "not `1`"),
            ("ppp/3/PPP", "to move"),
            ("ppp/3/PPP x", "to move"),
            ("ppp/3/PPP w ", "to move"),
            ("ppp/P2/PPP w", "no more pawns"),
            ("ppp/p2/PPP w", "no more pawns"),
            ("3/3/3 w", "just moved"),
            ("3/1P1/3 w", "just moved"),
            ("3/1p1/3 b", "just moved"),
            ("Ppp/3/1PP w", "at most one"),
            ("1pp/3/pPP b", "at most one"),
            ("PPp/3/2P b", "at most one"),
            ("P2/3/p2 w", "at most one"),
        ] {
            let error = game(3, 3).read_position(text).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
