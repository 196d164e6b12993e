//! A network that evaluates positions: sparse inputs, one layer of clipped units, and a weighted sum, all in whole numbers.
//!
//! Each unit adds up the weights of the inputs that are active; the sum is clipped to 0 and [`ONE`], and the output of a head is the weighted sum of the units in points, from the side to move. A network
//! has one head, or one for each side where its inputs do not say who is to move from whose point of view.
//!
//! In a search the sums are not made anew: positions that are evaluated one after the other differ in few inputs, and the weights of these are added or taken away ([`NetMemory`]). Sums wrap around, so that
//! the order of additions changes nothing and a sum that was changed is always the sum made from scratch.
//!
//! Origin: the efficiently updated networks of Y. Nasu (2018); clipped units and whole numbers as there.

use std::sync::Arc;

use crate::game::free_inputs::FreeInputs;
use crate::game::{Capability, Game, InputSet, Masked, Side, hash};
use crate::part::{Part, PartFault, PartKind};

mod memory;

pub use memory::NetMemory;

/// The sum at which a unit is fully on.
pub const ONE: i16 = 512;

/// So many units are worked on at a time: as many as the smallest vectors of usual machines hold.
pub const LANE: usize = 8;

/// The weights of some units, in one vector.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(crate) struct Lane([i16; LANE]);

/// What a network looks like, beside its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetCard {
    /// How many inputs there are.
    pub inputs: usize,
    /// How many units.
    pub units: usize,
    /// One head, or one for each side.
    pub heads: usize,
    /// The inputs are seen from the side to move: a position resembles that of two plies before. What the network says does not depend on it.
    pub turned: bool,
    /// How many points are odds of ten to one.
    pub ten_to_one: u32,
}

/// The weights in whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quantised {
    /// The weight of every input in every unit: the row of an input has a number for each unit.
    pub rows: Vec<i16>,
    /// What each unit begins with.
    pub bias: Vec<i16>,
    /// The weight of every unit in every head, a row for each head.
    pub output: Vec<i16>,
    /// What each head begins with.
    pub output_bias: Vec<i32>,
    /// The sum of a head is divided by two to this power.
    pub shift: u32,
}

/// Units at most.
pub const MOST_UNITS: u32 = 256;
/// The largest divisor, as a power of two.
const MOST_SHIFT: u32 = 24;

/// A network that evaluates.
#[derive(Clone, Debug)]
pub struct EvaluationNet {
    card: NetCard,
    /// Where its inputs come from, unless they are the game's own.
    free: Option<FreeInputs>,
    /// Lanes of units.
    lanes: usize,
    /// Of each input two rows: what is added when it becomes inactive, and what when it becomes active.
    rows: Vec<Lane>,
    bias: Vec<Lane>,
    output: Vec<Lane>,
    output_bias: Vec<i32>,
    shift: u32,
    /// Tells networks apart.
    digest: u64,
}

