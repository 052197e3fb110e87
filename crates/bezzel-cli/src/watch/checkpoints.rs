//! Copies of something that goes on step by step, at a few of its steps: many near the present, fewer the farther away.
//!
//! However long a search is, the way back to a step is short if the step is near, and for one far away it is a fraction of the
//! distance: with 64 copies about a fifth of it after 10^9 steps.

/// Copies are at least so many steps apart.
const SPACING: u64 = 1024;

/// See the module's text. Copies stand in the order of their steps; the first is that of step 0 and is never dropped.
pub struct Checkpoints<T> {
    kept: Vec<(u64, T)>,
    most: usize,
}

impl<T> Checkpoints<T> {
    /// Only the copy at step 0; later at most `most` (3 at least).
    pub fn new(most: usize, beginning: T) -> Self {
        Self { kept: vec![(0, beginning)], most: most.max(3) }
    }

    /// The last copy at or before a step.
    pub fn before(&self, step: u64) -> (u64, &T) {
        let (at, copy) = &self.kept[self.index_before(step)];
        (*at, copy)
    }

    /// Whether a copy of the present is worth having.
    pub fn is_due(&self, here: u64) -> bool {
        here >= self.kept[self.index_before(here)].0 + SPACING
    }

    /// Keeps a copy of the present, and drops another if they get too many.
    pub fn keep(&mut self, here: u64, copy: T) {
        let index = self.index_before(here);
        if self.kept[index].0 < here {
            self.kept.insert(index + 1, (here, copy));
        }
        if self.kept.len() > self.most {
            self.drop_one(here);
        }
    }

    /// How many copies there are.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.kept.len()
    }

    fn index_before(&self, step: u64) -> usize {
        self.kept.partition_point(|(at, _)| *at <= step).max(1) - 1
    }

    /// Drops the copy that is missed least: the gap it leaves is the smallest compared with its distance from the present.
    /// The first, the last and that of the present stay.
    fn drop_one(&mut self, here: u64) {
        let loss = |index: usize| {
            let gap = self.kept[index + 1].0 - self.kept[index - 1].0;
            gap as f64 / here.abs_diff(self.kept[index].0) as f64
        };
        let choices = (1..self.kept.len() - 1).filter(|&index| self.kept[index].0 != here);
        if let Some(index) = choices.min_by(|&one, &other| loss(one).total_cmp(&loss(other))) {
            self.kept.remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A way of so many steps, with a copy wherever one is due.
    fn walked(most: usize, steps: u64) -> Checkpoints<()> {
        let mut copies = Checkpoints::new(most, ());
        for here in 1..=steps {
            if copies.is_due(here) {
                copies.keep(here, ());
            }
            assert!(copies.count() <= most);
        }
        copies
    }

    #[test]
    fn the_way_back_is_short() {
        let copies = walked(64, 10_000_000);
        for back in [1, 10, 100, 1000] {
            let step = 10_000_000 - back;
            assert!(step - copies.before(step).0 <= 2 * SPACING, "{back}");
        }
        for back in [10_000, 100_000, 1_000_000, 5_000_000] {
            let step = 10_000_000 - back;
            let way = step - copies.before(step).0;
            assert!(way <= back / 2, "{way} steps to go {back} back");
        }
    }

    #[test]
    fn copies_stay_in_order_and_the_first_stays() {
        let mut copies = walked(8, 100_000);
        for here in [50_000, 20_000, 99_000, 3000, 7000, 60_001] {
            copies.keep(here, ());
            assert_eq!(copies.before(here).0, here);
            assert!(copies.kept.is_sorted_by(|one, other| one.0 < other.0));
            assert_eq!((copies.count(), copies.before(0).0), (8, 0));
        }
    }
}
