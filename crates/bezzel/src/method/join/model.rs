//! The choices that depend on n alone, with the measurements behind them, and estimates of memory and time.

use super::split::Split;
use super::subsets::choose;

/// How the sieve divides the halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sieve {
    /// The diagonals that it tests, if a record's key has as many.
    pub bits: usize,
    /// With fewer upper halves than this the diagonals keep the order that they have.
    pub least_ordered: usize,
    /// Bits at which the lower halves are divided, before any at which the upper ones are.
    pub lower_bits: usize,
    /// With fewer lower halves than this the upper ones are not divided further.
    pub least_lower: usize,
    /// A last block of upper halves with a bit is filled up with others if it has fewer than this.
    pub least_upper: usize,
    /// With at most this many upper halves with a bit the lower ones are left whole.
    pub least_divided: usize,
}

/// The height of the band for an n x n board.
///
/// Every two rows more divide the halves on a column set by 25-40 and multiply the bands by 20-400; they pay
/// when a column set has more than about half a million halves.
pub fn band_height(n: usize) -> usize {
    match n {
        24 | 26 => 2,
        25 | 27 => 3,
        28.. => n - 24,
        _ => n % 2,
    }
}

/// The sieve for a split.
///
/// Measured at n = 16 to 20: a wide plateau, within 5 % from half to twice each number. Dividing the lower
/// halves first saves a tenth of the visits per bit and slices the upper halves half as often again; it is even at
/// t = 10 and pays above. Choosing the order of the diagonals anew for each column set, from 18, takes a tenth of the time off
/// at t = 10, and costs more than it saves below.
pub fn sieve(split: &Split) -> Sieve {
    let lower_bits = match split.half {
        0..=10 => 0,
        11 => 1,
        _ => 3,
    };
    Sieve {
        bits: if split.half < 10 { 10 } else { 18 },
        least_ordered: 8192,
        lower_bits,
        least_lower: 512,
        // Full blocks are worth more where there are many.
        least_upper: if split.half < 10 { 320 } else { 512 },
        least_divided: 1024,
    }
}

/// The rows of a half that are near: fewer make fewer and longer lists, of which the far one must not
/// leave the cache.
pub fn near_rows(half: usize) -> usize {
    half / 2
}

/// The number of pieces that a band's column sets are dealt into.
pub fn pieces(split: &Split) -> usize {
    choose(split.free(), split.half).div_ceil(1 << 14).next_multiple_of(if split.band == 0 { 32 } else { 8 }).min(4096)
}

/// The number of pieces of a band in a long count: units of about a second or less, so that little is lost with one.
///
/// A column set takes 3, 17, 160 and about 1500 microseconds with halves of 8, 9, 10 and 11 rows (AVX-512, one thread).
pub fn long_pieces(split: &Split) -> usize {
    let sets = match split.half {
        0..=10 => 1 << 12,
        11 => 1 << 8,
        _ => 1 << 6,
    };
    choose(split.free(), split.half).div_ceil(sets)
}

/// About how many bytes the lists of a band and the halves of a column set take.
pub fn memory(split: &Split) -> usize {
    let (near, far) = (placements(split.free(), split.near), placements(split.free(), split.far));
    // Without a band of several rows the halves share their lists: link, state, ranks; and link, ranks.
    let (near_words, far_words) = if split.band < 2 { (3.0, 2.0) } else { (4.0, 3.0) };
    let keys = |rows: usize| if split.band < 2 { 1 << rows } else { 4 };
    let starts = |rows: usize| 4 * choose(split.free(), rows) * (1 + keys(rows));
    (8.0 * (near * near_words + far * far_words)) as usize + starts(split.near) + starts(split.far) + (1 << 20)
}

/// About how many ways there are to place queens in `rows` rows of `columns` columns: in each row the earlier ones
/// attack one column straight and two along the diagonals, less where these leave the board.
fn placements(columns: usize, rows: usize) -> f64 {
    let width = columns as f64;
    let free = |distance: usize| 1.0 - (3.0 - 2.0 * distance as f64 / width) / width;
    (0..rows).map(|row| width * (1..=row).map(free).product::<f64>()).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::join::quarter::Lists;
    use crate::method::join::split::Band;

    #[test]
    fn memory_is_estimated() {
        for n in 14..=18 {
            let split = Split::new(n, band_height(n)).unwrap();
            let queens = Band::unpack(*Band::prefixes(&split).last().unwrap(), split.band);
            let bytes =
                Lists::new(&split, Band::new(&split, &queens).unwrap(), &crate::Monitor::new()).unwrap().bytes()
                    + (1 << 20);
            let estimate = memory(&split);
            assert!((bytes..2 * bytes).contains(&estimate), "n {n}: {estimate} for {bytes}");
        }
    }
}
