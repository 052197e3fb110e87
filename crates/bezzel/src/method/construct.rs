//! One solution of the n queens problem for any n but 2 and 3, written down without a search.
//!
//! Idea: queens a knight's move apart along two flights of squares, the even columns (from 1) and then the odd ones, attack
//! nobody if n is even and not 2 mod 6. If n is 2 mod 6 both flights are shifted cyclically, the second being the half turn
//! of the first. Both leave the main diagonal free, so one queen more in the corner serves odd n.
//! Source: E. Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29 (1874).
//! Cost: O(n) time and memory. Limits: a bare board; the smaller side is neither 2 nor 3. On a larger rectangle the
//! solution stands in a corner, and fewer queens than its side are the first rows of it. At most [`MAX_BYTES`] of memory.

use super::{Method, Misfit, bytes_text, require_plane};
use crate::work::Work;
use crate::{Error, Goal, Maximum, Outcome, Piece, Placed, Problem, Quantity, Question, Solution, Square};

/// What the placement and its check take for each queen.
const BYTES_PER_QUEEN: u64 = 24;

const MAX_BYTES: u64 = 4_000_000_000;

/// See the module's text.
pub(crate) struct Construct;

impl Method for Construct {
    fn name(&self) -> &'static str {
        "construct"
    }

    fn idea(&self) -> &'static str {
        "queens written down along two flights of knight's moves (Pauls 1874)"
    }

    fn proof(&self) -> &'static str {
        "the placement was checked"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let (problem, board) = (question.problem(), question.problem().board());
        let Some((_, quantity)) = problem.army().single().filter(|(piece, _)| **piece == Piece::QUEEN) else {
            return Err(Misfit::other("places queens only"));
        };
        require_plane(board)?;
        if !board.is_bare() || !problem.fixed().pieces().is_empty() {
            return Err(Misfit::other("needs a board without holes, walls and fixed pieces"));
        }
        let side = board.rows().min(board.columns());
        if matches!(side, 2 | 3) {
            return Err(Misfit::other("needs a side of 1, 4 or more squares"));
        }
        match (question.goal(), quantity) {
            (Goal::Maximise, _) => memory_fits(u64::from(side)),
            (Goal::Find { first: false }, Quantity::Exactly(count)) if count <= u64::from(side) => memory_fits(count),
            (Goal::Find { first: false }, _) => Err(Misfit::other(format!("finds up to {side} queens on this board"))),
            (Goal::Find { first: true }, _) => Err(Misfit::other("finds a solution, but not the first in order")),
            (Goal::Count | Goal::List | Goal::Table, _) => Err(Misfit::other("finds one solution only")),
        }
    }

    fn find(&self, problem: &Problem, _first: bool, _work: &Work) -> Result<Outcome<Option<Solution>>, Error> {
        let count = problem.army().size().expect("fit asked for an exact number");
        Ok(Outcome::Complete(Some(problem.complete(queens(problem, count as u32))?)))
    }

    fn maximise(&self, problem: &Problem, _work: &Work) -> Result<Outcome<Maximum>, Error> {
        let board = problem.board();
        let side = board.rows().min(board.columns());
        let solution = problem.complete(queens(problem, side))?;
        let lines = if board.rows() <= board.columns() { "rows" } else { "columns" };
        let proof = format!("a checked placement, and {side} {lines} that hold at most one queen each");
        Ok(Outcome::Complete(Maximum { solution, upper: u64::from(side), proof }))
    }
}

fn memory_fits(queens: u64) -> Result<(), Misfit> {
    let bytes = queens * BYTES_PER_QUEEN;
    if bytes > MAX_BYTES {
        let (needs, has) = (bytes_text(bytes.into()), bytes_text(MAX_BYTES.into()));
        return Err(Misfit::size(format!("would need {needs} of memory for the placement, and takes at most {has}")));
    }
    Ok(())
}

/// The first `count` queens of the solution on the largest square in the top left corner of the board.
fn queens(problem: &Problem, count: u32) -> impl Iterator<Item = Placed> {
    let board = problem.board();
    let n = u64::from(board.rows().min(board.columns()));
    (0..count).map(move |row| Placed { square: Square::new(row, column(u64::from(row), n) as u32), kind: 0 })
}

/// The column of the queen in a row, for n = 1 or n >= 4.
fn column(row: u64, n: u64) -> u64 {
    let even = n - n % 2;
    if row == even {
        return even;
    }
    let half = even / 2;
    let shift = if even % 6 == 2 { half - 1 } else { 0 };
    match () {
        () if shift == 0 && row < half => 2 * row + 1,
        () if shift == 0 => 2 * (row - half),
        () if row < half => (2 * row + shift) % even,
        () => even - 1 - (2 * (even - 1 - row) + shift) % even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Placement};

    #[test]
    fn the_construction_holds_for_every_small_n() {
        for n in (4..400).chain([1, 998, 999, 1000, 1001, 1002, 1003]) {
            let board = Board::square(n).unwrap();
            let squares = (0..n).map(|row| Square::new(row, column(u64::from(row), u64::from(n)) as u32));
            assert!(Placement::of_kind(&board, Piece::QUEEN, squares).unwrap().is_nonattacking(), "n = {n}");
        }
    }
}
