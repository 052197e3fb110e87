//! Maximal placements: no piece can be added.
//!
//! Idea: in a maximal placement every square that is still free of attacks must be attacked or taken by some later piece. The square
//! that fewest pieces could attack comes first; each of them is tried, and one that has been tried stays out of the branches after
//! it, so that every placement is met once. With a number of pieces, a branch ends when the pieces left cannot attack all squares
//! left. The smallest maximal placements are looked for with one piece more each time.
//! Source: algorithm X's choice of the item with fewest options (Knuth, "Dancing links", 2000), for independent dominating sets.
//! Cost: a node takes (squares left) x (words of a set of squares) operations; more nodes than placements, but not many times.
//! Limits: one kind of piece, memory as for `backtrack`. A list of a million or more is that of `backtrack`, the others left out.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::backtrack::bits::{Bits, LongBits};
use super::backtrack::graph::{Graph, open_squares};
use super::backtrack::{Backtrack, refuse_memory};
use super::{Method, Misfit};
use crate::monitor::Pulse;
use crate::placement::Sink;
use crate::work::Work;
use crate::{Error, Goal, Outcome, Placed, Problem, Quantity, Question, Solution};

/// The work is split into at least so many parts, if it has so many.
const PARTS: usize = 256;

/// Above so many a list is not sorted in memory.
const MAX_SORTED: usize = 1_000_000;

/// See the module's text.
pub(crate) struct Maximal;

impl Method for Maximal {
    fn name(&self) -> &'static str {
        "maximal"
    }

    fn idea(&self) -> &'static str {
        "the square without attack that fewest pieces could attack comes first"
    }

    fn proof(&self) -> &'static str {
        "exhaustive search"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        if !question.problem().is_maximal() {
            return Err(Misfit::other("finds maximal placements only"));
        }
        match question.goal() {
            Goal::Maximise => Err(Misfit::other("counts, lists and finds, but does not maximise")),
            _ => refuse_memory(question.problem()),
        }
    }

    fn knows_maximal(&self) -> bool {
        true
    }

    fn makes_tables(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        Ok(self.table(problem, work)?.map(|numbers| numbers.into_iter().sum()))
    }

    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        on_bits(problem, work, Tabulate)
    }

    fn find(&self, problem: &Problem, first: bool, work: &Work) -> Result<Outcome<Option<Solution>>, Error> {
        if first {
            let mut found = None;
            let mut keep = |solution: &Solution| {
                found = Some(solution.clone());
                ControlFlow::Break(())
            };
            let mut sink = Sink::new(problem, &mut keep);
            let outcome = self.list(problem, work, &mut sink)?;
            sink.finish()?;
            let complete = outcome.is_complete() || found.is_some();
            return Ok(Outcome::new(found, complete));
        }
        on_bits(problem, work, Find)
    }

    /// Made in another order and sorted, or, where they are too many for that, chosen from the list of all placements.
    fn list(&self, problem: &Problem, work: &Work, sink: &mut Sink) -> Result<Outcome<()>, Error> {
        let mut lists: Vec<Vec<Placed>> = Vec::new();
        let outcome = on_bits(
            problem,
            work,
            Each(&mut |pieces| {
                lists.push(pieces);
                if lists.len() < MAX_SORTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }),
        )?;
        if lists.len() < MAX_SORTED {
            // none is a part of another, so this is the order of the texts
            lists.sort_unstable();
            let complete = outcome.is_complete();
            let flow = lists.into_iter().try_for_each(|pieces| sink.offer(pieces));
            return Ok(Outcome::new((), complete || flow.is_break()));
        }
        drop(lists);
        let mut offer = |solution: &Solution| {
            if problem.admits_more(solution) {
                return ControlFlow::Continue(());
            }
            sink.offer(solution.pieces().iter().copied())
        };
        let all = problem.with_more_allowed();
        let mut every = Sink::new(&all, &mut offer);
        let outcome = Backtrack.list(&all, work, &mut every)?;
        every.finish()?;
        Ok(outcome)
    }
}

