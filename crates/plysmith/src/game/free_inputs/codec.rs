//! A plan as bytes, because a learned network carries the plan of its inputs.
//!
//! A version, the number of places, and for each place one byte for what it is and one for what it is used for, then a mask of bits or a list of values. Numbers have seven bits a byte, the
//! lowest first, and the highest bit of a byte says that more follow.

use super::FreeInputsError;
use super::plan::{Place, Plan, Reason, Use};
use super::stream::{Kind, Width};

const VERSION: u8 = 1;
const SIGNED: u8 = 0x10;
/// The place is an element of the array of the place before it.
const GOES_ON: u8 = 0x20;
const BITS: u8 = 0x40;
const VALUES: u8 = 0x41;

/// The plan as bytes.
pub(super) fn write(plan: &Plan) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    number(&mut bytes, plan.places.len() as u64);
    for (index, place) in plan.places.iter().enumerate() {
        let signed = if place.width.signed { SIGNED } else { 0 };
        let goes_on = if place.array == index as u32 { 0 } else { GOES_ON };
        bytes.push(position(&Kind::ALL, place.width.kind) | signed | goes_on);
        match &place.purpose {
            Use::LeftOut(reason) => bytes.push(position(&Reason::ALL, *reason)),
            Use::Bits { mask } => {
                bytes.push(BITS);
                number(&mut bytes, *mask);
            }
            Use::Values(values) => {
                bytes.push(VALUES);
                number(&mut bytes, values.len() as u64);
                let mut before = 0;
                for value in values {
                    // They are in order, so that the steps are small.
                    number(&mut bytes, value - before);
                    before = *value;
                }
            }
        }
    }
    bytes
}

/// The inverse of [`write`].
pub(super) fn read(bytes: &[u8]) -> Result<Plan, FreeInputsError> {
    let mut rest = Rest { bytes, at: 0 };
    let version = rest.byte()?;
    if version != VERSION {
        return Err(FreeInputsError::Version { version });
    }
    let count = rest.number()?;
    let mut places: Vec<Place> = Vec::new();
    for index in 0..count {
        let what = rest.byte()?;
        let kind = *Kind::ALL.get(usize::from(what & 0x0f)).ok_or_else(|| rest.damaged())?;
        let width = Width { kind, signed: what & SIGNED != 0 };
        let array = match places.last() {
            Some(before) if what & GOES_ON != 0 => before.array,
            _ => index as u32,
        };
        let purpose = match rest.byte()? {
            BITS => Use::Bits { mask: rest.number()? },
            VALUES => Use::Values(rest.values()?),
            reason => Use::LeftOut(*Reason::ALL.get(usize::from(reason)).ok_or_else(|| rest.damaged())?),
        };
        places.push(Place { width, array, purpose });
    }
    if rest.at < bytes.len() {
        return Err(rest.damaged());
    }
    Plan::new(places)
}

fn position<T: PartialEq + Copy>(all: &[T], one: T) -> u8 {
    // The lists hold every one there is.
    all.iter().position(|&other| other == one).unwrap_or(0) as u8
}

fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Rest<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Rest<'_> {
    fn damaged(&self) -> FreeInputsError {
        FreeInputsError::Damaged { at: self.at }
    }

    fn byte(&mut self) -> Result<u8, FreeInputsError> {
        let byte = *self.bytes.get(self.at).ok_or_else(|| self.damaged())?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, FreeInputsError> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(self.damaged());
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.damaged())
    }

    /// Values in order, each different from the one before.
    fn values(&mut self) -> Result<Vec<u64>, FreeInputsError> {
        let count = self.number()?;
        let mut values: Vec<u64> = Vec::new();
        for _ in 0..count {
            let step = self.number()?;
            let next = values.last().map_or(Some(step), |before| before.checked_add(step).filter(|_| step > 0));
            values.push(next.ok_or_else(|| self.damaged())?);
        }
        Ok(values)
    }
}
