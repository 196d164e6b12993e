//! Aspiration: an iteration begins with a narrow window around the value of the one before, and is repeated with a wider one if it fails.
//!
//! Origin: J. Gillogly, 1972; Slate and Atkin, 1977. It risks repeated searches where the value jumps.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::{Frame, Search, Value};

crate::parameters! {
    width: i32 = 40, 1, 2_000, "points on either side of the last value";
    growth: i32 = 4, 2, 16, "by how much the failing side is wider the next time";
    tries: i32 = 3, 1, 10, "narrow windows before the full one";
}

/// How often the window was too narrow.
#[derive(Debug, Default)]
pub struct Fails {
    high: u64,
    low: u64,
}

/// See the [module](self).
pub struct Aspiration;

impl Enhancement for Aspiration {
    type Params = Params;
    type Memory = Fails;
    type Note = ();

    const CARD: Card = Card {
        name: "aspiration",
        about: "begin with a narrow window around the last value",
        category: Category::Window,
        preserves: Some("as far as the table does"),
        risks: "searching again where values jump from depth to depth",
        needs: &["alpha_beta", "deepening"],
        excludes: &["mtdf"],
        capabilities: &[],
        origin: "Gillogly 1972; Slate and Atkin 1977",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut Fails) {
        *memory = Fails::default();
    }

    fn counters(memory: &Fails) -> Vec<(&'static str, u64)> {
        vec![("high", memory.high), ("low", memory.low)]
    }

    fn drive<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        frames: &mut [Frame<G>],
        depth: Depth,
        guess: Option<Score>,
    ) -> Option<Value> {
        Some(narrow(params, search, frames, depth, guess?))
    }
}

fn narrow<G: Game, S: Settings>(
    params: &Params,
    search: &mut Search<G, S>,
    frames: &mut [Frame<G>],
    depth: Depth,
    guess: Score,
) -> Value {
    let limit = |score: Score| score.clamp(-Score::INFINITE, Score::INFINITE);
    let (mut below, mut above) = (params.width, params.width);
    for _ in 0..params.tries {
        let window = Window::new(limit(guess - below), limit(guess + above));
        let score = search.open(frames, depth, window)?;
        let fails = &mut search.memory.aspiration;
        if window.fails_low(score) {
            fails.low += 1;
            below = below.saturating_mul(params.growth).min(Score::INFINITE.points());
        } else if window.fails_high(score) {
            fails.high += 1;
            above = above.saturating_mul(params.growth).min(Score::INFINITE.points());
        } else {
            return Ok(score);
        }
    }
    search.open(frames, depth, Window::FULL)
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, with};

    #[test]
    fn a_window_that_is_too_narrow_is_widened_until_the_value_is_inside() {
        let (found, _) = with("[alpha_beta];[deepening]", "[aspiration];width=1", 7);
        assert!(counted(&found, "aspiration", "high") + counted(&found, "aspiration", "low") > 0);
    }
}
