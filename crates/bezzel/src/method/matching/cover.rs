//! The other half of a maximum: a cover of the open squares by groups that hold at most one piece each, and its check.
//!
//! Koenig's theorem says that a maximum matching always comes with such a cover; the check here does not trust it. It
//! walks each group over the board, and then looks for an open square that no group contains.
//! Source: D. König, "Gráfok és mátrixok", Matematikai és Fizikai Lapok 38 (1931).

use crate::piece::mirror_images;
use crate::{Error, Problem, Square, SquareSet};

/// Squares of which any two are in conflict, so that at most one of them holds a piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Group {
    /// A square and all that follow it by this step, up to the edge or a wall.
    Line(Square, (i64, i64)),
    /// Two squares a leap apart.
    Pair(Square, Square),
    /// One square.
    Single(Square),
}

/// Checks that the groups are what they should be and cover all open squares; returns how many they are.
pub(super) fn check(
    problem: &Problem,
    mut open: SquareSet,
    groups: impl IntoIterator<Item = Group>,
) -> Result<u64, Error> {
    let piece = &problem.kinds()[0];
    let rides: Vec<_> = piece.rides().iter().flat_map(|&ride| mirror_images(ride)).collect();
    let mut count = 0;
    for group in groups {
        let valid = match group {
            Group::Line(first, step) => {
                remove_line(problem, &mut open, first, step);
                rides.contains(&step)
            }
            Group::Pair(one, other) => {
                open.remove(one);
                open.remove(other);
                piece.leaps().contains(&leap_between(one, other))
            }
            Group::Single(square) => {
                open.remove(square);
                true
            }
        };
        if !valid {
            return Err(Error::self_check(format!("{group:?} is no group of squares in conflict")));
        }
        count += 1;
    }
    match open.iter().next() {
        Some(square) => Err(Error::self_check(format!("no group covers {}", problem.board().name(square)))),
        None => Ok(count),
    }
}

fn remove_line(problem: &Problem, open: &mut SquareSet, first: Square, step: (i64, i64)) {
    let board = problem.board();
    let walls = board.has_walls();
    let mut next = Some(first);
    while let Some(square) = next.filter(|&square| !(walls && board.is_wall(square))) {
        open.remove(square);
        next = board.step(square, step);
    }
}

fn leap_between(one: Square, other: Square) -> (u32, u32) {
    let (rows, columns) = (one.row.abs_diff(other.row), one.column.abs_diff(other.column));
    (rows.min(columns), rows.max(columns))
}
