//! The optional capabilities by name. What each asks of a game is said at its methods in [`Game`].

use std::fmt;

use super::Game;

/// Something that a game may offer beyond its rules and an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    /// An incremental hash: the transposition table costs little.
    Hash,
    /// Doing nothing makes sense as an experiment: the null move.
    Pass,
    /// Tactical moves are known: they can be tried first, and a quiescence search can follow them.
    Tactical,
    /// Atomic move features: extensions by category can be discovered.
    Atoms,
    /// Network inputs: ordering and evaluation can be learned.
    Inputs,
    /// What inputs a move changes is known: networks are updated faster.
    InputChanges,
    /// Moves have squares and pieces: what is learned of one move helps others.
    Squares,
    /// The sides can be exchanged: what is learned for one side holds for the other.
    Swap,
    /// There is a choice of evaluations.
    Evaluations,
    /// The evaluation is a weighted sum of terms: it can be tuned.
    Terms,
    /// The game has phases.
    Phases,
    /// The board has symmetries.
    Symmetries,
    /// The game has set-ups of its own to begin from.
    Openings,
    /// The board can be drawn.
    Picture,
}

impl Capability {
    /// Every capability, in the order in which they are shown.
    pub const ALL: [Capability; 14] = [
        Capability::Hash,
        Capability::Pass,
        Capability::Tactical,
        Capability::Atoms,
        Capability::Inputs,
        Capability::InputChanges,
        Capability::Squares,
        Capability::Swap,
        Capability::Evaluations,
        Capability::Terms,
        Capability::Phases,
        Capability::Symmetries,
        Capability::Openings,
        Capability::Picture,
    ];

    /// The name shown in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::Hash => "hash",
            Capability::Pass => "pass",
            Capability::Tactical => "tactical",
            Capability::Atoms => "atoms",
            Capability::Inputs => "inputs",
            Capability::InputChanges => "input-changes",
            Capability::Squares => "squares",
            Capability::Swap => "swap",
            Capability::Evaluations => "evaluations",
            Capability::Terms => "terms",
            Capability::Phases => "phases",
            Capability::Symmetries => "symmetries",
            Capability::Openings => "openings",
            Capability::Picture => "picture",
        }
    }

    /// Whether the game `G` has it.
    pub fn of<G: Game>(self) -> bool {
        G::CAPABILITIES.contains(&self)
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
