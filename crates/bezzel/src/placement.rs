//! Pieces on squares: placements, solutions (placements that have passed the check) and conflicts.

use std::fmt;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

use crate::check::Checker;
use crate::{Board, Error, Piece, Problem, Square, SquareSet};

/// A piece on a square: the square, and the place of its kind in the list of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// Where it stands.
    pub square: Square,
    /// Which kind it is: its place in [`Placement::kinds`].
    pub kind: u8,
}

/// Pieces on different free squares of a board. They may attack each other: see [`conflicts`](Self::conflicts).
///
/// Pieces are kept in reading order (row by row from the top, left to right).
///
/// ```
/// use bezzel::{Placement, Piece, Board};
/// let board = Board::square(4)?;
/// let placement = Placement::of_kind(&board, Piece::QUEEN, board.parse_squares("b4 d3 a2 b1")?)?;
/// assert_eq!(placement.to_string(), ".Q..\n...Q\nQ...\n.Q..");
/// let conflicts = placement.conflicts(false);
/// assert_eq!(conflicts.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Qb4 Qb1", "Qd3 Qb1", "Qa2 Qb1"]);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    board: Board,
    kinds: Arc<[Piece]>,
    pieces: Vec<Placed>,
}

impl Placement {
    /// A placement of pieces of these kinds.
    ///
    /// # Errors
    /// A square off the board, a hole or a wall, two pieces on one square, or a kind that is not in the list.
    pub fn new(board: &Board, kinds: impl Into<Arc<[Piece]>>, mut pieces: Vec<Placed>) -> Result<Self, Error> {
        let kinds = kinds.into();
        pieces.sort_unstable();
        for (index, placed) in pieces.iter().enumerate() {
            if usize::from(placed.kind) >= kinds.len() {
                return Err(Error::question(format!("there is no kind number {} in this placement", placed.kind)));
            }
            require_free(board, &kinds[usize::from(placed.kind)], placed.square)?;
            if index > 0 && pieces[index - 1].square == placed.square {
                return Err(Error::question(format!(
                    "two pieces on {}: each square holds one",
                    board.name(placed.square)
                )));
            }
        }
        Ok(Self { board: board.clone(), kinds, pieces })
    }

    /// The free squares, in reading order, on which a piece of this kind could be added without an attack; what attacks what
    /// already does not matter. None if the placement of one kind is maximal.
    pub fn room_for(&self, piece: &Piece) -> impl Iterator<Item = Square> + use<> {
        let mut room = SquareSet::of_free(&self.board);
        for placed in &self.pieces {
            room.remove(placed.square);
            // attacks are mutual square by square, so the squares from which a kind attacks are those it attacks
            for attacker in [&self.kinds[usize::from(placed.kind)], piece] {
                attacker.for_each_attacked(&self.board, placed.square, |square| {
                    room.remove(square);
                });
            }
        }
        room.iter().collect::<Vec<_>>().into_iter()
    }

    /// A placement of pieces of one kind.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_kind(board: &Board, piece: Piece, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        Self::new(board, [piece], squares.into_iter().map(|square| Placed { square, kind: 0 }).collect())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The kinds of its pieces.
    pub fn kinds(&self) -> &[Piece] {
        &self.kinds
    }

    /// Its pieces, in reading order of their squares.
    pub fn pieces(&self) -> &[Placed] {
        &self.pieces
    }

    /// The letter of a piece of this placement.
    pub fn letter(&self, placed: Placed) -> char {
        self.kinds[usize::from(placed.kind)].letter()
    }

    /// The column of each row's piece from the top, or `None` unless every row has exactly one piece.
    pub fn columns_by_row(&self) -> Option<impl Iterator<Item = u32> + '_> {
        let one_a_row = self.pieces.len() == self.board.rows() as usize
            && self.pieces.iter().zip(0..).all(|(placed, row)| placed.square.row == row);
        one_a_row.then(|| self.pieces.iter().map(|placed| placed.square.column))
    }

    /// Whether no piece attacks another.
    pub fn is_nonattacking(&self) -> bool {
        Checker::new(&self.board, &self.kinds).is_nonattacking(&self.pieces)
    }

    /// Every pair of pieces of which one attacks the other, in reading order. A piece between two others blocks their line,
    /// as in chess, unless `through` is set.
    pub fn conflicts(&self, through: bool) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        self.visit_conflicts(through, |conflict| {
            conflicts.push(conflict);
            ControlFlow::Continue(())
        });
        conflicts
    }

    /// Hands every conflict to `visit` as it is found, in reading order, until it breaks; for more pairs than memory holds.
    pub fn visit_conflicts(&self, through: bool, mut visit: impl FnMut(Conflict) -> ControlFlow<()>) {
        let mut checker = Checker::new(&self.board, &self.kinds);
        checker.visit_conflicts(&self.pieces, through, |first, second| visit(self.conflict(first, second)));
    }

    fn conflict(&self, first: usize, second: usize) -> Conflict {
        let end = |index: usize| {
            let placed = self.pieces[index];
            (self.letter(placed), placed.square)
        };
        Conflict { rows: self.board.rows(), first: end(first), second: end(second) }
    }

    /// The solution this placement is.
    ///
    /// # Errors
    /// The first conflict, if a piece attacks another.
    ///
    /// # Panics
    /// If the two ways of the check disagree, which they do not.
    pub fn into_solution(self) -> Result<Solution, Conflict> {
        if self.is_nonattacking() {
            return Ok(Solution(self));
        }
        let mut found = None;
        self.visit_conflicts(false, |conflict| {
            found = Some(conflict);
            ControlFlow::Break(())
        });
        Err(found.expect("an attacking placement has a conflict"))
    }
}

