//! The exact search: is there an independent set of `target` vertices?
//!
//! A node knows how many vertices it still `need`s. It first propagates the given partitions: one
//! with fewer occupied cliques than needed refutes the node, one with exactly as many forces each
//! of its cliques to take a vertex. Then it covers the free vertices with cliques, lays all but the
//! largest `need - 1` of them open, and branches on the open vertices only, since some vertex of any
//! answer lies among them. Unit propagation over the other cliques closes many of them again.

use super::absorb::Absorber;
use super::bits;
use super::cover::Partition;
use super::graph::Graph;

/// Vertices with more free neighbours are not looked at for reductions inside the tree; the rules
/// rarely apply to them, and looking takes more time than they save.
const REDUCED_DEGREE: usize = 4;

/// Nodes between two looks at the stop signal.
const POLL: usize = 32;

/// What a stretch of search has shown.
#[derive(Debug)]
pub(super) enum Verdict {
    /// An independent set of `target` vertices.
    Found(Vec<usize>),
    /// There is none.
    Refuted,
    /// The budget ran out or the caller asked to stop; `run` may be called again.
    Undecided,
}

/// A node on the path from the root, with the children that are still to be visited.
struct Frame {
    free: Vec<u64>,
    children: Vec<usize>,
    /// Number of chosen vertices at this node.
    depth: usize,
}

/// A partition has fewer occupied cliques than vertices are needed.
struct Refuted;

/// What became of a node.
enum Step {
    Found,
    Pruned,
    Open(Frame),
}

/// A depth-first search that can be paused.
pub(super) struct Search {
    graph: Graph,
    names: Vec<usize>,
    partitions: Vec<Partition>,
    target: usize,
    /// The free vertices of the root until it is visited.
    root: Option<Vec<u64>>,
    stack: Vec<Frame>,
    chosen: Vec<usize>,
    /// Occupied squares of each class, scratch.
    counts: Vec<u32>,
    absorber: Absorber,
}

impl Search {
    /// Prepares the search; the vertices are renumbered so that those of small degree come first.
    pub(super) fn new(graph: &Graph, partitions: &[Partition], target: usize) -> Self {
        let names = graph.degeneracy_order();
        let mut search = Self {
            graph: graph.induced(&names),
            partitions: partitions.iter().map(|p| p.restricted(&names)).collect(),
            target,
            root: None,
            stack: Vec::new(),
            chosen: Vec::new(),
            counts: Vec::new(),
            absorber: Absorber::new(graph.words()),
            names,
        };
        search.restart(target);
        search
    }

    /// Begins again with another target.
    pub(super) fn restart(&mut self, target: usize) {
        self.target = target;
        self.chosen.clear();
        self.stack.clear();
        let free = bits::full(self.graph.order());
        self.root = Some(free);
    }

    /// Visits up to `budget` nodes.
    pub(super) fn run(&mut self, budget: usize, stop: &dyn Fn() -> bool) -> Verdict {
        for visited in 0..budget {
            if visited % POLL == POLL - 1 && stop() {
                return Verdict::Undecided;
            }
            let Some(free) = self.next_node() else {
                return Verdict::Refuted;
            };
            match self.expand(free) {
                Step::Found => {
                    return Verdict::Found(self.chosen.iter().map(|&v| self.names[v]).collect());
                }
                Step::Pruned => {}
                Step::Open(frame) => self.stack.push(frame),
            }
        }
        Verdict::Undecided
    }

    /// Steps to the next child, leaving `chosen` as it has to be there.
    fn next_node(&mut self) -> Option<Vec<u64>> {
        if let Some(free) = self.root.take() {
            return Some(free);
        }
        while let Some(frame) = self.stack.last_mut() {
            self.chosen.truncate(frame.depth);
            if let Some(v) = frame.children.pop() {
                bits::remove(&mut frame.free, v);
                let mut free = frame.free.clone();
                bits::subtract(&mut free, self.graph.row(v));
                self.chosen.push(v);
                return Some(free);
            }
            self.stack.pop();
        }
        None
    }

    /// Propagates, bounds and lists the children of a node.
    fn expand(&mut self, mut free: Vec<u64>) -> Step {
        let least = loop {
            let Ok(least) = self.propagate(&mut free) else {
                return Step::Pruned;
            };
            if !self.reduce(&mut free) {
                break least;
            }
        };
        let need = self.target.saturating_sub(self.chosen.len());
        if need == 0 {
            return Step::Found;
        }
        let Some(mut children) = self.open_vertices(&mut free, need, least) else {
            return Step::Pruned;
        };
        let graph = &self.graph;
        children.sort_by_cached_key(|&v| bits::common(graph.row(v), &free));
        let depth = self.chosen.len();
        Step::Open(Frame { free, children, depth })
    }

