//! What a place is good for, as far as its values in games tell.
//!
//! Two moves from one position tell most. A hash differs in half of its bits between them, a board in a few. A counter does not differ at all, whatever was played, or
//! begins again. What is a weighted sum of the other inputs adds nothing to them.

use super::linear::{Example, is_sum};
use super::observe::Seen;
use super::plan::{Place, Plan, Reason, Use};
use super::stream::Width;

/// So many values have an input each, unless one is too large for a letter: that is a set of bits.
const FEW: usize = 16;
const LETTERS: u64 = 0x11_0000;
/// So many have if they lie close together, as counts do; more are looked at bit by bit.
const SOME: usize = 64;
/// A hash is at least this wide.
const HASH_BITS: u32 = 32;
/// Elements of a longer array are cells of a board and no sums.
const SHORT_ARRAY: usize = 4;
/// A sum has at least so many values, and they are smaller than this.
const SUM_VALUES: usize = 4;
const LARGEST_SUM: i64 = 1 << 24;
/// A counter goes up in at least one of so many steps.
const RARELY: usize = 100;

/// What each place is used for.
pub(super) fn judge(seen: &Seen) -> Vec<Place> {
    let mut lengths = vec![0; seen.arrays.len()];
    seen.arrays.iter().for_each(|&array| lengths[array as usize] += 1);
    let column = |place: usize| Column::new(seen, place, lengths[seen.arrays[place] as usize]);
    let columns: Vec<Column> = (0..seen.widths.len()).map(column).collect();
    let mut uses: Vec<Use> = columns.iter().map(Column::alone).collect();
    agree_in_arrays(seen, &columns, &mut uses);
    leave_out_sums(seen, &columns, &mut uses);
    let place = |(place, purpose): (usize, Use)| Place { width: seen.widths[place], array: seen.arrays[place], purpose };
    uses.into_iter().enumerate().map(place).collect()
}

/// The elements of an array are all cells or all sets of bits.
fn agree_in_arrays(seen: &Seen, columns: &[Column], uses: &mut [Use]) {
    for first in 0..uses.len() {
        let array = || (first..columns.len()).take_while(|&place| seen.arrays[place] == first as u32);
        if array().any(|place| matches!(uses[place], Use::Bits { .. })) {
            for place in array() {
                if matches!(uses[place], Use::Values(_)) {
                    uses[place] = columns[place].bits();
                }
            }
        }
    }
}

/// Leaves out what is a weighted sum of the others. Numbers that may be sums too are none of these; sets of bits are, one after the other, so that of two that say the same one stays.
fn leave_out_sums(seen: &Seen, columns: &[Column], uses: &mut [Use]) {
    let suspects: Vec<usize> = (0..uses.len()).filter(|&place| columns[place].may_be_sum(&uses[place])).collect();
    for &suspect in &suspects {
        let other = |(place, purpose): (usize, &Use)| {
            let out = place == suspect || (suspects.contains(&place) && !matches!(purpose, Use::Bits { .. }));
            let purpose = if out { Use::LeftOut(Reason::Sum) } else { purpose.clone() };
            Place { width: seen.widths[place], array: seen.arrays[place], purpose }
        };
        // Too many inputs are told of later.
        let Ok(plan) = Plan::new(uses.iter().enumerate().map(other).collect()) else { return };
        let example = |position: u32| {
            let mut active = Vec::new();
            (0..uses.len()).for_each(|place| plan.read(place, seen.value(position, place), &mut active));
            let number = columns[suspect].number(seen.value(position, suspect)) as f64;
            Example { active, number, held_out: seen.games[position as usize] % 4 >= 2 }
        };
        let examples: Vec<Example> = (0..seen.positions() as u32).map(example).collect();
        if is_sum(&examples, plan.inputs()) {
            uses[suspect] = Use::LeftOut(Reason::Sum);
        }
    }
}

/// The number that was meant, with its sign.
fn signed(width: Width, value: u64) -> i64 {
    let unused = 64 - width.kind.bits();
    (value << unused) as i64 >> unused
}

/// One place in all positions.
struct Column<'s> {
    seen: &'s Seen,
    place: usize,
    width: Width,
    /// It was written as a signed number, or is an element of an array that looks like one: in two's complement, and small.
    signed: bool,
    /// The different values, in order.
    values: Vec<u64>,
    /// How many elements its array has; 1 if it is no element.
    length: usize,
}

