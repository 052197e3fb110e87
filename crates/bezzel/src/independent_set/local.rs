//! Lower bounds: a deterministic local search that adds free vertices, then swaps one for one, and
//! forces in a vertex at random when no vertex unused in the round is left.
//!
//! After W. Pullan and H. H. Hoos, «Dynamic local search for the maximum clique problem», 2006, turned
//! from cliques to independent sets. Their vertex penalties are left out: without them it reached
//! the optimum sooner on boards with holes or walls.

use super::bits;
use super::graph::Graph;

/// The search with its present set and its memory.
pub(super) struct Local<'a> {
    graph: &'a Graph,
    inside: Vec<bool>,
    /// Number of chosen neighbours of each vertex.
    tight: Vec<u32>,
    size: usize,
    /// Already moved in the present round.
    used: Vec<bool>,
    seed: u64,
    best: Vec<usize>,
}

impl<'a> Local<'a> {
    /// A search from the empty set.
    pub(super) fn new(graph: &'a Graph) -> Self {
        let n = graph.order();
        Self {
            graph,
            inside: vec![false; n],
            tight: vec![0; n],
            size: 0,
            used: vec![false; n],
            seed: 0x9E37_79B9_7F4A_7C15,
            best: Vec::new(),
        }
    }

    /// The largest independent set met so far.
    pub(super) fn best(&self) -> &[usize] {
        &self.best
    }

    /// Makes `steps` moves, fewer when `goal` vertices are reached or `stop` asks to end.
    pub(super) fn run(&mut self, steps: usize, goal: usize, stop: &dyn Fn() -> bool) {
        for step in 0..steps {
            if self.best.len() >= goal || step % 256 == 255 && stop() {
                return;
            }
            if let Some(v) = self.pick() {
                self.add(v);
                self.used[v] = true;
            } else {
                self.perturb();
            }
            if self.size > self.best.len() {
                self.best = (0..self.inside.len()).filter(|&v| self.inside[v]).collect();
            }
        }
    }

    /// The next vertex to add: free if possible, else one that pushes out a single other.
    fn pick(&mut self) -> Option<usize> {
        let mut best = 2;
        let mut choice = None;
        let mut ties = 0;
        for v in 0..self.inside.len() {
            if self.inside[v] || self.used[v] || self.tight[v] > best {
                continue;
            }
            if self.tight[v] < best {
                (best, choice, ties) = (self.tight[v], Some(v), 1);
            } else if best < 2 {
                ties += 1;
                if self.random().is_multiple_of(ties) {
                    choice = Some(v);
                }
            }
        }
        choice
    }

    /// Adds `v` and takes out its neighbours.
    fn add(&mut self, v: usize) {
        let graph = self.graph;
        if self.tight[v] > 0 {
            for u in bits::ones(graph.row(v)) {
                if self.inside[u] {
                    self.inside[u] = false;
                    self.used[u] = true;
                    self.size -= 1;
                    for w in bits::ones(graph.row(u)) {
                        self.tight[w] -= 1;
                    }
                }
            }
        }
        self.inside[v] = true;
        self.size += 1;
        for w in bits::ones(graph.row(v)) {
            self.tight[w] += 1;
        }
    }

    /// Ends a stalled round: forces in a vertex at random.
    fn perturb(&mut self) {
        self.used.fill(false);
        let outside = (self.inside.len() - self.size) as u64;
        if outside == 0 {
            return;
        }
        let skip = usize::try_from(self.random() % outside).unwrap_or(0);
        let forced = (0..self.inside.len()).filter(|&v| !self.inside[v]).nth(skip);
        if let Some(v) = forced {
            self.add(v);
            self.used[v] = true;
        }
    }

    /// The next number of a xorshift generator.
    fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed
    }
}
