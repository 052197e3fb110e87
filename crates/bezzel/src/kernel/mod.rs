//! The vector loops of the join, for whatever processor the program finds itself on.
//!
//! The loops are written once, over a small lane trait (eight 64-bit lanes); this module
//! picks an instruction set at run time and is the only one of the crate that has `unsafe` code.
//! All functions here are safe: lengths are checked on entry, table indices are bytes into tables of 256.

#![allow(unsafe_code)]
// Whether inlining pays is not a matter of taste here: an intrinsic that is not inlined is a call.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
mod halves;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;

use crate::Error;
pub use lanes::{NO_SUM, Row};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::OnceLock;

/// States in a block.
pub const BLOCK: usize = 512;
/// Vectors from the table of one slot to that of the next: those of a pair of rows of twelve columns. The tables lie close
/// together so that all of them stay in the nearest cache.
const TABLE: usize = 144;
/// Vectors that the lowest two bytes of a record can point to.
const INDICES: usize = 1 << 13;
/// Slots (table indices of a record) at most.
pub const MAX_SLOTS: usize = 6;
/// A record's first slot begins here, so that its lowest two bytes are an eighth of an offset into a table of vectors.
const FIRST_SLOT: u32 = 3;

/// The first bit of slot `slot` of a record with so many.
///
/// ```text
///    0-2    3-10    11-15  16-23   24-31 ..        53-55  56-63
///    zeros  slot 0  zeros  slot 1  slot 2 .. key   zeros  last slot       up to five slots
///    zeros  slot 0  zeros  slot 1  slot 2 ..       slot 5 key             six
/// ```
pub const fn place(slot: usize, slots: usize) -> u32 {
    match slot {
        0 => FIRST_SLOT,
        _ if slot + 1 == slots && slots < MAX_SLOTS => 56,
        _ => 8 + 8 * slot as u32,
    }
}

/// The first bit of the sieve key of a record with so many slots, and one past its last. Two slots are always read.
pub const fn key_bits(slots: usize) -> (u32, u32) {
    match slots {
        0..=2 => (16, 53),
        MAX_SLOTS => (place(MAX_SLOTS - 1, MAX_SLOTS) + 8, 64),
        _ => (place(slots - 2, slots) + 8, 53),
    }
}

/// A range of elements of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first element.
    pub start: u32,
    /// One past the last element.
    pub end: u32,
}

impl Span {
    /// The number of elements.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Near and far elements of one split, to be tried against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// The near elements.
    pub near: Span,
    /// The far elements.
    pub far: Span,
    /// The number of the split, for [`RecordLists::ranks`].
    pub split: u32,
}

/// What [`Kernel::states`] reads. Every list ends in eight spare words.
#[derive(Clone, Copy, Debug)]
pub struct StateLists<'a> {
    /// Per near element its diagonals at the first far row.
    pub near_link: &'a [u64],
    /// Per near element the state it contributes.
    pub near_state: &'a [u64],
    /// Per far element the diagonals it needs free at the first far row.
    pub far_link: &'a [u64],
    /// A far link becomes a state by shifting it by this much both ways.
    pub shift: u32,
    /// The bits that count in a state.
    pub mask: u64,
}

/// What [`Kernel::records`] reads. Every list ends in eight spare words.
#[derive(Clone, Copy, Debug)]
pub struct RecordLists<'a> {
    /// Per near element its diagonals at the first far row.
    pub near_link: &'a [u64],
    /// Per near element the ranks of its columns (bytes 0-5) and its part of the key.
    pub near_perm: &'a [u64],
    /// Per far element the diagonals it needs free at the first far row.
    pub far_link: &'a [u64],
    /// Per far element the ranks of its columns (bytes 0-5) and its part of the key.
    pub far_perm: &'a [u64],
    /// Per split, for near and far: the rank in the column set of each column of the subset.
    pub ranks: &'a [([u8; 16], [u8; 16])],
    /// The bits of a record that are its sieve key.
    pub key: u64,
    /// How the ranks of near rows become slots.
    pub near: Packing,
    /// How the ranks of far rows become slots.
    pub far: Packing,
}

/// How the ranks of the rows of an element become its slots in a record: neighbouring rows are summed with weights, and bytes of
/// these sums, of 16 bits each, become bytes of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// What the rank in each row weighs.
    pub weights: [u8; 8],
    /// Which byte of the sums makes each byte of the record ([`NO_SUM`]: none).
    pub bytes: [u8; 8],
}