impl Column<'_> {
    fn new(seen: &Seen, place: usize, length: usize) -> Column<'_> {
        let mut values: Vec<u64> = seen.column(place).collect();
        values.sort_unstable();
        values.dedup();
        let width = seen.widths[place];
        let small = |value: &u64| signed(width, *value).unsigned_abs() >> (width.kind.bits() / 2) == 0;
        let signed = width.signed || (length > 1 && width.kind.bits() > 8 && values.iter().all(small));
        Column { seen, place, width, signed, values, length }
    }

    /// What the place is used for, by itself.
    fn alone(&self) -> Use {
        if self.values.len() < 2 {
            return Use::LeftOut(Reason::Constant);
        }
        if self.is_hash() {
            return Use::LeftOut(Reason::Hash);
        }
        if self.is_counter() {
            return Use::LeftOut(Reason::Counter);
        }
        let (low, high) = (self.numbers().min().unwrap_or(0), self.numbers().max().unwrap_or(0));
        let span = high.abs_diff(low);
        let close = span < 2 * self.values.len() as u64;
        if (self.values.len() <= FEW && span < LETTERS) || (self.values.len() <= SOME && close) {
            Use::Values(self.values.clone())
        } else if low < 0 {
            Use::LeftOut(Reason::Evaluation)
        } else {
            self.bits()
        }
    }

    /// The different values as numbers, with a sign where they have one.
    fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        self.values.iter().map(|&value| self.number(value))
    }

    fn number(&self, value: u64) -> i64 {
        if self.signed { signed(self.width, value) } else { value.min(i64::MAX as u64) as i64 }
    }

    /// An input for each bit that changes.
    fn bits(&self) -> Use {
        let (every, any) = self.values.iter().fold((u64::MAX, 0), |(every, any), value| (every & value, any | value));
        Use::Bits { mask: any & !every }
    }

    /// About half of the bits are set, and about half of them differ from move to move and between two moves from the same position.
    fn is_hash(&self) -> bool {
        let bits = self.width.kind.bits();
        let (steps, siblings) = (&self.seen.steps, &self.seen.siblings);
        if bits < HASH_BITS || steps.is_empty() || siblings.is_empty() {
            return false;
        }
        let differ = |pairs: &[(u32, u32)]| {
            let pair = |&(one, other): &(u32, u32)| self.at(one) ^ self.at(other);
            pairs.iter().map(|at| f64::from(pair(at).count_ones())).sum::<f64>() / (pairs.len() as f64 * f64::from(bits))
        };
        let all = self.seen.positions() as f64;
        let set = |bit: u32| self.seen.column(self.place).filter(|value| value >> bit & 1 == 1).count() as f64 / all;
        (0..bits).all(|bit| (0.1..=0.9).contains(&set(bit)))
            && (0.4..=0.6).contains(&differ(steps))
            && (0.4..=0.6).contains(&differ(siblings))
    }

    /// It only goes up, always by the same, or begins again; and which move is played makes no other difference.
    fn is_counter(&self) -> bool {
        let least = self.values[0];
        let moved = |&(before, after): &(u32, u32)| (self.at(before), self.at(after));
        let mut climb = None;
        let mut ups = 0;
        for (before, after) in self.seen.steps.iter().map(moved).filter(|&(before, after)| after != least && after != before) {
            if after < before || *climb.get_or_insert(after - before) != after - before {
                return false;
            }
            ups += 1;
        }
        let alike = |&(one, other): &(u32, u32)| {
            let (one, other) = (self.at(one), self.at(other));
            one == other || one == least || other == least
        };
        self.values.len() > 2 && ups * RARELY >= self.seen.steps.len() && self.seen.siblings.iter().all(alike)
    }

    /// It may be a sum of other inputs: a small number that stands alone or among few.
    fn may_be_sum(&self, purpose: &Use) -> bool {
        let kept = matches!(purpose, Use::Values(_) | Use::Bits { .. } | Use::LeftOut(Reason::Evaluation));
        let small = || self.numbers().all(|number| number.abs() < LARGEST_SUM);
        kept && self.length <= SHORT_ARRAY && self.values.len() >= SUM_VALUES && small()
    }

    fn at(&self, position: u32) -> u64 {
        self.seen.value(position, self.place)
    }
}
