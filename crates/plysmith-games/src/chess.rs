//! Chess, by the laws of FIDE (2023), on the move generator of the crate `cozy-chess`.
//!
//! The first side is White. Mated loses, stalemate draws. Drawn without a claim are: the third occurrence of a position, 100 plies without a
//! capture or a pawn's move (a mate by the hundredth counts), and material that can mate nobody, which is bare kings, one knight, or bishops
//! that all stand on squares of one colour. Other dead positions are played on.
//!
//! Two positions are the same if they have the same legal moves: a pawn that has gone two squares matters only if it can be taken en passant.
//! The half-move clock is in [`Game::counters`] and not in [`Game::hash`]. The number of the move is kept for the text alone.
//!
//! Positions are written in Forsyth-Edwards notation, with an en-passant square only where the capture is legal. The four fields of an EPD
//! position are read too. What no game can reach by its numbers of pieces, by its castling rights or because the wrong king is in check is
//! refused. Moves are written as in UCI (`e2e4`, `e7e8q`, castling `e1g1`) and read in standard algebraic notation as well (`Nf3`, `O-O`), for which
//! see [`san`].
//!
//! There is no symmetry: left and right differ by castling.

mod atoms;
mod checks;
mod evaluation;
mod exchange;
mod fen;
pub mod san;

use std::hash::{Hash, Hasher};

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_king_moves, get_pawn_attacks, util};
use plysmith::game::picture::{self, Picture};
use plysmith::game::{
    AtomCard, Capability, EvaluationCard, Game, InputSet, MoveSquares, Outcome, Repetition, Side, SquareSizes, TextError,
};

use evaluation::Evaluation;

/// Chess, see the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Chess {
    evaluation: Evaluation,
}

/// A position. Two are equal if the rules cannot tell them apart: the number of the move does not count.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
}

/// So many plies without a capture or a pawn's move are a draw.
const QUIET_LIMIT: u8 = 100;

/// Squares that are light, as a1 is dark.
const LIGHT: BitBoard = BitBoard(0x55aa_55aa_55aa_55aa);

impl State {
    /// The board of `cozy-chess`.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where a pawn can be taken en passant.
    fn en_passant(&self) -> Option<Square> {
        let side = self.board.side_to_move();
        let to = Square::new(self.board.en_passant()?, Rank::Sixth.relative_to(side));
        let mut pawns = (get_pawn_attacks(to, !side) & self.board.colored_pieces(side, Piece::Pawn)).iter();
        pawns.any(|from| self.board.is_legal(Move { from, to, promotion: None })).then_some(to)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        if self.board.en_passant().is_none() || self.en_passant().is_some() {
            self.board.hash()
        } else {
            self.board.hash_without_ep()
        }
    }

    fn has_moves(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    fn is_dead(&self) -> bool {
        let board = &self.board;
        let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !mating.is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        match knights.len() {
            0 => bishops.is_subset(LIGHT) || bishops.is_disjoint(LIGHT),
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    /// What the move takes.
    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<Piece> {
        if self.board.colors(!self.board.side_to_move()).has(mv.to) {
            self.board.piece_on(mv.to)
        } else if mv.from.file() != mv.to.file() && self.board.pieces(Piece::Pawn).has(mv.from) {
            Some(Piece::Pawn)
        } else {
            None
        }
    }

    /// `cozy-chess` writes castling as the king that takes its own rook.
    fn is_castling(&self, mv: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(mv.to)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let (one, two) = (&self.board, &other.board);
        self.key() == other.key()
            && one.halfmove_clock() == two.halfmove_clock()
            && Color::ALL.iter().all(|&color| one.colors(color) == two.colors(color))
            && Piece::ALL.iter().all(|&piece| one.pieces(piece) == two.pieces(piece))
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.key(), self.board.halfmove_clock()).hash(hasher);
    }
}

impl Chess {
    /// The game, with the evaluation `hand`.
    pub fn new() -> Chess {
        Chess::default()
    }
}

/// The move sequences of a length from the start as a program on cozy-chess alone counts them: the last ply is not played.
pub fn perft_beneath(depth: u32) -> u64 {
    fn count(board: &Board, depth: u32) -> u64 {
        let mut total = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                total += moves.len() as u64;
                false
            });
            return total;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                total += count(&child, depth - 1);
            }
            false
        });
        total
    }
    if depth == 0 { 1 } else { count(&Board::default(), depth) }
}

/// Where a pawn of this side would attack one of the squares.
#[inline(always)]
fn may_take(squares: BitBoard, side: Color) -> BitBoard {
    let (not_a, not_h) = (squares.0 & !File::A.bitboard().0, squares.0 & !File::H.bitboard().0);
    BitBoard(match side {
        Color::White => not_a >> 9 | not_h >> 7,
        Color::Black => not_a << 7 | not_h << 9,
    })
}

fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Game for Chess {
    type State = State;
    type Move = Move;

    const REPETITION: Option<Repetition> = Some(Repetition { occurrences: 3 });
    /// Above every rank of a capture that loses.
    const FAIR: u32 = 1024;
    const CAPABILITIES: &'static [Capability] = &[
        Capability::Hash,
        Capability::Pass,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::Squares,
        Capability::Swap,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Picture,
    ];

    fn name(&self) -> String {
        "chess".into()
    }

    fn start(&self) -> State {
        State { board: Board::startpos() }
    }

    #[inline(always)]
    fn side(&self, state: &State) -> Side {
        side_of(state.board.side_to_move())
    }

    #[inline(always)]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        state.board.generate_moves(|some| {
            match some.piece {
                Piece::Pawn => moves.extend(some),
                _ => moves.extend(some.to.iter().map(|to| Move { from: some.from, to, promotion: None })),
            }
            false
        });
    }

    #[inline(always)]
    fn play(&self, state: &mut State, mv: Move) {
        state.board.play_unchecked(mv);
    }

    #[inline(always)]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let quiet = state.board.halfmove_clock() >= QUIET_LIMIT && (state.board.checkers().is_empty() || state.has_moves());
        if quiet || state.is_dead() { Some(Outcome::Draw) } else { None }
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        self.evaluation.value(&state.board)
    }

    /// By the squares that a piece leaves and enters; the four promotions share an id, and castling is the king that takes its rook.
    fn move_ids(&self) -> usize {
        64 * 64
    }

    #[inline(always)]
    fn move_id(&self, mv: Move) -> usize {
        mv.from as usize * 64 + mv.to as usize
    }

    fn write_position(&self, state: &State) -> String {
        fen::write(state)
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        fen::read(text)
    }

    fn write_move(&self, state: &State, mv: Move) -> String {
        util::display_uci_move(&state.board, mv).to_string()
    }

    fn no_moves(&self, state: &State) -> Outcome {
        if state.board.checkers().is_empty() { Outcome::Draw } else { Outcome::win(self.side(state).other()) }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, TextError> {
        if self.outcome(state).is_some() || !state.has_moves() {
            return Err(TextError::mv(text, "nothing, the game is over"));
        }
        let uci = util::parse_uci_move(&state.board, text).ok().filter(|&mv| state.board.is_legal(mv));
        uci.or_else(|| san::read(&state.board, text)).ok_or_else(|| {
            let moves = san::legal_moves(&state.board);
            let few: Vec<String> = moves.iter().take(6).map(|&mv| self.write_move(state, mv)).collect();
            let more = if moves.len() > few.len() { " …" } else { "" };
            TextError::mv(text, format!("one of the {} moves {}{more}, or one such as `Nf3`", moves.len(), few.join(" ")))
        })
    }

    fn record_move(&self, state: &State, mv: Move) -> String {
        san::write(&state.board, mv)
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        let mut count = 0;
        state.board.generate_moves(|some| {
            count += some.len();
            false
        });
        count
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("default", include_str!("../presets/chess.toml")), ("full-width", include_str!("../presets/chess-full-width.toml"))]
    }

    /// Captures, moves of pawns, castling, and what gives castling up.
    #[inline]
    fn irreversible(&self, before: &State, mv: Move) -> bool {
        let board = &before.board;
        let side = board.side_to_move();
        if board.occupied().has(mv.to) || board.pieces(Piece::Pawn).has(mv.from) {
            return true;
        }
        let rights = board.castle_rights(side);
        let home = Rank::First.relative_to(side);
        let rook = |file: Option<_>| file.is_some_and(|file| Square::new(file, home) == mv.from);
        let king = board.king(side) == mv.from && (rights.short.is_some() || rights.long.is_some());
        king || rook(rights.short) || rook(rights.long)
    }

    #[inline(always)]
    fn hash(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline(always)]
    fn counters(&self, state: &State) -> u64 {
        state.board.halfmove_clock().into()
    }

    /// Not with king and pawns alone: there zugzwang is the rule.
    #[inline]
    fn pass(&self, state: &mut State) -> bool {
        let (board, side) = (&state.board, state.board.side_to_move());
        let pieces = board.colors(side) & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        if pieces.is_empty() {
            return false;
        }
        let passed = state.board.null_move();
        let passes = passed.is_some();
        if let Some(board) = passed {
            state.board = board;
        }
        passes
    }

    #[inline(always)]
    fn in_check(&self, state: &State) -> bool {
        !state.board.checkers().is_empty()
    }

    /// What is won first, what it is risked with second. Below [`Chess::FAIR`] are captures and promotions that lose by the exchange on their
    /// square, and promotions to other pieces than a queen.
    #[inline]
    fn tactical(&self, state: &State, mv: Move) -> u32 {
        let board = &state.board;
        let captured = state.captured(mv);
        if captured.is_none() && mv.promotion.is_none() {
            return 0;
        }
        let Some(moved) = board.piece_on(mv.from) else { return 0 };
        let queened = mv.promotion == Some(Piece::Queen);
        let won = captured.map_or(0, |piece| exchange::WORTH[piece as usize]) + if queened { exchange::PROMOTED } else { 0 };
        let fair = (queened || mv.promotion.is_none()) && exchange::gains(board, mv, moved, captured, 0);
        16 * won as u32 + 6 - moved as u32 + if fair { Chess::FAIR } else { 0 }
    }

    /// Of pawns and the king, whose moves cost the most to make, only those that have something to take or a last row to reach are asked.
    fn tactical_moves(&self, state: &State, moves: &mut Vec<Move>) {
        let board = &state.board;
        let side = board.side_to_move();
        let enemies = board.colors(!side);
        let passing =
            board.en_passant().map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(side)).bitboard());
        let for_pawns = enemies | Rank::Eighth.relative_to(side).bitboard() | passing;
        let pawns = board.colored_pieces(side, Piece::Pawn);
        let king = board.king(side);
        let mut idle = pawns & !may_take(enemies | passing, side) & !Rank::Seventh.relative_to(side).bitboard();
        if get_king_moves(king).is_disjoint(enemies) {
            idle |= king.bitboard();
        }
        board.generate_moves_for(board.colors(side) & !idle, |mut some| {
            if some.piece == Piece::Pawn {
                some.to &= for_pawns;
                moves.extend(some);
            } else {
                moves.extend((some.to & enemies).iter().map(|to| Move { from: some.from, to, promotion: None }));
            }
            false
        });
    }

    fn atoms(&self) -> &'static [AtomCard] {
        atoms::ATOMS
    }

    #[inline]
    fn atoms_of(&self, state: &State, previous: Option<Move>, mv: Move, wanted: u64) -> u64 {
        atoms::Look::new(state, previous, wanted).at(mv)
    }

    fn atoms_of_moves(&self, state: &State, previous: Option<Move>, moves: &[Move], wanted: u64, atoms: &mut Vec<u64>) {
        let look = atoms::Look::new(state, previous, wanted);
        atoms.extend(moves.iter().map(|&mv| look.at(mv)));
    }

    /// White's pawns, knights, bishops, rooks, queens and king by square, then Black's, then whether Black is to move.
    fn inputs(&self) -> usize {
        2 * 6 * 64 + 1
    }

    fn active_inputs(&self, state: &State, active: &mut InputSet) {
        let board = &state.board;
        for color in Color::ALL {
            for piece in Piece::ALL {
                active.insert_all((color as usize * 6 + piece as usize) * 64, board.colored_pieces(color, piece).0);
            }
        }
        if board.side_to_move() == Color::Black {
            active.insert(2 * 6 * 64);
        }
    }

    fn square_sizes(&self) -> SquareSizes {
        SquareSizes { squares: 64, pieces: Piece::NUM as u16 }
    }

    #[inline]
    fn move_squares(&self, state: &State, mv: Move) -> MoveSquares {
        // A legal move moves something.
        let piece = state.board.piece_on(mv.from).map_or(0, |piece| piece as u16);
        MoveSquares { from: Some(mv.from as u16), to: Some(mv.to as u16), piece }
    }

    fn swap_sides(&self, state: &State) -> State {
        let seen = BoardBuilder::from_board(&state.board);
        let [white, black] = seen.castle_rights;
        let mut swapped = BoardBuilder {
            side_to_move: !seen.side_to_move,
            castle_rights: [black, white],
            en_passant: seen.en_passant.map(Square::flip_rank),
            ..seen.clone()
        };
        for square in Square::ALL {
            swapped.board[square.flip_rank() as usize] = seen.board[square as usize].map(|(piece, color)| (piece, !color));
        }
        // What is legal for one side is for the other.
        State { board: swapped.build().unwrap_or_else(|_| state.board.clone()) }
    }

    /// As `plysmith evaluate chess --games 600` measures it.
    fn ten_to_one(&self) -> u32 {
        760
    }

    fn evaluations(&self) -> &'static [EvaluationCard] {
        evaluation::CARDS
    }

    fn with_evaluation(&self, index: usize, weights: &[i32]) -> Chess {
        Chess { evaluation: Evaluation::new(index, weights).unwrap_or_else(|| self.evaluation.clone()) }
    }

    fn terms(&self, state: &State, amounts: &mut Vec<i32>) {
        self.evaluation.terms(&state.board, amounts);
    }

    /// Opening, middle game and ending, by the pieces that are left.
    fn phases(&self) -> usize {
        3
    }

    fn phase(&self, state: &State) -> usize {
        match evaluation::pieces_left(&state.board) {
            21.. => 0,
            10..21 => 1,
            _ => 2,
        }
    }

    fn picture(&self, state: &State) -> Option<Picture> {
        let square = |file, rank| match fen::letter(&state.board, file, rank) {
            Some(letter) if letter.is_ascii_uppercase() => picture::Square::piece(Side::First, letter),
            Some(letter) => picture::Square::piece(Side::Second, letter),
            None => picture::Square::empty(),
        };
        Some(Picture::board(8, 8, square))
    }
}

#[cfg(test)]
mod tests;
