//! What one side has on the board.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};

use crate::bits::{self, shift};

/// What is counted: the names of its weights in the middle game and in the ending, and the largest weight.
pub const AMOUNTS: [(&str, &str, i32); 27] = [
    ("pawn", "pawn_ending", 1_000),
    ("knight", "knight_ending", 2_000),
    ("bishop", "bishop_ending", 2_000),
    ("rook", "rook_ending", 3_000),
    ("queen", "queen_ending", 5_000),
    ("bishop_pair", "bishop_pair_ending", 200),
    ("knight_mobility", "knight_mobility_ending", 50),
    ("bishop_mobility", "bishop_mobility_ending", 50),
    ("rook_mobility", "rook_mobility_ending", 50),
    ("queen_mobility", "queen_mobility_ending", 50),
    ("doubled", "doubled_ending", 100),
    ("isolated", "isolated_ending", 100),
    ("backward", "backward_ending", 100),
    ("supported", "supported_ending", 100),
    ("passed", "passed_ending", 50),
    ("passed_free", "passed_free_ending", 50),
    ("passed_kings", "passed_kings_ending", 50),
    ("rook_open", "rook_open_ending", 100),
    ("rook_half_open", "rook_half_open_ending", 100),
    ("rook_seventh", "rook_seventh_ending", 100),
    ("outpost", "outpost_ending", 100),
    ("pawn_threat", "pawn_threat_ending", 200),
    ("minor_threat", "minor_threat_ending", 200),
    ("hanging", "hanging_ending", 200),
    ("king_shield", "king_shield_ending", 100),
    ("king_files", "king_files_ending", 100),
    ("king_attack", "king_attack_ending", 50),
];

/// The board as one side sees it, which plays up.
pub struct View {
    own: [u64; Piece::NUM],
    all_own: u64,
    occupied: u64,
    /// What the own pawns attack.
    guarded: u64,
}

impl View {
    pub fn new(board: &Board, side: Color) -> View {
        let turn = |squares: BitBoard| if side == Color::White { squares.0 } else { squares.0.swap_bytes() };
        let own = Piece::ALL.map(|piece| turn(board.colored_pieces(side, piece)));
        View {
            own,
            all_own: turn(board.colors(side)),
            occupied: turn(board.occupied()),
            guarded: beside(own[Piece::Pawn as usize]) << 8,
        }
    }

    /// The sums of a pair of tables over the pieces of a kind.
    pub fn places(&self, piece: usize, tables: &[[i8; 64]; 2]) -> [i32; 2] {
        let mut sums = [0; 2];
        for square in bits::squares(self.own[piece]) {
            sums[0] += i32::from(tables[0][usize::from(square)]);
            sums[1] += i32::from(tables[1][usize::from(square)]);
        }
        sums
    }

    /// In the order of [`AMOUNTS`].
    pub fn counts(&self, enemy: &View) -> [i32; AMOUNTS.len()] {
        let [pawns, knights, bishops, rooks, queens, king] = self.own;
        let enemy_pawns = turned(enemy.own[Piece::Pawn as usize]);
        let enemy_guards = turned(enemy.guarded);
        let Activity { mobility, attacked, by_minors, king_attack } = self.activity(enemy);
        let Pawns { doubled, isolated, backward, passed } = Pawns::of(pawns, enemy_pawns, enemy_guards);
        let half_open = rooks & !files_of(pawns);
        let open = half_open & !files_of(enemy_pawns);
        let enemy_pieces = turned(enemy.all_own) & !turned(enemy.own[Piece::King as usize]) & !enemy_pawns;
        let enemy_heavy = turned(enemy.own[Piece::Rook as usize] | enemy.own[Piece::Queen as usize]);
        let Runners { advance, free, kings } = self.runners(passed, turned(enemy.own[Piece::King as usize]));
        [
            count(pawns),
            count(knights),
            count(bishops),
            count(rooks),
            count(queens),
            i32::from(count(bishops) >= 2),
            mobility[0],
            mobility[1],
            mobility[2],
            mobility[3],
            count(doubled),
            count(isolated),
            count(backward),
            count(pawns & (self.guarded | beside(pawns))),
            advance,
            free,
            kings,
            count(open),
            count(half_open & !open),
            count(rooks & bits::rank_mask(6)),
            // No enemy pawn can ever drive it away.
            count((knights | bishops) & self.guarded & OUTPOSTS & !fill_down(enemy_guards)),
            count(enemy_pieces & self.guarded),
            count(enemy_heavy & by_minors),
            count(enemy_pieces & attacked & !enemy_guards & !self.guarded),
            king_shield(king, pawns),
            count((king | beside(king)) & !files_of(pawns)),
            king_attack,
        ]
    }

