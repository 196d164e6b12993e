//! Quiescence: at the horizon, captures and other tactical moves are followed until nothing hangs, and only then is the position evaluated.
//!
//! The side to move may always stop with what it has, unless it is in check or captures are compulsory; in check every move is tried. The most
//! promising moves come first, and those that lose material at first sight are left out. Origin: A. Turing, 1953; C. Shannon, 1950; L. Harris, 1975.

use super::{Card, Category, Choosing, Enhancement, Orders, Parameters};
use crate::game::{Capability, Game};
use crate::score::{Depth, Score, Window};
use crate::search::settings::Settings;
use crate::search::{Frame, Picker, Search, Value};

crate::parameters! {
    plies: i32 = 16, 1, 64, "lines are followed no further than this beyond the horizon";
    moves: i32 = 8, 1, 256, "so many tactical moves are tried at the horizon, one fewer at each ply beyond, and at least one";
    margin: i32 = 0, 0, 100_000, "no tactical move is thought to gain more points than this: with less hope none is tried; 0 tries them always";
    fair: bool = true, 0, 1, "leave out moves that lose material at first sight, where the game can tell";
    checks: i32 = 4, 0, 64, "in check every move is tried, no further than this beyond the horizon";
}

/// Nodes beyond the horizon.
#[derive(Debug, Default)]
pub struct QuiescenceCounts {
    nodes: u64,
}

/// See the [module](self).
pub struct Quiescence;

impl Enhancement for Quiescence {
    type Params = Params;
    type Memory = QuiescenceCounts;
    type Note = ();

    const CARD: Card = Card {
        name: "quiescence",
        about: "follow captures beyond the horizon before evaluating",
        category: Category::Leaf,
        preserves: None,
        risks: "time, where tactical moves are many or settle nothing",
        needs: &["alpha_beta"],
        excludes: &[],
        capabilities: &[Capability::Tactical],
        origin: "Shannon 1950; Turing 1953; Harris 1975",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const CHOOSING: Choosing = Choosing::circle(2);
    const SETTLES: bool = true;

    fn begin_search(_: &Params, memory: &mut QuiescenceCounts) {
        *memory = QuiescenceCounts::default();
    }

    fn counters(memory: &QuiescenceCounts) -> Vec<(&'static str, u64)> {
        vec![("nodes", memory.nodes)]
    }

    #[inline(always)]
    fn leaf<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        frames: &mut [Frame<G>],
        window: Window,
    ) -> Option<Value> {
        Some(params.settle(search, frames, window, 0))
    }
}

impl Params {
    /// The value of a position that is not finished, `beyond` plies behind the horizon. Most are good enough as they stand, or have nothing to follow.
    fn settle<G: Game, S: Settings>(
        &self,
        search: &mut Search<G, S>,
        frames: &mut [Frame<G>],
        mut window: Window,
        beyond: i32,
    ) -> Value {
        let game = search.game;
        let at_end = frames.len() == 1;
        let here = &mut frames[0];
        let in_check = beyond < self.checks && search.in_check(&here.state);
        let estimate = search.evaluate::<true>(here);
        if beyond >= self.plies || at_end {
            return Ok(estimate);
        }
        let may_stop = !in_check && !G::TACTICAL_FORCED;
        let mut best = -Score::INFINITE;
        if may_stop {
            if window.fails_high(estimate) || (self.margin > 0 && window.fails_low(estimate + self.margin)) {
                return Ok(estimate);
            }
            best = estimate;
            window = window.raise(estimate);
        }
        here.moves.clear();
        if in_check {
            game.evasions(&here.state, &mut here.moves);
            if here.moves.is_empty() {
                // After every move the opponent wins at once: one is enough to show it.
                game.moves(&here.state, &mut here.moves);
                here.moves.truncate(1);
            }
        } else {
            game.tactical_moves(&here.state, &mut here.moves);
        }
        if here.moves.is_empty() {
            return Ok(if in_check { search.settle(&here.state, game.no_moves(&here.state), here.ply) } else { estimate });
        }
        self.follow(search, frames, window, beyond, best)
    }

    /// The value of a position with moves to follow, at least `best`: that is a value only if the side to move may stop here. Not inlined: what the loop keeps in registers would be
    /// saved and loaded in every position that has nothing to follow, as most have in Breakthrough (`cargo xtask bench -- --only instructions`).
    #[inline(never)]
    fn follow<G: Game, S: Settings>(
        &self,
        search: &mut Search<G, S>,
        frames: &mut [Frame<G>],
        mut window: Window,
        beyond: i32,
        mut best: Score,
    ) -> Value {
        let game = search.game;
        let [here, rest @ ..] = frames else { unreachable!("a node has a frame") };
        let may_stop = best > -Score::INFINITE;
        // A single move is in order.
        let mut picker = (here.moves.len() > 1).then(|| here.order_by(|state, mv| game.tactical(state, mv)));
        for turn in 0..here.moves.len() {
            let index = picker.as_mut().map_or(0, |picker| here.pick(picker, turn));
            // Ranks only fall from here on.
            let enough = turn as i32 >= (self.moves - beyond).max(1);
            if may_stop && (enough || (self.fair && G::FAIR > 1 && rank(game, here, &picker, turn) < G::FAIR)) {
                break;
            }
            let same_side = search.advance(here, &mut rest[0], index, Depth::ZERO);
            let asked = if same_side { window } else { window.flip() };
            let score = search.beyond(self, rest, asked, beyond + 1)?;
            let score = if same_side { score } else { -score };
            if score > best {
                best = score;
                if window.fails_high(score) {
                    break;
                }
                if score > window.alpha {
                    window = window.raise(score);
                    here.follow(index, &rest[0]);
                }
            }
        }
        Ok(best)
    }
}

/// What the game says of the move at this turn. Where moves were put in order it was asked before, and what it said stands in the key.
#[inline(always)]
fn rank<G: Game>(game: &G, here: &Frame<G>, picker: &Option<Picker>, turn: usize) -> u32 {
    if picker.is_some() { here.rank_picked(turn) } else { game.tactical(&here.state, here.moves[0]) }
}

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// A node beyond the horizon.
    fn beyond(&mut self, params: &Params, frames: &mut [Frame<G>], window: Window, beyond: i32) -> Value {
        self.count()?;
        self.memory.quiescence.nodes += 1;
        frames[0].line.clear();
        match self.finished(&frames[0], frames[0].ply) {
            Some(score) => Ok(score),
            None => params.settle(self, frames, window, beyond),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{counted, search};

    #[test]
    fn tactical_moves_are_followed_beyond_the_horizon() {
        let with = search("[alpha_beta];[quiescence]", 3);
        assert!(counted(&with, "quiescence", "nodes") > 0 && with.nodes > search("[alpha_beta]", 3).nodes);
        let short = search("[alpha_beta];[quiescence];plies=1", 3);
        assert!(counted(&short, "quiescence", "nodes") < counted(&with, "quiescence", "nodes"));
    }
}
