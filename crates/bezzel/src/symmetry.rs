//! The symmetries of a problem, and solutions up to them.

use std::collections::HashSet;

use crate::{Board, Placed, Placement, Problem, Square};

/// A symmetry of the rectangle or the square: rows and columns change places or not, then either may be reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    swaps: bool,
    reverses_rows: bool,
    reverses_columns: bool,
}

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Self = Self::new(false, false, false);
    /// A half turn.
    pub const HALF_TURN: Self = Self::new(false, true, true);
    /// Left and right change places.
    pub const MIRROR_COLUMNS: Self = Self::new(false, false, true);
    /// Top and bottom change places.
    pub const MIRROR_ROWS: Self = Self::new(false, true, false);
    /// A quarter turn clockwise; squares only.
    pub const QUARTER_TURN: Self = Self::new(true, false, true);
    /// A quarter turn anticlockwise; squares only.
    pub const THREE_QUARTER_TURN: Self = Self::new(true, true, false);
    /// A reflection in the diagonal from top left to bottom right; squares only.
    pub const TRANSPOSE: Self = Self::new(true, false, false);
    /// A reflection in the other diagonal; squares only.
    pub const ANTI_TRANSPOSE: Self = Self::new(true, true, true);

    /// The four symmetries of a rectangle, then the four more of a square.
    pub const ALL: [Self; 8] = [
        Self::IDENTITY,
        Self::HALF_TURN,
        Self::MIRROR_COLUMNS,
        Self::MIRROR_ROWS,
        Self::QUARTER_TURN,
        Self::THREE_QUARTER_TURN,
        Self::TRANSPOSE,
        Self::ANTI_TRANSPOSE,
    ];

    const fn new(swaps: bool, reverses_rows: bool, reverses_columns: bool) -> Self {
        Self { swaps, reverses_rows, reverses_columns }
    }

    /// Whether it maps a board of this shape to itself, holes and walls apart.
    fn fits(self, board: &Board) -> bool {
        !self.swaps || board.rows() == board.columns()
    }

    /// Where a square of the board goes.
    pub fn image(self, square: Square, board: &Board) -> Square {
        let Square { row, column } = square;
        let (row, column) = if self.swaps { (column, row) } else { (row, column) };
        let row = if self.reverses_rows { board.rows() - 1 - row } else { row };
        let column = if self.reverses_columns { board.columns() - 1 - column } else { column };
        Square::new(row, column)
    }

    /// First this one, then the other.
    #[must_use]
    pub(crate) fn then(self, other: Self) -> Self {
        let (rows, columns) = (self.reverses_rows, self.reverses_columns);
        let (rows, columns) = if other.swaps { (columns, rows) } else { (rows, columns) };
        Self::new(self.swaps ^ other.swaps, rows ^ other.reverses_rows, columns ^ other.reverses_columns)
    }

    /// The one that takes everything back.
    #[must_use]
    pub(crate) fn inverse(self) -> Self {
        let (rows, columns) = (self.reverses_rows, self.reverses_columns);
        let (rows, columns) = if self.swaps { (columns, rows) } else { (rows, columns) };
        Self::new(self.swaps, rows, columns)
    }
}

/// How many different images a solution has under the symmetries of its problem: the size of its class.
pub type OrbitSize = u32;

/// The symmetries that a problem really has: those of its board that keep its holes, walls and fixed pieces in place. All
/// moves are symmetric by themselves.
///
/// ```
/// use bezzel::{Army, Board, Piece, Problem, Quantity, SymmetryGroup};
/// let queens = || Army::new([(Piece::QUEEN, Quantity::Exactly(3))]);
/// let group = |board| Ok::<_, bezzel::Error>(SymmetryGroup::of(&Problem::new(board, queens()?)?).len());
/// assert_eq!(group(Board::square(8)?)?, 8);
/// assert_eq!(group(Board::new(3, 5)?)?, 4);
/// let corner = bezzel::Square::new(0, 0);
/// assert_eq!(group(Board::square(8)?.with_holes([corner])?)?, 2);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SymmetryGroup {
    board: Board,
    symmetries: Vec<Symmetry>,
}

impl SymmetryGroup {
    /// The symmetries of a problem.
    pub fn of(problem: &Problem) -> Self {
        let board = problem.board();
        let keeps = |symmetry: &Symmetry| {
            symmetry.fits(board) && keeps_cells(*symmetry, board) && keeps_pieces(*symmetry, problem.fixed())
        };
        Self { board: board.clone(), symmetries: Symmetry::ALL.into_iter().filter(keeps).collect() }
    }

    /// Its elements, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// The number of its elements; never 0.
    #[expect(clippy::len_without_is_empty, reason = "a group has an identity")]
    pub fn len(&self) -> usize {
        self.symmetries.len()
    }

    /// The size of a placement's class if the placement is the first of its class in order, `None` if it is not.
    pub fn class_of_first(&self, placement: &Placement) -> Option<OrbitSize> {
        let pieces = placement.pieces();
        let mut fixed_by = 0;
        for &symmetry in &self.symmetries {
            match image(symmetry, pieces, &self.board).as_slice().cmp(pieces) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => fixed_by += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Some((self.symmetries.len() / fixed_by) as OrbitSize)
    }

    /// Its elements but the identity in classes of conjugates, which fix equally many solutions: one of each class, and how
    /// many it has.
    pub(crate) fn conjugates(&self) -> Vec<(Symmetry, u64)> {
        let mut seen = HashSet::from([self.symmetries[0]]);
        let mut classes = Vec::new();
        for &one in &self.symmetries {
            if seen.insert(one) {
                let before = seen.len();
                seen.extend(self.symmetries.iter().map(|turn| turn.inverse().then(one).then(*turn)));
                classes.push((one, (seen.len() - before + 1) as u64));
            }
        }
        classes
    }
}

/// The image of a placement, in reading order. Placements of equally many pieces compare as their texts do: at the first
/// square where they differ, the one with a piece there (or with the earlier letter) comes first.
fn image(symmetry: Symmetry, pieces: &[Placed], board: &Board) -> Vec<Placed> {
    let mut image: Vec<Placed> = pieces
        .iter()
        .map(|placed| Placed { square: symmetry.image(placed.square, board), kind: placed.kind })
        .collect();
    image.sort_unstable();
    image
}

fn keeps_cells(symmetry: Symmetry, board: &Board) -> bool {
    board.is_bare() || board.squares().all(|square| board.cell(square) == board.cell(symmetry.image(square, board)))
}

/// Whether it maps a placement to itself.
pub(crate) fn keeps_pieces(symmetry: Symmetry, placement: &Placement) -> bool {
    image(symmetry, placement.pieces(), placement.board()) == placement.pieces()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The images of an asymmetric square are eight different squares; one symmetry after another is one of the list, and so
    /// is the way back.
    #[test]
    fn the_eight_symmetries_are_a_group() {
        let board = Board::square(5).unwrap();
        let here = Square::new(0, 1);
        let images: HashSet<_> = Symmetry::ALL.iter().map(|one| one.image(here, &board)).collect();
        assert_eq!(images.len(), 8);
        for one in Symmetry::ALL {
            assert_eq!(one.then(one.inverse()), Symmetry::IDENTITY);
            for other in Symmetry::ALL {
                let both = |square| other.image(one.image(square, &board), &board);
                assert!(board.squares().all(|square| one.then(other).image(square, &board) == both(square)));
            }
        }
    }
}
