//! What a position looks like: pieces, a dozen hand-made terms, and for Lose Checkers a random number with a rule for the last two pieces.
//!
//! The random evaluation is that of the best programs in the tournament that the paper on PILOT describes. A search that maximises random values of
//! positions prefers those with many moves, because the largest of many numbers is larger (D. Beal and M. Smith, "Random evaluations in chess",
//! 1994); in Lose Checkers freedom is worth more than any count of pieces.
//!
//! **One against one.** Every step changes the distance in rows between two pieces by one, and a piece offers itself by stepping next to the other,
//! to a distance of one. So only the side with an even distance before its move can ever do so, and sooner or later it does: on so small a board two pieces
//! cannot avoid each other for ever. The side to move wins if the distance in rows is even and loses if it is odd, men and kings alike. The only
//! exception is a man in the dog hole, which wins for want of a move. A test solves all positions with one piece each backwards from their ends and finds
//! the same, with no draw and no win that takes more than 25 plies on 8×8. The rule does not look at the counter: close to its limit a won position may be drawn.
//!
//! The weights are hand-made and tried in matches between the defaults at 2,000 nodes a move, each random opening played twice. Draughts: `position` against
//! `material` +81 Elo (95 %: 55 to 108, 400 games) and against itself without `capture` and `threat` +81 (45 to 120, 200 games). Lose Checkers: `random` against `material` +216
//! (179 to 258), `position` against `material` +212 (176 to 254) and against `random` +44 (10 to 78), 400 games each; there `mobility`, a little less material, and making
//! the other side capture are what counts.

use plysmith::game::{EvaluationCard, Side, TermCard, hash};

use super::board::{Board, Diagonal, Shape};

const fn term(name: &'static str, weight: i32, low: i32, high: i32) -> TermCard {
    TermCard { name, weight, low, high }
}

/// The number of terms of `position`.
const TERMS: usize = 14;

/// The terms of `position`, with weights for the one game or the other. Each is the own amount minus the enemy's, unless it says something else.
const fn position(weights: [i32; TERMS]) -> [TermCard; TERMS] {
    [
        term("man", weights[0], -1_000, 1_000),
        term("king", weights[1], -1_000, 1_000),
        // Men on the row where the enemy is crowned.
        term("back_row", weights[2], -200, 200),
        // Rows that the men have come forward.
        term("advance", weights[3], -100, 100),
        // Pieces two squares or more from the edge.
        term("centre", weights[4], -100, 100),
        // Pieces on the left and the right edge, which cannot be captured there.
        term("edge", weights[5], -100, 100),
        // Steps after which the piece cannot be captured.
        term("mobility", weights[6], -100, 100),
        // Men with no enemy piece before them.
        term("runaway", weights[7], -500, 500),
        // Kings without such a step.
        term("trapped_king", weights[8], -500, 500),
        // A man that an enemy piece in the double corner has stopped for good, next to the row where it would be crowned.
        term("dog_hole", weights[9], -500, 500),
        // Pieces of the side to move that can, and so must, capture.
        term("capture", weights[10], -500, 500),
        // Pieces of the other side that could capture now.
        term("threat", weights[11], -500, 500),
        // Having the move, in the sense of the books, with few pieces and as many on both sides: 1 or -1.
        term("the_move", weights[12], -500, 500),
        // It is worth something to be on the move.
        term("turn", weights[13], -500, 500),
    ]
}

const MATERIAL: &str = "men and kings, and nothing else";

pub(super) const DRAUGHTS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "pieces, where they stand, how freely they move, and what can be captured",
        scale: 1,
        terms: &position([100, 150, 8, 2, 3, -2, 3, 30, -40, -20, 30, -30, 4, 3]),
    },
    EvaluationCard {
        name: "material",
        about: MATERIAL,
        scale: 1,
        terms: &[term("man", 100, 0, 1_000), term("king", 150, 0, 1_000)],
    },
];

pub(super) const LOSE_CHECKERS: &[EvaluationCard] = &[
    EvaluationCard {
        name: "position",
        about: "pieces, where they stand, how freely they move, and what must be captured",
        scale: 1,
        terms: &position([-30, 0, 0, 3, 3, 0, 15, 0, 0, 60, -60, 60, 0, 0]),
    },
    EvaluationCard {
        name: "random",
        about: "a random number drawn from the position; with one piece each, who wins",
        scale: 1,
        terms: &[term("random", 1, 1, 100), term("parity", 10_000, 0, 100_000)],
    },
    EvaluationCard {
        name: "material",
        about: "men and kings: fewer are better",
        scale: 1,
        terms: &[term("man", -100, -1_000, 0), term("king", -100, -1_000, 0)],
    },
];

