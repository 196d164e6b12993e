//! The stream that the derived `Hash` of a state writes, as a row of places.
//!
//! A place is one number of the stream. `derive(Hash)` writes a field of a number type as that number, an enum as an `isize`, `bool` as a byte; an array of
//! numbers as its length and then the bytes of all elements at once. The width of those elements follows from the length before them. What is behind an `Option` or
//! in a `Vec` is there in one position and missing in another: such a stream has no fixed places.

use std::hash::Hasher;

/// How wide a place is, and whether it has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// What was written.
    pub kind: Kind,
    /// It was written as a signed number. Elements of an array do not tell.
    pub signed: bool,
}

/// The kinds of numbers in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 8 bits.
    Byte,
    /// 16 bits.
    Short,
    /// 32 bits.
    Word,
    /// 64 bits.
    Long,
    /// As wide as the machine likes: lengths and discriminants of enums.
    Size,
}

impl Kind {
    /// Every kind, by its number in a stored plan.
    pub(super) const ALL: [Kind; 5] = [Kind::Byte, Kind::Short, Kind::Word, Kind::Long, Kind::Size];

    /// The number of bits that may be looked at one by one.
    pub const fn bits(self) -> u32 {
        match self {
            Kind::Byte => 8,
            Kind::Short => 16,
            Kind::Word => 32,
            Kind::Long | Kind::Size => 64,
        }
    }

    const fn of_bytes(bytes: usize) -> Option<Kind> {
        match bytes {
            1 => Some(Kind::Byte),
            2 => Some(Kind::Short),
            4 => Some(Kind::Word),
            8 => Some(Kind::Long),
            _ => None,
        }
    }

    /// The number of bytes that an element of an array has.
    const fn bytes(self) -> usize {
        self.bits() as usize / 8
    }
}

/// What hears of every number of a stream, in order.
pub(super) trait Listener {
    /// The next number.
    fn number(&mut self, width: Width, value: u64);

    /// The bytes of an array. `kind` is what its elements are, as far as the length before it tells.
    fn bytes(&mut self, kind: Kind, bytes: &[u8]) {
        for element in bytes.chunks(kind.bytes()) {
            self.number(Width { kind, signed: false }, number(element));
        }
    }
}

/// The number in some bytes, in the order of this machine, as the array held them.
#[inline(always)]
fn number(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_ne_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        // Whole elements only: the width divides the length.
        _ => 0,
    }
}

/// A hasher that hands the stream on.
pub(super) struct Tap<L> {
    pub listener: L,
    /// The number written last, if it may be the length of an array.
    length: usize,
}

impl<L: Listener> Tap<L> {
    pub fn new(listener: L) -> Tap<L> {
        Tap { listener, length: 0 }
    }

    #[inline(always)]
    fn tell(&mut self, kind: Kind, signed: bool, value: u64) {
        self.length = 0;
        self.listener.number(Width { kind, signed }, value);
    }
}

impl<L: Listener> Hasher for Tap<L> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let each = bytes.len().checked_div(self.length).filter(|each| each * self.length == bytes.len());
        self.length = 0;
        // Elements of 16 bytes are taken as two of 8.
        let kind = if each == Some(16) { Some(Kind::Long) } else { each.and_then(Kind::of_bytes) };
        self.listener.bytes(kind.unwrap_or(Kind::Byte), bytes);
    }
    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.tell(Kind::Byte, false, i.into());
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.tell(Kind::Short, false, i.into());
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.tell(Kind::Word, false, i.into());
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.tell(Kind::Long, false, i);
    }
    #[inline]
    fn write_u128(&mut self, i: u128) {
        self.tell(Kind::Long, false, i as u64);
        self.tell(Kind::Long, false, (i >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.tell(Kind::Size, false, i as u64);
        self.length = i;
    }
    #[inline]
    fn write_i8(&mut self, i: i8) {
        self.tell(Kind::Byte, true, (i as u8).into());
    }
    #[inline]
    fn write_i16(&mut self, i: i16) {
        self.tell(Kind::Short, true, (i as u16).into());
    }
    #[inline]
    fn write_i32(&mut self, i: i32) {
        self.tell(Kind::Word, true, (i as u32).into());
    }
    #[inline]
    fn write_i64(&mut self, i: i64) {
        self.tell(Kind::Long, true, i as u64);
    }
    #[inline]
    fn write_i128(&mut self, i: i128) {
        self.write_u128(i as u128);
    }
    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.tell(Kind::Size, true, i as i64 as u64);
    }

    /// Nobody asks: the stream is what counts.
    fn finish(&self) -> u64 {
        0
    }
}

/// A listener that writes everything down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Record {
    /// How wide each place is.
    pub widths: Vec<Width>,
    /// What it holds.
    pub values: Vec<u64>,
    /// Which array it is an element of: the number of the place where that begins; its own number if it is no element.
    pub arrays: Vec<u32>,
}

impl Record {
    pub fn of<T: std::hash::Hash>(state: &T) -> Record {
        let mut tap = Tap::new(Record::default());
        state.hash(&mut tap);
        tap.listener
    }
}

impl Listener for Record {
    fn number(&mut self, width: Width, value: u64) {
        self.arrays.push(self.values.len() as u32);
        self.widths.push(width);
        self.values.push(value);
    }

    fn bytes(&mut self, kind: Kind, bytes: &[u8]) {
        let first = self.values.len() as u32;
        for element in bytes.chunks(kind.bytes()) {
            self.number(Width { kind, signed: false }, number(element));
            self.arrays.pop();
            self.arrays.push(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    fn kinds<T: std::hash::Hash>(state: &T) -> Vec<(Kind, u64)> {
        let record = Record::of(state);
        record.widths.iter().map(|width| width.kind).zip(record.values).collect()
    }

    #[test]
    fn numbers_enums_and_arrays_become_places() {
        assert_eq!(kinds(&(5u8, -1i16, true)), [(Kind::Byte, 5), (Kind::Short, 0xffff), (Kind::Byte, 1)]);
        assert_eq!(kinds(&Side::Second), [(Kind::Size, 1)]);
        assert_eq!(kinds(&[7u8, 8]), [(Kind::Size, 2), (Kind::Byte, 7), (Kind::Byte, 8)]);
        assert_eq!(kinds(&[[1u8; 2]; 2]).len(), 7);
    }

    #[test]
    fn elements_of_an_array_are_as_wide_as_they_were() {
        assert_eq!(kinds(&[1u64 << 40, 3]), [(Kind::Size, 2), (Kind::Long, 1 << 40), (Kind::Long, 3)]);
        assert_eq!(kinds(&[-2i16, 3]), [(Kind::Size, 2), (Kind::Short, 0xfffe), (Kind::Short, 3)]);
        assert_eq!(kinds(&vec![9u32]), [(Kind::Size, 1), (Kind::Word, 9)]);
        assert_eq!(kinds(&[1u128 << 64]), [(Kind::Size, 1), (Kind::Long, 0), (Kind::Long, 1)]);
    }

    #[test]
    fn places_of_one_array_know_each_other() {
        assert_eq!(Record::of(&(1u8, [7u16, 8, 9], 2u8)).arrays, [0, 1, 2, 2, 2, 5]);
    }

    #[test]
    fn only_what_was_written_as_signed_says_so() {
        let signed: Vec<bool> = Record::of(&(1u8, 1i8, 1i64, 1usize)).widths.iter().map(|width| width.signed).collect();
        assert_eq!(signed, [false, true, true, false]);
    }
}
