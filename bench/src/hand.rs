//! Plain negamax as one would write it by hand for one game: what the generic search must not cost more than.
//!
//! It counts nodes, can be stopped, and prefers sooner wins, as the generic one does. Moves go into a buffer for each ply.

use plysmith::Game;
use plysmith::game::Outcome;
use plysmith_games::breakthrough::{Board, Breakthrough, Move};

/// The search with its buffers.
pub struct Hand {
    game: Breakthrough<8, 8>,
    buffers: Vec<Vec<Move>>,
    /// Nodes visited.
    pub nodes: u64,
    limit: u64,
    /// The best move at the root.
    pub best: Option<Move>,
}

struct Stopped;

const WIN: i32 = 1_000_000;

impl Hand {
    /// A search that stops after `limit` nodes.
    pub fn new(limit: u64) -> Hand {
        Hand { game: Breakthrough::new(), buffers: (0..64).map(|_| Vec::with_capacity(64)).collect(), nodes: 0, limit, best: None }
    }

    /// The value at a depth, unless stopped.
    pub fn search(&mut self, board: &Board, depth: u32) -> Option<i32> {
        self.negamax(board, depth, 0).ok()
    }

    fn negamax(&mut self, board: &Board, depth: u32, ply: usize) -> Result<i32, Stopped> {
        if self.nodes == self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if let Some(outcome) = self.game.outcome(board) {
            return Ok(match outcome {
                Outcome::Draw => 0,
                Outcome::Win { side, .. } if side == self.game.side(board) => WIN - ply as i32,
                Outcome::Win { .. } => ply as i32 - WIN,
            });
        }
        if depth == 0 {
            return Ok(self.game.evaluate(board));
        }
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        self.game.moves(board, &mut moves);
        let mut best = -WIN;
        for &mv in &moves {
            let mut child = board.clone();
            self.game.play(&mut child, mv);
            let value = -self.negamax(&child, depth - 1, ply + 1)?;
            if value > best {
                best = value;
                if ply == 0 {
                    self.best = Some(mv);
                }
            }
        }
        self.buffers[ply] = moves;
        Ok(best)
    }
}
