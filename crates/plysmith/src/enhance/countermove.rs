//! Countermove: the move that last refuted the opponent's previous move is tried early.
//!
//! Origin: J. Uiterwijk, *The countermove heuristic*, 1992. It risks nothing.

use super::tactical_first::is_quiet;
use super::{Card, Category, Cutoff, Enhancement, Orders, Parameters, Shape, Uses};
use crate::game::Game;
use crate::part::{PartError, Parts};
use crate::search::settings::Settings;
use crate::search::{Frame, Node, Search};

crate::parameters! {
    min_depth: i32 = 1, 1, 6, "nodes with fewer plies left are neither ordered by it nor learned from";
    quiet: bool = true, 0, 1, "remember quiet moves only, where the game tells them apart";
}

/// For each side and previous move the id of the answer plus one, or 0.
#[derive(Debug, Default)]
pub struct Answers {
    answers: Vec<u32>,
    ids: usize,
    hits: u64,
}

/// See the [module](self).
pub struct Countermove;

impl Enhancement for Countermove {
    type Params = Params;
    type Memory = Answers;
    type Note = ();

    const CARD: Card = Card {
        name: "countermove",
        about: "try first what last refuted the previous move",
        category: Category::Order,
        preserves: Some("always"),
        risks: "time where the last move says little about the reply",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[],
        origin: "Uiterwijk 1992",
        parameters: Params::CARDS,
        orders: Orders::Tier { bits: 1 },
    };
    const USES: Uses = Uses { ids: true, previous: true, ..Uses::NOTHING };

    fn memory(_: &Params, shape: &Shape, _: &Parts) -> Result<Answers, PartError> {
        Ok(Answers { answers: vec![0; 2 * shape.move_ids], ids: shape.move_ids, hits: 0 })
    }

    fn forget(_: &Params, memory: &mut Answers) {
        memory.answers.fill(0);
    }

    fn begin_search(_: &Params, memory: &mut Answers) {
        memory.hits = 0;
    }

    fn counters(memory: &Answers) -> Vec<(&'static str, u64)> {
        vec![("hits", memory.hits)]
    }

    #[inline(always)]
    fn orders(params: &Params, node: &Node) -> bool {
        node.depth.has(params.min_depth)
    }

    #[inline(always)]
    fn rank<G: Game, S: Settings>(_: &Params, search: &mut Search<G, S>, here: &mut Frame<G>, _: &Node, shift: u32) {
        let Some(answer) = answer(search, here).filter(|&&mut answer| answer != 0) else { return };
        let answer = *answer;
        here.rank_ids(shift, |id| u32::from(id + 1 == answer));
    }

    #[inline(always)]
    fn learn<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, here: &Frame<G>, node: &Node, cutoff: Cutoff) {
        if !Self::orders(params, node) || (params.quiet && !is_quiet(search, here, cutoff.index)) {
            return;
        }
        let id = search.game.move_id(here.moves[cutoff.index]) as u32 + 1;
        if let Some(answer) = answer(search, here) {
            let known = *answer == id;
            *answer = id;
            search.memory.countermove.hits += u64::from(known);
        }
    }
}

/// The answer to the move that led here; none at the start of a game.
#[inline(always)]
fn answer<'a, G: Game, S: Settings>(search: &'a mut Search<G, S>, here: &Frame<G>) -> Option<&'a mut u32> {
    let memory = &mut search.memory.countermove;
    let side = search.game.side(&here.state).index();
    here.previous.map(|previous| &mut memory.answers[side * memory.ids + previous as usize])
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, with};

    #[test]
    fn answers_come_up_again() {
        let (found, _) = with("[alpha_beta]", "[countermove]", 8);
        assert!(counted(&found, "countermove", "hits") > 0);
    }
}