impl Default for Packing {
    fn default() -> Self {
        Self { weights: [0; 8], bytes: [NO_SUM; 8] }
    }
}

impl Packing {
    /// Makes slot `slot` of so many out of the ranks in rows `2 pair` and `2 pair + 1` with these weights.
    pub fn put(&mut self, pair: u8, weights: [u8; 2], slot: usize, slots: usize) {
        let first = usize::from(2 * pair);
        let (to, shift) = (place(slot, slots) as usize / 8, place(slot, slots) % 8);
        self.weights[first] = weights[0] << shift;
        self.weights[first + 1] = weights[1] << shift;
        self.bytes[to] = 2 * pair;
        if shift > 0 {
            self.bytes[to + 1] = 2 * pair + 1;
        }
    }
}

/// One table index of a record: the columns of one row or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The row whose rank is multiplied, and by what; `None` if the slot has one row.
    pub high: Option<(u8, u8)>,
    /// The row whose rank is added.
    pub low: u8,
}

/// What a block's tables are made for.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The rows of a half, and columns in its set.
    pub ranks: usize,
    /// Row by row and rank by rank the two state bits in conflict with a queen there; one that no state has
    /// stands for none.
    pub squares: &'a [[u8; 2]],
    /// The state bits of each direction, from bit 0 and from bit 32.
    pub bits: usize,
    /// The slots of the records.
    pub slots: &'a [Slot],
}

/// The tables of one block: per slot and index the states in conflict, a bit each.
pub struct Tables {
    block: Box<[Row; 64]>,
    slots: Box<[Row]>,
    used: usize,
}

impl Tables {
    /// Empty tables, half a megabyte, of which 55 KB are used.
    pub fn new() -> Self {
        let slots = vec![Row::default(); INDICES + 1].into_boxed_slice();
        Self { block: Box::new([Row::default(); 64]), slots, used: 0 }
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

/// An instruction set that the loops have been compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// Plain Rust, on every machine.
    Portable,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ, VL and VPOPCNTDQ.
    Avx512,
    /// aarch64.
    Neon,
}

impl Isa {
    /// All instruction sets, slowest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Neon, Self::Avx2, Self::Avx512];

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                has_avx2()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => true,
            _ => false,
        }
    }

    /// The instruction set to use: the one that the environment variable `BEZZEL_ISA` names, else the best.
    pub fn detect() -> Result<Self, Error> {
        match std::env::var("BEZZEL_ISA") {
            Ok(name) => name.parse(),
            Err(_) => Ok(Self::best()),
        }
    }

    /// The fastest instruction set of this machine.
    pub fn best() -> Self {
        static BEST: OnceLock<Isa> = OnceLock::new();
        *BEST.get_or_init(|| Self::ALL.into_iter().rfind(|isa| isa.is_available()).unwrap_or(Self::Portable))
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        })
    }
}

impl FromStr for Isa {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let isa = Self::ALL.into_iter().find(|isa| isa.to_string() == name);
        let isa = isa.ok_or_else(|| {
            Error::question(format!(
                "BEZZEL_ISA: no instruction set is called '{name}'; use portable, avx2, avx512 or neon"
            ))
        })?;
        if isa.is_available() {
            Ok(isa)
        } else {
            Err(Error::question(format!("BEZZEL_ISA: this machine has no {isa}")))
        }
    }
}

/// The loops, on an instruction set that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Isa);

/// Calls a wrapper of the instruction set of a kernel.
macro_rules! on {
    ($kernel:expr, $name:ident($($argument:expr),*)) => {
        // SAFETY: a `Kernel` is only made for an instruction set that the machine has.
        unsafe {
            match $kernel.0 {
                #[cfg(target_arch = "x86_64")]
                Isa::Avx512 => avx512::$name($($argument),*),
                #[cfg(target_arch = "x86_64")]
                Isa::Avx2 => avx2::$name($($argument),*),
                #[cfg(target_arch = "aarch64")]
                Isa::Neon => neon::$name($($argument),*),
                _ => portable::$name($($argument),*),
            }
        }
    };
}

impl Kernel {
    /// The loops on `isa`, or nothing if this machine does not have it.
    pub fn new(isa: Isa) -> Option<Self> {
        isa.is_available().then_some(Self(isa))
    }

