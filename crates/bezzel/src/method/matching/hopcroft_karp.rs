//! A maximum matching of a bipartite graph.
//!
//! Idea: as long as a path leads from an unmatched left vertex to an unmatched right one, edges out of and in the matching in
//! turn, exchanging them makes the matching larger. A phase finds by breadth-first search how far each left vertex is from
//! an unmatched right one, its level, and then follows levels downwards by depth-first search from every unmatched left
//! vertex, the nearest first, looking at every edge once. After each phase the shortest paths are longer, and disjoint long
//! paths are few: O(sqrt V) phases. Hopcroft and Karp search from the nearest vertices only; to search from the others too
//! costs no more in a phase, and saves many. Levels are found from the right because what leads to no unmatched right vertex
//! gets none then, and is left alone.
//! Source: J. E. Hopcroft and R. M. Karp, "An n^5/2 algorithm for maximum matchings in bipartite graphs", SIAM Journal on
//! Computing 2 (1973).
//! Cost: O(E sqrt V) time. Memory: 8 bytes an edge and a few words a vertex. Nothing recurses.

use super::graph::{Graph, NONE};
use super::karp_sipser;
use crate::{Monitor, Outcome};

/// Steps between two looks at the stop flag.
const STEPS_UNWATCHED: usize = 1 << 15;

/// A matching, with a cover of as many vertices if it is maximum.
pub(super) struct Matching {
    /// For each left vertex its partner, or [`NONE`].
    pub of_left: Vec<u32>,
    /// For each right vertex its partner, or [`NONE`].
    pub of_right: Vec<u32>,
    /// The number of pairs.
    pub size: usize,
    /// For each left vertex that has a partner, whether it is in Koenig's cover, which its partner is otherwise. Without
    /// meaning before the matching is maximum.
    pub in_cover: Vec<bool>,
    /// How many neighbours were looked at.
    #[cfg(test)]
    pub work: usize,
}

impl Matching {
    fn new(graph: &Graph) -> Self {
        Self {
            of_left: vec![NONE; graph.left_count()],
            of_right: vec![NONE; graph.right_count()],
            size: 0,
            in_cover: vec![false; graph.left_count()],
            #[cfg(test)]
            work: 0,
        }
    }

    /// Makes partners of two vertices that have none, or whose partners will get new ones.
    fn link(&mut self, left: u32, right: u32) {
        self.of_left[left as usize] = right;
        self.of_right[right as usize] = left;
    }

    /// Makes partners of two vertices that have none.
    pub fn add(&mut self, left: u32, right: u32) {
        self.link(left, right);
        self.size += 1;
    }

    /// The same matching with the sides exchanged.
    fn transposed(self) -> Self {
        let covers = |&left: &u32| left != NONE && !self.in_cover[left as usize];
        let in_cover = self.of_right.iter().map(covers).collect();
        Self { of_left: self.of_right, of_right: self.of_left, in_cover, ..self }
    }
}

/// Counts steps, and now and then asks whether to stop.
pub(super) struct Pace<'a> {
    monitor: &'a Monitor,
    unwatched: usize,
    pub steps: usize,
}

impl<'a> Pace<'a> {
    pub fn new(monitor: &'a Monitor) -> Self {
        Self { monitor, unwatched: 0, steps: 0 }
    }

    /// Counts steps; `None` if the work should stop.
    pub fn take(&mut self, steps: usize) -> Option<()> {
        self.steps += steps;
        self.unwatched += steps;
        if self.unwatched < STEPS_UNWATCHED {
            return Some(());
        }
        self.unwatched = 0;
        (!self.monitor.is_stopped()).then_some(())
    }
}

/// A maximum matching, or one that was reached before the stop. `progress` is given the size after every phase.
pub(super) fn maximum_matching(graph: &Graph, monitor: &Monitor, progress: impl FnMut(usize)) -> Outcome<Matching> {
    let back = graph.transposed();
    // the smaller side has fewer unmatched vertices to search from
    if graph.left_count() > graph.right_count() {
        Search::new(&back, graph, Pace::new(monitor)).finish(progress).map(Matching::transposed)
    } else {
        Search::new(graph, &back, Pace::new(monitor)).finish(progress)
    }
}

