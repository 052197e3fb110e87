//! Lanes in plain Rust: runs everywhere, and is what the other instruction sets must agree with.

use super::Packing;
use super::lanes::{Lanes, carry_save};

#[derive(Clone, Copy)]
pub(super) struct Plain([u64; 8]);

impl Plain {
    #[inline(always)]
    fn zip(self, o: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], o.0[i])))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        self.0.iter().map(|x| u64::from(x.count_ones())).sum()
    }
}

/// Carry-save sums, and the number of bits of weight four counted so far.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    ones: Plain,
    twos: Plain,
    fours: u64,
}

impl Lanes for Plain {
    type Tally = Tally;
    const FAR: usize = 1;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        Self([x; 8])
    }

    #[inline(always)]
    fn load(from: &[u64; 8]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [u64; 8]) {
        *to = self.0;
    }

    #[inline(always)]
    fn and(self, o: Self) -> Self {
        self.zip(o, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, o: Self) -> Self {
        self.zip(o, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self.zip(o, |a, b| a ^ b)
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        Self(self.0.map(|x| x << n))
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self(self.0.map(|x| x >> n))
    }

    #[inline(always)]
    fn zeros(self) -> u8 {
        let mut mask = 0;
        for (i, x) in self.0.iter().enumerate() {
            mask |= u8::from(*x == 0) << i;
        }
        mask
    }

    #[inline(always)]
    unsafe fn compress_to(self, lanes: u8, to: *mut u64) {
        let mut at = 0;
        for (i, &x) in self.0.iter().enumerate() {
            // SAFETY: `at` counts the lanes taken before this one, so it is below eight.
            unsafe { to.add(at).write(x) };
            at += usize::from(lanes >> i & 1);
        }
    }

    #[inline(always)]
    fn fields(self, ranks: &[u8; 16], pack: Packing) -> Self {
        Self(self.0.map(|lane| {
            let byte = lane.to_le_bytes();
            let term = |i: usize| u16::from(ranks[usize::from(byte[i] & 15)]).wrapping_mul(pack.weights[i].into());
            let sums = [0, 1, 2].map(|i| term(2 * i).wrapping_add(term(2 * i + 1)).to_le_bytes());
            u64::from_le_bytes(pack.bytes.map(|p| sums.as_flattened().get(usize::from(p)).copied().unwrap_or(0)))
        }))
    }

    #[inline(always)]
    fn no_tally() -> Tally {
        Tally { ones: Self::splat(0), twos: Self::splat(0), fours: 0 }
    }

    #[inline(always)]
    fn tally(t: Tally, v: [Self; 4]) -> Tally {
        let (ones, twos, fours) = carry_save(t.ones, t.twos, v);
        Tally { ones, twos, fours: t.fours + fours.bits() }
    }

    #[inline(always)]
    fn total(t: Tally) -> u64 {
        4 * t.fours + 2 * t.twos.bits() + t.ones.bits()
    }
}

super::wrappers!(super::portable::Plain);
