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
