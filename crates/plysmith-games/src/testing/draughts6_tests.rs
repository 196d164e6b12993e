//! Tests of [`draughts6`](super), with the game a second time as [`Plain`], which shares nothing with it: a plain array of any even size,
//! and paths instead of captured sets. On 8×8 its counts are those that are published.

use std::collections::BTreeSet;

use super::*;
use plysmith::Position;
use plysmith::game::{check, ending, perft};

type Cell = (i32, i32);

/// A position: `w` and `b` are men, `W` and `B` kings, `.` is empty; row 0 is at the top.
#[derive(Clone)]
struct Plain {
    board: Vec<Vec<char>>,
    white: bool,
    quiet: u32,
}

impl Plain {
    /// The position that a text such as `W:W13,K14:B1,2:H5` describes on a board of `size` × `size`.
    fn read(size: usize, text: &str) -> Plain {
        let fields: Vec<&str> = text.split(':').collect();
        let mut board = vec![vec!['.'; size]; size];
        for list in &fields[1..3] {
            let man = list.chars().next().unwrap().to_ascii_lowercase();
            for piece in list[1..].split(',').filter(|piece| !piece.is_empty()) {
                let number: usize = piece.trim_start_matches('K').parse().unwrap();
                let dark = |&(row, file): &(usize, usize)| (row + file) % 2 == 1;
                let all = (0..size).flat_map(|row| (0..size).map(move |file| (row, file)));
                let (row, file) = all.filter(dark).nth(number - 1).unwrap();
                board[row][file] = if piece.starts_with('K') { man.to_ascii_uppercase() } else { man };
            }
        }
        let quiet = fields.get(3).map_or(0, |field| field[1..].parse().unwrap());
        Plain { board, white: fields[0] == "W", quiet }
    }

    /// The number of move sequences of `depth` plies.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.quiet >= 20 => 0,
            _ => self.successors().iter().map(|after| after.perft(depth - 1)).sum(),
        }
    }

    fn at(&self, (row, file): Cell) -> Option<char> {
        self.board.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    fn set(&mut self, (row, file): Cell, piece: char) {
        self.board[row as usize][file as usize] = piece;
    }

    fn is_own(&self, piece: char) -> bool {
        piece.eq_ignore_ascii_case(&if self.white { 'w' } else { 'b' })
    }

    fn is_enemy(&self, piece: char) -> bool {
        piece != '.' && !self.is_own(piece)
    }

    /// One position for each legal move.
    fn successors(&self) -> Vec<Plain> {
        let size = self.board.len() as i32;
        let (mut steps, mut paths) = (Vec::new(), Vec::new());
        for from in (0..size).flat_map(|row| (0..size).map(move |file| (row, file))) {
            if self.at(from).is_some_and(|piece| self.is_own(piece)) {
                for (row, file) in self.directions(from) {
                    let to = (from.0 + row, from.1 + file);
                    if self.at(to) == Some('.') {
                        steps.push(vec![from, to]);
                    }
                }
                self.jump_paths(vec![from], &mut paths);
            }
        }
        let chosen = if paths.is_empty() { steps } else { paths };
        // Of the paths with equal start, end and captured pieces, only the first counts.
        let mut seen = BTreeSet::new();
        let is_new =
            |path: &&Vec<Cell>| seen.insert((path[0], path[path.len() - 1], jumped(path).into_iter().collect::<BTreeSet<_>>()));
        chosen.iter().filter(is_new).map(|path| self.after(path)).collect()
    }

    fn directions(&self, from: Cell) -> Vec<Cell> {
        let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let king = self.at(from).unwrap().is_ascii_uppercase();
        all.into_iter().filter(|&(row, _)| king || (row < 0) == self.white).collect()
    }

    /// Adds all complete chains that begin with `path`. A man keeps its directions, so that none leads on from the last row.
    fn jump_paths(&self, path: Vec<Cell>, paths: &mut Vec<Vec<Cell>>) {
        let (from, here) = (path[0], path[path.len() - 1]);
        let mut longer = Vec::new();
        for (row, file) in self.directions(from) {
            let (over, to) = ((here.0 + row, here.1 + file), (here.0 + 2 * row, here.1 + 2 * file));
            let free = self.at(to) == Some('.') || to == from;
            if free && self.at(over).is_some_and(|piece| self.is_enemy(piece)) && !jumped(&path).contains(&over) {
                longer.push([&path[..], &[to]].concat());
            }
        }
        if longer.is_empty() && path.len() > 1 {
            paths.push(path);
        } else {
            longer.into_iter().for_each(|path| self.jump_paths(path, paths));
        }
    }

    fn last_row(&self) -> i32 {
        if self.white { 0 } else { self.board.len() as i32 - 1 }
    }

    fn after(&self, path: &[Cell]) -> Plain {
        let (from, to) = (path[0], path[path.len() - 1]);
        let mut after = self.clone();
        let piece = self.at(from).unwrap();
        after.set(from, '.');
        after.set(to, if to.0 == self.last_row() { piece.to_ascii_uppercase() } else { piece });
        jumped(path).into_iter().for_each(|over| after.set(over, '.'));
        after.quiet = if piece.is_ascii_uppercase() && jumped(path).is_empty() { self.quiet + 1 } else { 0 };
        after.white = !self.white;
        after
    }
}

