//! How a method does its work: on how many threads, watched by which monitor.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use rayon::prelude::*;

use crate::{Error, Monitor, Outcome, Tally};

/// The means a method has.
pub(crate) struct Work<'a> {
    pub monitor: &'a Monitor,
    pub threads: usize,
    /// Where methods that count their steps add them, if they are to be counted.
    pub tally: Option<&'a Mutex<Tally>>,
}

impl Work<'_> {
    /// Adds steps to the tally, if there is one.
    pub fn add_tally(&self, steps: &Tally) {
        if let Some(tally) = self.tally {
            tally.lock().unwrap_or_else(PoisonError::into_inner).add(steps);
        }
    }

    /// The sum of the counts of independent parts, on all threads. A part that was interrupted gives what it has, with
    /// [`Outcome::Interrupted`].
    pub fn sum<P: Sync>(
        &self,
        parts: &[P],
        count: impl Fn(&P) -> Outcome<BigUint> + Sync,
    ) -> Result<Outcome<BigUint>, Error> {
        self.monitor.expect_parts(parts.len() as u64);
        let one = |part: &P| {
            if self.monitor.is_stopped() {
                return Outcome::Interrupted(BigUint::ZERO);
            }
            let outcome = count(part);
            if outcome.is_complete() {
                self.monitor.part_done();
            }
            outcome
        };
        let parts = shuffled(parts);
        if self.threads == 1 || parts.len() < 2 {
            return Ok(parts.into_iter().map(one).fold(Outcome::Complete(BigUint::ZERO), add));
        }
        let pool = self.pool(parts.len())?;
        let start = || Outcome::Complete(BigUint::ZERO);
        // parts are handed out one by one: they differ in length by orders of magnitude
        Ok(pool.install(|| parts.into_par_iter().with_max_len(1).map(one).reduce(start, add)))
    }

    /// The sums, place by place, of the numbers of independent parts, on all threads, each with a state of its own. A part that was
    /// interrupted gives what it has, with [`Outcome::Interrupted`].
    pub fn tabulate<P: Sync, S>(
        &self,
        parts: &[P],
        start: impl Fn() -> S + Sync,
        count: impl Fn(&mut S, &P) -> Outcome<Vec<BigUint>> + Sync,
    ) -> Result<Outcome<Vec<BigUint>>, Error> {
        self.monitor.expect_parts(parts.len() as u64);
        let parts = shuffled(parts);
        let next = AtomicUsize::new(0);
        let total = Mutex::new((Vec::new(), true));
        self.on_all_threads(parts.len(), || {
            let mut state = start();
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let outcome = count(&mut state, part);
                let complete = outcome.is_complete();
                let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                let numbers = outcome.into_value();
                if total.0.len() < numbers.len() {
                    total.0.resize(numbers.len(), BigUint::ZERO);
                }
                total.0.iter_mut().zip(numbers).for_each(|(total, number)| *total += number);
                total.1 &= complete;
                if !complete {
                    return;
                }
                self.monitor.part_done();
            }
        })?;
        let (numbers, complete) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Outcome::new(numbers, complete))
    }

    /// Runs the same work on every thread, on no more than there are parts.
    pub fn on_all_threads(&self, parts: usize, work: impl Fn() + Sync) -> Result<(), Error> {
        if self.threads == 1 || parts < 2 {
            work();
        } else {
            self.pool(parts)?.broadcast(|_| work());
        }
        Ok(())
    }

    /// Does work that uses rayon's parallel iterators on as many threads as there are.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        if self.threads == 1 { Ok(work()) } else { Ok(self.pool(self.threads)?.install(work)) }
    }

    fn pool(&self, parts: usize) -> Result<rayon::ThreadPool, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.min(parts)).build();
        pool.map_err(|error| Error::limit(format!("cannot start {} threads: {error}; ask for fewer", self.threads)))
    }
}

/// The parts in an order that has nothing to do with their lengths, always the same: neighbours are alike, so that in their
/// own order the share of parts done would say little about the time left.
fn shuffled<P>(parts: &[P]) -> Vec<&P> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&index| (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    order.into_iter().map(|index| &parts[index]).collect()
}

fn add(one: Outcome<BigUint>, other: Outcome<BigUint>) -> Outcome<BigUint> {
    let complete = one.is_complete() && other.is_complete();
    Outcome::new(one.into_value() + other.into_value(), complete)
}
