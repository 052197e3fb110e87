//! The definition, straight from the words: make every way to put the pieces on free squares, and keep those in which no
//! piece attacks another, tested pair by pair. It is the judge of all other methods and never made clever.
//!
//! Cost: all placements, nonattacking or not: C(squares, k) for k pieces of one kind, 2^squares for any number.
//! Limits: [`MAX_SQUARES`] free squares, for they are walked by recursion.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Method, Misfit};
use crate::placement::Sink;
use crate::work::Work;
use crate::{Board, Error, Maximum, Outcome, Piece, Placed, Problem, Quantity, Question, Square};

const MAX_SQUARES: u64 = 1024;

/// See the module's text.
pub(crate) struct Naive;

impl Method for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn idea(&self) -> &'static str {
        "the definition: every placement is made, then every pair of its pieces is tested"
    }

    fn proof(&self) -> &'static str {
        "every placement was tested by the definition"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let squares = question.problem().board().square_count();
        if squares > MAX_SQUARES {
            return Err(Misfit::size(format!("tries every placement, on at most {MAX_SQUARES} squares")));
        }
        Ok(())
    }

    fn knows_regions(&self) -> bool {
        true
    }

    fn is_worth(&self, _question: &Question) -> bool {
        // the definition is a judge, not an answer to give without being asked
        false
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let mut total = 0u64;
        let flow = Enumeration::new(problem, work).run(&mut |_| {
            total += 1;
            ControlFlow::Continue(())
        });
        Ok(Outcome::new(total.into(), flow.is_continue()))
    }

    fn knows_maximal(&self) -> bool {
        true
    }

    fn makes_tables(&self) -> bool {
        true
    }

    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        let mut numbers = vec![0u64; problem.board().square_count() as usize + 1];
        let flow = Enumeration::new(problem, work).run(&mut |pieces| {
            numbers[pieces.len()] += 1;
            ControlFlow::Continue(())
        });
        Ok(Outcome::new(numbers.into_iter().map(BigUint::from).collect(), flow.is_continue()))
    }

    fn list(&self, problem: &Problem, work: &Work, sink: &mut Sink) -> Result<Outcome<()>, Error> {
        let flow = Enumeration::new(problem, work).run(&mut |pieces| sink.offer(pieces.iter().copied()));
        Ok(Outcome::new((), flow.is_continue() || !work.monitor.is_stopped()))
    }

    fn maximise(&self, problem: &Problem, work: &Work) -> Result<Outcome<Maximum>, Error> {
        let mut best = problem.fixed().pieces().to_vec();
        let flow = Enumeration::new(problem, work).run(&mut |pieces| {
            if pieces.len() > best.len() {
                best = pieces.to_vec();
            }
            ControlFlow::Continue(())
        });
        let upper = if flow.is_continue() { best.len() as u64 } else { problem.board().free_count() };
        let fixed = problem.fixed().pieces();
        let solution = problem.complete(best.into_iter().filter(|placed| !fixed.contains(placed)))?;
        Ok(Outcome::new(Maximum { solution, upper, proof: self.proof().to_string() }, flow.is_continue()))
    }
}

/// A piece of this kind on one square attacks a piece of that kind on the other, or is attacked by it.
fn in_conflict(board: &Board, kinds: &[Piece], one: Placed, other: Placed) -> bool {
    let attacks = |from: Placed, to: Placed| kinds[usize::from(from.kind)].attacks(board, from.square, to.square);
    attacks(one, other) || attacks(other, one)
}

struct Enumeration<'a> {
    problem: &'a Problem,
    work: &'a Work<'a>,
    squares: Vec<Square>,
    pieces: Vec<Placed>,
    counts: Vec<u64>,
    steps: u32,
}

type Visit<'v> = dyn FnMut(&[Placed]) -> ControlFlow<()> + 'v;

impl<'a> Enumeration<'a> {
    fn new(problem: &'a Problem, work: &'a Work<'a>) -> Self {
        let squares = problem.board().free_squares().collect();
        let counts = vec![0; problem.kinds().len()];
        Self { problem, work, squares, pieces: Vec::new(), counts, steps: 0 }
    }

    fn run(&mut self, visit: &mut Visit) -> ControlFlow<()> {
        self.decide(0, visit)
    }

    /// Tries everything on one square: each kind, then nothing; then goes on to the next square. So placements come in the
    /// order of their texts.
    fn decide(&mut self, at: usize, visit: &mut Visit) -> ControlFlow<()> {
        let Some(&square) = self.squares.get(at) else { return self.judge(visit) };
        for kind in 0..self.counts.len() {
            let full = matches!(self.quantity(kind), Quantity::Exactly(count) if self.counts[kind] == count);
            if !full {
                self.counts[kind] += 1;
                self.pieces.push(Placed { square, kind: kind as u8 });
                self.decide(at + 1, visit)?;
                self.pieces.pop();
                self.counts[kind] -= 1;
            }
        }
        self.decide(at + 1, visit)
    }

    fn quantity(&self, kind: usize) -> Quantity {
        self.problem.army().members()[kind].quantity
    }

    /// Whether a piece more on this square is in conflict with none.
    fn is_room(&self, square: Square) -> bool {
        let more = Placed { square, kind: 0 };
        let (board, kinds) = (self.problem.board(), self.problem.kinds());
        self.pieces.iter().all(|&placed| placed.square != square && !in_conflict(board, kinds, more, placed))
    }

    /// Visits the placement if it is as large as it must be, contains the fixed pieces, and is nonattacking.
    fn judge(&mut self, visit: &mut Visit) -> ControlFlow<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(128) && self.work.monitor.is_stopped() {
            return ControlFlow::Break(());
        }
        let (board, kinds, pieces) = (self.problem.board(), self.problem.kinds(), &self.pieces);
        let exact = |kind| !matches!(self.quantity(kind), Quantity::Exactly(count) if self.counts[kind] != count);
        let good = (0..self.counts.len()).all(exact)
            && self.problem.fixed().pieces().iter().all(|placed| pieces.contains(placed))
            && self.problem.regions().iter().all(|division| division.are_filled(pieces))
            && (0..pieces.len())
                .all(|one| pieces[..one].iter().all(|&other| !in_conflict(board, kinds, pieces[one], other)))
            && (!self.problem.is_maximal() || self.squares.iter().all(|&square| !self.is_room(square)));
        if good { visit(pieces) } else { ControlFlow::Continue(()) }
    }
}
