//! Attacks in a bad placement: a line for each pair of pieces of which one attacks the other, a ring around each such piece.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use bezzel::{Conflict, Placement, Square};

use super::board::SIDE;
use super::{ALARM, LIGHT, measure};

/// More lines than these could not be told apart, and would make a picture of many megabytes.
const MAX_LINES: usize = 20_000;

/// The attacks of a placement.
pub struct Attacks {
    drawn: Vec<Conflict>,
    attacked: BTreeSet<Square>,
    total: u64,
}

impl Attacks {
    /// All attacks of a placement, of which the first are drawn.
    pub fn of(placement: &Placement) -> Self {
        let mut attacks = Self { drawn: Vec::new(), attacked: BTreeSet::new(), total: 0 };
        placement.visit_conflicts(false, |conflict| {
            attacks.total += 1;
            attacks.attacked.extend([conflict.first.1, conflict.second.1]);
            if attacks.drawn.len() < MAX_LINES {
                attacks.drawn.push(conflict);
            }
            ControlFlow::Continue(())
        });
        attacks
    }

    /// How many there are, in words; nothing if there are none.
    pub fn description(&self) -> String {
        let (pairs, pieces) = (self.total, self.attacked.len());
        match pairs {
            0 => String::new(),
            1 => "1 pair of pieces attack each other.".to_string(),
            _ if self.drawn.len() as u64 == pairs => {
                format!("{pairs} pairs of pieces attack each other, {pieces} pieces in all.")
            }
            _ => format!(
                "{pairs} pairs of pieces attack each other, {pieces} pieces in all; the first {MAX_LINES} are drawn."
            ),
        }
    }
}

/// The lines, to be drawn below the pieces.
pub fn lines(out: &mut dyn Write, attacks: &Attacks) -> io::Result<()> {
    if attacks.drawn.is_empty() {
        return Ok(());
    }
    let ways: Vec<String> = attacks.drawn.iter().map(way).collect();
    // a light casing keeps the line apart from dark squares and walls
    writeln!(out, r#"<g fill="none" stroke="{LIGHT}" stroke-width="6">"#)?;
    for way in &ways {
        writeln!(out, r#"<path d="{way}"/>"#)?;
    }
    writeln!(out, "</g>")?;
    writeln!(out, r#"<g fill="none" stroke="{ALARM}" stroke-width="3" stroke-dasharray="8 4">"#)?;
    for way in &ways {
        writeln!(out, r#"<path class="attack" d="{way}"/>"#)?;
    }
    writeln!(out, "</g>")
}

/// The radius of a ring.
const RING: f64 = 20.5;

/// The shortest line; between neighbours it reaches into the rings.
const SHORTEST: f64 = 24.0;

/// From the ring of one piece to that of the other.
fn way(conflict: &Conflict) -> String {
    let (from, to) = (centre(conflict.first.1), centre(conflict.second.1));
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down);
    let share = RING.min((length - SHORTEST) / 2.0) / length;
    let point =
        |(x, y): (f64, f64), share: f64| format!("{} {}", measure(x + across * share), measure(y + down * share));
    format!("M{}L{}", point(from, share), point(to, -share))
}

fn centre(square: Square) -> (f64, f64) {
    let middle = |place: u32| f64::from(place * SIDE) + f64::from(SIDE) / 2.0;
    (middle(square.column), middle(square.row))
}

/// A ring around each piece that attacks or is attacked.
pub fn rings(out: &mut dyn Write, attacks: &Attacks) -> io::Result<()> {
    if attacks.attacked.is_empty() {
        return Ok(());
    }
    writeln!(out, r#"<g fill="none" stroke="{ALARM}" stroke-width="2.5">"#)?;
    for &square in &attacks.attacked {
        let (x, y) = centre(square);
        writeln!(out, r#"<circle class="attacked" cx="{x}" cy="{y}" r="{RING}"/>"#)?;
    }
    writeln!(out, "</g>")
}
