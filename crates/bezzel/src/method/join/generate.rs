//! All upper halves, as states, and all lower halves, as records, on one column set.
//!
//! The columns are divided between near and far rows in all C(t, a) ways; in each, every near element is
//! tried against every far one. Because elements lie in order of their symmetry key, the halves that
//! count, and those that are ties, are passes over slices: no half is made to be thrown away.

use super::quarter::{Half, Quarter};
use super::split::{RecordForm, Split};
use super::subsets::Divisions;
use super::symmetry::Bounds;
use crate::kernel::{Kernel, Pass, RecordLists, Span, StateLists};

/// Halves on one column set, those that tie in the symmetry rule apart.
#[derive(Default)]
pub(super) struct Pool {
    pub plain: Vec<u64>,
    pub tied: Vec<u64>,
}

/// What making halves needs besides the lists.
pub(super) struct Generator {
    kernel: Kernel,
    divisions: Divisions,
    form: RecordForm,
    split: Split,
    plain: Vec<Pass>,
    tied: Vec<Pass>,
}

impl Generator {
    pub fn new(split: &Split, kernel: Kernel) -> Self {
        Self {
            kernel,
            divisions: Divisions::new(split.near, split.far, kernel),
            form: split.record_form(),
            split: *split,
            plain: Vec::new(),
            tied: Vec::new(),
        }
    }

    pub fn form(&self) -> &RecordForm {
        &self.form
    }

    /// The states of all upper halves on `set`.
    pub fn upper(&mut self, half: &Half, set: u32, bounds: Bounds, out: &mut Pool) {
        self.plan(half, set, bounds);
        let lists = StateLists {
            near_link: &half.near.link,
            near_state: &half.near.state,
            far_link: &half.far.link,
            shift: self.split.far_shift(),
            mask: self.split.state_mask(),
        };
        for (passes, list) in [(&self.plain, &mut out.plain), (&self.tied, &mut out.tied)] {
            list.clear();
            self.kernel.states(passes, &lists, list);
        }
    }

    /// The records of all lower halves on `set`.
    pub fn lower(&mut self, half: &Half, set: u32, bounds: Bounds, out: &mut Pool) {
        self.plan(half, set, bounds);
        let lists = RecordLists {
            near_link: &half.near.link,
            near_perm: &half.near.perm,
            far_link: &half.far.link,
            far_perm: &half.far.perm,
            ranks: &self.divisions.ranks,
            key: self.split.key_bits().fold(0, |key, bit| key | 1 << bit),
            near: self.form.near,
            far: self.form.far,
        };
        for (passes, list) in [(&self.plain, &mut out.plain), (&self.tied, &mut out.tied)] {
            list.clear();
            self.kernel.records(passes, &lists, list);
        }
    }

    /// Fills `plain` and `tied` with the passes that make the halves within the bounds.
    fn plan(&mut self, half: &Half, set: u32, bounds: Bounds) {
        self.plain.clear();
        self.tied.clear();
        for (division, (near, far)) in self.divisions.number(set).enumerate() {
            let mut planner = Planner { near: (&half.near, near), far: (&half.far, far), division: division as u32 };
            match bounds {
                Bounds::All => planner.pass(half.near.all(near), None, &mut self.plain),
                Bounds::Marks => {
                    let (free, marked) = (half.near.range(near, 0, 1), half.near.range(near, 1, 2));
                    planner.pass(free, Some((0, 1)), &mut self.plain);
                    planner.pass(free, Some((1, 2)), &mut self.tied);
                    planner.pass(marked, None, &mut self.tied);
                }
                Bounds::Between(low, high) => {
                    planner.between(low, high, self.split.far, &mut self.plain, &mut self.tied);
                }
            }
        }
    }
}

/// The two subsets of one division.
struct Planner<'a> {
    near: (&'a Quarter, u32),
    far: (&'a Quarter, u32),
    division: u32,
}

impl Planner<'_> {
    /// A pass over these near elements and all far ones, or those with keys in a range (from, to below).
    #[inline]
    fn pass(&mut self, near: Span, far: Option<(u32, u32)>, out: &mut Vec<Pass>) {
        if near.is_empty() {
            return;
        }
        let far = match far {
            None => self.far.0.all(self.far.1),
            Some((from, to)) => self.far.0.range(self.far.1, from, to),
        };
        if !far.is_empty() {
            out.push(Pass { near, far, split: self.division });
        }
    }

    /// Passes for the keys between two edges (near key, far key); keys on an edge are ties.
    fn between(
        &mut self,
        low: Option<u32>,
        high: Option<u32>,
        far_rows: usize,
        plain: &mut Vec<Pass>,
        tied: &mut Vec<Pass>,
    ) {
        let parts = |key: u32| (key >> far_rows, key & ((1 << far_rows) - 1));
        let (low, high) = (low.map(parts), high.map(parts));
        let (near, subset) = self.near;
        let first = low.map_or(0, |(key, _)| key + 1);
        let last = high.map_or(near.keys(), |(key, _)| key);
        self.pass(near.range(subset, first, last), None, plain);
        let far_keys = self.far.0.keys();
        if let Some((key, far)) = low {
            let edge = near.range(subset, key, key + 1);
            self.pass(edge, Some((far, far + 1)), tied);
            self.pass(edge, Some((far + 1, far_keys)), plain);
        }
        if let Some((key, far)) = high {
            let edge = near.range(subset, key, key + 1);
            self.pass(edge, Some((0, far)), plain);
            self.pass(edge, Some((far, far + 1)), tied);
        }
    }
}
