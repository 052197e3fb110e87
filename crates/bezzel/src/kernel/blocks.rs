//! Joining halves: dividing and filtering lists, slicing blocks, and visiting them.
//!
//! Cost per block of 512 upper halves: about 1,000 vector operations to slice and tabulate it, then for every
//! lower half one load per slot and about two operations. Written once over [`Lanes`].

use super::lanes::{Lanes, Row};
use super::{BLOCK, MAX_SLOTS, Rows, TABLE, Tables};

/// The eight words from `at` on.
pub(super) fn eight(list: &[u64], at: usize) -> &[u64; 8] {
    list[at..].first_chunk().expect("lists have eight words from where a vector is read")
}

/// Moves the words without a bit of `mask` to the front, both parts keeping their order; returns their number.
#[inline(always)]
pub(super) fn partition<L: Lanes>(list: &mut [u64], mask: u64, spare: &mut Vec<u64>) -> usize {
    spare.clear();
    spare.reserve(list.len() + 8);
    let (mut kept, mut moved) = (0, 0);
    let out = spare.as_mut_ptr();
    let test = L::splat(mask);
    let whole = list.len() / 8 * 8;
    let base = list.as_mut_ptr();
    for at in (0..whole).step_by(8) {
        let words = L::load(eight(list, at));
        let without = words.disjoint(test);
        // SAFETY: `kept` and `moved` are at most `at`, so eight words from there are within the list (which
        // has at + 8 words or more, the ones overwritten being loaded already) and within the spare room.
        unsafe {
            words.compress_to(without, base.add(kept));
            words.compress_to(!without, out.add(moved));
        }
        kept += without.count_ones() as usize;
        moved += without.count_zeros() as usize;
    }
    for at in whole..list.len() {
        let word = list[at];
        let without = word & mask == 0;
        list[kept] = word;
        // SAFETY: `moved` is at most `at`.
        unsafe { out.add(moved).write(word) };
        kept += usize::from(without);
        moved += usize::from(!without);
    }
    // SAFETY: the first `moved` words are within the capacity and have been written.
    unsafe { spare.set_len(moved) };
    list[kept..].copy_from_slice(spare);
    kept
}

/// Records filtered at a time.
const PIECE: usize = 512;

/// Exchanges the `s` high bits of every group of 2s bits of `a` with the low ones of `b`.
#[inline(always)]
fn exchange<L: Lanes>(rows: &mut [L; 8], step: usize, s: u32) {
    let mask = L::splat(!0 / ((1 << s) + 1));
    for i in (0..8).filter(|i| i & step == 0) {
        let (a, b) = (rows[i], rows[i + step]);
        rows[i] = L::select(mask, a, b.shl(s));
        rows[i + step] = L::select(mask, a.shr(s), b);
    }
}

/// Turns 512 words into slices: bit `b` of word `8 i + l` becomes bit `i` of lane `l` of slice `b`. Of each half
/// of the words the first `bits` are needed; the others may not be made.
#[inline(always)]
pub(super) fn slice<L: Lanes>(words: &mut [Row; 64], bits: usize) {
    for first in 0..8 {
        let mut rows: [L; 8] = std::array::from_fn(|k| L::load(&words[first + 8 * k].0));
        exchange(&mut rows, 4, 32);
        exchange(&mut rows, 2, 16);
        exchange(&mut rows, 1, 8);
        for (k, row) in rows.into_iter().enumerate() {
            row.store(&mut words[first + 8 * k].0);
        }
    }
    for (_, group) in words.as_chunks_mut::<8>().0.iter_mut().enumerate().filter(|(g, _)| g % 4 * 8 < bits) {
        let mut rows: [L; 8] = std::array::from_fn(|k| L::load(&group[k].0));
        exchange(&mut rows, 4, 4);
        exchange(&mut rows, 2, 2);
        exchange(&mut rows, 1, 1);
        for (k, row) in rows.into_iter().enumerate() {
            row.store(&mut group[k].0);
        }
    }
}

