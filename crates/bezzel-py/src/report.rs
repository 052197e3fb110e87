//! Answers: reports, estimates, the ladder.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bezzel::{Answer, Goal, Monitor, Outcome};
use bezzel_cli::faces;
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::raise;
use crate::solution::Solution;
use crate::words::Words;
use crate::work::Means;

/// A question, its answer, and what proves it.
#[pyclass(frozen, module = "bezzel._bezzel")]
pub struct Report(bezzel::Report);

#[pymethods]
impl Report {
    #[getter]
    fn question(&self) -> String {
        self.0.question.to_string()
    }

    #[getter]
    fn method(&self) -> &str {
        &self.0.method
    }

    #[getter]
    fn proof(&self) -> &str {
        &self.0.proof
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.0.elapsed.as_secs_f64()
    }

    #[getter]
    fn complete(&self) -> bool {
        self.0.answer.is_complete()
    }

    /// A count, of all or up to symmetry.
    #[getter]
    fn count(&self) -> Option<BigUint> {
        match self.0.answer.value() {
            Answer::Count(count) | Answer::Classes(count, _) => Some(count.clone()),
            _ => None,
        }
    }

    #[getter]
    fn table(&self) -> Option<Vec<BigUint>> {
        match self.0.answer.value() {
            Answer::Table(numbers) => Some(numbers.clone()),
            _ => None,
        }
    }

    /// The lower and the upper bound of a maximum.
    #[getter]
    fn bounds(&self) -> Option<(u64, u64)> {
        match self.0.answer.value() {
            Answer::Maximum(maximum) => Some((maximum.lower(), maximum.upper)),
            _ => None,
        }
    }

    /// The solution that was found, or the largest one.
    #[getter]
    fn solution(&self) -> Option<Solution> {
        match self.0.answer.value() {
            Answer::Found(found) => found.clone().map(|solution| Solution::new(solution.into_placement())),
            Answer::Maximum(maximum) => Some(Solution::new(maximum.solution.clone().into_placement())),
            _ => None,
        }
    }

    /// What the program's --format json prints.
    fn json(&self) -> String {
        faces::report_json(&self.0)
    }
}

#[pyfunction]
pub fn ask(py: Python<'_>, goal: &str, words: Words, means: Means) -> PyResult<Report> {
    let goal = match goal {
        "count" => Goal::Count,
        "table" => Goal::Table,
        "max" => Goal::Maximise,
        "first" => Goal::Find { first: true },
        _ => Goal::Find { first: false },
    };
    let question = words.question(goal)?;
    let monitor = means.monitor();
    let solver = means.solver(&monitor)?;
    means.work(py, &monitor, || solver.solve(&question))?.map(Report).map_err(raise)
}

/// The estimate, its interval, their logarithms, and the samples made.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn estimate(
    py: Python<'_>,
    words: Words,
    samples: u64,
    seed: u64,
    means: Means,
) -> PyResult<(f64, f64, f64, [f64; 3], u64)> {
    let question = words.question(Goal::Count)?;
    let monitor = means.monitor();
    let solver = means.solver(&monitor)?;
    let outcome = means.work(py, &monitor, || solver.estimate(question.problem(), samples, seed))?;
    let estimate = outcome.map_err(raise)?.into_value();
    Ok((estimate.value, estimate.low, estimate.high, estimate.log10, estimate.samples))
}

/// The ladder, as the program's compare --format json prints it.
#[pyfunction]
pub fn compare(py: Python<'_>, goal: &str, words: Words, means: Means) -> PyResult<String> {
    let question = words.question(if goal == "max" { Goal::Maximise } else { Goal::Count })?;
    let limit = Duration::try_from_secs_f64(means.limit_time.unwrap_or(10.0)).unwrap_or(Duration::MAX);
    // every rung has a monitor of its own: Ctrl-C stops the one at work and all that come
    let (stopped, running) = (Monitor::new(), Mutex::new(Arc::new(Monitor::new())));
    let at_work = || running.lock().unwrap_or_else(PoisonError::into_inner);
    let stop = || {
        stopped.stop();
        at_work().stop();
    };
    let done = means.work_with(py, &stop, None, || {
        faces::compare_json(&question, limit, &mut |rung| {
            *at_work() = rung.clone();
            if stopped.is_stopped() {
                rung.stop();
            }
        })
    })?;
    done.map_err(raise)
}

/// The count of an interrupted report is what was reached.
pub fn reached(outcome: &Outcome<BigUint>) -> (bool, BigUint) {
    (outcome.is_complete(), outcome.value().clone())
}
