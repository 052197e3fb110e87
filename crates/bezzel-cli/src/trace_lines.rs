//! The lines of a trace: a JSON object a step.
//!
//! ```text
//! {"step":1,"event":"try","depth":0,"square":"a8"}
//! {"step":2,"event":"place","depth":0,"square":"a8"}
//! {"step":3,"event":"try","depth":1,"square":"a7"}
//! {"step":4,"event":"conflict","depth":1,"square":"a7","with":"a8"}
//! ```
//!
//! Steps count from 1. `depth` is the number of pieces the search had placed before the event; after it, for a solution, whose
//! `square` is that of the piece placed last (there is none on an empty board). `with` is the square of the piece that is
//! attacked.

mod read;

use std::io::{self, Write};

use bezzel::{Event, Square};

pub use read::{Fault, read};

/// Writes one line; `name` gives a square's name.
pub fn write(
    out: &mut dyn Write,
    step: u64,
    depth: usize,
    event: Event,
    name: &dyn Fn(Square) -> String,
) -> io::Result<()> {
    let with = if let Event::Conflict { with, .. } = event { Some(with) } else { None };
    write!(out, r#"{{"step":{step},"event":"{}","depth":{depth}"#, event.name())?;
    for (key, square) in [("square", event.square()), ("with", with)] {
        if let Some(square) = square {
            write!(out, r#","{key}":"{}""#, name(square))?;
        }
    }
    writeln!(out, "}}")
}
