//! The lines of one step on a board that wraps, square by square: there they close to rings, unless an edge or a wall cuts
//! them.

use crate::{Board, Square};

/// For every square its line and its place on it. Two squares lie on one line exactly if a rider sees one from the other.
#[derive(Debug)]
pub(crate) struct WrappedLines {
    columns: usize,
    lines: Vec<u32>,
    places: Vec<u32>,
    /// Of each line, whether its last square sees the first.
    closed: Vec<bool>,
}

const NONE: u32 = u32::MAX;

impl WrappedLines {
    /// The lines of this step. A wall is a line of its own.
    pub fn new(step: (i64, i64), board: &Board) -> Self {
        let squares = board.square_count() as usize;
        let columns = board.columns() as usize;
        let mut lines = Self { columns, lines: vec![NONE; squares], places: vec![0; squares], closed: Vec::new() };
        for square in board.squares() {
            if lines.lines[lines.index(square)] == NONE {
                lines.add(square, step, board);
            }
        }
        lines
    }

    /// Numbers the squares of the line through a square.
    fn add(&mut self, square: Square, (down, right): (i64, i64), board: &Board) {
        let open = |&to: &Square| !board.is_wall(to) && !board.is_wall(square);
        let mut start = square;
        let mut closed = false;
        while let Some(before) = board.step(start, (-down, -right)).filter(open) {
            closed = before == square;
            if closed {
                start = square;
                break;
            }
            start = before;
        }
        let next = |&at: &Square| board.step(at, (down, right)).filter(open).filter(|&to| to != start);
        let line = self.closed.len() as u32;
        for (place, at) in (0..).zip(std::iter::successors(Some(start), next)) {
            let index = self.index(at);
            (self.lines[index], self.places[index]) = (line, place);
        }
        self.closed.push(closed);
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.columns + square.column as usize
    }

    pub fn line_count(&self) -> u64 {
        self.closed.len() as u64
    }

    pub fn line(&self, square: Square) -> u64 {
        u64::from(self.lines[self.index(square)])
    }

    /// Where on its line the square is, in the order of the step.
    pub fn place(&self, square: Square) -> u32 {
        self.places[self.index(square)]
    }

    pub fn is_closed(&self, line: u64) -> bool {
        self.closed[line as usize]
    }
}
