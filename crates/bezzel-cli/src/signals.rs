//! Ctrl-C, SIGTERM and SIGHUP: work in hand is stopped in good order; anything else ends at once, and leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bezzel::Monitor;

/// What a signal has to see to.
struct Duties {
    /// The work in hand, if there is any.
    work: Option<Arc<Monitor>>,
    /// A file that is not in its place yet.
    unfinished: Option<PathBuf>,
    /// What gives the terminal back, if somebody has taken it over.
    give_back: Option<fn()>,
}

/// Whoever has taken over the terminal has so long to give it back in good order.
const GRACE: Duration = Duration::from_millis(700);

static DUTIES: Mutex<Duties> = Mutex::new(Duties { work: None, unfinished: None, give_back: None });

fn duties() -> MutexGuard<'static, Duties> {
    DUTIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to look after signals.
pub fn attend() {
    let handler = || {
        let duties = duties();
        match &duties.work {
            Some(monitor) if !monitor.is_stopped() => {
                monitor.stop();
                if duties.give_back.is_some() {
                    std::thread::spawn(give_back_late);
                }
            }
            _ => {
                if let Some(path) = &duties.unfinished {
                    // it is in nobody's way if it cannot be removed
                    let _ = fs::remove_file(path);
                }
                if let Some(give_back) = duties.give_back {
                    give_back();
                }
                say!("interrupted");
                std::process::exit(3);
            }
        }
    };
    // without a handler a signal ends the program in the system's way
    let _ = ctrlc::set_handler(handler);
}

/// Ends the program if the terminal has not been given back by then: where a terminal has gone away for good, whoever waits
/// for its keys may wait for ever.
fn give_back_late() {
    std::thread::sleep(GRACE);
    if let Some(give_back) = duties().give_back {
        give_back();
        std::process::exit(3);
    }
}

/// The terminal is taken over, and this gives it back; `None` when it is given back.
pub fn set_terminal(give_back: Option<fn()>) {
    duties().give_back = give_back;
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
