//! Tests of [`boxes`](super), with the game a second time as [`Plain`], on a grid of characters of any size.

use std::collections::{BTreeMap, HashMap};

use super::*;
use plysmith::Position;
use plysmith::game::{check, perft};

/// The game a second time, for any size: a grid of characters with a space for each line and box to come.
#[derive(Clone)]
struct Plain {
    grid: Vec<Vec<char>>,
    scores: [i32; 2],
    mover: usize,
}

impl Plain {
    fn new(ranks: usize, files: usize) -> Plain {
        Plain { grid: vec![vec![' '; 2 * files + 1]; 2 * ranks + 1], scores: [0; 2], mover: 0 }
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        (0..self.grid.len()).flat_map(|row| (0..self.grid[0].len()).map(move |file| (row, file))).collect()
    }

    fn successors(&self) -> Vec<Plain> {
        let open = |&(row, file): &(usize, usize)| (row + file) % 2 == 1 && self.grid[row][file] == ' ';
        self.cells().into_iter().filter(open).map(|cell| self.after(cell)).collect()
    }

    fn after(&self, (row, file): (usize, usize)) -> Plain {
        let mut after = self.clone();
        after.grid[row][file] = '#';
        let mut scored = false;
        for (row, file) in self.cells().into_iter().filter(|(row, file)| row % 2 == 1 && file % 2 == 1) {
            let around = [(row - 1, file), (row + 1, file), (row, file - 1), (row, file + 1)];
            if after.grid[row][file] == ' ' && around.iter().all(|&(row, file)| after.grid[row][file] == '#') {
                after.grid[row][file] = 'X';
                after.scores[self.mover] += 1;
                scored = true;
            }
        }
        after.mover = if scored { self.mover } else { 1 - self.mover };
        after
    }

    /// The best difference in boxes that the mover can still get from here.
    fn value(&self, known: &mut HashMap<Vec<Vec<char>>, i32>) -> i32 {
        if let Some(&value) = known.get(&self.grid) {
            return value;
        }
        let gain = |after: &Plain| after.scores[self.mover] - self.scores[self.mover];
        let total =
            |after: &Plain, known: &mut _| gain(after) + if after.mover == self.mover { 1 } else { -1 } * after.value(known);
        let value = self.successors().iter().map(|after| total(after, known)).max().unwrap_or(0);
        known.insert(self.grid.clone(), value);
        value
    }

    /// Counts the lines of play to the end by the final difference in boxes.
    fn results(&self, counts: &mut BTreeMap<i32, u64>) {
        let successors = self.successors();
        successors.iter().for_each(|after| after.results(counts));
        if successors.is_empty() {
            *counts.entry(self.scores[0] - self.scores[1]).or_default() += 1;
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.successors().iter().map(|after| after.perft(depth - 1)).sum() }
    }
}

fn results(state: &State, counts: &mut BTreeMap<i32, u64>) {
    match Boxes.outcome(state) {
        Some(Outcome::Draw) => *counts.entry(0).or_default() += 1,
        Some(Outcome::Win { side, margin }) => {
            *counts.entry(if side == Side::First { margin.into() } else { -i32::from(margin) }).or_default() += 1;
        }
        None => children(state).iter().for_each(|child| results(child, counts)),
    }
}

fn children(state: &State) -> Vec<State> {
    let mut moves = Vec::new();
    Boxes.moves(state, &mut moves);
    let child = |mv| {
        let mut child = state.clone();
        Boxes.play(&mut child, mv);
        child
    };
    moves.into_iter().map(child).collect()
}

