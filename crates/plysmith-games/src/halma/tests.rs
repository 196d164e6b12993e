use std::collections::{BTreeMap, BTreeSet, HashSet};

use plysmith::Position;
use plysmith::game::{check, ending, perft};

use super::*;

const START: &str = "4oooo/5ooo/6oo/7o/x7/xx6/xxx5/xxxx4 x 0";

fn read(text: &str) -> Board {
    Halma::<8>::new().read_position(text).unwrap()
}

/// The legal moves that begin on this square, written without it.
fn targets(text: &str, from: &str) -> String {
    let (game, board) = (Halma::<8>::new(), read(text));
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    let written = moves.into_iter().map(|mv| game.write_move(&board, mv));
    let of_piece = written.filter_map(|mv| mv.strip_prefix(&format!("{from}-")).map(String::from));
    of_piece.collect::<Vec<_>>().join(" ")
}

/// `plysmith check halma --games 10000` is the longer version.
#[test]
fn the_rules_of_halma_hold_in_random_games_on_every_size() {
    fn check<const N: usize>(games: usize) {
        let summary = check::rules(&Halma::<N>::new(), games, 1).unwrap();
        assert_eq!(summary.games, games);
        assert!(summary.longest <= usize::from(Halma::<N>::LIMIT), "{summary:?}");
        assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    }
    check::<8>(100);
    check::<7>(50);
    check::<6>(100);
    check::<5>(200);
    check::<4>(500);
}

/// A plain implementation: a map of squares, chains by recursion, and the rules in the words of the module's text.
#[derive(Clone)]
struct Plain {
    size: i32,
    pieces: BTreeMap<(i32, i32), Side>,
    side: Side,
    plies: u32,
}

impl Plain {
    fn of<const N: usize>(board: &Board) -> Plain {
        let all = (0..N).flat_map(|rank| (0..N).map(move |file| (file, rank)));
        let pieces = all.filter_map(|(file, rank)| Some(((file as i32, rank as i32), board.owner(file, rank)?))).collect();
        Plain { size: N as i32, pieces, side: board.side, plies: board.plies.into() }
    }

    fn inside(&self, (file, rank): (i32, i32)) -> bool {
        (0..self.size).contains(&file) && (0..self.size).contains(&rank)
    }

    fn is_home(&self, (file, rank): (i32, i32), side: Side) -> bool {
        let far = self.size - 1;
        let from_corner = if side == Side::First { file + rank } else { (far - file) + (far - rank) };
        from_corner < self.size / 2
    }

    /// Jumps on from a square, with the piece lifted off the board.
    fn jump(&self, from: (i32, i32), lifted: &BTreeMap<(i32, i32), Side>, found: &mut BTreeSet<(i32, i32)>) {
        for right in -1..=1 {
            for up in -1..=1 {
                let over = (from.0 + right, from.1 + up);
                let to = (over.0 + right, over.1 + up);
                let can = lifted.contains_key(&over) && self.inside(to) && !lifted.contains_key(&to);
                if can && found.insert(to) {
                    self.jump(to, lifted, found);
                }
            }
        }
    }

    fn moves(&self) -> BTreeSet<((i32, i32), (i32, i32))> {
        let mut moves = BTreeSet::new();
        for (&from, _) in self.pieces.iter().filter(|&(_, &owner)| owner == self.side) {
            let mut lifted = self.pieces.clone();
            lifted.remove(&from);
            let mut found = BTreeSet::new();
            self.jump(from, &lifted, &mut found);
            let steps = (-1..=1).flat_map(|right| (-1..=1).map(move |up| (from.0 + right, from.1 + up)));
            found.extend(steps.filter(|&to| self.inside(to) && !lifted.contains_key(&to)));
            found.remove(&from);
            let leaves_goal = |to| self.is_home(from, self.side.other()) && !self.is_home(to, self.side.other());
            let comes_home = |to| !self.is_home(from, self.side) && self.is_home(to, self.side);
            moves.extend(found.into_iter().filter(|&to| !leaves_goal(to) && !comes_home(to)).map(|to| (from, to)));
        }
        moves
    }

    fn play(&self, (from, to): ((i32, i32), (i32, i32))) -> Plain {
        let mut after = self.clone();
        let owner = after.pieces.remove(&from).unwrap();
        after.pieces.insert(to, owner);
        after.side = self.side.other();
        after.plies += 1;
        after
    }

    fn pieces(&self, side: Side) -> Vec<(i32, i32)> {
        self.pieces.iter().filter(|&(_, &owner)| owner == side).map(|(&square, _)| square).collect()
    }

    /// The sum of the ways that are left to the far corner.
    fn way(&self, side: Side) -> i32 {
        let far = self.size - 1;
        let left = |(file, rank): (i32, i32)| if side == Side::First { (far - file) + (far - rank) } else { file + rank };
        self.pieces(side).into_iter().map(left).sum()
    }

    fn outcome(&self) -> Option<Outcome> {
        let side = self.size / 2;
        for player in [Side::First, Side::Second] {
            let inside = |owner: Side| self.pieces(owner).into_iter().filter(|&at| self.is_home(at, player.other())).count() as i32;
            let (own, enemy) = (inside(player), inside(player.other()));
            if own + enemy == side * (side + 1) / 2 && own > enemy {
                return Some(Outcome::win(player));
            }
        }
        if (self.plies as i32) < 20 * side * (side + 1) / 2 && !self.moves().is_empty() {
            return None;
        }
        Some(match self.way(Side::First).cmp(&self.way(Side::Second)) {
            std::cmp::Ordering::Less => Outcome::win(Side::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::win(Side::Second),
        })
    }

    fn count(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.outcome().is_some() => 0,
            _ => self.moves().into_iter().map(|mv| self.play(mv).count(depth - 1)).sum(),
        }
    }
}

