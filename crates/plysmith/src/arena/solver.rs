//! A prover behind the rim: what it is asked and what it answers is text.

use super::Line;
use crate::game::{Game, TextError};
use crate::position::Position;
use crate::prove::Prover;
use crate::search::limits::Limits;

/// A prover of forced wins, whichever game it is for.
pub trait Solver: Send {
    /// The shortest forced win of the side to move within `plies`; see [`Prover::prove`].
    fn prove(&mut self, line: &Line, plies: u32, limits: &Limits) -> Result<Solved, TextError>;
    /// Forgets what was learned in earlier proofs.
    fn forget(&mut self);
}

/// A proof as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The question was answered; otherwise a limit was reached before, and `plies` and `moves` say nothing.
    pub decided: bool,
    /// The number of plies in which the side to move wins by force, the smallest there is; `None` if it does not within the plies asked for.
    pub plies: Option<u32>,
    /// All moves that force a win within that many plies, in generation order.
    pub moves: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
}

impl<G: Game> Solver for Prover<G> {
    fn prove(&mut self, line: &Line, plies: u32, limits: &Limits) -> Result<Solved, TextError> {
        let position = Position::read(self.game(), line.start.as_deref(), &line.moves)?;
        Ok(match Prover::prove(self, &position, plies, limits) {
            Ok(proof) => {
                let text = |&mv| self.game().write_move(position.state(), mv);
                Solved { decided: true, plies: proof.plies, moves: proof.moves.iter().map(text).collect(), nodes: proof.nodes }
            }
            Err(undecided) => Solved { decided: false, plies: None, moves: Vec::new(), nodes: undecided.nodes },
        })
    }

    fn forget(&mut self) {
        Prover::forget(self);
    }
}
