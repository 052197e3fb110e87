//! A large matching to start from.
//!
//! Idea: a vertex with one unmatched neighbour is matched with it, which some maximum matching does too. Where there is no
//! such vertex, one with the fewest unmatched neighbours is matched with that of them that has the fewest itself.
//! Source: R. M. Karp and M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981; the choice by degree is that of
//! the minimum degree heuristics that followed it.
//! Cost: O(E) time. It is optimal on forests, and on graphs of a few edges a vertex leaves a few per mille to do.

use super::graph::Graph;
use super::hopcroft_karp::{Matching, Pace};

/// Vertices with more unmatched neighbours than this are not sorted by their number.
const FEW: usize = 4;

/// Fills an empty matching; `None` if stopped.
pub(super) fn start(graph: &Graph, back: &Graph, matching: &mut Matching, pace: &mut Pace) -> Option<()> {
    let mut sides = [Side::new(graph), Side::new(back)];
    let mut rest = 0..graph.left_count() as u32;
    loop {
        let fewest = (1..=FEW).find_map(|degree| (0..2).find_map(|side| Some((side, sides[side].pop(degree)?))));
        let Some((side, vertex)) = fewest.or_else(|| Some((0, rest.next()?))) else { return Some(()) };
        if !sides[side].matched[vertex as usize] && sides[side].degree[vertex as usize] > 0 {
            pace.take(add(&mut sides, side, vertex, matching))?;
        }
    }
}

/// Matches a vertex with its best neighbour; returns the number of steps.
fn add(sides: &mut [Side; 2], side: usize, vertex: u32, matching: &mut Matching) -> usize {
    let neighbours = sides[side].graph.neighbours(vertex);
    let other = &sides[1 - side];
    let unmatched = neighbours.iter().filter(|&&one| !other.matched[one as usize]);
    let best = unmatched.min_by_key(|&&one| other.degree[one as usize]);
    let partner = *best.expect("its degree is not 0");
    let (left, right) = if side == 0 { (vertex, partner) } else { (partner, vertex) };
    matching.add(left, right);
    sides[side].matched[vertex as usize] = true;
    sides[1 - side].matched[partner as usize] = true;
    let others = sides[1 - side].graph.neighbours(partner);
    sides[1 - side].lose(neighbours);
    sides[side].lose(others);
    2 * (neighbours.len() + others.len())
}

/// A side of the graph.
struct Side<'a> {
    graph: &'a Graph,
    matched: Vec<bool>,
    /// For each vertex, the number of its unmatched neighbours.
    degree: Vec<u32>,
    /// By degree, vertices that had it when they were put here.
    few: [Vec<u32>; FEW + 1],
}

impl<'a> Side<'a> {
    fn new(graph: &'a Graph) -> Self {
        let degree: Vec<u32> = (0..graph.left_count() as u32).map(|vertex| graph.places(vertex).len() as u32).collect();
        let mut few = [const { Vec::new() }; FEW + 1];
        for (vertex, &degree) in (0..degree.len() as u32).zip(&degree).rev() {
            if degree as usize <= FEW {
                few[degree as usize].push(vertex);
            }
        }
        Self { graph, matched: vec![false; degree.len()], degree, few }
    }

    /// An unmatched vertex of this degree.
    fn pop(&mut self, degree: usize) -> Option<u32> {
        while let Some(vertex) = self.few[degree].pop() {
            if !self.matched[vertex as usize] && self.degree[vertex as usize] == degree as u32 {
                return Some(vertex);
            }
        }
        None
    }

    /// Takes note that a neighbour of these vertices is matched.
    fn lose(&mut self, vertices: &[u32]) {
        for &vertex in vertices {
            let degree = &mut self.degree[vertex as usize];
            *degree -= 1;
            if *degree as usize <= FEW && !self.matched[vertex as usize] {
                self.few[*degree as usize].push(vertex);
            }
        }
    }
}
