//! Numbers that are added up: of one machine word, of two, or of any size, as a bound of the problem says.

use num_bigint::BigUint;

/// A number that has room for every sum that is made of it.
pub(super) trait Number: Clone + Default + Send + Sync {
    fn add(&mut self, other: &Self);
    fn add_times(&mut self, other: &Self, factor: u32);
    fn add_small(&mut self, other: u64);
    fn into_big(self) -> BigUint;
}

impl Number for u64 {
    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn add_times(&mut self, other: &Self, factor: u32) {
        *self += *other * Self::from(factor);
    }

    fn add_small(&mut self, other: u64) {
        *self += other;
    }

    fn into_big(self) -> BigUint {
        self.into()
    }
}

impl Number for u128 {
    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn add_times(&mut self, other: &Self, factor: u32) {
        *self += *other * Self::from(factor);
    }

    fn add_small(&mut self, other: u64) {
        *self += Self::from(other);
    }

    fn into_big(self) -> BigUint {
        self.into()
    }
}

impl Number for BigUint {
    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn add_times(&mut self, other: &Self, factor: u32) {
        *self += other * factor;
    }

    fn add_small(&mut self, other: u64) {
        *self += other;
    }

    fn into_big(self) -> BigUint {
        self
    }
}

/// A number of a fixed number of machine words, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Wide<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> Number for Wide<WORDS> {
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(other);
            let (sum, over_again) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, over | over_again);
        }
        debug_assert!(!carry, "the bound of the problem has room for every sum");
    }

    fn add_times(&mut self, other: &Self, factor: u32) {
        let mut carry = 0u128;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            carry += u128::from(other) * u128::from(factor) + u128::from(*word);
            *word = carry as u64;
            carry >>= 64;
        }
        debug_assert!(carry == 0, "the bound of the problem has room for every sum");
    }

    fn add_small(&mut self, other: u64) {
        let mut carry = other;
        for word in &mut self.0 {
            let (sum, over) = word.overflowing_add(carry);
            (*word, carry) = (sum, over.into());
        }
    }

    fn into_big(self) -> BigUint {
        BigUint::from_slice(&self.0.map(|word| [word as u32, (word >> 32) as u32]).concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that run through all words, as big integers have them.
    #[test]
    fn wide_numbers_carry() {
        let (mut wide, mut big) = (Wide::<4>::default(), BigUint::ZERO);
        wide.add_small(u64::MAX);
        big.add_small(u64::MAX);
        for factor in [u32::MAX, 1, 3, u32::MAX, u32::MAX, 2, u32::MAX, 7] {
            let (copy, other) = (wide, big.clone());
            if factor < 3 {
                wide.add(&copy);
                big += other;
            } else {
                wide.add_times(&copy, factor);
                big += other * factor;
            }
            wide.add_small(u64::MAX);
            big += u64::MAX;
            assert_eq!(wide.into_big(), big);
        }
        assert!(big.bits() > 192);
    }
}