fn require_free(board: &Board, piece: &Piece, square: Square) -> Result<(), Error> {
    if !board.contains(square) {
        let Square { row, column } = square;
        let message = format!("a {piece} at row {row}, column {column} (from 0) lies outside the {board:?} board");
        return Err(Error::question(message));
    }
    let what = match board.cell(square) {
        crate::Cell::Free => return Ok(()),
        crate::Cell::Hole => "a hole",
        crate::Cell::Wall => "a wall",
    };
    Err(Error::question(format!("a {piece} cannot stand on {}: it is {what}", board.name(square))))
}

/// The board as text: `.` free, `x` hole, `#` wall, and the letters of the pieces; a line a row.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = self.pieces.iter().peekable();
        for row in 0..self.board.rows() {
            if row > 0 {
                f.write_str("\n")?;
            }
            for column in 0..self.board.columns() {
                let square = Square::new(row, column);
                match pieces.next_if(|placed| placed.square == square) {
                    Some(&placed) => fmt::Write::write_char(f, self.letter(placed))?,
                    None => f.write_str(self.board.cell(square).symbol())?,
                }
            }
        }
        Ok(())
    }
}

/// A placement in which no piece attacks another. It can only be had from a check that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution(Placement);

impl Deref for Solution {
    type Target = Placement;

    fn deref(&self) -> &Placement {
        &self.0
    }
}

impl Solution {
    /// The placement it is.
    pub fn into_placement(self) -> Placement {
        self.0
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Two pieces of which at least one attacks the other; `first` comes first in reading order. Shown as `Qc5 Qf8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Conflict {
    rows: u32,
    /// Letter and square of the first piece in reading order.
    pub first: (char, Square),
    /// Letter and square of the other.
    pub second: (char, Square),
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(letter, square): (char, Square)| format!("{letter}{}", square.name(self.rows));
        write!(f, "{} {}", name(self.first), name(self.second))
    }
}

/// Where methods hand over the placements they find, one by one: each is checked, then shown to the visitor. It reuses one
/// buffer, so that millions of solutions cost no allocation.
pub(crate) struct Sink<'a> {
    problem: &'a Problem,
    checker: Checker,
    solution: Solution,
    visit: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>,
    failure: Option<Error>,
}

impl<'a> Sink<'a> {
    /// A sink for solutions of this problem.
    pub fn new(problem: &'a Problem, visit: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>) -> Self {
        let (board, kinds) = (problem.board(), problem.kinds());
        let empty = Placement { board: board.clone(), kinds: kinds.clone(), pieces: Vec::new() };
        Self { problem, checker: Checker::new(board, kinds), solution: Solution(empty), visit, failure: None }
    }

    /// Checks a placement and hands it on. It breaks if the visitor has seen enough or the check failed.
    pub fn offer(&mut self, pieces: impl IntoIterator<Item = Placed>) -> ControlFlow<()> {
        let buffer = &mut self.solution.0.pieces;
        buffer.clear();
        buffer.extend(pieces);
        if !buffer.is_sorted() {
            buffer.sort_unstable();
        }
        if !self.checker.is_nonattacking(buffer) {
            self.failure = Some(Error::self_check(format!("an attacking placement was found\n{}", self.solution.0)));
            return ControlFlow::Break(());
        }
        if self.problem.is_maximal() && self.problem.admits_more(&self.solution) {
            self.failure = Some(Error::self_check(format!(
                "a placement was found to which a piece can be added\n{}",
                self.solution.0
            )));
            return ControlFlow::Break(());
        }
        if !self.problem.regions().iter().all(|division| division.are_filled(&self.solution.0.pieces)) {
            let message = format!("a placement without one piece in each region was found\n{}", self.solution.0);
            self.failure = Some(Error::self_check(message));
            return ControlFlow::Break(());
        }
        (self.visit)(&self.solution)
    }

    /// The failed check, if there was one.
    pub fn finish(self) -> Result<(), Error> {
        self.failure.map_or(Ok(()), Err)
    }
}