    /// Appends to `out`, for every pass and every near and far element that fit, the state of the half.
    pub fn states(self, passes: &[Pass], lists: &StateLists, out: &mut Vec<u64>) {
        on!(self, states(passes, lists, out));
    }

    /// Appends to `out`, for every pass and every near and far element that fit, the record of the half.
    pub fn records(self, passes: &[Pass], lists: &RecordLists, out: &mut Vec<u64>) {
        on!(self, records(passes, lists, out));
    }

    /// For every group of sixteen divisions: out[d] = sum over rows r of `terms[r][patterns[group][r][d]]`.
    /// `patterns` has `terms.len()` entries per group.
    pub fn number(self, terms: &[[u32; 16]], patterns: &[[u8; 16]], out: &mut [[u32; 16]]) {
        on!(self, number(terms, patterns, out));
    }

    /// Moves the words without a bit of `mask` to the front and returns their number; both parts keep their
    /// order. `spare` is working room.
    pub fn partition(self, list: &mut [u64], mask: u64, spare: &mut Vec<u64>) -> usize {
        on!(self, partition(list, mask, spare))
    }

    /// Replaces `out` by the words without a bit of `mask`, in their order.
    pub fn filter(self, list: &[u64], mask: u64, out: &mut Vec<u64>) {
        on!(self, filter(list, mask, out));
    }

    /// Fills the tables of a block of at most [`BLOCK`] states, and returns the bits common to all of them.
    ///
    /// # Panics
    /// If there are more states or slots than fit, or not 2 to 12 ranks.
    pub fn set_up(self, states: &[u64], rows: &Rows, tables: &mut Tables) -> u64 {
        assert!(rows.slots.len() <= MAX_SLOTS, "a record has at most six bytes of table indices");
        tables.used = rows.slots.len();
        // Two slots are always read.
        (tables.used.min(1)..2).for_each(|slot| tables.slots[slot * TABLE] = Row::default());
        on!(self, set_up(states, rows, tables))
    }

    /// The number of pairs without conflict: of a state of the block in `tables` and one of the `records` that
    /// have no `forbidden` bit. `spare` is working room.
    pub fn visit(self, records: &[u64], forbidden: u64, tables: &Tables, spare: &mut Vec<u64>) -> u64 {
        on!(self, visit(records, forbidden, tables, spare))
    }
}

/// Compiles the loops for one instruction set: thin functions with its features, into which everything is inlined.
macro_rules! wrappers {
    ($lanes:ty $(, #[$feature:meta])?) => {
        /// # Safety
        /// The machine must have the instruction set (so for all functions of this file).
        $(#[$feature])?
        pub(super) unsafe fn states(passes: &[super::Pass], lists: &super::StateLists, out: &mut Vec<u64>) {
            super::halves::states::<$lanes>(passes, lists, out);
        }

        $(#[$feature])?
        pub(super) unsafe fn records(passes: &[super::Pass], lists: &super::RecordLists, out: &mut Vec<u64>) {
            super::halves::records::<$lanes>(passes, lists, out);
        }

        $(#[$feature])?
        pub(super) unsafe fn number(terms: &[[u32; 16]], patterns: &[[u8; 16]], out: &mut [[u32; 16]]) {
            super::halves::number::<$lanes>(terms, patterns, out);
        }

        $(#[$feature])?
        pub(super) unsafe fn partition(list: &mut [u64], mask: u64, spare: &mut Vec<u64>) -> usize {
            super::blocks::partition::<$lanes>(list, mask, spare)
        }

        $(#[$feature])?
        pub(super) unsafe fn filter(list: &[u64], mask: u64, out: &mut Vec<u64>) {
            super::blocks::filter::<$lanes>(list, mask, out);
        }

        $(#[$feature])?
        pub(super) unsafe fn set_up(states: &[u64], rows: &super::Rows, tables: &mut super::Tables) -> u64 {
            super::blocks::set_up::<$lanes>(states, rows, tables)
        }

        $(#[$feature])?
        pub(super) unsafe fn visit(
            records: &[u64],
            forbidden: u64,
            tables: &super::Tables,
            spare: &mut Vec<u64>,
        ) -> u64 {
            super::blocks::visit::<$lanes>(records, forbidden, tables, spare)
        }
    };
}
use wrappers;
