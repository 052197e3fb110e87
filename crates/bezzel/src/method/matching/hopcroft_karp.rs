//! A maximum matching of a bipartite graph.
//!
//! Idea: as long as some path leads from an unmatched left vertex to an unmatched right one, edges out of and in the
//! matching in turn, exchanging them makes the matching larger. A phase finds the length of the shortest such paths by
//! breadth-first search, then by depth-first search as many of them as possible without a common vertex, looking at every
//! edge once. After each phase the shortest paths are longer, and disjoint long paths are few: O(sqrt V) phases.
//! Source: J. E. Hopcroft and R. M. Karp, "An n^5/2 algorithm for maximum matchings in bipartite graphs", SIAM Journal on
//! Computing 2 (1973).
//! Cost: O(E sqrt V) time; a phase only visits what can be reached from unmatched left vertices. Memory: a few words a
//! vertex. Nothing recurses.

use super::graph::{Graph, NONE};
use crate::{Monitor, Outcome};

/// Steps between two looks at the stop flag.
const STEPS_UNWATCHED: usize = 1 << 15;

/// A matching: for each vertex its partner on the other side, or [`NONE`].
pub(super) struct Matching {
    pub of_left: Vec<u32>,
    pub of_right: Vec<u32>,
    pub size: usize,
    /// For each left vertex, its place in the paths of the last breadth-first search, or [`NONE`].
    level: Vec<u32>,
    /// Phases that were needed.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests hold it against the bound"))]
    pub phases: u64,
}

impl Matching {
    /// Whether a path as above leads from an unmatched left vertex to this left vertex. For a maximum matching only.
    pub fn is_reached(&self, left: u32) -> bool {
        self.level[left as usize] != NONE
    }
}

/// A maximum matching, or one that was reached before the stop. `progress` is given the size after every phase.
pub(super) fn maximum_matching(graph: &Graph, monitor: &Monitor, progress: impl FnMut(usize)) -> Outcome<Matching> {
    let mut search = Search::new(graph, monitor);
    let complete = search.run(progress).is_some();
    Outcome::new(search.matching, complete)
}

struct Search<'a> {
    graph: &'a Graph,
    matching: Matching,
    /// The unmatched left vertices.
    free: Vec<u32>,
    /// The left vertices that have a level, in breadth-first order.
    queue: Vec<u32>,
    /// For each left vertex with a level, the place of the next neighbour to look at in this phase.
    cursor: Vec<u32>,
    /// The left vertices of the path that is being tried.
    path: Vec<u32>,
    monitor: &'a Monitor,
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, monitor: &'a Monitor) -> Self {
        let (left, right) = (graph.left_count(), graph.right_count());
        let matching = Matching {
            of_left: vec![NONE; left],
            of_right: vec![NONE; right],
            size: 0,
            level: vec![NONE; left],
            phases: 0,
        };
        let cursor = vec![0; left];
        Self { graph, matching, free: Vec::new(), queue: Vec::new(), cursor, path: Vec::new(), monitor, steps: 0 }
    }

    /// All phases; `None` if stopped.
    fn run(&mut self, mut progress: impl FnMut(usize)) -> Option<()> {
        self.start()?;
        loop {
            progress(self.matching.size);
            if !self.find_levels()? {
                return Some(());
            }
            self.matching.phases += 1;
            for at in 0..self.free.len() {
                self.augment_from(self.free[at])?;
            }
        }
    }

    /// Counts steps and now and then asks whether to stop: then `None`.
    fn step(&mut self, steps: usize) -> Option<()> {
        self.steps += steps;
        if self.steps < STEPS_UNWATCHED {
            return Some(());
        }
        self.steps = 0;
        (!self.monitor.is_stopped()).then_some(())
    }

    /// Matches every left vertex with its first neighbour that is unmatched.
    fn start(&mut self) -> Option<()> {
        for left in 0..self.graph.left_count() as u32 {
            let neighbours = self.graph.neighbours(left);
            let of_right = &self.matching.of_right;
            match neighbours.iter().position(|&right| of_right[right as usize] == NONE) {
                Some(at) => {
                    self.link(left, neighbours[at]);
                    self.matching.size += 1;
                }
                None => self.free.push(left),
            }
            self.step(neighbours.len() + 1)?;
        }
        Some(())
    }

    fn link(&mut self, left: u32, right: u32) {
        self.matching.of_left[left as usize] = right;
        self.matching.of_right[right as usize] = left;
    }

    /// Levels of left vertices: 0 for the unmatched ones, and one more for the partners of their neighbours, and so on,
    /// until an unmatched right vertex is met. Whether one is met.
    fn find_levels(&mut self) -> Option<bool> {
        let Matching { of_left, of_right, level, .. } = &mut self.matching;
        self.queue.iter().for_each(|&left| level[left as usize] = NONE);
        self.queue.clear();
        self.free.retain(|&left| of_left[left as usize] == NONE);
        for &left in &self.free {
            level[left as usize] = 0;
            self.cursor[left as usize] = self.graph.places(left).start;
        }
        self.queue.extend(&self.free);
        let mut last = NONE;
        let mut at = 0;
        while at < self.queue.len() {
            let Matching { of_right, level, .. } = &mut self.matching;
            let left = self.queue[at];
            let here = level[left as usize];
            if here > last {
                break;
            }
            let neighbours = self.graph.neighbours(left);
            for &right in neighbours {
                let next = of_right[right as usize];
                if next == NONE {
                    last = here;
                } else if last == NONE && level[next as usize] == NONE {
                    level[next as usize] = here + 1;
                    self.cursor[next as usize] = self.graph.places(next).start;
                    self.queue.push(next);
                }
            }
            self.step(neighbours.len() + 1)?;
            at += 1;
        }
        Some(last != NONE)
    }

    /// Follows levels upwards from an unmatched left vertex, and exchanges the edges of the path if it ends in an unmatched
    /// right vertex. Edges that have been looked at in this phase are not looked at again.
    fn augment_from(&mut self, root: u32) -> Option<()> {
        self.path.clear();
        self.path.push(root);
        while let Some(&left) = self.path.last() {
            let start = self.cursor[left as usize];
            match self.advance(left) {
                Some(NONE) => {
                    self.exchange();
                    return Some(());
                }
                Some(next) => self.path.push(next),
                None => {
                    self.path.pop();
                }
            }
            self.step((self.cursor[left as usize] - start) as usize + 1)?;
        }
        Some(())
    }

    /// The next left vertex one level up ([`NONE`] if an unmatched right vertex was found); `None` when there is no more.
    fn advance(&mut self, left: u32) -> Option<u32> {
        let Matching { of_right, level, .. } = &self.matching;
        let up = level[left as usize] + 1;
        let end = self.graph.places(left).end;
        let start = self.cursor[left as usize];
        for place in start..end {
            let next = of_right[self.graph.neighbour(place) as usize];
            if next == NONE || level[next as usize] == up {
                self.cursor[left as usize] = place + 1;
                return Some(next);
            }
        }
        self.cursor[left as usize] = end;
        None
    }

    /// Matches every left vertex of the path with the neighbour it was left by.
    fn exchange(&mut self) {
        for at in 0..self.path.len() {
            let left = self.path[at];
            self.link(left, self.graph.neighbour(self.cursor[left as usize] - 1));
        }
        self.matching.size += 1;
    }
}
