//! Progress on standard error: a record is read now and then, the work itself prints nothing.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bezzel::Monitor;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::When;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The length of a bar, in steps of its own.
const LENGTH: u64 = 10_000;

/// Shows progress until it is dropped.
pub struct Progress {
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts watching, if progress is to be shown.
    pub fn start(monitor: &Arc<Monitor>, when: When) -> Self {
        let terminal = stderr().is_terminal();
        if when == When::Never || (when == When::Auto && !terminal) {
            return Self { watcher: None };
        }
        let (sender, receiver) = channel();
        let monitor = monitor.clone();
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            let mut display = Display::new(terminal);
            let mut pause = PATIENCE;
            while receiver.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                display.show(&monitor, start.elapsed());
                pause = if terminal { Duration::from_millis(200) } else { PATIENCE };
            }
            display.clear();
        });
        Self { watcher: Some((sender, thread)) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.watcher.take() {
            drop(sender);
            // a watcher that panicked has nothing left to show
            let _ = thread.join();
        }
    }
}

/// A bar on a terminal, plain lines elsewhere.
enum Display {
    Bar(Option<ProgressBar>),
    Lines,
}

impl Display {
    fn new(terminal: bool) -> Self {
        if terminal { Self::Bar(None) } else { Self::Lines }
    }

    fn show(&mut self, monitor: &Monitor, elapsed: Duration) {
        let text = describe(monitor, elapsed);
        match self {
            Self::Lines => say!("progress: {text}"),
            Self::Bar(bar) => {
                let bar = bar.get_or_insert_with(new_bar);
                bar.set_length(LENGTH);
                bar.set_position((monitor.share_done().unwrap_or(0.0) * LENGTH as f64) as u64);
                bar.set_message(text);
                bar.tick();
            }
        }
    }

    fn clear(&self) {
        if let Self::Bar(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {msg}").expect("the template is well formed");
    ProgressBar::new(1).with_style(style)
}

/// How far the work is: parts done, time taken, time left by the share done; or the bounds of a maximum.
fn describe(monitor: &Monitor, elapsed: Duration) -> String {
    let mut parts = Vec::new();
    let share = monitor.share_done();
    if let Some((done, total)) = monitor.progress() {
        parts.push(format!("{done}/{total} parts"));
    } else if let Some(share) = share {
        parts.push(format!("about {:.1} %", share * 100.0));
    }
    if let Some((lower, upper)) = monitor.bounds() {
        parts.push(format!("between {lower} and {upper}"));
    }
    parts.push(clock(elapsed));
    let left = share.filter(|&share| share < 1.0).map(|share| elapsed.as_secs_f64() * (1.0 - share) / share);
    if let Some(left) = left.and_then(|left| Duration::try_from_secs_f64(left).ok()) {
        parts.push(format!("about {} left", clock(left)));
    }
    parts.join(", ")
}

/// `0:07`, `2:05:30`, `3 days`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 86_400, seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (0 | 1, hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (days, ..) => format!("{days} days"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_clocks() {
        let texts = [0, 7, 65, 3600, 7530, 90_000, 200_000].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(texts, ["0:00", "0:07", "1:05", "1:00:00", "2:05:30", "25:00:00", "2 days"]);
    }
}
