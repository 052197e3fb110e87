//! Many solutions on one sheet, numbered.

use std::collections::BTreeSet;
use std::io::{self, Write};

use bezzel::{Board, OrbitSize, Piece, Placement};

use super::{INK, Picture, board, escaped, line_height, lines, pieces, text_width, type_size, wrapped};

/// A solution and, if only one of each class is shown, the size of its class.
pub struct Entry {
    pub solution: Placement,
    pub class: Option<OrbitSize>,
}

/// What the sheet shows.
pub struct Sheet {
    pub board: Board,
    pub kinds: Vec<Piece>,
    pub entries: Vec<Entry>,
    /// What it shows, in a sentence; it stands below the boards.
    pub caption: String,
}

/// The least width of the sheet.
const WIDTH: u32 = 800;

/// White paper around a board.
const GAP: u32 = 18;

/// Squares of at least this side show the shapes of pieces, smaller ones simple marks.
const LEAST_SHAPED_SIDE: u32 = 30;

/// Boards are not made so small, if fewer of them beside each other can be larger.
const LEAST_SIDE: u32 = 8;

/// The measures of a sheet.
struct Plan {
    across: u32,
    side: u32,
    width: u32,
    size: u32,
}

impl Plan {
    fn of(sheet: &Sheet) -> Self {
        let (rows, columns) = (f64::from(sheet.board.rows().max(1)), sheet.board.columns().max(1));
        let many = sheet.entries.len().max(1);
        // a sheet a little higher than wide, if there is room for the captions
        let wanted = (many as f64 * rows / f64::from(columns) / 1.25).sqrt().ceil().max(1.0) as u32;
        let widest = sheet.entries.last().map_or(0, |entry| text_width(&caption(many, entry.class), type_size(WIDTH)));
        let room = (WIDTH - GAP) / (widest.max(columns * LEAST_SIDE) + GAP);
        let across = wanted.min(room).min(many as u32).max(1);
        let side = ((WIDTH - (across + 1) * GAP) / (across * columns)).clamp(1, 150);
        let width = (across * (columns * side + GAP) + GAP).max(WIDTH / 2);
        Self { across, side, width, size: type_size(width) }
    }

    /// From one board to the next: across and down.
    fn pitch(&self, board: &Board) -> (u32, u32) {
        (board.columns() * self.side + GAP, board.rows() * self.side + GAP / 2 + line_height(self.size))
    }
}

/// A picture of a sheet.
pub fn sheet(out: &mut dyn Write, sheet: &Sheet) -> io::Result<()> {
    let plan = Plan::of(sheet);
    let letters = pieces::letters(sheet.entries.iter().map(|entry| &entry.solution));
    let simple = plan.side < LEAST_SHAPED_SIDE && letters.len() <= pieces::MAX_MARKS;
    let words = wrapped(&sheet.caption, plan.size, plan.width - 2 * GAP);
    let legend = if simple && letters.len() > 1 { line_height(plan.size) } else { 0 };
    let (_, down) = plan.pitch(&sheet.board);
    let below = GAP + (sheet.entries.len() as u32).div_ceil(plan.across) * down;
    let height = below + legend + words.len() as u32 * line_height(plan.size) + GAP / 2;
    Picture { width: plan.width, height, title: &sheet.caption, description: "" }.write(out, |out| {
        if simple {
            pieces::define_marks(out, &letters, plan.side)?;
        } else {
            pieces::define(out, &letters, plan.side)?;
        }
        define_board(out, sheet, &plan)?;
        for (index, entry) in sheet.entries.iter().enumerate() {
            draw_entry(out, sheet, &plan, index, entry)?;
        }
        if legend > 0 {
            draw_legend(out, sheet, &plan, &letters, below)?;
        }
        lines(out, &words, plan.size, GAP, below + legend)
    })
}

/// The empty board, which every entry uses.
fn define_board(out: &mut dyn Write, sheet: &Sheet, plan: &Plan) -> io::Result<()> {
    writeln!(out, r#"<defs><g id="board">"#)?;
    board::squares(out, &sheet.board, plan.side)?;
    writeln!(out, "</g></defs>")
}

fn draw_entry(out: &mut dyn Write, sheet: &Sheet, plan: &Plan, index: usize, entry: &Entry) -> io::Result<()> {
    let (across, down) = plan.pitch(&sheet.board);
    let (x, y) = (GAP + index as u32 % plan.across * across, GAP + index as u32 / plan.across * down);
    writeln!(out, r#"<g class="solution" transform="translate({x} {y})">"#)?;
    writeln!(out, r##"<use href="#board"/>"##)?;
    pieces::draw(out, &entry.solution, plan.side)?;
    let middle = sheet.board.columns() * plan.side / 2;
    let base = sheet.board.rows() * plan.side + plan.size + plan.size / 8;
    let words = caption(index + 1, entry.class);
    let size = plan.size;
    writeln!(
        out,
        r#"<text x="{middle}" y="{base}" font-family="sans-serif" font-size="{size}" fill="{INK}" text-anchor="middle">{words}</text>"#
    )?;
    writeln!(out, "</g>")
}

/// What stands under a board: its number, and the size of its class in brackets.
fn caption(number: usize, class: Option<OrbitSize>) -> String {
    class.map_or_else(|| number.to_string(), |class| format!("{number} ({class})"))
}

/// Which mark is which piece.
fn draw_legend(out: &mut dyn Write, sheet: &Sheet, plan: &Plan, letters: &BTreeSet<char>, top: u32) -> io::Result<()> {
    let size = plan.size;
    let (mut x, base) = (GAP, top + size);
    let scale = super::measure(f64::from(size) / f64::from(plan.side));
    for letter in letters {
        let kind = sheet.kinds.iter().find(|kind| kind.letter() == *letter);
        let name = kind.map_or_else(|| letter.to_string(), |kind| kind.name(false));
        writeln!(
            out,
            r##"<use href="#{letter}" transform="translate({x} {}) scale({scale})"/>"##,
            base - size * 9 / 10
        )?;
        x += size * 5 / 4;
        writeln!(
            out,
            r#"<text x="{x}" y="{base}" font-family="sans-serif" font-size="{size}" fill="{INK}">{}</text>"#,
            escaped(&name)
        )?;
        x += text_width(&name, size) + size;
    }
    Ok(())
}
