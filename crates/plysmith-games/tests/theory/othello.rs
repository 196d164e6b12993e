//! Othello on squares in an array, one step at a time: slow, plain, and sharing nothing with the game or the search.

/// The board size, and whether empty squares count for the winner.
pub struct Plain {
    /// Squares on a side.
    pub size: i32,
    /// Adds the squares that stay empty to the winner's discs.
    pub fill: bool,
}

const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl Plain {
    /// The squares after a disc of `side` (1 or -1) is put on one of them, if that turns something over.
    fn put(&self, squares: &[i8], at: i32, side: i8) -> Option<Vec<i8>> {
        if squares[at as usize] != 0 {
            return None;
        }
        let mut turned = Vec::new();
        for (right, down) in STEPS {
            let mut line = Vec::new();
            let (mut x, mut y) = (at % self.size + right, at / self.size + down);
            while (0..self.size).contains(&x) && (0..self.size).contains(&y) {
                let here = (y * self.size + x) as usize;
                match squares[here] * side {
                    -1 => line.push(here),
                    1 => {
                        turned.append(&mut line);
                        break;
                    }
                    _ => break,
                }
                (x, y) = (x + right, y + down);
            }
        }
        if turned.is_empty() {
            return None;
        }
        let mut after = squares.to_vec();
        after[at as usize] = side;
        turned.into_iter().for_each(|square| after[square] = side);
        Some(after)
    }

    fn after_each(&self, squares: &[i8], side: i8) -> Vec<Vec<i8>> {
        (0..self.size * self.size).filter_map(|at| self.put(squares, at, side)).collect()
    }

    /// The best result that the side can reach, in discs.
    pub fn solve(&self, squares: &[i8], side: i8, passed: bool) -> i32 {
        match self.after_each(squares, side).iter().map(|after| -self.solve(after, -side, false)).max() {
            Some(best) => best,
            None if !passed => -self.solve(squares, -side, true),
            None => {
                let more: i32 = squares.iter().map(|&disc| i32::from(disc * side)).sum();
                let empty = squares.iter().filter(|&&disc| disc == 0).count() as i32;
                if self.fill { more + empty * more.signum() } else { more }
            }
        }
    }

    /// Sequences of `plies` moves, a pass being one, and how many games were over sooner.
    pub fn count(&self, squares: &[i8], side: i8, plies: u32) -> (u64, u64) {
        if plies == 0 {
            return (1, 0);
        }
        let after = self.after_each(squares, side);
        if after.is_empty() {
            let over = self.after_each(squares, -side).is_empty();
            return if over { (0, 1) } else { self.count(squares, -side, plies - 1) };
        }
        let counts = after.iter().map(|after| self.count(after, -side, plies - 1));
        counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    }

    /// The crossed start, Black (1) to move.
    pub fn start(&self) -> Vec<i8> {
        let mut squares = vec![0; (self.size * self.size) as usize];
        let middle = (self.size / 2 * self.size + self.size / 2) as usize;
        let above = middle - self.size as usize;
        [squares[above - 1], squares[above], squares[middle - 1], squares[middle]] = [-1, 1, 1, -1];
        squares
    }
}
