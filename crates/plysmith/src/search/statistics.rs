//! Statistics of a search tree, kept only when they are asked for.

/// What to keep statistics of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Watch {
    /// The shape of the tree.
    pub tree: bool,
    /// Features of moves, each the atoms that must all hold (see [`Game::atoms`](crate::Game::atoms)): how many of the moves searched have each. The
    /// empty feature holds for every move.
    pub features: Vec<u64>,
}

impl Watch {
    /// Nothing: the search is at its fastest.
    pub const NOTHING: Watch = Watch { tree: false, features: Vec::new() };

    /// The shape of the tree, and no features.
    pub const TREE: Watch = Watch { tree: true, features: Vec::new() };
}

/// Features of moves that are watched, with what the search need not find out at every move.
#[derive(Clone, Debug)]
pub struct WatchedFeatures {
    features: Vec<u64>,
    /// Every atom that some feature names.
    pub(super) wanted: u64,
}

impl WatchedFeatures {
    /// Those of a watch, if there are any.
    pub(super) fn of(watch: &Watch) -> Option<WatchedFeatures> {
        let wanted = watch.features.iter().fold(0, |wanted, feature| wanted | feature);
        (!watch.features.is_empty()).then(|| WatchedFeatures { features: watch.features.clone(), wanted })
    }
}

/// How many ranks of the cutoff move are told apart.
pub const RANKS: usize = 16;

/// What the tree looked like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The deepest line, in plies.
    pub height: u32,
    /// Cutoffs by how many moves had been tried before; the last place holds all that came later.
    pub cutoffs: [u64; RANKS],
    /// Legal moves at the nodes that were cut off, added up: for the mean branching.
    pub moves_at_cutoffs: u64,
    /// How often a move became the best inside the window.
    pub value_changes: u64,
    /// Moves searched, if features are watched.
    pub moves: u64,
    /// How many of those have any of the features.
    pub matching: u64,
    /// How many of those have each feature.
    pub features: Vec<u64>,
}

impl Statistics {
    #[inline]
    pub(super) fn cutoff(&mut self, tried: usize, moves: usize) {
        self.cutoffs[tried.min(RANKS - 1)] += 1;
        self.moves_at_cutoffs += moves as u64;
    }

    /// Nothing was counted yet.
    pub(super) fn new(watched: Option<&WatchedFeatures>) -> Statistics {
        Statistics { features: vec![0; watched.map_or(0, |watched| watched.features.len())], ..Statistics::default() }
    }

    /// A move with these atoms is searched.
    #[inline(always)]
    pub(super) fn search(&mut self, watched: &WatchedFeatures, atoms: u64) {
        self.search_all(watched, &[atoms]);
    }

    /// Moves with these atoms are searched.
    #[inline(always)]
    pub(super) fn search_all(&mut self, watched: &WatchedFeatures, moves: &[u64]) {
        self.moves += moves.len() as u64;
        // One feature is what its value is measured with, at every move of millions of nodes.
        if let ([count], &[feature]) = (&mut self.features[..], &watched.features[..]) {
            let has = moves.iter().filter(|&atoms| atoms & feature == feature).count() as u64;
            *count += has;
            self.matching += has;
        } else {
            moves.iter().for_each(|&atoms| self.search_several(watched, atoms));
        }
    }

    #[inline(never)]
    fn search_several(&mut self, watched: &WatchedFeatures, atoms: u64) {
        let mut any = false;
        for (count, &feature) in self.features.iter_mut().zip(&watched.features) {
            let has = atoms & feature == feature;
            *count += u64::from(has);
            any |= has;
        }
        self.matching += u64::from(any);
    }

    /// The share of cutoffs that came with the first move.
    pub fn first_move_share(&self) -> f64 {
        let all: u64 = self.cutoffs.iter().sum();
        self.cutoffs[0] as f64 / all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::position::Position;
    use crate::search::limits::Limits;
    use crate::spec::Spec;
    use crate::testing::Heaps;

    #[test]
    fn a_feature_counts_the_moves_for_which_all_its_atoms_hold() {
        let watch = Watch { tree: false, features: vec![0, 0b01, 0b10, 0b11] };
        let mut engine = Engine::watched(Heaps, &Spec::nothing(), &watch).unwrap();
        let statistics = engine.search(&Position::start(&Heaps), &Limits::depth(2)).statistics.unwrap();
        // Nine moves at the root and nine behind each: a third of them take three, and behind each move of the root three take from its heap.
        assert_eq!(statistics.moves, 90);
        assert_eq!((statistics.matching, statistics.features), (90, vec![90, 30, 27, 9]));
        let watch = Watch { tree: false, features: vec![0b01, 0b10] };
        let mut engine = Engine::watched(Heaps, &Spec::nothing(), &watch).unwrap();
        let statistics = engine.search(&Position::start(&Heaps), &Limits::depth(2)).statistics.unwrap();
        assert_eq!(statistics.matching, 30 + 27 - 9, "a move with both is one move");
    }
}
