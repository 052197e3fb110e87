//! Solutions, one by one as they are found, and placements that are asked about.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use bezzel::{Goal, Monitor, Outcome, Placement};
use bezzel_cli::faces;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::words::Words;
use crate::work::Means;
use crate::{Interrupted, raise};

/// Solutions that wait for Python: few, so that a search does not run ahead of who asks.
const WAITING: usize = 256;

/// Pieces on squares, none of which attacks another.
#[pyclass(frozen, module = "bezzel._bezzel", eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    letters: Vec<(String, u32, u32)>,
    size: (u32, u32),
    placement: Same,
}

/// The placement, which says nothing that the pieces and the board do not.
#[derive(Clone)]
struct Same(Arc<Placement>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        self.0.board() == other.0.board()
    }
}

impl Eq for Same {}

impl std::hash::Hash for Same {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Solution {
    pub fn new(placement: Placement) -> Self {
        let letters = placement
            .pieces()
            .iter()
            .map(|&placed| (placement.letter(placed).to_string(), placed.square.row, placed.square.column));
        let size = (placement.board().rows(), placement.board().columns());
        Self { letters: letters.collect(), size, placement: Same(Arc::new(placement)) }
    }
}

#[pymethods]
impl Solution {
    /// Letter, row and column of each piece, in reading order.
    #[getter]
    fn pieces(&self) -> Vec<(String, u32, u32)> {
        self.letters.clone()
    }

    #[getter]
    fn shape(&self) -> (u32, u32) {
        self.size
    }

    /// The names of the squares.
    #[getter]
    fn names(&self) -> Vec<String> {
        let board = self.placement.0.board();
        self.placement.0.pieces().iter().map(|placed| board.name(placed.square)).collect()
    }

    fn __len__(&self) -> usize {
        self.letters.len()
    }

    fn __str__(&self) -> PyResult<String> {
        let (rows, columns) = self.size;
        if rows > 2000 || columns > 2000 {
            return Ok(format!("{} pieces on {rows}x{columns}", self.letters.len()));
        }
        Ok(faces::placement_text(&self.placement.0).trim_end().into())
    }

    fn svg(&self) -> PyResult<String> {
        faces::placement_svg(&self.placement.0).map_err(raise)
    }

    /// The column of each row from the top as 32-bit integers, if each row has one piece.
    fn columns<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let columns = self.placement.0.columns_by_row()?;
        let bytes: Vec<u8> = columns.flat_map(|column| (column as i32).to_ne_bytes()).collect();
        Some(PyBytes::new(py, &bytes))
    }
}

/// What the search hands over.
type Found = Result<Solution, String>;

/// A search that goes on while its solutions are taken.
#[pyclass(module = "bezzel._bezzel")]
pub struct Search {
    receiver: Mutex<Option<Receiver<Found>>>,
    monitor: Arc<Monitor>,
    thread: Option<JoinHandle<()>>,
}

#[pymethods]
impl Search {
    /// The next solution; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        loop {
            let received = py.detach(|| {
                let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.as_ref().map_or(Err(RecvTimeoutError::Disconnected), |receiver| {
                    receiver.recv_timeout(Duration::from_millis(50))
                })
            });
            match received {
                Ok(Ok(solution)) => return Ok(Some(solution)),
                Ok(Err(interrupted)) => return Err(Interrupted::new_err(interrupted)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = py.check_signals() {
                        self.close();
                        return Err(raised);
                    }
                }
            }
        }
    }

    /// Up to so many solutions.
    fn take(&self, py: Python<'_>, most: usize) -> PyResult<Vec<Solution>> {
        let mut all = Vec::new();
        while all.len() < most {
            let Some(solution) = self.next(py)? else { break };
            all.push(solution);
        }
        Ok(all)
    }

    /// The columns of all solutions that are left, as 32-bit integers; `None` if one has not one piece in each row.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let mut bytes: Vec<u8> = Vec::new();
        while let Some(solution) = self.next(py)? {
            let Some(columns) = solution.placement.0.columns_by_row() else { return Ok(None) };
            bytes.extend(columns.flat_map(|column| (column as i32).to_ne_bytes()));
        }
        Ok(Some(PyBytes::new(py, &bytes)))
    }

    /// Ends the search.
    fn close(&self) {
        self.monitor.stop();
        *self.receiver.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.close();
        if let Some(thread) = self.thread.take() {
            // it ends within a moment; a panic in it has been told already
            let _ = Python::try_attach(|py| py.detach(|| thread.join()));
        }
    }
}

#[pyfunction]
pub fn search(words: Words, means: Means) -> PyResult<Search> {
    let question = words.question(Goal::List)?;
    let monitor = means.monitor();
    let solver = means.solver(&monitor)?;
    solver.plan(&question).map_err(raise)?;
    let (sender, receiver) = sync_channel(WAITING);
    let thread = std::thread::spawn(move || {
        let mut visit = |solution: &bezzel::Solution| {
            let solution = Solution::new(solution.clone().into_placement());
            if sender.send(Ok(solution)).is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let interrupted = match solver.stream(&question, &mut visit) {
            Ok(report) => {
                matches!(report.answer, Outcome::Interrupted(_)).then(|| format!("the time is over; {question}"))
            }
            Err(error) => Some(error.to_string()),
        };
        if let Some(message) = interrupted {
            // whoever asked may have gone
            let _ = sender.send(Err(message));
        }
    });
    Ok(Search { receiver: Mutex::new(Some(receiver)), monitor, thread: Some(thread) })
}

/// The pairs of pieces that attack each other, each as two texts such as `Qc5`.
#[pyfunction]
pub fn check(words: Words, through: bool) -> PyResult<Vec<(String, String)>> {
    let placement = words.words().placement().map_err(raise)?;
    let name = |(letter, square)| format!("{letter}{}", placement.board().name(square));
    Ok(placement.conflicts(through).into_iter().map(|conflict| (name(conflict.first), name(conflict.second))).collect())
}

/// A picture of a board with its fixed pieces.
#[pyfunction]
pub fn picture(words: Words) -> PyResult<String> {
    faces::placement_svg(&words.words().placement().map_err(raise)?).map_err(raise)
}
