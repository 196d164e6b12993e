//! The plan: what each place of a stream is used for, ready to be read in the search.

use super::FreeInputsError;
use super::stream::{Kind, Listener, Width};

/// Why a place has no input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It never changes.
    Constant,
    /// It looks like a hash: nothing near can be told from it.
    Hash,
    /// It counts moves.
    Counter,
    /// It is a weighted sum of the other inputs.
    Sum,
    /// It has many values of either sign, as an evaluation has.
    Evaluation,
}

impl Reason {
    /// Every reason, by its number in a stored plan.
    pub const ALL: [Reason; 5] = [Reason::Constant, Reason::Hash, Reason::Counter, Reason::Sum, Reason::Evaluation];

    /// The name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Constant => "never changes",
            Reason::Hash => "looks like a hash",
            Reason::Counter => "counts moves",
            Reason::Sum => "is a sum of other inputs",
            Reason::Evaluation => "looks like an evaluation",
        }
    }

    /// What the author of a game can write instead.
    pub const fn remedy(self) -> &'static str {
        match self {
            Reason::Constant => "nothing is lost",
            Reason::Hash => {
                "if the state writes its board too, nothing is lost; if it writes only the hash, let `Hash` write the board as well \
                 (equal positions must still write the same), or declare `Inputs`"
            }
            Reason::Counter => "nothing is lost, unless the count decides games: then declare `Inputs`",
            Reason::Sum => {
                "nothing is lost: it follows from the others, so `Hash` may leave it out (only what follows from the rest may be left out, or what \
                 `counters` tells: the hash decides about repetition)"
            }
            Reason::Evaluation => {
                "if it follows from the rest of the state, nothing is lost; if it is a score that the rules count, declare `Inputs`"
            }
        }
    }
}

/// What a place is used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It has no input.
    LeftOut(Reason),
    /// An input for each of these bits.
    Bits { mask: u64 },
    /// An input for each of these values, which are in order.
    Values(Vec<u64>),
}

/// A place of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub width: Width,
    /// The place where its array begins; its own number if it is in none.
    pub array: u32,
    pub purpose: Use,
}

/// How a place is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Nothing,
    /// Inputs of the set bits: `inputs[first + bit]`, for all [`BITS`].
    Bits {
        mask: u64,
        first: u32,
    },
    /// The input of the value: `inputs[first + value - low]`, if that is one of so many.
    Table {
        low: u64,
        first: u32,
        length: u32,
    },
    /// The input of the value: `inputs[first + i]` where `values[begin + i]` is it.
    Search {
        begin: u32,
        first: u32,
        length: u32,
    },
}

/// Every set of bits has so many numbers of inputs, one for each bit.
const BITS: usize = 64;
/// In a table, the value has no input.
const NONE: u16 = u16::MAX;
/// Values that lie in such a span are in a table.
const SPAN: u64 = 1_024;

/// What is done with each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub places: Vec<Place>,
    reads: Vec<(Kind, Read)>,
    inputs: Vec<u16>,
    values: Vec<u64>,
    count: usize,
}

impl Plan {
    /// Numbers the inputs in the order of their places.
    pub fn new(places: Vec<Place>) -> Result<Plan, FreeInputsError> {
        let mut plan = Plan { reads: Vec::with_capacity(places.len()), places, inputs: Vec::new(), values: Vec::new(), count: 0 };
        let used: usize = plan.places.iter().map(|place| place.purpose.inputs()).sum();
        // The last number says that there is none.
        if used > usize::from(NONE) {
            return Err(FreeInputsError::TooMany { inputs: used });
        }
        for index in 0..plan.places.len() {
            let read = plan.reading(index);
            plan.reads.push((plan.places[index].width.kind, read));
        }
        Ok(plan)
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.count
    }

    fn reading(&mut self, index: usize) -> Read {
        let (first, begin) = (self.inputs.len() as u32, self.values.len() as u32);
        let purpose = &self.places[index].purpose;
        let from = self.count as u16;
        self.count += purpose.inputs();
        match purpose {
            Use::LeftOut(_) => Read::Nothing,
            Use::Bits { mask } => {
                // What is not in the mask is never asked for.
                self.inputs.extend((0..BITS).map(|bit| from.wrapping_add((mask & ((1 << bit) - 1)).count_ones() as u16)));
                Read::Bits { mask: *mask, first }
            }
            Use::Values(values) => {
                let (low, high) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
                let length = values.len() as u32;
                if high - low < SPAN {
                    self.inputs.resize(first as usize + (high - low) as usize + 1, NONE);
                    for (value, input) in values.iter().zip(from..) {
                        self.inputs[first as usize + (value - low) as usize] = input;
                    }
                    return Read::Table { low, first, length: (high - low) as u32 + 1 };
                }
                self.inputs.extend((0..length as u16).map(|more| from + more));
                self.values.extend(values);
                Read::Search { begin, first, length }
            }
        }
    }

    /// Adds the inputs that are active where the place has this value.
    #[inline(always)]
    pub fn read(&self, place: usize, value: u64, active: &mut impl Extend<u16>) {
        match self.reads[place].1 {
            Read::Nothing => {}
            Read::Bits { mask, first } => {
                let mut bits = value & mask;
                let Some(inputs) = self.inputs[first as usize..].first_chunk::<BITS>() else { return };
                // Room for all of them is made at once.
                active.extend((0..bits.count_ones()).map(|_| {
                    let input = inputs[bits.trailing_zeros() as usize % BITS];
                    bits &= bits.wrapping_sub(1);
                    input
                }));
            }
            Read::Table { low, first, length } => {
                let at = value.wrapping_sub(low);
                if at < length.into() {
                    let input = self.inputs[first as usize + at as usize];
                    if input != NONE {
                        active.extend([input]);
                    }
                }
            }
            Read::Search { begin, first, length } => {
                let values = &self.values[begin as usize..(begin + length) as usize];
                if let Ok(at) = values.binary_search(&value) {
                    active.extend([self.inputs[first as usize + at]]);
                }
            }
        }
    }
}

impl Use {
    /// How many inputs that makes.
    pub fn inputs(&self) -> usize {
        match self {
            Use::LeftOut(_) => 0,
            Use::Bits { mask } => mask.count_ones() as usize,
            Use::Values(values) => values.len(),
        }
    }
}

/// Reads a stream by a plan. Places that the plan does not know, or that are of another kind, have no inputs.
pub(super) struct Reader<'r, A> {
    pub plan: &'r Plan,
    pub at: usize,
    pub active: &'r mut A,
}

impl<A: Extend<u16>> Listener for Reader<'_, A> {
    #[inline(always)]
    fn number(&mut self, width: Width, value: u64) {
        if self.plan.reads.get(self.at).is_some_and(|&(kind, _)| kind == width.kind) {
            self.plan.read(self.at, value, self.active);
        }
        self.at += 1;
    }
}
