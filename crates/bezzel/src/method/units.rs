//! Long counts as numbered, independent units: what a method offers to those who keep a record of what is done.

use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::Method;
use super::join::Join;
use super::residual::Residual;
use crate::{Error, Goal, Monitor, Question};

/// What a unit came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counted {
    pub count: BigUint,
    /// Numbers met on the way, which a second count of the unit must meet too.
    pub checks: String,
}

/// Counts units, one after another, in memory of its own.
pub(crate) type Counter<'a> = Box<dyn FnMut(u64, &Monitor) -> Option<Counted> + 'a>;

/// What all units would take on one thread, by a sample: seconds, the ends of a 95 % interval, and the memory of a thread or of all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sample {
    pub seconds: f64,
    pub low: f64,
    pub high: f64,
    pub bytes: Option<u64>,
}

impl Sample {
    /// Units differ in length by orders of magnitude, so the interval is one of the logarithm.
    pub fn around(seconds: f64, error: f64, bytes: Option<u64>) -> Self {
        let factor = if seconds > 0.0 { (error / seconds).exp() } else { 1.0 };
        Self { seconds, low: seconds / factor, high: seconds * factor, bytes }
    }
}

/// A partition of a count that depends on the question alone.
pub(crate) trait Units: Send + Sync {
    fn len(&self) -> u64;

    /// The name of the method.
    fn method(&self) -> &'static str;

    /// Names the partition: two programs may share their units if they name it alike.
    fn partition(&self) -> String;

    /// The answer is the sum of the counts of all units divided by this.
    fn divisor(&self) -> u32 {
        1
    }

    fn counter(&self) -> Counter<'_>;

    /// The count of a unit by plain backtracking; `None` if it was stopped.
    fn recount(&self, unit: u64, monitor: &Monitor) -> Option<BigUint>;

    /// Measures units spread over all of them for about so long; `None` if it was stopped.
    fn sample(&self, budget: Duration, monitor: &Monitor) -> Option<Sample> {
        let mut counter = self.counter();
        let (start, mut times) = (Instant::now(), Vec::new());
        let total = self.len();
        for unit in spread(total) {
            let begun = Instant::now();
            counter(unit, monitor)?;
            times.push(begun.elapsed().as_secs_f64());
            if start.elapsed() > budget || times.len() as u64 == total {
                break;
            }
        }
        let (mean, error) = mean_and_error(&times);
        let error = if times.len() as u64 == total { 0.0 } else { error };
        Some(Sample::around(total as f64 * mean, total as f64 * error, None))
    }
}

/// All numbers below `total`, far from each other: by the golden ratio, each at most once where it matters.
fn spread(total: u64) -> impl Iterator<Item = u64> {
    let mut seen = std::collections::HashSet::new();
    let place = move |index: u64| ((0.5 + index as f64 * 0.618_033_988_749_895).fract() * total as f64) as u64;
    (0..2 * total).map(place).filter(move |unit| seen.insert(*unit))
}

/// The mean, and how far the true one may be from it (95 %); of a single number, as far as it is itself.
pub(crate) fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    if numbers.len() < 2 {
        return (mean, mean);
    }
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    // quantiles of Student's t: few numbers say little
    let quantile = match numbers.len() {
        2 => 12.7,
        3 => 4.3,
        4 => 3.2,
        5..=7 => 2.6,
        8..=15 => 2.3,
        _ => 2.0,
    };
    (mean, quantile * (variance / count).sqrt())
}

/// The units of a count.
///
/// # Errors
/// A question that is not a count, or that no method cuts into units.
pub(crate) fn units_of(question: &Question) -> Result<Box<dyn Units>, Error> {
    if question.goal() != Goal::Count || question.is_fundamental() {
        return Err(Error::question("a long count is one of all placements: neither a list nor up to symmetry"));
    }
    let problem = question.problem();
    if Join.fit(question).is_ok() {
        return Join::units(problem);
    }
    if !problem.regions().is_empty() || problem.is_maximal() {
        return Err(Error::question(
            "a long count is one of nonattacking placements without regions and without --maximal: use count for these",
        ));
    }
    Residual
        .fit(question)
        .map_err(|why| Error::question(format!("{problem}: the method that cuts counts into units {why}")))?;
    Residual::units(problem)
}
