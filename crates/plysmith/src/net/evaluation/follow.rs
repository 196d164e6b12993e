//! The sums of a network along a line of moves.

use super::{EvaluationNet, Lane};
use crate::game::inputs::bits_of;
use crate::game::{Game, InputSet, Side};

/// The active inputs of a position with the sums that they make.
#[derive(Clone, Debug, Default)]
struct Sums {
    inputs: InputSet,
    units: Vec<Lane>,
}

impl Sums {
    /// These become a copy of others.
    #[inline(always)]
    fn copy(&mut self, other: &Sums) {
        self.inputs.clone_from(&other.inputs);
        self.units.clone_from(&other.units);
    }
}

/// What a position in a search keeps for a network: its own sums, and where inputs are turned those of the position before, from which the sums of the one behind it are made.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    now: Sums,
    before: Sums,
}

impl EvaluationNet {
    /// Makes the sums of a position from scratch.
    pub(crate) fn begin<G: Game>(&self, game: &G, state: &G::State, follower: &mut Follower) {
        let Follower { now, before } = follower;
        now.inputs = InputSet::new(self.card.inputs);
        now.units.clone_from(&self.bias);
        before.copy(now);
        self.look(game, state, &mut now.inputs);
        now.inputs.iter().for_each(|input| add(&mut now.units, self.row(input.into())));
    }

    /// Makes the sums of the position in `state`, which a move or a pass led to, out of those of the one before; `same_side` if the same side is to move there.
    #[inline]
    pub(crate) fn follow<G: Game>(&self, game: &G, here: &Follower, state: &G::State, same_side: bool, child: &mut Follower) {
        let alike = if !self.card.turned || same_side { &here.now } else { &here.before };
        if self.card.turned {
            child.before.copy(if same_side { &here.before } else { &here.now });
        }
        child.now.inputs.clone_from(&alike.inputs);
        self.look(game, state, &mut child.now.inputs);
        let Sums { inputs, units } = &mut child.now;
        let pairs = || inputs.words().iter().zip(alike.inputs.words()).map(|(&new, &old)| (new, old));
        let (changed, active) =
            pairs().fold((0, 0), |(changed, active), (new, old)| (changed + (new ^ old).count_ones(), active + new.count_ones()));
        if changed > active {
            units.clone_from(&self.bias);
            inputs.iter().for_each(|input| add(units, self.row(input.into())));
            return;
        }
        units.clone_from(&alike.units);
        for (word, (new, old)) in pairs().enumerate() {
            let row = |bit: u16| self.row(64 * word + usize::from(bit));
            bits_of(new & !old).for_each(|bit| add(units, row(bit)));
            bits_of(old & !new).for_each(|bit| take(units, row(bit)));
        }
    }

    /// How a position looks for the side to move, in points, by its sums.
    #[inline]
    pub(crate) fn points(&self, follower: &Follower, side: Side) -> i32 {
        self.head(&follower.now.units, side)
    }
}

#[inline(always)]
fn add(sums: &mut [Lane], row: &[Lane]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
    }
}

#[inline(always)]
fn take(sums: &mut [Lane], row: &[Lane]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
    }
}
