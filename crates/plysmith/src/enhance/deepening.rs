//! Iterative deepening: search to depth 1, then 2, and so on, each iteration profiting from the one before.
//!
//! The last iteration always has the depth asked for: with a step of 2 and depth 7 the iterations are 1, 3, 5 and 7. Origin: Scott, 1969; Slate and
//! Atkin, 1977. It risks the time of the shallow iterations where nothing is learned from them.

use super::{Card, Category, Enhancement, Parameters};

crate::parameters! {
    step: i32 = 1, 1, 4, "plies between iterations";
}

/// See the [module](self).
pub struct Deepening;

impl Enhancement for Deepening {
    type Params = Params;
    type Memory = ();

    const CARD: Card = Card {
        name: "deepening",
        about: "search with growing depth, from the shallow to the deep",
        category: Category::Deepening,
        preserves: Some("as far as the table does"),
        risks: "the time of the shallower iterations, where they teach little",
        needs: &[],
        excludes: &[],
        capabilities: &[],
        origin: "Scott 1969; Slate and Atkin 1977",
        parameters: Params::CARDS,
        rank_bits: 0,
    };

    fn next_depth(params: &Params, done: u32, target: Option<u32>) -> Option<u32> {
        let step = params.step as u32;
        Some(match (done, target) {
            (0, Some(target)) => (target - 1) % step + 1,
            _ => done + step,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_iteration_has_the_depth_asked_for() {
        for step in 1..=4 {
            for target in 1..20 {
                let params = Params { step };
                let mut depth = 0;
                while depth < target {
                    depth = Deepening::next_depth(&params, depth, Some(target)).unwrap();
                }
                assert_eq!(depth, target, "step {step}");
            }
        }
    }
}
