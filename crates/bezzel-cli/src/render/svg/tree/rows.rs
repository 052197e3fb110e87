//! A tree in rows, from left to right: a row for each leaf, a box with the square's name for each node.

use std::io::{self, Write};

use super::super::{INK, measure, text_width};
use super::{DEAD, EDGE, Fate, Tree, WAY, WIDTH};

/// How high the rows of so many leaves are.
pub fn height(leaves: usize, size: u32) -> u32 {
    leaves as u32 * row(size)
}

fn row(size: u32) -> u32 {
    size + 8
}

/// Writes the lines, then the boxes at their ends.
pub fn draw(out: &mut dyn Write, tree: &Tree, places: &[f64], size: u32, board_rows: u32) -> io::Result<()> {
    let name = |index: usize| tree.nodes[index].square.map_or(String::new(), |square| square.name(board_rows));
    let half = (0..places.len()).map(|index| text_width(&name(index), size)).max().unwrap_or_default() / 2 + 6;
    let steps = tree.deepest().max(1) as u32;
    let (left, right) = (EDGE + size / 2, WIDTH - EDGE - half - 4);
    let x = |depth: usize| left + (right - left) * depth as u32 / steps;
    let y = |index: usize| f64::from(EDGE) + places[index] * f64::from(row(size));
    for is_alive in [false, true] {
        for (index, node) in tree.nodes.iter().enumerate().skip(1).filter(|(_, node)| node.is_alive == is_alive) {
            let (from, to) = (x(node.depth - 1), x(node.depth) - half);
            let from = from + if node.depth == 1 { size / 3 } else { half };
            let (start, end, middle) = (measure(y(node.parent)), measure(y(index)), u32::midpoint(from, to));
            let style = line(is_alive);
            writeln!(
                out,
                r#"<path d="M{from} {start}C{middle} {start} {middle} {end} {to} {end}" fill="none" {style}/>"#
            )?;
        }
    }
    writeln!(out, r#"<circle class="node root" cx="{left}" cy="{}" r="{}" fill="{INK}"/>"#, measure(y(0)), size / 3)?;
    writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" text-anchor="middle">"#)?;
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        place(out, node.fate(), &name(index), (f64::from(x(node.depth)), y(index)), half, size)?;
    }
    writeln!(out, "</g>")
}

fn line(is_alive: bool) -> String {
    if is_alive {
        format!(r#"stroke="{WAY}" stroke-width="4""#)
    } else {
        format!(r#"stroke="{DEAD}" stroke-width="1.5""#)
    }
}

/// A box with a name: dark on the way to a solution, with a second border around a solution, light where all fails, and
/// crossed out where nothing can follow.
fn place(out: &mut dyn Write, fate: Fate, name: &str, (x, y): (f64, f64), half: u32, size: u32) -> io::Result<()> {
    let high = f64::from(size) + 3.0;
    let frame = |grow: f64, style: &str| {
        let (left, top) = (measure(x - f64::from(half) - grow), measure(y - high / 2.0 - grow));
        let (width, height) = (measure(f64::from(2 * half) + 2.0 * grow), measure(high + 2.0 * grow));
        format!(r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="5" {style}/>"#)
    };
    let dark = matches!(fate, Fate::Solution | Fate::Way);
    let mut body = match fate {
        Fate::Solution => frame(2.5, &format!(r##"fill="#ffffff" stroke="{WAY}" stroke-width="1.6""##)),
        _ => String::new(),
    };
    body += &match fate {
        Fate::Solution => frame(-1.0, &format!(r#"fill="{WAY}""#)),
        Fate::Way => frame(0.0, &format!(r#"fill="{WAY}""#)),
        Fate::Dead => frame(0.0, &format!(r##"fill="#ffffff" stroke="{DEAD}" stroke-width="1.5""##)),
        Fate::End => frame(0.0, r##"fill="#ffffff""##),
    };
    let ink = if dark { "#ffffff" } else { INK };
    let base = measure(y + f64::from(size) * 0.37);
    write!(out, r#"<g class="{}">{body}<text x="{}" y="{base}" fill="{ink}">{name}</text>"#, fate.class(), measure(x))?;
    if fate == Fate::End {
        let (left, right) = (measure(x - f64::from(half) + 3.0), measure(x + f64::from(half) - 3.0));
        write!(
            out,
            r#"<path d="M{left} {}L{right} {}" stroke="{DEAD}" stroke-width="2"/>"#,
            measure(y + 7.0),
            measure(y - 7.0)
        )?;
    }
    writeln!(out, "</g>")
}

/// A node of this fate for the legend.
pub fn sample(out: &mut dyn Write, fate: Fate, x: u32, y: u32, size: u32) -> io::Result<()> {
    let middle = f64::from(y) + f64::from(size) * 0.63;
    let alive = matches!(fate, Fate::Solution | Fate::Way);
    writeln!(out, r#"<path d="M{x} {}h30" fill="none" {}/>"#, measure(middle), line(alive))?;
    writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" text-anchor="middle">"#)?;
    // the legend is no part of the tree: its samples are not counted as nodes
    let mut text = Vec::new();
    place(&mut text, fate, "a1", (f64::from(x) + 50.0, middle), 20, size)?;
    let text = String::from_utf8_lossy(&text).replace("node ", "sample ");
    writeln!(out, "{text}</g>")
}
