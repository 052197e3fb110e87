//! CSV: a piece a line.

use std::io::{self, Write};

use bezzel::{Placement, Question};

use super::Listing;

/// `solution,piece,row,column,square`: the number of the solution from 1, the letter, row and column from 0 at the top
/// left, the chess name. A solution without pieces is a line with its number alone.
pub struct Pieces;

impl Listing for Pieces {
    fn begin(&mut self, out: &mut dyn Write, _question: &Question) -> io::Result<()> {
        writeln!(out, "solution,piece,row,column,square")
    }

    fn solution(&mut self, out: &mut dyn Write, number: u64, solution: &Placement) -> io::Result<()> {
        if solution.pieces().is_empty() {
            writeln!(out, "{number},,,,")?;
        }
        for &placed in solution.pieces() {
            let (letter, square) = (solution.letter(placed), placed.square);
            writeln!(out, "{number},{letter},{},{},{}", square.row, square.column, solution.board().name(square))?;
        }
        Ok(())
    }
}
