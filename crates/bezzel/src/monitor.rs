//! The watch kept over running work: the request to stop, and how far it has come.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shared between those who work and those who watch: a stop flag, a deadline, and a record of progress that can be read
/// at any time.
///
/// ```
/// use bezzel::Monitor;
/// let monitor = Monitor::new();
/// assert!(!monitor.is_stopped());
/// monitor.stop();
/// assert!(monitor.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct Monitor {
    stopped: AtomicBool,
    deadline: Option<Instant>,
    done: AtomicU64,
    total: AtomicU64,
    lower: AtomicU64,
    upper: AtomicU64,
    /// The bits of a number from 0 to 1.
    share: AtomicU64,
}

impl Monitor {
    /// A monitor without a deadline.
    pub fn new() -> Self {
        Self::default()
    }

    /// A monitor that asks the work to stop when so much time has passed from now.
    pub fn with_limit(limit: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(limit), ..Self::default() }
    }

    /// Asks the work to stop. Safe to call from a signal handler's thread at any time.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the work should stop. Methods ask this at least every few milliseconds.
    pub fn is_stopped(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late {
            self.stop();
        }
        late
    }

    /// How many parts of the work are done and how many there are; `None` before the work knows.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let total = self.total.load(Ordering::Relaxed);
        (total > 0).then(|| (self.done.load(Ordering::Relaxed).min(total), total))
    }

    /// About how much of the work is done, from 0 to 1; `None` before the work knows.
    pub fn share_done(&self) -> Option<f64> {
        let parts = self.progress().map(|(done, total)| done as f64 / total as f64);
        let share = f64::from_bits(self.share.load(Ordering::Relaxed));
        parts.or((share > 0.0).then_some(share)).filter(|share| *share > 0.0)
    }

    /// The bounds of a maximum so far; `None` before there are any.
    pub fn bounds(&self) -> Option<(u64, u64)> {
        let upper = self.upper.load(Ordering::Relaxed);
        (upper > 0).then(|| (self.lower.load(Ordering::Relaxed), upper))
    }

    pub(crate) fn expect_parts(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    pub(crate) fn part_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// For work that does not fall into parts: about how much of it is done, from 0 to 1.
    pub(crate) fn set_share(&self, share: f64) {
        self.share.store(share.to_bits(), Ordering::Relaxed);
    }

    pub(crate) fn set_bounds(&self, lower: u64, upper: u64) {
        self.lower.store(lower, Ordering::Relaxed);
        self.upper.store(upper, Ordering::Relaxed);
    }
}

/// Work between two looks at the monitor, in machine words: far below a millisecond.
const WORDS_BETWEEN_LOOKS: usize = 1 << 14;

/// One thread's looks at the monitor: after so much work rather than so many steps, for on a large board a step takes long.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    words: usize,
    stopped: bool,
}

impl Pulse {
    /// Whether to stop, asked at every step; the step touches about so many machine words.
    pub(crate) fn stops(&mut self, words: usize, monitor: &Monitor) -> bool {
        if self.is_due(words) {
            self.stopped |= monitor.is_stopped();
        }
        self.stopped
    }

    /// Whether it is time for a look, asked at every step.
    pub(crate) fn is_due(&mut self, words: usize) -> bool {
        self.words += words;
        let due = self.words >= WORDS_BETWEEN_LOOKS;
        if due {
            self.words = 0;
        }
        due
    }

    /// Whether an earlier step was told to stop.
    pub(crate) fn has_stopped(&self) -> bool {
        self.stopped
    }
}
