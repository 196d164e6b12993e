//! Multi-ProbCut: where a shallow search makes it very likely that the deep one falls outside the window, the deep one is left out.
//!
//! The value of a search to a depth follows from that of a shallower one by a line, with a normal error: for each depth there are slope, offset and
//! standard deviation, measured beforehand by `plysmith calibrate`, never inside a search. A game with phases has a spec for each. Origin: M. Buro,
//! *ProbCut*, 1995; *Experiments with Multi-ProbCut*, 1999. The shallow depth is half the deep one, of the same parity ([`shallow`]).

use super::{Card, Category, Choosing, Enhancement, Former, Learned, List, Orders, Parameters};
use crate::game::Game;
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, Node, Search};

crate::parameters! {
    threshold: i32 = 150, 50, 400, "how many hundredths of a standard deviation make it likely enough";
    max_depth: i32 = 12, 3, 12, "nodes with more plies left are searched";
    slope: List<10> = List::of(&[1_000; 10]), 100, 4_000, "for 3 plies by 1, 4 by 2, 5 by 1, … (see `shallow`): the value grows by so many thousandths of a point for each point";
    offset: List<10> = List::of(&[0; 10]), -100_000, 100_000, "likewise: and differs by so many points";
    deviation: List<10> = List::of(&[0; 10]), 0, 100_000, "likewise: the standard deviation in points; 0 or left out where it is not known, and then nothing is left out";
}

/// The depths that can be measured.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 3..=12;

/// The depth of the shallow search that tells about a deep one.
pub const fn shallow(depth: u32) -> u32 {
    let half = depth / 2;
    let same_parity = half - (depth - half) % 2;
    if same_parity == 0 { 1 } else { same_parity }
}

/// How often it was tried and helped.
#[derive(Debug, Default)]
pub struct MultiProbcutCounts {
    tries: u64,
    cuts: u64,
}

/// See the [module](self).
pub struct MultiProbcut;

impl Enhancement for MultiProbcut {
    type Params = Params;
    type Memory = MultiProbcutCounts;
    type Note = ();

    const CARD: Card = Card {
        name: "multi_probcut",
        about: "leave out a deep search whose result a shallow one makes likely",
        category: Category::Prune,
        preserves: None,
        risks: "positions in which depth changes the value more than usual; nothing is left out before it is calibrated",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Buro 1995, 1999",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::after(Learned::Calibration);

    const FORMERLY: &'static [Former] = &[
        Former { prefix: "slope_", first: Some(3), parameter: "slope" },
        Former { prefix: "offset_", first: Some(3), parameter: "offset" },
        Former { prefix: "deviation_", first: Some(3), parameter: "deviation" },
    ];

    fn begin_search(_: &Params, memory: &mut MultiProbcutCounts) {
        *memory = MultiProbcutCounts::default();
    }

    fn counters(memory: &MultiProbcutCounts) -> Vec<(&'static str, u64)> {
        vec![("tries", memory.tries), ("cuts", memory.cuts)]
    }

    #[inline(always)]
    fn estimate<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        let plies = node.depth.ceiling();
        if plies < 3 || plies > params.max_depth || !node.is_minor(&frames[0]) {
            return Ok(None);
        }
        let Some(fit) = params.fit(plies) else { return Ok(None) };
        let depth = Depth::plies(shallow(plies as u32));
        let margin = fit.deviation * f64::from(params.threshold) / 100.0;
        let estimate = f64::from(search.estimate(&mut frames[0]).points());
        // Whether the shallow search could end above what beta asks, or below what alpha asks: by how the position looks, one of them is in vain.
        for high in [true, false] {
            let limit = if high { node.window.beta } else { node.window.alpha };
            let asked = fit.shallow_value(f64::from(limit.points()) + if high { margin } else { -margin });
            if (estimate >= asked) != high || asked.abs() > f64::from(Score::EVALUATION_LIMIT) {
                continue;
            }
            search.memory.multi_probcut.tries += 1;
            let asked = Score::from_points(if high { asked.ceil() } else { asked.floor() } as i32);
            let window = if high { Window::above(asked - 1) } else { Window::above(asked) };
            let score = search.again(frames, depth, window)?;
            if (high && window.fails_high(score)) || (!high && window.fails_low(score)) {
                search.memory.multi_probcut.cuts += 1;
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }
}

/// What a shallow value says about a deep one.
struct Fit {
    slope: f64,
    offset: f64,
    deviation: f64,
}

impl Fit {
    /// The shallow value that stands for a deep one.
    fn shallow_value(&self, deep: f64) -> f64 {
        (deep - self.offset) / self.slope
    }
}

impl Params {
    fn fit(&self, plies: i32) -> Option<Fit> {
        let at = (plies - *DEPTHS.start() as i32) as usize;
        let deviation = self.deviation.at(at);
        (deviation > 0).then(|| Fit {
            // What is left out of a row is as it is by default.
            slope: f64::from(if self.slope.at(at) == 0 { 1_000 } else { self.slope.at(at) }) / 1_000.0,
            offset: f64::from(self.offset.at(at)),
            deviation: f64::from(deviation),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, search};

    #[test]
    fn nothing_is_left_out_before_it_is_calibrated() {
        let base = "[alpha_beta];[table];[tt_order];[deepening];[pvs]";
        let with = search(&format!("{base};[multi_probcut]"), 8);
        assert_eq!((with.nodes, counted(&with, "multi_probcut", "tries")), (search(base, 8).nodes, 0));
    }

    #[test]
    fn a_shallow_search_that_is_clear_enough_ends_the_node() {
        let base = "[alpha_beta];[table];[tt_order];[deepening];[pvs]";
        let with = search(&format!("{base};[multi_probcut];deviation=[20,20,0,20]"), 9);
        assert!(counted(&with, "multi_probcut", "cuts") > 0 && with.nodes < search(base, 9).nodes);
    }

    #[test]
    fn the_shallow_depth_is_about_half_and_of_the_same_parity() {
        let pairs: Vec<u32> = DEPTHS.map(shallow).collect();
        assert_eq!(pairs, [1, 2, 1, 2, 3, 4, 3, 4, 5, 6]);
    }
}
