//! The general search: any pieces on any board, square by square in reading order, with the squares still open to each kind
//! as bit sets.
//!
//! Idea: a node is a partial placement; the next piece stands on a later square. For every kind and square a bit set says
//! which squares a piece there closes to each kind (and all earlier squares, so that placements come in order), and a child's
//! open squares are its parent's less one such set. A piece comes before an empty square and the earlier letter before the
//! later one, so solutions come in the order of their texts.
//! Pruning, for an exact number of one kind: squares that attack each other pairwise (a clique: a row for rooks, a 2 x 2
//! block for kings) hold at most one piece; the number of cliques that still have an open square bounds what can be placed.
//! Source: textbook backtracking; the bound is the greedy clique cover of the attack graph.
//! Cost: one step a node; the last piece is counted, not placed. Memory: kinds^2 x squares^2 / 8 bytes for attacks, as much
//! again at most for cliques, and as many sets as there are pieces for each thread: at most
//! [`MAX_BYTES`]. Iterative: depth costs heap, never stack.

pub(super) mod bits;
pub(super) mod graph;
mod probe;
mod search;
mod split;
mod symmetric;
mod tables;

use num_bigint::BigUint;

use super::{Method, Misfit, bytes_text, with_fixed};
use crate::placement::Sink;
use crate::work::Work;
use crate::{Error, Goal, Monitor, Outcome, Piece, Placed, Problem, Quantity, Question, Square};
use bits::{Bits, LongBits};
use graph::Graph;
pub(crate) use probe::{Moments, walks};
use search::{Flow, Search, Visitor};
pub(crate) use symmetric::stabilisers;
use tables::Tables;

const MAX_BYTES: u128 = 2_000_000_000;

/// See the module's text.
pub(crate) struct Backtrack;

impl Method for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    fn idea(&self) -> &'static str {
        "square by square, the squares still open as bit sets, bounded by a clique cover"
    }

    fn proof(&self) -> &'static str {
        "exhaustive search"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let problem = question.problem();
        if question.goal() == Goal::Maximise {
            return Err(Misfit::other("counts, lists and finds, but does not maximise"));
        }
        if !problem.regions().is_empty() && problem.army().size().is_none() {
            return Err(Misfit::other("fills regions with an exact number of pieces of each kind only"));
        }
        refuse_memory(problem)?;
        if question.goal() == Goal::Count && is_bare_queens(problem) {
            return Err(Misfit::size("would not end within any lifetime on n queens above n = 31"));
        }
        Ok(())
    }

    /// No region has two pieces, and there are as many as regions, so each has one.
    fn knows_regions(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        dispatch(problem, work.monitor, Count { work })
    }

    fn makes_tables(&self) -> bool {
        true
    }

    /// Number by number. If none of a number stand together, no more do.
    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        let fixed = problem.fixed().pieces().len();
        let mut numbers = vec![BigUint::ZERO; fixed];
        loop {
            let outcome = self.count(&problem.with_exactly(numbers.len() as u64)?, work)?;
            let complete = outcome.is_complete();
            let number = outcome.into_value();
            if complete && number == BigUint::ZERO {
                return Ok(Outcome::Complete(numbers));
            }
            numbers.push(number);
            if !complete {
                return Ok(Outcome::Interrupted(numbers));
            }
        }
    }

    fn list(&self, problem: &Problem, work: &Work, sink: &mut Sink) -> Result<Outcome<()>, Error> {
        dispatch(problem, work.monitor, List { problem, work, sink })
    }
}

/// Refuses a problem whose tables would be too large.
pub(super) fn refuse_memory(problem: &Problem) -> Result<(), Misfit> {
    let bytes = memory(problem);
    if bytes > MAX_BYTES {
        let (needs, has) = (bytes_text(bytes), bytes_text(MAX_BYTES));
        return Err(Misfit::size(format!("would need {needs} of memory for its tables, and takes at most {has}")));
    }
    Ok(())
}

