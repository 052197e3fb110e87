//! A large matching to start from.
//!
//! Idea: a vertex with one unmatched neighbour is matched with it, which some maximum matching does too. Where there is no
//! such vertex, the next left vertex is matched with that of its neighbours that has the fewest others to choose from.
//! Source: R. M. Karp and M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981.
//! Cost: O(E) time. It is optimal on forests, and on graphs of a few edges a vertex often leaves a few per mille to do.

use super::graph::{Graph, NONE};
use super::hopcroft_karp::{Matching, Pace};

/// Fills an empty matching; `None` if stopped.
pub(super) fn start(graph: &Graph, back: &Graph, matching: &mut Matching, pace: &mut Pace) -> Option<()> {
    let mut start = Start { left: Side::new(graph), right: Side::new(back), matching, pace };
    start.run()
}

/// A side of the graph.
struct Side<'a> {
    graph: &'a Graph,
    /// For each vertex, the number of its unmatched neighbours.
    degree: Vec<u32>,
    /// Vertices that had one unmatched neighbour left when they were put here.
    single: Vec<u32>,
}

impl<'a> Side<'a> {
    fn new(graph: &'a Graph) -> Self {
        let degree: Vec<u32> = (0..graph.left_count() as u32).map(|vertex| graph.places(vertex).len() as u32).collect();
        let single = (0..).zip(&degree).filter(|&(_, &degree)| degree == 1).map(|(vertex, _)| vertex).collect();
        Self { graph, degree, single }
    }

    /// Takes note that a neighbour of these vertices is matched.
    fn lose(&mut self, vertices: &[u32]) {
        for &vertex in vertices {
            let degree = &mut self.degree[vertex as usize];
            *degree -= 1;
            if *degree == 1 {
                self.single.push(vertex);
            }
        }
    }
}

struct Start<'a, 'm> {
    left: Side<'a>,
    right: Side<'a>,
    matching: &'a mut Matching,
    pace: &'a mut Pace<'m>,
}

impl Start<'_, '_> {
    fn run(&mut self) -> Option<()> {
        for left in 0..self.left.degree.len() as u32 {
            self.match_singles()?;
            if self.matching.of_left[left as usize] == NONE && self.left.degree[left as usize] > 0 {
                self.match_left(left)?;
            }
        }
        self.match_singles()
    }

    fn match_singles(&mut self) -> Option<()> {
        loop {
            if let Some(left) = self.left.single.pop() {
                if self.matching.of_left[left as usize] == NONE && self.left.degree[left as usize] == 1 {
                    self.match_left(left)?;
                }
            } else if let Some(right) = self.right.single.pop() {
                if self.matching.of_right[right as usize] == NONE && self.right.degree[right as usize] == 1 {
                    self.match_right(right)?;
                }
            } else {
                return Some(());
            }
        }
    }

    /// Matches a left vertex with an unmatched neighbour, of which there is one, that has the fewest itself.
    fn match_left(&mut self, left: u32) -> Option<()> {
        let unmatched =
            self.left.graph.neighbours(left).iter().filter(|&&right| self.matching.of_right[right as usize] == NONE);
        let right = unmatched.copied().min_by_key(|&right| self.right.degree[right as usize]);
        self.add(left, right.expect("its degree is not 0"))
    }

    fn match_right(&mut self, right: u32) -> Option<()> {
        let mut neighbours = self.right.graph.neighbours(right).iter().copied();
        let left = neighbours.find(|&left| self.matching.of_left[left as usize] == NONE);
        self.add(left.expect("its degree is 1"), right)
    }

    fn add(&mut self, left: u32, right: u32) -> Option<()> {
        self.matching.add(left, right);
        let (rights, lefts) = (self.left.graph.neighbours(left), self.right.graph.neighbours(right));
        self.right.lose(rights);
        self.left.lose(lefts);
        self.pace.take(2 * rights.len() + 2 * lefts.len())
    }
}
