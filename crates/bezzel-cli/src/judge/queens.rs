//! Judges that ask about n queens: how many ways, which, one of them, or whether one is right.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::ops::ControlFlow;

use bezzel::{Board, Cell, Piece, Placement, Solution, Solver, Square};

use super::input::{Input, Legend};
use super::{JudgeError, ask};

/// n; the number of ways. `boj-9663` and `leetcode-52`.
pub fn count_one(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| bare(input, "n"))?;
    Ok(writeln!(out, "{}", ask::count(ask::queens(board)?, solver)?)?)
}

/// Several n, 0 ends them. A line with the number of ways for each.
pub fn hdu_2553(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    for board in bare_until_0(input)? {
        writeln!(out, "{}", ask::count(ask::queens(board)?, solver)?)?;
    }
    Ok(())
}

/// Boards of n and n rows of `.` and `*`, where no queen stands but attacks pass; 0 ends them. `Case 1: 92` for each.
pub fn uva_11195(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let legend = Legend { free: '.', marked: '*', cell: Cell::Hole };
    let boards = input.until_none(|input| match input.number("n, or 0 at the end")? {
        0 => Ok(None),
        n => input.board(n, &legend).map(Some),
    })?;
    for (case, board) in (1..).zip(boards) {
        writeln!(out, "Case {case}: {}", ask::count(ask::queens(board)?, solver)?)?;
    }
    Ok(())
}

/// Boards of `n m` and m lines of row and column from 0, where no queen stands but attacks pass; `0 0` ends them. A line
/// with the number of ways for each.
pub fn kattis_holey(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let boards = input.until_none(|input| match input.record("n and the number of holes")? {
        [0, 0] => Ok(None),
        [n, holes] => {
            let board = Board::square(n)?;
            let holes: Result<Vec<_>, _> = (0..holes).map(|_| input.square("a hole", 0, &board)).collect();
            Ok(Some(board.with_holes(holes?)?))
        }
    })?;
    for board in boards {
        writeln!(out, "{}", ask::count(ask::queens(board)?, solver)?)?;
    }
    Ok(())
}

/// n; `[[".Q..","...Q","Q...","..Q."],["..Q.","Q...","...Q",".Q.."]]`, in any order.
pub fn leetcode_51(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| bare(input, "n"))?;
    let (mut before, mut text) = ("[", String::new());
    list_to(out, board, solver, u64::MAX, |out, solution| {
        text.clear();
        text.push_str(before);
        before = ",";
        push_json_board(&mut text, solution);
        out.write_all(text.as_bytes())
    })?;
    Ok(writeln!(out, "{}]", if before == "[" { "[" } else { "" })?)
}

fn push_json_board(text: &mut String, solution: &Solution) {
    let side = solution.board().columns() as usize;
    let dots = |count: usize| std::iter::repeat_n('.', count);
    text.push('[');
    for (row, column) in columns(solution).enumerate() {
        text.push_str(if row == 0 { "\"" } else { ",\"" });
        text.extend(dots(column as usize).chain(['Q']).chain(dots(side - 1 - column as usize)));
        text.push('"');
    }
    text.push(']');
}

/// n; the first three solutions in lexicographic order, a line of columns from 1 each, then the number of all.
pub fn luogu_p1219(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| bare(input, "n"))?;
    let count = ask::count(ask::queens(board.clone())?, solver)?;
    list_to(out, board, solver, 3, |out, solution| writeln!(out, "{}", joined(columns(solution).map(from_1), " ")))?;
    Ok(writeln!(out, "{count}")?)
}

/// A count and a blank line, then so many squares of a queen, row and column from 1 at the top left, with blank lines
/// between. For each a table: two lines of heading, a blank line, then the numbered solutions, each the row of the queen in
/// columns 1 to 8, in lexicographic order; a blank line between tables.
pub fn uva_750(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = Board::square(8)?;
    let given = input.counted("the number of given queens", |input| input.square("a queen", 1, &board))?;
    for (case, square) in given.into_iter().enumerate() {
        let blank = if case == 0 { "" } else { "\n" };
        write!(out, "{blank}SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n")?;
        // solutions are listed by the columns of the rows, so rows and columns change places
        let mirrored = Square::new(square.column, square.row);
        let problem = ask::queens(board.clone())?.with_fixed_squares([mirrored])?;
        let mut solutions = Vec::new();
        ask::list(problem, solver, &mut |solution| {
            solutions.push(joined(columns(solution).map(from_1), " "));
            ControlFlow::Continue(())
        })?;
        for (number, rows) in (1..).zip(solutions) {
            writeln!(out, "{number:2}      {rows}")?;
        }
    }
    Ok(())
}

