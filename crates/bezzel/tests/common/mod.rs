//! What the tests of known values share: the table format, boards as drawings, and the asking of a row's question.
//!
//! A table is a CSV file with the columns `sequence,pieces,board,quantity,goal,value`. Lines that start with `#` say what it
//! holds and where it is from.
//!
//! - pieces: as [`Pieces`] reads them: `queens`, `rook+(1,2)*`, `2K1R`.
//! - board: a size, `8` or `3x5`, or a drawing of its rows with `/` between: `.` free, `x` hole, `#` wall, a capital letter a
//!   piece of that letter, fixed (or, for the goals about conflicts, the placement); after `torus ` or `cylinder ` it wraps.
//! - quantity: a number, `any`, `max`, or `-` where the pieces say it themselves.
//! - goal: one of those that [`Row::outcome`] knows.
#![allow(dead_code, unused_imports, reason = "each test file uses a part")]

mod ask;
pub mod definition;
mod drawing;
pub mod random;
mod table;

pub use ask::{Verdict, fitting_methods, maximum, piece_list};
pub use drawing::{Drawing, draw};
pub use table::{Row, read_tables};

use bezzel::{Army, Board, Piece, Pieces, Problem, Quantity};

/// A problem of one kind of piece.
pub fn problem(piece: &Piece, quantity: Quantity, board: &Board) -> Problem {
    Problem::new(board.clone(), Army::new([(piece.clone(), quantity)]).unwrap()).unwrap()
}

/// The n queens problem.
pub fn queens(n: u32) -> Problem {
    problem(&Piece::QUEEN, Quantity::Exactly(n.into()), &Board::square(n).unwrap())
}

/// Pieces as text.
pub fn pieces(text: &str) -> Pieces {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A kind of piece as text.
pub fn piece(text: &str) -> Piece {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
