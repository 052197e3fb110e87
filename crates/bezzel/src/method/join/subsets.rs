//! Subsets of columns: as masks, numbered in colex order (the order of the masks as numbers).
//!
//! The number of a subset with elements p0 < p1 < ... is the sum of `C(p_i, i + 1)`.

use crate::kernel::{Kernel, Span};

/// Binomial coefficients C(n, k) for n, k below 32.
pub(super) static BINOMIAL: [[u32; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut n = 0;
    while n < 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of subsets of `size` of `from` columns.
pub(super) fn choose(from: usize, size: usize) -> usize {
    BINOMIAL[from][size] as usize
}

/// The elements of a mask, in increasing order.
pub(super) fn elements(mut mask: u32) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let element = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        element
    })
}

/// The subset of `size` columns with colex number `rank`.
pub(super) fn unrank(mut rank: usize, size: usize) -> u32 {
    let mut mask = 0;
    for k in (1..=size).rev() {
        let element = (0..32).rfind(|&p| BINOMIAL[p][k] as usize <= rank).expect("C(0, k) = 0 for k > 0");
        rank -= BINOMIAL[element][k] as usize;
        mask |= 1 << element;
    }
    mask
}

/// The next subset of the same size in colex order.
pub(super) fn next(mask: u32) -> u32 {
    let lowest = mask & mask.wrapping_neg();
    let ripple = u64::from(mask) + u64::from(lowest);
    ripple as u32 | (((u64::from(mask) ^ ripple) >> 2) as u32).checked_div(lowest).unwrap_or(0)
}

/// The ways to divide the ranks 0..t of a column set between the near and the far rows.
pub(super) struct Divisions {
    kernel: Kernel,
    /// The near and the far part of every division.
    parts: [Part; 2],
    /// Per division the rank in the column set of each near and of each far column.
    pub ranks: Vec<([u8; 16], [u8; 16])>,
}

/// One part of every division.
struct Part {
    size: usize,
    /// Per sixteen divisions and element of the part the ranks of that element.
    patterns: Vec<[u8; 16]>,
    /// The colex numbers of the part on one column set.
    numbers: Vec<[u32; 16]>,
}

impl Part {
    fn new(size: usize, ranks: impl Iterator<Item = [u8; 16]>) -> Self {
        let ranks: Vec<[u8; 16]> = ranks.collect();
        let pattern = |group: &[[u8; 16]], i: usize| std::array::from_fn(|d| group.get(d).map_or(0, |r| r[i]));
        let patterns = ranks.chunks(16).flat_map(|group| (0..size).map(move |i| pattern(group, i))).collect();
        Self { size, patterns, numbers: vec![[0; 16]; ranks.len().div_ceil(16)] }
    }
}

impl Divisions {
    pub fn new(near: usize, far: usize, kernel: Kernel) -> Self {
        let all = (1 << (near + far)) - 1;
        let masks = std::iter::successors(Some((1 << near) - 1), |&mask| Some(next(mask)));
        let listed = |mask| {
            let mut ranks = [0; 16];
            elements(mask).zip(&mut ranks).for_each(|(element, to)| *to = element);
            ranks
        };
        let ranks: Vec<([u8; 16], [u8; 16])> =
            masks.take(choose(near + far, near)).map(|mask| (listed(mask), listed(all & !mask))).collect();
        let parts = [Part::new(near, ranks.iter().map(|r| r.0)), Part::new(far, ranks.iter().map(|r| r.1))];
        Self { kernel, parts, ranks }
    }

    /// For the column set `set` the colex numbers of the near and of the far subset of every division.
    pub fn number(&mut self, set: u32) -> impl Iterator<Item = (u32, u32)> {
        let mut terms = [[0; 16]; 8];
        for (rank, position) in elements(set).enumerate() {
            let binomials = &BINOMIAL[usize::from(position & 31)];
            for (term, &binomial) in terms.iter_mut().zip(&binomials[1..]) {
                term[rank & 15] = binomial;
            }
        }
        for part in &mut self.parts {
            self.kernel.number(&terms[..part.size], &part.patterns, &mut part.numbers);
        }
        let [near, far] = &self.parts;
        near.numbers
            .as_flattened()
            .iter()
            .copied()
            .zip(far.numbers.as_flattened().iter().copied())
            .take(self.ranks.len())
    }
}

/// A range of elements as the kernel wants it.
pub(super) fn span(start: u32, end: u32) -> Span {
    Span { start, end: end.max(start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colex_numbers_run_in_order() {
        for from in 1..10 {
            for size in 1..=from {
                let mut set = (1 << size) - 1;
                for rank in 0..choose(from, size) {
                    assert_eq!(unrank(rank, size), set);
                    let sum: u32 = elements(set).zip(1..).map(|(p, k)| BINOMIAL[usize::from(p)][k]).sum();
                    assert_eq!(sum as usize, rank);
                    set = next(set);
                }
            }
        }
    }

    #[test]
    fn divisions_number_both_parts() {
        let kernel = Kernel::new(crate::kernel::Isa::best()).unwrap();
        let mut divisions = Divisions::new(2, 3, kernel);
        let numbers: Vec<(u32, u32)> = divisions.number(0b1_0110_1001).collect();
        let columns: Vec<u8> = elements(0b1_0110_1001).collect();
        assert_eq!(numbers.len(), 10);
        for (&(near, far), (near_ranks, far_ranks)) in numbers.iter().zip(&divisions.ranks) {
            let mask = |ranks: &[u8]| ranks.iter().fold(0, |m, &r| m | 1 << columns[usize::from(r)]);
            assert_eq!(unrank(near as usize, 2), mask(&near_ranks[..2]));
            assert_eq!(unrank(far as usize, 3), mask(&far_ranks[..3]));
        }
    }
}
