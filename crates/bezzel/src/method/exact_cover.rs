//! One piece in each region: the region with the fewest squares left comes first.
//!
//! Idea: every region (row, column, or drawn part of the board) must be filled. A piece closes, for each kind, the squares that
//! it attacks or is attacked from, and the other squares of its regions. A region without an open square ends a branch, one
//! with a single choice is filled at once, and else the choices of the region that has the fewest are tried: as in Knuth's
//! algorithm X for exact covers ("Dancing links", 2000), with bit sets for links and attacks as further conflicts.
//! Cost: a node takes time for the regions x the words of a set; puzzles with one solution have a handful of nodes. Memory as
//! for `backtrack`. Limits: problems with regions; it does not list in order, which `backtrack` does.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::backtrack::bits::{Bits, LongBits};
use super::backtrack::graph::{Graph, open_squares};
use super::backtrack::refuse_memory;
use super::{Method, Misfit};
use crate::monitor::Pulse;
use crate::work::Work;
use crate::{Error, Goal, Outcome, Placed, Problem, Quantity, Question, Solution};

/// A count is split into at least so many parts, if it has so many.
const PARTS: usize = 64;

/// See the module's text.
pub(crate) struct ExactCover;

impl Method for ExactCover {
    fn name(&self) -> &'static str {
        "exact-cover"
    }

    fn idea(&self) -> &'static str {
        "one piece in each region, the region with fewest open squares first"
    }

    fn proof(&self) -> &'static str {
        "exhaustive search"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        if question.problem().regions().is_empty() {
            return Err(Misfit::other("needs regions, each with one piece"));
        }
        match question.goal() {
            Goal::Count | Goal::Find { first: false } => refuse_memory(question.problem()),
            Goal::Find { first: true } => Err(Misfit::other("finds a solution, but not the first in order")),
            Goal::List | Goal::Maximise | Goal::Table => Err(Misfit::other("counts and finds, but not in order")),
        }
    }

    /// Placements that fill several divisions, such as rows and columns, are many, and counted together by `residual`.
    fn is_worth(&self, question: &Question) -> bool {
        let problem = question.problem();
        question.goal() != Goal::Count || problem.regions().len() == 1 || problem.army().size().is_none()
    }

    fn knows_regions(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        match open_squares(problem) {
            squares if squares.len() <= 64 => count::<[u64; 1]>(problem, work),
            squares if squares.len() <= 128 => count::<[u64; 2]>(problem, work),
            squares if squares.len() <= 256 => count::<[u64; 4]>(problem, work),
            _ => count::<LongBits>(problem, work),
        }
    }

    fn find(&self, problem: &Problem, _first: bool, work: &Work) -> Result<Outcome<Option<Solution>>, Error> {
        let Some(cover) = Cover::<LongBits>::new(problem, work) else { return Ok(Outcome::Interrupted(None)) };
        let mut found = None;
        let flow = cover.search(cover.root(), &mut |path| {
            found = Some(path.to_vec());
            ControlFlow::Break(())
        });
        let complete = flow.is_continue() || found.is_some();
        let solution = found.map(|path| problem.complete(path)).transpose()?;
        Ok(Outcome::new(solution, complete))
    }
}

fn count<B: Bits>(problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
    let Some(cover) = Cover::<B>::new(problem, work) else { return Ok(Outcome::Interrupted(BigUint::ZERO)) };
    let (above, parts) = cover.split();
    let below = work.sum(&parts, |node| {
        let mut total = 0u64;
        let flow = cover.search(node.clone(), &mut |_| {
            total += 1;
            ControlFlow::Continue(())
        });
        Outcome::new(total.into(), flow.is_continue())
    })?;
    Ok(below.map(|below| below + above))
}

/// What a search looks up.
struct Cover<'a, B> {
    work: &'a Work<'a>,
    graph: Graph<B>,
    /// The squares of every region, the regions of all divisions one after another.
    regions: Vec<B>,
    /// For each square, its region of each division.
    regions_of: Vec<Vec<usize>>,
    /// The regions without a fixed piece.
    unfilled: LongBits,
    wanted: Vec<Option<u64>>,
    /// How many regions each piece fills.
    divisions: usize,
}

/// A partial placement.
#[derive(Clone)]
struct Node<B> {
    /// For each kind, the squares open to it.
    open: Vec<B>,
    unfilled: LongBits,
    left: Vec<Option<u64>>,
    path: Vec<Placed>,
}

/// A node whose choices are being tried.
struct Frame<B> {
    node: Node<B>,
    choices: Vec<(usize, usize)>,
}

impl<'a, B: Bits> Cover<'a, B> {
    /// `None` if the work was stopped before the tables were made.
    fn new(problem: &Problem, work: &'a Work<'a>) -> Option<Self> {
        let graph = Graph::<B>::new(problem, open_squares(problem), work.monitor)?;
        let total: usize = problem.regions().iter().map(crate::Regions::len).sum();
        let mut regions = vec![B::empty(graph.squares.len()); total];
        let mut regions_of = vec![Vec::new(); graph.squares.len()];
        let mut unfilled = LongBits::full(total);
        let mut first = 0;
        for division in problem.regions() {
            for (at, &square) in graph.squares.iter().enumerate() {
                let region = first + division.region(square);
                regions[region].insert(at);
                regions_of[at].push(region);
            }
            for placed in problem.fixed().pieces() {
                unfilled.remove(first + division.region(placed.square));
            }
            first += division.len();
        }
        let wanted = problem.open_quantities().into_iter().map(|quantity| match quantity {
            Quantity::Exactly(count) => Some(count),
            Quantity::Any | Quantity::Most | Quantity::Least => None,
        });
        Some(Self {
            work,
            regions,
            regions_of,
            unfilled,
            wanted: wanted.collect(),
            divisions: problem.regions().len(),
            graph,
        })
    }

