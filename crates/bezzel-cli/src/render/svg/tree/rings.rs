//! A large tree in rings: the empty board in the middle, a ring for each number of pieces, leaves all around.

use std::f64::consts::TAU;
use std::io::{self, Write};

use super::super::{FAINT, INK, measure};
use super::{DEAD, EDGE, Fate, Tree, WAY, WIDTH};

/// The height of the rings, as wide as the picture.
pub const HEIGHT: u32 = WIDTH - EDGE;

const MIDDLE: f64 = WIDTH as f64 / 2.0;
const RADIUS: f64 = MIDDLE - 1.5 * EDGE as f64;

/// A point by its angle, in parts of a turn from the top, and its distance from the middle.
fn point(turn: f64, radius: f64) -> String {
    let angle = (turn - 0.25) * TAU;
    format!("{} {}", measure(MIDDLE + radius * angle.cos()), measure(MIDDLE + radius * angle.sin()))
}

/// Writes the rings, the branches that fail, and over them those that lead to solutions.
pub fn draw(out: &mut dyn Write, tree: &Tree, places: &[f64], leaves: usize) -> io::Result<()> {
    let deepest = tree.deepest().max(1);
    let radius = |depth: usize| RADIUS * depth as f64 / deepest as f64;
    writeln!(out, r#"<g fill="none" stroke="{FAINT}" stroke-width="0.8" stroke-dasharray="1 4">"#)?;
    for depth in 1..=deepest {
        writeln!(out, r#"<circle cx="{MIDDLE}" cy="{MIDDLE}" r="{}"/>"#, measure(radius(depth)))?;
    }
    writeln!(out, "</g>")?;
    for fate in [Fate::Dead, Fate::End, Fate::Way, Fate::Solution] {
        writeln!(out, r#"<g fill="none" {}>"#, line(fate))?;
        for (index, node) in tree.nodes.iter().enumerate().skip(1).filter(|(_, node)| node.fate() == fate) {
            let turn = |index: usize| places[index] / leaves as f64;
            let (inner, outer) = (radius(node.depth - 1), radius(node.depth));
            let bend = f64::midpoint(inner, outer);
            // the middle has no direction of its own
            let from = turn(if node.depth == 1 { index } else { node.parent });
            let to = turn(index);
            let way = [point(from, bend), point(to, bend), point(to, outer)].join(" ");
            writeln!(out, r#"<path class="{}" d="M{}C{way}"/>"#, fate.class(), point(from, inner))?;
        }
        writeln!(out, "</g>")?;
        marks(out, tree, fate, |index, depth| point(places[index] / leaves as f64, radius(depth)))?;
    }
    writeln!(out, r#"<circle class="node root" cx="{MIDDLE}" cy="{MIDDLE}" r="6" fill="{INK}"/>"#)
}

fn line(fate: Fate) -> String {
    match fate {
        Fate::Solution | Fate::Way => format!(r#"stroke="{WAY}" stroke-width="2""#),
        Fate::Dead | Fate::End => format!(r#"stroke="{DEAD}" stroke-width="0.7""#),
    }
}

/// The ends of branches: large dots at solutions, small ones where nothing can follow.
fn marks(out: &mut dyn Write, tree: &Tree, fate: Fate, at: impl Fn(usize, usize) -> String) -> io::Result<()> {
    let (colour, wide) = match fate {
        Fate::Solution => (WAY, 8.0),
        Fate::End => (DEAD, 2.4),
        Fate::Way | Fate::Dead => return Ok(()),
    };
    // lines of no length with round ends are dots, in one path
    let dot = |(index, node): (usize, &super::Node)| format!("M{}h0", at(index, node.depth));
    let dots: String = tree.nodes.iter().enumerate().filter(|(_, node)| node.fate() == fate).map(dot).collect();
    writeln!(out, r#"<path d="{dots}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round"/>"#)
}

/// A branch of this fate for the legend.
pub fn sample(out: &mut dyn Write, fate: Fate, x: u32, y: u32, size: u32) -> io::Result<()> {
    let y = y + size * 5 / 8;
    writeln!(out, r#"<path d="M{x} {y}h66" fill="none" {}/>"#, line(fate))?;
    let dot = |wide: f64, colour: &str| {
        format!(
            r#"<path d="M{} {y}h0" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round"/>"#,
            x + 66
        )
    };
    match fate {
        Fate::Solution => writeln!(out, "{}", dot(10.0, WAY)),
        Fate::End => writeln!(out, "{}", dot(4.0, DEAD)),
        Fate::Way | Fate::Dead => Ok(()),
    }
}
