//! Bit sets of the sizes that the search needs: a few words in place, or any number on the heap.

use crate::square::BitsOf;

/// A set of numbers below a bound that all sets of one search share.
pub(crate) trait Bits: Clone + Send + Sync {
    /// The empty set of numbers below `size`.
    fn empty(size: usize) -> Self;

    /// Its words, lowest first.
    fn words(&self) -> &[u64];

    /// Its words, lowest first.
    fn words_mut(&mut self) -> &mut [u64];

    /// All numbers below `size`.
    fn full(size: usize) -> Self {
        let mut set = Self::empty(size);
        (0..size).for_each(|number| set.insert(number));
        set
    }

    fn insert(&mut self, number: usize) {
        self.words_mut()[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.words_mut()[number / 64] &= !(1 << (number % 64));
    }

    fn contains(&self, number: usize) -> bool {
        self.words()[number / 64] >> (number % 64) & 1 == 1
    }

    fn first(&self) -> Option<usize> {
        let (at, word) = self.words().iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(at * 64 + word.trailing_zeros() as usize)
    }

    fn len(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    fn intersects(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    fn keep_only(&mut self, other: &Self) {
        for (mine, other) in self.words_mut().iter_mut().zip(other.words()) {
            *mine &= other;
        }
    }

    /// Becomes `from` without `less`.
    fn set_difference(&mut self, from: &Self, less: &Self) {
        for ((mine, from), less) in self.words_mut().iter_mut().zip(from.words()).zip(less.words()) {
            *mine = from & !less;
        }
    }

    fn remove_all(&mut self, other: &Self) {
        for (mine, other) in self.words_mut().iter_mut().zip(other.words()) {
            *mine &= !other;
        }
    }

    /// How many numbers are in both.
    fn common(&self, other: &Self) -> u32 {
        self.words().iter().zip(other.words()).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// The numbers that are in both, ascending.
    fn common_numbers<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let words = self.words().iter().zip(other.words()).enumerate();
        words.flat_map(|(at, (a, b))| BitsOf(a & b).map(move |bit| at * 64 + bit))
    }

    fn add_all(&mut self, other: &Self) {
        for (mine, other) in self.words_mut().iter_mut().zip(other.words()) {
            *mine |= other;
        }
    }

    /// Drops the numbers from `bound` on.
    fn truncate(&mut self, bound: usize) {
        let (whole, rest) = (bound / 64, bound % 64);
        for (at, word) in self.words_mut().iter_mut().enumerate().skip(whole) {
            *word &= if at == whole { (1 << rest) - 1 } else { 0 };
        }
    }

    /// The numbers, ascending.
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(at, &word)| BitsOf(word).map(move |bit| at * 64 + bit))
    }
}

impl<const WORDS: usize> Bits for [u64; WORDS] {
    fn empty(_size: usize) -> Self {
        [0; WORDS]
    }

    fn words(&self) -> &[u64] {
        self
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// A set of any size.
#[derive(Clone)]
pub(crate) struct LongBits(Box<[u64]>);

impl Bits for LongBits {
    fn empty(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)].into())
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}
