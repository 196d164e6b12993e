//! What must hold of exchanged sides and of the squares of moves.

use super::{Capability, Fault, Game, Outcome, Walk, ending};

impl<G: Game> Walk<'_, G> {
    /// With the sides exchanged everything is as it was, for the other side.
    pub(super) fn swapped(&self, state: &G::State) -> Result<(), Box<Fault>> {
        if !Capability::Swap.of::<G>() {
            return Ok(());
        }
        let game = self.game;
        let swapped = game.swap_sides(state);
        let fails = |what: &str| format!("swap_sides() {what}: {}", game.write_position(&swapped));
        self.demand(game.side(&swapped) != game.side(state), state, || fails("leaves the same side to move"))?;
        self.demand(game.swap_sides(&swapped) == *state, state, || fails("twice does not give the position back"))?;
        let exchanged = |outcome: Outcome| match outcome {
            Outcome::Win { side, margin } => Outcome::Win { side: side.other(), margin },
            Outcome::Draw => Outcome::Draw,
        };
        self.demand(ending(game, &swapped) == ending(game, state).map(exchanged), state, || {
            fails("does not exchange the outcome")
        })?;
        if ending(game, state).is_some() {
            return Ok(());
        }
        let mut moves = Vec::new();
        let same = game.count_moves(&swapped, &mut moves) == game.count_moves(state, &mut moves);
        self.demand(same, state, || fails("changes the number of legal moves"))?;
        self.demand(game.evaluate(&swapped) == game.evaluate(state), state, || {
            fails("changes the evaluation for the side to move")
        })?;
        self.demand(game.in_check(&swapped) == game.in_check(state), state, || {
            fails("changes whether the side to move is in check")
        })
    }

    /// The squares and the piece of a move are within the sizes.
    pub(super) fn squares(&self, state: &G::State, mv: G::Move) -> Result<(), Box<Fault>> {
        if !Capability::Squares.of::<G>() {
            return Ok(());
        }
        let (found, sizes) = (self.game.move_squares(state, mv), self.game.square_sizes());
        let within =
            [found.from, found.to].into_iter().flatten().all(|square| square < sizes.squares) && found.piece < sizes.pieces;
        self.demand(within, state, || {
            format!("move_squares() of {} is {found:?}, beyond {sizes:?}", self.game.write_move(state, mv))
        })
    }
}
