//! The symmetries of a problem, and solutions up to them.

use std::collections::HashSet;

use crate::{Board, Placed, Placement, Problem, Regions, Square, Topology};

/// A symmetry of a board: rows and columns change places or not, then either may be reversed, then all squares may be shifted
/// down and to the right, around the board where it wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    swaps: bool,
    reverses_rows: bool,
    reverses_columns: bool,
    down: u32,
    right: u32,
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

    /// The four symmetries of a rectangle, then the four more of a square; all without a shift.
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
        Self { swaps, reverses_rows, reverses_columns, down: 0, right: 0 }
    }

    /// The same, then a shift of so many squares.
    ///
    /// ```
    /// use bezzel::{Board, Square, Symmetry, Topology};
    /// let torus = Board::square(8)?.with_topology(Topology::Torus)?;
    /// assert_eq!(Symmetry::TRANSPOSE.shifted(1, 7).image(Square::new(2, 5), &torus), Square::new(6, 1));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    #[must_use]
    pub const fn shifted(self, down: u32, right: u32) -> Self {
        Self { down, right, ..self }
    }

    /// Whether it maps a board of this shape to itself, holes and walls apart.
    fn fits(self, board: &Board) -> bool {
        !self.swaps || (board.rows() == board.columns() && board.topology() != Topology::Cylinder)
    }

    /// Where a square of the board goes.
    pub fn image(self, square: Square, board: &Board) -> Square {
        let Square { row, column } = square;
        let (row, column) = if self.swaps { (column, row) } else { (row, column) };
        let row = if self.reverses_rows { board.rows() - 1 - row } else { row };
        let column = if self.reverses_columns { board.columns() - 1 - column } else { column };
        Square::new(shifted(row, self.down, board.rows()), shifted(column, self.right, board.columns()))
    }

    /// The one that takes everything back.
    fn inverse(self, board: &Board) -> Self {
        let (rows, columns) = (self.reverses_rows, self.reverses_columns);
        let (rows, columns) = if self.swaps { (columns, rows) } else { (rows, columns) };
        let turn = Self::new(self.swaps, rows, columns);
        let Square { row, column } = turn.image(self.image(Square::new(0, 0), board), board);
        turn.shifted((board.rows() - row) % board.rows(), (board.columns() - column) % board.columns())
    }

    /// Where the first squares go, which tells where all go: on narrow boards two symmetries may do the same.
    fn key(self, board: &Board) -> [Square; 3] {
        probes(board).map(|square| self.image(square, board))
    }
}

/// A coordinate shifted around the board; without a shift it is left alone.
fn shifted(at: u32, by: u32, side: u32) -> u32 {
    if at >= side - by { at - (side - by) } else { at + by }
}

/// The first square and its neighbours.
fn probes(board: &Board) -> [Square; 3] {
    [(0, 0), (1, 0), (0, 1)].map(|(row, column)| Square::new(row % board.rows(), column % board.columns()))
}

/// All symmetries of a board of this size and shape, each once, the identity first; about so many as it has squares, times
/// eight, if it is a torus.
fn of_shape(board: &Board) -> Vec<Symmetry> {
    if board.square_count() == 0 {
        return vec![Symmetry::IDENTITY];
    }
    let (down, right) = match board.topology() {
        Topology::Plane => (1, 1),
        Topology::Cylinder => (1, board.columns()),
        Topology::Torus => (board.rows(), board.columns()),
    };
    let turns = Symmetry::ALL.into_iter().filter(|turn| turn.fits(board));
    let shifts =
        turns.flat_map(|turn| (0..down).flat_map(move |down| (0..right).map(move |right| turn.shifted(down, right))));
    let mut seen = HashSet::new();
    shifts.filter(|symmetry| seen.insert(symmetry.key(board))).collect()
}

/// How many different images a solution has under the symmetries of its problem: the size of its class.
pub type OrbitSize = u32;

