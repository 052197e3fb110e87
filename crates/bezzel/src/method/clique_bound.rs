//! The most pieces of any one kind, by branch and bound with clique covers.
//!
//! Idea: the squares that can take a piece are the vertices of the attack graph, and a placement is an independent set of
//! it. Squares that attack each other pairwise (a clique: a line of a rider between two walls, a 2 x 2 block of a king)
//! hold at most one piece, so a cover of the squares by k cliques proves that no more than k pieces fit. The search is in
//! [`independent_set`](crate::independent_set), with its sources.
//! Cost: exponential in general; often the first bounds meet. Memory: squares^2 / 4 bytes, at most [`MAX_BYTES`].
//! Limits: strong for pieces that ride and on boards thinned by holes, weak for unions of long leaps on large boards.
//! Interrupted, it gives the best placement and the best bound so far.

use std::cell::Cell;

use super::{Method, Misfit, bytes_text};
use crate::independent_set::{Graph, Outcome as Found, maximum_independent_set};
use crate::line::LineFamily;
use crate::work::Work;
use crate::{Board, Error, Goal, Maximum, Outcome, Piece, Placed, Problem, Question, Square, SquareSet};

const MAX_BYTES: u128 = 1_000_000_000;

/// See the module's text.
pub(crate) struct CliqueBound;

impl Method for CliqueBound {
    fn name(&self) -> &'static str {
        "clique-bound"
    }

    fn idea(&self) -> &'static str {
        "branch and bound on the attack graph, bounded by covers of lines and blocks"
    }

    fn proof(&self) -> &'static str {
        "a checked placement, and an exhaustive search for a larger one"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        if question.goal() != Goal::Maximise {
            return Err(Misfit::other("maximises only"));
        }
        let bytes = u128::from(question.problem().board().free_count()).pow(2) / 4;
        if bytes > MAX_BYTES {
            let (needs, has) = (bytes_text(bytes), bytes_text(MAX_BYTES));
            return Err(Misfit::size(format!(
                "would need {needs} of memory for the attack graph, and takes at most {has}"
            )));
        }
        Ok(())
    }

    fn maximise(&self, problem: &Problem, work: &Work) -> Result<Outcome<Maximum>, Error> {
        let (board, piece) = (problem.board(), &problem.kinds()[0]);
        let squares: Vec<Square> = problem.open_squares(0).iter().collect();
        let fixed = problem.fixed().pieces().len() as u64;
        let stopped = Cell::new(false);
        let stop = || {
            stopped.set(stopped.get() || work.monitor.is_stopped());
            stopped.get()
        };
        let mut improved = |lower, upper| work.monitor.set_bounds(lower as u64 + fixed, upper as u64 + fixed);
        let Some(graph) = attack_graph(board, piece, &squares, &stop) else {
            let proof = "no more pieces than open squares".to_string();
            let upper = squares.len() as u64 + fixed;
            return Ok(Outcome::Interrupted(Maximum { solution: problem.complete([])?, upper, proof }));
        };
        let found = maximum_independent_set(&graph, &partitions(board, piece, &squares), &stop, &mut improved);
        let solution = problem.complete(found.members.iter().map(|&at| Placed { square: squares[at], kind: 0 }))?;
        let complete = found.members.len() == found.upper;
        let proof = self.check_cover(board, piece, &squares, &found)?;
        Ok(Outcome::new(Maximum { solution, upper: found.upper as u64 + fixed, proof }, complete))
    }
}

impl CliqueBound {
    /// The proof in words; a cover that is to prove the bound is held against the definition first.
    fn check_cover(&self, board: &Board, piece: &Piece, squares: &[Square], found: &Found) -> Result<String, Error> {
        if found.members.len() != found.upper {
            return Ok(format!(
                "a checked placement of {} and a bound of {} open squares' pieces",
                found.members.len(),
                found.upper
            ));
        }
        let Some(cover) = &found.cover else { return Ok(self.proof().to_string()) };
        let mut covered = vec![false; squares.len()];
        for clique in cover {
            for &one in clique {
                covered[one] = true;
                let mut reached = SquareSet::new(board.rows(), board.columns());
                reached.insert(squares[one]);
                piece.for_each_attacked(board, squares[one], |square| _ = reached.insert(square));
                if let Some(&other) = clique.iter().find(|&&other| !reached.contains(squares[other])) {
                    let (one, other) = (board.name(squares[one]), board.name(squares[other]));
                    return Err(Error::self_check(format!(
                        "{one} and {other} are in one clique but do not attack each other"
                    )));
                }
            }
        }
        if let Some(at) = covered.iter().position(|&covered| !covered) {
            return Err(Error::self_check(format!("no clique of the cover holds {}", board.name(squares[at]))));
        }
        Ok(format!(
            "a checked placement, and {} sets that hold every open square, each of squares that all attack each other",
            cover.len()
        ))
    }
}

/// The attack graph; `None` if stopped.
fn attack_graph(board: &Board, piece: &Piece, squares: &[Square], stop: &dyn Fn() -> bool) -> Option<Graph> {
    let mut graph = Graph::new(squares.len());
    for (at, &square) in squares.iter().enumerate() {
        if at % 64 == 0 && stop() {
            return None;
        }
        piece.for_each_attacked(board, square, |to| {
            // attacks are mutual, and an edge is added for both its ends
            if to > square
                && let Ok(other) = squares[at..].binary_search(&to)
            {
                graph.add_edge(at, at + other);
            }
        });
    }
    Some(graph)
}

/// Partitions of the squares into cliques: the lines of every step, cut at walls, and for pieces that attack all
/// neighbours the four tilings by 2 x 2 blocks.
fn partitions(board: &Board, piece: &Piece, squares: &[Square]) -> Vec<Vec<u32>> {
    let families = piece.rides().iter().flat_map(|&ride| LineFamily::of_ride(ride, board));
    let mut partitions: Vec<Vec<u32>> = families.map(|lines| segments(board, &lines, squares)).collect();
    let has = |step| piece.leaps().contains(&step) || piece.rides().contains(&step);
    if has((0, 1)) && has((1, 1)) {
        let blocks_a_row = board.columns() / 2 + 1;
        let halve: [fn(u32) -> u32; 2] = [|at| at / 2, |at| at.div_ceil(2)];
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let block = |square: &Square| halve[down](square.row) * blocks_a_row + halve[right](square.column);
            partitions.push(squares.iter().map(block).collect());
        }
    }
    partitions
}

/// The number of each square's line segment: lines are cut at walls. Squares are in reading order.
fn segments(board: &Board, lines: &LineFamily, squares: &[Square]) -> Vec<u32> {
    let mut last: std::collections::HashMap<u64, (Square, u32)> = std::collections::HashMap::new();
    let mut segments = Vec::with_capacity(squares.len());
    for &square in squares {
        let fresh = segments.len() as u32;
        let segment = match last.get(&lines.line(square)) {
            Some(&(before, segment)) if !(board.has_walls() && lines.wall_between(board, before, square)) => segment,
            _ => fresh,
        };
        last.insert(lines.line(square), (square, segment));
        segments.push(segment);
    }
    segments
}
