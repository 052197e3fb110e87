//! Each solution counted with a weight, so that its eight images together weigh exactly eight.
//!
//! If W(gx) summed over the eight symmetries g of the square is 8 for every x, then the sum of W(x) over all
//! solutions x is their number (exchange the sums). The two weights used here come apart into a condition on
//! the band and the column set, one on the upper and one on the lower half, so that halves are dropped before
//! they are joined.
//!
//! **Eight sites** ([`Rule::Eight`]: no band, or one queen in the centre of the board). Let t be the height of
//! a half, S the columns of the lower half. Four t-bit masks are read from the centre outwards, the square
//! nearest to the centre being the most significant bit:
//! u = the columns of S in the left half of the board, v = the columns outside S in the right half,
//! p = the lower rows whose queen stands left, s = the upper rows whose queen stands right. The quadrants
//! lower left and upper right hold the same number q of queens, so all four masks have q bits. The symmetries
//! of the square carry the eight masks u, v, p, s and their complements into each other, every one into every
//! other by exactly one symmetry. Order masks by (number of bits, value) and give a solution the weight
//! 8 / (number of the eight equal to u) if u is a greatest one, else 0. Over the eight images every greatest mask
//! is brought to u once, hence the sum 8.
//!
//! **Greatest distance** ([`Rule::Distance`]: any other band). Let R be the greatest distance of a band queen
//! from the middle column, C that of a queen in the middle j columns from the middle row. A mirror image keeps
//! both, a transposition exchanges them: the weights 2, 1, 0 for C <, =, > R sum to 2 over the two cosets. Of
//! the four mirror images of band and column set one is taken and counted as often as it has images.

use super::split::Split;

/// The bits of a mask of `width` bits, reversed.
pub(super) fn reverse(mask: u32, width: usize) -> u32 {
    mask.reverse_bits() >> (32 - width)
}

/// Which of the four mirror images leave something fixed: identity, left-right, up-down, both.
pub(super) struct Images;

impl Images {
    fn of_band(split: &Split, queens: &[u8]) -> [Vec<u8>; 4] {
        let mirror = |queens: &[u8]| queens.iter().map(|&c| split.n as u8 - 1 - c).collect::<Vec<_>>();
        let flip = |queens: &[u8]| queens.iter().rev().copied().collect::<Vec<_>>();
        [queens.to_vec(), mirror(queens), flip(queens), flip(&mirror(queens))]
    }

    /// Whether a band is the least of its images.
    pub fn is_first(split: &Split, queens: &[u8]) -> bool {
        Self::of_band(split, queens).iter().all(|image| queens <= image.as_slice())
    }

    fn fixing(split: &Split, queens: &[u8]) -> [bool; 4] {
        Self::of_band(split, queens).map(|image| image == queens)
    }

    /// The images of a set of the lower half's columns: turned upside down it is the upper half's.
    fn of_set(set: u32, free: usize) -> [u32; 4] {
        let all = (1 << free) - 1;
        let mirror = reverse(set, free);
        [set, mirror, all & !set, all & !mirror]
    }
}

/// The weight of a solution, as far as its band decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Eight sites.
    Eight,
    /// Greatest distance.
    Distance {
        /// R, twice the distance in columns.
        greatest: u32,
        /// Whether a band queen is in the middle columns at that distance from the middle row.
        tie: bool,
        /// The mirror images that leave the band as it is.
        fixing: [bool; 4],
        /// The free columns among the middle ones, local.
        middle: u32,
    },
}

/// The weight of the solutions with one column set: of lower and upper half `[lower tied][upper tied]`,
/// in thirds.
pub(super) type Weights = [[u64; 2]; 2];

/// Which elements of a half count for a column set: those whose key lies in an interval. A key on its edge
/// is a tie. Keys are (near key, far key), the near one more significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bounds {
    /// All, none of them tied.
    All,
    /// All; tied when the near or the far element is marked.
    Marks,
    /// Between the edges.
    Between(Option<u32>, Option<u32>),
}

impl Rule {
    /// The rule for a band; `None` if all its solutions weigh nothing.
    pub fn of_band(split: &Split, queens: &[u8]) -> Option<Self> {
        let from_middle = |x: usize| (2 * x as i32 - (split.n as i32 - 1)).unsigned_abs();
        let greatest = queens.iter().map(|&c| from_middle(usize::from(c))).max().unwrap_or(0);
        if queens.is_empty() || (queens.len() == 1 && greatest == 0) {
            return Some(Self::Eight);
        }
        let first = split.half as u8;
        let is_middle = |c: u8| (first..first + split.band as u8).contains(&c);
        let inside = queens.iter().enumerate().filter(|&(_, &c)| is_middle(c));
        let inside = inside.map(|(r, _)| from_middle(split.half + r)).max().unwrap_or(0);
        // With a band of one row the middle column holds a queen outside the band, at a smaller distance.
        if inside > greatest || (split.band == 1 && greatest <= 2) {
            return None;
        }
        let free = (0..split.n as u8).filter(|c| !queens.contains(c));
        let middle = free.enumerate().filter(|&(_, c)| is_middle(c)).fold(0, |m, (i, _)| m | 1 << i);
        let tie = inside == greatest;
        Some(Self::Distance { greatest, tie, fixing: Images::fixing(split, queens), middle })
    }

