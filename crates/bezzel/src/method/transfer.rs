//! Short leapers, square after square, placements merged that look alike from the squares to come.
//!
//! Idea: see [`chain`]. On a torus the last rows attack the first ones: for every placement on these the rest is a chain; turned
//! around the torus, they go alike, so one of each cycle is enough.
//! Source: transfer matrices; broken profiles, as V. Kotesovec and R. J. Mathar use them for nonattacking kings and knights.
//! Cost: (squares) x (states) additions of numbers, of as many as numbers of pieces are asked for. There are as many states as
//! placements on as many squares as an attack goes back: for kings n + 1 of an n x n board, for knights 2n + 1.
//! Limits: an attack of at most 64 squares back, [`MAX_BYTES`] of memory. How many states there will be is counted before it
//! starts, along the other side of the board, where attacks are short.

mod chain;

use std::collections::HashMap;

use num_bigint::BigUint;

use super::backtrack::bits::{Bits, LongBits};
use super::backtrack::graph::{Graph, open_squares};
use super::{Method, Misfit, bytes_text};
use crate::work::Work;
use crate::{Error, Goal, Monitor, Outcome, Problem, Quantity, Question, Square, Topology};
use chain::{Chain, MAX_WINDOW, Wanted};

/// The most memory it takes.
const MAX_BYTES: f64 = 8e9;
/// The most squares; longer boards would take hours on any width.
const MAX_SQUARES: u64 = 4096;
/// The most placements on the first rows of a torus.
const MAX_HEADS: f64 = 1e6;

/// See the module's text.
pub(crate) struct Transfer;

impl Method for Transfer {
    fn name(&self) -> &'static str {
        "transfer"
    }

    fn idea(&self) -> &'static str {
        "square after square, placements counted together that look alike from the squares to come"
    }

    fn proof(&self) -> &'static str {
        "every placement was counted, together with those that go on in the same way"
    }

    fn fit(&self, question: &Question) -> Result<(), Misfit> {
        let problem = question.problem();
        let Some((piece, _)) = problem.army().single() else { return Err(Misfit::other("counts one kind of piece")) };
        if !matches!(question.goal(), Goal::Count | Goal::Table) {
            return Err(Misfit::other("only counts"));
        }
        if !piece.rides().is_empty() {
            return Err(Misfit::other("needs pieces that leap, such as kings and knights"));
        }
        if problem.board().square_count() > MAX_SQUARES {
            return Err(Misfit::size(format!("takes at most {MAX_SQUARES} squares")));
        }
        let needs = Needs::of(problem)?;
        if needs.bytes > MAX_BYTES {
            let (needs, has) = (bytes_text(needs.bytes as u128), bytes_text(MAX_BYTES as u128));
            return Err(Misfit::size(format!("would need {needs} of memory, and takes at most {has}")));
        }
        Ok(())
    }

    /// Few pieces on a wide board are placed faster than their states are kept.
    fn is_worth(&self, question: &Question) -> bool {
        let problem = question.problem();
        let Ok(needs) = Needs::of(problem) else { return false };
        let open = problem.board().free_count() as f64;
        let one_by_one = match wanted_pieces(problem) {
            // the last piece is not placed but counted
            Some(pieces) => (1..pieces).map(|placed| open / placed as f64).product(),
            None => f64::INFINITY,
        };
        needs.steps < one_by_one
    }

    fn makes_tables(&self) -> bool {
        true
    }

    fn count(&self, problem: &Problem, work: &Work) -> Result<Outcome<BigUint>, Error> {
        let wanted = match wanted_pieces(problem) {
            None => Wanted::Sum,
            Some(pieces) => Wanted::Each { low: pieces as usize, high: pieces as usize },
        };
        let numbers = run(problem, |_| wanted, work)?;
        Ok(numbers.map(|numbers| numbers.into_iter().sum()))
    }

    fn table(&self, problem: &Problem, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
        let numbers = run(problem, |most| Wanted::Each { low: 0, high: most }, work)?;
        let fixed = problem.fixed().pieces().len();
        Ok(numbers.map(|numbers| std::iter::repeat_n(BigUint::ZERO, fixed).chain(numbers).collect()))
    }
}

/// The number of pieces asked for, fixed ones not counted; `None` for any number.
fn wanted_pieces(problem: &Problem) -> Option<u64> {
    match problem.open_quantities()[..] {
        [Quantity::Exactly(pieces)] => Some(pieces),
        _ => None,
    }
}

/// The open squares in the order of a chain: first those of the head, which are decided beforehand.
struct Order {
    squares: Vec<Square>,
    graph: Graph<LongBits>,
    /// How many squares the head has.
    head: usize,
    /// How many squares in a row the head is turned by.
    line: usize,
}

/// The lines along which the squares are decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Rows,
    Columns,
}