    /// Squares that each kind of piece attacks, without those of own pieces and those that an enemy pawn guards; and the attack on the king.
    fn activity(&self, enemy: &View) -> Activity {
        let free = !(self.all_own | turned(enemy.guarded));
        let king = turned(enemy.own[Piece::King as usize]);
        let zone = get_king_moves(first(king)).0 | king;
        let mut activity = Activity { mobility: [0; 4], attacked: 0, by_minors: 0, king_attack: 0 };
        let (mut attackers, mut strength) = (0, 0);
        for kind in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let at = kind as usize - 1;
            for square in BitBoard(self.own[kind as usize]) {
                let reached = attacks(kind, square, BitBoard(self.occupied)).0;
                activity.mobility[at] += count(reached & free);
                activity.attacked |= reached;
                if reached & zone != 0 {
                    attackers += 1;
                    strength += [2, 2, 3, 4][at];
                }
            }
            if kind == Piece::Bishop {
                activity.by_minors = activity.attacked;
            }
        }
        // One piece alone attacks nobody; two are more than twice as strong.
        activity.king_attack = if attackers > 1 { strength * strength / 4 } else { 0 };
        activity
    }

    /// Passed pawns: how far they have come, and what stands in their way.
    fn runners(&self, passed: u64, enemy_king: u64) -> Runners {
        let mut runners = Runners { advance: 0, free: 0, kings: 0 };
        let (own_king, enemy_king) = (first(self.own[Piece::King as usize]), first(enemy_king));
        for square in bits::squares(passed) {
            let rank = i32::from(square / 8) - 1;
            let ahead = Square::index(usize::from(square + 8).min(63));
            runners.advance += rank * rank;
            runners.free += if self.occupied & ahead.bitboard().0 == 0 { rank * rank } else { 0 };
            runners.kings += rank * (distance(enemy_king, ahead) - distance(own_king, ahead));
        }
        runners
    }
}

struct Activity {
    mobility: [i32; 4],
    /// By pieces other than pawns and the king.
    attacked: u64,
    by_minors: u64,
    king_attack: i32,
}

struct Runners {
    advance: i32,
    free: i32,
    kings: i32,
}

struct Pawns {
    doubled: u64,
    isolated: u64,
    backward: u64,
    passed: u64,
}

impl Pawns {
    fn of(own: u64, enemy: u64, enemy_guards: u64) -> Pawns {
        let doubled = own & fill_down(own >> 8);
        let isolated = own & !beside(files_of(own));
        // No pawn can ever guard the square ahead, which an enemy pawn guards.
        let unsupported = !fill_up(beside(own) << 8);
        let backward = (own << 8 & enemy_guards & unsupported) >> 8 & !isolated;
        let stopped = fill_down((enemy | beside(enemy)) >> 8);
        Pawns { doubled, isolated, backward, passed: own & !stopped & !doubled }
    }
}

/// The fourth to the sixth rank.
const OUTPOSTS: u64 = 0x0000_ffff_ff00_0000;

/// Squares as the other side sees them.
fn turned(squares: u64) -> u64 {
    squares.swap_bytes()
}

fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// The squares and all above them.
fn fill_up(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// The squares and all below them.
fn fill_down(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

fn files_of(pawns: u64) -> u64 {
    fill_up(fill_down(pawns))
}

/// The squares to the left and to the right.
fn beside(squares: u64) -> u64 {
    shift(squares, -1, 0) | shift(squares, 1, 0)
}

/// Pawns before the king: 2 for one on the next rank, 1 for one on the rank behind that.
fn king_shield(king: u64, pawns: u64) -> i32 {
    let front = (king | beside(king)) << 8;
    2 * count(pawns & front) + count(pawns & front << 8)
}

fn first(squares: u64) -> Square {
    BitBoard(squares).next_square().unwrap_or(Square::A1)
}

/// The moves of a king from one square to the other.
fn distance(one: Square, other: Square) -> i32 {
    let apart = |one: usize, other: usize| one.abs_diff(other) as i32;
    apart(one.file() as usize, other.file() as usize).max(apart(one.rank() as usize, other.rank() as usize))
}

/// The squares that a piece other than a pawn attacks.
pub fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}