/// n; any solution, the column of each row from 1 on a line of its own.
pub fn boj_3344(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let board = input.only(|input| bare(input, "n"))?;
    for column in columns(&ask::find(ask::queens(board)?, solver)?) {
        writeln!(out, "{}", from_1(column))?;
    }
    Ok(())
}

/// How many n there are, then each n. For each a line with n and a line with any solution, columns from 0.
pub fn boj_9175(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    for board in input.counted("how many n there are", |input| bare(input, "n"))? {
        let n = board.rows();
        let solution = ask::find(ask::queens(board)?, solver)?;
        writeln!(out, "{n}\n{}", joined(columns(&solution), " "))?;
    }
    Ok(())
}

/// Several n, 0 ends them. A line with any solution for each, from 1. (The numbers are rows of columns; a solution mirrored
/// at the diagonal is one, too.)
pub fn poj_3239(input: &mut Input, solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    for board in bare_until_0(input)? {
        let solution = ask::find(ask::queens(board)?, solver)?;
        writeln!(out, "{}", joined(columns(&solution).map(from_1), " "))?;
    }
    Ok(())
}

/// n, then n lines of x and y from 0 at the bottom left. `CORRECT` or `INCORRECT`.
pub fn kattis_queens(input: &mut Input, _solver: &Solver, out: &mut dyn Write) -> Result<(), JudgeError> {
    let (board, mut squares) = input.only(|input| {
        let board = bare(input, "n")?;
        let n = board.rows();
        let square = |input: &mut Input| {
            let [x, y] = input.record("x and y of a queen")?;
            Ok(Square::new(n - 1 - input.within("y", y, 0, n)?, input.within("x", x, 0, n)?))
        };
        let squares: Result<Vec<_>, JudgeError> = (0..n).map(|_| square(input)).collect();
        Ok((board, squares?))
    })?;
    squares.sort_unstable();
    let twice = squares.windows(2).any(|pair| pair[0] == pair[1]);
    let right = !twice && Placement::of_kind(&board, Piece::QUEEN, squares)?.is_nonattacking();
    Ok(writeln!(out, "{}", if right { "CORRECT" } else { "INCORRECT" })?)
}

/// A number as the side of a board without holes and walls.
fn bare(input: &mut Input, what: &str) -> Result<Board, JudgeError> {
    Ok(Board::square(input.number(what)?)?)
}

fn bare_until_0(input: &mut Input) -> Result<Vec<Board>, JudgeError> {
    input.until_none(|input| Ok(Some(bare(input, "n, or 0 at the end")?).filter(|board| board.rows() > 0)))
}

/// Writes the first `limit` solutions of n queens.
fn list_to(
    out: &mut dyn Write,
    board: Board,
    solver: &Solver,
    limit: u64,
    mut write: impl FnMut(&mut dyn Write, &Solution) -> io::Result<()>,
) -> Result<(), JudgeError> {
    let (mut written, mut failure) = (0, None);
    ask::list(ask::queens(board)?, solver, &mut |solution| {
        failure = write(out, solution).err();
        written += 1;
        if failure.is_some() || written >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// The column of each row's queen.
fn columns(solution: &Solution) -> impl Iterator<Item = u32> + '_ {
    solution.columns_by_row().expect("n queens on n rows are one in each")
}

fn from_1(column: u32) -> u32 {
    column + 1
}

fn joined(items: impl Iterator<Item = impl Display>, separator: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.enumerate() {
        let between = if index == 0 { "" } else { separator };
        let _ = write!(text, "{between}{item}");
    }
    text
}
