//! Long counts: the ledger and the units of a run.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use bezzel::{Goal, Guard, Monitor, UnitResult};
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::raise;
use crate::report::reached;
use crate::words::Words;
use crate::work::Means;

/// A long count and its ledger.
#[pyclass(frozen, module = "bezzel._bezzel")]
pub struct Run {
    // a connection to SQLite serves one thread at a time
    run: Mutex<bezzel::Run>,
    guard: Mutex<Option<Guard>>,
    path: PathBuf,
}

impl Run {
    fn new(run: bezzel::Run, path: PathBuf) -> Self {
        Self { run: Mutex::new(run), guard: Mutex::new(None), path }
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&bezzel::Run) -> Result<T, bezzel::Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| work(&self.run.lock().unwrap_or_else(std::sync::PoisonError::into_inner))).map_err(raise)
    }
}

#[pymethods]
impl Run {
    #[staticmethod]
    fn start(words: Words, path: PathBuf) -> PyResult<Self> {
        let question = words.question(Goal::Count)?;
        bezzel::Run::start(&question, &path).map(|run| Self::new(run, path)).map_err(raise)
    }

    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Self> {
        bezzel::Run::open(&path).map(|run| Self::new(run, path)).map_err(raise)
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn header(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |run| Ok(run.partition().header()))
    }

    /// Counts what is missing on this machine: whether all is done, and the total or what was reached.
    fn compute(&self, py: Python<'_>, means: Means) -> PyResult<(bool, BigUint)> {
        let monitor = means.monitor();
        let threads = means.threads();
        let outcome = means.work(py, &monitor, || {
            self.run.lock().unwrap_or_else(std::sync::PoisonError::into_inner).compute(threads, &monitor)
        })?;
        outcome.map(|outcome| reached(&outcome)).map_err(raise)
    }

    /// Keeps the ledger for this process, until it is given back.
    fn take(&self, py: Python<'_>) -> PyResult<()> {
        let guard = self.with(py, bezzel::Run::take)?;
        *self.guard.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(guard);
        Ok(())
    }

    fn give_back(&self) {
        *self.guard.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
    }

    fn missing(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.with(py, bezzel::Run::missing)
    }

    /// Writes down results, each a line of JSON as [`Partition::count`] gives them; all or none. Gives how many are new.
    fn record(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<u64> {
        self.with(py, |run| {
            let results = lines.iter().map(|line| run.partition().parse_line(line));
            run.record(&results.collect::<Result<Vec<UnitResult>, _>>()?)
        })
    }

    /// Whether all is done, and the total or what was reached.
    fn answer(&self, py: Python<'_>) -> PyResult<(bool, BigUint)> {
        self.with(py, |run| run.answer().map(|outcome| reached(&outcome)))
    }

    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let status = self.with(py, bezzel::Run::status)?;
        let dict = PyDict::new(py);
        dict.set_item("question", status.question)?;
        dict.set_item("plan", status.plan)?;
        dict.set_item("units", status.units)?;
        dict.set_item("done", status.done)?;
        dict.set_item("seconds", status.seconds)?;
        dict.set_item("seconds_left", status.seconds_left)?;
        dict.set_item("total", status.total)?;
        dict.set_item("theory", status.theory)?;
        dict.set_item("alarms", status.alarms)?;
        dict.set_item("last_error", status.last_error)?;
        Ok(dict)
    }

    /// Takes over a shard file or another ledger: how many units are new, and how many known.
    fn merge(&self, py: Python<'_>, path: PathBuf) -> PyResult<(u64, u64)> {
        self.with(py, |run| run.merge(&path).map(|merged| (merged.new, merged.known)))
    }

    /// Counts units again: rows tested, units counted again, and the faults.
    #[allow(clippy::type_complexity)]
    fn audit(
        &self,
        py: Python<'_>,
        sample: f64,
        seed: u64,
        repair: bool,
        means: Means,
    ) -> PyResult<(bool, u64, u64, Vec<(u64, String)>)> {
        let monitor = means.monitor();
        let threads = means.threads();
        let outcome = means.work(py, &monitor, || {
            let run = self.run.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            run.audit(sample, seed, repair, threads, &monitor)
        })?;
        let outcome = outcome.map_err(raise)?;
        let complete = outcome.is_complete();
        let audit = outcome.into_value();
        let faults = audit.faults.into_iter().map(|fault| (fault.unit, fault.what)).collect();
        Ok((complete, audit.rows, audit.recounted, faults))
    }
}

/// The units of a count, for those who have no ledger: workers elsewhere.
#[pyclass(frozen, module = "bezzel._bezzel")]
pub struct Partition(bezzel::Partition);

#[pymethods]
impl Partition {
    /// The partition that a ledger's header names.
    #[new]
    fn new(py: Python<'_>, header: String) -> PyResult<Self> {
        py.detach(|| bezzel::Partition::from_header(&header)).map(Self).map_err(raise)
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    /// Counts units one after another, each to a line of JSON.
    fn count(&self, py: Python<'_>, units: Vec<u64>) -> PyResult<Vec<String>> {
        let monitor = Monitor::new();
        let means = Means { method: None, threads: Some(1), limit_time: None, progress: None };
        means.work(py, &monitor, || {
            let mut counter = self.0.counter();
            let lines = units.iter().map_while(|&unit| counter(unit, &monitor)).map(|result| self.0.line(&result));
            lines.collect()
        })
    }
}

/// What a run would take: units, plan, seconds, the ends of an interval, bytes.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn plan(
    py: Python<'_>,
    words: Words,
    measure: f64,
    means: Means,
) -> PyResult<Option<(u64, String, f64, [f64; 2], Option<u64>)>> {
    let question = words.question(Goal::Count)?;
    let monitor = means.monitor();
    let budget = Duration::try_from_secs_f64(measure).unwrap_or_default();
    let plan = means.work(py, &monitor, || bezzel::Run::plan(&question, budget, &monitor))?.map_err(raise)?;
    Ok(plan.map(|plan| (plan.units, plan.plan, plan.seconds, plan.interval, plan.bytes)))
}
