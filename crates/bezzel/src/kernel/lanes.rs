//! The lane trait: 512 bits seen as eight 64-bit lanes, the little that the loops ask of a processor.
//!
//! A block of the join is 512 candidates wide on every machine, so that the loops of [`super::halves`] and [`super::blocks`] are
//! written once and every instruction set gives the same intermediate results; a narrower machine holds one
//! value in several registers.
//!
//! # Safety
//!
//! The methods look safe but stand for instructions of one instruction set. They are private to this module
//! and its siblings, and only the wrappers made by `wrappers!` instantiate the loops, after
//! [`super::Isa::is_available`] has answered yes.

use super::Packing;

/// One aligned vector in memory: eight 64-bit lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [u64; 8]);

/// Eight 64-bit lanes.
pub(super) trait Lanes: Copy {
    /// A running number of set bits, whatever way the machine counts best.
    type Tally: Copy;
    /// Vectors of far elements, two registers' worth each, that the generation loops keep at hand.
    const FAR: usize;

    fn splat(x: u64) -> Self;
    fn load(from: &[u64; 8]) -> Self;
    fn store(self, to: &mut [u64; 8]);
    fn and(self, o: Self) -> Self;
    fn or(self, o: Self) -> Self;
    fn xor(self, o: Self) -> Self;
    /// Every lane shifted left by the same `n` < 64.
    fn shl(self, n: u32) -> Self;
    /// Every lane shifted right by the same `n` < 64.
    fn shr(self, n: u32) -> Self;
    /// Bit `i` is set when lane `i` is zero.
    fn zeros(self) -> u8;
    /// Writes the lanes chosen by `lanes` next to one another.
    ///
    /// # Safety
    /// `to` must be valid for writing eight words; those after the chosen ones become anything.
    unsafe fn compress_to(self, lanes: u8, to: *mut u64);
    /// In each lane: every byte is replaced by `ranks[byte]`, neighbouring bytes are summed with `pack.weights`
    /// into three sums of 16 bits (of bytes 0-1, 2-3, 4-5), and byte `i` of the result is byte `pack.bytes[i]` of these six, or 0 if
    /// that is [`NO_SUM`]. Bytes of the input that have a weight are below 16.
    fn fields(self, ranks: &[u8; 16], pack: Packing) -> Self;
    fn no_tally() -> Self::Tally;
    /// Counts the set bits of four vectors.
    fn tally(t: Self::Tally, v: [Self; 4]) -> Self::Tally;
    fn total(t: Self::Tally) -> u64;

    /// Seen as sixteen 32-bit lanes: adds `table[index[i]]` to lane i; indices are below 16.
    #[inline(always)]
    fn add_looked_up(self, table: &[u32; 16], index: &[u8; 16]) -> Self {
        let mut lanes = [0; 8];
        self.store(&mut lanes);
        let look_up = |i: usize| u64::from(table[usize::from(index[i] & 15)]);
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane += look_up(2 * i) | look_up(2 * i + 1) << 32;
        }
        Self::load(&lanes)
    }

    /// Where `mask` has a one the bit of `a`, elsewhere the bit of `b`.
    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        a.xor(b).and(mask).xor(b)
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// Bit `i` is set when lane `i` shares no bit with lane `i` of `o`.
    #[inline(always)]
    fn disjoint(self, o: Self) -> u8 {
        self.and(o).zeros()
    }

    /// Eight times byte `byte` of a record, from 2 to 6.
    #[inline(always)]
    fn middle(record: u64, byte: usize) -> usize {
        (record >> (8 * byte - 3)) as usize & 0x7f8
    }
}

/// In the `pack` argument of [`Lanes::fields`]: this byte is zero.
pub const NO_SUM: u8 = 0x80;

#[inline(always)]
fn full_adder<L: Lanes>(a: L, b: L, c: L) -> (L, L) {
    let half = a.xor(b);
    (half.xor(c), a.and(b).or(half.and(c)))
}

/// Carry-save counting for machines without a vector popcount: adds four vectors to the running `ones` and
/// `twos` with full adders and returns both with the vector whose bits weigh four, the only one to be counted.
#[inline(always)]
pub(super) fn carry_save<L: Lanes>(ones: L, twos: L, v: [L; 4]) -> (L, L, L) {
    let (ones, carry0) = full_adder(ones, v[0], v[1]);
    let (ones, carry1) = full_adder(ones, v[2], v[3]);
    let (twos, fours) = full_adder(twos, carry0, carry1);
    (ones, twos, fours)
}
