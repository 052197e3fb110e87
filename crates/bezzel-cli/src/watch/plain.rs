//! The search as plain lines, for where there is no terminal to play on: a step a line, as the classic notebooks print it.
//!
//! ```text
//!      1  try       a4
//!      2  place     a4        a4
//!      3  try       a3        a4
//!      4  conflict  a3 a4     a4
//! ```
//!
//! The number of the step, what happened where (for a conflict also the square of the piece that is attacked), and the pieces
//! that stand after it.

use std::io::{self, Write};
use std::time::Duration;

use bezzel::{Event, Monitor, Square};

use super::player::{Player, Scene, Target};
use crate::failure::Failure;
use crate::output::Output;

/// Writes up to `limit` steps, with a pause after each.
pub fn play(
    player: &mut Player,
    rows: u32,
    limit: u64,
    delay: Duration,
    output: &mut Output,
    monitor: &Monitor,
) -> Result<(), Failure> {
    for step in 1..=limit {
        player.set_out(Target::Step(step));
        player.advance(2);
        if player.scene().step < step {
            break;
        }
        output.write(|out| {
            line(out, player.scene(), rows)?;
            if delay > Duration::ZERO { out.flush() } else { Ok(()) }
        })?;
        wait(delay, monitor);
        if monitor.is_stopped() {
            return Err(Failure::Interrupted(format!("{step} steps so far")));
        }
    }
    Ok(())
}

/// Waits, but not when the work is stopped.
fn wait(delay: Duration, monitor: &Monitor) {
    const SLICE: Duration = Duration::from_millis(50);
    let mut left = delay;
    while left > Duration::ZERO && !monitor.is_stopped() {
        std::thread::sleep(left.min(SLICE));
        left = left.saturating_sub(SLICE);
    }
}

fn line(out: &mut dyn Write, scene: &Scene, rows: u32) -> io::Result<()> {
    let name = |square: &Square| square.name(rows);
    let event = scene.last.map(|(_, event)| event);
    let word = event.map_or("start", Event::name);
    let squares = match event {
        Some(Event::Conflict { square, with }) => format!("{} {}", name(&square), name(&with)),
        // the pieces behind it say which
        None | Some(Event::Solution(_)) => String::new(),
        Some(event) => event.square().as_ref().map_or_else(String::new, name),
    };
    let standing: Vec<String> = scene.standing.iter().map(name).collect();
    let text = format!("{:>7}  {word:<8}  {squares:<8}  {}", scene.step, standing.join(" "));
    writeln!(out, "{}", text.trim_end())
}