    fn root(&self) -> Node<B> {
        let mut open = self.graph.open.clone();
        for (open, wanted) in open.iter_mut().zip(&self.wanted) {
            if *wanted == Some(0) {
                open.truncate(0);
            }
        }
        Node { open, unfilled: self.unfilled.clone(), left: self.wanted.clone(), path: Vec::new() }
    }

    /// Nodes that together have all solutions below them, and the number of solutions met on the way to them.
    fn split(&self) -> (u64, Vec<Node<B>>) {
        let (mut above, mut nodes) = (0, vec![self.root()]);
        while !nodes.is_empty() && nodes.len() < PARTS && !self.work.monitor.is_stopped() {
            let mut below = Vec::new();
            for node in nodes {
                let entered = self.enter(node, &mut |_| {
                    above += 1;
                    ControlFlow::Continue(())
                });
                if let ControlFlow::Continue(Some(Frame { node, choices })) = entered {
                    below.extend(choices.into_iter().map(|choice| self.with_piece(&node, choice)));
                }
            }
            nodes = below;
        }
        (above, nodes)
    }

    /// Visits every solution below a node until the visitor breaks or the work is stopped.
    fn search(&self, root: Node<B>, visit: &mut Visit) -> ControlFlow<()> {
        let mut stack: Vec<Frame<B>> = Vec::new();
        stack.extend(self.enter(root, visit)?);
        let mut pulse = Pulse::default();
        let words = self.unfilled.words().len() + self.regions.len() * self.graph.open[0].words().len();
        while let Some(frame) = stack.last_mut() {
            if pulse.stops(words, self.work.monitor) {
                return ControlFlow::Break(());
            }
            match frame.choices.pop() {
                Some(choice) => {
                    let child = self.with_piece(&frame.node, choice);
                    stack.extend(self.enter(child, visit)?);
                }
                None => drop(stack.pop()),
            }
        }
        ControlFlow::Continue(())
    }

    /// Fills regions that leave no choice, then says what the choices are: none if this is a solution or a dead end.
    fn enter(&self, mut node: Node<B>, visit: &mut Visit) -> ControlFlow<(), Option<Frame<B>>> {
        loop {
            let Some((region, room)) = self.tightest(&node) else {
                if node.left.iter().all(|left| left.is_none_or(|left| left == 0)) {
                    visit(&node.path)?;
                }
                return ControlFlow::Continue(None);
            };
            match room {
                0 => return ControlFlow::Continue(None),
                1 => {
                    let only = self.choices(&node, region)[0];
                    self.put(&mut node, only);
                }
                _ => {
                    let choices = self.choices(&node, region);
                    if node.unfilled.len() as usize == self.divisions {
                        return self.visit_last(&mut node, &choices, visit);
                    }
                    return ControlFlow::Continue(Some(Frame { node, choices }));
                }
            }
        }
    }

    /// Visits the solutions that a single piece more makes.
    fn visit_last(
        &self,
        node: &mut Node<B>,
        choices: &[(usize, usize)],
        visit: &mut Visit,
    ) -> ControlFlow<(), Option<Frame<B>>> {
        for &(square, kind) in choices {
            let is_wanted =
                |(other, left): (usize, &Option<u64>)| left.is_none_or(|left| left == u64::from(other == kind));
            if node.left.iter().enumerate().all(is_wanted) {
                node.path.push(Placed { square: self.graph.squares[square], kind: kind as u8 });
                visit(&node.path)?;
                node.path.pop();
            }
        }
        ControlFlow::Continue(None)
    }

    /// The unfilled region with the fewest choices, and how many it has; `None` if all are filled.
    fn tightest(&self, node: &Node<B>) -> Option<(usize, u32)> {
        let mut best = None;
        for region in node.unfilled.iter() {
            let room = node.open.iter().map(|open| open.common(&self.regions[region])).sum();
            if best.is_none_or(|(_, least)| room < least) {
                best = Some((region, room));
            }
            if room == 0 {
                break;
            }
        }
        best
    }

    /// The squares and kinds that can fill a region.
    fn choices(&self, node: &Node<B>, region: usize) -> Vec<(usize, usize)> {
        let of_kind = |(kind, open): (usize, &B)| {
            let mut squares = open.clone();
            squares.keep_only(&self.regions[region]);
            squares.iter().map(|square| (square, kind)).collect::<Vec<_>>()
        };
        node.open.iter().enumerate().flat_map(of_kind).collect()
    }

    fn with_piece(&self, node: &Node<B>, choice: (usize, usize)) -> Node<B> {
        let mut child = node.clone();
        self.put(&mut child, choice);
        child
    }

    fn put(&self, node: &mut Node<B>, (square, kind): (usize, usize)) {
        for (other, open) in node.open.iter_mut().enumerate() {
            open.remove_all(self.graph.attacks(square, kind, other));
        }
        for &region in &self.regions_of[square] {
            node.unfilled.remove(region);
        }
        if let Some(left) = &mut node.left[kind] {
            *left -= 1;
            if *left == 0 {
                node.open[kind].truncate(0);
            }
        }
        node.path.push(Placed { square: self.graph.squares[square], kind: kind as u8 });
    }
}

type Visit<'v> = dyn FnMut(&[Placed]) -> ControlFlow<()> + 'v;
