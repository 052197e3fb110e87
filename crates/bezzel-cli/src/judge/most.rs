//! Judges that ask how many pieces fit at most.

use std::io::Write;

use bezzel::{Board, Cell, Piece, Solver};

use super::input::{Input, Legend};
use super::{JudgeError, ask};

/// The number of boards; for each, n and n rows of `.` and `*`, which bishops cannot pass. A line with the maximum for each.
pub fn algospot_bishops(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let legend = Legend { free: '.', marked: '*', cell: Cell::Wall };
    let boards = input.counted("the number of boards", |input| {
        let n = input.number("n")?;
        input.board(n, &legend)
    })?;
    each(&Piece::BISHOP, boards, solver, out)
}

/// `R C N`, then N lines of row and column from 1: squares without a rook that do not stop attacks. One number.
pub fn boj_1574(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| {
        let [rows, columns, holes] = input.record("the numbers of rows, columns and holes")?;
        let board = Board::new(rows, columns)?;
        let holes: Result<Vec<_>, _> = (0..holes).map(|_| input.square("a hole", 1, &board)).collect();
        Ok(board.with_holes(holes?)?)
    })?;
    each(&Piece::ROOK, [board], solver, out)
}

/// n, then n rows of 1 (free) and 0: squares without a bishop that do not stop attacks. One number.
pub fn boj_1799(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let legend = Legend { free: '1', marked: '0', cell: Cell::Hole };
    let board = input.only(|input| {
        let n = input.number("n")?;
        input.board(n, &legend)
    })?;
    each(&Piece::BISHOP, [board], solver, out)
}

/// `n k`, then k lines of row and column from 1: squares that stop bishops. One number.
pub fn boj_2570(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| {
        let [n, walls] = input.record("n and the number of walls")?;
        let board = Board::square(n)?;
        let walls: Result<Vec<_>, _> = (0..walls).map(|_| input.square("a wall", 1, &board)).collect();
        Ok(board.with_walls(walls?)?)
    })?;
    each(&Piece::BISHOP, [board], solver, out)
}

/// n, then n rows of `.` and `X`, a pawn that stops rooks. One number.
pub fn boj_9525(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| {
        let n = input.number("n")?;
        input.board(n, &WALLS)
    })?;
    each(&Piece::ROOK, [board], solver, out)
}

/// Boards of n and n rows of `.` and `X`, which stops rooks; 0 ends them. A line with the maximum for each. The same at
/// `uva-639` and `zoj-1002`.
pub fn hdu_1045(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let boards = input.until_none(|input| match input.number("n, or 0 at the end")? {
        0 => Ok(None),
        n => input.board(n, &WALLS).map(Some),
    })?;
    each(&Piece::ROOK, boards, solver, out)
}

/// Pairs of rows and columns, `0 0` ends them. A sentence for each.
pub fn uva_696(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let boards = input.until_none(|input| match input.record("the numbers of rows and columns")? {
        [0, 0] => Ok(None),
        [rows, columns] => Ok(Some(Board::new(rows, columns)?)),
    })?;
    for board in boards {
        let (rows, columns) = (board.rows(), board.columns());
        let most = ask::most(Piece::KNIGHT, board, solver)?;
        writeln!(out, "{most} knights may be placed on a {rows} row {columns} column board.")?;
    }
    Ok(())
}

const WALLS: Legend = Legend { free: '.', marked: 'X', cell: Cell::Wall };

/// A line with the most pieces for each board.
fn each(
    piece: &Piece,
    boards: impl IntoIterator<Item = Board>,
    solver: &Solver,
    out: &mut dyn Write,
) -> Result<(), JudgeError> {
    for board in boards {
        writeln!(out, "{}", ask::most(piece.clone(), board, solver)?)?;
    }
    Ok(())
}
