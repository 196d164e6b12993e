//! A position with what the rules remember of the moves before it.

use crate::game::{Game, Outcome, TextError, ending};

/// A position of a game and the positions that could still be repeated.
#[derive(Clone, Debug)]
pub struct Position<G: Game> {
    state: G::State,
    previous: Option<G::Move>,
    plies: usize,
    /// Hashes of the positions since the last irreversible move, without this one. Empty for games without repetition.
    past: Vec<u64>,
}

impl<G: Game> Position<G> {
    /// The position in which the game begins.
    pub fn start(game: &G) -> Position<G> {
        Position::from_state(game, game.start())
    }

    /// A position with no moves before it.
    pub fn from_state(_: &G, state: G::State) -> Position<G> {
        Position { state, previous: None, plies: 0, past: Vec::new() }
    }

    /// The position after the moves named, from the start or from the position that `start` describes.
    pub fn read<T: AsRef<str>>(game: &G, start: Option<&str>, moves: &[T]) -> Result<Position<G>, TextError> {
        let mut position = match start {
            None => Position::start(game),
            Some(text) => Position::from_state(game, game.read_position(text)?),
        };
        for text in moves {
            position.play_text(game, text.as_ref())?;
        }
        Ok(position)
    }

    /// Plays the legal move that a text names.
    pub fn play_text(&mut self, game: &G, text: &str) -> Result<(), TextError> {
        if self.outcome(game).is_some() {
            return Err(TextError::mv(text, "nothing, the game is over"));
        }
        let mv = game.read_move(&self.state, text)?;
        self.play(game, mv);
        Ok(())
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        if G::REPETITION.is_some() {
            if game.irreversible(&self.state, mv) {
                self.past.clear();
            } else {
                self.past.push(game.hash(&self.state));
            }
        }
        game.play(&mut self.state, mv);
        self.previous = Some(mv);
        self.plies += 1;
    }

    /// The board.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The move that led here.
    pub fn previous(&self) -> Option<G::Move> {
        self.previous
    }

    /// How many moves were played to get here.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The hashes of earlier positions that could still be repeated.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// The legal moves; none if the game is over.
    pub fn moves(&self, game: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.outcome(game).is_none() {
            game.moves(&self.state, &mut moves);
        }
        moves
    }

    /// The result if the game is over, by its rules or by repetition.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        ending(game, &self.state).or_else(|| {
            let rule = G::REPETITION?;
            let hash = game.hash(&self.state);
            let before = self.past.iter().filter(|&&past| past == hash).count();
            (before + 1 >= rule.occurrences.into()).then(|| game.repeated(&self.state))
        })
    }
}
