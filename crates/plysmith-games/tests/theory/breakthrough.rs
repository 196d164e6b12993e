//! Breakthrough on 5×5 by proof-number search, sharing nothing with the game or the search.
//!
//! Depth-first proof-number search (A. Nagai, 2002) with the weak sum of T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida (2008), without which
//! positions that are reached in many ways are counted so often that the numbers overflow. Games cannot go round in circles: pieces only move forward.

use std::fmt;

/// The pieces as the side to move sees them, five bits a row from its own side on: at every move the board is turned by half a turn.
#[derive(Clone, Copy)]
struct Board {
    own: u32,
    enemy: u32,
}

const ALL: u32 = (1 << 25) - 1;

const fn row(number: u32) -> u32 {
    0b11111 << (5 * number)
}

const fn column(number: u32) -> u32 {
    0b00001_00001_00001_00001_00001 << number
}

fn turned(squares: u32) -> u32 {
    squares.reverse_bits() >> 7
}

fn mirrored(squares: u32) -> u32 {
    (0..5).fold(0, |mirrored, from| mirrored | (squares & column(from)) >> from << (4 - from))
}

impl Board {
    fn start(rows: u32) -> Board {
        let own = (1 << (5 * rows)) - 1;
        Board { own, enemy: turned(own) }
    }

    fn children(self) -> Vec<Board> {
        let mut children = Vec::with_capacity(30);
        for from in (0..25).map(|square| 1 << square).filter(|square| self.own & square != 0) {
            let left = if from & column(0) == 0 { from << 4 & !self.own } else { 0 };
            let ahead = from << 5 & !(self.own | self.enemy);
            let right = if from & column(4) == 0 { from << 6 & !self.own } else { 0 };
            for to in [left, ahead, right].into_iter().filter(|to| to & ALL != 0) {
                children.push(Board { own: turned(self.enemy & !to), enemy: turned(self.own ^ from ^ to) });
            }
        }
        children
    }

    /// Whether the side to move wins, where that is seen at a glance. One step before the last row a piece cannot be stopped any more; an enemy piece
    /// there has won unless it is the only one and can be captured.
    fn known(self) -> Option<bool> {
        if self.own == 0 || self.enemy & row(0) != 0 {
            return Some(false);
        }
        if self.own & row(3) != 0 {
            return Some(true);
        }
        let arriving = self.enemy & row(1);
        let guards = self.own & row(0);
        let guarded = (guards & !column(0)) << 4 | (guards & !column(4)) << 6;
        (arriving & !guarded != 0 || arriving.count_ones() > 1).then_some(false)
    }

    /// The same for a board and its mirror image.
    fn key(self) -> u64 {
        let joined = |own, enemy| u64::from(own) << 25 | u64::from(enemy);
        joined(self.own, self.enemy).min(joined(mirrored(self.own), mirrored(self.enemy)))
    }
}

/// How many positions must at least be solved to show that the side to move wins, and that it does not.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = 1 << 30;
const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// The logarithm of the nodes that it took: the cheapest slot of a bucket gives way.
    work: u32,
}

/// What is known of the positions looked at.
pub struct Solver {
    slots: Vec<Slot>,
    nodes: u64,
}

/// What was found out.
pub struct Answer {
    /// Whether the side to move wins.
    pub wins: bool,
    nodes: u64,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the side to move {}, {} nodes", if self.wins { "wins" } else { "loses" }, self.nodes)
    }
}

const BUCKET: usize = 4;

impl Solver {
    /// Who wins from the start with so many rows of pieces, with a table of 2^`bits` slots.
    pub fn start(rows: u32, bits: u32) -> Answer {
        Solver::solve(Board::start(rows), bits)
    }

    /// Who wins from a position: rows from the top with `P`, `p` and digits, and the side to move.
    pub fn position(text: &str, bits: u32) -> Answer {
        let (rows, side) = text.split_once(' ').expect("a side to move");
        let [mut white, mut black] = [0; 2];
        for (row, letters) in rows.split('/').rev().enumerate() {
            let mut square = 1 << (5 * row);
            for letter in letters.chars() {
                match letter {
                    'P' => white |= square,
                    'p' => black |= square,
                    _ => square <<= letter.to_digit(10).expect("a digit") - 1,
                }
                square <<= 1;
            }
        }
        let first = side == "w";
        Solver::solve(
            if first { Board { own: white, enemy: black } } else { Board { own: turned(black), enemy: turned(white) } },
            bits,
        )
    }

    fn solve(board: Board, bits: u32) -> Answer {
        let empty = Slot { key: u64::MAX, numbers: LOST, work: 0 };
        let mut solver = Solver { slots: vec![empty; 1 << bits], nodes: 0 };
        if board.known().is_none() {
            solver.explore(board, INFINITE, INFINITE);
        }
        let numbers = solver.get(board);
        assert!(numbers.proof == 0 || numbers.disproof == 0, "nothing is solved");
        Answer { wins: numbers.proof == 0, nodes: solver.nodes }
    }

    fn bucket(&mut self, key: u64) -> &mut [Slot] {
        let at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24) as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        &mut self.slots[at..at + BUCKET]
    }

    fn get(&mut self, board: Board) -> Numbers {
        match board.known() {
            Some(true) => return WON,
            Some(false) => return LOST,
            None => {}
        }
        let key = board.key();
        let found = self.bucket(key).iter().find(|slot| slot.key == key).map(|slot| slot.numbers);
        // At first sight who has more pieces is nearer to a win.
        found.unwrap_or_else(|| {
            let [own, enemy] = [board.own, board.enemy].map(u32::count_ones);
            Numbers { proof: 1 + enemy.saturating_sub(own), disproof: 1 + own.saturating_sub(enemy) }
        })
    }

    fn put(&mut self, board: Board, numbers: Numbers, nodes: u64) {
        let key = board.key();
        let slots = self.bucket(key).iter_mut();
        let slot = slots.min_by_key(|slot| (slot.key != key, slot.work)).expect("a bucket has slots");
        *slot = Slot { key, numbers, work: nodes.ilog2() + 1 };
    }

    /// Looks at a position until it is solved or one of its numbers reaches its limit.
    fn explore(&mut self, board: Board, proof_limit: u32, disproof_limit: u32) {
        self.nodes += 1;
        let before = self.nodes - 1;
        let children = board.children();
        loop {
            // A win needs one child that is lost for the opponent, a loss needs all to be won: the hardest of these, and one for each other.
            let (mut best, mut proof, mut second) = (0, INFINITE, INFINITE);
            let (mut disproof, mut open) = (0, 0);
            for (index, &child) in children.iter().enumerate() {
                let numbers = self.get(child);
                if numbers.disproof < proof {
                    (second, proof, best) = (proof, numbers.disproof, index);
                } else {
                    second = second.min(numbers.disproof);
                }
                if numbers.proof > 0 {
                    disproof = disproof.max(numbers.proof);
                    open += 1;
                }
            }
            let numbers = match (proof, open) {
                (0, _) => WON,
                (_, 0) => LOST,
                _ => Numbers { proof, disproof: disproof + open - 1 },
            };
            if numbers.proof == 0 || numbers.proof >= proof_limit || numbers.disproof >= disproof_limit {
                let nodes = self.nodes - before;
                return self.put(board, numbers, nodes);
            }
            // The best child is left a little later than the second is better, or the search would go to and fro between them.
            let child_disproof = proof_limit.min(second + second / 4 + 1).min(INFINITE);
            let child_proof = if disproof_limit == INFINITE { INFINITE } else { disproof_limit - (open - 1) };
            self.explore(children[best], child_proof, child_disproof);
        }
    }
}
