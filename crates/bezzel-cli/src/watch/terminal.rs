//! The terminal: it is taken over, drawn on, and given back whatever happens.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bezzel::Monitor;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::app::{App, Leave};
use super::screen;
use crate::failure::Failure;
use crate::signals;

/// A picture while something moves.
const FRAME: Duration = Duration::from_millis(33);

/// While nothing does, signals are looked for so often.
const IDLE: Duration = Duration::from_millis(250);

/// Plays until somebody quits.
pub fn play(app: &mut App) -> Result<(), Failure> {
    let monitor = Arc::new(Monitor::new());
    signals::stop_work(&monitor);
    // this also sees to it that a panic gives the terminal back
    let mut terminal = ratatui::try_init().map_err(|error| Failure::writing("the terminal", &error))?;
    let ended = watch(app, &mut terminal, &monitor);
    ratatui::restore();
    signals::work_is_done();
    match ended {
        Ok(Leave::Quit) => Ok(()),
        Ok(Leave::Interrupted) => Err(Failure::Interrupted(format!("at step {}", app.player.scene().step))),
        Err(error) => Err(Failure::writing("the terminal", &error)),
    }
}

fn watch(app: &mut App, terminal: &mut DefaultTerminal, monitor: &Monitor) -> io::Result<Leave> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut last = Instant::now();
    let mut is_stale = true;
    loop {
        if is_stale {
            terminal.draw(|frame| screen::draw(frame, app, coloured))?;
        }
        is_stale = app.is_moving();
        let patience = match (app.player.target(), app.playing) {
            // on a long way there is no time to lose
            (Some(_), _) => Duration::ZERO,
            (None, true) => FRAME,
            (None, false) => IDLE,
        };
        if event::poll(patience)? {
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
