//! The sums of a network along a line of moves.

use super::{EvaluationNet, LANE, Lane};
use crate::game::inputs::bits_of;
use crate::game::{Game, InputSet, Side};

/// Active inputs with the sums that they make, whatever position that is.
#[derive(Clone, Debug, Default)]
struct Sums {
    inputs: InputSet,
    units: Vec<Lane>,
}

impl Sums {
    /// Becomes a copy of another.
    #[inline(always)]
    fn copy(&mut self, other: &Sums) {
        self.inputs.copy(&other.inputs);
        self.units.clone_from(&other.units);
    }
}

/// A position of the line.
#[derive(Clone, Debug)]
struct Ply {
    /// Who is to move.
    side: Side,
    own: Sums,
    /// What the positions behind it have in common: their sums are made from these.
    common: Sums,
    /// The inputs of the first position behind it.
    first: InputSet,
    /// How many positions were seen behind it, as far as that matters.
    seen: u8,
}

/// What a network keeps along a line: for each position its own sums, and what the positions behind it have in common. The line begins anew with [`EvaluationNet::begin`].
///
/// Positions behind the same one differ in little: each in what its move changes. What they have in common is what two of the three say: the first two of them, and the position that resembles them
/// most among those before. From the third on a sum costs no more than the inputs that its own move changes. Nothing has to be known of what inputs mean, and however bad the guess is, the sums
/// are right.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    line: Vec<Ply>,
}

impl EvaluationNet {
    /// Begins a line with a position.
    pub fn begin<G: Game>(&self, game: &G, state: &G::State, follower: &mut Follower) {
        if follower.line.first().is_none_or(|ply| ply.own.units.len() != self.lanes) {
            follower.line.clear();
        }
        self.reach(follower, 0);
        let ply = &mut follower.line[0];
        (ply.side, ply.seen) = (game.side(state), 0);
        self.look(game, state, &mut ply.own.inputs);
        self.make(&mut ply.own);
    }

    /// Sees to it that the line has room for so many plies behind the first.
    #[inline(always)]
    fn reach(&self, follower: &mut Follower, ply: usize) {
        if follower.line.len() <= ply {
            self.lengthen(follower, ply);
        }
    }

    #[cold]
    #[inline(never)]
    fn lengthen(&self, follower: &mut Follower, ply: usize) {
        let empty = Sums { inputs: InputSet::new(self.card.inputs), units: self.bias.clone() };
        let ply_of = Ply { side: Side::First, own: empty.clone(), common: empty.clone(), first: empty.inputs, seen: 0 };
        follower.line.resize(ply + 1, ply_of);
    }

    /// Adds up everything.
    fn make(&self, sums: &mut Sums) {
        sums.units.clone_from(&self.bias);
        sums.inputs.iter().for_each(|input| add(&mut sums.units, self.row(input.into())));
    }

    /// Makes the sums of the position behind the one at `ply`, out of what is there already.
    #[inline]
    pub fn follow<G: Game>(&self, game: &G, follower: &mut Follower, ply: usize, state: &G::State) {
        self.reach(follower, ply + 1);
        let (before, behind) = follower.line.split_at_mut(ply + 1);
        let (child, (here, before)) = (&mut behind[0], before.split_last_mut().expect("there is a root"));
        child.seen = 0;
        child.side = game.side(state);
        self.look(game, state, &mut child.own.inputs);
        if here.seen < 2 {
            let alike =
                if !self.card.turned || child.side == here.side { Some(&here.own) } else { before.last().map(|ply| &ply.own) };
            self.find_common(alike, &mut here.common, &mut here.first, &child.own.inputs, here.seen);
            here.seen += 1;
        }
        let Sums { inputs, units } = &mut child.own;
        self.change(&here.common.inputs, inputs, Some(&here.common.units), units);
    }

    /// Finds out what the positions behind one have in common, from the first two of them and the one that is like them.
    #[inline(never)]
    fn find_common(&self, alike: Option<&Sums>, common: &mut Sums, first: &mut InputSet, child: &InputSet, seen: u8) {
        if seen == 0 {
            first.copy(child);
            match alike {
                Some(alike) => common.copy(alike),
                // Behind the root of a line with turned inputs nothing is alike yet.
                None => {
                    common.inputs.copy(child);
                    self.make(common);
                }
            }
            return;
        }
        first.majority(child, &common.inputs);
        let Sums { inputs, units } = common;
        self.change(inputs, first, None, units);
        inputs.copy(first);
    }

    /// Makes the sums of some inputs out of those of others, which are in `start` or else in `units` already. Few lanes are kept in registers meanwhile.
    #[inline(always)]
    fn change(&self, old: &InputSet, new: &InputSet, start: Option<&[Lane]>, units: &mut [Lane]) {
        match self.lanes {
            1 => self.change_lanes::<1>(old, new, start, units),
            2 => self.change_lanes::<2>(old, new, start, units),
            4 => self.change_lanes::<4>(old, new, start, units),
            _ => self.change_many(old, new, start, units),
        }
    }

    #[inline(always)]
    fn change_lanes<const N: usize>(&self, old: &InputSet, new: &InputSet, start: Option<&[Lane]>, units: &mut [Lane]) {
        let (Some(start), rows) = (start.unwrap_or(units).first_chunk::<N>(), self.rows.as_chunks::<N>().0) else { return };
        let mut sums = *start;
        for (word, (&old, &new)) in old.words().iter().zip(new.words()).enumerate() {
            let mut changed = old ^ new;
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                // All ones for what is taken away: then the row is subtracted, without a branch that nobody could foresee.
                let sign = (new >> bit & 1) as i16 - 1;
                let row = &rows[64 * word + bit];
                for lane in 0..N {
                    for at in 0..LANE {
                        sums[lane][at] = sums[lane][at].wrapping_add((row[lane][at] ^ sign).wrapping_sub(sign));
                    }
                }
                changed &= changed - 1;
            }
        }
        units[..N].copy_from_slice(&sums);
    }

    /// The same for any number of lanes.
    #[inline(never)]
    fn change_many(&self, old: &InputSet, new: &InputSet, start: Option<&[Lane]>, units: &mut [Lane]) {
        if let Some(start) = start {
            units.copy_from_slice(start);
        }
        for (word, (&old, &new)) in old.words().iter().zip(new.words()).enumerate() {
            let row = |bit: u16| self.row(64 * word + usize::from(bit));
            bits_of(new & !old).for_each(|bit| add(units, row(bit)));
            bits_of(old & !new).for_each(|bit| take(units, row(bit)));
        }
    }

    /// How the position at a ply looks for the side to move, in points, by its sums.
    #[inline]
    pub fn points(&self, follower: &Follower, ply: usize) -> i32 {
        let ply = &follower.line[ply];
        self.head(&ply.own.units, ply.side)
    }
}

#[inline(always)]
pub(super) fn add(sums: &mut [Lane], row: &[Lane]) {
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
