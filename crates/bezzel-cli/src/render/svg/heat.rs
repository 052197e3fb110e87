//! A heat map: how often each square is used. One hue from light to dark, even steps of lightness (so it reads in grey
//! and by the colour-blind), and the number in each square where it fits.

use std::io::{self, Write};

use bezzel::{Board, Placement, Square};

use super::board::{EDGE, Frame, SIDE};
use super::{FAINT, INK, LIGHT, Picture, board, measure, text_width, type_size};

/// How often each square of a board is used by so many solutions.
pub struct Heat {
    board: Board,
    uses: Vec<u64>,
    solutions: u64,
}

impl Heat {
    /// Nothing counted yet.
    pub fn new(board: &Board) -> Self {
        let squares = board.rows() as usize * board.columns() as usize;
        Self { board: board.clone(), uses: vec![0; squares], solutions: 0 }
    }

    /// Counts the squares of one more solution.
    pub fn add(&mut self, solution: &Placement) {
        self.solutions += 1;
        for placed in solution.pieces() {
            let index = self.index(placed.square);
            self.uses[index] += 1;
        }
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.board.columns() as usize + square.column as usize
    }

    fn most(&self) -> u64 {
        self.uses.iter().copied().max().unwrap_or_default()
    }

    /// The size of type of the numbers in the squares; `None` if they would not fit or not be read.
    fn number_size(&self, width: u32) -> Option<u32> {
        let digits = self.most().to_string();
        let least = type_size(width);
        (least..=least.max(18)).rev().find(|&size| text_width(&digits, size) <= SIDE - 3)
    }
}

/// The narrowest picture: its legend must fit.
const MIN_WIDTH: u32 = 260;