impl EvaluationNet {
    /// A network of these weights, with its inputs by a plan or the game's own. What cannot be is refused.
    pub fn new(card: NetCard, free: Option<FreeInputs>, weights: &Quantised) -> Result<EvaluationNet, PartFault> {
        let wrong = |reason: String| PartFault::Body { reason };
        let NetCard { inputs, units, heads, .. } = card;
        if units == 0 || units > MOST_UNITS as usize || !(1..=2).contains(&heads) || inputs == 0 || inputs > usize::from(u16::MAX) {
            return Err(wrong(format!("no network has {inputs} inputs, {units} units and {heads} heads")));
        }
        let lengths = [
            ("weights of inputs", weights.rows.len(), inputs * units),
            ("numbers that units begin with", weights.bias.len(), units),
            ("weights of units", weights.output.len(), heads * units),
            ("numbers that heads begin with", weights.output_bias.len(), heads),
        ];
        if let Some((what, found, wanted)) = lengths.into_iter().find(|(_, found, wanted)| found != wanted) {
            return Err(wrong(format!("it has {found} {what} instead of {wanted}")));
        }
        // The sum of a head must fit, whatever the units say.
        let most = |(row, bias): (&[i16], &i32)| {
            row.iter().map(|w| i64::from(*w).abs() * i64::from(ONE)).sum::<i64>() + i64::from(*bias).abs()
        };
        if weights.output.chunks(units).zip(&weights.output_bias).any(|head| most(head) > i64::from(i32::MAX))
            || weights.shift > MOST_SHIFT
        {
            return Err(wrong("the weights of its units are too large".into()));
        }
        if let Some(free) = &free
            && free.len() != inputs
        {
            return Err(wrong(format!("its plan has {} inputs, and its weights are for {inputs}", free.len())));
        }
        let lanes = units.div_ceil(LANE);
        let padded = |numbers: &[i16]| -> Vec<Lane> {
            numbers.chunks(units).flat_map(|row| (0..lanes).map(|lane| lane_of(row, lane))).collect()
        };
        let rows =
            weights.rows.chunks(units).flat_map(|row| [row.iter().map(|weight| weight.wrapping_neg()).collect(), row.to_vec()]);
        Ok(EvaluationNet {
            card,
            free,
            lanes,
            rows: padded(&rows.flatten().collect::<Vec<i16>>()),
            bias: padded(&weights.bias),
            output: padded(&weights.output),
            output_bias: weights.output_bias.clone(),
            shift: weights.shift,
            digest: digest(weights),
        })
    }

    /// What it looks like.
    pub fn card(&self) -> NetCard {
        self.card
    }

    /// Its inputs are not the game's own.
    pub fn is_free(&self) -> bool {
        self.free.is_some()
    }

    /// Whether a game, as far as it shows itself, has the inputs that the network was made for.
    pub(crate) fn suits<G: Game>(&self, game: &Masked<G>) -> Result<(), PartFault> {
        match &self.free {
            Some(free) if free.suits(&game.game.start()) => Ok(()),
            Some(_) => Err(PartFault::Body {
                reason: "the state of the game writes other numbers into its hash than when the network was learned; learn it anew".into(),
            }),
            None if !game.capabilities().contains(Capability::Inputs) => Err(PartFault::Body {
                reason: "it was learned with the game's own inputs, which are hidden or not declared; show them, or learn one from free inputs".into(),
            }),
            None if game.inputs() != self.card.inputs => Err(PartFault::OtherShape {
                number: "inputs".into(),
                found: Some(self.card.inputs as u32),
                wanted: Some(game.inputs() as u32),
            }),
            None => Ok(()),
        }
    }

    /// Sets the inputs that are active in a position.
    #[inline(always)]
    pub(crate) fn look<G: Game>(&self, game: &G, state: &G::State, active: &mut InputSet) {
        active.clear();
        match &self.free {
            None => game.active_inputs(state, active),
            Some(free) => free.mark(state, active),
        }
    }

    /// How a position looks for the side to move, in points, from scratch.
    pub fn evaluate<G: Game>(&self, game: &G, state: &G::State) -> i32 {
        let mut active = InputSet::new(self.card.inputs);
        self.look(game, state, &mut active);
        let active: Vec<u16> = active.iter().collect();
        self.points_of(&active, game.side(state))
    }

    /// The same of a position with these active inputs, for a side.
    pub fn points_of(&self, active: &[u16], side: Side) -> i32 {
        let mut sums = self.bias.clone();
        let row = |input: u16| &self.rows[(2 * usize::from(input) + 1) * self.lanes..][..self.lanes];
        active.iter().for_each(|&input| memory::add(&mut sums, row(input)));
        self.head(&sums, if self.card.heads == 2 { side.index() } else { 0 })
    }

    /// The points that some sums of units mean at a head.
    fn head(&self, sums: &[Lane], head: usize) -> i32 {
        let output = &self.output[head * self.lanes..][..self.lanes];
        let total: i32 = sums.iter().zip(output).map(|(sums, weights)| clipped(sums, weights)).sum();
        (total + self.output_bias[head]) >> self.shift
    }
}

/// The weighted sum of some units, each clipped.
#[inline(always)]
fn clipped(sums: &Lane, weights: &Lane) -> i32 {
    let mut total = 0;
    for at in 0..LANE {
        total += i32::from(sums.0[at].clamp(0, ONE)) * i32::from(weights.0[at]);
    }
    total
}

