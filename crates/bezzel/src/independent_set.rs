//! The largest number of identical pieces of any kind, none attacking another: a maximum independent
//! set of the attack graph, by branch and bound with clique covers.
//!
//! **Idea.** At most one piece stands in each clique of the attack graph, so a cover of the free
//! squares by `k` cliques shows that no more than `k` pieces fit. The lines of a rider, cut at walls,
//! and the 2 x 2 blocks of a king are such cliques; greedy ones fill in where no partition is known.
//! The work goes from both ends:
//!
//! 1. dominated vertices are deleted, the connected components are solved apart;
//! 2. the smallest cover among the partitions, the best mixtures of two of them (König's theorem)
//!    and a greedy one bounds from above, a local search from below; often they meet at once;
//! 3. otherwise a search asks for a set of exactly the upper bound. A refutation lowers the bound by
//!    one and the question is asked again; a find ends the work. Search and local search take turns
//!    with growing budgets.
//!
//! **Sources.** Branching only on the vertices outside all but `k - 1` cliques: E. Tomita and
//! T. Kameda 2007; bitsets: P. San Segundo et al. 2011; closing open cliques by unit propagation:
//! C. M. Li and Z. Quan 2010 (all for maximum cliques, the same problem in the complement); local
//! search: W. Pullan and H. H. Hoos 2006.
//!
//! **Cost.** Exponential in general. The search goes as deep as the set is large and keeps one bitset
//! per level on the heap, without recursion; the graph takes `n * n / 8` bytes, twice during search.
//!
//! **Limits.** The bound is strong where the optimum comes near a clique cover (queens, kings, rooks
//! with additions) and on boards thinned by holes; it is weak where many short attacks form odd
//! cycles, as for knight-like unions on large boards, and for riders on large boards with few walls.

mod absorb;
mod bits;
mod branch;
mod cover;
mod graph;
mod local;
#[cfg(test)]
mod tests;

pub use graph::Graph;

use branch::{Search, Verdict};
use cover::Partition;
use local::Local;

/// What is known when the work ends.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// An independent set, in increasing order.
    pub members: Vec<usize>,
    /// No independent set is larger than this; equal to `members.len()` when the work is complete.
    pub upper: usize,
    /// A proof without search, when there is one: as many cliques as there are members, which
    /// together hold every vertex.
    pub cover: Option<Vec<Vec<usize>>>,
}

/// Local search moves each component gets before any search starts.
const FIRST_MOVES: usize = 2000;

/// Nodes of the first turn of the search; each further turn has twice as many.
const FIRST_NODES: usize = 200;

/// Local search moves per node of the search, in turns.
const MOVES_PER_NODE: usize = 2;

/// A connected component of the reduced graph.
struct Part {
    vertices: Vec<usize>,
    graph: Graph,
    partitions: Vec<Partition>,
    cover: Vec<Vec<usize>>,
    members: Vec<usize>,
    upper: usize,
}

/// Finds a maximum independent set and proves it maximum.
///
/// Each entry of `partitions` gives one clique id per vertex; equal ids must be pairwise adjacent.
/// Entries that do not fit the graph in this way are left out, and there may be none: the answer is
/// the same, the way to it longer.
///
/// `stop` is asked often; once it says yes, the outcome holds the best set and the best bound so
/// far. `improved` hears of a lower and an upper bound each time one of them gets better.
#[must_use]
pub fn maximum_independent_set(
    graph: &Graph,
    partitions: &[Vec<u32>],
    stop: &dyn Fn() -> bool,
    improved: &mut dyn FnMut(usize, usize),
) -> Outcome {
    let (alive, deleted) = graph.without_dominated(stop);
    let valid: Vec<Partition> = partitions.iter().filter_map(|ids| Partition::checked(graph, ids)).collect();
    let mut parts: Vec<Part> =
        graph.components(&alive).into_iter().map(|vertices| Part::new(graph, &valid, vertices, stop)).collect();
    parts.sort_by_key(|p| p.vertices.len());
    for part in &mut parts {
        part.look_around(stop);
    }
    let mut lower: usize = parts.iter().map(|p| p.members.len()).sum();
    let mut upper: usize = parts.iter().map(|p| p.upper).sum();
    improved(lower, upper);
    for part in &mut parts {
        let rest = (lower - part.members.len(), upper - part.upper);
        part.settle(stop, &mut |low, up| improved(rest.0 + low, rest.1 + up));
        lower = rest.0 + part.members.len();
        upper = rest.1 + part.upper;
    }
    finish(graph, &parts, &deleted)
}

/// Puts the parts together and the dominated vertices back into the cover.
fn finish(graph: &Graph, parts: &[Part], deleted: &[(usize, usize)]) -> Outcome {
    let mut members: Vec<usize> = Vec::new();
    let mut cover: Vec<Vec<usize>> = Vec::new();
    for part in parts {
        let name = |&v: &usize| part.vertices[v];
        members.extend(part.members.iter().map(name));
        cover.extend(part.cover.iter().map(|c| c.iter().map(name).collect()));
    }
    members.sort_unstable();
    if !graph.is_independent(&members) {
        // Not reached; were it, a smaller true answer is better than a false one.
        members.clear();
    }
    let upper = parts.iter().map(|p| p.upper).sum();
    // The clique of u lies within N[u] and so within N[v] of the graph from which v was deleted.
    for &(v, u) in deleted.iter().rev() {
        if let Some(clique) = cover.iter_mut().find(|c| c.contains(&u)) {
            clique.push(v);
        }
    }
    let cover = (cover.len() == members.len()).then_some(cover);
    Outcome { members, upper, cover }
}

impl Part {
    /// The subgraph on `vertices` with its root bound.
    fn new(graph: &Graph, partitions: &[Partition], vertices: Vec<usize>, stop: &dyn Fn() -> bool) -> Self {
        let induced = graph.induced(&vertices);
        let partitions: Vec<Partition> = partitions.iter().map(|p| p.restricted(&vertices)).collect();
        let cover = cover::best_cover(&induced, &partitions, stop);
        Self { upper: cover.len(), members: Vec::new(), graph: induced, vertices, partitions, cover }
    }

    /// A first independent set.
    fn look_around(&mut self, stop: &dyn Fn() -> bool) {
        let mut local = Local::new(&self.graph);
        local.run(FIRST_MOVES, self.upper, stop);
        self.members = local.best().to_vec();
    }

    /// Brings the bounds together unless stopped.
    fn settle(&mut self, stop: &dyn Fn() -> bool, report: &mut dyn FnMut(usize, usize)) {
        if self.members.len() >= self.upper || stop() {
            return;
        }
        let mut local = Local::new(&self.graph);
        let mut search = Search::new(&self.graph, &self.partitions, self.upper);
        let mut budget = FIRST_NODES;
        while self.members.len() < self.upper && !stop() {
            match search.run(budget, stop) {
                Verdict::Found(set) => {
                    self.members = set;
                    report(self.members.len(), self.upper);
                }
                Verdict::Refuted => {
                    self.upper -= 1;
                    report(self.members.len(), self.upper);
                    search.restart(self.upper);
                }
                Verdict::Undecided => {
                    budget = budget.saturating_mul(2);
                    local.run(budget.saturating_mul(MOVES_PER_NODE), self.upper, stop);
                    if local.best().len() > self.members.len() {
                        self.members = local.best().to_vec();
                        report(self.members.len(), self.upper);
                    }
                }
            }
        }
    }
}
