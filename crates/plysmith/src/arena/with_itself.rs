//! A game of an engine against itself, played without a word: text is made of the moves that were played alone.

use crate::engine::Engine;
use crate::game::{Game, Outcome};
use crate::position::Position;
use crate::score::Score;
use crate::search::limits::{Limits, Stop};
use crate::search::settings::Settings;

/// A game that an engine played against itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameWithItself {
    /// The moves from the start.
    pub moves: Vec<String>,
    /// What the engine thought of the position before each of them; `None` where the move was drawn.
    pub scores: Vec<Option<Score>>,
    /// The result, by the rules or by a proof; `None` if there was none within the moves allowed, or before the search was stopped.
    pub outcome: Option<Outcome>,
}

/// See [`Player::play_itself`](super::Player::play_itself).
pub(super) fn play<G: Game, S: Settings>(
    engine: &mut Engine<G, S>,
    limits: &Limits,
    longest: usize,
    draw: &mut dyn FnMut(usize, usize) -> Option<usize>,
) -> GameWithItself {
    let game = engine.game().clone();
    let mut position = Position::start(&game);
    let mut played = GameWithItself::default();
    loop {
        played.outcome = position.outcome(&game);
        if played.outcome.is_some() || played.moves.len() >= longest {
            return played;
        }
        let moves = position.moves(&game);
        let (mv, score) = match draw(played.moves.len(), moves.len()) {
            Some(index) => (moves[index], None),
            None => {
                let found = engine.search(&position, limits);
                let is_stopped = limits.stop.as_ref().is_some_and(Stop::is_stopped);
                let Some(best) = found.best.filter(|_| !is_stopped) else { return played };
                if found.score.is_decided() {
                    let side = game.side(position.state());
                    played.outcome = Some(Outcome::win(if found.score > Score::DRAW { side } else { side.other() }));
                    return played;
                }
                (best, Some(found.score))
            }
        };
        played.moves.push(game.write_move(position.state(), mv));
        played.scores.push(score);
        position.play(&game, mv);
    }
}
