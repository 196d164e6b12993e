//! English draughts on 6×6: forced chains of jumps, ambiguous moves, repetition, and a counter outside the hash.
//!
//! The 18 dark squares are numbered from the top row, three in each. White is the first side, has its men on 13-18 and moves up; Black has
//! 1-6. That leaves two empty rows.
//!
//! ```text
//!  .  1  .  2  .  3
//!  4  .  5  .  6  .
//!  .  7  .  8  .  9
//! 10  . 11  . 12  .
//!  . 13  . 14  . 15
//! 16  . 17  . 18  .
//! ```
//!
//! Men step and jump diagonally forward, kings also backward, one square at a time. Whoever can jump must, may choose which jump (no majority
//! rule), and must go on jumping while possible; the whole chain is one move. A man that reaches the last row is crowned and stops there,
//! even if a king could jump on. Two chains with the same start, end and captured pieces are one move, as for Lose Checkers. A king may
//! end where it began.
//!
//! A side without a legal move loses. A position that occurs for the third time is drawn; so is one after 20 plies without a capture or a
//! man's move. The 20 plies come first: whoever is blocked by the twentieth has drawn, because [`Game::outcome`] is asked before the moves.
//! That count is in the state, the text and [`Game::counters`], and not in [`Game::hash`], so that repetitions are found.
//!
//! Positions are written as in PDN, `W:W13,14,K15:B1,2`: side to move, White's pieces, Black's pieces, `K` before a king; `:H5` follows when
//! five plies went by without progress. A step is written `13-10`, a jump with all that it captures, `14x2(5,11)`, because start and end do
//! not tell two jumps apart and the path is not kept.

use plysmith::game::picture::{Picture, Square};
use plysmith::game::{Capability, Game, Outcome, Repetition, Side, TextError, hash};

/// 6×6 draughts, see the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct Draughts6;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The squares of each side's pieces: bit 0 is square 1.
    pieces: [u32; 2],
    /// Which of all these are kings.
    kings: u32,
    side: Side,
    /// Plies without a capture or a man's move.
    quiet: u8,
}

/// A step, or a whole chain of jumps. Squares count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it ends, which may be where it began.
    pub to: u8,
    /// The squares that it captures: bit 0 is square 1.
    pub captured: u32,
}

/// So many plies without progress are a draw.
const QUIET_LIMIT: u8 = 20;
const SQUARES: usize = 18;
/// The row where each side's men are crowned.
const LAST: [u32; 2] = [0b111, 0b111 << 15];
/// The square next to a square in the directions up left, up right, down left, down right.
const NEXT: [[Option<u8>; SQUARES]; 4] = neighbours();
/// One key for each square and kind of piece, and one for the side to move.
const KEYS: [u64; 4 * SQUARES + 1] = hash::keys(0x6d72_6175_6768_7473);

const fn neighbours() -> [[Option<u8>; SQUARES]; 4] {
    let mut next = [[None; SQUARES]; 4];
    let mut square = 0;
    while square < SQUARES {
        // The top row begins with a light square, the one below it with a dark one.
        let (row, file) = (square / 3, square % 3 * 2 + 1 - square / 3 % 2);
        let mut direction = 0;
        while direction < 4 {
            let row = (row + direction / 2 * 2).wrapping_sub(1);
            let file = (file + direction % 2 * 2).wrapping_sub(1);
            if row < 6 && file < 6 {
                next[direction][square] = Some((row * 3 + file / 2) as u8);
            }
            direction += 1;
        }
        square += 1;
    }
    next
}

fn bit(square: u8) -> u32 {
    1 << square
}

fn squares(set: u32) -> impl Iterator<Item = u8> {
    (0..SQUARES as u8).filter(move |&square| set & bit(square) != 0)
}

impl State {
    fn directions(&self, square: u8) -> &'static [[Option<u8>; SQUARES]] {
        match self.side {
            _ if self.kings & bit(square) != 0 => &NEXT,
            Side::First => &NEXT[..2],
            Side::Second => &NEXT[2..],
        }
    }

    fn jumps(&self, moves: &mut Vec<Move>) {
        let own = self.side.index();
        for from in squares(self.pieces[own]) {
            let chain = Chain {
                from,
                enemies: self.pieces[1 - own],
                // The square that the piece leaves is free for its own chain.
                occupied: (self.pieces[0] | self.pieces[1]) & !bit(from),
                directions: self.directions(from),
                first: moves.len(),
            };
            chain.extend(from, 0, moves);
        }
    }

    fn steps(&self, moves: &mut Vec<Move>) {
        let occupied = self.pieces[0] | self.pieces[1];
        for from in squares(self.pieces[self.side.index()]) {
            let next = self.directions(from).iter().filter_map(|next| next[usize::from(from)]);
            moves.extend(next.filter(|&to| occupied & bit(to) == 0).map(|to| Move { from, to, captured: 0 }));
        }
    }

    fn key(&self, side: Side, square: u8) -> u64 {
        let king = usize::from(self.kings & bit(square) != 0);
        KEYS[(side.index() * 2 + king) * SQUARES + usize::from(square)]
    }

    fn material(&self, side: Side) -> i32 {
        let pieces = self.pieces[side.index()];
        100 * pieces.count_ones() as i32 + 50 * (pieces & self.kings).count_ones() as i32
    }
}

