//! A board: its squares, holes and walls, the names of its rows and columns, and a picture of it with pieces.

use std::io::{self, Write};

use bezzel::{Board, Cell, Placement, Square};

use super::attacks::{self, Attacks};
use super::{DARK, FAINT, INK, LIGHT, Picture, pieces};

/// The side of a square, in the picture's units.
pub const SIDE: u32 = 45;

/// Larger boards have no labels: they would be too small to read.
const MAX_LABELLED_SIDE: u32 = 40;

/// White paper at the right and above.
pub const EDGE: u32 = 6;

/// Where a board lies in its picture.
pub struct Frame {
    /// The size of type of labels; 0 if there are none.
    pub size: u32,
    /// Room for labels at the left and below.
    pub margin: u32,
}

impl Frame {
    /// The frame of a board, with labels that can be read when the picture is small.
    pub fn of(board: &Board) -> Self {
        if board.rows().max(board.columns()) > MAX_LABELLED_SIDE {
            return Self { size: 0, margin: EDGE };
        }
        // the smallest type for the board's width and its margin
        let size = (f64::from(board.columns() * SIDE) * 0.0285).ceil() as u32;
        let size = size.clamp(15, 32);
        let digits = board.rows().max(1).to_string();
        Self { size, margin: super::text_width(&digits, size) + 2 * EDGE + size / 4 }
    }

    /// The picture's width.
    pub fn width(&self, board: &Board) -> u32 {
        board.columns() * SIDE + self.margin + EDGE
    }

    /// The picture's height.
    pub fn height(&self, board: &Board) -> u32 {
        board.rows() * SIDE + self.bottom() + EDGE
    }

    fn bottom(&self) -> u32 {
        if self.size == 0 { EDGE } else { self.size + 2 * EDGE }
    }
}

/// A picture of a board and its pieces, and of the attacks between them.
pub fn placement(out: &mut dyn Write, placement: &Placement) -> io::Result<()> {
    let board = placement.board();
    let frame = Frame::of(board);
    let attacks = Attacks::of(placement);
    let title = format!("{} pieces on a {board:?} board", placement.pieces().len());
    let picture = Picture {
        width: frame.width(board),
        height: frame.height(board),
        title: &title,
        description: &attacks.description(),
    };
    picture.write(out, |out| {
        pieces::define(out, &pieces::letters([placement]), SIDE)?;
        writeln!(out, r#"<g transform="translate({} {EDGE})">"#, frame.margin)?;
        squares(out, board, SIDE)?;
        attacks::lines(out, &attacks)?;
        pieces::draw(out, placement, SIDE)?;
        attacks::rings(out, &attacks)?;
        labels(out, board, &frame)?;
        writeln!(out, "</g>")
    })
}

/// Light and dark squares, holes (crossed out), walls (solid), and the outline.
pub fn squares(out: &mut dyn Write, board: &Board, side: u32) -> io::Result<()> {
    let (width, height) = (board.columns() * side, board.rows() * side);
    let line = super::measure(f64::from(side) / 30.0);
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="{LIGHT}"/>"#)?;
    // the corner at the lower left is dark, as on a chess board
    let is_dark = |square: Square| (board.rows() - square.row + square.column) % 2 == 1;
    let dark = path_of(board, side, |square| board.cell(square) != Cell::Wall && is_dark(square));
    if !dark.is_empty() {
        writeln!(out, r#"<path d="{dark}" fill="{DARK}"/>"#)?;
    }
    marked(out, board, side)?;
    writeln!(out, r#"<rect width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="{line}"/>"#)
}

/// Holes and walls.
pub fn marked(out: &mut dyn Write, board: &Board, side: u32) -> io::Result<()> {
    let walls = path_of(board, side, |square| board.cell(square) == Cell::Wall);
    if !walls.is_empty() {
        writeln!(out, r#"<path class="walls" d="{walls}" fill="{INK}"/>"#)?;
    }
    if board.has_holes() {
        let holes = path_of(board, side, |square| board.cell(square) == Cell::Hole);
        let line = super::measure(f64::from(side) / 30.0);
        writeln!(out, r##"<path class="holes" d="{holes}" fill="#ffffff"/>"##)?;
        let crosses = crosses(board, side);
        writeln!(
            out,
            r#"<path d="{crosses}" fill="none" stroke="{FAINT}" stroke-width="{line}" stroke-linecap="round"/>"#
        )?;
    }
    Ok(())
}

/// The squares that are chosen, as a path.
fn path_of(board: &Board, side: u32, chosen: impl Fn(Square) -> bool) -> String {
    let whole = |square: Square| format!("M{} {}h{side}v{side}h-{side}z", square.column * side, square.row * side);
    board.squares().filter(|&square| chosen(square)).map(whole).collect()
}

/// A cross in each hole.
fn crosses(board: &Board, side: u32) -> String {
    let inset = f64::from(side) * 0.27;
    let arm = f64::from(side) - 2.0 * inset;
    let cross = |square: Square| {
        let corner = |place: u32| super::measure(f64::from(place * side) + inset);
        let (left, top, arm) = (corner(square.column), corner(square.row), super::measure(arm));
        // a pen's way: down to the right, up, down to the left
        format!("M{left} {top}l{arm} {arm}m0-{arm}l-{arm} {arm}")
    };
    board.squares().filter(|&square| board.cell(square) == Cell::Hole).map(cross).collect()
}

/// Column letters below and row numbers at the left.
pub fn labels(out: &mut dyn Write, board: &Board, frame: &Frame) -> io::Result<()> {
    let Frame { size, .. } = *frame;
    if size == 0 {
        return Ok(());
    }
    writeln!(out, r#"<g font-family="sans-serif" font-size="{size}" fill="{INK}">"#)?;
    let base = board.rows() * SIDE + EDGE + size * 9 / 10;
    for column in 0..board.columns() {
        let letters = Square::new(0, column).column_name();
        writeln!(out, r#"<text x="{}" y="{base}" text-anchor="middle">{letters}</text>"#, column * SIDE + SIDE / 2)?;
    }
    for row in 0..board.rows() {
        let y = row * SIDE + SIDE / 2 + size * 3 / 8;
        writeln!(out, r#"<text x="-{}" y="{y}" text-anchor="end">{}</text>"#, EDGE + 1, board.rows() - row)?;
    }
    writeln!(out, "</g>")
}