impl Order {
    /// The squares along rows or columns; `None` if the work was stopped.
    fn new(problem: &Problem, along: Along, monitor: &Monitor) -> Option<Self> {
        let board = problem.board();
        let mut squares = open_squares(problem);
        if along == Along::Columns {
            squares.sort_unstable_by_key(|square| (square.column, square.row));
        }
        let reach =
            problem.kinds().iter().flat_map(crate::Piece::leaps).map(|&(rows, columns)| rows.max(columns)).max();
        let lines = if board.topology() == Topology::Torus { reach.unwrap_or(0) } else { 0 };
        let number = |square: &Square| if along == Along::Rows { square.row } else { square.column };
        let head = squares.iter().filter(|square| number(square) < lines).count();
        let line = if along == Along::Rows { board.columns() } else { board.rows() } as usize;
        let graph = Graph::new(problem, squares.clone(), monitor)?;
        Some(Self { squares, graph, head, line })
    }

    /// The chain of the squares after the head; `None` if attacks go too far back.
    fn chain(&self) -> Option<Chain> {
        let head = self.head;
        let earlier = |at: usize| {
            let all = self.graph.attacks(at + head, 0, 0).iter();
            all.take_while(move |&other| other < at + head)
                .filter(move |&other| other >= head)
                .map(move |other| other - head)
        };
        let clique_of = self.clique_of();
        Chain::new(self.squares.len() - head, earlier, |at| clique_of[at + head])
    }

    fn clique_of(&self) -> Vec<usize> {
        let mut clique_of = vec![0; self.squares.len()];
        for (number, clique) in self.graph.cliques.iter().enumerate() {
            clique.iter().for_each(|square| clique_of[square] = number);
        }
        clique_of
    }

    /// How many placements there are on these squares, at most, counted along their other side. Attacks around an edge are
    /// left out.
    fn placements_on(&self, range: std::ops::Range<usize>) -> f64 {
        let mut across: Vec<usize> = range.clone().collect();
        let swapped = self.squares.first().zip(self.squares.get(1)).is_some_and(|(one, two)| one.column == two.column);
        across.sort_by_key(|&at| {
            let square = self.squares[at];
            if swapped { (square.row, square.column) } else { (square.column, square.row) }
        });
        let mut place = vec![usize::MAX; self.squares.len()];
        across.iter().enumerate().for_each(|(number, &at)| place[at] = number);
        let near = across.len() / 2;
        let earlier = |number: usize| {
            let all = self.graph.attacks(across[number], 0, 0).iter().map(|at| place[at]);
            all.filter(move |&other| other < number && number - other <= near.max(1))
        };
        let Some(chain) = Chain::new(across.len(), earlier, |number| number) else { return f64::INFINITY };
        if chain.window() > 24 {
            return f64::INFINITY;
        }
        let (numbers, _) = chain.count(Wanted::Sum, |_| false, 1, &Monitor::new(), || ());
        numbers.first().and_then(|number| u64::try_from(number).ok()).map_or(f64::INFINITY, |number| number as f64)
    }
}

/// What a count will take.
struct Needs {
    bytes: f64,
    /// Additions of words.
    steps: f64,
}

impl Needs {
    fn of(problem: &Problem) -> Result<Self, Misfit> {
        let orders = [Along::Rows, Along::Columns].map(|along| Self::along(problem, along));
        let best = orders.into_iter().flatten().min_by(|one, other| one.steps.total_cmp(&other.steps));
        best.ok_or_else(|| {
            Misfit::size(format!("needs attacks that go at most {MAX_WINDOW} squares back in reading order"))
        })
    }

    fn along(problem: &Problem, along: Along) -> Option<Self> {
        let order = Order::new(problem, along, &Monitor::new())?;
        let chain = order.chain()?;
        let heads = if order.head > 0 { order.placements_on(0..order.head) } else { 1.0 };
        if heads > MAX_HEADS || order.head > 64 {
            return None;
        }
        let window = chain.window().min(chain.len());
        let middle = order.head + (chain.len() - window) / 2;
        let states = order.placements_on(middle..middle + window);
        let most = chain.most() as f64;
        let numbers = match (wanted_pieces(problem), problem.army().size()) {
            (Some(pieces), _) => most.min(pieces as f64) + 1.0,
            // any number: of a table each
            _ => most + 1.0,
        };
        let bits = states.log2() * chain.len() as f64 / window.max(1) as f64;
        let words = (bits / 64.0).ceil().max(1.0);
        let bytes = 2.5 * states * (8.0 + 8.0 * words * numbers);
        Some(Self { bytes, steps: heads * states * words * numbers * chain.len() as f64 })
    }
}

/// The numbers of placements without the fixed pieces; what is wanted may depend on the most pieces that fit.
fn run(problem: &Problem, wanted: impl Fn(usize) -> Wanted, work: &Work) -> Result<Outcome<Vec<BigUint>>, Error> {
    let mut best: Option<(Order, Chain)> = None;
    for along in [Along::Rows, Along::Columns] {
        let Some(order) = Order::new(problem, along, work.monitor) else { return Ok(Outcome::Interrupted(Vec::new())) };
        let Some(chain) = order.chain() else { continue };
        let better = best.as_ref().is_none_or(|(_, old)| chain.window() < old.window());
        if better && order.head <= 64 {
            best = Some((order, chain));
        }
    }
    let Some((order, chain)) = best else { return Err(Error::self_check("a chain that fitted no longer does")) };
    let wanted = wanted(chain.most() + order.head);
    if order.head == 0 {
        work.monitor.expect_parts(chain.len() as u64);
        let count = || chain.count(wanted, |_| false, work.threads, work.monitor, || work.monitor.part_done());
        let (numbers, complete) = work.install(count)?;
        return Ok(Outcome::new(numbers, complete));
    }
    around_the_torus(problem, &order, &chain, wanted, work)
}

