//! What must hold of exchanged sides, of the squares of moves and of the inputs that moves change.

use super::{Capability, Fault, Game, InputSet, Outcome, Walk, ending};

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

    /// What is said to change is the difference of the active inputs.
    pub(super) fn changed_inputs(&self, state: &G::State, mv: G::Move, after: &G::State) -> Result<(), Box<Fault>> {
        if !Capability::InputChanges.of::<G>() {
            return Ok(());
        }
        let game = self.game;
        let inputs = |state: &G::State| {
            let mut active = InputSet::new(game.inputs());
            game.active_inputs(state, &mut active);
            active
        };
        let (mut removed, mut added, mut lost, mut won) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        game.changed_inputs(state, mv, after, &mut removed, &mut added);
        inputs(state).compare(&inputs(after), |input| lost.push(input), |input| won.push(input));
        removed.sort_unstable();
        added.sort_unstable();
        self.demand((&removed, &added) == (&lost, &won), state, || {
            let name = game.write_move(state, mv);
            format!("changed_inputs() of {name} removes {removed:?} and adds {added:?}, but active_inputs() loses {lost:?} and wins {won:?}")
        })
    }
}
