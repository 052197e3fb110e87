//! Leapers whose every leap changes the colour of the square, for a colouring with two colours.
//!
//! Then the graph of attacks is bipartite. Squares in conflict are matched; each matched pair, and each square left over,
//! holds at most one piece, and Koenig's theorem gives a placement of so many.

use super::Found;
use super::cover::Group;
use super::graph::{Graph, NONE};
use super::hopcroft_karp::{Matching, maximum_matching};
use crate::piece::{Move, mirror_images};
use crate::work::Work;
use crate::{Board, Problem, Square, SquareSet};

/// A colouring of squares with two colours.
///
/// Squares are gathered into blocks of `2^shift` x `2^shift`, within which no leap stays; then the blocks are coloured like
/// a chessboard, or row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colouring {
    shift: u32,
    by_rows: bool,
}

impl Colouring {
    /// A colouring in which each of these leaps changes the colour, if one of this form exists.
    pub fn of_leaps(leaps: &[Move]) -> Option<Self> {
        // a distance of 2^31 is no leap on any board, so the shift by 31 at most is one that `>>` allows
        let shift = leaps.iter().map(|(a, b)| (a | b).trailing_zeros()).min()?;
        let is_odd = |distance: &u32| (distance >> shift) & 1 == 1;
        if leaps.iter().all(|(a, b)| is_odd(a) != is_odd(b)) {
            Some(Self { shift, by_rows: false })
        } else if leaps.iter().all(|(a, b)| is_odd(a) && is_odd(b)) {
            Some(Self { shift, by_rows: true })
        } else {
            None
        }
    }

    fn colour(self, square: Square) -> usize {
        let Self { shift, by_rows } = self;
        let column = if by_rows { 0 } else { square.column >> shift };
        (((square.row >> shift) ^ column) & 1) as usize
    }
}

/// The most pieces with these leaps; before a stop, the squares of one colour, and the pairs that were found.
pub(super) fn maximise(
    problem: &Problem,
    leaps: &[Move],
    colouring: Colouring,
    open: &SquareSet,
    work: &Work,
) -> Found {
    let words = "squares and pairs of squares in conflict";
    let Some((sides, graph)) = Sides::new(problem.board(), leaps, colouring, open, work) else {
        let colours = [0, 1].map(|colour| open.iter().filter(|&square| colouring.colour(square) == colour).count());
        let larger = usize::from(colours[1] > colours[0]);
        let squares = open.iter().filter(|&square| colouring.colour(square) == larger).collect();
        return Found { squares, ..Found::nothing() };
    };
    let fixed = problem.fixed().pieces().len() as u64;
    let [left, right] = sides.squares.each_ref().map(|squares| squares.len() as u64);
    let progress = |size: usize| work.monitor.set_bounds(fixed + left.max(right), fixed + left + right - size as u64);
    let outcome = maximum_matching(&graph, work.monitor, progress);
    let complete = outcome.is_complete();
    let matching = outcome.into_value();
    let squares =
        if complete { sides.independent(&matching) } else { sides.squares[usize::from(right > left)].clone() };
    Found { squares, cover: Some(sides.cover(&matching)), complete, words }
}

/// The open squares by colour. Left vertices are those of the first.
struct Sides {
    squares: [Vec<Square>; 2],
}

impl Sides {
    /// The sides and the graph of attacks between them; `None` if stopped.
    fn new(
        board: &Board,
        leaps: &[Move],
        colouring: Colouring,
        open: &SquareSet,
        work: &Work,
    ) -> Option<(Self, Graph)> {
        let columns = board.columns() as usize;
        let place = |square: Square| square.row as usize * columns + square.column as usize;
        let mut squares = [Vec::new(), Vec::new()];
        let mut number = vec![NONE; board.square_count() as usize];
        for square in open.iter() {
            let side = &mut squares[colouring.colour(square)];
            number[place(square)] = side.len() as u32;
            side.push(square);
        }
        let steps: Vec<_> = leaps.iter().flat_map(|&leap| mirror_images(leap)).collect();
        let neighbours = |from: Square| {
            let landings = steps.iter().filter_map(move |&step| board.step(from, step));
            landings.map(|to| number[place(to)]).filter(|&to| to != NONE)
        };
        let going_on = || (!work.monitor.is_stopped()).then_some(());
        let mut degrees = Vec::with_capacity(squares[0].len());
        for &square in &squares[0] {
            degrees.push(neighbours(square).count() as u32);
            if degrees.len().is_multiple_of(4096) {
                going_on()?;
            }
        }
        let mut filling = Graph::with_degrees(&degrees, squares[1].len());
        for (left, &square) in (0u32..).zip(&squares[0]) {
            neighbours(square).for_each(|right| filling.add(left, right));
            if left.is_multiple_of(4096) {
                going_on()?;
            }
        }
        Some((Self { squares }, filling.finish()))
    }

    /// The squares outside Koenig's cover.
    fn independent(&self, matching: &Matching) -> Vec<Square> {
        let Matching { of_left, of_right, in_cover, .. } = matching;
        let lefts = self.squares[0].iter().zip(of_left).zip(in_cover);
        let lefts =
            lefts.filter(|&((_, &partner), &covered)| partner == NONE || !covered).map(|((&square, _), _)| square);
        let rights = self.squares[1].iter().zip(of_right);
        let rights = rights.filter(|&(_, &partner)| partner == NONE || in_cover[partner as usize]);
        lefts.chain(rights.map(|(&square, _)| square)).collect()
    }

    /// The matched pairs and the single squares.
    fn cover(&self, matching: &Matching) -> Vec<Group> {
        let [left, right] = &self.squares;
        let of_left = left.iter().zip(&matching.of_left).map(|(&square, &partner)| match partner {
            NONE => Group::Single(square),
            _ => Group::Pair(square, right[partner as usize]),
        });
        let alone = right.iter().zip(&matching.of_right).filter(|&(_, &partner)| partner == NONE);
        of_left.chain(alone.map(|(&square, _)| Group::Single(square))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leap_changes_the_colour() {
        let board = Board::square(40).unwrap();
        for a in 0..14u32 {
            for b in a.max(1)..14 {
                let colouring = Colouring::of_leaps(&[(a, b)]).expect("a single leap has a colouring");
                for from in board.squares().filter(|square| square.row > 13 && square.row < 22) {
                    for to in mirror_images((a, b)).into_iter().filter_map(|step| board.step(from, step)) {
                        assert_ne!(colouring.colour(from), colouring.colour(to), "({a},{b}) {from:?} {to:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn unions_have_a_colouring_if_their_leaps_share_one() {
        let has = |leaps: &[Move]| Colouring::of_leaps(leaps).is_some();
        assert!(has(&[(0, 1), (1, 2)]) && has(&[(1, 1), (1, 3)]) && has(&[(2, 2), (2, 6)]) && has(&[(0, 1 << 31)]));
        assert!(!has(&[(0, 1), (1, 1)]) && !has(&[(1, 2), (2, 4)]) && !has(&[(1, 1), (2, 2)]));
    }
}
