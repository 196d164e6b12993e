//! An independent reference: plain negamax over the game's contract, as simple as can be. No window, no table, no order, no hash kept up to
//! date; repetition is found by looking through every position of the game so far, whatever the game says about irreversible moves.

use plysmith::Score;
use plysmith::game::{Game, Outcome};

use super::line::Line;

/// The value of each move at the root of a line, in generation order.
#[derive(Clone, Debug)]
pub struct Values<M> {
    /// The moves with their values.
    pub moves: Vec<(M, Score)>,
    /// How many positions were looked at, the root included.
    pub nodes: u64,
}

impl<M: PartialEq> Values<M> {
    /// The value of the root.
    pub fn best(&self) -> Score {
        self.moves.iter().map(|&(_, score)| score).max().expect("the game is not over at the root")
    }

    /// The value of a move, if it is legal.
    pub fn of(&self, mv: M) -> Option<Score> {
        self.moves.iter().find(|(other, _)| *other == mv).map(|&(_, score)| score)
    }
}

/// Searches the end of a line to a depth; `None` if that takes more than `budget` nodes.
pub fn search<G: Game>(game: &G, line: &Line<G>, depth: u32, budget: u64) -> Option<Values<G::Move>> {
    let mut negamax = Negamax { game, seen: line.hashes().to_vec(), nodes: 1, budget };
    let mut moves = Vec::new();
    game.moves(line.last(), &mut moves);
    let value = |mv| Some((mv, negamax.after(line.last(), mv, 1, depth - 1)?));
    let moves = moves.into_iter().map(value).collect::<Option<Vec<_>>>()?;
    Some(Values { moves, nodes: negamax.nodes })
}

/// The values at each depth from 1 up to `deepest` that takes no more than `budget` nodes, or up to a little beyond the end of the tree. A depth that would by
/// the growth so far take more than twice the budget is not begun: what is given up is half of the work.
pub fn affordable<G: Game>(game: &G, line: &Line<G>, deepest: usize, budget: u64) -> Vec<Values<G::Move>> {
    let mut known = vec![search(game, line, 1, u64::MAX).expect("no budget")];
    let nodes = |known: &[Values<G::Move>], back: usize| known.len().checked_sub(back).map(|at| known[at].nodes);
    while known.len() < deepest {
        let last = known[known.len() - 1].nodes;
        let ended = nodes(&known, 3) == Some(last);
        let hopeless = nodes(&known, 2).is_some_and(|before| last * last / before > 2 * budget);
        if ended || hopeless {
            break;
        }
        match search(game, line, known.len() as u32 + 1, budget) {
            Some(values) => known.push(values),
            None => break,
        }
    }
    known
}

struct Negamax<'a, G> {
    game: &'a G,
    /// The hashes of all positions before the current one; of no use where repetition means nothing.
    seen: Vec<u64>,
    nodes: u64,
    budget: u64,
}

impl<G: Game> Negamax<'_, G> {
    /// The value of a move for the side that plays it.
    fn after(&mut self, state: &G::State, mv: G::Move, ply: usize, depth: u32) -> Option<Score> {
        let mut child = state.clone();
        self.game.play(&mut child, mv);
        let value = self.value(&child, ply, depth)?;
        Some(if self.game.side(&child) == self.game.side(state) { value } else { -value })
    }

    /// The value of a position for the side to move.
    fn value(&mut self, state: &G::State, ply: usize, depth: u32) -> Option<Score> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return None;
        }
        if let Some(outcome) = self.game.outcome(state) {
            return Some(settle(self.game, state, outcome, ply));
        }
        let hash = G::REPETITION.map(|_| self.game.hash(state));
        if let Some(rule) = G::REPETITION
            && 1 + self.seen.iter().filter(|&&seen| Some(seen) == hash).count() >= rule.occurrences.into()
        {
            return Some(settle(self.game, state, self.game.repeated(state), ply));
        }
        if depth == 0 {
            return Some(Score::evaluation(self.game.evaluate(state)));
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        if moves.is_empty() {
            return Some(settle(self.game, state, self.game.no_moves(state), ply));
        }
        self.seen.extend(hash);
        let mut best = None;
        for mv in moves {
            best = best.max(Some(self.after(state, mv, ply + 1, depth - 1)?));
        }
        if hash.is_some() {
            self.seen.pop();
        }
        best
    }
}

/// The value of an outcome for the side to move, so many moves after the root.
pub fn settle<G: Game>(game: &G, state: &G::State, outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win { side, margin } if side == game.side(state) => Score::win(margin, ply),
        Outcome::Win { margin, .. } => Score::loss(margin, ply),
    }
}
