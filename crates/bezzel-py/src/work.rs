//! Long work beside Python: without the interpreter's lock, watched for Ctrl-C.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bezzel::{Isa, Monitor, Solver};
use pyo3::prelude::*;

use crate::raise;

/// How often Python is asked whether there is a signal.
const PAUSE: Duration = Duration::from_millis(50);

/// How the work is done.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Means {
    pub method: Option<String>,
    pub threads: Option<usize>,
    pub limit_time: Option<f64>,
    /// Called now and then with the parts that are done and all of them.
    pub progress: Option<Py<PyAny>>,
}

impl Means {
    pub fn monitor(&self) -> Arc<Monitor> {
        let limit = self.limit_time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Arc::new(limit.map_or_else(Monitor::new, Monitor::with_limit))
    }

    pub fn solver(&self, monitor: &Arc<Monitor>) -> PyResult<Solver> {
        Isa::detect().map_err(raise)?;
        let mut solver = Solver::new().monitor(monitor.clone());
        if let Some(method) = &self.method {
            solver = solver.method(method);
        }
        if let Some(threads) = self.threads {
            solver = solver.threads(threads);
        }
        Ok(solver)
    }

    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
    }

    /// Does work on a thread of its own. Ctrl-C stops it, and is raised when it has ended.
    pub fn work<T: Send>(&self, py: Python<'_>, monitor: &Monitor, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        self.work_with(py, &|| monitor.stop(), Some(monitor), work)
    }

    /// The same for work that is stopped in its own way.
    pub fn work_with<T: Send>(
        &self,
        py: Python<'_>,
        stop: &dyn Fn(),
        shown: Option<&Monitor>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let receiver = Mutex::new(receiver);
            scope.spawn(move || sender.send(work()));
            let mut raised = None;
            let mut pauses = 0u32;
            loop {
                let received =
                    py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PAUSE));
                match received {
                    Ok(done) => return raised.map_or(Ok(done), Err),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(pyo3::exceptions::PyRuntimeError::new_err(
                            "the work ended without a result; please report this",
                        ));
                    }
                }
                pauses += 1;
                if raised.is_none() {
                    raised = py.check_signals().and_then(|()| self.show(py, shown, pauses)).err();
                    if raised.is_some() {
                        stop();
                    }
                }
            }
        })
    }

    /// Shows progress about twice a second.
    fn show(&self, py: Python<'_>, shown: Option<&Monitor>, pauses: u32) -> PyResult<()> {
        let Some(progress) = self.progress.as_ref().filter(|_| pauses.is_multiple_of(10)) else { return Ok(()) };
        match shown.and_then(Monitor::progress) {
            Some(parts) => progress.call1(py, parts).map(|_| ()),
            None => Ok(()),
        }
    }
}
