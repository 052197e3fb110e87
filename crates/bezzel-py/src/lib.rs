//! The Python package's Rust half: questions in, exact numbers, solutions and reports out. What is pleasant about the package is
//! written in Python, in `python/bezzel`.

mod report;
mod run;
mod solution;
mod words;
mod work;

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(
    bezzel,
    Error,
    PyValueError,
    "A question, a board or a file that makes no sense, or a limit that is reached."
);
create_exception!(
    bezzel,
    Interrupted,
    PyException,
    "Work that was stopped by a time limit; `reached` says how far it came."
);

/// The library's error as Python's.
fn raise(error: bezzel::Error) -> PyErr {
    match error {
        bezzel::Error::Io(message) => pyo3::exceptions::PyOSError::new_err(message),
        other => Error::new_err(other.to_string()),
    }
}

/// The program, with these arguments; gives its exit code.
#[pyfunction]
fn main(py: Python<'_>, args: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| bezzel_cli::run(args))
}

#[pymodule]
fn _bezzel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("Interrupted", py.get_type::<Interrupted>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<report::Report>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::Search>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<run::Partition>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(report::ask, module)?)?;
    module.add_function(wrap_pyfunction!(report::estimate, module)?)?;
    module.add_function(wrap_pyfunction!(report::compare, module)?)?;
    module.add_function(wrap_pyfunction!(solution::search, module)?)?;
    module.add_function(wrap_pyfunction!(solution::check, module)?)?;
    module.add_function(wrap_pyfunction!(solution::picture, module)?)?;
    module.add_function(wrap_pyfunction!(run::plan, module)?)?;
    Ok(())
}
