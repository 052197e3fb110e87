//! Units on all threads, their results handed to one keeper in batches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::partition::{Partition, UnitResult};
use crate::{Error, Monitor};

/// Results wait so long for others to be written down with: the cost of a write does not count beside that.
const BATCH: Duration = Duration::from_millis(200);
/// So many results do not wait.
const LARGE_BATCH: usize = 4096;

/// Keeps results; when it fails, the work stops.
type Keep<'a> = dyn FnMut(&[UnitResult]) -> Result<(), Error> + 'a;

/// Counts these units. Every result has been kept when this returns, whether it was stopped or not.
pub(super) fn count(
    partition: &Partition,
    units: &[u64],
    threads: usize,
    monitor: &Monitor,
    keep: &mut Keep,
) -> Result<(), Error> {
    monitor.expect_parts(units.len() as u64);
    let next = AtomicUsize::new(0);
    let unstarted = Mutex::new(None);
    let kept = thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.clamp(1, units.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                let mut counter = partition.counter();
                while let Some(&unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if monitor.is_stopped() {
                        return;
                    }
                    let Some(result) = counter(unit, monitor) else { return };
                    monitor.part_done();
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            if let Err(error) = started {
                monitor.stop();
                *unstarted.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error.to_string());
            }
        }
        drop(sender);
        keep_all(&receiver, keep).inspect_err(|_| monitor.stop())
    });
    if let Some(error) = unstarted.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(Error::limit(format!("cannot start {threads} threads: {error}; ask for fewer")));
    }
    kept
}

/// Keeps what comes, in batches, until all senders are gone.
fn keep_all(receiver: &Receiver<UnitResult>, keep: &mut Keep) -> Result<(), Error> {
    let mut batch = Vec::new();
    let mut since = Instant::now();
    loop {
        let wait = BATCH.saturating_sub(since.elapsed());
        let ended = match receiver.recv_timeout(wait) {
            Ok(result) => {
                batch.push(result);
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if ended || batch.len() >= LARGE_BATCH || since.elapsed() >= BATCH {
            if !batch.is_empty() {
                keep(&batch)?;
            }
            batch.clear();
            since = Instant::now();
        }
        if ended {
            return Ok(());
        }
    }
}
