//! The active inputs of a position: a set of numbers, kept as bits.
//!
//! What two positions have in common is found by comparing words, so that a network that follows a line of moves looks only at what changes.

/// A set of inputs. A game adds those that are active by [`InputSet::insert`], or many at once from a bit board by [`InputSet::insert_all`].
///
/// ```
/// use plysmith::game::InputSet;
///
/// let mut active = InputSet::new(128);
/// active.insert(3);
/// active.insert_all(64, 0b101);
/// assert_eq!(active.iter().collect::<Vec<u16>>(), [3, 64, 66]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputSet {
    /// The words, if they are few: then they need no pointer to be followed, and are cleared without a call.
    few: [u64; FEW],
    /// How many of those there are.
    here: usize,
    /// The words, if they are many.
    many: Vec<u64>,
}

/// So many words are few.
const FEW: usize = 4;

impl InputSet {
    /// An empty set with room for inputs below this number; it grows if there are more.
    pub fn new(inputs: usize) -> InputSet {
        match inputs.div_ceil(64) {
            words @ ..=FEW => InputSet { here: words, ..InputSet::default() },
            words => InputSet { many: vec![0; words], ..InputSet::default() },
        }
    }

    /// Takes everything out.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.few = [0; FEW];
        if self.here == 0 {
            self.many.fill(0);
        }
    }

    /// Adds an input.
    #[inline]
    pub fn insert(&mut self, input: u16) {
        self.mark(usize::from(input) / 64, 1 << (input % 64));
    }

    /// Adds the input `first + i` for every bit i that is set: a whole bit board at once.
    #[inline]
    pub fn insert_all(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        self.mark(word, bits << shift);
        if shift > 0 && bits >> (64 - shift) != 0 {
            self.mark(word + 1, bits >> (64 - shift));
        }
    }

    #[inline(always)]
    fn mark(&mut self, word: usize, bits: u64) {
        if word < self.here {
            if let Some(place) = self.few.get_mut(word) {
                *place |= bits;
            }
        } else {
            match self.many.get_mut(word) {
                Some(place) => *place |= bits,
                None => self.grow(word, bits),
            }
        }
    }

    #[cold]
    fn grow(&mut self, word: usize, bits: u64) {
        if bits == 0 {
            return;
        }
        if word < FEW && self.many.is_empty() {
            self.here = word + 1;
            self.few[word] |= bits;
            return;
        }
        if self.here > 0 {
            self.many = self.few[..self.here].to_vec();
            (self.few, self.here) = ([0; FEW], 0);
        }
        self.many.resize(word + 1, 0);
        self.many[word] |= bits;
    }

    /// The inputs in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.words().iter().enumerate().flat_map(|(at, &word)| bits_of(word).map(move |bit| (64 * at) as u16 + bit))
    }

    /// How many inputs are active.
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// None is active.
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Tells what is only in this set, and what only in the other, each in ascending order.
    #[inline]
    pub fn compare(&self, other: &InputSet, mut here: impl FnMut(u16), mut there: impl FnMut(u16)) {
        for at in 0..self.words().len().max(other.words().len()) {
            let [mine, theirs] = [self, other].map(|set| set.words().get(at).copied().unwrap_or(0));
            bits_of(mine & !theirs).for_each(|bit| here((64 * at) as u16 + bit));
            bits_of(theirs & !mine).for_each(|bit| there((64 * at) as u16 + bit));
        }
    }

    /// The bits: input i is bit i % 64 of word i / 64.
    #[inline]
    pub fn words(&self) -> &[u64] {
        if self.here > 0 { &self.few[..self.here.min(FEW)] } else { &self.many }
    }

    /// The same words, if there are exactly so many and they are few.
    #[inline(always)]
    pub(crate) fn exactly<const W: usize>(&self) -> Option<&[u64; W]> {
        if self.here == W { self.few.first_chunk() } else { None }
    }
}

impl Extend<u16> for InputSet {
    #[inline]
    fn extend<T: IntoIterator<Item = u16>>(&mut self, inputs: T) {
        inputs.into_iter().for_each(|input| self.insert(input));
    }
}

/// The numbers of the bits that are set, the lowest first.
#[inline]
pub(crate) fn bits_of(mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_across_a_border_of_words_are_all_there() {
        for first in [0, 1, 49, 63, 64, 100] {
            let mut set = InputSet::new(10);
            set.insert_all(first, 1 << 63 | 0b11);
            let first = first as u16;
            assert_eq!(set.iter().collect::<Vec<_>>(), [first, first + 1, first + 63]);
            assert_eq!(set.len(), 3);
            set.clear();
            assert!(set.is_empty());
        }
    }

    #[test]
    fn what_is_beyond_the_room_makes_the_set_grow() {
        let mut set = InputSet::new(1);
        set.extend([200, 3, 200]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 200]);
        set.extend([700, 300]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 200, 300, 700], "more than few words");
        set.clear();
        assert!(set.is_empty() && set.words().len() == 11);
    }
}
