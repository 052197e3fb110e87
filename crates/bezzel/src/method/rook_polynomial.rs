//! Rooks and bishops: lines of two families, each with at most one piece.
//!
//! Idea: a rook takes a row and a column, a bishop a diagonal of each direction, so bishops are rooks on the board whose rows and
//! columns are diagonals. What falls apart, as the two colours of squares do for bishops, is counted apart, and the polynomials are
//! multiplied. See [`engine`] for the count of one part. Holes, walls (which cut lines), fixed pieces and joined edges only
//! change where lines meet, and in how many squares.
//! Source: I. Kaplansky and J. Riordan, The problem of the rooks, Duke Math. J. 13 (1946); for bishops S. E. Arshon 1936.
//! Cost: polynomial on bare boards, exponential in the shorter side where every line is different.
//! Limits: [`MAX_MEMORY`] bytes of states, known before it starts.

mod engine;
mod states;

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::backtrack::graph::open_squares;
use super::{Method, Misfit, bytes_text};
use crate::work::Work;
use crate::{Board, Error, Goal, Outcome, Piece, Problem, Quantity, Question, Square};
use engine::{Meetings, Route};

/// The most memory for states: 2^26 of them with numbers of 16 bytes.
const MAX_MEMORY: f64 = 2_147_483_648.0;
/// The most steps that are begun: some hours.
const MAX_WORK: f64 = 1e12;
/// The most squares.
const MAX_SQUARES: u64 = 1 << 20;

/// See the module's text.
pub(crate) struct RookPolynomial;

impl Method for RookPolynomial {
    fn name(&self) -> &'static str {
        "rook-polynomial"
    }

    fn idea(&self) -> &'static str {
        "line by line, placements counted together that leave the same lines of the other direction, alike ones exchanged"
    }

    fn proof(&self) -> &'static str {
        "every placement was counted, together with those that go on in the same way"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let problem = question.problem();
        if families(problem).is_none() {
            return Err(Misfit::other("counts rooks or bishops"));
        }
        if !matches!(question.goal(), Goal::Count | Goal::Table) {
            return Err(Misfit::other("only counts"));
        }
        if problem.board().square_count() > MAX_SQUARES {
            return Err(Misfit::size(format!("takes at most {MAX_SQUARES} squares")));
        }
        let routes = routes(problem);
        let (memory, work) =
            routes.iter().fold((0f64, 0.0), |(memory, work), route| (memory.max(route.memory()), work + route.work));
        if memory > MAX_MEMORY {
            let (needs, has) = (bytes_text(memory as u128), bytes_text(MAX_MEMORY as u128));
            return Err(Misfit::size(format!("would need about {needs} of memory, and takes at most {has}")));
        }
        if work > MAX_WORK {
            return Err(Misfit::size(format!("would take about {work:.0e} steps, and begins at most {MAX_WORK:.0e}")));
        }
        Ok(())
    }

    fn makes_tables(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let [Quantity::Exactly(number)] = problem.open_quantities()[..] else {
            // the empty placement is one
            let Some(parts) = polynomials(problem, None, work)? else {
                return Ok(Outcome::Interrupted(BigUint::from(1u32)));
            };
            return Ok(Outcome::Complete(parts.into_iter().flatten().product()));
        };
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(parts) = polynomials(problem, Some(number), work)? else {
            return Ok(Outcome::Interrupted(BigUint::ZERO));
        };
        let product = parts.into_iter().fold(vec![BigUint::from(1u32)], |all, part| multiply(&all, &part, number));
        Ok(Outcome::Complete(product.into_iter().nth(number).unwrap_or_default()))
    }

    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        let fixed = vec![BigUint::ZERO; problem.fixed().pieces().len()];
        let Some(parts) = polynomials(problem, Some(usize::MAX), work)? else {
            return Ok(Outcome::Interrupted(fixed));
        };
        let product = parts.into_iter().fold(vec![BigUint::from(1u32)], |all, part| multiply(&all, &part, usize::MAX));
        Ok(Outcome::Complete(fixed.into_iter().chain(product).collect()))
    }
}

