//! Quarters: all legal placements of the near, or of the far, rows of a half on every subset of columns.
//!
//! Elements lie in colex order of their column subset and inside a subset in order of their symmetry key,
//! so that the elements of a subset with a range of keys are one slice. Made once per band by placing
//! the rows one by one; 8 bytes for each list and element.

use super::split::{Band, Split};
use super::subsets::{choose, elements, next, span};
use crate::Monitor;
use crate::kernel::Span;

/// Words that the kernel may read past the end of a list.
const SPARE: usize = 8;

/// The placements of one quarter.
pub(super) struct Quarter {
    keys: usize,
    /// Where the elements begin, per subset.
    firsts: Vec<u32>,
    /// Where the elements begin, per subset and key.
    starts: Vec<u32>,
    /// Near: the diagonals thrown at the first far row. Far: the ones needed free there.
    pub link: Vec<u64>,
    /// Near, upper half: the state, the diagonals thrown at the other half. Far: empty (made from the link).
    pub state: Vec<u64>,
    /// Lower half: byte i the rank of row i's column in the subset; on top the sieve key.
    pub perm: Vec<u64>,
}

/// Which rows of a half a quarter has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Near,
    Far,
}

/// What lists are for: upper halves, lower halves, or both.
#[derive(Clone, Copy)]
pub(super) struct Uses {
    pub upper: bool,
    pub lower: bool,
}

/// One placement while it grows.
#[derive(Clone, Copy, Default)]
struct Element {
    columns: u32,
    marked: u32,
    link: u64,
    state: u64,
    perm: u64,
}

impl Quarter {
    /// The quarter of `half` (0 upper, 1 lower) of a band; `None` if it was stopped.
    pub fn new(split: &Split, band: &Band, half: usize, part: Part, uses: Uses, monitor: &Monitor) -> Option<Self> {
        let rows = if part == Part::Near { split.near } else { split.far };
        let subsets = choose(split.free(), rows);
        let keys = band.rule.keys(rows);
        let builder = Builder::new(split, band, half, part, rows);
        let mut new = Self {
            keys,
            firsts: Vec::with_capacity(subsets + 1),
            starts: Vec::with_capacity(subsets * keys + 1),
            link: Vec::new(),
            state: Vec::new(),
            perm: Vec::new(),
        };
        let mut by_key: Vec<Vec<Element>> = vec![Vec::new(); keys];
        let mut set = (1u32 << rows) - 1;
        for _ in 0..subsets {
            if monitor.is_stopped() {
                return None;
            }
            let columns = elements(set).fold(0, |m, local| m | 1 << band.free[usize::from(local)]);
            builder.place(0, columns, 0, Element::default(), &mut by_key);
            new.firsts.push(new.link.len() as u32);
            for list in &mut by_key {
                new.starts.push(new.link.len() as u32);
                new.link.extend(list.iter().map(|e| e.link));
                if uses.upper && part == Part::Near {
                    new.state.extend(list.iter().map(|e| e.state));
                }
                if uses.lower {
                    new.perm.extend(list.iter().map(|e| e.perm));
                }
                list.clear();
            }
            set = next(set);
        }
        let end = u32::try_from(new.link.len()).expect("lists of at most 2^32 elements");
        new.firsts.push(end);
        new.starts.push(end);
        for list in [&mut new.link, &mut new.state, &mut new.perm] {
            list.extend([0; SPARE]);
            list.shrink_to_fit();
        }
        Some(new)
    }

    /// The elements on subset number `subset`.
    pub fn all(&self, subset: u32) -> Span {
        span(self.firsts[subset as usize], self.firsts[subset as usize + 1])
    }

    /// The elements on subset number `subset` with keys from `low` to below `high`.
    pub fn range(&self, subset: u32, low: u32, high: u32) -> Span {
        let first = subset as usize * self.keys;
        span(self.starts[first + low as usize], self.starts[first + high.max(low) as usize])
    }

    /// The number of key values.
    pub fn keys(&self) -> u32 {
        self.keys as u32
    }

