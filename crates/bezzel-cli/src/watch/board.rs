//! The board of the player: as large as there is room for, its squares told apart by signs and, where there are any, colours.
//!
//! ```text
//! Q  a piece            ?  the square that is tried      .  free        x  a hole
//! -  attacked           !  a conflict: the square that is tried, and (Q!) the piece it attacks
//! #  a wall             <  a piece was taken off
//! ```

use std::collections::HashSet;
use std::ops::Range;

use bezzel::{Board, Cell, Event, Piece, Problem, Square};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::app::App;
use super::player::Scene;

/// Columns and rows of the screen that a square may take, the largest first.
const SIZES: [(u16, u16); 4] = [(6, 3), (4, 2), (2, 1), (1, 1)];

/// The part of the board that fits on the screen.
pub struct View<'a> {
    board: &'a Board,
    piece: &'a Piece,
    scene: &'a Scene,
    standing: HashSet<Square>,
    /// The squares to be seen that are attacked.
    attacked: HashSet<Square>,
    rows: Range<u32>,
    columns: Range<u32>,
    /// The size of a square.
    size: (u16, u16),
    label: u16,
    coloured: bool,
}

impl<'a> View<'a> {
    /// What fits into so much room.
    pub fn new(app: &'a App, room: Rect, coloured: bool) -> Self {
        let (problem, scene) = (app.question.problem(), app.player.scene());
        let board = problem.board();
        let label = board.rows().to_string().len() as u16 + 1;
        // a row for the letters of the columns
        let (width, height) = (u32::from(room.width.saturating_sub(label)), u32::from(room.height.saturating_sub(1)));
        let fits_across = |(w, _): &(u16, u16)| board.columns().saturating_mul(u32::from(*w)) <= width;
        let fits = |size: &(u16, u16)| fits_across(size) && board.rows().saturating_mul(u32::from(size.1)) <= height;
        // of a board that does not fit, all columns if that can be
        let size = SIZES.into_iter().find(fits).or_else(|| SIZES[2..].iter().copied().find(fits_across));
        let size = size.unwrap_or((2, 1));
        let centre = scene.last.and_then(|(_, event)| event.square()).unwrap_or(Square::new(0, 0));
        let rows = window(board.rows(), height / u32::from(size.1), centre.row);
        let columns = window(board.columns(), width / u32::from(size.0), centre.column);
        let piece = &problem.kinds()[0];
        let standing = standing(problem, scene);
        let mut attacked = HashSet::new();
        for &from in &standing {
            piece.for_each_attacked(board, from, |square| {
                if rows.contains(&square.row) && columns.contains(&square.column) {
                    attacked.insert(square);
                }
            });
        }
        Self { board, piece, scene, standing, attacked, rows, columns, size, label, coloured }
    }

    /// The columns of the screen that it takes.
    pub fn width(&self) -> u16 {
        self.label + self.size.0 * self.columns.len() as u16
    }