/// The value of the whole game for the first side, asking the contract who moves.
fn value(state: &State, known: &mut HashMap<State, i32>) -> i32 {
    if Boxes.outcome(state).is_some() {
        return state.difference();
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let values = children(state).into_iter().map(|child| value(&child, known));
    let value = if Boxes.side(state) == Side::First { values.max() } else { values.min() }.unwrap();
    known.insert(state.clone(), value);
    value
}

fn check_play(moves: &[&str], expected: &str) {
    let position = Position::read(&Boxes, None, moves).unwrap();
    assert_eq!(Boxes.write_position(position.state()), expected, "{moves:?}");
}

#[test]
fn the_contract_holds_and_games_end_in_every_way() {
    let summary = check::rules(&Boxes, 300, 1).unwrap();
    assert!(summary.results.iter().all(|&games| games > 0) && summary.longest == LINES, "{summary:?}");
}

#[test]
fn counts_and_results_agree_with_a_plain_implementation() {
    // No line is ever lost, so that the counts must also be 17, 17 × 16 and so on.
    for (depth, count) in (1..).zip([17, 17 * 16, 17 * 16 * 15, 17 * 16 * 15 * 14]) {
        assert_eq!((perft::count(&Boxes, &Boxes.start(), depth), Plain::new(2, 3).perft(depth)), (count, count));
    }
    // All endings of positions with eight lines to go.
    for moves in ["b5 a4 g2 d3 e4 f1 b1 c2 d5", "c4 e2 c2 e4 b3 d1 d5 f3 a2", "a4 b5 b3 c4 d3 d5 e4 f3 f1"] {
        let moves: Vec<&str> = moves.split(' ').collect();
        let cell = |name: &&str| (5 - usize::from(name.as_bytes()[1] - b'0'), usize::from(name.as_bytes()[0] - b'a'));
        let (mut ours, mut theirs) = (BTreeMap::new(), BTreeMap::new());
        results(Position::read(&Boxes, None, &moves).unwrap().state(), &mut ours);
        moves.iter().fold(Plain::new(2, 3), |plain, name| plain.after(cell(name))).results(&mut theirs);
        assert_eq!(ours, theirs, "{moves:?}");
        assert_eq!(ours.values().sum::<u64>(), 40_320, "eight factorial");
    }
}

#[test]
fn the_value_of_the_game_agrees_with_a_plain_implementation() {
    let plain = |ranks, files| Plain::new(ranks, files).value(&mut HashMap::new());
    // One box goes to whoever draws the fourth line; that 2×2 is a win for the first is in Winning Ways (Berlekamp, Conway and Guy 1982).
    assert_eq!(plain(1, 1), -1);
    assert!(plain(2, 2) > 0);
    // Second wins 2×3 by four boxes to two: golden, known only from these two implementations.
    assert_eq!((value(&Boxes.start(), &mut HashMap::new()), plain(2, 3)), (-2, -2));
}

#[test]
fn a_completed_box_gives_the_same_side_another_move() {
    check_play(&["b5", "a4", "c4", "b3"], "-../||../-../..../... 0 1 2");
    check_play(&["b5", "a4", "c4", "b3", "f1"], "-../||../-../..../..- 0 1 1");
}

#[test]
fn one_line_may_complete_two_boxes_and_a_chain_is_taken_in_one_turn() {
    check_play(&["b5", "d5", "a4", "e4", "b3", "d3", "c4"], "--./|||./--./..../... 2 0 1");
    check_play(&["b5", "d5", "f5", "b3", "d3", "f3", "a4", "c4", "e4", "g4"], "---/||||/---/..../... 0 3 2");
}

#[test]
fn turning_and_playing_can_be_exchanged() {
    let position = Position::read(&Boxes, None, &["b5", "a4", "c4", "b3", "f1", "e2"]).unwrap();
    for symmetry in 0..4 {
        for mv in position.moves(&Boxes) {
            let (mut turned, mut played) = (Boxes.turn(position.state(), symmetry), position.state().clone());
            Boxes.play(&mut turned, Boxes.turn_move(mv, symmetry));
            Boxes.play(&mut played, mv);
            assert_eq!(turned, Boxes.turn(&played, symmetry));
        }
    }
    let turned =
        |symmetry| Boxes.write_position(&Boxes.turn(&Boxes.read_position("-../|.../.../..../... 0 0 1").unwrap(), symmetry));
    assert_eq!(turned(1), "..-/...|/.../..../... 0 0 1");
    assert_eq!(turned(2), ".../..../.../|.../-.. 0 0 1");
    assert_eq!(turned(3), ".../..../.../...|/..- 0 0 1");
}

#[test]
fn malformed_positions_are_errors() {
    let texts = "; .../..../.../..../...; .../..../.../..../... 0 0; .../..../.../..../... 0 0 3; .../..../.../..../... 0 0 1 ; \
        .../..../.../..../ 0 0 1; .../..../.../..../.... 0 0 1; |../..../.../..../... 0 0 2; é./..../.../..../... 0 0 1; \
        .../..../.../..../... 0 0 2; -../..../.../..../... 0 0 1; .../..../.../..../... 1 0 1; \
        -../||../-../..../... 0 0 2; -../||../-../..../... 1 1 2; -../||../-../..../... 0 1 1; \
        ---/||||/---/||||/--- 9 9 1; ---/||||/---/||||/--- 3 +3 1";
    for text in texts.split("; ") {
        assert!(Boxes.read_position(text).is_err(), "`{text}` was read");
    }
}