/// The squares between the landing squares of a chain; none for a step.
fn jumped(path: &[Cell]) -> Vec<Cell> {
    let jumps = path.windows(2).filter(|pair| pair[0].0.abs_diff(pair[1].0) == 2);
    jumps.map(|pair| ((pair[0].0 + pair[1].0) / 2, (pair[0].1 + pair[1].1) / 2)).collect()
}

fn state(text: &str) -> State {
    Draughts6.read_position(text).unwrap()
}

fn moves(text: &str) -> Vec<String> {
    let (state, mut moves) = (state(text), Vec::new());
    Draughts6.moves(&state, &mut moves);
    moves.into_iter().map(|mv| Draughts6.write_move(&state, mv)).collect()
}

#[test]
fn the_plain_implementation_gives_the_counts_of_independent_programs_on_8_by_8() {
    // Gperft and OpenSpiel 2.0.2 agree on the first six; the last two, where equal jumps meet, are from gperft alone.
    let start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    for (depth, count) in (1..).zip([7, 49, 302, 1469, 7361, 36768]) {
        assert_eq!(Plain::read(8, start).perft(depth), count, "depth {depth}");
    }
    for (text, depth, count) in [("B:WK2,K3,16,22,24,28:BK30", 9, 567_300), ("B:WK10:B4,18,21,23,25,K26,K30,K32", 8, 590_909)] {
        assert_eq!(Plain::read(8, text).perft(depth), count, "{text}");
    }
}

#[test]
fn the_contract_holds_and_games_end_in_every_way() {
    let summary = check::rules(&Draughts6, 300, 1).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0), "{summary:?}");
    assert!(
        summary.repetitions > 0 && summary.repetitions < summary.results[1],
        "repetition and the counter both draw: {summary:?}"
    );
}

#[test]
fn counts_agree_with_a_plain_implementation() {
    let start = Draughts6.write_position(&Draughts6.start());
    for (text, deepest) in [
        (&*start, 9),
        // Kings and chains, then a round of four that two paths share, then the counter running out.
        ("B:WK2,K14,16:B5,6,K11,12", 7),
        ("W:WK8,K9,13,18:B5,6,K16,K17", 6),
        ("W:WK2,13:B5,6,11,12", 5),
        ("W:WK1,K2:BK17,K18:H15", 7),
    ] {
        for depth in 1..=deepest {
            let expected = Plain::read(6, text).perft(depth);
            assert_eq!(perft::count(&Draughts6, &state(text), depth), expected, "{text} depth {depth}");
        }
    }
}

#[test]
fn two_paths_with_equal_captures_are_one_move_that_ends_where_it_began() {
    // The king can go round 6, 12, 11, 5 or the other way.
    assert_eq!(moves("W:WK2:B5,6,11,12"), ["2x2(5,6,11,12)"]);
    let before = state("W:WK2:B5,6,11,12");
    let mv = Draughts6.read_move(&before, "2x2(5,6,11,12)").unwrap();
    let mut after = before.clone();
    Draughts6.play(&mut after, mv);
    assert_eq!(Draughts6.write_position(&after), "B:WK2:B");
    assert_eq!(Draughts6.hash_after(&before, Draughts6.hash(&before), mv, &after), Draughts6.hash(&after));
    assert_eq!(ending(&Draughts6, &after), Some(Outcome::win(Side::First)));
}

