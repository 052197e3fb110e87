//! The lines along which a rider moves: two squares lie on one line exactly if one can be reached from the other by
//! repeating one step.
//!
//! On the plane the line is computed from the square, on boards of any size, and walls are looked for between two squares. On
//! boards that wrap, squares are numbered one by one, and a wall ends a line (see `line/wrapped.rs`).

mod wrapped;

use std::sync::Arc;

use crate::piece::{Move, mirror_images};
use crate::{Board, Square};
pub(crate) use wrapped::WrappedLines;

/// All parallel lines of one step, such as the rows, or the diagonals from top left to bottom right.
///
/// The line of a square is found from the cross product of its position with the step; where the step is a multiple of a
/// shorter one (as for the rider (2,2)), from the cross product with the shortest one, and the number of such steps taken
/// to it along the line, modulo the multiple.
#[derive(Debug, Clone)]
pub(crate) struct LineFamily {
    /// The step, downwards, or to the right within a row: so reading order is the order along every line.
    step: (i64, i64),
    /// The shortest step in the same direction.
    shortest: (i64, i64),
    lowest: i64,
    highest: i64,
    /// How many of the shortest steps make the step.
    strands: u32,
    /// On boards that wrap, everything.
    wrapped: Option<Arc<WrappedLines>>,
}

impl LineFamily {
    /// The families of a ride on a board, without those whose step leaves it from every square.
    pub fn of_ride(ride: Move, board: &Board) -> Vec<Self> {
        let (rows, columns) = (i64::from(board.rows()), i64::from(board.columns()));
        let forward = |&(dr, dc): &(i64, i64)| dr > 0 || (dr == 0 && dc > 0);
        if board.wraps() {
            return mirror_images(ride).into_iter().filter(forward).map(|step| Self::of_wrapped(step, board)).collect();
        }
        let fits = |&(dr, dc): &(i64, i64)| dr < rows && dc.abs() < columns;
        mirror_images(ride)
            .into_iter()
            .filter(forward)
            .filter(fits)
            .map(|step| Self::new(step, rows, columns))
            .collect()
    }

    fn of_wrapped(step: (i64, i64), board: &Board) -> Self {
        let wrapped = Some(Arc::new(WrappedLines::new(step, board)));
        Self { step, shortest: step, lowest: 0, highest: 0, strands: 1, wrapped }
    }

    /// The lines of this step on the plane, where it is at most a side of the board long. A step that leaves the board from every square
    /// makes each square a line of its own.
    pub fn new(step: (i64, i64), rows: i64, columns: i64) -> Self {
        let strands = greatest_common_divisor(step.0, step.1.abs());
        let (dr, dc) = (step.0 / strands, step.1 / strands);
        let corners = [(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)].map(|(r, c)| r * dc - c * dr);
        let lowest = corners.into_iter().min().expect("four corners");
        let highest = corners.into_iter().max().expect("four corners");
        Self { step, shortest: (dr, dc), lowest, highest, strands: strands as u32, wrapped: None }
    }

    /// The lines square by square, on boards that wrap.
    pub fn wrapped(&self) -> Option<&WrappedLines> {
        self.wrapped.as_deref()
    }

    /// The number of line numbers; a few of them may belong to no square.
    pub fn line_count(&self) -> u64 {
        if let Some(wrapped) = &self.wrapped {
            return wrapped.line_count();
        }
        // below 2^63: the cross product with the whole step is, and it is `strands` times that with the shortest
        (self.highest - self.lowest + 1) as u64 * u64::from(self.strands)
    }

    /// The number of the line of a square, below [`line_count`](Self::line_count).
    pub fn line(&self, square: Square) -> u64 {
        if let Some(wrapped) = &self.wrapped {
            return wrapped.line(square);
        }
        let cross = i64::from(square.row) * self.shortest.1 - i64::from(square.column) * self.shortest.0;
        let offset = (cross - self.lowest) as u64;
        if self.strands == 1 {
            return offset;
        }
        let (dr, dc) = self.shortest;
        // a line meets one square in every `dr` rows
        let taken = if dr > 0 { square.row / dr as u32 } else { square.column / dc as u32 };
        offset * u64::from(self.strands) + u64::from(taken % self.strands)
    }

    /// Whether a wall lies between two squares of one line, `from` before `to` in reading order. Where the board wraps, lines
    /// end at walls.
    pub fn wall_between(&self, board: &Board, from: Square, to: Square) -> bool {
        if self.wrapped.is_some() {
            return false;
        }
        let mut square = from;
        while let Some(next) = board.step(square, self.step) {
            if next == to {
                return false;
            }
            if board.is_wall(next) {
                return true;
            }
            square = next;
        }
        unreachable!("both squares are on one line")
    }
}

fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Topology;

    /// Where the board wraps, walls included: squares share a line exactly if a rider attacks one from the other.
    #[test]
    fn wrapped_lines_are_the_reach_of_riders() {
        for (rows, columns) in [(1, 1), (1, 6), (2, 2), (4, 3), (6, 6), (5, 7)] {
            for topology in [Topology::Cylinder, Topology::Torus] {
                let bare = Board::new(rows, columns).unwrap().with_topology(topology).unwrap();
                let walls = bare.squares().filter(|square| (square.row * 5 + square.column * 3) % 7 == 2);
                for board in [bare.clone(), bare.clone().with_walls(walls).unwrap()] {
                    for ride in [(0, 1), (1, 1), (1, 2), (0, 2), (2, 2), (2, 4), (3, 3), (0, 6), (5, 7)] {
                        check_reach(ride, &board);
                    }
                }
            }
        }
    }

    fn check_reach(ride: Move, board: &Board) {
        let families = LineFamily::of_ride(ride, board);
        let piece = crate::Piece::new([], [ride]).unwrap();
        for from in board.free_squares() {
            for to in board.free_squares().filter(|&to| to != from) {
                let shared = families.iter().any(|family| family.line(from) == family.line(to));
                assert_eq!(shared, piece.attacks(board, from, to), "{ride:?} {from:?} {to:?} on\n{board}");
            }
            assert!(families.iter().all(|family| family.line(from) < family.line_count()));
        }
    }

    /// Squares share a line exactly if a rider on a bare board attacks one from the other.
    #[test]
    fn lines_are_the_reach_of_riders() {
        for (rows, columns) in [(1, 1), (1, 6), (4, 3), (6, 7)] {
            let board = Board::new(rows, columns).unwrap();
            for ride in [(0, 1), (1, 1), (1, 2), (0, 2), (2, 2), (2, 4), (1, 3), (3, 3)] {
                let families = LineFamily::of_ride(ride, &board);
                let piece = crate::Piece::new([], [ride]).unwrap();
                for from in board.squares() {
                    for to in board.squares().filter(|&to| to != from) {
                        let shared = families.iter().filter(|family| family.line(from) == family.line(to)).count();
                        assert_eq!(shared, usize::from(piece.attacks(&board, from, to)), "{ride:?} {from:?} {to:?}");
                    }
                    assert!(families.iter().all(|family| family.line(from) < family.line_count()));
                }
            }
        }
    }

    #[test]
    fn the_largest_boards_do_not_overflow() {
        let board = Board::square(1 << 31).unwrap();
        let corner = Square::new((1 << 31) - 1, (1 << 31) - 1);
        for ride in [(0, 1), (1, 1), (1 << 30, 1 << 30), ((1 << 31) - 2, (1 << 31) - 2), (1, (1 << 31) - 1)] {
            for family in LineFamily::of_ride(ride, &board) {
                assert!(family.line(corner) < family.line_count());
            }
        }
    }
}
