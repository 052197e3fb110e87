//! The attack graph and the splitting of it: induced subgraphs, components, dominated vertices.

use super::bits;

/// An undirected graph without loops, one bitset row of neighbours per vertex.
///
/// For the use at hand a vertex is a square that can still take a piece and an edge joins two
/// squares whose pieces would attack each other.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    order: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Graph {
    /// The graph of `n` vertices and no edge.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let words = bits::words_for(n);
        Self { order: n, words, rows: vec![0; n * words] }
    }

    /// Joins `u` and `v`; a loop or a vertex that does not exist is ignored.
    pub fn add_edge(&mut self, u: usize, v: usize) {
        if u != v && u < self.order && v < self.order {
            bits::insert(&mut self.rows[u * self.words..(u + 1) * self.words], v);
            bits::insert(&mut self.rows[v * self.words..(v + 1) * self.words], u);
        }
    }

    /// Number of vertices.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Whether `u` and `v` are joined.
    #[must_use]
    pub fn adjacent(&self, u: usize, v: usize) -> bool {
        u < self.order && bits::contains(self.row(u), v)
    }

    /// Number of neighbours of `v`, 0 for a vertex that does not exist.
    #[must_use]
    pub fn degree(&self, v: usize) -> usize {
        if v < self.order { bits::count(self.row(v)) } else { 0 }
    }

    /// Whether no two of `members` are joined, none is repeated and all exist.
    #[must_use]
    pub fn is_independent(&self, members: &[usize]) -> bool {
        let mut set = vec![0; self.words];
        for &v in members {
            if v >= self.order || bits::contains(&set, v) {
                return false;
            }
            bits::insert(&mut set, v);
        }
        members.iter().all(|&v| bits::common(self.row(v), &set) == 0)
    }

    /// Whether `members` are pairwise joined.
    #[must_use]
    pub fn is_clique(&self, members: &[usize]) -> bool {
        members.iter().enumerate().all(|(i, &u)| members[..i].iter().all(|&v| self.adjacent(u, v)))
    }

    /// Number of words in a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The neighbours of `v` as a bitset.
    pub(super) fn row(&self, v: usize) -> &[u64] {
        &self.rows[v * self.words..(v + 1) * self.words]
    }

    /// The subgraph on `vertices`, renumbered in the order given.
    pub(super) fn induced(&self, vertices: &[usize]) -> Self {
        let mut place = vec![usize::MAX; self.order];
        for (i, &v) in vertices.iter().enumerate() {
            place[v] = i;
        }
        let mut part = Self::new(vertices.len());
        for (i, &v) in vertices.iter().enumerate() {
            for u in bits::ones(self.row(v)) {
                if place[u] < i {
                    part.add_edge(i, place[u]);
                }
            }
        }
        part
    }

    /// The connected components of the subgraph on `alive`, each in increasing order.
    pub(super) fn components(&self, alive: &[u64]) -> Vec<Vec<usize>> {
        let mut left = alive.to_vec();
        let mut found = Vec::new();
        while let Some(start) = bits::first(&left) {
            bits::remove(&mut left, start);
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                let row = self.row(part[next]);
                next += 1;
                let mut fresh = left.clone();
                bits::intersect(&mut fresh, row);
                bits::subtract(&mut left, &fresh);
                part.extend(bits::ones(&fresh));
            }
            part.sort_unstable();
            found.push(part);
        }
        found
    }

    /// Deletes dominated vertices until none is left: when `N[u]` lies within `N[v]`, any solution
    /// with `v` stays one with `u` in its place, so `v` is not needed. This rule also settles
    /// leaves and all simplicial vertices.
    ///
    /// Returns the surviving vertices and the pairs `(v, u)` in the order of deletion; some of them if stopped, which is
    /// as good.
    pub(super) fn without_dominated(&self, stop: &dyn Fn() -> bool) -> (Vec<u64>, Vec<(usize, usize)>) {
        let mut alive = bits::full(self.order);
        let mut deleted = Vec::new();
        let mut dirty = alive.clone();
        while !bits::is_empty(&dirty) {
            let mut again = vec![0; self.words];
            for v in 0..self.order {
                let near = self.row(v).iter().zip(&dirty).any(|(a, b)| a & b != 0);
                if v % 64 == 0 && stop() {
                    return (alive, deleted);
                }
                if !bits::contains(&alive, v) || !near && !bits::contains(&dirty, v) {
                    continue;
                }
                if let Some(u) = self.dominator(v, &alive) {
                    bits::remove(&mut alive, v);
                    deleted.push((v, u));
                    for (a, (r, l)) in again.iter_mut().zip(self.row(v).iter().zip(&alive)) {
                        *a |= r & l;
                    }
                }
            }
            dirty = again;
        }
        (alive, deleted)
    }

    /// A living neighbour `u` of `v` with `N[u]` within `N[v]`.
    fn dominator(&self, v: usize, alive: &[u64]) -> Option<usize> {
        let row = self.row(v);
        bits::ones(row).filter(|&u| bits::contains(alive, u)).find(|&u| {
            self.row(u).iter().zip(row).zip(alive).enumerate().all(|(i, ((near, own), live))| {
                let own = if i == v / 64 { own | 1 << (v % 64) } else { *own };
                near & live & !own == 0
            })
        })
    }

    /// A degeneracy order: the vertex of least remaining degree first, again and again.
    pub(super) fn degeneracy_order(&self) -> Vec<usize> {
        let mut degree: Vec<usize> = (0..self.order).map(|v| self.degree(v)).collect();
        let mut left = bits::full(self.order);
        let mut order = Vec::with_capacity(self.order);
        while let Some(v) = bits::ones(&left).min_by_key(|&v| degree[v]) {
            bits::remove(&mut left, v);
            order.push(v);
            for u in bits::ones(self.row(v)) {
                degree[u] = degree[u].saturating_sub(1);
            }
        }
        order
    }
}