    /// Bytes in memory.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        4 * (self.firsts.len() + self.starts.len()) + 8 * (self.link.len() + self.state.len() + self.perm.len())
    }
}

/// Per row and board column what a queen there adds to an element.
struct Builder<'a> {
    band: &'a Band,
    allowed: &'a [u32],
    marked: &'a [u32],
    rows: usize,
    adds: Vec<[Element; 32]>,
}

impl<'a> Builder<'a> {
    fn new(split: &Split, band: &'a Band, half: usize, part: Part, rows: usize) -> Self {
        let first = if part == Part::Near { 0 } else { split.near };
        let sieve = split.sieve();
        let add = |row: usize, column: u8| {
            let outward = first + row;
            let need = split.needed(column, outward);
            let key = sieve.iter().zip(split.key_bits()).fold(0, |key, (&bit, to)| key | (need >> bit & 1) << to);
            let link = match part {
                Part::Near => split.thrown(column, split.near - row),
                Part::Far => split.needed(column, row),
            };
            Element { columns: 0, marked: 0, link, state: split.thrown(column, outward + 1 + split.band), perm: key }
        };
        let columns = |row| std::array::from_fn(|c| if c < split.n { add(row, c as u8) } else { Element::default() });
        Self {
            band,
            allowed: &band.allowed[half][first..first + rows],
            marked: &band.marked[half][first..first + rows],
            rows,
            adds: (0..rows).map(columns).collect(),
        }
    }

    /// Adds every completion of `element` from `row` on to the list of its key. `diagonals` holds the columns
    /// of this row attacked by the rows before: low half leftward, high half rightward.
    fn place(&self, row: usize, subset: u32, diagonals: u64, element: Element, out: &mut [Vec<Element>]) {
        if row == self.rows {
            out[self.band.rule.key(element.marked, self.rows)].push(element);
            return;
        }
        let attacked = diagonals as u32 | (diagonals >> 32) as u32;
        for column in elements(subset & !element.columns & self.allowed[row] & !attacked) {
            let bit = 1u32 << column;
            let add = &self.adds[row][usize::from(column)];
            let both = diagonals | u64::from(bit) | u64::from(bit) << 32;
            let diagonals = (both & 0xffff_ffff) >> 1 | (both >> 32 << 33);
            let rank = u64::from((subset & (bit - 1)).count_ones());
            let grown = Element {
                columns: element.columns | bit,
                marked: element.marked | u32::from(self.marked[row] & bit != 0) << row,
                link: element.link | add.link,
                state: element.state | add.state,
                perm: element.perm | add.perm | rank << (8 * row),
            };
            self.place(row + 1, subset, diagonals, grown, out);
        }
    }
}

/// The near and far quarters of a half.
pub(super) struct Half {
    pub near: Quarter,
    pub far: Quarter,
}

impl Half {
    fn new(split: &Split, band: &Band, half: usize, uses: Uses, monitor: &Monitor) -> Option<Self> {
        let quarter = |part| Quarter::new(split, band, half, part, uses, monitor);
        Some(Self { near: quarter(Part::Near)?, far: quarter(Part::Far)? })
    }
}

/// The lists of a band: one half if the other one has the same elements, else the upper and the lower one.
pub(super) struct Lists {
    pub band: Band,
    first: Half,
    second: Option<Half>,
}

impl Lists {
    /// The lists of a band; `None` if they were not finished, being stopped.
    pub fn new(split: &Split, band: Band, monitor: &Monitor) -> Option<Self> {
        let same = band.same_halves();
        let first = Half::new(split, &band, 0, Uses { upper: true, lower: same }, monitor)?;
        let second =
            if same { None } else { Some(Half::new(split, &band, 1, Uses { upper: false, lower: true }, monitor)?) };
        Some(Self { band, first, second })
    }

    pub fn upper(&self) -> &Half {
        &self.first
    }

    pub fn lower(&self) -> &Half {
        self.second.as_ref().unwrap_or(&self.first)
    }

    /// Bytes in memory.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let halves = std::iter::once(&self.first).chain(&self.second);
        halves.map(|half| half.near.bytes() + half.far.bytes()).sum()
    }
}
