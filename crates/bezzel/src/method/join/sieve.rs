//! The join of the upper and lower halves on one column set.
//!
//! The upper halves are cut into blocks of 512, a block is turned into bit slices and tables, and every
//! lower half is tested against the whole block by one table vector per pair of rows. The sieve keeps most
//! tests from happening: a pair is in conflict if both have a diagonal bit d. So
//!
//! * *dividing the upper halves* at d, those with the bit meet only the lower halves without it;
//! * *dividing the lower halves* at d, those with the bit meet only the upper halves without it.
//!
//! Both lists are divided in place, one bit after another, by recursion: there are no keys to compute, no
//! counting and no buckets. A division moves eight halves with a few instructions. At the end of the
//! recursion a block drops the lower halves that meet a bit which all of its states share.

use super::generate::Pool;
use super::model::Sieve;
use super::split::Split;
use crate::kernel::{BLOCK, Kernel, Rows, Tables};

/// Halves looked at to choose the order of the diagonals.
const SAMPLE: usize = 64;

/// Counts pairs that fit.
pub(super) struct Joiner {
    kernel: Kernel,
    /// The diagonals to divide at, the one that most pairs have in common first.
    bits: Vec<Diagonal>,
    sieve: Sieve,
    tables: Tables,
    spare: Vec<u64>,
    /// Room for lower halves without a bit, per level: plain and tied.
    copies: Vec<[Vec<u64>; 2]>,
    /// Pairs found, with plain and with tied lower halves.
    found: [u64; 2],
}

/// A diagonal that the sieve knows: its bit in a state, and its bit in the key of a record.
#[derive(Clone, Copy)]
struct Diagonal {
    state: u64,
    key: u64,
}

/// Lower halves, by reference.
struct Lower<'a> {
    plain: &'a mut [u64],
    tied: &'a mut [u64],
}

impl Lower<'_> {
    fn len(&self) -> usize {
        self.plain.len() + self.tied.len()
    }

    fn all(&mut self) -> Lower<'_> {
        Lower { plain: self.plain, tied: self.tied }
    }
}

impl Joiner {
    pub fn new(kernel: Kernel, split: &Split, sieve: Sieve) -> Self {
        let keys = split.key_bits();
        let bits =
            split.sieve().into_iter().zip(keys).map(|(state, key)| Diagonal { state: 1 << state, key: 1 << key });
        let bits: Vec<_> = bits.take(sieve.bits).collect();
        let copies = vec![[Vec::new(), Vec::new()]; bits.len()];
        Self { kernel, bits, sieve, tables: Tables::new(), spare: Vec::new(), copies, found: [0; 2] }
    }

    /// The number of pairs that fit, `[lower tied][upper tied]`.
    pub fn join(&mut self, upper: &mut Pool, lower: &mut Pool, rows: &Rows) -> [[u64; 2]; 2] {
        self.order(&upper.plain, &lower.plain);
        let mut pairs = [[0; 2]; 2];
        for (tied, states) in [&mut upper.plain, &mut upper.tied].into_iter().enumerate() {
            self.found = [0; 2];
            let mut lower = Lower { plain: &mut lower.plain, tied: &mut lower.tied };
            self.divide(states, lower.all(), rows, 0);
            pairs[0][tied] = self.found[0];
            pairs[1][tied] = self.found[1];
        }
        pairs
    }

    /// Puts the diagonals that most pairs have in common first, judged by a sample.
    fn order(&mut self, upper: &[u64], lower: &[u64]) {
        if upper.len() < self.sieve.least_ordered || lower.is_empty() {
            return;
        }
        let sample = |list: &[u64]| -> [u64; SAMPLE] { std::array::from_fn(|i| list[i * list.len() / SAMPLE]) };
        let share = |list: &[u64; SAMPLE], bit: u64| list.iter().map(|&word| u32::from(word & bit != 0)).sum::<u32>();
        let (upper, lower) = (sample(upper), sample(lower));
        self.bits.sort_by_cached_key(|bit| std::cmp::Reverse(share(&upper, bit.state) * share(&lower, bit.key)));
    }

    fn divide(&mut self, upper: &mut [u64], mut lower: Lower, rows: &Rows, level: usize) {
        if upper.is_empty() || lower.len() == 0 {
            return;
        }
        if upper.len() <= BLOCK || level >= self.bits.len() || lower.len() < self.sieve.least_lower {
            for block in upper.chunks(BLOCK) {
                self.block(block, &lower, rows);
            }
        } else if level < self.sieve.lower_bits {
            let (without, with) = self.divide_lower(lower.all(), level);
            let free = self.kernel.partition(upper, self.bits[level].state, &mut self.spare);
            self.divide(&mut upper[..free], with, rows, level + 1);
            self.divide(upper, without, rows, level + 1);
        } else {
            self.divide_upper(upper, lower, rows, level);
        }
    }

    /// Divides the upper halves, in whole blocks: what is left of the ones with the bit stays with the others.
    fn divide_upper(&mut self, upper: &mut [u64], mut lower: Lower, rows: &Rows, level: usize) {
        let free = self.kernel.partition(upper, self.bits[level].state, &mut self.spare);
        let with = upper.len() - free;
        let rest = if with % BLOCK < self.sieve.least_upper { with % BLOCK } else { 0 };
        let (others, with) = upper.split_at_mut(free + rest);
        if with.len() > self.sieve.least_divided {
            let mut without = std::mem::take(&mut self.copies[level]);
            for (list, out) in [&*lower.plain, &*lower.tied].into_iter().zip(&mut without) {
                self.kernel.filter(list, self.bits[level].key, out);
            }
            let [plain, tied] = &mut without;
            self.divide(with, Lower { plain, tied }, rows, level + 1);
            self.copies[level] = without;
        } else if !with.is_empty() {
            self.divide(with, lower.all(), rows, level + 1);
        }
        self.divide(others, lower, rows, level + 1);
    }

    /// The lower halves without and with the sieve bit of this level.
    fn divide_lower<'a>(
        &mut self,
        Lower { plain: all, tied: all_tied }: Lower<'a>,
        level: usize,
    ) -> (Lower<'a>, Lower<'a>) {
        let bit = self.bits[level].key;
        let plain = self.kernel.partition(all, bit, &mut self.spare);
        let tied = self.kernel.partition(all_tied, bit, &mut self.spare);
        let (plain, plain_with) = all.split_at_mut(plain);
        let (tied, tied_with) = all_tied.split_at_mut(tied);
        (Lower { plain, tied }, Lower { plain: plain_with, tied: tied_with })
    }

    fn block(&mut self, states: &[u64], lower: &Lower, rows: &Rows) {
        let common = self.kernel.set_up(states, rows, &mut self.tables);
        let shared = self.bits.iter().filter(|bit| common & bit.state != 0);
        let forbidden = shared.fold(0, |key, bit| key | bit.key);
        for (found, list) in self.found.iter_mut().zip([&lower.plain, &lower.tied]) {
            if !list.is_empty() {
                *found += self.kernel.visit(list, forbidden, &self.tables, &mut self.spare);
            }
        }
    }
}
