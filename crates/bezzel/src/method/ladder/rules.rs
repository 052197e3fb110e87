//! The conflict tests, from slow to fast. A rung of the ladder is one of these: they answer the same question, whether a piece
//! on this square would attack one that stands, and differ only in what they remember and how they look it up.

use super::line::Line;
use crate::{Board, Piece, Square};

/// A conflict test, kept up to date as pieces are placed and taken off.
///
/// A piece is tried on the squares of one line after another, so two pieces are never tried on the same line.
pub(super) trait Rule: Clone + Send + Sync {
    /// Whether pieces are tested as they are tried, and not only when the board is full.
    const TESTS_AT_ONCE: bool = true;

    /// Whether a piece on this square would attack one that stands.
    fn refuses(&self, pieces: &[Square], square: Square) -> bool;

    /// A piece was put on this square.
    fn place(&mut self, _square: Square) {}

    /// The piece placed last was taken off this square.
    fn remove(&mut self, _square: Square) {}

    /// Of a full board, if pieces are tested only then: the first piece that attacks one placed before it, and that one.
    fn flaw(&self, _pieces: &[Square]) -> Option<(Square, Square)> {
        None
    }

    /// Where to start on a line: a value that [`next`](Self::next) understands.
    #[inline]
    fn start(&self, _line: &Line) -> u64 {
        0
    }

    /// The next square of the line to try, from the left.
    #[inline]
    fn next(&self, line: &Line, cursor: &mut u64) -> Option<Square> {
        let square = line.squares.get(*cursor as usize).copied();
        *cursor += 1;
        square
    }

    /// Whether this square, the line's number `index`, is still to be tried.
    fn is_ahead(&self, cursor: u64, index: usize, _square: Square) -> bool {
        index as u64 >= cursor
    }
}

/// Whether queens on these squares attack each other, written out: same row, same column, or as far apart in rows as in
/// columns.
fn is_queens_move(one: Square, other: Square) -> bool {
    let (rows, columns) = (one.row.abs_diff(other.row), one.column.abs_diff(other.column));
    rows == 0 || columns == 0 || rows == columns
}

/// Nothing is tested until the board is full; then every pair is.
#[derive(Clone)]
pub(super) struct Exhaustive;

impl Rule for Exhaustive {
    const TESTS_AT_ONCE: bool = false;

    fn refuses(&self, _pieces: &[Square], _square: Square) -> bool {
        false
    }

    fn flaw(&self, pieces: &[Square]) -> Option<(Square, Square)> {
        pieces.iter().enumerate().find_map(|(index, &square)| {
            let attacked = pieces[..index].iter().find(|&&earlier| is_queens_move(earlier, square));
            attacked.map(|&with| (square, with))
        })
    }
}

/// A board on which every attacked square is marked, with how many pieces attack it, so that marks can be undone.
#[derive(Clone)]
pub(super) struct Mark {
    board: Board,
    marks: Vec<u32>,
}

impl Mark {
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), marks: vec![0; board.square_count() as usize] }
    }

    fn index(&self, square: Square) -> usize {
        square.row as usize * self.board.columns() as usize + square.column as usize
    }
}

impl Rule for Mark {
    fn refuses(&self, _pieces: &[Square], square: Square) -> bool {
        self.marks[self.index(square)] > 0
    }

    fn place(&mut self, square: Square) {
        let (board, columns) = (&self.board, self.board.columns() as usize);
        Piece::QUEEN.for_each_attacked(board, square, |attacked| {
            self.marks[attacked.row as usize * columns + attacked.column as usize] += 1;
        });
    }

    fn remove(&mut self, square: Square) {
        let (board, columns) = (&self.board, self.board.columns() as usize);
        Piece::QUEEN.for_each_attacked(board, square, |attacked| {
            self.marks[attacked.row as usize * columns + attacked.column as usize] -= 1;
        });
    }
}

/// Every earlier queen is tested.
#[derive(Clone)]
pub(super) struct Pairwise;

impl Rule for Pairwise {
    fn refuses(&self, pieces: &[Square], square: Square) -> bool {
        pieces.iter().any(|&piece| is_queens_move(piece, square))
    }
}

/// The used columns, row - column and row + column are kept in lists and looked for there.
#[derive(Clone, Default)]
pub(super) struct Lists {
    columns: Vec<u32>,
    differences: Vec<i64>,
    sums: Vec<u32>,
}

impl Rule for Lists {
    fn refuses(&self, _pieces: &[Square], Square { row, column }: Square) -> bool {
        self.columns.contains(&column)
            || self.differences.contains(&(i64::from(row) - i64::from(column)))
            || self.sums.contains(&(row + column))
    }

    fn place(&mut self, Square { row, column }: Square) {
        self.columns.push(column);
        self.differences.push(i64::from(row) - i64::from(column));
        self.sums.push(row + column);
    }