impl Maximal {
    /// Hands over every solution, in no order, until it breaks.
    pub fn each(problem: &Problem, work: &Work, sink: &mut Sink) -> Result<Outcome<()>, Error> {
        on_bits(problem, work, Each(&mut |pieces| sink.offer(pieces)))
    }

    /// The pieces of the smallest maximal placements, fixed ones included; if interrupted, they have so many at least.
    pub fn least(problem: &Problem, work: &Work) -> Result<Outcome<u64>, Error> {
        let mut pieces = problem.fixed().pieces().len() as u64;
        loop {
            let exact = problem.with_exactly(pieces)?;
            let found = Self.find(&exact, false, work)?;
            match found {
                Outcome::Complete(None) => pieces += 1,
                Outcome::Complete(Some(_)) => return Ok(Outcome::Complete(pieces)),
                Outcome::Interrupted(_) => return Ok(Outcome::Interrupted(pieces)),
            }
        }
    }
}

fn wanted(problem: &Problem) -> Option<usize> {
    match problem.open_quantities()[..] {
        [Quantity::Exactly(pieces)] => Some(usize::try_from(pieces).unwrap_or(usize::MAX)),
        _ => None,
    }
}

/// Work with bit sets of the best size.
trait Job {
    type Output;
    fn run<B: Bits>(self, problem: &Problem, search: &Search<B>, work: &Work) -> Result<Outcome<Self::Output>, Error>;
    /// What there is if the work was stopped before it began.
    fn nothing() -> Self::Output;
}

fn on_bits<J: Job>(problem: &Problem, work: &Work, job: J) -> Result<Outcome<J::Output>, Error> {
    match open_squares(problem).len() {
        0..=64 => on::<[u64; 1], J>(problem, work, job),
        65..=128 => on::<[u64; 2], J>(problem, work, job),
        129..=256 => on::<[u64; 4], J>(problem, work, job),
        _ => on::<LongBits, J>(problem, work, job),
    }
}

fn on<B: Bits, J: Job>(problem: &Problem, work: &Work, job: J) -> Result<Outcome<J::Output>, Error> {
    let Some(graph) = Graph::<B>::new(problem, open_squares(problem), work.monitor) else {
        return Ok(Outcome::Interrupted(J::nothing()));
    };
    let widest = (0..graph.squares.len()).map(|square| graph.attacks(square, 0, 0).len()).max().unwrap_or(0);
    let search = Search { graph, wanted: wanted(problem), widest: widest as usize };
    job.run(problem, &search, work)
}

/// The search tree.
struct Search<B> {
    graph: Graph<B>,
    /// How many pieces there are, fixed ones not counted, if that is asked.
    wanted: Option<usize>,
    /// The most squares that a piece takes or attacks.
    widest: usize,
}

/// A partial placement.
#[derive(Clone)]
struct Node<B> {
    /// Where pieces may still come.
    open: B,
    /// The squares without a piece or an attack.
    bare: B,
    pieces: Vec<usize>,
}

impl<B: Bits> Search<B> {
    fn root(&self) -> Node<B> {
        let all = self.graph.open[0].clone();
        Node { open: all.clone(), bare: all, pieces: Vec::new() }
    }

    /// Whether no maximal placement of the asked number lies below.
    fn is_dead(&self, node: &Node<B>) -> bool {
        let Some(left) = self.wanted.map(|wanted| wanted.checked_sub(node.pieces.len())) else { return false };
        left.is_none_or(|left| left.saturating_mul(self.widest) < node.bare.len() as usize)
    }

    /// The placement is maximal, and has the asked number of pieces.
    fn is_solution(&self, node: &Node<B>) -> bool {
        node.bare.first().is_none() && self.wanted.is_none_or(|wanted| wanted == node.pieces.len())
    }

    /// The partial placements with one piece more.
    fn children(&self, node: &Node<B>, visit: &mut impl FnMut(Node<B>) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_dead(node) {
            return ControlFlow::Continue(());
        }
        let attackers = |&square: &usize| self.graph.attacks(square, 0, 0).common(&node.open);
        let Some(square) = node.bare.iter().min_by_key(attackers) else { return ControlFlow::Continue(()) };
        let mut open = node.open.clone();
        for piece in node.open.common_numbers(self.graph.attacks(square, 0, 0)) {
            let attacks = self.graph.attacks(piece, 0, 0);
            let mut child = Node { open: open.clone(), bare: node.bare.clone(), pieces: node.pieces.clone() };
            child.open.remove_all(attacks);
            child.bare.remove_all(attacks);
            child.pieces.push(piece);
            visit(child)?;
            open.remove(piece);
        }
        ControlFlow::Continue(())
    }