/// Random values lie within plus and minus this.
const LARGEST_RANDOM: i32 = 1_000;

/// The evaluation in use, with its weights in the order of the terms.
#[derive(Clone, Copy, Debug)]
pub(super) enum Evaluation {
    Position([i32; TERMS]),
    Material([i32; 2]),
    Random { weights: [i32; 2], seed: u64 },
}

impl Evaluation {
    /// The evaluation of this name with these weights; `None` if it has another number of them.
    pub(super) fn new(name: &str, weights: &[i32], seed: u64) -> Option<Evaluation> {
        match name {
            "position" => weights.try_into().ok().map(Evaluation::Position),
            "material" => weights.try_into().ok().map(Evaluation::Material),
            _ => weights.try_into().ok().map(|weights| Evaluation::Random { weights, seed }),
        }
    }

    #[inline(always)]
    pub(super) fn value<const N: usize>(&self, board: &Board) -> i32 {
        match self {
            Evaluation::Position(weights) => sum(weights, position_of::<N>(board)),
            Evaluation::Material(weights) => sum(weights, material(board)),
            Evaluation::Random { weights, seed } => sum(weights, random::<N>(board, *seed)),
        }
    }

    pub(super) fn terms<const N: usize>(&self, board: &Board, amounts: &mut Vec<i32>) {
        match self {
            Evaluation::Position(_) => amounts.extend(position_of::<N>(board)),
            Evaluation::Material(_) => amounts.extend(material(board)),
            Evaluation::Random { seed, .. } => amounts.extend(random::<N>(board, *seed)),
        }
    }
}

#[inline(always)]
fn sum<const TERMS: usize>(weights: &[i32; TERMS], amounts: [i32; TERMS]) -> i32 {
    weights.iter().zip(amounts).map(|(weight, amount)| weight * amount).sum()
}

#[inline(always)]
fn count(set: u32) -> i32 {
    set.count_ones() as i32
}

#[inline(always)]
fn material(board: &Board) -> [i32; 2] {
    let (own, enemy) = (board.own(), board.enemy());
    [count(own & !board.kings) - count(enemy & !board.kings), count(own & board.kings) - count(enemy & board.kings)]
}

/// A random number, or with one piece each 1 if the side to move wins and -1 if it loses.
#[inline(always)]
fn random<const N: usize>(board: &Board, seed: u64) -> [i32; 2] {
    if let Some(wins) = one_against_one::<N>(board) {
        return [0, if wins { 1 } else { -1 }];
    }
    let pieces = u64::from(board.of[0]) << 32 | u64::from(board.of[1]);
    let number = hash::mix(pieces ^ hash::mix(u64::from(board.kings) << 1 ^ board.side.index() as u64 ^ hash::mix(seed)));
    let below = (u128::from(number) * (2 * LARGEST_RANDOM as u128 + 1)) >> 64;
    [below as i32 - LARGEST_RANDOM, 0]
}

/// Whether the side to move wins Lose Checkers, if each side has a single piece.
#[inline(always)]
pub(super) fn one_against_one<const N: usize>(board: &Board) -> Option<bool> {
    let (own, enemy) = (board.own(), board.enemy());
    let single = |pieces: u32| pieces.is_power_of_two();
    (single(own) && single(enemy)).then(|| {
        let even_distance = ((own | enemy) & Shape::<N>::EVEN_ROWS).count_ones() != 1;
        even_distance || in_dog_hole::<N>(board, board.side) != 0
    })
}

/// The man of a side that an enemy piece in the double corner keeps from being crowned.
#[inline(always)]
pub(super) fn in_dog_hole<const N: usize>(board: &Board, side: Side) -> u32 {
    let half = Shape::<N>::HALF;
    // Black's is the second last row's last square, below which lies the last square of all; White's lies opposite.
    let last = 1 << (Shape::<N>::SQUARES - 1);
    let (hole, corner) = if side == Side::First { (last >> half, last) } else { (1 << half, 1) };
    let stopped = board.of[side.other().index()] & corner != 0;
    if stopped { board.of[side.index()] & !board.kings & hole } else { 0 }
}