/// A picture of a heat map of the solutions of what is said.
pub fn heat(out: &mut dyn Write, heat: &Heat, of: &str) -> io::Result<()> {
    let frame = Frame::of(&heat.board);
    let width = frame.width(&heat.board).max(MIN_WIDTH);
    let size = type_size(width).max(15);
    let (top, legend) = (frame.height(&heat.board), size + 3 * EDGE);
    let title = format!("How often each square is used by the {} solutions of {of}", heat.solutions);
    let description = format!("The most used squares are used {} times.", heat.most());
    Picture { width, height: top + legend, title: &title, description: &description }.write(out, |out| {
        writeln!(out, r#"<g transform="translate({} {EDGE})">"#, frame.margin)?;
        cells(out, heat, heat.number_size(width))?;
        board::marked(out, &heat.board, SIDE)?;
        hatching(out, &heat.board)?;
        outline(out, &heat.board)?;
        board::labels(out, &heat.board, &frame)?;
        writeln!(out, "</g>")?;
        scale(out, heat, (frame.margin, top + EDGE), width - frame.margin - EDGE, size)
    })
}

fn outline(out: &mut dyn Write, board: &Board) -> io::Result<()> {
    let (width, height) = (board.columns() * SIDE, board.rows() * SIDE);
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#)
}

/// Light strokes across the walls, which would look like the most used squares.
fn hatching(out: &mut dyn Write, board: &Board) -> io::Result<()> {
    if !board.has_walls() {
        return Ok(());
    }
    let strokes = |square: Square| {
        let (x, y, half) = (square.column * SIDE, square.row * SIDE, SIDE / 2);
        format!(
            "M{x} {}l{half} -{half}M{x} {}l{SIDE} -{SIDE}M{} {}l{half} -{half}",
            y + half,
            y + SIDE,
            x + half,
            y + SIDE
        )
    };
    let path: String = board.squares().filter(|&square| board.is_wall(square)).map(strokes).collect();
    writeln!(out, r#"<path d="{path}" fill="none" stroke="{LIGHT}" stroke-width="3"/>"#)
}

/// A square for each free square of the board, with its number.
fn cells(out: &mut dyn Write, heat: &Heat, number_size: Option<u32>) -> io::Result<()> {
    let most = heat.most().max(1) as f64;
    writeln!(out, r#"<g font-family="sans-serif" text-anchor="middle" stroke-width="0.7">"#)?;
    for square in heat.board.free_squares() {
        let uses = heat.uses[heat.index(square)];
        let share = uses as f64 / most;
        let (x, y) = (square.column * SIDE, square.row * SIDE);
        let (fill, name) = (shade(share), heat.board.name(square));
        writeln!(
            out,
            r#"<rect class="cell" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="{FAINT}"><title>{name}: {uses}</title></rect>"#
        )?;
        if let Some(size) = number_size {
            let middle = measure(f64::from(x) + f64::from(SIDE) / 2.0);
            let (base, ink) = (y + SIDE / 2 + size * 3 / 8, contrast(share));
            writeln!(out, r#"<text x="{middle}" y="{base}" font-size="{size}" fill="{ink}">{uses}</text>"#)?;
        }
    }
    writeln!(out, "</g>")
}

/// The legend: shades from 0 to the most.
fn scale(out: &mut dyn Write, heat: &Heat, (x, y): (u32, u32), width: u32, size: u32) -> io::Result<()> {
    const STEPS: u32 = 12;
    let last = format!("{} of {}", heat.most(), heat.solutions);
    let step = (width - text_width("0", size) - text_width(&last, size) - 2 * size) / STEPS;
    let left = x + text_width("0", size) + size / 2;
    for index in 0..STEPS {
        let fill = shade(f64::from(index) / f64::from(STEPS - 1));
        let x = left + index * step;
        writeln!(out, r#"<rect class="shade" x="{x}" y="{y}" width="{step}" height="{size}" fill="{fill}"/>"#)?;
    }
    let (whole, base, after) = (STEPS * step, y + size * 9 / 10, left + STEPS * step + size / 2);
    writeln!(out, r#"<rect x="{left}" y="{y}" width="{whole}" height="{size}" fill="none" stroke="{INK}"/>"#)?;
    writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" fill="{INK}">"#)?;
    writeln!(out, r#"<text x="{x}" y="{base}">0</text>"#)?;
    writeln!(out, r#"<text x="{after}" y="{base}">{last}</text>"#)?;
    writeln!(out, "</g>")
}

/// Lightness of the shade for a share from 0 to 1, in the space Oklab.
fn lightness(share: f64) -> f64 {
    0.975 - 0.665 * share
}

/// Letters that can be read on the shade.
fn contrast(share: f64) -> &'static str {
    if lightness(share) < 0.567 { "#ffffff" } else { "#000000" }
}

/// The shade for a share from 0 to 1: blue, of a lightness that falls evenly.
fn shade(share: f64) -> String {
    let share = share.clamp(0.0, 1.0);
    let chroma = 0.012 + 0.1 * (share * std::f64::consts::PI * 0.8).sin();
    let hue = 250f64.to_radians();
    let [red, green, blue] = oklab_to_rgb(lightness(share), chroma * hue.cos(), chroma * hue.sin());
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// From Oklab (Ottosson 2020) to the bytes of sRGB.
fn oklab_to_rgb(lightness: f64, a: f64, b: f64) -> [u8; 3] {
    let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
    let linear = [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
    ];
    linear.map(|value: f64| {
        let value = value.clamp(0.0, 1.0);
        let coded = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
        (coded * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of a colour, as the rules for readable text define it.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn shades_fall_in_grey_and_letters_can_be_read_on_them() {
        let mut before = f64::INFINITY;
        for step in 0..=100 {
            let share = f64::from(step) / 100.0;
            let (paper, ink) = (luminance(&shade(share)), luminance(contrast(share)));
            assert!(paper < before, "{step}");
            let (low, high) = (paper.min(ink), paper.max(ink));
            assert!((high + 0.05) / (low + 0.05) >= 4.4, "{step}: {}", (high + 0.05) / (low + 0.05));
            before = paper;
        }
    }
}