    fn remove(&mut self, _square: Square) {
        self.columns.pop();
        self.differences.pop();
        self.sums.pop();
    }
}

/// A flag for every column, every row + column and every row - column: one look each.
#[derive(Clone)]
pub(super) struct Arrays {
    width: u32,
    columns: Vec<bool>,
    sums: Vec<bool>,
    differences: Vec<bool>,
}

impl Arrays {
    pub fn new(board: &Board) -> Self {
        let diagonals = (board.rows() + board.columns()) as usize;
        let columns = vec![false; board.columns() as usize];
        Self { width: board.columns(), columns, sums: vec![false; diagonals], differences: vec![false; diagonals] }
    }

    #[inline]
    fn set(&mut self, Square { row, column }: Square, taken: bool) {
        self.columns[column as usize] = taken;
        self.sums[(row + column) as usize] = taken;
        self.differences[(row + self.width - column) as usize] = taken;
    }
}

impl Rule for Arrays {
    #[inline]
    fn refuses(&self, _pieces: &[Square], Square { row, column }: Square) -> bool {
        self.columns[column as usize]
            || self.sums[(row + column) as usize]
            || self.differences[(row + self.width - column) as usize]
    }

    #[inline]
    fn place(&mut self, square: Square) {
        self.set(square, true);
    }

    #[inline]
    fn remove(&mut self, square: Square) {
        self.set(square, false);
    }
}

/// Arrays of which some are not looked at: a program with a slip.
#[derive(Clone)]
pub(super) struct Careless {
    pub arrays: Arrays,
    /// Whether columns, row + column, and row - column are looked at. What is not looked at may hold several pieces, whose
    /// flag then says nothing.
    pub looks: (bool, bool, bool),
}

impl Rule for Careless {
    fn refuses(&self, _pieces: &[Square], Square { row, column }: Square) -> bool {
        let (columns, sums, differences) = self.looks;
        (columns && self.arrays.columns[column as usize])
            || (sums && self.arrays.sums[(row + column) as usize])
            || (differences && self.arrays.differences[(row + self.arrays.width - column) as usize])
    }

    fn place(&mut self, square: Square) {
        self.arrays.set(square, true);
    }

    fn remove(&mut self, square: Square) {
        self.arrays.set(square, false);
    }
}

/// The three arrays as three words: what is left of a row is computed at once, and only its free squares are tried.
#[derive(Clone)]
pub(super) struct Masks {
    rows: u32,
    columns: u64,
    sums: u64,
    differences: u64,
}

impl Masks {
    /// The most rows and columns together, for a diagonal is a bit.
    pub const MAX_SIDES: u32 = 64;

    pub fn new(board: &Board) -> Self {
        Self { rows: board.rows(), columns: 0, sums: 0, differences: 0 }
    }

    #[inline]
    fn flip(&mut self, Square { row, column }: Square) {
        self.columns ^= 1 << column;
        self.sums ^= 1 << (row + column);
        self.differences ^= 1 << (self.rows - 1 - row + column);
    }
}

impl Rule for Masks {
    #[inline]
    fn refuses(&self, _pieces: &[Square], _square: Square) -> bool {
        false
    }

    #[inline]
    fn place(&mut self, square: Square) {
        self.flip(square);
    }

    #[inline]
    fn remove(&mut self, square: Square) {
        self.flip(square);
    }

    #[inline]
    fn start(&self, line: &Line) -> u64 {
        line.mask & !(self.columns | self.sums >> line.row | self.differences >> (self.rows - 1 - line.row))
    }

    #[inline]
    fn next(&self, line: &Line, cursor: &mut u64) -> Option<Square> {
        if *cursor == 0 {
            return None;
        }
        let column = cursor.trailing_zeros();
        *cursor &= *cursor - 1;
        Some(Square::new(line.row, column))
    }

    fn is_ahead(&self, cursor: u64, _index: usize, square: Square) -> bool {
        cursor >> square.column & 1 == 1
    }
}

/// A flag for every diagonal row - column: bishops on different anti-diagonals attack each other on these alone.
#[derive(Clone)]
pub(super) struct Diagonals {
    width: u32,
    taken: Vec<bool>,
}

impl Diagonals {
    pub fn new(board: &Board) -> Self {
        Self { width: board.columns(), taken: vec![false; (board.rows() + board.columns()) as usize] }
    }

    #[inline]
    fn index(&self, Square { row, column }: Square) -> usize {
        (row + self.width - column) as usize
    }
}

impl Rule for Diagonals {
    #[inline]
    fn refuses(&self, _pieces: &[Square], square: Square) -> bool {
        self.taken[self.index(square)]
    }

    #[inline]
    fn place(&mut self, square: Square) {
        let index = self.index(square);
        self.taken[index] = true;
    }

    #[inline]
    fn remove(&mut self, square: Square) {
        let index = self.index(square);
        self.taken[index] = false;
    }
}
