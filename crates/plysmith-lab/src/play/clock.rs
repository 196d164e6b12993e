//! Clocks: one that runs in nodes, and the one on the wall.

use std::time::{Duration, Instant};

use plysmith::Clock;

/// A game clock that runs in nodes, so that a game with a clock can be played again with the same moves. Times are in picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeClock {
    left: u64,
    increment: u64,
    node: u64,
}

/// A game is taken to last this many moves more.
const MOVES_TO_GO: u64 = 30;
const PICOSECONDS: u64 = 1_000_000_000;

impl NodeClock {
    /// With so many milliseconds at the start and with each move, for an engine whose nodes cost so many picoseconds.
    pub fn new(base: u64, increment: u64, node: u64) -> NodeClock {
        NodeClock { left: base.saturating_mul(PICOSECONDS), increment: increment.saturating_mul(PICOSECONDS), node: node.max(1) }
    }

    /// The nodes for the next move: a share of the time left and most of the increment, at least one node and never most of what is left.
    pub fn nodes(&self) -> u64 {
        let share = self.left / MOVES_TO_GO + self.increment / 4 * 3;
        (share.min(self.left / 5 * 4) / self.node).max(1)
    }

    /// A move has cost so many nodes. False if the time is over.
    pub fn spend(&mut self, nodes: u64) -> bool {
        let spent = nodes.saturating_mul(self.node);
        let in_time = spent <= self.left;
        self.left = self.left.saturating_sub(spent) + self.increment;
        in_time
    }
}

/// The clock on the wall.
pub(crate) struct Wall(Instant);

impl Wall {
    pub(crate) fn start() -> Wall {
        Wall(Instant::now())
    }
}

impl Clock for Wall {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_in_nodes_is_never_overdrawn_by_its_own_advice() {
        for (base, increment, node) in [(1_000, 0, 50_000), (100, 10, 40_000), (10, 0, 1_000_000), (0, 5, 50_000), (1, 0, u64::MAX)]
        {
            let mut clock = NodeClock::new(base, increment, node);
            for turn in 0..500 {
                let nodes = clock.nodes();
                assert!(nodes >= 1);
                // One node is played even without time, and only then can the time be over.
                assert!(clock.spend(nodes) || nodes == 1, "{base}+{increment}, turn {turn}");
            }
        }
    }

    #[test]
    fn a_second_at_fifty_nanoseconds_a_node_begins_with_a_thirtieth_of_twenty_million_nodes() {
        assert_eq!(NodeClock::new(1_000, 0, 50_000).nodes(), 20_000_000 / 30);
        assert_eq!(NodeClock::new(1_000, 100, 50_000).nodes(), 20_000_000 / 30 + 1_500_000);
    }
}
