//! Random walks down a tree of partial placements, each weighed by how unlikely it was: Knuth's estimator.
//!
//! Idea: at every node one of the children is chosen at random; a walk that ends at a solution says 1 / (probability of the walk),
//! one that does not says 0. The expected value is the number of solutions, whatever the probabilities.
//! The tree, for one kind of piece: the open squares fall into cliques (rows for queens) that hold at most one piece each; the
//! clique with the fewest open squares is next, and gets a piece on one of them or stays empty, if enough others are left.
//! Squares are preferred that leave many open (importance weights), which evens out what the walks say. For an army of several
//! kinds: piece after piece on any open square, divided by the orders in which pieces of a kind can come.
//! Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29 (1975); weights: P. C. Chen, SIAM J. Comput. 21
//! (1992), in a simple form.
//! Cost: a walk takes (pieces) x (cliques + (squares of a clique) x (words of a set of squares)) operations.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::bits::{Bits, LongBits};
use super::graph::{Graph, open_squares};
use super::refuse_memory;
use crate::work::Work;
use crate::{Error, Problem, Quantity, Square};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Walks with one stream of random numbers: results do not depend on the threads.
const CHUNK: u64 = 500;

/// The sums over some walks. What a walk says can be larger than any float, so sums are multiples of `e^scale`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Moments {
    pub walks: u64,
    pub scale: f64,
    pub sum: f64,
    pub squares: f64,
}

impl Moments {
    /// Adds a walk that says `e^log`, or 0 (`None`).
    fn add(&mut self, log: Option<f64>) {
        let Some(log) = log else {
            self.walks += 1;
            return;
        };
        self.join(Self { walks: 1, scale: log, sum: 1.0, squares: 1.0 });
    }

    /// Adds the sums of others.
    pub fn join(&mut self, other: Self) {
        let scale = if self.sum == 0.0 { other.scale } else { self.scale.max(other.scale) };
        let (mine, theirs) = ((self.scale - scale).exp(), (other.scale - scale).exp());
        let add = |a: f64, b: f64, power: i32| {
            let part = |sum: f64, factor: f64| if sum == 0.0 { 0.0 } else { sum * factor.powi(power) };
            part(a, mine) + part(b, theirs)
        };
        let (sum, squares) = (add(self.sum, other.sum, 1), add(self.squares, other.squares, 2));
        *self = Self { walks: self.walks + other.walks, scale, sum, squares };
    }
}

/// So many walks, in chunks with random numbers of their own; those that were finished before the work was stopped.
///
/// # Errors
/// A problem whose tables would take too much memory.
pub(crate) fn walks(problem: &Problem, samples: u64, seed: u64, work: &Work) -> Result<Moments, Error> {
    refuse_memory(problem).map_err(|why| Error::limit(format!("out of reach here: {problem}: an estimate {why}")))?;
    let squares = open_squares(problem);
    match squares.len() {
        0..=64 => on::<[u64; 1]>(problem, squares, samples, seed, work),
        65..=128 => on::<[u64; 2]>(problem, squares, samples, seed, work),
        129..=256 => on::<[u64; 4]>(problem, squares, samples, seed, work),
        _ => on::<LongBits>(problem, squares, samples, seed, work),
    }
}

fn on<B: Bits>(
    problem: &Problem,
    squares: Vec<Square>,
    samples: u64,
    seed: u64,
    work: &Work,
) -> Result<Moments, Error> {
    let Some(graph) = Graph::<B>::new(problem, squares, work.monitor) else { return Ok(Moments::default()) };
    let walker = Walker::new(problem, graph);
    let chunks = samples.div_ceil(CHUNK);
    work.monitor.expect_parts(chunks);
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    work.on_all_threads(chunks as usize, || {
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks || work.monitor.is_stopped() {
                return;
            }
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ chunk.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut moments = Moments::default();
            for _ in 0..CHUNK.min(samples - chunk * CHUNK) {
                if work.monitor.is_stopped() {
                    return;
                }
                moments.add(walker.walk(&mut random));
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).push((chunk, moments));
            work.monitor.part_done();
        }
    })?;
    // in the order of the chunks: sums of floats depend on it
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(chunk, _)| *chunk);
    let mut all = Moments::default();
    for (_, moments) in done {
        all.join(moments);
    }
    Ok(all)
}