/// A number that depends on all weights.
fn digest(weights: &Quantised) -> u64 {
    let numbers = [&weights.rows, &weights.bias, &weights.output].into_iter().flatten().map(|&number| i64::from(number));
    let last = weights.output_bias.iter().map(|&number| i64::from(number));
    numbers.chain(last).fold(hash::mix(weights.bias.len() as u64), |digest, number| hash::mix(digest ^ number as u64))
}

/// Some numbers of a row, with zeros behind its end.
fn lane_of(row: &[i16], lane: usize) -> Lane {
    Lane(std::array::from_fn(|at| row.get(lane * LANE + at).copied().unwrap_or(0)))
}

/// The numbers of the shape.
const SHAPE: [&str; 7] = ["inputs", "units", "heads", "turned", "ten_to_one", "shift", "free"];

impl Quantised {
    /// The body and the shape of a part with this network.
    pub fn write(&self, card: &NetCard, free: Option<&FreeInputs>) -> (Vec<u8>, Vec<(String, u32)>) {
        let mut body = Vec::new();
        for row in [&self.rows, &self.bias, &self.output] {
            body.extend(row.iter().flat_map(|number| number.to_le_bytes()));
        }
        body.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        body.extend(free.map(FreeInputs::to_bytes).unwrap_or_default());
        let numbers = [
            card.inputs as u32,
            card.units as u32,
            card.heads as u32,
            card.turned.into(),
            card.ten_to_one,
            self.shift,
            free.is_some().into(),
        ];
        (body, SHAPE.iter().map(|name| name.to_string()).zip(numbers).collect())
    }

    /// The inverse: what a part of this kind holds.
    pub fn read(part: &Part) -> Result<(NetCard, Quantised, Option<FreeInputs>), PartFault> {
        let known = SHAPE.map(|name| (name, part.number(name)));
        part.demand_shape(&known)?;
        let [inputs, units, heads, turned, ten_to_one, shift, free] = known.map(|(_, number)| number);
        if units > MOST_UNITS || heads > 2 || turned > 1 || free > 1 {
            return Err(PartFault::Body { reason: format!("no network has {units} units and {heads} heads") });
        }
        let card =
            NetCard { inputs: inputs as usize, units: units as usize, heads: heads as usize, turned: turned == 1, ten_to_one };
        let mut rest = part.body();
        let mut take = |bytes: usize| {
            let short =
                || PartFault::Body { reason: format!("it has {} bytes, which is too few for its shape", part.body().len()) };
            let (taken, left) = rest.split_at_checked(bytes).ok_or_else(short)?;
            rest = left;
            Ok::<&[u8], PartFault>(taken)
        };
        let mut numbers = |count: usize| {
            Ok::<Vec<i16>, PartFault>(take(2 * count)?.as_chunks().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
        };
        let (rows, bias, output) = (numbers(card.inputs * card.units)?, numbers(card.units)?, numbers(card.heads * card.units)?);
        let output_bias = take(4 * card.heads)?.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four)).collect();
        let plan = |error: crate::game::free_inputs::FreeInputsError| PartFault::Body { reason: error.to_string() };
        let free = match free {
            1 => Some(FreeInputs::from_bytes(rest).map_err(plan)?),
            _ if rest.is_empty() => None,
            _ => return Err(PartFault::Body { reason: format!("{} bytes too many for its shape", rest.len()) }),
        };
        Ok((card, Quantised { rows, bias, output, output_bias, shift }, free))
    }
}

impl PartKind for EvaluationNet {
    const KIND: &'static str = "evaluation";

    /// The body holds, low bytes first: the rows of the inputs, what units begin with, the rows of the heads, each number in two bytes; what heads begin with, in four; and for free inputs their plan.
    fn decode(part: &Part) -> Result<EvaluationNet, PartFault> {
        let (card, weights, free) = Quantised::read(part)?;
        EvaluationNet::new(card, free, &weights)
    }
}

/// Anything that holds a network, shared.
pub type SharedNet = Arc<EvaluationNet>;

#[cfg(test)]
mod tests;
