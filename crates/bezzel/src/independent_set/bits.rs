//! Sets of vertices as slices of 64-bit words.

/// Number of words that hold `n` bits.
pub(super) fn words_for(n: usize) -> usize {
    n.div_ceil(64)
}

/// Whether bit `i` is set; a bit beyond the slice is not.
pub(super) fn contains(set: &[u64], i: usize) -> bool {
    set.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1)
}

/// Sets bit `i`.
pub(super) fn insert(set: &mut [u64], i: usize) {
    if let Some(w) = set.get_mut(i / 64) {
        *w |= 1 << (i % 64);
    }
}

/// Clears bit `i`.
pub(super) fn remove(set: &mut [u64], i: usize) {
    if let Some(w) = set.get_mut(i / 64) {
        *w &= !(1 << (i % 64));
    }
}

/// The set `{0, 1, ..., n-1}`.
pub(super) fn full(n: usize) -> Vec<u64> {
    let mut set = vec![u64::MAX; words_for(n)];
    let spare = set.len() * 64 - n;
    if let Some(last) = set.last_mut() {
        *last >>= spare;
    }
    set
}

/// Number of elements.
pub(super) fn count(set: &[u64]) -> usize {
    set.iter().map(|w| w.count_ones() as usize).sum()
}

/// Whether the set has no element.
pub(super) fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|&w| w == 0)
}

/// Smallest element.
pub(super) fn first(set: &[u64]) -> Option<usize> {
    set.iter().position(|&w| w != 0).map(|i| i * 64 + set[i].trailing_zeros() as usize)
}

/// `a &= b`.
pub(super) fn intersect(a: &mut [u64], b: &[u64]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x &= y;
    }
}

/// `a &= !b`.
pub(super) fn subtract(a: &mut [u64], b: &[u64]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x &= !y;
    }
}

/// `|a & b|`.
pub(super) fn common(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).map(|(x, y)| (x & y).count_ones() as usize).sum()
}

/// The elements in increasing order.
pub(super) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(i * 64 + bit)
        })
    })
}

/// `|a & b|` as far as 2, and the last common element when there is one.
pub(super) fn few_common(a: &[u64], b: &[u64]) -> (u32, usize) {
    let mut found = 0;
    let mut element = 0;
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        let both = x & y;
        if both != 0 {
            found += both.count_ones();
            if found > 1 {
                return (2, element);
            }
            element = i * 64 + both.trailing_zeros() as usize;
        }
    }
    (found, element)
}
