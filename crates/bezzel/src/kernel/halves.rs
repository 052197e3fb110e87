//! Making halves: near elements tried against far ones, and the numbering of the subsets they come from.
//!
//! Cost: one test of a near element per eight far ones, of which about one in eight passes. The passing ones
//! are compressed to the end of the list. Written once over [`Lanes`].

use super::blocks::eight;
use super::lanes::{Lanes, Row};
use super::{Pass, RecordLists, StateLists};

/// Entry `left` has ones in the lanes from `left` on.
static BEYOND: [Row; 9] = {
    let mut table = [Row([0; 8]); 9];
    let mut left = 0;
    while left < 9 {
        let mut lane = left;
        while lane < 8 {
            table[left].0[lane] = !0;
            lane += 1;
        }
        left += 1;
    }
    table
};

/// Eight far links; lanes past the end of the pass conflict with every near element.
#[inline(always)]
fn far_links<L: Lanes>(links: &[u64], at: usize, end: usize) -> L {
    L::load(eight(links, at)).or(L::load(&BEYOND[(end - at).min(8)].0))
}

/// Words to be made, one after another, in the room that a list has to spare.
struct Output<'a> {
    list: &'a mut Vec<u64>,
    base: *mut u64,
    to: usize,
}

impl<'a> Output<'a> {
    fn new(list: &'a mut Vec<u64>) -> Self {
        Self { base: list.as_mut_ptr(), to: list.len(), list }
    }

    /// Makes room for all pairs of a pass and a vector more.
    #[inline(always)]
    fn reserve(&mut self, pass: &Pass) {
        let most = pass.near.len() * pass.far.len().next_multiple_of(8) + 8;
        if self.list.capacity() - self.to < most {
            self.finish();
            self.list.reserve(most);
            self.base = self.list.as_mut_ptr();
        }
    }

    #[inline(always)]
    fn finish(&mut self) {
        // SAFETY: the words before `to` are within the capacity and have been written.
        unsafe { self.list.set_len(self.to) };
    }

    /// Tries near elements against `W` vectors of far ones, and appends near word OR far word where they fit.
    ///
    /// # Safety
    /// There must be room for 8 W words per near element and for eight more.
    #[inline(always)]
    unsafe fn fit<L: Lanes, const W: usize>(&mut self, near: &[u64], near_word: &[u64], far: [(L, L); W]) {
        for (&link, &word) in near.iter().zip(near_word) {
            let (link, word) = (L::splat(link), L::splat(word));
            for (far_link, far_word) in far {
                let fit = far_link.disjoint(link);
                // SAFETY: every test advances `to` by at most eight, and the caller made room for all.
                unsafe { far_word.or(word).compress_to(fit, self.base.add(self.to)) };
                self.to += fit.count_ones() as usize;
            }
        }
    }

    /// Tries the near against all far elements of a pass, far outside: one long inner loop.
    #[inline(always)]
    fn fit_all<L: Lanes>(&mut self, pass: &Pass, near: &[u64], near_word: &[u64], far: &impl Far<L>) {
        self.reserve(pass);
        let end = pass.far.end as usize;
        let mut at = pass.far.start as usize;
        while at < end {
            // SAFETY: `reserve` made room for all near elements times all far vectors.
            unsafe {
                match (end - at).div_ceil(8).min(L::FAR) {
                    1 => self.fit(near, near_word, [far.get(at, end)]),
                    2 => self.fit(near, near_word, [far.get(at, end), far.get(at + 8, end)]),
                    3 => self.fit(near, near_word, [far.get(at, end), far.get(at + 8, end), far.get(at + 16, end)]),
                    _ => {
                        let low = [far.get(at, end), far.get(at + 8, end)];
                        let high = [far.get(at + 16, end), far.get(at + 24, end)];
                        self.fit(near, near_word, [low[0], low[1], high[0], high[1]]);
                    }
                }
            }
            at += 8 * L::FAR;
        }
    }
}

// The loops below use no closures on lanes: a closure is a function without the features of its caller, and
// where it is not inlined every vector operation in it becomes a call.

/// Eight far elements of a pass that ends at `end`.
trait Far<L> {
    /// The links and the words that the far elements add.
    fn get(&self, at: usize, end: usize) -> (L, L);
}

struct FarStates<'a, L> {
    link: &'a [u64],
    shift: u32,
    mask: L,
}

impl<L: Lanes> Far<L> for FarStates<'_, L> {
    #[inline(always)]
    fn get(&self, at: usize, end: usize) -> (L, L) {
        let link = far_links::<L>(self.link, at, end);
        (link, link.shr(self.shift).or(link.shl(self.shift)).and(self.mask))
    }
}

struct FarRecords<'a> {
    lists: &'a RecordLists<'a>,
    ranks: &'a [u8; 16],
}

impl<L: Lanes> Far<L> for FarRecords<'_> {
    #[inline(always)]
    fn get(&self, at: usize, end: usize) -> (L, L) {
        let perm = L::load(eight(self.lists.far_perm, at));
        let fields = perm.fields(self.ranks, self.lists.far);
        (far_links::<L>(self.lists.far_link, at, end), fields.or(perm.and(L::splat(self.lists.key))))
    }
}

/// For every pass and every fitting pair of a near and a far element the state of the half.
#[inline(always)]
pub(super) fn states<L: Lanes>(passes: &[Pass], lists: &StateLists, out: &mut Vec<u64>) {
    let far = FarStates { link: lists.far_link, shift: lists.shift, mask: L::splat(lists.mask) };
    let mut out = Output::new(out);
    for pass in passes {
        let (near, state) = (&lists.near_link[pass.near.range()], &lists.near_state[pass.near.range()]);
        out.fit_all(pass, near, state, &far);
    }
    out.finish();
}

/// For every pass and every fitting pair of a near and a far element the record of the half.
#[inline(always)]
pub(super) fn records<L: Lanes>(passes: &[Pass], lists: &RecordLists, out: &mut Vec<u64>) {
    let mut near_record: Vec<u64> = Vec::new();
    let mut out = Output::new(out);
    for pass in passes {
        let (near_ranks, far_ranks) = &lists.ranks[pass.split as usize];
        let near = &lists.near_link[pass.near.range()];
        if near_record.len() < near.len() {
            near_record.resize(near.len().next_multiple_of(8), 0);
        }
        for (to, at) in near_record.as_chunks_mut().0.iter_mut().zip(pass.near.range().step_by(8)) {
            let perm = L::load(eight(lists.near_perm, at));
            let fields = perm.fields(near_ranks, lists.near);
            fields.or(perm.and(L::splat(lists.key))).store(to);
        }
        out.fit_all::<L>(pass, near, &near_record, &FarRecords { lists, ranks: far_ranks });
    }
    out.finish();
}

/// For sixteen divisions at a time the sum of one looked-up term per row.
#[inline(always)]
pub(super) fn number<L: Lanes>(terms: &[[u32; 16]], patterns: &[[u8; 16]], out: &mut [[u32; 16]]) {
    for (pattern, out) in patterns.chunks_exact(terms.len()).zip(out) {
        let mut sum = L::splat(0);
        for (term, ranks) in terms.iter().zip(pattern) {
            sum = sum.add_looked_up(term, ranks);
        }
        let mut lanes = [0; 8];
        sum.store(&mut lanes);
        *out = std::array::from_fn(|i| (lanes[i / 2] >> (32 * (i % 2))) as u32);
    }
}