    /// Visits every solution below a node; breaks if the visitor does, or if it was stopped.
    fn solutions(
        &self,
        node: &Node<B>,
        work: &Work,
        pulse: &mut Pulse,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // a bare square is chosen by what attacks it: a set of squares for each
        if pulse.stops(node.bare.words().len() * (1 + node.bare.len() as usize), work.monitor) {
            return ControlFlow::Break(());
        }
        if self.is_solution(node) {
            return visit(&node.pieces);
        }
        self.children(node, &mut |child| self.solutions(&child, work, pulse, visit))
    }

    /// The root, or what it falls into: level by level until there are enough parts.
    fn parts(&self) -> Vec<Node<B>> {
        let mut parts = vec![self.root()];
        while parts.len() < PARTS {
            let mut next = Vec::new();
            for node in &parts {
                if self.is_solution(node) {
                    next.push(node.clone());
                } else {
                    let _ = self.children(node, &mut |child| {
                        next.push(child);
                        ControlFlow::Continue(())
                    });
                }
            }
            let is_end = next.iter().all(|node| node.bare.first().is_none());
            parts = next;
            if is_end {
                break;
            }
        }
        parts
    }
}

/// How many there are of each number of pieces.
struct Tabulate;

impl Job for Tabulate {
    type Output = Vec<BigUint>;

    fn run<B: Bits>(self, problem: &Problem, search: &Search<B>, work: &Work) -> Result<Outcome<Self::Output>, Error> {
        let parts = search.parts();
        let fixed = problem.fixed().pieces().len();
        work.tabulate(&parts, Pulse::default, |pulse, part| {
            let mut numbers = vec![0u64; fixed + search.graph.squares.len() + 1];
            let flow = search.solutions(part, work, pulse, &mut |pieces| {
                numbers[fixed + pieces.len()] += 1;
                ControlFlow::Continue(())
            });
            Outcome::new(numbers.into_iter().map(BigUint::from).collect(), flow.is_continue())
        })
    }

    fn nothing() -> Self::Output {
        Vec::new()
    }
}

/// Hands over the pieces of each, fixed ones included, in reading order.
struct Each<'v>(&'v mut dyn FnMut(Vec<Placed>) -> ControlFlow<()>);

impl Job for Each<'_> {
    type Output = ();

    fn run<B: Bits>(self, problem: &Problem, search: &Search<B>, work: &Work) -> Result<Outcome<()>, Error> {
        let flow = search.solutions(&search.root(), work, &mut Pulse::default(), &mut |pieces| {
            let placed = pieces.iter().map(|&at| Placed { square: search.graph.squares[at], kind: 0 });
            let mut all: Vec<Placed> = problem.fixed().pieces().iter().copied().chain(placed).collect();
            all.sort_unstable();
            (self.0)(all)
        });
        Ok(Outcome::new((), flow.is_continue()))
    }

    fn nothing() {}
}

/// Any one.
struct Find;

impl Job for Find {
    type Output = Option<Solution>;

    fn run<B: Bits>(self, problem: &Problem, search: &Search<B>, work: &Work) -> Result<Outcome<Self::Output>, Error> {
        let mut found = None;
        let flow = search.solutions(&search.root(), work, &mut Pulse::default(), &mut |pieces| {
            found = Some(pieces.to_vec());
            ControlFlow::Break(())
        });
        let complete = flow.is_continue() || found.is_some();
        let pieces =
            found.map(|pieces| pieces.into_iter().map(|at| Placed { square: search.graph.squares[at], kind: 0 }));
        let solution = pieces.map(|pieces| problem.complete(pieces)).transpose()?;
        Ok(Outcome::new(solution, complete))
    }

    fn nothing() -> Self::Output {
        None
    }
}