    /// Whether a queen may stand in this row of a half and this column, and whether that marks the element.
    pub fn square(&self, split: &Split, row: usize, column: u8) -> (bool, bool) {
        let column = usize::from(column);
        match self {
            Self::Eight => (true, column >= split.n.div_ceil(2)),
            Self::Distance { greatest, .. } => {
                let distance = (2 * row + 1 + split.band) as u32;
                let middle = (split.half..split.half + split.band).contains(&column);
                (!middle || distance <= *greatest, middle && distance == *greatest)
            }
        }
    }

    /// The number of key values of an element of `rows` rows.
    pub fn keys(&self, rows: usize) -> usize {
        if *self == Self::Eight { 1 << rows } else { 2 }
    }

    /// The key of an element, from the mask of its marked rows (bit i: row i from the band).
    pub fn key(&self, marked: u32, rows: usize) -> usize {
        if *self == Self::Eight { reverse(marked, rows) as usize } else { usize::from(marked != 0) }
    }

    /// The weights of a lower column set (local), or `None` if it weighs nothing.
    pub fn weigh(&self, split: &Split, set: u32) -> Option<Weights> {
        match self {
            Self::Eight => {
                let (u, v, even) = sites(split, set)?;
                let ties = 1 + u64::from(v == u || (even && v == complement(split, u)));
                Some([[24 / ties, 24 / (ties + 1)], [24 / (ties + 1), 24 / (ties + 2)]])
            }
            Self::Distance { tie, fixing, middle, .. } => {
                let rank = |set: u32| ((set & middle).count_ones(), set);
                let images = Images::of_set(set, split.free());
                let fixing = || images.iter().zip(fixing).filter(|(_, fixing)| **fixing);
                if fixing().any(|(&image, _)| rank(image) > rank(set)) {
                    return None;
                }
                // Images of the band, times images of the set under what fixes the band.
                let orbit = 4 / fixing().filter(|&(&image, _)| image == set).count() as u64;
                let single = 3 * orbit;
                Some([[if *tie { single } else { 2 * single }, single], [single, single]])
            }
        }
    }

    /// Which upper and which lower halves count for a lower column set that weighs something.
    pub fn bounds(&self, split: &Split, set: u32) -> [Bounds; 2] {
        match self {
            Self::Eight => {
                let u = set & ((1 << split.half) - 1);
                let even = 2 * u.count_ones() as usize == split.half;
                let other = complement(split, u);
                // Upper: s <= u. Lower: p <= u, where the key is the complement of p.
                [Bounds::Between(even.then_some(other), Some(u)), Bounds::Between(Some(other), even.then_some(u))]
            }
            // One middle column: a queen in it as far away as the band's would stand on its diagonal.
            Self::Distance { .. } if split.band == 1 => [Bounds::All; 2],
            Self::Distance { .. } => [Bounds::Marks; 2],
        }
    }
}

fn complement(split: &Split, mask: u32) -> u32 {
    !mask & ((1 << split.half) - 1)
}

/// u, v and whether the quadrants hold equally many queens; `None` if another site is greater than u.
fn sites(split: &Split, set: u32) -> Option<(u32, u32, bool)> {
    let u = set & ((1 << split.half) - 1);
    let v = reverse(complement(split, set >> split.half), split.half);
    let queens = 2 * u.count_ones() as usize;
    let even = queens == split.half;
    let greatest =
        queens >= split.half && u >= v && (!even || (u >= complement(split, u) && u >= complement(split, v)));
    greatest.then_some((u, v, even))
}

impl Bounds {
    /// Whether a half counts, and if so whether it is tied: the definition that `generate` splits into ranges.
    pub fn tied(&self, near_key: u32, far_key: u32, far_rows: usize) -> Option<bool> {
        match *self {
            Self::All => Some(false),
            Self::Marks => Some(near_key | far_key != 0),
            Self::Between(low, high) => {
                let key = near_key << far_rows | far_key;
                let inside = low.is_none_or(|low| key >= low) && high.is_none_or(|high| key <= high);
                inside.then_some(low == Some(key) || high == Some(key))
            }
        }
    }
}
