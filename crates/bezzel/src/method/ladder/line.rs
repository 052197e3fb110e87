//! The lines a search goes through: sets of squares of which each can hold one piece at most.

use crate::{Problem, Square};

/// The squares of a line on which a piece may be tried, in the order in which they are.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub squares: Vec<Square>,
    /// The columns of the squares as bits, for a row of at most 64 columns.
    pub mask: u64,
    /// The row, for a line that is one.
    pub row: u32,
}

/// The rows, from the top, their squares from the left.
pub(super) fn rows(problem: &Problem) -> Vec<Line> {
    let mut lines: Vec<Line> = (0..problem.board().rows()).map(|row| Line { row, ..Line::default() }).collect();
    for square in problem.open_squares(0).iter() {
        let line = &mut lines[square.row as usize];
        line.squares.push(square);
        if square.column < 64 {
            line.mask |= 1 << square.column;
        }
    }
    lines
}

/// The anti-diagonals, row + column = 0, 1, 2, ..., their squares from the top.
pub(super) fn anti_diagonals(problem: &Problem) -> Vec<Line> {
    let board = problem.board();
    let count = (board.rows() + board.columns()).saturating_sub(1);
    let mut lines = vec![Line::default(); count as usize];
    for square in problem.open_squares(0).iter() {
        lines[(square.row + square.column) as usize].squares.push(square);
    }
    lines
}

/// Whether the lines are rows whose squares are mirror images of themselves, left to right.
pub(super) fn are_mirror_images(rows: &[Line], columns: u32) -> bool {
    let mirrored = |line: &Line| {
        let squares = line.squares.iter();
        squares.clone().zip(squares.rev()).all(|(one, other)| one.column + other.column + 1 == columns)
    };
    rows.iter().all(mirrored)
}
