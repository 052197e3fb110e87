//! The terminal: it is taken over, drawn on, and given back whatever happens.

use std::io::{self, Stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bezzel::Monitor;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::app::{App, Leave};
use super::screen;
use crate::failure::Failure;
use crate::signals;

/// Something taken that is given back once, whoever comes first: the end of its scope, a panic, or a signal.
struct Loan {
    is_taken: AtomicBool,
    give_back: fn(),
}

impl Loan {
    const fn new(give_back: fn()) -> Self {
        Self { is_taken: AtomicBool::new(false), give_back }
    }

    /// Takes it while this work is done. A panic gives it back before anything is said about the panic.
    fn during<T>(&'static self, work: impl FnOnce() -> T) -> T {
        self.is_taken.store(true, Ordering::SeqCst);
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            self.end();
            usual(info);
        }));
        let done = work();
        self.end();
        // the hook stays: it gives back nothing any more
        done
    }

    fn end(&self) {
        if self.is_taken.swap(false, Ordering::SeqCst) {
            (self.give_back)();
        }
    }
}

/// Leaves the alternate screen, shows the cursor, lets keys be echoed.
static TERMINAL: Loan = Loan::new(|| {
    // a terminal that has gone needs nothing back
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
});

/// Gives the terminal back if the player has it.
fn give_back() {
    TERMINAL.end();
}

/// Plays until somebody quits.
pub fn play(app: &mut App) -> Result<(), Failure> {
    let monitor = Arc::new(Monitor::new());
    signals::stop_work(&monitor);
    signals::set_terminal(Some(give_back));
    let ended = TERMINAL.during(|| take_over().and_then(|mut terminal| watch(app, &mut terminal, &monitor)));
    signals::set_terminal(None);
    signals::work_is_done();
    match ended {
        Ok(Leave::Quit) => Ok(()),
        Ok(Leave::Interrupted) => Err(Failure::Interrupted(format!("at step {}", app.player.scene().step))),
        Err(error) => Err(Failure::writing("the terminal", &error)),
    }
}

type Screen = Terminal<CrosstermBackend<Stdout>>;

fn take_over() -> io::Result<Screen> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen)?;
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

fn watch(app: &mut App, terminal: &mut Screen, monitor: &Monitor) -> io::Result<Leave> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut last = Instant::now();
    let mut is_stale = true;
    loop {
        if is_stale {
            terminal.draw(|frame| screen::draw(frame, app, coloured))?;
        }
        is_stale = app.is_moving();
        if event::poll(app.patience())? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(leave) = app.key(key) {
                        return Ok(leave);
                    }
                    is_stale = true;
                }
                Event::Resize(..) => is_stale = true,
                _ => {}
            }
        }
        if monitor.is_stopped() {
            return Ok(Leave::Interrupted);
        }
        app.tick(last.elapsed().as_secs_f64());
        last = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn what_is_taken_is_given_back_once() {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        static LOAN: Loan = Loan::new(|| {
            COUNT.fetch_add(1, Ordering::SeqCst);
        });
        let count = || COUNT.load(Ordering::SeqCst);
        LOAN.end();
        assert_eq!(count(), 0);
        LOAN.during(|| assert_eq!(count(), 0));
        assert_eq!(count(), 1);
        // a signal comes first
        LOAN.during(|| LOAN.end());
        assert_eq!(count(), 2);
        // a panic gives it back where it happens, and whoever catches it has nothing to do
        let caught = panic::catch_unwind(|| LOAN.during(|| panic!("on purpose")));
        assert!(caught.is_err());
        assert_eq!(count(), 3);
        LOAN.end();
        assert_eq!(count(), 3);
    }
}
