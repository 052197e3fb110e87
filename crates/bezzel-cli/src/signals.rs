//! Ctrl-C, SIGTERM and SIGHUP: work in hand is stopped in good order; anything else ends at once, and leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bezzel::Monitor;

use crate::watch;

/// What a signal has to see to.
struct Duties {
    /// The work in hand, if there is any.
    work: Option<Arc<Monitor>>,
    /// A file that is not in its place yet.
    unfinished: Option<PathBuf>,
}

static DUTIES: Mutex<Duties> = Mutex::new(Duties { work: None, unfinished: None });

fn duties() -> MutexGuard<'static, Duties> {
    DUTIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to look after signals.
pub fn attend() {
    let handler = || {
        let duties = duties();
        match &duties.work {
            Some(monitor) if !monitor.is_stopped() => monitor.stop(),
            _ => {
                if let Some(path) = &duties.unfinished {
                    // it is in nobody's way if it cannot be removed
                    let _ = fs::remove_file(path);
                }
                watch::terminal::give_back();
                say!("interrupted");
                std::process::exit(3);
            }
        }
    };
    // without a handler a signal ends the program in the system's way
    let _ = ctrlc::set_handler(handler);
}

/// Signals stop this work from now on; a second one ends the program.
pub fn stop_work(monitor: &Arc<Monitor>) {
    duties().work = Some(monitor.clone());
}

/// The work is done: signals end the program again.
pub fn work_is_done() {
    duties().work = None;
}

/// A signal that ends the program removes this file; `None` when it is in its place.
pub fn set_unfinished(path: Option<&Path>) {
    duties().unfinished = path.map(Path::to_path_buf);
}
