//! Queens row by row with bit masks: columns and both diagonals that are taken as three words, shifted from row to row.
//!
//! Idea: every row holds at most one queen (there are no walls), so a placement is a column, or none, for each row. The
//! squares of the next row that are free are those in none of three masks. Where the board is its own mirror image, only
//! the left half of the first queen's columns is searched and counted twice, the middle column apart.
//! Source: the classic bit mask recursion (Qiu Zongyan 2002; M. Richards 1997), with rows that may stay empty.
//! Cost: one step for each partial placement; for n queens on n x n about 77 for each solution. Memory: none to speak of.
//! Limits: queens, no walls, at most [`MAX_COLUMNS`] columns and [`MAX_ROWS`] rows; to count, the smaller side is at most
//! [`MAX_COUNT_SIDE`].

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Method, Misfit, require_plane, with_fixed};
use crate::board::mask_columns;
use crate::placement::Sink;
use crate::work::Work;
use crate::{Error, Goal, Monitor, Outcome, Piece, Placed, Problem, Quantity, Question, Square};

const MAX_COLUMNS: u32 = 64;
const MAX_ROWS: u32 = 1000;

/// The largest n for which n queens on n x n are counted.
pub(crate) const MAX_COUNT_SIDE: u32 = 31;

/// The search asks whether to stop at nodes with so many rows left, every few microseconds to milliseconds.
const ROWS_BETWEEN_CHECKS: usize = 10;

/// Below so many rows the whole search is one part: threads would cost more than they give.
const ROWS_WORTH_THREADS: usize = 12;

/// See the module's text.
pub(crate) struct Bitmask;

impl Method for Bitmask {
    fn name(&self) -> &'static str {
        "bitmask"
    }

    fn idea(&self) -> &'static str {
        "queens row by row, taken columns and diagonals as bit masks, half of the first row counted twice"
    }

    fn proof(&self) -> &'static str {
        "exhaustive search"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let (problem, board) = (question.problem(), question.problem().board());
        let Some((_, quantity)) = problem.army().single().filter(|(piece, _)| **piece == Piece::QUEEN) else {
            return Err(Misfit::other("places queens only"));
        };
        if question.goal() == Goal::Maximise {
            return Err(Misfit::other("counts, lists and finds, but does not maximise"));
        }
        require_plane(board)?;
        if board.has_walls() {
            return Err(Misfit::other("needs a board without walls, where a row holds at most one queen"));
        }
        let side = board.rows().min(board.columns());
        let fixed = problem.fixed().pieces().len() as u64;
        let many = matches!(quantity, Quantity::Exactly(count) if count - fixed > u64::from(MAX_COUNT_SIDE));
        if question.goal() == Goal::Count && many && side > MAX_COUNT_SIDE && board.is_bare() {
            return Err(Misfit::size(format!("counts n queens up to n = {MAX_COUNT_SIDE}")));
        }
        if board.columns() > MAX_COLUMNS || board.rows() > MAX_ROWS {
            return Err(Misfit::size(format!("takes at most {MAX_COLUMNS} columns and {MAX_ROWS} rows")));
        }
        Ok(())
    }

    /// Where most rows stay empty, or any may, there are methods that do not place the last queens.
    fn is_worth(&self, question: &Question) -> bool {
        let problem = question.problem();
        let many = problem.army().size().is_some_and(|count| count >= u64::from(problem.board().rows() / 2));
        question.goal() != Goal::Count || many
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let Some(search) = RowSearch::new(problem) else { return Ok(Outcome::Complete(BigUint::ZERO)) };
        work.sum(&search.parts(), |part| search.count_part(part, work.monitor))
    }

    fn list(&self, problem: &Problem, work: &Work, sink: &mut Sink) -> Result<Outcome<()>, Error> {
        let Some(search) = RowSearch::new(problem) else { return Ok(Outcome::Complete(())) };
        let mut queens = Vec::new();
        let mut offer = |queens: &[Placed]| sink.offer(with_fixed(problem, queens));
        let mut steps = 0;
        let mut stopped = || {
            steps += 1;
            steps % 4096 == 0 && work.monitor.is_stopped()
        };
        let flow = search.list(&search.root(), &mut queens, &mut stopped, &mut offer);
        Ok(Outcome::new((), flow.is_continue() || !work.monitor.is_stopped()))
    }
}

/// The search: the free squares of every row, and how many rows may stay empty.
struct RowSearch {
    masks: Vec<u64>,
    all: u64,
    empty_rows: usize,
    any_number: bool,
}

/// A node: queens stand in some of the rows above `row`; `columns`, `left` and `right` are the columns they take in this
/// row themselves, along the diagonals that run down to the left, and along those that run down to the right.
#[derive(Clone, Copy)]
struct Node {
    row: usize,
    columns: u64,
    left: u64,
    right: u64,
    empty_rows: usize,
    /// How many solutions each one below stands for.
    weight: u32,
}

