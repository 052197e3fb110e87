//! Numbers and boards as plain text.

use std::io::{self, Write};

use bezzel::num_bigint::BigUint;
use bezzel::{Answer, Outcome, Placement, Report, Square};

use super::Listing;

/// The answer's number alone, on a line; `LOW..HIGH` for a maximum that was interrupted.
pub fn answer(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    match &report.answer {
        Outcome::Interrupted(Answer::Maximum(maximum)) => writeln!(out, "{}..{}", maximum.lower(), maximum.upper),
        outcome => match outcome.value() {
            Answer::Count(number) | Answer::Classes(number, _) => writeln!(out, "{number}"),
            Answer::Listed(number) => writeln!(out, "{number}"),
            Answer::Table(numbers) => table(out, numbers, ' '),
            Answer::Maximum(maximum) => writeln!(out, "{}", maximum.lower()),
            Answer::Found(Some(solution)) => board(out, solution),
            Answer::Found(None) => Ok(()),
        },
    }
}

/// A line a number of pieces: the number, and how many placements have so many.
pub fn table(out: &mut dyn Write, numbers: &[BigUint], between: char) -> io::Result<()> {
    numbers.iter().enumerate().try_for_each(|(pieces, number)| writeln!(out, "{pieces}{between}{number}"))
}

/// Boards of `.` and letters, an empty line between them; with numbers, each after a comment with its number.
pub struct Boards {
    pub numbered: bool,
}

impl Listing for Boards {
    fn solution(&mut self, out: &mut dyn Write, number: u64, solution: &Placement) -> io::Result<()> {
        if number > 1 {
            out.write_all(b"\n")?;
        }
        if self.numbered {
            writeln!(out, "% {number}")?;
        }
        board(out, solution)
    }
}

/// A board, a line a row; a board without rows is one empty line.
pub fn board(out: &mut dyn Write, placement: &Placement) -> io::Result<()> {
    if placement.board().rows() == 0 {
        return out.write_all(b"\n");
    }
    rows(placement, b'.', |row| {
        out.write_all(row)?;
        out.write_all(b"\n")
    })
}

/// Each row of a placement as bytes: letters for pieces, this sign for free squares, `x` and `#` for holes and walls.
pub fn rows(placement: &Placement, free: u8, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let board = placement.board();
    let mut pieces = placement.pieces().iter().peekable();
    let mut line = Vec::new();
    for row in 0..board.rows() {
        line.clear();
        line.resize(board.columns() as usize, free);
        if !board.is_bare() {
            for column in 0..board.columns() {
                match board.cell(Square::new(row, column)) {
                    bezzel::Cell::Free => {}
                    marked => line[column as usize] = marked.symbol().as_bytes()[0],
                }
            }
        }
        while let Some(&placed) = pieces.next_if(|placed| placed.square.row == row) {
            line[placed.square.column as usize] = placement.letter(placed) as u8;
        }
        write(&line)?;
    }
    Ok(())
}
