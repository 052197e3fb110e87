//! How the board is cut: a band of middle rows, an upper and a lower half, and in each a near and a far part.
//!
//! ```text
//!   row 0   . . . . . . . .   far  \
//!           . . . . . . . .   far   | upper half, t rows: row i of a half counts outward from the band
//!           . . . . . . . .   near /
//!           . . . . . . . .   band, j rows
//!           . . . . . . . .   band
//!           . . . . . . . .   near \
//!           . . . . . . . .   far   | lower half, the upper one upside down
//!   row n-1 . . . . . . . .   far  /
//! ```
//!
//! Diagonals are followed to the row of the lower half that touches the band (row 0 there). A queen of the
//! upper half in row i and column c reaches it in the columns c - d and c + d with d = i + 1 + j. In a
//! 64-bit *state* the first is bit c - d and the second bit 32 + c + d, as far as they are on the board. A
//! queen of the lower half in row i and column c *needs* bit c + i and bit 32 + c - i to be free: these are
//! the columns at which its own two diagonals cross row 0. The halves fit if state & need = 0.
//! In the same way the near rows throw a *link* at the first far row, and the far rows need it free.

use super::symmetry::{Images, Rule};
use crate::kernel::{Packing, Slot, key_bits};

/// The most diagonals that the sieve tests; those farther out divide hardly anything.
const SIEVE_BITS: usize = 18;

/// The heights of the parts of an n x n board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Rows and columns of the board.
    pub n: usize,
    /// Rows of the band.
    pub band: usize,
    /// Rows of a half.
    pub half: usize,
    /// Near rows of a half.
    pub near: usize,
    /// Far rows of a half.
    pub far: usize,
}

impl Split {
    /// The split with a band of `band` rows; `None` if the halves are not 2 to 12 rows each.
    pub fn new(n: usize, band: usize) -> Option<Self> {
        let halves = n.checked_sub(band).filter(|rows| n <= 31 && rows % 2 == 0)?;
        let half = halves / 2;
        let near = super::model::near_rows(half);
        (2..=12).contains(&half).then_some(Self { n, band, half, near, far: half - near })
    }

    /// The columns that the band leaves to the halves.
    pub fn free(&self) -> usize {
        2 * self.half
    }

    /// The diagonals that a queen throws to a row `distance` away.
    pub(super) fn thrown(&self, column: u8, distance: usize) -> u64 {
        let column = usize::from(column);
        let left = if column >= distance { 1 << (column - distance) } else { 0 };
        let right = if column + distance < self.n { 1 << (32 + column + distance) } else { 0 };
        left | right
    }

    /// The diagonals that a queen needs free where they cross a row `distance` nearer to the band.
    pub(super) fn needed(&self, column: u8, distance: usize) -> u64 {
        let column = usize::from(column);
        let left = if column + distance < self.n { 1 << (column + distance) } else { 0 };
        let right = if column >= distance { 1 << (32 + column - distance) } else { 0 };
        left | right
    }

    /// The bits of a state that stand for a column.
    pub(super) fn state_mask(&self) -> u64 {
        let columns = (1 << self.n) - 1;
        columns | columns << 32
    }

    /// How far a far row's link is shifted to become a state: from the first far row to the other half.
    pub(super) fn far_shift(&self) -> u32 {
        (32 + self.near + 1 + self.band) as u32
    }

    /// For every row and column of a lower half the two state bits in conflict with a queen there. Where there is
    /// none, one that no state has: no diagonal of an upper half leaves the board only in the first column
    /// to the right, or the last one to the left.
    pub(super) fn squares(&self, columns: &[u8], out: &mut Vec<[u8; 2]>) {
        out.clear();
        for row in 0..self.half as u8 {
            let bits = |column: u8| {
                let left = (column + row).min(self.n as u8 - 1);
                [left, 32 + column.saturating_sub(row)]
            };
            out.extend(columns.iter().map(|&c| bits(c)));
        }
    }

    /// The slots of a lower half's record: see [`RecordForm`].
    fn slots(&self) -> usize {
        self.near / 2 + self.far / 2 + (self.near % 2).max(self.far % 2)
    }

    /// The bits of the sieve key in a lower half's record.
    pub(super) fn key_bits(&self) -> std::ops::Range<u32> {
        let (first, end) = key_bits(self.slots());
        first..end
    }

    /// The state bits that the sieve may test, as many as the key of a record has room for: the diagonals nearest to the
    /// middle of what both halves share, because most halves have a queen on them.
    pub(super) fn sieve(&self) -> Vec<u32> {
        let (n, shift) = (self.n as i32 - 1, 1 + self.band as i32);
        let mut bits: Vec<(i32, u32)> = Vec::new();
        for column in 0..self.n as i32 {
            bits.push(((2 * column - (n - shift)).abs(), column as u32));
            bits.push(((2 * column - (n + shift)).abs(), 32 + column as u32));
        }
        bits.sort_unstable();
        bits.into_iter().map(|(_, bit)| bit).take(self.key_bits().len().min(SIEVE_BITS)).collect()
    }

    /// How a lower half is written down as table indices.
    pub(super) fn record_form(&self) -> RecordForm {
        RecordForm::new(self)
    }
}