/// Copies a block, fills it up with states in conflict with everything, and returns the bits common to all states.
#[inline(always)]
fn fill<L: Lanes>(states: &[u64], block: &mut [Row; 64]) -> u64 {
    let (whole, rest) = states.as_chunks::<8>();
    assert!(whole.len() + usize::from(!rest.is_empty()) <= BLOCK / 8, "a block has at most 512 states");
    let mut common = L::splat(!0);
    for (to, from) in block.iter_mut().zip(whole) {
        let words = L::load(from);
        common = common.and(words);
        words.store(&mut to.0);
    }
    for row in &mut block[whole.len()..] {
        L::splat(!0).store(&mut row.0);
    }
    if let Some(last) = block.get_mut(whole.len()) {
        last.0[..rest.len()].copy_from_slice(rest);
    }
    let mut lanes = [0; 8];
    common.store(&mut lanes);
    lanes.iter().chain(rest).fold(!0, |all, x| all & x)
}

/// Slices a block of at most 512 states and fills the table of every slot; returns the bits common to all states.
#[inline(always)]
pub(super) fn set_up<L: Lanes>(states: &[u64], rows: &Rows, tables: &mut Tables) -> u64 {
    let common = fill::<L>(states, &mut tables.block);
    slice::<L>(&mut tables.block, rows.bits);
    match rows.ranks {
        2 => tabulate::<L, 2>(rows, tables),
        3 => tabulate::<L, 3>(rows, tables),
        4 => tabulate::<L, 4>(rows, tables),
        5 => tabulate::<L, 5>(rows, tables),
        6 => tabulate::<L, 6>(rows, tables),
        7 => tabulate::<L, 7>(rows, tables),
        8 => tabulate::<L, 8>(rows, tables),
        9 => tabulate::<L, 9>(rows, tables),
        10 => tabulate::<L, 10>(rows, tables),
        11 => tabulate::<L, 11>(rows, tables),
        12 => tabulate::<L, 12>(rows, tables),
        other => panic!("a half has 2 to 12 rows, not {other}"),
    }
    common
}

/// The states attacking each square of one row of a half with `T` rows.
#[inline(always)]
fn attackers<L: Lanes, const T: usize>(block: &[Row; 64], squares: &[[u8; 2]], row: u8) -> [L; T] {
    let squares: &[[u8; 2]; T] = squares[usize::from(row) * T..].first_chunk().expect("T squares per row");
    let mut all = [L::splat(0); T];
    for (to, &[left, right]) in all.iter_mut().zip(squares) {
        *to = L::load(&block[usize::from(left & 63)].0).or(L::load(&block[usize::from(right & 63)].0));
    }
    all
}

/// Fills the table of every slot from the slices of the block; a half has `T` rows.
#[inline(always)]
fn tabulate<L: Lanes, const T: usize>(rows: &Rows, tables: &mut Tables) {
    let Tables { block, slots, .. } = tables;
    for (slot, first) in rows.slots.iter().zip((0..).step_by(TABLE)) {
        let table = &mut slots[first..];
        let low = attackers::<L, T>(block, rows.squares, slot.low);
        let Some((row, stride)) = slot.high else {
            for (low, out) in low.iter().zip(table) {
                low.store(&mut out.0);
            }
            continue;
        };
        let high = attackers::<L, T>(block, rows.squares, row);
        for (high, part) in high.iter().zip(table.chunks_exact_mut(usize::from(stride))) {
            let part: &mut [Row; T] = part.first_chunk_mut().expect("the stride is at least T");
            for (low, out) in low.iter().zip(part) {
                high.or(*low).store(&mut out.0);
            }
        }
    }
}

/// The number of pairs without conflict of a state of the block in `tables` and a record free of `forbidden` bits.
#[inline(always)]
pub(super) fn visit<L: Lanes>(records: &[u64], forbidden: u64, tables: &Tables, spare: &mut Vec<u64>) -> u64 {
    if forbidden == 0 {
        return fitting::<L>(records, tables);
    }
    // In pieces, so that the tables stay in the nearest cache.
    let mut found = 0;
    for piece in records.chunks(PIECE) {
        filter::<L>(piece, forbidden, spare);
        found += fitting::<L>(spare, tables);
    }
    found
}