    /// Which part is to be seen, if not all is.
    pub fn cropped(&self) -> Option<String> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let whole = self.rows.len() as u32 == rows && self.columns.len() as u32 == columns;
        let (first, last) = (rows - self.rows.start, rows - self.rows.end + 1);
        (!whole).then(|| {
            let [left, right] =
                [self.columns.start, self.columns.end.max(1) - 1].map(|column| Square::new(0, column).column_name());
            format!("rows {last}-{first}, columns {left}-{right} of {rows} x {columns}")
        })
    }

    /// The board, row by row, with its numbers and letters.
    pub fn lines(&self) -> Vec<Line<'static>> {
        let (label, (width, height)) = (usize::from(self.label) - 1, self.size);
        let mut lines = Vec::new();
        for row in self.rows.clone() {
            let cells: Vec<Look> = self.columns.clone().map(|column| self.cell(Square::new(row, column))).collect();
            for part in 0..height {
                // the sign stands in the middle of the square, or above it
                let has_signs = part == (height - 1) / 2;
                let number = if has_signs { (self.board.rows() - row).to_string() } else { String::new() };
                let spans = cells.iter().map(|cell| cell.span(has_signs, width));
                lines.push(std::iter::once(Span::from(format!("{number:>label$} "))).chain(spans).collect());
            }
        }
        let letters: String = self.columns.clone().map(|column| padded(&last_letter(column), width)).collect();
        lines.push(Line::from(format!("{:label$} {letters}", "")));
        lines
    }

    /// A square's sign, and its colours, where there are any.
    fn cell(&self, square: Square) -> Look {
        let stands = self.standing.contains(&square);
        let sign = if stands { self.piece.letter() } else { ' ' };
        let loud = Style::new().white().bold();
        let cell = match self.scene.last.map(|(_, event)| event) {
            Some(Event::Try(tried)) if tried == square => Look::new("?", loud.on_blue()),
            Some(Event::Conflict { square: tried, with }) if stands && (tried == square || with == square) => {
                Look::new(&self.attacked_piece(), loud.on_red())
            }
            Some(Event::Conflict { square: tried, .. }) if tried == square => Look::new("!", loud.on_red()),
            Some(Event::Place(placed)) if placed == square => Look::of(sign, Style::new().black().on_green().bold()),
            Some(Event::Remove(removed)) if removed == square => Look::new("<", Style::new().black().on_yellow()),
            Some(Event::Solution(_)) if stands => Look::of(sign, Style::new().black().on_green().bold()),
            _ if stands => Look::of(sign, Style::new().black().on_gray().bold()),
            _ => self.empty(square),
        };
        if self.coloured { cell } else { Look { style: Style::new(), ..cell } }
    }

    /// A piece in conflict, told apart by its sign too.
    fn attacked_piece(&self) -> String {
        let letter = self.piece.letter();
        if self.size.0 == 1 { letter.to_ascii_lowercase().to_string() } else { format!("{letter}!") }
    }

    fn empty(&self, square: Square) -> Look {
        match self.board.cell(square) {
            Cell::Wall => Look::new("#", Style::new()),
            Cell::Hole => Look::new("x", Style::new().dark_gray()),
            Cell::Free if self.attacked.contains(&square) => {
                Look::new("-", Style::new().gray().bg(Color::Indexed(238)))
            }
            Cell::Free => Look::new(".", Style::new()),
        }
    }
}

/// The squares of all pieces, the fixed ones included.
fn standing(problem: &Problem, scene: &Scene) -> HashSet<Square> {
    let fixed = problem.fixed().pieces().iter().map(|placed| placed.square);
    fixed.chain(scene.standing.iter().copied()).collect()
}

/// What a square looks like.
struct Look {
    sign: String,
    style: Style,
}

impl Look {
    fn new(sign: &str, style: Style) -> Self {
        Self { sign: sign.to_string(), style }
    }

    fn of(sign: char, style: Style) -> Self {
        Self { sign: sign.to_string(), style }
    }

    /// One row of the square: that of the sign, or another.
    fn span(&self, has_sign: bool, width: u16) -> Span<'static> {
        Span::styled(padded(if has_sign { &self.sign } else { "" }, width), self.style)
    }
}

/// A sign in the middle of so many columns, or left of it.
fn padded(sign: &str, width: u16) -> String {
    let before = usize::from((width - 1) / 2);
    let after = usize::from(width).saturating_sub(before);
    format!("{:before$}{sign:<after$}", "")
}

/// So many of `count` places that one of them is among them. It moves by half its length, so that what is seen stands still
/// while the place goes to and fro.
pub fn window(count: u32, room: u32, place: u32) -> Range<u32> {
    let room = room.min(count);
    let half = (room / 2).max(1);
    let start = (place.saturating_sub(half / 2) / half * half).min(count - room);
    start..start + room
}

/// Where there is room for one letter: the last of `a`, ..., `z`, `aa`, `ab`, ...
fn last_letter(column: u32) -> String {
    char::from(b'a' + (column % 26) as u8).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_holds_its_place() {
        for count in 0..40 {
            for room in 1..45 {
                for place in 0..count {
                    let window = window(count, room, place);
                    assert_eq!(window.len() as u32, room.min(count));
                    assert!(window.contains(&place) && window.end <= count, "{place} of {count} in {window:?}");
                }
            }
        }
        assert_eq!(window(0, 10, 0), 0..0);
    }

    #[test]
    fn signs_stand_in_the_middle() {
        assert_eq!([padded("Q", 1), padded("Q!", 2), padded("Q!", 4), padded("", 2)], ["Q", "Q!", " Q! ", "  "]);
        assert_eq!(padded("?", 6), "  ?   ");
    }
}