impl Node {
    /// A queen on this column (one bit), or none (0), then the next row.
    fn next(&self, queen: u64, weight: u32) -> Self {
        Self {
            row: self.row + 1,
            columns: self.columns | queen,
            left: (self.left | queen) >> 1,
            right: (self.right | queen) << 1,
            empty_rows: self.empty_rows - usize::from(queen == 0),
            weight,
        }
    }
}

impl RowSearch {
    /// The search for a problem, or `None` if there are too few rows for its queens.
    fn new(problem: &Problem) -> Option<Self> {
        let board = problem.board();
        let open = problem.open_squares(0);
        let mut masks = vec![0u64; board.rows() as usize];
        for square in open.iter() {
            masks[square.row as usize] |= 1 << square.column;
        }
        let all = if board.columns() == 64 { u64::MAX } else { (1 << board.columns()) - 1 };
        let quantity = problem.open_quantities()[0];
        let empty_rows = match quantity {
            Quantity::Exactly(count) => masks.len().checked_sub(usize::try_from(count).ok()?)?,
            Quantity::Any | Quantity::Most | Quantity::Least => masks.len(),
        };
        Some(Self { masks, all, empty_rows, any_number: quantity == Quantity::Any })
    }

    fn root(&self) -> Node {
        Node { row: 0, columns: 0, left: 0, right: 0, empty_rows: self.empty_rows, weight: 1 }
    }

    fn free(&self, node: &Node) -> u64 {
        self.masks[node.row] & !(node.columns | node.left | node.right)
    }

    /// Whether more rows must stay empty than are left.
    fn is_dead(&self, node: &Node) -> bool {
        !self.any_number && node.empty_rows > self.masks.len() - node.row
    }

    /// Whether all queens are placed, so that every row left stays empty.
    fn is_full(&self, node: &Node) -> bool {
        !self.any_number && node.empty_rows == self.masks.len() - node.row
    }

    /// Whether one of the next rows, none of which may stay empty, has no free square left.
    #[inline]
    fn is_doomed(&self, node: &Node) -> bool {
        let Some(&[next, second, third]) = self.masks[node.row..].first_chunk() else { return false };
        let Node { columns, left, right, .. } = node;
        let doomed = next & !(columns | left | right) == 0
            || second & !(columns | left >> 1 | right << 1) == 0
            || third & !(columns | left >> 2 | right << 2) == 0;
        doomed && node.empty_rows == 0 && !self.any_number
    }

    /// The nodes below one: a queen on each free column from the left, then the row left empty.
    fn children(&self, node: &Node) -> Vec<Node> {
        let mut children: Vec<Node> =
            mask_columns(self.free(node)).map(|column| node.next(1 << column, node.weight)).collect();
        if node.empty_rows > 0 {
            children.push(node.next(0, node.weight));
        }
        children
    }

    /// Independent parts of the search, in order: the nodes some rows down, the first row halved if that is right.
    fn parts(&self) -> Vec<Node> {
        let mut nodes = vec![self.root()];
        if self.masks.is_empty() {
            return nodes;
        }
        if self.is_mirror_image() {
            nodes = self.halved_children(&nodes[0]);
        }
        let wanted = if self.masks.len() < ROWS_WORTH_THREADS { 0 } else { 512 };
        while nodes.len() < wanted && nodes.iter().all(|node| node.row + ROWS_BETWEEN_CHECKS < self.masks.len()) {
            let next: Vec<Node> = nodes.iter().flat_map(|node| self.children(node)).collect();
            if next.is_empty() {
                return next;
            }
            nodes = next;
        }
        nodes
    }

    fn is_mirror_image(&self) -> bool {
        let width = self.all.count_ones();
        width > 0 && self.masks.iter().all(|&mask| mask.reverse_bits() >> (64 - width) == mask)
    }

    /// The children of the root, a left column standing for its mirror image too; the middle column, and the empty row,
    /// stand for themselves.
    fn halved_children(&self, root: &Node) -> Vec<Node> {
        let width = self.all.count_ones();
        let halved = |mut child: Node| {
            let twice = child.columns.trailing_zeros() * 2 + 1;
            child.weight = if child.columns == 0 || twice == width { 1 } else { 2 };
            (child.columns == 0 || twice <= width).then_some(child)
        };
        self.children(root).into_iter().filter_map(halved).collect()
    }

