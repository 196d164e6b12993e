//! The history heuristic: moves that caused cutoffs anywhere in the tree are tried early everywhere.
//!
//! Origin: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989. It risks time where the same move means
//! different things in different positions.

use super::tactical_first::is_quiet;
use super::{Card, Category, Cutoff, Enhancement, Orders, Parameters, Shape, Uses};
use crate::game::{Game, Side};
use crate::part::{PartError, Parts};
use crate::score::{Depth, Score};
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::choice! {
    /// What a cutoff adds, by the depth left.
    Increment {
        /// One.
        One = "one",
        /// The depth in plies.
        Depth = "depth",
        /// The depth squared.
        Square = "square",
        /// Two to the power of the depth, as first published.
        Power = "power",
    }
}

crate::parameters! {
    increment: Increment = Increment::Square, 0, Increment::LAST, "what a cutoff adds, by the depth left";
    malus: bool = false, 0, 1, "moves that were tried before the cutoff lose what it gains";
    limit: i32 = 16, 8, 18, "all values are halved when one reaches 2^limit";
    min_depth: i32 = 2, 1, 6, "nodes with fewer plies left are neither ordered by it nor learned from";
    fade: i32 = 1, 0, 8, "halvings between one search and the next of a game";
    quiet: bool = true, 0, 1, "learn from quiet moves only, where the game tells them apart";
    best: bool = false, 0, 1, "learn from the best move of a node too, not from cutoffs alone";
    weight: i32 = 16, 0, 256, "what its values count in the worth of moves, in sixteenths";
}

/// A value for each side and move id.
#[derive(Debug, Default)]
pub struct Values {
    values: Vec<u32>,
    ids: usize,
    /// All that was added for each side: it fades and halves with the values, so that a value by this is the share of its move.
    mass: [u64; 2],
    updates: u64,
    halvings: u64,
}

/// See the [module](self).
pub struct History;

impl Enhancement for History {
    type Params = Params;
    type Memory = Values;
    type Note = ();

    const CARD: Card = Card {
        name: "history",
        about: "try early what caused cutoffs elsewhere in the tree",
        category: Category::Order,
        preserves: Some("always"),
        risks: "time where the same move means different things in different positions",
        needs: &["alpha_beta"],
        excludes: &["shuffle"],
        capabilities: &[],
        origin: "Schaeffer 1989",
        parameters: Params::CARDS,
        orders: Orders::Worth,
    };
    const USES: Uses = Uses { ids: true, ..Uses::NOTHING };

    fn memory(_: &Params, shape: &Shape, _: &Parts) -> Result<Values, PartError> {
        Ok(Values { values: vec![0; 2 * shape.move_ids], ids: shape.move_ids, ..Values::default() })
    }

    fn forget(_: &Params, memory: &mut Values) {
        memory.values.fill(0);
        memory.mass = [0; 2];
    }

    fn begin_search(params: &Params, memory: &mut Values) {
        (memory.updates, memory.halvings) = (0, 0);
        memory.values.iter_mut().for_each(|value| *value >>= params.fade);
        memory.mass.iter_mut().for_each(|mass| *mass >>= params.fade);
    }

    fn counters(memory: &Values) -> Vec<(&'static str, u64)> {
        vec![("updates", memory.updates), ("halvings", memory.halvings)]
    }

    #[inline(always)]
    fn orders(params: &Params, node: &Node) -> bool {
        node.depth.has(params.min_depth)
    }

    #[inline(always)]
    fn worth<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node) {
        let memory = &search.memory.history;
        let first = search.game.side(&here.state).index() * memory.ids;
        let values = &memory.values[first..first + memory.ids];
        here.add_worth_of_ids(|id| (values[id as usize] as i32 * params.weight) >> 4);
    }

    #[inline(always)]
    fn learn<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &Frame<G>, node: &Node, cutoff: Cutoff) {
        if !Self::orders(params, node) || (params.quiet && !is_quiet(search, here, cutoff.index)) {
            return;
        }
        let gain = params.gain(node.depth);
        let memory = &mut search.memory.history;
        let side = search.game.side(&here.state).index();
        let first = side * memory.ids;
        memory.add(params, side, search.game.move_id(here.moves[cutoff.index]), gain);
        if params.malus {
            for index in here.tried(cutoff.tried) {
                let value = &mut memory.values[first + search.game.move_id(here.moves[index])];
                *value = value.saturating_sub(gain);
            }
        }
    }

    #[inline(always)]
    fn leave<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        here: &Frame<G>,
        node: &Node,
        best: Score,
        index: usize,
    ) {
        // A cutoff was learned from already, and where no move reaches alpha none is known to be best.
        if params.best && !node.window.fails_high(best) && !node.window.fails_low(best) {
            Self::learn(params, search, here, node, Cutoff { index, tried: 0 });
        }
    }
}

impl Values {
    /// The share of a move, in millionths of all that was learned for its side.
    pub fn share(&self, side: Side, id: usize) -> u64 {
        let value = u64::from(self.values[side.index() * self.ids + id]);
        value * 1_000_000 / self.mass[side.index()].max(1)
    }
}

impl Params {
    fn gain(&self, depth: Depth) -> u32 {
        let depth = depth.ceiling().max(0) as u32;
        match self.increment {
            Increment::One => 1,
            Increment::Depth => depth,
            Increment::Square => depth * depth,
            Increment::Power => 1 << depth.min(17),
        }
    }
}

impl Values {
    fn add(&mut self, params: &Params, side: usize, id: usize, gain: u32) {
        let at = side * self.ids + id;
        self.updates += 1;
        self.values[at] += gain;
        self.mass[side] += u64::from(gain);
        while self.values[at] >= 1 << params.limit {
            self.values.iter_mut().for_each(|value| *value /= 2);
            self.mass.iter_mut().for_each(|mass| *mass /= 2);
            self.halvings += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::search;

    #[test]
    fn history_orders_moves_where_nothing_else_does() {
        // Without a tier before worth all keys counted as ones of such a tier, and worth was never asked.
        let nodes = |text: &str| search(text, 9).nodes;
        let [with, without] = ["[alpha_beta];[history]", "[alpha_beta]"].map(nodes);
        assert!(with != without, "{with} and {without}");
    }

    #[test]
    fn values_stay_below_the_limit_and_keep_their_order() {
        let params = Params { limit: 8, ..Params::DEFAULT };
        let mut memory = History::memory(&params, &Shape { move_ids: 2 }, &Parts::new("none")).unwrap();
        for i in 0..1_000 {
            memory.add(&params, 0, usize::from(i % 3 == 0), 7);
        }
        assert!(memory.values.iter().all(|&value| value < 256) && memory.values[0] > memory.values[1]);
        assert!(memory.halvings > 0);
    }

    #[test]
    fn gains_grow_with_depth_as_named() {
        let gain = |increment, plies| Params { increment, ..Params::DEFAULT }.gain(Depth::plies(plies));
        assert_eq!([Increment::One, Increment::Depth, Increment::Square, Increment::Power].map(|i| gain(i, 5)), [1, 5, 25, 32]);
        assert!(gain(Increment::Power, 200) < 1 << 18, "the largest limit");
    }
}