/// About how many bytes the attacks, the cliques and the open squares at every depth take.
fn memory(problem: &Problem) -> u128 {
    let squares = u128::from(problem.board().free_count());
    let kinds = problem.kinds().len() as u128;
    let deepest = problem.army().size().map_or(squares, |size| squares.min(size.into()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u128;
    let sets = kinds * kinds * squares + squares / 2 + threads * deepest * (kinds + 1);
    sets * squares.div_ceil(64) * 8
}

/// Whether these are n queens on a bare board with n beyond what any search of solutions one by one can count.
pub(super) fn is_bare_queens(problem: &Problem) -> bool {
    let limit = super::bitmask::MAX_COUNT_SIDE;
    let fixed = problem.fixed().pieces().len() as u64;
    let many = |count: u64| count - fixed > u64::from(limit);
    let board = problem.board();
    matches!(problem.army().single(), Some((piece, Quantity::Exactly(count))) if *piece == Piece::QUEEN && many(count))
        && board.is_bare()
        && board.rows().min(board.columns()) > limit
}

/// Work on tables whose bit sets have the best size for the board.
trait Job {
    type Output;
    fn run<B: Bits>(self, tables: &Tables<B>) -> Result<Self::Output, Error>;
    /// What there is if the work was stopped before it began.
    fn nothing(self) -> Self::Output;
}

fn dispatch<J: Job>(problem: &Problem, monitor: &Monitor, job: J) -> Result<J::Output, Error> {
    match graph::open_squares(problem) {
        squares if squares.len() <= 64 => on_tables::<[u64; 1], J>(problem, squares, monitor, job),
        squares if squares.len() <= 128 => on_tables::<[u64; 2], J>(problem, squares, monitor, job),
        squares if squares.len() <= 256 => on_tables::<[u64; 4], J>(problem, squares, monitor, job),
        squares => on_tables::<LongBits, J>(problem, squares, monitor, job),
    }
}

fn on_tables<B: Bits, J: Job>(
    problem: &Problem,
    squares: Vec<Square>,
    monitor: &Monitor,
    job: J,
) -> Result<J::Output, Error> {
    match Graph::<B>::new(problem, squares, monitor) {
        Some(graph) => job.run(&Tables::new(problem, graph)),
        None => Ok(job.nothing()),
    }
}

struct Count<'a> {
    work: &'a Work<'a>,
}

impl Job for Count<'_> {
    type Output = Outcome<BigUint>;

    fn run<B: Bits>(self, tables: &Tables<B>) -> Result<Self::Output, Error> {
        let counter = || Counter { work: self.work, total: 0 };
        let (above, parts) = split::split(tables, counter);
        let outcome = self.work.sum(&parts, |path| {
            let mut counter = counter();
            let flow = Search::new(tables, path).run(&mut counter);
            Outcome::new(counter.total.into(), flow == Flow::Done)
        })?;
        Ok(outcome.map(|below| below + above.total))
    }

    fn nothing(self) -> Self::Output {
        Outcome::Interrupted(BigUint::ZERO)
    }
}

struct Counter<'a> {
    work: &'a Work<'a>,
    total: u128,
}

impl Visitor for Counter<'_> {
    const COUNTS: bool = true;

    fn solution(&mut self, _path: &[Placed]) -> Flow {
        self.total += 1;
        Flow::Done
    }

    fn leaves(&mut self, count: u32) {
        self.total += u128::from(count);
    }

    fn stopped(&self) -> bool {
        self.work.monitor.is_stopped()
    }
}

struct List<'a, 's> {
    problem: &'a Problem,
    work: &'a Work<'a>,
    sink: &'a mut Sink<'s>,
}

impl Job for List<'_, '_> {
    type Output = Outcome<()>;

    fn run<B: Bits>(mut self, tables: &Tables<B>) -> Result<Self::Output, Error> {
        let flow = Search::new(tables, &[]).run(&mut self);
        Ok(Outcome::new((), flow == Flow::Done || !self.work.monitor.is_stopped()))
    }

    fn nothing(self) -> Self::Output {
        Outcome::Interrupted(())
    }
}

impl Visitor for List<'_, '_> {
    const COUNTS: bool = false;

    fn solution(&mut self, path: &[Placed]) -> Flow {
        match self.sink.offer(with_fixed(self.problem, path)) {
            std::ops::ControlFlow::Continue(()) => Flow::Done,
            std::ops::ControlFlow::Break(()) => Flow::Stopped,
        }
    }

    fn stopped(&self) -> bool {
        self.work.monitor.is_stopped()
    }
}