/// The product of two polynomials, up to a degree.
fn multiply(one: &[BigUint], other: &[BigUint], most: usize) -> Vec<BigUint> {
    let length = (one.len() + other.len() - 1).min(most.saturating_add(1));
    let mut product = vec![BigUint::ZERO; length];
    for (i, a) in one.iter().enumerate().take(length) {
        for (j, b) in other.iter().enumerate().take(length - i) {
            product[i + j] += a * b;
        }
    }
    product
}

/// The two directions of lines of a rook or a bishop.
fn families(problem: &Problem) -> Option<[(i64, i64); 2]> {
    match problem.army().single() {
        Some((piece, _)) if *piece == Piece::ROOK => Some([(0, 1), (1, 0)]),
        Some((piece, _)) if *piece == Piece::BISHOP => Some([(1, 1), (1, -1)]),
        _ => None,
    }
}

/// The number of the line of each square, in one direction; walls have none.
fn lines(board: &Board, step: (i64, i64)) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let at = |square: Square| square.row as usize * board.columns() as usize + square.column as usize;
    let next = |square: Square, (rows, columns): (i64, i64)| {
        board.step(square, (rows, columns)).filter(|&square| !board.is_wall(square))
    };
    let mut numbers = vec![NONE; board.square_count() as usize];
    let mut count = 0;
    for square in board.squares().filter(|&square| !board.is_wall(square)) {
        if numbers[at(square)] != NONE {
            continue;
        }
        // to the beginning of the line, or once around
        let mut first = square;
        while let Some(before) = next(first, (-step.0, -step.1)).filter(|&before| before != square) {
            first = before;
        }
        let mut here = Some(first);
        while let Some(square) = here.filter(|&square| numbers[at(square)] == NONE) {
            numbers[at(square)] = count;
            here = next(square, step);
        }
        count += 1;
    }
    numbers
}

/// The parts that the board falls into, each with the lines that meet in open squares.
fn parts(problem: &Problem) -> Vec<Meetings> {
    let Some([one, other]) = families(problem) else { return Vec::new() };
    let board = problem.board();
    let (rows, columns) = (lines(board, one), lines(board, other));
    let count =
        |numbers: &[usize]| numbers.iter().filter(|&&number| number != usize::MAX).max().map_or(0, |last| last + 1);
    let first_column = count(&rows);
    let mut groups = Groups::new(first_column + count(&columns));
    let at = |square: Square| square.row as usize * board.columns() as usize + square.column as usize;
    let squares: Vec<(usize, usize)> =
        open_squares(problem).into_iter().map(|square| (rows[at(square)], columns[at(square)])).collect();
    for &(row, column) in &squares {
        groups.join(row, first_column + column);
    }
    let mut parts: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (row, column) in squares {
        parts.entry(groups.of(row)).or_default().push((row, column));
    }
    parts.into_values().map(meetings).collect()
}

/// Where the lines of squares meet, each square given by its two lines.
fn meetings(mut squares: Vec<(usize, usize)>) -> Meetings {
    squares.sort_unstable();
    let mut columns: Vec<usize> = squares.iter().map(|&(_, column)| column).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut rows: Vec<Vec<(usize, u32)>> = Vec::new();
    for row in squares.chunk_by(|one, other| one.0 == other.0) {
        let meets = row.chunk_by(|one, other| one.1 == other.1).map(|same| {
            let column = columns.binary_search(&same[0].1).expect("every column is in the list");
            (column, same.len() as u32)
        });
        rows.push(meets.collect());
    }
    Meetings { rows, columns: columns.len() }
}

/// Lines that meet, directly or by way of others.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn of(&mut self, mut line: usize) -> usize {
        while self.0[line] != line {
            self.0[line] = self.0[self.0[line]];
            line = self.0[line];
        }
        line
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one] = other;
    }
}

fn routes(problem: &Problem) -> Vec<Route> {
    parts(problem).iter().map(Meetings::best_route).collect()
}

/// The polynomial of each part; `None` if it was stopped.
fn polynomials(problem: &Problem, most: Option<usize>, work: &Work) -> Result<Option<Vec<Vec<BigUint>>>, Error> {
    let routes = routes(problem);
    work.monitor.expect_parts(routes.iter().map(|route| route.len() as u64).sum());
    work.install(|| routes.iter().map(|route| route.polynomial(most, work)).collect())
}