struct Walker<B> {
    graph: Graph<B>,
    wanted: Vec<Option<u64>>,
    /// The clique of each square.
    clique_of: Vec<usize>,
    /// The squares of each clique.
    rooms: Vec<u32>,
}

/// A number from 0 to below 1.
fn unit(random: &mut impl Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

impl<B: Bits> Walker<B> {
    fn new(problem: &Problem, graph: Graph<B>) -> Self {
        let wanted = problem.open_quantities().into_iter().map(|quantity| match quantity {
            Quantity::Exactly(count) => Some(count),
            Quantity::Any | Quantity::Most | Quantity::Least => None,
        });
        let mut clique_of = vec![0; graph.squares.len()];
        for (number, clique) in graph.cliques.iter().enumerate() {
            clique.iter().for_each(|square| clique_of[square] = number);
        }
        let rooms = graph.cliques.iter().map(Bits::len).collect();
        Self { wanted: wanted.collect(), graph, clique_of, rooms }
    }

    /// The logarithm of what one walk says; `None` for 0.
    fn walk(&self, random: &mut impl Rng) -> Option<f64> {
        if self.graph.kinds == 1 { self.by_cliques(self.wanted[0], random) } else { self.by_pieces(random) }
    }

    fn by_cliques(&self, mut need: Option<u64>, random: &mut impl Rng) -> Option<f64> {
        let mut open = self.graph.open[0].clone();
        let mut rooms = self.rooms.clone();
        let mut live = rooms.iter().filter(|room| **room > 0).count() as u64;
        let mut log = 0.0;
        let mut choices: Vec<(usize, f64)> = Vec::new();
        loop {
            if need == Some(0) {
                return Some(log);
            }
            let least = (0..).zip(&rooms).filter(|(_, room)| **room > 0).min_by_key(|(_, room)| **room);
            let Some((least, &room)) = least.filter(|_| need.is_none_or(|need| live >= need)) else {
                return need.is_none().then_some(log);
            };
            let empty = match need {
                Some(need) => (live - need) as f64 / live as f64,
                None => 1.0 / (f64::from(room) + 1.0),
            };
            let mut close = |square: usize| {
                let room = &mut rooms[self.clique_of[square]];
                *room -= 1;
                live -= u64::from(*room == 0);
            };
            let clique = &self.graph.cliques[least];
            if unit(random) < empty {
                log -= empty.ln();
                open.common_numbers(clique).for_each(&mut close);
                open.remove_all(clique);
                continue;
            }
            let (square, probability) = self.choose(clique, &open, &mut choices, random);
            log -= ((1.0 - empty) * probability).ln();
            let attacked = self.graph.attacks(square, 0, 0);
            open.common_numbers(attacked).for_each(&mut close);
            open.remove_all(attacked);
            need = need.map(|need| need - 1);
        }
    }

    /// An open square of a clique, and how likely it was.
    fn choose(&self, clique: &B, open: &B, choices: &mut Vec<(usize, f64)>, random: &mut impl Rng) -> (usize, f64) {
        choices.clear();
        let all = open.len();
        let weigh = |square: usize| {
            let left = f64::from(all - self.graph.attacks(square, 0, 0).common(open));
            (square, (1.0 + left) * (1.0 + left))
        };
        choices.extend(open.common_numbers(clique).map(weigh));
        let sum: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut at = unit(random) * sum;
        let chosen = choices.iter().find(|(_, weight)| {
            at -= weight;
            at < 0.0
        });
        // rounding can leave a trifle: then the last
        let &(square, weight) = chosen.or(choices.last()).expect("the clique has an open square");
        (square, weight / sum)
    }

    fn by_pieces(&self, random: &mut impl Rng) -> Option<f64> {
        let mut open = self.graph.open.clone();
        let mut log = 0.0;
        for (kind, wanted) in self.wanted.iter().enumerate() {
            for piece in 1..=wanted.unwrap_or(0) {
                let room = open[kind].len();
                if room == 0 {
                    return None;
                }
                let place = ((unit(random) * f64::from(room)) as usize).min(room as usize - 1);
                let square = open[kind].iter().nth(place)?;
                log += (f64::from(room) / piece as f64).ln();
                for (other, open) in open.iter_mut().enumerate() {
                    open.remove_all(self.graph.attacks(square, kind, other));
                }
            }
        }
        Some(log)
    }
}