#[test]
fn a_man_crowned_by_a_jump_stops_where_a_king_goes_on() {
    // Both jumps of the man start and end alike: one id, two moves. A king goes the whole round.
    assert_eq!(moves("W:W14:B5,6,11,12"), ["14x2(5,11)", "14x2(6,12)"]);
    assert_eq!(moves("W:WK14:B5,6,11,12"), ["14x14(5,6,11,12)"]);
    let before = state("W:W14:B5,6,11,12");
    let [left, right] = ["14x2(5,11)", "14x2(6,12)"].map(|text| Draughts6.read_move(&before, text).unwrap());
    assert_eq!(Draughts6.move_id(left), Draughts6.move_id(right));
    let after = Position::read(&Draughts6, Some("W:W14:B5,6,11,12"), &["14x2(5,11)"]).unwrap();
    assert_eq!(Draughts6.write_position(after.state()), "B:WK2:B6,12");
}

#[test]
fn a_jump_is_forced_and_may_be_the_shorter_one() {
    // The man on 18 could step to 14, and the jump of 15 takes more than that of 10.
    assert_eq!(moves("W:W10,15,18:B6,7,12"), ["10x5(7)", "15x3(6,12)"]);
}

#[test]
fn the_blocked_side_loses_unless_the_counter_has_run_out() {
    assert_eq!(ending(&Draughts6, &state("W:W10:B5,7")), Some(Outcome::win(Side::Second)));
    assert_eq!(ending(&Draughts6, &state("W:WK4:BK1,K7,K11:H19")), Some(Outcome::win(Side::Second)));
    assert_eq!(ending(&Draughts6, &state("W:WK4:BK1,K7,K11:H20")), Some(Outcome::Draw));
}

#[test]
fn the_counter_is_outside_the_hash_and_resets_with_a_mans_move() {
    let (fresh, late) = (state("W:W16,K1:BK18"), state("W:W16,K1:BK18:H19"));
    assert_eq!(Draughts6.hash(&fresh), Draughts6.hash(&late));
    assert_eq!((Draughts6.counters(&fresh), Draughts6.counters(&late)), (0, 19));
    let after = |mv| Position::read(&Draughts6, Some("W:W16,K1:BK18:H19"), &[mv]).unwrap();
    assert_eq!(after("1-4").outcome(&Draughts6), Some(Outcome::Draw));
    assert_eq!(Draughts6.write_position(after("16-13").state()), "B:WK1,13:BK18");
}

#[test]
fn the_third_occurrence_draws_whatever_the_counter_says() {
    let shuffle = ["1-4", "18-15", "4-1", "15-18", "1-4", "18-15", "4-1", "15-18"];
    let outcome = |plies| Position::read(&Draughts6, Some("W:WK1:BK18"), &shuffle[..plies]).unwrap().outcome(&Draughts6);
    assert_eq!((outcome(4), outcome(7), outcome(8)), (None, None, Some(Outcome::Draw)));
    // A man's move between them begins a new count.
    let moves: Vec<&str> = shuffle[..4].iter().chain(&["16-13"]).chain(&["18-15", "1-4", "15-18", "4-1"]).copied().collect();
    let position = Position::read(&Draughts6, Some("W:WK1,16:BK18"), &moves).unwrap();
    assert_eq!((position.outcome(&Draughts6), position.past().len()), (None, 4));
}

#[test]
fn malformed_positions_are_errors() {
    let texts = "; W; W:W13; X:W13:B1; W:B1:W13; W:W0:B1; W:W19:B1; W:W13,13:B1; W:W13:B13; W:W+13:B1; W:W13,:B1; W:W3:B4; \
        W:W13:B16; W:W13:B; W:W:B; W:W7,8,9,10,11,12,13:B4; W:W13:B1:H; W:WK13:BK1:H21; W:WK13:B1:H1; W:W13:BK1:H2; \
        W:W13:B1:5; W:W13:B1:H0:H0; W:WKK13:B1; W:W١:B1";
    for text in texts.split("; ") {
        assert!(Draughts6.read_position(text).is_err(), "`{text}` was read");
    }
}

#[test]
fn the_picture_shows_pieces_on_dark_squares_only() {
    let picture = Draughts6.picture(&state("B:WK2:B4:H1")).unwrap();
    assert_eq!(picture.squares[3], Square::piece(Side::First, "K"));
    assert_eq!(picture.squares[6], Square::piece(Side::Second, "o"));
    assert_eq!(picture.squares.iter().filter(|square| square.gap).count(), 18);
}
