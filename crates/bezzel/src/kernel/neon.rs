//! Lanes on NEON (every aarch64 processor): four registers of two lanes each.

use super::Packing;
use super::lanes::{Lanes, carry_save};
use std::arch::aarch64::{
    uint64x2_t, vaddq_u64, vaddvq_u64, vandq_u64, vbslq_u64, vceqzq_u64, vcntq_u8, vdupq_n_s64, vdupq_n_u64, veorq_u64,
    vget_low_u8, vgetq_lane_u64, vld1q_u8, vld1q_u64, vmull_high_u8, vmull_u8, vorrq_u64, vpaddlq_u8, vpaddlq_u16,
    vpaddlq_u32, vpaddq_u16, vqtbl1q_u8, vreinterpretq_u8_u16, vreinterpretq_u8_u64, vreinterpretq_u64_u8, vshlq_u64,
    vst1q_u64,
};

#[derive(Clone, Copy)]
pub(super) struct Neon4([uint64x2_t; 4]);

// SAFETY (of every block below): NEON is part of every aarch64 processor; loads and stores go through references.
macro_rules! cpu {
    ($e:expr) => {{
        // SAFETY: see above.
        unsafe { $e }
    }};
}

impl Neon4 {
    #[inline(always)]
    fn each(self, f: impl Fn(uint64x2_t) -> uint64x2_t) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn both(self, o: Self, f: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], o.0[i])))
    }

    /// Positive `n` shifts left, negative right.
    #[inline(always)]
    fn shift(self, n: i64) -> Self {
        self.each(|x| cpu!(vshlq_u64(x, vdupq_n_s64(n))))
    }

    /// The number of set bits, in two parts.
    #[inline(always)]
    fn bits(self) -> uint64x2_t {
        let count = |x| cpu!(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(x))))));
        let [a, b, c, d] = self.0.map(count);
        cpu!(vaddq_u64(vaddq_u64(a, b), vaddq_u64(c, d)))
    }
}

/// Carry-save sums, and the number of bits of weight four counted so far.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    ones: Neon4,
    twos: Neon4,
    fours: uint64x2_t,
}

impl Lanes for Neon4 {
    type Tally = Tally;
    const FAR: usize = 1;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        Self([cpu!(vdupq_n_u64(x)); 4])
    }

    #[inline(always)]
    fn load(from: &[u64; 8]) -> Self {
        Self([0, 2, 4, 6].map(|i| cpu!(vld1q_u64(from[i..i + 2].as_ptr()))))
    }

    #[inline(always)]
    fn store(self, to: &mut [u64; 8]) {
        for (pair, x) in to.chunks_exact_mut(2).zip(self.0) {
            cpu!(vst1q_u64(pair.as_mut_ptr(), x));
        }
    }

    #[inline(always)]
    fn and(self, o: Self) -> Self {
        self.both(o, |a, b| cpu!(vandq_u64(a, b)))
    }

    #[inline(always)]
    fn or(self, o: Self) -> Self {
        self.both(o, |a, b| cpu!(vorrq_u64(a, b)))
    }

    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self.both(o, |a, b| cpu!(veorq_u64(a, b)))
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        self.shift(i64::from(n))
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        self.shift(-i64::from(n))
    }

    #[inline(always)]
    fn zeros(self) -> u8 {
        let mut mask = 0;
        for (i, x) in self.0.into_iter().enumerate() {
            let zero = cpu!(vceqzq_u64(x));
            let (low, high) = cpu!((vgetq_lane_u64::<0>(zero), vgetq_lane_u64::<1>(zero)));
            mask |= ((low & 1 | high & 2) as u8) << (2 * i);
        }
        mask
    }

    #[inline(always)]
    unsafe fn compress_to(self, lanes: u8, to: *mut u64) {
        let mut lane = [0; 8];
        self.store(&mut lane);
        let mut at = 0;
        for (i, &x) in lane.iter().enumerate() {
            // SAFETY: `at` counts the lanes taken before this one, so it is below eight.
            unsafe { to.add(at).write(x) };
            at += usize::from(lanes >> i & 1);
        }
    }

    #[inline(always)]
    fn fields(self, ranks: &[u8; 16], pack: Packing) -> Self {
        let shuffle: [u8; 16] = std::array::from_fn(|i| match pack.bytes[i % 8] {
            p if p < 6 => p + (i as u8 & 8),
            _ => 0x80,
        });
        self.each(|x| {
            cpu!({
                let weights = vreinterpretq_u8_u64(vdupq_n_u64(u64::from_le_bytes(pack.weights)));
                let ranked = vqtbl1q_u8(vld1q_u8(ranks.as_ptr()), vreinterpretq_u8_u64(x));
                let low = vmull_u8(vget_low_u8(ranked), vget_low_u8(weights));
                let sums = vreinterpretq_u8_u16(vpaddq_u16(low, vmull_high_u8(ranked, weights)));
                vreinterpretq_u64_u8(vqtbl1q_u8(sums, vld1q_u8(shuffle.as_ptr())))
            })
        })
    }

    #[inline(always)]
    fn no_tally() -> Tally {
        let zero = Self::splat(0);
        Tally { ones: zero, twos: zero, fours: zero.0[0] }
    }

    #[inline(always)]
    fn tally(t: Tally, v: [Self; 4]) -> Tally {
        let (ones, twos, fours) = carry_save(t.ones, t.twos, v);
        Tally { ones, twos, fours: cpu!(vaddq_u64(t.fours, fours.bits())) }
    }

    #[inline(always)]
    fn total(t: Tally) -> u64 {
        let sum = |x| cpu!(vaddvq_u64(x));
        4 * sum(t.fours) + 2 * sum(t.twos.bits()) + sum(t.ones.bits())
    }

    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| cpu!(vbslq_u64(mask.0[i], a.0[i], b.0[i]))))
    }
}

super::wrappers!(super::neon::Neon4, #[target_feature(enable = "neon")]);