struct Search<'a> {
    graph: &'a Graph,
    /// The graph with the sides exchanged.
    back: &'a Graph,
    matching: Matching,
    /// For each left vertex, the number of left vertices, itself included, of a shortest path to an unmatched right
    /// vertex when the phase began; [`NONE`] if there is no path, or none that a root needs.
    level: Vec<u32>,
    /// First the left vertices that have a level, in the order of their levels; then room for the others.
    queue: Vec<u32>,
    /// How many have a level.
    queued: usize,
    /// Unmatched left vertices to search from.
    roots: Vec<u32>,
    /// For each right vertex, the level of its partner, or 0 if it has none: so one look at a neighbour tells all.
    below: Vec<u32>,
    /// At least the number of unmatched left vertices that a path leads from: those that had one before.
    unmatched: usize,
    /// For each left vertex, the place of the next neighbour to look at on its level.
    cursor: Vec<u32>,
    /// The left vertices of the path that is being tried.
    path: Vec<u32>,
    pace: Pace<'a>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, back: &'a Graph, pace: Pace<'a>) -> Self {
        Self {
            graph,
            back,
            matching: Matching::new(graph),
            level: vec![NONE; graph.left_count()],
            queue: vec![0; graph.left_count()],
            queued: 0,
            roots: Vec::new(),
            below: vec![0; graph.right_count()],
            unmatched: 0,
            cursor: vec![0; graph.left_count()],
            path: Vec::new(),
            pace,
        }
    }

    fn finish(mut self, progress: impl FnMut(usize)) -> Outcome<Matching> {
        let complete = self.run(progress).is_some();
        if complete {
            self.matching.in_cover = self.level.iter().map(|&level| level != NONE).collect();
        }
        #[cfg(test)]
        (self.matching.work = self.pace.steps);
        Outcome::new(self.matching, complete)
    }

    /// All phases; `None` if stopped.
    fn run(&mut self, mut progress: impl FnMut(usize)) -> Option<()> {
        karp_sipser::start(self.graph, self.back, &mut self.matching, &mut self.pace)?;
        self.unmatched = self.graph.left_count() - self.matching.size;
        loop {
            progress(self.matching.size);
            self.find_levels()?;
            if self.roots.is_empty() {
                return Some(());
            }
            let before = self.matching.size;
            for at in 0..self.roots.len() {
                self.augment_from(self.roots[at])?;
            }
            self.unmatched = self.roots.len() - (self.matching.size - before);
        }
    }

    /// Finds the level of every left vertex, by breadth-first search from the unmatched right vertices, and the roots. It may
    /// end with the last root, if there is one.
    fn find_levels(&mut self) -> Option<()> {
        self.level.fill(NONE);
        self.graph.copy_starts(&mut self.cursor);
        self.queued = 0;
        self.roots.clear();
        for right in 0..self.graph.right_count() as u32 {
            let is_matched = self.matching.of_right[right as usize] != NONE;
            self.below[right as usize] = if is_matched { NONE } else { 0 };
            if !is_matched {
                self.set_levels_next_to(right, 1)?;
            }
        }
        let mut at = 0;
        while at < self.queued {
            let left = self.queue[at];
            let level = self.level[left as usize];
            match self.matching.of_left[left as usize] {
                NONE => {
                    self.roots.push(left);
                    if self.roots.len() == self.unmatched {
                        break;
                    }
                }
                right => {
                    self.below[right as usize] = level;
                    self.set_levels_next_to(right, level + 1)?;
                }
            }
            at += 1;
        }
        Some(())
    }

    /// Gives this level to those left vertices next to a right one that have none.
    fn set_levels_next_to(&mut self, right: u32, new: u32) -> Option<()> {
        let neighbours = self.back.neighbours(right);
        // borrowed once: through `self` they would be read again for every neighbour
        let (level, queue, mut queued) = (&mut self.level[..], &mut self.queue[..], self.queued);
        for &left in neighbours {
            let level = &mut level[left as usize];
            if *level == NONE {
                *level = new;
                queue[queued] = left;
                queued += 1;
            }
        }
        self.queued = queued;
        self.pace.take(neighbours.len() + 1)
    }

    /// Follows levels downwards from an unmatched left vertex, and exchanges the edges of the path if it ends in an
    /// unmatched right vertex.
    fn augment_from(&mut self, root: u32) -> Option<()> {
        self.path.clear();
        self.path.push(root);
        while let Some(&left) = self.path.last() {
            let start = self.cursor[left as usize];
            let next = self.advance(left);
            self.pace.take((self.cursor[left as usize] - start) as usize + 1)?;
            match next {
                Some(NONE) => {
                    self.exchange();
                    break;
                }
                Some(next) => self.path.push(next),
                // its cursor is at the end, so that nothing is tried from here again
                None => _ = self.path.pop(),
            }
        }
        Some(())
    }

    /// The next left vertex one level down ([`NONE`] where there is an unmatched right vertex), if there is one more.
    fn advance(&mut self, left: u32) -> Option<u32> {
        let down = self.level[left as usize] - 1;
        let start = self.cursor[left as usize];
        let rest = &self.graph.neighbours(left)[(start - self.graph.places(left).start) as usize..];
        let found = rest.iter().position(|&right| self.below[right as usize] == down);
        let looked = found.map_or(rest.len(), |at| at + 1);
        self.cursor[left as usize] = start + looked as u32;
        found.map(|at| self.matching.of_right[rest[at] as usize])
    }

    /// Matches every left vertex of the path with the neighbour it was left by.
    fn exchange(&mut self) {
        for at in 0..self.path.len() {
            let left = self.path[at];
            let right = self.graph.neighbour(self.cursor[left as usize] - 1);
            self.matching.link(left, right);
            self.below[right as usize] = self.level[left as usize];
        }
        self.matching.size += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The graph in which these pairs are the edges.
    fn graph(left: u32, right: u32, is_edge: impl Fn(u32, u32) -> bool) -> Graph {
        let edges = |vertex: u32| (0..right).filter(|&other| is_edge(vertex, other)).collect::<Vec<_>>();
        let degrees: Vec<u32> = (0..left).map(|vertex| edges(vertex).len() as u32).collect();
        let mut filling = Graph::with_degrees(&degrees, right as usize);
        (0..left).for_each(|vertex| edges(vertex).into_iter().for_each(|other| filling.add(vertex, other)));
        filling.finish()
    }

    /// A number that looks random, for two vertices and a seed.
    fn noise(left: u32, right: u32, seed: u32) -> u32 {
        let mixed = u64::from(left) << 40 ^ u64::from(right) << 20 ^ u64::from(seed);
        (mixed.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33) as u32
    }

    /// Checks that both halves are right and of one size, and that no more was done than the theory allows.
    fn assert_maximum(graph: &Graph, name: &str) {
        let matching = maximum_matching(graph, &Monitor::new(), |_| ());
        assert!(matching.is_complete());
        let matching = matching.into_value();
        let pairs = assert_consistent(graph, &matching);
        assert_eq!(pairs, matching.size, "{name}");
        let covers_left = |left: u32| matching.of_left[left as usize] != NONE && matching.in_cover[left as usize];
        let covers_right = |right: u32| {
            let partner = matching.of_right[right as usize];
            partner != NONE && !matching.in_cover[partner as usize]
        };
        let mut edges = 0;
        for left in 0..graph.left_count() as u32 {
            edges += graph.neighbours(left).len();
            assert!(graph.neighbours(left).iter().all(|&right| covers_left(left) || covers_right(right)), "{name}");
        }
        let vertices = graph.left_count() + graph.right_count();
        let bound = (2 * edges + 2 * vertices) * (2 * vertices.isqrt() + 4);
        assert!(matching.work <= bound, "{name}: {} steps, more than {bound}", matching.work);
    }

    fn assert_consistent(graph: &Graph, matching: &Matching) -> usize {
        let mut pairs = 0;
        for (left, &right) in (0..).zip(&matching.of_left).filter(|&(_, &right)| right != NONE) {
            assert!(graph.neighbours(left).contains(&right) && matching.of_right[right as usize] == left);
            pairs += 1;
        }
        assert_eq!(matching.of_right.iter().filter(|&&left| left != NONE).count(), pairs);
        pairs
    }

    #[test]
    fn matchings_and_covers_meet() {
        for seed in 0..300 {
            let (left, right) = (noise(1, 0, seed) % 30, noise(2, 0, seed) % 30);
            for scarcity in [1, 3, 8, 20] {
                let graph = graph(left, right, |one, other| noise(one, other, seed).is_multiple_of(scarcity));
                assert_maximum(&graph, "a random graph");
            }
        }
    }

    #[test]
    fn no_family_of_graphs_is_slow() {
        let n = 600;
        assert_maximum(&graph(n, n, |left, right| right <= left), "half of a complete graph");
        assert_maximum(&graph(n, n, |left, right| right == left || right == left + 1), "a path");
        assert_maximum(&graph(n, n, |left, right| right == left || right == (left + 1) % n), "a cycle");
        assert_maximum(&graph(n, n, |left, right| (left < n / 3) != (right < n / 3)), "two blocks");
        assert_maximum(&graph(n, n, |left, right| left.abs_diff(right) <= 2), "a band");
        assert_maximum(&graph(n, n, |left, right| (left ^ right).is_power_of_two()), "a cube");
        assert_maximum(&graph(n, n, |left, right| left == right || left.isqrt() == right.isqrt() + 1), "a cascade");
        for scarcity in [600, 300, 200, 150, 20] {
            let sparse = graph(n, n - 5, |left, right| noise(left, right, scarcity).is_multiple_of(scarcity));
            assert_maximum(&sparse, "a sparse random graph");
        }
    }

    #[test]
    fn a_stop_leaves_a_matching() {
        let n = 600;
        for scarcity in [200, 150, 100] {
            let graph = graph(n, n, |left, right| noise(left, right, 7).is_multiple_of(scarcity));
            for phases in 0..4 {
                let (monitor, mut seen) = (Monitor::new(), 0);
                let outcome = maximum_matching(&graph, &monitor, |_| {
                    seen += 1;
                    if seen > phases {
                        monitor.stop();
                    }
                });
                assert_eq!(assert_consistent(&graph, outcome.value()), outcome.value().size);
            }
        }
    }
}