/// What stays the same along the jumps of one piece.
struct Chain {
    from: u8,
    enemies: u32,
    occupied: u32,
    /// Those of the piece as it was before the move: a man on the last row finds nothing before it and stops.
    directions: &'static [[Option<u8>; SQUARES]],
    /// The moves of this piece begin here.
    first: usize,
}

impl Chain {
    /// Adds every complete chain that begins with the captures so far. Landing squares are two rows apart and captured pieces lie between, so
    /// it does not matter that captured pieces stay on the board until the end, only that none is jumped twice.
    fn extend(&self, at: u8, captured: u32, moves: &mut Vec<Move>) {
        let mut ends = true;
        for next in self.directions {
            let Some(over) = next[usize::from(at)] else { continue };
            let Some(to) = next[usize::from(over)] else { continue };
            if self.enemies & !captured & bit(over) != 0 && self.occupied & bit(to) == 0 {
                ends = false;
                self.extend(to, captured | bit(over), moves);
            }
        }
        let mv = Move { from: self.from, to: at, captured };
        if ends && captured != 0 && !moves[self.first..].contains(&mv) {
            moves.push(mv);
        }
    }
}

/// A number in plain digits.
fn number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Pieces and kings of a list such as `W13,K14`.
fn read_pieces(text: &str, letter: char) -> Option<(u32, u32)> {
    let (mut pieces, mut kings) = (0, 0);
    for piece in text.strip_prefix(letter)?.split(',').filter(|_| text.len() > 1) {
        let (digits, king) = piece.strip_prefix('K').map_or((piece, false), |digits| (digits, true));
        let square = number(digits).filter(|square| (1..=SQUARES as u8).contains(square))? - 1;
        if pieces & bit(square) != 0 {
            return None;
        }
        pieces |= bit(square);
        kings |= u32::from(king) << square;
    }
    Some((pieces, kings))
}

