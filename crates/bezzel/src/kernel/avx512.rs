//! Lanes on AVX-512 (F, BW, DQ, VL, VPOPCNTDQ): one register, a mask register for tests, a real compress.

use super::Packing;
use super::lanes::Lanes;
use std::arch::x86_64::{
    __m512i, _mm_loadl_epi64, _mm_loadu_si128, _mm512_add_epi32, _mm512_add_epi64, _mm512_and_si512,
    _mm512_broadcast_i32x4, _mm512_broadcastq_epi64, _mm512_cvtepu8_epi32, _mm512_loadu_si512, _mm512_maddubs_epi16,
    _mm512_maskz_compress_epi64, _mm512_or_si512, _mm512_permutexvar_epi32, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_sllv_epi64,
    _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_testn_epi64_mask, _mm512_xor_si512,
    _pext_u64,
};

#[derive(Clone, Copy)]
pub(super) struct Zmm(__m512i);

/// Shuffles the bytes of the three 16-bit sums of [`Lanes::fields`] to the bytes that `bytes` asks for, in both lanes of a
/// 16-byte group.
pub(super) fn sum_shuffle(bytes: [u8; 8]) -> [u8; 16] {
    std::array::from_fn(|i| match bytes[i % 8] {
        p if p < 6 => p + (i as u8 & 8),
        _ => 0x80,
    })
}

// SAFETY (of every block below): a `Zmm` only comes to be inside the wrappers of this file, which run after
// the processor was found to have all the features named in them; loads and stores go through references.
macro_rules! cpu {
    ($e:expr) => {{
        // SAFETY: see above.
        unsafe { $e }
    }};
}

impl Lanes for Zmm {
    type Tally = Self;
    const FAR: usize = 4;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        Self(cpu!(_mm512_set1_epi64(x as i64)))
    }

    #[inline(always)]
    fn load(from: &[u64; 8]) -> Self {
        Self(cpu!(_mm512_loadu_si512(from.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, to: &mut [u64; 8]) {
        cpu!(_mm512_storeu_si512(to.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn and(self, o: Self) -> Self {
        Self(cpu!(_mm512_and_si512(self.0, o.0)))
    }

    #[inline(always)]
    fn or(self, o: Self) -> Self {
        Self(cpu!(_mm512_or_si512(self.0, o.0)))
    }

    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Self(cpu!(_mm512_xor_si512(self.0, o.0)))
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        Self(cpu!(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(n)))))
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self(cpu!(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(n)))))
    }

    #[inline(always)]
    fn zeros(self) -> u8 {
        cpu!(_mm512_testn_epi64_mask(self.0, self.0))
    }

    #[inline(always)]
    fn disjoint(self, o: Self) -> u8 {
        cpu!(_mm512_testn_epi64_mask(self.0, o.0))
    }

    #[inline(always)]
    unsafe fn compress_to(self, lanes: u8, to: *mut u64) {
        // Compressing in the register and storing all of it is faster than the compressing store.
        // SAFETY: the caller gives room for eight words.
        unsafe { _mm512_storeu_si512(to.cast(), _mm512_maskz_compress_epi64(lanes, self.0)) }
    }

    #[inline(always)]
    fn fields(self, ranks: &[u8; 16], pack: Packing) -> Self {
        let shuffle = sum_shuffle(pack.bytes);
        Self(cpu!({
            let ranks = _mm512_broadcast_i32x4(_mm_loadu_si128(ranks.as_ptr().cast()));
            let weights = _mm512_broadcastq_epi64(_mm_loadl_epi64(pack.weights.as_ptr().cast()));
            let shuffle = _mm512_broadcast_i32x4(_mm_loadu_si128(shuffle.as_ptr().cast()));
            let sums = _mm512_maddubs_epi16(_mm512_shuffle_epi8(ranks, self.0), weights);
            _mm512_shuffle_epi8(sums, shuffle)
        }))
    }

    #[inline(always)]
    fn no_tally() -> Self {
        Self(cpu!(_mm512_setzero_si512()))
    }

    #[inline(always)]
    fn tally(t: Self, v: [Self; 4]) -> Self {
        let count = |x: Self| cpu!(_mm512_popcnt_epi64(x.0));
        cpu!({
            let low = _mm512_add_epi64(count(v[0]), count(v[1]));
            let high = _mm512_add_epi64(count(v[2]), count(v[3]));
            Self(_mm512_add_epi64(t.0, _mm512_add_epi64(low, high)))
        })
    }

    #[inline(always)]
    fn total(t: Self) -> u64 {
        cpu!(_mm512_reduce_add_epi64(t.0)) as u64
    }

    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        Self(cpu!(_mm512_ternarylogic_epi64::<0xca>(mask.0, a.0, b.0)))
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        Self(cpu!(_mm512_ternarylogic_epi64::<0xfe>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn add_looked_up(self, table: &[u32; 16], index: &[u8; 16]) -> Self {
        Self(cpu!({
            let index = _mm512_cvtepu8_epi32(_mm_loadu_si128(index.as_ptr().cast()));
            let table = _mm512_loadu_si512(table.as_ptr().cast());
            _mm512_add_epi32(self.0, _mm512_permutexvar_epi32(index, table))
        }))
    }

    #[inline(always)]
    fn middle(record: u64, byte: usize) -> usize {
        // A visit is limited by the number of instructions, and `pext` is one where copy, shift and mask are three; but only
        // one unit has it. The three zeros at the bottom of a record scale the result.
        if byte < 5 {
            cpu!(_pext_u64(record, 0xff << (8 * byte) | 7)) as usize
        } else {
            (record >> (8 * byte - 3)) as usize & 0x7f8
        }
    }
}

super::wrappers!(
    super::avx512::Zmm,
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,popcnt,bmi1,bmi2,lzcnt")]
);
