//! The symmetries of a problem, and solutions up to them.

use crate::{Board, Placed, Placement, Problem, Square};

/// A symmetry of the rectangle or the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A half turn.
    HalfTurn,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// A quarter turn clockwise; squares only.
    QuarterTurn,
    /// A quarter turn anticlockwise; squares only.
    ThreeQuarterTurn,
    /// A reflection in the diagonal from top left to bottom right; squares only.
    Transpose,
    /// A reflection in the other diagonal; squares only.
    AntiTranspose,
}

impl Symmetry {
    /// The four symmetries of a rectangle, then the four more of a square.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::HalfTurn,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::QuarterTurn,
        Self::ThreeQuarterTurn,
        Self::Transpose,
        Self::AntiTranspose,
    ];

    /// Whether it maps a board of this shape to itself, holes and walls apart.
    fn fits(self, board: &Board) -> bool {
        let turns_sides =
            matches!(self, Self::QuarterTurn | Self::ThreeQuarterTurn | Self::Transpose | Self::AntiTranspose);
        !turns_sides || board.rows() == board.columns()
    }

    /// Where a square of the board goes.
    pub fn image(self, square: Square, board: &Board) -> Square {
        let Square { row, column } = square;
        let (up, left) = (board.rows() - 1 - row, board.columns() - 1 - column);
        match self {
            Self::Identity => square,
            Self::HalfTurn => Square::new(up, left),
            Self::MirrorColumns => Square::new(row, left),
            Self::MirrorRows => Square::new(up, column),
            Self::QuarterTurn => Square::new(column, up),
            Self::ThreeQuarterTurn => Square::new(left, row),
            Self::Transpose => Square::new(column, row),
            Self::AntiTranspose => Square::new(left, up),
        }
    }
}

/// How many different images a solution has under the symmetries of its problem: the size of its class.
pub type OrbitSize = u8;

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

    /// The images of an asymmetric square are eight different squares, and every symmetry has its inverse in the list.
    #[test]
    fn the_eight_symmetries_are_different_and_closed() {
        let board = Board::square(5).unwrap();
        let here = Square::new(0, 1);
        let images: std::collections::HashSet<_> = Symmetry::ALL.iter().map(|one| one.image(here, &board)).collect();
        assert_eq!(images.len(), 8);
        for one in Symmetry::ALL {
            for other in Symmetry::ALL {
                let both = |square| other.image(one.image(square, &board), &board);
                let found =
                    Symmetry::ALL.iter().filter(|&&third| board.squares().all(|s| third.image(s, &board) == both(s)));
                assert_eq!(found.count(), 1);
            }
        }
    }
}
