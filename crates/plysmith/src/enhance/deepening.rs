//! Iterative deepening: search to depth 1, then 2, and so on, each iteration profiting from the one before.
//!
//! The last iteration always has the depth asked for: with steps of 2 and depth 7 the iterations are 1, 3, 5 and 7, with depth 6 they are 2, 4 and 6. With several steps the first iteration has depth 1: steps
//! of 1, 1 and 2 give 1, 2, 3, 5, 7 and so on. Origin: Scott, 1969; Slate and
//! Atkin, 1977. It risks the time of the shallow iterations where nothing is learned from them.

use super::{Card, Category, Choosing, Enhancement, Former, List, Orders, Parameters, Question};

crate::parameters! {
    steps: List<16> = List::of(&[1]), 1, 4, "plies from one iteration to the next; the last one goes on";
}

/// See the [module](self).
pub struct Deepening;

impl Enhancement for Deepening {
    type Params = Params;
    type Memory = ();
    type Note = ();

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
        orders: Orders::No,
    };
    // A search that is stopped has the move of its last iteration, which is never seen at equal depth: three plies a step saved 14 % of the time in Breakthrough and lost the proof with 42 % of
    // 172 games.
    const CHOOSING: Choosing = Choosing { question: Question::OnlyAdded, ..Choosing::FREE };

    const FORMERLY: &'static [Former] = &[Former { prefix: "step", first: None, parameter: "steps" }];

    fn next_depth(params: &Params, done: u32, target: Option<u32>) -> Option<u32> {
        let steps = params.steps.as_slice();
        let (&last, before) = steps.split_last()?;
        let last = last as u32;
        if before.is_empty() {
            return Some(match (done, target) {
                (0, Some(target)) => (target - 1) % last + 1,
                _ => done + last,
            });
        }
        let mut depth = 1;
        for &step in before {
            if depth > done {
                break;
            }
            depth += step as u32;
        }
        while depth <= done {
            depth += last;
        }
        Some(target.map_or(depth, |target| depth.min(target.max(done + 1))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_steps_are_taken_in_turn_and_the_last_goes_on() {
        let depths = |steps: &[i32], target: Option<u32>| {
            let params = Params { steps: List::of(steps) };
            let mut depths = Vec::new();
            while depths.last().copied().unwrap_or(0) < target.unwrap_or(13) {
                depths.extend(Deepening::next_depth(&params, depths.last().copied().unwrap_or(0), target));
            }
            depths
        };
        assert_eq!(depths(&[1, 1, 2], None), [1, 2, 3, 5, 7, 9, 11, 13]);
        assert_eq!(depths(&[1, 2, 3], Some(14)), [1, 2, 4, 7, 10, 13, 14], "the last has the depth asked for");
        assert_eq!(depths(&[4, 1], Some(3)), [1, 3]);
    }

    #[test]
    fn the_last_iteration_has_the_depth_asked_for() {
        for step in 1..=4 {
            for target in 1..20 {
                let params = Params { steps: List::of(&[step]) };
                let mut depth = 0;
                while depth < target {
                    depth = Deepening::next_depth(&params, depth, Some(target)).unwrap();
                }
                assert_eq!(depth, target, "step {step}");
            }
        }
    }
}