impl Game for Draughts6 {
    type State = State;
    type Move = Move;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });
    /// Captures are compulsory.
    const TACTICAL_FORCED: bool = true;
    const CAPABILITIES: &'static [Capability] = &[Capability::Hash, Capability::Tactical, Capability::Picture];

    fn name(&self) -> String {
        "test-draughts-6x6".into()
    }

    fn start(&self) -> State {
        State { pieces: [0b11_1111 << 12, 0b11_1111], kings: 0, side: Side::First, quiet: 0 }
    }

    fn side(&self, state: &State) -> Side {
        state.side
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        let first = moves.len();
        state.jumps(moves);
        if moves.len() == first {
            state.steps(moves);
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        let own = state.side.index();
        let king = state.kings & bit(mv.from) != 0;
        state.quiet = if king && mv.captured == 0 { state.quiet + 1 } else { 0 };
        state.pieces[1 - own] &= !mv.captured;
        // In this order a piece that ends where it began stays on the board.
        state.pieces[own] = state.pieces[own] & !bit(mv.from) | bit(mv.to);
        state.kings &= !(mv.captured | bit(mv.from));
        if king || LAST[own] & bit(mv.to) != 0 {
            state.kings |= bit(mv.to);
        }
        state.side = state.side.other();
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.quiet >= QUIET_LIMIT).then_some(Outcome::Draw)
    }

    fn evaluate(&self, state: &State) -> i32 {
        state.material(state.side) - state.material(state.side.other())
    }

    fn move_ids(&self) -> usize {
        SQUARES * SQUARES
    }

    fn move_id(&self, mv: Move) -> usize {
        usize::from(mv.from) * SQUARES + usize::from(mv.to)
    }

    fn write_position(&self, state: &State) -> String {
        let list = |side: Side| {
            let name = |square| format!("{}{}", if state.kings & bit(square) != 0 { "K" } else { "" }, square + 1);
            squares(state.pieces[side.index()]).map(name).collect::<Vec<_>>().join(",")
        };
        let side = if state.side == Side::First { 'W' } else { 'B' };
        let quiet = if state.quiet > 0 { format!(":H{}", state.quiet) } else { String::new() };
        format!("{side}:W{}:B{}{quiet}", list(Side::First), list(Side::Second))
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let wrong = |expected: &str| TextError::position(text, expected);
        let fields: Vec<&str> = text.split(':').collect();
        let (side, white, black, quiet) = match fields[..] {
            [side, white, black] => (side, white, black, "H0"),
            [side, white, black, quiet] => (side, white, black, quiet),
            _ => return Err(wrong("side, White's and Black's pieces, such as `W:W13,K14:B1,2:H5`")),
        };
        let side = match side {
            "W" => Side::First,
            "B" => Side::Second,
            _ => return Err(wrong("the side to move to be `W` or `B`")),
        };
        let pieces = |text, letter| read_pieces(text, letter).ok_or_else(|| wrong("lists of different squares, such as `W13,K14`"));
        let ((white, white_kings), (black, black_kings)) = (pieces(white, 'W')?, pieces(black, 'B')?);
        let quiet = quiet.strip_prefix('H').and_then(number).filter(|&quiet| quiet <= QUIET_LIMIT);
        let quiet = quiet.ok_or_else(|| wrong("plies without progress from `H0` to `H20`"))?;
        let state = State { pieces: [white, black], kings: white_kings | black_kings, side, quiet };
        let [mover, waiting] = [side, side.other()].map(|side| state.pieces[side.index()]);
        let faults = [
            (white & black != 0, "each piece on a square of its own"),
            (white.count_ones().max(black.count_ones()) > 6, "at most six pieces a side"),
            ((white & LAST[0] | black & LAST[1]) & !state.kings != 0, "no man on the row where it is crowned"),
            (waiting == 0, "a piece of the side that has just moved"),
            (quiet >= 1 && waiting & state.kings == 0, "a king of the side that has just moved without progress"),
            (quiet >= 2 && mover & state.kings == 0, "a king of the side that moved without progress before"),
        ];
        if let Some((_, expected)) = faults.iter().find(|(fault, _)| *fault) {
            return Err(wrong(expected));
        }
        Ok(state)
    }

    fn write_move(&self, _: &State, mv: Move) -> String {
        let captured: Vec<String> = squares(mv.captured).map(|square| (square + 1).to_string()).collect();
        match mv.captured {
            0 => format!("{}-{}", mv.from + 1, mv.to + 1),
            _ => format!("{}x{}({})", mv.from + 1, mv.to + 1, captured.join(",")),
        }
    }

    fn irreversible(&self, before: &State, mv: Move) -> bool {
        mv.captured != 0 || before.kings & bit(mv.from) == 0
    }

    fn hash(&self, state: &State) -> u64 {
        let side = if state.side == Side::Second { KEYS[4 * SQUARES] } else { 0 };
        let of = |side: Side| squares(state.pieces[side.index()]).map(move |square| (side, square));
        of(Side::First).chain(of(Side::Second)).fold(side, |hash, (side, square)| hash ^ state.key(side, square))
    }

    fn hash_after(&self, before: &State, hash: u64, mv: Move, after: &State) -> u64 {
        let moved = before.key(before.side, mv.from) ^ after.key(before.side, mv.to) ^ KEYS[4 * SQUARES];
        squares(mv.captured).fold(hash ^ moved, |hash, square| hash ^ before.key(after.side, square))
    }

    fn counters(&self, state: &State) -> u64 {
        state.quiet.into()
    }

    fn tactical(&self, state: &State, mv: Move) -> u32 {
        2 * mv.captured.count_ones() + (mv.captured & state.kings).count_ones()
    }

    fn tactical_moves(&self, state: &State, moves: &mut Vec<Move>) {
        state.jumps(moves);
    }

    fn picture(&self, state: &State) -> Option<Picture> {
        let square = |cell: usize| {
            let (row, file) = (cell / 6, cell % 6);
            let at = bit((row * 3 + file / 2) as u8);
            let text = if state.kings & at != 0 { "K" } else { "o" };
            match (row + file) % 2 {
                0 => Square { gap: true, ..Square::empty() },
                _ if state.pieces[0] & at != 0 => Square::piece(Side::First, text),
                _ if state.pieces[1] & at != 0 => Square::piece(Side::Second, text),
                _ => Square::empty(),
            }
        };
        Some(Picture {
            files: 6,
            squares: (0..36).map(square).collect(),
            row_labels: (0..6).map(|row| (row * 3 + 1).to_string()).collect(),
            file_labels: Vec::new(),
            note: format!("{} plies without progress", state.quiet),
        })
    }
}

#[cfg(test)]
#[path = "draughts6_tests.rs"]
mod tests;
