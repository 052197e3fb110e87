//! Riders along two families of lines: matching the lines of one with those of the other.
//!
//! A family cuts the open squares into segments: the squares of a line between two walls (holes do not cut). Every open
//! square is on one segment of each family, and two segments share at most one square; so a nonattacking placement is a
//! matching in the graph whose vertices are the segments and whose edges are the open squares. A cover of the squares by
//! segments is a vertex cover of it.

use super::Found;
use super::cover::Group;
use super::graph::{Graph, NONE};
use super::hopcroft_karp::{Matching, maximum_matching};
use crate::line::LineFamily;
use crate::piece::Move;
use crate::work::Work;
use crate::{Board, Problem, Square, SquareSet};

/// The forward steps of the two families of a ride.
pub(super) fn steps((a, b): Move) -> [(i64, i64); 2] {
    let (a, b) = (i64::from(a), i64::from(b));
    if a == 0 { [(0, b), (b, 0)] } else { [(a, b), (a, -b)] }
}

/// The lines of a step. One too long for the board is cut down to a length that leaves the board from every square too.
fn family((dr, dc): (i64, i64), board: &Board) -> LineFamily {
    let (rows, columns) = (i64::from(board.rows()).max(1), i64::from(board.columns()).max(1));
    let longest = match (dr, dc) {
        (_, 0) => rows,
        (0, _) => columns,
        _ => rows.min(columns),
    };
    let shorten = |distance: i64| distance.clamp(-longest, longest);
    LineFamily::new((shorten(dr), shorten(dc)), rows, columns)
}

/// The numbers of lines of the two families, an upper bound.
pub(super) fn line_counts(ride: Move, board: &Board) -> [u64; 2] {
    steps(ride).map(|step| family(step, board).line_count())
}

/// The most pieces that ride so; before a stop, as many as were found and the lines of the smaller family.
pub(super) fn maximise(problem: &Problem, ride: Move, open: &SquareSet, work: &Work) -> Found {
    let Some((segments, graph)) = Segments::new(problem.board(), ride, open, work) else { return Found::nothing() };
    let fixed = problem.fixed().pieces().len() as u64;
    let smaller = usize::from(graph.right_count() < graph.left_count());
    let upper = graph.left_count().min(graph.right_count()) as u64;
    let progress = |size: usize| work.monitor.set_bounds(fixed + size as u64, fixed + upper);
    let outcome = maximum_matching(&graph, work.monitor, progress);
    let complete = outcome.is_complete();
    let matching = outcome.into_value();
    let cover = if complete { segments.cover(&matching) } else { segments.all(smaller) };
    Found { squares: segments.crossings(&matching), cover: Some(cover), complete, words: "lines" }
}

/// The segments of both families. Left vertices are those of the first family.
struct Segments {
    steps: [(i64, i64); 2],
    /// The first open square of each segment.
    first: [Vec<Square>; 2],
}

impl Segments {
    /// The segments and the graph; `None` if stopped.
    fn new(board: &Board, ride: Move, open: &SquareSet, work: &Work) -> Option<(Self, Graph)> {
        let walk = Walk { families: steps(ride).map(|step| family(step, board)), board, open, work };
        let mut degrees: Vec<u32> = Vec::new();
        let first = walk.run(|[left, _]| {
            if left as usize == degrees.len() {
                degrees.push(0);
            }
            degrees[left as usize] += 1;
        })?;
        let mut filling = Graph::with_degrees(&degrees, first[1].len());
        walk.run(|[left, right]| filling.add(left, right))?;
        Some((Self { steps: steps(ride), first }, filling.finish()))
    }

    /// The squares of the matched edges, in the order of their left segments.
    fn crossings(&self, matching: &Matching) -> Vec<Square> {
        let matched = matching.of_left.iter().zip(&self.first[0]).filter(|&(&right, _)| right != NONE);
        matched.map(|(&right, &on_left)| self.crossing(on_left, self.first[1][right as usize])).collect()
    }

    /// The square on the first family's line of one square and the second family's line of the other.
    fn crossing(&self, one: Square, other: Square) -> Square {
        if self.steps[0].0 == 0 {
            return Square::new(one.row, other.column);
        }
        let difference = i64::from(one.row) - i64::from(one.column);
        let sum = i64::from(other.row) + i64::from(other.column);
        Square::new(i64::midpoint(sum, difference) as u32, i64::midpoint(sum, -difference) as u32)
    }

    /// Koenig's cover: of each two matched segments one.
    fn cover(&self, matching: &Matching) -> Vec<Group> {
        let matched = (0u32..).zip(&matching.of_left).filter(|&(_, &right)| right != NONE);
        matched
            .map(
                |(left, &right)| {
                    if matching.in_cover[left as usize] { self.line(0, left) } else { self.line(1, right) }
                },
            )
            .collect()
    }

    /// All segments of one family.
    fn all(&self, family: usize) -> Vec<Group> {
        (0..self.first[family].len() as u32).map(|segment| self.line(family, segment)).collect()
    }

    fn line(&self, family: usize, segment: u32) -> Group {
        Group::Line(self.first[family][segment as usize], self.steps[family])
    }
}

/// Goes over the open squares in reading order, which is the order along every line.
struct Walk<'a> {
    families: [LineFamily; 2],
    board: &'a Board,
    open: &'a SquareSet,
    work: &'a Work<'a>,
}

impl Walk<'_> {
    /// Hands the two segments of every open square to `visit`; segments are numbered in the order of their first open
    /// squares, which are returned. `None` if stopped.
    fn run(&self, mut visit: impl FnMut([u32; 2])) -> Option<[Vec<Square>; 2]> {
        let mut first = [Vec::new(), Vec::new()];
        let mut current = self.families.each_ref().map(|family| vec![NONE; family.line_count() as usize]);
        let walls = self.board.has_walls();
        let stops = if walls { self.open.clone() | self.board.wall_squares() } else { self.open.clone() };
        let mut row = 0;
        for square in stops.iter() {
            if square.row != row {
                row = square.row;
                (!self.work.monitor.is_stopped()).then_some(())?;
            }
            let lines = self.families.each_ref().map(|family| family.line(square) as usize);
            if walls && self.board.is_wall(square) {
                (0..2).for_each(|side| current[side][lines[side]] = NONE);
                continue;
            }
            visit([0, 1].map(|side| {
                let segment = &mut current[side][lines[side]];
                if *segment == NONE {
                    *segment = first[side].len() as u32;
                    first[side].push(square);
                }
                *segment
            }));
        }
        Some(first)
    }
}
