//! Hashing positions: mixing, tables of random numbers for incremental hashes, and the generic hash of any state.

use std::hash::{Hash, Hasher};

/// Spreads the bits of a number over all 64 (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
#[inline(always)]
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of random numbers, made at compile time: the keys of an incremental hash in Zobrist's manner (1970).
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = mix(seed ^ mix(i as u64));
        i += 1;
    }
    keys
}

/// The generic hash of any state that derives `Hash`: the same on every machine and in every run.
#[inline]
pub fn of<T: Hash>(state: &T) -> u64 {
    let mut hasher = Folding(0x243f_6a88_85a3_08d3);
    state.hash(&mut hasher);
    mix(hasher.0)
}

/// Multiplies each word into a 128-bit product and folds the halves together.
struct Folding(u64);

impl Folding {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15)) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ self.0.rotate_left(23);
    }
}

impl Hasher for Folding {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.add(i.into());
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.add(i.into());
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.add(i.into());
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.add(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_that_differ_in_one_bit_differ_in_about_half_of_the_hash() {
        for bit in 0..64 {
            let (a, b) = (of(&(0u64, 7u8)), of(&(1u64 << bit, 7u8)));
            assert!((12..=52).contains(&(a ^ b).count_ones()), "bit {bit}");
        }
    }

    #[test]
    fn no_two_of_many_similar_states_collide() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..200u8 {
            for b in 0..200u16 {
                assert!(seen.insert(of(&(a, b, [a, 1, 2], b as usize))));
            }
        }
    }

    #[test]
    fn keys_differ_from_seed_to_seed() {
        assert_ne!(keys::<4>(1), keys::<4>(2));
    }
}
