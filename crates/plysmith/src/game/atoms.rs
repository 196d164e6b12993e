//! Atomic move features: simple predicates of a move, from which extension features are built.

/// What is known about an atom besides whether it holds.
#[derive(Clone, Copy, Debug)]
pub struct AtomCard {
    /// A short name, as in `Ud-RdTt`.
    pub name: &'static str,
    /// What it says about a move.
    pub about: &'static str,
    /// Two atoms of one group never combine.
    pub group: &'static str,
    /// The atom that this one is a special case of, by name.
    pub parent: Option<&'static str>,
    /// Threshold pruning must not drop it.
    pub keep: bool,
}
