//! Clique covers of the whole graph: every independent set has at most one vertex in each clique,
//! so any cover bounds it from above.

use super::bits;
use super::graph::Graph;

/// A partition of the vertices into cliques.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The clique of each vertex, counted from 0.
    pub(super) class_of: Vec<u32>,
    /// The vertices of each clique.
    pub(super) classes: Vec<Vec<usize>>,
}

impl Partition {
    /// Renumbers `ids` from 0; `None` unless there is one id per vertex and every class is a clique.
    pub(super) fn checked(graph: &Graph, ids: &[u32]) -> Option<Self> {
        if ids.len() != graph.order() {
            return None;
        }
        let partition = Self::from_ids(ids);
        let honest = partition.classes.iter().all(|c| graph.is_clique(c));
        honest.then_some(partition)
    }

    /// The same partition of the chosen `vertices`, renumbered in the order given.
    pub(super) fn restricted(&self, vertices: &[usize]) -> Self {
        let ids: Vec<u32> = vertices.iter().map(|&v| self.class_of[v]).collect();
        Self::from_ids(&ids)
    }

    /// Groups equal ids; classes are numbered by their first vertex.
    fn from_ids(ids: &[u32]) -> Self {
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|&v| ids[v]);
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut last = None;
        for v in order {
            if last != Some(ids[v]) {
                classes.push(Vec::new());
                last = Some(ids[v]);
            }
            if let Some(class) = classes.last_mut() {
                class.push(v);
            }
        }
        classes.sort_by_key(|c| c.first().copied());
        let mut class_of = vec![0; ids.len()];
        for (id, class) in (0u32..).zip(&classes) {
            for &v in class {
                class_of[v] = id;
            }
        }
        Self { class_of, classes }
    }
}

/// On graphs of more vertices a greedy cover takes longer than it is worth, if there is any partition.
const MOST_FOR_GREEDY: usize = 4096;

/// The smallest cover found among the partitions, the best mixtures of two of them and a greedy one.
pub(super) fn best_cover(graph: &Graph, partitions: &[Partition], stop: &dyn Fn() -> bool) -> Vec<Vec<usize>> {
    let mut best = match partitions.first() {
        Some(partition) if graph.order() > MOST_FOR_GREEDY => partition.classes.clone(),
        _ => greedy_cover(graph, stop),
    };
    let mut keep = |cover: Vec<Vec<usize>>| {
        if cover.len() < best.len() {
            best = cover;
        }
    };
    for (i, p) in partitions.iter().enumerate() {
        keep(p.classes.clone());
        for q in &partitions[..i] {
            keep(koenig_cover(p, q));
        }
    }
    best
}

/// A greedy cover: each clique grows by the vertex that leaves most candidates. If stopped, what is left is covered one by
/// one.
pub(super) fn greedy_cover(graph: &Graph, stop: &dyn Fn() -> bool) -> Vec<Vec<usize>> {
    let mut left = bits::full(graph.order());
    let mut cover = Vec::new();
    while let Some(seed) = bits::ones(&left).min_by_key(|&v| bits::common(graph.row(v), &left)) {
        if stop() {
            cover.extend(bits::ones(&left).map(|v| vec![v]));
            break;
        }
        let mut clique = vec![seed];
        let mut candidates = left.clone();
        bits::intersect(&mut candidates, graph.row(seed));
        while let Some(v) = bits::ones(&candidates).max_by_key(|&v| bits::common(graph.row(v), &candidates)) {
            clique.push(v);
            bits::intersect(&mut candidates, graph.row(v));
        }
        for &v in &clique {
            bits::remove(&mut left, v);
        }
        cover.push(clique);
    }
    cover
}

/// The smallest cover that takes its cliques from two partitions. Each vertex is an edge between its
/// two cliques; by König's theorem the least number of cliques meeting all these edges is the size
/// of a maximum matching.
fn koenig_cover(left: &Partition, right: &Partition) -> Vec<Vec<usize>> {
    let links: Vec<Vec<usize>> =
        left.classes.iter().map(|c| c.iter().map(|&v| right.class_of[v] as usize).collect()).collect();
    let mut mate = vec![None; right.classes.len()];
    // Reached from the unmatched left cliques by alternating paths. A clique that could not be
    // matched in its turn never can be later.
    let mut seen_left: Vec<bool> = (0..links.len()).map(|start| !augment(&links, &mut mate, start)).collect();
    let mut seen_right = vec![false; mate.len()];
    let mut queue: Vec<usize> = (0..links.len()).filter(|&a| seen_left[a]).collect();
    while let Some(a) = queue.pop() {
        for &b in &links[a] {
            if seen_right[b] {
                continue;
            }
            seen_right[b] = true;
            if let Some(next) = mate[b].filter(|&next| !seen_left[next]) {
                seen_left[next] = true;
                queue.push(next);
            }
        }
    }
    let kept = left.classes.iter().zip(&seen_left).filter(|(_, seen)| !**seen);
    let others = right.classes.iter().zip(&seen_right).filter(|(_, seen)| **seen);
    kept.chain(others).map(|(class, _)| class.clone()).collect()
}

/// Breadth-first search for one augmenting path from the left clique `start`; `mate` gives the left
/// partner of each right clique.
fn augment(links: &[Vec<usize>], mate: &mut [Option<usize>], start: usize) -> bool {
    // The left clique from which a right one was reached, and the right partner of a left one.
    let mut from = vec![None; mate.len()];
    let mut partner = vec![None; links.len()];
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() {
        let a = queue[next];
        next += 1;
        for &b in &links[a] {
            if from[b].is_some() {
                continue;
            }
            from[b] = Some(a);
            if let Some(c) = mate[b] {
                partner[c] = Some(b);
                queue.push(c);
                continue;
            }
            // Free: pass the partners on along the path, back to the start, which has none.
            let mut end = Some(b);
            while let Some(b) = end {
                let Some(a) = from[b] else { break };
                mate[b] = Some(a);
                end = partner[a];
            }
            return true;
        }
    }
    false
}
