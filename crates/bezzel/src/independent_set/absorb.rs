//! The cover of one node and the closing of its open cliques by unit propagation.
//!
//! Each clique of the cover is read as a soft clause «one of these is taken»; an open vertex whose
//! choice makes the closed cliques contradict each other cannot raise the bound, if those cliques
//! serve no other open vertex. After C. M. Li and Z. Quan, «An efficient branch-and-bound algorithm
//! based on `MaxSAT` for the maximum clique problem», 2010.

use super::bits;
use super::cover::Partition;
use super::graph::Graph;

/// The cliques of the current node and what is known of them.
pub(super) struct Absorber {
    words: usize,
    /// One bitset per clique, flat.
    masks: Vec<u64>,
    sizes: Vec<usize>,
    /// Clique numbers, largest first.
    order: Vec<usize>,
    /// Cliques that already take part in a contradiction.
    spent: Vec<bool>,
    /// Cliques of the contradictions of the present open clique.
    marked: Vec<bool>,
    /// Vertices taken by propagation, with the clique that had nothing else left.
    trail: Vec<(usize, usize)>,
    settled: Vec<bool>,
    live: Vec<u64>,
    left: Vec<u64>,
}

/// Stands for the open vertex itself, which belongs to no closed clique.
const NONE: usize = usize::MAX;

impl Absorber {
    /// For bitsets of `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            words,
            masks: Vec::new(),
            sizes: Vec::new(),
            order: Vec::new(),
            spent: Vec::new(),
            marked: Vec::new(),
            trail: Vec::new(),
            settled: Vec::new(),
            live: vec![0; words],
            left: vec![0; words],
        }
    }

    /// Number of cliques in the present cover.
    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    fn mask(&self, clique: usize) -> &[u64] {
        &self.masks[clique * self.words..(clique + 1) * self.words]
    }

    /// Covers `free` by growing one clique after the other in the order of the vertices.
    pub(super) fn greedy_cover(&mut self, graph: &Graph, free: &[u64]) {
        self.masks.clear();
        self.sizes.clear();
        self.left.copy_from_slice(free);
        while let Some(seed) = bits::first(&self.left) {
            let start = self.masks.len();
            self.masks.resize(start + self.words, 0);
            self.live.copy_from_slice(&self.left);
            let mut next = Some(seed);
            let mut size = 0;
            while let Some(v) = next {
                bits::insert(&mut self.masks[start..], v);
                bits::remove(&mut self.left, v);
                bits::intersect(&mut self.live, graph.row(v));
                size += 1;
                next = bits::first(&self.live);
            }
            self.sizes.push(size);
        }
    }

    /// Covers `free` by the classes of a partition.
    pub(super) fn class_cover(&mut self, partition: &Partition, free: &[u64]) {
        self.masks.clear();
        self.sizes.clear();
        let mut number = vec![NONE; partition.classes.len()];
        for v in bits::ones(free) {
            let class = partition.class_of[v] as usize;
            if number[class] == NONE {
                number[class] = self.sizes.len();
                self.sizes.push(0);
                self.masks.resize(self.sizes.len() * self.words, 0);
            }
            let clique = number[class];
            self.sizes[clique] += 1;
            bits::insert(&mut self.masks[clique * self.words..], v);
        }
    }

    /// The vertices to branch on when `need` more are wanted, `None` if there are none. Vertices of
    /// `free` that no answer can have are deleted on the way.
    pub(super) fn open(&mut self, graph: &Graph, free: &mut [u64], need: usize) -> Option<Vec<usize>> {
        let k = self.len();
        if k < need || need == 0 {
            return None;
        }
        let sizes = &self.sizes;
        self.order.clear();
        self.order.extend(0..k);
        self.order.sort_by_key(|&c| std::cmp::Reverse(sizes[c]));
        self.spent.clear();
        self.spent.resize(k, true);
        for &c in &self.order[..need - 1] {
            self.spent[c] = false;
        }
        let mut open = Vec::new();
        for i in need - 1..k {
            let clique = self.order[i];
            // The vertices of one open clique exclude each other, so their contradictions may share
            // cliques; those of different open cliques may not.
            self.marked.clear();
            self.marked.resize(k, false);
            let members: Vec<usize> = bits::ones(self.mask(clique)).collect();
            for v in members {
                if !self.contradicts(graph, v) {
                    open.push(v);
                } else if k == need {
                    // No slack: all cliques are needed, so v is of no use in the subtree.
                    bits::remove(free, v);
                }
            }
            for (s, m) in self.spent.iter_mut().zip(&self.marked) {
                *s |= m;
            }
        }
        (!open.is_empty()).then_some(open)
    }

    /// Takes `v` and then every vertex that is the last one left in a closed clique that is not
    /// spent. Marks the cliques involved when one of them runs empty.
    fn contradicts(&mut self, graph: &Graph, v: usize) -> bool {
        self.live.fill(u64::MAX);
        bits::subtract(&mut self.live, graph.row(v));
        self.trail.clear();
        self.trail.push((v, NONE));
        self.settled.clone_from(&self.spent);
        loop {
            let before = self.trail.len();
            for clique in 0..self.settled.len() {
                if self.settled[clique] {
                    continue;
                }
                let mask = &self.masks[clique * self.words..(clique + 1) * self.words];
                match bits::few_common(mask, &self.live) {
                    (0, _) => {
                        self.explain(graph, clique);
                        return true;
                    }
                    (1, u) => {
                        bits::subtract(&mut self.live, graph.row(u));
                        self.trail.push((u, clique));
                        self.settled[clique] = true;
                    }
                    _ => {}
                }
            }
            if self.trail.len() == before {
                return false;
            }
        }
    }

    /// Marks the cliques from which the emptiness of `clique` follows.
    fn explain(&mut self, graph: &Graph, clique: usize) {
        let mut queue = vec![clique];
        let mut next = 0;
        while next < queue.len() {
            let clique = queue[next];
            next += 1;
            self.marked[clique] = true;
            let mask = &self.masks[clique * self.words..(clique + 1) * self.words];
            // A clique that propagated lost its other vertices before it took its last one.
            let own = self.trail.iter().position(|&(_, c)| c == clique);
            let earlier = &self.trail[..own.unwrap_or(self.trail.len())];
            for w in bits::ones(mask) {
                let cause = earlier.iter().find(|&&(u, _)| graph.adjacent(u, w));
                let reason = cause.map_or(NONE, |&(_, reason)| reason);
                if reason != NONE && !queue.contains(&reason) {
                    queue.push(reason);
                }
            }
        }
    }
}