#[test]
fn halma_perft_equals_that_of_a_plain_implementation() {
    fn compare<const N: usize>(text: &str, depth: u32) {
        let game = Halma::<N>::new();
        let board = if text.is_empty() { game.start() } else { game.read_position(text).unwrap() };
        let plain = Plain::of::<N>(&board).count(depth);
        assert_eq!(perft::count(&game, &board, depth), plain, "{N}x{N} {text}");
    }
    compare::<8>("", 3);
    compare::<7>("", 3);
    compare::<6>("", 3);
    compare::<5>("", 4);
    compare::<4>("", 5);
    // The sides pass through each other, with long chains.
    compare::<8>("6oo/4o1o1/2x1o2o/1o1x1x2/2o1o3/x1x1x1o1/1x1x4/xx1o4 x 30", 2);
    compare::<8>("6oo/4o1o1/2x1o2o/1o1x1x2/2o1o3/x1x1x1o1/1x1x4/xx1o4 o 31", 2);
    // Shortly before the limit, and before the goal is full.
    compare::<8>("4xxxx/5xxx/5xx1/6ox/8/o7/ooo5/ooo1oo2 x 198", 3);
    compare::<6>("3xxx/4xx/5o/o4x/1o4/ooo3 x 40", 4);
    compare::<4>("1xo1/3x/ox2/1o2 x 20", 5);
}

#[test]
fn random_games_go_as_in_a_plain_implementation() {
    fn follow<const N: usize>(games: u64) {
        let game = Halma::<N>::new();
        let mut ended = HashSet::new();
        for seed in 0..games {
            let mut board = game.start();
            let mut plain = Plain::of::<N>(&board);
            // Only forward moves in some games, so that they end in a full corner and not at the limit.
            let forward = seed % 2 == 0;
            for ply in 0.. {
                assert_eq!(ending(&game, &board), plain.outcome(), "{}", game.write_position(&board));
                if let Some(outcome) = plain.outcome() {
                    ended.insert((outcome.result(), board.plies < Halma::<N>::LIMIT));
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                let point = |square: u8| (i32::from(square % 8), i32::from(square / 8));
                let found: BTreeSet<_> = moves.iter().map(|mv| (point(mv.from), point(mv.to))).collect();
                assert_eq!(found.len(), moves.len(), "a move comes twice");
                assert_eq!(found, plain.moves(), "{}", game.write_position(&board));
                let ahead: Vec<Move> = moves.iter().copied().filter(|mv| mv.gain(board.side) > 0).collect();
                let among = if forward && !ahead.is_empty() { ahead } else { moves };
                let mv = among[hash::of(&(seed, ply)) as usize % among.len()];
                game.play(&mut board, mv);
                plain = plain.play((point(mv.from), point(mv.to)));
            }
        }
        assert!(ended.contains(&("1-0", true)) && ended.contains(&("0-1", true)), "{N}x{N}: {ended:?}");
        assert!(ended.iter().any(|&(_, early)| !early), "{N}x{N}: {ended:?}");
    }
    follow::<8>(40);
    follow::<6>(60);
    follow::<5>(60);
    follow::<4>(100);
}

/// Counted by hand.
#[test]
fn a_piece_steps_or_jumps_in_chains_over_pieces_of_both_sides() {
    // Of the triangle only the four outer pieces step: three squares in front of each of the inner two, two in front of the others, and all four
    // or five along the edge; the others jump over them.
    assert_eq!(targets(START, "a1"), "");
    assert_eq!(targets(START, "b3"), "c3 b4 c4");
    assert_eq!(targets(START, "b2"), "d2 b4 d4");
    assert_eq!(targets(START, "a2"), "c4");
    // c1 over d2 to e3, on over e4 to e5 and over d4 to c5, and from c5 over c6; d5 is in the way of nothing.
    let chain = "5ooo/6oo/2o5/3o4/3xo3/5o1o/xx1x3o/xxx1xxxx x 40".replace("xxx1xxxx", "xxxx3x");
    assert_eq!(read(&format!("{}", chain.trim())).of[0].count_ones(), 10);
}

#[test]
fn ways_to_the_same_square_are_one_move() {
    // From c3 to e5 there are two ways, over d4 and over c4 and d5.
    let text = "5ooo/5ooo/5ooo/3x3o/2xx4/2x5/xx6/xxx2xx1 x 40";
    let (game, board) = (Halma::<8>::new(), read(text));
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    assert_eq!(moves.iter().filter(|mv| game.write_move(&board, **mv) == "c3-e5").count(), 1);
}

#[test]
fn a_piece_stays_in_the_goal_and_does_not_come_back_home() {
    // g6 is in the goal and could step out or jump over f6; a1 and e1 are not, and only a1 is at home.
    let text = "4o1oo/5ooo/5xx1/7o/o7/oo6/8/x2xxxx1 x 50".replace("x2xxxx1", "x1xxxxxx");
    let board = read(&text);
    assert_eq!(board.own().count_ones(), 10 - 2 + 2);
    assert_eq!(targets(&text, "g6"), "h6 f8");
    assert!(!targets(&text, "e1").contains("d1"));
}
