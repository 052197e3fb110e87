//! Lanes on AVX2: two registers; a 16-entry permutation table instead of a compress, and byte-table counting.

use super::Packing;
use super::avx512::sum_shuffle;
use super::lanes::{Lanes, carry_save};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_maddubs_epi16,
    _mm256_movemask_pd, _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_sad_epu8, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sllv_epi64, _mm256_srli_epi16,
    _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_xor_si256,
};

/// Lanes 0-3 and lanes 4-7.
#[derive(Clone, Copy)]
pub(super) struct Ymm2(__m256i, __m256i);

/// For four chosen lanes (a bit each) the 32-bit halves of these lanes, in order.
static COMPRESS: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut lanes = 0;
    while lanes < 16 {
        let (mut lane, mut at) = (0, 0);
        while lane < 4 {
            if lanes >> lane & 1 == 1 {
                table[lanes][at] = 2 * lane;
                table[lanes][at + 1] = 2 * lane + 1;
                at += 2;
            }
            lane += 1;
        }
        lanes += 1;
    }
    table
};

// SAFETY (of every block below): a `Ymm2` only comes to be inside the wrappers of this file, which run after
// the processor was found to have all the features named in them; loads and stores go through references.
macro_rules! cpu {
    ($e:expr) => {{
        // SAFETY: see above.
        unsafe { $e }
    }};
}

impl Ymm2 {
    #[inline(always)]
    fn both(self, o: Self, f: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Self(f(self.0, o.0), f(self.1, o.1))
    }

    /// The number of set bits of each 64-bit lane, the two halves added.
    #[inline(always)]
    fn bits(self) -> __m256i {
        const OF_NIBBLE: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        cpu!({
            let table = twice(&OF_NIBBLE);
            let low = _mm256_set1_epi8(15);
            let count = |x: __m256i| {
                let high = _mm256_and_si256(_mm256_srli_epi16::<4>(x), low);
                let low = _mm256_and_si256(x, low);
                _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high))
            };
            _mm256_sad_epu8(_mm256_add_epi8(count(self.0), count(self.1)), _mm256_setzero_si256())
        })
    }
}

#[inline(always)]
fn twice(bytes: &[u8; 16]) -> __m256i {
    cpu!({
        let once: __m128i = _mm_loadu_si128(bytes.as_ptr().cast());
        _mm256_broadcastsi128_si256(once)
    })
}

#[inline(always)]
fn sum(x: __m256i) -> u64 {
    let mut lanes = [0u64; 4];
    cpu!(_mm256_storeu_si256(lanes.as_mut_ptr().cast(), x));
    lanes.iter().sum()
}

/// Carry-save sums, and in each lane the number of bits of weight four counted so far.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    ones: Ymm2,
    twos: Ymm2,
    fours: __m256i,
}

impl Lanes for Ymm2 {
    type Tally = Tally;
    const FAR: usize = 2;

    #[inline(always)]
    fn splat(x: u64) -> Self {
        let half = cpu!(_mm256_set1_epi64x(x as i64));
        Self(half, half)
    }

    #[inline(always)]
    fn load(from: &[u64; 8]) -> Self {
        let (low, high) = from.split_at(4);
        cpu!(Self(_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, to: &mut [u64; 8]) {
        let (low, high) = to.split_at_mut(4);
        cpu!({
            _mm256_storeu_si256(low.as_mut_ptr().cast(), self.0);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), self.1);
        });
    }

    #[inline(always)]
    fn and(self, o: Self) -> Self {
        self.both(o, |a, b| cpu!(_mm256_and_si256(a, b)))
    }

    #[inline(always)]
    fn or(self, o: Self) -> Self {
        self.both(o, |a, b| cpu!(_mm256_or_si256(a, b)))
    }

    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self.both(o, |a, b| cpu!(_mm256_xor_si256(a, b)))
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        self.both(Self::splat(u64::from(n)), |a, n| cpu!(_mm256_sllv_epi64(a, n)))
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        self.both(Self::splat(u64::from(n)), |a, n| cpu!(_mm256_srlv_epi64(a, n)))
    }

    #[inline(always)]
    fn zeros(self) -> u8 {
        let half =
            |x| cpu!(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(x, _mm256_setzero_si256())))) as u8;
        half(self.0) | half(self.1) << 4
    }

    #[inline(always)]
    unsafe fn compress_to(self, lanes: u8, to: *mut u64) {
        let (low, high) = (usize::from(lanes & 15), usize::from(lanes >> 4));
        // SAFETY: the caller gives room for eight words; the second store starts at most four words in.
        unsafe {
            let pick = |half: usize| _mm256_loadu_si256(COMPRESS[half].as_ptr().cast());
            _mm256_storeu_si256(to.cast(), _mm256_permutevar8x32_epi32(self.0, pick(low)));
            let rest = to.add(low.count_ones() as usize);
            _mm256_storeu_si256(rest.cast(), _mm256_permutevar8x32_epi32(self.1, pick(high)));
        }
    }

    #[inline(always)]
    fn fields(self, ranks: &[u8; 16], pack: Packing) -> Self {
        let shuffle = twice(&sum_shuffle(pack.bytes));
        let ranks = twice(ranks);
        let weights = Self::splat(u64::from_le_bytes(pack.weights));
        self.both(weights, |x, weights| {
            cpu!({
                let sums = _mm256_maddubs_epi16(_mm256_shuffle_epi8(ranks, x), weights);
                _mm256_shuffle_epi8(sums, shuffle)
            })
        })
    }

    #[inline(always)]
    fn no_tally() -> Tally {
        let zero = Self::splat(0);
        Tally { ones: zero, twos: zero, fours: zero.0 }
    }

    #[inline(always)]
    fn tally(t: Tally, v: [Self; 4]) -> Tally {
        let (ones, twos, fours) = carry_save(t.ones, t.twos, v);
        let fours = cpu!(_mm256_add_epi64(t.fours, fours.bits()));
        Tally { ones, twos, fours }
    }

    #[inline(always)]
    fn total(t: Tally) -> u64 {
        4 * sum(t.fours) + 2 * sum(t.twos.bits()) + sum(t.ones.bits())
    }
}

super::wrappers!(super::avx2::Ymm2, #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]);