/// The number of pairs without conflict.
#[inline(always)]
fn fitting<L: Lanes>(records: &[u64], tables: &Tables) -> u64 {
    let blocked = match tables.used {
        0..=2 => blocked::<L, 2>(records, tables),
        3 => blocked::<L, 3>(records, tables),
        4 => blocked::<L, 4>(records, tables),
        5 => blocked::<L, 5>(records, tables),
        _ => blocked::<L, 6>(records, tables),
    };
    (BLOCK * records.len()) as u64 - blocked
}

/// Copies the words free of `forbidden` bits to `out`.
#[inline(always)]
pub(super) fn filter<L: Lanes>(list: &[u64], forbidden: u64, out: &mut Vec<u64>) {
    out.clear();
    out.reserve(list.len() + 8);
    let test = L::splat(forbidden);
    let (whole, rest) = list.as_chunks::<8>();
    let base = out.as_mut_ptr();
    let mut to = 0;
    for words in whole {
        let words = L::load(words);
        let free = words.disjoint(test);
        // SAFETY: `to` is at most the number of words read before, and there is room for all and eight more.
        unsafe { words.compress_to(free, base.add(to)) };
        to += free.count_ones() as usize;
    }
    // SAFETY: the first `to` words are within the capacity and have been written.
    unsafe { out.set_len(to) };
    out.extend(rest.iter().filter(|&x| x & forbidden == 0));
}

/// The number of pairs in conflict.
#[inline(always)]
fn blocked<L: Lanes, const F: usize>(records: &[u64], tables: &Tables) -> u64 {
    let base = tables.slots.as_ptr();
    let (fours, rest) = records.as_chunks::<4>();
    let mut tally = L::no_tally();
    for four in fours {
        let [a, b, c, d] = *four;
        let low = [conflicts::<L, F>(a, base), conflicts::<L, F>(b, base)];
        let high = [conflicts::<L, F>(c, base), conflicts::<L, F>(d, base)];
        tally = L::tally(tally, [low[0], low[1], high[0], high[1]]);
    }
    for &one in rest {
        let zero = L::splat(0);
        tally = L::tally(tally, [conflicts::<L, F>(one, base), zero, zero, zero]);
    }
    L::total(tally)
}

/// The states in conflict with what slot `slot` of `F` in a record stands for. `base` is where the tables begin.
///
/// Where the slots are (see [`place`](super::place)) is chosen for this: the first and the last are one instruction each.
#[inline(always)]
fn part<L: Lanes, const F: usize>(record: u64, slot: usize, base: *const Row) -> L {
    let eighth = match slot {
        0 => usize::from(record as u16),
        last if last == F - 1 && F < MAX_SLOTS => (record >> 53) as usize,
        middle => L::middle(record, middle + 1),
    };
    let offset = slot * TABLE * size_of::<Row>() + 8 * eighth;
    // SAFETY: `Tables::new` makes room for as many vectors as 16 bits can point to, and for 256 from where the last of
    // MAX_SLOTS tables begins; nothing is asked of the alignment of what is loaded.
    L::load(unsafe { &*base.byte_add(offset).cast::<[u64; 8]>() })
}

/// The states of the block in conflict with one record: the union of one table vector per slot.
#[inline(always)]
fn conflicts<L: Lanes, const F: usize>(record: u64, base: *const Row) -> L {
    let two: L = part::<L, F>(record, 0, base);
    if F == 2 {
        return two.or(part::<L, F>(record, 1, base));
    }
    let three = two.or3(part::<L, F>(record, 1, base), part::<L, F>(record, 2, base));
    match F {
        3 => three,
        4 => three.or(part::<L, F>(record, 3, base)),
        5 => three.or3(part::<L, F>(record, 3, base), part::<L, F>(record, 4, base)),
        _ => three.or3(part::<L, F>(record, 3, base), part::<L, F>(record, 4, base)).or(part::<L, F>(record, 5, base)),
    }
}