    /// Works through the partitions until nothing changes. Returns the partition with the fewest
    /// occupied cliques, and how many these are.
    fn propagate(&mut self, free: &mut [u64]) -> Result<Option<(usize, usize)>, Refuted> {
        loop {
            let mut best: Option<(usize, usize)> = None;
            let mut changed = false;
            for p in 0..self.partitions.len() {
                let need = self.target.saturating_sub(self.chosen.len());
                let live = self.count_classes(p, free);
                if live < need {
                    return Err(Refuted);
                }
                if live == need && need > 0 {
                    changed |= self.force_classes(p, free);
                }
                if best.is_none_or(|(_, least)| live < least) {
                    best = Some((p, live));
                }
            }
            if !changed {
                return Ok(best);
            }
        }
    }

    /// Looks at vertices with few free neighbours: a neighbour that attacks all the others is
    /// dominated and goes, and a vertex left without neighbours is taken. True if anything changed.
    fn reduce(&mut self, free: &mut [u64]) -> bool {
        let mut changed = false;
        let mut near = vec![0; free.len()];
        for v in 0..self.graph.order() {
            if !bits::contains(free, v) {
                continue;
            }
            let mut degree = bits::common(self.graph.row(v), free);
            if degree > REDUCED_DEGREE {
                continue;
            }
            near.copy_from_slice(free);
            bits::intersect(&mut near, self.graph.row(v));
            for w in bits::ones(self.graph.row(v)) {
                let dominated = bits::contains(&near, w) && bits::common(&near, self.graph.row(w)) + 1 == degree;
                if dominated {
                    bits::remove(&mut near, w);
                    bits::remove(free, w);
                    degree -= 1;
                    changed = true;
                }
            }
            if degree == 0 {
                bits::remove(free, v);
                self.chosen.push(v);
                changed = true;
            }
        }
        changed
    }

    /// Counts the free vertices of each class of partition `p`, and the classes that have any.
    fn count_classes(&mut self, p: usize, free: &[u64]) -> usize {
        let partition = &self.partitions[p];
        self.counts.clear();
        self.counts.resize(partition.classes.len(), 0);
        let mut live = 0;
        for v in bits::ones(free) {
            let count = &mut self.counts[partition.class_of[v] as usize];
            live += usize::from(*count == 0);
            *count += 1;
        }
        live
    }

    /// Every class of partition `p` that is not empty must take a vertex: takes the last free vertex
    /// of a class, and deletes vertices that attack all free vertices of some class.
    fn force_classes(&mut self, p: usize, free: &mut [u64]) -> bool {
        let mut changed = false;
        let mut attackers = vec![0; free.len()];
        for (class, &count) in self.partitions[p].classes.iter().zip(&self.counts) {
            if count == 0 {
                continue;
            }
            attackers.copy_from_slice(free);
            for &v in class {
                if bits::contains(free, v) {
                    bits::intersect(&mut attackers, self.graph.row(v));
                }
            }
            if !bits::is_empty(&attackers) {
                bits::subtract(free, &attackers);
                changed = true;
            }
            if count == 1 {
                // The neighbours have just gone, so the class mates of others may be fewer now, but
                // a class that became empty is seen by the next count.
                if let Some(&v) = class.iter().find(|&&v| bits::contains(free, v)) {
                    bits::remove(free, v);
                    self.chosen.push(v);
                    changed = true;
                }
            }
        }
        changed
    }

    /// Covers the free vertices with cliques and returns those that have to be branched on; `None`
    /// when the cover refutes the node. May delete vertices found to be useless.
    fn open_vertices(&mut self, free: &mut [u64], need: usize, least: Option<(usize, usize)>) -> Option<Vec<usize>> {
        let tight = least.is_some_and(|(_, live)| live <= need);
        if !tight {
            self.absorber.greedy_cover(&self.graph, free);
        }
        match least {
            Some((p, live)) if tight || live <= self.absorber.len() => {
                self.absorber.class_cover(&self.partitions[p], free);
            }
            _ => {}
        }
        self.absorber.open(&self.graph, free, need)
    }
}