/// For every placement on the first lines, those on the others.
fn around_the_torus(
    problem: &Problem,
    order: &Order,
    chain: &Chain,
    wanted: Wanted,
    work: &Work,
) -> Result<Outcome<Vec<BigUint>>, Error> {
    let turns = problem.board().is_bare() && problem.fixed().pieces().is_empty();
    let heads: Vec<(Vec<u64>, Head)> = heads(order, turns).into_iter().collect();
    work.tabulate(
        &heads,
        || (),
        |(), (closed, head)| {
            let is_closed = |at: usize| closed[at / 64] >> (at % 64) & 1 == 1;
            let (numbers, complete) = head.count(chain, wanted, is_closed, work.monitor);
            Outcome::new(numbers, complete)
        },
    )
}

/// Placements on the first lines that close the same squares of the others: how many there are of each number of pieces.
#[derive(Default)]
struct Head {
    by_pieces: Vec<u64>,
}

impl Head {
    fn count(
        &self,
        chain: &Chain,
        wanted: Wanted,
        closed: impl Fn(usize) -> bool,
        monitor: &Monitor,
    ) -> (Vec<BigUint>, bool) {
        let here = || self.by_pieces.iter().enumerate().filter(|(_, count)| **count > 0);
        let Wanted::Each { low, high } = wanted else {
            let (numbers, complete) = chain.count(wanted, closed, 1, monitor, || ());
            let heads: u64 = self.by_pieces.iter().sum();
            return (numbers.into_iter().map(|number| number * heads).collect(), complete);
        };
        let (least, most) = (here().next().map_or(0, |(pieces, _)| pieces), self.by_pieces.len() - 1);
        if least > high {
            return (Vec::new(), true);
        }
        let rest = Wanted::Each { low: low.saturating_sub(most), high: high - least };
        let (numbers, complete) = chain.count(rest, closed, 1, monitor, || ());
        let mut all = vec![BigUint::ZERO; high - low + 1];
        for (pieces, count) in here() {
            for (number, more) in numbers.iter().zip(low.saturating_sub(most)..) {
                if let Some(all) = (pieces + more).checked_sub(low).and_then(|at| all.get_mut(at)) {
                    *all += number * count;
                }
            }
        }
        (all, complete)
    }
}

/// The placements on the head by what they close; if the torus may be turned, one of each cycle for all of it.
fn heads(order: &Order, turns: bool) -> HashMap<Vec<u64>, Head> {
    let mut heads = HashMap::new();
    let none = LongBits::empty(order.squares.len());
    place_head(order, turns, 0, 0, &none, &mut heads);
    heads
}

fn place_head(
    order: &Order,
    turns: bool,
    at: usize,
    placed: u64,
    closed: &LongBits,
    heads: &mut HashMap<Vec<u64>, Head>,
) {
    if at == order.head {
        let cycle = if turns { cycle(order, placed) } else { Some(1) };
        let Some(images) = cycle else { return };
        let (pieces, rest) = (placed.count_ones() as usize, order.squares.len() - order.head);
        let mut key = vec![0; rest.div_ceil(64)];
        closed.iter().filter(|&square| square >= order.head).for_each(|square| {
            let square = square - order.head;
            key[square / 64] |= 1 << (square % 64);
        });
        let by_pieces = &mut heads.entry(key).or_default().by_pieces;
        if by_pieces.len() <= pieces {
            by_pieces.resize(pieces + 1, 0);
        }
        by_pieces[pieces] += images;
        return;
    }
    place_head(order, turns, at + 1, placed, closed, heads);
    if !closed.contains(at) {
        let mut closed = closed.clone();
        closed.add_all(order.graph.attacks(at, 0, 0));
        place_head(order, turns, at + 1, placed | 1 << at, &closed, heads);
    }
}

/// How many images a head has if its lines are turned; `None` unless it is the least of them.
fn cycle(order: &Order, placed: u64) -> Option<u64> {
    let (line, lines) = (order.line, order.head / order.line);
    let whole = if line == 64 { !0 } else { (1 << line) - 1 };
    let turn = |set: u64| {
        (0..lines).fold(0, |all, number| {
            let row = set >> (number * line) & whole;
            all | ((row << 1 | row >> (line - 1)) & whole) << (number * line)
        })
    };
    let mut image = turn(placed);
    let mut images = 1;
    while image != placed {
        if image < placed {
            return None;
        }
        image = turn(image);
        images += 1;
    }
    Some(images)
}
