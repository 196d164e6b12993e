//! MTD(f): the value is found by null windows alone, each moving a bound towards it, beginning at the last value.
//!
//! Origin: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996. It lives on the table, which must
//! answer for what the window before has searched. It risks many small steps where the evaluation is fine-grained, hence the cap. In the table's
//! practical mode bounds can cross; then the last value stands.

use super::{Card, Category, Enhancement, Orders, Parameters};
use crate::game::Game;
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::{Frame, Search, Value};

crate::parameters! {
    cap: i32 = 24, 2, 200, "null windows before what is left is searched with an open one";
}

/// See the [module](self).
pub struct Mtdf;

impl Enhancement for Mtdf {
    type Params = Params;
    type Memory = u64;
    type Note = ();

    const CARD: Card = Card {
        name: "mtdf",
        about: "find the value by a row of null windows",
        category: Category::Window,
        preserves: Some("as far as the table does"),
        risks: "many searches where values are fine-grained or unsteady; it leans on the table",
        needs: &["alpha_beta", "table"],
        excludes: &["aspiration", "pvs"],
        capabilities: &[],
        origin: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        parameters: Params::CARDS,
        orders: Orders::No,
    };

    fn begin_search(_: &Params, memory: &mut u64) {
        *memory = 0;
    }

    fn counters(memory: &u64) -> Vec<(&'static str, u64)> {
        vec![("windows", *memory)]
    }

    fn drive<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        frames: &mut [Frame<G>],
        depth: Depth,
        guess: Option<Score>,
    ) -> Option<Value> {
        Some(converge(params, search, frames, depth, guess.unwrap_or(Score::DRAW)))
    }
}

fn converge<G: Game, S: Settings>(
    params: &Params,
    search: &mut Search<G, S>,
    frames: &mut [Frame<G>],
    depth: Depth,
    guess: Score,
) -> Value {
    let Window { alpha: mut lower, beta: mut upper } = Window::FULL;
    let mut score = guess;
    for _ in 0..params.cap {
        search.memory.mtdf += 1;
        let window = Window::above(if score == lower { score } else { score - 1 });
        score = search.open(frames, depth, window)?;
        if window.fails_high(score) {
            lower = score;
        } else {
            upper = score;
        }
        if lower >= upper {
            return Ok(score);
        }
    }
    search.open(frames, depth, Window::new(lower - 1, upper + 1))
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, with};

    #[test]
    fn null_windows_alone_find_the_value() {
        let (found, _) = with("[alpha_beta];[table];mode='exact';[deepening]", "[mtdf]", 8);
        assert!(counted(&found, "mtdf", "windows") >= 2 * 8);
    }

    #[test]
    fn the_cap_ends_in_one_open_window() {
        let (found, _) = with("[alpha_beta];[table];mode='exact'", "[mtdf];cap=2", 7);
        assert_eq!(counted(&found, "mtdf", "windows"), 2);
    }
}