/// How many steps the pieces of a side have after which the piece cannot be captured, and how many of its kings have none. Only the piece
/// that steps is looked at, not what it leaves to others.
#[inline(always)]
fn safe_steps<const N: usize>(board: &Board, side: Side) -> [i32; 2] {
    use Diagonal::{DownLeft, DownRight, UpLeft, UpRight};
    let shift = Shape::<N>::shift;
    let empty = board.empty::<N>();
    let ((down, up), (enemy_down, enemy_up)) = (board.down_and_up(side), board.down_and_up(side.other()));
    // Where a piece can be captured by enemies beside its way, from either side: along one diagonal, and along the other.
    let [to_down_left, to_down_right] = [DownLeft, DownRight].map(|way| shift(enemy_down, way));
    let [to_up_left, to_up_right] = [UpLeft, UpRight].map(|way| shift(enemy_up, way));
    let rising = to_down_left & shift(empty, UpRight) | to_up_right & shift(empty, DownLeft);
    let falling = to_down_right & shift(empty, UpLeft) | to_up_left & shift(empty, DownRight);
    // An enemy before it always captures: the square that the piece has left is free.
    let steps = [
        (shift(down, DownLeft) & empty & !(falling | to_up_right), UpRight),
        (shift(down, DownRight) & empty & !(rising | to_up_left), UpLeft),
        (shift(up, UpLeft) & empty & !(rising | to_down_right), DownRight),
        (shift(up, UpRight) & empty & !(falling | to_down_left), DownLeft),
    ];
    let free = steps.iter().fold(0, |free, &(targets, back)| free | shift(targets, back));
    [steps.iter().map(|&(targets, _)| count(targets)).sum(), count(down & up & !free)]
}

/// The squares two or more from the edge.
const fn centre<const N: usize>() -> u32 {
    let mut inside =
        Shape::<N>::BOARD & !(Shape::<N>::row(0) | Shape::<N>::row(1) | Shape::<N>::row(N - 2) | Shape::<N>::row(N - 1));
    inside &= !(Shape::<N>::file(0) | Shape::<N>::file(1) | Shape::<N>::file(N - 2) | Shape::<N>::file(N - 1));
    inside
}

/// The first ten terms, as seen from one side.
#[inline(always)]
fn one_side<const N: usize>(board: &Board, side: Side) -> [i32; 10] {
    let (pieces, enemy) = (board.of[side.index()], board.of[side.other().index()]);
    let (men, kings) = (pieces & !board.kings, pieces & board.kings);
    let [mobility, trapped] = safe_steps::<N>(board, side);
    let mut advance = 0;
    // All squares from which a man would meet an enemy piece on its way.
    let mut opposed = enemy;
    for row in 1..N {
        let index = if side == Side::First { row } else { N - 1 - row };
        advance += row as i32 * count(men & Shape::<N>::row(index));
        opposed |= if side == Side::First { Shape::<N>::up(opposed) } else { Shape::<N>::down(opposed) };
    }
    [
        count(men),
        count(kings),
        count(men & Shape::<N>::LAST[side.other().index()]),
        advance,
        count(pieces & const { centre::<N>() }),
        count(pieces & const { Shape::<N>::file(0) | Shape::<N>::file(N - 1) }),
        mobility,
        count(men & !opposed),
        trapped,
        count(in_dog_hole::<N>(board, side)),
    ]
}

/// 1 if the side to move has the move: an odd number of all pieces stands in the rows of its system, which begins at its home row. It matters only
/// towards the end and with as many pieces on both sides; elsewhere 0.
#[inline(always)]
fn the_move<const N: usize>(board: &Board) -> i32 {
    let (own, enemy) = (board.own(), board.enemy());
    if own.count_ones() != enemy.count_ones() || own.count_ones() > Shape::<N>::HALF {
        return 0;
    }
    let system = if board.side == Side::First { Shape::<N>::EVEN_ROWS } else { Shape::<N>::ODD_ROWS };
    if count((own | enemy) & system) % 2 == 1 { 1 } else { -1 }
}

/// The amounts of `position`.
#[inline(always)]
fn position_of<const N: usize>(board: &Board) -> [i32; TERMS] {
    let ours = one_side::<N>(board, board.side);
    let theirs = one_side::<N>(board, board.side.other());
    let mut amounts = [0; TERMS];
    for (amount, (ours, theirs)) in amounts.iter_mut().zip(ours.into_iter().zip(theirs)) {
        *amount = ours - theirs;
    }
    amounts[10] = count(board.jumpers::<N>(board.side));
    amounts[11] = count(board.jumpers::<N>(board.side.other()));
    amounts[12] = the_move::<N>(board);
    amounts[13] = 1;
    amounts
}
