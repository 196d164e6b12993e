use plysmith::Game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::chess::{Chess, State};

/// More than any exchange gains or loses.
const MOST: i32 = 40;

/// The value of an exchange, put together from all thresholds, which must agree.
fn value(state: &State, mv: Move) -> i32 {
    let board = &state.board;
    let (moved, captured) = (board.piece_on(mv.from).unwrap(), state.captured(mv));
    let reached: Vec<bool> = (-MOST..=MOST).map(|least| gains(board, mv, moved, captured, least)).collect();
    let count = reached.iter().filter(|&&gains| gains).count();
    assert!(reached[..count].iter().all(|&gains| gains), "{board} {mv}: more is reached and less is not");
    count as i32 - MOST - 1
}

/// Counted by hand, with pieces at 1, 3, 3, 5 and 9.
#[test]
fn exchanges_are_worth_what_a_person_counts() {
    for (position, mv, expected, why) in [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 1, "a pawn for nothing"),
        ("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", 9, "a queen for nothing"),
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 1 - 5, "a pawn guards it"),
        ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, "pawn for pawn"),
        ("4k3/8/2p5/3n4/8/5B2/8/4K3 w - - 0 1", "f3d5", 0, "bishop for knight"),
        ("4k3/8/2p5/3r4/8/8/8/3QK3 w - - 0 1", "d1d5", 5 - 9, "queen for rook"),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1, "Black does not take: the second rook stands behind the first"),
        ("3r4/3rk3/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1 - 5, "two rooks against two"),
        ("3qk3/3r4/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", 1 - 9, "the queen in front of its rook"),
        ("3qk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 1 - 5, "the queen behind its rook"),
        ("4k3/8/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 1, "a bishop behind the pawn takes back"),
        ("4k3/8/8/3p4/4P3/5b2/8/4K3 w - - 0 1", "e4d5", 0, "the pawn that takes makes way for the enemy's bishop"),
        ("8/8/2k5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 1 - 5, "a king takes back"),
        ("8/8/2k5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1, "a king does not take what is guarded"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1, "en passant"),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, taken back"),
        ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 1, "en passant opens the file for the rook"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 8, "a new queen"),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -1, "a new queen that is lost"),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", -1, "a new knight that is lost"),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 5 + 8, "a rook and a new queen"),
        ("1rr4k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 5 - 1, "a rook for a pawn"),
        ("6k1/8/8/8/8/8/p7/1n2R2K w - - 0 1", "e1b1", 3 - 5 - 8, "a pawn takes back and becomes a queen"),
        ("6k1/8/8/8/8/7K/p7/1r2R3 w - - 0 1", "e1b1", -8, "and that makes the exchange of rooks a loss"),
        ("6k1/8/8/8/8/7K/p7/1n2R2R w - - 0 1", "e1b1", 3 - 5 + 1, "but the queen is taken in turn"),
        // The two examples of the Chess Programming Wiki (Static Exchange Evaluation), there with a knight of 325 in place of 3 pawns.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 1, "the first"),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 1 - 3, "the second"),
    ] {
        let game = Chess::new();
        let state = game.read_position(position).unwrap();
        let mv = game.read_move(&state, mv).unwrap();
        assert_eq!(value(&state, mv), expected, "{why}: {mv} in {position}");
    }
}

/// The same by the legal moves of cozy-chess, one after the other, each with the least valuable piece. `None` where a pin or a check from
/// another square keeps a piece from taking part, because [`gains`] ignores them.
fn plain_value(board: &Board, mv: Move, captured: Option<Piece>) -> Option<i32> {
    let moved = board.piece_on(mv.from)?;
    let gained = captured.map_or(0, worth) + worth(mv.promotion.unwrap_or(moved)) - worth(moved);
    let mut after = board.clone();
    after.play(mv);
    if !after.checkers().is_subset(mv.to.bitboard()) {
        return None;
    }
    let mut takers: Vec<Move> = Vec::new();
    after.generate_moves(|moves| {
        takers.extend(moves.into_iter().filter(|taker| taker.to == mv.to && matches!(taker.promotion, None | Some(Piece::Queen))));
        false
    });
    // Without the pins of the side to move nothing else could take either.
    let (diagonal, straight) =
        (after.pieces(Piece::Bishop) | after.pieces(Piece::Queen), after.pieces(Piece::Rook) | after.pieces(Piece::Queen));
    let near = attackers(&after, mv.to, after.occupied(), diagonal, straight) & after.colors(after.side_to_move());
    if !near.is_disjoint(after.pinned()) {
        return None;
    }
    // A pawn that goes straight ahead or takes en passant takes nothing on the square; the square is occupied, so there is none.
    takers.sort_by_key(|taker| (after.piece_on(taker.from).map(|piece| piece as usize), taker.from as usize));
    match takers.first() {
        Some(&taker) => Some(gained - plain_value(&after, taker, after.piece_on(mv.to))?.max(0)),
        None => Some(gained),
    }
}

#[test]
fn exchanges_in_random_games_are_worth_what_the_legal_moves_say() {
    let game = Chess::new();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let (mut compared, mut skipped, mut promotions, mut long) = (0, 0, 0, 0);
    for _ in 0..400 {
        let mut state = game.start();
        for _ in 0..200 {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            if moves.is_empty() || game.outcome(&state).is_some() {
                break;
            }
            for &mv in moves.iter().filter(|&&mv| game.tactical(&state, mv) > 0) {
                match plain_value(&state.board, mv, state.captured(mv)) {
                    Some(expected) => {
                        assert_eq!(value(&state, mv), expected, "{mv} in {}", state.board);
                        compared += 1;
                        promotions += u32::from(mv.promotion.is_some());
                        long += u32::from(expected < 0);
                    }
                    None => skipped += 1,
                }
            }
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut state, mv);
        }
    }
    assert!(
        compared > 50_000 && promotions > 1_000 && long > 10_000 && skipped < compared / 4,
        "{compared} {promotions} {long} {skipped}"
    );
}

/// Fair captures stand above all that lose, and nothing that takes or is promoted is quiet.
#[test]
fn the_rank_of_a_capture_says_whether_it_loses() {
    let game = Chess::new();
    for (position, fair, unfair) in [
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", &[][..], &["d3e5", "g2b7"][..]),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", &["a7b8q"], &["a7a8q", "a7a8n", "a7b8n", "a7b8r", "a7b8b"]),
        ("4k3/8/2p5/3n4/8/5B2/8/3RK3 w - - 0 1", &["f3d5"], &[]),
        ("4k3/8/2p5/3n4/8/5B2/8/3QK3 w - - 0 1", &["f3d5"], &["d1d5"]),
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", &["e1e2"], &[]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6"], &[]),
    ] {
        let state = game.read_position(position).unwrap();
        let rank = |mv: &str| game.tactical(&state, game.read_move(&state, mv).unwrap());
        for mv in fair {
            assert!(rank(mv) >= Chess::FAIR, "{mv} in {position}");
        }
        for mv in unfair {
            assert!((1..Chess::FAIR).contains(&rank(mv)), "{mv} in {position}");
        }
    }
}