/// The symmetries that a problem really has: those of its board that keep its holes, walls and fixed pieces in place and map regions to regions. All
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
        let regions: HashSet<Vec<Square>> = problem.regions().iter().flat_map(Regions::squares).collect();
        let keeps = |symmetry: &Symmetry| {
            keeps_cells(*symmetry, board)
                && keeps_pieces(*symmetry, problem.fixed())
                && keeps_regions(*symmetry, board, &regions)
        };
        Self { board: board.clone(), symmetries: of_shape(board).into_iter().filter(keeps).collect() }
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

    /// Its elements but the identity in sets of conjugates, which fix equally many solutions: one of each set, and how many it
    /// has. In large groups a class of conjugates may be several sets.
    pub(crate) fn conjugates(&self) -> Vec<(Symmetry, u64)> {
        let Some((identity, others)) = self.symmetries.split_first().filter(|(_, others)| !others.is_empty()) else {
            return Vec::new();
        };
        let board = &self.board;
        let is_small = self.symmetries.len() <= MAX_CONJUGATORS;
        let turns: Vec<(Symmetry, [Square; 3])> = self
            .symmetries
            .iter()
            .filter(|turn| is_small || (turn.down == 0 && turn.right == 0))
            .map(|turn| (*turn, turn.inverse(board).key(board)))
            .collect();
        let mut seen = HashSet::from([identity.key(board)]);
        let mut sets = Vec::new();
        for one in others {
            let before = seen.len();
            for (turn, start) in &turns {
                seen.insert(start.map(|square| turn.image(one.image(square, board), board)));
            }
            if seen.len() > before {
                sets.push((*one, (seen.len() - before) as u64));
            }
        }
        sets
    }
}

/// Groups of more elements are not conjugated by all of them: that takes time with their square.
const MAX_CONJUGATORS: usize = 2000;

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

/// Whether it maps regions onto regions; those of one division may go to those of another, as rows to columns.
fn keeps_regions(symmetry: Symmetry, board: &Board, regions: &HashSet<Vec<Square>>) -> bool {
    regions.iter().all(|region| {
        let mut image: Vec<Square> = region.iter().map(|&square| symmetry.image(square, board)).collect();
        image.sort_unstable();
        regions.contains(&image)
    })
}

/// Whether it maps a placement to itself.
pub(crate) fn keeps_pieces(symmetry: Symmetry, placement: &Placement) -> bool {
    image(symmetry, placement.pieces(), placement.board()) == placement.pieces()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The images of an asymmetric square are eight different squares.
    #[test]
    fn the_eight_symmetries_are_different() {
        let board = Board::square(5).unwrap();
        let images: HashSet<_> = Symmetry::ALL.iter().map(|one| one.image(Square::new(0, 1), &board)).collect();
        assert_eq!(images.len(), 8);
    }

    /// On every shape: as many as there should be, one after another is one of them, and so is the way back; sets of conjugates
    /// hold all but the identity.
    #[test]
    fn symmetries_are_a_group() {
        let queen = crate::Army::new([(crate::Piece::QUEEN, crate::Quantity::Any)]).unwrap();
        let shapes = [
            (3, 3, 8, 12, 72),
            (4, 4, 8, 16, 128),
            (2, 2, 8, 4, 8),
            (2, 5, 4, 20, 20),
            (1, 1, 1, 1, 1),
            (1, 4, 2, 8, 8),
        ];
        for (rows, columns, plane, cylinder, torus) in shapes {
            for (topology, size) in [(Topology::Plane, plane), (Topology::Cylinder, cylinder), (Topology::Torus, torus)]
            {
                let board = Board::new(rows, columns).unwrap().with_topology(topology).unwrap();
                let group = SymmetryGroup::of(&Problem::new(board.clone(), queen.clone()).unwrap());
                let maps: HashSet<Vec<Square>> = group
                    .symmetries
                    .iter()
                    .map(|one| board.squares().map(|at| one.image(at, &board)).collect())
                    .collect();
                assert_eq!((group.len(), maps.len()), (size, size), "{board:?}");
                for one in &group.symmetries {
                    assert!(board.squares().all(|at| one.inverse(&board).image(one.image(at, &board), &board) == at));
                    for other in &group.symmetries {
                        let both: Vec<Square> =
                            board.squares().map(|at| other.image(one.image(at, &board), &board)).collect();
                        assert!(maps.contains(&both), "{board:?}");
                    }
                }
                assert_eq!(
                    group.conjugates().iter().map(|(_, count)| count).sum::<u64>(),
                    size as u64 - 1,
                    "{board:?}"
                );
            }
        }
    }
}