/// Which rows share a slot of a lower half's record.
///
/// Rows are paired inside the near and inside the far part (index = rank * t + rank). A row left over has a
/// slot of its own, or, if both parts have one, they share a slot as rank * 2^k + rank: a near and a far
/// element are joined by OR, so they may share a slot only if they have their own bits in it.
#[derive(Clone, Debug)]
pub(super) struct RecordForm {
    pub slots: Vec<Slot>,
    pub near: Packing,
    pub far: Packing,
}

impl RecordForm {
    fn new(split: &Split) -> Self {
        let (near, far, height) = (split.near as u8, split.far as u8, split.half as u8);
        let mut new = Self { slots: Vec::new(), near: Packing::default(), far: Packing::default() };
        let count = split.slots();
        for pair in 0..near / 2 {
            new.near.put(pair, [height, 1], new.slots.len(), count);
            new.slots.push(Slot { high: Some((2 * pair, height)), low: 2 * pair + 1 });
        }
        for pair in 0..far / 2 {
            new.far.put(pair, [height, 1], new.slots.len(), count);
            new.slots.push(Slot { high: Some((near + 2 * pair, height)), low: near + 2 * pair + 1 });
        }
        let single = new.slots.len();
        let shared = near % 2 == 1 && far % 2 == 1;
        let stride = if shared { height.next_power_of_two() } else { 1 };
        if near % 2 == 1 {
            new.near.put(near / 2, [stride, 0], single, count);
        }
        if far % 2 == 1 {
            new.far.put(far / 2, [1, 0], single, count);
        }
        match (near % 2, far % 2) {
            (1, 1) => new.slots.push(Slot { high: Some((near - 1, stride)), low: near + far - 1 }),
            (1, 0) => new.slots.push(Slot { high: None, low: near - 1 }),
            (0, 1) => new.slots.push(Slot { high: None, low: near + far - 1 }),
            _ => {}
        }
        new
    }
}

/// A placement of the band's queens, and what it leaves to the halves.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// The board columns that are left, in order: position = local column.
    pub free: Vec<u8>,
    /// Per half (upper, lower) and row the board columns that may hold a queen.
    pub allowed: [Vec<u32>; 2],
    /// Per half and row the board columns that make an element "tied" (or "right", see [`Rule`]).
    pub marked: [Vec<u32>; 2],
    /// Which column sets and halves count, and how often.
    pub rule: Rule,
}

impl Band {
    /// The band with these queens; `None` if its weight is zero because another image of it, or of every
    /// solution that contains it, is counted instead.
    pub fn new(split: &Split, queens: &[u8]) -> Option<Self> {
        let rule = Rule::of_band(split, queens)?;
        let free: Vec<u8> = (0..split.n as u8).filter(|c| !queens.contains(c)).collect();
        let mut allowed = [vec![0; split.half], vec![0; split.half]];
        let mut marked = allowed.clone();
        for half in 0..2 {
            for row in 0..split.half {
                for &column in &free {
                    let attacked = queens.iter().enumerate().any(|(r, &queen)| {
                        let distance = row + 1 + if half == 0 { r } else { split.band - 1 - r };
                        usize::from(queen.abs_diff(column)) == distance
                    });
                    let (counts, mark) = rule.square(split, row, column);
                    allowed[half][row] |= u32::from(counts && !attacked) << column;
                    marked[half][row] |= u32::from(mark) << column;
                }
            }
        }
        Some(Self { free, allowed, marked, rule })
    }

    /// Whether both halves have the same elements.
    pub fn same_halves(&self) -> bool {
        self.allowed[0] == self.allowed[1] && self.marked[0] == self.marked[1]
    }

    /// The beginnings of all bands, as far as they are listed in full, packed.
    pub fn prefixes(split: &Split) -> Vec<u64> {
        let mut all = Vec::new();
        Self::extend(split, Self::listed(split), &mut Vec::new(), &mut all);
        all
    }

    /// All bands that count and begin so, packed.
    pub fn completions(split: &Split, prefix: u64) -> Vec<u64> {
        let mut all = Vec::new();
        let mut queens = Self::unpack(prefix, Self::listed(split));
        Self::extend(split, split.band, &mut queens, &mut all);
        all
    }

    /// The rows of the band whose queens tell one unit from another. Bands of more rows are too many to list.
    fn listed(split: &Split) -> usize {
        split.band.min(4)
    }

    fn extend(split: &Split, rows: usize, queens: &mut Vec<u8>, all: &mut Vec<u64>) {
        if queens.len() == rows {
            let counts =
                rows < split.band || (Images::is_first(split, queens) && Rule::of_band(split, queens).is_some());
            if counts {
                all.push(queens.iter().rev().fold(0, |packed, &c| packed << 5 | u64::from(c)));
            }
            return;
        }
        // The mirror image of a band that begins in the right half is less.
        let columns = if queens.is_empty() { split.n.div_ceil(2) } else { split.n };
        for column in 0..columns as u8 {
            let free = queens.iter().rev().zip(1..).all(|(&c, d)| c != column && c.abs_diff(column) != d);
            if free {
                queens.push(column);
                Self::extend(split, rows, queens, all);
                queens.pop();
            }
        }
    }

    /// The columns of the first queens of a packed band.
    pub fn unpack(packed: u64, rows: usize) -> Vec<u8> {
        (0..rows).map(|r| (packed >> (5 * r) & 31) as u8).collect()
    }
}