    fn count_part(&self, part: &Node, monitor: &Monitor) -> Outcome<BigUint> {
        let every_row = part.empty_rows == 0 && !self.any_number && self.masks.iter().all(|&mask| mask == self.all);
        let mut stopped = false;
        let count = if every_row {
            let rows_left = self.masks.len() - part.row;
            self.count_full(rows_left, part.columns, part.left, part.right, monitor, &mut stopped)
        } else {
            self.count_sparse(part, monitor, &mut stopped)
        };
        Outcome::new(BigUint::from(count) * part.weight, !stopped)
    }

    /// A queen in each of the rows left, all their squares free: the inner loop of the n queens count.
    fn count_full(
        &self,
        rows_left: usize,
        columns: u64,
        left: u64,
        right: u64,
        monitor: &Monitor,
        stopped: &mut bool,
    ) -> u64 {
        let mut free = self.all & !(columns | left | right);
        if rows_left <= ROWS_BETWEEN_CHECKS {
            *stopped |= rows_left == ROWS_BETWEEN_CHECKS && monitor.is_stopped();
            return if *stopped { 0 } else { count_down(rows_left, self.all, columns, left, right, free) };
        }
        let mut total = 0;
        while free != 0 && !*stopped {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let (left, right) = ((left | queen) >> 1, (right | queen) << 1);
            total += self.count_full(rows_left - 1, columns | queen, left, right, monitor, stopped);
        }
        total
    }

    /// The general case: some squares are not free, or some rows stay empty.
    fn count_sparse(&self, node: &Node, monitor: &Monitor, stopped: &mut bool) -> u64 {
        let rows_left = self.masks.len() - node.row;
        if self.is_dead(node) {
            return 0;
        }
        if rows_left == 0 || self.is_full(node) {
            return 1;
        }
        if rows_left.is_multiple_of(ROWS_BETWEEN_CHECKS) && monitor.is_stopped() {
            *stopped = true;
        }
        let free = self.free(node);
        let mut total = 0;
        for column in mask_columns(free) {
            if *stopped {
                return total;
            }
            let child = node.next(1 << column, 1);
            if !self.is_doomed(&child) {
                total += self.count_sparse(&child, monitor, stopped);
            }
        }
        if node.empty_rows > 0 {
            total += self.count_sparse(&node.next(0, 1), monitor, stopped);
        }
        total
    }

    /// Offers the placements below a node in order: a queen before an empty row, left before right.
    fn list(
        &self,
        node: &Node,
        queens: &mut Vec<Placed>,
        stopped: &mut impl FnMut() -> bool,
        offer: &mut impl FnMut(&[Placed]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_dead(node) {
            return ControlFlow::Continue(());
        }
        if node.row == self.masks.len() || self.is_full(node) {
            return offer(queens);
        }
        if stopped() {
            return ControlFlow::Break(());
        }
        for column in mask_columns(self.free(node)) {
            let child = node.next(1 << column, 1);
            if !self.is_doomed(&child) {
                queens.push(Placed { square: Square::new(node.row as u32, column), kind: 0 });
                self.list(&child, queens, stopped, offer)?;
                queens.pop();
            }
        }
        if node.empty_rows > 0 {
            self.list(&node.next(0, 1), queens, stopped, offer)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The recursion on the last rows. A child is entered only if each of the three rows below it still has a free square, for
/// what is known by then: at these depths that spares more nodes than it costs.
fn count_down(rows_left: usize, all: u64, columns: u64, left: u64, right: u64, mut free: u64) -> u64 {
    if rows_left <= 3 {
        return count_last(rows_left, all, columns, left, right);
    }
    let mut total = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let (columns, left, right) = (columns | queen, (left | queen) >> 1, (right | queen) << 1);
        let next = all & !(columns | left | right);
        let second = all & !(columns | left >> 1 | right << 1);
        let third = all & !(columns | left >> 2 | right << 2);
        if next != 0 && second != 0 && third != 0 {
            total += count_down(rows_left - 1, all, columns, left, right, next);
        }
    }
    total
}

/// The plain recursion, for at most three rows.
#[inline]
fn count_last(rows_left: usize, all: u64, columns: u64, left: u64, right: u64) -> u64 {
    let next = |queen: u64| (columns | queen, (left | queen) >> 1, (right | queen) << 1);
    let free = all & !(columns | left | right);
    let queens = mask_columns(free).map(|column| next(1 << column));
    match rows_left {
        0 => 1,
        1 => ones(free),
        2 => queens.map(|(columns, left, right)| ones(all & !(columns | left | right))).sum(),
        _ => queens.map(|(columns, left, right)| count_last(rows_left - 1, all, columns, left, right)).sum(),
    }
}

/// The number of set bits of a mask that seldom has more than one.
#[inline]
fn ones(mask: u64) -> u64 {
    let more = mask & mask.wrapping_sub(1);
    u64::from(mask != 0) + if more == 0 { 0 } else { u64::from(more.count_ones()) }
}
